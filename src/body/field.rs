//! A signed distance on a grid, for bodies that do not move.
//!
//! ```text
//!  ●───┬───●───────●   ● every fourth node: asked of the surface
//!  │ · │ · │       │   + every second, · every node: asked where the surface may be near,
//!  ├───+───┤       │     else between their neighbours
//!  │ · │ · │       │
//!  ●───┴───●───────●
//! ```
//!
//! A distance changes by no more than one goes, so a node whose neighbours are far from the surface is far as well. Between
//! nodes the distance is trilinear, and its normal is the exact gradient of that, so that pushes and their slopes agree. That
//! would round off what is narrower than a cell. So nodes around the surface are lowered until no point of it is outside: the
//! body is a little thicker, by tenths of a millimetre. (Cells that ask the surface itself instead were tried: where they meet
//! others the distance jumps, and a particle of a T-shirt hopped from one side to the other for ever.) Ears, thinner than a cell, would
//! be ridges on which a hood never comes to rest: a [`Wrap`] around the head goes over them. Outside the grid the distance is that of the
//! box around the body: never more than the true one.

use super::mesh::MeshShape;
use super::wrap::Wrap;
use super::{NO_HINT, Nearest, Shape};
use crate::math::box_tree::Aabb;
use crate::math::each::Each;
use glam::DVec3;

/// Cells between the nodes that are always asked.
const COARSE: usize = 4;
/// How far from the surface every node is asked, m: more than any cloth is thick.
const BAND: f64 = 0.012;
/// Points of the surface that are kept inside are no further apart than this part of a cell.
const SPACING: f64 = 0.25;

/// The distance from a solid on a grid.
#[derive(Clone, Debug)]
pub struct DistanceField {
    /// Box around the body.
    body: Aabb,
    /// Lowest corner of the grid.
    origin: DVec3,
    /// Side of a cell, m.
    cell: f64,
    /// Cells along each axis.
    cells: [usize; 3],
    nodes: Vec<f32>,
}

impl DistanceField {
    /// Asks a solid for its distance, with a wrap around a part of it; `cell` is the side of the cells, m.
    pub fn new(solid: &MeshShape, wrap: Option<&Wrap>, cell: f64) -> Self {
        let body = Aabb::of(solid.vertices());
        let coarse = cell * COARSE as f64;
        let outer = body.padded(cell * 2.0);
        let cells = (outer.size() / coarse).to_array().map(|count| COARSE * count.ceil() as usize);
        let count = cells.iter().map(|along| along + 1).product();
        let field = DistanceField { body, origin: outer.min, cell, cells, nodes: vec![0.0; count] };
        let mut field = Filling { field, solid, asked: vec![false; count], hint: NO_HINT }.fill();
        if let Some(wrap) = wrap {
            field.fill_hollows(wrap);
        }
        field.enclose(solid);
        field
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * (self.cells[1] + 1) + y) * (self.cells[0] + 1) + x
    }

    /// The nearest point of the surface.
    pub fn nearest(&self, point: DVec3) -> Nearest {
        let Some((first, inside)) = self.cell(point) else {
            let way = point - point.clamp(self.body.min, self.body.max);
            return Nearest { distance: way.length(), normal: way.try_normalize().unwrap_or(DVec3::Y) };
        };
        let (value, slope) = trilinear(&self.corners(first).map(|node| self.nodes[node]), inside);
        Nearest { distance: value, normal: slope.try_normalize().unwrap_or(DVec3::Y) }
    }

    /// The lowest node of the cell around a point, and where it is in that; nothing outside the grid.
    fn cell(&self, point: DVec3) -> Option<(usize, DVec3)> {
        let place = (point - self.origin) / self.cell;
        let limit = DVec3::new(self.cells[0] as f64, self.cells[1] as f64, self.cells[2] as f64);
        let lowest = place.floor();
        let within = place.cmpge(DVec3::ZERO).all() && place.cmplt(limit).all();
        within.then(|| (self.index(lowest.to_array().map(|at| at as usize)), place - lowest))
    }

    /// The nodes of the cell above a node.
    fn corners(&self, first: usize) -> [usize; 8] {
        let (row, layer) = (self.cells[0] + 1, (self.cells[0] + 1) * (self.cells[1] + 1));
        std::array::from_fn(|k| first + (k & 1) + (k >> 1 & 1) * row + (k >> 2) * layer)
    }

    /// Takes all that is within a wrap inside.
    fn fill_hollows(&mut self, wrap: &Wrap) {
        let [nx, ny, nz] = self.cells;
        for (z, y, x) in (0..=nz).flat_map(|z| (0..=ny).flat_map(move |y| (0..=nx).map(move |x| (z, y, x)))) {
            let index = self.index([x, y, z]);
            let point = self.origin + DVec3::new(x as f64, y as f64, z as f64) * self.cell;
            let known = f64::from(self.nodes[index]);
            self.nodes[index] = known.min(wrap.distance(point, known)) as f32;
        }
    }

    /// Lowers nodes by as little as takes every point of the surface inside, or onto the edge. What lowers them for one point
    /// takes no other out again, so that one round is enough.
    fn enclose(&mut self, solid: &MeshShape) {
        let vertices = solid.vertices();
        for triangle in solid.triangles() {
            let [a, b, c] = triangle.each(|i| vertices[i as usize]);
            let longest = (b - a).length().max((c - b).length()).max((a - c).length());
            let count = (longest / (SPACING * self.cell)).ceil() as u32;
            for (i, j) in (0..=count).flat_map(|i| (0..=count - i).map(move |j| (i, j))) {
                let [along, across] = [i, j].map(|at| f64::from(at) / f64::from(count));
                let point = a + (b - a) * along + (c - a) * across;
                let (first, inside) = self.cell(point).expect("the grid reaches around the body");
                self.take_in(first, inside);
            }
        }
    }

    fn take_in(&mut self, first: usize, inside: DVec3) {
        let corners = self.corners(first);
        let (value, _) = trilinear(&corners.map(|node| self.nodes[node]), inside);
        if value <= 0.0 {
            return;
        }
        let weight = |k: usize| {
            let side = |bit: usize, at: f64| if k & bit == 0 { 1.0 - at } else { at };
            side(1, inside.x) * side(2, inside.y) * side(4, inside.z)
        };
        let squares: f64 = (0..8).map(|k| weight(k) * weight(k)).sum();
        for (k, node) in corners.into_iter().enumerate() {
            self.nodes[node] -= (value * weight(k) / squares) as f32;
        }
    }
}

/// A field whose nodes are being asked.
struct Filling<'a> {
    field: DistanceField,
    solid: &'a MeshShape,
    /// Which nodes hold the exact distance.
    asked: Vec<bool>,
    hint: u32,
}

impl Filling<'_> {
    fn fill(mut self) -> DistanceField {
        let [nx, ny, nz] = self.field.cells;
        let mut step = COARSE;
        while step > 0 {
            for z in (0..=nz).step_by(step) {
                for y in (0..=ny).step_by(step) {
                    for x in (0..=nx).step_by(step) {
                        let known = [x, y, z].iter().all(|at| at % (2 * step) == 0);
                        if step == COARSE || !known {
                            self.node([x, y, z], step);
                        }
                    }
                }
            }
            step /= 2;
        }
        self.field
    }

    fn node(&mut self, at: [usize; 3], step: usize) {
        let index = self.field.index(at);
        let near = step == COARSE || !(self.is_far(at, COARSE) || self.is_far(at, 2 * step));
        if near {
            let [x, y, z] = at.map(|at| at as f64);
            let point = self.field.origin + DVec3::new(x, y, z) * self.field.cell;
            self.field.nodes[index] = self.solid.nearest_hinted(point, &mut self.hint).distance as f32;
            self.asked[index] = true;
        } else {
            let (corners, inside) = self.around(at, 2 * step);
            let values = corners.map(|corner| self.field.nodes[self.field.index(corner)]);
            self.field.nodes[index] = trilinear(&values, inside).0 as f32;
        }
    }

    /// Corners of the cell of side `size` around a node, and where it is between them.
    fn around(&self, at: [usize; 3], size: usize) -> ([[usize; 3]; 8], DVec3) {
        // The last node of the grid is at the end of its cell.
        let low: [usize; 3] = std::array::from_fn(|axis| (at[axis] / size * size).min(self.field.cells[axis] - size));
        let corners =
            std::array::from_fn(|k| [low[0] + (k & 1) * size, low[1] + (k >> 1 & 1) * size, low[2] + (k >> 2) * size]);
        let inside = |axis: usize| (at[axis] - low[axis]) as f64 / size as f64;
        (corners, DVec3::new(inside(0), inside(1), inside(2)))
    }

    /// Whether the corners of the cell of side `size` around a node tell that the surface is not near.
    fn is_far(&self, at: [usize; 3], size: usize) -> bool {
        self.around(at, size).0.iter().any(|corner| {
            let index = self.field.index(*corner);
            let squared: usize = (0..3).map(|axis| at[axis].abs_diff(corner[axis]).pow(2)).sum();
            let way = (squared as f64).sqrt() * self.field.cell;
            self.asked[index] && f64::from(self.field.nodes[index].abs()) - way > BAND
        })
    }
}

/// Value and slope between eight corners of a cube of side 1.
fn trilinear(corners: &[f32; 8], at: DVec3) -> (f64, DVec3) {
    let c = corners.map(f64::from);
    let mix = |a: f64, b: f64, part: f64| a + (b - a) * part;
    let [x00, x10, x01, x11] = [0, 2, 4, 6].map(|k| mix(c[k], c[k + 1], at.x));
    let [dx00, dx10, dx01, dx11] = [0, 2, 4, 6].map(|k| c[k + 1] - c[k]);
    let (y0, y1) = (mix(x00, x10, at.y), mix(x01, x11, at.y));
    let slope =
        DVec3::new(mix(mix(dx00, dx10, at.y), mix(dx01, dx11, at.y), at.z), mix(x10 - x00, x11 - x01, at.z), y1 - y0);
    (mix(y0, y1, at.z), slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slope is that of the value, and a linear distance comes back exactly.
    #[test]
    fn the_slope_is_the_values_own() {
        let corners = [0.3, -0.2, 0.7, 0.1, -0.4, 0.9, 0.05, 0.6];
        let at = DVec3::new(0.3, 0.6, 0.2);
        let (_, slope) = trilinear(&corners, at);
        for axis in 0..3 {
            let mut by = DVec3::ZERO;
            by[axis] = 1e-6;
            let difference = (trilinear(&corners, at + by).0 - trilinear(&corners, at - by).0) / 2e-6;
            assert!((difference - slope[axis]).abs() < 1e-9);
        }
        let plane: [f32; 8] = std::array::from_fn(|k| (k & 1) as f32 * 2.0 + (k >> 1 & 1) as f32 - (k >> 2) as f32);
        let (value, slope) = trilinear(&plane, at);
        assert!((value - (0.6 + 0.6 - 0.2)).abs() < 1e-12 && (slope - DVec3::new(2.0, 1.0, -1.0)).length() < 1e-12);
    }
}
