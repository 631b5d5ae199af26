//! Static relaxation: no time at all, the cloth goes to where forces balance.

use super::{Integrators, Scheme};
use crate::row::RowOf;

/// The solver has its equations: `src/solver/step/relaxation.rs`.
pub const SCHEME: Scheme = Scheme::Rest;

pub(super) const ROW: RowOf<Integrators> = RowOf::<Integrators> {
    id: "integrator.static",
    title: "Static relaxation",
    help: "Goes to the nearest place of rest without swinging there: velocities are forgotten, and each step lowers the energy. For the shape alone; the way there is no motion.",
    parameters: &[],
    curves: &[],
    make: SCHEME,
};
