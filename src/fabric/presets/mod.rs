//! Fabrics to begin with. Each is a file in the document's own format, and says where its numbers come from.

use crate::document::{Fabric, built_in};
use serde::Serialize;

/// The files, in the order the page shows them.
const FILES: &[&str] = &[
    include_str!("denim.json"),
    include_str!("denim-kes.json"),
    include_str!("denim-stiff.json"),
    include_str!("cotton-plain.json"),
    include_str!("silk.json"),
    include_str!("wool.json"),
    include_str!("leather.json"),
    include_str!("interlock.json"),
    include_str!("rib-knit.json"),
    include_str!("ponte.json"),
    include_str!("trousers.json"),
    include_str!("polyester-jacket.json"),
    include_str!("polyester-tablecloth.json"),
    include_str!("cotton-weights.json"),
    include_str!("cotton-spandex.json"),
    include_str!("polyester-weights.json"),
    include_str!("felt.json"),
    include_str!("doublecloth.json"),
    include_str!("paper.json"),
];

/// Between which values the literature finds the drape coefficient of cloth of a kind (Cusick: 300 mm over a disc of 180 mm).
/// Other pieces of cloth than the preset's: a preset within is of its kind, one beyond need not be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct DrapeBand {
    /// Id of the preset.
    pub fabric: &'static str,
    /// The least and the most, %.
    pub percent: [f64; 2],
    /// What it was measured on.
    pub cloth: &'static str,
}

/// The bands that are known.
pub const DRAPE_BANDS: &[DrapeBand] = &[
    DrapeBand { fabric: "cotton-plain", percent: [60.0, 76.0], cloth: "plain cottons" },
    DrapeBand { fabric: "cotton-weights", percent: [60.0, 76.0], cloth: "plain cottons" },
    DrapeBand { fabric: "silk", percent: [20.0, 40.0], cloth: "silks" },
    DrapeBand { fabric: "leather", percent: [47.0, 70.0], cloth: "garment leathers" },
    DrapeBand { fabric: "wool", percent: [40.0, 70.0], cloth: "worsted wools" },
    DrapeBand { fabric: "denim", percent: [70.0, 90.0], cloth: "denims" },
    DrapeBand { fabric: "denim-kes", percent: [70.0, 90.0], cloth: "denims" },
    DrapeBand { fabric: "denim-stiff", percent: [70.0, 90.0], cloth: "denims" },
];

/// Every preset.
pub fn all() -> Vec<Fabric> {
    FILES.iter().map(|text| built_in(text)).collect()
}

/// The preset named `id`.
pub fn find(id: &str) -> Option<Fabric> {
    all().into_iter().find(|fabric| fabric.id == id)
}
