//! Measured moment against curvature, three numbers for each direction (Pabst 2008, eq. 1).
//!
//! ```text
//!  M │        ╱ sign(κ) M₀ + b₂κ           κ₀ = (b₂ − b₁)/(2c₁),  M₀ = (b₁ − b₂)κ₀ + c₁κ₀²
//!    │     ╱                               each times β, the linear bending stiffness factor (§3.4)
//!    │  ╭ b₁κ + c₁κ|κ|
//!  ──┼──┴────── κ
//!       κ₀
//! ```
//!
//! b in N·m, c₁ in N·m². The paper prints c₁κ², which is not odd; a strip bends the same to both sides. c₁ = 0 or κ₀ = 0 is
//! the straight line b₁κ, as of the paper's dress; κ₀ < 0 would leave out the quadratic part, and is refused. Its numbers
//! are said to be in N·cm/cm against 1/cm and only make sense in gf·cm²/cm: 1 of b is 98.07 µN·m, 1 of c₁ is 0.9807 µN·m².
//! Written out, the paper's α(κ) multiplies the whole moment by β, and its printed b₂ = βb₁ must be βb₂.
//! Slopes go straight from b₁ to b₂, so that the law is convex whenever both are positive.

use super::{Bending, BendingLaws, Directions, Fault};
use crate::math::spline::Spline;
use crate::{parameters, row::Given, row::RowOf};

parameters! {
    /// Moment against curvature along weft, warp and bias.
    pub struct MomentCurvature {
        /// Initial stiffness of a strip cut along the weft. Cube root of stiffness over weight is the length the cloth can hold out. 1 gf·cm²/cm is 98.07 µN·m.
        weft_b1_un_m: "µN·m" = 9.0, soft [1.0, 60.0], hard [0.0, 1e5], source "median of 618 fabrics of 100 to 150 g/m²";
        /// Its stiffness at large curvatures.
        weft_b2_un_m: "µN·m" = 9.0, soft [1.0, 60.0], hard [0.0, 1e5], source "straight: as the initial one";
        /// Half the rate at which its stiffness goes from the first to the second; of their difference's sign. 1 gf·cm³/cm is 0.9807 µN·m². 0: the initial stiffness throughout.
        weft_c1_un_m2: "µN·m²" = 0.0, soft [-1.0, 3.0], hard [-1e3, 1e3], source "straight";
        /// Initial stiffness of a strip cut along the warp.
        warp_b1_un_m: "µN·m" = 9.0, soft [1.0, 60.0], hard [0.0, 1e5], source "median of 618 fabrics of 100 to 150 g/m²";
        /// Its stiffness at large curvatures.
        warp_b2_un_m: "µN·m" = 9.0, soft [1.0, 60.0], hard [0.0, 1e5], source "straight: as the initial one";
        /// Half the rate at which its stiffness changes.
        warp_c1_un_m2: "µN·m²" = 0.0, soft [-1.0, 3.0], hard [-1e3, 1e3], source "straight";
        /// Initial stiffness of a strip cut on the bias, at 45°. Below a quarter of the sum of weft and warp no sheet could show it.
        bias_b1_un_m: "µN·m" = 9.0, soft [1.0, 60.0], hard [0.0, 1e5], source "as weft and warp";
        /// Its stiffness at large curvatures.
        bias_b2_un_m: "µN·m" = 9.0, soft [1.0, 60.0], hard [0.0, 1e5], source "straight: as the initial one";
        /// Half the rate at which its stiffness changes.
        bias_c1_un_m2: "µN·m²" = 0.0, soft [-1.0, 3.0], hard [-1e3, 1e3], source "straight";
        /// Linear bending stiffness factor: every moment is multiplied by it. For a look, not for a measured fabric.
        beta: "1" = 1.0, soft [0.5, 2.0], hard [1e-3, 1e3], source "Pabst 2008, §5: 1 for measured fabrics";
        /// Moment per width against the rate of curvature, in every direction. Divided by the stiffness it is the time in which bending calms; above a few steps' length folds creep.
        damping_un_m_s: "µN·m·s" = 0.0, soft [0.0, 1.0], hard [0.0, 1e4], source "none: no tester measures it";
    }
}

/// One direction: its name in the document and {b₁, b₂, c₁} in SI units.
type Direction = (&'static str, [f64; 3]);

/// M(κ) as a curve, in the units of the coefficients, or κ₀ if it is negative.
pub fn curve([b1, b2, c1]: [f64; 3]) -> Result<Spline, f64> {
    let knee = 0.5 * (b2 - b1) / c1;
    if c1 == 0.0 || knee == 0.0 {
        return Ok(Spline::new(b1, &[]));
    }
    if knee < 0.0 { Err(knee) } else { Ok(Spline::new(b1, &[(knee, &[c1 * knee * knee])])) }
}

fn make(given: &Given<'_>) -> Result<Bending, Vec<Fault>> {
    let p = MomentCurvature::from_values(given.numbers);
    let directions: [Direction; 3] = [
        ("weft", [p.weft_b1_un_m, p.weft_b2_un_m, p.weft_c1_un_m2]),
        ("warp", [p.warp_b1_un_m, p.warp_b2_un_m, p.warp_c1_un_m2]),
        ("bias", [p.bias_b1_un_m, p.bias_b2_un_m, p.bias_c1_un_m2]),
    ]
    .map(|(name, numbers)| (name, numbers.map(|number| number * p.beta * 1e-6)));
    let curves = directions.map(|(name, numbers)| curve(numbers).map_err(|knee| behind(name, numbers, knee)));
    match curves {
        [Ok(weft), Ok(warp), Ok(bias)] => Directions::law(&[weft, warp, bias], p.damping_un_m_s * 1e-6),
        curves => Err(curves.into_iter().filter_map(Result::err).collect()),
    }
}

/// κ₀ behind the origin.
fn behind(name: &str, [b1, b2, c1]: [f64; 3], knee: f64) -> Fault {
    let way = if b2 > b1 { "rises" } else { "falls" };
    Fault {
        code: "bending.knee",
        field: format!("parameters.{name}_c1_un_m2"),
        problem: format!(
            "the stiffness {way} from b1 to b2 but c1 says the opposite: the curve would turn straight at {:.3} 1/m",
            knee
        ),
        value: format!("{:.6} µN·m²", c1 * 1e6),
        cure: "Give c1 the sign of b2 − b1, or write c1 as 0 for the straight line of b1; values left out have their \
               defaults. Were they measured on a scale whose curvature has the other sign?",
    }
}

pub(super) const ROW: RowOf<BendingLaws> = RowOf::<BendingLaws> {
    id: "bend.moment-curvature",
    title: "Moment against curvature, three directions",
    help: "Stiffness along weft, warp and bias, each with an initial and a final value, as cantilever and KES testers give them. Acts on the curvature of triangles: right on every mesh.",
    parameters: MomentCurvature::PARAMETERS,
    curves: &[],
    make,
};
