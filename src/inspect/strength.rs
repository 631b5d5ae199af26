//! How near the cloth is to tearing.
//!
//! It is what a yarn is stretched by, l/l₀ − 1, over the stretch at which the fabric's strongest places tear, of weft or warp
//! whichever is nearer to it. Chance makes other places weaker, by the fabric's spread.

use super::triangles::{each, frame};
use super::{Map, MapDomain, MapScale, Maps, row};
use crate::Drape;
use crate::row::RowOf;

pub(super) const ROW: RowOf<Maps> = row(
    "map.strength",
    "Nearness to tearing",
    "How much of the stretch that its yarns bear the cloth has used up, along weft or warp, whichever is worse: at 100 % it tears.",
    Map {
        unit: "%",
        range: [0.0, 100.0],
        scale: MapScale::Sequential,
        domain: MapDomain::Triangle,
        ends: ["safe", "tears"],
        values,
    },
);

fn values(drape: &Drape) -> Vec<f64> {
    each(drape, |triangle, fabric| {
        let [weft, warp] = frame(drape, triangle).stretch();
        let [weft_tears, warp_tears] = fabric.strength.tear;
        100.0 * (weft / weft_tears).max(warp / warp_tears).max(0.0)
    })
}
