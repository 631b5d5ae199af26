//! Backward Euler: find x with M(x − x_prev − h v)/h² = f(x), by Newton's method.
//!
//! Each Newton iteration solves (M/h² + cM/h + K) δ = f(x) − M(x − x_prev − h v)/h² − cM(x − x_prev)/h, with K
//! kept positive. Positions, strains and forces are in double precision; the solve is in single precision, because
//! its result is a correction whose error the next iteration sees and removes.

use crate::cloth::{Model, State};
use crate::contact::bodies::{Motion, Skin, keep_out, push};
use crate::forces::ties::{self, Draw};
use crate::forces::{Geometric, System, bending, grab::Grab, membrane};
use crate::math::conjugate_gradient::{Scratch as LinearScratch, Solve, Stop};
use glam::{DVec3, Vec4};

/// Iterations after which a linear solve gives up; the step report says so by its residual.
const MOST_ITERATIONS: u32 = 1000;
/// Newton stops early when no particle moved further, m: a hundredth of a hair.
const CONVERGED: f64 = 1e-6;

/// Scratch of a step: nothing in it is needed to go on from a saved state.
#[derive(Clone, Debug)]
pub struct Workspace {
    system: System,
    membrane: membrane::Scratch,
    bending: bending::Scratch,
    linear: LinearScratch,
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

impl Workspace {
    /// Room for the steps of a model.
    pub fn new(model: &Model) -> Self {
        let n = model.particles();
        Workspace {
            system: System::new(model),
            membrane: membrane::Scratch::new(model),
            bending: bending::Scratch::new(model),
            linear: LinearScratch::new(&model.fixed, &model.pieces),
            positions: vec![DVec3::ZERO; n],
            right_side: vec![Vec4::ZERO; n],
            correction: vec![Vec4::ZERO; n],
            touching: vec![false; n],
        }
    }

    /// Advances the state by one step. `clock` tells milliseconds; the outcome's times are its differences.
    pub(super) fn step(&mut self, model: &Model, state: &mut State, now: Influence, clock: fn() -> f64) -> Outcome {
        let h = model.settings.step;
        // Every solve of a step aims at the same residual, that of the first: solving the small rest of a later iteration
        // to its own last digits would be work nobody sees.
        let mut stop = Stop { tolerance: model.settings.tolerance, reference: None, iterations: MOST_ITERATIONS };
        let mut outcome = Outcome::default();
        self.guess(model, state);
        while outcome.newton_iterations < model.settings.newton_iterations {
            let start = clock();
            outcome.contacts = self.assemble(model, state, now);
            let assembled = clock();
            let solve = self.linear.solve(&self.system.matrix, &self.right_side, &mut self.correction, stop);
            let solved = clock();
            outcome.newton_iterations += 1;
            outcome.linear.iterations += solve.iterations;
            outcome.linear.residual = solve.residual;
            stop.reference.get_or_insert(solve.start);
            outcome.assembly_ms += assembled - start;
            outcome.solve_ms += solved - assembled;
            let moved = self.correct(model);
            if moved < CONVERGED {
                break;
            }
        }
        for (i, position) in self.positions.iter().enumerate() {
            state.velocities[i] = (*position - state.positions[i]) / h;
            state.positions[i] = *position;
        }
        state.steps += 1;
        state.time += h;
        outcome
    }

    /// Newton's start: the cloth goes on as it moved, stopped by the bodies.
    fn guess(&mut self, model: &Model, state: &State) {
        let h = model.settings.step;
        for (i, guess) in self.positions.iter_mut().enumerate() {
            let thickness = model.fabrics[model.particle_fabrics[i] as usize].thickness;
            if model.fixed[i] {
                *guess = state.positions[i];
                continue;
            }
            *guess = state.positions[i] + h * state.velocities[i];
            for body in model.bodies.iter() {
                *guess = keep_out(body.shape.as_ref(), thickness, *guess, self.touching[i]);
            }
        }
    }

    /// Builds the linear system at the current guess; returns how many particles touch a body.
    fn assemble(&mut self, model: &Model, state: &State, now: Influence) -> u32 {
        let h = model.settings.step;
        self.system.clear();
        self.membrane.add(model, &self.positions, Geometric::Positive, &mut self.system);
        self.bending.add(model, &self.positions, now.pressed, &mut self.system);
        ties::add(&model.elastics, Draw::AS_BUILT, &self.positions, &mut self.system);
        ties::add(&model.stitches, now.stitches, &self.positions, &mut self.system);
        if let Some(hand) = now.grab {
            hand.add(&self.positions, &mut self.system);
        }
        let mut contacts = 0;
        for (i, mass) in model.masses.iter().enumerate() {
            let fabric = &model.fabrics[model.particle_fabrics[i] as usize];
            let skin = Skin { thickness: fabric.thickness, area: model.areas[i], friction: fabric.friction.as_ref() };
            let motion = Motion { from: state.positions[i], to: self.positions[i], seconds: h };
            self.touching[i] = false;
            for push in model.bodies.iter().filter_map(|body| push(body.shape.as_ref(), &skin, &motion)) {
                self.system.add_particle(i, push.force, &push.block);
                self.touching[i] = true;
            }
            contacts += u32::from(self.touching[i]);

            let moved = motion.to - motion.from;
            let inertia = (moved - h * state.velocities[i]) / (h * h) + now.drag * moved / h;
            let right = self.system.force[i] + *mass * (now.gravity - inertia);
            self.right_side[i] = right.as_vec3().extend(0.0);
            self.system.matrix.add_diagonal(i, (mass * (1.0 / (h * h) + now.drag / h)) as f32);
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
}
