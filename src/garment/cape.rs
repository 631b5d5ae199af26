//! A cape: a part of a ring around the neck, open in front and held by a clasp.

use super::draft::{Draft, Pen, Spot, edge, image};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId};
use crate::issue::Issues;
use crate::math::real::{cos, sin};
use crate::parameters;
use crate::row::{RowOf, Values};
use kurbo::Point;
use std::f64::consts::PI;

parameters! {
    /// A cape.
    pub struct Cape {
        /// From the neck to the hem.
        length_cm: "cm" = 60.0, soft [25.0, 110.0], hard [15.0, 160.0], source "chosen: to the hips";
        /// How much of a whole circle the cape is. Less lies closer to the shoulders.
        circle: "1" = 0.75, soft [0.5, 0.9], hard [0.4, 0.95], source "a three-quarter circle";
        /// How much longer than the neck the neckline is.
        neck_ease_cm: "cm" = 4.0, soft [2.0, 15.0], hard [1.0, 40.0], source "chosen: lies on the shoulders";
        /// How far the fronts are closed from the neck down.
        clasp_cm: "cm" = 4.0, soft [2.0, 20.0], hard [1.0, 100.0], source "chosen: a clasp";
    }
}

/// Radius r of the neck from its length N = 2π r · circle, as for a circle skirt.
fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = Cape::from_values(values);
    let neck = m.neck + 0.01 * with.neck_ease_cm;
    let inner = neck / (2.0 * PI * with.circle);
    let length = 0.01 * with.length_cm;
    let clasp = (0.01 * with.clasp_cm).min(0.9 * length);
    // Half of the ring from its back, which lies at positive y, to the open front.
    let at = |radius: f64, ratio: f64| {
        let angle = PI * with.circle * ratio;
        Point::new(radius * sin(angle), radius * cos(angle))
    };
    let outer = inner + length;
    let half = Pen::at(at(inner, 1.0))
        .line("clasp", at(inner + clasp, 1.0))
        .line("front", at(outer, 1.0))
        .arc("hem-front", outer, true, at(outer, 0.5))
        .arc("hem-back", outer, true, at(outer, 0.0))
        .line("centre", at(inner, 0.0))
        .arc("neck-back", inner, false, at(inner, 0.5))
        .arc("neck-front", inner, false, at(inner, 1.0))
        .piece("cape", "Cape")
        .unfolded("centre");
    let mut draft = Draft::default();
    draft.add(half, Spot::across(PartId::Torso, Landmark::NeckBase).moved([0.0, 0.03]));
    draft.sew("clasp", &[edge("cape", "clasp")], &[image("cape", "clasp")]);
    Ok(draft)
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.cape",
    title: "Cape",
    help: "A part of a ring that lies on the shoulders, open in front, held at the neck.",
    parameters: Cape::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::NeckBase),
        fabric: "felt",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M26 7c3 4 9 4 12 0l5 2c10 12 16 28 18 43c-9 5-19 7-28 6l-1-44l-1 44c-9 1-19-1-28-6C5 37 11 21 21 9z",
            lines: "M21 18c-4 11-6 24-7.5 37M43 18c4 11 6 24 7.5 37M26.5 20c-1.5 13-2.5 26-3 38M37.5 20c1.5 13 2.5 26 3 38",
        },
    },
};
