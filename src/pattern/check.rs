//! Everything that can be wrong with a panel's drawing, found at once.
//!
//! Curves are replaced by chords within a hundred-thousandth of the panel's extent and the chords are compared
//! exactly. Edges that come closer than that without being neighbours count as touching: no scissors cut such a gap,
//! and no mesh survives it.

use super::cross::{Chain, contains, distance, meet, meetings};
use super::outline::Outline;
use super::problem::{Place, Problem, ProblemKind};
use super::{Edge, LARGEST_COORDINATE};
use glam::DVec2;
use kurbo::{Point, Vec2};

/// Distance of chords from curves, and least gap between edges, as a fraction of the panel's extent: 10 µm per metre.
const FINENESS: f64 = 1e-5;

/// Least area as a fraction of the extent's square.
const LEAST_AREA: f64 = 1e-9;

/// A panel's drawing.
#[derive(Clone, Copy)]
pub struct Drawing<'a> {
    /// The outline, counter-clockwise.
    pub outline: &'a Outline,
    /// Holes.
    pub holes: &'a [Outline],
    /// Internal lines.
    pub lines: &'a [Edge],
}

/// Every geometric problem of a drawing; none for a drawing that can be meshed.
pub fn check(drawing: &Drawing<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    check_loop(drawing.outline, Place::Outline, &mut problems);
    for (k, hole) in drawing.holes.iter().enumerate() {
        check_loop(hole, Place::Hole(k), &mut problems);
    }
    for (k, line) in drawing.lines.iter().enumerate() {
        check_edge(line, Place::Line(k), 0, &mut problems);
    }
    // Crossings and insides mean nothing while the loops are not loops.
    if !problems.is_empty() {
        return problems;
    }
    let fine = FINENESS * extent(drawing.outline);
    let mut chains = vec![loop_chain(drawing.outline, Place::Outline, fine)];
    chains.extend(drawing.holes.iter().enumerate().map(|(k, h)| loop_chain(h, Place::Hole(k), fine)));
    let loops = chains.len();
    chains.extend(drawing.lines.iter().enumerate().map(|(k, l)| line_chain(l, k, fine)));
    let met = check_meetings(drawing, &chains, fine, &mut problems);
    check_area(drawing, &mut problems);
    check_holes(&chains[..loops], &met, &mut problems);
    check_lines(&chains, loops, fine, &mut problems);
    problems
}

fn extent(outline: &Outline) -> f64 {
    let b = outline.bounding_box();
    b.width().max(b.height())
}

fn check_edge(edge: &Edge, place: Place, index: usize, problems: &mut Vec<Problem>) {
    if !edge.is_finite() {
        problems.push(Problem::new(ProblemKind::NotFinite, place, index, edge.start()));
    } else if edge.length() <= 0.0 {
        problems.push(Problem::new(ProblemKind::ZeroLength, place, index, edge.start()));
    }
}

fn check_loop(outline: &Outline, place: Place, problems: &mut Vec<Problem>) {
    let edges = &outline.edges;
    if edges.len() < 2 {
        let at = edges.first().map_or(Point::ORIGIN, Edge::start);
        problems.push(Problem::new(ProblemKind::TooFewEdges { edges: edges.len() }, place, 0, at));
    }
    for (i, edge) in edges.iter().enumerate() {
        check_edge(edge, place, i, problems);
        let before = &edges[(i + edges.len() - 1) % edges.len()];
        let gap = (edge.start() - before.end()).hypot();
        // Not a number is reported above; a gap of one rounding error is still a gap, because particles are shared.
        if edge.start() != before.end() && gap <= 4.0 * LARGEST_COORDINATE {
            problems.push(Problem::new(ProblemKind::Open { gap }, place, i, edge.start()));
        }
    }
}

/// Chords of a closed loop.
fn loop_chain(outline: &Outline, place: Place, fine: f64) -> Chain {
    let mut chain =
        Chain { points: Vec::new(), edges: Vec::new(), closed: true, place, edge_count: outline.edges.len() as u32 };
    for (i, edge) in outline.edges.iter().enumerate() {
        push_chords(&mut chain, edge, i as u32, fine);
    }
    // The last chord ends on the first point.
    chain.points.pop();
    chain
}

/// Chords of an internal line; one that ends where it begins is a closed chain.
fn line_chain(line: &Edge, index: usize, fine: f64) -> Chain {
    let place = Place::Line(index);
    let mut chain = Chain { points: Vec::new(), edges: Vec::new(), closed: false, place, edge_count: 1 };
    push_chords(&mut chain, line, 0, fine);
    if chain.points.len() > 2 && chain.points.first() == chain.points.last() {
        chain.points.pop();
        chain.closed = true;
    }
    chain
}

fn push_chords(chain: &mut Chain, edge: &Edge, index: u32, fine: f64) {
    for p in edge.flatten(fine) {
        let p = DVec2::new(p.x, p.y);
        match chain.points.last() {
            None => chain.points.push(p),
            Some(&last) if last != p => {
                chain.points.push(p);
                chain.edges.push(index);
            }
            Some(_) => {}
        }
    }
}

fn point(p: DVec2) -> Point {
    Point::new(p.x, p.y)
}

/// Crossings between loops; returns the pairs of loops that meet.
fn check_meetings(
    drawing: &Drawing<'_>,
    chains: &[Chain],
    fine: f64,
    problems: &mut Vec<Problem>,
) -> Vec<(Place, Place)> {
    let loops = chains.iter().take_while(|c| !matches!(c.place, Place::Line(_))).count();
    let mut met = Vec::new();
    let mut reported = Vec::new();
    for m in meetings(&chains[..loops], fine) {
        let (a, b) = (&chains[m.a.0], &chains[m.b.0]);
        let (edge_a, edge_b) = (a.edges[m.a.1], b.edges[m.b.1]);
        if m.a.0 == m.b.0 && at_a_cusp(drawing, a.place, (edge_a, edge_b), (m.at, fine)) {
            continue;
        }
        if m.a.0 != m.b.0 {
            met.push((a.place, b.place));
        }
        // One report per pair of edges: curves that run along each other meet at every chord.
        let key = (a.place, edge_a, b.place, edge_b);
        if !reported.contains(&key) {
            reported.push(key);
            let kind = ProblemKind::Crosses { other: b.place, other_edge: edge_b as usize };
            problems.push(Problem::new(kind, a.place, edge_a as usize, point(m.at)));
        }
    }
    met
}

/// Whether a meeting of neighbouring edges is only their chords' inaccuracy: two curves that leave a corner in one
/// direction cannot be told apart until they have bent away from each other.
fn at_a_cusp(drawing: &Drawing<'_>, place: Place, edges: (u32, u32), (at, fine): (DVec2, f64)) -> bool {
    let outline = match place {
        Place::Outline => drawing.outline,
        Place::Hole(k) => &drawing.holes[k],
        Place::Line(_) => return false,
    };
    let n = outline.edges.len();
    let reach = (fine * extent(drawing.outline)).sqrt();
    [edges, (edges.1, edges.0)].into_iter().any(|(i, j)| {
        let (i, j) = (i as usize, j as usize);
        if i == j || (i + 1) % n != j {
            return false;
        }
        let (before, after) = (&outline.edges[i], &outline.edges[j]);
        let curved = !(before.is_straight(fine) && after.is_straight(fine));
        let (back, ahead): (Vec2, Vec2) = (-before.tangent_at(before.length()), after.tangent_at(0.0));
        let corner = after.start();
        curved
            && back.dot(ahead) > 0.0
            && back.cross(ahead).abs() < 0.03
            && (DVec2::new(corner.x, corner.y) - at).length() < reach
    })
}

fn check_area(drawing: &Drawing<'_>, problems: &mut Vec<Problem>) {
    let least = |o: &Outline| LEAST_AREA * extent(o) * extent(o);
    let loops = std::iter::once((Place::Outline, drawing.outline))
        .chain(drawing.holes.iter().enumerate().map(|(k, h)| (Place::Hole(k), h)));
    for (place, outline) in loops {
        let area = outline.area();
        let at = outline.edges[0].start();
        if area.is_nan() || area.abs() <= least(outline) {
            problems.push(Problem::new(ProblemKind::NoArea, place, 0, at));
        } else if place == Place::Outline && area < 0.0 {
            problems.push(Problem::new(ProblemKind::Clockwise, place, 0, at));
        }
    }
}

/// Holes inside the outline and outside each other. Loops that meet were reported already.
fn check_holes(loops: &[Chain], met: &[(Place, Place)], problems: &mut Vec<Problem>) {
    let meet = |a: Place, b: Place| met.contains(&(a, b)) || met.contains(&(b, a));
    for (k, hole) in loops.iter().enumerate().skip(1) {
        let at = hole.points[0];
        if !meet(Place::Outline, hole.place) && !contains(&loops[0], at) {
            problems.push(Problem::new(ProblemKind::HoleOutside, hole.place, 0, point(at)));
        }
        for (j, other) in loops.iter().enumerate().skip(1) {
            if j != k && !meet(hole.place, other.place) && contains(other, at) {
                problems.push(Problem::new(ProblemKind::HoleInHole { other: j - 1 }, hole.place, 0, point(at)));
            }
        }
    }
}

/// Internal lines stay on the cloth; their ends may lie on its border.
fn check_lines(chains: &[Chain], loops: usize, fine: f64, problems: &mut Vec<Problem>) {
    for (k, line) in chains[loops..].iter().enumerate() {
        let place = Place::Line(k);
        if let Some(at) = line_leaves(line, &chains[..loops], fine) {
            problems.push(Problem::new(ProblemKind::LineOutside, place, 0, point(at)));
        }
    }
}

/// A place where a line is not on the cloth.
fn line_leaves(line: &Chain, loops: &[Chain], fine: f64) -> Option<DVec2> {
    // An end counts as on the border within the accuracy of both chords.
    let reach = 3.0 * fine;
    let (first, last) = (line.points[0], line.points[line.points.len() - 1]);
    let near_end = |p: DVec2| !line.closed && ((p - first).length() <= reach || (p - last).length() <= reach);
    let near_border = |p: DVec2| loops.iter().any(|l| distance(l, p) <= reach);
    for l in loops {
        for k in 0..l.edges.len() {
            for j in 0..line.edges.len() {
                if let Some(at) = meet(l.segment(k), line.segment(j), 0.0) {
                    // A line that meets the border at a slant crosses its chords beside its own end.
                    if !near_end(at) {
                        return Some(at);
                    }
                }
            }
        }
    }
    let on_cloth = |p: DVec2| contains(&loops[0], p) && !loops[1..].iter().any(|h| contains(h, p));
    (0..line.edges.len()).find_map(|j| {
        let (a, b) = line.segment(j);
        let middle = 0.5 * (a + b);
        (!on_cloth(middle) && !near_border(middle)).then_some(middle)
    })
}
