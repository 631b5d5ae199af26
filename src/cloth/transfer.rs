//! Carrying a drape to a changed document: each point of the new mesh goes where its place on the old panel is.

use super::{Cut, Model, State};
use crate::pattern::Locator;
use glam::DVec3;

/// The state of `cut`'s points taken from another drape: positions and velocities by place on the drawing. Panels that the
/// other drape does not have start where they are placed.
pub fn carry(from: (&Cut, &Model, &State), cut: &Cut) -> (Vec<DVec3>, Vec<DVec3>) {
    let (old_cut, old_model, old_state) = from;
    let old_positions = old_model.spread(&old_state.positions);
    let old_velocities = old_model.spread(&old_state.velocities);
    let old_offsets = old_cut.offsets();
    let mut positions = Vec::with_capacity(cut.points());
    let mut velocities = Vec::with_capacity(cut.points());
    for sheet in &cut.sheets {
        let Some(old) = old_cut.sheets.iter().position(|old| old.panel == sheet.panel) else {
            positions.extend(&sheet.start);
            velocities.resize(positions.len(), DVec3::ZERO);
            continue;
        };
        let (first, old) = (old_offsets[old], &old_cut.sheets[old]);
        let locator = Locator::new(&old.drawing, &old.triangles);
        for (point, start) in sheet.drawing.iter().zip(&sheet.start) {
            let Some(at) = locator.find(*point) else {
                positions.push(*start);
                velocities.push(DVec3::ZERO);
                continue;
            };
            let corners = old.triangles[at.triangle as usize].map(|i| (first + i) as usize);
            let blend = |values: &[DVec3]| (0..3).map(|k| at.weights[k] * values[corners[k]]).sum::<DVec3>();
            positions.push(blend(&old_positions));
            velocities.push(blend(&old_velocities));
        }
    }
    (positions, velocities)
}
