//! Springs side by side: a sweep does several at a time that have no particle in common, so that the roots and divisions of one do not wait for
//! those of another.
//!
//! Each waits for the ones before it in the sweep that share a particle with it, and for no other: the sweep does exactly what it would one by
//! one. Particles have *slots* of their own in the sweeps, ring by ring around what is held, crossings of even and of odd yarns apart. Springs
//! from a ring to the next then lie with both of their ends in a row, whichever way they go, and two at a time are read and written as one.

use super::places::Places;
use super::springs::{Spring, tension};
use super::swatch::NONE;

/// Springs side by side. With fewer, processors wait for roots and divisions; with more, they run out of registers.
const LANES: usize = 8;
const PAIRS: usize = LANES / 2;

/// Batches between two that share a particle: the processor begins with the next while it waits for the roots of one.
const BETWEEN: u32 = 2;

/// Square of a length that is none, m²: 1 pm. Added to others it is below their last digit.
const NOTHING: f64 = 1e-24;

/// Springs that a sweep does side by side; empty lanes have no stiffness and no mobility.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// Slots of their ends.
    ends: [[u32; LANES]; 2],
    /// Whether the first two and the last two each have both ends in a row.
    pairs: bool,
    inverse_mass: [[f64; LANES]; 2],
    elastic: [f64; LANES],
    stiffer: [f64; LANES],
}

/// The springs that sweeps go over, and the slots of particles.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    /// Crossings in the order of their slots.
    crossings: Vec<u32>,
    /// Springs in the order of sweeps.
    order: Vec<u32>,
    /// Slot of each particle.
    pub slots: Vec<u32>,
    sides: Vec<Side>,
    stale: bool,
}

impl Lanes {
    /// Of crossings and springs, each in the order of the sweeps.
    pub fn new(crossings: Vec<u32>, order: Vec<u32>) -> Self {
        Lanes { crossings, order, stale: true, ..Lanes::default() }
    }

    /// Says that springs are no longer what they were.
    pub fn disturb(&mut self) {
        self.stale = true;
    }

    /// Slots that sweeps need: one of each particle, and two at the end for empty lanes.
    pub fn slot_count(&self) -> usize {
        self.slots.len() + 2
    }

    /// Makes ready for sweeps, given the weft particle of each crossing.
    pub fn arrange(&mut self, list: &[Spring], weft: &[u32]) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let split = || self.crossings.iter().filter(|c| weft[**c as usize] != **c);
        let particles: Vec<u32> = self.crossings.iter().copied().chain(split().map(|c| weft[*c as usize])).collect();
        self.slots.resize(particles.len(), 0);
        for (slot, particle) in particles.iter().enumerate() {
            self.slots[*particle as usize] = slot as u32;
        }
        let whole = self.order.iter().filter(|number| list[**number as usize].ends[0] != NONE);
        let placed = whole.map(|number| {
            let spring = &list[*number as usize];
            let [a, b] = spring.ends.map(|end| self.slots[end as usize]);
            // The end nearer to what is held first: the ways of a ring's springs are then alike.
            Placed { number: *number, ends: if a < b { [a, b] } else { [b, a] }, turned: a > b }
        });
        let placed: Vec<Placed> = placed.collect();
        let nowhere = particles.len() as u32;
        let side = |batch: &Batch| {
            let mut side = Side { ends: [[nowhere; LANES]; 2], pairs: batch.pairs, ..Side::default() };
            for (k, place) in batch.lanes[..batch.used].iter().enumerate() {
                let Placed { number, ends, turned } = placed[*place as usize];
                let spring = &list[number as usize];
                for (end, slot) in ends.into_iter().enumerate() {
                    side.ends[end][k] = slot;
                    side.inverse_mass[end][k] = spring.inverse_mass[end ^ usize::from(turned)];
                }
                (side.elastic[k], side.stiffer[k]) = (spring.elastic, spring.stiffer);
            }
            side
        };
        self.sides.clear();
        self.sides.extend(batches(&placed, particles.len()).iter().filter(|batch| batch.used > 0).map(side));
    }

    /// One sweep over the springs, given the lengths at which they are at rest and taut.
    pub fn sweep(&self, lengths: [f64; 2], places: &mut Places) {
        let [x, y, z] = places.even_mut();
        for side in &self.sides {
            if side.pairs {
                side.sweep_pairs(lengths, [&mut *x, &mut *y, &mut *z]);
            } else {
                side.sweep_scattered(lengths, [&mut *x, &mut *y, &mut *z]);
            }
        }
    }
}

/// A spring with the slots of its ends.
#[derive(Clone, Copy, Debug)]
struct Placed {
    number: u32,
    ends: [u32; 2],
    turned: bool,
}

/// Places of springs side by side.
#[derive(Clone, Copy, Debug, Default)]
struct Batch {
    lanes: [u32; LANES],
    used: usize,
    pairs: bool,
}

impl Batch {
    /// Whether nothing of a kind, pairs or single springs, goes in any more.
    fn is_closed(&self, pairs: bool) -> bool {
        self.used == LANES || (self.used > 0 && self.pairs != pairs)
    }
}

/// Puts springs into batches: two that have both ends in a row into one of pairs, each other into one of single springs; into the first with
/// room after those of the springs before them that touch a particle of theirs.
fn batches(placed: &[Placed], slots: usize) -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::with_capacity(placed.len() / 2);
    // The first batch that is later than all which touch a slot, and from each batch on the next that may have room, by kind.
    let mut after = vec![0_u32; slots];
    let mut room: Vec<[u32; 2]> = Vec::with_capacity(placed.len() / 2);
    let mut next = 0;
    while next < placed.len() {
        // Both ends in a row, and none of one the end of the other.
        let follows = |pair: &[Placed]| {
            let [[a, b], [c, d]] = [pair[0].ends, pair[1].ends];
            c == a + 1 && d == b + 1 && a != d && b != c
        };
        let pairs = placed.get(next..next + 2).is_some_and(follows);
        let count = 1 + usize::from(pairs);
        let ends = || placed[next..next + count].iter().flat_map(|spring| spring.ends);
        let mut at = ends().map(|slot| after[slot as usize]).max().unwrap_or(0) as usize;
        while at < batches.len() && batches[at].is_closed(pairs) {
            let kind = usize::from(pairs);
            let beyond = room[at][kind] as usize;
            // Halving the ways over closed ones makes the next ways short.
            if beyond < batches.len() && batches[beyond].is_closed(pairs) {
                room[at][kind] = room[beyond][kind];
            }
            at = beyond;
        }
        while at >= batches.len() {
            batches.push(Batch::default());
            room.push([batches.len() as u32; 2]);
        }
        let batch = &mut batches[at];
        batch.pairs = pairs;
        for k in 0..count {
            batch.lanes[batch.used] = (next + k) as u32;
            batch.used += 1;
        }
        ends().for_each(|slot| after[slot as usize] = at as u32 + BETWEEN);
        next += count;
    }
    batches
}

/// Pairs of neighbouring numbers of an axis.
#[inline(always)]
fn pairs(axis: &[f64], firsts: [usize; PAIRS]) -> [f64; LANES] {
    let mut all = [0.0; LANES];
    for (two, first) in all.chunks_exact_mut(2).zip(firsts) {
        two.copy_from_slice(&axis[first..first + 2]);
    }
    all
}

#[inline(always)]
fn less(a: [f64; LANES], b: [f64; LANES]) -> [f64; LANES] {
    std::array::from_fn(|k| a[k] - b[k])
}

#[inline(always)]
fn times(a: [f64; LANES], b: [f64; LANES]) -> [f64; LANES] {
    std::array::from_fn(|k| a[k] * b[k])
}

/// Adds to them.
#[inline(always)]
fn add_pairs(axis: &mut [f64], firsts: [usize; PAIRS], more: [f64; LANES]) {
    for (more, first) in more.chunks_exact(2).zip(firsts) {
        let two = &mut axis[first..first + 2];
        two[0] += more[0];
        two[1] += more[1];
    }
}

impl Side {
    #[inline(always)]
    fn sweep_pairs(&self, lengths: [f64; 2], [x, y, z]: [&mut [f64]; 3]) {
        let [a, b] = self.ends.map(|ends| std::array::from_fn(|k| ends[2 * k] as usize));
        let between = [&*x, &*y, &*z].map(|axis| less(pairs(axis, b), pairs(axis, a)));
        let moves = self.moves(lengths, &between);
        for (axis, between) in [x, y, z].into_iter().zip(between) {
            add_pairs(axis, a, times(moves[0], between));
            add_pairs(axis, b, times(moves[1].map(|moved| -moved), between));
        }
    }

    #[inline(always)]
    fn sweep_scattered(&self, lengths: [f64; 2], [x, y, z]: [&mut [f64]; 3]) {
        let [a, b] = self.ends;
        let between = [&*x, &*y, &*z]
            .map(|axis| -> [f64; LANES] { std::array::from_fn(|k| axis[b[k] as usize] - axis[a[k] as usize]) });
        let moves = self.moves(lengths, &between);
        for k in 0..LANES {
            let [near, far] = [a[k] as usize, b[k] as usize];
            x[near] += moves[0][k] * between[0][k];
            y[near] += moves[0][k] * between[1][k];
            z[near] += moves[0][k] * between[2][k];
            x[far] -= moves[1][k] * between[0][k];
            y[far] -= moves[1][k] * between[1][k];
            z[far] -= moves[1][k] * between[2][k];
        }
    }

    /// How far both ends go towards each other, in lengths.
    #[inline(always)]
    fn moves(&self, lengths: [f64; 2], [x, y, z]: &[[f64; LANES]; 3]) -> [[f64; LANES]; 2] {
        // Ends in one place have no direction to be pulled in.
        let squares: [f64; LANES] = std::array::from_fn(|k| ((x[k] * x[k] + z[k] * z[k]) + y[k] * y[k]) + NOTHING);
        // Single precision has four roots and divisions for the price of one; a step of Newton's method makes the guess right to 1e-14.
        let guess: [f32; LANES] = std::array::from_fn(|k| 1.0 / (squares[k] as f32).sqrt());
        let tension: [f64; LANES] = std::array::from_fn(|k| {
            let guess = f64::from(guess[k]);
            let inverse = guess * (1.5 - 0.5 * squares[k] * (guess * guess));
            tension([self.elastic[k], self.stiffer[k]], lengths, inverse)
        });
        self.inverse_mass.map(|inverse| std::array::from_fn(|k| inverse[k] * tension[k]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Whatever springs share, each comes after those before it that touch its particles, and none is lost.
    #[test]
    fn batches_keep_the_order_of_what_depends_on_each_other() {
        let mut random = Random::new(9);
        for slots in [4, 20, 300] {
            let mut pick = || (random.bits() % slots as u64) as u32;
            let mut all: Vec<Placed> = Vec::new();
            while all.len() < 500 {
                let [a, b] = [pick(), pick()];
                // Now and then a row.
                let row = if a % 3 == 0 && a.abs_diff(b) >= 4 { 4 } else { 1 };
                for k in (0..row).filter(|k| a.max(b) + k < slots) {
                    all.push(Placed { number: all.len() as u32, ends: [a + k, b + k], turned: false });
                }
            }
            let mut place = vec![None; all.len()];
            for (at, batch) in batches(&all, slots as usize).iter().enumerate() {
                for number in &batch.lanes[..batch.used] {
                    assert_eq!(place[*number as usize].replace(at), None);
                }
            }
            let place: Vec<usize> = place.into_iter().map(|at| at.expect("none is lost")).collect();
            for b in 0..all.len() {
                for a in 0..b {
                    if all[a].ends.iter().any(|slot| all[b].ends.contains(slot)) {
                        assert!(place[a] < place[b], "{a} before {b}");
                    }
                }
            }
        }
    }

    /// Springs in a row and scattered ones move as one of them does by the formula: below the limit, beyond it, under compression and without
    /// a length.
    #[test]
    fn lanes_move_as_single_springs_do() {
        let spring = |ends| Spring { ends, inverse_mass: [2.0, 3.0], elastic: 0.4, stiffer: -0.2 };
        let x = [0.5, 0.99, 1.0, 1.01, 1.02, 1.05, 1.5, 0.0];
        for step in [1, 3] {
            // With steps of three the ends are in no row.
            let slot = |k: usize| (step * k % 8) as u32;
            let list: Vec<Spring> = (0..8).map(|k| spring([slot(k), 8 + slot(k)])).collect();
            let weft: Vec<u32> = (0..16).collect();
            let mut lanes = Lanes::new(weft.clone(), (0..8).collect());
            lanes.arrange(&list, &weft);
            assert!(lanes.sides.iter().all(|side| side.pairs == (step == 1)));
            let mut places = Places::default();
            places.clear(lanes.slot_count());
            for (k, x) in x.into_iter().enumerate() {
                places.set(8 + slot(k) as usize, x * glam::DVec3::new(0.6, 0.0, -0.8));
            }
            lanes.sweep([1.0, 1.02], &mut places);
            for (k, x) in x.into_iter().enumerate() {
                // λ = C · elastic up to the limit, then (C − L)/w on top.
                let lambda = if x == 0.0 { 0.0 } else { 0.4 * (x - 1.0_f64).min(0.02) + 0.2 * (x - 1.02).max(0.0) };
                let way = glam::DVec3::new(0.6, 0.0, -0.8);
                let [a, b] = [slot(k), 8 + slot(k)].map(|slot| places.at(slot as usize));
                assert!((a - 2.0 * lambda * way).length() < 1e-13, "{x}: {a}");
                assert!((b - (x - 3.0 * lambda) * way).length() < 1e-13, "{x}: {b}");
            }
        }
    }
}
