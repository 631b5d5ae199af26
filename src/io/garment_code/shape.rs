//! The shape of an edge in millimetres: turned round, measured.

use crate::document::Curve;
use kurbo::{CubicBez, Line, ParamCurveArclen, ParamCurveArea, Point, QuadBez};
use std::f64::consts::PI;

/// Accuracy of lengths, relative to the polygon of control points. Gathers are told from equal lengths at 0.5 %.
const LENGTH_ACCURACY: f64 = 1e-6;

/// An edge from one point to another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) from: [f64; 2],
    pub(super) to: [f64; 2],
    pub(super) curve: Curve,
}

impl Shape {
    /// The same points, walked the other way.
    pub(super) fn reversed(&self) -> Shape {
        let curve = match self.curve {
            Curve::Cubic { control_1_mm, control_2_mm } => {
                Curve::Cubic { control_1_mm: control_2_mm, control_2_mm: control_1_mm }
            }
            Curve::Arc { radius_mm, large, counter_clockwise } => {
                Curve::Arc { radius_mm, large, counter_clockwise: !counter_clockwise }
            }
            Curve::Line | Curve::Quadratic { .. } => self.curve.clone(),
        };
        Shape { from: self.to, to: self.from, curve }
    }

    /// Length along the edge, mm.
    pub(super) fn length(&self) -> f64 {
        let (from, to) = (point(self.from), point(self.to));
        let chord = from.distance(to);
        match self.curve {
            Curve::Line => chord,
            Curve::Quadratic { control_mm } => {
                let c = point(control_mm);
                let polygon = from.distance(c) + c.distance(to);
                QuadBez::new(from, c, to).arclen(LENGTH_ACCURACY * polygon)
            }
            Curve::Cubic { .. } => {
                let cubic = self.cubic();
                let polygon = cubic.p0.distance(cubic.p1) + cubic.p1.distance(cubic.p2) + cubic.p2.distance(cubic.p3);
                cubic.arclen(LENGTH_ACCURACY * polygon)
            }
            Curve::Arc { radius_mm, large, .. } => radius_mm * Slice::new(radius_mm, chord, large).angle,
        }
    }

    /// Area swept by the line from the origin to the walking point, mm²: summed over a closed outline, the enclosed
    /// area, positive for a counter-clockwise one.
    pub(super) fn swept_area(&self) -> f64 {
        let (from, to) = (point(self.from), point(self.to));
        let chord = Line::new(from, to);
        match self.curve {
            Curve::Line => chord.signed_area(),
            Curve::Quadratic { control_mm } => QuadBez::new(from, point(control_mm), to).signed_area(),
            Curve::Cubic { .. } => self.cubic().signed_area(),
            Curve::Arc { radius_mm, large, counter_clockwise } => {
                let segment = Slice::new(radius_mm, from.distance(to), large).segment();
                chord.signed_area() + if counter_clockwise { segment } else { -segment }
            }
        }
    }

    fn cubic(&self) -> CubicBez {
        let (c1, c2) = match self.curve {
            Curve::Cubic { control_1_mm, control_2_mm } => (control_1_mm, control_2_mm),
            _ => (self.from, self.to),
        };
        CubicBez::new(point(self.from), point(c1), point(c2), point(self.to))
    }
}

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(x, y)
}

/// The slice of a disc between an arc's ends and its centre.
struct Slice {
    radius: f64,
    /// Angle at the centre, radians.
    angle: f64,
    /// Signed area of the triangle of centre and chord, negative when the slice is more than half of the disc.
    triangle: f64,
}

impl Slice {
    fn new(radius: f64, chord: f64, large: bool) -> Self {
        let half = 0.5 * chord;
        let apothem = (radius * radius - half * half).max(0.0).sqrt();
        let minor = 2.0 * libm::atan2(half, apothem);
        let (angle, triangle) = if large { (2.0 * PI - minor, -half * apothem) } else { (minor, half * apothem) };
        Slice { radius, angle, triangle }
    }

    /// Area between the arc and its chord.
    fn segment(&self) -> f64 {
        0.5 * self.radius * self.radius * self.angle - self.triangle
    }
}
