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
use super::lanes::Lanes;
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
    /// 1/(w/2 + 1/(kΔt²)).
    pub elastic: f64,
    /// What 1/w is more.
    pub stiffer: f64,
}

/// All springs along yarns.
#[derive(Clone, Debug)]
pub(super) struct Springs {
    /// In the order of the sweeps.
    pub list: Vec<Spring>,
    /// Those without a held end that are not cut, side by side.
    pub lanes: Lanes,
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
            lanes: Lanes::default(),
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
        springs.lanes = springs.side_by_side(size, &hops);
        springs.threaten(numbers, &mut Random::new(numbers.seed as u64));
        springs
    }

    /// Crossings and springs in the order of sweeps: rings, and in each crossings of even and of odd yarns apart, so that a spring and the
    /// next in its ring begin, and end, at one crossing and the next.
    fn side_by_side(&self, [warps, _]: [usize; 2], hops: &[u32]) -> Lanes {
        let row_of = |c: u32| {
            let (i, j) = (c as usize % warps, c as usize / warps);
            (hops[c as usize], i % 2, j % 2)
        };
        let mut crossings: Vec<u32> = (0..hops.len() as u32).collect();
        crossings.sort_unstable_by_key(|c| (row_of(*c), *c));
        let mut rank = vec![0; hops.len()];
        for (k, c) in crossings.iter().enumerate() {
            rank[*c as usize] = k;
        }
        let rows = crossings.chunk_by(|a, b| row_of(*a) == row_of(*b)).map(<[u32]>::to_vec).collect();
        // Springs of one ring, direction and parity share no particle, whatever is split.
        let group_of = |spring: u32| {
            let [c, other] = self.crossings[spring as usize].map(|c| c as usize);
            let direction = self.direction[spring as usize];
            let place = if usize::from(direction) == WARP { c / warps } else { c % warps };
            (hops[c].min(hops[other]), direction, place % 2)
        };
        let first_of = |spring: u32| self.crossings[spring as usize].map(|c| rank[c as usize]).into_iter().min();
        let mut order: Vec<u32> = (self.anchored as u32..self.list.len() as u32).collect();
        order.sort_by_key(|spring| (group_of(*spring), first_of(*spring)));
        let groups = order.chunk_by(|a, b| group_of(*a) == group_of(*b));
        Lanes::new(rows, groups.map(<[u32]>::to_vec).collect())
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
        self.lanes.disturb();
        self.cut += 1;
    }

    /// Lets the spring end at another particle in place of `old`.
    pub fn reattach(&mut self, spring: usize, [old, new]: [u32; 2], particles: &Particles) {
        if self.is_cut(spring) {
            return;
        }
        let ends = self.list[spring].ends.map(|end| if end == old { new } else { end });
        self.list[spring] = self.spring(ends, particles);
        self.lanes.disturb();
    }

    /// Square of the length of a spring that is not cut, m².
    pub fn squared(&self, spring: usize, position: &[DVec3]) -> f64 {
        let [a, b] = self.list[spring].ends;
        (position[b as usize] - position[a as usize]).length_squared()
    }

    /// Strain of a spring that is not cut, where it is above one.
    pub fn strain_above(&self, least: f64, spring: usize, position: &[DVec3]) -> Option<f64> {
        let squared = self.squared(spring, position);
        let length = self.rest * (1.0 + least);
        // Nearly none is: told without a root, and with room for rounding.
        if squared < length * length * (1.0 - 1e-9) {
            return None;
        }
        Some(squared.sqrt() / self.rest - 1.0).filter(|strain| *strain > least)
    }

    /// λ over the length of a spring that yields by `more` at an end, 1/kg, given one over its length.
    pub fn tension(&self, spring: &Spring, more: f64, inverse: f64) -> f64 {
        let w = spring.inverse_mass[0] + spring.inverse_mass[1] + more;
        let elastic = 1.0 / (0.5 * w + self.compliance);
        tension([elastic, 1.0 / w - elastic], [self.rest, self.rest + self.limit], inverse)
    }

    /// Lengths at which springs are at rest and taut, m.
    pub fn lengths(&self) -> [f64; 2] {
        [self.rest, self.rest + self.limit]
    }
}

/// λ over the length, given one over it and the lengths at rest and where it is taut. Without a branch: which springs are taut changes from
/// one to the next.
#[inline(always)]
pub(super) fn tension([elastic, stiffer]: [f64; 2], [rest, taut]: [f64; 2], inverse: f64) -> f64 {
    let beyond = 1.0 - taut * inverse;
    // What is above 0 of it, exactly. As a sum it is done for two at a time; comparing is not, in wasm.
    elastic * (1.0 - rest * inverse) + stiffer * (0.5 * (beyond + beyond.abs()))
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
