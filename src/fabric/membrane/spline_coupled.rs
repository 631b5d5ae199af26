//! Measured curves as [`super::spline`], with linear terms between the modes.
//!
//! The energy w = ∫σ_u + ∫σ_v + ∫σ_s + c_uv ε_uu ε_vv + c_us ε_uu ε_uv + c_vs ε_vv ε_uv gives
//! σ_uu = σ_u(ε_uu) + c_uv ε_vv + c_us ε_uv and its two like, so the tangent is symmetric. c_uv > 0 is transverse
//! contraction, as ν in (4); c_us and c_vs are what a weave without mirror symmetry has (Volino 2009, appendix). The
//! curves are then those of a sample held at its sides.

use super::spline::CURVES;
use super::{MembraneLaw, MembraneLaws, Response, Splines, Strain};
use crate::{parameters, row::Given, row::RowOf};
use glam::{DMat3, DVec3};

parameters! {
    /// Linear terms between weft, warp and shear.
    pub struct Coupling {
        /// Stress along the weft by strain along the warp, and the other way round: transverse contraction. Its square must stay below the product of the lowest slopes of both curves, or the cloth could give way without force.
        weft_warp_n_per_m: "N/m" = 90.0, soft [-1000.0, 1000.0], hard [-1e6, 1e6], source "a contraction of 0.23 at the default curves' beginning, typical of plain weaves";
        /// Stress along the weft by shear, and the other way round: nothing in a weave that is its own mirror image.
        weft_shear_n_per_m: "N/m" = 0.0, soft [-200.0, 200.0], hard [-1e6, 1e6], source "a plain weave is its own mirror image";
        /// Stress along the warp by shear, and the other way round: nothing in a weave that is its own mirror image.
        warp_shear_n_per_m: "N/m" = 0.0, soft [-200.0, 200.0], hard [-1e6, 1e6], source "a plain weave is its own mirror image";
    }
}

#[derive(Debug)]
struct Coupled {
    curves: Splines,
    /// The terms between the modes, N/m; symmetric, nothing on the diagonal.
    between: DMat3,
}

impl MembraneLaw for Coupled {
    #[inline]
    fn respond(&self, strain: Strain) -> Response {
        let alone = self.curves.respond(strain);
        Response {
            stress: (DVec3::from_array(alone.stress) + self.between * strain.vector()).to_array(),
            tangent: alone.tangent + self.between,
        }
    }

    fn energy(&self, strain: Strain) -> f64 {
        self.curves.energy(strain) + 0.5 * strain.vector().dot(self.between * strain.vector())
    }

    fn softest(&self) -> DMat3 {
        self.curves.softest() + self.between
    }
}

fn make(given: &Given<'_>) -> Box<dyn MembraneLaw> {
    let Coupling { weft_warp_n_per_m: uv, weft_shear_n_per_m: us, warp_shear_n_per_m: vs } =
        Coupling::from_values(given.numbers);
    let between = DMat3::from_cols(DVec3::new(0.0, uv, us), DVec3::new(uv, 0.0, vs), DVec3::new(us, vs, 0.0));
    Box::new(Coupled { curves: Splines::new(given, CURVES), between })
}

pub(super) const ROW: RowOf<MembraneLaws> = RowOf::<MembraneLaws> {
    id: "membrane.spline-coupled",
    title: "Measured curves with coupling",
    help: "A curve each for weft, warp and shear, with linear terms between them: transverse contraction, and weaves without mirror symmetry.",
    parameters: Coupling::PARAMETERS,
    curves: CURVES,
    make,
};
