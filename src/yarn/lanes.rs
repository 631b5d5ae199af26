//! Springs side by side: a sweep does four at a time that have no particle in common.
//!
//! The sweep goes by *groups*, springs of one ring around what is held, one direction and one parity. No two springs of a group share a
//! particle, so that within it they can be done in any order, and the groups follow each other from the held particles outwards. Particles have
//! *slots* of their own in the sweeps, ring by ring, crossings of even and of odd yarns apart. Springs from a ring to the next then lie
//! with both of their ends in a row, whichever way they go: such rows are read and written as they lie in memory.
//!
//! What is between the ends of a spring is taken to single precision, four to an instruction, and so is its tension. The push that follows
//! from it acts on both ends in double precision, one way and the other, so that sweeps have no momentum of their own beyond round-off.

use super::places::Places;
use super::springs::Spring;
use super::swatch::NONE;
use super::wide::{Four, Lift, Two};

/// Springs to an instruction.
const LANES: usize = 4;

/// Square of a length that is none, m²: 1 pm. Added to others it is below their last digit.
const NOTHING: f32 = 1e-24;

/// Four springs side by side, whose ends lie in a row and are equally heavy. Where they are fewer, those that follow in memory have no
/// stiffness, and stay where they are. Each has its own place in memory: torn cloth has rows of two fours, and a loop over rows would take as
/// long to begin as to run.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    /// Slots of the first spring's ends.
    ends: [u32; 2],
    stiffness: Stiffness,
}

/// Lengths at which springs are at rest and taut, m, and what takes ways to single precision.
#[derive(Clone, Copy)]
struct Scale {
    rest: Four,
    taut: Four,
    lift: Lift,
}

/// What four springs of a row are: `elastic` and half of `stiffer`, each times the inverse mass.
type Stiffness = [[f32; LANES]; 2];

/// Four springs from anywhere; empty lanes have no stiffness and no mobility.
#[derive(Clone, Copy, Debug, Default)]
struct Scattered {
    /// Slots of their ends.
    ends: [[u32; LANES]; 2],
    inverse_mass: [[f64; LANES]; 2],
    stiffness: Stiffness,
}

/// The springs that sweeps go over, and the slots of particles.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    /// Rows of crossings in the order of their slots.
    crossings: Vec<Vec<u32>>,
    /// Springs in the order of sweeps, group by group.
    groups: Vec<Vec<u32>>,
    /// Slot of each particle.
    pub slots: Vec<u32>,
    /// How many slots there are.
    places: usize,
    beside: Vec<Beside>,
    scattered: Vec<Scattered>,
    /// Where each group ends among springs side by side and among scattered ones.
    ends: Vec<[usize; 2]>,
    stale: bool,
}

impl Lanes {
    /// Of rows of crossings in the order of their slots and groups of springs in the order of the sweeps.
    pub fn new(crossings: Vec<Vec<u32>>, groups: Vec<Vec<u32>>) -> Self {
        Lanes { crossings, groups, stale: true, ..Lanes::default() }
    }

    /// Says that springs are no longer what they were.
    pub fn disturb(&mut self) {
        self.stale = true;
    }

    /// Slots that sweeps need: those of particles, and some at the end for empty lanes.
    pub fn slot_count(&self) -> usize {
        self.places + LANES
    }

    /// Makes ready for sweeps, given the weft particle of each crossing.
    pub fn arrange(&mut self, list: &[Spring], weft: &[u32]) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        self.place(weft);
        self.beside.clear();
        self.scattered.clear();
        self.ends.clear();
        let mut placed: Vec<Placed> = Vec::new();
        for group in &self.groups {
            placed.clear();
            let whole = group.iter().map(|number| &list[*number as usize]).filter(|spring| spring.ends[0] != NONE);
            placed.extend(whole.map(|spring| Placed::new(spring, &self.slots)));
            let mut lonely = Lonely { into: &mut self.scattered, used: LANES, nowhere: self.places as u32 };
            let mut next = 0;
            while next < placed.len() {
                let run = run(&placed[next..]);
                let springs = &placed[next..next + run];
                next += run;
                let in_row = run.min(LANES * fours_of(springs));
                for (k, four) in springs[..in_row].chunks(LANES).enumerate() {
                    let mut beside = Beside { ends: springs[LANES * k].ends, ..Beside::default() };
                    for (k, spring) in four.iter().enumerate() {
                        let [elastic, half] = spring.stiffness;
                        beside.stiffness[0][k] = (spring.inverse_mass[0] * elastic) as f32;
                        beside.stiffness[1][k] = (spring.inverse_mass[0] * half) as f32;
                    }
                    self.beside.push(beside);
                }
                springs[in_row..].iter().for_each(|spring| lonely.push(spring));
            }
            self.ends.push([self.beside.len(), self.scattered.len()]);
        }
    }

    /// Gives particles their slots: crossings and warps first, then the wefts of split crossings in the same order. Where one of a row is split, all of it
    /// have room for a weft: wefts that are split later, or never, would otherwise shift the others against the rows that they are tied to.
    fn place(&mut self, weft: &[u32]) {
        let is_split = |c: &u32| weft[*c as usize] != *c;
        let mut wefts = self.crossings.iter().map(Vec::len).sum::<usize>();
        self.slots.clear();
        self.slots.resize(weft.len() + weft.iter().enumerate().filter(|(c, weft)| **weft != *c as u32).count(), 0);
        let mut slot = 0;
        for row in &self.crossings {
            for c in row {
                self.slots[*c as usize] = slot;
                slot += 1;
            }
            if row.iter().any(is_split) {
                for (k, c) in row.iter().enumerate().filter(|(_, c)| is_split(c)) {
                    self.slots[weft[*c as usize] as usize] = (wefts + k) as u32;
                }
                wefts += row.len();
            }
        }
        self.places = wefts;
    }

    /// One sweep over the springs, given the lengths at which they are at rest and taut.
    pub fn sweep(&self, lengths: [f64; 2], places: &mut Places) {
        let [rest, taut] = [lengths[0] as f32, lengths[1] as f32];
        let scale = Scale { rest: Four::all(rest), taut: Four::all(taut), lift: Lift::new(0.0 * rest) };
        let [x, y, z] = places.even_mut();
        let (mut beside, mut scattered) = (&self.beside[..], &self.scattered[..]);
        let mut before = [0; 2];
        for ends in &self.ends {
            let (here, later) = beside.split_at(ends[0] - before[0]);
            beside = later;
            for four in here {
                four.sweep(scale, [&mut *x, &mut *y, &mut *z]);
            }
            let (here, later) = scattered.split_at(ends[1] - before[1]);
            scattered = later;
            for four in here {
                four.sweep(scale, [&mut *x, &mut *y, &mut *z]);
            }
            before = *ends;
        }
    }
}

/// A spring with the slots of its ends, the end nearer to what is held first: the ways of a ring's springs are then alike.
#[derive(Clone, Copy, Debug)]
struct Placed {
    ends: [u32; 2],
    inverse_mass: [f64; 2],
    /// `elastic` and half of `stiffer`.
    stiffness: [f64; 2],
}

impl Placed {
    fn new(spring: &Spring, slots: &[u32]) -> Self {
        let [a, b] = [slots[spring.ends[0] as usize], slots[spring.ends[1] as usize]];
        let [wa, wb] = spring.inverse_mass;
        let (ends, inverse_mass) = if a < b { ([a, b], [wa, wb]) } else { ([b, a], [wb, wa]) };
        Placed { ends, inverse_mass, stiffness: [spring.elastic, 0.5 * spring.stiffer] }
    }

    fn is_even(&self) -> bool {
        self.inverse_mass[0] == self.inverse_mass[1]
    }
}

/// How many springs from the first on have their ends in a row.
fn run(springs: &[Placed]) -> usize {
    let first = &springs[0];
    let follows = |(k, spring): (usize, &Placed)| {
        let k = k as u32;
        spring.is_even() && spring.ends == [first.ends[0] + k, first.ends[1] + k] && first.ends[0] + k < first.ends[1]
    };
    if first.is_even() { springs.iter().enumerate().take_while(|spring| follows(*spring)).count() } else { 1 }
}

/// How many fours of a run are worth being done side by side: two in four lanes are, one is not.
fn fours_of(run: &[Placed]) -> usize {
    let [near, far] = run[0].ends;
    let worth = (run.len() + LANES - 2) / LANES;
    // What fills the lanes up must not be the far ends of the row itself.
    let room = (far - near) as usize / LANES;
    if run[0].is_even() { worth.min(room) } else { 0 }
}

impl Beside {
    #[inline(always)]
    fn sweep(&self, scale: Scale, [x, y, z]: [&mut [f64]; 3]) {
        let ([xa, xb], [ya, yb], [za, zb]) = (both(x, self.ends), both(y, self.ends), both(z, self.ends));
        let (ax, ay, az) = (four(xa), four(ya), four(za));
        let (bx, by, bz) = (four(xb), four(yb), four(zb));
        let between = [between(ax, bx, scale), between(ay, by, scale), between(az, bz, scale)];
        let tension = tension(scale, &self.stiffness, between);
        // Not `map`, here and wherever time goes: the compiler leaves it a loop of calls through memory, a quarter of a sweep.
        let [px, py, pz] = [
            tension.times(between[0]).widened(),
            tension.times(between[1]).widened(),
            tension.times(between[2]).widened(),
        ];
        put(xa, [ax[0].plus(px[0]), ax[1].plus(px[1])]);
        put(ya, [ay[0].plus(py[0]), ay[1].plus(py[1])]);
        put(za, [az[0].plus(pz[0]), az[1].plus(pz[1])]);
        put(xb, [bx[0].less(px[0]), bx[1].less(px[1])]);
        put(yb, [by[0].less(py[0]), by[1].less(py[1])]);
        put(zb, [bz[0].less(pz[0]), bz[1].less(pz[1])]);
    }
}

/// The places of four near and four far ends along an axis.
#[inline(always)]
fn both(axis: &mut [f64], [near, far]: [u32; 2]) -> [&mut [f64]; 2] {
    let (low, high) = axis.split_at_mut(far as usize);
    [&mut low[near as usize..][..LANES], &mut high[..LANES]]
}

/// Four places along an axis, m.
type Along = [Two; 2];

#[inline(always)]
fn four(axis: &[f64]) -> Along {
    [Two::new([axis[0], axis[1]]), Two::new([axis[2], axis[3]])]
}

#[inline(always)]
fn put(axis: &mut [f64], places: Along) {
    let ([a, b], [c, d]) = (places[0].numbers(), places[1].numbers());
    (axis[0], axis[1], axis[2], axis[3]) = (a, b, c, d);
}

#[inline(always)]
fn between(near: Along, far: Along, scale: Scale) -> Four {
    Four::narrowed([far[0].less(near[0]), far[1].less(near[1])], scale.lift)
}

/// λ over the length of four springs.
#[inline(always)]
fn tension(Scale { rest, taut, .. }: Scale, stiffness: &Stiffness, [x, y, z]: [Four; 3]) -> Four {
    // Ends in one place have no direction to be pulled in.
    let square = x.times(x).plus(z.times(z)).plus(y.times(y)).plus(Four::all(NOTHING));
    let one = Four::all(1.0);
    let inverse = one.over(square.root());
    let beyond = one.less(taut.times(inverse));
    // Twice what is above 0 of it, exactly, without comparing.
    let twice = beyond.plus(beyond.size());
    let elastic = Four::new(stiffness[0]).times(one.less(rest.times(inverse)));
    elastic.plus(Four::new(stiffness[1]).times(twice))
}

/// Springs of a group that are in no row.
struct Lonely<'a> {
    into: &'a mut Vec<Scattered>,
    /// Lanes of the last one that are in use.
    used: usize,
    nowhere: u32,
}

impl Lonely<'_> {
    fn push(&mut self, spring: &Placed) {
        if self.used == LANES {
            self.into.push(Scattered { ends: [[self.nowhere; LANES]; 2], ..Scattered::default() });
            self.used = 0;
        }
        if let Some(last) = self.into.last_mut() {
            for end in 0..2 {
                last.ends[end][self.used] = spring.ends[end];
                last.inverse_mass[end][self.used] = spring.inverse_mass[end];
                last.stiffness[end][self.used] = spring.stiffness[end] as f32;
            }
            self.used += 1;
        }
    }
}

impl Scattered {
    #[inline(always)]
    fn sweep(&self, scale: Scale, [x, y, z]: [&mut [f64]; 3]) {
        let [a, b] = &self.ends;
        let mut axes = [x, y, z];
        let mut ways = [Four::all(0.0); 3];
        for (way, axis) in ways.iter_mut().zip(&axes) {
            *way = between(gathered(axis, a), gathered(axis, b), scale);
        }
        let tension = tension(scale, &self.stiffness, ways);
        let [near, far] = [four(&self.inverse_mass[0]), four(&self.inverse_mass[1])];
        for (way, axis) in ways.into_iter().zip(&mut axes) {
            let push = tension.times(way).widened();
            add(axis, a, [near[0].times(push[0]), near[1].times(push[1])]);
            take(axis, b, [far[0].times(push[0]), far[1].times(push[1])]);
        }
    }
}

/// Numbers of an axis, from anywhere.
#[inline(always)]
fn gathered(axis: &[f64], slots: &[u32; LANES]) -> Along {
    let at = |k: usize| axis[slots[k] as usize];
    [Two::new([at(0), at(1)]), Two::new([at(2), at(3)])]
}

#[inline(always)]
fn add(axis: &mut [f64], slots: &[u32; LANES], more: Along) {
    let ([a, b], [c, d]) = (more[0].numbers(), more[1].numbers());
    axis[slots[0] as usize] += a;
    axis[slots[1] as usize] += b;
    axis[slots[2] as usize] += c;
    axis[slots[3] as usize] += d;
}

#[inline(always)]
fn take(axis: &mut [f64], slots: &[u32; LANES], less: Along) {
    let ([a, b], [c, d]) = (less[0].numbers(), less[1].numbers());
    axis[slots[0] as usize] -= a;
    axis[slots[1] as usize] -= b;
    axis[slots[2] as usize] -= c;
    axis[slots[3] as usize] -= d;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use glam::DVec3;

    /// Springs of a group by their ends, with inverse masses, as `Springs` would make them.
    fn lanes(springs: &[([u32; 2], [f64; 2])], particles: u32) -> Lanes {
        let list: Vec<Spring> = springs
            .iter()
            .map(|(ends, inverse_mass)| Spring {
                ends: *ends,
                inverse_mass: *inverse_mass,
                elastic: 0.4,
                stiffer: -0.2,
            })
            .collect();
        let all: Vec<u32> = (0..particles).collect();
        let mut lanes = Lanes::new(vec![all.clone()], vec![(0..list.len() as u32).collect()]);
        lanes.arrange(&list, &all);
        lanes
    }

    /// Rows of every length, with every distance between their ends and with uneven springs among them: each spring moves its ends by the
    /// formula, nothing else moves, and the sum of the momenta is zero to round-off of double precision.
    #[test]
    fn every_spring_of_a_group_is_pulled_once() {
        let mut random = Random::new(9);
        for case in 0..400_u32 {
            let (count, apart) = (1 + case % 19, 1 + case / 19 % 23);
            let mut springs: Vec<([u32; 2], [f64; 2])> = Vec::new();
            let mut taken = [false; 64];
            for k in 0..count {
                let ends = [k, k + count.min(apart) + apart / 2];
                if ends.iter().all(|end| !taken[*end as usize]) {
                    ends.iter().for_each(|end| taken[*end as usize] = true);
                    let uneven = random.signed() > 0.6;
                    springs.push((ends, if uneven { [2.0, 3.0] } else { [2.0, 2.0] }));
                }
            }
            let lanes = lanes(&springs, 64);
            let mut places = Places::default();
            places.clear(lanes.slot_count());
            for k in 0..64 {
                places.set(k, DVec3::new(random.signed(), random.signed(), random.signed()));
            }
            let start = places.clone();
            lanes.sweep([1.0, 1.02], &mut places);
            let mut momentum = DVec3::ZERO;
            for (ends, inverse_mass) in &springs {
                let [a, b] = ends.map(|end| end as usize);
                let between = start.at(b) - start.at(a);
                let length = between.length();
                let lambda = 0.4 * (length - 1.0) - 0.2 * (length - 1.02).max(0.0);
                let push = lambda / length * between;
                for (end, way) in [(a, inverse_mass[0] * push), (b, -inverse_mass[1] * push)] {
                    let moved = places.at(end) - start.at(end);
                    // Single precision of a length of 2, over the shortest of 0.05.
                    assert!((moved - way).length() < 2e-5, "{case}: {moved} instead of {way}");
                }
                momentum +=
                    (places.at(a) - start.at(a)) / inverse_mass[0] + (places.at(b) - start.at(b)) / inverse_mass[1];
            }
            assert!(momentum.length() < 1e-14 * f64::from(count), "{momentum}");
            for k in (0..64).filter(|k| !taken[*k]) {
                assert_eq!(places.at(k), start.at(k));
            }
        }
    }

    /// Springs in rows and scattered ones move by the formula: below the limit, beyond it, under compression and without a length.
    #[test]
    fn lanes_move_as_single_springs_do() {
        let x = [0.5, 0.99, 1.0, 1.01, 1.02, 1.05, 1.5, 0.0];
        for step in [1, 3] {
            // With steps of three the ends are in no row.
            let slot = |k: usize| (step * k % 8) as u32;
            let springs: Vec<_> = (0..8).map(|k| ([slot(k), 8 + slot(k)], [2.0, 2.0])).collect();
            let lanes = lanes(&springs, 16);
            assert_eq!(lanes.beside.is_empty(), step == 3);
            assert_eq!(lanes.scattered.is_empty(), step == 1);
            let mut places = Places::default();
            places.clear(lanes.slot_count());
            let way = DVec3::new(0.6, 0.0, -0.8);
            for (k, x) in x.into_iter().enumerate() {
                places.set(8 + slot(k) as usize, x * way);
            }
            lanes.sweep([1.0, 1.02], &mut places);
            for (k, x) in x.into_iter().enumerate() {
                // λ = C · elastic up to the limit, then (C − L)/w on top.
                let lambda = if x == 0.0 { 0.0 } else { 0.4 * (x - 1.0_f64).min(0.02) + 0.2 * (x - 1.02).max(0.0) };
                let [a, b] = [slot(k), 8 + slot(k)].map(|slot| places.at(slot as usize));
                assert!((a - 2.0 * lambda * way).length() < 4e-7, "{x}: {a}");
                assert!((b - (x - 2.0 * lambda) * way).length() < 4e-7, "{x}: {b}");
            }
        }
    }
}
