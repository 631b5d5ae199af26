//! The swatch as a lattice of crossings, and what steps change of it.
//!
//! ```text
//!      │     │     │        Crossing c = j·warps + i of warp i (up and down) and weft j (across). Its warp particle has the
//!   ───┼─────┼─────┼───     number c for good. Its weft particle is the same one while the cloth is a sheet there, and one
//!      │     │     │        of its own, made when the crossing is split, once it is woven of yarns.
//!   ───┼─────┼─────┼───
//!      │     │     │        The sheet lies in the plane x (weft), y (warp); a warp that is over is on the side of +z.
//! ```

use super::body::Body;
use super::design::{Design, Levels, Numbers};
use super::soft::Softs;
use super::springs::Springs;
use super::transition;
use crate::issue::Issues;
use glam::DVec3;
use xxhash_rust::xxh64::Xxh64;

/// No particle, no spring, no body.
pub(super) const NONE: u32 = u32::MAX;

/// What a crossing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One particle of the sheet.
    Sheet,
    /// Two particles that stay together; only in the model that is all yarns.
    Connected,
    /// Two particles whose yarns slide over each other.
    Loose,
    /// Two particles that have nothing to do with each other any more.
    Free,
}

/// The two directions of yarns.
pub(super) const WARP: usize = 0;
/// Across.
pub(super) const WEFT: usize = 1;

/// Particles: what moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Particles {
    /// Where they are, m; during a step where they are about to be.
    pub position: Vec<DVec3>,
    /// Where they were at the start of the step, m.
    pub before: Vec<DVec3>,
    /// m/s.
    pub velocity: Vec<DVec3>,
    /// 1/kg; 0 for those that a body holds.
    pub inverse_mass: Vec<f64>,
}

/// A swatch that can be stepped.
#[derive(Clone, Debug)]
pub struct Swatch {
    /// What it is made of.
    pub numbers: Numbers,
    /// Warps and wefts.
    pub size: [usize; 2],
    /// Its particles.
    pub particles: Particles,
    /// What each crossing is.
    pub levels: Vec<Level>,
    /// What holds it, hits it and hangs from it.
    pub bodies: Vec<Body>,
    /// Whether springs are cut; not in the run that finds how many sweeps are needed.
    pub tears: bool,
    /// m/s².
    pub gravity: DVec3,
    /// Simulated seconds.
    pub time: f64,
    pub(super) signs: Vec<i8>,
    /// Weft particle of each crossing.
    pub(super) weft: Vec<u32>,
    /// From the weft to the warp of each crossing of yarns, when last looked at; unit.
    pub(super) normals: Vec<DVec3>,
    /// The body that holds each crossing.
    pub(super) holder: Vec<u32>,
    pub(super) springs: Springs,
    pub(super) softs: Softs,
    /// Crossings of yarns that are not free, in the order in which they came to be.
    pub(super) couples: Vec<u32>,
    /// Piece of each particle, and how many there are; made anew after a cut.
    pub(super) pieces: Option<(Vec<u32>, usize)>,
}

/// A body and the crossings that it holds.
pub struct Grip<'a> {
    /// The body.
    pub body: Body,
    /// Whether it holds the crossing (i, j).
    pub holds: &'a dyn Fn(usize, usize) -> bool,
}

impl Swatch {
    /// The swatch of a design in the hands of bodies, at rest, or everything that is wrong with the design.
    pub fn new(design: &Design, grips: &[Grip<'_>]) -> Result<Self, Issues> {
        let numbers = design.numbers;
        numbers.check()?;
        let [warps, wefts] = [numbers.warps as usize, numbers.wefts as usize];
        let crossings = warps * wefts;
        let at = |c: usize| {
            let centred = |k: usize, n: usize| numbers.spacing() * (k as f64 - 0.5 * (n - 1) as f64);
            DVec3::new(centred(c % warps, warps), centred(c / warps, wefts), 0.0)
        };
        let holder = |c: usize| {
            let body = grips.iter().position(|grip| (grip.holds)(c % warps, c / warps));
            body.map_or(NONE, |body| body as u32)
        };
        let position: Vec<DVec3> = (0..crossings).map(at).collect();
        let holder: Vec<u32> = (0..crossings).map(holder).collect();
        let free = 1.0 / numbers.crossing_mass();
        let particles = Particles {
            before: position.clone(),
            position,
            velocity: vec![DVec3::ZERO; crossings],
            inverse_mass: holder.iter().map(|body| if *body == NONE { free } else { 0.0 }).collect(),
        };
        let mut bodies: Vec<Body> = grips.iter().map(|grip| grip.body.clone()).collect();
        for (c, body) in holder.iter().enumerate().filter(|(_, body)| **body != NONE) {
            bodies[*body as usize].hold(c as u32, particles.position[c]);
        }
        let springs = Springs::new(&numbers, [warps, wefts], &particles, &holder);
        let mut swatch = Swatch {
            numbers,
            size: [warps, wefts],
            levels: vec![Level::Sheet; crossings],
            tears: true,
            gravity: DVec3::new(0.0, -numbers.gravity_m_per_s2, 0.0),
            time: 0.0,
            signs: (0..crossings).map(|c| design.weave.sign(c % warps, c / warps)).collect(),
            weft: (0..crossings as u32).collect(),
            normals: vec![DVec3::Z; crossings],
            softs: Softs::new(&numbers, [warps, wefts]),
            couples: Vec::new(),
            pieces: None,
            holder,
            bodies,
            particles,
            springs,
        };
        if design.levels == Levels::AllYarn {
            for c in 0..crossings {
                transition::split(&mut swatch, c, Level::Connected);
            }
        }
        Ok(swatch)
    }

    /// Where the crossing is in the middle of its particles, m.
    pub fn middle(&self, c: usize) -> DVec3 {
        0.5 * (self.particles.position[c] + self.particles.position[self.weft[c] as usize])
    }

    /// Inverse mass of a crossing's particles, 1/kg; 0 where a body holds it.
    pub(super) fn inverse_mass_of(&self, c: usize) -> f64 {
        self.particles.inverse_mass[c]
    }

    /// The crossing `steps` further along the yarn of a direction; nothing beyond the edge.
    pub(super) fn along(&self, direction: usize, c: usize, steps: isize) -> Option<usize> {
        along(self.size, direction, c, steps)
    }

    /// The springs along both directions that leave the crossing and that arrive at it: `[out, in]` of a direction.
    pub(super) fn at(&self, direction: usize, c: usize) -> [Option<usize>; 2] {
        let back = self.along(direction, c, -1);
        [self.springs.leaving(direction, c), back.and_then(|back| self.springs.leaving(direction, back))]
    }

    /// Unit normal of the sheet around a crossing: the mean of those of the triangles to its neighbours.
    pub(super) fn normal(&self, c: usize) -> DVec3 {
        let middle = self.middle(c);
        let arm = |direction, steps| self.along(direction, c, steps).map(|other| self.middle(other) - middle);
        // Counter-clockwise: east, north, west, south.
        let arms = [arm(WEFT, 1), arm(WARP, 1), arm(WEFT, -1), arm(WARP, -1)];
        let corner = |k: usize| Some(arms[k]?.cross(arms[(k + 1) % 4]?).normalize_or_zero());
        let sum: DVec3 = (0..4).filter_map(corner).sum();
        sum.try_normalize().unwrap_or(DVec3::Z)
    }

    /// Cuts the wefts of a range between a warp and the next, as scissors would.
    pub fn slit(&mut self, warp: usize, wefts: std::ops::Range<usize>) {
        for weft in wefts {
            if let Some(spring) = self.springs.leaving(WEFT, weft * self.size[0] + warp) {
                transition::cut(self, spring);
            }
        }
    }

    /// Total mass of what moves freely, its momentum, and its angular momentum about the origin.
    pub fn momentum(&self) -> (f64, DVec3, DVec3) {
        let Particles { position, velocity, inverse_mass, .. } = &self.particles;
        let mut sums = (0.0, DVec3::ZERO, DVec3::ZERO);
        for ((x, v), w) in position.iter().zip(velocity).zip(inverse_mass).filter(|(_, w)| **w > 0.0) {
            sums.0 += 1.0 / w;
            sums.1 += *v / *w;
            sums.2 += x.cross(*v) / *w;
        }
        sums
    }

    /// xxh64 of positions and velocities.
    pub fn hash(&self) -> u64 {
        let mut hash = Xxh64::new(0);
        for vector in self.particles.position.iter().chain(&self.particles.velocity) {
            vector.to_array().iter().for_each(|number| hash.update(&number.to_le_bytes()));
        }
        hash.digest()
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let Particles { position, velocity, .. } = &self.particles;
        position.iter().chain(velocity).all(|vector| vector.is_finite())
    }
}

/// The crossing `steps` further along the yarn of a direction of a lattice; nothing beyond the edge.
pub(super) fn along([warps, wefts]: [usize; 2], direction: usize, c: usize, steps: isize) -> Option<usize> {
    let (i, j) = (c % warps, c / warps);
    if direction == WARP {
        let j = j.checked_add_signed(steps).filter(|j| *j < wefts)?;
        Some(j * warps + i)
    } else {
        let i = i.checked_add_signed(steps).filter(|i| *i < warps)?;
        Some(j * warps + i)
    }
}
