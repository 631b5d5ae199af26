//! A sample in a testing machine: some particles are moved, the others find their equilibrium.

use crate::cloth::Model;
use crate::forces::membrane::Frame;
use crate::math::random::Random;
use crate::solver::{Effort, Equilibrium, Settled};
use glam::DVec3;

/// Standard gravity, m/s².
pub(super) const GRAVITY: f64 = 9.81;

/// How the equilibria of an experiment were found.
#[derive(Clone, Debug)]
pub(super) struct Log {
    pub(super) triangles: usize,
    pub(super) relaxations: u32,
    pub(super) most_iterations: u32,
    pub(super) cg_iterations: u32,
    /// The relaxation with the largest relative residual.
    pub(super) worst: Option<Settled>,
    pub(super) all_found: bool,
}

impl Log {
    fn new(triangles: usize) -> Self {
        Log { triangles, relaxations: 0, most_iterations: 0, cg_iterations: 0, worst: None, all_found: true }
    }

    /// The log of two samples.
    pub(super) fn joined(mut self, other: &Log) -> Self {
        self.triangles = self.triangles.max(other.triangles);
        self.relaxations += other.relaxations;
        self.most_iterations = self.most_iterations.max(other.most_iterations);
        self.cg_iterations += other.cg_iterations;
        self.all_found &= other.all_found;
        let residual = |settled: &Option<Settled>| settled.map_or(-1.0, |settled| settled.relative_residual);
        if residual(&other.worst) > residual(&self.worst) {
            self.worst = other.worst;
        }
        self
    }

    fn add(&mut self, settled: Settled) {
        self.relaxations += 1;
        self.most_iterations = self.most_iterations.max(settled.iterations);
        self.cg_iterations += settled.cg_iterations;
        self.all_found &= settled.found();
        if self.worst.is_none_or(|worst| settled.relative_residual >= worst.relative_residual) {
            self.worst = Some(settled);
        }
    }
}

/// A sample held by some of its particles.
#[derive(Debug)]
pub(super) struct Tester {
    pub(super) model: Model,
    pub(super) positions: Vec<DVec3>,
    pub(super) effort: Effort,
    pub(super) log: Log,
    pub(super) statics: Equilibrium,
    loads: Vec<DVec3>,
}

impl Tester {
    /// A sample that stays in the plane z = 0, held where `held` says so of a place at rest.
    pub(super) fn in_plane(mut model: Model, held: impl Fn(DVec3) -> bool) -> Self {
        // Without it the matrix is half as large.
        model.forget_bending();
        Self::new(holding(model, held), Equilibrium::in_plane)
    }

    /// A sample in space.
    pub(super) fn in_space(model: Model, held: impl Fn(DVec3) -> bool) -> Self {
        Self::new(holding(model, held), Equilibrium::new)
    }

    /// A sample in space that the model's own clamps hold.
    pub(super) fn clamped(model: Model) -> Self {
        Self::new(model, Equilibrium::new)
    }

    fn new(model: Model, statics: fn(&Model) -> Equilibrium) -> Self {
        Tester {
            positions: model.start.clone(),
            effort: Effort::default(),
            log: Log::new(model.triangles.len()),
            statics: statics(&model),
            loads: vec![DVec3::ZERO; model.particles()],
            model,
        }
    }

    /// Every particle under its own weight.
    pub(super) fn weigh(&mut self, down: DVec3) {
        self.loads = self.model.masses.iter().map(|mass| *mass * GRAVITY * down).collect();
    }

    /// Weight of the whole sample, N.
    pub(super) fn weight(&self) -> f64 {
        self.model.masses.iter().sum::<f64>() * GRAVITY
    }

    /// Puts the held particles where `place` says, from their places at rest.
    pub(super) fn drive(&mut self, place: impl Fn(DVec3) -> DVec3) {
        for (i, position) in self.positions.iter_mut().enumerate().filter(|(i, _)| self.model.fixed[*i]) {
            *position = place(self.model.start[i]);
        }
    }

    /// Moves every free particle out of its plane by up to `reach`, m, at random: flat cloth under compression is in
    /// balance, but only until something touches it.
    pub(super) fn nudge(&mut self, reach: f64) {
        let mut random = Random::new(1);
        for (_, position) in self.positions.iter_mut().enumerate().filter(|(i, _)| !self.model.fixed[*i]) {
            position.z += reach * random.signed();
        }
    }

    /// Deformed weft and warp of each triangle.
    pub(super) fn threads(&self) -> impl Iterator<Item = Frame> + '_ {
        let corners = |triangle: &[u32; 3]| triangle.map(|i| self.positions[i as usize]);
        self.model
            .triangles
            .iter()
            .zip(&self.model.rest)
            .map(move |(triangle, rest)| Frame::new(rest, corners(triangle)))
    }

    /// Finds the equilibrium from where the particles are.
    pub(super) fn settle(&mut self) -> Settled {
        let settled = self.lead();
        self.log.add(settled);
        settled
    }

    /// The same on the way to an equilibrium that counts: the log does not see it.
    pub(super) fn lead(&mut self) -> Settled {
        self.statics.find(&self.model, &self.loads, &mut self.positions, self.effort)
    }

    /// Sum of the forces that hold the held particles, each times `weight` of its place at rest: with the weight 1 on
    /// a clamp its force, with the velocity of each particle per displacement the force conjugate to that displacement.
    pub(super) fn reaction(&self, weight: impl Fn(DVec3) -> DVec3) -> f64 {
        let internal = self.statics.internal_forces();
        let held = (0..internal.len()).filter(|i| self.model.fixed[*i]);
        held.map(|i| -(internal[i] + self.loads[i]).dot(weight(self.model.start[i]))).sum()
    }
}

fn holding(mut model: Model, held: impl Fn(DVec3) -> bool) -> Model {
    model.fixed = model.start.iter().map(|start| held(*start)).collect();
    model
}

/// Whether two lengths of a sample are the same place.
pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}
