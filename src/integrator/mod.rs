//! How time advances: one row per integrator.
//!
//! A step solves, once per *stage*, the same implicit equations for positions y and velocities w:
//!
//! ```text
//!   y = a + γh·w        w = b + γh·M⁻¹f(y, w)
//! ```
//!
//! Here a and b are combinations of the last two states and of the stages solved before: the same weights for both. The
//! last stage is the end of the step, or lies on the way to it: x₁ = x₀ + (y − x₀)/c, v₁ = v₀ + (w − v₀)/c with c its time as
//! a part of the step. Every diagonally implicit Runge–Kutta method that ends with its last stage can be written so: what
//! a stage adds, γh·w, is y − a. So an integrator is a short list of numbers, and whatever can be added to the forces works
//! with all of them.
//!
//! The one exception, [`Scheme::Rest`], has no time: it looks for the place where forces balance.

pub mod backward_euler;
pub mod bdf2;
pub mod midpoint;
pub mod relaxation;
pub mod sdirk2;

use crate::row::{Row, Table};

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scheme {
    /// Goes on in time, by these stages.
    Stages(&'static [Stage]),
    /// Moves towards balance; velocities have no effect.
    Rest,
}

/// The numbers of a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// Weights in a and b: of the state before the last, of the last, and of the stages solved so far. Their sum is 1.
    pub from: &'static [f64],
    /// γ: how much of a step the stage's own velocity acts.
    pub gamma: f64,
    /// c: when it is, as a part of the step.
    pub at: f64,
}

impl Scheme {
    /// Whether it needs the state before the last.
    pub fn looks_back(&self) -> bool {
        matches!(self, Scheme::Stages(stages) if stages.iter().any(|stage| stage.from[0] != 0.0))
    }
}

/// The table of integrators.
#[derive(Debug)]
pub struct Integrators;

impl Table for Integrators {
    type Make = Scheme;
    const NOUN: &'static str = "integrator";

    fn rows() -> &'static [Row<Self::Make>] {
        &[backward_euler::ROW, midpoint::ROW, bdf2::ROW, sdirk2::ROW, relaxation::ROW]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cloth that stands still stays so, and a stage refers to none that comes after it.
    #[test]
    fn weights_of_every_stage_sum_to_one() {
        for row in Integrators::rows() {
            let Scheme::Stages(stages) = row.make else { continue };
            for (nth, stage) in stages.iter().enumerate() {
                let sum: f64 = stage.from.iter().sum();
                assert!(
                    (sum - 1.0).abs() < 1e-15 && (2..=2 + nth).contains(&stage.from.len()),
                    "{}: {stage:?}",
                    row.id
                );
                // A motion of constant speed passes through every stage in time: a = x₀ + (c − γ)h·v.
                let passed = stages[..nth].iter().map(|stage| stage.at);
                let start: f64 = stage.from.iter().zip([-1.0, 0.0].into_iter().chain(passed)).map(|(w, t)| w * t).sum();
                assert!((start + stage.gamma - stage.at).abs() < 1e-15, "{}: {stage:?}", row.id);
            }
        }
    }
}
