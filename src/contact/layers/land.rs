//! Pairs that a linear solution presses together although its equations do not know of them.
//!
//! ```text
//!   •  ·  ·  ↓        the equations hold what is nearer than the thickness: this pair they let through,
//!   ───────────       and it ends as deep in the layer as the sweep lets it
//! ```
//!
//! Pressure rises without bound, and comes down again by a third of the way in an iteration: folds that hung still in a skirt
//! were pressed into each other by a third of a millimetre, with forces of hundreds of times their weight, which the iterations that a step has did
//! not take back, and were thrown apart by the next step, for ever.

use super::{Layers, corners, direction};
use crate::contact::distance::blend;
use crate::contact::pressure::pressure;
use crate::contact::sweep::{first_touch, gap};
use crate::math::links::Links;
use glam::{DMat3, Mat3A, Vec4};

/// Pairs that a solution takes deeper into their layer than this part of it are told to the equations.
const LANDS: f64 = 0.1;

impl Layers {
    /// Adds a link for every pair that this correction of where the cloth is would press, and that has none yet, and what it takes to hold it at
    /// first touch to the right side. Returns whether there was any.
    pub fn land(&mut self, correction: &[Vec4], right_side: &mut [Vec4], links: &mut Links) -> bool {
        let mut any = false;
        for near in self.near.iter_mut().filter(|near| !near.linked) {
            let start = corners(&near.pair, &self.safe);
            let [a, b, c, d] = near.pair.particles.map(|p| correction[p as usize].truncate().as_dvec3());
            let end = [start[0] + a, start[1] + b, start[2] + c, start[3] + d];
            let deep = (1.0 - LANDS) * near.thickness;
            if near.apart < near.thickness || gap(&near.pair, near.normal, &end) > deep {
                continue;
            }
            let Some((_, touch)) = first_touch(&near.pair, start, end, [near.thickness, deep]) else { continue };
            let n = direction(&touch);
            // What slides past a border is as far away again in the end.
            if n.dot(blend(touch.weights, end)) > deep {
                continue;
            }
            let stiffness = near.area * pressure(near.thickness, near.thickness).1;
            let force = stiffness * (near.thickness - n.dot(blend(touch.weights, start)));
            for (p, weight) in near.pair.particles.iter().zip(touch.weights) {
                let free = self.sheets.inverse_masses[*p as usize] > 0.0;
                right_side[*p as usize] += if free { (n * (weight * force)).as_vec3().extend(0.0) } else { Vec4::ZERO };
            }
            let block = DMat3::from_cols(n * n.x, n * n.y, n * n.z) * stiffness;
            let ends = near.pair.particles.iter().zip(touch.weights).map(|(p, w)| (*p, w as f32));
            links.push(Mat3A::from(block.as_mat3()), ends);
            (near.linked, any) = (true, true);
        }
        any
    }
}
