//! The bodice block: half of a front or back, from the underarm over armhole, shoulder and neckline to the centre.
//!
//! ```text
//!        neck side ●──__ shoulder
//!   centre ●──╯        ╲●           y = 0 at the waist, x = 0 at the centre; drawn for the side of positive x
//!          │           (            armhole: level at the underarm, upright at the shoulder
//!          │            ╲___● underarm
//!          │                │
//! ```

use super::skirt::HIP_DEPTH;
use crate::body::Measurements;
use crate::garment::draft::{Pen, Piece, solve};
use kurbo::Point;

/// Fall of the shoulder line, as height over width.
const SHOULDER_FALL: f64 = 0.34;
/// How far the nape lies below the side of the neck, m.
const NAPE_BELOW: f64 = 0.02;

/// How a bodice is cut, m.
#[derive(Clone, Copy, Debug)]
pub(in crate::garment) struct Cut {
    /// Added to the bust girth.
    pub bust_ease: f64,
    /// Added to the neck girth; the neckline is as long as both.
    pub neck_ease: f64,
    /// How much lower than the body's the armhole ends.
    pub armhole_drop: f64,
    /// Added to the length of the shoulder; negative for straps.
    pub shoulder_extra: f64,
}

/// Half of a front or back.
#[derive(Clone, Copy, Debug)]
pub(in crate::garment) struct Half {
    /// Where the neckline meets the centre.
    pub centre: Point,
    /// Where the shoulder begins at the neck.
    pub neck_side: Point,
    /// Where the shoulder ends.
    pub shoulder: Point,
    /// Where side and armhole meet.
    pub underarm: Point,
    /// x of the narrowest place between the armholes.
    across: f64,
}

impl Half {
    /// Adds armhole, shoulder and neckline to an outline that has come to the underarm.
    pub(in crate::garment) fn upper(&self, pen: Pen) -> Pen {
        let pen = pen.cubic("armhole", self.armhole(), self.shoulder).line("shoulder", self.neck_side);
        self.neck(pen)
    }

    /// Adds the neckline alone, to an outline that has come to the neck's side.
    pub(in crate::garment) fn neck(&self, pen: Pen) -> Pen {
        pen.cubic("neck", self.neckline(), self.centre)
    }

    fn armhole(&self) -> [Point; 2] {
        let height = self.shoulder.y - self.underarm.y;
        [
            Point::new(self.across, self.underarm.y + 0.02 * height),
            Point::new(self.across, self.underarm.y + 0.5 * height),
        ]
    }

    fn neckline(&self) -> [Point; 2] {
        let depth = self.neck_side.y - self.centre.y;
        [
            Point::new(self.neck_side.x, self.neck_side.y - 0.6 * depth),
            Point::new(0.6 * self.neck_side.x, self.centre.y),
        ]
    }

    fn neck_length(&self) -> f64 {
        self.neck(Pen::at(self.neck_side)).piece("", "").length("neck")
    }
}

/// Front and back of a bodice.
#[derive(Clone, Copy, Debug)]
pub(in crate::garment) struct Bodice {
    pub front: Half,
    pub back: Half,
}

impl Bodice {
    /// Drafts both halves.
    ///
    /// - The armhole's depth below the nape is a sixth of the bust and 65 mm: 212 mm at 88 cm, 233 mm at 100 cm.
    /// - Half of the back between the armholes is 0.16 of the bust and 32 mm, the front 10 mm less.
    /// - The neckline follows an opening a third of the neck girth wide and as deep in front, scaled until its length
    ///   is the neck's girth and its ease.
    pub(in crate::garment) fn new(m: &Measurements, cut: &Cut) -> Self {
        let wanted = 0.5 * (m.neck + cut.neck_ease);
        let neck = solve(wanted, [0.3, 4.0], |scale| {
            let (front, back) = (half(m, cut, scale, false), half(m, cut, scale, true));
            front.neck_length() + back.neck_length()
        });
        Bodice { front: half(m, cut, neck, false), back: half(m, cut, neck, true) }
    }

    /// Half of the neckline, m.
    pub(in crate::garment) fn half_neckline(&self) -> f64 {
        self.front.neck_length() + self.back.neck_length()
    }
}

fn half(m: &Measurements, cut: &Cut, neck_scale: f64, is_back: bool) -> Half {
    let width = m.neck / 6.0;
    let top = m.back_waist + NAPE_BELOW;
    // The shoulder line is the body's; a wider neck only moves its beginning along it.
    let on_shoulder = |x: f64| Point::new(x, top - SHOULDER_FALL * (x - width));
    let level = 1.0 / (1.0 + SHOULDER_FALL * SHOULDER_FALL).sqrt();
    let shoulder = on_shoulder(width + (m.shoulder + cut.shoulder_extra) * level);
    let underarm_y = m.back_waist - (m.bust / 6.0 + 0.065) - cut.armhole_drop;
    let underarm = Point::new(0.25 * (m.bust + cut.bust_ease), underarm_y);
    let across = (0.16 * m.bust + if is_back { 0.032 } else { 0.022 }).min(shoulder.x).min(underarm.x - 0.015);
    // A wide neckline keeps 15 mm of shoulder; beyond, it only becomes deeper.
    let neck_side = on_shoulder((neck_scale * width).min(shoulder.x - 0.015));
    let depth = if is_back { NAPE_BELOW * neck_scale } else { (m.neck / 6.0 + 0.01) * neck_scale };
    Half { centre: Point::new(0.0, neck_side.y - depth), neck_side, shoulder, underarm, across }
}

/// A half with a straight side.
pub(in crate::garment) fn straight(half: &Half, hem: Point, [id, name]: [&str; 2]) -> Piece {
    let pen = Pen::at(Point::new(0.0, hem.y)).line("hem", hem).line("side", half.underarm);
    half.upper(pen).close("centre").piece(id, name).notched("armhole")
}

/// Corner of hem and side of a straight bodice that reaches `length` below the waist: as wide as the underarm, and
/// growing to the hip and its ease where it reaches there.
pub(in crate::garment) fn straight_hem(m: &Measurements, bodice: &Bodice, [length, hip_ease]: [f64; 2]) -> Point {
    let over_hip = (length / (HIP_DEPTH * m.stature)).clamp(0.0, 1.0);
    let (hip, underarm) = (0.25 * (m.hip + hip_ease), bodice.front.underarm.x);
    Point::new(underarm + (hip - underarm).max(0.0) * over_hip, -length)
}
