//! From one pose to another as a screw: what turns about any axis keeps to it, what travels goes straight.
//!
//! A step that is taken in parts needs a body between its start and its end. The motion itself may jump there; a screw never does.

use super::{Motion, Pose};
use crate::math::real::{atan2, cos, sin};
use glam::{DQuat, DVec3};

/// Turns smaller than this, rad, are taken as none: their axis is far away and means nothing.
const STRAIGHT: f64 = 1e-6;

/// The way from a pose at one time to a pose at another.
#[derive(Clone, Debug)]
pub struct Between {
    /// Times, s.
    times: [f64; 2],
    from: Pose,
    to: Pose,
    /// Unit vector along the axis, and the angle turned about it, rad.
    axis: DVec3,
    angle: f64,
    /// A point of the axis, and how far it is gone along, m.
    centre: DVec3,
    along: DVec3,
}

impl Between {
    /// From one pose to another.
    pub fn new(times: [f64; 2], [from, to]: [Pose; 2]) -> Self {
        let way = from.to(&to);
        let turn = DQuat::from_mat3(&way.turn);
        // The shorter way round.
        let turn = if turn.w < 0.0 { -turn } else { turn };
        let vector = DVec3::new(turn.x, turn.y, turn.z);
        let angle = 2.0 * atan2(vector.length(), turn.w);
        let straight = Between { times, from, to, axis: DVec3::Y, angle: 0.0, centre: DVec3::ZERO, along: way.shift };
        if angle < STRAIGHT {
            return straight;
        }
        let axis = vector.normalize();
        let along = axis * axis.dot(way.shift);
        let across = way.shift - along;
        let centre = 0.5 * (across + axis.cross(across) * (turn.w / vector.length()));
        Between { axis, angle, centre, along, ..straight }
    }
}

impl Motion for Between {
    fn pose(&self, seconds: f64) -> Pose {
        let [start, end] = self.times;
        if seconds >= end {
            return self.to;
        }
        let part = ((seconds - start) / (end - start)).max(0.0);
        let half = 0.5 * part * self.angle;
        let axis = self.axis * sin(half);
        let turn = glam::DMat3::from_quat(DQuat::from_xyzw(axis.x, axis.y, axis.z, cos(half)));
        let way = Pose { turn, shift: self.centre - turn * self.centre + part * self.along };
        Pose { turn: way.turn * self.from.turn, shift: way.apply(self.from.shift) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::motion::Motions;
    use crate::row::{Table, Values};

    fn apart(a: &Pose, b: &Pose) -> f64 {
        let places = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        places.iter().map(|p| a.apply(*p).distance(b.apply(*p))).fold(0.0, f64::max)
    }

    /// What turns evenly about an axis anywhere, or travels, is followed exactly.
    #[test]
    fn an_even_motion_is_followed() {
        let rows: [(&str, &[(&str, f64)]); 2] = [
            ("motion.turn", &[("speed_deg_per_s", 170.0), ("x_mm", 300.0), ("z_mm", -900.0)]),
            ("motion.travel", &[("velocity_x_m_per_s", 3.0), ("velocity_y_m_per_s", -1.0)]),
        ];
        for (kind, numbers) in rows {
            let values: Values = numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
            let motion = (Motions::find(kind).unwrap().make)(&values);
            let between = Between::new([0.2, 1.2], [motion.pose(0.2), motion.pose(1.2)]);
            for part in 0..=10 {
                let time = 0.2 + 0.1 * f64::from(part);
                assert!(apart(&between.pose(time), &motion.pose(time)) < 1e-12, "{kind} at {time}");
            }
        }
    }

    /// Any two poses are reached, and on the way nothing is scaled; half turns too.
    #[test]
    fn both_ends_are_reached() {
        for angle in [0.0, 1e-9, 0.5, std::f64::consts::PI] {
            let tilt = glam::DMat3::from_rotation_z(0.7);
            let turn = tilt * glam::DMat3::from_rotation_y(angle) * tilt.transpose();
            let poses =
                [Pose { turn: glam::DMat3::from_rotation_x(1.0), shift: DVec3::X }, Pose { turn, shift: DVec3::Z }];
            let between = Between::new([0.0, 1.0], poses);
            assert!(apart(&between.pose(0.0), &poses[0]) < 1e-12);
            assert!(apart(&between.pose(1.0 - 1e-12), &poses[1]) < 1e-10, "{angle}");
            assert!((between.pose(0.4).turn.determinant() - 1.0).abs() < 1e-12);
        }
    }
}
