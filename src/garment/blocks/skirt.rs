//! The skirt block: a quarter from the centre to the side, shaped at the side and by darts.
//!
//! ```text
//!          ●──v──__● top           y = 0 at the waist
//!   centre │ dart   ╲
//!          │         ● hip         what the hip has more than the waist: half goes into darts, half into the side
//!          │          ╲
//!          ●───────────● hem
//! ```

use crate::body::Measurements;
use crate::garment::draft::{Pen, Piece, solve};
use kurbo::Point;

/// Depth of the hip below the waist, as a part of the stature.
pub(in crate::garment) const HIP_DEPTH: f64 = 0.124;
/// How much the waist rises to the side, m.
const SIDE_RISE: f64 = 0.01;
/// Part of what the waist has less than the hip that darts take up; the side takes the rest.
const IN_DARTS: f64 = 0.5;
/// Narrowest dart that is sewn, m; less is left to the side.
const NARROWEST_DART: f64 = 0.005;
/// Widest dart; more becomes two, m.
const WIDEST_DART: f64 = 0.032;

/// How a skirt is cut, m.
#[derive(Clone, Copy, Debug)]
pub(in crate::garment) struct Cut {
    pub waist_ease: f64,
    pub hip_ease: f64,
    /// From the waist to the hem.
    pub length: f64,
    /// How much wider than the hip the quarter is at the hem.
    pub flare: f64,
    /// Length of the darts.
    pub dart: f64,
}

/// Drafts half of the front or back, opened over its centre.
pub(in crate::garment) fn panel(m: &Measurements, cut: &Cut, [id, name]: [&str; 2]) -> Piece {
    let hip = 0.25 * (m.hip + cut.hip_ease);
    let waist = 0.25 * (m.waist + cut.waist_ease);
    let surplus = hip - waist;
    let mut in_darts = if surplus > 0.0 { IN_DARTS * surplus } else { 0.0 };
    if in_darts < NARROWEST_DART {
        in_darts = 0.0;
    }
    let top_x = solve(waist + in_darts, [0.0, 2.0 * (waist + in_darts)], |x| waist_edge(x).length("waist"));
    let top = Point::new(top_x, SIDE_RISE);
    let hip_y = -(HIP_DEPTH * m.stature).min(0.9 * cut.length);
    let hip_at = Point::new(hip, hip_y);
    let hem = Point::new(hip + cut.flare, -cut.length);
    // The side leaves the hip the way it came from the hem and is upright below the waist.
    let slope = (hip_at.x - hem.x) / (hip_at.y - hem.y);
    let reach = 0.5 * (top.y - hip_y);
    let controls =
        [Point::new(hip + slope * reach, hip_y + reach), Point::new(top.x + 0.3 * (hip - top.x), top.y - reach)];
    let mut piece = Pen::at(Point::new(0.0, -cut.length))
        .line("hem", hem)
        .line("side-skirt", hip_at)
        .cubic("side-hip", controls, top)
        .cubic("waist", waist_controls(top_x), Point::ORIGIN)
        .close("centre")
        .piece(id, name);
    let count = (in_darts / WIDEST_DART).ceil();
    let (length, width) = (piece.length("waist"), in_darts / count.max(1.0));
    for k in 0..count as usize {
        let at = length * (k as f64 + 1.0) / (count + 1.0);
        // Of two darts the one nearer to the side is shorter: the hip is higher there.
        let depth = if count > 1.0 && k == 0 { 0.85 * cut.dart } else { cut.dart };
        piece = piece.dart(&format!("dart-{}", k + 1), "waist", [at, width, depth]);
    }
    piece.unfolded("centre")
}

fn waist_controls(top_x: f64) -> [Point; 2] {
    [Point::new(0.66 * top_x, 0.3 * SIDE_RISE), Point::new(0.33 * top_x, 0.0)]
}

fn waist_edge(top_x: f64) -> Piece {
    Pen::at(Point::new(top_x, SIDE_RISE)).cubic("waist", waist_controls(top_x), Point::ORIGIN).piece("", "")
}
