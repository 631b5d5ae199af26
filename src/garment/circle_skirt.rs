//! A circle skirt: four gores, together a ring or a part of one, on a waistband.

use super::blocks::band::{Band, WAIST_ELASTIC};
use super::draft::{Draft, Lay, Pen, Spot, edge, image};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId, Side};
use crate::issue::Issues;
use crate::math::real::{cos, sin};
use crate::parameters;
use crate::row::{RowOf, Values};
use kurbo::Point;
use std::f64::consts::PI;

parameters! {
    /// A circle skirt.
    pub struct CircleSkirt {
        /// From the waistband to the hem.
        length_cm: "cm" = 55.0, soft [25.0, 100.0], hard [10.0, 150.0], source "chosen: to the knee";
        /// How much of a whole circle the skirt is. A half hangs in few folds, a whole in many.
        circle: "1" = 1.0, soft [0.25, 1.0], hard [0.2, 1.0], source "a full circle skirt";
        /// Added to the waist girth.
        waist_ease_cm: "cm" = 0.0, soft [0.0, 4.0], hard [-5.0, 20.0], source "the elastic holds it";
        /// Height of the waistband.
        band_cm: "cm" = 3.0, soft [2.0, 6.0], hard [1.0, 15.0], source "chosen";
    }
}

const GORES: [(&str, &str, Side); 4] = [
    ("front", "Front", Side::Front),
    ("left", "Left side", Side::Left),
    ("back", "Back", Side::Back),
    ("right", "Right side", Side::Right),
];

/// Radius r of the waist from its length W = 2π r · circle; the gores are sectors of the ring from r to r + length.
fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = CircleSkirt::from_values(values);
    let waist = m.waist + 0.01 * with.waist_ease_cm;
    let inner = waist / (2.0 * PI * with.circle);
    let outer = inner + 0.01 * with.length_cm;
    let half_angle = 0.25 * PI * with.circle;
    let at = |radius: f64| Point::new(radius * sin(half_angle), -radius * cos(half_angle));
    let mut draft = Draft::default();
    for (id, name, side) in GORES {
        let gore = Pen::at(Point::new(0.0, -outer))
            .arc("hem", outer, true, at(outer))
            .line("side", at(inner))
            .arc("waist", inner, false, Point::new(0.0, -inner))
            .close("centre")
            .piece(id, name)
            .unfolded("centre");
        let spot =
            Spot::on(PartId::Torso, side, Landmark::Waist, Lay::Fluted).moved([0.0, inner * cos(half_angle) - 0.01]);
        draft.add(gore, spot);
    }
    for k in 0..4 {
        let (here, next) = (GORES[k].0, GORES[(k + 1) % 4].0);
        draft.sew(&format!("{here}-{next}"), &[edge(here, "side")], &[image(next, "side")]);
    }
    let between = ["left", "front", "right"].into_iter().flat_map(|id| [edge(id, "waist"), image(id, "waist")]);
    let ring: Vec<_> = [image("back", "waist")].into_iter().chain(between).chain([edge("back", "waist")]).collect();
    let band = Band { length: waist, height: 0.01 * with.band_cm };
    let spot = Spot::on(PartId::Torso, Side::Front, Landmark::Waist, Lay::Round);
    band.above(&mut draft, ["waistband", "Waistband"], spot, &ring);
    draft.hold("waistband", WAIST_ELASTIC);
    Ok(draft)
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.circle-skirt",
    title: "Circle skirt",
    help: "A skirt cut as a ring, or as a part of one, in four gores on a waistband with an elastic.",
    parameters: CircleSkirt::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::Waist),
        fabric: "polyester-jacket",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M24 7h16v5c4 12 14 26 22 37c-4 4-8 1-12 4c-4 3-8-1-12 2c-4 3-8 3-12 0c-4-3-8 1-12-2c-4-3-8 0-12-4c8-11 18-25 22-37z",
            lines: "M24 12c5 1 11 1 16 0M28 15C26 29 19 42 14.5 52.5M32 15v41M36 15c2 14 9 27 13.5 37.5",
        },
    },
};
