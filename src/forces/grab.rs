//! The hand of the user: a spring from one particle to a point in space.

use super::System;
use glam::{DVec3, Mat3A};

/// A particle held at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// Index of the particle.
    pub particle: usize,
    /// Where it is pulled to, m.
    pub target: DVec3,
}

/// Force per distance, N/m. Strong enough to lift a coat by one point without the hand seeming to slip: 2 N sag by 4 mm.
pub const STIFFNESS: f64 = 500.0;
/// The pull grows no further beyond this distance, m (15 N): a hand that darts away drags the cloth along
/// instead of tearing one triangle out of it.
pub const REACH: f64 = 0.03;

impl Grab {
    /// Adds its force and block.
    pub fn add(&self, positions: &[DVec3], system: &mut System) {
        let pull = (self.target - positions[self.particle]).clamp_length_max(REACH);
        let block = Mat3A::from_diagonal(glam::Vec3::splat(STIFFNESS as f32));
        system.add_particle(self.particle, STIFFNESS * pull, &block);
    }
}
