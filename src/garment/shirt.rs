//! A shirt: closed in front, long sleeves with cuffs, a collar that folds over.

use super::blocks::band::Band;
use super::blocks::bodice::{Bodice, Cut, straight, straight_hem};
use super::blocks::joins::Front;
use super::blocks::sleeve::{Fit, width};
use super::draft::{Draft, Lay, Pen, Spot, TORSO_BACK, TORSO_FRONT, edge, image};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId, Side};
use crate::document::Fold;
use crate::issue::Issues;
use crate::math::real::{cos, sin};
use crate::parameters;
use crate::row::{RowOf, Values};
use kurbo::Point;

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
        /// Height of the collar's stand, below its fold.
        stand_cm: "cm" = 2.5, soft [2.0, 5.0], hard [1.0, 8.0], source "chosen";
        /// Height of the collar that falls over.
        fall_cm: "cm" = 5.5, soft [3.0, 9.0], hard [2.0, 15.0], source "chosen: covers the seam";
        /// How much longer than the neckline the collar's outer edge is. A long one leans out, and crumples where it is too long.
        spread_cm: "cm" = 5.0, soft [2.0, 12.0], hard [1.0, 40.0], source "tried: 13 cm crumples";
    }
}

/// How the collar is pressed over its stand, right sides together.
const COLLAR_FOLD: Fold = Fold { angle_deg: 165.0, strength: 8.0 };
/// How far the points of the collar reach beyond the neck's ends, m.
const COLLAR_POINT: f64 = 0.012;

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
    let [stand, fall, spread] = [with.stand_cm, with.fall_cm, with.spread_cm].map(|cm| 0.01 * cm);
    collar(&mut draft, bodice.half_neckline(), [stand, fall, spread / (stand + fall)]);
    Ok(draft)
}

/// A collar as long as the neckline, opened over the middle of the back, with its fold: a sector of a ring, of so much angle, rad. (The
/// outer edge of a straight strip is too short to lie on the shoulders.) It is sewn on standing, and its fold does not turn a
/// standing ring over.
fn collar(draft: &mut Draft, half: f64, [stand, fall, turn]: [f64; 3]) {
    let inner = 2.0 * half / turn;
    let [rolls, outer] = [inner + stand, inner + stand + fall];
    // From the middle of the neck edge; the ring's centre lies below it.
    let at = |radius: f64, angle: f64| Point::new(radius * sin(angle), radius * cos(angle) - inner);
    let end = 0.5 * turn;
    let piece = Pen::at(Point::ORIGIN)
        .arc("neck", inner, false, at(inner, end))
        .line("stand-front", at(rolls, end))
        .line("fall-front", at(outer, end + COLLAR_POINT / outer))
        .arc("outer", outer, true, at(outer, 0.0))
        .close("middle")
        .piece("collar", "Collar")
        .meshed(12.0)
        .pressed("roll", (rolls, [at(rolls, 0.0), at(rolls, end)]), COLLAR_FOLD)
        .unfolded("middle");
    let spot = Spot::on(PartId::Neck, Side::Back, Landmark::NeckBase, Lay::Round).moved([0.0, 0.015]);
    draft.add(piece, spot);
    let [back_left, front_left, front_right, back_right] = Front::Split.ring("neck");
    let neckline = [front_right, back_right, back_left, front_left];
    draft.sew("collar", &[image("collar", "neck"), edge("collar", "neck")], &neckline);
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.shirt",
    title: "Shirt with collar",
    help: "A shirt closed in front, with set-in sleeves, cuffs and a collar that stands.",
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
