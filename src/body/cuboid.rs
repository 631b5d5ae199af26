//! A box, with edges and corners rounded by a ball: all points within the rounding of a smaller box.
//!
//! ```text
//!   ╭──────────╮
//!   │ ┌──────┐ │   the distance to the smaller box, less the rounding, is exact
//!   │ │      │ │   outside and inside: a straight way out of it leads through
//!   │ └──────┘ │   the smaller box's side and then the whole rounding
//!   ╰──────────╯
//! ```

use super::{Fault, Frame, Nearest, Shape, Shapes, Surface};
use crate::math::real::{cos, sin};
use crate::{parameters, row::RowOf, row::Values};
use glam::{DMat3, DVec3};
use std::f64::consts::PI;

parameters! {
    /// A box with rounded edges, upright, turned or tilted.
    pub struct Cuboid {
        /// Size to the side.
        width_mm: "mm" = 600.0, soft [50.0, 3000.0], hard [1.0, 100000.0], source "a small table";
        /// Size upwards.
        height_mm: "mm" = 400.0, soft [50.0, 3000.0], hard [1.0, 100000.0], source "a small table";
        /// Size from back to front.
        depth_mm: "mm" = 600.0, soft [50.0, 3000.0], hard [1.0, 100000.0], source "a small table";
        /// Radius of edges and corners, at most half of the smallest size. With 0 they are sharp, and a coarse mesh of cloth is cut by them.
        rounding_mm: "mm" = 5.0, soft [0.0, 50.0], hard [0.0, 50000.0], source "a table's edge";
        /// Centre, to the wearer's left.
        x_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
        /// Centre, height.
        y_mm: "mm" = 0.0, soft [-1000.0, 2000.0], hard [-100000.0, 100000.0], source "the origin";
        /// Centre, to the front.
        z_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
        /// Turned about the line from back to front: its left side rises. 20° makes an inclined plane on which cloth of friction 0.36 just slides.
        tilt_deg: "°" = 0.0, soft [-45.0, 45.0], hard [-360.0, 360.0], source "level";
        /// Then turned about the vertical through its centre, counter-clockwise seen from above.
        turn_deg: "°" = 0.0, soft [-180.0, 180.0], hard [-360.0, 360.0], source "square to the wearer";
    }
}

#[derive(Debug)]
struct Block {
    centre: DVec3,
    /// Half sizes with the rounding.
    half: DVec3,
    rounding: f64,
    /// Columns: where its own left, up and front point.
    axes: DMat3,
}

impl Block {
    /// Half sizes of the smaller box.
    fn inner(&self) -> DVec3 {
        self.half - DVec3::splat(self.rounding)
    }
}

impl Shape for Block {
    fn nearest(&self, point: DVec3) -> Nearest {
        let own = self.axes.transpose() * (point - self.centre);
        let side = DVec3::select(own.cmpge(DVec3::ZERO), DVec3::ONE, DVec3::NEG_ONE);
        let beyond = own.abs() - self.inner();
        let outside = beyond.max(DVec3::ZERO);
        let length = outside.length();
        if length > 0.0 {
            return Nearest { distance: length - self.rounding, normal: self.axes * (outside / length * side) };
        }
        // Inside the smaller box the nearest side decides; of equals the upper one, which lifts the cloth out.
        let (distance, axis) = if beyond.y >= beyond.x && beyond.y >= beyond.z {
            (beyond.y, DVec3::Y)
        } else if beyond.x >= beyond.z {
            (beyond.x, DVec3::X)
        } else {
            (beyond.z, DVec3::Z)
        };
        Nearest { distance: distance - self.rounding, normal: self.axes * (axis * side) }
    }

    fn fault(&self) -> Option<Fault> {
        let most = self.half.min_element();
        (self.rounding > most).then(|| Fault {
            parameter: "rounding_mm",
            value: self.rounding * 1e3,
            problem: format!("larger than half of the smallest size, {} mm", most * 1e3),
            cure: format!("Use {} mm or less, or make the box larger.", most * 1e3),
        })
    }

    fn roundness(&self) -> f64 {
        self.rounding
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        around(self.centre, self.half, self.axes)
    }

    fn surface(&self) -> Surface {
        // Each side is a grid of its own, from one rounded edge to the other; sides join where the normal is at 45°.
        let steps = if self.rounding > 0.0 { 6 } else { 0 };
        let slopes: Vec<(f64, f64)> = [-1.0, 1.0]
            .iter()
            .flat_map(|end| (0..=steps).map(move |step| (*end, step, steps)))
            .map(|(end, step, steps)| {
                let from_flat = if end < 0.0 { step - steps } else { step };
                let angle = if steps > 0 { PI / 4.0 * f64::from(from_flat) / f64::from(steps) } else { 0.0 };
                (end, sin(angle) / cos(angle))
            })
            .collect();
        let mut surface = Surface::default();
        for (out, up) in SIDES.map(|(_, out, up)| (out, up)) {
            let right = up.cross(out);
            for (end_up, slope_up) in slopes.iter().rev() {
                for (end_right, slope_right) in &slopes {
                    let normal = (out + right * *slope_right + up * *slope_up).normalize();
                    let corner = (out + right * *end_right + up * *end_up) * self.inner();
                    let point = self.centre + self.axes * (corner + normal * self.rounding);
                    surface.positions.extend(point.as_vec3().to_array());
                    surface.normals.extend((self.axes * normal).as_vec3().to_array());
                }
            }
            surface.add_grid(slopes.len() as u32, slopes.len() as u32);
        }
        surface
    }
}

/// The sides by name: outwards, and what is up on a panel put there.
const SIDES: [(&str, DVec3, DVec3); 6] = [
    ("front", DVec3::Z, DVec3::Y),
    ("back", DVec3::NEG_Z, DVec3::Y),
    ("left", DVec3::X, DVec3::Y),
    ("right", DVec3::NEG_X, DVec3::Y),
    ("top", DVec3::Y, DVec3::NEG_Z),
    ("bottom", DVec3::NEG_Y, DVec3::Z),
];

/// The middles of the sides of a box, as places to put panels.
pub(super) fn around(centre: DVec3, half: DVec3, axes: DMat3) -> Vec<(&'static str, Frame)> {
    let frames =
        SIDES.map(|(name, out, up)| (name, Frame::facing(centre + axes * (out * half), axes * out, axes * up)));
    frames.to_vec()
}

fn make(values: &Values) -> Box<dyn Shape> {
    let cuboid = Cuboid::from_values(values);
    let [tilt, turn] = [cuboid.tilt_deg, cuboid.turn_deg].map(|degrees| degrees * (PI / 180.0));
    let (s, c) = (sin(tilt), cos(tilt));
    let tilt = DMat3::from_cols(DVec3::new(c, s, 0.0), DVec3::new(-s, c, 0.0), DVec3::Z);
    let (s, c) = (sin(turn), cos(turn));
    let turn = DMat3::from_cols(DVec3::new(c, 0.0, -s), DVec3::Y, DVec3::new(s, 0.0, c));
    Box::new(Block {
        centre: DVec3::new(cuboid.x_mm, cuboid.y_mm, cuboid.z_mm) * 1e-3,
        half: DVec3::new(cuboid.width_mm, cuboid.height_mm, cuboid.depth_mm) * 0.5e-3,
        rounding: cuboid.rounding_mm * 1e-3,
        axes: turn * tilt,
    })
}

pub(super) const ROW: RowOf<Shapes> = RowOf::<Shapes> {
    id: "body.box",
    title: "Box",
    help: "A box with rounded edges: a table, a step or, tilted, an inclined plane.",
    parameters: Cuboid::PARAMETERS,
    curves: &[],
    make,
};
