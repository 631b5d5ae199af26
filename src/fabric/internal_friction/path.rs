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

use super::{Friction, MANY, Start, Starts};
use crate::math::real::decay;

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

/// Friction after the straight way from the start to a strain; `sides` are for positive and negative strain.
#[inline]
pub fn follow(form: Form, sides: &[Side; 2], start: Start, strain: f64) -> Friction {
    way::<true>(form, [Limits::new(sides[0]), Limits::new(sides[1])], start, strain)
}

/// The same at the ends of many ways, one beside the other. `put` is given the number of each way and the friction at its end.
#[inline(always)]
pub(super) fn follow_all(
    (form, sides): (Form, &[Side; 2]),
    starts: Starts<'_>,
    strains: &[f64; MANY],
    put: impl FnMut(usize, Friction),
) {
    let (one, other) = (Limits::new(sides[0]), Limits::new(sides[1]));
    // What is the same for all of them is told to the compiler, which takes it out of the loops. With one constant limit nothing
    // happens at zero.
    match (form, one == other, one.growth == 0.0) {
        (_, true, true) => each(starts, strains, put, |at, to| way::<false>(Form::Ode, [one; 2], at, to)),
        (Form::Ode, true, _) => each(starts, strains, put, |at, to| way::<true>(Form::Ode, [one; 2], at, to)),
        (Form::Eq3, true, _) => each(starts, strains, put, |at, to| way::<true>(Form::Eq3, [one; 2], at, to)),
        (form, ..) => each(starts, strains, put, |at, to| way::<true>(form, [one, other], at, to)),
    }
}

#[inline(always)]
fn each(
    starts: Starts<'_>,
    strains: &[f64; MANY],
    mut put: impl FnMut(usize, Friction),
    friction: impl Fn(Start, f64) -> Friction,
) {
    let n = starts.strain.len().min(MANY);
    let (from, stress) = (&starts.strain[..n], &starts.stress[..n]);
    for i in 0..n {
        put(i, friction(Start { strain: from[i], stress: stress[i], drift: 0.0 }, strains[i]));
    }
}

/// A side with 1/τ.
#[derive(Clone, Copy, PartialEq)]
struct Limits {
    limit: f64,
    growth: f64,
    reach: f64,
    per_reach: f64,
}

impl Limits {
    #[inline(always)]
    fn new(Side { limit, growth, reach }: Side) -> Self {
        Limits { limit, growth, reach, per_reach: 1.0 / reach }
    }

    /// What the friction stress comes near to at a strain, by the signs of its change and of itself.
    #[inline(always)]
    fn ahead(&self, form: Form, [sign, side]: [f64; 2], strain: f64) -> f64 {
        let limit = sign * (self.limit + self.growth * strain.abs());
        match form {
            Form::Ode => limit - side * self.growth * self.reach,
            Form::Eq3 => limit,
        }
    }

    /// The slope of friction where it is on its way to that.
    #[inline(always)]
    fn slope(&self, [sign, side]: [f64; 2], ahead: f64, stress: f64) -> f64 {
        positive(sign * ((ahead - stress) * self.per_reach + side * self.growth))
    }
}

/// The friction at the end of a way that passes zero where it is `PARTED`. Both outcomes of every question are worked out, and one is
/// chosen: without a branch between neighbours a processor computes several side by side.
#[inline(always)]
fn way<const PARTED: bool>(form: Form, sides: [Limits; 2], start: Start, strain: f64) -> Friction {
    let pick = |negative: bool| if negative { sides[1] } else { sides[0] };
    let of = |negative: bool| if negative { -1.0 } else { 1.0 };
    let change = strain - start.strain;
    let sign = if change > 0.0 { 1.0 } else { -1.0 };
    let (mut from, mut stress, mut steepest) = (start.strain, start.stress, 0.0);
    if PARTED {
        let negative = start.strain < 0.0;
        let (side, signs) = (pick(negative), [sign, of(negative)]);
        let before = side.ahead(form, signs, start.strain);
        let left = (start.stress - before) * decay(start.strain.abs() * side.per_reach);
        let (at_zero, slope) = (side.ahead(form, signs, 0.0) + left, side.slope(signs, before, start.stress));
        let passes = start.strain * strain < 0.0;
        from = if passes { 0.0 } else { from };
        stress = if passes { at_zero } else { stress };
        steepest = if passes { slope } else { 0.0 };
    }
    let negative = from + strain < 0.0;
    let (side, signs) = (pick(negative), [sign, of(negative)]);
    let (before, ahead) = (side.ahead(form, signs, from), side.ahead(form, signs, strain));
    let moved = ahead + (stress - before) * decay((strain - from).abs() * side.per_reach);
    let tangent = side.slope(signs, ahead, moved);
    // A secant lies between the slopes at both ends of each part; of a tiny change it would be rounding over nothing.
    let steepest = larger(larger(steepest, side.slope(signs, before, stress)), tangent);
    let secant = positive((moved - start.stress) / change);
    let secant = if secant < steepest { secant } else { steepest };
    // Cloth that has not moved: between what the next motion forwards and backwards would meet.
    let stays = change == 0.0;
    let still = (side.limit + side.growth * strain.abs()) * side.per_reach;
    Friction {
        stress: if stays { start.stress } else { moved },
        tangent: if stays { still } else { tangent },
        secant: if stays { still } else { secant },
    }
}

/// The larger of two numbers.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The number, or zero where it is negative.
#[inline(always)]
fn positive(x: f64) -> f64 {
    larger(x, 0.0)
}
