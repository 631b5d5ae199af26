//! Implicit midpoint: second order, and keeps the energy of a swing.

use super::{Integrators, Scheme, Stage};
use crate::row::RowOf;

/// The stage is the middle of the step, half a backward Euler step away; the step goes as far again.
pub const SCHEME: Scheme = Scheme::Stages(&[Stage { from: &[0.0, 1.0], gamma: 0.5, at: 0.5 }]);

pub(super) const ROW: RowOf<Integrators> = RowOf::<Integrators> {
    id: "integrator.midpoint",
    title: "Implicit midpoint",
    help: "Second order and without loss: what swings goes on swinging, and what rattles rattles on. Needs a fabric with viscosity or friction to come to rest.",
    parameters: &[],
    curves: &[],
    make: SCHEME,
};
