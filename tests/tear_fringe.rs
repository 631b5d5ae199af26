//! Loose ends of a tear: they come to rest, and nothing that is seen of a torn yarn is longer than the yarn.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use common::{cut, fabric, grid, quiet, values};
use glam::DVec3;
use toile::Drape;
use toile::cloth::{Cut, Fabric};
use toile::fabric::strength::Strength;
use toile::yarn::fringe::{Anchor, End, Fringe, Hold, NODES, SPACING, Surroundings, Touch};

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);
const LENGTH: f64 = 8e-3;

fn hanging(outward: DVec3) -> (Fringe, Anchor) {
    let hold = Hold { sheet: 0, points: [0, 1], weights: [0.5, 0.5] };
    let end = End { hold, inside: 2, source: hold, length: LENGTH, mass: 2e-7, fabric: 0 };
    let anchor = Anchor { position: DVec3::ZERO, velocity: DVec3::ZERO, outward, share: 1.0 };
    let mut fringe = Fringe::default();
    fringe.add(end, [anchor.position, outward], DVec3::new(0.3, 0.4, 2.0));
    (fringe, anchor)
}

fn speed(fringe: &Fringe) -> f64 {
    fringe.velocities.iter().map(|velocity| velocity.length()).fold(0.0, f64::max)
}

/// Whichever way its edge points, an end that was thrown comes to rest: what is left of its energy would keep the cloth awake.
#[test]
fn ends_come_to_rest() {
    let around = Surroundings { gravity: GRAVITY, seconds: 0.01, out_of_bodies: &|_| DVec3::ZERO, cloth: &|_, _| None };
    for outward in [DVec3::X, DVec3::Y, DVec3::NEG_Y, DVec3::new(0.6, 0.8, 0.0), DVec3::new(0.0, 0.28, 0.96)] {
        let (mut fringe, anchor) = hanging(outward);
        (0..100).for_each(|_| drop(fringe.step(&[anchor], &around)));
        assert!(speed(&fringe) < 0.01, "{outward}: {} m/s after a second", speed(&fringe));
    }
}

/// Cloth that moves an end out of itself does not lengthen it.
#[test]
fn ends_that_are_moved_out_keep_their_length() {
    let out_of_floor = |_: DVec3, to: DVec3| {
        let out = DVec3::Y * (-1e-3 - to.y);
        (out.y > 0.0).then_some(Touch { out, velocity: DVec3::ZERO, share: 1.0, triangle: 0, weights: [1.0, 0.0, 0.0] })
    };
    let around =
        Surroundings { gravity: GRAVITY, seconds: 0.01, out_of_bodies: &|_| DVec3::ZERO, cloth: &out_of_floor };
    let (mut fringe, anchor) = hanging(DVec3::X);
    for step in 0..100 {
        fringe.step(&[anchor], &around);
        for pair in fringe.positions.windows(2) {
            let piece = LENGTH / (NODES - 1) as f64;
            assert!((pair[0].distance(pair[1]) - piece).abs() < 1e-12, "step {step}");
        }
    }
}

/// How many times as long as it was cut the most stretched edge of a cloth is.
fn stretch(drape: &Drape) -> f64 {
    let (sheet, places) = (&drape.cut().sheets[0], drape.point_positions());
    let edges = sheet.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let longer = edges.map(|edge| {
        let [a, b] = edge.map(|point| point as usize);
        places[a].distance(places[b]) / sheet.points[a].distance(sheet.points[b])
    });
    longer.fold(0.0, f64::max)
}

/// A soft cloth opens wide between one step and the next; its yarns are seen no longer than they broke.
#[test]
fn yarns_across_a_wide_tear_are_no_longer_than_they_are() {
    let law = ("membrane.isotropic", values(&[("young_n_per_m", 60.0), ("poisson", 0.2)]));
    let strength = Strength { tear: [0.9; 2], spread: 0.2 };
    let cloth = Fabric { strength, ..fabric(law, 5.0) };
    let sheet = grid([12, 12], [0.24, 0.24], |place| place.extend(0.0));
    let left: Vec<u32> = (0..sheet.points.len() as u32).filter(|p| sheet.points[*p as usize].x < 1e-9).collect();
    let right: Vec<usize> = (0..sheet.points.len()).filter(|p| sheet.points[*p].x > 0.239).collect();
    let mut drape = Drape::of_cut(Cut { pins: left, ..cut(sheet, cloth, vec![], quiet()) });
    drape.set_tearing(Some(3));
    let held = right[right.len() / 2];
    let from = drape.point_positions()[held];
    drape.grab(held, from);
    let mut torn = 0;
    for step in 0..150 {
        drape.move_grab(from + DVec3::X * (6e-3 * f64::from(step)));
        let report = drape.step();
        assert!(report.halted.is_none(), "{:?}", report.halted);
        torn += report.torn;
        // Nine crossings hold a yarn that breaks; one that is being drawn out sags, by a parabola longer than its chord.
        let broken = drape.fringe().map_or(0, |fringe| fringe.ends.len()) + drape.pull_outs().len();
        // A piece of a yarn along the tear has four crossings and its crimp, or is as long as the cloth that holds it is stretched; it is
        // drawn by a tenth at most, and a spline through it is a little longer.
        let along = 4.0 * SPACING * 1.1 * 1.1 * stretch(&drape).max(1.08);
        for (k, (nodes, _)) in drape.torn_yarns().iter().enumerate() {
            let length: f64 = nodes.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            let most = if k < broken { 9.1 * SPACING } else { along };
            assert!(length < most, "step {step}, yarn {k}: {length} m of {most}");
        }
    }
    assert!(torn > 3 && drape.fringe().is_some() && drape.band().is_some(), "{torn} edges torn");
}
