//! Double lap seam, ISO 2.04.05.

use super::{SeamType, SeamTypes};
use crate::row::RowOf;

pub(super) const ROW: RowOf<SeamTypes> = RowOf::<SeamTypes> {
    id: "seam.lap",
    title: "Double lap seam",
    help: "Four layers, both edges enclosed and stitched twice: the seam of jeans.",
    parameters: &[],
    curves: &[],
    make: SeamType { iso: "2.04.05", layers: 4 },
};
