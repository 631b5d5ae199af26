//! Coulomb friction, stiction and the Stribeck effect: friction falls from μ_s towards μ_c as cloth slides faster
//! (model CSS of Wong 2013, eq. 4):
//!
//! ```text
//! μ(v) = μ_c + (μ_s − μ_c)·e^(−(v/v_S)^δ_S)
//! ```
//!
//! Limits: for δ_S < 1 the slope at rest is infinite. With the paper's 0.2 a quarter of μ_s − μ_c is gone at 1 mm/s, so
//! that rest must be a state of its own and cannot be stood in for by slow sliding.

use super::{FrictionLaw, FrictionLaws, SLOWEST};
use crate::math::real::{exp, powf};
use crate::{parameters, row::RowOf, row::Values};

parameters! {
    /// Friction that falls from its value at rest as cloth slides faster.
    pub struct Stribeck {
        /// Friction force over normal force in fast sliding.
        mu_c: "1" = 0.2, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, skirt";
        /// The same at rest, not below mu_c. Far above it cloth moves in jerks: it sticks, breaks loose, sticks again.
        mu_s: "1" = 0.4, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, skirt";
        /// Stribeck speed v_S: here the excess over mu_c has fallen to 37 %. Small and the law is that of stiction alone.
        v_s_m_per_s: "m/s" = 0.4, soft [0.05, 2.0], hard [0.0001, 100.0], source "Wong 2013, table 1";
        /// Shape δ_S: the smaller, the steeper the fall just above rest and the longer the tail. 1 is a plain exponential.
        delta_s: "1" = 0.2, soft [0.1, 1.0], hard [0.01, 1.0], source "Wong 2013, §3.1, dry cloth";
    }
}

impl FrictionLaw for Stribeck {
    fn stiction(&self) -> f64 {
        self.mu_s
    }

    fn coefficient(&self, speed: f64) -> f64 {
        self.mu_c + (self.mu_s - self.mu_c) * exp(-powf(speed / self.v_s_m_per_s, self.delta_s))
    }

    fn coefficient_slope(&self, speed: f64) -> f64 {
        let speed = speed.max(SLOWEST);
        let power = powf(speed / self.v_s_m_per_s, self.delta_s);
        -(self.mu_s - self.mu_c) * self.delta_s * power / speed * exp(-power)
    }
}

fn make(values: &Values) -> Box<dyn FrictionLaw> {
    Box::new(Stribeck::from_values(values))
}

pub(super) const ROW: RowOf<FrictionLaws> = RowOf::<FrictionLaws> {
    id: "friction.css",
    title: "Coulomb, stiction and Stribeck",
    help: "Friction falls from its value at rest as cloth slides faster. Choose it for fine, lasting wrinkles and stick–slip.",
    parameters: Stribeck::PARAMETERS,
    curves: &[],
    make,
};
