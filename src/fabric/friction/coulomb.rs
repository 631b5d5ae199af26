//! Coulomb friction: one coefficient at every speed and at rest (model C of Wong 2013, eq. 1).

use super::{FrictionLaw, FrictionLaws};
use crate::{parameters, row::RowOf, row::Values};

parameters! {
    /// One coefficient at every speed.
    pub struct Coulomb {
        /// Friction force over normal force. Cloth on skin or wood is 0.2 to 0.6; with 0 it slides off everything.
        mu_c: "1" = 0.3, soft [0.0, 1.0], hard [0.0, 5.0], source "typical of cotton on a smooth form";
    }
}

impl FrictionLaw for Coulomb {
    fn stiction(&self) -> f64 {
        self.mu_c
    }

    fn coefficient(&self, _speed: f64) -> f64 {
        self.mu_c
    }

    fn coefficient_slope(&self, _speed: f64) -> f64 {
        0.0
    }
}

fn make(values: &Values) -> Box<dyn FrictionLaw> {
    Box::new(Coulomb::from_values(values))
}

pub(super) const ROW: RowOf<FrictionLaws> = RowOf::<FrictionLaws> {
    id: "friction.c",
    title: "Coulomb",
    help: "One coefficient at every speed.",
    parameters: Coulomb::PARAMETERS,
    curves: &[],
    make,
};
