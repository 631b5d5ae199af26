//! The soft springs of the base model: bending, between every other crossing of a yarn, and shear, across the cells.
//!
//! ```text
//!   ┌────┬────┐      bend: ●─────────●   along a yarn, over the crossing between; energy ½ k (l − 2 l₀)²
//!   │╲  ╱│    │      shear: both diagonals of each cell; energy ½ k (l − √2 l₀)², under compression only
//!   │ ╳  │    │      (Metaaphanon 2009, section 3.2, after Zhou 2008)
//!   │╱  ╲│    │
//!   └────┴────┘
//! ```
//!
//! Where a crossing is split a bend spring follows its yarn; a shear spring becomes two of half the stiffness, one between
//! the upper particles and one between the lower ones (fig. 5).

use super::design::Numbers;
use super::step::STEP;
use super::swatch::{Level, NONE, Particles, Swatch, WARP, WEFT, along};

/// A spring; `NONE` where it is cut or never was.
type Ends = [u32; 2];

const GONE: Ends = [NONE; 2];

/// All soft springs.
#[derive(Clone, Debug)]
pub(super) struct Softs {
    /// By direction and first crossing.
    bends: [Vec<Ends>; 2],
    /// By cell (its first crossing), then diagonal, then copy.
    shears: Vec<[[Ends; 2]; 2]>,
    stiffness: [f64; 2],
    rest: f64,
}

/// Energy of a spring, J, and the force on its second end, N: what steps apply, implicitly, as an impulse.
#[cfg(test)]
fn spring(stiffness: f64, rest: f64, compressed_only: bool, between: glam::DVec3) -> (f64, glam::DVec3) {
    let stretch = between.length() - rest;
    let stretch = if compressed_only { stretch.min(0.0) } else { stretch };
    (0.5 * stiffness * stretch * stretch, -stiffness * stretch * between.normalize())
}

impl Softs {
    /// Those of an undamaged lattice.
    pub fn new(numbers: &Numbers, size: [usize; 2]) -> Self {
        let crossings = size[0] * size[1];
        let bends = [WARP, WEFT].map(|direction| {
            let bend = |c: usize| along(size, direction, c, 2).map_or(GONE, |end| [c as u32, end as u32]);
            (0..crossings).map(bend).collect()
        });
        let shear = |c: usize| {
            let corners = along(size, WEFT, c, 1).zip(along(size, WARP, c, 1));
            corners.map_or([[GONE; 2]; 2], |(east, north)| {
                let diagonals = [[c, north + 1], [east, north]];
                diagonals.map(|ends| [ends.map(|end| end as u32), GONE])
            })
        };
        Softs {
            bends,
            shears: (0..crossings).map(shear).collect(),
            stiffness: [numbers.bend_n_per_m, numbers.shear_n_per_m],
            rest: numbers.spacing(),
        }
    }

    /// Changes velocities by the springs' impulses in one step, each implicit by itself: k C Δt/(1 + kΔt²w) with C at the end of
    /// the step as velocities lead there.
    pub fn push(&self, particles: &mut Particles) {
        let [bend, shear] = self.stiffness;
        for ends in self.bends.iter().flatten() {
            pushed(particles, *ends, (bend, 2.0 * self.rest, false));
        }
        let diagonal = std::f64::consts::SQRT_2 * self.rest;
        for copies in self.shears.iter().flatten() {
            let stiffness = if copies[1] == GONE { shear } else { 0.5 * shear };
            for ends in copies {
                pushed(particles, *ends, (stiffness, diagonal, true));
            }
        }
    }

    /// Takes away the bend springs over a spring of a direction that was cut, and the shear springs of the cells beside it.
    pub fn cut(&mut self, size: [usize; 2], direction: usize, c: usize) {
        for begin in [Some(c), along(size, direction, c, -1)].into_iter().flatten() {
            self.bends[direction][begin] = GONE;
        }
        for cell in [Some(c), along(size, 1 - direction, c, -1)].into_iter().flatten() {
            self.shears[cell] = [[GONE; 2]; 2];
        }
    }

    /// How many shear springs there are, copies included, and the sum of their stiffnesses.
    #[cfg(test)]
    pub fn shear_total(&self) -> (usize, f64) {
        let alive = |copies: &[Ends; 2]| copies.iter().filter(|ends| **ends != GONE).count();
        let of = |copies: &[Ends; 2]| if copies[1] == GONE { self.stiffness[1] } else { 0.5 * self.stiffness[1] };
        let each = self.shears.iter().flatten().map(|copies| (alive(copies), alive(copies) as f64 * of(copies)));
        each.fold((0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// The ends of the bend spring of a direction that begins at a crossing.
    #[cfg(test)]
    pub fn bend(&self, direction: usize, c: usize) -> Ends {
        self.bends[direction][c]
    }
}

fn pushed(particles: &mut Particles, ends: Ends, (stiffness, rest, compressed_only): (f64, f64, bool)) {
    if ends[0] == NONE {
        return;
    }
    let (a, b) = (ends[0] as usize, ends[1] as usize);
    let Particles { position, velocity, .. } = &*particles;
    let between = (position[b] - position[a]) + STEP * (velocity[b] - velocity[a]);
    let squared = between.length_squared();
    // Most shear springs are not compressed: told without a root.
    if squared == 0.0 || (compressed_only && squared >= rest * rest) {
        return;
    }
    let length = squared.sqrt();
    let stretch = length - rest;
    let (wa, wb) = (particles.inverse_mass[a], particles.inverse_mass[b]);
    let impulse = between * (stiffness * stretch * STEP / (length * (1.0 + stiffness * STEP * STEP * (wa + wb))));
    particles.velocity[a] += wa * impulse;
    particles.velocity[b] -= wb * impulse;
}

/// Attaches the soft springs of a crossing that has just been split.
pub(super) fn reattach(swatch: &mut Swatch, c: usize) {
    let new = swatch.weft[c];
    for begin in [Some(c), swatch.along(WEFT, c, -2)].into_iter().flatten() {
        for end in swatch.softs.bends[WEFT][begin].iter_mut().filter(|end| **end == c as u32) {
            *end = new;
        }
    }
    let [warps, _] = swatch.size;
    let west = swatch.along(WEFT, c, -1);
    let south = |cell: usize| swatch.along(WARP, cell, -1);
    for cell in [Some(c), west, south(c), west.and_then(south)].into_iter().flatten() {
        let corners = [[cell, cell + warps + 1], [cell + 1, cell + warps]];
        for (diagonal, corners) in corners.into_iter().enumerate() {
            if !corners.contains(&c) || swatch.softs.shears[cell][diagonal][0] == GONE {
                continue;
            }
            let copies = [true, false].map(|upper| corners.map(|corner| side(swatch, corner, upper)));
            swatch.softs.shears[cell][diagonal] = copies;
        }
    }
}

/// The upper or the lower particle of a crossing; its only one where it is not split.
fn side(swatch: &Swatch, c: usize, upper: bool) -> u32 {
    let warp_is_there = (swatch.signs[c] > 0) == upper;
    if swatch.levels[c] == Level::Sheet || warp_is_there { c as u32 } else { swatch.weft[c] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use glam::DVec3;

    /// The force is minus the energy's gradient, for bend springs both ways and shear springs under compression.
    #[test]
    fn forces_are_the_gradients_of_their_energies() {
        let mut random = Random::new(3);
        for case in 0..200 {
            let between = DVec3::new(random.signed(), random.signed(), random.signed());
            let (rest, one_sided) = (0.5 + 0.4 * random.signed(), case % 2 == 0);
            let energy = |between| spring(3.0, rest, one_sided, between).0;
            let force = spring(3.0, rest, one_sided, between).1;
            for axis in DVec3::AXES {
                let h = 1e-6;
                let slope = (energy(between + h * axis) - energy(between - h * axis)) / (2.0 * h);
                assert!((slope + force.dot(axis)).abs() < 1e-7, "{slope} {force}");
            }
            if one_sided && between.length() > rest {
                assert_eq!(force, DVec3::ZERO);
            }
        }
    }

    /// A short step gives the explicit impulse: the stated force times the step, equal and opposite.
    #[test]
    fn the_impulse_is_the_force_times_the_step() {
        let mut particles = Particles {
            position: vec![DVec3::ZERO, DVec3::new(0.3, -0.2, 0.6)],
            before: vec![DVec3::ZERO; 2],
            velocity: vec![DVec3::ZERO; 2],
            inverse_mass: vec![2.0, 5.0],
        };
        let (stiffness, rest) = (1e-3, 0.5);
        pushed(&mut particles, [0, 1], (stiffness, rest, false));
        let (_, force) = spring(stiffness, rest, false, particles.position[1]);
        assert!((particles.velocity[1] / 5.0 - STEP * force).length() < 1e-6 * STEP * force.length());
        assert!((particles.velocity[0] / 2.0 + particles.velocity[1] / 5.0).length() < 1e-20);
    }
}
