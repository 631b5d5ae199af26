//! What contacts do to a step: forces of bodies, and the motion that bodies and layers allow.

use super::together::stay_together;
use super::{Influence, Outcome, Workspace};
use crate::body::{NO_HINT, Passage, Placed, motion};
use crate::cloth::{Body, Model, State};
use crate::contact::bodies::{
    Bearing, Grip, Layer, Motion, Nearest, Obstacle, Skin, along, keep_out, land, lies_on_floor, press, push, stand_at,
};
use crate::contact::chords::{Chord, Deepest, Span, keeps, may_span_ridges};
use crate::contact::clearance::Sight;
use crate::contact::memory::Memory;
use crate::math::each::Each;
use glam::DVec3;

/// Furthest that a particle goes in one Newton iteration, m, alone or with others. While seams are drawn together it is the side of
/// its square instead: they pull whole edges, which would run ahead together.
const LONGEST: f64 = 0.1;
/// Part of its distance from a body that a chord keeps in one Newton iteration at least: pressure grows without bound, and what is
/// pressed hard comes nearer step by step until it is carried.
const NEARER: f64 = 0.5;
/// Nearest that a chord comes to a body, as a part of what it keeps from it.
const NEAREST: f64 = 0.05;
/// Particles that a solution takes deeper into a body than they may by more than this, m, are landed on it.
const LANDS: f64 = 2e-4;
/// Particles further from a body than so many times what they keep from it do not feel it.
const FELT: f64 = 2.0;
/// Rounds in which chords that cut into a body are moved out of it; each may push a neighbour in.
const CHORD_ROUNDS: u32 = 4;

/// How fast the sag of a particle that a standing body bears changes at least, m/s, and as a part of its speed: below 1, so that one that is
/// lifted and let go in turn moves less each time, until it is slower than cloth at rest may be.
const SETTLES: f64 = 2e-3;
const FOLLOWS: f64 = 0.5;
/// What stands elsewhere in its layer than it did by more than this part of the thickness stands on another body.
const DEEP: f64 = 0.5;

/// How cloth of a particle meets bodies that press on it, besides its own nearness, with this load, N.
fn skin(model: &Model, particle: usize, sag: f64, load: f64) -> Skin<'_> {
    let fabric = &model.fabrics[model.particle_fabrics[particle] as usize];
    let layer = Layer { thickness: fabric.thickness, sag };
    Skin { layer, area: model.areas[particle], mass: model.masses[particle], load, friction: fabric.friction.as_ref() }
}

fn thickness(model: &Model, particle: usize) -> f64 {
    model.fabrics[model.particle_fabrics[particle] as usize].thickness
}

/// What the deepest point of a chord hangs on, with its weights.
fn ends(chord: &Chord, found: &Deepest) -> impl Iterator<Item = (u32, f32)> {
    chord.particles.into_iter().zip(found.weights).filter(|(_, weight)| *weight > 0.0).map(|(p, w)| (p, w as f32))
}

/// How a body moves in this step.
fn course<'a>(model: &'a Model, now: &Influence<'a>, body: usize) -> &'a dyn motion::Motion {
    let own = model.bodies[body].motion.as_ref();
    now.courses.get(body).and_then(Option::as_ref).map_or(own, |course| course)
}

/// How a body carries what lies on it from the state's time to so long after it.
fn passage(model: &Model, now: &Influence, (body, start, ahead): (usize, f64, f64)) -> Passage {
    Passage::new(model.bodies[body].shape.as_ref(), course(model, now, body), [start, start + ahead])
}

/// The bodies where they are so long after the state's time.
pub(super) fn obstacles<'a>(model: &'a Model, state: &State, now: &Influence<'a>, ahead: f64) -> Vec<Obstacle<'a>> {
    let obstacle = |(k, body): (usize, &'a Body)| Obstacle {
        placed: Placed::new(body.shape.as_ref(), course(model, now, k), state.time + ahead),
        turn: passage(model, now, (k, state.time, ahead)).turn(),
        roughness: body.friction_factor,
    };
    model.bodies.iter().enumerate().map(obstacle).collect()
}

/// Raises the sags of triangles' corners by what their lowest point lacks once they have sunk as deep as they may.
fn lift_corners(
    (model, body): (&Model, &Obstacle),
    (chords, carried, seen, memories): (&[Chord], &[DVec3], &[Nearest], &[Memory]),
    sags: &mut [f64],
) {
    let mut lifts = vec![0.0_f64; sags.len()];
    for chord in chords.iter().filter(|chord| !chord.is_edge()) {
        let corners = chord.particles.each(|p| p as usize);
        let sights = corners.each(|p| Sight { at: carried[p], seen: seen[p] });
        let layers = corners.each(|p| Layer { thickness: thickness(model, p), sag: sags[p] });
        let lift = chord.lift(body, sights, memories[corners[0]].hint, layers);
        corners.iter().for_each(|p| lifts[*p] = lifts[*p].max(lift));
    }
    sags.iter_mut().zip(&lifts).for_each(|(sag, lift)| *sag += lift);
}

/// Lets the sags of particles that a body bears change only as fast as they move, and a little. What a triangle lacks comes and goes with the
/// direction in which a corner sees a facet, and is less the higher it stands: cloth that hung still all around had single corners that were
/// lifted by 0.3 mm in one step and let go in the next, for ever.
fn settle_sags(model: &Model, state: &State, (seconds, seen): (f64, &[Nearest]), sags: &mut [f64]) {
    for (p, sag) in sags.iter_mut().enumerate() {
        let grip = state.grips[p];
        let stood = Layer { thickness: thickness(model, p), sag: grip.sag };
        // Another body may bear it.
        let off = seen[p].distance - stood.standing(grip.force / model.areas[p]);
        if grip.force > 0.0 && off.abs() < DEEP * stood.thickness {
            let way = seconds * (SETTLES + FOLLOWS * state.velocities[p].length());
            *sag = sag.clamp((grip.sag - way).max(0.0), grip.sag + way);
        }
    }
}

impl Workspace {
    /// Finds where bodies have carried the place of each particle since the step began, and how deep they bulge into the cloth
    /// between it and its neighbours there: within the step that does not change, so that all its iterations solve the same
    /// equations.
    pub(super) fn meet_bodies(
        &mut self,
        model: &Model,
        state: &State,
        (now, seconds, bodies): (&Influence, f64, &[Obstacle]),
    ) {
        let n = model.particles();
        self.sags.fill(0.0);
        let side = |chord: &Chord| {
            let [a, b] = [0, 1].each(|k| state.positions[chord.particles[k] as usize]);
            a.distance_squared(b)
        };
        // Sides do not double within a step; if one did, a ridge would be found in the next.
        self.longest = 2.0 * self.chords.iter().filter(|chord| chord.is_edge()).map(side).fold(0.0, f64::max).sqrt();
        for (k, body) in bodies.iter().enumerate() {
            let own = k * n..(k + 1) * n;
            let passage = passage(model, now, (k, state.time, seconds));
            let (carried, seen) = (&mut self.carried[own.clone()], &mut self.seen[own.clone()]);
            let memories = &mut self.memories[own.clone()];
            // What was seen of the skin at the end of the last step is how this one begins.
            let known = passage.begins_at(self.skins[k].as_ref());
            let still = !model.bodies[k].moves() || (known && passage.stands());
            for p in 0..n {
                let place = state.positions[p];
                let last = memories[p].recall(place).filter(|_| known);
                carried[p] = passage.carry(place, memories[p].hint, last);
                if !still {
                    memories[p].forget();
                }
                seen[p] = memories[p].ask_exactly(body, carried[p]);
            }
            self.skins[k] = body.placed.skin().cloned();
            self.guard.begin(k, still, carried, seen);
            let sags = &mut self.sags[own];
            let hints = self.hints.chunks_mut(self.chords.len().max(1)).nth(k).unwrap_or_default();
            for (chord, known) in self.chords.iter().zip(hints) {
                let [a, b, c] = chord.particles.each(|p| p as usize);
                let hint = if *known == NO_HINT { memories[a].hint } else { *known };
                let mut span =
                    Span { corners: [carried[a], carried[b], carried[c]], seen: [seen[a], seen[b], seen[c]], hint };
                let sag = chord.sag(body, &mut span);
                *known = span.hint;
                [a, b, c].iter().for_each(|p| sags[*p] = sags[*p].max(sag));
            }
            if !body.placed.changes() {
                lift_corners((model, body), (&self.chords, carried, seen, memories), sags);
            }
            if now.calm {
                settle_sags(model, state, (seconds, seen), sags);
            }
            for p in 0..n {
                memories[p].near = FELT * (thickness(model, p) + sags[p]);
            }
        }
    }

    /// Adds the forces of bodies on particles, and on chords that cut into them, so many seconds into the step.
    pub(super) fn press_bodies(&mut self, model: &Model, state: &State, (seconds, bodies): (f64, &[Obstacle])) {
        let n = model.particles();
        std::mem::swap(&mut self.grips, &mut self.grips_before);
        self.grips.fill(Grip::default());
        let before = std::mem::replace(&mut self.gripped, true).then_some(&self.grips_before);
        self.touching.fill(false);
        // What was pressed an iteration ago and has been moved off is not new: it is let in nearly as far again.
        self.pressed.iter_mut().for_each(|distance| *distance /= NEARER);
        self.floored.clear();
        self.body_forces.fill(0.0);
        self.loads.fill(0.0);
        self.bearings.fill(Bearing::default());
        let n = n.max(1);
        let seen = self.seen.chunks_mut(n).zip(self.memories.chunks_mut(n));
        let known = self.loads.chunks_mut(n).zip(self.sags.chunks(n).zip(self.carried.chunks(n)));
        let each = bodies.iter().zip(seen.zip(known)).enumerate();
        for (k, (body, ((seen, memories), (loads, (sags, carried))))) in each {
            for ((seen, memory), position) in seen.iter_mut().zip(memories.iter_mut()).zip(&self.positions) {
                *seen = memory.ask(body, *position);
            }
            let chords = if may_span_ridges(body, self.longest) { self.chords.as_slice() } else { &[] };
            if !chords.is_empty() {
                self.ridges.look(chords, (&self.positions, seen), |p| thickness(model, p));
            }
            for (c, chord) in chords.iter().enumerate().filter(|(c, _)| self.ridges.may_span(*c)) {
                let corners = chord.particles.each(|p| p as usize);
                let at = corners.each(|p| self.positions[p]);
                let span = Span { corners: at, seen: corners.each(|p| seen[p]), hint: memories[corners[0]].hint };
                let thickness = thickness(model, corners[0]);
                let Some(found) = chord.deepest(body, thickness, span) else { continue };
                self.pressed[c] = found.nearest.distance;
                let (force, block) = press(found.nearest, keeps(thickness), chord.area);
                for (p, weight) in corners.into_iter().zip(found.weights) {
                    self.system.force[p] += weight * force * found.nearest.normal;
                    loads[p] += weight * force;
                    self.body_forces[p] += weight * force;
                }
                self.links.push(block, ends(chord, &found));
            }
            for (i, (seen, load)) in seen.iter().zip(loads).enumerate() {
                let skin = skin(model, i, sags[i], *load);
                let motion = Motion {
                    from: carried[i],
                    to: self.positions[i],
                    seconds,
                    grip: state.grips[i],
                    before: before.map(|grips| grips[i]),
                };
                if let Some(push) = push(body, *seen, &skin, &motion) {
                    self.system.add_particle(i, push.force, &push.block);
                    self.touching[i] = true;
                    self.body_forces[i] += push.force.dot(seen.normal);
                    self.grips[i] = push.grip;
                    self.bearings[k * n + i] = push.bearing;
                    if lies_on_floor(*seen, skin.layer) {
                        self.floored.push((k, i));
                    }
                }
            }
        }
    }

    /// Takes what presses particles deeper than they may go out of the equations: the body carries it.
    pub(super) fn carry_floored(&mut self, model: &Model) {
        for f in 0..self.floored.len() {
            let (k, i) = self.floored[f];
            let own = k * model.particles() + i;
            let n = self.seen[own].normal;
            let inward = self.right_side[i].truncate().as_dvec3().dot(n);
            if inward < 0.0 {
                self.right_side[i] -= (n * inward).as_vec3().extend(0.0);
                self.body_forces[i] -= inward;
                let floor = Bearing { force: -inward, ..land(0.0, model.areas[i]) };
                self.system.add_particle(i, DVec3::ZERO, &along(n, floor.stiffness));
                self.bearings[own].add(floor);
            }
        }
    }

    /// Whether the correction takes particles into bodies that the equations do not know of yet. If so they are told: such a particle
    /// goes to where it may and no further. To solve without and to put it out afterwards would leave its neighbours where they
    /// went with it.
    pub(super) fn land(&mut self, model: &Model, bodies: usize) -> bool {
        let n = model.particles();
        let mut any = false;
        for k in 0..bodies {
            for i in (0..n).filter(|i| !model.fixed[*i]) {
                let (seen, sag) = (self.seen[k * n + i], self.sags[k * n + i]);
                let layer = Layer { thickness: thickness(model, i), sag };
                let way = layer.allowed(self.touching[i]) - seen.distance;
                if seen.normal.dot(self.correction[i].truncate().as_dvec3()) < way - LANDS {
                    let landing = land(way, model.areas[i]);
                    self.right_side[i] += (seen.normal * landing.force).as_vec3().extend(0.0);
                    self.system.add_particle(i, DVec3::ZERO, &along(seen.normal, landing.stiffness));
                    self.bearings[k * n + i].add(landing);
                    any = true;
                }
            }
        }
        any
    }

    /// Particles that a body bore when the step began are guessed to stand where it bears them so again, and those that held on to it
    /// where it has carried them.
    pub(super) fn stand_as_before(&mut self, model: &Model, state: &State, bodies: usize) {
        let n = model.particles();
        for (i, grip) in state.grips.iter().enumerate() {
            self.touching[i] = grip.force > 0.0;
            for own in (0..bodies).map(|k| k * n + i) {
                let layer = Layer { thickness: thickness(model, i), sag: self.sags[own] };
                let distance = self.seen[own].distance;
                // What no force holds in the layer may be held there by other cloth.
                self.touching[i] |= distance < layer.rim();
                let stands = grip.force > 0.0 && distance < layer.rim() + LANDS;
                self.stands[own] = stands.then(|| layer.standing(grip.force / model.areas[i]));
                if stands && !grip.slips && !model.fixed[i] {
                    self.positions[i] = self.carried[own];
                }
            }
        }
    }

    /// Finds where particles stand that bodies bear: where they are pressed on as the linear equations have it. Pressure rises so much
    /// faster than its tangent that a particle which goes where these send it would be thrown back by the next iteration, and in by the one
    /// after it; within the layer, which nobody sees, it goes to where both agree instead.
    fn stand_as_solved(&mut self, model: &Model, bodies: usize) {
        let n = model.particles();
        self.borne.fill(0.0);
        self.body_forces.fill(0.0);
        for k in 0..bodies {
            for i in 0..n {
                let own = k * n + i;
                let bearing = self.bearings[own];
                self.body_forces[i] += self.loads[own];
                let borne = bearing.stiffness > 0.0 && !model.fixed[i];
                self.stands[own] = borne.then(|| {
                    let way = self.seen[own].normal.dot(self.correction[i].truncate().as_dvec3());
                    let force = bearing.after(way).max(0.0);
                    self.borne[i] += force;
                    self.body_forces[i] += force;
                    let layer = Layer { thickness: thickness(model, i), sag: self.sags[own] };
                    layer.standing(force / model.areas[i])
                });
            }
        }
    }

    /// How particles hold on where the step has ended; the forces were those of the last Newton iteration's start.
    pub(super) fn settle_grips(&mut self, model: &Model, state: &State, (seconds, bodies): (f64, &[Obstacle])) {
        let before = std::mem::take(&mut self.grips);
        self.grips = vec![Grip::default(); before.len()];
        let n = before.len().max(1);
        for (k, body) in bodies.iter().enumerate() {
            for i in (0..before.len()).filter(|i| self.touching[*i]) {
                let own = k * n + i;
                let (from, to) = (self.carried[own], self.positions[i]);
                let motion = Motion { from, to, seconds, grip: state.grips[i], before: Some(before[i]) };
                let nearest = self.memories[own].ask(body, to);
                let push = push(body, nearest, &skin(model, i, self.sags[own], self.loads[own]), &motion);
                self.grips[i] = push.map_or(self.grips[i], |push| Grip { force: self.borne[i], ..push.grip });
            }
        }
    }

    /// Moves particles, and chords that cut into them, out of bodies; returns the furthest that one was moved, m.
    pub(super) fn keep_outside(&mut self, model: &Model, bodies: &[Obstacle]) -> f64 {
        let n = model.particles();
        let mut furthest = 0.0_f64;
        for (k, body) in bodies.iter().enumerate() {
            for i in 0..n {
                let own = k * n + i;
                let memory = &mut self.memories[own];
                if model.fixed[i] {
                    self.seen[own] = memory.ask(body, self.positions[i]);
                    continue;
                }
                let way = [self.carried[own], self.positions[i]];
                let layer = Layer { thickness: thickness(model, i), sag: self.sags[own] };
                let (mut out, mut nearest) = keep_out(body, layer, way, (self.touching[i], memory));
                if let Some(distance) = self.stands[own] {
                    let held = distance < layer.rim() && nearest.distance < layer.rim() + LANDS;
                    if held || nearest.distance < distance {
                        (out, nearest) = stand_at(body, distance, (out, nearest), memory);
                    }
                }
                furthest = furthest.max(out.distance_squared(way[1]));
                (self.positions[i], self.seen[own]) = (out, nearest);
            }
        }
        let mut furthest = furthest.sqrt();
        self.lifted.fill(0);
        for round in 0..CHORD_ROUNDS {
            let moved = self.lift_chords(model, bodies, round);
            furthest = furthest.max(moved);
            if moved == 0.0 {
                break;
            }
        }
        for k in 0..bodies.len() {
            let own = k * n..(k + 1) * n;
            self.guard.look(k, &self.positions, (&self.seen[own.clone()], &self.memories[own]));
        }
        furthest
    }

    /// One round: chords that cut into a body are moved out of it; after the first round only those next to what the round
    /// before moved. Returns the furthest that one was moved, m.
    fn lift_chords(&mut self, model: &Model, bodies: &[Obstacle], round: u32) -> f64 {
        let n = model.particles();
        let mut furthest = 0.0_f64;
        for (k, body) in bodies.iter().enumerate().filter(|(_, body)| may_span_ridges(body, self.longest)) {
            if round == 0 {
                let seen = &self.seen[k * n..(k + 1) * n];
                self.ridges.look(&self.chords, (&self.positions, seen), |p| thickness(model, p));
            } else {
                self.ridges.forget();
            }
            for (c, chord) in self.chords.iter().enumerate() {
                let corners = chord.particles.each(|p| p as usize);
                if !self.ridges.may_span(c) || corners.iter().all(|p| self.lifted[*p] < round) {
                    continue;
                }
                let seen = corners.each(|p| self.seen[k * n + p]);
                let at = corners.each(|p| self.positions[p]);
                let span = Span { corners: at, seen, hint: self.memories[k * n + corners[0]].hint };
                let thickness = thickness(model, corners[0]);
                let (found, keep) = (chord.deepest(body, thickness, span), keeps(thickness));
                let Some(found) = found else { continue };
                // As for particles: what is pressed carries its force by its depth, what arrives is put on the rim.
                let least = (NEARER * self.pressed[c]).clamp(NEAREST * keep, keep);
                if found.nearest.distance >= least {
                    continue;
                }
                let free = corners.each(|p| if model.fixed[p] { 0.0 } else { 1.0 / model.masses[p] });
                let share: f64 = (0..3).map(|i| found.weights[i] * found.weights[i] * free[i]).sum();
                if share <= 0.0 {
                    continue;
                }
                let lift = (least - found.nearest.distance) * found.nearest.normal;
                self.ridges.forget();
                furthest = furthest.max(lift.length());
                for (i, p) in corners.into_iter().enumerate() {
                    self.positions[p] += lift * (found.weights[i] * free[i] / share);
                    self.lifted[p] = round + 1;
                    for (j, body) in bodies.iter().enumerate() {
                        let own = j * n + p;
                        self.seen[own] = self.memories[own].ask(body, self.positions[p]);
                    }
                }
            }
        }
        furthest
    }

    /// Applies the correction; returns the furthest a particle moved by it, and the furthest it was then moved out of a body.
    pub(super) fn correct(&mut self, model: &Model, bodies: &[Obstacle]) -> (f64, f64) {
        self.stand_as_solved(model, bodies.len());
        let sewing = !model.stitches.is_empty();
        if !sewing {
            stay_together(model, &mut self.correction, &mut self.around);
        }
        let longest = |i: usize| if sewing { model.areas[i].sqrt() } else { LONGEST };
        let mut furthest = 0.0_f64;
        for (i, correction) in self.correction.iter().enumerate().filter(|(i, _)| !model.fixed[*i]) {
            let way = correction.truncate().as_dvec3().clamp_length_max(longest(i));
            furthest = furthest.max(way.length_squared());
            self.positions[i] += way;
        }
        (furthest.sqrt(), self.keep_outside(model, bodies))
    }

    /// Lets the cloth go to the current positions, as far as no layer passes through another and no triangle enters a body.
    /// Returns the most motion that a particle lost, m.
    pub(super) fn sweep(&mut self, model: &Model, bodies: &[Obstacle], impulses: u32, outcome: &mut Outcome) -> f64 {
        // No round keeps such numbers apart, however many there are; the drape finds them and undoes the step.
        if !self.positions.iter().all(|position| position.is_finite()) {
            return 0.0;
        }
        let (touching, sags, n) = (&self.touching, &self.sags, model.particles());
        let (carried, memories, guard) = (&self.carried, &self.memories, &mut self.guard);
        let outside = |i: usize, mut position: DVec3| {
            for (k, body) in bodies.iter().enumerate() {
                let own = k * n + i;
                let layer = Layer { thickness: thickness(model, i), sag: sags[own] };
                position = keep_out(body, layer, [carried[own], position], (touching[i], &mut memories[own].clone())).0;
            }
            position
        };
        guard.set_out();
        let mut lost = 0.0;
        if let Some(layers) = &mut self.layers {
            let watch = |to: &mut [DVec3], moved: &mut [bool]| guard.hold(bodies, to, moved);
            let kept = layers.advance(&mut self.positions, impulses, outside, watch);
            outcome.kept.add(kept);
            lost = kept.lost;
        } else {
            let mut moved = vec![false; n];
            while guard.hold(bodies, &mut self.positions, &mut moved) > 0 {}
        }
        let guarded = guard.arrive(bodies, &self.positions);
        if guarded.entered > 0
            && let Some(layers) = &mut self.layers
        {
            layers.doubt();
        }
        outcome.guarded.add(guarded);
        guarded.lost.max(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::{Joined, assemble};
    use crate::document::built_in;

    /// What a standing body bears follows what its sag is asked to be no faster than allowed; what it does not bear, or bears elsewhere,
    /// takes it at once.
    #[test]
    fn sags_of_what_is_borne_change_steadily() {
        let cut = assemble(&built_in(include_str!("../../garment/square-on-sphere.json"))).unwrap();
        let model = Model::new(&cut, Joined::Sewn);
        let mut state = State::start(&model);
        let (sag, force, seconds) = (2e-4, 1e-5, 0.01);
        let stands = Layer { thickness: thickness(&model, 0), sag }.standing(force / model.areas[0]);
        let mut seen = vec![Nearest { distance: stands, normal: DVec3::Y }; model.particles()];
        state.grips.fill(Grip { force, sag, ..Grip::default() });
        state.grips[1].force = 0.0;
        seen[2].distance += 2.0 * thickness(&model, 2);
        state.velocities[3] = DVec3::X * 0.02;
        let mut sags = vec![1e-3; model.particles()];
        settle_sags(&model, &state, (seconds, &seen), &mut sags);
        let asked = [sag + SETTLES * seconds, 1e-3, 1e-3, sag + (SETTLES + FOLLOWS * 0.02) * seconds];
        assert!(sags.iter().zip(asked).all(|(sag, asked)| (sag - asked).abs() < 1e-12), "{:?}", &sags[..4]);
        let mut sags = vec![0.0; model.particles()];
        settle_sags(&model, &state, (seconds, &seen), &mut sags);
        assert!((sags[0] - (sag - SETTLES * seconds)).abs() < 1e-12 && sags[1] == 0.0);
    }
}
