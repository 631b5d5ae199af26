//! What contacts allow of a step's motion.

use super::Workspace;
use crate::cloth::{Model, State};
use crate::contact::bodies::{Obstacle, keep_out};
use crate::contact::layers::Kept;
use glam::DVec3;

impl Workspace {
    /// Applies the correction; returns the furthest a particle moved by it, and the furthest it was then moved out of a body.
    pub(super) fn correct(&mut self, model: &Model, state: &State, bodies: &[Obstacle]) -> (f64, f64) {
        let (mut furthest, mut shoved) = (0.0_f64, 0.0_f64);
        for (i, position) in self.positions.iter_mut().enumerate() {
            if model.fixed[i] {
                continue;
            }
            let correction = self.correction[i].truncate().as_dvec3();
            furthest = furthest.max(correction.length_squared());
            let thickness = model.fabrics[model.particle_fabrics[i] as usize].thickness;
            let wanted = *position + correction;
            *position = wanted;
            for body in bodies {
                *position = keep_out(body, thickness, [state.positions[i], *position], self.touching[i]);
            }
            shoved = shoved.max(position.distance_squared(wanted));
        }
        (furthest.sqrt(), shoved.sqrt())
    }

    /// Lets the layers go to the current positions, as far as none passes through another.
    pub(super) fn sweep(&mut self, model: &Model, state: &State, bodies: &[Obstacle], impulses: u32) -> Kept {
        let Some(layers) = &mut self.layers else { return Kept::default() };
        let touching = &self.touching;
        let outside = |i: usize, mut position: DVec3| {
            let thickness = model.fabrics[model.particle_fabrics[i] as usize].thickness;
            for body in bodies {
                position = keep_out(body, thickness, [state.positions[i], position], touching[i]);
            }
            position
        };
        layers.advance(&mut self.positions, impulses, outside)
    }
}
