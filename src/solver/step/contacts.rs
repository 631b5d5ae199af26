//! What contacts do to a step: forces of bodies, and the motion that bodies and layers allow.

use super::Workspace;
use crate::cloth::{Model, State};
use crate::contact::bodies::{Grip, Motion, Obstacle, Skin, floor, keep_out, lies_on_floor, push};
use crate::contact::chords::{CHORDS_KEEP, blend, deepest};
use crate::contact::layers::Kept;
use glam::{DVec3, Vec4};

/// Furthest that a particle goes in one Newton iteration, m: beyond some triangles the equations it was found with mean nothing,
/// and what flies about is in everybody's way. Longer corrections are shortened as a whole.
const LONGEST: f64 = 0.1;
/// Deepest that a triangle may be pressed towards a body, as a part of what it keeps from it.
const PRESSED: f64 = 0.5;
/// Rounds in which triangles that cut into a body are moved out of it; each may push a neighbour in.
const CHORD_ROUNDS: u32 = 4;

/// How cloth of a particle meets bodies.
fn skin(model: &Model, particle: usize, area: f64) -> Skin<'_> {
    let fabric = &model.fabrics[model.particle_fabrics[particle] as usize];
    Skin { thickness: fabric.thickness, area, friction: fabric.friction.as_ref() }
}

fn thickness(model: &Model, particle: usize) -> f64 {
    model.fabrics[model.particle_fabrics[particle] as usize].thickness
}

impl Workspace {
    /// Adds the forces of bodies on particles, and on triangles that cut into them, so many seconds into the step.
    pub(super) fn press_bodies(&mut self, model: &Model, state: &State, (seconds, bodies): (f64, &[Obstacle])) {
        let n = model.particles();
        std::mem::swap(&mut self.grips, &mut self.grips_before);
        self.grips.fill(Grip::default());
        let before = std::mem::replace(&mut self.gripped, true).then_some(&self.grips_before);
        self.touching.fill(false);
        self.pressed.fill(false);
        self.floored.clear();
        self.body_forces.fill(0.0);
        for (body, seen) in bodies.iter().zip(self.seen.chunks_mut(n.max(1))) {
            for (i, seen) in seen.iter_mut().enumerate() {
                let motion = Motion {
                    from: state.positions[i],
                    to: self.positions[i],
                    seconds,
                    grip: state.grips[i],
                    before: before.map(|grips| grips[i]),
                };
                *seen = body.placed.nearest(motion.to);
                if let Some(push) = push(body, *seen, &skin(model, i, model.areas[i]), &motion) {
                    self.system.add_particle(i, push.force, &push.block);
                    self.touching[i] = true;
                    self.body_forces[i] += push.force.dot(seen.normal);
                    self.grips[i] = push.grip;
                    if lies_on_floor(*seen, thickness(model, i)) {
                        self.floored.push((i, seen.normal));
                    }
                }
            }
            for (t, triangle) in model.triangles.iter().enumerate() {
                let corners = triangle.map(|p| p as usize);
                let at = corners.map(|p| self.positions[p]);
                let mut skin = skin(model, corners[0], model.rest[t].area);
                skin.thickness *= CHORDS_KEEP;
                let Some(found) = deepest(body, at, corners.map(|p| seen[p]), skin.thickness) else { continue };
                self.pressed[t] = true;
                let motion = Motion {
                    from: blend(found.weights, corners.map(|p| state.positions[p])),
                    to: blend(found.weights, at),
                    seconds,
                    grip: Grip { stretch: DVec3::ZERO, slips: corners.iter().all(|p| state.grips[*p].slips) },
                    before: Some(Grip::default()),
                };
                let Some(push) = push(body, found.nearest, &skin, &motion) else { continue };
                for (p, weight) in corners.into_iter().zip(found.weights) {
                    self.system.force[p] += weight * push.force;
                    self.body_forces[p] += weight * push.force.dot(found.nearest.normal);
                }
                let ends = triangle.iter().zip(found.weights).map(|(p, weight)| (*p, weight as f32));
                self.links.push(push.block, ends);
            }
        }
    }

    /// Takes what presses particles deeper than they may go out of the equations: the body carries it.
    pub(super) fn carry_floored(&mut self, model: &Model) {
        for (i, n) in &self.floored {
            let inward = self.right_side[*i].truncate().as_dvec3().dot(*n);
            if inward < 0.0 {
                self.right_side[*i] -= (*n * inward).as_vec3().extend(0.0);
                self.body_forces[*i] -= inward;
                self.system.add_particle(*i, DVec3::ZERO, &floor(*n, model.areas[*i]));
            }
        }
    }

    /// How particles hold on where the step has ended; the forces were those of the last Newton iteration's start.
    pub(super) fn settle_grips(&mut self, model: &Model, state: &State, (seconds, bodies): (f64, &[Obstacle])) {
        let before = std::mem::take(&mut self.grips);
        self.grips = vec![Grip::default(); before.len()];
        for body in bodies {
            for i in (0..before.len()).filter(|i| self.touching[*i]) {
                let (from, to) = (state.positions[i], self.positions[i]);
                let motion = Motion { from, to, seconds, grip: state.grips[i], before: Some(before[i]) };
                let push = push(body, body.placed.nearest(to), &skin(model, i, model.areas[i]), &motion);
                self.grips[i] = push.map_or(self.grips[i], |push| push.grip);
            }
        }
    }

    /// Moves particles, and triangles that cut into them, out of bodies; returns the furthest that one was moved, m.
    pub(super) fn keep_outside(&mut self, model: &Model, state: &State, bodies: &[Obstacle]) -> f64 {
        let n = model.particles();
        let mut furthest = 0.0_f64;
        for (body, seen) in bodies.iter().zip(self.seen.chunks_mut(n.max(1))) {
            for (i, seen) in seen.iter_mut().enumerate() {
                if model.fixed[i] {
                    *seen = body.placed.nearest(self.positions[i]);
                    continue;
                }
                let way = [state.positions[i], self.positions[i]];
                let (out, nearest) = keep_out(body, thickness(model, i), way, self.touching[i]);
                furthest = furthest.max(out.distance_squared(way[1]));
                (self.positions[i], *seen) = (out, nearest);
            }
        }
        let mut furthest = furthest.sqrt();
        for _ in 0..CHORD_ROUNDS {
            let moved = self.lift_chords(model, bodies);
            furthest = furthest.max(moved);
            if moved == 0.0 {
                break;
            }
        }
        furthest
    }

    /// One round: triangles that cut into a body are moved out of it. Returns the furthest that one was moved, m.
    fn lift_chords(&mut self, model: &Model, bodies: &[Obstacle]) -> f64 {
        let n = model.particles();
        let mut furthest = 0.0_f64;
        for (k, body) in bodies.iter().enumerate() {
            for (t, triangle) in model.triangles.iter().enumerate() {
                let corners = triangle.map(|p| p as usize);
                // As for particles: what is pressed carries its force by its depth, what arrives is put on the rim.
                let least = CHORDS_KEEP * thickness(model, corners[0]) * if self.pressed[t] { PRESSED } else { 1.0 };
                let seen = corners.map(|p| self.seen[k * n + p]);
                let Some(found) = deepest(body, corners.map(|p| self.positions[p]), seen, least) else { continue };
                let free = corners.map(|p| if model.fixed[p] { 0.0 } else { 1.0 / model.masses[p] });
                let share: f64 = (0..3).map(|i| found.weights[i] * found.weights[i] * free[i]).sum();
                if share <= 0.0 {
                    continue;
                }
                let lift = (least - found.nearest.distance) * found.nearest.normal;
                furthest = furthest.max(lift.length());
                for (i, p) in corners.into_iter().enumerate() {
                    self.positions[p] += lift * (found.weights[i] * free[i] / share);
                    for (j, body) in bodies.iter().enumerate() {
                        self.seen[j * n + p] = body.placed.nearest(self.positions[p]);
                    }
                }
            }
        }
        furthest
    }

    /// Applies the correction; returns the furthest a particle moved by it, and the furthest it was then moved out of a body.
    pub(super) fn correct(&mut self, model: &Model, state: &State, bodies: &[Obstacle]) -> (f64, f64) {
        let way = |correction: &Vec4| correction.truncate().as_dvec3();
        let free = |i: &usize| !model.fixed[*i];
        let longest =
            (0..self.positions.len()).filter(free).map(|i| way(&self.correction[i]).length()).fold(0.0, f64::max);
        let part = if longest > LONGEST { LONGEST / longest } else { 1.0 };
        for i in (0..self.positions.len()).filter(free) {
            self.positions[i] += part * way(&self.correction[i]);
        }
        (part * longest, self.keep_outside(model, state, bodies))
    }

    /// Lets the layers go to the current positions, as far as none passes through another.
    pub(super) fn sweep(&mut self, model: &Model, state: &State, bodies: &[Obstacle], impulses: u32) -> Kept {
        let Some(layers) = &mut self.layers else { return Kept::default() };
        let touching = &self.touching;
        let outside = |i: usize, mut position: DVec3| {
            for body in bodies {
                position = keep_out(body, thickness(model, i), [state.positions[i], position], touching[i]).0;
            }
            position
        };
        layers.advance(&mut self.positions, impulses, outside)
    }
}
