//! From document to cut panels: the one place where millimetres, grams and degrees become SI.

use super::drawing::{PanelDrawing, draw};
use super::model::particles;
use super::placing::{Start, start};
use super::seams::{AREA_ACCURACY, Layout};
use super::stiffening::SeamField;
use super::{Body, Cut, Fabric, FoldLine, Joined, Local, Settings, Sheet};
use crate::body::{Assets, mesh::MeshProblem};
use crate::document::{self, Choice, Document, Lie, Panel, Pin, Placement};
use crate::fabric::bending::{Bending, Curvature, Fault};
use crate::fabric::internal_friction::{self, Stiffness};
use crate::fabric::strength::Strength;
use crate::fabric::{membrane, membrane::MembraneLaw, viscosity::Viscosity};
use crate::integrator::{Scheme, backward_euler};
use crate::issue::{Issue, Issues, none_or};
use crate::math::real::{cos, sin};
use crate::pattern::{self, EdgeDivision, MeshRequest, PanelMesh, Problem, triangulate};
use crate::row::Table;
use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use std::sync::Arc;

pub(super) const METRES_PER_MM: f64 = 1e-3;
pub(super) const RADIANS_PER_DEGREE: f64 = PI / 180.0;

/// Newton's method has converged when no particle moves further, m: a hundredth of a hair.
const STILL: f64 = 1e-6;

/// Cuts, meshes and lays out the seams of a document, or says everything that stands against it.
pub fn assemble(document: &Document) -> Result<Cut, Issues> {
    assemble_with(document, Assets::built_in())
}

/// The same with the data that bodies are made from.
pub fn assemble_with(document: &Document, assets: &Assets) -> Result<Cut, Issues> {
    none_or(document::validate(document))?;
    assemble_on(document, bodies_with(document, assets)?)
}

/// The document's bodies, built.
pub fn bodies(document: &Document) -> Result<Vec<Body>, Issues> {
    bodies_with(document, Assets::built_in())
}

/// The same with the data that bodies are made from.
pub fn bodies_with(document: &Document, assets: &Assets) -> Result<Vec<Body>, Issues> {
    document.bodies.iter().enumerate().map(|(index, each)| body(each, index, assets)).collect()
}

/// The same for a document that was checked, on bodies that are built already.
pub fn assemble_on(document: &Document, bodies: Vec<Body>) -> Result<Cut, Issues> {
    assemble_to(document, bodies.into(), AREA_ACCURACY)
}

/// The same, with borders as accurate as is said.
pub(super) fn assemble_to(document: &Document, bodies: Arc<Vec<Body>>, accuracy: f64) -> Result<Cut, Issues> {
    let drawings = all(document, |index| draw(document, index))?;
    let places = all(document, |index| start(&document.panels[index], &bodies, index))?;
    let layout = Layout::new(document, &drawings, &places, accuracy)?;
    let meshes = all(document, |index| mesh(document, &drawings[index], &layout, index))?;
    none_or(too_many(document, &meshes))?;
    let regions = all(document, |index| drawings[index].regions_of(&meshes[index]))?;
    let mut fabrics = Fabrics::new(document)?;
    let mut sheets = Vec::new();
    for (index, panel) in document.panels.iter().enumerate() {
        let mut sheet = sheet(panel, &drawings[index], (&meshes[index], &places[index]));
        sheet.fabric = fabrics.of_panel(index, &[])?;
        let local = fabrics.local(index, &drawings[index], &regions[index])?;
        set_local(&mut sheet, &local, layout.field(index));
        sheets.push(sheet);
    }
    let fabrics = fabrics.built;
    let curved = |panel: &Panel| matches!(&panel.placement, Placement::Arrangement { lie, .. } if *lie != Lie::Flat);
    let worn = document.panels.iter().all(curved);
    let settings = Settings { worn, ..settings(&document.simulation, *make(&document.integrator)?) };
    let mut cut = Cut { sheets, seams: Vec::new(), pins: Vec::new(), fabrics: fabrics.into(), bodies, settings };
    let offsets = cut.offsets();
    cut.seams = layout.stitches(&meshes, &offsets);
    let frozen = document.panels.iter().zip(cut.sheets.iter().zip(&offsets)).filter(|(panel, _)| panel.frozen);
    let held = frozen.flat_map(|(_, (sheet, first))| *first..*first + sheet.points.len() as u32);
    let pinned = document.pins.iter().filter_map(|pin| nearest_point(document, &cut, &offsets, pin));
    cut.pins = pinned.chain(held).collect();
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
        worn: false,
        sewing: simulation.sewing_s,
    }
}

/// The document's fabrics, then one for each set of layers that are bonded somewhere.
struct Fabrics<'a> {
    document: &'a Document,
    built: Vec<Fabric>,
    /// The layers of those beyond the document's, outermost first.
    bonded: Vec<Vec<usize>>,
}

impl<'a> Fabrics<'a> {
    fn new(document: &'a Document) -> Result<Self, Issues> {
        let built = document.fabrics.iter().map(fabric).collect::<Result<Vec<_>, _>>()?;
        Ok(Fabrics { document, built, bonded: Vec::new() })
    }

    fn find(&self, id: &str, place: impl FnOnce() -> String) -> Result<usize, Issues> {
        self.document
            .fabrics
            .iter()
            .position(|fabric| fabric.id == id)
            .ok_or_else(|| vec![Issue::new("fabric.unknown", place(), "no fabric has this id").value(id)])
    }

    /// The fabric of a panel with these further layers.
    fn of_panel(&mut self, index: usize, further: &[usize]) -> Result<usize, Issues> {
        let panel = &self.document.panels[index];
        let mut layers = vec![self.find(&panel.fabric, || format!("panels[{index}].fabric"))?];
        if !panel.interlining.is_empty() {
            layers.push(self.find(&panel.interlining, || format!("panels[{index}].interlining"))?);
        }
        layers.extend(further);
        if let [outer] = layers[..] {
            return Ok(outer);
        }
        let first = self.document.fabrics.len();
        if let Some(known) = self.bonded.iter().position(|known| *known == layers) {
            return Ok(first + known);
        }
        let mut sum = fabric(&self.document.fabrics[layers[0]])?;
        for inner in &layers[1..] {
            sum = bonded(sum, fabric(&self.document.fabrics[*inner])?);
        }
        self.built.push(sum);
        self.bonded.push(layers);
        Ok(first + self.bonded.len() - 1)
    }

    /// The fabric of each triangle of a panel, from the regions it lies in.
    fn local(&mut self, index: usize, drawing: &PanelDrawing, regions: &[Vec<usize>]) -> Result<Vec<usize>, Issues> {
        let ids = drawing.regions.iter().map(|region| self.find(&region.fabric, || format!("{}.fabric", region.place)));
        let layers = ids.collect::<Result<Vec<usize>, _>>()?;
        let mut of = |within: &Vec<usize>| {
            let further: Vec<usize> = within.iter().map(|region| layers[*region]).collect();
            self.of_panel(index, &further)
        };
        regions.iter().map(&mut of).collect()
    }
}

/// Gives each triangle its fabric and its stiffening; those of one fabric are brought together.
fn set_local(sheet: &mut Sheet, fabrics: &[usize], field: &SeamField) {
    if field.is_even() && fabrics.iter().all(|fabric| *fabric == sheet.fabric) {
        return;
    }
    let mut order: Vec<usize> = (0..sheet.triangles.len()).collect();
    order.sort_by_key(|triangle| fabrics[*triangle]);
    sheet.triangles = order.iter().map(|triangle| sheet.triangles[*triangle]).collect();
    let centroid = |triangle: &[u32; 3]| triangle.iter().map(|i| sheet.drawing[*i as usize]).sum::<DVec2>() / 3.0;
    let stiffening = sheet.triangles.iter().map(|triangle| field.factor(centroid(triangle)));
    let local = order.iter().zip(stiffening).map(|(old, stiffening)| Local { fabric: fabrics[*old], stiffening });
    sheet.local = local.collect();
}

/// A document whose triangles, made smaller near seams, are more than it may have.
fn too_many(document: &Document, meshes: &[PanelMesh]) -> Issues {
    let triangles: usize = meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    let graded = document.panels.iter().enumerate().find(|(_, panel)| panel.mesh.seam_step > 0.0);
    let Some((index, panel)) = graded.filter(|_| triangles > document::MOST_TRIANGLES as usize) else {
        return Issues::new();
    };
    let problem = format!("the panels have {triangles} triangles together, more than {}", document::MOST_TRIANGLES);
    let issue = Issue::new("mesh.too-many-triangles", format!("panels[{index}].mesh.seam_step"), problem);
    vec![issue.value(panel.mesh.seam_step).cure("Let factors of neighbours differ by more, or make the mesh coarser.")]
}

/// A fabric's laws, built from its numbers.
pub fn fabric(fabric: &document::Fabric) -> Result<Fabric, Issues> {
    let membrane = make(&fabric.membrane)?(&fabric.membrane.given());
    let bending = make(&fabric.bending)?(&fabric.bending.given()).map_err(|faults| issues_of_bending(&faults))?;
    let at_rest = stiffness(membrane.as_ref(), &bending);
    Ok(Fabric {
        id: fabric.id.clone(),
        density: fabric.sheet.weight_g_per_m2 * 1e-3,
        thickness: fabric.sheet.thickness_mm * METRES_PER_MM,
        membrane,
        internal_friction: make(&fabric.internal_friction)?(&fabric.internal_friction.given(), &at_rest),
        viscosity: make(&fabric.viscosity)?(&fabric.viscosity.given()),
        bending,
        strength: Strength::of_percent(
            [fabric.sheet.weft_tear_pct, fabric.sheet.warp_tear_pct],
            fabric.sheet.tear_spread_pct,
        ),
        surface: fabric.look.surface,
        friction: make(&fabric.friction)?(&fabric.friction.parameters),
        self_friction: make(&fabric.self_friction)?(&fabric.self_friction.parameters),
    })
}

/// A document that was checked has none of these; one built by a program may.
fn issues_of_bending(faults: &[Fault]) -> Issues {
    faults.iter().map(|fault| document::issue_of(fault, "bending")).collect()
}

/// What laws resist at rest.
fn stiffness(membrane: &dyn MembraneLaw, bending: &Bending) -> Stiffness {
    let tangent = membrane.respond(membrane::Strain::default()).tangent;
    let bending = match bending {
        Bending::Hinge(law) => [law.bend(0.0).tangent; 3],
        Bending::Tensor(law) => law.bend(Curvature::default()).tangent,
    };
    Stiffness { membrane: [0, 1, 2].map(|mode| tangent.col(mode)[mode]), bending }
}

/// Two fabrics bonded face to face: stresses, moments, weights and thicknesses add up. Friction is that of the outer one.
fn bonded(outer: Fabric, inner: Fabric) -> Fabric {
    Fabric {
        id: outer.id,
        density: outer.density + inner.density,
        thickness: outer.thickness + inner.thickness,
        membrane: Box::new(membrane::Bonded([outer.membrane, inner.membrane])),
        viscosity: both(outer.viscosity, inner.viscosity),
        internal_friction: internal_friction::bonded(outer.internal_friction, inner.internal_friction),
        bending: Bending::bonded(outer.bending, inner.bending),
        strength: outer.strength.bonded(&inner.strength),
        surface: outer.surface,
        friction: outer.friction,
        self_friction: outer.self_friction,
    }
}

/// The viscosity of two bonded sheets: that of either, or the sum.
fn both(outer: Viscosity, inner: Viscosity) -> Viscosity {
    match (outer, inner) {
        (Some(outer), Some(inner)) => Some(Box::new(membrane::Bonded([outer, inner]))),
        (one, other) => one.or(other),
    }
}

fn body(body: &document::Body, index: usize, assets: &Assets) -> Result<Body, Issues> {
    let shape = make(&body.shape)?(&body.shape.parameters);
    let shape = shape.equipped(assets).unwrap_or(Ok(shape)).map_err(|fault| {
        let issue = Issue::new("body.missing", format!("bodies[{index}].shape"), fault.problem);
        vec![issue.value(&body.shape.kind).cure(fault.cure)]
    })?;
    // A document that was checked has a sound mesh wherever one is needed; one built by a program may not.
    let mesh = body.mesh.clone().unwrap_or_default();
    let shape = shape.of_triangles(&mesh.vertices(), &mesh.triangles).unwrap_or(Ok(shape)).map_err(|problems| {
        let issue =
            |problem: &MeshProblem| Issue::new("body.mesh", format!("bodies[{index}].mesh"), problem.to_string());
        problems.iter().map(issue).collect::<Issues>()
    })?;
    Ok(Body {
        id: body.id.clone(),
        shape,
        friction_factor: body.contact.friction_factor,
        motion: make(&body.motion)?(&body.motion.parameters),
    })
}

/// What the chosen row makes. Reading a document refuses unknown rows; one built by a program may still hold one.
pub(super) fn make<T: Table>(choice: &Choice<T>) -> Result<&'static T::Make, Issues> {
    T::find(&choice.kind).map(|row| &row.make).ok_or_else(|| {
        let known: Vec<&str> = T::rows().iter().map(|row| row.id).collect();
        let issue = Issue::new("value.choice", T::NOUN, format!("there is no such {}", T::NOUN));
        vec![issue.value(&choice.kind).cure(format!("Use one of: {}.", known.join(", ")))]
    })
}

fn mesh(document: &Document, drawing: &PanelDrawing, layout: &Layout, index: usize) -> Result<PanelMesh, Issues> {
    let panel = &document.panels[index];
    let (divisions, field) = (layout.divisions(index), layout.field(index));
    let size = |p: DVec2| field.size(p);
    let outlines: Vec<_> = drawing.loops.iter().map(|each| each.outline.clone()).collect();
    let lines = drawing.all_lines();
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
    triangulate(&request).map_err(|problems| drawing.issues_of(&problems, panel, &format!("panels[{index}]")))
}

fn sheet(panel: &Panel, drawing: &PanelDrawing, (mesh, start): (&PanelMesh, &Start)) -> Sheet {
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
        fabric: 0,
        points: mesh.points.iter().map(|p| turn.rotate(*p)).collect(),
        start: mesh.points.iter().map(|p| start.of(*p)).collect(),
        drawing: mesh.points.clone(),
        triangles: mesh.triangles.clone(),
        folds: folds.collect(),
        local: Vec::new(),
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

/// Problems of a drawing as issues, each at the place that `place` tells.
pub(super) fn issues_at(problems: &[Problem], place: &dyn Fn(&Problem) -> String) -> Issues {
    problems
        .iter()
        .map(|problem| {
            let (x, y) = (problem.at.x / METRES_PER_MM, problem.at.y / METRES_PER_MM);
            Issue::new(problem.kind.code(), place(problem), problem.kind.to_string())
                .value(format!("near x {x:.1} mm, y {y:.1} mm"))
                .cure(problem.kind.cure())
        })
        .collect()
}
