//! SDIRK-2 (Alexander 1977): second order in two stages, and damps what is too fast for the step.

use super::{Integrators, Scheme, Stage};
use crate::row::RowOf;
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// The smaller of the two γ that make it L-stable.
const GAMMA: f64 = 1.0 - FRAC_1_SQRT_2;

/// y₁ = x₀ + γh w₁; x₁ = x₀ + (1−γ)h w₁ + γh w₂, and the same for velocities. With h w₁ = (y₁ − x₀)/γ the second stage
/// begins at −√2 x₀ + (1+√2) y₁. Its error is 0.040 h³ x⃛ a step, that of BDF-2 with steps of half the length, the same work,
/// twice that.
pub const SCHEME: Scheme = Scheme::Stages(&[
    Stage { from: &[0.0, 1.0], gamma: GAMMA, at: GAMMA },
    Stage { from: &[0.0, -SQRT_2, 1.0 + SQRT_2], gamma: GAMMA, at: 1.0 },
]);

pub(super) const ROW: RowOf<Integrators> = RowOf::<Integrators> {
    id: "integrator.sdirk2",
    title: "SDIRK-2",
    help: "Second order in two half-size solves per step: truer to the motion than BDF-2 for the same work, and needs no past, so that edits and contacts do not disturb it.",
    parameters: &[],
    curves: &[],
    make: SCHEME,
};
