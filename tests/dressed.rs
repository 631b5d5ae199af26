//! Garments from flat to worn on mannequins that stand and that walk. They need the baked bodies: `scripts/setup.sh bodies`.

#![cfg(not(target_arch = "wasm32"))]

use glam::DVec3;
use toile::Drape;
use toile::body::Assets;
use toile::document::Document;
use toile::garment::{figure, garment, made_to_measure, put_on};
use toile::io::import;
use toile::row::Values;

fn worn(id: &str, size: &str) -> Document {
    let (row, body) = (garment(id, "garment").unwrap(), figure(size, "size").unwrap());
    made_to_measure(row, &Values::new(), body, Assets::built_in()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

fn begun(id: &str, size: &str) -> Drape {
    Drape::towards_rest(&worn(id, size), Assets::built_in()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

/// Drapes for so many seconds; from the time the seams are closed nothing may cross, and every tenth step is looked at.
fn drape(document: &Document, seconds: f64) -> Drape {
    let mut drape = Drape::with_assets(document, Assets::built_in()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let mut closed = None;
    while drape.state().time < seconds {
        let step = drape.step();
        assert!(step.halted.is_none(), "{:?}", step.halted);
        closed = closed.or(step.sewn.then_some(step.step));
        // What the seams crossed while they were drawn together has half a second to come apart.
        let settled = closed.is_some_and(|closed| step.step > closed + 50);
        if settled && step.step.is_multiple_of(10) {
            let report = drape.report();
            assert_eq!(report.self_intersections, 0, "at {} s", report.simulated_s);
        }
    }
    assert!(drape.is_sewn());
    drape
}

/// How far above or below the landmark that the garment is held to its nearest particle is, m: one that has slid down has none there.
fn from_anchor(id: &str, drape: &Drape) -> Option<f64> {
    let landmark = garment(id, "garment").unwrap().make.anchor?;
    let place = drape.model().bodies.iter().find_map(|body| body.shape.anatomy())?.landmarks.at(landmark);
    let height = |y: f64| (y - place.y).abs();
    Some(drape.state().positions.iter().map(|point| height(point.y)).fold(f64::INFINITY, f64::min))
}

#[test]
fn a_skirt_is_sewn_around_the_waist_and_stays() {
    let drape = drape(&worn("garment.a-line-skirt", "woman-88"), 3.0);
    let report = drape.report();
    assert!(report.body_penetration_max_mm < 0.1, "{} mm", report.body_penetration_max_mm);
    assert!(report.seam_gap_max_mm < 0.1 && report.max_strain < 0.2, "{report:?}");
    assert!(from_anchor("garment.a-line-skirt", &drape).unwrap() < 0.03);
}

/// Drapes to rest as documents are shown, and for two seconds more, in which it stays.
fn comes_to_rest(id: &str, size: &str) {
    let mut drape = begun(id, size);
    while !drape.at_rest() && drape.state().time < 12.0 {
        assert!(drape.step().halted.is_none());
    }
    let report = drape.report();
    assert!(report.at_rest && report.seam_gap_max_mm == 0.0, "{report:?}");
    assert_eq!((report.self_intersections, report.body_penetration_max_mm), (0, 0.0));
    let (at_rest, end) = (drape.state().positions.clone(), drape.state().time + 2.0);
    while drape.state().time < end {
        drape.step();
        assert_eq!(drape.model().settings.step, 0.01);
    }
    let moved = drape.state().positions.iter().zip(&at_rest).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(moved < 2e-3, "{} mm", moved * 1e3);
}

/// Larger triangles go ahead from flat; what rests in the end is the cloth itself, by its own steps, and it stays.
#[test]
fn a_garment_comes_to_rest_and_stays_there() {
    comes_to_rest("garment.a-line-skirt", "woman-88");
}

/// On this shoulder one particle was lifted by 0.4 mm in one step and let go in the next, for ever.
#[test]
fn no_particle_is_lifted_and_let_go_for_ever() {
    comes_to_rest("garment.kimono-dress", "man-54-176");
}

/// While larger triangles go ahead the cloth lies on them; a hand takes hold of the cloth itself, which goes on from there.
#[test]
fn a_hand_takes_the_cloth_from_larger_triangles() {
    let mut drape = begun("garment.a-line-skirt", "woman-88");
    let flat = drape.point_positions();
    for _ in 0..10 {
        drape.step();
    }
    let ahead = drape.point_positions();
    let way = |from: &[DVec3], to: &[DVec3]| from.iter().zip(to).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(way(&flat, &ahead) > 0.01 && !drape.is_sewn());
    assert!(drape.grab(0, ahead[0] + DVec3::new(0.0, 0.0, 0.05)));
    let time = drape.state().time;
    let report = drape.step();
    assert!((drape.state().time - time - 0.01).abs() < 1e-12, "a step of the document's own");
    assert!(report.halted.is_none() && way(&ahead, &drape.point_positions()) < 0.05);
    // From flat again, larger triangles go ahead again, to the same place.
    drape.release_grab();
    drape.reset();
    assert_eq!(way(&flat, &drape.point_positions()), 0.0);
    for _ in 0..10 {
        drape.step();
    }
    assert_eq!(way(&ahead, &drape.point_positions()), 0.0);
}

/// Two steps of a walk. Where the thighs pass each other the skin may overlap itself, and cloth between them is held by both.
#[test]
fn a_skirt_follows_a_walk() {
    let mut document = worn("garment.a-line-skirt", "woman-88");
    let numbers = &mut document.bodies[0].shape.parameters;
    for (name, value) in [("motion", 1.0), ("dressing_s", 2.2), ("transition_s", 0.6)] {
        numbers.insert(name.to_owned(), value);
    }
    let report = drape(&document, 4.2).report();
    assert!(report.body_penetration_max_mm < 1.0, "{} mm", report.body_penetration_max_mm);
    assert!(report.max_strain < 0.3, "{report:?}");
}

/// Patterns as GarmentCode writes them: flat, in front of and behind a figure, sleeves along x and in two halves. Nobody says
/// where their panels are worn.
#[test]
fn patterns_of_another_tool_are_worn_without_help() {
    for (name, text) in [
        ("gathered_skirt.json", include_str!("garment_code/gathered_skirt.json")),
        ("tee.json", include_str!("garment_code/tee.json")),
    ] {
        let mut document = import(text, name).unwrap_or_else(|issues| panic!("{issues:#?}")).document;
        document.panels.iter_mut().for_each(|panel| panel.mesh.size_mm = 22.0);
        put_on(&mut document, figure("woman-88", "size").unwrap(), Assets::built_in()).unwrap();
        let drape = drape(&document, 2.5);
        let report = drape.report();
        assert_eq!((report.self_intersections, report.body_penetration_max_mm), (0, 0.0), "{name}");
        assert!(report.seam_gap_max_mm < 0.1 && report.max_strain < 0.4, "{name}: {report:?}");
        // Held up by the waist or the shoulders: what has slid off has its top at the hip or below.
        let top = drape.state().positions.iter().map(|point| point.y).fold(0.0, f64::max);
        assert!(top > 1.0, "{name}: {top} m");
    }
}
