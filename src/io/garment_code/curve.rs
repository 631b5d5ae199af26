//! What `curvature` says about an edge.
//!
//! ```text
//!            left of travel                 relative control point:  start + cx·e + cy·(−e.y, e.x)
//!                 ^ cy                      so (0.5, 0.2) lies left of the middle by a fifth of the chord
//!                 │                         circle: radius in the file's unit, large arc?, right?
//!   start ●───────┼──── e ──>● end          right: centre on the left, so the arc turns counter-clockwise
//!           ╲___________╱                   and bulges to the right of travel
//! ```

use super::fields::{Found, field, item_of};
use super::json::{Json, quoted};
use super::units::Units;
use crate::document::Curve;
use crate::issue::Issue;

/// A radius shorter than half the chord by this part of it is a half circle with rounded numbers.
const ROUNDED: f64 = 1e-3;

/// Largest radius, mm, as documents have it; a flatter arc over a garment's edge is a straight line.
const LARGEST_RADIUS_MM: f64 = 1e7;

/// The two ends of an edge with what it takes to read the curve between them.
pub(super) struct Chord<'a> {
    pub(super) from: [f64; 2],
    pub(super) to: [f64; 2],
    pub(super) units: &'a Units,
}

impl Chord<'_> {
    /// The curve that stands at `place`; nothing when it is not in order.
    pub(super) fn curve(&self, value: Option<&Json>, place: &str, found: &mut Found) -> Option<Curve> {
        let value = match value {
            None => return Some(Curve::Line),
            // The old way of writing a quadratic curve.
            Some(Json::List(_)) => return self.quadratic(value?, place, found),
            Some(value) => value,
        };
        if !matches!(value, Json::Object(_)) {
            let issue = Issue::new("garmentcode.value", place, "is neither a control point nor an object");
            found.add(issue.value(value).cure("Write [cx, cy], or an object with \"type\" and \"params\"."));
            return None;
        }
        let kind = found.required(value, "type", place, "\"quadratic\", \"cubic\" or \"circle\"");
        let params = found.required(value, "params", place, "the numbers of the curve");
        let kind = found.text(kind?, &field(place, "type"));
        let (kind, params) = (kind?, params?);
        let inside = field(place, "params");
        match kind {
            "quadratic" => {
                let [control] = found.items(params, &inside)?;
                self.quadratic(control, &item_of(&inside, 0), found)
            }
            "cubic" => {
                let [first, second] = found.items(params, &inside)?;
                let first = self.control(first, &item_of(&inside, 0), found);
                let second = self.control(second, &item_of(&inside, 1), found);
                Some(Curve::Cubic { control_1_mm: first?, control_2_mm: second? })
            }
            "circle" => self.circle(params, &inside, found),
            _ => {
                let issue = Issue::new("garmentcode.curve-unknown", field(place, "type"), "there is no such curve");
                found.add(issue.value(quoted(kind)).cure("Use \"quadratic\", \"cubic\" or \"circle\"."));
                None
            }
        }
    }

    /// From beginning to end.
    fn along(&self) -> [f64; 2] {
        [self.to[0] - self.from[0], self.to[1] - self.from[1]]
    }

    fn quadratic(&self, control: &Json, place: &str, found: &mut Found) -> Option<Curve> {
        let control_mm = self.control(control, place, found)?;
        Some(Curve::Quadratic { control_mm })
    }

    fn control(&self, value: &Json, place: &str, found: &mut Found) -> Option<[f64; 2]> {
        let [x, y] = found.numbers(value, place)?;
        let ([from_x, from_y], [along_x, along_y]) = (self.from, self.along());
        let point = if self.units.relative {
            [from_x + x * along_x - y * along_y, from_y + x * along_y + y * along_x]
        } else {
            [x * self.units.mm, y * self.units.mm]
        };
        self.units.near(point, value, place, found)
    }

    fn circle(&self, params: &Json, place: &str, found: &mut Found) -> Option<Curve> {
        let [radius, large, right] = found.items(params, place)?;
        let number = found.number(radius, &item_of(place, 0));
        let large = found.flag(large, &item_of(place, 1));
        let right = found.flag(right, &item_of(place, 2));
        let (number, large, right) = (number?, large?, right?);
        let [along_x, along_y] = self.along();
        let least = 0.5 * (along_x * along_x + along_y * along_y).sqrt();
        let radius_mm = number * self.units.mm;
        let problem = if radius_mm < least * (1.0 - ROUNDED) {
            format!("the radius does not reach from end to end, which needs {}", least / self.units.mm)
        } else if radius_mm > LARGEST_RADIUS_MM {
            format!("the radius is larger than {}", LARGEST_RADIUS_MM / self.units.mm)
        } else {
            // As SVG does: a radius that is short by rounding is the least that reaches.
            let radius_mm = radius_mm.max(least);
            return Some(Curve::Arc { radius_mm, large, counter_clockwise: right });
        };
        let issue = Issue::new("garmentcode.arc-radius", item_of(place, 0), problem);
        found
            .add(issue.value(radius).cure("Check the radius, which is in the file's unit, or make the edge straight."));
        None
    }
}
