//! A body that turns about a vertical axis: angle = ω·t + ½·α·t².

use super::{Motion, Motions, Pose};
use crate::math::real::{cos, sin};
use crate::{parameters, row::RowOf, row::Values};
use glam::{DMat3, DVec3};
use std::f64::consts::PI;

parameters! {
    /// Turns about a vertical axis, counter-clockwise seen from above.
    pub struct Turn {
        /// Angular velocity at the start; negative turns clockwise.
        speed_deg_per_s: "°/s" = 90.0, soft [-360.0, 360.0], hard [-36000.0, 36000.0], source "a turn in four seconds";
        /// Angular acceleration.
        acceleration_deg_per_s2: "°/s²" = 0.0, soft [-360.0, 360.0], hard [-36000.0, 36000.0], source "a steady turn";
        /// Time before it starts, in which the cloth can come to rest.
        delay_s: "s" = 0.0, soft [0.0, 5.0], hard [0.0, 3600.0], source "at once";
        /// A point of the axis, to the wearer's left.
        x_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
        /// A point of the axis, to the front.
        z_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
    }
}

impl Motion for Turn {
    fn pose(&self, seconds: f64) -> Pose {
        let t = (seconds - self.delay_s).max(0.0);
        let degrees = (self.speed_deg_per_s + self.acceleration_deg_per_s2 * (0.5 * t)) * t;
        // Whole turns are taken away exactly, in degrees: in radians they would leave a rest.
        let angle = degrees % 360.0 * (PI / 180.0);
        let (s, c) = (sin(angle), cos(angle));
        let turn = DMat3::from_cols(DVec3::new(c, 0.0, -s), DVec3::Y, DVec3::new(s, 0.0, c));
        let axis = DVec3::new(self.x_mm, 0.0, self.z_mm) * 1e-3;
        Pose { turn, shift: axis - turn * axis }
    }
}

fn make(values: &Values) -> Box<dyn Motion> {
    Box::new(Turn::from_values(values))
}

pub(super) const ROW: RowOf<Motions> = RowOf::<Motions> {
    id: "motion.turn",
    title: "Turn",
    help: "The body turns about a vertical axis, as on a turntable.",
    parameters: Turn::PARAMETERS,
    curves: &[],
    make,
};
