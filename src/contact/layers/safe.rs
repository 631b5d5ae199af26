//! The motion of a step is swept, and what would pass through is kept apart.

use super::{Layers, Near, corners, direction};
use crate::contact::distance::{Closest, blend};
use crate::contact::sweep::{first_touch, relative};
use glam::DVec3;

/// Rounds of impulses. Most steps need none or a few; piles that still collide after so many are held back instead.
const ROUNDS: u32 = 24;
/// Rounds of holding back, each halving the motion of what collides; then it gives up all of it.
const HALVINGS: u32 = 6;
/// Pairs that were stopped end this much further apart than the least distance, as a factor, so that the next round does
/// not stop them again for nothing.
const MARGIN: f64 = 2.0;

/// What it took to keep the layers apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Pairs that would have passed through.
    pub stopped: u32,
    /// Particles that had to give up a part of their motion.
    pub held_back: u32,
    /// Rounds.
    pub rounds: u32,
}

impl Near {
    /// The nearest points when the pair first comes as near as it may, if it does.
    fn touch(&self, from: &[DVec3], to: &[DVec3]) -> Option<Closest> {
        let (start, end) = (corners(&self.pair, from), corners(&self.pair, to));
        let (_, closing) = relative(&self.pair, start, end);
        if self.distance - closing > self.least {
            return None;
        }
        first_touch(&self.pair, start, end, self.least).map(|(_, closest)| closest)
    }
}

impl Layers {
    /// Changes where the step ends, `to`, so that on the straight way from its start no pair passes through. `outside` moves
    /// a particle out of the bodies.
    pub fn keep_apart(&mut self, to: &mut [DVec3], outside: impl Fn(usize, DVec3) -> DVec3) -> Kept {
        let mut kept = Kept::default();
        let from = std::mem::take(&mut self.from);
        // Pairs are looked at again only if one of their particles has been moved since.
        let mut moved = vec![true; from.len()];
        loop {
            self.look_again(&from, to, &mut moved);
            if kept.rounds == ROUNDS {
                self.hold_back(&from, to, &mut kept);
                break;
            }
            let stopped = self.impulses(&from, to, &mut moved, &outside);
            if stopped == 0 {
                break;
            }
            kept.stopped += stopped;
            kept.rounds += 1;
        }
        self.from = from;
        kept
    }

    /// Whether a pair would pass through on the way to these positions: then the forces have not settled yet.
    pub fn is_unsettled(&self, positions: &[DVec3]) -> bool {
        self.near.iter().any(|near| near.touch(&self.from, positions).is_some())
    }

    /// Finds pairs anew if a particle went elsewhere than the last search expected.
    fn look_again(&mut self, from: &[DVec3], to: &[DVec3], moved: &mut [bool]) {
        let slack = super::detect::SLACK;
        let far = self.expected.iter().zip(to).any(|(a, b)| a.distance_squared(*b) > slack * slack);
        if far {
            self.detect(from, to);
            self.from.clear();
            moved.fill(true);
        }
    }

    /// One round: every pair that would pass through gets equal and opposite impulses that leave it apart.
    fn impulses(
        &self,
        from: &[DVec3],
        to: &mut [DVec3],
        moved: &mut [bool],
        outside: &impl Fn(usize, DVec3) -> DVec3,
    ) -> u32 {
        let mut stopped = 0;
        let before = moved.to_vec();
        moved.fill(false);
        for near in &self.near {
            let pair = &near.pair;
            if pair.particles.iter().all(|p| !before[*p as usize] && !moved[*p as usize]) {
                continue;
            }
            let Some(closest) = near.touch(from, to) else { continue };
            stopped += 1;
            let n = direction(&closest);
            let gap = n.dot(blend(closest.weights, corners(pair, to)));
            let goal = (MARGIN * near.least).max(0.5 * near.thickness.min(near.distance));
            let inverse = pair.particles.map(|p| self.sheets.inverse_masses[p as usize]);
            let share: f64 = (0..4).map(|i| closest.weights[i] * closest.weights[i] * inverse[i]).sum();
            pair.particles.iter().for_each(|p| moved[*p as usize] = true);
            if share <= 0.0 || gap >= goal {
                continue;
            }
            let impulse = (goal - gap) / share;
            for (i, inverse) in inverse.into_iter().enumerate().filter(|(_, inverse)| *inverse > 0.0) {
                let particle = pair.particles[i] as usize;
                to[particle] = outside(particle, to[particle] + impulse * closest.weights[i] * inverse * n);
            }
        }
        stopped
    }

    /// Halves the motion of whatever still collides, until nothing does: at the latest when all of it is given up, because
    /// the start has no crossings.
    fn hold_back(&mut self, from: &[DVec3], to: &mut [DVec3], kept: &mut Kept) {
        let mut halvings = vec![0_u32; from.len()];
        let mut moved = vec![true; from.len()];
        loop {
            self.look_again(from, to, &mut moved);
            let mut colliding = vec![false; from.len()];
            for near in &self.near {
                let particles = near.pair.particles.map(|p| p as usize);
                if particles.iter().any(|p| moved[*p]) && near.touch(from, to).is_some() {
                    particles.into_iter().for_each(|p| colliding[p] = true);
                }
            }
            if !colliding.contains(&true) {
                break;
            }
            for (particle, _) in colliding.iter().enumerate().filter(|(_, colliding)| **colliding) {
                halvings[particle] += 1;
                let left = if halvings[particle] > HALVINGS { 0.0 } else { 0.5 };
                to[particle] = from[particle] + left * (to[particle] - from[particle]);
            }
            moved = colliding;
            kept.rounds += 1;
        }
        kept.held_back = halvings.iter().filter(|count| **count > 0).count() as u32;
    }
}
