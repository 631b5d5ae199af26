//! One implicit step: the equations of [`crate::integrator`]'s stage, solved by Newton's method.
//!
//! With y = a + γh·w and w = b + γh·M⁻¹f, each Newton iteration solves
//!
//! ```text
//!   (M/(γh)² + cM/(γh) + K) δ = f(y) − M(y − a − γh·b)/(γh)² − cM(y − a)/(γh)
//! ```
//!
//! with K = −∂f/∂y kept positive and c the rate of air drag. Positions, strains and forces are in double precision; the
//! solve is in single precision, because its result is a correction whose error the next iteration sees and removes.

use crate::cloth::{Model, Past, Settings, State};
use crate::contact::bodies::{Motion, Skin, keep_out, push};
use crate::forces::ties::{self, Draw};
use crate::forces::{Geometric, System, bending, grab::Grab, membrane};
use crate::integrator::{Scheme, backward_euler};
use crate::math::conjugate_gradient::{Preconditioner, Scratch as LinearScratch, Solve, Stop};
use crate::math::multigrid::Multigrid;
use crate::math::pieces::Pieces;
use glam::{DVec3, Vec4};

/// Iterations after which a linear solve gives up; the step report says so by its residual.
const MOST_ITERATIONS: u32 = 1000;

/// Scratch of a step: nothing in it is needed to go on from a saved state.
#[derive(Clone, Debug)]
pub struct Workspace {
    system: System,
    membrane: membrane::Scratch,
    bending: bending::Scratch,
    linear: LinearScratch,
    preconditioner: Multigrid,
    pieces: Pieces,
    /// Where the integrator's stage would be without forces, and its velocity: a and b.
    known: Vec<[DVec3; 2]>,
    positions: Vec<DVec3>,
    right_side: Vec<Vec4>,
    correction: Vec<Vec4>,
    touching: Vec<bool>,
}

/// What acts on the cloth during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Influence {
    /// Acceleration, m/s².
    pub(super) gravity: DVec3,
    /// Rate at which air takes a free particle's speed, 1/s.
    pub(super) drag: f64,
    /// The user's hand.
    pub(super) grab: Option<Grab>,
    /// How stitches are drawn in.
    pub(super) stitches: Draw,
    /// How far folds are pressed in, from 0 at the start to 1.
    pub(super) pressed: f64,
}

/// What a step did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    pub(super) newton_iterations: u32,
    pub(super) linear: Solve,
    pub(super) contacts: u32,
    pub(super) assembly_ms: f64,
    pub(super) solve_ms: f64,
}

/// The stage of this step.
#[derive(Clone, Copy, Debug)]
struct Stage {
    scheme: Scheme,
    /// γh, s.
    span: f64,
    /// Time from the start of the step to the stage, s.
    ahead: f64,
}

/// The tolerance of a step's n-th linear solve: what later Newton iterations remove anyway need not be solved for. Begun
/// looser than this, the later ones no longer catch up.
fn tolerance(settings: &Settings, nth: u32) -> f64 {
    const FIRST: f64 = 0.03;
    const TIGHTER: f64 = 0.1;
    let last = nth + 1 == settings.newton_iterations;
    let mut loose = if last { 0.0 } else { FIRST };
    for _ in 0..nth {
        loose *= TIGHTER;
    }
    settings.tolerance.max(loose)
}

impl Workspace {
    /// Room for the steps of a model.
    pub fn new(model: &Model) -> Self {
        let n = model.particles();
        let system = System::new(model);
        let pieces = Pieces::new(&system.matrix, &model.fixed);
        let preconditioner = Multigrid::new(&system.matrix, &model.fixed);
        Workspace {
            system,
            membrane: membrane::Scratch::new(model),
            bending: bending::Scratch::new(model),
            linear: LinearScratch::new(n),
            preconditioner,
            pieces,
            known: vec![[DVec3::ZERO; 2]; n],
            positions: vec![DVec3::ZERO; n],
            right_side: vec![Vec4::ZERO; n],
            correction: vec![Vec4::ZERO; n],
            touching: vec![false; n],
        }
    }

    /// Advances the state by one step. `clock` tells milliseconds; the outcome's times are its differences.
    pub(super) fn step(&mut self, model: &Model, state: &mut State, now: Influence, clock: fn() -> f64) -> Outcome {
        let h = model.settings.step;
        let mut scheme = model.settings.integrator;
        if scheme.looks_back() && state.past.is_none() {
            scheme = backward_euler::SCHEME; // nothing to look back at
        }
        let stage = Stage { scheme, span: scheme.gamma * h, ahead: h / scheme.reach };
        // Every solve of a step aims at a residual relative to the first one's: solving the small rest of a later iteration
        // to its own last digits would be work nobody sees.
        let mut stop = Stop { tolerance: model.settings.tolerance, reference: None, iterations: MOST_ITERATIONS };
        let mut outcome = Outcome::default();
        self.guess(model, state, stage);
        while outcome.newton_iterations < model.settings.newton_iterations {
            let start = clock();
            outcome.contacts = self.assemble(model, state, now, stage);
            let assembled = clock();
            self.preconditioner.refresh(&self.system.matrix);
            let system = (&self.system.matrix, &mut self.preconditioner);
            stop.tolerance = tolerance(&model.settings, outcome.newton_iterations);
            let solve = self.linear.solve(system, &self.right_side, &mut self.correction, stop);
            self.pieces.settle(&self.system.matrix, self.linear.residual(), &mut self.correction);
            let solved = clock();
            outcome.newton_iterations += 1;
            outcome.linear.iterations += solve.iterations;
            let first = *stop.reference.get_or_insert(solve.start);
            // Relative to the first as well: what is left of the step's equations, not of its last small correction.
            outcome.linear.residual = if first > 0.0 { solve.residual * (solve.start / first) } else { solve.residual };
            outcome.assembly_ms += assembled - start;
            outcome.solve_ms += solved - assembled;
            let moved = self.correct(model);
            if moved < model.settings.still {
                break;
            }
        }
        self.commit(state, stage);
        state.steps += 1;
        state.time += h;
        outcome
    }

    /// Newton's start: the cloth goes on as it moved, stopped by the bodies. (To extrapolate the change of velocity too is
    /// closer while motion is smooth, but feeds errors of one step into the next: with few iterations it diverges.)
    fn guess(&mut self, model: &Model, state: &State, stage: Stage) {
        let [last, before] = stage.scheme.past;
        for (i, guess) in self.positions.iter_mut().enumerate() {
            let (x, v) = (state.positions[i], state.velocities[i]);
            if model.fixed[i] {
                *guess = x;
                self.known[i] = [x, DVec3::ZERO];
                continue;
            }
            self.known[i] = match &state.past {
                Some(past) => [last * x + before * past.positions[i], last * v + before * past.velocities[i]],
                None => [x, v],
            };
            *guess = x + stage.ahead * v;
            let thickness = model.fabrics[model.particle_fabrics[i] as usize].thickness;
            for body in model.bodies.iter() {
                *guess = keep_out(body.shape.as_ref(), thickness, *guess, self.touching[i]);
            }
        }
    }

    /// Builds the linear system at the current guess; returns how many particles touch a body.
    fn assemble(&mut self, model: &Model, state: &State, now: Influence, stage: Stage) -> u32 {
        self.system.clear();
        self.membrane.add(model, &self.positions, Geometric::Positive, &mut self.system);
        self.bending.add(model, &self.positions, now.pressed, &mut self.system);
        ties::add(&model.elastics, Draw::AS_BUILT, &self.positions, &mut self.system);
        ties::add(&model.stitches, now.stitches, &self.positions, &mut self.system);
        if let Some(hand) = now.grab {
            hand.add(&self.positions, &mut self.system);
        }
        let per_second = 1.0 / stage.span;
        let mut contacts = 0;
        for (i, mass) in model.masses.iter().enumerate() {
            let fabric = &model.fabrics[model.particle_fabrics[i] as usize];
            let skin = Skin { thickness: fabric.thickness, area: model.areas[i], friction: fabric.friction.as_ref() };
            let motion = Motion { from: state.positions[i], to: self.positions[i], seconds: stage.ahead };
            self.touching[i] = false;
            for push in model.bodies.iter().filter_map(|body| push(body.shape.as_ref(), &skin, &motion)) {
                self.system.add_particle(i, push.force, &push.block);
                self.touching[i] = true;
            }
            contacts += u32::from(self.touching[i]);

            let [place, velocity] = self.known[i];
            let speed = (self.positions[i] - place) * per_second;
            let inertia = (speed - velocity) * per_second + now.drag * speed;
            let right = self.system.force[i] + *mass * (now.gravity - inertia);
            self.right_side[i] = right.as_vec3().extend(0.0);
            self.system.matrix.add_diagonal(i, (mass * per_second * (per_second + now.drag)) as f32);
        }
        contacts
    }

    /// Applies the correction; returns the furthest a particle moved, m.
    fn correct(&mut self, model: &Model) -> f64 {
        let mut furthest = 0.0_f64;
        for (i, position) in self.positions.iter_mut().enumerate() {
            if model.fixed[i] {
                continue;
            }
            let correction = self.correction[i].truncate().as_dvec3();
            furthest = furthest.max(correction.length_squared());
            let thickness = model.fabrics[model.particle_fabrics[i] as usize].thickness;
            *position += correction;
            for body in model.bodies.iter() {
                *position = keep_out(body.shape.as_ref(), thickness, *position, self.touching[i]);
            }
        }
        furthest.sqrt()
    }

    /// Goes through the stage to the end of the step; what was the present becomes the past.
    fn commit(&self, state: &mut State, stage: Stage) {
        let beyond = stage.scheme.reach - 1.0;
        let empty = || Past { positions: Vec::new(), velocities: Vec::new() };
        let mut past = state.past.take().unwrap_or_else(empty);
        past.positions.clone_from(&state.positions);
        past.velocities.clone_from(&state.velocities);
        state.past = Some(past);
        for (i, position) in self.positions.iter().enumerate() {
            let velocity = (*position - self.known[i][0]) / stage.span;
            state.positions[i] = *position + beyond * (*position - state.positions[i]);
            state.velocities[i] = velocity + beyond * (velocity - state.velocities[i]);
        }
    }
}
