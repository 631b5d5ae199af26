//! Linear viscosity: a stress proportional to the rate of each strain (Volino 2009, eq. 3, E' diagonal).

use super::{Viscosity, ViscosityLaws};
use crate::fabric::membrane::Linear;
use crate::{parameters, row::Given, row::RowOf};
use glam::{DMat3, DVec3};

parameters! {
    /// A stress proportional to the rate of each strain.
    pub struct LinearViscosity {
        /// Stress along the weft per rate of its strain. Divided by the stiffness it is the time in which a stretch calms; above a few steps' length the cloth moves as in honey.
        weft_n_s_per_m: "N·s/m" = 0.8, soft [0.0, 20.0], hard [0.0, 1e4], source "chosen: a thousandth of a second times the stiffness of a plain cotton";
        /// The same along the warp.
        warp_n_s_per_m: "N·s/m" = 1.2, soft [0.0, 20.0], hard [0.0, 1e4], source "chosen: a thousandth of a second times the stiffness of a plain cotton";
        /// The same for shear.
        shear_n_s_per_m: "N·s/m" = 0.04, soft [0.0, 5.0], hard [0.0, 1e4], source "chosen: a thousandth of a second times the stiffness of a plain cotton";
    }
}

fn make(given: &Given<'_>) -> Viscosity {
    let LinearViscosity { weft_n_s_per_m: weft, warp_n_s_per_m: warp, shear_n_s_per_m: shear } =
        LinearViscosity::from_values(given.numbers);
    Some(Box::new(Linear { stiffness: DMat3::from_diagonal(DVec3::new(weft, warp, shear)) }))
}

pub(super) const ROW: RowOf<ViscosityLaws> = RowOf::<ViscosityLaws> {
    id: "viscosity.linear",
    title: "Proportional to the rate",
    help: "One number each for weft, warp and shear. The usual damping of stretch.",
    parameters: LinearViscosity::PARAMETERS,
    curves: &[],
    make,
};
