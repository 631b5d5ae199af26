//! Measures of triangles.

use glam::DVec2;

/// Twice the signed area of a triangle, positive when it runs counter-clockwise.
pub(super) fn area2(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// Shape of a triangle: 1 when equilateral, 0 when flat, negative when turned over; the mean ratio
/// 4√3 · area / (sum of squared sides). Smooth and cheap, so it steers the smoothing in place of angles.
pub(super) fn shape(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let sides = (b - a).length_squared() + (c - b).length_squared() + (a - c).length_squared();
    if sides > 0.0 { 2.0 * 3f64.sqrt() * area2(a, b, c) / sides } else { 0.0 }
}

/// Smallest angle of a triangle, rad.
pub fn smallest_angle(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let angle = |p: DVec2, q: DVec2, r: DVec2| libm::atan2((q - p).perp_dot(r - p).abs(), (q - p).dot(r - p));
    angle(a, b, c).min(angle(b, c, a)).min(angle(c, a, b))
}

/// How good the triangles of a mesh are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Smallest angle of all triangles, degrees.
    pub smallest_deg: f64,
    /// Mean over all triangles of their smallest angle, degrees.
    pub mean_smallest_deg: f64,
    /// Number of triangles with an angle below 25°.
    pub below_25: usize,
}

/// Measures every triangle of a mesh.
pub fn quality(points: &[DVec2], triangles: &[[u32; 3]]) -> Quality {
    let mut q = Quality { smallest_deg: 180.0, mean_smallest_deg: 0.0, below_25: 0 };
    for t in triangles {
        let [a, b, c] = t.map(|i| points[i as usize]);
        let angle = smallest_angle(a, b, c).to_degrees();
        q.smallest_deg = q.smallest_deg.min(angle);
        q.mean_smallest_deg += angle;
        q.below_25 += usize::from(angle < 25.0);
    }
    q.mean_smallest_deg /= triangles.len().max(1) as f64;
    q
}
