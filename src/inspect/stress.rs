//! Stress along the weft, along the warp and in shear.
//!
//! It is conjugate to the strain of the other maps, a force per width of cloth as it was cut: what the fabric's law says and
//! what friction between the yarns adds.

use super::triangles::{each, frame, stress};
use super::{Map, Maps, either_way, row};
use crate::Drape;
use crate::row::RowOf;

pub(super) const WEFT: RowOf<Maps> = row(
    "map.stress-weft",
    "Stress, weft",
    "The force per width with which the cloth pulls across the grain, by its law and its internal friction; viscosity is not in it.",
    map(["pushed", "pulled"], |drape| values(drape, 0)),
);
pub(super) const WARP: RowOf<Maps> = row(
    "map.stress-warp",
    "Stress, warp",
    "The force per width with which the cloth pulls along the grain, by its law and its internal friction; viscosity is not in it.",
    map(["pushed", "pulled"], |drape| values(drape, 1)),
);
pub(super) const SHEAR: RowOf<Maps> = row(
    "map.stress-shear",
    "Stress, shear",
    "The force per width that keeps weft and warp at right angles, by the fabric's law and its internal friction; viscosity is not in it.",
    map(["opened", "closed"], |drape| values(drape, 2)),
);

const fn map(ends: [&'static str; 2], values: fn(&Drape) -> Vec<f64>) -> Map {
    either_way("N/m", 20.0, ends, values)
}

fn values(drape: &Drape, mode: usize) -> Vec<f64> {
    each(drape, |triangle, fabric| stress(drape, fabric, triangle, frame(drape, triangle).strain())[mode])
}
