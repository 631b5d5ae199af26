//! A tank dress: straps, deep armholes, an A-line skirt in one with the bodice.

use super::blocks::bodice::{Bodice, Cut, Half};
use super::blocks::joins::Front;
use super::blocks::skirt::HIP_DEPTH;
use super::draft::{Draft, Pen, Piece, TORSO_BACK, TORSO_FRONT};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements};
use crate::issue::Issues;
use crate::parameters;
use crate::row::{RowOf, Values};
use kurbo::{Point, Vec2};

parameters! {
    /// A tank dress.
    pub struct TankDress {
        /// From the waist to the hem.
        length_cm: "cm" = 58.0, soft [30.0, 100.0], hard [20.0, 140.0], source "chosen: to the knee";
        /// How much wider than the hip each quarter is at the hem.
        flare_cm: "cm" = 5.0, soft [0.0, 15.0], hard [0.0, 40.0], source "chosen: a slight A";
        /// Added to the bust girth.
        bust_ease_cm: "cm" = 5.0, soft [0.0, 20.0], hard [-10.0, 60.0], source "chosen: close";
        /// Added to the hip girth.
        hip_ease_cm: "cm" = 6.0, soft [2.0, 20.0], hard [0.0, 60.0], source "chosen: to sit";
        /// How much longer than the neck the neckline is.
        neck_ease_cm: "cm" = 18.0, soft [10.0, 30.0], hard [4.0, 40.0], source "chosen: a round neck";
        /// How much shorter than the shoulder the straps end.
        strap_cm: "cm" = 3.0, soft [1.0, 5.0], hard [0.0, 6.0], source "chosen";
        /// How much lower than the arm's the armhole ends.
        armhole_cm: "cm" = 2.0, soft [0.0, 6.0], hard [0.0, 15.0], source "chosen";
    }
}

fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = TankDress::from_values(values);
    let cut = Cut {
        bust_ease: 0.01 * with.bust_ease_cm,
        neck_ease: 0.01 * with.neck_ease_cm,
        armhole_drop: 0.01 * with.armhole_cm,
        shoulder_extra: -0.01 * with.strap_cm,
    };
    let bodice = Bodice::new(m, &cut);
    let hip = Point::new(0.25 * (m.hip + 0.01 * with.hip_ease_cm), -HIP_DEPTH * m.stature);
    let hem = Point::new(hip.x + 0.01 * with.flare_cm, -(0.01 * with.length_cm).max(1.2 * HIP_DEPTH * m.stature));
    let mut draft = Draft::default();
    draft.add(half(&bodice.front, [hip, hem], ["front", "Front"]).unfolded("centre"), TORSO_FRONT);
    draft.add(half(&bodice.back, [hip, hem], ["back", "Back"]).unfolded("centre"), TORSO_BACK);
    Front::Whole.sew_sides(&mut draft, &["side-skirt", "side-bodice"]);
    Front::Whole.sew_shoulders(&mut draft, &["shoulder"]);
    Ok(draft)
}

/// A half whose side runs straight to the hip and from there in a curve to the underarm.
fn half(half: &Half, [hip, hem]: [Point; 2], names: [&str; 2]) -> Piece {
    let reach = 0.4 * (half.underarm.y - hip.y);
    let slope = (hip.x - hem.x) / (hip.y - hem.y);
    let controls = [Point::new(hip.x + slope * reach, hip.y + reach), half.underarm - Vec2::new(0.0, reach)];
    let pen = Pen::at(Point::new(0.0, hem.y)).line("hem", hem).line("side-skirt", hip);
    let pen = pen.cubic("side-bodice", controls, half.underarm);
    half.upper(pen).close("centre").piece(names[0], names[1])
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.tank-dress",
    title: "Tank dress",
    help: "A dress without sleeves that hangs from two straps and flares a little to the hem.",
    parameters: TankDress::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::ShoulderLeft),
        fabric: "cotton-weights",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M21 5h4c0 13 14 13 14 0h4c0 8 1 12 4 15c-3 10-1 18 5 38c-13 3-27 3-40 0c6-20 8-28 5-38c3-3 4-7 4-15z",
            lines: "M12.8 55c12 3 26 3 38.4 0",
        },
    },
};
