//! A measured curve of moment against curvature each for weft, warp and bias, of any shape that rises.
//!
//! Moments are µN (µN·m per m of width) against 1/m in the document. A curve is odd and straight beyond its last knot.
//! The energy is that of [`Directions`].

use super::{Bending, BendingLaws, Directions, Fault};
use crate::math::spline::{Spline, Term};
use crate::{parameters, row::CurveParameter, row::Given, row::RowOf};

parameters! {
    /// What is not a curve.
    pub struct SplineBending {
        /// Moment per width against the rate of curvature, in every direction. Divided by the stiffness it is the time in which bending calms; above a few steps' length folds creep.
        damping_un_m_s: "µN·m·s" = 0.0, soft [0.0, 1.0], hard [0.0, 1e4], source "none: no tester measures it";
    }
}

/// Weft, warp and bias, in this order.
const CURVES: &[CurveParameter] = &[
    CurveParameter {
        id: "weft",
        x_unit: "1/m",
        y_unit: "µN",
        default: || Spline::new(9.0, &[(20.0, &[-30.0]), (80.0, &[-60.0, -10.0])]),
        knots: [0.01, 1e5],
        slopes: [1e-3, 1e5],
        help: "Moment per width of a strip cut along the weft against its curvature. Cloth begins stiff while friction holds its threads, then softens; without that, folds are too round.",
        source: "the shape of a plain cotton, typical",
    },
    CurveParameter {
        id: "warp",
        x_unit: "1/m",
        y_unit: "µN",
        default: || Spline::new(12.0, &[(20.0, &[-40.0]), (80.0, &[-80.0, -10.0])]),
        knots: [0.01, 1e5],
        slopes: [1e-3, 1e5],
        help: "The same of a strip cut along the warp.",
        source: "the shape of a plain cotton, typical",
    },
    CurveParameter {
        id: "bias",
        x_unit: "1/m",
        y_unit: "µN",
        default: || Spline::new(9.0, &[(20.0, &[-20.0]), (80.0, &[-40.0, -5.0])]),
        knots: [0.01, 1e5],
        slopes: [1e-3, 1e5],
        help: "The same of a strip cut on the bias, at 45°. Far softer than weft and warp together no sheet could show it.",
        source: "the shape of a plain cotton, typical",
    },
];

fn make(given: &Given<'_>) -> Result<Bending, Vec<Fault>> {
    let si = |parameter: &CurveParameter| {
        Spline::sum(&[Term { weight: 1e-6, stretch: 1.0, curve: &given.curve(parameter) }])
    };
    let damping = SplineBending::from_values(given.numbers).damping_un_m_s * 1e-6;
    Directions::law(&std::array::from_fn(|direction| si(&CURVES[direction])), damping)
}

pub(super) const ROW: RowOf<BendingLaws> = RowOf::<BendingLaws> {
    id: "bend.spline",
    title: "Weft, warp and bias, measured curves",
    help: "A curve of moment against curvature each for weft, warp and bias. Acts on the curvature of triangles: right on every mesh.",
    parameters: SplineBending::PARAMETERS,
    curves: CURVES,
    make,
};
