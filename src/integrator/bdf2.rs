//! BDF-2: second order, and damps only what is too fast for the step.

use super::{Integrators, Scheme, Stage};
use crate::row::RowOf;

/// x₁ = (4x₀ − x₋₁)/3 + ⅔h v₁, v₁ = (4v₀ − v₋₁)/3 + ⅔h M⁻¹f(x₁, v₁). The first step, which has no past, is backward Euler.
pub const SCHEME: Scheme = Scheme::Stages(&[Stage { from: &[-1.0 / 3.0, 4.0 / 3.0], gamma: 2.0 / 3.0, at: 1.0 }]);

pub(super) const ROW: RowOf<Integrators> = RowOf::<Integrators> {
    id: "integrator.bdf2",
    title: "BDF-2",
    help: "Second order, keeps slow swings and calms fast rattling. For motion that should look right.",
    parameters: &[],
    curves: &[],
    make: SCHEME,
};
