//! Dahl's friction with a limit that grows with the strain (Miguel 2013, eq. 2); the equations stand in [`super::path`].
//!
//! In the paper bending strain is 3κ. In curvature its numbers become a, 3b and τ/3.

use super::path::{follow, follow_all};
use super::{
    Ends, Form, Friction, InternalFriction, InternalFrictionLaw, InternalFrictionLaws, Mode, Side, Start, Starts,
    Stiffness,
};
use crate::{parameters, row::Given, row::RowOf};

parameters! {
    /// Limits and reaches of internal friction.
    pub struct Dahl {
        /// Limit a of the friction stress along the weft at rest. Over the stiffness it is the strain that stays when the load is gone; above a few per cent of stretch the cloth looks like clay.
        weft_a_n_per_m: "N/m" = 2.22, soft [0.0, 10.0], hard [0.0, 1e4], source "Miguel 2013, cotton";
        /// Growth b of that limit with the strain: loops are wider where the cloth is strained more.
        weft_b_n_per_m: "N/m" = 3.16, soft [0.0, 50.0], hard [0.0, 1e5], source "Miguel 2013, cotton";
        /// Strain τ within which friction comes 63 % nearer to its limit. Below the strain of one step friction acts like a switch, and the solver works harder.
        weft_tau: "1" = 0.006, soft [0.001, 0.2], hard [1e-6, 10.0], source "Miguel 2013, cotton";
        /// Limit a along the warp.
        warp_a_n_per_m: "N/m" = 2.22, soft [0.0, 10.0], hard [0.0, 1e4], source "Miguel 2013, cotton";
        /// Growth b along the warp.
        warp_b_n_per_m: "N/m" = 3.16, soft [0.0, 50.0], hard [0.0, 1e5], source "Miguel 2013, cotton";
        /// Strain τ along the warp.
        warp_tau: "1" = 0.006, soft [0.001, 0.2], hard [1e-6, 10.0], source "Miguel 2013, cotton";
        /// Limit a of shear.
        shear_a_n_per_m: "N/m" = 0.38, soft [0.0, 5.0], hard [0.0, 1e4], source "typical: 2HG of 1 gf/cm at 0.5° and 2HG5 of 3 gf/cm at 5°";
        /// Growth b of shear.
        shear_b_n_per_m: "N/m" = 12.5, soft [0.0, 50.0], hard [0.0, 1e5], source "typical: 2HG of 1 gf/cm at 0.5° and 2HG5 of 3 gf/cm at 5°";
        /// Strain τ of shear.
        shear_tau: "1" = 0.01, soft [0.001, 0.2], hard [1e-6, 10.0], source "typical: 2HG of 1 gf/cm at 0.5° and 2HG5 of 3 gf/cm at 5°";
        /// Limit a of the friction moment per width along the weft, bent to positive curvature. Over the bending stiffness it is the curvature that stays: 0.25 mN over 10 µN·m keep a roll of 40 mm radius.
        bend_weft_pos_a_mn: "mN" = 0.25, soft [0.0, 5.0], hard [0.0, 1e5], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Growth b of that limit with the curvature.
        bend_weft_pos_b_un_m: "µN·m" = 0.0, soft [0.0, 100.0], hard [0.0, 1e6], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Curvature τ within which friction comes 63 % nearer to its limit.
        bend_weft_pos_tau_per_m: "1/m" = 10.0, soft [1.0, 100.0], hard [0.001, 1e5], source "typical: a tenth of the curvatures of a Kawabata bending test";
        /// Limit a along the weft, bent to negative curvature.
        bend_weft_neg_a_mn: "mN" = 0.25, soft [0.0, 5.0], hard [0.0, 1e5], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Growth b along the weft, bent to negative curvature.
        bend_weft_neg_b_un_m: "µN·m" = 0.0, soft [0.0, 100.0], hard [0.0, 1e6], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Curvature τ along the weft, bent to negative curvature.
        bend_weft_neg_tau_per_m: "1/m" = 10.0, soft [1.0, 100.0], hard [0.001, 1e5], source "typical: a tenth of the curvatures of a Kawabata bending test";
        /// Limit a along the warp, bent to positive curvature.
        bend_warp_pos_a_mn: "mN" = 0.25, soft [0.0, 5.0], hard [0.0, 1e5], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Growth b along the warp, bent to positive curvature.
        bend_warp_pos_b_un_m: "µN·m" = 0.0, soft [0.0, 100.0], hard [0.0, 1e6], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Curvature τ along the warp, bent to positive curvature.
        bend_warp_pos_tau_per_m: "1/m" = 10.0, soft [1.0, 100.0], hard [0.001, 1e5], source "typical: a tenth of the curvatures of a Kawabata bending test";
        /// Limit a along the warp, bent to negative curvature.
        bend_warp_neg_a_mn: "mN" = 0.25, soft [0.0, 5.0], hard [0.0, 1e5], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Growth b along the warp, bent to negative curvature.
        bend_warp_neg_b_un_m: "µN·m" = 0.0, soft [0.0, 100.0], hard [0.0, 1e6], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Curvature τ along the warp, bent to negative curvature.
        bend_warp_neg_tau_per_m: "1/m" = 10.0, soft [1.0, 100.0], hard [0.001, 1e5], source "typical: a tenth of the curvatures of a Kawabata bending test";
        /// Limit a of positive twist, which bends the bias.
        twist_pos_a_mn: "mN" = 0.25, soft [0.0, 5.0], hard [0.0, 1e5], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Growth b of positive twist, which bends the bias.
        twist_pos_b_un_m: "µN·m" = 0.0, soft [0.0, 100.0], hard [0.0, 1e6], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Curvature τ of positive twist, which bends the bias.
        twist_pos_tau_per_m: "1/m" = 10.0, soft [1.0, 100.0], hard [0.001, 1e5], source "typical: a tenth of the curvatures of a Kawabata bending test";
        /// Limit a of negative twist, which bends the bias.
        twist_neg_a_mn: "mN" = 0.25, soft [0.0, 5.0], hard [0.0, 1e5], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Growth b of negative twist, which bends the bias.
        twist_neg_b_un_m: "µN·m" = 0.0, soft [0.0, 100.0], hard [0.0, 1e6], source "typical: 2HB of 0.05 gf·cm/cm";
        /// Curvature τ of negative twist, which bends the bias.
        twist_neg_tau_per_m: "1/m" = 10.0, soft [1.0, 100.0], hard [0.001, 1e5], source "typical: a tenth of the curvatures of a Kawabata bending test";
    }
}

/// A law by the numbers of each mode, for positive and negative strain.
#[derive(Debug)]
pub(super) struct Sided {
    pub(super) form: Form,
    pub(super) sides: [[Side; 2]; 6],
}

impl Sided {
    #[inline]
    pub(super) fn of(&self, mode: Mode) -> &[Side; 2] {
        &self.sides[mode as usize]
    }
}

impl InternalFrictionLaw for Sided {
    fn feel(&self, mode: Mode, start: Start, strain: f64) -> Friction {
        follow(self.form, self.of(mode), start, strain)
    }

    fn feel_all(&self, mode: Mode, starts: Starts<'_>, ends: &mut Ends) {
        let Ends { strain, stress, tangent, secant } = ends;
        follow_all((self.form, self.of(mode)), starts, strain, |i, friction| {
            (stress[i], tangent[i], secant[i]) = (friction.stress, friction.tangent, friction.secant);
        });
    }

    fn settle_all(&self, mode: Mode, starts: Starts<'_>, ends: &mut Ends) {
        let Ends { strain, stress, .. } = ends;
        follow_all((self.form, self.of(mode)), starts, strain, |i, friction| stress[i] = friction.stress);
    }

    fn sides(&self, mode: Mode) -> [Side; 2] {
        *self.of(mode)
    }

    fn form(&self) -> Form {
        self.form
    }
}

/// The numbers in SI, in the order of [`Mode::ALL`].
pub(super) fn sides(d: &Dahl) -> [[Side; 2]; 6] {
    let both = |limit: f64, growth: f64, reach: f64| [Side { limit, growth, reach }; 2];
    let bent = |[a_mn, b_un_m, reach]: [f64; 3]| Side { limit: a_mn * 1e-3, growth: b_un_m * 1e-6, reach };
    [
        both(d.weft_a_n_per_m, d.weft_b_n_per_m, d.weft_tau),
        both(d.warp_a_n_per_m, d.warp_b_n_per_m, d.warp_tau),
        both(d.shear_a_n_per_m, d.shear_b_n_per_m, d.shear_tau),
        [
            bent([d.bend_weft_pos_a_mn, d.bend_weft_pos_b_un_m, d.bend_weft_pos_tau_per_m]),
            bent([d.bend_weft_neg_a_mn, d.bend_weft_neg_b_un_m, d.bend_weft_neg_tau_per_m]),
        ],
        [
            bent([d.bend_warp_pos_a_mn, d.bend_warp_pos_b_un_m, d.bend_warp_pos_tau_per_m]),
            bent([d.bend_warp_neg_a_mn, d.bend_warp_neg_b_un_m, d.bend_warp_neg_tau_per_m]),
        ],
        [
            bent([d.twist_pos_a_mn, d.twist_pos_b_un_m, d.twist_pos_tau_per_m]),
            bent([d.twist_neg_a_mn, d.twist_neg_b_un_m, d.twist_neg_tau_per_m]),
        ],
    ]
}

fn make(given: &Given<'_>, _: &Stiffness) -> InternalFriction {
    Some(Box::new(Sided { form: Form::Ode, sides: sides(&Dahl::from_values(given.numbers)) }))
}

pub(super) const ROW: RowOf<InternalFrictionLaws> = RowOf::<InternalFrictionLaws> {
    id: "internal-friction.dahl",
    title: "Dahl",
    help: "Friction that rises within a strain τ to a limit a + b|strain|, for weft, warp, shear and bending. Loading and unloading part, and cloth keeps a trace of how it was pulled and bent.",
    parameters: Dahl::PARAMETERS,
    curves: &[],
    make,
};
