//! Yarns against yarns: edges that would pass through each other in a step are kept on their sides (section 4.2).
//!
//! Blocks of eight by eight crossings are compared first. Neighbouring blocks that are still sheet cannot meet but by a fold sharper
//! than their bend springs allow, and are passed over; so an undamaged swatch costs next to nothing. Springs of the blocks that
//! are left are searched for pairs that may meet ([`Search`]), and those that come within the thickness are left of them ([`Ways::never_within`]). The ways of
//! these are looked at by [`never_coplanar`], and by [`first_coplanar`] where that cannot tell.

use super::root::{Ways, first_coplanar, larger, never_coplanar};
use super::search::{Scale, Search, Woven};
use super::swatch::{Level, NONE, Particles, Swatch, WARP, WEFT};
use crate::contact::distance::{Kind, Pair, blend};
use glam::{DVec3, Vec3A};

/// Crossings along a block's side.
const BLOCK: usize = 8;
/// Part of the thickness that edges must be apart at the start to have a side.
const LEAST_SIDE: f64 = 0.05;
/// Part of the thickness by which a step pushes a pair apart at most. More would stretch the springs beside it beyond their tear strain, and a
/// collision would cut yarns; what is left is for the next steps.
const MOST_PUSH: f64 = 0.25;

/// Scratch of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Collisions {
    search: Search,
    pairs: Vec<[u32; 2]>,
    /// Where particles were, in the frame of the mean motion, and are, m.
    ways: Vec<[Vec3A; 2]>,
}

impl Collisions {
    /// Moves springs that would cross back to their sides; tells how many pairs.
    pub fn keep_apart(&mut self, swatch: &mut Swatch) -> u32 {
        self.find(swatch);
        let ways = &self.ways;
        let pairs = self.pairs.iter().map(|pair| pair.map(|spring| spring as usize));
        pairs.filter(|pair| kept_apart(swatch, ways, *pair)).count() as u32
    }

    /// Finds the pairs of springs that may meet in the step.
    fn find(&mut self, swatch: &Swatch) {
        // What all have in common brings nothing together: ways are looked at in the frame of the mean motion.
        let Particles { position, before, .. } = &swatch.particles;
        let sum: DVec3 = position.iter().zip(before).map(|(to, from)| *to - *from).sum();
        let drift = sum / position.len() as f64;
        self.ways.clear();
        self.ways.extend(position.iter().zip(before).map(|(to, from)| [single(*from + drift), single(*to)]));
        self.gather(swatch);
        self.search.meet(&mut self.pairs);
        self.leave_near(swatch);
    }

    /// Leaves the pairs that come within the thickness: the boxes of springs that slant are larger than they.
    fn leave_near(&mut self, swatch: &Swatch) {
        let (ways, thickness) = (&self.ways, 1e-3 * swatch.numbers.thickness_mm as f32);
        let way = |end: u32| ways[end as usize];
        let four_ends = |[a, b]: [u32; 2]| {
            let ends = |spring: u32| swatch.springs.list[spring as usize].ends;
            let ([a0, a1], [b0, b1]) = (ends(a), ends(b));
            [way(a0), way(a1), way(b0), way(b1)]
        };
        let (count, mut near) = (self.pairs.len(), 0);
        for begin in (0..count).step_by(4) {
            // The last ones again where there are fewer than four.
            let pair = |k: usize| self.pairs[(begin + k).min(count - 1)];
            let four = [pair(0), pair(1), pair(2), pair(3)];
            let all = [four_ends(four[0]), four_ends(four[1]), four_ends(four[2]), four_ends(four[3])];
            let never = Ways::new(all).never_within(thickness);
            for (k, pair) in four.into_iter().enumerate().take(count - begin) {
                // Kept or written over by the next.
                self.pairs[near] = pair;
                near += (!never >> k & 1) as usize;
            }
        }
        self.pairs.truncate(near);
    }

    /// Takes in the springs that may meet others.
    fn gather(&mut self, swatch: &Swatch) {
        self.search.clear();
        let scale = Scale { spacing: swatch.springs.rest as f32, margin: 0.5e-3 * swatch.numbers.thickness_mm as f32 };
        let whole =
            |direction, c| swatch.springs.leaving(direction, c).filter(|spring| !swatch.springs.is_cut(*spring));
        let blocks = swatch.size.map(|n| n.div_ceil(BLOCK));
        let count = blocks[0] * blocks[1];
        let mut boxes = vec![(Vec3A::INFINITY, Vec3A::NEG_INFINITY); count];
        let mut active = vec![false; count];
        for (c, level) in swatch.levels.iter().enumerate() {
            active[block_of(swatch, blocks[0], c)] |= matches!(level, Level::Loose | Level::Free);
        }
        // In the order of the list, by which they lie in memory.
        for (spring, crossings) in swatch.springs.list.iter().zip(&swatch.springs.crossings) {
            if spring.ends[0] != NONE {
                let (least, most) = &mut boxes[block_of(swatch, blocks[0], crossings[0] as usize)];
                let [[c, a], [d, b]] = [self.ways[spring.ends[0] as usize], self.ways[spring.ends[1] as usize]];
                *least = least.min(a.min(b).min(c.min(d)));
                *most = most.max(a.max(b).max(c.max(d)));
            }
        }
        let disturbed = active.clone();
        let reach = Vec3A::splat(2.0 * scale.margin);
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
        for c in 0..swatch.levels.len() {
            if active[block_of(swatch, blocks[0], c)] {
                for direction in [WARP, WEFT] {
                    if let Some(spring) = whole(direction, c) {
                        let at = [c % swatch.size[0], c / swatch.size[0]];
                        let [a, b] = swatch.springs.list[spring].ends;
                        let ways = [self.ways[a as usize], self.ways[b as usize]];
                        self.search.add(Woven { spring: spring as u32, at, direction }, ways, scale);
                    }
                }
            }
        }
    }
}

/// Single precision: a thousandth of the margins.
fn single(vector: DVec3) -> Vec3A {
    Vec3A::from(vector.as_vec3())
}

fn block_of(swatch: &Swatch, blocks: usize, c: usize) -> usize {
    let warps = swatch.size[0];
    (c / warps / BLOCK) * blocks + (c % warps) / BLOCK
}

/// Keeps a pair of springs on their sides if it would cross; tells whether it had to.
fn kept_apart(swatch: &mut Swatch, ways: &[[Vec3A; 2]], [a, b]: [usize; 2]) -> bool {
    let ([a0, a1], [b0, b1]) = (swatch.springs.list[a].ends, swatch.springs.list[b].ends);
    let particles = [a0, a1, b0, b1];
    let at = [a0 as usize, a1 as usize, b0 as usize, b1 as usize];
    if never_coplanar([ways[at[0]], ways[at[1]], ways[at[2]], ways[at[3]]]) {
        return false;
    }
    let of = |all: &[DVec3]| [all[at[0]], all[at[1]], all[at[2]], all[at[3]]];
    let (from, to) = (of(&swatch.particles.before), of(&swatch.particles.position));
    let pair = Pair { kind: Kind::EdgeEdge, particles };
    let at_time = |t: f64| {
        let point = |k: usize| from[k].lerp(to[k], t);
        [point(0), point(1), point(2), point(3)]
    };
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

#[cfg(test)]
mod tests;
