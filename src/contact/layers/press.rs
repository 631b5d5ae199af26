//! Layers that are nearer than their thickness push each other apart and rub.
//!
//! With s = Σ w_i x_i the vector between the nearest points and n its direction, the push on the first feature is
//! k·A·(t − n·s) n while n·s < t: N/m³ times m² times m. Friction opposes the way the features have slid over each other
//! in this step, in proportion up to μ times the push. Both act on the four particles by the weights w_i.

use super::{Layers, Near, Rubbing, corners, direction};
use crate::contact::distance::{Closest, blend};
use crate::contact::sweep::{first_touch, relative};
use crate::fabric::friction::{FrictionLaw, Mixed};
use crate::math::links::Links;
use glam::{DMat3, DVec3, Mat3A};

/// Pressure per depth, N/m³. The weight of ten layers of denim, 32 Pa, presses them together by 0.03 mm. Stiffer and the
/// linear solve takes longer; softer and layers under load come so near that sweeping has to stop them.
const STIFFNESS: f64 = 1e6;

impl Layers {
    /// Adds the push of all pairs that are near at `positions`: to the forces, and as links.
    pub fn press(&self, positions: &[DVec3], rubbing: Rubbing, force: &mut [DVec3], links: &mut Links) {
        self.untangle(positions, force);
        for near in &self.near {
            let (start, now) = (corners(&near.pair, &self.from), corners(&near.pair, positions));
            let (_, closing) = relative(&near.pair, start, now);
            if near.distance - closing > near.thickness {
                continue;
            }
            let Some((weights, push, block)) = push(near, (start, now, closing), rubbing) else { continue };
            for (particle, weight) in near.pair.particles.iter().zip(weights) {
                force[*particle as usize] += weight * push;
            }
            let ends = near.pair.particles.iter().zip(weights).map(|(p, w)| (*p, w as f32));
            links.push(Mat3A::from(block.as_mat3()), ends);
        }
    }
}

/// Weights, force on the first feature and −∂f/∂s of a pair, if it presses.
fn push(near: &Near, way: ([DVec3; 4], [DVec3; 4], f64), rubbing: Rubbing) -> Option<([f64; 4], DVec3, DMat3)> {
    let (start, now, closing) = way;
    // A pair that would have passed through is pushed back to the side it came from.
    let through = near.distance - closing <= near.least;
    let touch = through.then(|| first_touch(&near.pair, start, now, near.least)).flatten();
    let closest: Closest = touch.map_or_else(|| near.pair.closest(now), |(_, closest)| closest);
    let n = direction(&closest);
    let weights = closest.weights;
    let depth = near.thickness - n.dot(blend(weights, now));
    if depth <= 0.0 {
        return None;
    }
    let stiffness = STIFFNESS * near.area;
    let normal = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
    let slid = blend(weights, now) - blend(weights, start);
    let slid = slid - n * n.dot(slid);
    let distance = slid.length();
    let friction = Mixed([(rubbing.law)(near.pair.particles[0]), (rubbing.law)(near.pair.particles[3])]);
    let limit = friction.coefficient(distance / rubbing.seconds) * stiffness * depth;
    let drag = if distance * stiffness > limit { limit / distance } else { stiffness };
    let block = normal * stiffness + (DMat3::IDENTITY - normal) * drag;
    Some((weights, n * (stiffness * depth) - slid * drag, block))
}
