//! Yarns against yarns: edges that would pass through each other in a step are kept on their sides (section 4.2).
//!
//! Blocks of eight by eight crossings are compared first. Neighbouring blocks that are still sheet cannot meet but by a fold sharper
//! than their bend springs allow, and are passed over; so an undamaged swatch costs next to nothing. Springs of the blocks that
//! are left meet in the cells of a grid, where one is compared with four at a time. Most that do are neighbours in the weave, which their places on
//! the lattice tell; the ways of the rest are looked at by [`never_coplanar`], and by [`first_coplanar`] where that cannot tell.

use super::root::{first_coplanar, larger, never_coplanar};
use super::swatch::{Level, Particles, Swatch, WARP, WEFT};
use crate::contact::distance::{Kind, Pair, blend};
use glam::{DVec3, IVec3, Vec3A, Vec4};

/// Crossings along a block's side.
const BLOCK: usize = 8;
/// Side of the cells of the grid, in distances of yarns. Smaller, and springs lie in more of them; larger, and more meet in one.
const CELL: f64 = 1.1;
/// Cells that the way of a spring may lie in. Springs that fly further in a step are looked at where they end up; those that lie in more even so, across
/// all three axes, are left out, a quarter of them in torn cloth (docs/speed.md).
const MOST_CELLS: f32 = 16.0;

/// Part of the thickness that edges must be apart at the start to have a side.
const LEAST_SIDE: f64 = 0.05;

/// Part of the thickness by which a step pushes a pair apart at most. More would stretch the springs beside it beyond their tear strain, and a
/// collision would cut yarns; what is left is for the next steps.
const MOST_PUSH: f64 = 0.25;
/// Crossings from that of two yarns within which the weave decides what is over and under.
const WOVEN: f32 = 4.0;

/// A spring that may meet others.
#[derive(Clone, Copy, Debug)]
struct Rover {
    numbers: Numbers,
    /// The lowest of its cells.
    first: u64,
    spring: u32,
}

/// What most pairs are told apart by, in single precision, which is a thousandth of the margin: the middle of its way through the step and how far
/// it goes from there to either end, how far the rest of the spring is from its middle, m, each along three axes; then its place in the weave: warp
/// and weft of the crossing at which it begins, and 1 for a weft.
type Numbers = [f32; 12];

/// The numbers of four springs in a slot, number by number.
type Bundle = [[f32; 4]; 12];

/// A place where nothing is.
const NOWHERE: Numbers = [1e18, 1e18, 1e18, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

/// A spring in a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    cell: u64,
    /// Number of the rover.
    rover: u32,
}

impl Rover {
    /// From where its ends were and are.
    fn new([c, d]: [Vec3A; 2], [a, b]: [Vec3A; 2], margin: f32) -> Self {
        let (from, to) = (0.5 * (c + d), 0.5 * (a + b));
        let reach = 0.5 * ((b - a).abs() + ((b - a) - (d - c)).abs()) + Vec3A::splat(margin);
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let [x, y, z] = [middle, half, reach].map(|vector| vector.to_array());
        let numbers = [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2], 0.0, 0.0, 0.0];
        Rover { numbers, first: 0, spring: 0 }
    }
}

/// Which of the four springs of a bundle one may meet, as bits. Seen from one, the middle of the other goes along a straight line; they may meet
/// where the box around that line is within the reach of both, so that yarns that fly side by side do not. But something else keeps two springs
/// apart that follow each other on a yarn, or are warp and weft near the crossing of their yarns. There the weave decides what is over
/// and under; a yarn that is drawn out of it slides between the others, and its segments, which go from over to under, would lock. Springs
/// that share a particle are always one or the other.
#[inline(always)]
fn may_meet(one: &Numbers, bundle: &Bundle) -> u32 {
    let off = |k: usize| (Vec4::splat(one[k]) - Vec4::from_array(bundle[k])).abs();
    let gap = |axis: usize| {
        let reach = Vec4::splat(one[6 + axis]) + Vec4::from_array(bundle[6 + axis]);
        off(axis) - off(3 + axis) - reach
    };
    let apart = gap(0).max(gap(1)).max(gap(2));
    let unlike = off(11);
    // Next to each other on a yarn, or warp and weft that cross nearby.
    let near = |alike: f32| Vec4::splat(alike) + unlike * (WOVEN - alike);
    let woven = off(9).cmple(near(one[11])) & off(10).cmple(near(1.0 - one[11]));
    apart.cmple(Vec4::ZERO).bitmask() & !woven.bitmask()
}

/// Scratch of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Collisions {
    rovers: Vec<Rover>,
    /// Cells with a rover in each.
    cells: Vec<Visit>,
    /// The same in the order of their slots, and where each slot begins.
    sorted: Vec<Visit>,
    slots: Vec<u32>,
    bundles: Vec<Bundle>,
    pairs: Vec<[u32; 2]>,
    /// Where particles were, in the frame of the mean motion, and are, m.
    ways: Vec<[Vec3A; 2]>,
}

impl Collisions {
    /// Moves springs that would cross back to their sides; tells how many pairs.
    pub fn keep_apart(&mut self, swatch: &mut Swatch) -> u32 {
        // What all have in common brings nothing together: ways are looked at in the frame of the mean motion.
        let Particles { position, before, .. } = &swatch.particles;
        let sum: DVec3 = position.iter().zip(before).map(|(to, from)| *to - *from).sum();
        let drift = sum / position.len() as f64;
        self.ways.clear();
        self.ways.extend(position.iter().zip(before).map(|(to, from)| [single(*from + drift), single(*to)]));
        self.gather(swatch);
        self.sort();
        self.meet();
        let ways = &self.ways;
        let pairs = self.pairs.iter().map(|pair| pair.map(|spring| spring as usize));
        pairs.filter(|pair| kept_apart(swatch, ways, *pair)).count() as u32
    }

    /// Finds the pairs that may meet in the cells, four at a time.
    fn meet(&mut self) {
        self.pairs.clear();
        for slot in self.slots.windows(2) {
            let here = &self.sorted[slot[0] as usize..slot[1] as usize];
            if here.len() < 2 {
                continue;
            }
            self.bundles.clear();
            for four in here.chunks(4) {
                let mut bundle = [[0.0; 4]; 12];
                for lane in 0..4 {
                    let numbers = four.get(lane).map_or(&NOWHERE, |visit| &self.rovers[visit.rover as usize].numbers);
                    for (numbers, number) in bundle.iter_mut().zip(numbers) {
                        numbers[lane] = *number;
                    }
                }
                self.bundles.push(bundle);
            }
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
                            self.pairs.push([rover.spring, met.spring]);
                        }
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

    /// The springs that may meet others.
    fn gather(&mut self, swatch: &Swatch) {
        self.rovers.clear();
        self.cells.clear();
        let blocks = swatch.size.map(|n| n.div_ceil(BLOCK));
        let count = blocks[0] * blocks[1];
        let mut boxes = vec![(Vec3A::INFINITY, Vec3A::NEG_INFINITY); count];
        let mut active = vec![false; count];
        for c in 0..swatch.levels.len() {
            let block = block_of(swatch, blocks[0], c);
            active[block] |= matches!(swatch.levels[c], Level::Loose | Level::Free);
            let (mut least, mut most) = boxes[block];
            for [from, to] in [self.ways[c], self.ways[swatch.weft[c] as usize]] {
                least = least.min(from).min(to);
                most = most.max(from).max(to);
            }
            boxes[block] = (least, most);
        }
        let disturbed = active.clone();
        // A block's springs reach into the next ones.
        let reach = Vec3A::splat(2.0 * swatch.springs.rest as f32);
        let overlap =
            |a: usize, b: usize| (boxes[a].0.cmple(boxes[b].1 + reach) & boxes[b].0.cmple(boxes[a].1 + reach)).all();
        for a in 0..count {
            for b in a + 1..count {
                let near = (a % blocks[0]).abs_diff(b % blocks[0]) <= 1 && (a / blocks[0]).abs_diff(b / blocks[0]) <= 1;
                if (!near || disturbed[a] || disturbed[b]) && overlap(a, b) {
                    active[a] = true;
                    active[b] = true;
                }
            }
        }
        let scale = Scale {
            per_cell: 1.0 / (CELL * swatch.springs.rest) as f32,
            margin: 0.5e-3 * swatch.numbers.thickness_mm as f32,
        };
        for c in 0..swatch.levels.len() {
            if active[block_of(swatch, blocks[0], c)] {
                for direction in [WARP, WEFT] {
                    let spring = swatch.springs.leaving(direction, c);
                    if let Some(spring) = spring.filter(|s| !swatch.springs.is_cut(*s)) {
                        let [i, j] = [c % swatch.size[0], c / swatch.size[0]];
                        let ends = swatch.springs.list[spring].ends;
                        if let Some(rover) = self.enter(ends, &scale) {
                            rover.spring = spring as u32;
                            rover.numbers[9..].copy_from_slice(&[i as f32, j as f32, direction as f32]);
                        }
                    }
                }
            }
        }
    }

    /// Puts the way of a spring into the cells of a grid.
    fn enter(&mut self, ends: [u32; 2], Scale { per_cell, margin }: &Scale) -> Option<&mut Rover> {
        let [[c, a], [d, b]] = [self.ways[ends[0] as usize], self.ways[ends[1] as usize]];
        let (wide, per_cell) = (Vec3A::splat(*margin), *per_cell);
        let now = [a.min(b) - wide, a.max(b) + wide];
        let whole = [now[0].min(c.min(d) - wide), now[1].max(c.max(d) + wide)];
        let many = |[least, most]: [Vec3A; 2]| ((most - least) * per_cell + 2.0).element_product() > MOST_CELLS;
        let bounds = if many(whole) { now } else { whole };
        if many(bounds) {
            return None;
        }
        let [low, high] = [cell(bounds[0] * per_cell), cell(bounds[1] * per_cell)];
        let rover = self.rovers.len() as u32;
        for z in low.z..=high.z {
            for y in low.y..=high.y {
                for x in low.x..=high.x {
                    self.cells.push(Visit { cell: key(IVec3::new(x, y, z)), rover });
                }
            }
        }
        self.rovers.push(Rover { first: key(low), ..Rover::new([c, d], [a, b], *margin) });
        self.rovers.last_mut()
    }
}

/// What is the same for all springs.
struct Scale {
    /// Cells to a metre.
    per_cell: f32,
    /// How far from a spring it is met, m.
    margin: f32,
}

/// Single precision: a thousandth of the margins.
fn single(vector: DVec3) -> Vec3A {
    Vec3A::from(vector.as_vec3())
}

fn block_of(swatch: &Swatch, blocks: usize, c: usize) -> usize {
    let warps = swatch.size[0];
    (c / warps / BLOCK) * blocks + (c % warps) / BLOCK
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

/// Keeps a pair of springs on their sides if it would cross; tells whether it had to.
fn kept_apart(swatch: &mut Swatch, ways: &[[Vec3A; 2]], [a, b]: [usize; 2]) -> bool {
    let ([a0, a1], [b0, b1]) = (swatch.springs.list[a].ends, swatch.springs.list[b].ends);
    let particles = [a0, a1, b0, b1];
    let at = particles.map(|p| p as usize);
    if never_coplanar(at.map(|p| ways[p])) {
        return false;
    }
    let (from, to) = (at.map(|p| swatch.particles.before[p]), at.map(|p| swatch.particles.position[p]));
    let pair = Pair { kind: Kind::EdgeEdge, particles };
    let at_time = |t: f64| -> [DVec3; 4] { std::array::from_fn(|k| from[k].lerp(to[k], t)) };
    // Seen from the first, which way the others go.
    let way = |k: usize| (to[k] - from[k]) - (to[0] - from[0]);
    let may_hit = |t: f64, half: f64| {
        let speed = 2.0 * (1..4).map(|k| way(k).length_squared()).fold(0.0, larger).sqrt();
        pair.closest(at_time(t)).vector.length() <= speed * half + f64::EPSILON
    };
    let Some(time) = first_coplanar(from, to, may_hit) else { return false };
    let weights = pair.closest(at_time(time)).weights;
    let [a0, a1, b0, b1] = at_time(time);
    let across = (a1 - a0).cross(b1 - b0).normalize_or_zero();
    let thickness = 1e-3 * swatch.numbers.thickness_mm;
    let start = across.dot(blend(weights, from));
    let (normal, start) = if start < 0.0 { (-across, -start) } else { (across, start) };
    let gap = normal.dot(blend(weights, to));
    let masses = at.map(|p| swatch.particles.inverse_mass[p]);
    let sum: f64 = (0..4).map(|k| masses[k] * weights[k] * weights[k]).sum();
    // Yarns side by side in one plane have no side to keep: they pass over each other.
    let wanted = start.min(0.5 * thickness);
    if start < LEAST_SIDE * thickness || gap >= wanted || sum == 0.0 {
        return false;
    }
    let approach = normal.dot(blend(weights, at.map(|p| swatch.particles.velocity[p]))).min(0.0);
    for k in 0..4 {
        let share = masses[k] * weights[k] / sum;
        swatch.particles.position[at[k]] += share * (wanted - gap).min(MOST_PUSH * thickness) * normal;
        swatch.particles.velocity[at[k]] -= share * approach * normal;
    }
    true
}
