//! A seam with a curve of its own, for what table 2 does not have.

use super::{Influence, SeamType, SeamTypes, Weave};
use crate::math::spline::Spline;
use crate::parameters;
use crate::row::{CurveParameter, Given, RowOf};

parameters! {
    /// A seam that was measured.
    pub struct MeasuredSeam {
        /// Layers of cloth in the seam, for its weight.
        layers: "count" = 2.0, soft [1.0, 4.0], hard [1.0, 20.0], source "ISO 1.01.01";
        /// Width of the strip in which the seam's layers lie on each other, for its weight.
        width_mm: "mm" = 10.0, soft [0.0, 30.0], hard [0.0, 200.0], source "a usual seam allowance";
        /// How many times stiffer in bending than without it the cloth is at the seam.
        at_seam: "1" = 3.46, soft [1.0, 10.0], hard [1.0, 1000.0], source "Pabst 2008, table 2, A-plain";
        /// Distance from the seam to which the curve was measured.
        measured_mm: "mm" = 100.0, soft [20.0, 200.0], hard [1.0, 1000.0], source "Pabst 2008, §4.2";
        /// Distance at which the cloth has its own stiffness again. Too near the end of the measured curve the factor would fall below 1 on its way.
        faded_mm: "mm" = 200.0, soft [50.0, 400.0], hard [1.0, 5000.0], source "as far again as was measured";
    }
}

/// What the factor has lost at a distance.
const FALL: CurveParameter = CurveParameter {
    id: "fall",
    x_unit: "mm",
    y_unit: "1",
    default: || Spline::new(0.0211, &[(50.0, &[-0.125]), (100.0, &[-0.125])]),
    knots: [0.01, 1000.0],
    slopes: [1e-9, 1000.0],
    help: "By how much the factor at the seam has fallen at each distance from it: what was measured is at_seam less this.",
    source: "Pabst 2008, table 2, A-plain",
};

fn make(given: &Given<'_>, _: Weave) -> SeamType {
    let set = MeasuredSeam::from_values(given.numbers);
    SeamType {
        layers: set.layers as u32,
        width: set.width_mm * 1e-3,
        influence: Influence::new(set.at_seam, given.curve(&FALL), [set.measured_mm, set.faded_mm]),
    }
}

pub(super) const ROW: RowOf<SeamTypes> = RowOf::<SeamTypes> {
    id: "seam.measured",
    title: "Measured seam",
    help: "Your own seam: its layers, its width, and how many times stiffer the cloth is at each distance from it. The curve is that of your cloth, whatever its weave.",
    parameters: MeasuredSeam::PARAMETERS,
    curves: &[FALL],
    make,
};
