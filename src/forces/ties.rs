//! Strings between two particles: stitches that close a seam, and elastics.
//!
//! ```text
//!   0 ────── 1     f = k (|r| − l) r/|r| on particle 0 while |r| > l, none below
//! ```
//!
//! k in N/m, l in m. The Jacobian k(r̂r̂ᵀ + (1 − l/|r|)(I − r̂r̂ᵀ)) is positive as long as the string is taut.

use super::System;
use crate::cloth::Tie;
use glam::{DMat3, DVec3, Mat3A};

/// How ties are drawn in: factors of their rest lengths and of their stiffnesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// 1 for the lengths the model gives; stitches shrink from there to 0.
    pub length: f64,
    /// 1 for the stiffnesses the model gives.
    pub stiffness: f64,
    /// Most by which a tie is shorter than where the step began: so much, m, or this part of the length the model gives, whichever is
    /// more. What is in the way of a stitch is pulled at and not torn through.
    pub reel: [f64; 2],
}

impl Draw {
    /// As the model gives them.
    pub const AS_BUILT: Draw = Draw { length: 1.0, stiffness: 1.0, reel: [f64::INFINITY; 2] };
}

/// Adds the pull of ties in a step that began at `start`.
pub fn add(ties: &[Tie], draw: Draw, [start, positions]: [&[DVec3]; 2], system: &mut System) {
    for tie in ties {
        let [a, b] = tie.particles;
        let began = start[a as usize].distance(start[b as usize]);
        let length = (draw.length * tie.length).max(began - draw.reel[0].max(draw.reel[1] * tie.length));
        let drawn = Tie { length, stiffness: draw.stiffness * tie.stiffness, ..*tie };
        let (force, block) = pull(&drawn, positions[b as usize] - positions[a as usize]);
        let block = Mat3A::from(block.as_mat3());
        system.add_particle(a as usize, force, &block);
        system.add_particle(b as usize, -force, &block);
        system.add_pair(a, b, &-block);
    }
}

/// Energy stored in ties as the model gives them, J.
pub fn energy(ties: &[Tie], positions: &[DVec3]) -> f64 {
    let stored = |tie: &Tie| {
        let [a, b] = tie.particles.map(|particle| positions[particle as usize]);
        let longer = (a.distance(b) - tie.length).max(0.0);
        0.5 * tie.stiffness * longer * longer
    };
    ties.iter().map(stored).sum()
}

fn pull(&Tie { length, stiffness, .. }: &Tie, r: DVec3) -> (DVec3, DMat3) {
    let distance = r.length();
    if distance <= length {
        return (DVec3::ZERO, DMat3::ZERO);
    }
    let n = r / distance;
    let along = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
    let slack = 1.0 - length / distance;
    let block = stiffness * (along + slack * (DMat3::IDENTITY - along));
    (stiffness * (distance - length) * n, block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pull_agrees_with_its_block_and_stops_when_slack() {
        let tie = Tie { particles: [0, 1], length: 0.5, stiffness: 30.0 };
        let r = DVec3::new(0.4, -0.5, 0.3);
        let (force, block) = pull(&tie, r);
        assert!((force.length() - 30.0 * (r.length() - 0.5)).abs() < 1e-12);
        for axis in DVec3::AXES {
            let step = 1e-6;
            let slope = (pull(&tie, r + step * axis).0 - pull(&tie, r - step * axis).0) / (2.0 * step);
            assert!((block * axis - slope).length() < 1e-7);
        }
        assert_eq!(pull(&tie, 0.3 * DVec3::X).0, DVec3::ZERO);
        // The energy is the work done against the pull, and none is stored in a slack tie.
        for axis in DVec3::AXES {
            let step = 1e-6;
            let slope = (energy(&[tie], &[DVec3::ZERO, r + step * axis])
                - energy(&[tie], &[DVec3::ZERO, r - step * axis]))
                / (2.0 * step);
            assert!((force.dot(axis) - slope).abs() < 1e-7);
        }
        assert_eq!(energy(&[tie], &[DVec3::ZERO, 0.3 * DVec3::X]), 0.0);
        // A closed stitch pulls back from wherever it is: no direction of its own.
        assert!(pull(&Tie { length: 0.0, ..tie }, DVec3::ZERO).0.is_finite());
    }
}
