//! Where cloth holds on to a body and where it slides.

use super::{Map, MapDomain, MapScale, Maps, row};
use crate::Drape;
use crate::row::RowOf;

pub(super) const ROW: RowOf<Maps> = row(
    "map.slip",
    "Stick and slip",
    "Below zero the cloth sticks to the body, and the number is what is left of its hold: −100 % carries no load, near 0 % it is about to let go. +100 % slips. What touches nothing has no value.",
    Map {
        unit: "%",
        range: [-100.0, 100.0],
        scale: MapScale::Diverging,
        domain: MapDomain::Particle,
        ends: ["sticks", "slips"],
        values,
    },
);

fn values(drape: &Drape) -> Vec<f64> {
    let told = |(grip, force): (&crate::contact::bodies::Grip, &f64)| match (*force > 0.0, grip.slips) {
        (false, _) => f64::NAN,
        (true, true) => 100.0,
        (true, false) => -100.0 * (1.0 - grip.load()),
    };
    drape.state().grips.iter().zip(drape.body_forces()).map(told).collect()
}
