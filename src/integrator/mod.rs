//! How time advances: one row per integrator.
//!
//! Every one of them solves, once per step, the same implicit equations for a *stage* y with velocity w:
//!
//! ```text
//!   y = a + γh·w        w = b + γh·M⁻¹f(y, w)
//! ```
//!
//! and then goes from the old position x₀ through the stage to the new one, x₁ = x₀ + r·(y − x₀), v₁ = v₀ + r·(w − v₀).
//! Here a and b are combinations of the last two states. So an integrator is four numbers, and whatever can be added to
//! the forces works with all of them.

pub mod backward_euler;
pub mod bdf2;
pub mod midpoint;

use crate::row::{Row, Table};

/// The numbers of an integrator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scheme {
    /// Weights of the last state and of the one before it in a and b; their sum is 1.
    pub past: [f64; 2],
    /// γ: how much of a step the stage's own velocity acts.
    pub gamma: f64,
    /// r: how far the step reaches, as a multiple of the way to the stage. The stage is at the time h/r.
    pub reach: f64,
}

impl Scheme {
    /// Whether it needs the state before the last.
    pub fn looks_back(&self) -> bool {
        self.past[1] != 0.0
    }
}

/// The table of integrators.
#[derive(Debug)]
pub struct Integrators;

impl Table for Integrators {
    type Make = Scheme;
    const NOUN: &'static str = "integrator";

    fn rows() -> &'static [Row<Self::Make>] {
        &[backward_euler::ROW, midpoint::ROW, bdf2::ROW]
    }
}
