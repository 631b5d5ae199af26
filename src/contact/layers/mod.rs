//! Cloth against cloth.
//!
//! ```text
//!   begin     pairs of features that could come near in this step        a tree of swept boxes, kept while it holds
//!   press     nearer than the thickness: push and friction, implicit     every Newton iteration, as links
//!   advance   the motion of the iteration, swept: what would pass is stopped
//! ```
//!
//! Cloth goes from one place without crossings to the next, from the start of the step over every Newton iteration to its
//! end. So each iteration feels the layers where they really are, and answers to what stopped it; whatever number of
//! iterations there is time for, no step leads to a crossing.

mod detect;
mod press;
mod safe;
mod tangle;
mod tree;

pub(super) use detect::least;
pub use safe::Kept;

use super::distance::{Closest, Pair};
use crate::fabric::friction::FrictionLaw;
use glam::DVec3;

/// What cloth against cloth needs to know of the cloth.
#[derive(Clone, Debug)]
pub struct Sheets {
    /// Particles of the triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Weights that give each triangle's weft direction, 1/m.
    pub wefts: Vec<[f64; 3]>,
    /// Where each triangle is on the panels, m: weft, warp, and the panel's number.
    pub places: Vec<DVec3>,
    /// Distance that two layers of each particle's fabric keep, m.
    pub thickness: Vec<f64>,
    /// Area of each particle, m².
    pub areas: Vec<f64>,
    /// One over the mass of each particle, 1/kg; zero for those that are held.
    pub inverse_masses: Vec<f64>,
    /// Particles that are or will be sewn to one another have the same number; their features are neighbours.
    pub sewn: Vec<u32>,
}

/// A pair that could come near, as it is at the start of the step.
#[derive(Clone, Copy, Debug)]
struct Near {
    pair: Pair,
    /// Distance to keep, m.
    thickness: f64,
    /// Area that presses, m².
    area: f64,
    /// The features are at least this far apart where the cloth is now, m.
    apart: f64,
    /// From the second feature to the first where they were measured last: along it most pairs keep a gap.
    normal: DVec3,
    /// The distance at which the pair is stopped, and the least it may come to, m.
    least: [f64; 2],
}

/// Cloth against cloth: topology and scratch.
#[derive(Clone, Debug)]
pub struct Layers {
    sheets: Sheets,
    search: detect::Search,
    near: Vec<Near>,
    tangle: tangle::Tangle,
    /// Where the step began.
    start: Vec<DVec3>,
    /// Where the cloth is now: no pair is nearer than it may be.
    safe: Vec<DVec3>,
    /// Where it was expected to go when `near` was found.
    expected: Vec<DVec3>,
    changed: Vec<bool>,
    /// Scratch of a sweep: which particles its last round moved.
    moved: Vec<bool>,
}

/// Friction of cloth on cloth and the time in which it acts.
#[derive(Clone, Copy)]
pub struct Rubbing<'a> {
    /// The law of a particle's fabric on itself.
    pub law: &'a dyn Fn(u32) -> &'a dyn FrictionLaw,
    /// Velocities when the step began, m/s.
    pub velocities: &'a [DVec3],
    /// From the start of the step to now, s.
    pub seconds: f64,
}

impl Layers {
    /// For this cloth.
    pub fn new(sheets: Sheets) -> Self {
        let search = detect::Search::new(&sheets);
        Layers {
            sheets,
            search,
            near: Vec::new(),
            tangle: tangle::Tangle::default(),
            start: Vec::new(),
            safe: Vec::new(),
            expected: Vec::new(),
            changed: Vec::new(),
            moved: Vec::new(),
        }
    }
}

/// A unit vector along the nearest points' connection.
fn direction(closest: &Closest) -> DVec3 {
    closest.vector.normalize_or(DVec3::Y)
}

fn corners(pair: &Pair, positions: &[DVec3]) -> [DVec3; 4] {
    let [a, b, c, d] = pair.particles;
    [positions[a as usize], positions[b as usize], positions[c as usize], positions[d as usize]]
}
