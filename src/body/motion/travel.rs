//! A body that travels along a straight line or a parabola: x = v·t + ½·a·t².

use super::{Motion, Motions, Pose};
use crate::{parameters, row::RowOf, row::Values};
use glam::{DMat3, DVec3};

parameters! {
    /// Travels without turning, with a velocity to begin with and a constant acceleration.
    pub struct Travel {
        /// Velocity at the start, to the wearer's left. The body has it at once: a fast start tears at the cloth.
        velocity_x_m_per_s: "m/s" = 0.0, soft [-2.0, 2.0], hard [-100.0, 100.0], source "at rest";
        /// Velocity at the start, upwards.
        velocity_y_m_per_s: "m/s" = 0.0, soft [-2.0, 2.0], hard [-100.0, 100.0], source "at rest";
        /// Velocity at the start, to the front.
        velocity_z_m_per_s: "m/s" = 0.0, soft [-2.0, 2.0], hard [-100.0, 100.0], source "at rest";
        /// Acceleration to the wearer's left.
        acceleration_x_m_per_s2: "m/s²" = 0.0, soft [-5.0, 5.0], hard [-1000.0, 1000.0], source "a steady pace";
        /// Acceleration upwards.
        acceleration_y_m_per_s2: "m/s²" = 0.0, soft [-5.0, 5.0], hard [-1000.0, 1000.0], source "a steady pace";
        /// Acceleration to the front.
        acceleration_z_m_per_s2: "m/s²" = 0.0, soft [-5.0, 5.0], hard [-1000.0, 1000.0], source "a steady pace";
        /// Time before it starts, in which the cloth can come to rest.
        delay_s: "s" = 0.0, soft [0.0, 5.0], hard [0.0, 3600.0], source "at once";
    }
}

impl Motion for Travel {
    fn pose(&self, seconds: f64) -> Pose {
        let t = (seconds - self.delay_s).max(0.0);
        let velocity = DVec3::new(self.velocity_x_m_per_s, self.velocity_y_m_per_s, self.velocity_z_m_per_s);
        let acceleration =
            DVec3::new(self.acceleration_x_m_per_s2, self.acceleration_y_m_per_s2, self.acceleration_z_m_per_s2);
        Pose { turn: DMat3::IDENTITY, shift: (velocity + acceleration * (0.5 * t)) * t }
    }
}

fn make(values: &Values) -> Box<dyn Motion> {
    Box::new(Travel::from_values(values))
}

pub(super) const ROW: RowOf<Motions> = RowOf::<Motions> {
    id: "motion.travel",
    title: "Travel",
    help: "The body moves off without turning, at a velocity and a constant acceleration.",
    parameters: Travel::PARAMETERS,
    curves: &[],
    make,
};
