//! Where edges are broken for seams: places along an edge, and when two of them are one.

use crate::pattern::Edge;
use glam::DVec2;

/// Breaks nearer than this are one, m.
pub(super) const SAME: f64 = 1e-5;
/// Distance of the chords by which distances are measured from curves, m.
const CHORD: f64 = 5e-5;

/// Chords of an edge for measuring distances.
pub(super) fn chords(edge: &Edge) -> Vec<DVec2> {
    edge.flatten(CHORD).into_iter().map(|p| DVec2::new(p.x, p.y)).collect()
}

/// Arc length of the point of an edge where `corner` lies, if it lies on it.
pub(super) fn along(edge: &Edge, corner: DVec2) -> Option<f64> {
    let distance = |s: f64| {
        let p = edge.point_at(s);
        DVec2::new(p.x, p.y).distance(corner)
    };
    let length = edge.length();
    let steps = edge.flatten(CHORD).len().max(64);
    let at = |k: usize| length * k as f64 / steps as f64;
    let nearest = (0..=steps).map(|k| (distance(at(k)), k)).min_by(|a, b| a.0.total_cmp(&b.0))?.1;
    let (mut low, mut high) = (at(nearest.saturating_sub(1)), at((nearest + 1).min(steps)));
    // Between neighbours of the nearest sample the distance has one valley.
    for _ in 0..80 {
        let third = (high - low) / 3.0;
        if distance(low + third) < distance(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let s = 0.5 * (low + high);
    (distance(s) < SAME).then_some(s)
}

/// Adds a break unless there is one; tells whether it was new.
pub(super) fn insert(breaks: &mut Vec<f64>, s: f64) -> bool {
    let at = breaks.partition_point(|each| *each < s);
    let near = |k: usize| breaks.get(k).is_some_and(|each| (each - s).abs() < SAME);
    let new = !(near(at) || at > 0 && near(at - 1));
    if new {
        breaks.insert(at, s);
    }
    new
}
