//! From document to sewn surface: topology, gaps, lengths, directions, and carrying a drape to another mesh.
#![cfg(not(target_arch = "wasm32"))]

mod patterns;

use glam::DVec3;
use patterns::{bag, dart, document, panel, rectangle, rectangle_panel, seam, t_shirt, tube};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use toile::Drape;
use toile::cloth::{Joined, Model, assemble};
use toile::document::{Document, read};

fn read_value(value: &Value) -> Document {
    read(&value.to_string()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

/// V − E + F of the sewn surface.
fn euler(model: &Model) -> i64 {
    let edges: BTreeSet<(u32, u32)> = model
        .triangles
        .iter()
        .flat_map(|t| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])])
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    model.particles() as i64 - edges.len() as i64 + model.triangles.len() as i64
}

fn sewn(value: &Value) -> Model {
    let cut = assemble(&read_value(value)).unwrap_or_else(|issues| panic!("{issues:#?}"));
    Model::new(&cut, Joined::Sewn)
}

/// Runs until the seams are welded; returns the drape.
fn sew(value: &Value) -> Drape {
    let mut drape = Drape::new(&read_value(value)).unwrap_or_else(|issues| panic!("{issues:#?}"));
    for _ in 0..400 {
        let report = drape.step();
        assert!(report.halted.is_none());
        if report.sewn {
            return drape;
        }
    }
    panic!("seams still open by {} mm", drape.report().seam_gap_max_mm);
}

#[test]
fn topology_of_sewn_surfaces_is_as_sewn() {
    // A disc, a tube, a disc with a dart, a bag open on one side, a closed bag, a shirt with four openings.
    let open_bag = {
        let mut bag = bag();
        bag["seams"].as_array_mut().unwrap().pop();
        bag
    };
    let square = document(&[rectangle_panel("p", 300.0, 200.0)], &[]);
    for (name, value, expected) in [
        ("square", square, 1),
        ("tube", tube(), 0),
        ("dart", dart(), 1),
        ("open bag", open_bag, 1),
        ("closed bag", bag(), 2),
        ("shirt", t_shirt(), -2),
    ] {
        assert_eq!(euler(&sewn(&value)), expected, "{name}");
    }
}

#[test]
fn seams_close_and_weld() {
    for (name, value) in [("tube", tube()), ("dart", dart()), ("bag", bag()), ("shirt", t_shirt())] {
        let mut drape = sew(&value);
        let report = drape.report();
        assert!(report.seam_gap_max_mm <= 0.1, "{name}: {}", report.seam_gap_max_mm);
        // What the closing seams stretched comes back once they are closed, and what they drew through itself, as a flat panel that
        // becomes a tube is, has come apart: that pulls single triangles hard for a moment.
        let mut calm = 0;
        for _ in 0..600 {
            let step = drape.step();
            assert!(step.halted.is_none());
            calm = if step.tangled == 0 { calm + 1 } else { 0 };
            if calm == 60 {
                break;
            }
        }
        assert_eq!(calm, 60, "{name} is still tangled");
        let strain = drape.report().max_strain;
        assert!(strain < 0.1, "{name}: strain {strain}");
    }
}

/// Patterns of another tool, gathers and darts included, sew shut as they come.
#[test]
fn imported_patterns_sew_shut() {
    for (name, text) in
        [("shirt", include_str!("garment_code/shirt.json")), ("seams", include_str!("garment_code/seams.json"))]
    {
        let mut document = toile::io::import(text, name).unwrap_or_else(|issues| panic!("{issues:#?}")).document;
        for panel in &mut document.panels {
            panel.mesh.size_mm = 25.0;
        }
        let mut drape = Drape::new(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
        let sewn = (0..300).any(|_| drape.step().sewn);
        assert!(sewn, "{name}: still open by {} mm", drape.report().seam_gap_max_mm);
    }
}

#[test]
fn welding_keeps_mass_and_pairs_points_one_to_one() {
    for value in [tube(), bag(), t_shirt()] {
        let cut = assemble(&read_value(&value)).unwrap();
        let (apart, sewn) = (Model::new(&cut, Joined::Apart), Model::new(&cut, Joined::Sewn));
        let mass = |model: &Model| model.masses.iter().sum::<f64>();
        assert!((mass(&apart) / mass(&sewn) - 1.0).abs() < 1e-12);
        for seam in &cut.seams {
            for side in 0..2 {
                let points: Vec<u32> = seam.pairs.iter().map(|pair| pair[side]).collect();
                let distinct: BTreeSet<u32> = points.iter().copied().collect();
                // A closed seam comes back to its first point; otherwise each point is stitched once.
                assert!(distinct.len() + 1 >= points.len());
            }
        }
    }
}

#[test]
fn the_mesh_has_the_area_of_the_outline() {
    let arc = json!({"kind": "arc", "radius_mm": 200.0, "large": false, "counter_clockwise": true});
    // A quarter disc of radius 200 mm: π·0.04/4 m².
    let quarter =
        panel("q", &[(0.0, 0.0, json!({"kind": "line"})), (200.0, 0.0, arc), (0.0, 200.0, json!({"kind": "line"}))]);
    let model = sewn(&document(&[quarter], &[]));
    let area: f64 = model.rest.iter().map(|rest| rest.area).sum();
    let expected = std::f64::consts::PI * 0.01;
    assert!((area / expected - 1.0).abs() < 1e-4, "{area} {expected}");
}

/// Two squares side by side, both seen from the front: the seam must join neighbouring edges without a twist, whatever
/// order the document names them in.
#[test]
fn a_seam_found_from_placement_does_not_twist() {
    let place = |x: f64| json!({"kind": "free", "translation_mm": [x, 0.0, 0.0], "rotation_deg": [0.0, 0.0, 0.0]});
    let mut left = rectangle_panel("left", 200.0, 200.0);
    let mut right = rectangle_panel("right", 200.0, 200.0);
    left["placement"] = place(-150.0);
    right["placement"] = place(150.0);
    let value = document(&[left, right], &[seam("s", &[("left", "e1")], &[("right", "e3")])]);
    let cut = assemble(&read_value(&value)).unwrap();
    let starts: Vec<DVec3> = cut.sheets.iter().flat_map(|sheet| sheet.start.clone()).collect();
    for [a, b] in &cut.seams[0].pairs {
        assert!((starts[*a as usize].y - starts[*b as usize].y).abs() < 1e-9);
    }
    let mut flipped = value.clone();
    flipped["seams"][0]["direction"] = json!("same");
    let cut = assemble(&read_value(&flipped)).unwrap();
    let [a, b] = cut.seams[0].pairs[0];
    assert!((starts[a as usize].y - starts[b as usize].y).abs() > 0.19);
}

#[test]
fn a_gathered_seam_keeps_its_ratio() {
    let mut value = document(
        &[rectangle_panel("long", 600.0, 100.0), rectangle_panel("short", 300.0, 100.0)],
        &[seam("s", &[("long", "e0")], &[("short", "e2")])],
    );
    let issues = assemble(&read_value(&value)).unwrap_err();
    assert_eq!(issues[0].code, "seam.lengths");
    assert_eq!(issues[0].problem, "its sides are 600.0 mm and 300.0 mm");
    value["seams"][0]["gathered"] = json!(true);
    let cut = assemble(&read_value(&value)).unwrap();
    // The same number of pieces on both sides, each twice as long on the gathered one.
    let points: Vec<glam::DVec2> = cut.sheets.iter().flat_map(|sheet| sheet.drawing.clone()).collect();
    for pair in cut.seams[0].pairs.windows(2) {
        let length = |side: usize| points[pair[0][side] as usize].distance(points[pair[1][side] as usize]);
        assert!((length(0) / length(1) - 2.0).abs() < 1e-9);
    }
}

#[test]
fn an_elastic_pulls_a_seam_to_its_ratio() {
    let mut value = tube();
    // The tube's own seam, 300 mm long, drawn in to 70 %.
    value["seams"][0]["elastic"] = json!({"ratio": 0.7, "stiffness_n": 400.0});
    value["simulation"] = json!({"gravity_m_per_s2": 0.0, "air_drag_per_s": 3.0});
    let mut drape = sew(&value);
    for _ in 0..200 {
        drape.step();
    }
    let (pairs, positions) = (&drape.cut().seams[0].pairs, drape.point_positions());
    let at = |k: usize| positions[pairs[k][0] as usize];
    let length: f64 = (1..pairs.len()).map(|k| at(k).distance(at(k - 1))).sum();
    // The cloth beside the elastic resists, so that it ends between its own rest length and the pattern's.
    assert!(length < 0.8 * 0.3, "{length}");
    assert!(length > 0.65 * 0.3, "{length}");
}

#[test]
fn parts_and_rows_of_edges_can_be_sewn() {
    // A long edge takes two short ones, and a part of another edge is left open.
    let value = document(
        &[
            rectangle_panel("wide", 400.0, 150.0),
            rectangle_panel("a", 250.0, 100.0),
            rectangle_panel("b", 150.0, 100.0),
        ],
        &[
            seam("join", &[("wide", "e0")], &[("a", "e2"), ("b", "e2")]),
            // The wide edge runs against the row, so that b comes to lie left of a; their upper halves meet.
            json!({"id": "part", "a": [{"panel": "b", "edge": "e1", "from": 0.5, "to": 1.0}],
                   "b": [{"panel": "a", "edge": "e3", "from": 0.0, "to": 0.5}]}),
        ],
    );
    let model = sewn(&value);
    // Three discs joined along two lines that share an end: still a disc.
    assert_eq!(euler(&model), 1);
}

#[test]
fn mirrored_and_unfolded_panels_follow_their_originals() {
    let left = panel("left", &rectangle(100.0, 300.0));
    let mut right = rectangle_panel("right", 1.0, 1.0);
    right["outline"] = json!([]);
    right["symmetry"] = json!({"kind": "mirror-of", "panel": "left"});
    let mut half = rectangle_panel("half", 100.0, 300.0);
    half["symmetry"] = json!({"kind": "unfold", "edge": "e3"});
    let value = document(&[left, right, half], &[seam("s", &[("half", "e1")], &[("half", "e1-mirrored")])]);
    let cut = assemble(&read_value(&value)).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let span = |sheet: usize| {
        let x = cut.sheets[sheet].drawing.iter().map(|p| p.x);
        (x.clone().fold(f64::INFINITY, f64::min), x.fold(f64::NEG_INFINITY, f64::max))
    };
    let near = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 1e-12 && (b - d).abs() < 1e-12;
    assert!(near(span(0), (0.0, 0.1)) && near(span(1), (-0.1, 0.0)), "{:?} {:?}", span(0), span(1));
    assert!(near(span(2), (-0.1, 0.1)), "{:?}", span(2));
    // Its two far sides are sewn together: a tube beside two discs.
    assert_eq!(euler(&Model::new(&cut, Joined::Sewn)), 2);
}

#[test]
fn darts_that_do_not_close_or_fit_say_so() {
    let mut value = dart();
    value["panels"][0]["darts"][0]["tip_mm"] = json!([120.0, 150.0]);
    value["panels"][0]["darts"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": "far", "edge": "e0", "at_mm": 295.0, "width_mm": 20.0, "tip_mm": [295.0, 80.0]}));
    let issues = assemble(&read_value(&value)).unwrap_err();
    let codes: Vec<&str> = issues.iter().map(|issue| issue.code.as_str()).collect();
    assert_eq!(codes, ["dart.outside", "dart.does-not-close"]);
    assert_eq!(issues[1].place, "panels[0].darts[0].tip_mm");
}

#[test]
fn geometric_problems_name_their_edge() {
    let line = || json!({"kind": "line"});
    let bow_tie = panel("p", &[(0.0, 0.0, line()), (100.0, 100.0, line()), (100.0, 0.0, line()), (0.0, 100.0, line())]);
    let issues = assemble(&read_value(&document(&[bow_tie], &[]))).unwrap_err();
    assert!(issues.iter().any(|issue| issue.code == "panel.crosses" && issue.place.starts_with("panels[0].outline[")));
    let mut holed = rectangle_panel("p", 300.0, 300.0);
    let hole = |id: &str, x: f64| {
        let corner = |k: usize, dx: f64, dy: f64| json!({"id": format!("{id}{k}"), "from_mm": [x + dx, 100.0 + dy]});
        json!({"id": id, "outline": [corner(0, 0.0, 0.0), corner(1, 60.0, 0.0), corner(2, 60.0, 60.0), corner(3, 0.0, 60.0)]})
    };
    holed["holes"] = json!([hole("h", 100.0), hole("g", 130.0)]);
    let issues = assemble(&read_value(&document(&[holed.clone()], &[]))).unwrap_err();
    assert!(issues.iter().all(|issue| issue.place.starts_with("panels[0].holes[")), "{issues:#?}");
    // Apart, they are holes: χ = 1 − 2.
    holed["holes"] = json!([hole("h", 50.0), hole("g", 180.0)]);
    assert_eq!(euler(&sewn(&document(&[holed], &[]))), -1);
}

#[test]
fn a_fold_line_bends_the_cloth_to_its_angle() {
    let mut folded = rectangle_panel("p", 200.0, 100.0);
    folded["lines"] = json!([{"id": "f", "from_mm": [100.0, 0.0], "to_mm": [100.0, 100.0],
        "fold": {"angle_deg": 90.0, "strength": 20.0}}]);
    let mut value = document(&[folded], &[]);
    value["simulation"] = json!({"gravity_m_per_s2": 0.0, "air_drag_per_s": 5.0});
    let mut drape = Drape::new(&read_value(&value)).unwrap();
    for _ in 0..300 {
        drape.step();
    }
    // Normals of the two halves, far from the fold.
    let normals = drape.normals();
    let side = |x: f64| {
        let near =
            drape.cut().sheets[0].drawing.iter().position(|p| (p.x - x).abs() < 0.012 && (p.y - 0.05).abs() < 0.012);
        normals[near.expect("a point there")]
    };
    let [a, b] = [side(0.02), side(0.18)];
    let angle = toile::math::real::atan2(a.cross(b).length(), a.dot(b)).to_degrees();
    assert!((angle - 90.0).abs() < 6.0, "{angle}");
}

#[test]
fn pins_hold_and_the_rest_hangs() {
    let mut value = document(&[rectangle_panel("p", 200.0, 200.0)], &[]);
    value["pins"] =
        json!([{"id": "a", "panel": "p", "at_mm": [0, 200]}, {"id": "b", "panel": "p", "at_mm": [200, 200]}]);
    let mut drape = Drape::new(&read_value(&value)).unwrap();
    let start = drape.state().positions.clone();
    for _ in 0..100 {
        drape.step();
    }
    let moved: Vec<f64> = drape.state().positions.iter().zip(&start).map(|(a, b)| a.distance(*b)).collect();
    assert_eq!(moved.iter().filter(|moved| **moved == 0.0).count(), 2);
    let lowest = drape.state().positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    assert!(lowest < 0.0 && lowest > -0.1, "{lowest}");
}

/// A draped square carried to a finer, a coarser and the same mesh: the surface stays where it is.
#[test]
fn a_drape_carried_to_another_mesh_stays_where_it_is() {
    let mut document = toile::garment::all().remove(0);
    let mut drape = Drape::new(&document).unwrap();
    for _ in 0..60 {
        drape.step();
    }
    let before = drape.point_positions();
    let (old_triangles, old_state) = (drape.model().triangles.clone(), drape.state().clone());
    for size in [19.5, 14.0, 17.0] {
        document.panels[0].mesh.size_mm = size;
        let mut carried = Drape::new(&toile::garment::all()[0]).unwrap();
        assert!(carried.set_state(old_state.clone()));
        carried.update(&document).unwrap();
        let worst =
            carried.point_positions().iter().map(|p| distance_to(*p, &before, &old_triangles)).fold(0.0, f64::max);
        assert!(worst < 1e-3, "{size} mm: {} mm", worst * 1e3);
        assert_eq!(carried.state().steps, 60);
        let momentum = |drape: &Drape| -> DVec3 {
            drape.model().masses.iter().zip(&drape.state().velocities).map(|(m, v)| *m * *v).sum()
        };
        let (was, is) = (momentum(&drape), momentum(&carried));
        assert!((is - was).length() < 0.05 * was.length(), "{size} mm: {was} {is}");
    }
}

/// Distance from a point to a surface of triangles.
fn distance_to(p: DVec3, points: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let to_triangle = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|i| points[i as usize]);
        let n = (b - a).cross(c - a).normalize();
        let inside = |u: DVec3, v: DVec3| (v - u).cross(p - u).dot(n) >= 0.0;
        if inside(a, b) && inside(b, c) && inside(c, a) {
            return (p - a).dot(n).abs();
        }
        let to_segment = |u: DVec3, v: DVec3| {
            let t = ((p - u).dot(v - u) / (v - u).length_squared()).clamp(0.0, 1.0);
            p.distance(u + t * (v - u))
        };
        to_segment(a, b).min(to_segment(b, c)).min(to_segment(c, a))
    };
    triangles.iter().map(to_triangle).fold(f64::INFINITY, f64::min)
}
