//! Viscosity by curves: a stress each for weft, warp and shear from the rate of its strain, of any shape.

use super::{Viscosity, ViscosityLaws};
use crate::fabric::membrane::Splines;
use crate::math::spline::Spline;
use crate::row::{CurveParameter, Given, RowOf};

/// Weft, warp and shear.
const CURVES: &[CurveParameter] = &[
    CurveParameter {
        id: "weft",
        x_unit: "1/s",
        y_unit: "N/m",
        default: || Spline::new(0.8, &[(0.5, &[-0.05]), (2.0, &[-0.3, 0.05])]),
        knots: [1e-6, 1e4],
        slopes: [1e-6, 1e4],
        help: "Stress along the weft against the rate of its strain.",
        source: "chosen: a thousandth of a second times the stiffness of a plain cotton, yielding at high rates",
    },
    CurveParameter {
        id: "warp",
        x_unit: "1/s",
        y_unit: "N/m",
        default: || Spline::new(1.2, &[(0.5, &[-0.08]), (2.0, &[-0.4, 0.05])]),
        knots: [1e-6, 1e4],
        slopes: [1e-6, 1e4],
        help: "Stress along the warp against the rate of its strain.",
        source: "chosen: a thousandth of a second times the stiffness of a plain cotton, yielding at high rates",
    },
    CurveParameter {
        id: "shear",
        x_unit: "1/s",
        y_unit: "N/m",
        default: || Spline::new(0.04, &[(0.5, &[-0.004]), (2.0, &[-0.01, 0.002])]),
        knots: [1e-6, 1e4],
        slopes: [1e-6, 1e4],
        help: "Shear stress against the rate of the shear strain.",
        source: "chosen: a thousandth of a second times the stiffness of a plain cotton, yielding at high rates",
    },
];

fn make(given: &Given<'_>) -> Viscosity {
    Some(Box::new(Splines::new(given, CURVES)))
}

pub(super) const ROW: RowOf<ViscosityLaws> = RowOf::<ViscosityLaws> {
    id: "viscosity.spline",
    title: "Curves of the rate",
    help: "A curve each for weft, warp and shear. For damping that grows less, or more, than the rate does.",
    parameters: &[],
    curves: CURVES,
    make,
};
