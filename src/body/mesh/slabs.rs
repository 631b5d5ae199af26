//! How far triangles are away at least, four at a time.
//!
//! ```text
//!          ╲   │               a triangle lies in its plane and behind three more, which stand on it along its sides:
//!     ______╲C_│____           nothing of it is nearer than the way to the plane and to the furthest of these it is
//!            ╲ │               behind, which is the distance itself but at its corners
//!      A______╲│B  → • point
//! ```
//!
//! In single precision, from the middle of the four, so that what rounding does is a part of their size and not of the world's.

use crate::math::each::Each;
use glam::{DVec3, Vec4};

/// Single precision is off by less than this part of a number; a few products and sums by less than four times as much.
const ROUNDING: f32 = 2e-7;

/// Planes of four triangles, each as a normal and how far it is from the middle along it; those that are not there are nowhere near.
#[derive(Clone, Debug)]
pub(super) struct Slabs {
    middle: DVec3,
    /// The largest coordinate of a corner from the middle, m.
    size: f32,
    planes: [Plane; 4],
}

#[derive(Clone, Copy, Debug, Default)]
struct Plane {
    normal: [Vec4; 3],
    offset: Vec4,
}

impl Plane {
    fn set(&mut self, lane: usize, normal: DVec3, on: DVec3) {
        let normal = normal.as_vec3();
        for axis in 0..3 {
            self.normal[axis][lane] = normal[axis];
        }
        self.offset[lane] = normal.as_dvec3().dot(on) as f32;
    }

    #[inline(always)]
    fn distances(&self, [x, y, z]: [Vec4; 3]) -> Vec4 {
        (self.normal[0] * x + self.normal[1] * y) + (self.normal[2] * z - self.offset)
    }
}

impl Slabs {
    /// Of up to four triangles with these unit normals.
    pub(super) fn new(triangles: &[[DVec3; 3]], normals: impl Fn(usize) -> DVec3) -> Self {
        let sum: DVec3 = triangles.iter().flatten().sum();
        let middle = sum / (3 * triangles.len().max(1)) as f64;
        let size = triangles.iter().flatten().map(|corner| (*corner - middle).abs().max_element()).fold(0.0, f64::max);
        let mut planes = [Plane::default(); 4];
        planes[0].offset = Vec4::MAX;
        for (lane, corners) in triangles.iter().enumerate() {
            let normal = normals(lane);
            let [a, b, c] = corners.each(|corner| corner - middle);
            planes[0].set(lane, normal, a);
            for (plane, [from, to]) in planes[1..].iter_mut().zip([[a, b], [b, c], [c, a]]) {
                plane.set(lane, (to - from).cross(normal).normalize_or_zero(), from);
            }
        }
        Slabs { middle, size: size as f32, planes }
    }

    /// Squares of distances from a point that no point of each triangle is nearer than.
    #[inline(always)]
    pub(super) fn bounds(&self, point: DVec3) -> Vec4 {
        let way = (point - self.middle).as_vec3();
        let error = Vec4::splat(4.0 * ROUNDING * (way.abs().max_element() + self.size));
        let at = [Vec4::splat(way.x), Vec4::splat(way.y), Vec4::splat(way.z)];
        let [across, a, b, c] = &self.planes;
        let off = (across.distances(at).abs() - error).max(Vec4::ZERO);
        let beside = (a.distances(at).max(b.distances(at)).max(c.distances(at)) - error).max(Vec4::ZERO);
        (off * off + beside * beside) * (1.0 - 4.0 * ROUNDING)
    }
}

#[cfg(test)]
mod tests {
    use super::super::triangle::offset;
    use super::*;
    use crate::math::random::Random;

    /// Never more than the distance, and the distance itself where a face or a side is nearest.
    #[test]
    fn no_triangle_is_nearer_than_its_bound() {
        let mut random = Random::new(9);
        let mut any = || DVec3::new(random.signed(), random.signed(), random.signed());
        let (mut all, mut sharp) = (0, 0);
        for round in 0..3000 {
            let around = any();
            let triangles: Vec<[DVec3; 3]> =
                (0..1 + round % 4).map(|_| [0, 1, 2].map(|_| around + 0.02 * any())).collect();
            let normal = |t: usize| {
                let [a, b, c] = triangles[t];
                (b - a).cross(c - a).normalize()
            };
            let point = around + 0.05 * any();
            let bounds = Slabs::new(&triangles, normal).bounds(point);
            for (lane, corners) in triangles.iter().enumerate() {
                let truth = offset(corners, point).0.length();
                let bound = f64::from(bounds[lane].sqrt());
                assert!(bound <= truth, "{bound} {truth}");
                all += 1;
                sharp += u32::from(bound > truth - 1e-6);
            }
            assert!((triangles.len()..4).all(|lane| bounds[lane] > 1e30));
        }
        assert!(3 * sharp > all, "{sharp} of {all}");
    }
}
