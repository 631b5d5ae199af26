//! A body of one's own: triangles that the document holds.

use super::mesh::{MeshProblem, MeshShape};
use super::{Frame, Nearest, Shape, Shapes, Surface};
use crate::math::real::{cos, sin};
use crate::{parameters, row::RowOf, row::Values};
use glam::DVec3;
use std::f64::consts::PI;

parameters! {
    /// Where a body of one's own stands.
    pub struct Own {
        /// How far it is moved to the wearer's left.
        x_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "where its surface is";
        /// How far it is lifted.
        y_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "where its surface is";
        /// How far it is moved to the front.
        z_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "where its surface is";
        /// How far it is turned about the vertical, to the wearer's left.
        turn_deg: "°" = 0.0, soft [-180.0, 180.0], hard [-360.0, 360.0], source "as its surface faces";
    }
}

/// Without its triangles it is nowhere.
impl Shape for Own {
    fn nearest(&self, _: DVec3) -> Nearest {
        Nearest { distance: 1e3, normal: DVec3::Y }
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        Vec::new()
    }

    fn surface(&self) -> Surface {
        Surface::default()
    }

    fn of_triangles(
        &self,
        vertices: &[DVec3],
        triangles: &[[u32; 3]],
    ) -> Option<Result<Box<dyn Shape>, Vec<MeshProblem>>> {
        let angle = self.turn_deg * PI / 180.0;
        let (s, c) = (sin(angle), cos(angle));
        let shift = DVec3::new(self.x_mm, self.y_mm, self.z_mm) * 1e-3;
        let placed = |p: &DVec3| DVec3::new(c * p.x + s * p.z, p.y, c * p.z - s * p.x) + shift;
        let made = MeshShape::new(vertices.iter().map(placed).collect(), triangles.to_vec());
        Some(made.map(|shape| Box::new(shape) as Box<dyn Shape>))
    }
}

fn make(values: &Values) -> Box<dyn Shape> {
    Box::new(Own::from_values(values))
}

pub(super) const ROW: RowOf<Shapes> = RowOf::<Shapes> {
    id: "body.own",
    title: "Own body",
    help: "A closed surface of triangles, such as a scanned figure or a piece of furniture.",
    parameters: Own::PARAMETERS,
    curves: &[],
    make,
};
