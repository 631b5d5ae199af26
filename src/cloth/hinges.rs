//! The hinges of a cloth: wherever two triangles share an edge, inside a panel or across a seam.

use super::{Cut, HingeRest, Model};
use crate::fabric::bending::Bending;
use std::collections::BTreeMap;

/// A pair of numbers in ascending order: an edge of the mesh.
type Edge = (u32, u32);

/// One triangle's side of an edge.
struct Wing {
    triangle: usize,
    corner: usize,
}

/// Every hinge that resists bending, sorted by fabric.
pub(super) fn all(model: &Model, cut: &Cut, offsets: &[u32]) -> Vec<HingeRest> {
    let pressed = pressed_edges(model, cut, offsets);
    // Keyed in ascending order, so that the order of hinges depends on the mesh alone.
    let mut wings: BTreeMap<Edge, Vec<Wing>> = BTreeMap::new();
    for (triangle, particles) in model.triangles.iter().enumerate() {
        for corner in 0..3 {
            let edge = ascending(particles[corner], particles[(corner + 1) % 3]);
            wings.entry(edge).or_default().push(Wing { triangle, corner });
        }
    }
    let mut hinges = Vec::new();
    for (edge, wings) in &wings {
        // More than two triangles meet where three layers are sewn in one seam: each holds on to the next.
        for pair in wings.windows(2) {
            let (angle, fold) = pressed.get(edge).copied().unwrap_or((0.0, 1.0));
            let hinge = hinge(model, &pair[0], &pair[1]);
            let limp = pair.iter().all(|wing| model.fabrics[model.fabric_of(wing.triangle)].is_limp());
            if hinge.particles[2] != hinge.particles[3] && !limp {
                hinges.push(HingeRest { angle, fold, ..hinge });
            }
        }
    }
    hinges.sort_by_key(|hinge| (hinge.fabric, hinge.particles));
    hinges
}

/// Angle and strength of the edges along folds and pressed seams.
fn pressed_edges(model: &Model, cut: &Cut, offsets: &[u32]) -> BTreeMap<Edge, (f64, f64)> {
    let particle = |point: u32| model.particle_of[point as usize];
    let mut pressed = BTreeMap::new();
    for (sheet, first) in cut.sheets.iter().zip(offsets) {
        for fold in &sheet.folds {
            for pair in fold.points.windows(2) {
                let edge = ascending(particle(first + pair[0]), particle(first + pair[1]));
                pressed.insert(edge, (fold.angle, fold.strength));
            }
        }
    }
    for seam in &cut.seams {
        for ([from, to], _) in &seam.segments {
            let edge = ascending(particle(seam.pairs[*from][0]), particle(seam.pairs[*to][0]));
            pressed.insert(edge, seam.fold);
        }
    }
    pressed
}

fn ascending(a: u32, b: u32) -> Edge {
    (a.min(b), a.max(b))
}

/// Length of the edge and height on it, in the triangle's own panel.
fn measure(model: &Model, wing: &Wing) -> (f64, f64) {
    let [a, b, c] = [0, 1, 2].map(|k| {
        let point = model.point_triangles[wing.triangle][(wing.corner + k) % 3];
        model.material[point as usize]
    });
    let length = a.distance(b);
    (length, (b - a).perp_dot(c - a).abs() / length)
}

fn hinge(model: &Model, left: &Wing, right: &Wing) -> HingeRest {
    let wings = [left, right];
    let [(l0, h0), (l1, h1)] = wings.map(|wing| measure(model, wing));
    let corner = |wing: &Wing, k: usize| model.triangles[wing.triangle][(wing.corner + k) % 3];
    let triangles = wings.map(|wing| wing.triangle);
    // A triangle whose fabric's law acts on its curvature has no part in the law of the hinge.
    let bends = |triangle: &&usize| law_of(model, **triangle).hinge().is_some();
    let first = triangles.iter().find(bends);
    HingeRest {
        particles: [corner(left, 0), corner(left, 1), corner(left, 2), corner(right, 2)],
        triangles: triangles.map(|triangle| triangle as u32),
        fabric: model.fabric_of(*first.unwrap_or(&left.triangle)) as u32,
        length: 0.5 * (l0 + l1),
        height: height(model, triangles, [h0, h1]),
        angle: 0.0,
        fold: 1.0,
        strength: 0.25
            * triangles.iter().filter(bends).count() as f64
            * (model.stiffening[left.triangle] + model.stiffening[right.triangle]),
    }
}

/// The height over which a hinge bends. A clamp holds the slope up to the edge: beside it the cloth bends over its own half
/// alone.
fn height(model: &Model, triangles: [usize; 2], [left, right]: [f64; 2]) -> f64 {
    match triangles.map(|triangle| model.is_clamped(triangle)) {
        [true, false] => 0.5 * right,
        [false, true] => 0.5 * left,
        _ => 0.5 * (left + right),
    }
}

/// The hinge after something was clamped.
pub(super) fn measured(model: &Model, hinge: &HingeRest) -> HingeRest {
    let triangles = hinge.triangles.map(|triangle| triangle as usize);
    let heights = triangles.map(|triangle| {
        let apart = |corner: &usize| !hinge.particles[..2].contains(&model.triangles[triangle][*corner]);
        let apex = (0..3).find(apart).unwrap_or(2);
        measure(model, &Wing { triangle, corner: (apex + 1) % 3 }).1
    });
    HingeRest { height: height(model, triangles, heights), ..*hinge }
}

fn law_of(model: &Model, triangle: usize) -> &Bending {
    &model.fabrics[model.fabric_of(triangle)].bending
}
