//! The taut wrap around some points, by the planes that touch it.
//!
//! ```text
//!        ╱─────╲          h(n) = max n·p over the points: the plane n·x = h(n) touches them and has all of them behind it.
//!       │ •   • │         The distance from the wrap is at least max (n·x − h(n)) over any directions n, and nearly so
//!    n ◄┤•     •│         where they lie close together.
//!        ╲ • • ╱
//! ```
//!
//! What lies on a thing with hollows and thin parts, as a hood on a head with ears, touches its wrap nearly everywhere.

use crate::math::real::{cos, sin};
use glam::DVec3;
use std::f64::consts::PI;

/// Directions: with 400 of them planes are 10° apart, and corners of theirs stand 0.4 mm off a ball of the size of a head.
const DIRECTIONS: usize = 400;

/// The planes around some points, and a ball around them.
#[derive(Clone, Debug)]
pub struct Wrap {
    planes: Vec<(DVec3, f64)>,
    middle: DVec3,
    radius: f64,
}

impl Wrap {
    /// Around these points; nothing where there are none.
    pub fn around(points: &[DVec3]) -> Option<Self> {
        let first = *points.first()?;
        let (low, high) = points.iter().fold((first, first), |(low, high), p| (low.min(*p), high.max(*p)));
        let middle = 0.5 * (low + high);
        let radius = points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
        let touch = |n: DVec3| (n, points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max));
        Some(Wrap { planes: directions().map(touch).collect(), middle, radius })
    }

    /// A distance, m, that is never more than that from the wrap. Where the ball around it is already `enough` away, that is the ball's: who only
    /// asks for what is nearer need not look at the planes.
    pub fn distance(&self, point: DVec3, enough: f64) -> f64 {
        let ball = point.distance(self.middle) - self.radius;
        if ball >= enough {
            return ball;
        }
        self.planes.iter().map(|(n, reach)| n.dot(point) - reach).fold(ball, f64::max)
    }
}

/// Directions all around, evenly: along a spiral, each a golden angle further.
fn directions() -> impl Iterator<Item = DVec3> {
    let golden = PI * (3.0 - 5.0_f64.sqrt());
    (0..DIRECTIONS).map(move |k| {
        let y = 1.0 - (2.0 * k as f64 + 1.0) / DIRECTIONS as f64;
        let (across, angle) = ((1.0 - y * y).sqrt(), golden * k as f64);
        DVec3::new(across * cos(angle), y, across * sin(angle))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Around points of a box its faces are found to half a millimetre, all points are behind all planes, and nothing is further away than in
    /// truth.
    #[test]
    fn a_box_is_wrapped() {
        let half = DVec3::new(0.07, 0.12, 0.09);
        let corners: Vec<DVec3> = (0..8)
            .map(|k| half * DVec3::new([-1.0, 1.0][k & 1], [-1.0, 1.0][k >> 1 & 1], [-1.0, 1.0][k >> 2]))
            .collect();
        let wrap = Wrap::around(&corners).unwrap();
        assert!(corners.iter().all(|corner| wrap.distance(*corner, 1.0) <= 1e-12));
        let mut random = Random::new(3);
        for _ in 0..2000 {
            let point = 0.3 * DVec3::new(random.signed(), random.signed(), random.signed());
            let outside = (point.abs() - half).max(DVec3::ZERO).length();
            let found = wrap.distance(point, 1.0);
            assert!(found <= outside + 1e-12, "{found} {outside}");
            let ball = point.length() - half.length();
            assert!(found >= ball && wrap.distance(point, ball) == ball);
        }
        // Far out a ball is the better bound; near a corner planes see it from all sides.
        let off = 0.02 * half.normalize();
        assert!((wrap.distance(half + off, 1.0) - 0.02).abs() < 5e-4);
        assert!(Wrap::around(&[]).is_none());
    }

    #[test]
    fn directions_are_even() {
        let all: Vec<DVec3> = directions().collect();
        for n in &all {
            assert!((n.length() - 1.0).abs() < 1e-12);
            let next = all.iter().filter(|other| *other != n).map(|other| n.dot(*other)).fold(-1.0, f64::max);
            assert!(next > libm::cos(12.0 * PI / 180.0));
        }
    }
}
