//! From one place without crossings to the next: motion is swept, and what would pass through is kept apart.

use super::detect::least;
use super::{Layers, Near, corners, direction};
use crate::contact::distance::{Closest, blend};
use crate::contact::sweep::{first_touch, gap};
use crate::math::groups::Groups;
use glam::DVec3;

/// Times the motion within a zone is cut short at what meets in it; then the zone moves as one piece.
const CUTS: u32 = 2;
/// Rounds in which zones are formed. A zone that moves as one piece can still be in the way of another or of a body. That it
/// is after so many rounds is rare; then what still meets goes only as far as it may whatever the others do.
const ZONE_ROUNDS: u32 = 6;
/// Part of the room between two features that each may use of it, whatever the other does: a little less than half.
const OWN_ROOM: f64 = 0.45;
/// Part of the way to where two features meet that they may go: a little less than all of it, so that the next cut is not
/// for nothing.
const SHORT_OF: f64 = 0.9;
/// Pairs that were pushed apart end this much further apart than the least distance, as a factor, so that the next round
/// does not push them again for nothing.
const MARGIN: f64 = 2.0;

/// What it took to keep the layers apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kept {
    /// Pairs that would have passed through.
    pub stopped: u32,
    /// Particles that had to give up a part of their motion.
    pub held_back: u32,
    /// The most that one of them gave up, m.
    pub lost: f64,
}

impl Kept {
    /// Counts what was kept apart later in the same step; what was held back then is what counts.
    pub fn add(&mut self, later: Kept) {
        *self = Kept { stopped: self.stopped + later.stopped, ..later };
    }
}

impl Near {
    /// When and with which nearest points the pair first comes as near as it may, if it does.
    fn touch(&self, from: &[DVec3], to: &[DVec3]) -> Option<(f64, Closest)> {
        let (start, end) = (corners(&self.pair, from), corners(&self.pair, to));
        let apart = |corners| gap(&self.pair, self.normal, corners) > self.least[0];
        if apart(&start) && apart(&end) {
            return None;
        }
        first_touch(&self.pair, start, end, self.least)
    }
}

impl Layers {
    /// Goes from the last place without crossings to another: changes `to` so that on the straight way there no pair passes
    /// through. For so many rounds pairs that would are pushed apart by equal and opposite impulses; what still collides then
    /// keeps only the motion that it has in common; and what is not safe even so is shortened. `outside` moves a particle out
    /// of the bodies; `guard` moves triangles that would enter one, says which particles it moved, and how many there were.
    pub fn advance(
        &mut self,
        to: &mut [DVec3],
        impulses: u32,
        outside: impl Fn(usize, DVec3) -> DVec3,
        mut guard: impl FnMut(&mut [DVec3], &mut [bool]) -> u32,
    ) -> Kept {
        let mut kept = Kept::default();
        let mut zones: Option<Zones> = None;
        // Pairs are looked at again only if one of their particles has been moved since.
        let mut moved = std::mem::take(&mut self.moved);
        moved.clear();
        moved.resize(to.len(), true);
        for round in 0.. {
            if self.find(to) {
                moved.fill(true);
            }
            let found = if round < impulses {
                self.push_apart(to, &mut moved, &outside)
            } else {
                let zones = zones.get_or_insert_with(|| Zones::new(to));
                if round - impulses < ZONE_ROUNDS {
                    self.cut_short(to, &mut moved, zones, &outside)
                } else {
                    self.hold_back(to, &mut moved, zones)
                }
            };
            if found == 0 && guard(to, &mut moved) == 0 {
                break;
            }
            kept.stopped += found;
        }
        self.moved = moved;
        if let Some(zones) = zones {
            (kept.held_back, kept.lost) = zones.given_up(to);
        }
        self.safe.copy_from_slice(to);
        self.measure();
        kept
    }

    /// Measures the pairs that may be nearer than their thickness: what they may come to next depends on it.
    pub(super) fn measure(&mut self) {
        for near in &mut self.near {
            let now = corners(&near.pair, &self.safe);
            near.apart = gap(&near.pair, near.normal, &now);
            if near.apart < near.thickness {
                let closest = near.pair.closest(now);
                (near.apart, near.normal) = (closest.vector.length(), direction(&closest));
                near.least = least(near.thickness, near.apart);
            }
        }
    }

    /// One round: every pair that would pass through gets equal and opposite impulses that leave it apart.
    fn push_apart(&self, to: &mut [DVec3], moved: &mut [bool], outside: &impl Fn(usize, DVec3) -> DVec3) -> u32 {
        let mut found = 0;
        let before = moved.to_vec();
        moved.fill(false);
        for near in &self.near {
            let pair = &near.pair;
            if pair.particles.iter().all(|p| !before[*p as usize] && !moved[*p as usize]) {
                continue;
            }
            let Some((_, closest)) = near.touch(&self.safe, to) else { continue };
            found += 1;
            let n = direction(&closest);
            let gap = n.dot(blend(closest.weights, corners(pair, to)));
            let goal = (MARGIN * near.least[0]).max(0.5 * near.thickness.min(near.apart));
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
        found
    }

    /// One round: particles of pairs that would pass through are joined to zones, in which the motion that is not common to
    /// all is cut short, and then given up. Zones that meet become one.
    fn cut_short(
        &self,
        to: &mut [DVec3],
        moved: &mut [bool],
        zones: &mut Zones,
        outside: &impl Fn(usize, DVec3) -> DVec3,
    ) -> u32 {
        let mut found = 0;
        for near in &self.near {
            if near.pair.particles.iter().all(|p| !moved[*p as usize]) {
                continue;
            }
            let Some((time, _)) = near.touch(&self.safe, to) else { continue };
            found += 1;
            zones.join(near.pair.particles, time);
        }
        moved.fill(false);
        if found > 0 {
            zones.apply((&self.safe, to), &self.sheets.inverse_masses, |particle, place| {
                moved[particle] = true;
                outside(particle, place)
            });
        }
        found
    }

    /// One round: every particle of a pair that would still pass through goes no further than its own room allows. Pairs all of whose
    /// particles are held so cannot meet, so that there is an end.
    fn hold_back(&self, to: &mut [DVec3], moved: &mut [bool], zones: &mut Zones) -> u32 {
        let mut found = 0;
        let mut held = vec![false; to.len()];
        for near in self.near.iter().filter(|near| near.pair.particles.iter().any(|p| moved[*p as usize])) {
            if near.touch(&self.safe, to).is_some() {
                found += 1;
                near.pair.particles.iter().for_each(|p| held[*p as usize] = true);
            }
        }
        let mut room = vec![f64::INFINITY; to.len()];
        for near in &self.near {
            let own = OWN_ROOM * (near.apart - near.least[0]);
            near.pair.particles.iter().for_each(|p| room[*p as usize] = room[*p as usize].min(own));
        }
        for p in (0..to.len()).filter(|p| held[*p]) {
            to[p] = self.safe[p] + (to[p] - self.safe[p]).clamp_length_max(room[p].max(0.0));
            zones.cuts[p].0 += 1;
        }
        moved.copy_from_slice(&held);
        found
    }
}

/// Groups of particles that would pass through each other, and move together instead.
struct Zones {
    groups: Groups,
    /// Where each particle would go.
    wanted: Vec<DVec3>,
    /// How often each particle's zone was cut, and the part of its own motion that is left to it.
    cuts: Vec<(u32, f64)>,
    /// Particles of zones that met something in this round.
    hit: Vec<usize>,
}

impl Zones {
    fn new(to: &[DVec3]) -> Self {
        Zones { groups: Groups::new(to.len()), wanted: to.to_vec(), cuts: vec![(0, 1.0); to.len()], hit: Vec::new() }
    }

    /// Joins the particles of a pair that meets after this part of its way.
    fn join(&mut self, particles: [u32; 4], time: f64) {
        let particles = particles.map(|p| p as usize);
        for p in &particles[1..] {
            self.groups.join(particles[0], *p);
        }
        self.hit.push(particles[0]);
        for p in particles {
            self.cuts[p].1 = self.cuts[p].1.min(SHORT_OF * time);
        }
    }

    /// Moves the zones that were hit; `place` says where a particle is put.
    fn apply(
        &mut self,
        (from, to): (&[DVec3], &mut [DVec3]),
        inverse_masses: &[f64],
        mut place: impl FnMut(usize, DVec3) -> DVec3,
    ) {
        let mut hit = vec![false; to.len()];
        for particle in self.hit.drain(..) {
            hit[self.groups.root(particle)] = true;
        }
        let members: Vec<(usize, usize)> =
            (0..to.len()).map(|p| (self.groups.root(p), p)).filter(|(root, _)| hit[*root]).collect();
        let mut zones = members;
        zones.sort_unstable();
        for zone in zones.chunk_by(|a, b| a.0 == b.0) {
            let particles = || zone.iter().map(|(_, p)| *p);
            let count = 1 + particles().map(|p| self.cuts[p].0).fold(0, u32::max);
            let left = if count > CUTS { 0.0 } else { particles().map(|p| self.cuts[p].1).fold(1.0, f64::min) };
            // What is held has all the weight.
            let weight = |p: usize| if inverse_masses[p] > 0.0 { 1.0 / inverse_masses[p] } else { 1e6 };
            let total: f64 = particles().map(weight).sum();
            let common = particles().map(|p| weight(p) * (self.wanted[p] - from[p])).sum::<DVec3>() / total;
            for p in particles() {
                self.cuts[p] = (count, left);
                let own = self.wanted[p] - from[p] - common;
                to[p] = place(p, from[p] + common + left * own);
            }
        }
    }

    /// How many particles are in zones, and the most motion that one of them lost, m.
    fn given_up(&self, to: &[DVec3]) -> (u32, f64) {
        let cut = (0..to.len()).filter(|p| self.cuts[*p].0 > 0);
        (cut.clone().count() as u32, cut.map(|p| to[p].distance(self.wanted[p])).fold(0.0, f64::max))
    }
}
