//! How strongly the cloth presses on bodies.

use super::{Map, MapDomain, MapScale, Maps, row};
use crate::Drape;
use crate::row::RowOf;

/// Kilopascals per pascal.
const KILO: f64 = 1e-3;

pub(super) const ROW: RowOf<Maps> = row(
    "map.pressure",
    "Contact pressure",
    "The force per area with which the cloth presses on a body, as of the last step. Layers above pass theirs on to the one that touches.",
    Map {
        unit: "kPa",
        range: [0.0, 0.5],
        scale: MapScale::Sequential,
        domain: MapDomain::Particle,
        ends: ["free", "pressed"],
        values,
    },
);

fn values(drape: &Drape) -> Vec<f64> {
    drape.body_forces().iter().zip(&drape.model().areas).map(|(force, area)| KILO * force / area).collect()
}
