//! How far a whole triangle of the cloth stays from a body.
//!
//! ```text
//!    •╲         ╱•     Seen from outside, the distance from a convex body is convex: the tangent plane at every point that was
//!      ╲ ╲ ̲ ̲ ╱ ╱      asked lies below it. The lowest point under all of these planes bounds the triangle from below; where
//!        ╲   ╱         that is not enough the triangle is halved.
//! ```
//!
//! So a triangle on a smooth part of a body costs no question beside those of its corners. Bodies that are made of triangles, skins that move among
//! them, need not be convex: there the distance is that of the nearest of them, by all pairs of features. The fields of mannequins that stand are
//! bounded as if they were convex, which in a hollow is off by less than its rim is high.

use super::bodies::Obstacle;
use super::distance::{Kind, Pair};
use crate::body::Nearest;
use crate::math::box_tree::Aabb;
use crate::math::each::Each;
use glam::DVec3;

/// Questions that a triangle may cost; the pieces that are left then count by their bound.
const MOST_QUESTIONS: u32 = 200;
/// The same where a step only wants to know how far its corners should keep off.
const FEW_QUESTIONS: u32 = 16;
/// Smallest pieces, m.
const SMALLEST: f64 = 5e-5;
/// A bound this near to the nearest point that was seen, as a part of its distance, is as good as the distance itself.
const CLOSE: f64 = 0.1;

/// A point that a body was asked from.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// m.
    pub at: DVec3,
    /// The body, seen from there.
    pub seen: Nearest,
}

/// What is known of a triangle's distance from a body.
#[derive(Clone, Copy, Debug)]
pub struct Clearance {
    /// No point of it is nearer, m.
    pub least: f64,
    /// Barycentric coordinates of the nearest point that was asked, and how it sees the body.
    pub nearest: ([f64; 3], Sight),
}

/// A bound from three corners alone, m, of a triangle whose corners will sink by so much.
pub(super) fn bound(corners: &[Sight; 3], sinks: [f64; 3]) -> f64 {
    let plane = |i: usize| {
        let Sight { at, seen } = corners[i];
        std::array::from_fn(|j| seen.distance + seen.normal.dot(corners[j].at - at) - sinks[j])
    };
    let planes: [[f64; 3]; 3] = [plane(0), plane(1), plane(2)];
    let pairs = under(planes[0], planes[1]).max(under(planes[1], planes[2])).max(under(planes[2], planes[0]));
    (0..3).map(|i| corners[i].seen.distance - sinks[i]).fold(pairs, f64::min)
}

/// The largest lower bound of max(a, b) over a triangle, of two planes given by their values at its corners: that of the mean
/// (1 − m) a + m b whose lowest corner is highest.
fn under(a: [f64; 3], b: [f64; 3]) -> f64 {
    let lowest = |m: f64| (0..3).map(|j| a[j] + m * (b[j] - a[j])).fold(f64::INFINITY, f64::min);
    let mut best = lowest(0.0).max(lowest(1.0));
    for (j, k) in [(0, 1), (1, 2), (2, 0)] {
        let slope = (b[j] - a[j]) - (b[k] - a[k]);
        let m = (a[k] - a[j]) / slope;
        if slope != 0.0 && m > 0.0 && m < 1.0 {
            best = best.max(lowest(m));
        }
    }
    best
}

/// The distance of a triangle from a body, bounded as closely as it takes to tell whether it is `enough`.
pub fn clearance(body: &Obstacle, corners: [Sight; 3], hint: u32, enough: f64) -> Clearance {
    let [a, b, c] = corners;
    let points = [([1.0, 0.0, 0.0], a), ([0.0, 1.0, 0.0], b), ([0.0, 0.0, 1.0], c)];
    if let Some(exact) = from_facets(body, points, enough) {
        return exact;
    }
    let mut search = Search::new(body, points, ([0.0; 3], hint, enough));
    let least = search.least(points);
    Clearance { least, nearest: search.nearest }
}

/// The least distance that was found on a triangle whose corners will sink by so much, m, within `exact` of the least there is where a
/// body is convex; looked for only below `enough`. The piece that may be lowest is halved first: halved in their order, pieces used up the questions
/// on one side of a triangle, and what was found jumped by 0.2 mm as its corners moved by 0.07.
pub(super) fn sunk(
    body: &Obstacle,
    corners: [Sight; 3],
    hint: u32,
    (sinks, enough, exact): ([f64; 3], f64, f64),
) -> f64 {
    let [a, b, c] = corners;
    let points = [([1.0, 0.0, 0.0], a), ([0.0, 1.0, 0.0], b), ([0.0, 0.0, 1.0], c)];
    let mut search = Search::new(body, points, (sinks, hint, enough));
    search.dig(
        points,
        Search::bound,
        (FEW_QUESTIONS, |search: &Search, known| known >= enough || search.lowest - known < exact),
    );
    search.lowest
}

/// The deepest point of a triangle that is cut by a body, and how it sees it. Nothing but that no point's distance differs from another's
/// by more than they are apart is asked of the body.
pub fn deepest(body: &Obstacle, corners: [Sight; 3], hint: u32) -> ([f64; 3], Sight) {
    let [a, b, c] = corners;
    let points = [([1.0, 0.0, 0.0], a), ([0.0, 1.0, 0.0], b), ([0.0, 0.0, 1.0], c)];
    let mut search = Search::new(body, points, ([0.0; 3], hint, 0.0));
    let near = |search: &Search, known: f64| known > search.lowest - CLOSE * search.lowest.abs();
    search.dig(points, reachable, (MOST_QUESTIONS, near));
    search.nearest
}

/// The distance from a body that is made of triangles; nothing for others. What is further than `enough` is called so far.
fn from_facets(body: &Obstacle, points: [Point; 3], enough: f64) -> Option<Clearance> {
    if !body.placed.has_facets() {
        return None;
    }
    let mut nearest = points[0];
    for point in &points[1..] {
        nearest = if point.1.seen.distance < nearest.1.seen.distance { *point } else { nearest };
    }
    let seen = nearest.1.seen.distance;
    if seen <= 0.0 {
        return Some(Clearance { least: seen, nearest });
    }
    let corners = points.each(|point| point.1.at);
    let around = Aabb::of(&corners);
    let mut best = (enough.min(seen), [0.0; 3], DVec3::ZERO);
    // As far as they are apart along any direction, so far they are at least: the body's normals are good ones to try, its own and each
    // facet's.
    let [u, v, w] = corners;
    let own = (v - u).cross(w - u).normalize_or_zero();
    let side = |n: DVec3| (n, corners.iter().map(|corner| n.dot(*corner)).fold(f64::INFINITY, f64::min));
    let (sides, faces) = (points.each(|point| side(point.1.seen.normal)), [own, -own].each(side));
    let mut visit = |facet: [DVec3; 3]| {
        let apart = |(n, lowest): &(DVec3, f64)| facet.iter().all(|corner| lowest - n.dot(*corner) >= best.0);
        if sides.iter().chain(&faces).any(apart) || !Aabb::of(&facet).padded(best.0).overlaps(&around) {
            return;
        }
        let [a, b, c] = facet;
        let normal = (b - a).cross(c - a);
        let reach = best.0 * normal.length();
        if reach > 0.0 && corners.iter().all(|corner| normal.dot(*corner - a) >= reach) {
            return;
        }
        let found = between(corners, facet);
        best = if found.0 < best.0 { found } else { best };
    };
    body.placed.facets(&around.padded(enough.min(seen)), &mut visit);
    let (least, weights, vector) = best;
    if vector != DVec3::ZERO {
        let at = weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2];
        nearest = (weights, Sight { at, seen: Nearest { distance: least, normal: vector / least } });
    }
    Some(Clearance { least, nearest })
}

/// Distance of two triangles, the weights of the nearest point of the first, and the way to it from the second; nothing of both
/// where they cross.
fn between(own: [DVec3; 3], other: [DVec3; 3]) -> (f64, [f64; 3], DVec3) {
    const NEXT: [usize; 3] = [1, 2, 0];
    let mut best = (f64::INFINITY, [0.0; 3], DVec3::ZERO);
    let mut take = |weights: [f64; 3], vector: DVec3| {
        let squared = vector.length_squared();
        best = if squared < best.0 { (squared, weights, vector) } else { best };
    };
    let point = Pair { kind: Kind::PointTriangle, particles: [0; 4] };
    let edges = Pair { kind: Kind::EdgeEdge, particles: [0; 4] };
    for i in 0..3 {
        let corner = point.closest([own[i], other[0], other[1], other[2]]);
        let mut weights = [0.0; 3];
        weights[i] = 1.0;
        take(weights, corner.vector);
        let tip = point.closest([other[i], own[0], own[1], own[2]]);
        take([-tip.weights[1], -tip.weights[2], -tip.weights[3]], -tip.vector);
        for j in 0..3 {
            let sides = edges.closest([own[i], own[NEXT[i]], other[j], other[NEXT[j]]]);
            let mut weights = [0.0; 3];
            (weights[i], weights[NEXT[i]]) = (sides.weights[0], sides.weights[1]);
            take(weights, sides.vector);
        }
    }
    let crosses = (0..3).any(|i| pierces([own[i], own[NEXT[i]]], other) || pierces([other[i], other[NEXT[i]]], own));
    if crosses { (0.0, [0.0; 3], DVec3::ZERO) } else { (best.0.sqrt(), best.1, best.2) }
}

/// Whether a segment goes through a triangle.
fn pierces([from, to]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    let (above, below) = (normal.dot(from - a), normal.dot(to - a));
    if above * below >= 0.0 {
        return false;
    }
    let way = to - from;
    let side = |p: DVec3, q: DVec3| (p - from).cross(q - from).dot(way);
    let (x, y, z) = (side(a, b), side(b, c), side(c, a));
    (x > 0.0 && y > 0.0 && z > 0.0) || (x < 0.0 && y < 0.0 && z < 0.0)
}

type Point = ([f64; 3], Sight);

/// No point of a piece is nearer to any body than its corners are, less the way to the furthest other corner, m.
fn reachable(_: &Search, points: [Point; 3]) -> f64 {
    let way = |k: usize| points.iter().map(|other| points[k].1.at.distance(other.1.at)).fold(0.0, f64::max);
    (0..3).map(|k| points[k].1.seen.distance - way(k)).fold(f64::NEG_INFINITY, f64::max)
}

struct Search<'a> {
    body: &'a Obstacle<'a>,
    hint: u32,
    enough: f64,
    /// How far corners will sink, m.
    sinks: [f64; 3],
    questions: u32,
    nearest: Point,
    /// Its distance when the corners have sunk, m.
    lowest: f64,
}

impl<'a> Search<'a> {
    fn new(body: &'a Obstacle<'a>, points: [Point; 3], (sinks, hint, enough): ([f64; 3], u32, f64)) -> Self {
        let lowest = points[0].1.seen.distance - sinks[0];
        let mut search = Search { body, hint, enough, sinks, questions: 0, nearest: points[0], lowest };
        search.see(points[1]);
        search.see(points[2]);
        search
    }

    /// By how much a point sinks with the corners, m.
    fn sinks(&self, point: &Point) -> f64 {
        (0..3).map(|k| point.0[k] * self.sinks[k]).sum()
    }

    fn see(&mut self, point: Point) {
        let low = point.1.seen.distance - self.sinks(&point);
        if low < self.lowest {
            (self.nearest, self.lowest) = (point, low);
        }
    }

    /// No point of a piece is lower than this, m.
    fn bound(&self, points: [Point; 3]) -> f64 {
        bound(&points.each(|point| point.1), points.each(|point| self.sinks(&point)))
    }

    /// No point of a triangle is lower than this, m.
    fn least(&mut self, points: [Point; 3]) -> f64 {
        let known = self.bound(points);
        let seen = self.lowest;
        if known >= self.enough || seen - known < CLOSE * seen.abs() || self.questions >= MOST_QUESTIONS {
            return known;
        }
        let Some([first, second]) = self.halve(points) else { return known };
        self.least(first).min(self.least(second))
    }

    /// The halves of a piece, whose longest side is asked in its middle; nothing of one that is small.
    fn halve(&mut self, points: [Point; 3]) -> Option<[[Point; 3]; 2]> {
        let side = |k: usize| points[k].1.at.distance_squared(points[(k + 1) % 3].1.at);
        let longest = if side(0) >= side(1).max(side(2)) { 0 } else { 1 + usize::from(side(2) > side(1)) };
        if side(longest) < SMALLEST * SMALLEST {
            return None;
        }
        let [a, b, c] = [points[longest], points[(longest + 1) % 3], points[(longest + 2) % 3]];
        let at = 0.5 * (a.1.at + b.1.at);
        self.questions += 1;
        let seen = self.body.placed.nearest_hinted(at, &mut self.hint);
        let middle = (std::array::from_fn(|k| 0.5 * (a.0[k] + b.0[k])), Sight { at, seen });
        self.see(middle);
        Some([[a, middle, c], [middle, b, c]])
    }

    /// Halves pieces, first the one that may be lowest by such a bound, until the lowest bound left is near enough or the questions are used up.
    fn dig(
        &mut self,
        whole: [Point; 3],
        bound: impl Fn(&Self, [Point; 3]) -> f64,
        (most, near): (u32, impl Fn(&Self, f64) -> bool),
    ) {
        let mut pieces = Vec::with_capacity(1 + most as usize);
        pieces.push((bound(self, whole), whole));
        while self.questions < most {
            let lowest = (0..pieces.len()).reduce(|a, b| if pieces[b].0 < pieces[a].0 { b } else { a });
            let Some((known, piece)) = lowest.map(|k| pieces.swap_remove(k)) else { return };
            if near(self, known) {
                return;
            }
            if let Some(halves) = self.halve(piece) {
                pieces.extend(halves.each(|half| (bound(self, half), half)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::motion::Still;
    use crate::body::{NO_HINT, Placed, Shape, Shapes};
    use crate::math::random::Random;
    use crate::row::{Table, Values};
    use glam::DMat3;
    use std::f64::consts::TAU;

    fn shape(kind: &str, numbers: &[(&str, f64)]) -> Box<dyn Shape> {
        let values: Values = numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        (Shapes::find(kind).unwrap().make)(&values)
    }

    /// Of random triangles around a thin wall none is called further away than any of its points is; and what is clear of it by a
    /// little is called so.
    #[test]
    fn no_point_is_nearer_than_the_bound() {
        let numbers = [("width_mm", 2.0), ("height_mm", 200.0), ("depth_mm", 200.0), ("rounding_mm", 1.0)];
        let wall = shape("body.box", &[&numbers[..], &[("x_mm", 0.0), ("y_mm", 0.0), ("z_mm", 0.0)]].concat());
        let body = Obstacle { placed: Placed::new(wall.as_ref(), &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        let mut random = Random::new(5);
        let (mut clear, mut cut, mut questions) = (0, 0, 0);
        for _ in 0..3000 {
            let mut point = |size: f64| size * DVec3::new(random.signed(), random.signed(), random.signed());
            let centre = DVec3::new(0.0, 0.1, 0.0) + point(0.01);
            let corners = [0; 3].map(|_| centre + point(0.01));
            let sights = corners.map(|at| Sight { at, seen: body.placed.nearest(at) });
            let found = clearance(&body, sights, NO_HINT, 1e-4);
            let mut least = f64::INFINITY;
            for i in 0..=40 {
                for j in 0..=40 - i {
                    let (u, v) = (f64::from(i) / 40.0, f64::from(j) / 40.0);
                    let at = corners[0] + (corners[1] - corners[0]) * u + (corners[2] - corners[0]) * v;
                    least = least.min(body.placed.nearest(at).distance);
                }
            }
            // Inside a body distances are not convex: there only the sign counts.
            assert!(found.least <= least.max(0.0) + 1e-12, "{} {least}", found.least);
            if least > 0.6e-3 {
                assert!(found.least > 0.0, "{least} away, called {}", found.least);
                clear += 1;
            }
            cut += usize::from(least < 0.0);
            questions += usize::from(found.least < 1e-4 && least > 1e-3);
        }
        assert!(clear > 300 && cut > 300 && questions == 0, "{clear} {cut} {questions}");
    }

    /// A torus of triangles, which is hollow on the inside of its ring: the distance is that of the nearest points of both, as a
    /// point of the triangle asked finely enough sees it, and of triangles that are cut the deepest point is found.
    #[test]
    fn hollows_of_a_mesh_are_seen() {
        let (mut vertices, mut facets) = (Vec::new(), Vec::new());
        let (around, across) = (16_u32, 8_u32);
        for i in 0..around {
            for j in 0..across {
                let [u, w] = [f64::from(i) / f64::from(around), f64::from(j) / f64::from(across)].map(|p| p * TAU);
                let far = 0.07 + 0.02 * libm::cos(w);
                vertices.push(DVec3::new(far * libm::cos(u), 0.02 * libm::sin(w), -far * libm::sin(u)));
                let at = |i: u32, j: u32| (i % around) * across + j % across;
                let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                facets.extend([[a, b, c], [a, c, d]]);
            }
        }
        let ring = crate::body::mesh::MeshShape::new(vertices, facets).expect("closed");
        let body = Obstacle { placed: Placed::new(&ring, &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        let mut random = Random::new(9);
        let (mut clear, mut cut) = (0, 0);
        for _ in 0..600 {
            let mut point = |size: f64| size * DVec3::new(random.signed(), random.signed(), random.signed());
            let centre = DVec3::new(0.045, 0.0, 0.0) + point(0.015);
            let corners = [0; 3].map(|_| centre + point(0.015));
            let sights = corners.map(|at| Sight { at, seen: body.placed.nearest(at) });
            let found = clearance(&body, sights, NO_HINT, 0.01);
            let mut least = f64::INFINITY;
            for i in 0..=40 {
                for j in 0..=40 - i {
                    let (u, v) = (f64::from(i) / 40.0, f64::from(j) / 40.0);
                    let at = corners[0] + (corners[1] - corners[0]) * u + (corners[2] - corners[0]) * v;
                    least = least.min(body.placed.nearest(at).distance);
                }
            }
            let exact = least.min(0.01);
            if least > 0.0 {
                assert!(found.least <= exact + 1e-12 && found.least > exact - 1e-3, "{} {exact}", found.least);
                clear += 1;
            } else {
                assert!(found.least <= 0.0);
                let (weights, Sight { at, seen }) = deepest(&body, sights, NO_HINT);
                assert!(seen.distance < 0.8 * least + 2.0 * SMALLEST, "{} {least}", seen.distance);
                let placed: DVec3 = (0..3).map(|k| weights[k] * corners[k]).sum();
                assert!(placed.distance(at) < 1e-12 && seen == body.placed.nearest(at));
                cut += 1;
            }
        }
        assert!(clear > 100 && cut > 50, "{clear} {cut}");
    }

    /// On a smooth body the corners alone tell: the bound is the closed form less what a cap is high.
    #[test]
    fn corners_suffice_on_a_sphere() {
        let ball = shape("body.sphere", &[("radius_mm", 300.0), ("x_mm", 0.0), ("y_mm", 0.0), ("z_mm", 0.0)]);
        let corner = |x: f64, z: f64| {
            let at = DVec3::new(x, 0.301, z);
            Sight { at, seen: ball.nearest(at) }
        };
        let found = bound(&[corner(-7e-3, 0.0), corner(7e-3, 0.0), corner(0.0, 12e-3)], [0.0; 3]);
        assert!(found > 0.9e-3 && found <= 1e-3, "{found}");
    }
}
