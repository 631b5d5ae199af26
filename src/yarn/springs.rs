//! Springs between neighbours along a yarn with their strain limit: one constraint each, swept from the held ones outwards.
//!
//! ```text
//!   tension            Up to the limit L it is the spring of table 1, which straightens the crimp; what is stretched beyond is
//!      │    ┃          projected back (section 4.1). With C = l − l₀, w the sum of the inverse masses and Δt the time of a
//!      │    ┃          sweep, both ends are moved along the spring by their inverse masses times
//!      │ _-─           λ = C/(w/2 + 1/(kΔt²)),   where C > L with (C − L)/w on top of what it is at L.
//!   ───┼────── C
//!          L           λ/Δt² is the tension. Sweeps run from the held particles outwards (Selle 2008).
//! ```
//!
//! The paper steps springs explicitly, ωΔt being 13 to 60, and projects N times at the end of a step of 1/240 s. That leaves a strain of about
//! 2 n g Δt²/(N l₀) where a yarn carries n crossings, 40 % for 40 of them and 40 sweeps. In small steps (`step`) it is 1/N of that, and
//! ωΔt is below 1. Half of w stands in λ because a sweep has moved one end of each spring before it comes to it: at rest tensions are then k C
//! on average. Keeping λ from sweep to sweep, and solving whole yarns at once, were tried: the first swings up by itself, because
//! single sweeps lag behind; the second is not implicit in the swing of taut yarns across themselves. Both flew apart.

use super::design::Numbers;
use super::lanes::{LANES, arrange};
use super::swatch::{NONE, Particles, WARP, WEFT, along};
use super::wide::{Wide, squared};
use crate::math::random::Random;
use glam::DVec3;

/// Square of a length that is none, m²: 1 pm. Added to others it is below their last digit.
const NOTHING: f64 = 1e-24;

/// One spring, as the sweeps read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spring {
    /// Its particles; one that is held comes first. `NONE` once it is cut.
    pub ends: [u32; 2],
    /// Their inverse masses, 1/kg.
    pub inverse_mass: [f64; 2],
    /// 1/(w/2 + 1/(kΔt²)).
    pub elastic: f64,
    /// What 1/w is more.
    pub stiffer: f64,
}

/// Springs that a sweep does side by side; empty lanes have no stiffness and no mobility.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    ends: [[u32; LANES]; 2],
    inverse_mass: [[f64; LANES]; 2],
    elastic: [f64; LANES],
    stiffer: [f64; LANES],
}

/// All springs along yarns.
#[derive(Clone, Debug)]
pub(super) struct Springs {
    /// In the order of the sweeps.
    pub list: Vec<Spring>,
    /// Those without a held end that are not cut, side by side; made anew after a change.
    beside: Option<Vec<Side>>,
    /// Strain at which each tears.
    pub tear: Vec<f64>,
    /// Crossings at which each begins and ends; what the ends are particles of.
    pub crossings: Vec<[u32; 2]>,
    /// Direction of each.
    pub direction: Vec<u8>,
    /// How many are cut.
    pub cut: usize,
    /// How many at the front of the list have a held end.
    pub anchored: usize,
    /// Length at rest, m.
    pub rest: f64,
    /// What a sweep advances, s.
    pub time: f64,
    /// Stretch beyond which it is projected, m.
    limit: f64,
    /// 1/(kΔt²), 1/kg.
    compliance: f64,
    /// The spring that leaves each crossing, by direction; `NONE` at the edge and between held crossings.
    leaving: [Vec<u32>; 2],
}

impl Springs {
    /// The springs of a lattice, each with its tear strain.
    pub fn new(numbers: &Numbers, size: [usize; 2], particles: &Particles, holder: &[u32]) -> Self {
        let crossings = size[0] * size[1];
        let hops = hops(size, holder);
        let mut wanted: Vec<(u32, usize, usize, usize, usize)> = Vec::with_capacity(2 * crossings);
        for c in 0..crossings {
            for direction in [WARP, WEFT] {
                let Some(other) = along(size, direction, c, 1) else { continue };
                if holder[c] == NONE || holder[other] == NONE {
                    let place = if direction == WARP { c / size[0] } else { c % size[0] };
                    // Springs of one ring, direction and parity share no particle: they are done side by side.
                    wanted.push((hops[c].min(hops[other]), direction, place % 2, c, other));
                }
            }
        }
        wanted.sort_unstable();
        let time = numbers.sweep_time();
        let mut springs = Springs {
            list: Vec::with_capacity(wanted.len()),
            beside: None,
            tear: Vec::new(),
            crossings: Vec::with_capacity(wanted.len()),
            direction: Vec::with_capacity(wanted.len()),
            cut: 0,
            anchored: 0,
            rest: numbers.spacing(),
            time,
            limit: numbers.strain_limit * numbers.spacing(),
            compliance: 1.0 / (numbers.structural_n_per_m * time * time),
            leaving: [vec![NONE; crossings], vec![NONE; crossings]],
        };
        let (first, rest): (Vec<_>, Vec<_>) =
            wanted.into_iter().partition(|(.., c, other)| holder[*c] != NONE || holder[*other] != NONE);
        springs.anchored = first.len();
        for (_, direction, _, c, other) in first.into_iter().chain(rest) {
            springs.leaving[direction][c] = springs.list.len() as u32;
            let ends = if holder[other] == NONE { [c, other] } else { [other, c] };
            springs.list.push(springs.spring(ends.map(|end| end as u32), particles));
            springs.crossings.push([c as u32, other as u32]);
            springs.direction.push(direction as u8);
        }
        springs.threaten(numbers, &mut Random::new(numbers.seed as u64));
        springs
    }

    fn spring(&self, ends: [u32; 2], particles: &Particles) -> Spring {
        let inverse_mass = ends.map(|end| particles.inverse_mass[end as usize]);
        let w = inverse_mass[0] + inverse_mass[1];
        let elastic = 1.0 / (0.5 * w + self.compliance);
        Spring { ends, inverse_mass, elastic, stiffer: 1.0 / w - elastic }
    }

    /// Gives each spring a tear strain by chance. By crossing and direction, so that grips do not change it.
    pub fn threaten(&mut self, numbers: &Numbers, random: &mut Random) {
        self.tear.resize(self.list.len(), f64::INFINITY);
        let [low, high] = [numbers.tear_strain_low, numbers.tear_strain_high];
        for c in 0..self.leaving[WARP].len() {
            for direction in [WARP, WEFT] {
                let share = 0.5 * (random.signed() + 1.0);
                if let Some(spring) = self.leaving(direction, c) {
                    self.tear[spring] = low + share * (high - low);
                }
            }
        }
    }

    /// The spring that leaves a crossing along the yarn of a direction, cut or not.
    pub fn leaving(&self, direction: usize, c: usize) -> Option<usize> {
        let spring = self.leaving[direction][c];
        (spring != NONE).then_some(spring as usize)
    }

    /// Whether it is cut.
    pub fn is_cut(&self, spring: usize) -> bool {
        self.list[spring].ends[0] == NONE
    }

    /// Cuts it.
    pub fn sever(&mut self, spring: usize) {
        self.list[spring].ends = [NONE; 2];
        self.beside = None;
        self.cut += 1;
    }

    /// Lets the spring end at another particle in place of `old`.
    pub fn reattach(&mut self, spring: usize, [old, new]: [u32; 2], particles: &Particles) {
        if self.is_cut(spring) {
            return;
        }
        let ends = self.list[spring].ends.map(|end| if end == old { new } else { end });
        self.list[spring] = self.spring(ends, particles);
        self.beside = None;
    }

    /// Strain of a spring that is not cut.
    pub fn strain(&self, spring: usize, position: &[DVec3]) -> f64 {
        let [a, b] = self.list[spring].ends.map(|end| position[end as usize]);
        (b - a).length() / self.rest - 1.0
    }

    /// λ over the length of a spring that yields by `more` at an end, 1/kg, given one over its length.
    pub fn tension(&self, spring: &Spring, more: f64, inverse: f64) -> f64 {
        let w = spring.inverse_mass[0] + spring.inverse_mass[1] + more;
        let elastic = 1.0 / (0.5 * w + self.compliance);
        tension([elastic, 1.0 / w - elastic], [self.rest, self.rest + self.limit], inverse)
    }

    /// Makes ready for sweeps.
    pub fn arrange(&mut self, particles: usize) {
        if self.beside.is_some() {
            return;
        }
        let whole = self.list.iter().enumerate().skip(self.anchored).filter(|(_, spring)| spring.ends[0] != NONE);
        let batches = arrange(whole.map(|(k, spring)| (k as u32, spring.ends)), particles);
        let side = |batch: &[u32; LANES]| {
            let mut side = Side::default();
            for (k, number) in batch.iter().enumerate().filter(|(_, number)| **number != NONE) {
                let spring = &self.list[*number as usize];
                for end in 0..2 {
                    side.ends[end][k] = spring.ends[end];
                    side.inverse_mass[end][k] = spring.inverse_mass[end];
                }
                (side.elastic[k], side.stiffer[k]) = (spring.elastic, spring.stiffer);
            }
            side
        };
        self.beside = Some(batches.iter().map(side).collect());
    }

    /// One sweep over the springs without a held end.
    pub fn sweep(&self, position: &mut [Wide]) {
        let lengths = [self.rest, self.rest + self.limit];
        let (mut between, mut moves) = ([Wide::ZERO; LANES], [[0.0; LANES]; 2]);
        for side in self.beside.iter().flatten() {
            for k in 0..LANES {
                between[k] = position[side.ends[1][k] as usize] - position[side.ends[0][k] as usize];
            }
            side.moves(lengths, &between, &mut moves);
            for k in 0..LANES {
                position[side.ends[0][k] as usize] += moves[0][k] * between[k];
                position[side.ends[1][k] as usize] -= moves[1][k] * between[k];
            }
        }
    }
}

impl Side {
    /// How far both ends go towards each other, in lengths. Not inlined: by itself it becomes vector instructions.
    #[inline(never)]
    fn moves(&self, lengths: [f64; 2], between: &[Wide; LANES], moves: &mut [[f64; LANES]; 2]) {
        let (mut squares, mut guess) = ([0.0; LANES], [0.0_f32; LANES]);
        for k in 0..LANES {
            // Ends in one place have no direction to be pulled in.
            squares[k] = squared(between[k]) + NOTHING;
            guess[k] = squares[k] as f32;
        }
        // Single precision has four roots and divisions for the price of one; a step of Newton's method makes the guess right to 1e-14.
        for guess in &mut guess {
            *guess = 1.0 / guess.sqrt();
        }
        for k in 0..LANES {
            let guess = f64::from(guess[k]);
            let inverse = guess * (1.5 - 0.5 * squares[k] * (guess * guess));
            let tension = tension([self.elastic[k], self.stiffer[k]], lengths, inverse);
            moves[0][k] = self.inverse_mass[0][k] * tension;
            moves[1][k] = self.inverse_mass[1][k] * tension;
        }
    }
}

/// λ over the length, given one over it and the lengths at rest and where it is taut. Without a branch: which springs are taut changes from
/// one to the next.
#[inline(always)]
fn tension([elastic, stiffer]: [f64; 2], [rest, taut]: [f64; 2], inverse: f64) -> f64 {
    let beyond = 1.0 - taut * inverse;
    // No call to `max`: wasm has none that treats what is not a number as Rust does, and the detour costs more than the division.
    elastic * (1.0 - rest * inverse) + stiffer * (if beyond > 0.0 { beyond } else { 0.0 })
}

/// How many springs lead from each crossing to the nearest one that is held; 0 where nothing is.
fn hops(size: [usize; 2], holder: &[u32]) -> Vec<u32> {
    let mut hops: Vec<u32> = holder.iter().map(|body| if *body == NONE { NONE } else { 0 }).collect();
    let mut ring: Vec<usize> = (0..hops.len()).filter(|c| hops[*c] == 0).collect();
    if ring.is_empty() {
        return vec![0; hops.len()];
    }
    while !ring.is_empty() {
        let mut next = Vec::new();
        for c in ring {
            for (direction, steps) in [(WARP, 1), (WARP, -1), (WEFT, 1), (WEFT, -1)] {
                if let Some(other) = along(size, direction, c, steps).filter(|other| hops[*other] == NONE) {
                    hops[other] = hops[c] + 1;
                    next.push(other);
                }
            }
        }
        ring = next;
    }
    hops
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Side by side springs move as one of them does by the formula: below the limit, beyond it, under compression and without a length.
    #[test]
    fn lanes_move_as_single_springs_do() {
        let side = Side {
            inverse_mass: [[2.0; LANES], [3.0; LANES]],
            elastic: [0.4; LANES],
            stiffer: [-0.2; LANES],
            ..Side::default()
        };
        let lengths = [1.0, 1.02];
        let x = [0.5, 0.99, 1.0, 1.01, 1.02, 1.05, 1.5, 3.0];
        let between = x.map(|x: f64| Wide::new(0.6 * x, 0.0, -0.8 * x, 0.0));
        let mut moves = [[0.0; LANES]; 2];
        side.moves(lengths, &between, &mut moves);
        for (k, x) in x.into_iter().enumerate() {
            // λ = C · elastic up to the limit, then (C − L)/w on top.
            let lambda = 0.4 * (x - 1.0_f64).min(0.02) + 0.2 * (x - 1.02).max(0.0);
            assert!((moves[0][k] - 2.0 * lambda / x).abs() < 1e-13 && (moves[1][k] - 3.0 * lambda / x).abs() < 1e-13);
        }
        side.moves(lengths, &[Wide::ZERO; LANES], &mut moves);
        assert!(moves.as_flattened().iter().all(|moved| moved.is_finite()));
    }
}
