//! An A-line skirt with darts and a waistband.

use super::blocks::band::{Band, WAIST_ELASTIC};
use super::blocks::joins::Front;
use super::blocks::skirt;
use super::draft::{Draft, Lay, Spot, TORSO_BACK, TORSO_FRONT};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId, Side};
use crate::issue::Issues;
use crate::parameters;
use crate::row::{RowOf, Values};

parameters! {
    /// An A-line skirt.
    pub struct ALineSkirt {
        /// From the waist to the hem.
        length_cm: "cm" = 58.0, soft [30.0, 100.0], hard [15.0, 140.0], source "chosen: to the knee";
        /// How much wider than the hip each quarter is at the hem.
        flare_cm: "cm" = 5.0, soft [0.0, 12.0], hard [-5.0, 40.0], source "chosen: a slight A";
        /// Added to the waist girth.
        waist_ease_cm: "cm" = 1.0, soft [0.0, 4.0], hard [-5.0, 20.0], source "chosen: to breathe";
        /// Added to the hip girth.
        hip_ease_cm: "cm" = 4.0, soft [2.0, 10.0], hard [0.0, 40.0], source "chosen: to sit";
        /// Height of the waistband.
        band_cm: "cm" = 3.5, soft [2.0, 6.0], hard [1.0, 15.0], source "chosen";
    }
}

fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = ALineSkirt::from_values(values);
    let cut = |dart: f64| skirt::Cut {
        waist_ease: 0.01 * with.waist_ease_cm,
        hip_ease: 0.01 * with.hip_ease_cm,
        length: 0.01 * with.length_cm,
        flare: 0.01 * with.flare_cm,
        dart,
    };
    let mut draft = Draft::default();
    // The belly is higher than the seat: front darts end above the hip, back darts just over it.
    draft.add(skirt::panel(m, &cut(0.055 * m.stature), ["front", "Front"]), TORSO_FRONT);
    draft.add(skirt::panel(m, &cut(0.08 * m.stature), ["back", "Back"]), TORSO_BACK);
    Front::Whole.sew_sides(&mut draft, &["side-skirt", "side-hip"]);
    let band = Band { length: m.waist + 0.01 * with.waist_ease_cm, height: 0.01 * with.band_cm };
    let spot = Spot::on(PartId::Torso, Side::Front, Landmark::Waist, Lay::Round).moved([0.0, 0.025]);
    band.above(&mut draft, ["waistband", "Waistband"], spot, &Front::Whole.ring("waist"));
    draft.hold("waistband", WAIST_ELASTIC);
    Ok(draft)
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.a-line-skirt",
    title: "A-line skirt",
    help: "A skirt of a front and a back, fitted from waist to hip by darts and at the sides, with a waistband.",
    parameters: ALineSkirt::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::Waist),
        fabric: "denim",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M22 8h20v5c3 13 8 31 12 43c-13 4-31 4-44 0c4-12 9-30 12-43z",
            lines: "M22 13c6 1.5 14 1.5 20 0M28 15l.7 9M36 15l-.7 9M11 52.5c13 4 29 4 42 0",
        },
    },
};
