//! Cloth that was stored at rest goes on from there: sewn, in its place, and at rest.
#![cfg(not(target_arch = "wasm32"))]

mod patterns;

use patterns::{document, panel, placed, rectangle, seam};
use serde_json::json;
use toile::Drape;
use toile::document::{Document, read};

/// A poncho of two halves, sewn along both shoulders, above a sphere.
fn poncho() -> Document {
    let half = |id: &str, z: f64, turn: f64| {
        placed(panel(id, &rectangle(400.0, 200.0)), [-z.signum() * 200.0, 330.0, z], turn)
    };
    let seams = [seam("shoulders", &[("front", "e2")], &[("back", "e2")])];
    let mut value = document(&[half("front", 120.0, 0.0), half("back", -120.0, 180.0)], &seams);
    value["bodies"] = json!([{
        "id": "ball",
        "shape": {"kind": "body.sphere", "parameters": {"radius_mm": 200.0, "y_mm": 200.0}},
    }]);
    read(&value.to_string()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

fn opened() -> Drape {
    Drape::new(&poncho()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

fn until_rest(drape: &mut Drape) {
    for _ in 0..1500 {
        let step = drape.step();
        assert!(step.halted.is_none());
        if step.at_rest {
            return;
        }
    }
    panic!("still moving at {} m/s", drape.state().max_speed());
}

#[test]
fn stored_cloth_goes_on_sewn_and_at_rest() {
    let mut first = opened();
    assert!(!first.is_sewn() && first.stored().is_none(), "open seams are not stored");
    until_rest(&mut first);
    let bytes = first.stored().unwrap();
    assert_eq!(bytes.len(), 16 + 12 * first.model().particles());

    let mut second = opened();
    assert!(second.resume(&bytes));
    assert!(second.is_sewn());
    assert_eq!((second.state().steps, second.state().time), (first.state().steps, first.state().time));
    let apart = |a: &Drape, b: &Drape| {
        let pairs = a.state().positions.iter().zip(&b.state().positions);
        pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
    };
    // Half a last place of single precision below 0.5 m along each axis is 15 nm.
    assert!(apart(&first, &second) < 15e-9 * 3.0_f64.sqrt() * 1.01);
    // Grips are found anew within their own length of 15 µm, and what hangs follows them.
    for _ in 0..30 {
        assert!(second.step().halted.is_none());
    }
    assert!(apart(&first, &second) < 1e-3, "moved by {} m", apart(&first, &second));
    assert!(second.at_rest(), "{} m/s", second.state().max_speed());
    assert_eq!(second.report().self_intersections, 0);
}

#[test]
fn bytes_of_other_cloth_are_refused() {
    let mut drape = opened();
    drape.step();
    let before = drape.state().clone();
    let particles = {
        let mut sewn = opened();
        until_rest(&mut sewn);
        sewn.stored().unwrap()
    };
    let short = &particles[..particles.len() - 12];
    let torn = &particles[..particles.len() - 1];
    let mut spoilt = particles.clone();
    spoilt[16..20].copy_from_slice(&f32::NAN.to_le_bytes());
    for bad in [&[][..], short, torn, &spoilt] {
        assert!(!drape.resume(bad));
        assert_eq!(drape.state(), &before);
    }
    assert!(drape.resume(&particles));
}

/// An edit after going back to the start still finds the data that bodies are made from.
#[test]
fn going_back_to_the_start_keeps_the_bodies() {
    let mut document = poncho();
    document.bodies[0].shape.kind = "body.mannequin".to_owned();
    document.bodies[0].shape.parameters.clear();
    let mut drape = Drape::new(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
    drape.reset();
    document.name = "edited".to_owned();
    drape.update(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
}
