//! Which springs of yarns may meet in a step: those whose ways lie in one cell of a grid, where one is compared with four at a time.
//!
//! A spring is in all cells of the box around its way, whatever its direction, so that none that comes within the thickness of another is left
//! out. Most that meet in a cell are neighbours in the weave, which their places on the lattice tell.

use super::swatch::WEFT;
use glam::{IVec3, Mat4, Vec3A, Vec4};

/// Side of the cells of the grid without the thickness, in distances of yarns. Smaller, and springs lie in more of them; larger, and more meet in one.
const CELL: f32 = 1.5;
/// Cells that the way of a spring may lie in, on average over where the grid is. Those that fly further in a step are compared with all others, so that
/// a spring that is flung away costs no more than they are.
const MOST_CELLS: f32 = 64.0;
/// Crossings from that of two yarns within which the weave decides what is over and under.
const WOVEN: f32 = 4.0;

/// A spring and where it is in the weave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Woven {
    /// Its number.
    pub spring: u32,
    /// Warp and weft of the crossing at which it begins.
    pub at: [usize; 2],
    /// Warp or weft.
    pub direction: usize,
}

/// What is the same for all springs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// Distance of yarns, m.
    pub spacing: f32,
    /// How far from a spring it is met, m.
    pub margin: f32,
}

/// A spring that may meet others.
#[derive(Clone, Copy, Debug)]
struct Rover {
    numbers: Numbers,
    /// The lowest of its cells; [`EVERYWHERE`] if it is in none.
    first: u64,
    spring: u32,
}

/// What most pairs are told apart by, in single precision, which is a thousandth of the margin: the middle of its way through the step, how far
/// it goes from there to either end, and how far the rest of the spring is from its middle, m, each along three axes; beside these its place in the
/// weave: warp and weft of the crossing at which it begins, and 1 for a weft.
type Numbers = [Vec4; 3];

/// The numbers of four springs in a slot, number by number.
type Bundle = [Mat4; 3];

/// A spring where nothing is.
const NOWHERE: Numbers = [Vec4::splat(1e18), Vec4::ZERO, Vec4::ZERO];

/// No cell: of a spring that is compared with all others.
const EVERYWHERE: u64 = u64::MAX;

/// A spring in a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    cell: u64,
    /// Number of the rover.
    rover: u32,
}

impl Rover {
    /// From where its ends were and are.
    fn new(Woven { spring, at, direction }: Woven, [c, d]: [Vec3A; 2], [a, b]: [Vec3A; 2], margin: f32) -> Self {
        let (from, to) = (0.5 * (c + d), 0.5 * (a + b));
        let reach = 0.5 * ((b - a).abs() + ((b - a) - (d - c)).abs()) + Vec3A::splat(margin);
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let [i, j, weft] = [at[0] as f32, at[1] as f32, if direction == WEFT { 1.0 } else { 0.0 }];
        let numbers = [middle.extend(i), half.extend(j), reach.extend(weft)];
        Rover { numbers, first: EVERYWHERE, spring }
    }
}

/// Which of the four springs of a bundle one may meet, as bits. Seen from one, the middle of the other goes along a straight line; they may meet
/// where the box around that line is within the reach of both, so that yarns that fly side by side do not. But something else keeps two springs
/// apart that follow each other on a yarn, or are warp and weft near the crossing of their yarns. There the weave decides what is over
/// and under; a yarn that is drawn out of it slides between the others, and its segments, which go from over to under, would lock. Springs
/// that share a particle are always one or the other.
#[inline(always)]
fn may_meet(one: &Numbers, bundle: &Bundle) -> u32 {
    let [place, half, reach] = bundle;
    let off = |one: f32, four: Vec4| (Vec4::splat(one) - four).abs();
    let gap = |axis: usize| {
        let reach = Vec4::splat(one[2][axis]) + reach.col(axis);
        off(one[0][axis], place.col(axis)) - off(one[1][axis], half.col(axis)) - reach
    };
    let apart = gap(0).max(gap(1)).max(gap(2));
    let unlike = off(one[2].w, reach.w_axis);
    // Next to each other on a yarn, or warp and weft that cross nearby.
    let near = |alike: f32| Vec4::splat(alike) + unlike * (WOVEN - alike);
    let (across, along) = (off(one[0].w, place.w_axis), off(one[1].w, half.w_axis));
    let woven = across.cmple(near(one[2].w)) & along.cmple(near(1.0 - one[2].w));
    apart.cmple(Vec4::ZERO).bitmask() & !woven.bitmask()
}

/// Four springs as a bundle; those that are not there are nowhere.
#[inline(always)]
fn bundle<'a>(rover: impl Fn(usize) -> Option<&'a Rover>) -> Bundle {
    let numbers = |k: usize| rover(k).map_or(&NOWHERE, |rover| &rover.numbers);
    let (a, b, c, d) = (numbers(0), numbers(1), numbers(2), numbers(3));
    let part = |k: usize| Mat4::from_cols(a[k], b[k], c[k], d[k]).transpose();
    [part(0), part(1), part(2)]
}

/// The search, and its scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    rovers: Vec<Rover>,
    /// Those that fly too far for cells.
    far: Vec<u32>,
    /// Cells with a rover in each.
    cells: Vec<Visit>,
    /// The same in the order of their slots, and where each slot begins.
    sorted: Vec<Visit>,
    slots: Vec<u32>,
    bundles: Vec<Bundle>,
}

impl Search {
    /// Forgets all springs.
    pub fn clear(&mut self) {
        self.rovers.clear();
        self.far.clear();
        self.cells.clear();
    }

    /// Takes in a spring, given where each of its ends was and is, m.
    pub fn add(&mut self, woven: Woven, [[c, a], [d, b]]: [[Vec3A; 2]; 2], scale: Scale) {
        let (wide, per_cell) = (Vec3A::splat(scale.margin), 1.0 / (CELL * scale.spacing + 2.0 * scale.margin));
        let (lowest, highest) = (a.min(b).min(c.min(d)) - wide, a.max(b).max(c.max(d)) + wide);
        let bounds = [lowest * per_cell, highest * per_cell];
        let number = self.rovers.len() as u32;
        let mut rover = Rover::new(woven, [c, d], [a, b], scale.margin);
        // How many on average, wherever the grid lies.
        if (bounds[1] - bounds[0] + 1.0).element_product() <= MOST_CELLS {
            let (low, high) = (cell(bounds[0]), cell(bounds[1]));
            rover.first = key(low);
            for z in low.z..=high.z {
                for y in low.y..=high.y {
                    for x in low.x..=high.x {
                        self.cells.push(Visit { cell: key(IVec3::new(x, y, z)), rover: number });
                    }
                }
            }
        } else {
            self.far.push(number);
        }
        self.rovers.push(rover);
    }

    /// Finds the pairs of springs that may meet, each once.
    pub fn meet(&mut self, pairs: &mut Vec<[u32; 2]>) {
        pairs.clear();
        self.sort();
        for slot in self.slots.windows(2) {
            let here = &self.sorted[slot[0] as usize..slot[1] as usize];
            if here.len() < 2 {
                continue;
            }
            self.bundles.clear();
            let rover = |visit: &Visit| &self.rovers[visit.rover as usize];
            self.bundles.extend(here.chunks(4).map(|four| bundle(|k| four.get(k).map(rover))));
            for (k, one) in here[..here.len() - 1].iter().enumerate() {
                let rover = &self.rovers[one.rover as usize];
                // Those after it: of its own bundle, and of the next ones.
                let mut later = !1 << (k % 4);
                for (place, bundle) in self.bundles.iter().enumerate().skip(k / 4) {
                    let mut found = may_meet(&rover.numbers, bundle) & later;
                    later = !0;
                    while found != 0 {
                        let other = &here[4 * place + found.trailing_zeros() as usize];
                        found &= found - 1;
                        let met = &self.rovers[other.rover as usize];
                        // A pair meets in several cells: the first of those it shares is its own.
                        if one.cell == other.cell && first_shared(rover.first, met.first) == one.cell {
                            pairs.push([rover.spring, met.spring]);
                        }
                    }
                }
            }
        }
        self.meet_far(pairs);
    }

    /// Compares springs that are in no cell with all others.
    fn meet_far(&mut self, pairs: &mut Vec<[u32; 2]>) {
        if self.far.is_empty() {
            return;
        }
        self.bundles.clear();
        self.bundles.extend(self.rovers.chunks(4).map(|four| bundle(|k| four.get(k))));
        for one in &self.far {
            let rover = &self.rovers[*one as usize];
            for (place, bundle) in self.bundles.iter().enumerate() {
                let mut found = may_meet(&rover.numbers, bundle);
                while found != 0 {
                    let other = 4 * place + found.trailing_zeros() as usize;
                    found &= found - 1;
                    let met = &self.rovers[other];
                    // Two that are in no cell meet when it is the turn of the first.
                    if met.first != EVERYWHERE || other > *one as usize {
                        pairs.push([rover.spring, met.spring]);
                    }
                }
            }
        }
    }

    /// Brings the cells into the order of slots, some of which several cells share: counting is quicker than comparing.
    fn sort(&mut self) {
        let bits = (usize::BITS - self.cells.len().leading_zeros()).max(1);
        // Fibonacci hashing: the upper bits of the product depend on all of the key.
        let slot = |key: u64| (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize;
        self.slots.clear();
        self.slots.resize((1 << bits) + 1, 0);
        self.cells.iter().for_each(|visit| self.slots[slot(visit.cell) + 1] += 1);
        for k in 1..self.slots.len() {
            self.slots[k] += self.slots[k - 1];
        }
        self.sorted.resize(self.cells.len(), Visit::default());
        // Filled from the end, each slot's beginning comes to be where it is.
        for cell in self.cells.iter().rev() {
            let end = &mut self.slots[slot(cell.cell) + 1];
            *end -= 1;
            self.sorted[*end as usize] = *cell;
        }
        self.slots.remove(0);
        self.slots.push(self.cells.len() as u32);
    }
}

/// The cell of a point, in sides of cells. Planes between cells are off the origin by half a cell, so that flat cloth does not lie on one.
fn cell(point: Vec3A) -> IVec3 {
    let place = point + 0.5;
    // The floor, without a call: casting cuts towards zero.
    let cut = place.as_ivec3();
    let above = cut.as_vec3a().cmpgt(place);
    cut - IVec3::new(i32::from(above.test(0)), i32::from(above.test(1)), i32::from(above.test(2)))
}

/// Bits of a coordinate in a key, and what makes it positive: a kilometre each way in cells of a millimetre.
const BITS: u32 = 21;
const MIDDLE: i32 = 1 << (BITS - 1);

/// A cell as one number.
fn key(cell: IVec3) -> u64 {
    let bits = |x: i32| (x.wrapping_add(MIDDLE) as u64) & ((1 << BITS) - 1);
    bits(cell.x) << (2 * BITS) | bits(cell.y) << BITS | bits(cell.z)
}

/// The lowest cell that two boxes of cells have in common, given the lowest of each.
fn first_shared(a: u64, b: u64) -> u64 {
    let larger = |shift: u32| {
        let mask = ((1 << BITS) - 1) << shift;
        (a & mask).max(b & mask)
    };
    larger(2 * BITS) | larger(BITS) | larger(0)
}
