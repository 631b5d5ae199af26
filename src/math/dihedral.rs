//! The angle between two triangles that share an edge, and its exact gradient.
//!
//! ```text
//!         2
//!        / \          edge 0→1, wings 2 (left of the edge) and 3 (right of it);
//!       0───1         zero when flat, positive when the wings rise towards the right side,
//!        \ /          so that the sheet bends like a cup open upwards.
//!         3
//! ```

use super::real::atan2;
use glam::DVec3;

/// An angle and its derivative by the four points.
#[derive(Clone, Copy, Debug)]
pub struct Dihedral {
    /// Sine and cosine of the angle, both times the same positive number: whoever has many takes their angles together
    /// ([`atan2_all`](super::real::atan2_all)).
    pub turn: [f64; 2],
    /// ∂θ/∂xᵢ, 1/m.
    pub gradient: [DVec3; 4],
}

impl Dihedral {
    /// The angle in radians, −π…π.
    pub fn angle(&self) -> f64 {
        let [sine, cosine] = self.turn;
        atan2(sine, cosine)
    }
}

/// Angle alone.
#[inline]
pub fn angle(points: [DVec3; 4]) -> f64 {
    let [sine, cosine] = turn(points);
    atan2(sine, cosine)
}

/// [`Dihedral::turn`] alone.
#[inline]
pub fn turn(points: [DVec3; 4]) -> [f64; 2] {
    let [x0, x1, x2, x3] = points;
    let (edge, left_wing, right_wing) = (x1 - x0, x2 - x0, x3 - x0);
    let (left, right) = (edge.cross(left_wing), right_wing.cross(edge));
    between(left_wing, [left, right], edge.length())
}

/// Sine and cosine between the triangles' normals, times the areas' product. Wings raised on both sides turn the left normal towards the right wing, a negative
/// turn about the edge e; its sine is (n₂ × n₃)·e/|e|, and n₂ × n₃ = −e (w₂·n₃) because n₂ = e × w₂ and e·n₃ = 0.
#[inline]
fn between(left_wing: DVec3, [left, right]: [DVec3; 2], length: f64) -> [f64; 2] {
    [left_wing.dot(right) * length, left.dot(right)]
}

/// Angle and gradient. Triangles without area have no angle: the caller sees non-finite numbers.
#[inline]
pub fn dihedral(points: [DVec3; 4]) -> Dihedral {
    let [x0, x1, x2, x3] = points;
    let (edge, left_wing, right_wing) = (x1 - x0, x2 - x0, x3 - x0);
    let squared = edge.length_squared();
    let length = squared.sqrt();
    let (left, right) = (edge.cross(left_wing), right_wing.cross(edge));
    let g2 = left * (length / left.length_squared());
    let g3 = right * (length / right.length_squared());
    // The edge's ends balance the wings: no net force and no net torque.
    let per_edge = 1.0 / squared;
    let (t2, t3) = (left_wing.dot(edge) * per_edge, right_wing.dot(edge) * per_edge);
    let g1 = -(g2 * t2 + g3 * t3);
    let g0 = -(g1 + g2 + g3);
    Dihedral { turn: between(left_wing, [left, right], length), gradient: [g0, g1, g2, g3] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    #[test]
    fn a_cup_is_positive_and_a_right_angle_is_half_pi() {
        let cup = [DVec3::ZERO, DVec3::X, DVec3::new(0.5, 1.0, 0.3), DVec3::new(0.5, -1.0, 0.3)];
        assert!(angle(cup) > 0.0);
        let upright = [DVec3::ZERO, DVec3::X, DVec3::new(0.5, 0.0, 1.0), DVec3::new(0.5, -1.0, 0.0)];
        assert!((angle(upright) - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    }

    #[test]
    fn gradient_agrees_with_central_differences() {
        let mut random = Random::new(11);
        for _ in 0..50 {
            let base = [DVec3::ZERO, DVec3::X, DVec3::new(0.4, 0.9, 0.0), DVec3::new(0.6, -0.8, 0.0)];
            let points = base.map(|p| p + 0.3 * DVec3::new(random.signed(), random.signed(), random.signed()));
            let Dihedral { gradient, .. } = dihedral(points);
            assert!((dihedral(points).angle() - angle(points)).abs() < 1e-15);
            for (i, axis) in (0..4).flat_map(|i| DVec3::AXES.map(|axis| (i, axis))) {
                let step = 1e-6;
                let shifted = |by: f64| {
                    let mut moved = points;
                    moved[i] += axis * by;
                    angle(moved)
                };
                let expected = (shifted(step) - shifted(-step)) / (2.0 * step);
                assert!((gradient[i].dot(axis) - expected).abs() < 1e-7, "{} {expected}", gradient[i].dot(axis));
            }
        }
    }
}
