//! Room between the cloth and the body.

use super::{Map, MapDomain, MapScale, Maps, row};
use crate::Drape;
use crate::body::Placed;
use crate::cloth::Body;
use crate::row::RowOf;

const MM: f64 = 1e3;

pub(super) const ROW: RowOf<Maps> = row(
    "map.ease",
    "Ease to the body",
    "How far the cloth is from the nearest surface of a body, below zero inside it. Where somebody wears the garment, the floor and other things do not count.",
    Map {
        unit: "mm",
        range: [0.0, 60.0],
        scale: MapScale::Sequential,
        domain: MapDomain::Particle,
        ends: ["close", "loose"],
        values,
    },
);

fn values(drape: &Drape) -> Vec<f64> {
    let (bodies, state) = (&drape.model().bodies, drape.state());
    let worn = bodies.iter().any(|body| body.shape.anatomy().is_some());
    let counts = |body: &&Body| !worn || body.shape.anatomy().is_some();
    let placed: Vec<Placed> = bodies.iter().filter(counts).map(|body| body.placed(state.time)).collect();
    // Without a body the least of nothing is infinite, which is no value.
    let room = |position| placed.iter().map(|body| body.nearest(position).distance).fold(f64::INFINITY, f64::min);
    state.positions.iter().map(|position| MM * room(*position)).collect()
}
