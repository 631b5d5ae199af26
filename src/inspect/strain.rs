//! Strain along the weft, along the warp and in shear.
//!
//! It is Green–Lagrange strain (Volino 2009, eq. 9), the argument of the fabric's own curves: ½(U·U − 1) is 10.5 % where cloth
//! is longer by 10 %.

use super::triangles::{each, frame};
use super::{Map, Maps, either_way, row};
use crate::Drape;
use crate::row::RowOf;

pub(super) const WEFT: RowOf<Maps> = row(
    "map.strain-weft",
    "Strain, weft",
    "How much longer the cloth is across the grain than it was cut: Green–Lagrange strain along the weft.",
    map(["shorter", "longer"], |drape| values(drape, 0)),
);
pub(super) const WARP: RowOf<Maps> = row(
    "map.strain-warp",
    "Strain, warp",
    "How much longer the cloth is along the grain than it was cut: Green–Lagrange strain along the warp.",
    map(["shorter", "longer"], |drape| values(drape, 1)),
);
pub(super) const SHEAR: RowOf<Maps> = row(
    "map.strain-shear",
    "Strain, shear",
    "How far weft and warp have turned towards each other: the product U·V, about the change of their right angle in radians, times 100.",
    map(["opened", "closed"], |drape| values(drape, 2)),
);

const fn map(ends: [&'static str; 2], values: fn(&Drape) -> Vec<f64>) -> Map {
    either_way("%", 10.0, ends, values)
}

fn values(drape: &Drape, mode: usize) -> Vec<f64> {
    each(drape, |triangle, _| 100.0 * frame(drape, triangle).strain().vector()[mode])
}
