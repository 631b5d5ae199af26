//! Cloth that has been draped before, to open on: where its particles are, in a third of the space of a whole state.
//!
//! Little-endian: steps (u64), simulated time (f64, s), then x, y, z of every particle of the sewn cloth (f32, m). Cloth at rest
//! has no speed worth keeping; how it holds on to bodies and what its yarns rub is found again within micrometres. A tenth of
//! a micrometre, by which single precision moves a particle, is far below every thickness, so that nothing passes through
//! anything by it.

use super::Drape;
use crate::cloth::{Joined, State};
use glam::{DVec3, Vec3};

/// Bytes before the particles.
const HEAD: usize = 16;
const PER_PARTICLE: usize = 12;

impl Drape {
    /// What [`Drape::resume`] takes; nothing while seams are open.
    pub fn stored(&self) -> Option<Vec<u8>> {
        if self.joined != Joined::Sewn {
            return None;
        }
        let mut bytes = Vec::with_capacity(HEAD + PER_PARTICLE * self.state.positions.len());
        bytes.extend(self.state.steps.to_le_bytes());
        bytes.extend(self.state.time.to_le_bytes());
        for position in &self.state.positions {
            bytes.extend(position.as_vec3().to_array().iter().flat_map(|number| number.to_le_bytes()));
        }
        Some(bytes)
    }

    /// Goes on from cloth of the same document that was stored at rest, sewn. Refused, and left as it is, where the bytes are
    /// not of as many particles or not all finite.
    pub fn resume(&mut self, bytes: &[u8]) -> bool {
        let Some((steps, time, positions)) = read(bytes) else { return false };
        let mut sewn = Self::of_cut(self.cut.clone());
        (sewn.clock, sewn.assets) = (self.clock, self.assets.clone());
        if sewn.joined == Joined::Apart {
            sewn.weld();
        }
        let state = State { positions, steps, time, ..State::start(&sewn.model) };
        if !sewn.set_state(state) {
            return false;
        }
        sewn.worked_s = sewn.model.settings.sewing;
        *self = sewn;
        true
    }
}

fn read(bytes: &[u8]) -> Option<(u64, f64, Vec<DVec3>)> {
    let (steps, rest) = bytes.split_first_chunk()?;
    let (time, rest) = rest.split_first_chunk()?;
    let (numbers, left) = rest.as_chunks::<4>();
    if numbers.len() % 3 != 0 || !left.is_empty() {
        return None;
    }
    let number = |k: usize| f32::from_le_bytes(numbers[k]);
    let positions: Vec<DVec3> = (0..numbers.len() / 3)
        .map(|i| Vec3::new(number(3 * i), number(3 * i + 1), number(3 * i + 2)).as_dvec3())
        .collect();
    let time = f64::from_le_bytes(*time);
    let sound = time.is_finite() && time >= 0.0 && positions.iter().all(|position| position.is_finite());
    sound.then_some((u64::from_le_bytes(*steps), time, positions))
}
