//! What a step changes: nothing else needs saving, and nothing else decides what comes next.

use super::Model;
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
    /// Whether each particle slips on a body; those that stick, or touch nothing, do not.
    pub slipping: Vec<bool>,
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

impl State {
    /// The cloth at rest where the document places it.
    pub fn start(model: &Model) -> Self {
        State {
            positions: model.start.clone(),
            velocities: vec![DVec3::ZERO; model.start.len()],
            slipping: vec![false; model.start.len()],
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

    /// xxh64 of the little-endian positions and velocities: equal hashes mean equal bits.
    pub fn hash(&self) -> u64 {
        let mut hash = Xxh64::new(0);
        for vector in self.positions.iter().chain(&self.velocities) {
            for number in vector.to_array() {
                hash.update(&number.to_le_bytes());
            }
        }
        hash.digest()
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.positions.iter().chain(&self.velocities).all(|v| v.is_finite())
    }

    /// Speed of the fastest particle, m/s.
    pub fn max_speed(&self) -> f64 {
        self.velocities.iter().map(|v| v.length_squared()).fold(0.0, f64::max).sqrt()
    }
}
