//! A step without time: from where the cloth is towards the place where forces balance.
//!
//! ```text
//! repeat, as often as a step has Newton iterations:
//!   residual  r = f(x) + Mg, bodies, layers, stitches and wind with it
//!   matrix    K + sM, s = s₀ |r|/|Mg|: a step of 50 ms where cloth falls freely, Newton's own where it nearly rests
//!   solve     (K + sM) p = r
//!   search    x ← x + t p, t = 1, ½, ¼ …: the residual must do work on the way, so that the energy falls
//! ```
//!
//! A step so depends on positions alone: velocities are what it moved, for the report and the page, and are forgotten by
//! the next. The mass term makes a step what an implicit step of length 1/√s without velocity would be (pseudo-transient
//! continuation); it fades with the residual, and near rest the tangent is the exact one unless it is indefinite, so that
//! the end is quadratic where contacts do not change. Contact and friction have no energy that is kept: the work
//! of all forces over the way, by the trapezoidal rule, stands for it.

use super::{GUESS_IMPULSES, Influence, Outcome, Stage, Workspace, obstacles};
use crate::cloth::{Model, State};
use crate::contact::bodies::Obstacle;
use crate::forces::Geometric;
use crate::forces::air::area_vectors;
use crate::math::conjugate_gradient::{Operator, Preconditioner, Solve, Stop};
use crate::math::double_gradient::DoubleScratch;
use glam::DVec3;

/// s₀, 1/s²: cloth that falls freely falls by 25 mm an iteration, about as far as it does in a step of 10 ms at 2.5 m/s, which
/// contact is made for.
const SHIFT: f64 = 400.0;
/// Least part of it that is left: pieces that nothing holds would make the matrix singular.
const LEAST_SHIFT: f64 = 1e-6;
/// The same where the exact tangent was indefinite: cloth under compression buckles by steps that are not Newton's.
const INDEFINITE_SHIFT: f64 = 100.0;
/// Acceleration that residuals are compared with, m/s².
const FREE_FALL: f64 = 9.81;
/// Below this part of free fall the tangent may be the exact one: further away it is indefinite nearly always.
const NEAR: f64 = 1e-2;
/// Residual over the largest force below which rounding decides about the work done.
const NEAR_FLOOR: f64 = 1e-9;
/// Furthest that a particle goes in one iteration, m: some triangles, so that the matrix still means something there.
const LONGEST: f64 = 0.05;
/// Halvings of a step. Where contacts begin, no step is short enough to be smooth; then it is taken as it is.
const HALVINGS: u32 = 4;
/// Conjugate-gradient iterations after which a direction is taken as it is; the search judges it.
const MOST_ITERATIONS: u32 = 400;
/// Residual of a solve, relative: it tightens as the cloth comes nearer to balance, so that the end stays quadratic.
const TIGHTEST: f64 = 1e-6;
const LOOSEST: f64 = 1e-2;

/// Scratch of a relaxation; empty until there is one.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    linear: DoubleScratch,
    residual: Vec<DVec3>,
    residual_before: Vec<DVec3>,
    direction: Vec<DVec3>,
    start: Vec<DVec3>,
}

/// How far forces are from balance.
#[derive(Clone, Copy, Debug)]
struct Imbalance {
    /// Mean acceleration that the cloth would begin with, over that of free fall.
    part: f64,
    /// Largest component of the residual over the largest force on a particle.
    relative: f64,
    /// What the matrix was built with.
    tangent: Geometric,
}

/// What a step takes place in.
struct Scene<'a> {
    model: &'a Model,
    state: &'a State,
    now: Influence<'a>,
    bodies: Vec<Obstacle<'a>>,
    clock: fn() -> f64,
}

impl Workspace {
    /// Moves towards balance. The positions are then those of the stage that is returned.
    pub(super) fn relax(
        &mut self,
        model: &Model,
        state: &State,
        now: Influence,
        (outcome, clock): (&mut Outcome, fn() -> f64),
    ) -> Stage {
        let h = now.seconds;
        let scene = Scene { model, state, now, bodies: obstacles(model, state, &now, h), clock };
        self.begin(&scene);
        self.keep_layers_apart(&scene, GUESS_IMPULSES, outcome);
        let mut here = self.balance(&scene, Geometric::Positive);
        for _ in 0..model.settings.newton_iterations {
            let start = clock();
            let solve = self.direction(&scene, here);
            let solved = clock();
            outcome.newton_iterations += 1;
            outcome.linear.iterations += solve.iterations;
            let found = self.search(&scene, here, outcome);
            outcome.solve_ms += solved - start;
            outcome.assembly_ms += clock() - solved;
            let Some(there) = found else { break };
            here = there;
        }
        outcome.contacts = self.touching.iter().filter(|touching| **touching).count() as u32;
        outcome.linear.residual = here.relative;
        self.borne.clone_from(&self.body_forces);
        Stage { from: &[0.0, 1.0], span: h, ahead: h, reach: 1.0, tangent: Geometric::Positive }
    }

    /// Starts where the cloth is, outside of bodies that have moved and with pins where they are taken.
    fn begin(&mut self, scene: &Scene) {
        self.gripped = false;
        self.stands.fill(None);
        self.touching.iter_mut().zip(&scene.state.grips).for_each(|(touching, grip)| *touching = grip.force > 0.0);
        self.meet_bodies(scene.model, scene.state, (&scene.now, scene.now.seconds, &scene.bodies));
        self.positions.clone_from(&scene.state.positions);
        for (i, x) in scene.state.positions.iter().enumerate() {
            self.known[i] = [*x, DVec3::ZERO];
        }
        for (particle, target) in scene.now.anchors {
            self.positions[*particle] = *target;
        }
        self.keep_outside(scene.model, &scene.bodies);
        if !scene.now.air.is_none() {
            area_vectors(scene.model, &scene.state.positions, &mut self.areas);
        }
        let n = self.positions.len();
        for vector in [&mut self.relaxing.residual, &mut self.relaxing.direction] {
            vector.resize(n, DVec3::ZERO);
        }
    }

    /// Goes to the positions as far as no layer passes through another.
    fn keep_layers_apart(&mut self, scene: &Scene, impulses: u32, outcome: &mut Outcome) {
        let start = (scene.clock)();
        self.sweep(scene.model, &scene.bodies, impulses, outcome);
        outcome.sweep_ms += (scene.clock)() - start;
    }

    /// Builds matrix and residual where the cloth is.
    fn balance(&mut self, scene: &Scene, tangent: Geometric) -> Imbalance {
        let Scene { model, state, now, bodies, .. } = scene;
        // A stage without end has no inertia.
        let h = now.seconds;
        let stage = Stage { from: &[0.0, 1.0], span: f64::INFINITY, ahead: h, reach: 1.0, tangent };
        self.assemble(model, state, *now, (stage, bodies));
        let (mut squares, mut mass, mut largest, mut scale) = (0.0, 0.0, 0.0_f64, 0.0_f64);
        for (i, residual) in self.relaxing.residual.iter_mut().enumerate() {
            let weight = model.masses[i] * now.gravity;
            scale = scale.max(self.system.force[i].length()).max(weight.length());
            if model.fixed[i] {
                *residual = DVec3::ZERO;
                continue;
            }
            *residual = self.system.force[i] + weight;
            squares += residual.length_squared() / model.masses[i];
            mass += model.masses[i];
            largest = largest.max(residual.abs().max_element());
        }
        let part = if mass > 0.0 { (squares / mass).sqrt() / FREE_FALL } else { 0.0 };
        Imbalance { part, relative: if scale > 0.0 { largest / scale } else { 0.0 }, tangent }
    }

    /// Solves for the direction to go in, with the system last built.
    fn direction(&mut self, scene: &Scene, mut here: Imbalance) -> Solve {
        let mut shift = SHIFT * here.part.clamp(LEAST_SHIFT, 1.0);
        loop {
            for (i, mass) in scene.model.masses.iter().enumerate() {
                self.system.matrix.add_diagonal(i, (shift * mass) as f32);
            }
            let operator = Operator { matrix: &self.system.matrix, links: &self.links };
            self.preconditioner.refresh(operator);
            let tolerance = here.part.clamp(TIGHTEST, LOOSEST);
            let stop = Stop { tolerance, reference: None, iterations: MOST_ITERATIONS };
            let Scratch { linear, residual, direction, .. } = &mut self.relaxing;
            let solve = linear.solve((operator, &mut self.preconditioner), residual, direction, stop);
            if !solve.indefinite || here.tangent == Geometric::Positive {
                return solve;
            }
            here = self.balance(scene, Geometric::Positive);
            shift = shift.max(INDEFINITE_SHIFT * here.part);
        }
    }

    /// Goes in the direction, less and less far until that does work; nothing, and the cloth where it was, if it is as
    /// near to balance as rounding allows.
    fn search(&mut self, scene: &Scene, here: Imbalance, outcome: &mut Outcome) -> Option<Imbalance> {
        let free = |i: usize| !scene.model.fixed[i];
        self.relaxing.start.clone_from(&self.positions);
        self.relaxing.residual_before.clone_from(&self.relaxing.residual);
        let longest = self.relaxing.direction.iter().map(|p| p.length()).fold(0.0, f64::max);
        let mut part = if longest > LONGEST { LONGEST / longest } else { 1.0 };
        let tangent = if here.part < NEAR { Geometric::Exact } else { Geometric::Positive };
        let drowning = here.relative < NEAR_FLOOR;
        let mut there = here;
        for _ in 0..=HALVINGS {
            for (i, position) in self.positions.iter_mut().enumerate().filter(|(i, _)| free(*i)) {
                *position = self.relaxing.start[i] + part * self.relaxing.direction[i];
            }
            self.keep_outside(scene.model, &scene.bodies);
            self.keep_layers_apart(scene, 0, outcome);
            there = self.balance(scene, tangent);
            let Scratch { start, residual, residual_before, .. } = &self.relaxing;
            let on_the_way = |i: usize| (self.positions[i] - start[i]).dot(residual[i] + residual_before[i]);
            let work: f64 = (0..start.len()).filter(|i| free(*i)).map(on_the_way).sum();
            if if drowning { there.part < here.part } else { work >= 0.0 } {
                return Some(there);
            }
            part *= 0.5;
        }
        if drowning {
            self.positions.clone_from(&self.relaxing.start);
            self.keep_layers_apart(scene, 0, outcome);
            return None;
        }
        Some(there)
    }
}
