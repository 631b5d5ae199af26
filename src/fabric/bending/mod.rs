//! Bending laws: moment per width from curvature.

mod hinge;

use crate::row::{Row, Table, Values};
use std::fmt::Debug;

/// What a bending law answers to a curvature.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bend {
    /// Moment per width, N (N·m per m).
    pub moment: f64,
    /// dM/dκ, N·m.
    pub tangent: f64,
    /// Energy per rest area, J/m².
    pub energy: f64,
}

/// A law of bending.
pub trait BendingLaw: Debug + Send + Sync {
    /// Moment, tangent and energy at a curvature in 1/m; odd in the curvature.
    fn bend(&self, curvature: f64) -> Bend;

    /// Whether it never resists: then its hinges are left out.
    fn is_limp(&self) -> bool {
        false
    }

    /// The same for a batch: the virtual call is paid once, the loop inside is static.
    fn bend_all(&self, curvatures: &[f64], out: &mut [Bend]) {
        for (bend, curvature) in out.iter_mut().zip(curvatures) {
            *bend = self.bend(*curvature);
        }
    }
}

/// Two sheets bonded together: they bend alike and their moments add up.
#[derive(Debug)]
pub struct Bonded(pub [Box<dyn BendingLaw>; 2]);

impl BendingLaw for Bonded {
    fn bend(&self, curvature: f64) -> Bend {
        let [a, b] = [0, 1].map(|layer| self.0[layer].bend(curvature));
        Bend { moment: a.moment + b.moment, tangent: a.tangent + b.tangent, energy: a.energy + b.energy }
    }

    fn is_limp(&self) -> bool {
        self.0.iter().all(|layer| layer.is_limp())
    }
}

/// The table of bending laws.
#[derive(Debug)]
pub struct BendingLaws;

impl Table for BendingLaws {
    type Make = fn(&Values) -> Box<dyn BendingLaw>;
    const NOUN: &'static str = "bending law";

    fn rows() -> &'static [Row<Self::Make>] {
        &[hinge::ROW]
    }
}
