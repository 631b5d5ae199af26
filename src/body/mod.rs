//! What the cloth falls on: shapes with a signed distance and a surface to draw, and how they move.

mod around;
mod arrangement;
mod assets;
mod capsule;
mod cuboid;
mod field;
mod floor;
pub mod mannequin;
mod measurements;
pub mod mesh;
pub mod motion;
mod own;
mod parts;
mod passage;
mod placed;
mod sphere;
mod wrap;

pub use around::{Around, PartPoint, Side};
pub use arrangement::ArrangementPoint;
pub use assets::Assets;
pub use measurements::{Figure, Measurements, MeasurementsCm, Miss, SIZES, Size};
pub use motion::Pose;
pub use parts::{Anatomy, Landmark, Landmarks, Part, PartId, Station};
pub use passage::Passage;
pub use placed::Placed;

use crate::math::box_tree::Aabb;
use crate::row::{Row, Table, Values};
use glam::{DVec3, Vec3};
use mesh::{MeshProblem, MeshShape};
use std::fmt::Debug;
use std::sync::Arc;

/// The nearest point of a shape, seen from a point in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Signed distance in metres: negative inside.
    pub distance: f64,
    /// Unit vector from the surface outwards, along which the distance grows.
    pub normal: DVec3,
}

/// A surface to draw: three numbers per point, three indices per triangle, counter-clockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// x, y, z in metres.
    pub positions: Vec<f32>,
    /// Unit vectors.
    pub normals: Vec<f32>,
    /// Point indices.
    pub indices: Vec<u32>,
}

impl Surface {
    /// Adds the triangles between the last `rows` × `columns` points, which lie row after row from top to bottom, each
    /// from left to right as seen from outside. Triangles that have shrunk to a line, as at a pole, are left out.
    fn add_grid(&mut self, rows: u32, columns: u32) {
        /// A triangle's doubled area over its longest side squared, below which it is a line.
        const THIN: f32 = 1e-5;
        let first = self.positions.len() as u32 / 3 - rows * columns;
        let point = |index: u32| Vec3::from_slice(&self.positions[3 * index as usize..]);
        let mut indices = Vec::new();
        for row in 0..rows - 1 {
            for column in 0..columns - 1 {
                let here = first + row * columns + column;
                let below = here + columns;
                for triangle in [[here, below, here + 1], [here + 1, below, below + 1]] {
                    let [a, b, c] = triangle.map(point);
                    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
                    if (b - a).cross(c - a).length() > THIN * longest {
                        indices.extend(triangle);
                    }
                }
            }
        }
        self.indices.extend(indices);
    }
}

/// A place on a body where a panel can be put: axes of the panel's plane and outwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Where the panel's origin goes, m.
    pub origin: DVec3,
    /// Direction of its x.
    pub right: DVec3,
    /// Direction of its y.
    pub up: DVec3,
    /// Direction of its right side.
    pub out: DVec3,
}

impl Frame {
    /// The frame whose panel lies at `origin` with its right side along `out`; both unit vectors are at right angles.
    fn facing(origin: DVec3, out: DVec3, up: DVec3) -> Self {
        Frame { origin, right: up.cross(out), up, out }
    }
}

/// Two numbers of a shape that do not go together.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The parameter to change.
    pub parameter: &'static str,
    /// Its value.
    pub value: f64,
    /// What is wrong, in plain words.
    pub problem: String,
    /// What to do about it.
    pub cure: String,
}

/// A solid shape.
pub trait Shape: Debug + Send + Sync {
    /// The nearest point of its surface.
    fn nearest(&self, point: DVec3) -> Nearest;

    /// The same, quicker where the shape has many parts and `hint` is what the last question from nearby left there. The
    /// answer does not depend on the hint, to the last bit; begin with [`NO_HINT`].
    fn nearest_hinted(&self, point: DVec3, _hint: &mut u32) -> Nearest {
        self.nearest(point)
    }

    /// The same from the surface itself, where answers come from a table of distances otherwise: slow, for who judges.
    fn nearest_exactly(&self, point: DVec3, hint: &mut u32) -> Nearest {
        self.nearest_hinted(point, hint)
    }

    /// Radius of the largest ball that reaches every point of a convex shape from within, m: nowhere is it rounded by less. Zero for
    /// shapes that are not convex or have edges.
    fn roundness(&self) -> f64 {
        0.0
    }

    /// What is wrong with its numbers, each of which is in its range. A shape with a fault has no sound distance.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// Named places to put panels.
    fn arrangement(&self) -> Vec<(&'static str, Frame)>;

    /// Its parts, landmarks and measurements, where it is a body that wears clothes.
    fn anatomy(&self) -> Option<&Anatomy> {
        None
    }

    /// Measurements that were asked for and not reached.
    fn misses(&self) -> &[Miss] {
        &[]
    }

    /// The shape itself where it is made from data that the document does not hold, or why it cannot be; nothing where it
    /// needs none.
    fn equipped(&self, _assets: &Assets) -> Option<Result<Box<dyn Shape>, Fault>> {
        None
    }

    /// The shape itself where it is made from triangles that the document holds, or all that keeps them from being a solid;
    /// nothing where it takes none.
    fn of_triangles(
        &self,
        _vertices: &[DVec3],
        _triangles: &[[u32; 3]],
    ) -> Option<Result<Box<dyn Shape>, Vec<MeshProblem>>> {
        None
    }

    /// The surface to draw; empty where the scene's own floor stands for it.
    fn surface(&self) -> Surface;

    /// Calls `visit` with the triangles that may reach into a box; whether it is made of triangles.
    fn facets(&self, _bounds: &Aabb, _visit: &mut dyn FnMut([DVec3; 3])) -> bool {
        false
    }

    /// Whether its surface changes in the course of time, beyond any rigid motion.
    fn deforms(&self) -> bool {
        false
    }

    /// Until when it stands as it does at the beginning, s.
    fn still_until(&self) -> f64 {
        if self.deforms() { 0.0 } else { f64::INFINITY }
    }

    /// Its skin after so many seconds, where it deforms beyond any rigid motion. The triangles are the same at all times.
    fn posed(&self, _seconds: f64) -> Option<Arc<MeshShape>> {
        None
    }
}

/// A hint before the first question.
pub const NO_HINT: u32 = u32::MAX;

/// The table of shapes.
#[derive(Debug)]
pub struct Shapes;

impl Table for Shapes {
    type Make = fn(&Values) -> Box<dyn Shape>;
    const NOUN: &'static str = "body shape";

    fn rows() -> &'static [Row<Self::Make>] {
        &[sphere::ROW, capsule::ROW, cuboid::ROW, floor::ROW, mannequin::ROW, own::ROW]
    }
}
