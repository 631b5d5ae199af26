//! Damps what is not the motion of a piece as a whole (Müller 2007, section 3.5, the paper's step 3).
//!
//! Each connected piece has a rigid motion of its momentum and angular momentum; velocities are brought nearer to it by a share. Both
//! momenta stay what they are. Torn pieces are damped each by itself: a rag that flies away does not feel the rest.

use super::swatch::{Level, NONE, Swatch};
use crate::math::groups::Groups;
use glam::{DMat3, DVec3};

/// Sums over a piece.
#[derive(Clone, Copy, Default)]
struct Motion {
    mass: f64,
    middle: DVec3,
    velocity: DVec3,
    angular: DVec3,
    inertia: DMat3,
    spin: DVec3,
}

/// Brings velocities nearer to the rigid motion of their pieces.
pub(super) fn damp(swatch: &mut Swatch) {
    let share = swatch.numbers.damping;
    if share == 0.0 {
        return;
    }
    let (piece_of, count) = swatch.pieces.take().unwrap_or_else(|| pieces(swatch));
    let mut motions = vec![Motion { inertia: DMat3::ZERO, ..Motion::default() }; count];
    let particles = &mut swatch.particles;
    let masses = || particles.inverse_mass.iter().enumerate().filter(|(_, w)| **w > 0.0).map(|(p, w)| (p, 1.0 / w));
    for (p, mass) in masses() {
        let motion = &mut motions[piece_of[p] as usize];
        motion.mass += mass;
        motion.middle += mass * particles.position[p];
        motion.velocity += mass * particles.velocity[p];
    }
    for motion in motions.iter_mut().filter(|motion| motion.mass > 0.0) {
        motion.middle /= motion.mass;
        motion.velocity /= motion.mass;
    }
    for (p, mass) in masses() {
        let motion = &mut motions[piece_of[p] as usize];
        let arm = particles.position[p] - motion.middle;
        motion.angular += mass * arm.cross(particles.velocity[p]);
        motion.inertia += mass * (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer(arm));
    }
    for motion in &mut motions {
        // A piece on a line, or a single particle, has no spin of its own that could be told.
        let size = motion.inertia.col(0).x + motion.inertia.col(1).y + motion.inertia.col(2).z;
        if motion.inertia.determinant() > 1e-9 * size * size * size {
            motion.spin = motion.inertia.inverse() * motion.angular;
        }
    }
    for (p, piece) in piece_of.iter().enumerate().filter(|(p, _)| particles.inverse_mass[*p] > 0.0) {
        let Motion { middle, velocity, spin, .. } = motions[*piece as usize];
        let rigid = velocity + spin.cross(particles.position[p] - middle);
        let off = rigid - particles.velocity[p];
        particles.velocity[p] += share * off;
    }
    swatch.pieces = Some((piece_of, count));
}

fn outer(a: DVec3) -> DMat3 {
    DMat3::from_cols(a * a.x, a * a.y, a * a.z)
}

/// Which particles hang together by springs, crossings and the bodies that hold them.
pub(super) fn pieces(swatch: &Swatch) -> (Vec<u32>, usize) {
    let mut groups = Groups::new(swatch.particles.position.len());
    for spring in swatch.springs.list.iter().filter(|spring| spring.ends[0] != NONE) {
        let [a, b] = spring.ends;
        groups.join(a as usize, b as usize);
    }
    for body in &swatch.bodies {
        let held: Vec<usize> = body.held().map(|(c, _)| c).collect();
        held.windows(2).for_each(|pair| groups.join(pair[0], pair[1]));
    }
    for (c, weft) in swatch.weft.iter().enumerate() {
        if swatch.levels[c] != Level::Free {
            groups.join(c, *weft as usize);
        }
    }
    groups.numbered()
}
