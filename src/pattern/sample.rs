//! Dividing edges into the pieces that become sides of triangles.
//!
//! The mesher takes the division of every edge as given and adds no point to it, because the two sides of a seam
//! must have as many points as each other. Whoever makes the divisions decides the count per seam; this module
//! suggests counts and lays out the points.

use super::edge::Edge;
use super::outline::Outline;
use glam::DVec2;
use kurbo::Point;

/// Wanted length of a triangle's side at a place in the panel, m.
pub type Size<'a> = &'a dyn Fn(DVec2) -> f64;

/// Most pieces one edge is ever suggested; beyond it the mesher's limit would refuse the mesh anyway.
const MOST_PIECES: f64 = 100_000.0;

/// Where an edge is divided: arc lengths from 0 to the edge's length, both included, strictly increasing, m.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeDivision {
    /// The arc lengths.
    pub breaks: Vec<f64>,
}

impl EdgeDivision {
    /// `count` pieces (at least one) of equal length.
    pub fn equal(edge: &Edge, count: usize) -> Self {
        Self::intervals(edge, &[(edge.length(), count)])
    }

    /// Pieces per interval: each entry is the arc length where an interval ends and the number of equal pieces in
    /// it. The last interval is taken to end at the edge's end, whatever length it gives, so that lengths computed
    /// elsewhere need not agree to the last bit.
    pub fn intervals(edge: &Edge, intervals: &[(f64, usize)]) -> Self {
        let total = edge.length();
        let mut breaks = vec![0.0];
        let mut from = 0.0;
        for (k, &(to, count)) in intervals.iter().enumerate() {
            let to = if k + 1 == intervals.len() { total } else { to };
            let count = count.max(1);
            for i in 1..count {
                breaks.push(from + (to - from) * (i as f64 / count as f64));
            }
            breaks.push(to);
            from = to;
        }
        if intervals.is_empty() {
            breaks.push(total);
        }
        EdgeDivision { breaks }
    }

    /// Pieces that follow the size field: each as long as the field says where it lies, up to the common factor
    /// that makes their number whole. `longest` bounds a piece on a curved edge, see [`longest_on_curves`].
    pub fn by_size(edge: &Edge, size: Size<'_>, longest: f64) -> Self {
        let total = edge.length();
        let wanted = Wanted::along(edge, 0.0, total, size, longest);
        let count = wanted.count();
        let mut breaks = vec![0.0];
        breaks.extend((1..count).map(|i| wanted.length_at(i as f64 / count as f64)));
        breaks.push(total);
        EdgeDivision { breaks }
    }

    /// The division of the same edge walked the other way.
    pub fn reversed(&self) -> Self {
        let total = self.breaks.last().copied().unwrap_or(0.0);
        let mut breaks: Vec<f64> = self.breaks.iter().rev().map(|&s| total - s).collect();
        // The far end comes back as the length itself, whatever the subtraction's rounding did in between.
        if let Some(last) = breaks.last_mut() {
            *last = total;
        }
        EdgeDivision { breaks }
    }

    /// Number of pieces.
    pub fn count(&self) -> usize {
        self.breaks.len().saturating_sub(1)
    }

    /// Whether the breaks run from 0 to the edge's length and increase.
    pub fn fits(&self, edge: &Edge) -> bool {
        let total = edge.length();
        let (Some(&first), Some(&last)) = (self.breaks.first(), self.breaks.last()) else { return false };
        self.breaks.len() >= 2
            && first == 0.0
            && (last - total).abs() <= 1e-9 * total
            && self.breaks.windows(2).all(|w| w[0] < w[1])
    }

    /// The points of the division. The ends are the edge's ends exactly.
    pub fn points(&self, edge: &Edge) -> Vec<Point> {
        let mut points = edge.points_at(&self.breaks);
        if let Some(first) = points.first_mut() {
            *first = edge.start();
        }
        if let Some(last) = points.last_mut() {
            *last = edge.end();
        }
        points
    }
}

/// Suggested number of pieces for the part of an edge between two arc lengths: ∫ ds / size, rounded, at least one.
/// `longest` bounds a piece where the edge is curved, see [`longest_on_curves`]; infinity for no bound.
pub fn suggested_count(edge: &Edge, interval: (f64, f64), size: Size<'_>, longest: f64) -> usize {
    Wanted::along(edge, interval.0, interval.1, size, longest).count()
}

/// The longest piece on curved edges that keeps the area between chords and curves below `fraction` of the area
/// of the panel; infinite for a panel without curves.
///
/// A chord of length h on a curve that turns by θ in all is off by θ h² / 12 (the sum of the segments κ h³ / 12), so
/// the bound is √(12 · fraction · area / Σθ): 257 pieces around a circle for 0.01 %. Chords that cut off and chords
/// that add are counted alike, so S-shaped panels do better than the bound.
pub fn longest_on_curves(outline: &Outline, holes: &[Outline], fraction: f64) -> f64 {
    let area = outline.area().abs() - holes.iter().map(|h| h.area().abs()).sum::<f64>();
    let loops = std::iter::once(outline).chain(holes);
    let turning: f64 = loops.flat_map(|l| &l.edges).filter(|e| !is_straight(e)).map(Edge::turning).sum();
    if turning > 0.0 && area > 0.0 { (12.0 * fraction * area / turning).sqrt() } else { f64::INFINITY }
}

fn is_straight(edge: &Edge) -> bool {
    edge.is_straight(1e-9 * edge.length())
}

/// The number of pieces wanted up to each of a row of points along an edge.
struct Wanted {
    lengths: Vec<f64>,
    pieces: Vec<f64>,
    /// Fewest pieces that respect the bound on curves.
    least: f64,
}

impl Wanted {
    fn along(edge: &Edge, from: f64, to: f64, size: Size<'_>, longest: f64) -> Self {
        let from = from.max(0.0);
        let to = to.min(edge.length());
        let longest = if is_straight(edge) { f64::INFINITY } else { longest };
        let density = |s: f64| {
            let p = edge.point_at(s);
            let h = size(DVec2::new(p.x, p.y)).min(longest);
            // A size that is not a size asks for nothing here; the mesher reports it.
            if h > 0.0 { 1.0 / h } else { 0.0f64 }
        };
        // Steps fine enough to see a field that varies over ten of its own sizes, by the midpoint rule.
        let rough = (to - from) * density(0.5 * (from + to)).max(density(from)).max(density(to));
        let steps = (2.0 * rough).clamp(32.0, 4096.0);
        let steps = if steps.is_finite() { steps as usize } else { 32 };
        let step = (to - from) / steps as f64;
        let mut lengths = vec![from];
        let mut pieces = vec![0.0];
        let mut sum = 0.0;
        for k in 0..steps {
            sum += step * density(from + (k as f64 + 0.5) * step);
            lengths.push(from + (k + 1) as f64 * step);
            pieces.push(sum);
        }
        Wanted { lengths, pieces, least: ((to - from) / longest).ceil() }
    }

    fn total(&self) -> f64 {
        self.pieces[self.pieces.len() - 1]
    }

    fn count(&self) -> usize {
        // Rounding up when in doubt by a hair would double short edges whose length is the size itself.
        let n = self.total().round().max(self.least).clamp(1.0, MOST_PIECES);
        if n.is_nan() { 1 } else { n as usize }
    }

    /// Arc length at which a fraction of all pieces is reached.
    fn length_at(&self, fraction: f64) -> f64 {
        let target = fraction * self.total();
        let k = self.pieces.partition_point(|&p| p <= target).clamp(1, self.pieces.len() - 1);
        let (p0, p1) = (self.pieces[k - 1], self.pieces[k]);
        let (s0, s1) = (self.lengths[k - 1], self.lengths[k]);
        if p1 > p0 { s0 + (s1 - s0) * ((target - p0) / (p1 - p0)).clamp(0.0, 1.0) } else { s0 }
    }
}
