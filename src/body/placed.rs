//! A shape where its motion has taken it.

use super::mesh::MeshShape;
use super::motion::{Motion, Pose};
use super::{Nearest, Shape, Surface};
use crate::math::box_tree::Aabb;
use glam::DVec3;
use std::sync::Arc;

/// A shape at one time.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    shape: &'a dyn Shape,
    /// Its skin at that time, where it deforms.
    skin: Option<Arc<MeshShape>>,
    /// Whether that has begun to change.
    changes: bool,
    /// Nothing for a body that never moves: then points are asked as they are, to the last bit.
    pose: Option<Pose>,
}

impl<'a> Placed<'a> {
    /// The shape where the motion takes it after so many seconds.
    pub fn new(shape: &'a dyn Shape, motion: &dyn Motion, seconds: f64) -> Self {
        let pose = (!motion.is_still()).then(|| motion.pose(seconds));
        let skin = shape.posed(seconds);
        let changes = skin.is_some() && seconds > shape.still_until();
        Placed { shape, skin, changes, pose }
    }

    /// Its skin at that time, where it deforms.
    pub fn skin(&self) -> Option<&Arc<MeshShape>> {
        self.skin.as_ref()
    }

    /// Whether it has a skin that has begun to change.
    pub fn changes(&self) -> bool {
        self.changes
    }

    /// The nearest point of its surface, seen from a point of the world.
    pub fn nearest(&self, point: DVec3) -> Nearest {
        self.asked(point, |shape, point| shape.nearest(point))
    }

    /// The same, with a hint as [`Shape::nearest_hinted`] takes it.
    pub fn nearest_hinted(&self, point: DVec3, hint: &mut u32) -> Nearest {
        self.asked(point, |shape, point| shape.nearest_hinted(point, hint))
    }

    /// As [`Shape::nearest_exactly`].
    pub fn nearest_exactly(&self, point: DVec3, hint: &mut u32) -> Nearest {
        self.asked(point, |shape, point| shape.nearest_exactly(point, hint))
    }

    /// As [`Shape::roundness`].
    pub fn roundness(&self) -> f64 {
        self.now().roundness()
    }

    /// Whether it is made of triangles now.
    pub fn has_facets(&self) -> bool {
        self.now().facets(&Aabb::EMPTY, &mut |_| {})
    }

    /// Calls `visit` with the triangles of its surface that may reach into a box; whether it is made of such.
    pub fn facets(&self, bounds: &Aabb, visit: &mut dyn FnMut([DVec3; 3])) -> bool {
        let Some(pose) = &self.pose else { return self.now().facets(bounds, visit) };
        let corners: [DVec3; 8] = std::array::from_fn(|k| {
            let pick = |bit: usize, axis: usize| if k & bit == 0 { bounds.min[axis] } else { bounds.max[axis] };
            pose.back(DVec3::new(pick(1, 0), pick(2, 1), pick(4, 2)))
        });
        self.now().facets(&Aabb::of(&corners), &mut |facet| visit(facet.map(|corner| pose.apply(corner))))
    }

    /// The surface to draw.
    pub fn surface(&self) -> Surface {
        let mut surface = self.now().surface();
        if let Some(pose) = &self.pose {
            let moved = |numbers: &mut Vec<f32>, place: &dyn Fn(DVec3) -> DVec3| {
                for point in numbers.chunks_exact_mut(3) {
                    let [x, y, z] = [0, 1, 2].map(|axis| f64::from(point[axis]));
                    point.copy_from_slice(&place(DVec3::new(x, y, z)).as_vec3().to_array());
                }
            };
            moved(&mut surface.positions, &|point| pose.apply(point));
            moved(&mut surface.normals, &|normal| pose.turn * normal);
        }
        surface
    }

    fn now(&self) -> &dyn Shape {
        self.skin.as_ref().map_or(self.shape, |skin| skin.as_ref())
    }

    fn asked(&self, point: DVec3, ask: impl FnOnce(&dyn Shape, DVec3) -> Nearest) -> Nearest {
        let Some(pose) = &self.pose else { return ask(self.now(), point) };
        let Nearest { distance, normal } = ask(self.now(), pose.back(point));
        Nearest { distance, normal: pose.turn * normal }
    }
}
