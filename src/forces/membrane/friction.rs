//! Internal friction of stretch and shear (Miguel 2013, §3): on each strain of a triangle, along the way from its strain at the start
//! of the step.

use super::super::rubbing::Ways;
use super::{BATCH, Frame, Scratch};
use crate::cloth::{Model, State};
use crate::fabric::internal_friction::{InternalFrictionLaw, Mode};
use crate::forces::Geometric;
use glam::DVec3;
use std::ops::Range;

impl Scratch {
    /// Takes the strains and friction stresses of a state as where the step begins. Whoever adds forces of moving cloth has said
    /// this first, and how long the step takes: its iterations share it. Cloth that is where the step before [ended](Self::settle_friction)
    /// has `stayed`, and its strains are still known.
    pub fn begin(&mut self, model: &Model, from: &State, (seconds, stayed): (f64, bool)) {
        if from.friction.membrane.is_empty() {
            return;
        }
        self.ways.iter_mut().for_each(Ways::begin);
        each_rubbing(model, |law, batch| {
            if !stayed {
                self.strain(model, &from.positions, batch.clone());
                for (m, ways) in self.ways.iter_mut().enumerate() {
                    for (start, strain) in ways.strain[batch.clone()].iter_mut().zip(&self.strains) {
                        *start = strain.vector()[m];
                    }
                }
            }
            for (m, ways) in self.ways.iter_mut().enumerate() {
                for (start, stress) in ways.stress[batch.clone()].iter_mut().zip(&from.friction.membrane[batch.clone()])
                {
                    *start = stress[m];
                }
            }
            if law.looks_ahead() {
                self.drift(model, from, (seconds, batch));
            }
        });
    }

    /// Strains of a batch.
    fn strain(&mut self, model: &Model, positions: &[DVec3], batch: Range<usize>) {
        for (strain, i) in self.strains.iter_mut().zip(batch) {
            let corners = model.triangles[i].map(|p| positions[p as usize]);
            *strain = Frame::new(&model.rest[i], corners).strain();
        }
    }

    /// How far strains of a batch would change in the step at the rate that they have at its start.
    fn drift(&mut self, model: &Model, from: &State, (seconds, batch): (f64, Range<usize>)) {
        for i in batch {
            let (corners, rest) = (model.triangles[i].map(|p| p as usize), &model.rest[i]);
            let frame = Frame::new(rest, corners.map(|p| from.positions[p]));
            let change = Frame::new(rest, corners.map(|p| seconds * from.velocities[p]));
            let drift = frame.rate(&change).vector();
            self.ways.iter_mut().zip(drift.to_array()).for_each(|(ways, drift)| ways.drift[i] = drift);
        }
    }

    /// Adds the friction of the way from the start of the step to the responses of a batch.
    pub(super) fn add_friction(&mut self, batch: Range<usize>, geometric: Geometric, law: &dyn InternalFrictionLaw) {
        let count = batch.len();
        for (m, mode) in Mode::MEMBRANE.into_iter().enumerate() {
            let (ways, ends) = (&mut self.ways[m], &mut self.ends);
            for (end, strain) in ends.strain.iter_mut().zip(&self.strains[..count]) {
                *end = strain.vector()[m];
            }
            if geometric == Geometric::Exact {
                law.feel_all(mode, ways.starts(batch.clone()), ends);
            } else {
                ways.feel(law, mode, batch.clone(), ends);
            }
            for (i, response) in self.responses[..count].iter_mut().enumerate() {
                response.stress[m] += ends.stress[i];
                response.tangent.col_mut(m)[m] += ends.tangent[i];
            }
        }
    }

    /// What friction has come to when the step that [began](Self::begin) is done. Only now is it remembered: iterations of the
    /// solver go to and fro, and the cloth does not.
    pub fn settle_friction(&mut self, model: &Model, state: &mut State) {
        if state.friction.membrane.is_empty() {
            return;
        }
        let State { positions, friction, .. } = state;
        each_rubbing(model, |law, batch| {
            self.strain(model, positions, batch.clone());
            for (m, mode) in Mode::MEMBRANE.into_iter().enumerate() {
                let ends = &mut self.ends;
                for (end, strain) in ends.strain.iter_mut().zip(&self.strains) {
                    *end = strain.vector()[m];
                }
                self.ways[m].settle(law, mode, batch.clone(), ends);
                for (settled, stress) in friction.membrane[batch.clone()].iter_mut().zip(&ends.stress) {
                    settled[m] = *stress;
                }
            }
        });
    }
}

/// Goes through the triangles that have friction, batch by batch.
fn each_rubbing(model: &Model, mut each: impl FnMut(&dyn InternalFrictionLaw, Range<usize>)) {
    for (patch, fabric) in model.patches.iter().zip(&model.patch_fabrics) {
        let Some(law) = &model.fabrics[*fabric].internal_friction else { continue };
        let (first, count) = (patch.first_triangle as usize, patch.triangle_count as usize);
        for start in (first..first + count).step_by(BATCH) {
            each(law.as_ref(), start..(start + BATCH).min(first + count));
        }
    }
}
