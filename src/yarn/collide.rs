//! Yarns against yarns: edges that would pass through each other in a step are kept on their sides (section 4.2).
//!
//! Blocks of eight by eight crossings are compared first. Neighbouring blocks that are still sheet cannot meet but by a fold sharper
//! than their bend springs allow, and are passed over; so an undamaged swatch costs next to nothing. Springs of the blocks that
//! are left meet in the cells of a grid, and their ways are looked at by [`first_coplanar`].

use super::root::first_coplanar;
use super::swatch::{Level, NONE, Particles, Swatch, WARP, WEFT};
use crate::contact::distance::{Kind, Pair, blend};
use crate::math::box_tree::Aabb;
use glam::{DVec3, IVec3};

/// Crossings along a block's side.
const BLOCK: usize = 8;
/// Cells that the way of a spring may lie in. Springs that fly further in a step are looked at where they end up.
const MOST_CELLS: f64 = 12.0;

/// Part of the thickness that edges must be apart at the start to have a side.
const LEAST_SIDE: f64 = 0.05;

/// Part of the thickness by which a step pushes a pair apart at most. More would stretch the springs beside it beyond their tear strain, and a
/// collision would cut yarns; what is left is for the next steps.
const MOST_PUSH: f64 = 0.25;
/// Crossings from that of two yarns within which the weave decides what is over and under.
const WOVEN: u32 = 4;

/// Scratch of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Collisions {
    springs: Vec<u32>,
    boxes: Vec<Aabb>,
    /// The lowest cell of each.
    first: Vec<IVec3>,
    cells: Vec<(u64, u32)>,
    drift: DVec3,
}

impl Collisions {
    /// Moves springs that would cross back to their sides; tells how many pairs.
    pub fn keep_apart(&mut self, swatch: &mut Swatch) -> u32 {
        // What all have in common brings nothing together: ways are looked at in the frame of the mean motion.
        let Particles { position, before, .. } = &swatch.particles;
        let sum: DVec3 = position.iter().zip(before).map(|(to, from)| *to - *from).sum();
        self.drift = sum / position.len() as f64;
        self.gather(swatch);
        if self.springs.is_empty() {
            return 0;
        }
        let size = 2.0 * swatch.springs.rest;
        self.fill(swatch, size);
        let mut pairs = Vec::new();
        let mut first = 0;
        while first < self.cells.len() {
            let key = self.cells[first].0;
            let last = first + self.cells[first..].iter().take_while(|cell| cell.0 == key).count();
            for a in first..last {
                for b in a + 1..last {
                    let [a, b] = [self.cells[a].1 as usize, self.cells[b].1 as usize];
                    // A pair meets in several cells: the first of those it shares is its own.
                    if self.boxes[a].overlaps(&self.boxes[b]) && hash(self.first[a].max(self.first[b])) == key {
                        pairs.push([self.springs[a], self.springs[b]]);
                    }
                }
            }
            first = last;
        }
        pairs.into_iter().filter(|pair| kept_apart(swatch, pair.map(|spring| spring as usize))).count() as u32
    }

    /// The springs that may meet others.
    fn gather(&mut self, swatch: &Swatch) {
        self.springs.clear();
        let blocks = swatch.size.map(|n| n.div_ceil(BLOCK));
        let count = blocks[0] * blocks[1];
        let mut boxes: Vec<Option<Aabb>> = vec![None; count];
        let mut active = vec![false; count];
        for c in 0..swatch.levels.len() {
            let block = block_of(swatch, blocks[0], c);
            active[block] |= matches!(swatch.levels[c], Level::Loose | Level::Free);
            for p in [c, swatch.weft[c] as usize] {
                let way = Aabb::of(&[swatch.particles.before[p] + self.drift, swatch.particles.position[p]]);
                boxes[block] = Some(boxes[block].map_or(way, |all| all.join(&way)));
            }
        }
        let disturbed = active.clone();
        // A block's springs reach into the next ones.
        let reach = swatch.springs.rest;
        let boxes: Vec<Aabb> = boxes.into_iter().flatten().map(|all| all.padded(reach)).collect();
        for a in 0..boxes.len() {
            for b in a + 1..boxes.len() {
                let near = (a % blocks[0]).abs_diff(b % blocks[0]) <= 1 && (a / blocks[0]).abs_diff(b / blocks[0]) <= 1;
                if (!near || disturbed[a] || disturbed[b]) && boxes[a].overlaps(&boxes[b]) {
                    active[a] = true;
                    active[b] = true;
                }
            }
        }
        for c in 0..swatch.levels.len() {
            if active[block_of(swatch, blocks[0], c)] {
                for direction in [WARP, WEFT] {
                    let spring = swatch.springs.leaving(direction, c);
                    self.springs.extend(spring.filter(|s| !swatch.springs.is_cut(*s)).map(|s| s as u32));
                }
            }
        }
    }

    /// Puts the springs' ways into the cells of a grid.
    fn fill(&mut self, swatch: &Swatch, size: f64) {
        self.cells.clear();
        self.boxes.clear();
        self.first.clear();
        let margin = 0.5e-3 * swatch.numbers.thickness_mm;
        for (k, spring) in self.springs.iter().enumerate() {
            let ends = swatch.springs.list[*spring as usize].ends.map(|end| end as usize);
            let [before, position] = [&swatch.particles.before, &swatch.particles.position];
            let now = Aabb::of(&ends.map(|end| position[end])).padded(margin);
            let way = now.join(&Aabb::of(&ends.map(|end| before[end] + self.drift)).padded(margin));
            let many = |all: &Aabb| ((all.max - all.min) / size + 2.0).element_product() > MOST_CELLS;
            let all = if many(&way) { now } else { way };
            let (low, high) = (cell(all.min, size), cell(all.max, size));
            self.boxes.push(all);
            self.first.push(low);
            if many(&all) {
                continue;
            }
            for z in low.z..=high.z {
                for y in low.y..=high.y {
                    for x in low.x..=high.x {
                        self.cells.push((hash(IVec3::new(x, y, z)), k as u32));
                    }
                }
            }
        }
        self.cells.sort_unstable();
    }
}

fn block_of(swatch: &Swatch, blocks: usize, c: usize) -> usize {
    let warps = swatch.size[0];
    (c / warps / BLOCK) * blocks + (c % warps) / BLOCK
}

/// The cell of a point. Planes between cells are off the origin by half a cell, so that flat cloth does not lie on one.
fn cell(point: DVec3, size: f64) -> IVec3 {
    let place = point / size + 0.5;
    // The floor, without a call: casting cuts towards zero.
    let cut = place.as_ivec3();
    cut - IVec3::select(cut.as_dvec3().cmpgt(place), IVec3::ONE, IVec3::ZERO)
}

/// Twenty-one bits of each coordinate.
fn hash(cell: IVec3) -> u64 {
    let bits = |x: i32| (x as u64) & 0x1f_ffff;
    bits(cell.x) << 42 | bits(cell.y) << 21 | bits(cell.z)
}

/// Keeps a pair of springs on their sides if it would cross; tells whether it had to.
fn kept_apart(swatch: &mut Swatch, [a, b]: [usize; 2]) -> bool {
    let Some(particles) = strangers(swatch, a, b) else { return false };
    let at = particles.map(|p| p as usize);
    let (from, to) = (at.map(|p| swatch.particles.before[p]), at.map(|p| swatch.particles.position[p]));
    let pair = Pair { kind: Kind::EdgeEdge, particles };
    let at_time = |t: f64| -> [DVec3; 4] { std::array::from_fn(|k| from[k].lerp(to[k], t)) };
    let speed = 2.0 * (0..4).map(|k| (to[k] - from[k]).length_squared()).fold(0.0, f64::max).sqrt();
    let may_hit = |t: f64, half: f64| pair.closest(at_time(t)).vector.length() <= speed * half + f64::EPSILON;
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

/// The four particles of two springs that nothing else keeps apart: they share no particle, and are not warp and weft near the crossing
/// of their yarns. There the weave decides what is over and under; a yarn that is drawn out of it slides between the others, and its
/// segments, which go from over to under, would lock.
fn strangers(swatch: &Swatch, a: usize, b: usize) -> Option<[u32; 4]> {
    let springs = &swatch.springs;
    let ([a0, a1], [b0, b1]) = (springs.list[a].ends, springs.list[b].ends);
    let met = [b0, b1].iter().any(|p| [a0, a1].contains(p));
    let woven = springs.direction[a] != springs.direction[b] && {
        let warps = swatch.size[0] as u32;
        let [p, q] = [springs.crossings[a][0], springs.crossings[b][0]];
        (p % warps).abs_diff(q % warps) <= WOVEN && (p / warps).abs_diff(q / warps) <= WOVEN
    };
    (!met && !woven && a0 != NONE && b0 != NONE).then_some([a0, a1, b0, b1])
}
