//! Where chains of straight segments meet, decided exactly.

use super::bins::Bins;
use super::problem::Place;
use glam::DVec2;
use robust::{Coord, orient2d};

/// A row of straight segments with the edges of the drawing they come from.
pub(super) struct Chain {
    /// Corners; a closed chain does not repeat its first.
    pub(super) points: Vec<DVec2>,
    /// Per segment, the edge it belongs to.
    pub(super) edges: Vec<u32>,
    /// Whether the last corner is joined to the first.
    pub(super) closed: bool,
    /// The drawing's line.
    pub(super) place: Place,
    /// Number of edges of that line.
    pub(super) edge_count: u32,
}

impl Chain {
    /// Ends of a segment.
    pub(super) fn segment(&self, k: usize) -> (DVec2, DVec2) {
        (self.points[k], self.points[(k + 1) % self.points.len()])
    }

    /// Whether two segments follow each other, in this order.
    fn follows(&self, first: usize, second: usize) -> bool {
        first + 1 == second || (self.closed && first + 1 == self.edges.len() && second == 0)
    }

    /// Whether two segments lie on one edge or on edges that share a corner.
    fn are_neighbours(&self, j: usize, k: usize) -> bool {
        let (e, f) = (self.edges[j], self.edges[k]);
        let n = self.edge_count.max(1);
        e == f || (e + 1) % n == f || (f + 1) % n == e
    }
}

/// Two segments that meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// Chain and segment.
    pub(super) a: (usize, usize),
    /// Chain and segment, later in order.
    pub(super) b: (usize, usize),
    /// Where.
    pub(super) at: DVec2,
}

/// On which side of the line a–b the point c lies: 1 left, −1 right, 0 exactly on it.
pub(super) fn side(a: DVec2, b: DVec2, c: DVec2) -> i8 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    let o = orient2d(coord(a), coord(b), coord(c));
    i8::from(o > 0.0) - i8::from(o < 0.0)
}

/// Point of the segment a–b nearest to p.
pub(super) fn nearest(p: DVec2, a: DVec2, b: DVec2) -> DVec2 {
    let d = b - a;
    let l2 = d.length_squared();
    let t = if l2 > 0.0 { ((p - a).dot(d) / l2).clamp(0.0, 1.0) } else { 0.0 };
    a + t * d
}

/// Where two segments meet: exactly, or, with a `reach` above 0, also where they come that close.
pub(super) fn meet(s: (DVec2, DVec2), t: (DVec2, DVec2), reach: f64) -> Option<DVec2> {
    let pad = DVec2::splat(reach);
    let (slow, shigh) = (s.0.min(s.1) - pad, s.0.max(s.1) + pad);
    let (tlow, thigh) = (t.0.min(t.1), t.0.max(t.1));
    if shigh.cmplt(tlow).any() || thigh.cmplt(slow).any() {
        return None;
    }
    let (s0, s1) = (side(t.0, t.1, s.0), side(t.0, t.1, s.1));
    let (t0, t1) = (side(s.0, s.1, t.0), side(s.0, s.1, t.1));
    if s0 * s1 < 0 && t0 * t1 < 0 {
        let (d, e) = (s.1 - s.0, t.1 - t.0);
        let denominator = d.perp_dot(e);
        let f = if denominator == 0.0 { 0.5 } else { ((t.0 - s.0).perp_dot(e) / denominator).clamp(0.0, 1.0) };
        return Some(s.0 + f * d);
    }
    let on = |zero: i8, p: DVec2, low: DVec2, high: DVec2| zero == 0 && p.cmpge(low).all() && p.cmple(high).all();
    let (slow, shigh) = (s.0.min(s.1), s.0.max(s.1));
    let touches = [(s0, s.0, tlow, thigh), (s1, s.1, tlow, thigh), (t0, t.0, slow, shigh), (t1, t.1, slow, shigh)];
    for (zero, p, low, high) in touches {
        if on(zero, p, low, high) {
            return Some(p);
        }
    }
    if reach > 0.0 {
        let ends = [(s.0, t), (s.1, t), (t.0, s), (t.1, s)];
        for (p, other) in ends {
            if (p - nearest(p, other.0, other.1)).length_squared() <= reach * reach {
                return Some(p);
            }
        }
    }
    None
}

/// All pairs of segments that meet, in order. Segments that follow each other in a chain meet at their common corner
/// by right; they count only if one folds back onto the other. Segments of one edge or of neighbouring edges count
/// only where they meet exactly: near a sharp corner they are close by right too.
pub(super) fn meetings(chains: &[Chain], reach: f64) -> Vec<Meeting> {
    let all: Vec<(usize, usize)> =
        chains.iter().enumerate().flat_map(|(c, chain)| (0..chain.edges.len()).map(move |k| (c, k))).collect();
    let mut low = DVec2::splat(f64::INFINITY);
    let mut high = DVec2::splat(f64::NEG_INFINITY);
    let mut total = 0.0;
    for &(c, k) in &all {
        let (a, b) = chains[c].segment(k);
        low = low.min(a.min(b));
        high = high.max(a.max(b));
        total += (b - a).length();
    }
    if all.is_empty() {
        return Vec::new();
    }
    let mut bins = Bins::new(low, high, total / all.len() as f64, 4 * all.len() + 1024);
    let mut found: Vec<(u32, Meeting)> = Vec::new();
    for (n, &(c, k)) in all.iter().enumerate() {
        let s = chains[c].segment(k);
        bins.insert_along(n as u32, s, reach, |m| {
            let (d, j) = all[m as usize];
            let t = chains[d].segment(j);
            let hit = if c == d && (chains[c].follows(j, k) || chains[c].follows(k, j)) {
                fold_back(t, s)
            } else {
                meet(t, s, if c == d && chains[c].are_neighbours(j, k) { 0.0 } else { reach })
            };
            if let Some(at) = hit {
                found.push((m, Meeting { a: (d, j), b: (c, k), at }));
            }
        });
    }
    found.sort_by_key(|(m, x)| (x.b, *m));
    found.dedup_by_key(|(_, x)| (x.a, x.b));
    found.into_iter().map(|(_, x)| x).collect()
}

/// For two segments with a common corner: whether one lies back on the other.
fn fold_back(s: (DVec2, DVec2), t: (DVec2, DVec2)) -> Option<DVec2> {
    let common = if s.1 == t.0 {
        (s.1, s.0, t.1)
    } else if t.1 == s.0 {
        (s.0, s.1, t.0)
    } else {
        return meet(s, t, 0.0);
    };
    let (corner, p, q) = common;
    (side(corner, p, q) == 0 && (p - corner).dot(q - corner) > 0.0).then_some(corner)
}

/// Whether a point is inside a closed chain (even–odd), exactly. Points on the chain may fall either way.
pub(super) fn contains(chain: &Chain, p: DVec2) -> bool {
    let mut inside = false;
    for k in 0..chain.edges.len() {
        let (a, b) = chain.segment(k);
        if (a.y > p.y) != (b.y > p.y) {
            let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
            // The ray to the right crosses where p is left of the upward segment.
            inside ^= side(low, high, p) > 0;
        }
    }
    inside
}

/// Distance from a point to a chain.
pub(super) fn distance(chain: &Chain, p: DVec2) -> f64 {
    let squares = (0..chain.edges.len()).map(|k| {
        let (a, b) = chain.segment(k);
        (p - nearest(p, a, b)).length_squared()
    });
    squares.fold(f64::INFINITY, f64::min).sqrt()
}
