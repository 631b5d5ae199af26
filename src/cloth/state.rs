//! What a step changes: nothing else needs saving, and nothing else decides what comes next.
//!
//! Friction stresses belong to the strains at these positions: who moves particles by hand moves them without rubbing.

use super::Model;
use crate::contact::bodies::Grip;
use crate::contact::layers::Hold;
use crate::math::random::Random;
use glam::DVec3;
use xxhash_rust::xxh64::Xxh64;

/// Positions and velocities of the particles.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Metres.
    pub positions: Vec<DVec3>,
    /// Metres per second.
    pub velocities: Vec<DVec3>,
    /// How each particle holds on to a body.
    pub grips: Vec<Grip>,
    /// How layers of the cloth hold on to each other while it is calm, in the order of their pairs.
    pub holds: Vec<Hold>,
    /// What friction between the yarns has come to.
    pub friction: InternalStress,
    /// Steps taken.
    pub steps: u64,
    /// Simulated seconds.
    pub time: f64,
    /// The state one step before, if the step was of the same length and nothing was changed by hand since.
    pub past: Option<Past>,
}

/// What an integrator remembers of the step before.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// Metres.
    pub positions: Vec<DVec3>,
    /// Metres per second.
    pub velocities: Vec<DVec3>,
}

/// Stresses of internal friction ([`crate::fabric::internal_friction`]), three of each triangle. Where no fabric of the model
/// has such friction nothing is remembered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InternalStress {
    /// Weft, warp and shear, N/m.
    pub membrane: Vec<[f64; 3]>,
    /// Moments per width against K_uu, K_vv and K_uv, N; without the stiffening near seams.
    pub bending: Vec<[f64; 3]>,
}

impl InternalStress {
    /// No stress yet.
    pub fn start(model: &Model) -> Self {
        let triangles = if model.has_internal_friction() { model.triangles.len() } else { 0 };
        let none = vec![[0.0; 3]; triangles];
        InternalStress { membrane: none.clone(), bending: none }
    }

    /// Each kind of stress: whatever is saved, compared or carried over goes through here, so that one more is one more
    /// field and one more line.
    pub fn kinds(&self) -> [&Vec<[f64; 3]>; 2] {
        [&self.membrane, &self.bending]
    }

    /// The same, to change them.
    pub fn kinds_mut(&mut self) -> [&mut Vec<[f64; 3]>; 2] {
        [&mut self.membrane, &mut self.bending]
    }

    /// Whether it is of the cloth that another one is of.
    pub fn fits(&self, other: &Self) -> bool {
        self.kinds().iter().zip(other.kinds()).all(|(a, b)| a.len() == b.len())
    }

    /// Every number, in order.
    fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        self.kinds().into_iter().flatten().flatten().copied()
    }
}

impl State {
    /// The cloth at rest where the document places it.
    pub fn start(model: &Model) -> Self {
        State {
            positions: model.start.clone(),
            velocities: vec![DVec3::ZERO; model.start.len()],
            grips: vec![Grip::default(); model.start.len()],
            holds: Vec::new(),
            friction: InternalStress::start(model),
            steps: 0,
            time: 0.0,
            past: None,
        }
    }

    /// Moves every particle by up to 0.1 mm along each axis, so that runs with other seeds fall into other folds.
    /// Seed 0 moves nothing.
    pub fn perturb(&mut self, seed: u64) {
        const REACH: f64 = 1e-4;
        if seed == 0 {
            return;
        }
        let mut random = Random::new(seed);
        for position in &mut self.positions {
            *position += REACH * DVec3::new(random.signed(), random.signed(), random.signed());
        }
    }

    /// xxh64 of the little-endian positions, velocities and friction stresses: equal hashes mean equal bits.
    pub fn hash(&self) -> u64 {
        let mut hash = Xxh64::new(0);
        for vector in self.positions.iter().chain(&self.velocities) {
            for number in vector.to_array() {
                hash.update(&number.to_le_bytes());
            }
        }
        for number in self.friction.numbers() {
            hash.update(&number.to_le_bytes());
        }
        hash.digest()
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let moving = self.positions.iter().chain(&self.velocities).all(|v| v.is_finite());
        moving && self.friction.numbers().all(f64::is_finite)
    }

    /// Speed of the fastest particle, m/s.
    pub fn max_speed(&self) -> f64 {
        self.velocities.iter().map(|v| v.length_squared()).fold(0.0, f64::max).sqrt()
    }
}
