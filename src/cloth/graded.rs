//! Divisions of edges that follow a size which changes along them, equal on both sides of every seam.
//!
//! Each interval between breaks asks for so many pieces per part of its length. Intervals that are sewn to each other take
//! the larger demand at every ratio of their length, so that both sides end up with the same points, however many seams
//! hang together.

use crate::pattern::{Edge, Size};
use glam::DVec2;

/// Places along an interval at which it is asked how small pieces are to be.
const PLACES: usize = 128;

/// Pieces wanted per length of an interval, as a ratio of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Demand(Vec<f64>);

impl Demand {
    /// So many equal pieces.
    pub(super) fn even(count: usize) -> Self {
        Demand(vec![count as f64; PLACES])
    }

    /// Pieces as a size field asks, and no longer than `longest`.
    pub(super) fn of(edge: &Edge, (from, to): (f64, f64), size: Size<'_>, longest: f64) -> Self {
        let longest = if edge.is_straight(1e-9 * edge.length()) { f64::INFINITY } else { longest };
        let lengths: Vec<f64> = (0..PLACES).map(|k| from + (to - from) * (k as f64 + 0.5) / PLACES as f64).collect();
        let points = edge.points_at(&lengths);
        Demand(points.iter().map(|p| (to - from) / size(DVec2::new(p.x, p.y)).min(longest)).collect())
    }

    /// Raises it to another demand, walked the other way if `flipped`; tells whether that changed anything.
    pub(super) fn raise(&mut self, other: &Demand, flipped: bool) -> bool {
        let mut changed = false;
        for k in 0..PLACES {
            let wanted = other.0[if flipped { PLACES - 1 - k } else { k }];
            if wanted > self.0[k] {
                self.0[k] = wanted;
                changed = true;
            }
        }
        changed
    }

    /// Sum over all places, from both ends at once: walked the other way it has the same bits, and so both sides of a seam
    /// the same count.
    fn total(&self) -> f64 {
        (0..PLACES / 2).map(|k| self.0[k] + self.0[PLACES - 1 - k]).sum()
    }

    /// Number of pieces.
    pub(super) fn count(&self) -> usize {
        // A hair above a whole number is rounding.
        let sum = self.total() / PLACES as f64;
        (sum - 1e-9).ceil().clamp(1.0, 100_000.0) as usize
    }

    /// Ratios of the interval at which the pieces end, the last left out; nothing where they are equal.
    pub(super) fn inner_ends(&self) -> Option<Vec<f64>> {
        let least = self.0.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.0.iter().copied().fold(0.0, f64::max);
        if most - least <= 1e-9 * most {
            return None;
        }
        let mut reached = vec![0.0];
        for wanted in &self.0 {
            reached.push(reached[reached.len() - 1] + wanted);
        }
        let count = self.count();
        let total = reached[PLACES];
        let end = |piece: usize| {
            let target = total * piece as f64 / count as f64;
            let k = reached.partition_point(|r| *r <= target).clamp(1, PLACES);
            let part = (target - reached[k - 1]) / (reached[k] - reached[k - 1]);
            (k as f64 - 1.0 + part) / PLACES as f64
        };
        Some((1..count).map(end).collect())
    }
}
