//! Static relaxation as an integrator: the same balance as the laboratory's solver, to the last digits, and rest on bodies.

#![cfg(not(target_arch = "wasm32"))]

mod common;
mod patterns;

use common::{cut, fabric, quiet, values};
use glam::DVec3;
use toile::Drape;
use toile::body::Shapes;
use toile::cloth::{Body, Cut, Fabric, Model, Settings, Sheet, State};
use toile::contact::brute_force::crossings;
use toile::document::read;
use toile::forces::{Geometric, Stencils, System, bending, membrane};
use toile::integrator::{Scheme, backward_euler, relaxation};
use toile::lab::hanging_square;
use toile::row::Table;
use toile::solver::{Effort, Equilibrium};

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

fn cloth(young: f64, bending: f64) -> Fabric {
    fabric(("membrane.isotropic", values(&[("young_n_per_m", young), ("poisson", 0.25)])), bending)
}

fn settings(integrator: Scheme) -> Settings {
    Settings { integrator, gravity: GRAVITY, newton_iterations: 2, tolerance: 1e-2, ..quiet() }
}

/// A square of n × n halved squares, horizontal, with its middle above the origin.
fn square(n: u32, side: f64, height: f64) -> Sheet {
    let mut sheet = hanging_square::cut(n, hanging_square::fabric(), quiet()).sheets.swap_remove(0);
    sheet.points.iter_mut().for_each(|p| *p *= side);
    sheet.drawing.clone_from(&sheet.points);
    for (start, p) in sheet.start.iter_mut().zip(&sheet.points) {
        *start = DVec3::new(p.x - 0.5 * side, height, p.y - 0.5 * side);
    }
    sheet
}

/// Steps until the drape says that it rests; returns how many it took.
#[track_caller]
fn settle(drape: &mut Drape, most: u32) -> u32 {
    for step in 1..=most {
        let report = drape.step();
        assert!(report.halted.is_none(), "{report:?}");
        if report.at_rest {
            return step;
        }
    }
    panic!("not at rest after {most} steps, {} m/s", drape.state().max_speed());
}

/// Forces of the cloth itself and its weight on every particle that is free, N.
fn residual(model: &Model, positions: &[DVec3]) -> Vec<DVec3> {
    let mut system = System::new(model, Stencils::Coupled);
    membrane::Scratch::new(model).add(model, positions, Geometric::Exact, &mut system);
    bending::Scratch::new(model).add(model, positions, 1.0, &mut system);
    let free = |i: usize| if model.fixed[i] { 0.0 } else { 1.0 };
    (0..positions.len()).map(|i| free(i) * (system.force[i] + model.masses[i] * GRAVITY)).collect()
}

fn largest(forces: impl Iterator<Item = DVec3>) -> f64 {
    forces.map(|force| force.abs().max_element()).fold(0.0, f64::max)
}

/// A square of this side held by two neighbouring corners, whose distance becomes this part of what it was.
fn hung(side: f64, part: f64) -> Drape {
    let n = 16;
    let cloth = cut(square(n, side, 0.0), cloth(100.0, 50.0), vec![], settings(relaxation::SCHEME));
    let mut drape = Drape::of_cut(Cut { pins: vec![0, n], ..cloth });
    for point in [0, n as usize] {
        let p = drape.state().positions[point];
        assert!(drape.move_pin(point, DVec3::new(p.x, p.y, part * p.z)));
    }
    drape
}

/// From the horizontal, and from another start by the laboratory's solver: one balance.
#[test]
fn cloth_hung_by_two_corners_finds_the_laboratory_s_balance() {
    let side = 0.5;
    let mut drape = hung(side, 1.0);
    settle(&mut drape, 100);
    // The laboratory starts elsewhere: hanging straight down, bent a little.
    let model = drape.model();
    let loads: Vec<DVec3> = model.masses.iter().map(|mass| *mass * GRAVITY).collect();
    let corner = model.start[0].x;
    let mut positions: Vec<DVec3> = model
        .start
        .iter()
        .map(|p| {
            let down = p.x - corner;
            DVec3::new(corner + 0.3 * down * (side - down), -down, p.z)
        })
        .collect();
    let effort = Effort { shift: 1e3, iterations: 1000, ..Effort::default() };
    let settled = Equilibrium::new(model).find(model, &loads, &mut positions, effort);
    assert!(settled.found(), "{settled:?}");
    let furthest = positions.iter().zip(&drape.state().positions).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(furthest < 1e-10, "{furthest} m apart");
    is_at_the_floor(&drape);
}

/// Brought together, the corners let the cloth fall in folds, of which there are several balances; the one that is found
/// is one to the last digits.
#[test]
fn cloth_that_hangs_in_folds_comes_to_the_floor() {
    let mut drape = hung(0.5, 0.9);
    settle(&mut drape, 150);
    is_at_the_floor(&drape);
}

/// The floor is what a change of every position by its last bit makes of the forces.
#[track_caller]
fn is_at_the_floor(drape: &Drape) {
    let model = drape.model();
    let here = residual(model, &drape.state().positions);
    let mut random = toile::math::random::Random::new(5);
    let mut next = |x: f64| x + x * f64::EPSILON * random.signed().signum();
    let moved: Vec<DVec3> =
        drape.state().positions.iter().map(|p| DVec3::new(next(p.x), next(p.y), next(p.z))).collect();
    let rounding = largest(residual(model, &moved).iter().zip(&here).map(|(a, b)| *a - *b));
    let left = largest(here.iter().copied());
    assert!(left <= 4.0 * rounding, "{left} N left, rounding is {rounding} N");
}

/// Weight and elasticity, J.
fn energy(drape: &Drape) -> f64 {
    let (model, positions) = (drape.model(), &drape.state().positions);
    let weight: f64 = model.masses.iter().zip(positions).map(|(mass, p)| -mass * GRAVITY.dot(*p)).sum();
    let bent = bending::Scratch::new(model).energy(model, positions);
    weight + bent + membrane::Scratch::new(model).energy(model, positions)
}

/// A square on a sphere: at rest, outside, not through itself, and no higher in energy than where steps of time lead it.
#[test]
fn a_square_on_a_sphere_rests_as_low_as_after_a_fall() {
    let sphere = || {
        let shape = Shapes::find("body.sphere").unwrap();
        Body::still("sphere", (shape.make)(&values(&[("radius_mm", 150.0)])))
    };
    let draped = |settings: Settings| {
        let settings = Settings { self_contact: true, drag: 1.0, ..settings };
        let mut drape = Drape::of_cut(cut(square(20, 0.4, 0.17), cloth(500.0, 20.0), vec![sphere()], settings));
        settle(&mut drape, 400);
        drape
    };
    let relaxed = draped(settings(relaxation::SCHEME));
    // Solved less thoroughly the fall goes on chattering on the sphere.
    let thorough = Settings { newton_iterations: 8, tolerance: 1e-5, ..settings(backward_euler::SCHEME) };
    let fallen = draped(thorough);
    let weight: f64 = relaxed.model().masses.iter().sum::<f64>() * 9.81;
    for p in &relaxed.state().positions {
        assert!(p.length() > 0.15, "{p} is inside");
    }
    assert_eq!(crossings(&relaxed.state().positions, &relaxed.model().triangles), 0);
    // A millimetre of its whole height is what friction may hold either of them at.
    assert!(energy(&relaxed) <= energy(&fallen) + 1e-3 * weight, "{} {}", energy(&relaxed), energy(&fallen));
}

/// Seams close, are welded, and the sewn bag comes to rest on the floor.
#[test]
fn panels_are_sewn_and_come_to_rest() {
    let mut value = patterns::bag();
    value["integrator"] = serde_json::json!({ "kind": "integrator.static" });
    value["bodies"] =
        serde_json::json!([{ "id": "floor", "shape": { "kind": "body.floor", "parameters": { "height_mm": -50 } } }]);
    let document = read(&value.to_string()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let mut drape = Drape::new(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
    settle(&mut drape, 1500);
    let report = drape.report();
    assert!(drape.is_sewn() && report.self_intersections == 0 && report.body_penetration_max_mm == 0.0, "{report:?}");
}

/// A step depends on positions alone: the same ones with other velocities lead to the same place.
#[test]
fn velocities_are_forgotten() {
    let hung = || {
        let cloth = cut(square(8, 0.5, 0.0), cloth(100.0, 50.0), vec![], settings(relaxation::SCHEME));
        Drape::of_cut(Cut { pins: vec![0, 8], ..cloth })
    };
    let (mut still, mut thrown) = (hung(), hung());
    let state = State { velocities: vec![DVec3::ONE; 81], ..State::start(thrown.model()) };
    assert!(thrown.set_state(state));
    for _ in 0..5 {
        assert!(still.step().max_speed_m_s > 0.01 && thrown.step().halted.is_none());
    }
    assert_eq!(still.state().hash(), thrown.state().hash());
}
