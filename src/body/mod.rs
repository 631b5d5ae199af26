//! What the cloth falls on: shapes with a signed distance and a surface to draw.

mod floor;
mod sphere;

use crate::row::{Row, Table, Values};
use glam::DVec3;
use std::fmt::Debug;

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

/// A solid shape.
pub trait Shape: Debug + Send + Sync {
    /// The nearest point of its surface.
    fn nearest(&self, point: DVec3) -> Nearest;

    /// Named places to put panels.
    fn arrangement(&self) -> Vec<(&'static str, Frame)>;

    /// The surface to draw; empty where the scene's own floor stands for it.
    fn surface(&self) -> Surface;
}

/// The table of shapes.
#[derive(Debug)]
pub struct Shapes;

impl Table for Shapes {
    type Make = fn(&Values) -> Box<dyn Shape>;
    const NOUN: &'static str = "body shape";

    fn rows() -> &'static [Row<Self::Make>] {
        &[sphere::ROW, floor::ROW]
    }
}
