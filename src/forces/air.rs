//! Air: a sheet is pushed much harder across than along.
//!
//! With w the wind seen by a particle of area vector a (its triangles' thirds, |a| the area it shows), n = a/|a|:
//!
//! ```text
//!   f = ½ρ|a| (c_n |w·n| (w·n) n + c_t |w_t| w_t),   w_t = w − (w·n) n
//! ```
//!
//! ρ in kg/m³, w in m/s; c_n and c_t without unit. The Jacobian by the velocity is symmetric and positive and touches
//! the particle's own block alone; area vectors are those at the start of the step.

use super::System;
use crate::cloth::Model;
use glam::{DMat3, DVec3, Mat3A};

/// Density of air, kg/m³, at 20 °C.
const DENSITY: f64 = 1.204;

/// The air around the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// Its velocity, m/s.
    pub wind: DVec3,
    /// Drag coefficient across the sheet.
    pub across: f64,
    /// Drag coefficient along it.
    pub along: f64,
}

impl Air {
    /// No air.
    pub const NONE: Air = Air { wind: DVec3::ZERO, across: 0.0, along: 0.0 };

    /// Whether it does nothing.
    pub fn is_none(&self) -> bool {
        self.across == 0.0 && self.along == 0.0
    }

    /// Force on a particle with this velocity and area vector, and −∂f/∂v.
    pub fn push(&self, velocity: DVec3, area: DVec3) -> (DVec3, DMat3) {
        let size = area.length();
        if size == 0.0 {
            return (DVec3::ZERO, DMat3::ZERO);
        }
        let n = area / size;
        let seen = self.wind - velocity;
        let across = seen.dot(n);
        let along = seen - across * n;
        let speed = along.length();
        let pressure = 0.5 * DENSITY * size;
        let force = pressure * (self.across * across.abs() * across * n + self.along * speed * along);
        let normal = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
        let mut block = normal * (2.0 * pressure * self.across * across.abs());
        if speed > 0.0 {
            let t = along / speed;
            let tangent = DMat3::from_cols(t * t.x, t * t.y, t * t.z);
            block += (DMat3::IDENTITY - normal + tangent) * (pressure * self.along * speed);
        }
        (force, block)
    }

    /// Adds its push on every particle; `per_second` is ∂(velocity)/∂(position).
    pub fn add(&self, areas: &[DVec3], velocities: &[DVec3], per_second: f64, system: &mut System) {
        for (i, (area, velocity)) in areas.iter().zip(velocities).enumerate() {
            let (force, block) = self.push(*velocity, *area);
            system.add_particle(i, force, &Mat3A::from((block * per_second).as_mat3()));
        }
    }
}

/// Area vectors of the particles, m²: a third of each triangle's.
pub fn area_vectors(model: &Model, positions: &[DVec3], out: &mut Vec<DVec3>) {
    out.clear();
    out.resize(model.particles(), DVec3::ZERO);
    for triangle in &model.triangles {
        let [a, b, c] = triangle.map(|p| positions[p as usize]);
        let third = (b - a).cross(c - a) / 6.0;
        for particle in triangle {
            out[*particle as usize] += third;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_agrees_with_its_block_and_with_the_drag_of_a_plate() {
        let air = Air { wind: DVec3::new(3.0, 1.0, -2.0), across: 1.2, along: 0.05 };
        let (area, velocity) = (DVec3::new(0.01, 0.02, -0.015), DVec3::new(0.4, -0.7, 0.2));
        let (_, block) = air.push(velocity, area);
        for axis in DVec3::AXES {
            let step = 1e-6;
            let slope =
                (air.push(velocity + step * axis, area).0 - air.push(velocity - step * axis, area).0) / (2.0 * step);
            assert!((block * axis + slope).length() < 1e-9);
        }
        // Still air, 2 m/s straight across 0.1 m²: ½ρ v² c A.
        let still = Air { wind: DVec3::ZERO, ..air };
        let (force, _) = still.push(DVec3::new(0.0, -2.0, 0.0), DVec3::new(0.0, 0.1, 0.0));
        assert!((force - DVec3::new(0.0, 0.5 * DENSITY * 4.0 * 1.2 * 0.1, 0.0)).length() < 1e-12);
    }
}
