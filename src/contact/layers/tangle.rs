//! Cloth that is tangled already: imported, edited, or sewn through itself.
//!
//! ```text
//!        a
//!    ────┼────  T     the edge ab passes through the triangle T at P; the crossing goes on from P
//!        │            along R into each triangle beside the edge
//!        b
//! ```
//!
//! Keeping apart what has crossed would keep it crossed. So particles near a crossing feel no other layer, and each
//! crossing edge and triangle are drawn so that the line of intersection gets shorter (after Volino and
//! Magnenat-Thalmann 2006): P moves along R when the edge moves by H as H − (H·N)/(E·N) E, so that the line shortens
//! fastest along G = Σ R − (R·E)/(E·N) N, with E the edge's direction and N the triangle's normal.

use super::Layers;
use crate::contact::brute_force::{Crossing, crossing_pairs};
use glam::DVec3;

/// Particles up to so many edges away from a crossing feel no other layer: what has passed through lies there.
const RINGS: u32 = 4;
/// How strongly crossings are drawn apart, m/s²: a few times gravity, or heavy cloth would stay as it is.
const PULL: f64 = 40.0;
/// Steps in which the pull comes to be once more as strong, and the most it grows: stiff cloth at a sewn corner balances a pull
/// that does not grow.
const PATIENCE: f64 = 1.0;
const MOST_PULL: f64 = 400.0;
/// Edges that cross more flatly than this (cosine to the normal) count as crossing at this angle: G grows without bound.
const FLATTEST: f64 = 0.2;

/// What is tangled.
#[derive(Clone, Debug, Default)]
pub(super) struct Tangle {
    crossings: Vec<Crossing>,
    /// The edges that cross, each with the triangles beside it, in order of the edges.
    beside: Vec<([u32; 2], [u32; 3])>,
    /// Whether each particle feels no other layer; empty when nothing is tangled.
    loose: Vec<bool>,
    known: bool,
    changed: bool,
    /// Steps since it is tangled.
    steps: u32,
}

impl Tangle {
    /// Whether other particles than in the step before feel other layers.
    pub(super) fn changed(&self) -> bool {
        self.changed
    }

    pub(super) fn is_loose(&self, particles: &[u32; 4]) -> bool {
        !self.loose.is_empty() && particles.iter().any(|p| self.loose[*p as usize])
    }
}

impl Layers {
    /// Something has happened that must not: crossings are looked for when the next step begins.
    pub fn doubt(&mut self) {
        self.tangle.known = false;
    }

    /// Looks for crossings at the start of a step: the first time, when there is doubt, and as long as there are some. Returns how many.
    pub fn find_tangles(&mut self, positions: &[DVec3]) -> usize {
        self.tangle.changed = !self.tangle.known || !self.tangle.crossings.is_empty();
        if self.tangle.changed {
            self.tangle.known = true;
            self.tangle.crossings = crossing_pairs(positions, &self.sheets.triangles);
            self.tangle.steps = if self.tangle.crossings.is_empty() { 0 } else { self.tangle.steps + 1 };
            self.loosen();
            self.find_beside();
        }
        self.tangle.crossings.len()
    }

    /// Finds the triangles beside the edges that cross, all in one pass: iterations ask for them again and again.
    fn find_beside(&mut self) {
        let mut edges: Vec<[u32; 2]> = self.tangle.crossings.iter().map(|(edge, _)| ordered(*edge)).collect();
        edges.sort_unstable();
        edges.dedup();
        let beside = &mut self.tangle.beside;
        beside.clear();
        if edges.is_empty() {
            return;
        }
        for triangle in &self.sheets.triangles {
            let [a, b, c] = *triangle;
            let crossing = [[a, b], [b, c], [c, a]].map(ordered).into_iter().filter(|e| edges.binary_search(e).is_ok());
            beside.extend(crossing.map(|edge| (edge, *triangle)));
        }
        // Stable, so that triangles beside one edge stay in the order that they have.
        beside.sort_by_key(|(edge, _)| *edge);
    }

    /// Marks the particles near crossings.
    fn loosen(&mut self) {
        let loose = &mut self.tangle.loose;
        loose.clear();
        if self.tangle.crossings.is_empty() {
            return;
        }
        loose.resize(self.sheets.areas.len(), false);
        for (edge, triangle) in &self.tangle.crossings {
            edge.iter().chain(triangle).for_each(|p| loose[*p as usize] = true);
        }
        for _ in 0..RINGS {
            let before = loose.clone();
            for triangle in self.sheets.triangles.iter().filter(|t| t.iter().any(|p| before[*p as usize])) {
                triangle.iter().for_each(|p| loose[*p as usize] = true);
            }
        }
    }

    /// Adds the forces that draw crossings apart.
    pub(super) fn untangle(&self, positions: &[DVec3], force: &mut [DVec3]) {
        let growth = (1.0 + f64::from(self.tangle.steps) / PATIENCE).min(MOST_PULL);
        for (edge, triangle) in &self.tangle.crossings {
            let Some(pull) = self.shortening(*edge, *triangle, positions) else { continue };
            let mass = |particles: &[u32]| {
                let masses = particles.iter().map(|p| self.sheets.inverse_masses[*p as usize]);
                masses.filter(|inverse| *inverse > 0.0).map(f64::recip).sum::<f64>()
            };
            let strength = growth * PULL * mass(edge).min(mass(triangle));
            edge.iter().for_each(|p| force[*p as usize] += pull * (strength / 2.0));
            triangle.iter().for_each(|p| force[*p as usize] -= pull * (strength / 3.0));
        }
    }

    /// The unit direction in which the edge has to move for the line of intersection to get shorter.
    fn shortening(&self, edge: [u32; 2], triangle: [u32; 3], positions: &[DVec3]) -> Option<DVec3> {
        let at = |p: u32| positions[p as usize];
        let normal = |[a, b, c]: [u32; 3]| (at(b) - at(a)).cross(at(c) - at(a)).normalize_or_zero();
        let (n, e) = (normal(triangle), (at(edge[1]) - at(edge[0])).normalize_or_zero());
        let slope = e.dot(n);
        let slope = if slope < 0.0 { slope.min(-FLATTEST) } else { slope.max(FLATTEST) };
        let mut sum = DVec3::ZERO;
        for beside in self.beside(edge) {
            let third = beside.into_iter().find(|p| !edge.contains(p))?;
            let inwards = at(third) - at(edge[0]);
            let line = n.cross(normal(beside)).normalize_or_zero();
            let line = if line.dot(inwards - e * e.dot(inwards)) < 0.0 { -line } else { line };
            sum += line - n * (line.dot(e) / slope);
        }
        sum.try_normalize()
    }

    /// The triangles beside an edge that crosses.
    fn beside(&self, edge: [u32; 2]) -> impl Iterator<Item = [u32; 3]> {
        let (edge, all) = (ordered(edge), &self.tangle.beside);
        let first = all.partition_point(|(other, _)| *other < edge);
        all[first..].iter().take_while(move |(other, _)| *other == edge).map(|(_, triangle)| *triangle)
    }
}

/// An edge from its smaller particle to its larger.
fn ordered([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
