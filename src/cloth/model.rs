//! Everything about the cloth that a step does not change, in SI units.

use crate::body::Shape;
use crate::fabric::{bending::BendingLaw, friction::FrictionLaw, membrane::MembraneLaw};
use crate::math::dihedral;
use glam::{DMat2, DVec2, DVec3};
use serde::Serialize;
use std::collections::BTreeMap;

/// A flat sheet of triangles placed in space: what a panel becomes.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Id of the panel.
    pub panel: String,
    /// Index of its fabric.
    pub fabric: usize,
    /// Material coordinates, m.
    pub points: Vec<DVec2>,
    /// Where each point starts, m.
    pub start: Vec<DVec3>,
    /// Point indices, counter-clockwise from the right side.
    pub triangles: Vec<[u32; 3]>,
}

/// A fabric's laws, built.
#[derive(Debug)]
pub struct Fabric {
    /// Its id in the document.
    pub id: String,
    /// Mass per area, kg/m².
    pub density: f64,
    /// Distance kept to bodies, m.
    pub thickness: f64,
    /// Stretch and shear.
    pub membrane: Box<dyn MembraneLaw>,
    /// Bending.
    pub bending: Box<dyn BendingLaw>,
    /// Friction against bodies.
    pub friction: Box<dyn FrictionLaw>,
}

/// A solid with its name.
#[derive(Debug)]
pub struct Body {
    /// Its id in the document.
    pub id: String,
    /// Its shape.
    pub shape: Box<dyn Shape>,
}

/// How time advances, in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Length of a step, s.
    pub step: f64,
    /// Newton iterations per step.
    pub newton_iterations: u32,
    /// Relative residual at which a linear solve stops.
    pub tolerance: f64,
    /// Acceleration, m/s².
    pub gravity: DVec3,
    /// Rate at which air takes a free particle's speed, 1/s.
    pub drag: f64,
}

/// Which triangles a panel became.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Patch {
    /// Id of the panel.
    pub panel: String,
    /// Id of its fabric.
    pub fabric: String,
    /// Index of its first triangle.
    pub first_triangle: u32,
    /// How many there are.
    pub triangle_count: u32,
}

/// Rest geometry of a triangle (Volino 2009, eq. 6): with positions P, U = Σ r_u P and V = Σ r_v P.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleRest {
    /// Weights r_u, 1/m.
    pub weft: [f64; 3],
    /// Weights r_v, 1/m.
    pub warp: [f64; 3],
    /// Rest area, m².
    pub area: f64,
}

impl TriangleRest {
    /// From material coordinates; a triangle without area gives non-finite weights.
    pub fn new(points: [DVec2; 3]) -> Self {
        let sides = DMat2::from_cols(points[1] - points[0], points[2] - points[0]);
        let inverse = sides.inverse();
        // Rows of the inverse are the gradients of the barycentric coordinates of points 1 and 2.
        let (g1, g2) = (inverse.row(0), inverse.row(1));
        let g0 = -(g1 + g2);
        TriangleRest { weft: [g0.x, g1.x, g2.x], warp: [g0.y, g1.y, g2.y], area: 0.5 * sides.determinant() }
    }
}

/// Two triangles that share an edge, at rest; stencil and sign as in [`dihedral`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeRest {
    /// Edge from 0 to 1, wings 2 and 3.
    pub particles: [u32; 4],
    /// Index of the fabric.
    pub fabric: u32,
    /// Length of the edge, m.
    pub length: f64,
    /// Mean of the two heights on the edge, m: curvature is angle over height.
    pub height: f64,
    /// Angle without load, rad.
    pub angle: f64,
}

/// The cloth and what it hangs on.
#[derive(Debug)]
pub struct Model {
    /// Mass of each particle, kg: a third of each triangle it belongs to (Volino 2009, §3.2).
    pub masses: Vec<f64>,
    /// Area of each particle, m², shared like the mass.
    pub areas: Vec<f64>,
    /// Material coordinates, m.
    pub material: Vec<DVec2>,
    /// Where the document places each particle, m.
    pub start: Vec<DVec3>,
    /// Index of each particle's fabric.
    pub particle_fabrics: Vec<u32>,
    /// Particle indices, counter-clockwise from the right side; panel after panel.
    pub triangles: Vec<[u32; 3]>,
    /// Their rest geometry.
    pub rest: Vec<TriangleRest>,
    /// Pairs of neighbouring triangles, sorted by fabric.
    pub hinges: Vec<HingeRest>,
    /// Triangles of each panel, in order.
    pub patches: Vec<Patch>,
    /// Index of the fabric of each patch.
    pub patch_fabrics: Vec<usize>,
    /// Built fabrics.
    pub fabrics: Vec<Fabric>,
    /// What the cloth falls on.
    pub bodies: Vec<Body>,
    /// How time advances.
    pub settings: Settings,
}

impl Model {
    /// Joins sheets into one cloth. Every triangle must have area and every index must be in range.
    pub fn from_sheets(sheets: &[Sheet], fabrics: Vec<Fabric>, bodies: Vec<Body>, settings: Settings) -> Self {
        let mut model = Model {
            masses: Vec::new(),
            areas: Vec::new(),
            material: Vec::new(),
            start: Vec::new(),
            particle_fabrics: Vec::new(),
            triangles: Vec::new(),
            rest: Vec::new(),
            hinges: Vec::new(),
            patches: Vec::new(),
            patch_fabrics: Vec::new(),
            fabrics,
            bodies,
            settings,
        };
        for sheet in sheets {
            model.add_sheet(sheet);
        }
        model.hinges.sort_by_key(|hinge| (hinge.fabric, hinge.particles));
        model
    }

    /// Number of particles.
    pub fn particles(&self) -> usize {
        self.masses.len()
    }

    fn add_sheet(&mut self, sheet: &Sheet) {
        let first = self.particles() as u32;
        let density = self.fabrics[sheet.fabric].density;
        self.material.extend(&sheet.points);
        self.start.extend(&sheet.start);
        self.particle_fabrics.resize(self.material.len(), sheet.fabric as u32);
        self.areas.resize(self.material.len(), 0.0);
        self.patches.push(Patch {
            panel: sheet.panel.clone(),
            fabric: self.fabrics[sheet.fabric].id.clone(),
            first_triangle: self.triangles.len() as u32,
            triangle_count: sheet.triangles.len() as u32,
        });
        self.patch_fabrics.push(sheet.fabric);
        for triangle in &sheet.triangles {
            let rest = TriangleRest::new(triangle.map(|i| sheet.points[i as usize]));
            let particles = triangle.map(|i| first + i);
            for particle in particles {
                self.areas[particle as usize] += rest.area / 3.0;
            }
            self.triangles.push(particles);
            self.rest.push(rest);
        }
        self.masses.extend(self.areas[first as usize..].iter().map(|area| area * density));
        self.hinges.extend(
            flat_hinges(sheet).map(|hinge| HingeRest { particles: hinge.particles.map(|i| first + i), ..hinge }),
        );
    }
}

/// The hinges of a sheet that is flat at rest.
fn flat_hinges(sheet: &Sheet) -> impl Iterator<Item = HingeRest> {
    // Keyed by the edge's particles in ascending order, so that the order of hinges is the mesh's own.
    let mut open: BTreeMap<(u32, u32), (u32, u32, u32)> = BTreeMap::new();
    let mut hinges = Vec::new();
    for triangle in &sheet.triangles {
        for corner in 0..3 {
            let (from, to) = (triangle[corner], triangle[(corner + 1) % 3]);
            let wing = triangle[(corner + 2) % 3];
            match open.remove(&(from.min(to), from.max(to))) {
                None => {
                    open.insert((from.min(to), from.max(to)), (from, to, wing));
                }
                Some((from, to, left)) => hinges.push(flat_hinge(sheet, [from, to, left, wing])),
            }
        }
    }
    hinges.into_iter()
}

fn flat_hinge(sheet: &Sheet, particles: [u32; 4]) -> HingeRest {
    let points = particles.map(|i| sheet.points[i as usize]);
    let edge = points[1] - points[0];
    let length = edge.length();
    let height = |wing: DVec2| edge.perp_dot(wing - points[0]).abs() / length;
    let flat = points.map(|p| DVec3::new(p.x, p.y, 0.0));
    HingeRest {
        particles,
        fabric: sheet.fabric as u32,
        length,
        height: 0.5 * (height(points[2]) + height(points[3])),
        angle: dihedral::angle(flat),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_give_the_unit_weft_and_warp_of_an_undeformed_triangle() {
        let points = [DVec2::new(0.1, 0.2), DVec2::new(0.5, 0.1), DVec2::new(0.3, 0.7)];
        let rest = TriangleRest::new(points);
        let sum = |weights: [f64; 3]| (0..3).map(|i| weights[i] * points[i]).sum::<DVec2>();
        assert!((sum(rest.weft) - DVec2::X).length() < 1e-15);
        assert!((sum(rest.warp) - DVec2::Y).length() < 1e-15);
        // Shoelace by hand: ½ (0.4·0.5 − 0.2·(−0.1)) = 0.11.
        assert!((rest.area - 0.11).abs() < 1e-15);
    }
}
