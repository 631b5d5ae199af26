//! Dahl's friction on a monotone path of one strain.
//!
//! With s the sign of the strain's change, g the sign of the strain and σ_max = a + b|ε|:
//!
//! ```text
//! dσ/dε = (σ_max − s σ)/τ                      (2)  Form::Ode
//! σ = s σ_max(ε) − g b τ + (σ₀ − s σ_max(ε₀) + g b τ)·exp(−s(ε−ε₀)/τ)
//!
//! dσ/dε = (σ_max − s σ)/τ + s dσ_max/dε             Form::Eq3
//! σ = s σ_max(ε) + (σ₀ − s σ_max(ε₀))·exp(−s(ε−ε₀)/τ)   (3)
//! ```
//!
//! The paper gives (3) as the solution of (2); it is that of another law, whose friction reaches σ_max itself and does not
//! stay b·τ behind a limit that moves. For b = 0 both are one. Both solutions hold while the strain keeps its sign, so that
//! a path through zero is taken in two parts. (The paper writes bε for tension alone.)

use super::{Friction, Start};
use crate::math::real::exp;

/// Limit and reach of friction on one side of zero strain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// a: limit of the friction stress at zero strain, N/m; of curvature N.
    pub limit: f64,
    /// b: growth of the limit with the strain, N/m; of curvature N·m.
    pub growth: f64,
    /// τ: strain within which friction comes nearer to its limit by 63 %; of curvature 1/m.
    pub reach: f64,
}

impl Side {
    /// σ_max at a strain.
    pub fn max(&self, strain: f64) -> f64 {
        self.limit + self.growth * strain.abs()
    }

    /// Whether there is no friction.
    pub fn is_none(&self) -> bool {
        self.limit == 0.0 && self.growth == 0.0
    }

    /// The two together, see [`super::bonded`].
    pub(super) fn and(self, other: Side) -> Side {
        let (limit, growth) = (self.limit + other.limit, self.growth + other.growth);
        let rise = |side: Side| if side.limit > 0.0 { side.limit / side.reach } else { 0.0 };
        let rises = rise(self) + rise(other);
        let reach = if rises > 0.0 { limit / rises } else { self.reach.max(other.reach) };
        Side { limit, growth, reach }
    }
}

/// Which differential equation is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// (2).
    Ode,
    /// What (3) solves.
    Eq3,
}

/// Exponents beyond this leave nothing of e^−x beside 1.
const GONE: f64 = 40.0;

/// Friction after the straight way from the start to a strain; `sides` are for positive and negative strain.
#[inline]
pub fn follow(form: Form, sides: &[Side; 2], start: Start, strain: f64) -> Friction {
    if start.strain * strain >= 0.0 {
        return part(form, &sides[usize::from(start.strain + strain < 0.0)], start, strain);
    }
    let first = part(form, &sides[usize::from(start.strain < 0.0)], start, 0.0);
    let at_zero = Start { strain: 0.0, stress: first.stress, drift: 0.0 };
    let second = part(form, &sides[usize::from(strain < 0.0)], at_zero, strain);
    let secant = (second.stress - start.stress) / (strain - start.strain);
    // The mean of both parts' secants by their lengths.
    Friction { secant: secant.clamp(0.0, first.secant.max(second.secant)), ..second }
}

/// The same where the strain keeps its sign.
#[inline]
fn part(form: Form, side: &Side, start: Start, strain: f64) -> Friction {
    let Side { limit, growth, reach } = *side;
    let change = strain - start.strain;
    if side.is_none() && start.stress == 0.0 {
        return Friction::default();
    }
    let max = side.max(strain);
    if change == 0.0 {
        // Between what the next motion forwards and backwards would meet.
        return Friction { stress: start.stress, tangent: max / reach, secant: max / reach };
    }
    let sign = if change > 0.0 { 1.0 } else { -1.0 };
    let outward = if start.strain + strain < 0.0 { -1.0 } else { 1.0 };
    let way = change.abs() / reach;
    let decay = if way > GONE { 0.0 } else { exp(-way) };
    let (lag, moving) = match form {
        Form::Ode => (outward * growth * reach, 0.0),
        Form::Eq3 => (0.0, sign * outward * growth),
    };
    let limit_before = limit + growth * start.strain.abs();
    let stress = sign * max - lag + (start.stress - sign * limit_before + lag) * decay;
    let tangent = ((max - sign * stress) / reach + moving).max(0.0);
    // A secant lies between the slopes at both ends; of a tiny change it would be rounding over nothing.
    let first = ((limit_before - sign * start.stress) / reach + moving).max(0.0);
    let secant = ((stress - start.stress) / change).clamp(0.0, first.max(tangent));
    Friction { stress, tangent, secant }
}
