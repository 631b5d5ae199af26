//! Safety seam, ISO 2.02.04: seam B of Pabst 2008.

use super::{SeamStrip, SeamType, SeamTypes, Weave, of_paper};
use crate::row::{Given, RowOf};

/// Table 2, plain weave and twill: B_f = a d² − b d + c, d in mm.
const TABLE_2: [[f64; 3]; 2] = [[4.0e-5, 0.0322, 5.92], [4.0e-5, 0.0287, 4.37]];

fn make(given: &Given<'_>, weave: Weave) -> SeamType {
    of_paper(given, 3, TABLE_2, weave)
}

pub(super) const ROW: RowOf<SeamTypes> = RowOf::<SeamTypes> {
    id: "seam.safety",
    title: "Safety seam",
    help: "ISO 2.02.04, three layers, one edge enclosed: side seams that must hold. At the seam the cloth is 5.9 times as stiff in plain weave, 4.4 times in twill.",
    parameters: SeamStrip::PARAMETERS,
    curves: &[],
    make,
};
