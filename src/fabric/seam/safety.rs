//! Safety seam, ISO 2.02.04.

use super::{SeamType, SeamTypes};
use crate::row::RowOf;

pub(super) const ROW: RowOf<SeamTypes> = RowOf::<SeamTypes> {
    id: "seam.safety",
    title: "Safety seam",
    help: "Three layers, one edge enclosed: side seams that must hold.",
    parameters: &[],
    curves: &[],
    make: SeamType { iso: "2.02.04", layers: 3 },
};
