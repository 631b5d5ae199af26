//! Which features could come near each other in a step.

use super::press::held;
use super::tree::{Bounds, Tree, Way};
use super::{Layers, Near, Sheets, corners, direction};
use crate::contact::distance::{Kind, Pair};
use crate::contact::sweep::{gap, relative};
use crate::math::each::Each;
use glam::DVec3;

/// By how much a particle may end elsewhere than expected before pairs are looked for anew: at most so many metres, and
/// this part of the size of a triangle. Larger and more pairs are carried along; smaller and cloth that is stopped by something
/// is looked at twice.
const MOST_SLACK: f64 = 2e-3;
const SLACK: f64 = 0.1;
/// A pair is stopped at this part of its thickness.
const LEAST: f64 = 0.05;

/// The features of the cloth, each owned by one triangle so that every pair is found once, and scratch.
#[derive(Clone, Debug)]
pub(super) struct Search {
    tree: Tree,
    /// For each triangle which of its corners and of its edges (from corner k to k+1) it owns.
    owned: Vec<[[bool; 3]; 2]>,
    paths: Vec<Bounds>,
    /// By how much a particle may end elsewhere than expected, m.
    slack: f64,
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
        // The height of an equilateral triangle; there are two triangles to a particle.
        let mean = sheets.areas.iter().sum::<f64>() / sheets.areas.len().max(1) as f64;
        let slack = MOST_SLACK.min(SLACK * (0.75_f64.sqrt() * mean).sqrt());
        Search { tree: Tree::new(sheets, slack), owned, paths: Vec::new(), slack }
    }

    fn run(&mut self, sheets: &Sheets, way: Way, mut found: impl FnMut(Pair)) {
        self.sweep(sheets, way);
        self.tree.refit(sheets, way, &self.paths);
        self.tree.pairs(sheets, |a, b| {
            if self.keep_apart(sheets, way, [a, b]) {
                return;
            }
            self.points(sheets, [a, b], &mut found);
            self.points(sheets, [b, a], &mut found);
            self.edges(sheets, [a, b], &mut found);
        });
    }

    /// Whether two triangles, seen along the line between their middles, have room between them at both ends of the way and so on
    /// all of it, wherever in the slack it ends. That rids fast cloth of the neighbours that go along with it.
    fn keep_apart(&self, sheets: &Sheets, Way { from, to, .. }: Way, [a, b]: [u32; 2]) -> bool {
        let [first, second] = [a, b].each(|t| sheets.triangles[t as usize]);
        let middle = |positions: &[DVec3], [a, b, c]: [u32; 3]| {
            (positions[a as usize] + positions[b as usize]) + positions[c as usize]
        };
        let between = |positions: &[DVec3]| middle(positions, first) - middle(positions, second);
        let along = between(from) + between(to);
        let gap = |positions: &[DVec3]| {
            let [a, b, c] = first.each(|p| along.dot(positions[p as usize]));
            let [d, e, f] = second.each(|p| along.dot(positions[p as usize]));
            a.min(b).min(c) - d.max(e).max(f)
        };
        let most = |[a, b, c]: [u32; 3]| {
            let thickness = |p: u32| sheets.thickness[p as usize];
            thickness(a).max(thickness(b)).max(thickness(c))
        };
        // A square root less: of lengths along a vector that is not of unit length.
        let wider = |gap: f64, than: f64| gap > 0.0 && gap * gap > than * than * along.length_squared();
        let thickness = 0.5 * (most(first) + most(second));
        wider(gap(from), thickness) && wider(gap(to), thickness + 2.0 * self.slack)
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
    fn sweep(&mut self, sheets: &Sheets, Way { from, to, .. }: Way) {
        let shared = from.iter().zip(to).map(|(from, to)| *to - *from).sum::<DVec3>() / from.len().max(1) as f64;
        let ways = from.iter().zip(to).zip(&sheets.thickness);
        self.paths.clear();
        let slack = self.slack;
        self.paths
            .extend(ways.map(|((from, to), thickness)| Bounds::around(*from, *to - shared, 0.5 * thickness + slack)));
    }
}

impl Layers {
    /// Begins a step at positions without crossings.
    pub fn begin(&mut self, positions: &[DVec3]) {
        if self.expected.len() != positions.len() || self.tangle.changed() {
            self.expected = vec![DVec3::INFINITY; positions.len()];
        }
        // What is known of pairs holds where the last step left them, and not for a state that was put in its place.
        for (expected, (safe, position)) in self.expected.iter_mut().zip(self.safe.iter().zip(positions)) {
            if safe != position {
                *expected = DVec3::INFINITY;
            }
        }
        self.start.clear();
        self.start.extend_from_slice(positions);
        self.safe.clear();
        self.safe.extend_from_slice(positions);
        self.find(positions);
        self.measure();
    }

    /// Finds the pairs that could come nearer than their thickness on the way to these positions, or within the slack around
    /// them. Only particles that are not where they were expected are looked at; what is known of the others still holds.
    /// Returns whether there were any.
    pub(super) fn find(&mut self, to: &[DVec3]) -> bool {
        let slack = self.search.slack;
        self.changed.clear();
        self.changed.extend(self.expected.iter().zip(to).map(|(a, b)| a.distance_squared(*b) > slack * slack));
        if !self.changed.contains(&true) {
            return false;
        }
        for ((expected, to), _) in self.expected.iter_mut().zip(to).zip(&self.changed).filter(|(_, changed)| **changed)
        {
            *expected = *to;
        }
        let (near, sheets, tangle, holds) = (&mut self.near, &self.sheets, &self.tangle, &self.holds);
        let changed = &self.changed;
        let is_changed = |pair: &Pair| pair.particles.iter().any(|p| changed[*p as usize]);
        near.retain(|near| !is_changed(&near.pair));
        let way = Way { from: &self.safe, to: &self.expected, changed };
        self.search.run(sheets, way, |pair| {
            if is_changed(&pair) && !tangle.is_loose(&pair.particles) {
                let found = candidate(sheets, pair, (way, slack));
                near.extend(found.map(|near| Near { held: held(holds, &pair), ..near }));
            }
        });
        true
    }
}

/// Where a pair so far apart is stopped, and the least it may come to. What is pressed together already may come nearer by
/// less and less: if it were halved again and again, layers would meet in the end.
pub(in crate::contact) fn least(thickness: f64, apart: f64) -> [f64; 2] {
    let slack = 0.5 * (apart / (2.0 * LEAST * thickness)).min(1.0);
    let stop = (1.0 - slack) * apart.min(2.0 * LEAST * thickness);
    [stop, (1.0 - slack) * stop]
}

/// The pair, unless it stays further apart than its thickness whatever happens.
fn candidate(sheets: &Sheets, pair: Pair, (Way { from, to, .. }, slack): (Way, f64)) -> Option<Near> {
    let mean = |values: &[f64]| {
        let sides = pair.particles.split_at(pair.first());
        let side =
            |particles: &[u32]| particles.iter().map(|p| values[*p as usize]).sum::<f64>() / particles.len() as f64;
        (side(sides.0), side(sides.1))
    };
    let (a, b) = mean(&sheets.thickness);
    let thickness = 0.5 * (a + b);
    let (start, end) = (corners(&pair, from), corners(&pair, to));
    let closest = pair.closest(start);
    let (apart, normal) = (closest.vector.length(), direction(&closest));
    let (_, closing) = relative(&pair, start, end);
    let stays = apart > thickness && gap(&pair, normal, &end) > thickness + 2.0 * slack;
    if stays || apart > thickness + closing + 2.0 * slack {
        return None;
    }
    let (a, b) = mean(&sheets.areas);
    Some(Near {
        pair,
        thickness,
        area: a.min(b),
        apart,
        normal,
        least: least(thickness, apart),
        linked: false,
        held: DVec3::ZERO,
    })
}
