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

use super::super::rubbing::Ways;
use super::{BATCH, Scratch, curvature_of};
use crate::cloth::{CurvatureRest, Model, State};
use crate::fabric::bending::Curvature;
use crate::fabric::internal_friction::{Ends, InternalFrictionLaw, Mode};
use std::ops::Range;

/// Where a step's paths of curvature begin.
#[derive(Clone, Debug)]
pub(super) struct Rubbing {
    /// Curvatures of one fabric that rubs when it is bent, and its number; none where no fabric does: then nothing is computed.
    batches: Vec<(Range<usize>, usize)>,
    /// Of each component of the triangles' curvatures.
    ways: [Ways; 3],
    ends: Ends,
    /// How far rest angles were pressed in when the step before ended.
    pressed: f64,
}

impl Rubbing {
    pub(super) fn new(model: &Model) -> Self {
        let mut start = 0;
        let one = |batch: &[CurvatureRest]| {
            let range = start..start + batch.len();
            start = range.end;
            (range, batch[0].fabric as usize)
        };
        let runs = model.curvatures.chunk_by(|a, b| a.fabric == b.fabric);
        let all = runs.flat_map(|run| run.chunks(BATCH)).map(one);
        let batches: Vec<_> = all.filter(|(_, fabric)| model.fabrics[*fabric].bending_friction().is_some()).collect();
        let looks_ahead = batches.iter().any(|(_, fabric)| law(model, *fabric).looks_ahead());
        let count = if batches.is_empty() { 0 } else { model.curvatures.len() };
        let ways = std::array::from_fn(|_| Ways::new(count, looks_ahead));
        Rubbing { batches, ways, ends: Ends::default(), pressed: f64::NAN }
    }

    /// Whether any fabric rubs when it is bent.
    pub(super) fn is_active(&self) -> bool {
        !self.batches.is_empty()
    }
}

/// The friction of a fabric that rubs when it is bent.
fn law(model: &Model, fabric: usize) -> &dyn InternalFrictionLaw {
    model.fabrics[fabric].bending_friction().expect("batches are of fabrics that rub")
}

impl Scratch {
    /// Takes the curvatures and friction moments of a state as where the step begins. Whoever adds forces of moving cloth has
    /// said this first, and how long the step takes: its iterations share it. Cloth that is where the step before
    /// [ended](Self::settle_friction) has `stayed`, and its curvatures are still known.
    pub fn begin(&mut self, model: &Model, from: &State, (pressed, seconds, stayed): (f64, f64, bool)) {
        if !self.rubbing.is_active() {
            return;
        }
        let known = stayed && self.rubbing.pressed == pressed;
        if !known {
            self.measure(model, &from.positions, pressed);
            self.curve(model);
        }
        for (m, ways) in self.rubbing.ways.iter_mut().enumerate() {
            ways.begin();
            if !known {
                for (start, curvature) in ways.strain.iter_mut().zip(&self.curvatures) {
                    *start = components(*curvature)[m];
                }
            }
            for (start, rest) in ways.stress.iter_mut().zip(&model.curvatures) {
                *start = from.friction.bending[rest.triangle as usize][m];
            }
        }
        if !self.rubbing.ways[0].drift.is_empty() {
            self.drift(model, from, seconds);
        }
    }

    /// How far curvatures would change in the step at the rate that they have at its start.
    fn drift(&mut self, model: &Model, from: &State, seconds: f64) {
        for index in 0..self.batches.len() {
            self.measure_gradients(model, &from.positions, 0.0, self.batches[index].clone());
        }
        self.turn(model, &from.velocities);
        for (i, rest) in model.curvatures.iter().enumerate() {
            let rates = components(curvature_of(rest, &self.rates));
            self.rubbing.ways.iter_mut().zip(rates).for_each(|(ways, rate)| ways.drift[i] = seconds * rate);
        }
    }

    /// Adds the friction of the way from the start of the step.
    pub(super) fn add_friction(&mut self, model: &Model) {
        let Rubbing { batches, ways, ends, .. } = &mut self.rubbing;
        for (batch, fabric) in batches.iter() {
            let law = law(model, *fabric);
            for (m, mode) in Mode::BENDING.into_iter().enumerate() {
                for (end, curvature) in ends.strain.iter_mut().zip(&self.curvatures[batch.clone()]) {
                    *end = components(*curvature)[m];
                }
                ways[m].feel(law, mode, batch.clone(), ends);
                for (i, moments) in self.moments[batch.clone()].iter_mut().enumerate() {
                    moments.moment[m] += ends.stress[i];
                    moments.tangent[m] += ends.tangent[i];
                }
            }
        }
    }

    /// What friction has come to when the step that [began](Self::begin) is done. Only now is it remembered: iterations of the
    /// solver go to and fro, and the cloth does not.
    pub fn settle_friction(&mut self, model: &Model, state: &mut State, pressed: f64) {
        if !self.rubbing.is_active() {
            return;
        }
        self.measure(model, &state.positions, pressed);
        self.curve(model);
        let Rubbing { batches, ways, ends, pressed: known, .. } = &mut self.rubbing;
        *known = pressed;
        for (batch, fabric) in batches.iter() {
            let law = law(model, *fabric);
            for (m, mode) in Mode::BENDING.into_iter().enumerate() {
                for (end, curvature) in ends.strain.iter_mut().zip(&self.curvatures[batch.clone()]) {
                    *end = components(*curvature)[m];
                }
                ways[m].settle(law, mode, batch.clone(), ends);
                for (stress, rest) in ends.stress.iter().zip(&model.curvatures[batch.clone()]) {
                    state.friction.bending[rest.triangle as usize][m] = *stress;
                }
            }
        }
    }
}

/// In the order of moments.
#[inline]
fn components(curvature: Curvature) -> [f64; 3] {
    [curvature.uu, curvature.vv, curvature.uv]
}
