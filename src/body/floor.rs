//! A level floor.

use super::{Frame, Nearest, Shape, Shapes, Surface};
use crate::{parameters, row::RowOf, row::Values};
use glam::DVec3;

parameters! {
    /// A level floor, solid below.
    pub struct Floor {
        /// Height of the floor.
        height_mm: "mm" = 0.0, soft [-1000.0, 0.0], hard [-100000.0, 100000.0], source "the wearer stands at height 0";
    }
}

impl Shape for Floor {
    fn nearest(&self, point: DVec3) -> Nearest {
        Nearest { distance: point.y - self.height_mm * 1e-3, normal: DVec3::Y }
    }

    fn roundness(&self) -> f64 {
        f64::INFINITY
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        let origin = DVec3::new(0.0, self.height_mm * 1e-3, 0.0);
        vec![("lying", Frame { origin, right: DVec3::X, up: DVec3::NEG_Z, out: DVec3::Y })]
    }

    fn surface(&self) -> Surface {
        Surface::default()
    }
}

fn make(values: &Values) -> Box<dyn Shape> {
    Box::new(Floor::from_values(values))
}

pub(super) const ROW: RowOf<Shapes> = RowOf::<Shapes> {
    id: "body.floor",
    title: "Floor",
    help: "A level floor without end.",
    parameters: Floor::PARAMETERS,
    curves: &[],
    make,
};
