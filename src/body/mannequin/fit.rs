//! From measurements to a body: the dials whose body measures what is asked for.
//!
//! Least squares of the misses in millimetres, with a little resistance against every dial, because there are more dials
//! than measurements: of all bodies that measure the same, the one nearest to the ordinary figure is taken.

use super::asset::{Asset, FigureData};
use super::measure::{Region, Taped};
use crate::body::{Figure, Measurements};
use crate::math::nonlinear::{Unknown, approach};
use glam::DVec3;

/// Millimetres of miss that a dial at 1 counts for; those that scale the whole torso count for more, because single
/// measurements should not be reached by a flat chest.
const RESISTANCE: f64 = 0.4;
const TORSO_RESISTANCE: f64 = 1.5;
const TORSO: [&str; 3] = ["torso-width", "torso-depth", "torso-taper"];
/// Iterations at most, and the part of the sum of squares below which one more is not worth it.
const EFFORT: (u32, f64) = (25, 1e-3);
/// Dials of the whole build end where the source's own do; those of single measurements look natural a little further.
const BUILD: [&str; 4] = ["weight", "muscle", "height", "cup"];
const BUILD_BOUND: f64 = 1.0;
const SINGLE_BOUND: f64 = 1.6;

/// A body with measurements of its own, standing as it was baked, its soles on the floor.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    /// Vertices, marks and joints, m.
    pub rows: Vec<DVec3>,
    /// What it measures.
    pub reached: Measurements,
}

/// The rows of a figure with its dials turned, its lowest vertex on the floor.
pub(super) fn morphed(figure: &FigureData, vertices: usize, dials: &[f64]) -> Vec<DVec3> {
    let mut rows = figure.rows.clone();
    for (dial, value) in figure.dials.iter().zip(dials) {
        let part = value.abs();
        if part > 0.0 {
            for (row, moved) in &dial.morphs[usize::from(*value > 0.0)] {
                rows[*row as usize] += *moved * part;
            }
        }
    }
    let floor = rows[..vertices].iter().fold(f64::INFINITY, |low, point| point.y.min(low));
    for row in &mut rows {
        row.y -= floor;
    }
    rows
}

/// The numbers that are asked for. The body rise is left out: it follows from the heights of waist and crotch.
fn numbers(m: &Measurements) -> [f64; 15] {
    [
        m.stature,
        m.bust,
        m.underbust,
        m.waist,
        m.hip,
        m.neck,
        m.shoulder,
        m.arm,
        m.back_waist,
        m.waist_to_floor,
        m.crotch_height,
        m.thigh,
        m.calf,
        m.upper_arm,
        m.wrist,
    ]
}

/// The body that comes nearest to the wanted measurements.
pub(super) fn fit(asset: &Asset, regions: &[Region], figure: Figure, wanted: &Measurements) -> Fitted {
    let data = asset.figure(figure);
    let target = numbers(wanted);
    let measured = |dials: &[f64]| {
        let rows = morphed(data, asset.vertices, dials);
        let reached = Taped { asset, figure, regions, rows: &rows }.measurements();
        (rows, reached)
    };
    let against = |name: &str| if TORSO.contains(&name) { TORSO_RESISTANCE } else { RESISTANCE };
    let resistance: Vec<f64> = data.dials.iter().map(|dial| against(&dial.name)).collect();
    let residuals = |dials: &[f64]| {
        let reached = numbers(&measured(dials).1);
        let misses = reached.iter().zip(&target).map(|(reached, wanted)| (reached - wanted) * 1e3);
        misses.chain(dials.iter().zip(&resistance).map(|(dial, against)| against * dial)).collect()
    };
    let unknown = |name: &str| {
        let bound = if BUILD.contains(&name) { BUILD_BOUND } else { SINGLE_BOUND };
        Unknown { value: 0.0, bounds: [-bound, bound], scale: 1.0, free: true }
    };
    let unknowns: Vec<Unknown> = data.dials.iter().map(|dial| unknown(&dial.name)).collect();
    let dials = approach(&unknowns, &residuals, EFFORT);
    let (rows, reached) = measured(&dials);
    Fitted { rows, reached }
}
