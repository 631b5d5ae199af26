//! Double lap seam, ISO 2.04.05: seam C of Pabst 2008.

use super::{SeamStrip, SeamType, SeamTypes, Weave, of_paper};
use crate::row::{Given, RowOf};

/// Table 2, plain weave and twill: B_f = a d² − b d + c, d in mm.
const TABLE_2: [[f64; 3]; 2] = [[2.0e-4, 0.0702, 9.07], [1.0e-4, 0.0524, 6.86]];

fn make(given: &Given<'_>, weave: Weave) -> SeamType {
    of_paper(given, 4, TABLE_2, weave)
}

pub(super) const ROW: RowOf<SeamTypes> = RowOf::<SeamTypes> {
    id: "seam.lap",
    title: "Double lap seam",
    help: "ISO 2.04.05, four layers, both edges enclosed and stitched twice: the seam of jeans. At the seam the cloth is 9.1 times as stiff in plain weave, 6.9 times in twill.",
    parameters: SeamStrip::PARAMETERS,
    curves: &[],
    make,
};
