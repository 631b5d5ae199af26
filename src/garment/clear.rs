//! Documents from elsewhere on a body: panels with known names are arranged, the others moved out of the body.

use super::arrange::{CLEAR, arrange, flat_cut};
use super::draft::Spot;
use super::facing::{Lying, spot_facing};
use super::labels::spot_of;
use super::wear::{SEWING_S, floor};
use crate::body::{Assets, NO_HINT};
use crate::cloth::{Body, Cut, Joined, Model, Sheet, assemble_with, bodies_with, start_of};
use crate::contact::brute_force::crossings;
use crate::document::{self, Document, Placement};
use crate::issue::{Issue, Issues};
use glam::{DVec2, DVec3};

/// Step of the way out, and the longest way, m.
const STEP: f64 = 0.01;
const FARTHEST: f64 = 1.0;

/// Puts a document from elsewhere on a body, on the floor. Where all panels lie as they are worn, or their names say where that is,
/// they are arranged around it, in whichever way leaves less to sew; unless that takes seams further apart than they were: then names
/// and drawing do not agree, as where a back is drawn inside out. Otherwise every panel keeps its place and is moved out of
/// the body where it starts inside.
pub fn put_on(document: &mut Document, body: document::Body, assets: &Assets) -> Result<(), Issues> {
    let on = body.id.clone();
    document.bodies = vec![body, floor()];
    document.simulation.sewing_s = document.simulation.sewing_s.max(SEWING_S);
    let mut kept = document.clone();
    let moved = move_out_of_bodies(&mut kept, &bodies_with(document, assets)?);
    let mut best: Option<(f64, Document)> = None;
    for arrange in [arrange_by_place, arrange_by_name] {
        let mut arranged = document.clone();
        let known = arrange(&mut arranged, &on, bodies_with(document, assets)?);
        if known.is_ok_and(|known| known == document.panels.len()) {
            let (gap, _) = apart(&arranged, assets)?;
            if best.as_ref().is_none_or(|(least, _)| gap < *least) {
                best = Some((gap, arranged));
            }
        }
    }
    *document = match (best, moved) {
        (Some((_, arranged)), Err(_)) => arranged,
        (None, moved) => {
            moved?;
            kept
        }
        (Some((gap, arranged)), Ok(_)) => {
            let (own, tangled) = apart(&kept, assets)?;
            if gap <= FURTHER * own || tangled { arranged } else { kept }
        }
    };
    Ok(())
}

/// By how much an arrangement may take seams further apart than the document's own.
const FURTHER: f64 = 1.2;

/// Sum of the distances over which the seams are closed, m, and whether panels cross.
fn apart(document: &Document, assets: &Assets) -> Result<(f64, bool), Issues> {
    let cut = assemble_with(document, assets)?;
    let model = Model::new(&cut, Joined::Apart);
    let gaps = cut.seams.iter().flat_map(|seam| &seam.pairs);
    let gap = gaps.map(|pair| model.start[pair[0] as usize].distance(model.start[pair[1] as usize])).sum();
    Ok((gap, crossings(&model.start, &model.triangles) > 0))
}

/// Arranges every panel whose name says where it is worn on the body named `on`; the others stay where they are. Tells how
/// many were arranged.
pub fn arrange_by_name(document: &mut Document, on: &str, bodies: Vec<Body>) -> Result<usize, Issues> {
    let cut = flat_cut(document)?;
    let spot = |(index, sheet): (usize, &Sheet)| spot_of(&document.panels[index].id, extent(sheet));
    let spots: Vec<Option<Spot>> = cut.sheets.iter().enumerate().map(spot).collect();
    arrange(document, &spots, on, bodies)?;
    Ok(spots.iter().flatten().count())
}

/// Arranges every flat panel around the part of the body named `on` that it turns its back to; the others stay where they are. Tells
/// how many were arranged.
pub fn arrange_by_place(document: &mut Document, on: &str, bodies: Vec<Body>) -> Result<usize, Issues> {
    let cut = flat_cut(document)?;
    let anatomy = bodies.iter().find(|body| body.id == on).and_then(|body| body.shape.anatomy());
    let mut spots: Vec<Option<Spot>> = Vec::new();
    for (index, (panel, sheet)) in document.panels.iter().zip(&cut.sheets).enumerate() {
        let [low, high] = extent(sheet);
        let points = [DVec2::ZERO, DVec2::X, DVec2::Y, (low + high) / 2.0];
        let spot = match (&panel.placement, anatomy) {
            (Placement::Free { .. }, Some(anatomy)) => {
                let at = start_of(panel, index, &bodies, &points)?;
                let lying = Lying { origin: at[0], axes: [at[1] - at[0], at[2] - at[0]], middle: at[3] };
                spot_facing(&lying, anatomy)
            }
            _ => None,
        };
        spots.push(spot);
    }
    arrange(document, &spots, on, bodies)?;
    Ok(spots.iter().flatten().count())
}

/// Corners of the box around a panel's drawing, m.
fn extent(sheet: &Sheet) -> [DVec2; 2] {
    let points = || sheet.drawing.iter().copied();
    [points().fold(DVec2::INFINITY, DVec2::min), points().fold(DVec2::NEG_INFINITY, DVec2::max)]
}

/// Moves every panel that is placed by numbers and starts inside a body, or too near to it: up from the floor and other
/// things, then straight out of a figure, along its own normal, on the side of the figure where it lies. Tells how many
/// were moved.
pub fn move_out_of_bodies(document: &mut Document, bodies: &[Body]) -> Result<usize, Issues> {
    let cut = flat_cut(document)?;
    let (figures, things): (Vec<&Body>, Vec<&Body>) = bodies.iter().partition(|body| body.shape.anatomy().is_some());
    let mut moved = 0;
    let mut issues = Issues::new();
    for index in 0..document.panels.len() {
        let Placement::Free { translation_mm: from, .. } = document.panels[index].placement else { continue };
        let starts = start_of(&document.panels[index], index, bodies, &cut.sheets[index].drawing)?;
        let up = out_of(&starts, DVec3::ZERO, DVec3::Y, &things);
        let way = way_out(&cut, index, &starts, &figures);
        let Some(by) = up.and_then(|up| out_of(&starts, up, way, &figures)) else {
            let place = format!("panels[{index}].placement.translation_mm");
            let problem = "starts inside a body, and a metre further out still does";
            let issue = Issue::new("arrangement.no-room", place, problem).value(&document.panels[index].id);
            issues.push(issue.cure("Place the panel by hand."));
            continue;
        };
        if by == DVec3::ZERO {
            continue;
        }
        moved += 1;
        if let Placement::Free { translation_mm, .. } = &mut document.panels[index].placement {
            *translation_mm = (DVec3::from_array(from) + by * 1e3).to_array();
        }
    }
    if issues.is_empty() { Ok(moved) } else { Err(issues) }
}

/// The first place along a way, from an offset on, where points are clear of these bodies.
pub(super) fn out_of(starts: &[DVec3], from: DVec3, way: DVec3, bodies: &[&Body]) -> Option<DVec3> {
    let steps = (FARTHEST / STEP) as usize;
    (0..=steps).map(|k| from + way * (k as f64 * STEP)).find(|by| room(starts, *by, bodies) >= CLEAR)
}

/// Least distance of points, moved by so much, from any body, m.
fn room(starts: &[DVec3], by: DVec3, bodies: &[&Body]) -> f64 {
    let mut least = f64::INFINITY;
    for body in bodies {
        let mut hint = NO_HINT;
        for start in starts {
            least = least.min(body.shape.nearest_hinted(*start + by, &mut hint).distance);
        }
    }
    least
}

/// Unit vector along which a flat panel leaves the body: its normal, level if it can be, away from the figure's middle. A
/// panel that lies level goes up.
fn way_out(cut: &Cut, index: usize, starts: &[DVec3], figures: &[&Body]) -> DVec3 {
    let normal = cut.sheets[index].triangles.iter().map(|t| {
        let [a, b, c] = t.map(|point| starts[point as usize]);
        (b - a).cross(c - a)
    });
    let normal = normal.sum::<DVec3>().normalize_or(DVec3::Z);
    let level = DVec3::new(normal.x, 0.0, normal.z);
    let Some(level) = level.try_normalize().filter(|_| normal.y.abs() < 0.9) else { return DVec3::Y };
    let middle = starts.iter().sum::<DVec3>() / starts.len().max(1) as f64;
    let figure = figures.iter().find_map(|body| body.shape.anatomy());
    let axis = figure.and_then(|anatomy| anatomy.parts.first()).map_or(DVec3::ZERO, |part| (part.from + part.to) / 2.0);
    if (middle - axis).dot(level) < 0.0 { -level } else { level }
}
