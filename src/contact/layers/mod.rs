//! Cloth against cloth.
//!
//! ```text
//!   detect    pairs of features that could come near in this step        once per step, a tree of swept boxes
//!   press     nearer than the thickness: push and friction, implicit     every Newton iteration, as links
//!   keep_apart   the motion of the step, swept exactly: what would pass is stopped      once per step
//! ```
//!
//! Pushing does most of the work and is what makes layers rest on each other; but it is a force, and a force can be
//! overcome. So the motion that results is swept pair by pair, and whatever would come nearer than a hair is moved apart,
//! by equal and opposite impulses first, and if that does not end, by giving up a part of the motion. From a start without
//! crossings no step leads to one.

mod detect;
mod press;
mod safe;
mod tangle;
mod tree;

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
    /// Distance at the start of the step, m.
    distance: f64,
    /// The least distance the pair may come to in this step, m.
    least: f64,
}

/// Cloth against cloth: topology and scratch.
#[derive(Clone, Debug)]
pub struct Layers {
    sheets: Sheets,
    search: detect::Search,
    near: Vec<Near>,
    tangle: tangle::Tangle,
    /// Where the step began and where it was expected to end when `near` was made.
    from: Vec<DVec3>,
    expected: Vec<DVec3>,
}

/// Friction of cloth on cloth and the time in which it acts.
#[derive(Clone, Copy)]
pub struct Rubbing<'a> {
    /// The law of a particle's fabric on itself.
    pub law: &'a dyn Fn(u32) -> &'a dyn FrictionLaw,
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
            from: Vec::new(),
            expected: Vec::new(),
        }
    }

    /// Pairs that could come near in this step.
    pub fn candidates(&self) -> usize {
        self.near.len()
    }
}

/// A unit vector along the nearest points' connection.
fn direction(closest: &Closest) -> DVec3 {
    closest.vector.normalize_or(DVec3::Y)
}

fn corners(pair: &Pair, positions: &[DVec3]) -> [DVec3; 4] {
    pair.particles.map(|p| positions[p as usize])
}
