//! How far a whole triangle of the cloth stays from a body.
//!
//! ```text
//!    •╲         ╱•     Seen from outside, the distance from a convex body is convex: the tangent plane at every point that was
//!      ╲ ╲ ̲ ̲ ╱ ╱      asked lies below it. The lowest point under all of these planes bounds the triangle from below; where
//!        ╲   ╱         that is not enough the triangle is halved.
//! ```
//!
//! So a triangle on a smooth part of a body costs no question beside those of its corners. Bodies that are not convex are bounded
//! as far as they are convex within the pieces that are left: a hollow lies further away than its rim.

use super::bodies::Obstacle;
use crate::body::Nearest;
use glam::DVec3;

/// Questions that a triangle may cost; the pieces that are left then count by their bound.
const MOST_QUESTIONS: u32 = 200;
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

/// A bound from three corners alone, m.
pub fn bound(corners: &[Sight; 3]) -> f64 {
    let plane = |i: usize| {
        let Sight { at, seen } = corners[i];
        std::array::from_fn(|j| seen.distance + seen.normal.dot(corners[j].at - at))
    };
    let planes: [[f64; 3]; 3] = [plane(0), plane(1), plane(2)];
    let pairs = under(planes[0], planes[1]).max(under(planes[1], planes[2])).max(under(planes[2], planes[0]));
    corners.iter().map(|corner| corner.seen.distance).fold(pairs, f64::min)
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
    let weights = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let points = [(weights[0], a), (weights[1], b), (weights[2], c)];
    let mut search = Search { body, hint, enough, questions: 0, nearest: points[0] };
    search.see(points[1]);
    search.see(points[2]);
    let least = search.least(points);
    Clearance { least, nearest: search.nearest }
}

type Point = ([f64; 3], Sight);

struct Search<'a> {
    body: &'a Obstacle<'a>,
    hint: u32,
    enough: f64,
    questions: u32,
    nearest: Point,
}

impl Search<'_> {
    fn see(&mut self, point: Point) {
        if point.1.seen.distance < self.nearest.1.seen.distance {
            self.nearest = point;
        }
    }

    fn least(&mut self, points: [Point; 3]) -> f64 {
        let known = bound(&points.map(|point| point.1));
        let seen = self.nearest.1.seen.distance;
        let close = seen - known < CLOSE * seen.abs();
        if known >= self.enough || close || self.questions >= MOST_QUESTIONS {
            return known;
        }
        let side = |k: usize| points[k].1.at.distance_squared(points[(k + 1) % 3].1.at);
        let longest = if side(0) >= side(1).max(side(2)) { 0 } else { 1 + usize::from(side(2) > side(1)) };
        if side(longest) < SMALLEST * SMALLEST {
            return known;
        }
        let [a, b, c] = [points[longest], points[(longest + 1) % 3], points[(longest + 2) % 3]];
        let at = 0.5 * (a.1.at + b.1.at);
        self.questions += 1;
        let seen = self.body.placed.nearest_hinted(at, &mut self.hint);
        let middle = (std::array::from_fn(|k| 0.5 * (a.0[k] + b.0[k])), Sight { at, seen });
        self.see(middle);
        self.least([a, middle, c]).min(self.least([middle, b, c]))
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

    /// On a smooth body the corners alone tell: the bound is the closed form less what a cap is high.
    #[test]
    fn corners_suffice_on_a_sphere() {
        let ball = shape("body.sphere", &[("radius_mm", 300.0), ("x_mm", 0.0), ("y_mm", 0.0), ("z_mm", 0.0)]);
        let corner = |x: f64, z: f64| {
            let at = DVec3::new(x, 0.301, z);
            Sight { at, seen: ball.nearest(at) }
        };
        let found = bound(&[corner(-7e-3, 0.0), corner(7e-3, 0.0), corner(0.0, 12e-3)]);
        assert!(found > 0.9e-3 && found <= 1e-3, "{found}");
    }
}
