//! A shirt: closed in front, long sleeves with cuffs, a collar that stands.

use super::blocks::band::Band;
use super::blocks::bodice::{Bodice, Cut, straight, straight_hem};
use super::blocks::joins::Front;
use super::blocks::sleeve::{Fit, width};
use super::draft::{Draft, Lay, Spot, TORSO_BACK, TORSO_FRONT, edge};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId, Side};
use crate::issue::Issues;
use crate::parameters;
use crate::row::{RowOf, Values};

parameters! {
    /// A shirt.
    pub struct Shirt {
        /// From the waist to the hem.
        length_cm: "cm" = 28.0, soft [10.0, 45.0], hard [-5.0, 100.0], source "chosen: to be tucked in";
        /// Added to the bust girth.
        bust_ease_cm: "cm" = 14.0, soft [6.0, 35.0], hard [0.0, 80.0], source "chosen: a regular fit";
        /// Added to the girth of the upper arm, at least; wide armholes ask for wider sleeves.
        arm_ease_cm: "cm" = 8.0, soft [4.0, 18.0], hard [0.0, 40.0], source "chosen: a regular fit";
        /// How much longer than the neck neckline and collar are.
        neck_ease_cm: "cm" = 3.0, soft [1.0, 6.0], hard [0.0, 20.0], source "chosen: two fingers";
        /// How much lower than the arm's the armhole ends.
        armhole_cm: "cm" = 3.5, soft [2.0, 8.0], hard [0.0, 20.0], source "chosen";
        /// How much longer the sleeve's cap is than the armhole, eased in.
        cap_ease_cm: "cm" = 1.0, soft [0.0, 1.8], hard [0.0, 1.8], source "chosen: flat shirt sleeves";
        /// Added to the girth of the wrist for the cuff.
        cuff_ease_cm: "cm" = 6.0, soft [4.0, 10.0], hard [2.0, 30.0], source "chosen";
        /// Height of the cuffs.
        cuff_cm: "cm" = 6.0, soft [3.0, 10.0], hard [2.0, 20.0], source "chosen";
        /// Height of the collar.
        collar_cm: "cm" = 3.5, soft [2.0, 5.0], hard [1.0, 8.0], source "chosen: below the chin";
    }
}

fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = Shirt::from_values(values);
    let bodice = Bodice::new(
        m,
        &Cut {
            bust_ease: 0.01 * with.bust_ease_cm,
            neck_ease: 0.01 * with.neck_ease_cm,
            armhole_drop: 0.01 * with.armhole_cm,
            shoulder_extra: 0.012,
        },
    );
    let hem = straight_hem(m, &bodice, [0.01 * with.length_cm, 0.06]);
    let front = straight(&bodice.front, hem, ["front-left", "Left front"]);
    let back = straight(&bodice.back, hem, ["back", "Back"]);
    let armhole = [front.length("armhole"), back.length("armhole")];
    let mut draft = Draft::default();
    draft.add(front, TORSO_FRONT.moved([0.01, 0.0]));
    draft.mirror(["front-right", "Right front"], "front-left", TORSO_FRONT.moved([-0.01, 0.0]));
    draft.add(back.unfolded("centre"), TORSO_BACK);
    draft.sew("closure", &[edge("front-left", "centre")], &[edge("front-right", "centre")]);
    Front::Split.sew_sides(&mut draft, &["side"]);
    Front::Split.sew_shoulders(&mut draft, &["shoulder"]);
    let cuff = Band { length: m.wrist + 0.01 * with.cuff_ease_cm, height: 0.01 * with.cuff_cm };
    let fit = Fit {
        armhole,
        cap_ease: 0.01 * with.cap_ease_cm,
        width: width(armhole, m.upper_arm + 0.01 * with.arm_ease_cm),
        hem: cuff.length,
        length: m.arm - cuff.height,
    };
    Front::Split.set_in(&mut draft, &fit, Some(cuff))?;
    // As long as the neckline, closed in front as with its button.
    let collar = Band { length: 2.0 * bodice.half_neckline(), height: 0.01 * with.collar_cm };
    let spot = Spot::on(PartId::Neck, Side::Back, Landmark::NeckBase, Lay::Round).moved([0.0, 0.015]);
    let [back_left, front_left, front_right, back_right] = Front::Split.ring("neck");
    collar.above(&mut draft, ["collar", "Collar"], spot, &[front_right, back_right, back_left, front_left]);
    Ok(draft)
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.shirt",
    title: "Shirt with a stand collar",
    help: "A shirt closed in front, with set-in sleeves, cuffs and a band collar that stands.",
    parameters: Shirt::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::NeckBase),
        fabric: "cotton-weights",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M24 9l1.5-5c4 2 9 2 13 0l1.5 5l10 4l9 31l-8 2.5L46 28v29H18V28l-5 18.5L5 44l9-31z",
            lines: "M24 9l8 4l8-4M32 13v44M46 28c-1.5-5-1.5-9 .5-16.5M18 28c1.5-5 1.5-9-.5-16.5M6.3 40l8 2.5M57.7 40l-8 2.5",
        },
    },
};
