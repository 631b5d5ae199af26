//! A hooded top: a straight bodice, long sleeves, a hood of two halves.
//!
//! ```text
//!        top
//!      ╭─────────╮           a half of the hood, seen from the wearer's left: the face is at x = 0
//! face │          ╲ back
//!      │          │
//!      ●───neck───●
//! ```

use super::blocks::bodice::{Bodice, Cut, straight, straight_hem};
use super::blocks::joins::Front;
use super::blocks::sleeve::{Fit, width};
use super::draft::{Draft, Lay, Pen, Piece, Spot, TORSO_BACK, TORSO_FRONT, edge};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId, Side};
use crate::issue::Issues;
use crate::parameters;
use crate::row::{RowOf, Values};
use kurbo::Point;

parameters! {
    /// A hooded top.
    pub struct HoodedTop {
        /// From the waist to the hem.
        length_cm: "cm" = 22.0, soft [5.0, 45.0], hard [-10.0, 100.0], source "chosen: over the hips";
        /// Added to the bust girth.
        bust_ease_cm: "cm" = 16.0, soft [8.0, 40.0], hard [0.0, 80.0], source "chosen: over a shirt";
        /// Added to the girth of the upper arm, at least; wide armholes ask for wider sleeves.
        arm_ease_cm: "cm" = 8.0, soft [4.0, 18.0], hard [0.0, 40.0], source "chosen: over a shirt";
        /// Added to the girth of the wrist at the sleeve's hem.
        wrist_ease_cm: "cm" = 7.0, soft [4.0, 16.0], hard [2.0, 40.0], source "chosen: the hand passes";
        /// How much longer than the neck the neckline is.
        neck_ease_cm: "cm" = 12.0, soft [8.0, 25.0], hard [4.0, 40.0], source "chosen";
        /// How much lower than the arm's the armhole ends.
        armhole_cm: "cm" = 4.0, soft [2.0, 8.0], hard [0.0, 20.0], source "chosen";
        /// How much longer the sleeve's cap is than the armhole, eased in.
        cap_ease_cm: "cm" = 0.5, soft [0.0, 1.8], hard [0.0, 1.8], source "chosen: knit takes little";
        /// Height of the hood, as a part of the stature.
        hood_height: "1" = 0.2, soft [0.18, 0.26], hard [0.15, 0.4], source "chosen: head, neck and room";
        /// Depth of the hood, as a part of the stature.
        hood_depth: "1" = 0.13, soft [0.11, 0.2], hard [0.1, 0.3], source "chosen: head and room";
    }
}

fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = HoodedTop::from_values(values);
    let bodice = Bodice::new(
        m,
        &Cut {
            bust_ease: 0.01 * with.bust_ease_cm,
            neck_ease: 0.01 * with.neck_ease_cm,
            armhole_drop: 0.01 * with.armhole_cm,
            shoulder_extra: 0.015,
        },
    );
    let hem = straight_hem(m, &bodice, [0.01 * with.length_cm, 0.08]);
    let front = straight(&bodice.front, hem, ["front", "Front"]);
    let back = straight(&bodice.back, hem, ["back", "Back"]);
    let armhole = [front.length("armhole"), back.length("armhole")];
    let mut draft = Draft::default();
    draft.add(front.unfolded("centre"), TORSO_FRONT);
    draft.add(back.unfolded("centre"), TORSO_BACK);
    Front::Whole.sew_sides(&mut draft, &["side"]);
    Front::Whole.sew_shoulders(&mut draft, &["shoulder"]);
    let fit = Fit {
        armhole,
        cap_ease: 0.01 * with.cap_ease_cm,
        width: width(armhole, m.upper_arm + 0.01 * with.arm_ease_cm),
        hem: m.wrist + 0.01 * with.wrist_ease_cm,
        length: m.arm,
    };
    Front::Whole.set_in(&mut draft, &fit, None)?;
    let [height, depth] = [with.hood_height * m.stature, with.hood_depth * m.stature];
    let half = hood(bodice.half_neckline(), height, depth);
    let spot = |side: Side, sign: f64| {
        Spot::on(PartId::Head, side, Landmark::NeckBase, Lay::Flat(AWAY)).moved([-sign * 0.5 * depth, ABOVE])
    };
    draft.add(half, spot(Side::Left, 1.0));
    draft.mirror(["hood-right", "Right hood"], "hood-left", spot(Side::Right, -1.0));
    let [back_left, front_left, front_right, back_right] = Front::Whole.ring("neck");
    draft.sew("hood-neck-left", &[edge("hood-left", "neck")], &[back_left, front_left]);
    draft.sew("hood-neck-right", &[edge("hood-right", "neck")], &[front_right, back_right]);
    let left = [edge("hood-left", "back"), edge("hood-left", "top")];
    let right = [edge("hood-right", "top"), edge("hood-right", "back")];
    draft.sew("hood-crown", &left, &right);
    Ok(draft)
}

/// Distance of the hood's halves from the head, and of their lower edge above the neck's base, m.
const AWAY: f64 = 0.03;
const ABOVE: f64 = 0.04;

/// Half of the hood, its lower edge as long as half of the neckline.
fn hood(neck: f64, height: f64, depth: f64) -> Piece {
    // The neck edge falls a little to the front, where the neckline is lower.
    let fall = 0.02;
    let behind = Point::new((neck * neck - fall * fall).max(0.0).sqrt(), fall);
    let nape = Point::new(depth, 0.45 * height);
    let crown = Point::new(0.0, height);
    Pen::at(Point::ORIGIN)
        .line("neck", behind)
        .cubic(
            "back",
            [behind + 0.15 * height * kurbo::Vec2::new(0.0, 1.0), nape - 0.15 * height * kurbo::Vec2::new(0.0, 1.0)],
            nape,
        )
        .cubic("top", [Point::new(depth, 0.85 * height), Point::new(0.7 * depth, height)], crown)
        .close("face")
        .piece("hood-left", "Left hood")
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.hooded-top",
    title: "Hooded top",
    help: "A loose top with long sleeves and a hood of two halves.",
    parameters: HoodedTop::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::NeckBase),
        fabric: "interlock",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M23 19C17 10 23 3 32 3s15 7 9 16l10 4l7 28l-8 2L46 37v21H18V37l-4 16l-8-2l7-28z",
            lines: "M32 23C24 21 24 9 32 8c8 1 8 13 0 15zM23 19c2 3 6 4 9 4c3 0 7-1 9-4M46 37c-1.5-5-1.5-9 .5-16M18 37c1.5-5 1.5-9-.5-16M18 55h28",
        },
    },
};
