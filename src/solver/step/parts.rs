//! A step in parts: where bodies come fast, no safe way is found for the whole, or keeping it safe costs the cloth its motion.
//!
//! Each part is a whole implicit step of its own, in which bodies move on by their share. Parts are halved until one is safe, down
//! to 1/256 of the step; all of that depends on the state alone. Bodies go from where they are at the step's start to where they
//! are at its end as screws do: what jumps is moved there, however far.
//!
//! Cloth that is thrown about faster than its triangles are wide is stopped by force in most places; what is stopped so is strained,
//! springs back, and is thrown further: a corner pulled at 5 m/s had sent a cloth through the room at 200.

use super::{Influence, Outcome, Workspace};
use crate::body::Placed;
use crate::body::motion::{Between, Motion};
use crate::cloth::{Model, State};
use crate::forces::ties::Draw;
use glam::DVec3;

/// The smallest parts of a step.
const FINEST: u32 = 256;
/// The same where a body deforms: skins pass through themselves in places, where no part is small enough.
const FINEST_OF_SKINS: u32 = 4;
/// Steps in which stopping layers takes more than this part of a triangle's side from a particle, in the end, are too rough …
const ROUGH: f64 = 0.2;
/// … and are taken in parts, but in no more than so many. While seams are drawn together panels may be rough with each other.
const FINEST_OF_ROUGH: u32 = 4;
/// Bodies that would come deeper into the cloth than this in one step, m, if it went on as it moves, come in parts …
const DEEP: f64 = 0.01;
/// … in which they move by no more than this against the cloth, m: about a triangle.
const SHARE: f64 = 0.01;

/// A part of a step, in 256ths of it.
#[derive(Clone, Copy, Debug)]
struct Part {
    begins: u32,
    length: u32,
}

impl Part {
    /// What acts during the part of a step that began at these positions.
    fn of<'a>(
        self,
        now: Influence<'a>,
        anchors: &'a [(usize, DVec3)],
        courses: &'a [Option<Between>],
    ) -> Influence<'a> {
        let share = f64::from(self.length) / f64::from(FINEST);
        let stitches = Draw { reel: now.stitches.reel.map(|reel| reel * share), ..now.stitches };
        Influence { seconds: now.seconds * share, anchors, courses, stitches, ..now }
    }

    /// Where held particles are taken by the end of it.
    fn anchors(self, now: &Influence, began: &[DVec3]) -> Vec<(usize, DVec3)> {
        let done = f64::from(self.begins + self.length) / f64::from(FINEST);
        now.anchors.iter().map(|(p, target)| (*p, began[*p] + (*target - began[*p]) * done)).collect()
    }
}

impl Workspace {
    /// Advances the state by one step, in parts where that is safer. `before` is the state as it is, to go back to.
    pub(in crate::solver) fn step_safely(
        &mut self,
        model: &Model,
        (before, state): (&State, &mut State),
        now: Influence,
        clock: fn() -> f64,
    ) -> Outcome {
        let moving = model.bodies.iter().any(|body| body.moves());
        let courses = if moving { courses(model, state.time, now.seconds) } else { Vec::new() };
        let (shortest, most_lost) = (shortest(model), most_lost(model));
        let mut part = Part { begins: 0, length: FINEST / parts(model, state, &now, &courses) };
        let (mut all, mut last) = (Outcome::default(), FINEST);
        let mut from: Option<State> = None;
        while part.begins < FINEST {
            // Integrators that look back want to see a step of the same length.
            if part.length != last {
                state.past = None;
            }
            last = part.length;
            let outcome = if part.length == FINEST {
                self.step(model, state, now, clock)
            } else {
                let anchors = part.anchors(&now, &before.positions);
                self.step(model, state, part.of(now, &anchors, &courses), clock)
            };
            let enters = outcome.guarded.entered > 0 && part.length > shortest;
            let rough = outcome.kept.lost > most_lost && part.length > FINEST / FINEST_OF_ROUGH;
            all.add(outcome);
            // Nothing is gained from numbers that are not finite: the drape undoes them.
            if (enters || rough) && state.is_finite() {
                state.clone_from(from.as_ref().unwrap_or(before));
                part.length /= 2;
                continue;
            }
            self.guard.settle();
            all.parts += 1;
            part.begins += part.length;
            if part.begins < FINEST {
                from = Some(state.clone());
            }
        }
        if all.parts > 1 {
            state.past = None;
            state.time = before.time + now.seconds;
        }
        state.steps += 1;
        all
    }
}

impl Outcome {
    /// Counts what a later part of the same step did.
    fn add(&mut self, later: Outcome) {
        let mut linear = later.linear;
        linear.iterations += self.linear.iterations;
        let (mut kept, mut guarded) = (self.kept, self.guarded);
        kept.add(later.kept);
        guarded.add(later.guarded);
        *self = Outcome {
            newton_iterations: self.newton_iterations + later.newton_iterations,
            linear,
            kept,
            guarded,
            parts: self.parts,
            layers_ms: self.layers_ms + later.layers_ms,
            sweep_ms: self.sweep_ms + later.sweep_ms,
            assembly_ms: self.assembly_ms + later.assembly_ms,
            solve_ms: self.solve_ms + later.solve_ms,
            ..later
        };
    }
}

/// The shortest part that is tried. Where nothing moves but the cloth there is always a safe way.
fn shortest(model: &Model) -> u32 {
    match model.bodies.iter().any(|body| body.moves()) {
        false => FINEST,
        true if model.bodies.iter().any(|body| body.shape.deforms()) => FINEST / FINEST_OF_SKINS,
        true => 1,
    }
}

/// Most motion that a particle may lose to layers in a step, m.
fn most_lost(model: &Model) -> f64 {
    if !model.stitches.is_empty() {
        return f64::INFINITY;
    }
    ROUGH * (model.areas.iter().sum::<f64>() / model.areas.len().max(1) as f64).sqrt()
}

/// How bodies move rigidly in a step that begins then.
fn courses(model: &Model, start: f64, seconds: f64) -> Vec<Option<Between>> {
    let times = [start, start + seconds];
    let moving = model.bodies.iter().map(|body| (!body.motion.is_still()).then_some(&body.motion));
    moving.map(|motion| motion.map(|motion| Between::new(times, times.map(|time| motion.pose(time))))).collect()
}

/// In how many parts a step begins, a power of two: bodies that come deep into the cloth go by their share at a time.
fn parts(model: &Model, state: &State, now: &Influence, courses: &[Option<Between>]) -> u32 {
    let mut furthest = 0.0_f64;
    for (body, course) in model.bodies.iter().zip(courses).filter(|(body, _)| !body.shape.deforms()) {
        let Some(course) = course else { continue };
        let [start, end] = [0.0, 1.0].map(|part| course.pose(state.time + part * now.seconds));
        for (x, v) in state.positions.iter().zip(&state.velocities) {
            let way = start.to(&end).apply(*x).distance(*x + now.seconds * *v);
            if way <= DEEP.max(furthest) {
                continue;
            }
            // As far as the distance allows nothing can happen.
            let mut part = 0.0;
            while part < 1.0 {
                let ahead = part * now.seconds;
                let there = Placed::new(body.shape.as_ref(), course, state.time + ahead).nearest(*x + ahead * *v);
                if there.distance < -DEEP {
                    furthest = way;
                    break;
                }
                part += (there.distance.max(0.0) + DEEP) / way;
            }
        }
    }
    ((furthest / SHARE).ceil() as u32).clamp(1, FINEST).next_power_of_two()
}
