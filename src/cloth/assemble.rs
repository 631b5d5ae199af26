//! From document to model: the one place where millimetres, grams and degrees become SI.

use super::{Body, Fabric, Model, Settings, Sheet};
use crate::document::{self, Choice, Curve, Document, Panel, Placement};
use crate::issue::{Issue, Issues, none_or};
use crate::math::real::{cos, sin};
use crate::pattern::{self, Edge, EdgeDivision, MeshRequest, Outline, Problem, longest_on_curves, triangulate};
use crate::row::Table;
use glam::{DMat3, DVec3};
use kurbo::Point;
use std::f64::consts::PI;

const METRES_PER_MM: f64 = 1e-3;
/// Chords may change a panel's area by this part at most: a ten-thousandth is below what scissors can follow.
const AREA_ACCURACY: f64 = 1e-4;

/// Builds the cloth of a document, or says everything that stands against it.
pub fn assemble(document: &Document) -> Result<Model, Issues> {
    none_or(document::validate(document))?;
    let mut issues = Issues::new();
    let mut keep = |found: Result<_, Issues>| found.map_err(|found| issues.extend(found)).ok();
    let sheets: Vec<Sheet> = document
        .panels
        .iter()
        .enumerate()
        .filter_map(|(index, panel)| keep(sheet(document, panel, &format!("panels[{index}]"))))
        .collect();
    none_or(issues)?;
    let fabrics = document.fabrics.iter().map(fabric).collect::<Result<Vec<_>, _>>()?;
    let bodies = document.bodies.iter().map(body).collect::<Result<Vec<_>, _>>()?;
    Ok(Model::from_sheets(&sheets, fabrics, bodies, settings(document)))
}

fn settings(document: &Document) -> Settings {
    let simulation = &document.simulation;
    Settings {
        step: simulation.step_ms * 1e-3,
        newton_iterations: simulation.newton_iterations as u32,
        tolerance: simulation.solver_tolerance,
        gravity: DVec3::new(0.0, -simulation.gravity_m_per_s2, 0.0),
        drag: simulation.air_drag_per_s,
    }
}

fn fabric(fabric: &document::Fabric) -> Result<Fabric, Issues> {
    Ok(Fabric {
        id: fabric.id.clone(),
        density: fabric.sheet.weight_g_per_m2 * 1e-3,
        thickness: fabric.sheet.thickness_mm * METRES_PER_MM,
        membrane: make(&fabric.membrane)?(&fabric.membrane.parameters),
        bending: make(&fabric.bending)?(&fabric.bending.parameters),
        friction: make(&fabric.friction)?(&fabric.friction.parameters),
    })
}

fn body(body: &document::Body) -> Result<Body, Issues> {
    Ok(Body { id: body.id.clone(), shape: make(&body.shape)?(&body.shape.parameters) })
}

/// What the chosen row makes. Reading a document refuses unknown rows; one built by a program may still hold one.
fn make<T: Table>(choice: &Choice<T>) -> Result<&'static T::Make, Issues> {
    T::find(&choice.kind).map(|row| &row.make).ok_or_else(|| {
        let known: Vec<&str> = T::rows().iter().map(|row| row.id).collect();
        let issue = Issue::new("value.choice", T::NOUN, format!("there is no such {}", T::NOUN));
        vec![issue.value(&choice.kind).cure(format!("Use one of: {}.", known.join(", ")))]
    })
}

fn sheet(document: &Document, panel: &Panel, place: &str) -> Result<Sheet, Issues> {
    let outline = outline(panel, place)?;
    let size = panel.mesh.size_mm * METRES_PER_MM;
    let size = |_| size;
    let longest = longest_on_curves(&outline, &[], AREA_ACCURACY);
    let divisions: Vec<EdgeDivision> =
        outline.edges.iter().map(|edge| EdgeDivision::by_size(edge, &size, longest)).collect();
    let request = MeshRequest {
        outline: &outline,
        holes: &[],
        lines: &[],
        outline_divisions: &divisions,
        hole_divisions: &[],
        line_divisions: &[],
        size: &size,
        most_triangles: pattern::MOST_TRIANGLES,
    };
    let mesh = triangulate(&request).map_err(|problems| issues_of(&problems, place))?;
    let fabric = document.fabrics.iter().position(|fabric| fabric.id == panel.fabric);
    let fabric = fabric.ok_or_else(|| {
        vec![Issue::new("fabric.unknown", format!("{place}.fabric"), "no fabric has this id").value(&panel.fabric)]
    })?;
    let map = match &panel.placement {
        Placement::Free { translation_mm, rotation_deg } => Rigid::free(*translation_mm, *rotation_deg),
        Placement::Arrangement { .. } => Rigid::free([0.0; 3], [0.0; 3]),
    };
    let start = mesh.points.iter().map(|p| map.apply(DVec3::new(p.x, p.y, 0.0))).collect();
    Ok(Sheet { panel: panel.id.clone(), fabric, points: mesh.points, start, triangles: mesh.triangles })
}

fn outline(panel: &Panel, place: &str) -> Result<Outline, Issues> {
    let point = |mm: [f64; 2]| Point::new(mm[0] * METRES_PER_MM, mm[1] * METRES_PER_MM);
    let mut edges = Vec::new();
    let mut issues = Issues::new();
    for (index, edge) in panel.outline.iter().enumerate() {
        let from = point(edge.from_mm);
        let to = point(panel.outline[(index + 1) % panel.outline.len()].from_mm);
        match edge.curve {
            Curve::Line => edges.push(Edge::line(from, to)),
            Curve::Quadratic { control_mm } => edges.push(Edge::quadratic(from, point(control_mm), to)),
            Curve::Cubic { control_1_mm, control_2_mm } => {
                edges.push(Edge::cubic(from, point(control_1_mm), point(control_2_mm), to));
            }
            Curve::Arc { radius_mm, large, counter_clockwise } => {
                match Edge::arc(from, to, radius_mm * METRES_PER_MM, large, counter_clockwise) {
                    Ok(arc) => edges.push(arc),
                    Err(kind) => issues.push(
                        Issue::new(kind.code(), format!("{place}.outline[{index}].curve"), kind.to_string())
                            .cure(kind.cure()),
                    ),
                }
            }
        }
    }
    none_or(issues)?;
    Ok(Outline::new(edges))
}

fn issues_of(problems: &[Problem], place: &str) -> Issues {
    let at = |problem: &Problem| format!("{place}.outline[{}]", problem.edge);
    problems
        .iter()
        .map(|problem| {
            let (x, y) = (problem.at.x / METRES_PER_MM, problem.at.y / METRES_PER_MM);
            Issue::new(problem.kind.code(), at(problem), problem.kind.to_string())
                .value(format!("near x {x:.1} mm, y {y:.1} mm"))
                .cure(problem.kind.cure())
        })
        .collect()
}

/// A rotation and a translation.
struct Rigid {
    turn: DMat3,
    shift: DVec3,
}

impl Rigid {
    fn free(translation_mm: [f64; 3], rotation_deg: [f64; 3]) -> Self {
        let [x, y, z] = rotation_deg.map(|degrees| degrees * PI / 180.0);
        let about_x = DMat3::from_cols(DVec3::X, DVec3::new(0.0, cos(x), sin(x)), DVec3::new(0.0, -sin(x), cos(x)));
        let about_y = DMat3::from_cols(DVec3::new(cos(y), 0.0, -sin(y)), DVec3::Y, DVec3::new(sin(y), 0.0, cos(y)));
        let about_z = DMat3::from_cols(DVec3::new(cos(z), sin(z), 0.0), DVec3::new(-sin(z), cos(z), 0.0), DVec3::Z);
        let shift = DVec3::from_array(translation_mm) * METRES_PER_MM;
        Rigid { turn: about_z * about_y * about_x, shift }
    }

    fn apply(&self, point: DVec3) -> DVec3 {
        self.turn * point + self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placement_turns_about_x_then_y_then_z() {
        // A panel laid flat (its y to the back) and turned a quarter: its x goes to the back, its y to the left of −x.
        let map = Rigid::free([1000.0, 0.0, 0.0], [-90.0, 90.0, 0.0]);
        assert!((map.apply(DVec3::X) - DVec3::new(1.0, 0.0, -1.0)).length() < 1e-15);
        assert!((map.apply(DVec3::Y) - DVec3::new(0.0, 0.0, 0.0)).length() < 1e-15);
        // Its right side faces up.
        assert!((map.apply(DVec3::Z) - DVec3::new(1.0, 1.0, 0.0)).length() < 1e-15);
    }
}
