//! A sphere.

use super::{Frame, Nearest, Shape, Shapes, Surface};
use crate::math::real::{cos, sin};
use crate::{parameters, row::RowOf, row::Values};
use glam::DVec3;
use std::f64::consts::PI;

parameters! {
    /// A sphere.
    pub struct Sphere {
        /// Radius.
        radius_mm: "mm" = 300.0, soft [50.0, 500.0], hard [1.0, 10000.0], source "the square-on-sphere benchmark";
        /// Centre, to the wearer's left.
        x_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
        /// Centre, height.
        y_mm: "mm" = 0.0, soft [-1000.0, 2000.0], hard [-100000.0, 100000.0], source "the origin";
        /// Centre, to the front.
        z_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
    }
}

#[derive(Debug)]
struct Ball {
    centre: DVec3,
    radius: f64,
}

impl Shape for Ball {
    fn nearest(&self, point: DVec3) -> Nearest {
        let outwards = point - self.centre;
        let length = outwards.length();
        // At the very centre every direction is as good: up is the one that lifts the cloth out.
        let normal = if length > 0.0 { outwards / length } else { DVec3::Y };
        Nearest { distance: length - self.radius, normal }
    }

    fn roundness(&self) -> f64 {
        self.radius
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        let at = |right: DVec3, up: DVec3| {
            let out = right.cross(up);
            Frame { origin: self.centre + self.radius * out, right, up, out }
        };
        vec![
            ("front", at(DVec3::X, DVec3::Y)),
            ("back", at(DVec3::NEG_X, DVec3::Y)),
            ("left", at(DVec3::NEG_Z, DVec3::Y)),
            ("right", at(DVec3::Z, DVec3::Y)),
            ("top", at(DVec3::X, DVec3::NEG_Z)),
        ]
    }

    fn surface(&self) -> Surface {
        const RINGS: u32 = 48;
        const SECTORS: u32 = 96;
        let mut surface = Surface::default();
        for ring in 0..=RINGS {
            let polar = PI * f64::from(ring) / f64::from(RINGS);
            for sector in 0..=SECTORS {
                let turn = 2.0 * PI * f64::from(sector) / f64::from(SECTORS);
                let normal = DVec3::new(sin(polar) * sin(turn), cos(polar), sin(polar) * cos(turn));
                let point = self.centre + self.radius * normal;
                surface.positions.extend(point.as_vec3().to_array());
                surface.normals.extend(normal.as_vec3().to_array());
            }
        }
        for ring in 0..RINGS {
            for sector in 0..SECTORS {
                let here = ring * (SECTORS + 1) + sector;
                let below = here + SECTORS + 1;
                if ring > 0 {
                    surface.indices.extend([here, below, here + 1]);
                }
                if ring + 1 < RINGS {
                    surface.indices.extend([here + 1, below, below + 1]);
                }
            }
        }
        surface
    }
}

fn make(values: &Values) -> Box<dyn Shape> {
    let sphere = Sphere::from_values(values);
    let centre = DVec3::new(sphere.x_mm, sphere.y_mm, sphere.z_mm) * 1e-3;
    Box::new(Ball { centre, radius: sphere.radius_mm * 1e-3 })
}

pub(super) const ROW: RowOf<Shapes> = RowOf::<Shapes> {
    id: "body.sphere",
    title: "Sphere",
    help: "A ball, the simplest thing to drape over.",
    parameters: Sphere::PARAMETERS,
    curves: &[],
    make,
};
