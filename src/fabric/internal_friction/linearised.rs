//! Dahl's friction as the paper steps it: linearised at the start of the step (Miguel 2013, eq. 9),
//!
//! ```text
//! σ = σ₀ + (a + b|ε₀| − s₀σ₀ + g b Δε₀)/(τ + s₀Δε₀) · (ε − ε₀),   Δε₀ = Δt·ε̇₀, s₀ = sign ε̇₀
//! ```
//!
//! Force and matrix are cheap and linear in the strain, but the sign s₀ is the old one: in the step of a reversal the force
//! is off by 20 to 135 % of σ_max at 15 ms. What is remembered at the end of a step follows (2), so that the error does not
//! grow. For comparison with the paper.

use super::dahl::{Sided, sides};
use super::{Dahl, Ends, Form, Friction, InternalFriction, InternalFrictionLaw, InternalFrictionLaws, Mode, Side};
use super::{Start, Starts, Stiffness};
use crate::row::{Given, RowOf};

#[derive(Debug)]
struct Linearised {
    exact: Sided,
}

impl InternalFrictionLaw for Linearised {
    fn feel(&self, mode: Mode, start: Start, strain: f64) -> Friction {
        let Start { strain: from, stress, drift } = start;
        let side = &self.exact.of(mode)[usize::from(from < 0.0)];
        if side.is_none() && stress == 0.0 {
            return Friction::default();
        }
        let sign = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
        let ahead = side.max(from) - sign(drift) * stress + sign(from) * side.growth * drift;
        let slope = (ahead / (side.reach + drift.abs())).max(0.0);
        Friction { stress: stress + slope * (strain - from), tangent: slope, secant: slope }
    }

    fn settle(&self, mode: Mode, start: Start, strain: f64) -> f64 {
        self.exact.settle(mode, start, strain)
    }

    fn settle_all(&self, mode: Mode, starts: Starts<'_>, ends: &mut Ends) {
        self.exact.settle_all(mode, starts, ends);
    }

    fn sides(&self, mode: Mode) -> [Side; 2] {
        self.exact.sides(mode)
    }

    fn form(&self) -> Form {
        self.exact.form
    }

    fn looks_ahead(&self) -> bool {
        true
    }
}

fn make(given: &Given<'_>, _: &Stiffness) -> InternalFriction {
    Some(Box::new(Linearised { exact: Sided { form: Form::Ode, sides: sides(&Dahl::from_values(given.numbers)) } }))
}

pub(super) const ROW: RowOf<InternalFrictionLaws> = RowOf::<InternalFrictionLaws> {
    id: "internal-friction.dahl-linearised",
    title: "Dahl, linearised in each step",
    help: "Dahl's law with the force of equation (9) of Miguel 2013: in a step that turns back the force is wrong by up to the whole friction. For comparison with the paper; choose Dahl for everything else.",
    parameters: Dahl::PARAMETERS,
    curves: &[],
    make,
};
