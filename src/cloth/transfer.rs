//! Carrying a drape to a changed document: each point of the new mesh goes where its place on the old panel is, and each
//! triangle takes the friction stress of the old one around its middle.

use super::{Cut, InternalStress, Model, Sheet, State};
use crate::pattern::Locator;
use glam::{DVec2, DVec3};

/// What a new cut takes from a drape.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// Positions of its points, m.
    pub positions: Vec<DVec3>,
    /// Their velocities, m/s.
    pub velocities: Vec<DVec3>,
    /// Friction stresses of its triangles; none where the drape had none.
    pub friction: InternalStress,
}

/// The state of `cut`'s points and triangles taken from another drape, by place on the drawing. Panels that the other drape
/// does not have start where they are placed.
pub fn carry(from: (&Cut, &Model, &State), cut: &Cut) -> Carried {
    let (old_cut, old_model, old_state) = from;
    let old_positions = old_model.spread(&old_state.positions);
    let old_velocities = old_model.spread(&old_state.velocities);
    let old_offsets = old_cut.offsets();
    let old_triangles = old_cut.first_triangles();
    let mut positions = Vec::with_capacity(cut.points());
    let mut velocities = Vec::with_capacity(cut.points());
    let mut friction = InternalStress::default();
    for sheet in &cut.sheets {
        let Some(old) = old_cut.sheets.iter().position(|old| old.panel == sheet.panel) else {
            positions.extend(&sheet.start);
            velocities.resize(positions.len(), DVec3::ZERO);
            rub(&mut friction, &old_state.friction, sheet.triangles.iter().map(|_| None));
            continue;
        };
        let (first, first_triangle, old) = (old_offsets[old], old_triangles[old], &old_cut.sheets[old]);
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
        // Stresses are along weft and warp: a panel that is cut at another grain, or where its cloth does not rub, has none.
        let same_grain = grain(old).distance(grain(sheet)) < 1e-9;
        let rubs = |triangle: usize| cut.fabrics[sheet.local(triangle).fabric].internal_friction.is_some();
        let around = sheet.triangles.iter().enumerate().map(|(index, triangle)| {
            let [a, b, c] = triangle.map(|i| sheet.drawing[i as usize]);
            let at = locator.find((a + b + c) / 3.0).filter(|_| same_grain && rubs(index))?;
            Some(first_triangle + at.triangle as usize)
        });
        rub(&mut friction, &old_state.friction, around);
    }
    Carried { positions, velocities, friction }
}

/// Adds the stresses of the next triangles: each that of an old triangle, or none.
fn rub(friction: &mut InternalStress, old: &InternalStress, around: impl Iterator<Item = Option<usize>>) {
    let around: Vec<Option<usize>> = around.collect();
    for (kind, old) in friction.kinds_mut().into_iter().zip(old.kinds()).filter(|(_, old)| !old.is_empty()) {
        kind.extend(around.iter().map(|triangle| triangle.map_or([0.0; 3], |triangle| old[triangle])));
    }
}

/// Direction of the drawing's x axis in weft and warp.
fn grain(sheet: &Sheet) -> DVec2 {
    let Some([a, b, _]) = sheet.triangles.first().map(|t| t.map(|i| i as usize)) else { return DVec2::ZERO };
    let (drawn, turned) = (sheet.drawing[b] - sheet.drawing[a], sheet.points[b] - sheet.points[a]);
    DVec2::new(drawn.dot(turned), drawn.perp_dot(turned)) / drawn.length_squared()
}
