//! Closed loops of edges: outlines and holes.

use super::edge::{Edge, with_end, with_start};
use super::problem::{Place, Problem, ProblemKind};
use kurbo::{Affine, ParamCurve, Point, Rect};

/// A closed loop: edge `i` ends where edge `i + 1` begins, the last where the first begins.
///
/// Outlines run counter-clockwise, the cloth on their left. Holes may run either way.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The edges in order.
    pub edges: Vec<Edge>,
}

impl Outline {
    /// A loop of these edges as they are; [`super::check()`] tells whether it closes.
    pub fn new(edges: Vec<Edge>) -> Self {
        Outline { edges }
    }

    /// A loop of straight edges through these corners.
    pub fn polygon(corners: &[Point]) -> Self {
        let n = corners.len();
        Outline { edges: (0..n).map(|i| Edge::line(corners[i], corners[(i + 1) % n])).collect() }
    }

    /// A circle of four edges, counter-clockwise, beginning at its rightmost point.
    pub fn circle(centre: Point, radius: f64) -> Result<Self, ProblemKind> {
        let at = |x: f64, y: f64| Point::new(centre.x + x * radius, centre.y + y * radius);
        let corners = [at(1.0, 0.0), at(0.0, 1.0), at(-1.0, 0.0), at(0.0, -1.0)];
        let edges = (0..4).map(|i| Edge::arc(corners[i], corners[(i + 1) % 4], radius, false, true));
        Ok(Outline { edges: edges.collect::<Result<_, _>>()? })
    }

    /// Enclosed area, m²; positive when the loop runs counter-clockwise.
    pub fn area(&self) -> f64 {
        // About its own first corner: far from the origin the terms would cancel.
        let Some(first) = self.edges.first() else { return 0.0 };
        let home = Affine::translate(-first.start().to_vec2());
        self.edges.iter().map(|e| e.transformed(home).signed_area()).sum()
    }

    /// Length all the way round, m.
    pub fn perimeter(&self) -> f64 {
        self.edges.iter().map(Edge::length).sum()
    }

    /// Smallest box around the loop; a point at the origin for no edges.
    pub fn bounding_box(&self) -> Rect {
        let boxes = self.edges.iter().map(Edge::bounding_box);
        boxes.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
    }

    /// The same loop walked the other way; edge `i` becomes edge `n − 1 − i`.
    pub fn reversed(&self) -> Outline {
        Outline { edges: self.edges.iter().rev().map(Edge::reversed).collect() }
    }

    /// The loop moved by an affine map. One that turns the loop over also reverses it, so that it keeps its sense.
    pub fn transformed(&self, map: Affine) -> Outline {
        let moved = Outline { edges: self.edges.iter().map(|e| e.transformed(map)).collect() };
        if map.determinant() < 0.0 { moved.reversed() } else { moved }
    }

    /// The mirror image across the line through two points, running counter-clockwise again. Edge `i` becomes edge
    /// `n − 1 − i`.
    pub fn mirrored(&self, a: Point, b: Point) -> Outline {
        self.transformed(reflection(a, b))
    }

    /// A half panel opened along its straight edge `fold`: the other edges, then their mirror images. The fold is
    /// gone; where an edge meets it at a right angle the two halves stay two edges.
    ///
    /// Edges are numbered from the one after the fold: edge `k` of the result is edge `fold + 1 + k` of the half,
    /// edge `m − 1 − k` is its image, for `m` edges in all.
    pub fn unfold(&self, fold: usize) -> Result<Outline, Problem> {
        let problem = |kind, at| Problem::new(kind, Place::Outline, fold, at);
        let edge = self.edges.get(fold).ok_or_else(|| problem(ProblemKind::NoSuchEdge, Point::ORIGIN))?;
        let (a, b) = (edge.start(), edge.end());
        if !edge.is_finite() {
            return Err(problem(ProblemKind::NotFinite, a));
        }
        if edge.length() <= 0.0 {
            return Err(problem(ProblemKind::ZeroLength, a));
        }
        if !edge.is_straight(1e-9 * edge.length()) {
            return Err(problem(ProblemKind::FoldNotStraight, a));
        }
        let n = self.edges.len();
        let half: Vec<&Edge> = (1..n).map(|k| &self.edges[(fold + k) % n]).collect();
        // A single curve over the fold is a whole loop of two edges once it is mirrored; nothing is less.
        if half.is_empty() {
            return Err(problem(ProblemKind::TooFewEdges { edges: n }, a));
        }
        let map = reflection(a, b);
        let mut edges: Vec<Edge> = half.iter().map(|&e| e.clone()).collect();
        edges.extend(half.iter().rev().map(|e| e.transformed(map).reversed()));
        // The two points on the fold are their own images; reflected in round-off they would leave the loop open.
        let m = edges.len();
        edges[half.len()] = moved_ends(&edges[half.len()], Some(a), None);
        edges[m - 1] = moved_ends(&edges[m - 1], None, Some(b));
        Ok(Outline { edges })
    }
}

/// The edge with its first and last points set, for ends that differ in the last bits.
pub(super) fn moved_ends(edge: &Edge, start: Option<Point>, end: Option<Point>) -> Edge {
    let mut segments = edge.segments().to_vec();
    let last = segments.len() - 1;
    segments[0] = with_start(segments[0], start.unwrap_or(segments[0].start()));
    segments[last] = with_end(segments[last], end.unwrap_or(segments[last].end()));
    Edge::new(segments[0], segments[1..].iter().copied())
}

/// The reflection across the line through two points.
fn reflection(a: Point, b: Point) -> Affine {
    let d = b - a;
    let l2 = d.hypot2();
    // No line, no mirror; the check of the outline names what is wrong.
    if l2.is_nan() || l2 <= 0.0 {
        return Affine::IDENTITY;
    }
    let (c, s) = ((d.x * d.x - d.y * d.y) / l2, 2.0 * d.x * d.y / l2);
    // p ↦ a + R (p − a)
    let x = a.x - (c * a.x + s * a.y);
    let y = a.y - (s * a.x - c * a.y);
    Affine::new([c, s, s, -c, x, y])
}
