//! Linear, with a stiffness each for weft, warp and shear: what strip and shear testers give.

use super::{Linear, MembraneLaw, MembraneLaws};
use crate::{parameters, row::RowOf, row::Values};
use glam::DMat3;

parameters! {
    /// Linear, with a stiffness each for weft, warp and shear.
    pub struct Orthotropic {
        /// Force per width at unit elongation across the fabric's length.
        weft_n_per_m: "N/m" = 800.0, soft [20.0, 5000.0], hard [0.1, 1e6], source "a plain cotton, typical";
        /// Force per width at unit elongation along the fabric's length.
        warp_n_per_m: "N/m" = 1200.0, soft [20.0, 5000.0], hard [0.1, 1e6], source "a plain cotton, typical";
        /// Shear force per width and radian. Small against the others: it is what lets woven cloth follow a sphere; at the size of the others the cloth buckles like paper.
        shear_n_per_m: "N/m" = 40.0, soft [5.0, 200.0], hard [0.01, 1e6], source "a plain cotton, typical";
    }
}

fn make(values: &Values) -> Box<dyn MembraneLaw> {
    let law = Orthotropic::from_values(values);
    let diagonal = glam::DVec3::new(law.weft_n_per_m, law.warp_n_per_m, law.shear_n_per_m);
    Box::new(Linear { stiffness: DMat3::from_diagonal(diagonal) })
}

pub(super) const ROW: RowOf<MembraneLaws> = RowOf::<MembraneLaws> {
    id: "membrane.orthotropic",
    title: "Weft, warp and shear, linear",
    help: "Three stiffnesses, as strip and shear tests give them, without transverse contraction.",
    parameters: Orthotropic::PARAMETERS,
    make,
};
