//! The way of one strain through a step, along which internal friction is felt.
//!
//! ```text
//!   σ │        ____ saturated: the tangent sees nothing of what a turn would meet
//!     │    ╱‾‾‾     from here Newton's method leads far to the other side of the start, …
//!     │   ╱
//!     │  │ ← start of the step: stiff to one side, soft to the other
//!   __│_╱           … where it is as flat, and back again, for ever
//!     └──────────── ε
//! ```
//!
//! Stress is the law's along the whole way from the start, always. The slope given to Newton's method is the tangent, but
//! where it would go in circles: an iteration that has come to the other side of the start takes the chord from the one
//! before, which lies on this way too, and lands between both.

use crate::fabric::internal_friction::{InternalFrictionLaw, Mode, Start};

/// Where the way begins, and where the iteration before was on it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    pub(super) start: Start,
    /// Strain and stress at the iteration before; not a number where there was none.
    last: [f64; 2],
}

impl Way {
    pub(super) fn new(start: Start) -> Self {
        Way { start, last: [f64::NAN; 2] }
    }

    /// Stress at a strain and the slope for Newton's method.
    #[inline]
    pub(super) fn feel(&mut self, law: &dyn InternalFrictionLaw, mode: Mode, strain: f64) -> [f64; 2] {
        let friction = law.feel(mode, self.start, strain);
        let [before, stress] = std::mem::replace(&mut self.last, [strain, friction.stress]);
        let turned = (strain - self.start.strain) * (before - self.start.strain) < 0.0;
        let slope = if turned {
            ((friction.stress - stress) / (strain - before)).max(0.0)
        } else if before.is_nan() {
            friction.first_slope()
        } else {
            friction.tangent
        };
        [friction.stress, slope]
    }
}
