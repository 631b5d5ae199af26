//! One edge of a drawing: lines and Béziers end to end, measured by arc length.
//!
//! What the maker calls one edge stays one edge, even where an arc needs several cubics: seams, allowances and
//! notches refer to edges by number.

use super::LARGEST_COORDINATE;
use super::problem::ProblemKind;
use kurbo::common::{GAUSS_LEGENDRE_COEFFS_8, GAUSS_LEGENDRE_COEFFS_16};
use kurbo::{
    Affine, CubicBez, Line, ParamCurve, ParamCurveArea, ParamCurveDeriv, ParamCurveExtrema, PathSeg, Point, QuadBez,
    Rect, Vec2,
};

/// Accuracy of arc lengths relative to a segment's control polygon. Relative, because an absolute one cannot be met on
/// a drawing given in the wrong unit.
const LENGTH_ACCURACY: f64 = 1e-11;

/// Largest distance between an arc and the cubics that stand for it, in metres and as a fraction of the radius.
pub const ARC_ACCURACY: f64 = 1e-6;

/// An edge of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    segments: Vec<PathSeg>,
    /// Arc length from the edge's start to the end of each segment, m.
    ends: Vec<f64>,
}

/// A mark on an edge, to be matched with another when sewing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Notch {
    /// On the edge.
    pub at: Point,
    /// Unit vector out of the cloth, for a counter-clockwise outline.
    pub outward: Vec2,
}

impl Edge {
    /// An edge made of segments, each beginning where the one before it ends (it is made to, if it does not).
    pub fn new(first: PathSeg, rest: impl IntoIterator<Item = PathSeg>) -> Self {
        let mut segments = vec![first];
        let mut last = first.end();
        for segment in rest {
            let segment = with_start(segment, last);
            last = segment.end();
            segments.push(segment);
        }
        let mut ends = Vec::with_capacity(segments.len());
        let mut total = 0.0;
        for segment in &segments {
            total += segment_length(segment);
            ends.push(total);
        }
        Edge { segments, ends }
    }

    /// A straight edge.
    pub fn line(from: Point, to: Point) -> Self {
        Edge::new(PathSeg::Line(Line::new(from, to)), [])
    }

    /// A quadratic Bézier.
    pub fn quadratic(from: Point, control: Point, to: Point) -> Self {
        Edge::new(PathSeg::Quad(QuadBez::new(from, control, to)), [])
    }

    /// A cubic Bézier.
    pub fn cubic(from: Point, control1: Point, control2: Point, to: Point) -> Self {
        Edge::new(PathSeg::Cubic(CubicBez::new(from, control1, control2, to)), [])
    }

    /// Straight pieces through these points; `None` for fewer than two.
    pub fn polyline(points: &[Point]) -> Option<Self> {
        let mut pieces = points.windows(2).map(|w| PathSeg::Line(Line::new(w[0], w[1])));
        let first = pieces.next()?;
        Some(Edge::new(first, pieces))
    }

    /// A circular arc, written as cubics that stay within [`ARC_ACCURACY`] of it.
    ///
    /// `large` chooses the way around of more than half a circle, `ccw` the one that turns left.
    pub fn arc(from: Point, to: Point, radius: f64, large: bool, ccw: bool) -> Result<Self, ProblemKind> {
        let chord = to - from;
        let length = chord.hypot();
        if !(length.is_finite() && radius.is_finite()) || length > LARGEST_COORDINATE {
            return Err(ProblemKind::NotFinite);
        }
        if length == 0.0 {
            return Err(ProblemKind::ZeroLength);
        }
        let least = 0.5 * length;
        // A half circle typed with a rounded radius must not fail by the last digit.
        if radius < least * (1.0 - 1e-6) || radius <= 0.0 {
            return Err(ProblemKind::ArcRadius { radius, least });
        }
        let radius = radius.max(least);
        let minor = 2.0 * libm::asin((least / radius).min(1.0));
        let sweep = if large { 2.0 * std::f64::consts::PI - minor } else { minor };
        let sign = if ccw { 1.0 } else { -1.0 };
        // A quarter circle as one cubic is off by 2.7e-4 of the radius, and the error falls with the sixth power.
        let quarters = sweep / std::f64::consts::FRAC_PI_2;
        let refine = libm::pow(2.8e-4 * radius.max(1.0) / ARC_ACCURACY, 1.0 / 6.0);
        let pieces = (quarters * refine).ceil().clamp(1.0, 256.0);
        let step = sweep / pieces;
        // Piece by piece from the start, by chords and tangents, so that no distant centre costs digits.
        let piece_chord = 2.0 * radius * libm::sin(0.5 * step);
        let handle = 4.0 / 3.0 * libm::tan(0.25 * step) * radius;
        let forward = chord / length;
        let turned = |angle: f64| {
            let (s, c) = (libm::sin(angle), libm::cos(angle));
            Vec2::new(c * forward.x - s * forward.y, s * forward.x + c * forward.y)
        };
        let angle_at = |piece: f64| sign * (piece * step - 0.5 * sweep);
        let count = pieces as usize;
        let mut segments = Vec::with_capacity(count);
        let mut start = from;
        for i in 0..count {
            let i_f = i as f64;
            let end = if i + 1 == count { to } else { start + piece_chord * turned(angle_at(i_f + 0.5)) };
            let c1 = start + handle * turned(angle_at(i_f));
            let c2 = end - handle * turned(angle_at(i_f + 1.0));
            segments.push(PathSeg::Cubic(CubicBez::new(start, c1, c2, end)));
            start = end;
        }
        let mut segments = segments.into_iter();
        let first = segments.next().ok_or(ProblemKind::ZeroLength)?;
        Ok(Edge::new(first, segments))
    }

    /// The segments, end to end.
    pub fn segments(&self) -> &[PathSeg] {
        &self.segments
    }

    /// First point.
    pub fn start(&self) -> Point {
        self.segments[0].start()
    }

    /// Last point.
    pub fn end(&self) -> Point {
        self.segments[self.segments.len() - 1].end()
    }

    /// Arc length, m; not a number when a coordinate is not, or is too large.
    pub fn length(&self) -> f64 {
        self.ends[self.ends.len() - 1]
    }

    /// Whether every coordinate is a number of reasonable size.
    pub fn is_finite(&self) -> bool {
        self.segments.iter().all(segment_is_finite)
    }

    /// Whether the edge is straight to within `tolerance`.
    pub fn is_straight(&self, tolerance: f64) -> bool {
        let chord = Line::new(self.start(), self.end());
        let direction = chord.p1 - chord.p0;
        let length = direction.hypot();
        let off = |p: Point| {
            if length > 0.0 { (direction.cross(p - chord.p0) / length).abs() } else { (p - chord.p0).hypot() }
        };
        self.segments.iter().all(|s| {
            let c = s.to_cubic();
            [c.p0, c.p1, c.p2, c.p3].into_iter().all(|p| off(p) <= tolerance)
        })
    }

    /// The point at an arc length from the start; lengths beyond the ends give the ends.
    pub fn point_at(&self, length: f64) -> Point {
        let (i, t) = self.locate(length);
        self.point_of(i, t)
    }

    /// The points at these arc lengths.
    pub fn points_at(&self, lengths: &[f64]) -> Vec<Point> {
        lengths.iter().map(|&s| self.point_at(s)).collect()
    }

    /// Unit tangent at an arc length; zero only where the edge has none.
    pub fn tangent_at(&self, length: f64) -> Vec2 {
        let (i, t) = self.locate(length);
        unit_tangent(&self.segments[i], t)
    }

    /// The notch at an arc length from the start.
    pub fn notch(&self, length: f64) -> Notch {
        let t = self.tangent_at(length);
        Notch { at: self.point_at(length), outward: Vec2::new(t.y, -t.x) }
    }

    /// The two parts before and after an arc length; `None` at or beyond the ends.
    pub fn split(&self, length: f64) -> Option<(Edge, Edge)> {
        Some((self.part(0.0, length)?, self.part(length, self.length())?))
    }

    /// The part between two arc lengths; `None` unless `0 ≤ from < to ≤ length`.
    pub fn part(&self, from: f64, to: f64) -> Option<Edge> {
        let length = self.length();
        if !(from >= 0.0 && from < to && to <= length) {
            return None;
        }
        let (i0, t0) = self.locate(from);
        let (i1, t1) = self.locate(to);
        let mut pieces = Vec::with_capacity(i1 + 1 - i0);
        for i in i0..=i1 {
            let a = if i == i0 { t0 } else { 0.0 };
            let b = if i == i1 { t1 } else { 1.0 };
            if a < b {
                let piece = self.segments[i].subsegment(a..b);
                // Both sides of a cut must end on the same bits, so the cut point is always evaluated one way.
                pieces.push(with_end(with_start(piece, self.point_of(i, a)), self.point_of(i, b)));
            }
        }
        let mut pieces = pieces.into_iter();
        let first = pieces.next()?;
        Some(Edge::new(first, pieces))
    }

    /// The same edge walked the other way.
    pub fn reversed(&self) -> Edge {
        let mut back = self.segments.iter().rev().map(PathSeg::reverse);
        let first = back.next().unwrap_or(PathSeg::Line(Line::new(self.end(), self.start())));
        Edge::new(first, back)
    }

    /// The edge moved by an affine map.
    pub fn transformed(&self, map: Affine) -> Edge {
        let mut moved = self.segments.iter().map(|&s| map * s);
        let first = moved.next().unwrap_or(PathSeg::Line(Line::new(self.start(), self.end())));
        Edge::new(first, moved)
    }

    /// Signed area between the edge and the origin; summed over a closed loop it is the loop's area.
    pub(super) fn signed_area(&self) -> f64 {
        self.segments.iter().map(ParamCurveArea::signed_area).sum()
    }

    /// Smallest box around the edge.
    pub fn bounding_box(&self) -> Rect {
        let start = self.start();
        let mut all = Rect::from_points(start, start);
        for s in &self.segments {
            all = all.union(s.bounding_box());
        }
        all
    }

    /// Total angle the tangent turns through, counting both directions as positive, rad. Corners between segments
    /// count too.
    pub fn turning(&self) -> f64 {
        const STEPS: usize = 16;
        let mut total = 0.0;
        let mut last: Option<Vec2> = None;
        for s in &self.segments {
            let steps = if matches!(s, PathSeg::Line(_)) { 1 } else { STEPS };
            for k in 0..=steps {
                let t = unit_tangent(s, k as f64 / steps as f64);
                if let Some(l) = last {
                    total += libm::atan2(l.cross(t), l.dot(t)).abs();
                }
                last = Some(t);
            }
        }
        total
    }

    /// Points along the edge, both ends included, joined by chords within `tolerance` of it.
    pub fn flatten(&self, tolerance: f64) -> Vec<Point> {
        let mut out = vec![self.start()];
        for s in &self.segments {
            let steps = chords(s, tolerance);
            for k in 1..steps {
                out.push(s.eval(k as f64 / steps as f64));
            }
            out.push(s.end());
        }
        out
    }

    fn point_of(&self, segment: usize, t: f64) -> Point {
        let s = &self.segments[segment];
        // Ends are given back as they were drawn: evaluating a Bézier at 1 may lose the last bit.
        if t <= 0.0 {
            s.start()
        } else if t >= 1.0 {
            s.end()
        } else {
            s.eval(t)
        }
    }

    /// Segment and parameter at an arc length.
    fn locate(&self, length: f64) -> (usize, f64) {
        let last = self.segments.len() - 1;
        if !self.length().is_finite() || length.is_nan() || length <= 0.0 {
            return (0, 0.0);
        }
        if length >= self.ends[last] {
            return (last, 1.0);
        }
        let i = self.ends.partition_point(|&e| e <= length).min(last);
        let before = if i == 0 { 0.0 } else { self.ends[i - 1] };
        (i, parameter_at(&self.segments[i], length - before, self.ends[i] - before))
    }
}

/// The segment with another first point.
pub(super) fn with_start(segment: PathSeg, start: Point) -> PathSeg {
    match segment {
        PathSeg::Line(s) => PathSeg::Line(Line::new(start, s.p1)),
        PathSeg::Quad(s) => PathSeg::Quad(QuadBez::new(start, s.p1, s.p2)),
        PathSeg::Cubic(s) => PathSeg::Cubic(CubicBez::new(start, s.p1, s.p2, s.p3)),
    }
}

/// The segment with another last point.
pub(super) fn with_end(segment: PathSeg, end: Point) -> PathSeg {
    match segment {
        PathSeg::Line(s) => PathSeg::Line(Line::new(s.p0, end)),
        PathSeg::Quad(s) => PathSeg::Quad(QuadBez::new(s.p0, s.p1, end)),
        PathSeg::Cubic(s) => PathSeg::Cubic(CubicBez::new(s.p0, s.p1, s.p2, end)),
    }
}

fn segment_is_finite(s: &PathSeg) -> bool {
    let c = s.to_cubic();
    [c.p0, c.p1, c.p2, c.p3].into_iter().all(|p| p.x.abs() <= LARGEST_COORDINATE && p.y.abs() <= LARGEST_COORDINATE)
}

fn control_length(s: &PathSeg) -> f64 {
    let c = s.to_cubic();
    (c.p1 - c.p0).hypot() + (c.p2 - c.p1).hypot() + (c.p3 - c.p2).hypot()
}

fn segment_length(s: &PathSeg) -> f64 {
    if !segment_is_finite(s) {
        return f64::NAN;
    }
    match s {
        PathSeg::Line(l) => (l.p1 - l.p0).hypot(),
        _ => arc_length(&s.to_cubic(), (0.0, 1.0), LENGTH_ACCURACY * control_length(s)),
    }
}

/// Arc length between two parameters: Gauss's rule with 8 and with 16 points, halving where they disagree.
///
/// kurbo's own rule is not used: on curves with far-off control points it halves some 2²⁰ times, and for quadratics its
/// closed form loses digits when they are nearly straight.
fn arc_length(c: &CubicBez, range: (f64, f64), accuracy: f64) -> f64 {
    /// A cusp halves along one branch only, and gains three bits of accuracy per level.
    const DEEPEST: usize = 14;
    let derivative = c.deriv();
    let rule = |(from, to): (f64, f64), nodes: &[(f64, f64)]| {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let speed = |x: f64| derivative.eval(middle + half * x).to_vec2().hypot();
        half * nodes.iter().map(|&(w, x)| w * speed(x)).sum::<f64>()
    };
    let mut total = 0.0;
    let mut open = vec![(range, 0)];
    while let Some((part, depth)) = open.pop() {
        let rough = rule(part, GAUSS_LEGENDRE_COEFFS_8);
        let fine = rule(part, GAUSS_LEGENDRE_COEFFS_16);
        // Written so that what is not a number ends at once.
        if depth < DEEPEST && (fine - rough).abs() > accuracy {
            let middle = 0.5 * (part.0 + part.1);
            open.push(((middle, part.1), depth + 1));
            open.push(((part.0, middle), depth + 1));
        } else {
            total += fine;
        }
    }
    total
}

/// Parameter at arc length `s` of a segment `total` long: Newton's rule kept inside a shrinking bracket, since the
/// speed of a Bézier may vanish at its ends.
fn parameter_at(segment: &PathSeg, s: f64, total: f64) -> f64 {
    if let PathSeg::Line(_) = segment {
        return (s / total).clamp(0.0, 1.0);
    }
    let cubic = segment.to_cubic();
    let derivative = cubic.deriv();
    let accuracy = LENGTH_ACCURACY * control_length(segment);
    let (mut low, mut low_s, mut high) = (0.0, 0.0, 1.0);
    let mut t = (s / total).clamp(0.0, 1.0);
    for _ in 0..64 {
        // Only the stretch since the last point known to be short of `s` is measured again.
        let here = low_s + arc_length(&cubic, (low, t), accuracy);
        let error = here - s;
        if error.abs() <= 2.0 * accuracy {
            break;
        }
        if error < 0.0 {
            (low, low_s) = (t, here);
        } else {
            high = t;
        }
        let speed = derivative.eval(t).to_vec2().hypot();
        let newton = t - error / speed;
        t = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if high - low <= 1e-15 {
            break;
        }
    }
    t
}

/// Unit tangent at a parameter, also where a control point coincides with an end.
pub(super) fn unit_tangent(s: &PathSeg, t: f64) -> Vec2 {
    let c = s.to_cubic();
    let normed = |v: Vec2| {
        let l = v.hypot();
        (l > 0.0 && l.is_finite()).then(|| v / l)
    };
    let by_derivative = c.deriv().eval(t).to_vec2();
    if by_derivative.hypot() > 1e-9 * control_length(s)
        && let Some(v) = normed(by_derivative)
    {
        return v;
    }
    // At a vanishing derivative the curve heads for the next control point that is somewhere else.
    let here = c.eval(t);
    let ahead = [c.p1, c.p2, c.p3].into_iter().map(|p| p - here);
    let behind = [c.p2, c.p1, c.p0].into_iter().map(|p| here - p);
    let pick = |mut list: Box<dyn Iterator<Item = Vec2>>| list.find_map(normed);
    let found = if t < 0.5 { pick(Box::new(ahead)) } else { pick(Box::new(behind)) };
    found.or_else(|| normed(c.p3 - c.p0)).unwrap_or(Vec2::ZERO)
}

/// Number of equal parameter steps whose chords stay within `tolerance` of the segment.
fn chords(s: &PathSeg, tolerance: f64) -> usize {
    /// Keeps a drawing in the wrong unit from taking all memory.
    const MOST: f64 = 4096.0;
    let c = match s {
        PathSeg::Line(_) => return 1,
        _ => s.to_cubic(),
    };
    // The second derivative of a Bézier is bounded by its second differences; a chord over a parameter step d is off
    // by at most d²/8 times it.
    let second = |a: Point, b: Point, c: Point| 6.0 * ((a.to_vec2() - 2.0 * b.to_vec2()) + c.to_vec2()).hypot();
    let bend = second(c.p0, c.p1, c.p2).max(second(c.p1, c.p2, c.p3));
    let steps = (bend / (8.0 * tolerance)).sqrt().ceil();
    if steps.is_finite() { steps.clamp(1.0, MOST) as usize } else { 1 }
}
