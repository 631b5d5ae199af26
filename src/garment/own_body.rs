//! A body from a file of another tool, and a garment put on it in place of the body it was on.

use super::arrange::flat_cut;
use super::clear::{move_out_of_bodies, out_of};
use crate::body::Assets;
use crate::body::mesh::{Known, Mending, Unfit, mend, problems};
use crate::cloth::{self, bodies_with, start_of};
use crate::document::{Body, BodyContact, BodyMesh, Choice, Document, Lie, Panel, Placement, validate};
use crate::issue::{Issue, Issues, none_or};
use crate::math::real::atan2;
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// Id of a body that takes no other's place.
const OWN: &str = "own-body";
const KIND: &str = "body.own";

/// A surface as a file has it: corners and triangles, in a unit of its own.
#[derive(Clone, Copy, Debug)]
pub struct FileSurface<'a> {
    /// Name shown to people.
    pub name: &'a str,
    /// Every coordinate is finite.
    pub vertices: &'a [[f64; 3]],
    /// Every number names a corner.
    pub triangles: &'a [[u32; 3]],
}

/// The body of a surface, and what had to be done to it; or everything that stands against it.
pub fn own_body(surface: FileSurface, known: Known) -> Result<(Body, Issues), Issues> {
    let vertices: Vec<DVec3> = surface.vertices.iter().map(|corner| DVec3::from_array(*corner)).collect();
    let refused = |unfit: Vec<Unfit>| -> Issues {
        unfit.iter().map(|each| Issue::new(code_of(each), "", each.to_string()).cure(cure_of(each))).collect()
    };
    let mended = mend(&vertices, surface.triangles, known).map_err(refused)?;
    // A micrometre is finer than any body, and short in a file.
    let millimetres = |metres: f64| (metres * 1e6).round() / 1e3;
    let mesh = BodyMesh {
        name: surface.name.to_owned(),
        vertices_mm: mended.vertices.iter().map(|corner| corner.to_array().map(millimetres)).collect(),
        triangles: mended.triangles,
    };
    none_or(refused(problems(&mesh.vertices(), &mesh.triangles).into_iter().map(Unfit::Solid).collect()))?;
    let said = |mending: &Mending| Issue::new("body.mended", "", mending.to_string()).cure(CHANGE_IT);
    let warnings = mended.mendings.iter().map(said).collect();
    let (contact, motion) = (BodyContact::default(), Choice::default());
    Ok((Body { id: OWN.to_owned(), shape: Choice::of(KIND), contact, motion, mesh: Some(mesh) }, warnings))
}

const CHANGE_IT: &str = "If that is not what you meant, change the file and load it again.";

fn code_of(unfit: &Unfit) -> &'static str {
    match unfit {
        Unfit::Height { .. } => "body.height",
        Unfit::TooMany { .. } => "body.too-many-triangles",
        Unfit::Hole { .. } => "body.hole",
        Unfit::Branched { .. } => "body.branched",
        Unfit::OneSided { .. } => "body.one-sided",
        Unfit::Solid(_) => "body.mesh",
    }
}

fn cure_of(unfit: &Unfit) -> &'static str {
    match unfit {
        Unfit::Height { .. } => {
            "Scale it to between 0.25 and 2.5 m, in metres, decimetres, centimetres or millimetres."
        }
        Unfit::TooMany { .. } => "Simplify it in a modelling tool; 20,000 triangles show every fold of cloth.",
        Unfit::Hole { .. } => "Fill the hole in a modelling tool: cloth would fall through it.",
        Unfit::Branched { .. } => "Remove inner walls in a modelling tool, so that the surface has one inside.",
        Unfit::OneSided { .. } => "Cut the surface there and close it anew.",
        Unfit::Solid(_) => "Mend the surface in a modelling tool: merge vertices, remove triangles without area.",
    }
}

/// Puts a body in the place of the one that the garment is on: the mannequin, or the first thing that is no floor. Panels keep
/// their places where the new body has them; others, which were laid around the old one, become flat there and are moved
/// away from the new one. The pattern is from then on as drawn: there are no measurements to draft it from.
pub fn put_on_own_body(document: &mut Document, body: Body, assets: &Assets) -> Result<(), Issues> {
    let before = bodies_with(document, assets)?;
    let worn = |each: &&Body| each.shape.kind == KIND || each.shape.kind == "body.mannequin";
    let solid = |each: &&Body| each.shape.kind != "body.floor";
    let replaced = document.bodies.iter().find(worn).or_else(|| document.bodies.iter().find(solid)).cloned();
    match replaced {
        None => document.bodies.insert(0, body),
        Some(old) => {
            let new = Body { id: old.id.clone(), contact: old.contact, ..body };
            document.bodies.iter_mut().filter(|each| each.id == old.id).for_each(|each| *each = new.clone());
            let after = bodies_with(document, assets)?;
            flatten(document, &old.id, (&before, &after))?;
        }
    }
    document.made_to_measure = None;
    none_or(validate(document))?;
    let bodies = bodies_with(document, assets)?;
    move_out_of_bodies(document, &bodies)?;
    Ok(())
}

/// Panels that lay around the old body, where the new one has no such place, lie flat there, clear of the new one.
fn flatten(document: &mut Document, on: &str, (before, after): (&[cloth::Body], &[cloth::Body])) -> Result<(), Issues> {
    let cut = flat_cut(document)?;
    let points = after.iter().find(|body| body.id == on).map(|body| body.shape.arrangement()).unwrap_or_default();
    let obstacles: Vec<&cloth::Body> = after.iter().filter(|body| body.id == on).collect();
    let mut issues = Issues::new();
    for index in 0..document.panels.len() {
        let Placement::Arrangement { body, point, lie, .. } = &document.panels[index].placement else { continue };
        let kept = *lie == Lie::Flat && points.iter().any(|(name, _)| name == point);
        if body != on || kept {
            continue;
        }
        let mut panel = document.panels[index].clone();
        if let Placement::Arrangement { lie, .. } = &mut panel.placement {
            *lie = Lie::Flat;
        }
        let axes = start_of(&panel, index, before, &[DVec2::ZERO, DVec2::X, DVec2::Y])?;
        let (origin, right, up) = (axes[0], axes[1] - axes[0], axes[2] - axes[0]);
        panel.placement = free(origin, right, up);
        let starts = start_of(&panel, index, after, &cut.sheets[index].drawing)?;
        match out_of(&starts, DVec3::ZERO, right.cross(up), &obstacles) {
            Some(by) => panel.placement = free(origin + by, right, up),
            None => issues.push(no_room(index, &panel)),
        }
        document.panels[index] = panel;
    }
    none_or(issues)
}

fn no_room(index: usize, panel: &Panel) -> Issue {
    let place = format!("panels[{index}].placement");
    let issue = Issue::new("arrangement.no-room", place, "starts inside the body, and a metre further out still does");
    issue.value(&panel.id).cure("Place the panel by hand.")
}

/// The placement by numbers of a panel with this origin, m, and axes: turned about x, then y, then z.
fn free(origin: DVec3, right: DVec3, up: DVec3) -> Placement {
    let out = right.cross(up);
    let turns =
        [atan2(up.z, out.z), atan2(-right.z, (right.x * right.x + right.y * right.y).sqrt()), atan2(right.y, right.x)];
    let rounded = |number: f64| (number * 1e3).round() / 1e3;
    Placement::Free {
        translation_mm: (origin * 1e3).to_array().map(rounded),
        rotation_deg: turns.map(|turn| rounded(turn * 180.0 / PI)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_become_turns_and_back() {
        let panel = |placement| Panel { placement, ..crate::garment::all().swap_remove(0).panels.swap_remove(0) };
        for turns in [[0.0, 180.0, 0.0], [-90.0, 0.0, 0.0], [20.0, -35.0, 130.0], [0.0, 90.0, 0.0]] {
            let placement = Placement::Free { translation_mm: [10.0, -20.0, 30.0], rotation_deg: turns };
            let of = |placement| start_of(&panel(placement), 0, &[], &[DVec2::ZERO, DVec2::X, DVec2::Y]).expect("free");
            let wanted = of(placement);
            let found = of(free(wanted[0], wanted[1] - wanted[0], wanted[2] - wanted[0]));
            for (a, b) in wanted.iter().zip(&found) {
                // Angles are written to a thousandth of a degree.
                assert!(a.distance(*b) < 4e-5, "{turns:?}: {a} and {b}");
            }
        }
    }
}
