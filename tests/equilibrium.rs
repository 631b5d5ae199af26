//! Equilibria against closed forms: what hangs, what pulls, and how quickly it is found.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

mod common;

use common::{fabric, model, quiet, values};
use glam::{DVec2, DVec3};
use toile::cloth::{Fabric, Model, Sheet, Tie};
use toile::solver::{Effort, Equilibrium, Stopped, Tangent};

/// A grid of `columns` × `rows` cells, all halved alike, of this length along x and width along y; weft along x after a turn
/// of the threads by `angle`.
fn grid([length, width]: [f64; 2], [columns, rows]: [u32; 2], angle: f64) -> Sheet {
    let at =
        |i: u32, j: u32| DVec2::new(length * f64::from(i) / f64::from(columns), width * f64::from(j) / f64::from(rows));
    let points: Vec<DVec2> = (0..=columns).flat_map(|i| (0..=rows).map(move |j| at(i, j))).collect();
    let index = |i: u32, j: u32| i * (rows + 1) + j;
    let cells = (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j)));
    let triangles = cells
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let turn = DVec2::new(angle.cos(), angle.sin());
    Sheet {
        panel: "sheet".into(),
        fabric: 0,
        drawing: points.clone(),
        start: points.iter().map(|p| p.extend(0.0)).collect(),
        points: points.iter().map(|p| turn.rotate(*p)).collect(),
        triangles,
        folds: vec![],
        local: vec![],
    }
}

fn isotropic(young: f64, bending: f64) -> Fabric {
    fabric(("membrane.isotropic", values(&[("young_n_per_m", young), ("poisson", 0.0)])), bending)
}

fn weights(model: &Model, gravity: DVec3) -> Vec<DVec3> {
    model.masses.iter().map(|mass| *mass * gravity).collect()
}

fn hold(model: &mut Model, held: impl Fn(DVec3) -> bool) {
    model.fixed = model.start.iter().map(|p| held(*p)).collect();
}

/// A strip under its own weight. At a distance s from its lower end the tension per width is ρ g s = E ½(λ² − 1) λ; the
/// strip is ∫ (λ − 1) ds longer.
#[test]
fn a_hanging_strip_is_as_long_as_its_law_says() {
    let (young, length, density, gravity) = (20.0, 1.0, 0.15, 9.81);
    let stretch = |s: f64| {
        let pull = density * gravity * s / young;
        let mut stretch = 1.0;
        for _ in 0..50 {
            stretch -= (0.5 * (stretch * stretch - 1.0) * stretch - pull) / (1.5 * stretch * stretch - 0.5);
        }
        stretch
    };
    let n = 2000;
    let simpson = (0..=n).map(|i| {
        let weight = if i == 0 || i == n { 1.0 } else { 2.0 + 2.0 * f64::from(i % 2) };
        weight * (stretch(length * f64::from(i) / f64::from(n)) - 1.0)
    });
    let expected = simpson.sum::<f64>() * length / (3.0 * f64::from(n));

    let mut model = model(grid([length, 0.1], [60, 6], 0.0), isotropic(young, 0.0), vec![], quiet());
    hold(&mut model, |p| p.x == 0.0);
    let loads = weights(&model, gravity * DVec3::X);
    let mut statics = Equilibrium::in_plane(&model);
    let mut positions = model.start.clone();
    let settled = statics.find(&model, &loads, &mut positions, Effort::default());
    assert_eq!(settled.stopped, Stopped::Floor, "{settled:?}");
    assert!(settled.iterations <= 10 && settled.relative_residual < 1e-10, "{settled:?}");

    let end = (0..positions.len()).filter(|i| model.start[*i].x == length);
    let (sum, count) = end.fold((0.0, 0.0), |(sum, count), i| (sum + positions[i].x - length, count + 1.0));
    // Rows of triangles are the midpoint rule: 1/60² of the curvature.
    assert!((sum / count / expected - 1.0).abs() < 3e-4, "{} {expected}", sum / count);

    let held = (0..positions.len()).filter(|i| model.fixed[*i]);
    let reaction: DVec3 = held.map(|i| -(statics.internal_forces()[i] + loads[i])).sum();
    let weight = density * length * 0.1 * gravity;
    assert!((reaction + weight * DVec3::X).length() < 1e-10 * weight, "{reaction}");
}

/// A strip that hardly stretches, held at its ends closer together than it is long, hangs in a catenary:
/// 2a sinh(D/2a) = S, sag a (cosh(D/2a) − 1).
#[test]
fn a_slack_strip_hangs_in_a_catenary() {
    let (length, distance) = (1.0, 0.8);
    let (mut low, mut high) = (0.01, 10.0);
    for _ in 0..200 {
        let a: f64 = 0.5 * (low + high);
        // The arc gets shorter as a grows.
        if 2.0 * a * (distance / (2.0 * a)).sinh() > length { low = a } else { high = a }
    }
    let sag = low * ((distance / (2.0 * low)).cosh() - 1.0);

    let mut model = model(grid([length, 0.04], [50, 2], 0.0), isotropic(5000.0, 0.01), vec![], quiet());
    hold(&mut model, |p| p.x == 0.0 || p.x == length);
    let loads = weights(&model, 9.81 * DVec3::NEG_Z);
    let mut statics = Equilibrium::new(&model);
    // A flat sheet pushed together, a little below the line between its ends: far from where it will hang.
    let start = |p: &DVec3| DVec3::new(distance * p.x, p.y, -0.05 * p.x * (length - p.x));
    let mut positions: Vec<DVec3> = model.start.iter().map(start).collect();
    let effort = Effort { shift: 1e3, iterations: 500, ..Effort::default() };
    let settled = statics.find(&model, &loads, &mut positions, effort);
    assert!(settled.found(), "{settled:?}");
    let lowest = positions.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    assert!((lowest / -sag - 1.0).abs() < 2e-3, "{lowest} {sag}");

    let held = (0..positions.len()).filter(|i| model.fixed[*i]);
    let reaction: DVec3 = held.map(|i| -(statics.internal_forces()[i] + loads[i])).sum();
    let weight = model.masses.iter().sum::<f64>() * 9.81;
    assert!((reaction - weight * DVec3::Z).length() < 1e-8 * weight, "{reaction} {weight}");
}

/// Clamped and pulled on the bias, the middle is compressed across: the exact tangent is what makes the end quadratic.
#[test]
fn the_exact_tangent_needs_fewer_iterations() {
    let law = values(&[("weft_n_per_m", 800.0), ("warp_n_per_m", 1200.0), ("shear_n_per_m", 40.0)]);
    let sheet = || grid([0.15, 0.05], [30, 10], std::f64::consts::FRAC_PI_4);
    let iterations = |tangent| {
        let mut model = model(sheet(), fabric(("membrane.orthotropic", law.clone()), 0.0), vec![], quiet());
        hold(&mut model, |p| p.x == 0.0 || p.x == 0.15);
        let loads = vec![DVec3::ZERO; model.particles()];
        let mut positions = model.start.clone();
        for (i, position) in positions.iter_mut().enumerate().filter(|(i, _)| model.start[*i].x == 0.15) {
            *position = model.start[i] + 0.01 * DVec3::X;
        }
        let settled =
            Equilibrium::in_plane(&model).find(&model, &loads, &mut positions, Effort { tangent, ..Effort::default() });
        assert!(settled.found(), "{tangent:?}: {settled:?}");
        settled.iterations
    };
    let (exact, positive) = (iterations(Tangent::Exact), iterations(Tangent::Positive));
    assert!(exact <= 10 && exact < positive, "exact {exact}, positive {positive}");
}

/// Axes that are let go find their own place: a strip pulled by edges that slide narrows by √(1 − 2νε) everywhere.
#[test]
fn single_axes_can_be_held() {
    let nu = 0.3;
    let cloth = fabric(("membrane.isotropic", values(&[("young_n_per_m", 500.0), ("poisson", nu)])), 0.0);
    let mut model = model(grid([0.1, 0.1], [8, 8], 0.0), cloth, vec![], quiet());
    hold(&mut model, |p| p.x == 0.0 || p.x == 0.1);
    let mut statics = Equilibrium::in_plane(&model);
    let mut positions = model.start.clone();
    for (i, start) in model.start.iter().enumerate().filter(|(i, _)| model.fixed[*i]) {
        positions[i].x = 1.2 * start.x;
        if start.y > 0.0 {
            statics.set_free(i, DVec3::Y);
        }
    }
    let settled = statics.find(&model, &vec![DVec3::ZERO; positions.len()], &mut positions, Effort::default());
    assert!(settled.found(), "{settled:?}");
    let width = (1.0 - 2.0 * nu * 0.22_f64).sqrt();
    for (position, start) in positions.iter().zip(&model.start) {
        assert!((position.y - width * start.y).abs() < 1e-12, "{position}");
    }
}

/// An elastic across a free strip draws it together until both pull alike.
#[test]
fn an_elastic_and_the_cloth_pull_alike() {
    let mut model = model(grid([0.1, 0.1], [1, 1], 0.0), isotropic(100.0, 0.0), vec![], quiet());
    hold(&mut model, |p| p.x == 0.0);
    // Along both sides, as strong as the cloth and half as long: f = k (x − l/2) from the elastic, cloth as its law.
    let index = |x: f64, y: f64| model.start.iter().position(|p| p.x == x && p.y == y).unwrap() as u32;
    model.elastics =
        [0.0, 0.1].map(|y| Tie { particles: [index(0.0, y), index(0.1, y)], length: 0.05, stiffness: 20.0 }).to_vec();
    let mut positions = model.start.clone();
    let mut statics = Equilibrium::in_plane(&model);
    // The cloth keeps its width, so that it is a spring of w E ½(λ² − 1) λ.
    for i in 0..positions.len() {
        if !model.fixed[i] {
            statics.set_free(i, DVec3::X);
        }
    }
    let settled = statics.find(&model, &[DVec3::ZERO; 4], &mut positions, Effort::default());
    assert!(settled.found(), "{settled:?}");
    let stretch = positions[index(0.1, 0.0) as usize].x / 0.1;
    let cloth = 0.1 * 100.0 * 0.5 * (stretch * stretch - 1.0) * stretch;
    let elastics = 2.0 * 20.0 * (0.1 * stretch - 0.05);
    assert!(stretch < 1.0 && (cloth + elastics).abs() < 1e-10, "{stretch}: {cloth} {elastics}");
}

#[test]
fn what_cannot_be_found_is_said() {
    let mut model = model(grid([0.1, 0.1], [4, 4], 0.0), isotropic(100.0, 1.0), vec![], quiet());
    hold(&mut model, |p| p.x == 0.0);
    let loads = weights(&model, 9.81 * DVec3::NEG_Z);
    let mut positions = model.start.clone();
    let few = Effort { iterations: 2, ..Effort::default() };
    let settled = Equilibrium::new(&model).find(&model, &loads, &mut positions, few);
    assert_eq!((settled.stopped, settled.iterations, settled.found()), (Stopped::Iterations, 2, false));

    positions[7].x = f64::NAN;
    let before = positions.clone();
    let settled = Equilibrium::new(&model).find(&model, &loads, &mut positions, Effort::default());
    assert_eq!(settled.stopped, Stopped::NotFinite);
    assert_eq!(positions[8], before[8]);
}
