//! Cloth against bodies.
//!
//! Each particle keeps the fabric's thickness t from every body. Closer than that, a stiff layer pushes back with
//! λ = k·a·(t − d), a the particle's area, d its signed distance; friction opposes sliding with at most μλ. Both
//! are inside the implicit solve. Before and after it, [`keep_out`] moves particles that would have passed
//! the layer in one step back to its rim, so that no step length and no speed can push a particle through.

use crate::body::Shape;
use crate::fabric::friction::FrictionLaw;
use glam::{DMat3, DVec3, Mat3A};

/// Pressure per depth of the contact layer, N/m³. A kilopascal (a tight waistband) sinks in by 0.05 mm. Ten times
/// softer and bodies show through taut cloth; much stiffer and Newton's method switches contacts on and off.
const STIFFNESS: f64 = 2e7;
/// Deepest a particle may sink into the layer, as a part of its thickness.
const DEEPEST: f64 = 0.5;
/// Sliding slower than this counts as sticking and is opposed in proportion, m/s. Larger and cloth creeps visibly.
const STICK_SPEED: f64 = 1e-3;
/// Depths are compared with this slack, m, because a particle moved to the rim is there only up to rounding.
const SLACK: f64 = 1e-9;

/// What a particle meets a body with.
#[derive(Clone, Copy, Debug)]
pub struct Skin<'a> {
    /// Distance to keep, m.
    pub thickness: f64,
    /// Area of the particle, m².
    pub area: f64,
    /// Friction of its fabric.
    pub friction: &'a dyn FrictionLaw,
}

/// A particle's way in the current step.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Where the step began, m.
    pub from: DVec3,
    /// Where it is now, m.
    pub to: DVec3,
    /// Length of the step, s.
    pub seconds: f64,
}

/// Force on a particle and −∂f/∂x.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    /// N.
    pub force: DVec3,
    /// N/m.
    pub block: Mat3A,
}

/// What a body does to a particle, or `None` when they do not touch.
pub fn push(shape: &dyn Shape, skin: &Skin, motion: &Motion) -> Option<Push> {
    let nearest = shape.nearest(motion.to);
    let depth = skin.thickness - nearest.distance;
    if depth < -SLACK {
        return None;
    }
    let stiffness = STIFFNESS * skin.area;
    let normal_force = stiffness * depth.max(0.0);
    let n = nearest.normal;
    let along = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
    let slide = motion.to - motion.from;
    let slide = slide - n * n.dot(slide);
    let distance = slide.length();
    let limit = skin.friction.coefficient(distance / motion.seconds) * normal_force;
    let sticking = STICK_SPEED * motion.seconds;
    // Force per slid distance: constant force while sliding, proportional with a smooth joint while sticking.
    let drag = if distance >= sticking { limit / distance } else { limit * (2.0 - distance / sticking) / sticking };
    let block = along * stiffness + (DMat3::IDENTITY - along) * drag;
    Some(Push { force: n * normal_force - slide * drag, block: Mat3A::from(block.as_mat3()) })
}

/// The position moved out of a body. A particle that was already `touching` may sink in a little, because its
/// depth carries its contact force; one that arrives is stopped at the rim of the layer.
pub fn keep_out(shape: &dyn Shape, thickness: f64, position: DVec3, touching: bool) -> DVec3 {
    let nearest = shape.nearest(position);
    let allowed = if touching { thickness * (1.0 - DEEPEST) } else { thickness };
    if nearest.distance < allowed { position + nearest.normal * (allowed - nearest.distance) } else { position }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Shapes;
    use crate::fabric::friction::FrictionLaws;
    use crate::row::{Table, Values};

    #[test]
    fn normal_force_is_stiffness_times_depth_and_friction_is_mu_times_it() {
        let floor = (Shapes::find("body.floor").unwrap().make)(&Values::new());
        let friction = (FrictionLaws::find("friction.c").unwrap().make)(&Values::from([("mu_c".into(), 0.25)]));
        let skin = Skin { thickness: 1e-3, area: 2e-4, friction: friction.as_ref() };
        let to = DVec3::new(0.0, 0.6e-3, 0.0);
        let sliding = Motion { from: to - DVec3::X * 0.01, to, seconds: 0.01 };
        let push = push(floor.as_ref(), &skin, &sliding).unwrap();
        let normal = STIFFNESS * 2e-4 * 0.4e-3;
        assert!((push.force - DVec3::new(-0.25 * normal, normal, 0.0)).length() < 1e-12);
    }

    #[test]
    fn nothing_stays_inside_however_fast_it_came() {
        let sphere = (Shapes::find("body.sphere").unwrap().make)(&Values::new());
        let out = keep_out(sphere.as_ref(), 1e-3, DVec3::new(0.1, -0.05, 0.02), false);
        assert!((out.length() - 0.301).abs() < 1e-12);
        assert_eq!(keep_out(sphere.as_ref(), 1e-3, DVec3::Y, false), DVec3::Y);
    }
}
