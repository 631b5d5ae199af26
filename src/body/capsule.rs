//! A capsule: all points within a radius of a segment. Arms, legs and rounded bars.
//!
//! ```text
//!    ╭────────────────────╮
//!   │ from ●────────● to   │ radius
//!    ╰────────────────────╯
//! ```

use super::{Frame, Nearest, Shape, Shapes, Surface};
use crate::math::real::{cos, sin};
use crate::{parameters, row::RowOf, row::Values};
use glam::DVec3;
use std::f64::consts::PI;

parameters! {
    /// A rounded rod between two points.
    pub struct Capsule {
        /// Radius of the rod and of its round ends.
        radius_mm: "mm" = 60.0, soft [10.0, 300.0], hard [1.0, 10000.0], source "an upper arm with some ease";
        /// Centre of the first end, to the wearer's left.
        from_x_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
        /// Centre of the first end, height.
        from_y_mm: "mm" = -200.0, soft [-1000.0, 2000.0], hard [-100000.0, 100000.0], source "an upper arm, upright";
        /// Centre of the first end, to the front.
        from_z_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
        /// Centre of the second end, to the wearer's left. Both ends in one point make a sphere.
        to_x_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
        /// Centre of the second end, height.
        to_y_mm: "mm" = 200.0, soft [-1000.0, 2000.0], hard [-100000.0, 100000.0], source "an upper arm, upright";
        /// Centre of the second end, to the front.
        to_z_mm: "mm" = 0.0, soft [-1000.0, 1000.0], hard [-100000.0, 100000.0], source "the origin";
    }
}

#[derive(Debug)]
struct Rod {
    from: DVec3,
    to: DVec3,
    radius: f64,
    /// Along the segment, to the higher end where there is one; up for a sphere.
    up: DVec3,
    /// At right angles to it, to the front as far as that is possible.
    front: DVec3,
}

impl Rod {
    fn new(from: DVec3, to: DVec3, radius: f64) -> Self {
        let along = (to - from).try_normalize().unwrap_or(DVec3::Y);
        let up = if along.y < 0.0 { -along } else { along };
        // A rod that points to the front has no front of its own: its top takes its place.
        let level = if up.z.abs() < 0.9 { DVec3::Z } else { DVec3::Y };
        let front = (level - up * up.dot(level)).normalize();
        Rod { from, to, radius, up, front }
    }

    /// The point of the segment nearest to `point`.
    fn on_axis(&self, point: DVec3) -> DVec3 {
        let along = self.to - self.from;
        let squared = along.length_squared();
        let part = if squared > 0.0 { ((point - self.from).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
        self.from + along * part
    }
}

impl Shape for Rod {
    fn nearest(&self, point: DVec3) -> Nearest {
        let outwards = point - self.on_axis(point);
        let length = outwards.length();
        // On the axis every direction across is as good.
        let normal = if length > 0.0 { outwards / length } else { self.front };
        Nearest { distance: length - self.radius, normal }
    }

    fn roundness(&self) -> f64 {
        self.radius
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        let middle = (self.from + self.to) / 2.0;
        let left = self.up.cross(self.front);
        let at = |out: DVec3| Frame::facing(middle + out * self.radius, out, self.up);
        vec![("front", at(self.front)), ("back", at(-self.front)), ("left", at(left)), ("right", at(-left))]
    }

    fn surface(&self) -> Surface {
        /// Rings of each round end, its pole and its rim included.
        const RINGS: u32 = 16;
        const SECTORS: u32 = 64;
        let left = self.up.cross(self.front);
        let (low, high) =
            if (self.to - self.from).dot(self.up) < 0.0 { (self.to, self.from) } else { (self.from, self.to) };
        let mut surface = Surface::default();
        for ring in 0..2 * RINGS {
            // The rim stands twice, once at each end: the side is the strip between.
            let (end, step) = if ring < RINGS { (high, ring) } else { (low, ring - 1) };
            let polar = PI * f64::from(step) / f64::from(2 * RINGS - 2);
            for sector in 0..=SECTORS {
                let turn = 2.0 * PI * f64::from(sector) / f64::from(SECTORS);
                let across = left * sin(turn) + self.front * cos(turn);
                let normal = self.up * cos(polar) + across * sin(polar);
                surface.positions.extend((end + normal * self.radius).as_vec3().to_array());
                surface.normals.extend(normal.as_vec3().to_array());
            }
        }
        surface.add_grid(2 * RINGS, SECTORS + 1);
        surface
    }
}

fn make(values: &Values) -> Box<dyn Shape> {
    let capsule = Capsule::from_values(values);
    let from = DVec3::new(capsule.from_x_mm, capsule.from_y_mm, capsule.from_z_mm) * 1e-3;
    let to = DVec3::new(capsule.to_x_mm, capsule.to_y_mm, capsule.to_z_mm) * 1e-3;
    Box::new(Rod::new(from, to, capsule.radius_mm * 1e-3))
}

pub(super) const ROW: RowOf<Shapes> = RowOf::<Shapes> {
    id: "body.capsule",
    title: "Capsule",
    help: "A rod with round ends, as an arm, a leg or a rail.",
    parameters: Capsule::PARAMETERS,
    curves: &[],
    make,
};
