//! A T-shirt with set-in sleeves and a neckband.

use super::blocks::band::Band;
use super::blocks::bodice::{Bodice, Cut, straight, straight_hem};
use super::blocks::joins::Front;
use super::blocks::sleeve::{Fit, width};
use super::draft::{Draft, Lay, Spot, TORSO_BACK, TORSO_FRONT};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId, Side};
use crate::issue::Issues;
use crate::parameters;
use crate::row::{RowOf, Values};

parameters! {
    /// A T-shirt.
    pub struct TShirt {
        /// From the waist to the hem.
        length_cm: "cm" = 20.0, soft [0.0, 40.0], hard [-20.0, 100.0], source "chosen: over the hips";
        /// From the top of the sleeve to its hem.
        sleeve_cm: "cm" = 22.0, soft [15.0, 65.0], hard [12.0, 90.0], source "chosen: a short sleeve";
        /// Added to the bust girth.
        bust_ease_cm: "cm" = 8.0, soft [0.0, 30.0], hard [-10.0, 80.0], source "chosen: a regular fit";
        /// Added to the girth of the upper arm, at least; wide armholes ask for wider sleeves.
        arm_ease_cm: "cm" = 6.0, soft [2.0, 16.0], hard [0.0, 40.0], source "chosen: a regular fit";
        /// How much longer than the neck the neckline is.
        neck_ease_cm: "cm" = 10.0, soft [6.0, 25.0], hard [2.0, 40.0], source "chosen: lies below the neck";
        /// How much lower than the arm's the armhole ends.
        armhole_cm: "cm" = 2.5, soft [1.0, 8.0], hard [0.0, 20.0], source "chosen";
        /// How much longer the sleeve's cap is than the armhole, eased in.
        cap_ease_cm: "cm" = 0.5, soft [0.0, 1.5], hard [0.0, 1.8], source "chosen: knit takes little";
    }
}

/// How much shorter than the neckline its band is, so that it lies close.
const BAND: f64 = 0.96;

fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = TShirt::from_values(values);
    let bodice = Bodice::new(
        m,
        &Cut {
            bust_ease: 0.01 * with.bust_ease_cm,
            neck_ease: 0.01 * with.neck_ease_cm,
            armhole_drop: 0.01 * with.armhole_cm,
            shoulder_extra: 0.01,
        },
    );
    let mut draft = Draft::default();
    let hem = straight_hem(m, &bodice, [0.01 * with.length_cm, 0.5 * 0.01 * with.bust_ease_cm]);
    let front = straight(&bodice.front, hem, ["front", "Front"]);
    let back = straight(&bodice.back, hem, ["back", "Back"]);
    let armhole = [front.length("armhole"), back.length("armhole")];
    draft.add(front.unfolded("centre"), TORSO_FRONT);
    draft.add(back.unfolded("centre"), TORSO_BACK);
    Front::Whole.sew_sides(&mut draft, &["side"]);
    Front::Whole.sew_shoulders(&mut draft, &["shoulder"]);
    let width = width(armhole, m.upper_arm + 0.01 * with.arm_ease_cm);
    let length = 0.01 * with.sleeve_cm;
    // A short sleeve narrows a little, a long one to the wrist.
    let narrowest = 1.5 * m.wrist;
    let hem = width - (width - narrowest).max(0.0) * (length / m.arm).min(1.0) * 0.8;
    let fit = Fit { armhole, cap_ease: 0.01 * with.cap_ease_cm, width, hem, length };
    Front::Whole.set_in(&mut draft, &fit, None)?;
    let band = Band { length: BAND * 2.0 * bodice.half_neckline(), height: 0.02 };
    let spot = Spot::on(PartId::Neck, Side::Front, Landmark::NeckBase, Lay::Round).moved([0.0, 0.02]);
    band.above(&mut draft, ["neckband", "Neckband"], spot, &Front::Whole.ring("neck"));
    Ok(draft)
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.t-shirt",
    title: "T-shirt",
    help: "A straight top with set-in sleeves and a neckband.",
    parameters: TShirt::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::NeckBase),
        fabric: "interlock",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M22 9c3 4 17 4 20 0l9 4l10 15l-8 5l-6-8v32H17V25l-6 8l-8-5l10-15z",
            lines: "M20.5 9.7c3 7 20 7 23 0M47 25c-2.5-4-3-8-1-13.5M17 25c2.5-4 3-8 1-13.5M17 54h30M9 31.5l-4-2.6M55 31.5l4-2.6",
        },
    },
};
