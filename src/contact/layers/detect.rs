//! Which features could come near each other in a step.

use super::tree::Tree;
use super::{Layers, Near, Sheets, corners};
use crate::contact::distance::{Kind, Pair};
use crate::contact::sweep::relative;
use crate::math::box_tree::Aabb;
use glam::DVec3;

/// By how much a particle may end elsewhere than expected before pairs are looked for anew, m. Larger and more pairs are
/// carried along; smaller and cloth that is stopped by something is looked at twice.
pub(super) const SLACK: f64 = 2e-3;
/// A pair never comes nearer than this part of the thickness, …
const LEAST: f64 = 0.1;
/// … or, if it is nearer already, than this part of its distance.
const LEAST_OF_NEARER: f64 = 0.5;

/// The features of the cloth, each owned by one triangle so that every pair is found once, and scratch.
#[derive(Clone, Debug)]
pub(super) struct Search {
    tree: Tree,
    /// For each triangle which of its corners and of its edges (from corner k to k+1) it owns.
    owned: Vec<[[bool; 3]; 2]>,
    paths: Vec<Aabb>,
}

impl Search {
    pub(super) fn new(sheets: &Sheets) -> Self {
        let mut corner_taken = vec![false; sheets.areas.len()];
        let mut edges: Vec<([u32; 2], u32, usize)> = Vec::new();
        let mut owned = vec![[[false; 3]; 2]; sheets.triangles.len()];
        for (t, triangle) in sheets.triangles.iter().enumerate() {
            for k in 0..3 {
                let (a, b) = (triangle[k], triangle[(k + 1) % 3]);
                owned[t][0][k] = !std::mem::replace(&mut corner_taken[a as usize], true);
                edges.push(([a.min(b), a.max(b)], t as u32, k));
            }
        }
        edges.sort_unstable();
        for run in edges.chunk_by(|a, b| a.0 == b.0) {
            owned[run[0].1 as usize][1][run[0].2] = true;
        }
        Search { tree: Tree::new(sheets), owned, paths: Vec::new() }
    }

    fn run(&mut self, sheets: &Sheets, way: (&[DVec3], &[DVec3]), mut found: impl FnMut(Pair)) {
        self.sweep(sheets, way);
        self.tree.refit(sheets, way, &self.paths);
        self.tree.pairs(|a, b| {
            self.points(sheets, [a, b], &mut found);
            self.points(sheets, [b, a], &mut found);
            self.edges(sheets, [a, b], &mut found);
        });
    }

    /// The owned corners of one triangle against the other.
    fn points(&self, sheets: &Sheets, [own, other]: [u32; 2], found: &mut impl FnMut(Pair)) {
        let [a, b, c] = sheets.triangles[other as usize];
        for (k, point) in sheets.triangles[own as usize].into_iter().enumerate() {
            if self.owned[own as usize][0][k]
                && self.paths[point as usize].overlaps(self.tree.swept(other))
                && ![a, b, c].iter().any(|p| sheets.sewn[*p as usize] == sheets.sewn[point as usize])
            {
                found(Pair { kind: Kind::PointTriangle, particles: [point, a, b, c] });
            }
        }
    }

    /// The owned edges of two triangles.
    fn edges(&self, sheets: &Sheets, [first, second]: [u32; 2], found: &mut impl FnMut(Pair)) {
        let edge = |t: u32, k: usize| {
            let triangle = sheets.triangles[t as usize];
            let (a, b) = (triangle[k], triangle[(k + 1) % 3]);
            (a, b, self.paths[a as usize].join(&self.paths[b as usize]))
        };
        let sewn = |p: u32| sheets.sewn[p as usize];
        for k in (0..3).filter(|k| self.owned[first as usize][1][*k]) {
            let (a, b, swept) = edge(first, k);
            for l in (0..3).filter(|l| self.owned[second as usize][1][*l]) {
                let (c, d, other) = edge(second, l);
                let apart = sewn(a) != sewn(c) && sewn(a) != sewn(d) && sewn(b) != sewn(c) && sewn(b) != sewn(d);
                if apart && swept.overlaps(&other) {
                    found(Pair { kind: Kind::EdgeEdge, particles: [a, b, c, d] });
                }
            }
        }
    }

    /// The boxes that particles sweep, with room for the thickness and the slack. Motion of the cloth as a whole is taken
    /// out.
    fn sweep(&mut self, sheets: &Sheets, (from, to): (&[DVec3], &[DVec3])) {
        let shared = from.iter().zip(to).map(|(from, to)| *to - *from).sum::<DVec3>() / from.len().max(1) as f64;
        self.paths.clear();
        self.paths.extend(
            from.iter()
                .zip(to)
                .zip(&sheets.thickness)
                .map(|((from, to), thickness)| Aabb::of(&[*from, *to - shared]).padded(0.5 * thickness + SLACK)),
        );
    }
}

impl Layers {
    /// Finds the pairs that could come nearer than their thickness on the way `from` here `to` there.
    pub fn detect(&mut self, from: &[DVec3], to: &[DVec3]) {
        self.from.clear();
        self.from.extend_from_slice(from);
        self.expected.clear();
        self.expected.extend_from_slice(to);
        let (near, sheets, tangle) = (&mut self.near, &self.sheets, &self.tangle);
        near.clear();
        self.search.run(sheets, (from, to), |pair| {
            if !tangle.is_loose(&pair.particles) {
                near.extend(begin(sheets, pair, from, to));
            }
        });
    }
}

/// The pair as it begins, unless it stays further apart than its thickness whatever happens.
fn begin(sheets: &Sheets, pair: Pair, from: &[DVec3], to: &[DVec3]) -> Option<Near> {
    let mean = |values: &[f64]| {
        let sides = pair.particles.split_at(pair.first());
        let side =
            |particles: &[u32]| particles.iter().map(|p| values[*p as usize]).sum::<f64>() / particles.len() as f64;
        (side(sides.0), side(sides.1))
    };
    let (a, b) = mean(&sheets.thickness);
    let thickness = 0.5 * (a + b);
    let start = corners(&pair, from);
    let distance = pair.closest(start).vector.length();
    let (_, closing) = relative(&pair, start, corners(&pair, to));
    if distance > thickness + closing + 2.0 * SLACK {
        return None;
    }
    let (a, b) = mean(&sheets.areas);
    let least = (LEAST * thickness).min(LEAST_OF_NEARER * distance);
    Some(Near { pair, thickness, area: a.min(b), distance, least })
}
