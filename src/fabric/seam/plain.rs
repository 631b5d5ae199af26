//! Plain seam, ISO 1.01.01.

use super::{SeamType, SeamTypes};
use crate::row::RowOf;

pub(super) const ROW: RowOf<SeamTypes> = RowOf::<SeamTypes> {
    id: "seam.plain",
    title: "Plain seam",
    help: "Two layers, right sides together: the ordinary seam of shirts and skirts.",
    parameters: &[],
    curves: &[],
    make: SeamType { iso: "1.01.01", layers: 2 },
};
