//! Springs between neighbours along a yarn, with their strain limit: one constraint each.
//!
//! ```text
//!   tension            Up to the limit it is the spring of table 1, beyond it the yarn stretches no further. Both are solved
//!      │    ┃          at once by sweeps over all springs, each taken implicitly by itself: with C = l − l₀, w the sum of
//!      │    ┃          the inverse masses and λ the impulse so far (kg·m; λ/Δt² is the tension),
//!      │   ╱           λ ← (C + wλ)/(w + 1/(kΔt²)),   or (C + wλ − limit)/w where that stretches beyond the limit.
//!   ───┼─╱────── C
//! ```
//!
//! The paper steps the springs explicitly and then projects lengths (section 4.1). At its numbers ωΔt is 13 to 60, so that what an
//! explicit spring does is undone by the projection; and a projection that starts anew in every step leaves a strain of
//! about 2 n g Δt²/(N l₀) where a yarn carries n crossings: 40 % for 40 crossings and 40 sweeps. Here λ is kept from step to step, so that
//! a steady load is carried exactly, by as few sweeps, and tensions mean something. Sweeps run from the held particles outwards.

use super::design::Numbers;
use super::step::STEP;
use super::swatch::{NONE, Particles, WARP, WEFT, along};
use crate::math::random::Random;
use glam::DVec3;

/// One spring, as the sweeps read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spring {
    /// Its particles; one that is held comes first. `NONE` once it is cut.
    pub ends: [u32; 2],
    /// Their inverse masses, 1/kg.
    pub inverse_mass: [f64; 2],
    /// Impulse times step so far, kg·m; tension is positive.
    pub lambda: f64,
    /// 1/(w + 1/(kΔt²)).
    pub elastic: f64,
    /// 1/w.
    pub rigid: f64,
}

/// All springs along yarns.
#[derive(Clone, Debug)]
pub(super) struct Springs {
    /// In the order of the sweeps.
    pub list: Vec<Spring>,
    /// Strain at which each tears.
    pub tear: Vec<f64>,
    /// Crossings at which each begins and ends; what the ends are particles of.
    pub crossings: Vec<[u32; 2]>,
    /// Direction of each.
    pub direction: Vec<u8>,
    /// How many at the front of the list have a held end.
    pub anchored: usize,
    /// How many are cut.
    pub cut: usize,
    /// Length at rest, m.
    pub rest: f64,
    /// Stretch beyond which it is a constraint, m.
    pub limit: f64,
    /// 1/(kΔt²), 1/kg.
    pub compliance: f64,
    /// The spring that leaves each crossing, by direction; `NONE` at the edge and between held crossings.
    leaving: [Vec<u32>; 2],
}

impl Springs {
    /// The springs of a lattice, each with its tear strain.
    pub fn new(numbers: &Numbers, size: [usize; 2], particles: &Particles, holder: &[u32]) -> Self {
        let crossings = size[0] * size[1];
        let hops = hops(size, holder);
        let mut wanted: Vec<(u32, u8, u8, usize, usize)> = Vec::with_capacity(2 * crossings);
        for c in 0..crossings {
            for direction in [WARP, WEFT] {
                let Some(other) = along(size, direction, c, 1) else { continue };
                if holder[c] != NONE && holder[other] != NONE {
                    continue;
                }
                let place = if direction == WARP { c / size[0] } else { c % size[0] };
                // Springs of one ring, direction and parity share no particle: the processor need not wait for one to do the next.
                wanted.push((hops[c].min(hops[other]), direction as u8, (place % 2) as u8, c, other));
            }
        }
        wanted.sort_unstable();
        let mut springs = Springs {
            list: Vec::with_capacity(wanted.len()),
            tear: Vec::new(),
            crossings: Vec::with_capacity(wanted.len()),
            direction: Vec::with_capacity(wanted.len()),
            anchored: 0,
            cut: 0,
            rest: numbers.spacing(),
            limit: numbers.strain_limit * numbers.spacing(),
            compliance: 1.0 / (numbers.structural_n_per_m * STEP * STEP),
            leaving: [vec![NONE; crossings], vec![NONE; crossings]],
        };
        // A stable partition: those with a held end come first.
        let held = |entry: &(u32, u8, u8, usize, usize)| holder[entry.3] != NONE || holder[entry.4] != NONE;
        let (first, rest): (Vec<_>, Vec<_>) = wanted.into_iter().partition(held);
        springs.anchored = first.len();
        for (_, direction, _, c, other) in first.into_iter().chain(rest) {
            springs.leaving[usize::from(direction)][c] = springs.list.len() as u32;
            let ends = if holder[other] != NONE { [other, c] } else { [c, other] };
            springs.list.push(springs.spring(ends.map(|end| end as u32), particles));
            springs.crossings.push([c as u32, other as u32]);
            springs.direction.push(direction);
        }
        springs.threaten(numbers, &mut Random::new(numbers.seed as u64));
        springs
    }

    /// Gives each spring a tear strain by chance. By crossing and direction, so that grips do not change it.
    pub fn threaten(&mut self, numbers: &Numbers, random: &mut Random) {
        self.tear.resize(self.list.len(), f64::INFINITY);
        for c in 0..self.leaving[WARP].len() {
            for direction in [WARP, WEFT] {
                let share = 0.5 * (random.signed() + 1.0);
                if let Some(spring) = self.leaving(direction, c) {
                    self.tear[spring] = numbers.tear_strain_low + share * (numbers.tear_strain_high - numbers.tear_strain_low);
                }
            }
        }
    }

    fn spring(&self, ends: [u32; 2], particles: &Particles) -> Spring {
        let inverse_mass = ends.map(|end| particles.inverse_mass[end as usize]);
        let w = inverse_mass[0] + inverse_mass[1];
        Spring { ends, inverse_mass, lambda: 0.0, elastic: 1.0 / (w + self.compliance), rigid: 1.0 / w }
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

    /// Cuts it. A yarn that broke has no tension: its springs start anew, or what they remember would fling the ends away.
    pub fn sever(&mut self, spring: usize) {
        self.list[spring].ends = [NONE; 2];
        self.list[spring].lambda = 0.0;
        self.cut += 1;
    }

    /// Lets the spring end at another particle in place of `old`, with the tension it has.
    pub fn reattach(&mut self, spring: usize, [old, new]: [u32; 2], particles: &Particles) {
        if self.is_cut(spring) {
            return;
        }
        let Spring { ends, lambda, .. } = self.list[spring];
        let ends = ends.map(|end| if end == old { new } else { end });
        self.list[spring] = Spring { lambda, ..self.spring(ends, particles) };
    }

    /// Strain of a spring that is not cut.
    pub fn strain(&self, spring: usize, position: &[DVec3]) -> f64 {
        let [a, b] = self.list[spring].ends.map(|end| position[end as usize]);
        (b - a).length() / self.rest - 1.0
    }

    /// The impulse that ends the sweep of one spring of stretch `stretch`, given its w: the law drawn above.
    #[inline(always)]
    pub fn law(&self, spring: &Spring, w: f64, stretch: f64) -> f64 {
        let y = stretch + w * spring.lambda;
        let elastic = y * spring.elastic;
        if elastic * self.compliance > self.limit { (y - self.limit) * spring.rigid } else { elastic }
    }

    /// Moves all particles by the impulses that the last step ended with.
    pub fn warm(&self, position: &mut [DVec3]) {
        for spring in self.list.iter().filter(|spring| spring.ends[0] != NONE) {
            let [a, b] = spring.ends.map(|end| end as usize);
            let between = position[b] - position[a];
            let pull = between * (spring.lambda / between.length().max(f64::MIN_POSITIVE));
            position[a] += spring.inverse_mass[0] * pull;
            position[b] -= spring.inverse_mass[1] * pull;
        }
    }

    /// One sweep over the springs without a held end.
    pub fn sweep(&mut self, position: &mut [DVec3]) {
        let (rest, limit, compliance) = (self.rest, self.limit, self.compliance);
        for spring in &mut self.list[self.anchored..] {
            let [a, b] = spring.ends.map(|end| end as usize);
            if a == NONE as usize {
                continue;
            }
            let between = position[b] - position[a];
            let length = between.length();
            let [wa, wb] = spring.inverse_mass;
            let y = length - rest + (wa + wb) * spring.lambda;
            let elastic = y * spring.elastic;
            let lambda = if elastic * compliance > limit { (y - limit) * spring.rigid } else { elastic };
            let pull = between * ((lambda - spring.lambda) / length.max(f64::MIN_POSITIVE));
            spring.lambda = lambda;
            position[a] += wa * pull;
            position[b] -= wb * pull;
        }
    }
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
