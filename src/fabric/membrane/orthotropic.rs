//! Linear, with a stiffness each for weft, warp and shear: what strip and shear testers give.

use super::{Linear, MembraneLaw, MembraneLaws};
use crate::{parameters, row::Given, row::RowOf};
use glam::{DMat3, DVec3};

parameters! {
    /// Linear, with a stiffness each for weft, warp and shear.
    pub struct Orthotropic {
        /// Force per width at unit elongation across the fabric's length.
        weft_n_per_m: "N/m" = 800.0, soft [20.0, 5000.0], hard [0.1, 1e6], source "a plain cotton, typical";
        /// Force per width at unit elongation along the fabric's length.
        warp_n_per_m: "N/m" = 1200.0, soft [20.0, 5000.0], hard [0.1, 1e6], source "a plain cotton, typical";
        /// Shear force per width and radian. Small against the others: it is what lets woven cloth follow a sphere; at the size of the others the cloth buckles like paper.
        shear_n_per_m: "N/m" = 40.0, soft [5.0, 200.0], hard [0.01, 1e6], source "a plain cotton, typical";
        /// Transverse contraction, the geometric mean of those along weft and warp. A strip with free sides still shows the stiffnesses above; one held at its sides shows them divided by 1 − ν².
        poisson: "1" = 0.0, soft [0.0, 0.5], hard [0.0, 0.95], source "strip testers do not measure it";
    }
}

/// σ_uu = (E_u ε_uu + ν√(E_u E_v) ε_vv)/(1−ν²), σ_vv likewise, σ_uv = G ε_uv: positive for every ν below 1, and the
/// isotropic (4) where both stiffnesses are one. The contraction enters σ_uu and σ_vv, never the shear.
fn make(given: &Given<'_>) -> Box<dyn MembraneLaw> {
    let law = Orthotropic::from_values(given.numbers);
    let (weft, warp, nu) = (law.weft_n_per_m, law.warp_n_per_m, law.poisson);
    let held = 1.0 - nu * nu;
    let across = nu * (weft * warp).sqrt() / held;
    let stiffness = DMat3::from_cols(
        DVec3::new(weft / held, across, 0.0),
        DVec3::new(across, warp / held, 0.0),
        DVec3::new(0.0, 0.0, law.shear_n_per_m),
    );
    Box::new(Linear { stiffness })
}

pub(super) const ROW: RowOf<MembraneLaws> = RowOf::<MembraneLaws> {
    id: "membrane.orthotropic",
    title: "Weft, warp and shear, linear",
    help: "Three stiffnesses, as strip and shear tests give them, and a transverse contraction.",
    parameters: Orthotropic::PARAMETERS,
    curves: &[],
    make,
};
