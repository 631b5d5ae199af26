//! Dahl's friction stated by what a user sees: the strain that stays, and the strain after which no more of it stays
//! (Miguel 2013, §3.1).
//!
//! ```text
//! σ_max = k ε_per      α = σ_max/(ε_sat − ε_per) · ln(2/(1 − c)),  c = 0.95      τ = σ_max/α
//! ```
//!
//! k is the fabric's stiffness at rest in that mode. Both strains at zero are no friction in that mode.

use super::dahl::Sided;
use super::{Form, InternalFriction, InternalFrictionLaws, Mode, Side, Stiffness};
use crate::{parameters, row::Given, row::RowOf};

/// c: friction that has come this near to its limit is called saturated.
pub const SATURATED: f64 = 0.95;
/// ln(2/(1 − c)) = ln 40.
const LOG: f64 = 3.688_879_454_113_936;

parameters! {
    /// Strains that stay.
    pub struct Persistent {
        /// Strain along the weft that stays when a large load is gone. Several per cent look like clay.
        weft_persistent: "1" = 0.005, soft [0.0, 0.1], hard [0.0, 1.0], source "typical of a plain cotton";
        /// Strain along the weft to which the cloth must be taken so that all of that stays; larger than it.
        weft_saturation: "1" = 0.03, soft [0.0, 0.3], hard [0.0, 5.0], source "typical of a plain cotton";
        /// Strain along the warp that stays when a large load is gone.
        warp_persistent: "1" = 0.004, soft [0.0, 0.1], hard [0.0, 1.0], source "typical of a plain cotton";
        /// Strain along the warp to which the cloth must be taken so that all of that stays; larger than it.
        warp_saturation: "1" = 0.025, soft [0.0, 0.3], hard [0.0, 5.0], source "typical of a plain cotton";
        /// Shear strain that stays when a large load is gone.
        shear_persistent: "1" = 0.01, soft [0.0, 0.1], hard [0.0, 1.0], source "typical of a plain cotton";
        /// Shear strain to which the cloth must be taken so that all of that stays; larger than it.
        shear_saturation: "1" = 0.06, soft [0.0, 0.3], hard [0.0, 5.0], source "typical of a plain cotton";
        /// Curvature along the weft, positive, that stays when a large load is gone.
        bend_weft_pos_persistent_per_m: "1/m" = 20.0, soft [0.0, 100.0], hard [0.0, 1e5], source "typical: 2HB of 0.04 gf·cm/cm over a stiffness of 0.1 gf·cm²/cm";
        /// Curvature along the weft, positive, to which the cloth must be taken so that all of that stays; larger than it.
        bend_weft_pos_saturation_per_m: "1/m" = 60.0, soft [0.0, 400.0], hard [0.0, 1e6], source "typical";
        /// Curvature along the weft, negative, that stays when a large load is gone.
        bend_weft_neg_persistent_per_m: "1/m" = 20.0, soft [0.0, 100.0], hard [0.0, 1e5], source "typical: 2HB of 0.04 gf·cm/cm over a stiffness of 0.1 gf·cm²/cm";
        /// Curvature along the weft, negative, to which the cloth must be taken so that all of that stays; larger than it.
        bend_weft_neg_saturation_per_m: "1/m" = 60.0, soft [0.0, 400.0], hard [0.0, 1e6], source "typical";
        /// Curvature along the warp, positive, that stays when a large load is gone.
        bend_warp_pos_persistent_per_m: "1/m" = 20.0, soft [0.0, 100.0], hard [0.0, 1e5], source "typical: 2HB of 0.04 gf·cm/cm over a stiffness of 0.1 gf·cm²/cm";
        /// Curvature along the warp, positive, to which the cloth must be taken so that all of that stays; larger than it.
        bend_warp_pos_saturation_per_m: "1/m" = 60.0, soft [0.0, 400.0], hard [0.0, 1e6], source "typical";
        /// Curvature along the warp, negative, that stays when a large load is gone.
        bend_warp_neg_persistent_per_m: "1/m" = 20.0, soft [0.0, 100.0], hard [0.0, 1e5], source "typical: 2HB of 0.04 gf·cm/cm over a stiffness of 0.1 gf·cm²/cm";
        /// Curvature along the warp, negative, to which the cloth must be taken so that all of that stays; larger than it.
        bend_warp_neg_saturation_per_m: "1/m" = 60.0, soft [0.0, 400.0], hard [0.0, 1e6], source "typical";
        /// Twist, positive, that stays when a large load is gone.
        twist_pos_persistent_per_m: "1/m" = 20.0, soft [0.0, 100.0], hard [0.0, 1e5], source "typical: 2HB of 0.04 gf·cm/cm over a stiffness of 0.1 gf·cm²/cm";
        /// Twist, positive, to which the cloth must be taken so that all of that stays; larger than it.
        twist_pos_saturation_per_m: "1/m" = 60.0, soft [0.0, 400.0], hard [0.0, 1e6], source "typical";
        /// Twist, negative, that stays when a large load is gone.
        twist_neg_persistent_per_m: "1/m" = 20.0, soft [0.0, 100.0], hard [0.0, 1e5], source "typical: 2HB of 0.04 gf·cm/cm over a stiffness of 0.1 gf·cm²/cm";
        /// Twist, negative, to which the cloth must be taken so that all of that stays; larger than it.
        twist_neg_saturation_per_m: "1/m" = 60.0, soft [0.0, 400.0], hard [0.0, 1e6], source "typical";
    }
}

impl Persistent {
    /// The persistent and the saturation strain of each mode, for positive and negative strain.
    pub fn strains(&self) -> [[[f64; 2]; 2]; 6] {
        let p = self;
        [
            [[p.weft_persistent, p.weft_saturation]; 2],
            [[p.warp_persistent, p.warp_saturation]; 2],
            [[p.shear_persistent, p.shear_saturation]; 2],
            [
                [p.bend_weft_pos_persistent_per_m, p.bend_weft_pos_saturation_per_m],
                [p.bend_weft_neg_persistent_per_m, p.bend_weft_neg_saturation_per_m],
            ],
            [
                [p.bend_warp_pos_persistent_per_m, p.bend_warp_pos_saturation_per_m],
                [p.bend_warp_neg_persistent_per_m, p.bend_warp_neg_saturation_per_m],
            ],
            [
                [p.twist_pos_persistent_per_m, p.twist_pos_saturation_per_m],
                [p.twist_neg_persistent_per_m, p.twist_neg_saturation_per_m],
            ],
        ]
    }
}

/// The numbers of Dahl's law for a stiffness.
fn side(stiffness: f64, [persistent, saturation]: [f64; 2]) -> Side {
    if persistent == 0.0 {
        return Side { limit: 0.0, growth: 0.0, reach: 1.0 };
    }
    Side { limit: stiffness * persistent, growth: 0.0, reach: (saturation - persistent) / LOG }
}

fn make(given: &Given<'_>, stiffness: &Stiffness) -> InternalFriction {
    let strains = Persistent::from_values(given.numbers).strains();
    let of = |mode: Mode| strains[mode as usize].map(|pair| side(stiffness.of(mode), pair));
    Some(Box::new(Sided { form: Form::Ode, sides: Mode::ALL.map(of) }))
}

pub(super) const ROW: RowOf<InternalFrictionLaws> = RowOf::<InternalFrictionLaws> {
    id: "internal-friction.persistent",
    title: "By the strain that stays",
    help: "Dahl's friction with a constant limit, stated by the strain that stays when a load is gone and the strain at which no more of it stays. For fabrics that were looked at and not measured.",
    parameters: Persistent::PARAMETERS,
    curves: &[],
    make,
};
