//! Seam allowance: the outline moved outwards, by a distance of its own for every edge.

use super::check::{Drawing, check};
use super::cross::meet;
use super::edge::{Edge, unit_tangent};
use super::outline::{Outline, moved_ends};
use super::problem::{Place, Problem, ProblemKind};
use glam::DVec2;
use kurbo::{BezPath, Line, ParamCurve, PathSeg, Point, Vec2};

/// Largest distance of the drawn allowance from the true one: 10 µm, or that fraction of the edge where it is longer
/// than a metre.
const ACCURACY: f64 = 1e-5;

/// A mitre reaches at most this many times the wider of its two allowances beyond the corner; longer ones are cut off
/// straight. 2 keeps the corners of 60° whole.
const MITRE: f64 = 2.0;

impl Outline {
    /// The cutting line: every edge moved out of the cloth by its distance (m, none negative). Edge `i` of the result
    /// belongs to edge `i` of the outline; corners are mitred, and cut off where the mitre would be long.
    ///
    /// # Errors
    ///
    /// Where an allowance is not a distance, is wider than a hollow curve is round, or runs into another.
    pub fn offset(&self, distances: &[f64]) -> Result<Outline, Vec<Problem>> {
        let problem = |i: usize, at: Point| {
            let distance = distances.get(i).copied().unwrap_or(f64::NAN);
            Problem::new(ProblemKind::Offset { distance }, Place::Outline, i, at)
        };
        let mut problems = check(&Drawing { outline: self, holes: &[], lines: &[] });
        if !problems.is_empty() {
            return Err(problems);
        }
        let n = self.edges.len();
        let size = self.bounding_box();
        // A distance beyond the panel itself is a slip of the unit.
        let widest = size.width() + size.height();
        let mut moved = Vec::with_capacity(n);
        for (i, edge) in self.edges.iter().enumerate() {
            let d = distances.get(i).copied().unwrap_or(f64::NAN);
            match (d >= 0.0 && d <= widest).then(|| moved_edge(edge, d)).flatten() {
                Some(e) => moved.push(e),
                None => problems.push(problem(i, edge.point_at(0.5 * edge.length()))),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        for i in 0..n {
            let j = (i + 1) % n;
            let corner = Corner { at: self.edges[j].start(), reach: distances[i].max(distances[j]) };
            match corner.join(&moved[i], &moved[j]) {
                Some((before, after)) => {
                    moved[i] = before;
                    moved[j] = after;
                }
                None => problems.push(problem(i, corner.at)),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let result = Outline::new(moved);
        let wrong = check(&Drawing { outline: &result, holes: &[], lines: &[] });
        if wrong.is_empty() { Ok(result) } else { Err(wrong.iter().map(|p| problem(p.edge, p.at)).collect()) }
    }
}

/// An edge moved to its right; `None` where it is hollow with a radius below the distance.
fn moved_edge(edge: &Edge, distance: f64) -> Option<Edge> {
    if distance == 0.0 {
        return Some(edge.clone());
    }
    let accuracy = ACCURACY * edge.length().max(1.0).min(1e3 * edge.length());
    let mut segments: Vec<PathSeg> = Vec::new();
    for s in edge.segments() {
        let right = |t: f64| {
            let v = unit_tangent(s, t);
            distance * Vec2::new(v.y, -v.x)
        };
        let ends = (s.start() + right(0.0), s.end() + right(1.0));
        let mut pieces = match s {
            PathSeg::Line(_) => vec![PathSeg::Line(Line::new(ends.0, ends.1))],
            _ if !fits(s, distance) => return None,
            _ => {
                let mut path = BezPath::new();
                // kurbo moves to the left for positive distances.
                kurbo::offset::offset_cubic(s.to_cubic(), -distance, accuracy, &mut path);
                path.segments().collect()
            }
        };
        if let Some(first) = pieces.first_mut() {
            *first = super::edge::with_start(*first, ends.0);
        }
        if let Some(last) = pieces.last_mut() {
            *last = super::edge::with_end(*last, ends.1);
        }
        // Corners inside an edge (a polyline) are bridged straight; smooth joints close by themselves.
        if let (Some(before), Some(after)) = (segments.last(), pieces.first()) {
            let (a, b) = (before.end(), after.start());
            if (b - a).hypot() > 1e-12 * distance {
                segments.push(PathSeg::Line(Line::new(a, b)));
            }
        }
        segments.extend(pieces);
    }
    let mut segments = segments.into_iter();
    let moved = Edge::new(segments.next()?, segments);
    moved.is_finite().then_some(moved)
}

/// Whether a curve moved to its right by a distance stays smooth: where it turns right, its radius must be larger.
fn fits(s: &PathSeg, distance: f64) -> bool {
    const STEPS: usize = 64;
    let points: Vec<Point> = (0..=STEPS).map(|k| s.eval(k as f64 / STEPS as f64)).collect();
    points.windows(3).all(|w| {
        let (a, b) = (w[1] - w[0], w[2] - w[1]);
        let turn = libm::atan2(a.cross(b), a.dot(b));
        let length = 0.5 * (a.hypot() + b.hypot());
        -turn * distance < length
    })
}

/// A corner of the outline, and the wider of the allowances beside it.
struct Corner {
    at: Point,
    reach: f64,
}

impl Corner {
    /// Lets two moved edges end and begin at one point.
    fn join(&self, before: &Edge, after: &Edge) -> Option<(Edge, Edge)> {
        let (p, q) = (before.end(), after.start());
        let (u, v) = (before.tangent_at(before.length()), after.tangent_at(0.0));
        let gap = q - p;
        if gap.hypot() <= 1e-9 * self.reach || self.reach == 0.0 {
            return Some((moved_ends(before, None, Some(q)), after.clone()));
        }
        let sine = u.cross(v);
        // Along u from p and against v from q to the mitre's point.
        let (s, t) = (gap.cross(v) / sine, gap.cross(u) / sine);
        let outside = sine.abs() > 1e-6 && s >= -1e-9 * self.reach && t <= 1e-9 * self.reach;
        if outside {
            let tip = p + s * u;
            if (tip - self.at).hypot() <= MITRE * self.reach {
                return Some((extended(before, &[tip])?, preceded(after, tip)?));
            }
            // Cut off square to the line from the corner to the tip.
            let axis = (tip - self.at) / (tip - self.at).hypot();
            let cut = |from: Point, along: Vec2| {
                let (have, gain) = ((from - self.at).dot(axis), along.dot(axis));
                from + ((MITRE * self.reach - have) / gain).max(0.0) * along
            };
            let (a, b) = (cut(p, u), cut(q, -v));
            return Some((extended(before, &[a, b])?, preceded(after, b)?));
        }
        if let Some(trimmed) = trimmed(before, after) {
            return Some(trimmed);
        }
        // Edges in line with each other but of unequal allowance, or a spike turned right round: a straight step.
        (u.dot(v) > 0.99 || sine >= 0.0).then(|| extended(before, &[q]).map(|e| (e, after.clone())))?
    }
}

/// The edge with straight pieces to these points added at its end.
fn extended(edge: &Edge, points: &[Point]) -> Option<Edge> {
    let mut segments = edge.segments().to_vec();
    let mut last = edge.end();
    for &p in points {
        if p != last {
            segments.push(PathSeg::Line(Line::new(last, p)));
            last = p;
        }
    }
    let mut segments = segments.into_iter();
    Some(Edge::new(segments.next()?, segments))
}

/// The edge with a straight piece from a point added at its start.
fn preceded(edge: &Edge, start: Point) -> Option<Edge> {
    if start == edge.start() {
        return Some(edge.clone());
    }
    Some(Edge::new(PathSeg::Line(Line::new(start, edge.start())), edge.segments().iter().copied()))
}

/// The two edges cut where they cross, as close to the corner as they do.
fn trimmed(before: &Edge, after: &Edge) -> Option<(Edge, Edge)> {
    let fine = 0.1 * ACCURACY * before.length().max(after.length());
    let as_vec = |p: &Point| DVec2::new(p.x, p.y);
    let a: Vec<DVec2> = before.flatten(fine).iter().map(as_vec).collect();
    let b: Vec<DVec2> = after.flatten(fine).iter().map(as_vec).collect();
    let total: f64 = a.windows(2).map(|w| (w[1] - w[0]).length()).sum();
    let mut from_end = 0.0;
    for i in (0..a.len() - 1).rev() {
        let mut from_start = 0.0;
        for j in 0..b.len() - 1 {
            if let Some(at) = meet((a[i], a[i + 1]), (b[j], b[j + 1]), 0.0) {
                // Chords are shorter than curves by next to nothing, so lengths along them are scaled, not searched.
                let along_a = (total - from_end - (a[i + 1] - at).length()) * (before.length() / total);
                let chords_b: f64 = b.windows(2).map(|w| (w[1] - w[0]).length()).sum();
                let along_b = (from_start + (at - b[j]).length()) * (after.length() / chords_b);
                let corner = Point::new(at.x, at.y);
                let first = before.part(0.0, along_a)?;
                let second = after.part(along_b, after.length())?;
                return Some((moved_ends(&first, None, Some(corner)), moved_ends(&second, Some(corner), None)));
            }
            from_start += (b[j + 1] - b[j]).length();
        }
        from_end += (a[i + 1] - a[i]).length();
    }
    None
}
