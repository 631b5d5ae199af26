//! Internal friction of bending (Miguel 2013, §3): on each component of a triangle's curvature, for fabrics of every bending law.
//!
//! ```text
//!   (K_uu, K_vv, K_uv) at the start of the step  ──straight way──►  K now:    M_m += σ_m(K_m; K_m at the start, σ_m then)
//! ```
//!
//! σ is a moment per width, N, conjugate to its component: K_uv stands once in the energy, so that the moment of twist is
//! ∂W/∂K_uv, as the laws of the tensor have it. It acts with the weight A·S of the triangle's other moments. S is the
//! stiffening near seams: the layers that stiffen the cloth rub as well, so that what stays of a bend does not depend on
//! them. What is remembered is σ of the cloth by itself, without S.
//!
//! A hinge knows one angle and not along which thread it bends; friction does, and goes by the curvature of triangles even
//! where elasticity goes by hinges. Folds that are pressed in move the rest shape without rubbing: both ends of a step's
//! way are measured from the rest angles of its own time.

use super::super::rubbing::Way;
use super::{Scratch, curvature_of};
use crate::cloth::{CurvatureRest, Model, State};
use crate::fabric::bending::Curvature;
use crate::fabric::internal_friction::{InternalFrictionLaw, Mode, Start};

/// Where a step's paths of curvature begin.
#[derive(Clone, Debug)]
pub(super) struct Rubbing {
    /// Whether any fabric rubs when it is bent: else nothing is computed.
    pub(super) active: bool,
    /// Whether each fabric does.
    rubs: Vec<bool>,
    /// Of each triangle that has a curvature.
    ways: Vec<[Way; 3]>,
}

impl Rubbing {
    pub(super) fn new(model: &Model) -> Self {
        let rubs: Vec<bool> = model.fabrics.iter().map(|fabric| fabric.bending_friction().is_some()).collect();
        let active = model.curvatures.iter().any(|rest| rubs[rest.fabric as usize]);
        Rubbing { active, rubs, ways: vec![[Way::default(); 3]; if active { model.curvatures.len() } else { 0 }] }
    }

    fn law<'a>(&self, model: &'a Model, rest: &CurvatureRest) -> Option<&'a dyn InternalFrictionLaw> {
        let fabric = rest.fabric as usize;
        if self.rubs[fabric] { model.fabrics[fabric].internal_friction.as_deref() } else { None }
    }
}

impl Scratch {
    /// Takes the curvatures and friction moments of a state as where the step begins. Whoever adds forces of moving cloth has
    /// said this first, and how long the step takes: its iterations share it.
    pub fn begin(&mut self, model: &Model, from: &State, (pressed, seconds): (f64, f64)) {
        if !self.rubbing.active {
            return;
        }
        self.measure(model, &from.positions, pressed);
        self.curve(model);
        let ways = self.rubbing.ways.iter_mut().zip(&self.curvatures).zip(&model.curvatures);
        for ((ways, curvature), rest) in ways {
            let (strain, stress) = (components(*curvature), from.friction.bending[rest.triangle as usize]);
            *ways = std::array::from_fn(|m| Way::new(Start { strain: strain[m], stress: stress[m], drift: 0.0 }));
        }
        if model.fabrics.iter().any(|fabric| fabric.bending_friction().is_some_and(|law| law.looks_ahead())) {
            self.drift(model, from, seconds);
        }
    }

    /// How far curvatures would change in the step at the rate that they have at its start.
    fn drift(&mut self, model: &Model, from: &State, seconds: f64) {
        for index in 0..self.batches.len() {
            self.measure_gradients(model, &from.positions, 0.0, self.batches[index].clone());
        }
        self.turn(model, &from.velocities);
        for (ways, rest) in self.rubbing.ways.iter_mut().zip(&model.curvatures) {
            let ahead = components(curvature_of(rest, &self.rates)).map(|rate| seconds * rate);
            ways.iter_mut().zip(ahead).for_each(|(way, ahead)| way.start.drift = ahead);
        }
    }

    /// Adds the friction of the way from the start of the step.
    pub(super) fn add_friction(&mut self, model: &Model) {
        for (index, (rest, moments)) in model.curvatures.iter().zip(&mut self.moments).enumerate() {
            let Some(law) = self.rubbing.law(model, rest) else { continue };
            let (strain, ways) = (components(self.curvatures[index]), &mut self.rubbing.ways[index]);
            for (m, mode) in Mode::BENDING.into_iter().enumerate() {
                let [moment, slope] = ways[m].feel(law, mode, strain[m]);
                moments.moment[m] += moment;
                moments.tangent[m] += slope;
            }
        }
    }

    /// What friction has come to when the step that [began](Self::begin) is done. Only now is it remembered: iterations of the
    /// solver go to and fro, and the cloth does not.
    pub fn settle_friction(&mut self, model: &Model, state: &mut State, pressed: f64) {
        if !self.rubbing.active {
            return;
        }
        self.measure(model, &state.positions, pressed);
        self.curve(model);
        for (index, rest) in model.curvatures.iter().enumerate() {
            let Some(law) = self.rubbing.law(model, rest) else { continue };
            let (strain, ways) = (components(self.curvatures[index]), &self.rubbing.ways[index]);
            let settled = |m: usize| law.settle(Mode::BENDING[m], ways[m].start, strain[m]);
            state.friction.bending[rest.triangle as usize] = std::array::from_fn(settled);
        }
    }
}

/// In the order of moments.
fn components(curvature: Curvature) -> [f64; 3] {
    [curvature.uu, curvature.vv, curvature.uv]
}
