//! Plain seam, ISO 1.01.01: seam A of Pabst 2008.

use super::{SeamStrip, SeamType, SeamTypes, Weave, of_paper};
use crate::row::{Given, RowOf};

/// Table 2, plain weave and twill: B_f = a d² − b d + c, d in mm.
const TABLE_2: [[f64; 3]; 2] = [[5.0e-5, 0.0211, 3.46], [2.0e-5, 0.0127, 2.64]];

fn make(given: &Given<'_>, weave: Weave) -> SeamType {
    of_paper(given, 2, TABLE_2, weave)
}

pub(super) const ROW: RowOf<SeamTypes> = RowOf::<SeamTypes> {
    id: "seam.plain",
    title: "Plain seam",
    help: "ISO 1.01.01, two layers, right sides together: the ordinary seam of shirts and skirts. At the seam the cloth is 3.5 times as stiff in plain weave, 2.6 times in twill.",
    parameters: SeamStrip::PARAMETERS,
    curves: &[],
    make,
};
