//! A shape where its motion has taken it.

use super::motion::{Motion, Pose};
use super::{Nearest, Shape};
use glam::DVec3;

/// A shape at one time.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    shape: &'a dyn Shape,
    /// Nothing for a body that never moves: then points are asked as they are, to the last bit.
    pose: Option<Pose>,
}

impl<'a> Placed<'a> {
    /// The shape where the motion takes it after so many seconds.
    pub fn new(shape: &'a dyn Shape, motion: &dyn Motion, seconds: f64) -> Self {
        Placed { shape, pose: (!motion.is_still()).then(|| motion.pose(seconds)) }
    }

    /// The pose from the document's place to this one.
    pub fn pose(&self) -> Pose {
        self.pose.unwrap_or(Pose::IDENTITY)
    }

    /// The nearest point of its surface, seen from a point of the world.
    pub fn nearest(&self, point: DVec3) -> Nearest {
        self.asked(point, |point| self.shape.nearest(point))
    }

    /// The same, with a hint as [`Shape::nearest_hinted`] takes it.
    pub fn nearest_hinted(&self, point: DVec3, hint: &mut u32) -> Nearest {
        self.asked(point, |point| self.shape.nearest_hinted(point, hint))
    }

    fn asked(&self, point: DVec3, ask: impl FnOnce(DVec3) -> Nearest) -> Nearest {
        let Some(pose) = &self.pose else { return ask(point) };
        let Nearest { distance, normal } = ask(pose.back(point));
        Nearest { distance, normal: pose.turn * normal }
    }
}
