//! Backward Euler: first order, and never unstable.

use super::{Integrators, Scheme, Stage};
use crate::row::RowOf;

/// x₁ = x₀ + h v₁, v₁ = v₀ + h M⁻¹f(x₁, v₁).
pub const SCHEME: Scheme = Scheme::Stages(&[Stage { from: &[0.0, 1.0], gamma: 1.0, at: 1.0 }]);

pub(super) const ROW: RowOf<Integrators> = RowOf::<Integrators> {
    id: "integrator.backward-euler",
    title: "Backward Euler",
    help: "Calms the cloth by itself, the more the longer the step. For draping.",
    parameters: &[],
    curves: &[],
    make: SCHEME,
};
