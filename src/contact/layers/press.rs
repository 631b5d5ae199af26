//! Layers that are nearer than their thickness push each other apart and rub.
//!
//! With s = Σ w_i x_i the vector between the nearest points, n its direction and d its length, they feel
//! [`pressure`](crate::contact::pressure) p(d) along n.
//!
//! Friction is a state: a pair that was at rest when the step began is held where it was, up to μ_s p; one that slid is
//! dragged by μ(v) p, and is at rest again when holding it takes less. All of it acts on the four particles by the weights.
//!
//! In cloth that is calm what holds a pair lasts from step to step ([`Hold`]), so that it does not creep under load: a hem that hung on a
//! fold crept by a tenth of a millimetre in every few steps, let go, and was caught again, for ever.

use super::{Hold, Layers, Near, Rubbing, corners};
use crate::contact::distance::{Pair, blend};
use crate::contact::pressure::pressure;
use crate::fabric::friction::{FrictionLaw, Mixed};
use crate::math::each::Each;
use crate::math::links::Links;
use glam::{DMat3, DVec3, Mat3A};

/// Shear stress per way by which layers at rest hold each other, N/m³. Twenty times stiffer they would creep less under load, but
/// steps solved loosely would shake a pile apart.
const HOLD: f64 = 1e6;
/// Layers that slid over each other more slowly than this when the step began, m/s, are at rest: faster than those that
/// hold creep, slower than anything one sees slide.
const AT_REST: f64 = 1e-3;

impl Layers {
    /// Adds the push of all pairs that are near where the cloth is now: to the forces, and as links.
    pub fn press(&mut self, rubbing: Rubbing, force: &mut [DVec3], links: &mut Links) {
        self.untangle(&self.safe, force);
        self.near.iter_mut().for_each(|near| near.linked = false);
        for near in self.near.iter_mut().filter(|near| near.apart < near.thickness) {
            let now = corners(&near.pair, &self.safe);
            let closest = near.pair.closest(now);
            near.apart = closest.vector.length();
            if near.apart >= near.thickness || near.apart == 0.0 {
                continue;
            }
            near.linked = true;
            let (weights, start) = (closest.weights, corners(&near.pair, &self.start));
            let slid = near.held + (closest.vector - blend(weights, start));
            let (push, block) = push(near, [closest.vector / near.apart, slid], (weights, rubbing));
            for (particle, weight) in near.pair.particles.iter().zip(weights) {
                force[*particle as usize] += weight * push;
            }
            let ends = near.pair.particles.iter().zip(weights).map(|(p, w)| (*p, w as f32));
            links.push(Mat3A::from(block.as_mat3()), ends);
        }
    }
}

impl Layers {
    /// Takes what held pairs when the step began, in their order.
    pub fn recall(&mut self, holds: &[Hold]) {
        self.holds.clear();
        self.holds.extend_from_slice(holds);
        for near in &mut self.near {
            near.held = held(&self.holds, &near.pair);
        }
    }

    /// What holds pairs where the step has ended, in their order; `law` is that of a particle's fabric on itself.
    pub fn hold<'a>(&self, law: &dyn Fn(u32) -> &'a dyn FrictionLaw) -> Vec<Hold> {
        let stretch = |near: &Near| {
            let closest = near.pair.closest(corners(&near.pair, &self.safe));
            let (apart, start) = (closest.vector.length(), corners(&near.pair, &self.start));
            if apart >= near.thickness || apart == 0.0 {
                return None;
            }
            let n = closest.vector / apart;
            let stretch = near.held + closest.vector - blend(closest.weights, start);
            let friction = Mixed([law(near.pair.particles[0]), law(near.pair.particles[3])]);
            let most = friction.stiction() * pressure(apart, near.thickness).0 / HOLD;
            Some(Hold { pair: near.pair, stretch: (stretch - n * n.dot(stretch)).clamp_length_max(most) })
        };
        let pressed = self.near.iter().filter(|near| near.apart < near.thickness);
        let mut holds: Vec<Hold> = pressed.filter_map(stretch).collect();
        holds.sort_unstable_by_key(|hold| hold.pair);
        holds
    }
}

/// How far what holds a pair is stretched.
pub(super) fn held(holds: &[Hold], pair: &Pair) -> DVec3 {
    holds.binary_search_by(|hold| hold.pair.cmp(pair)).map_or(DVec3::ZERO, |found| holds[found].stretch)
}

/// Force on the first feature and −∂f/∂s of a pair that presses along n and has slid by so much since it was held without load.
fn push(near: &Near, [n, slid]: [DVec3; 2], (weights, rubbing): ([f64; 4], Rubbing)) -> (DVec3, DMat3) {
    let (pressed, stiffness) = pressure(near.apart, near.thickness);
    let (pressed, stiffness) = (pressed * near.area, stiffness * near.area);
    let normal = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
    let along = |v: DVec3| v - n * n.dot(v);
    let slid = along(slid);
    let distance = slid.length();
    let friction = Mixed([(rubbing.law)(near.pair.particles[0]), (rubbing.law)(near.pair.particles[3])]);
    let was = along(blend(weights, near.pair.particles.each(|p| rubbing.velocities[p as usize])));
    let speed = along(slid - near.held).length() / rubbing.seconds;
    let sliding = friction.coefficient(speed) * pressed + friction.viscous(speed) * near.area;
    let limit = if was.length() < AT_REST { (friction.stiction() * pressed).max(sliding) } else { sliding };
    let hold = HOLD * near.area;
    let drag = if distance * hold > limit { sliding / distance } else { hold };
    let block = normal * stiffness + (DMat3::IDENTITY - normal) * drag;
    (n * pressed - slid * drag, block)
}
