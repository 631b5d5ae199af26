//! What a step must conserve, and where cloth must come to rest.

#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

mod common;

use common::{cut, equilateral, fabric, quiet, values};
use glam::DVec3;
use toile::Drape;
use toile::body::Shapes;
use toile::cloth::{Body, Settings, State};
use toile::row::{Table, Values};

fn isotropic() -> (&'static str, Values) {
    ("membrane.isotropic", values(&[("young_n_per_m", 1000.0), ("poisson", 0.0)]))
}

fn momentum(drape: &Drape) -> DVec3 {
    drape.model().masses.iter().zip(&drape.state().velocities).map(|(m, v)| *m * *v).sum()
}

/// Backward Euler of a free fall: after n steps the speed is n h g and the way h² g n(n+1)/2.
#[test]
fn free_fall_follows_backward_euler_exactly() {
    let settings = Settings { gravity: DVec3::new(0.0, 0.0, -9.81), ..quiet() };
    let mut drape = Drape::of_cut(cut(equilateral(6, 6, 0.02), fabric(isotropic(), 10.0), vec![], settings));
    for _ in 0..20 {
        assert!(drape.step().halted.is_none());
    }
    for (i, position) in drape.state().positions.iter().enumerate() {
        let fallen = drape.model().start[i].z - position.z;
        assert!((fallen - 9.81 * 1e-4 * 210.0).abs() < 1e-6, "{fallen}");
        assert!((drape.state().velocities[i].z + 9.81 * 0.2).abs() < 1e-4);
    }
}

#[test]
fn momentum_is_conserved_without_outer_forces() {
    let mut drape = Drape::of_cut(cut(equilateral(8, 8, 0.02), fabric(isotropic(), 10.0), vec![], quiet()));
    let mut state = State::start(drape.model());
    let mut random = toile::math::random::Random::new(4);
    for velocity in &mut state.velocities {
        *velocity = DVec3::new(random.signed(), 2.0 + random.signed(), random.signed());
    }
    assert!(drape.set_state(state));
    let before = momentum(&drape);
    for _ in 0..50 {
        drape.step();
    }
    // Within the tolerance of the linear solves, 1e-5 of the momentum each at worst.
    assert!((momentum(&drape) - before).length() < 1e-4 * before.length(), "{before} {}", momentum(&drape));
}

fn body(kind: &str, numbers: &[(&str, f64)]) -> Body {
    Body::still(kind, (Shapes::find(kind).unwrap().make)(&values(numbers)))
}

/// One particle goes so fast that squares of its way overflow: the step ends, is told, and nothing of it stays.
#[test]
fn numbers_that_are_not_finite_end_the_step_and_leave_no_trace() {
    let floor = body("body.floor", &[]);
    let settings = Settings { self_contact: true, ..quiet() };
    let mut drape = Drape::of_cut(cut(equilateral(6, 6, 0.02), fabric(isotropic(), 10.0), vec![floor], settings));
    let mut state = State::start(drape.model());
    state.velocities[5] = DVec3::new(1e200, 1e200, 0.0);
    assert!(drape.set_state(state.clone()));
    let report = drape.step();
    assert_eq!(report.halted.expect("it cannot go on").code, "solver.not-finite");
    assert_eq!((&drape.state().positions, &drape.state().velocities), (&state.positions, &state.velocities));
}

/// A sheet dropped flat on the floor ends one thickness above it, its weight carried by the contact layer.
#[test]
fn a_sheet_comes_to_rest_on_the_floor() {
    let settings = Settings { gravity: DVec3::new(0.0, -9.81, 0.0), drag: 0.5, ..quiet() };
    let mut sheet = equilateral(6, 6, 0.02);
    for point in &mut sheet.start {
        *point = DVec3::new(point.x, 0.03, point.y);
    }
    let floor = body("body.floor", &[]);
    let mut drape = Drape::of_cut(cut(sheet, fabric(isotropic(), 10.0), vec![floor], settings));
    let steps = (0..300).take_while(|_| !drape.step().at_rest).count();
    assert!(steps < 300, "not at rest after 3 s, {} m/s", drape.state().max_speed());
    for position in &drape.state().positions {
        assert!((position.y - 0.5e-3).abs() < 5e-6, "{}", position.y);
    }
}

/// Friction with coefficient 0.3 holds on a slope of 0.25 and lets go on one of 0.4, where the cloth accelerates by
/// g (sin α − μ cos α). The slope is made by tilting gravity.
#[test]
fn friction_holds_below_its_angle_and_slides_above() {
    for (slope, slides) in [(0.25_f64, false), (0.4, true)] {
        let angle = slope.atan();
        let gravity = 9.81 * DVec3::new(angle.sin(), -angle.cos(), 0.0);
        let mut sheet = equilateral(4, 4, 0.02);
        for point in &mut sheet.start {
            *point = DVec3::new(point.x, 0.5e-3, point.y);
        }
        let settings = Settings { gravity, ..quiet() };
        let floor = body("body.floor", &[]);
        let mut drape = Drape::of_cut(cut(sheet, fabric(isotropic(), 10.0), vec![floor], settings));
        for _ in 0..100 {
            drape.step();
        }
        let speed = drape.state().velocities[0].x;
        if slides {
            let expected = 9.81 * (angle.sin() - 0.3 * angle.cos());
            assert!((speed / expected - 1.0).abs() < 0.02, "{speed} {expected}");
        } else {
            assert!(speed.abs() < 1e-3, "{speed}");
        }
    }
}

/// Nothing gets through a body, however fast it arrives.
#[test]
fn cloth_shot_at_a_sphere_stays_outside() {
    let mut sheet = equilateral(12, 12, 0.02);
    for point in &mut sheet.start {
        *point = DVec3::new(point.x - 0.12, 0.2, point.y - 0.1);
    }
    let sphere = body("body.sphere", &[("radius_mm", 100.0)]);
    let mut drape = Drape::of_cut(cut(
        sheet,
        fabric(isotropic(), 10.0),
        vec![sphere],
        Settings { newton_iterations: 2, ..quiet() },
    ));
    let mut state = State::start(drape.model());
    state.velocities.fill(DVec3::new(0.0, -20.0, 0.0));
    assert!(drape.set_state(state));
    for step in 0..60 {
        assert!(drape.step().halted.is_none());
        let nearest = drape.state().positions.iter().map(|p| p.length()).fold(f64::INFINITY, f64::min);
        assert!(nearest >= 0.1, "step {step}: {nearest}");
    }
}

#[test]
fn a_state_with_numbers_that_are_not_finite_is_contained() {
    let mut drape = Drape::of_cut(cut(equilateral(4, 4, 0.02), fabric(isotropic(), 10.0), vec![], quiet()));
    let mut state = State::start(drape.model());
    state.velocities[3] = DVec3::splat(1e300);
    assert!(drape.set_state(state.clone()));
    let report = drape.step();
    assert_eq!(report.halted.expect("the step must be undone").code, "solver.not-finite");
    assert_eq!(drape.state(), &state);
    assert!(!drape.grab(10_000, DVec3::ZERO));
    assert!(!drape.grab(0, DVec3::NAN));
}

#[test]
fn a_grabbed_particle_follows_the_hand() {
    let mut drape = Drape::of_cut(cut(equilateral(6, 6, 0.02), fabric(isotropic(), 10.0), vec![], quiet()));
    let target = drape.state().positions[0] + DVec3::new(-0.2, 0.1, 0.3);
    assert!(drape.grab(0, target));
    for _ in 0..200 {
        drape.step();
    }
    assert!((drape.state().positions[0] - target).length() < 0.005);
    drape.release_grab();
    assert!(!drape.move_grab(target));
}
