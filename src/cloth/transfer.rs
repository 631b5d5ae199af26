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

/// Where a point of a new cut lies on an old one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Points of the old cut, numbered through all of its sheets.
    corners: [u32; 3],
    weights: [f64; 3],
}

impl Spot {
    /// The value at the place, from values of the old cut's points.
    pub fn blend(&self, values: &[DVec3]) -> DVec3 {
        (0..3).map(|k| self.weights[k] * values[self.corners[k] as usize]).sum()
    }
}

/// The place of each of `cut`'s points on an older cut, by place on the drawing; none on panels that the older does not have.
pub fn spots(old: &Cut, cut: &Cut) -> Vec<Option<Spot>> {
    let offsets = old.offsets();
    let mut spots = Vec::with_capacity(cut.points());
    for sheet in &cut.sheets {
        let Some(index) = old.sheets.iter().position(|old| old.panel == sheet.panel) else {
            spots.resize(spots.len() + sheet.points.len(), None);
            continue;
        };
        let (first, old) = (offsets[index], &old.sheets[index]);
        let locator = Locator::new(&old.drawing, &old.triangles);
        spots.extend(sheet.drawing.iter().map(|point| {
            let at = locator.find(*point)?;
            Some(Spot { corners: old.triangles[at.triangle as usize].map(|i| first + i), weights: at.weights })
        }));
    }
    spots
}

/// The state of `cut`'s points and triangles taken from another drape, by place on the drawing. Panels that the other drape
/// does not have start where they are placed.
pub fn carry(from: (&Cut, &Model, &State), cut: &Cut) -> Carried {
    let (old_cut, old_model, old_state) = from;
    let old_positions = old_model.spread(&old_state.positions);
    let old_velocities = old_model.spread(&old_state.velocities);
    let spots = spots(old_cut, cut);
    let starts = cut.sheets.iter().flat_map(|sheet| &sheet.start);
    let place = |(spot, start): (&Option<Spot>, &DVec3)| spot.map_or(*start, |spot| spot.blend(&old_positions));
    let velocity = |spot: &Option<Spot>| spot.map_or(DVec3::ZERO, |spot| spot.blend(&old_velocities));
    Carried {
        positions: spots.iter().zip(starts).map(place).collect(),
        velocities: spots.iter().map(velocity).collect(),
        friction: carry_friction(old_cut, &old_state.friction, cut),
    }
}

/// The friction stresses of `cut`'s triangles.
fn carry_friction(old_cut: &Cut, stress: &InternalStress, cut: &Cut) -> InternalStress {
    let mut friction = InternalStress::default();
    if stress.kinds().iter().all(|kind| kind.is_empty()) {
        return friction;
    }
    let old_triangles = old_cut.first_triangles();
    for sheet in &cut.sheets {
        let Some(index) = old_cut.sheets.iter().position(|old| old.panel == sheet.panel) else {
            rub(&mut friction, stress, sheet.triangles.iter().map(|_| None));
            continue;
        };
        let (first_triangle, old) = (old_triangles[index], &old_cut.sheets[index]);
        let locator = Locator::new(&old.drawing, &old.triangles);
        // Stresses are along weft and warp: a panel that is cut at another grain, or where its cloth does not rub, has none.
        let same_grain = grain(old).distance(grain(sheet)) < 1e-9;
        let rubs = |triangle: usize| cut.fabrics[sheet.local(triangle).fabric].internal_friction.is_some();
        let around = sheet.triangles.iter().enumerate().map(|(index, triangle)| {
            let [a, b, c] = triangle.map(|i| sheet.drawing[i as usize]);
            let at = locator.find((a + b + c) / 3.0).filter(|_| same_grain && rubs(index))?;
            Some(first_triangle + at.triangle as usize)
        });
        rub(&mut friction, stress, around);
    }
    friction
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
