//! The set-in sleeve: a cap as long as the armhole and its ease, over a tube.
//!
//! ```text
//!            ● top                   y = 0 at the line through both underarm points
//!        ╭───╯───╮
//!   ●───╯ front │ back ╰───●        the S of each half is level at the top and at the underarm
//!    ╲          │         ╱
//!     ●─────────┴────────●  hem
//! ```
//!
//! Drawn for the left arm seen from outside: the back of the sleeve at positive x.

use crate::garment::draft::{Pen, Piece, solve};
use crate::issue::Issue;
use kurbo::Point;

/// What a sleeve must fit, m.
#[derive(Clone, Copy, Debug)]
pub(in crate::garment) struct Fit {
    /// Lengths of the armhole at the front and at the back.
    pub armhole: [f64; 2],
    /// How much longer the cap is than the armhole.
    pub cap_ease: f64,
    /// Width at the underarm points, see [`width`].
    pub width: f64,
    /// Width at the hem.
    pub hem: f64,
    /// From the top of the cap to the hem.
    pub length: f64,
}

/// A sleeve that was drafted.
#[derive(Clone, Debug)]
pub(in crate::garment) struct Sleeve {
    pub piece: Piece,
    /// Height of the cap, m.
    pub cap: f64,
}

/// Narrowest sleeve, as a part of the armhole's length: narrower ones have caps so high that the arm cannot be raised.
const NARROWEST: f64 = 0.72;

/// Width of a sleeve that leaves room for the arm and suits its armhole, m.
pub(in crate::garment) fn width(armhole: [f64; 2], arm: f64) -> f64 {
    arm.max(NARROWEST * armhole.iter().sum::<f64>())
}

/// Lowest cap, as a part of the armhole's length; below, the sleeve would stand straight out.
const LOWEST_CAP: f64 = 0.08;

/// Shortest tube below the cap, m.
const SHORTEST_TUBE: f64 = 0.015;

/// Drafts the sleeve. The cap is as high as makes both halves of it fit, with the width asked for.
pub(in crate::garment) fn sleeve(fit: &Fit) -> Result<Sleeve, Issue> {
    let whole: f64 = fit.armhole.iter().sum();
    let [front, back] = fit.armhole.map(|length| length * (1.0 + fit.cap_ease / whole));
    let reach = |length: f64, cap: f64| solve(length, [0.0, length], |reach| cap_edge(reach, cap).length("cap"));
    let width = |cap: f64| reach(front, cap) + reach(back, cap);
    let lowest = LOWEST_CAP * whole;
    if width(lowest) < fit.width {
        let problem = format!(
            "the sleeve would be {:.0} mm wide, and the armhole of {:.0} mm takes {:.0} mm",
            fit.width * 1e3,
            whole * 1e3,
            width(lowest) * 1e3
        );
        let issue = Issue::new("garment.sleeve-too-wide", "parameters", problem);
        return Err(issue.cure("Give the sleeve less ease, or make the armhole deeper."));
    }
    // The higher the cap, the narrower the sleeve.
    let cap = solve(-fit.width, [lowest, 0.49 * whole], |cap| -width(cap));
    if fit.length < cap + SHORTEST_TUBE {
        let problem =
            format!("the cap alone is {:.0} mm high, and the sleeve {:.0} mm long", cap * 1e3, fit.length * 1e3);
        let issue = Issue::new("garment.sleeve-too-short", "parameters", problem);
        return Err(issue.cure("Make the sleeve longer or wider, or the armhole less deep."));
    }
    let (front, back) = (reach(front, cap), reach(back, cap));
    let hem_y = cap - fit.length;
    // The hem hangs under the middle of the width, so that both sides of the tube are equally long.
    let middle = 0.5 * (back - front);
    let (hem_front, hem_back) = (Point::new(middle - 0.5 * fit.hem, hem_y), Point::new(middle + 0.5 * fit.hem, hem_y));
    let top = Point::new(0.0, cap);
    let [near_underarm, near_top] = controls(-front, cap);
    let pen = Pen::at(hem_front)
        .line("hem", hem_back)
        .line("under-back", Point::new(back, 0.0))
        .cubic("cap-back", controls(back, cap), top)
        .cubic("cap-front", [near_top, near_underarm], Point::new(-front, 0.0))
        .close("under-front");
    let piece = pen.piece("sleeve-left", "Left sleeve").notched("cap-front").notched("cap-back");
    Ok(Sleeve { piece, cap })
}

/// Control points of a half cap from its underarm point, at `x`, to the top.
fn controls(x: f64, cap: f64) -> [Point; 2] {
    [Point::new(0.55 * x, 0.0), Point::new(0.5 * x, cap)]
}

fn cap_edge(reach: f64, cap: f64) -> Piece {
    Pen::at(Point::new(reach, 0.0)).cubic("cap", controls(reach, cap), Point::new(0.0, cap)).piece("", "")
}
