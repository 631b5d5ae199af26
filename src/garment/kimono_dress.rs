//! A dress whose sleeves are cut in one with front and back.

use super::blocks::bodice::{Bodice, Cut, Half};
use super::blocks::joins::Front;
use super::blocks::skirt::HIP_DEPTH;
use super::draft::{Draft, Lay, Pen, Piece, Spot};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId, Side};
use crate::issue::{Issue, Issues};
use crate::math::real::{cos, sin};
use crate::parameters;
use crate::row::{RowOf, Values};
use kurbo::{Point, Vec2};
use std::f64::consts::PI;

parameters! {
    /// A kimono-sleeve dress.
    pub struct KimonoDress {
        /// From the waist to the hem.
        length_cm: "cm" = 62.0, soft [30.0, 110.0], hard [20.0, 140.0], source "chosen: below the knee";
        /// From the end of the shoulder to the sleeve's hem.
        sleeve_cm: "cm" = 38.0, soft [28.0, 60.0], hard [5.0, 80.0], source "chosen: three quarters";
        /// How far the sleeve points down from the horizontal. Steep ones hang with fewer folds, flat ones let arms rise.
        sleeve_angle_deg: "°" = 42.0, soft [15.0, 50.0], hard [0.0, 60.0], source "the arms of the mannequin, nearly";
        /// Half of the sleeve's girth at its hem.
        cuff_cm: "cm" = 15.0, soft [10.0, 20.0], hard [8.0, 60.0], source "chosen";
        /// Added to the bust girth.
        bust_ease_cm: "cm" = 14.0, soft [6.0, 40.0], hard [0.0, 100.0], source "chosen: loose";
        /// Added to the hip girth.
        hip_ease_cm: "cm" = 10.0, soft [4.0, 40.0], hard [0.0, 100.0], source "chosen: loose";
        /// How much wider than the hip each quarter is at the hem.
        flare_cm: "cm" = 6.0, soft [0.0, 20.0], hard [0.0, 50.0], source "chosen";
        /// How much longer than the neck the neckline is.
        neck_ease_cm: "cm" = 12.0, soft [6.0, 30.0], hard [2.0, 50.0], source "chosen: slips over the head with a slit";
    }
}

/// Radius of the curve under the arm, m. Side and sleeve meet there at an acute angle; in a narrow curve all of the cloth's pull goes
/// through a few threads: 3 mm stretched them by 57 %, 20 mm by 37 %, this by 14 % (woman of bust 88).
const UNDERARM_RADIUS: f64 = 0.05;
/// Below this the curve is a slit, m.
const LEAST_RADIUS: f64 = 0.01;
/// Straight part of the sleeve's lower seam at least, m.
const STRAIGHT_END: f64 = 0.02;
/// How far below the bodice's underarm side and sleeve would meet without the curve, m.
const UNDERARM_DROP: f64 = 0.038;
/// How far the curve over the arm reaches from the end of the shoulder towards the neck and down the sleeve, m, where shoulder and
/// sleeve leave it as much room. A corner there would stand up from the arm like the end of a coat hanger: sewn together, the corners
/// of front and back are the tip of a cone.
const OVERARM_REACH: [f64; 2] = [0.05, 0.11];
/// Share of the shoulder, and of the sleeve, that the curve over the arm takes at most.
const OVERARM_SHARE: f64 = 0.6;
/// Distance of the flat front and back from the body, m.
const AWAY: f64 = 0.03;

fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = KimonoDress::from_values(values);
    let cut = Cut {
        bust_ease: 0.01 * with.bust_ease_cm,
        neck_ease: 0.01 * with.neck_ease_cm,
        armhole_drop: 0.05,
        shoulder_extra: 0.0,
    };
    let bodice = Bodice::new(m, &cut);
    let mut draft = Draft::default();
    for (half, names, side) in
        [(&bodice.front, ["front", "Front"], Side::Front), (&bodice.back, ["back", "Back"], Side::Back)]
    {
        let spot = Spot::on(PartId::Torso, side, Landmark::Waist, Lay::Flat(AWAY));
        let piece = piece(m, &with, half, names).map_err(|issue| vec![issue])?;
        draft.add(piece.unfolded("centre"), spot);
    }
    Front::Whole.sew_sides(&mut draft, &["side-skirt", "side-hip", "side", "under"]);
    Front::Whole.sew_shoulders(&mut draft, &["over", "over-shoulder", "shoulder"]);
    Ok(draft)
}

/// The curve under the arm, a circle's arc that touches side and sleeve, from the corner where they would meet.
struct Arc {
    ends: [Vec2; 2],
    controls: [Vec2; 2],
}

impl Arc {
    /// Between the ways from the corner to the hip and to the sleeve's hem: as wide as leaves a straight end of the sleeve, or
    /// nothing where there is no room.
    fn between(to_hip: Vec2, to_cuff: Vec2) -> Option<Self> {
        let ways = [to_hip.normalize(), to_cuff.normalize()];
        // Sine, cosine and tangent of half of the angle between them.
        let along = ways[0].dot(ways[1]);
        let (sine, cosine) = ((0.5 * (1.0 - along)).sqrt(), (0.5 * (1.0 + along)).sqrt());
        let room = to_cuff.hypot().min(to_hip.hypot()) - STRAIGHT_END;
        let radius = UNDERARM_RADIUS.min(room * sine / cosine);
        // Handles of a cubic that goes through the middle of the arc: 4/3 of the tangent of a quarter of its angle.
        let (leg, handle) = (radius * cosine / sine, 4.0 / 3.0 * radius * (1.0 - sine) / cosine);
        let arc = Arc { ends: ways.map(|way| leg * way), controls: ways.map(|way| (leg - handle) * way) };
        (radius > LEAST_RADIUS).then_some(arc)
    }
}

fn piece(m: &Measurements, with: &KimonoDress, half: &Half, [id, name]: [&str; 2]) -> Result<Piece, Issue> {
    let hip = Point::new(0.25 * (m.hip + 0.01 * with.hip_ease_cm), -HIP_DEPTH * m.stature);
    let hem = Point::new(hip.x + 0.01 * with.flare_cm, -(0.01 * with.length_cm).max(1.2 * HIP_DEPTH * m.stature));
    let angle = with.sleeve_angle_deg * PI / 180.0;
    let (down_arm, across_arm) = (Vec2::new(cos(angle), -sin(angle)), Vec2::new(-sin(angle), -cos(angle)));
    let wrist = half.shoulder + 0.01 * with.sleeve_cm * down_arm;
    let cuff = wrist + 0.01 * with.cuff_cm * across_arm;
    let corner = half.underarm - Vec2::new(0.0, UNDERARM_DROP);
    let Some(arc) = Arc::between(hip - corner, cuff - corner) else {
        let problem = "the sleeve ends where its seam under the arm has yet to leave the side";
        let issue = Issue::new("garment.sleeve-too-short", "parameters.sleeve_cm", problem).value(with.sleeve_cm);
        return Err(issue.cure("Make the sleeve longer, or let it point down less."));
    };
    let on_way = |to: Point, reach: f64| {
        let way = to - half.shoulder;
        half.shoulder + reach.min(OVERARM_SHARE * way.hypot()) * way.normalize()
    };
    let [inwards, downwards] = OVERARM_REACH;
    let (on_shoulder, on_sleeve) = (on_way(half.neck_side, inwards), on_way(wrist, downwards));
    let pen = Pen::at(Point::new(0.0, hem.y))
        .line("hem", hem)
        .line("side-skirt", hip)
        .line("side-hip", corner + arc.ends[0])
        .cubic("side", arc.controls.map(|control| corner + control), corner + arc.ends[1])
        .line("under", cuff)
        .line("cuff-hem", wrist)
        .line("over", on_sleeve)
        .cubic("over-shoulder", [on_sleeve, on_shoulder].map(|end| end.midpoint(half.shoulder)), on_shoulder)
        .line("shoulder", half.neck_side);
    Ok(half.neck(pen).close("centre").piece(id, name))
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.kimono-dress",
    title: "Kimono-sleeve dress",
    help: "A loose dress of a front and a back, the sleeves in one with them.",
    parameters: KimonoDress::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::NeckBase),
        fabric: "polyester-weights",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M26 7c3 5 9 5 12 0l23 5v14l-17 3c0 6 2 16 6 29c-12 3-24 3-36 0c4-13 6-23 6-29L3 26V12z",
            lines: "M57.5 11.5v15M6.5 11.5v15M14.8 55c11 3 23 3 34.4 0",
        },
    },
};
