//! Panels around a body: curved without strain, clear of the body and of each other, whatever the garment and the figure.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

#[path = "common/figure.rs"]
mod figure;

use figure::StandIn;
use glam::DVec3;
use toile::body::{Assets, Measurements, SIZES, Shape, Size};
use toile::cloth::{Body, Cut, Joined, Model, assemble, assemble_on};
use toile::contact::brute_force::crossings;
use toile::document::{self, BodyContact, Choice, Document, Placement};
use toile::garment::{
    self, Garment, Garments, arrange_by_name, dress, made_to_measure, move_out_of_bodies, put_on, redrafted,
};
use toile::row::{Row, Table, Values};

const FIGURE: &str = "figure";

fn figure(size: &Size) -> StandIn {
    StandIn::new(&Measurements::from(size.measurements))
}

/// A document with nothing in it but a body of that name; its shape is never built.
fn empty() -> Document {
    let mut document = garment::all().swap_remove(0);
    let (contact, motion) = (BodyContact::default(), Choice::default());
    document.bodies =
        vec![document::Body { id: FIGURE.to_owned(), shape: Choice::of("body.sphere"), contact, motion, mesh: None }];
    document
}

fn worn(row: &Row<Garment>, size: &Size) -> (Document, Cut) {
    let m = Measurements::from(size.measurements);
    let draft = (row.make.draft)(&m, &Values::new()).unwrap();
    let mut document = empty();
    let bodies = || vec![Body::still(FIGURE, Box::new(figure(size)))];
    dress(&mut document, row, draft, FIGURE, bodies())
        .unwrap_or_else(|issues| panic!("{} on {}: {issues:?}", row.id, size.id));
    let cut = assemble_on(&document, bodies()).unwrap();
    (document, cut)
}

fn garments() -> impl Iterator<Item = &'static Row<Garment>> {
    Garments::rows().iter().filter(|row| row.make.stand.is_none())
}

/// Positions and triangles of the cloth with the solids of the figure.
fn all_triangles(cut: &Cut, figure: &StandIn) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let model = Model::new(cut, Joined::Apart);
    let (mut positions, mut triangles) = (model.start.clone(), model.triangles.clone());
    for solid in figure.solids() {
        let first = positions.len() as u32;
        positions.extend(solid.vertices());
        triangles.extend(solid.triangles().iter().map(|t| t.map(|i| i + first)));
    }
    (positions, triangles)
}

/// Crossings of the figure's parts with one another.
fn own(figure: &StandIn) -> usize {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for solid in figure.solids() {
        let first = positions.len() as u32;
        positions.extend(solid.vertices());
        triangles.extend(solid.triangles().iter().map(|t| t.map(|i| i + first)));
    }
    crossings(&positions, &triangles)
}

fn check(row: &Row<Garment>, size: &Size) {
    let name = format!("{} on {}", row.id, size.id);
    let (document, cut) = worn(row, size);
    let figure = figure(size);
    let (positions, triangles) = all_triangles(&cut, &figure);
    assert_eq!(crossings(&positions, &triangles), own(&figure), "{name}: something crosses");
    let points = cut.sheets.iter().flat_map(|sheet| &sheet.start);
    let nearest = points.map(|point| figure.nearest(*point).distance).fold(f64::INFINITY, f64::min);
    assert!(nearest > 0.005, "{name}: {nearest} m from the body");
    let worst = strain(&document, &cut, 0.04);
    assert!(worst < 1.0, "{name}: strained {worst} times as much as chords are");
    for panel in &document.panels {
        assert!(matches!(panel.placement, Placement::Arrangement { .. }), "{name}: {} is not arranged", panel.id);
    }
}

/// Largest relative difference between a triangle's side at the start and on the flat panel, over what a chord is shorter
/// than its arc on the tightest radius R: h²/24R², with a tenth more for the next term and the corners of the section. On the
/// stand-in that is the 40 mm in which cloth turns off the body, on a mannequin the 30 mm around the edge of a bent arm.
/// Around arms lies a cone whose radius changes by up to 0.06 of the height (a large man, 36 cm around the upper arm and 19 at
/// the wrist, half a metre on): at the edges of a sleeve, half a turn away, it is sheared by π times that, and sides by half
/// of the shear. Along the arm sleeves are drawn up by 7 %.
fn strain(document: &Document, cut: &Cut, radius: f64) -> f64 {
    const SHEARED: f64 = 0.5 * std::f64::consts::PI * 0.06 + 0.07;
    let on_arm = |panel: &document::Panel| match &panel.placement {
        Placement::Arrangement { point, .. } => point.starts_with("arm-"),
        Placement::Free { .. } => false,
    };
    let mut worst = 0.0f64;
    for (panel, sheet) in document.panels.iter().zip(&cut.sheets) {
        let sheared = if on_arm(panel) { SHEARED } else { 0.0 };
        for t in &sheet.triangles {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                let (a, b) = (a as usize, b as usize);
                let rest = sheet.drawing[a].distance(sheet.drawing[b]);
                let strain = (sheet.start[a].distance(sheet.start[b]) / rest - 1.0).abs();
                worst = worst.max(strain / (1.1 * (rest / radius).powi(2) / 24.0 + 2e-4 + sheared));
            }
        }
    }
    worst
}

#[test]
fn every_garment_starts_clear_of_the_body_and_of_itself() {
    for row in garments() {
        for size in ["woman-88", "man-58-182", "child-128"] {
            check(row, Size::find(size).unwrap());
        }
    }
}

/// The whole table: `cargo test --test arrangement -- --ignored`.
#[test]
#[ignore = "a minute: the three figures at the ends of the table stand for it"]
fn every_garment_on_every_figure_starts_clear() {
    for row in garments() {
        for size in SIZES {
            check(row, size);
        }
    }
}

/// How far apart a seam's stitches are on average, and how far they would be if one side were walked the other way.
fn gaps(cut: &Cut, seam: usize) -> [f64; 2] {
    let points: Vec<DVec3> = cut.sheets.iter().flat_map(|sheet| sheet.start.iter().copied()).collect();
    let pairs = &cut.seams[seam].pairs;
    let n = pairs.len();
    let mean = |other: &dyn Fn(usize) -> usize| {
        let gap = |k: usize| points[pairs[k][0] as usize].distance(points[pairs[other(k)][1] as usize]);
        (0..n).map(gap).sum::<f64>() / n as f64
    };
    [mean(&|k| k), mean(&|k| n - 1 - k)]
}

#[test]
fn no_seam_is_twisted() {
    for row in garments() {
        let (document, cut) = worn(row, Size::find("woman-88").unwrap());
        for (index, seam) in document.seams.iter().enumerate() {
            let [own, twisted] = gaps(&cut, index);
            assert!(own <= twisted, "{}, {}: {own} m apart, {twisted} m the other way", row.id, seam.id);
        }
    }
}

/// A mannequin of a size and the document of a garment on it.
fn on_mannequin(row: &Row<Garment>, size: usize) -> Document {
    let mut shape = Choice::of("body.mannequin");
    shape.parameters.insert("size".to_owned(), size as f64);
    let (contact, motion) = (BodyContact::default(), Choice::default());
    let body = document::Body { id: FIGURE.to_owned(), shape, contact, motion, mesh: None };
    let made = made_to_measure(row, &Values::new(), body, Assets::built_in());
    made.unwrap_or_else(|issues| panic!("{} on {}: {issues:?}", row.id, SIZES[size].id))
}

fn check_on_mannequin(row: &Row<Garment>, size: usize) {
    let document = on_mannequin(row, size);
    let cut = assemble(&document).unwrap();
    let model = Model::new(&cut, Joined::Apart);
    let (mut positions, mut triangles) = (model.start.clone(), model.triangles.clone());
    let name = format!("{} on {}", row.id, SIZES[size].id);
    assert_eq!(crossings(&positions, &triangles), 0, "{name}: panels cross");
    let surface = cut.bodies[0].shape.surface();
    let first = positions.len() as u32;
    let body = || surface.positions.chunks(3).map(|p| DVec3::new(p[0].into(), p[1].into(), p[2].into()));
    let skin: Vec<[u32; 3]> = surface.indices.chunks(3).map(|t| [t[0], t[1], t[2]]).collect();
    let own = crossings(&body().collect::<Vec<_>>(), &skin);
    positions.extend(body());
    triangles.extend(skin.iter().map(|t| t.map(|i| i + first)));
    assert_eq!(crossings(&positions, &triangles), own, "{name}: a panel crosses the body");
    let worst = strain(&document, &cut, 0.03);
    assert!(worst < 1.0, "{name}: strained {worst} times as much as chords are");
}

#[test]
fn every_garment_starts_clear_of_mannequins() {
    assert!(Assets::built_in().mannequins().is_some(), "run scripts/setup.sh bodies and build again");
    for row in Garments::rows() {
        for size in [2, 9, 10] {
            check_on_mannequin(row, size);
        }
    }
}

#[test]
#[ignore = "two minutes: the three figures at the ends of the table stand for it"]
fn every_garment_starts_clear_of_every_mannequin() {
    for row in Garments::rows() {
        for size in 0..SIZES.len() {
            check_on_mannequin(row, size);
        }
    }
}

#[test]
fn another_body_is_fitted_anew() {
    let row = Garments::find("garment.a-line-skirt").unwrap();
    let mut document = on_mannequin(row, 2);
    document.fabrics[0].sheet.weight_g_per_m2 = 99.0;
    assert_eq!(redrafted(&document, Assets::built_in()).unwrap(), document);
    document.bodies[0].shape.parameters.insert("size".to_owned(), 4.0);
    document.panels[0].mesh.size_mm = 15.0;
    document.made_to_measure.as_mut().unwrap().parameters.insert("length_cm".to_owned(), 70.0);
    let again = redrafted(&document, Assets::built_in()).unwrap();
    // Eight centimetres more hip are two on each quarter, and the length is what was asked for.
    let hem = |document: &Document| document.panels[0].outline[1].from_mm;
    assert!((hem(&again)[0] - hem(&document)[0] - 20.0).abs() < 0.5, "{:?} {:?}", hem(&again), hem(&document));
    assert!((hem(&again)[1] + 700.0).abs() < 1e-9);
    assert_eq!((again.fabrics[0].sheet.weight_g_per_m2, again.panels[0].mesh.size_mm), (99.0, 15.0));
}

#[test]
fn what_stands_against_drafting_again_is_told() {
    let code = |change: &dyn Fn(&mut Document)| {
        let mut document = on_mannequin(Garments::find("garment.cape").unwrap(), 2);
        change(&mut document);
        let issue = redrafted(&document, Assets::built_in()).unwrap_err().swap_remove(0);
        (issue.code, issue.place)
    };
    let is = |found: (String, String), code: &str, place: &str| assert_eq!(found, (code.to_owned(), place.to_owned()));
    fn made(document: &mut Document) -> &mut document::MadeToMeasure {
        document.made_to_measure.as_mut().unwrap()
    }
    is(code(&|d| d.made_to_measure = None), "garment.drawn", "made_to_measure");
    is(code(&|d| made(d).garment = "garment.toga".into()), "garment.unknown", "made_to_measure.garment");
    let set = |name: &'static str, value: f64| {
        move |d: &mut Document| {
            made(d).parameters.insert(name.to_owned(), value);
        }
    };
    is(code(&set("length_cm", 1e4)), "value.range", "made_to_measure.parameters.length_cm");
    is(code(&set("width_cm", 10.0)), "value.unknown-field", "made_to_measure.parameters.width_cm");
    is(code(&|d| made(d).body = "nobody".into()), "arrangement.no-figure", "bodies");
}

#[test]
fn panels_are_arranged_by_their_names() {
    let size = Size::find("woman-88").unwrap();
    let draft =
        (Garments::find("garment.t-shirt").unwrap().make.draft)(&Measurements::from(size.measurements), &Values::new());
    let mut document = empty();
    let draft = draft.unwrap();
    (document.panels, document.seams) = (draft.panels, draft.seams);
    let fabric = document.fabrics[0].id.clone();
    document.panels.iter_mut().for_each(|panel| panel.fabric.clone_from(&fabric));
    let bodies = || vec![Body::still(FIGURE, Box::new(figure(size)))];
    let known = arrange_by_name(&mut document, FIGURE, bodies()).unwrap();
    assert_eq!(known, document.panels.len());
    let cut = assemble_on(&document, bodies()).unwrap();
    let (positions, triangles) = all_triangles(&cut, &figure(size));
    assert_eq!(crossings(&positions, &triangles), own(&figure(size)));
    for (index, seam) in document.seams.iter().enumerate() {
        let [own, twisted] = gaps(&cut, index);
        assert!(own <= twisted, "{}: {own} and {twisted}", seam.id);
    }
}

#[test]
fn panels_that_start_inside_the_body_are_moved_straight_out() {
    let size = Size::find("woman-88").unwrap();
    let mut document = garment::all().swap_remove(0);
    document.bodies.clear();
    let mut back = document.panels[0].clone();
    back.id = "behind".to_owned();
    document.panels.push(back);
    // Upright through the torso, one a little in front of its middle and one a little behind; the third is clear.
    let mut clear = document.panels[0].clone();
    clear.id = "clear".to_owned();
    document.panels.push(clear);
    for (panel, z) in document.panels.iter_mut().zip([20.0, -20.0, 500.0]) {
        panel.placement = Placement::Free { translation_mm: [0.0, 1100.0, z], rotation_deg: [0.0; 3] };
    }
    let bodies = vec![Body::still(FIGURE, Box::new(figure(size)))];
    assert_eq!(move_out_of_bodies(&mut document, &bodies).unwrap(), 2);
    let z = |panel: usize| match document.panels[panel].placement {
        Placement::Free { translation_mm: [x, y, z], .. } if (x, y) == (0.0, 1100.0) => z,
        _ => panic!("moved another way"),
    };
    let figure = figure(size);
    let depth = figure.anatomy().unwrap().parts[0].stations.iter().map(|s| s.half_depth).fold(0.0, f64::max) * 1e3;
    // Out of the torso by the clearance of 8 mm, in steps of 10 mm.
    assert!((depth + 8.0..depth + 19.0).contains(&z(0)), "{} and {depth}", z(0));
    assert!((depth + 8.0..depth + 19.0).contains(&-z(1)), "{} and {depth}", z(1));
    assert_eq!(z(2), 500.0);
}

/// A pattern from elsewhere whose panels lie where its own tool's figure stood, one of them half in the floor.
#[test]
fn an_import_is_put_on_a_mannequin() {
    let text = include_str!("garment_code/shirt.json");
    let mut document = toile::io::import(text, "shirt.json").unwrap().document;
    let mut shape = Choice::of("body.mannequin");
    shape.parameters.insert("size".to_owned(), 2.0);
    let (contact, motion) = (BodyContact::default(), Choice::default());
    let body = document::Body { id: FIGURE.to_owned(), shape, contact, motion, mesh: None };
    put_on(&mut document, body, Assets::built_in()).unwrap();
    let cut = assemble(&document).unwrap();
    for body in cut.bodies.iter() {
        let points = cut.sheets.iter().flat_map(|sheet| &sheet.start);
        let nearest = points.map(|point| body.shape.nearest(*point).distance).fold(f64::INFINITY, f64::min);
        assert!(nearest > 0.005, "{}: {nearest} m", body.id);
    }
}
