//! Everything about the cloth that a step does not change, in SI units.

use super::{CurvatureRest, Cut, Local, Sheet, curvatures, hinges};

use crate::body::motion::{Motion, Still};
use crate::body::{Passage, Placed, Shape};
use crate::document::Surface;
use crate::fabric::internal_friction::{InternalFriction, InternalFrictionLaw, Mode};
use crate::fabric::strength::Strength;
use crate::fabric::{bending::Bending, friction::FrictionLaw, membrane::MembraneLaw, viscosity::Viscosity};
use crate::integrator::Scheme;
use crate::math::groups::Groups;
use glam::{DMat2, DVec2, DVec3};
use serde::Serialize;
use std::sync::Arc;

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
    /// Stress from the rate of stretch and shear; nothing where the cloth has no viscosity.
    pub viscosity: Viscosity,
    /// Friction between the yarns; nothing where loading and unloading follow one curve.
    pub internal_friction: InternalFriction,
    /// Bending.
    pub bending: Bending,
    /// What its yarns bear before they break.
    pub strength: Strength,
    /// How it is made: which yarn is on top where.
    pub surface: Surface,
    /// Friction against bodies; on one of them, [`crate::fabric::friction::Scaled`] by its factor.
    pub friction: Box<dyn FrictionLaw>,
    /// Friction of the fabric on itself; on another fabric, [`crate::fabric::friction::Mixed`] with the other's.
    pub self_friction: Box<dyn FrictionLaw>,
}

impl Fabric {
    /// The law of internal friction, if the cloth rubs when it is bent.
    pub fn bending_friction(&self) -> Option<&dyn InternalFrictionLaw> {
        let rubs = |law: &&dyn InternalFrictionLaw| {
            Mode::BENDING.into_iter().flat_map(|mode| law.sides(mode)).any(|side| !side.is_none())
        };
        self.internal_friction.as_deref().filter(rubs)
    }

    /// Whether it never resists bending.
    pub fn is_limp(&self) -> bool {
        self.bending.is_limp() && self.bending_friction().is_none()
    }
}

/// A solid with its name.
#[derive(Debug)]
pub struct Body {
    /// Its id in the document.
    pub id: String,
    /// Its shape, where the document puts it.
    pub shape: Box<dyn Shape>,
    /// What a fabric's friction is multiplied by on this body.
    pub friction_factor: f64,
    /// How it moves from there.
    pub motion: Box<dyn Motion>,
}

impl Body {
    /// A body that does not move, as rough as what fabrics are measured on.
    pub fn still(id: impl Into<String>, shape: Box<dyn Shape>) -> Self {
        Body { id: id.into(), shape, friction_factor: 1.0, motion: Box::new(Still) }
    }

    /// The body where it is after so many seconds.
    pub fn placed(&self, seconds: f64) -> Placed<'_> {
        Placed::new(self.shape.as_ref(), self.motion.as_ref(), seconds)
    }

    /// How points fixed to the body move from one time to another, s: made once for many points.
    pub fn passage(&self, from: f64, to: f64) -> Passage {
        Passage::new(self.shape.as_ref(), self.motion.as_ref(), [from, to])
    }

    /// Whether it is not where it was, or not as it was, some time before.
    pub fn moves(&self) -> bool {
        !self.motion.is_still() || self.shape.deforms()
    }

    /// Until when it is where and as it is at the beginning, s.
    pub fn still_until(&self) -> f64 {
        if self.motion.is_still() { self.shape.still_until() } else { 0.0 }
    }
}

/// How time advances, in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How a step goes from one time to the next.
    pub integrator: Scheme,
    /// Length of a step, s.
    pub step: f64,
    /// Newton iterations per step.
    pub newton_iterations: u32,
    /// Newton stops earlier when no particle moves further, m.
    pub still: f64,
    /// Relative residual at which a linear solve stops.
    pub tolerance: f64,
    /// Acceleration, m/s².
    pub gravity: DVec3,
    /// Rate at which air takes a free particle's speed, 1/s.
    pub drag: f64,
    /// Velocity of the air, m/s.
    pub wind: DVec3,
    /// Drag coefficients of the cloth in the air, across and along it.
    pub air: [f64; 2],
    /// Whether cloth keeps from passing through cloth.
    pub self_contact: bool,
    /// Whether panels begin around the body that wears them, so that nothing is in the way of their seams: then cloth feels
    /// cloth while it is sewn too.
    pub worn: bool,
    /// Time in which seams close, s.
    pub sewing: f64,
}

/// Which triangles a panel became, or those of it that are of one fabric.
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

/// Two triangles that share an edge, at rest; stencil and sign as in [`crate::math::dihedral`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeRest {
    /// Edge from 0 to 1, wings 2 and 3.
    pub particles: [u32; 4],
    /// The triangles of the wings 2 and 3.
    pub triangles: [u32; 2],
    /// Index of the fabric whose law bends the hinge, if one does.
    pub fabric: u32,
    /// Length of the edge, m: the mean of both sides where a seam joins edges of different length.
    pub length: f64,
    /// Mean of the two heights on the edge, m: curvature is angle over height. At a clamp half of the one.
    pub height: f64,
    /// Angle without load, rad.
    pub angle: f64,
    /// How many times stiffer than the fabric it is pressed.
    pub fold: f64,
    /// How many times stiffer than its fabric a law of hinges finds it, folds left out: 1 away from seams, half of that
    /// where one wing's law acts on hinges and the other's does not, 0 where neither does.
    pub strength: f64,
}

/// A string between two particles: it pulls when longer than at rest and never pushes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tie {
    /// Its ends.
    pub particles: [u32; 2],
    /// Length without load, m.
    pub length: f64,
    /// Force per elongation, N/m.
    pub stiffness: f64,
}

/// Whether the seams are open or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Each panel has its own particles; stitches pull them together.
    Apart,
    /// Points that meet in a seam are one particle: one surface.
    Sewn,
}

/// The cloth and what it hangs on.
///
/// A *point* is a corner of a panel's mesh; a *particle* is what moves. Where panels are sewn together several points are
/// one particle, so that the surface is one but each panel keeps its own weft and warp.
#[derive(Clone, Debug)]
pub struct Model {
    /// Mass of each particle, kg: a third of each triangle it belongs to (Volino 2009, §3.2), and its part of the seams.
    pub masses: Vec<f64>,
    /// Area of each particle, m², shared like the mass.
    pub areas: Vec<f64>,
    /// Where the document places each particle, m.
    pub start: Vec<DVec3>,
    /// Index of each particle's fabric: in a seam, of the first panel it belongs to.
    pub particle_fabrics: Vec<u32>,
    /// Particles that are or will be sewn to one another have the same number.
    pub sewn: Vec<u32>,
    /// Whether a particle is held where it is.
    pub fixed: Vec<bool>,
    /// Particle indices, counter-clockwise from the right side; panel after panel.
    pub triangles: Vec<[u32; 3]>,
    /// Their rest geometry.
    pub rest: Vec<TriangleRest>,
    /// How many times stiffer in bending than its fabric each triangle is: 1 away from seams.
    pub stiffening: Vec<f64>,
    /// Pairs of neighbouring triangles, sorted by fabric.
    pub hinges: Vec<HingeRest>,
    /// Triangles that resist bending by their curvature, in the order of triangles.
    pub curvatures: Vec<CurvatureRest>,
    /// Open seams: each stitch with the distance it starts from.
    pub stitches: Vec<Tie>,
    /// Elastics.
    pub elastics: Vec<Tie>,
    /// Material coordinates of the points, m.
    pub material: Vec<DVec2>,
    /// The particle of each point.
    pub particle_of: Vec<u32>,
    /// The triangles by their points.
    pub point_triangles: Vec<[u32; 3]>,
    /// Triangles of each panel, in order; of a panel with interlined regions, of each of its fabrics.
    pub patches: Vec<Patch>,
    /// Index of the fabric of each patch.
    pub patch_fabrics: Vec<usize>,
    /// Built fabrics.
    pub fabrics: Arc<Vec<Fabric>>,
    /// What the cloth falls on.
    pub bodies: Arc<Vec<Body>>,
    /// How time advances.
    pub settings: Settings,
    /// Whether a particle is between the jaws of a clamp; empty where there is none.
    clamped: Vec<bool>,
}

/// Pull of a stitch, N/m: draws a seam of heavy cloth together to well below the millimetre at which it is welded.
const STITCH: f64 = 300.0;

impl Model {
    /// The cloth of cut panels. Every triangle must have area and every index must be in range.
    pub fn new(cut: &Cut, joined: Joined) -> Self {
        let offsets = cut.offsets();
        let (particle_of, particles) = particles(cut, joined);
        let mut model = Model {
            masses: vec![0.0; particles],
            areas: vec![0.0; particles],
            start: vec![DVec3::ZERO; particles],
            particle_fabrics: vec![u32::MAX; particles],
            sewn: vec![0; particles],
            fixed: vec![false; particles],
            triangles: Vec::new(),
            rest: Vec::new(),
            stiffening: Vec::new(),
            hinges: Vec::new(),
            curvatures: Vec::new(),
            clamped: Vec::new(),
            stitches: Vec::new(),
            elastics: Vec::new(),
            material: Vec::with_capacity(cut.points()),
            particle_of,
            point_triangles: Vec::new(),
            patches: Vec::new(),
            patch_fabrics: Vec::new(),
            fabrics: cut.fabrics.clone(),
            bodies: cut.bodies.clone(),
            settings: cut.settings,
        };
        for (sheet, first) in cut.sheets.iter().zip(&offsets) {
            model.add_sheet(sheet, *first);
        }
        model.add_seams(cut, &offsets);
        let (sewn_of, _) = self::particles(cut, Joined::Sewn);
        for (particle, sewn) in model.particle_of.iter().zip(sewn_of) {
            model.sewn[*particle as usize] = sewn;
        }
        for pin in &cut.pins {
            model.fixed[model.particle_of[*pin as usize] as usize] = true;
        }
        let starts: Vec<DVec3> = cut.sheets.iter().flat_map(|sheet| sheet.start.iter().copied()).collect();
        model.start = model.gather(&starts);
        model.hinges = hinges::all(&model, cut, &offsets);
        model.curvatures = curvatures::all(&model);
        model.add_ties(cut, joined);
        model
    }

    /// Takes a part of the cloth between the jaws of a clamp: its particles are held, and its triangles with all corners in
    /// it do not bend, so that the cloth has its slope up to the edge of the clamp.
    pub fn clamp(&mut self, is_clamped: impl Fn(DVec3) -> bool) {
        self.clamped = self.start.iter().map(|start| is_clamped(*start)).collect();
        for (fixed, clamped) in self.fixed.iter_mut().zip(&self.clamped) {
            *fixed |= *clamped;
        }
        let hinges = self.hinges.iter().map(|hinge| hinges::measured(self, hinge)).collect();
        self.hinges = hinges;
        self.curvatures = curvatures::all(self);
    }

    /// Lays points beside each other, such as both lips of a cut that still touch: as long as they do, neither is in the way of
    /// the other.
    pub fn lay_beside(&mut self, pairs: &[[u32; 2]]) {
        let mut groups = Groups::new(self.particles());
        for particles in pairs.iter().map(|pair| pair.map(|point| self.particle_of[point as usize] as usize)) {
            let [a, b] = particles.map(|particle| self.sewn[particle] as usize);
            groups.join(a, b);
        }
        self.sewn.iter_mut().for_each(|number| *number = groups.root(*number as usize) as u32);
    }

    /// Takes mass off particles, by their points: what was drawn out of the cloth there is part of something else.
    pub fn lighten(&mut self, taken: impl IntoIterator<Item = (u32, f64)>) {
        for (point, mass) in taken {
            self.masses[self.particle_of[point as usize] as usize] -= mass;
        }
    }

    /// Leaves bending out, for cloth that stays in its plane: flat hinges have neither force nor stiffness in it.
    pub fn forget_bending(&mut self) {
        self.hinges.clear();
        self.curvatures.clear();
    }

    /// Whether a triangle is in a clamp.
    pub(super) fn is_clamped(&self, triangle: usize) -> bool {
        !self.clamped.is_empty() && self.triangles[triangle].iter().all(|particle| self.clamped[*particle as usize])
    }

    /// Index of a triangle's fabric.
    pub(super) fn fabric_of(&self, triangle: usize) -> usize {
        let patch = self.patches.partition_point(|patch| patch.first_triangle as usize <= triangle) - 1;
        self.patch_fabrics[patch]
    }

    /// Number of particles.
    pub fn particles(&self) -> usize {
        self.masses.len()
    }

    /// Whether a fabric that it is made of has internal friction.
    pub fn has_internal_friction(&self) -> bool {
        self.patch_fabrics.iter().any(|fabric| self.fabrics[*fabric].internal_friction.is_some())
    }

    /// Values of particles from values of points: where several points are one particle, their mean.
    pub fn gather(&self, of_points: &[DVec3]) -> Vec<DVec3> {
        let mut sums = vec![DVec3::ZERO; self.particles()];
        let mut counts = vec![0.0; self.particles()];
        for (value, particle) in of_points.iter().zip(&self.particle_of) {
            sums[*particle as usize] += *value;
            counts[*particle as usize] += 1.0;
        }
        sums.iter().zip(counts).map(|(sum, count)| *sum / count).collect()
    }

    /// Values of points from values of particles.
    pub fn spread(&self, of_particles: &[DVec3]) -> Vec<DVec3> {
        self.particle_of.iter().map(|particle| of_particles[*particle as usize]).collect()
    }

    fn add_sheet(&mut self, sheet: &Sheet, first: u32) {
        self.material.extend(&sheet.points);
        for (index, triangle) in sheet.triangles.iter().enumerate() {
            let Local { fabric, stiffening } = sheet.local(index);
            let density = self.fabrics[fabric].density;
            if index == 0 || fabric != sheet.local(index - 1).fabric {
                self.patches.push(Patch {
                    panel: sheet.panel.clone(),
                    fabric: self.fabrics[fabric].id.clone(),
                    first_triangle: self.triangles.len() as u32,
                    triangle_count: 0,
                });
                self.patch_fabrics.push(fabric);
            }
            if let Some(patch) = self.patches.last_mut() {
                patch.triangle_count += 1;
            }
            let rest = TriangleRest::new(triangle.map(|i| sheet.points[i as usize]));
            let points = triangle.map(|i| first + i);
            let particles = points.map(|point| self.particle_of[point as usize]);
            for particle in particles.map(|particle| particle as usize) {
                self.areas[particle] += rest.area / 3.0;
                self.masses[particle] += density * rest.area / 3.0;
                self.particle_fabrics[particle] = self.particle_fabrics[particle].min(fabric as u32);
            }
            self.point_triangles.push(points);
            self.triangles.push(particles);
            self.rest.push(rest);
            self.stiffening.push(stiffening);
        }
    }

    /// The weight of the seams' layers: (layers − 1)·ρ·width on each length of seam, half of it cloth of each side, lumped
    /// at the ends of each segment. The length is that of the drawing, so that the sum does not depend on the mesh.
    fn add_seams(&mut self, cut: &Cut, offsets: &[u32]) {
        for stitches in &cut.seams {
            for ([from, to], length) in &stitches.segments {
                for point in [from, to].into_iter().flat_map(|pair| stitches.pairs[*pair]) {
                    let sheet = offsets.partition_point(|first| *first <= point) - 1;
                    let density = self.fabrics[cut.sheets[sheet].fabric].density;
                    let mass = stitches.seam.mass_per_length(density) * length;
                    self.masses[self.particle_of[point as usize] as usize] += 0.25 * mass;
                }
            }
        }
    }

    fn add_ties(&mut self, cut: &Cut, joined: Joined) {
        for seam in &cut.seams {
            let particle = |pair: usize, side: usize| self.particle_of[seam.pairs[pair][side] as usize];
            if joined == Joined::Apart {
                self.stitches.extend((0..seam.pairs.len()).map(|pair| {
                    let particles = [particle(pair, 0), particle(pair, 1)];
                    let [a, b] = particles.map(|i| self.start[i as usize]);
                    Tie { particles, length: a.distance(b), stiffness: STITCH }
                }));
            } else if seam.elastic.1 > 0.0 {
                self.elastics.extend(seam.segments.iter().map(|([from, to], length)| {
                    let length = length * seam.elastic.0;
                    Tie {
                        particles: [particle(*from, 0), particle(*to, 0)],
                        length,
                        stiffness: seam.elastic.1 / length,
                    }
                }));
            }
        }
        // A stitch of a point with itself, such as a dart's tip, has nothing to pull.
        self.stitches.retain(|tie| tie.particles[0] != tie.particles[1]);
        self.elastics.retain(|tie| tie.particles[0] != tie.particles[1]);
    }
}

/// The particle of each point, and how many there are. Particles are numbered by their first point.
pub(super) fn particles(cut: &Cut, joined: Joined) -> (Vec<u32>, usize) {
    let mut groups = Groups::new(cut.points());
    if joined == Joined::Sewn {
        for [a, b] in cut.seams.iter().flat_map(|seam| &seam.pairs) {
            groups.join(*a as usize, *b as usize);
        }
    }
    groups.numbered()
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
