//! A body given by its surface: closed triangles, any shape.
//!
//! The distance is exact. Its sign comes from angle-weighted pseudo-normals (Bærentzen and Aanæs 2005): at an edge the sum of
//! the two faces' normals, at a corner the sum of all, each times its angle there. With these a point is outside exactly
//! when the way to it from the nearest point runs along the pseudo-normal; with a face's own normal it is not:
//!
//! ```text
//!      ╲  • outside, yet below
//!   ____╲╱____  the plane of the right face, which is as near as the left one
//! ```

mod closed;
mod edges;
mod mend;
mod slabs;
mod triangle;

pub use closed::{MeshProblem, problems};
pub use mend::{Known, Mended, Mending, Unfit, mend};

use super::cuboid::around;
use super::{Frame, NO_HINT, Nearest, Shape, Surface};
use crate::math::box_tree::{Aabb, BoxTree, Found};
use crate::math::each::Each;
use crate::math::real::atan2;
use glam::{DMat3, DVec3};
use slabs::Slabs;
use triangle::{Part, offset};

/// Nearer to an edge or a corner than this part of the mesh's size, the direction to the point is rounding: the pseudo-normal
/// stands for it.
const TOUCHING: f64 = 1e-10;

/// A closed surface of triangles, counter-clockwise from outside. It must not pass through itself, which is not checked.
#[derive(Clone, Debug)]
pub struct MeshShape {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    /// For each triangle and side, which runs from that corner to the next, the triangle beyond.
    beyond: Vec<[u32; 3]>,
    tree: BoxTree,
    /// Corners in the order of the tree, where neighbours lie together in memory.
    corners: Vec<[DVec3; 3]>,
    /// How far they are away at least, by the leaves of the tree.
    slabs: Vec<Slabs>,
    /// Where each triangle is in that order.
    slots: Vec<u32>,
    /// Unit normals of the triangles.
    faces: Vec<DVec3>,
    /// Unit pseudo-normals of the vertices.
    points: Vec<DVec3>,
    /// Length of the diagonal of everything, m.
    size: f64,
}

impl MeshShape {
    /// A solid from its surface, in metres, or everything that stands against it.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Self, Vec<MeshProblem>> {
        let beyond = closed::check(&vertices, &triangles)?;
        let boxes: Vec<Aabb> = triangles.iter().map(|t| Aabb::of(&t.each(|i| vertices[i as usize]))).collect();
        let tree = BoxTree::new(&boxes);
        let mut slots = vec![0; triangles.len()];
        for (slot, triangle) in tree.order().iter().enumerate() {
            slots[*triangle as usize] = slot as u32;
        }
        let (corners, slabs, faces, points) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut shape =
            MeshShape { vertices, triangles, beyond, tree, corners, slabs, slots, faces, points, size: 0.0 };
        shape.fit();
        Ok(shape)
    }

    /// Moves the vertices, as many as before, and keeps the triangles. Where the moved surface is no solid the shape stays as
    /// it was.
    pub fn moved(&mut self, vertices: &[DVec3]) -> Result<(), Vec<MeshProblem>> {
        closed::check_moved(vertices, &self.triangles, self.vertices.len())?;
        self.vertices.copy_from_slice(vertices);
        self.fit();
        Ok(())
    }

    /// The vertices, m.
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The triangles.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The nearest point of the surface and the triangle it is on, which serves as a hint for the next question from nearby:
    /// it shortens the search and changes nothing else, to the last bit.
    pub fn nearest_on(&self, point: DVec3, hint: Option<u32>) -> (Nearest, u32) {
        let squared = |slot: usize| offset(&self.corners[slot], point).0.length_squared();
        let start = hint.filter(|hint| (*hint as usize) < self.triangles.len());
        let start = start.map(|item| (item, self.slots[item as usize] as usize));
        let start = start.map(|(item, slot)| Found { item, squared: squared(slot) });
        let found = self
            .tree
            .nearest_within(point, start, |leaf| self.slabs[leaf].bounds(point), squared)
            .expect("a closed surface has triangles");
        (self.signed(found, point), found.item)
    }

    /// Distance and normal from the nearest triangle.
    fn signed(&self, found: Found, point: DVec3) -> Nearest {
        let triangle = found.item as usize;
        let (offset, part) = offset(&self.corners[self.slots[triangle] as usize], point);
        let pseudo = match part {
            Part::Face => self.faces[triangle],
            // Not a unit vector, which its sign does not need.
            Part::Side(side) => self.faces[triangle] + self.faces[self.beyond[triangle][side] as usize],
            Part::Corner(corner) => self.points[self.triangles[triangle][corner] as usize],
        };
        let length = found.squared.sqrt();
        let sign = if offset.dot(pseudo) < 0.0 { -1.0 } else { 1.0 };
        let normal = match part {
            Part::Face => pseudo,
            _ if length > TOUCHING * self.size => offset / (sign * offset.length()),
            // Two faces folded flat onto each other have no mean: the first one's serves.
            _ => pseudo.try_normalize().unwrap_or(self.faces[triangle]),
        };
        Nearest { distance: sign * length, normal }
    }

    /// Everything that follows from the vertices.
    fn fit(&mut self) {
        let at = |triangle: &[u32; 3]| triangle.each(|i| self.vertices[i as usize]);
        self.size = Aabb::of(&self.vertices).size().length();
        let boxes: Vec<Aabb> = self.triangles.iter().map(|t| Aabb::of(&at(t))).collect();
        self.tree.refit(&boxes);
        self.corners = self.tree.order().iter().map(|triangle| at(&self.triangles[*triangle as usize])).collect();
        self.faces = self.triangles.iter().map(|triangle| across(&at(triangle)).normalize()).collect();
        let normal = |slot: usize| self.faces[self.tree.order()[slot] as usize];
        let leaf = |(leaf, triangles): (usize, &[[DVec3; 3]])| Slabs::new(triangles, |lane| normal(4 * leaf + lane));
        self.slabs.clear();
        self.slabs.extend(self.corners.chunks(4).enumerate().map(leaf));
        self.points = vec![DVec3::ZERO; self.vertices.len()];
        for (triangle, face) in self.triangles.iter().zip(&self.faces) {
            let corners = at(triangle);
            for corner in 0..3 {
                let [a, b] = [1, 2].each(|next| corners[(corner + next) % 3] - corners[corner]);
                self.points[triangle[corner] as usize] += *face * atan2(a.cross(b).length(), a.dot(b));
            }
        }
        for point in &mut self.points {
            *point = point.normalize_or_zero();
        }
    }
}

/// Normal of a triangle, as long as twice its area.
fn across([a, b, c]: &[DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

impl Shape for MeshShape {
    fn nearest(&self, point: DVec3) -> Nearest {
        self.nearest_on(point, None).0
    }

    fn nearest_hinted(&self, point: DVec3, hint: &mut u32) -> Nearest {
        let known = (*hint != NO_HINT).then_some(*hint);
        let (nearest, triangle) = self.nearest_on(point, known);
        *hint = triangle;
        nearest
    }

    /// The sides of the box around it.
    fn facets(&self, bounds: &Aabb, visit: &mut dyn FnMut([DVec3; 3])) -> bool {
        self.tree.overlapping(bounds, |item| visit(self.corners[self.slots[item as usize] as usize]));
        true
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        let bounds = Aabb::of(&self.vertices);
        around(bounds.centre(), bounds.size() / 2.0, DMat3::IDENTITY)
    }

    fn surface(&self) -> Surface {
        Surface {
            positions: self.vertices.iter().flat_map(|point| point.as_vec3().to_array()).collect(),
            normals: self.points.iter().flat_map(|normal| normal.as_vec3().to_array()).collect(),
            indices: self.triangles.iter().flatten().copied().collect(),
        }
    }
}
