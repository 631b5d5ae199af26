//! From document to cut panels: the one place where millimetres, grams and degrees become SI.

use super::drawing::{PanelDrawing, draw, place_of};
use super::model::particles;
use super::seams::Layout;
use super::{Body, Cut, Fabric, FoldLine, Joined, Settings, Sheet};
use crate::body::Frame;
use crate::document::{self, Choice, Document, Panel, Pin, Placement};
use crate::fabric::internal_friction::{self, Stiffness};
use crate::fabric::{bending, bending::BendingLaw, membrane, membrane::MembraneLaw, viscosity::Viscosity};
use crate::integrator::{Scheme, backward_euler};
use crate::issue::{Issue, Issues, none_or};
use crate::math::real::{cos, sin};
use crate::pattern::{self, EdgeDivision, MeshRequest, PanelMesh, Problem, triangulate};
use crate::row::Table;
use glam::{DMat3, DVec2, DVec3};
use std::f64::consts::PI;

pub(super) const METRES_PER_MM: f64 = 1e-3;
pub(super) const RADIANS_PER_DEGREE: f64 = PI / 180.0;

/// Newton's method has converged when no particle moves further, m: a hundredth of a hair.
const STILL: f64 = 1e-6;

/// Cuts, meshes and lays out the seams of a document, or says everything that stands against it.
pub fn assemble(document: &Document) -> Result<Cut, Issues> {
    none_or(document::validate(document))?;
    let bodies = document.bodies.iter().map(body).collect::<Result<Vec<_>, _>>()?;
    let drawings = all(document, |index| draw(document, index))?;
    let places = all(document, |index| place(&document.panels[index], &bodies, index))?;
    let layout = Layout::new(document, &drawings, &places)?;
    let meshes = all(document, |index| mesh(document, &drawings[index], layout.divisions(index), index))?;
    let (fabrics, fabric_of) = fabrics(document)?;
    let panels = drawings.iter().zip(&meshes).zip(&places).enumerate();
    let sheets: Vec<Sheet> = panels
        .map(|(index, ((drawing, mesh), place))| {
            sheet(&document.panels[index], fabric_of[index], drawing, (mesh, place))
        })
        .collect();
    let settings = settings(&document.simulation, *make(&document.integrator)?);
    let mut cut =
        Cut { sheets, seams: Vec::new(), pins: Vec::new(), fabrics: fabrics.into(), bodies: bodies.into(), settings };
    let offsets = cut.offsets();
    cut.seams = layout.stitches(&meshes, &offsets);
    cut.pins = document.pins.iter().filter_map(|pin| nearest_point(document, &cut, &offsets, pin)).collect();
    none_or(collapsed(&cut, &offsets))?;
    Ok(cut)
}

/// The results for all panels, or the issues of all.
fn all<T>(document: &Document, each: impl Fn(usize) -> Result<T, Issues>) -> Result<Vec<T>, Issues> {
    let mut issues = Issues::new();
    let mut good = Vec::new();
    for index in 0..document.panels.len() {
        match each(index) {
            Ok(value) => good.push(value),
            Err(found) => issues.extend(found),
        }
    }
    none_or(issues)?;
    Ok(good)
}

/// The document's defaults.
impl Default for Settings {
    fn default() -> Self {
        settings(&document::Simulation::default(), backward_euler::SCHEME)
    }
}

fn settings(simulation: &document::Simulation, integrator: Scheme) -> Settings {
    Settings {
        integrator,
        step: simulation.step_ms * 1e-3,
        newton_iterations: simulation.newton_iterations as u32,
        still: STILL,
        tolerance: simulation.solver_tolerance,
        gravity: DVec3::new(0.0, -simulation.gravity_m_per_s2, 0.0),
        drag: simulation.air_drag_per_s,
        wind: DVec3::new(simulation.wind_x_m_per_s, simulation.wind_y_m_per_s, simulation.wind_z_m_per_s),
        air: [simulation.air_across, simulation.air_along],
        self_contact: simulation.self_contact != 0.0,
        sewing: simulation.sewing_s,
    }
}

/// The document's fabrics, then one for each panel that is interlined; and the fabric of each panel.
fn fabrics(document: &Document) -> Result<(Vec<Fabric>, Vec<usize>), Issues> {
    let mut built = document.fabrics.iter().map(fabric).collect::<Result<Vec<_>, _>>()?;
    let mut fabric_of = Vec::new();
    for (index, panel) in document.panels.iter().enumerate() {
        let find = |id: &str, field: &str| {
            document.fabrics.iter().position(|fabric| fabric.id == id).ok_or_else(|| {
                vec![
                    Issue::new("fabric.unknown", format!("panels[{index}].{field}"), "no fabric has this id").value(id),
                ]
            })
        };
        let outer = find(&panel.fabric, "fabric")?;
        if panel.interlining.is_empty() {
            fabric_of.push(outer);
            continue;
        }
        let inner = find(&panel.interlining, "interlining")?;
        fabric_of.push(built.len());
        built.push(bonded(&document.fabrics[outer], &document.fabrics[inner])?);
    }
    Ok((built, fabric_of))
}

/// A fabric's laws, built from its numbers.
pub fn fabric(fabric: &document::Fabric) -> Result<Fabric, Issues> {
    let membrane = make(&fabric.membrane)?(&fabric.membrane.given());
    let bending = make(&fabric.bending)?(&fabric.bending.parameters);
    let at_rest = stiffness(membrane.as_ref(), bending.as_ref());
    Ok(Fabric {
        id: fabric.id.clone(),
        density: fabric.sheet.weight_g_per_m2 * 1e-3,
        thickness: fabric.sheet.thickness_mm * METRES_PER_MM,
        membrane,
        internal_friction: make(&fabric.internal_friction)?(&fabric.internal_friction.given(), &at_rest),
        viscosity: make(&fabric.viscosity)?(&fabric.viscosity.given()),
        bending,
        friction: make(&fabric.friction)?(&fabric.friction.parameters),
        self_friction: make(&fabric.self_friction)?(&fabric.self_friction.parameters),
    })
}

/// What laws resist at rest.
fn stiffness(membrane: &dyn MembraneLaw, bending: &dyn BendingLaw) -> Stiffness {
    let tangent = membrane.respond(membrane::Strain::default()).tangent;
    Stiffness { membrane: [0, 1, 2].map(|mode| tangent.col(mode)[mode]), bending: [bending.bend(0.0).tangent; 3] }
}

/// Two fabrics bonded face to face: stresses, moments, weights and thicknesses add up. Friction is that of the outer one.
fn bonded(outer: &document::Fabric, inner: &document::Fabric) -> Result<Fabric, Issues> {
    let (outer, inner) = (fabric(outer)?, fabric(inner)?);
    Ok(Fabric {
        id: outer.id,
        density: outer.density + inner.density,
        thickness: outer.thickness + inner.thickness,
        membrane: Box::new(membrane::Bonded([outer.membrane, inner.membrane])),
        viscosity: both(outer.viscosity, inner.viscosity),
        internal_friction: internal_friction::bonded(outer.internal_friction, inner.internal_friction),
        bending: Box::new(bending::Bonded([outer.bending, inner.bending])),
        friction: outer.friction,
        self_friction: outer.self_friction,
    })
}

/// The viscosity of two bonded sheets: that of either, or the sum.
fn both(outer: Viscosity, inner: Viscosity) -> Viscosity {
    match (outer, inner) {
        (Some(outer), Some(inner)) => Some(Box::new(membrane::Bonded([outer, inner]))),
        (one, other) => one.or(other),
    }
}

fn body(body: &document::Body) -> Result<Body, Issues> {
    Ok(Body {
        id: body.id.clone(),
        shape: make(&body.shape)?(&body.shape.parameters),
        friction_factor: body.contact.friction_factor,
        motion: make(&body.motion)?(&body.motion.parameters),
    })
}

/// What the chosen row makes. Reading a document refuses unknown rows; one built by a program may still hold one.
fn make<T: Table>(choice: &Choice<T>) -> Result<&'static T::Make, Issues> {
    T::find(&choice.kind).map(|row| &row.make).ok_or_else(|| {
        let known: Vec<&str> = T::rows().iter().map(|row| row.id).collect();
        let issue = Issue::new("value.choice", T::NOUN, format!("there is no such {}", T::NOUN));
        vec![issue.value(&choice.kind).cure(format!("Use one of: {}.", known.join(", ")))]
    })
}

fn mesh(
    document: &Document,
    drawing: &PanelDrawing,
    divisions: Vec<Vec<EdgeDivision>>,
    index: usize,
) -> Result<PanelMesh, Issues> {
    let panel = &document.panels[index];
    let size = panel.mesh.size_mm * METRES_PER_MM;
    let size = |_: DVec2| size;
    let outlines: Vec<_> = drawing.loops.iter().map(|each| each.outline.clone()).collect();
    let lines: Vec<_> = drawing.lines.iter().map(|(edge, _)| edge.clone()).collect();
    let line_divisions: Vec<_> = lines.iter().map(|edge| EdgeDivision::by_size(edge, &size, f64::INFINITY)).collect();
    let request = MeshRequest {
        outline: &outlines[0],
        holes: &outlines[1..],
        lines: &lines,
        outline_divisions: &divisions[0],
        hole_divisions: &divisions[1..],
        line_divisions: &line_divisions,
        size: &size,
        most_triangles: pattern::MOST_TRIANGLES,
    };
    triangulate(&request).map_err(|problems| issues_of(&problems, panel, &format!("panels[{index}]")))
}

fn sheet(panel: &Panel, fabric: usize, drawing: &PanelDrawing, (mesh, place): (&PanelMesh, &Rigid)) -> Sheet {
    let grain = panel.grain_deg * RADIANS_PER_DEGREE;
    // Turning the drawing back by the grain's angle brings the warp onto the v axis.
    let turn = DVec2::new(cos(grain), -sin(grain));
    let folds = drawing.lines.iter().zip(&mesh.line_points).filter(|((_, fold), _)| *fold != document::Fold::default());
    let folds = folds.map(|((_, fold), points)| FoldLine {
        points: points.clone(),
        angle: fold.angle_deg * RADIANS_PER_DEGREE,
        strength: fold.strength,
    });
    Sheet {
        panel: panel.id.clone(),
        fabric,
        points: mesh.points.iter().map(|p| turn.rotate(*p)).collect(),
        start: mesh.points.iter().map(|p| place.apply(DVec3::new(p.x, p.y, 0.0))).collect(),
        drawing: mesh.points.clone(),
        triangles: mesh.triangles.clone(),
        folds: folds.collect(),
    }
}

/// The point of the cloth that a pin holds.
fn nearest_point(document: &Document, cut: &Cut, offsets: &[u32], pin: &Pin) -> Option<u32> {
    let panel = document.panels.iter().position(|panel| panel.id == pin.panel)?;
    let at = DVec2::from_array(pin.at_mm) * METRES_PER_MM;
    let distances = cut.sheets[panel].drawing.iter().map(|p| p.distance_squared(at)).enumerate();
    let nearest = distances.min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(offsets[panel] + nearest.0 as u32)
}

/// Triangles that sewing would squash to a line: a panel sewn to itself with too few triangles between.
fn collapsed(cut: &Cut, offsets: &[u32]) -> Issues {
    let (particle_of, _) = particles(cut, Joined::Sewn);
    let mut issues = Issues::new();
    for (index, sheet) in cut.sheets.iter().enumerate() {
        let squashed = |triangle: &&[u32; 3]| {
            let [a, b, c] = triangle.map(|point| particle_of[(offsets[index] + point) as usize]);
            a == b || b == c || c == a
        };
        if let Some(triangle) = sheet.triangles.iter().find(squashed) {
            let at = sheet.drawing[triangle[0] as usize] / METRES_PER_MM;
            issues.push(
                Issue::new(
                    "seam.collapses",
                    format!("panels[{index}]"),
                    "a seam would squash a triangle of this panel",
                )
                .value(format!("near x {:.1} mm, y {:.1} mm", at.x, at.y))
                .cure("Use a smaller mesh size, so that there are three triangles or more between the sides."),
            );
        }
    }
    issues
}

pub(super) fn issues_of(problems: &[Problem], panel: &Panel, place: &str) -> Issues {
    problems
        .iter()
        .map(|problem| {
            let (x, y) = (problem.at.x / METRES_PER_MM, problem.at.y / METRES_PER_MM);
            let at = place_of(panel, place, problem.place, problem.edge);
            Issue::new(problem.kind.code(), at, problem.kind.to_string())
                .value(format!("near x {x:.1} mm, y {y:.1} mm"))
                .cure(problem.kind.cure())
        })
        .collect()
}

fn place(panel: &Panel, bodies: &[Body], index: usize) -> Result<Rigid, Issues> {
    match &panel.placement {
        Placement::Free { translation_mm, rotation_deg } => Ok(Rigid::free(*translation_mm, *rotation_deg)),
        Placement::Arrangement { body, point, offset_mm, turn_deg } => {
            let unknown = |field: &str, value: &str, known: Vec<&str>| {
                let place = format!("panels[{index}].placement.{field}");
                let issue = Issue::new(&format!("arrangement.unknown-{field}"), place, "there is none of this name");
                vec![issue.value(value).cure(format!("Use one of: {}.", known.join(", ")))]
            };
            let found = bodies.iter().find(|each| each.id == *body);
            let body =
                found.ok_or_else(|| unknown("body", body, bodies.iter().map(|each| each.id.as_str()).collect()))?;
            let points = body.shape.arrangement();
            let found = points.iter().find(|(name, _)| name == point);
            let (_, frame) =
                found.ok_or_else(|| unknown("point", point, points.iter().map(|(name, _)| *name).collect()))?;
            Ok(Rigid::at(frame, *offset_mm, *turn_deg))
        }
    }
}

/// A rotation and a translation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rigid {
    turn: DMat3,
    shift: DVec3,
}

impl Rigid {
    fn free(translation_mm: [f64; 3], rotation_deg: [f64; 3]) -> Self {
        let [x, y, z] = rotation_deg.map(|degrees| degrees * RADIANS_PER_DEGREE);
        let about_x = DMat3::from_cols(DVec3::X, DVec3::new(0.0, cos(x), sin(x)), DVec3::new(0.0, -sin(x), cos(x)));
        let about_y = DMat3::from_cols(DVec3::new(cos(y), 0.0, -sin(y)), DVec3::Y, DVec3::new(sin(y), 0.0, cos(y)));
        let shift = DVec3::from_array(translation_mm) * METRES_PER_MM;
        Rigid { turn: about_z(z) * about_y * about_x, shift }
    }

    fn at(frame: &Frame, offset_mm: [f64; 3], turn_deg: f64) -> Self {
        let axes = DMat3::from_cols(frame.right, frame.up, frame.out);
        let shift = frame.origin + axes * (DVec3::from_array(offset_mm) * METRES_PER_MM);
        Rigid { turn: axes * about_z(turn_deg * RADIANS_PER_DEGREE), shift }
    }

    pub(super) fn apply(&self, point: DVec3) -> DVec3 {
        self.turn * point + self.shift
    }
}

fn about_z(angle: f64) -> DMat3 {
    DMat3::from_cols(DVec3::new(cos(angle), sin(angle), 0.0), DVec3::new(-sin(angle), cos(angle), 0.0), DVec3::Z)
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
