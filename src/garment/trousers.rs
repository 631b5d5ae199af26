//! Trousers: two fronts, two backs and a waistband.
//!
//! ```text
//!      waist ●─v─● side             y = 0 at the waist
//!            │    ╲
//!     centre │     ● hip            the crotch curve runs from the centre to the fork, which reaches further
//!   fork ●──╯      │                at the back: 1/18 of the hip in front, 1/8 behind
//!         ╲        │
//!          ● knee  ●
//!          │       │
//!          ●───────● hem
//! ```

use super::blocks::band::{Band, WAIST_ELASTIC};
use super::draft::{Draft, Lay, Pen, Piece, Spot, edge, solve};
use super::{Garment, Garments, Sketch};
use crate::body::{Landmark, Measurements, PartId, Side};
use crate::issue::Issues;
use crate::parameters;
use crate::row::{RowOf, Values};
use kurbo::{Point, Vec2};

parameters! {
    /// Trousers.
    pub struct Trousers {
        /// From the hem to the floor.
        above_floor_cm: "cm" = 3.0, soft [0.0, 60.0], hard [0.0, 80.0], source "chosen: over the shoe";
        /// Added to the waist girth.
        waist_ease_cm: "cm" = 1.0, soft [0.0, 6.0], hard [-5.0, 30.0], source "chosen: to breathe";
        /// Added to the hip girth.
        hip_ease_cm: "cm" = 6.0, soft [2.0, 20.0], hard [0.0, 60.0], source "chosen: to sit";
        /// Added to the body rise.
        rise_ease_cm: "cm" = 1.5, soft [0.5, 5.0], hard [0.0, 15.0], source "chosen: to sit";
        /// Girth of a leg at the knee, as a part of the thigh's.
        knee: "1" = 0.85, soft [0.7, 1.2], hard [0.6, 2.0], source "chosen: straight legs";
        /// Girth of a leg at the ankle, as a part of the thigh's; shorter trousers are cut off above.
        hem: "1" = 0.78, soft [0.6, 1.3], hard [0.5, 2.5], source "chosen: straight legs";
        /// Height of the waistband.
        band_cm: "cm" = 3.5, soft [2.0, 6.0], hard [1.0, 15.0], source "chosen";
    }
}

/// Edges of a side from the hem up, and of a leg's inner side from the fork down.
const OUTER: [&str; 3] = ["out-leg", "out-thigh", "out-hip"];
const INNER: [&str; 2] = ["in-thigh", "in-leg"];
const CROTCH: [&str; 2] = ["seat", "fork"];
/// Difference of a back from a front: half of it is taken from each quarter's front and given to its back, m.
const BACK_WIDER: f64 = 0.02;
/// Girth of a leg below the fork, as a part of the thigh's.
const THIGH: f64 = 1.1;
/// Distance between a left and a right panel before they are sewn, m.
const APART: f64 = 0.03;

/// Levels and widths that front and back share, m.
struct Frame {
    waist: f64,
    hip: f64,
    fork: f64,
    hip_y: f64,
    crotch_y: f64,
    knee: [f64; 2],
    hem: [f64; 2],
}

impl Frame {
    fn new(m: &Measurements, with: &Trousers, is_back: bool) -> Self {
        let wider = if is_back { 0.5 * BACK_WIDER } else { -0.5 * BACK_WIDER };
        let crotch_y = -(m.body_rise + 0.01 * with.rise_ease_cm);
        let hem_y = -(m.waist_to_floor - 0.01 * with.above_floor_cm).max(0.12 - crotch_y);
        // Half widths along the leg, straight from the thigh to the knee and on to the ankle.
        let knee_y = crotch_y - 0.45 * m.crotch_height;
        let half = |girth: f64| 0.25 * girth * m.thigh + 0.5 * wider;
        let width = |y: f64| {
            let below = ((knee_y - y) / (knee_y + m.waist_to_floor)).clamp(0.0, 1.0);
            let above = ((y - knee_y) / (crotch_y - knee_y)).clamp(0.0, 1.0);
            half(with.knee) + below * (half(with.hem) - half(with.knee)) + above * (half(THIGH) - half(with.knee))
        };
        // In shorts the seams bend halfway down instead of at the knee.
        let bend_y = knee_y.max(0.5 * (crotch_y + hem_y));
        Frame {
            waist: 0.25 * (m.waist + 0.01 * with.waist_ease_cm),
            hip: 0.25 * (m.hip + 0.01 * with.hip_ease_cm) + wider,
            fork: m.hip / if is_back { 8.0 } else { 18.0 },
            hip_y: 0.72 * crotch_y,
            crotch_y,
            knee: [width(bend_y), bend_y],
            hem: [width(hem_y), hem_y],
        }
    }

    /// Where the leg's middle runs: halfway between fork and side.
    fn middle(&self) -> f64 {
        0.5 * (self.hip - self.fork)
    }
}

/// What is found by fitting one piece to another, m: the height of the side at the waist and how much lower the fork is.
#[derive(Clone, Copy, Default)]
struct Fitted {
    side_y: f64,
    fork_drop: f64,
}

/// Half of the front or the back, the centre at x = 0 and the side at positive x.
fn leg(frame: &Frame, is_back: bool, fitted: Fitted) -> Pen {
    let Frame { hip, fork, hip_y, crotch_y, .. } = *frame;
    let middle = frame.middle();
    let at = |[half, y]: [f64; 2], sign: f64| Point::new(middle + sign * half, y);
    // The seat seam leans back, so that there is length to sit: its top comes in and up.
    let centre = if is_back { Point::new(0.03, 0.025) } else { Point::new(0.008, 0.0) };
    let seat = Point::new(0.0, hip_y);
    let fork = Point::new(-fork, crotch_y - fitted.fork_drop);
    let waist = waist_point(frame, centre, fitted.side_y);
    let hip_at = Point::new(hip, hip_y);
    let (hem_in, hem_out) = (at(frame.hem, -1.0), at(frame.hem, 1.0));
    let (knee_in, knee_out) = (at(frame.knee, -1.0), at(frame.knee, 1.0));
    let up = |from: Point, to: Point| (to - from) / (to.y - from.y).abs();
    let thigh = 0.4 * (hip_y - knee_out.y);
    let rise = 0.45 * (waist.y - hip_y);
    let inner = 0.4 * (fork.y - knee_in.y);
    let lean = (seat - centre) / (seat - centre).hypot();
    Pen::at(hem_in)
        .line("hem", hem_out)
        .line("out-leg", knee_out)
        .cubic("out-thigh", [knee_out + thigh * up(hem_out, knee_out), hip_at - Vec2::new(0.0, thigh)], hip_at)
        .cubic("out-hip", [hip_at + Vec2::new(0.0, rise), waist + Vec2::new(0.2 * (hip - waist.x), -rise)], waist)
        .line("waist", centre)
        .line("seat", seat)
        .cubic("fork", [seat + 0.75 * (seat.y - fork.y) * lean, Point::new(0.35 * fork.x, fork.y)], fork)
        .cubic("in-thigh", [fork + 0.3 * (knee_in - fork), knee_in + inner * up(hem_in, knee_in)], knee_in)
        .close("in-leg")
}

/// Where waist and side meet: as far from the centre as the waist is long, with its dart.
fn waist_point(frame: &Frame, centre: Point, side_y: f64) -> Point {
    let length = frame.waist + dart(frame, centre);
    let rise = side_y - centre.y;
    Point::new(centre.x + (length * length - rise * rise).max(0.0).sqrt(), side_y)
}

/// Width of the dart: half of what the hip has more than the waist and the centre does not take up.
fn dart(frame: &Frame, centre: Point) -> f64 {
    let width = 0.5 * (frame.hip - centre.x - frame.waist);
    if width < 0.005 { 0.0 } else { width.min(0.045) }
}

fn sum(piece: &Piece, edges: &[&str]) -> f64 {
    edges.iter().map(|edge| piece.length(edge)).sum()
}

fn finished(pen: Pen, frame: &Frame, [id, name]: [&str; 2], depth: f64) -> Piece {
    let piece = pen.piece(id, name);
    let length = piece.length("waist");
    let width = length - frame.waist;
    if width < 1e-4 { piece } else { piece.dart("dart", "waist", [0.5 * length, width, depth]) }
}

fn draft(m: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = Trousers::from_values(values);
    let (front_frame, back_frame) = (Frame::new(m, &with, false), Frame::new(m, &with, true));
    let front = finished(
        leg(&front_frame, false, Fitted::default()),
        &front_frame,
        ["front-left", "Left front"],
        0.06 * m.stature,
    );
    // The back's fork is lowered until both inner seams are equal, then its side raised until both outer seams are.
    let fitted = |side_y: f64, fork_drop: f64| leg(&back_frame, true, Fitted { side_y, fork_drop }).piece("", "");
    let fork_drop = -solve(sum(&front, &INNER), [-0.08, 0.08], |up| sum(&fitted(0.0, -up), &INNER));
    let side_y = solve(sum(&front, &OUTER), [-0.05, 0.08], |side_y| sum(&fitted(side_y, fork_drop), &OUTER));
    let pen = leg(&back_frame, true, Fitted { side_y, fork_drop });
    let back = finished(pen, &back_frame, ["back-right", "Right back"], 0.075 * m.stature);

    let spot = |side: Side, x: f64| Spot::on(PartId::Torso, side, Landmark::Waist, Lay::Half).moved([x, 0.0]);
    let (in_front, behind) = (front_frame.fork + 0.5 * APART, back_frame.fork + 0.5 * APART);
    let mut draft = Draft::default();
    draft.add(front, spot(Side::Front, in_front));
    draft.mirror(["front-right", "Right front"], "front-left", spot(Side::Front, -in_front));
    draft.add(back, spot(Side::Back, behind));
    draft.mirror(["back-left", "Left back"], "back-right", spot(Side::Back, -behind));
    // Each line: seam, the panel that runs down along it, the one that runs up, and the edges from above.
    let outer = [OUTER[2], OUTER[1], OUTER[0]];
    for (id, down, up, edges) in [
        ("side-left", "back-left", "front-left", &outer[..]),
        ("side-right", "front-right", "back-right", &outer),
        ("inner-left", "front-left", "back-left", &INNER),
        ("inner-right", "back-right", "front-right", &INNER),
        ("front", "front-left", "front-right", &CROTCH),
        ("back", "back-right", "back-left", &CROTCH),
    ] {
        let a: Vec<_> = edges.iter().map(|name| edge(down, name)).collect();
        let b: Vec<_> = edges.iter().rev().map(|name| edge(up, name)).collect();
        draft.sew(id, &a, &b);
    }
    let ring = ["back-left", "front-left", "front-right", "back-right"].map(|panel| edge(panel, "waist"));
    let band = Band { length: m.waist + 0.01 * with.waist_ease_cm, height: 0.01 * with.band_cm };
    let spot = Spot::on(PartId::Torso, Side::Front, Landmark::Waist, Lay::Round).moved([0.0, 0.05]);
    band.above(&mut draft, ["waistband", "Waistband"], spot, &ring);
    draft.hold("waistband", WAIST_ELASTIC);
    Ok(draft)
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.trousers",
    title: "Trousers",
    help: "Straight trousers with a waistband: crotch curves from body rise and hip, darts at the waist.",
    parameters: Trousers::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: Some(Landmark::Waist),
        fabric: "cotton-weights",
        draft,
        stand: None,
        sketch: Sketch {
            outline: "M20 5h24l5 53H35.5L32 25l-3.5 33H15z",
            lines: "M19.6 9h24.8M32 9v16M24 9l.5 6M40 9l-.5 6M23.5 27l-1.8 28M40.5 27l1.8 28",
        },
    },
};
