//! Internal friction of stretch and shear (Miguel 2013, §3): on each strain of a triangle, along the way from its strain at the start
//! of the step.

use super::super::rubbing::Way;
use super::{Frame, Scratch};
use crate::cloth::{Model, State};
use crate::fabric::internal_friction::{InternalFrictionLaw, Mode, Start};
use crate::fabric::membrane::Response;
use crate::forces::Geometric;
use std::ops::Range;

impl Scratch {
    /// Takes the strains and friction stresses of a state as where the step begins. Whoever adds forces of moving cloth has said
    /// this first, and how long the step takes: its iterations share it.
    pub fn begin(&mut self, model: &Model, from: &State, seconds: f64) {
        if from.friction.membrane.is_empty() {
            return;
        }
        each_rubbing(model, |law, i| {
            let (corners, rest) = (model.triangles[i].map(|p| p as usize), &model.rest[i]);
            let frame = Frame::new(rest, corners.map(|p| from.positions[p]));
            let (strain, stress) = (frame.strain().vector(), from.friction.membrane[i]);
            let drift = law.looks_ahead().then(|| {
                let change = Frame::new(rest, corners.map(|p| seconds * from.velocities[p]));
                frame.rate(&change).vector()
            });
            let drift = drift.unwrap_or_default();
            let start = |m: usize| Start { strain: strain[m], stress: stress[m], drift: drift[m] };
            self.ways[i] = std::array::from_fn(|m| Way::new(start(m)));
        });
    }

    /// Adds the friction of the way from the start of the step to the responses of a batch.
    pub(super) fn add_friction(&mut self, batch: Range<usize>, geometric: Geometric, law: &dyn InternalFrictionLaw) {
        let exact = geometric == Geometric::Exact;
        for ((ways, strain), response) in self.ways[batch].iter_mut().zip(&self.strains).zip(&mut self.responses) {
            let (strain, Response { stress, tangent, .. }) = (strain.vector(), response);
            for (m, mode) in Mode::MEMBRANE.into_iter().enumerate() {
                let (more, slope) = if exact {
                    let friction = law.feel(mode, ways[m].start, strain[m]);
                    (friction.stress, friction.tangent)
                } else {
                    ways[m].feel(law, mode, strain[m]).into()
                };
                stress[m] += more;
                tangent.col_mut(m)[m] += slope;
            }
        }
    }

    /// What friction has come to when the step that [began](Self::begin) is done. Only now is it remembered: iterations of the
    /// solver go to and fro, and the cloth does not.
    pub fn settle_friction(&self, model: &Model, state: &mut State) {
        if state.friction.membrane.is_empty() {
            return;
        }
        let State { positions, friction, .. } = state;
        each_rubbing(model, |law, i| {
            let corners = model.triangles[i].map(|p| positions[p as usize]);
            let strain = Frame::new(&model.rest[i], corners).strain().vector();
            let settled = |m: usize| law.settle(Mode::MEMBRANE[m], self.ways[i][m].start, strain[m]);
            friction.membrane[i] = std::array::from_fn(settled);
        });
    }
}

/// Goes through the triangles that have friction.
fn each_rubbing(model: &Model, mut each: impl FnMut(&dyn InternalFrictionLaw, usize)) {
    for (patch, fabric) in model.patches.iter().zip(&model.patch_fabrics) {
        let Some(law) = &model.fabrics[*fabric].internal_friction else { continue };
        let first = patch.first_triangle as usize;
        (first..first + patch.triangle_count as usize).for_each(|i| each(law.as_ref(), i));
    }
}
