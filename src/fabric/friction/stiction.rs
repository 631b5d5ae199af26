//! Coulomb friction and stiction: more force is needed to start sliding than to go on (model CS of Wong 2013, eq. 2 and 3).

use super::{FrictionLaw, FrictionLaws};
use crate::{parameters, row::RowOf, row::Values};

parameters! {
    /// One coefficient while sliding and a larger one at rest.
    pub struct Stiction {
        /// Friction force over normal force while sliding. With 0 nothing slows a contact once it slides.
        mu_c: "1" = 0.2, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, skirt";
        /// The same at rest, not below mu_c. Far above it cloth moves in jerks: it sticks, breaks loose, sticks again.
        mu_s: "1" = 0.4, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, skirt";
    }
}

impl FrictionLaw for Stiction {
    fn stiction(&self) -> f64 {
        self.mu_s
    }

    fn coefficient(&self, _speed: f64) -> f64 {
        self.mu_c
    }

    // The drop from μ_s to μ_c is a jump between two states, no slope.
    fn coefficient_slope(&self, _speed: f64) -> f64 {
        0.0
    }
}

fn make(values: &Values) -> Box<dyn FrictionLaw> {
    Box::new(Stiction::from_values(values))
}

pub(super) const ROW: RowOf<FrictionLaws> = RowOf::<FrictionLaws> {
    id: "friction.cs",
    title: "Coulomb and stiction",
    help: "One coefficient while sliding and a larger one at rest. Choose it for cloth that clings until it is pulled.",
    parameters: Stiction::PARAMETERS,
    curves: &[],
    make,
};
