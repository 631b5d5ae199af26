//! The hanging square: its layout, its first step, and what its qualities promise.

#![cfg(not(target_arch = "wasm32"))]

use glam::{DVec3, Vec3};
use toile::Drape;
use toile::cloth::Settings;
use toile::lab::{self, Bench, Figure, Outcome, hanging_square};

/// Figures and every step's positions.
fn run(given: &[&str]) -> (Outcome, Vec<Vec3>) {
    let row = lab::find("hanging-square").expect("known");
    let settings = lab::settings(row, given).expect("in order");
    let mut frames = Vec::new();
    let mut last = 0.0;
    let outcome = (row.make.run)(&mut Bench {
        fabric: &lab::default_fabric(),
        settings: &settings,
        progress: &mut |part| last = part,
        clock: || 0.0,
        frames: Some(&mut frames),
    });
    assert_eq!(last, 1.0);
    (outcome.expect("it runs"), frames.chunks(3).map(Vec3::from_slice).collect())
}

#[test]
fn frames_hold_every_step_in_the_order_of_the_grid() {
    let (outcome, frames) = run(&["n=16", "steps=2", "newton=20", "tolerance=1e-9"]);
    assert_eq!(frames.len(), 2 * 17 * 17);
    assert_eq!((outcome.number("triangles"), outcome.number("particles")), (Some(512.0), Some(289.0)));
    let first = &frames[..17 * 17];
    for i in 0..17 {
        for j in 0..17 {
            let start = Vec3::new(i as f32 / 16.0, 0.0, j as f32 / 16.0);
            let there = first[i * 17 + j];
            if i == 0 {
                assert_eq!((there, frames[17 * 17 + j]), (start, start), "the edge is held");
            }
            assert!(there.distance(start) < 1.5e-3, "{there} {start}");
        }
    }
    // The free edge does not feel the held one yet: backward Euler falls by h²g, then by 2h²g more.
    for j in 0..17 {
        let fallen = [0, 1].map(|step| -frames[step * 17 * 17 + 16 * 17 + j].y);
        assert!((fallen[0] - 9.81e-4).abs() < 1e-7 && (fallen[1] - 3.0 * 9.81e-4).abs() < 1e-6, "{fallen:?}");
    }
    assert_eq!(outcome.number("element_steps_per_s"), Some(0.0), "without a clock there is no speed");
}

#[test]
fn the_same_run_gives_the_same_bits_and_another_integrator_others() {
    let hash = |given: &[&str]| match run(given).0.find("state_hash") {
        Some(Figure::Text(hash)) => hash.clone(),
        other => panic!("{other:?}"),
    };
    let plain = hash(&["n=16", "steps=20"]);
    assert_eq!(plain, hash(&["n=16", "steps=20", "integrator=backward-euler", "quality=accurate"]));
    for other in ["integrator=midpoint", "integrator=bdf2", "quality=interactive", "newton=1", "dt_ms=5"] {
        assert_ne!(plain, hash(&["n=16", "steps=20", other]), "{other}");
    }
}

/// After a second within 1 and 20 mm of the same steps solved until nothing moves by a nanometre any more.
#[test]
fn the_qualities_keep_what_they_promise() {
    let end = |settings: Settings| {
        let mut drape = Drape::of_cut(hanging_square::cut(32, hanging_square::fabric(), settings));
        let most = (0..100).map(|_| drape.step().newton_iterations).max();
        (drape.state().positions.clone(), most.unwrap_or_default())
    };
    let accurate = hanging_square::steps("accurate");
    let (converged, most) = end(Settings { newton_iterations: 200, tolerance: 1e-9, ..accurate });
    assert!(most < 200, "a step did not converge");
    for (settings, limit) in [(accurate, 1e-3), (hanging_square::steps("interactive"), 20e-3)] {
        let (found, _) = end(settings);
        let squares: f64 = found.iter().zip(&converged).map(|(a, b): (&DVec3, _)| a.distance_squared(*b)).sum();
        let rms = (squares / found.len() as f64).sqrt();
        assert!(rms < limit, "{rms} m off, promised {limit}");
    }
}
