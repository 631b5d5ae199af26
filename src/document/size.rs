//! How many triangles a document asks for, before anything is meshed.

use super::findings::Findings;
use super::{Curve, Document, Edge, Panel, Symmetry};
use crate::issue::Issue;
use crate::math::real::atan2;
use kurbo::{CubicBez, Line, ParamCurveArea, Point, QuadBez};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Most triangles of a document. Beyond it a step takes seconds and the page runs out of memory; a whole suit in
/// fine cloth has a fifth of it.
pub const MOST_TRIANGLES: u32 = 500_000;

/// Area over squared edge length of an equilateral triangle, √3/4.
const EQUILATERAL: f64 = 0.433_012_701_892_219_3;

/// Finds a document that asks for too many triangles, and the mesh size with which it would not.
pub(super) fn check(document: &Document, found: &mut Findings) {
    let demands = demands(&document.panels);
    let whole = demands.iter().fold(Demand::default(), |sum, d| sum.plus(*d));
    if whole.triangles() <= f64::from(MOST_TRIANGLES) {
        return;
    }
    let share = |d: &Demand| d.triangles();
    let Some((index, _)) = demands.iter().enumerate().max_by(|a, b| share(a.1).total_cmp(&share(b.1))) else { return };
    let size = document.panels[index].mesh.size_mm;
    let scale = whole.scale_to(f64::from(MOST_TRIANGLES));
    found.add(|| {
        let problem = format!(
            "the panels would have about {:.0} triangles together, more than {MOST_TRIANGLES}",
            whole.triangles()
        );
        let fits = (size * scale * 10.0).ceil() / 10.0;
        let cure = match document.panels.len() {
            1 => format!("Use {fits} mm or more."),
            _ => format!("Make every mesh size {scale:.2} times larger: {fits} mm here."),
        };
        Issue::new("mesh.too-many-triangles", format!("panels[{index}].mesh.size_mm"), problem).value(size).cure(cure)
    });
}

/// Triangles needed by an area and by an outline. Scaling the mesh size by k divides the one by k² and the other
/// by k.
#[derive(Clone, Copy, Debug, Default)]
struct Demand {
    by_area: f64,
    by_outline: f64,
}

impl Demand {
    /// Of a drawing, in triangles of 1 mm. A dart takes away about as many as its legs add, so darts are left out.
    fn of(panel: &Panel) -> Self {
        let (mut area, mut length) = around(&panel.outline);
        area = area.abs();
        for hole in &panel.holes {
            let (hole_area, hole_length) = around(&hole.outline);
            area -= hole_area.abs();
            length += hole_length;
        }
        for line in &panel.lines {
            length += measure(line.from_mm, &line.curve, line.to_mm).1;
        }
        for region in &panel.interlined {
            let corners = region.outline.iter().map(|edge| edge.from_mm).cycle().skip(1);
            length += region.outline.iter().zip(corners).map(|(e, to)| measure(e.from_mm, &e.curve, to).1).sum::<f64>();
        }
        // Unfolded, a panel has twice the cloth; the fold line within it counts as any other line.
        let times = if matches!(panel.symmetry, Symmetry::Unfold { .. }) { 2.0 } else { 1.0 };
        Demand { by_area: times * area.max(0.0) / EQUILATERAL, by_outline: times * length }
    }

    /// With triangles `k` times as large.
    fn scaled(self, k: f64) -> Self {
        Demand { by_area: self.by_area / (k * k), by_outline: self.by_outline / k }
    }

    fn plus(self, other: Self) -> Self {
        Demand { by_area: self.by_area + other.by_area, by_outline: self.by_outline + other.by_outline }
    }

    fn triangles(self) -> f64 {
        self.by_area + self.by_outline
    }

    /// The k with by_area/k² + by_outline/k = `triangles`.
    fn scale_to(self, triangles: f64) -> f64 {
        let root = (self.by_outline * self.by_outline + 4.0 * self.by_area * triangles).sqrt();
        (self.by_outline + root) / (2.0 * triangles)
    }
}

/// What each panel needs. One that mirrors another needs what that one's drawing does, in its own mesh size.
fn demands(panels: &[Panel]) -> Vec<Demand> {
    // Each drawing is measured once, however many mirror images it has.
    let drawings: Vec<Demand> = panels.iter().map(Demand::of).collect();
    let by_id: BTreeMap<&str, usize> =
        panels.iter().enumerate().map(|(index, panel)| (panel.id.as_str(), index)).collect();
    let demand = |(index, panel): (usize, &Panel)| {
        let drawing = match &panel.symmetry {
            Symmetry::MirrorOf { panel } => {
                by_id.get(panel.as_str()).map_or(Demand::default(), |index| drawings[*index])
            }
            _ => drawings[index],
        };
        drawing.scaled(panel.mesh.size_mm)
    };
    panels.iter().enumerate().map(demand).collect()
}

/// Signed area within a closed outline in mm², and its length or a little more in mm.
fn around(outline: &[Edge]) -> (f64, f64) {
    let (mut area, mut length) = (0.0, 0.0);
    for (index, edge) in outline.iter().enumerate() {
        let next = &outline[(index + 1) % outline.len()];
        let (edge_area, edge_length) = measure(edge.from_mm, &edge.curve, next.from_mm);
        area += edge_area;
        length += edge_length;
    }
    (area, length)
}

/// Signed area between a curve and the origin in mm², and its length or a little more in mm.
fn measure(from_mm: [f64; 2], curve: &Curve, to_mm: [f64; 2]) -> (f64, f64) {
    let (from, to) = (point(from_mm), point(to_mm));
    let chord = Line::new(from, to).signed_area();
    match *curve {
        Curve::Line => (chord, from.distance(to)),
        Curve::Quadratic { control_mm } => {
            let control = point(control_mm);
            let curve = QuadBez::new(from, control, to);
            (curve.signed_area(), from.distance(control) + control.distance(to))
        }
        Curve::Cubic { control_1_mm, control_2_mm } => {
            let (c1, c2) = (point(control_1_mm), point(control_2_mm));
            let curve = CubicBez::new(from, c1, c2, to);
            (curve.signed_area(), from.distance(c1) + c1.distance(c2) + c2.distance(to))
        }
        Curve::Arc { radius_mm, large, counter_clockwise } => {
            let half = 0.5 * from.distance(to);
            // A radius too short for the chord is an issue of the outline; here it counts as a half circle.
            let radius = radius_mm.max(half);
            let apothem = (radius * radius - half * half).sqrt();
            let minor = 2.0 * atan2(half, apothem);
            let minor_segment = 0.5 * radius * radius * minor - half * apothem;
            let (angle, segment) =
                if large { (2.0 * PI - minor, PI * radius * radius - minor_segment) } else { (minor, minor_segment) };
            // On a counter-clockwise outline, an arc that turns the same way bulges outwards.
            (if counter_clockwise { chord + segment } else { chord - segment }, radius * angle)
        }
    }
}

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(x: f64, y: f64, curve: Curve) -> Edge {
        Edge { id: String::new(), from_mm: [x, y], curve, seam_allowance_mm: 0.0, notches: Vec::new() }
    }

    fn area(outline: &[Edge]) -> f64 {
        around(outline).0
    }

    #[test]
    fn areas_of_closed_forms() {
        let arc = |large| Curve::Arc { radius_mm: 10.0, large, counter_clockwise: true };
        let half_circle = [edge(10.0, 0.0, arc(false)), edge(-10.0, 0.0, Curve::Line)];
        assert!((area(&half_circle) - 50.0 * PI).abs() < 1e-9);

        // Three quarters of a circle, closed by the chord of the fourth.
        let pie = [edge(0.0, 10.0, arc(true)), edge(10.0, 0.0, Curve::Line)];
        assert!((area(&pie) - (75.0 * PI + 50.0)).abs() < 1e-9);

        // A parabola over its chord encloses two thirds of its control triangle.
        let parabola = Curve::Quadratic { control_mm: [0.0, 30.0] };
        let bow = [edge(10.0, 0.0, parabola), edge(-10.0, 0.0, Curve::Line)];
        assert!((area(&bow) - 200.0).abs() < 1e-9);
    }

    #[test]
    fn the_scale_that_fits_is_the_one_that_gives_the_wanted_count() {
        let demand = Demand { by_area: 3e6, by_outline: 4e4 };
        let k = demand.scale_to(5e5);
        assert!((demand.scaled(k).triangles() - 5e5).abs() < 1e-3);
    }
}
