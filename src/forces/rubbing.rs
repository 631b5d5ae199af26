//! The way of one strain through a step, along which internal friction is felt.
//!
//! ```text
//!   σ │        ____ saturated: the tangent sees nothing of what a turn would meet
//!     │    ╱‾‾‾     from here Newton's method leads far to the other side of the start, …
//!     │   ╱
//!     │  │ ← start of the step: stiff to one side, soft to the other
//!   __│_╱           … where it is as flat, and back again, for ever
//!     └──────────── ε
//! ```
//!
//! Stress is the law's along the whole way from the start, always. The slope given to Newton's method is the tangent, but
//! where it would go in circles: an iteration that has come to the other side of the start takes the chord from the one
//! before, which lies on this way too, and lands between both.

use crate::fabric::internal_friction::{Ends, Friction, InternalFrictionLaw, Mode, Starts};
use std::ops::Range;

/// The ways of one strain of many triangles: where each begins, and where the iteration before was on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    pub(super) strain: Vec<f64>,
    pub(super) stress: Vec<f64>,
    /// Empty where no law asks for it.
    pub(super) drift: Vec<f64>,
    /// Strain at the iteration before; not a number where there was none.
    before: Vec<f64>,
    /// Stress there.
    felt: Vec<f64>,
}

impl Ways {
    /// Room for so many ways, and for the drift of each where a law asks for it.
    pub(super) fn new(count: usize, looks_ahead: bool) -> Self {
        let drift = if looks_ahead { vec![0.0; count] } else { Vec::new() };
        let zeros = || vec![0.0; count];
        Ways { strain: zeros(), stress: zeros(), drift, before: vec![f64::NAN; count], felt: zeros() }
    }

    /// A step begins: no iteration was before.
    pub(super) fn begin(&mut self) {
        self.before.fill(f64::NAN);
    }

    /// Where some of them begin.
    #[inline]
    pub(super) fn starts(&self, batch: Range<usize>) -> Starts<'_> {
        let drift = self.drift.get(batch.clone()).unwrap_or_default();
        Starts { strain: &self.strain[batch.clone()], stress: &self.stress[batch], drift }
    }

    /// Stresses at the ends of some ways, always the same together, and in place of tangents the slopes for Newton's method.
    pub(super) fn feel(&mut self, law: &dyn InternalFrictionLaw, mode: Mode, batch: Range<usize>, ends: &mut Ends) {
        law.feel_all(mode, self.starts(batch.clone()), ends);
        let Ends { strain, stress, tangent, secant } = ends;
        let (starts, count) = (&self.strain[batch.clone()], batch.len());
        let (before, felt) = (&mut self.before[batch.clone()], &mut self.felt[batch]);
        if before.first().is_some_and(|before| before.is_nan()) {
            for (slope, secant) in tangent.iter_mut().zip(secant) {
                *slope = Friction { stress: 0.0, tangent: *slope, secant: *secant }.first_slope();
            }
        } else {
            for i in 0..count {
                let turned = (strain[i] - starts[i]) * (before[i] - starts[i]) < 0.0;
                let chord = (stress[i] - felt[i]) / (strain[i] - before[i]);
                let chord = if chord > 0.0 { chord } else { 0.0 };
                tangent[i] = if turned { chord } else { tangent[i] };
            }
        }
        before.copy_from_slice(&strain[..count]);
        felt.copy_from_slice(&stress[..count]);
    }

    /// Friction stresses at the ends of some ways, which become their beginnings.
    pub(super) fn settle(&mut self, law: &dyn InternalFrictionLaw, mode: Mode, batch: Range<usize>, ends: &mut Ends) {
        law.settle_all(mode, self.starts(batch.clone()), ends);
        let count = batch.len();
        self.strain[batch].copy_from_slice(&ends.strain[..count]);
    }
}
