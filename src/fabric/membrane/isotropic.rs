//! Linear and the same in every direction (Volino 2009, eq. 4).

use super::{Linear, MembraneLaw, MembraneLaws};
use crate::{parameters, row::Given, row::RowOf};
use glam::{DMat3, DVec3};

parameters! {
    /// Linear and the same in every direction.
    pub struct Isotropic {
        /// Young's modulus times thickness: force per width at unit elongation. Woven cotton is in the thousands; below 50 the cloth hangs like rubber.
        young_n_per_m: "N/m" = 1000.0, soft [50.0, 5000.0], hard [0.1, 1e6], source "Volino 2009, timing square";
        /// Transverse contraction. Above 0.5 a sheet would grow in area when pulled.
        poisson: "1" = 0.25, soft [0.0, 0.5], hard [0.0, 0.95], source "typical of plain weaves";
    }
}

/// Plane stress: σ_uu = E/(1−ν²)(ε_uu + ν ε_vv), σ_uv = E/(2(1+ν)) ε_uv.
fn make(given: &Given<'_>) -> Box<dyn MembraneLaw> {
    let Isotropic { young_n_per_m: e, poisson: nu } = Isotropic::from_values(given.numbers);
    let direct = e / (1.0 - nu * nu);
    let stiffness = DMat3::from_cols(
        DVec3::new(direct, direct * nu, 0.0),
        DVec3::new(direct * nu, direct, 0.0),
        DVec3::new(0.0, 0.0, e / (2.0 * (1.0 + nu))),
    );
    Box::new(Linear { stiffness })
}

pub(super) const ROW: RowOf<MembraneLaws> = RowOf::<MembraneLaws> {
    id: "membrane.isotropic",
    title: "Isotropic, linear",
    help: "One stiffness for all directions and a transverse contraction. For comparisons with other tools.",
    parameters: Isotropic::PARAMETERS,
    curves: &[],
    make,
};
