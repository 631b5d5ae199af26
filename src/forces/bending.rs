//! Bending: of single hinges, or of triangles by the curvature that their hinges tell.
//!
//! A hinge has the curvature κ = (θ − θ̄)/h̄ and the energy |E|·h̄·∫M dκ, so that the torque about the edge is M·|E| and
//! the forces follow the exact gradient of θ. (The printed factor ½ of Pabst 2008, eq. 3, would halve the stiffness: a
//! cylinder bent from equilateral triangles must store ½Bκ² per area.) A triangle has the curvature K = map·(θ − θ̄) of
//! [`CurvatureRest`] and the energy A·S·W(K), S its stiffening near seams. Both end as a torque about each hinge:
//!
//! ```text
//!   τ = A·S·mapᵀ ∂W/∂K,   f = −Σ τ ∇θ,   K ≈ Σ_ef Q_ef ∇θ_e ∇θ_fᵀ,   Q = A·S·mapᵀ (∂²W/∂K²) map
//! ```
//!
//! The Jacobian is its Gauss–Newton part, positive for every law whose moments grow with curvature; it couples the six
//! particles of a triangle's stencil, or is bounded by one that does not ([`super::Stencils`]). Viscosity adds the moment of the curvature's rate, and its tangent over the step;
//! internal friction that of the way from the curvature at the start of the step (`friction`).

mod friction;

use super::System;
use super::membrane::Motion;
use crate::cloth::{CurvatureRest, Model};
use crate::fabric::bending::{Bend, Curvature, Moments, TensorLaw};
use crate::math::dihedral::{Dihedral, angle, dihedral};
use glam::{DMat3, DVec3, Mat3, Vec3A};

/// Scratch of bending: one entry per hinge, one per triangle that has a curvature.
#[derive(Clone, Debug)]
pub struct Scratch {
    dihedrals: Vec<Dihedral>,
    /// Torque about each hinge, N·m.
    torques: Vec<f64>,
    /// Stiffness of each hinge by itself, N·m.
    stiffness: Vec<f32>,
    hinge_curvatures: Vec<f64>,
    bends: Vec<Bend>,
    curvatures: Vec<Curvature>,
    moments: Vec<Moments>,
    /// Whether any fabric has viscosity.
    viscous: bool,
    rubbing: friction::Rubbing,
}

impl Scratch {
    /// Room for the hinges and curvatures of a model.
    pub fn new(model: &Model) -> Self {
        let (hinges, triangles) = (model.hinges.len(), model.curvatures.len());
        let flat = Dihedral { angle: 0.0, gradient: [DVec3::ZERO; 4] };
        let damping = |law: &dyn TensorLaw| law.damping();
        Scratch {
            dihedrals: vec![flat; hinges],
            torques: vec![0.0; hinges],
            stiffness: vec![0.0; hinges],
            hinge_curvatures: vec![0.0; hinges],
            bends: vec![Bend::default(); hinges],
            curvatures: vec![Curvature::default(); triangles],
            moments: vec![Moments::default(); triangles],
            viscous: model.fabrics.iter().any(|fabric| fabric.bending.tensor().map_or(0.0, damping) > 0.0),
            rubbing: friction::Rubbing::new(model),
        }
    }

    /// The curvatures of the model's triangles that resist by it, in their order.
    pub fn curvatures(&mut self, model: &Model, positions: &[DVec3]) -> &[Curvature] {
        self.measure(model, positions);
        self.curve(model, 1.0);
        &self.curvatures
    }

    /// Angles without gradients.
    fn measure(&mut self, model: &Model, positions: &[DVec3]) {
        for (dihedral, hinge) in self.dihedrals.iter_mut().zip(&model.hinges) {
            dihedral.angle = angle(hinge.particles.map(|p| positions[p as usize]));
        }
    }

    /// Angles with their gradients.
    fn measure_gradients(&mut self, model: &Model, positions: &[DVec3]) {
        for (bent, hinge) in self.dihedrals.iter_mut().zip(&model.hinges) {
            *bent = dihedral(hinge.particles.map(|p| positions[p as usize]));
        }
    }

    /// Curvatures from angles.
    fn curve(&mut self, model: &Model, pressed: f64) {
        for (i, hinge) in model.hinges.iter().enumerate() {
            self.hinge_curvatures[i] = (self.dihedrals[i].angle - pressed * hinge.angle) / hinge.height;
        }
        for (curvature, rest) in self.curvatures.iter_mut().zip(&model.curvatures) {
            let bent = |hinge: usize| self.dihedrals[hinge].angle - pressed * model.hinges[hinge].angle;
            *curvature = curvature_of(rest, bent);
        }
    }

    /// Bends and moments from curvatures: one virtual call for each run of a fabric.
    fn respond(&mut self, model: &Model) {
        let mut start = 0;
        for batch in model.hinges.chunk_by(|a, b| a.fabric == b.fabric) {
            let range = start..start + batch.len();
            match model.fabrics[batch[0].fabric as usize].bending.hinge() {
                Some(law) => law.bend_all(&self.hinge_curvatures[range.clone()], &mut self.bends[range.clone()]),
                None => self.bends[range.clone()].fill(Bend::default()),
            }
            start = range.end;
        }
        let mut start = 0;
        for batch in model.curvatures.chunk_by(|a, b| a.fabric == b.fabric) {
            let range = start..start + batch.len();
            match model.fabrics[batch[0].fabric as usize].bending.tensor() {
                Some(law) => law.bend_all(&self.curvatures[range.clone()], &mut self.moments[range.clone()]),
                None => self.moments[range.clone()].fill(Moments::default()),
            }
            start = range.end;
        }
    }

    /// Adds the moments of the rate of curvature.
    fn add_viscosity(&mut self, model: &Model, motion: Motion) {
        for (index, rest) in model.curvatures.iter().enumerate() {
            let damping = model.fabrics[rest.fabric as usize].bending.tensor().map_or(0.0, |law| law.damping());
            let rate = self.rate(model, rest, motion.velocities);
            let moments = &mut self.moments[index];
            for (mode, (rate, weight)) in [(rate.uu, 1.0), (rate.vv, 1.0), (rate.uv, 2.0)].into_iter().enumerate() {
                moments.moment[mode] += damping * weight * rate;
                moments.tangent[mode] += damping * weight * motion.per_second;
            }
        }
    }

    /// The rate of a triangle's curvature, from the gradients that were measured last.
    fn rate(&self, model: &Model, rest: &CurvatureRest, velocities: &[DVec3]) -> Curvature {
        curvature_of(rest, |hinge| {
            let particles = model.hinges[hinge].particles.map(|p| velocities[p as usize]);
            self.dihedrals[hinge].gradient.iter().zip(particles).map(|(g, v)| g.dot(v)).sum()
        })
    }

    /// Adds forces and Jacobian blocks of cloth at rest. Rest angles are `pressed` in from 0 (flat) to 1.
    pub fn add(&mut self, model: &Model, positions: &[DVec3], pressed: f64, system: &mut System) {
        self.add_moving(model, (positions, None), pressed, system);
    }

    /// The same with the viscosity and internal friction of its motion, whose step has [begun](Self::begin).
    pub fn add_moving(
        &mut self,
        model: &Model,
        (positions, motion): (&[DVec3], Option<Motion>),
        pressed: f64,
        system: &mut System,
    ) {
        self.load(model, (positions, motion), pressed);
        self.push(model, &mut system.force);
        for (i, hinge) in model.hinges.iter().enumerate() {
            let weight = hinge.strength * hinge.fold * hinge.length / hinge.height;
            self.stiffness[i] = (weight * self.bends[i].tangent) as f32;
        }
        for (i, (rest, moments)) in model.curvatures.iter().zip(&self.moments).enumerate() {
            let stiffness = angular_stiffness(&rest.map, weight_of(model, rest), moments.tangent);
            if system.is_coupled() {
                system.add_curvature(i, &stiffness, &self.gradients(rest));
                continue;
            }
            for (edge, hinge) in rest.hinges() {
                // Gershgorin: no direction is stiffer than the sums of the rows.
                self.stiffness[hinge] += stiffness.col(edge).abs().element_sum();
            }
        }
        for (i, (stiffness, dihedral)) in self.stiffness.iter().zip(&self.dihedrals).enumerate() {
            if *stiffness > 0.0 {
                system.add_hinge(i, *stiffness, &dihedral.gradient.map(|g| g.as_vec3a()));
            }
        }
    }

    /// ∇θ of a triangle's hinges, by the place of a particle among the six and the edge.
    fn gradients(&self, rest: &CurvatureRest) -> [[Vec3A; 3]; 6] {
        let mut gradients = [[Vec3A::ZERO; 3]; 6];
        for (edge, hinge) in rest.hinges() {
            for (place, gradient) in rest.places(edge).into_iter().zip(&self.dihedrals[hinge].gradient) {
                gradients[place][edge] = gradient.as_vec3a();
            }
        }
        gradients
    }

    /// Adds forces alone, of cloth at rest with its folds pressed in.
    pub fn add_forces(&mut self, model: &Model, positions: &[DVec3], force: &mut [DVec3]) {
        self.load(model, (positions, None), 1.0);
        self.push(model, force);
    }

    /// Angles with their gradients, what the laws answer, and the torque about each hinge.
    fn load(&mut self, model: &Model, (positions, motion): (&[DVec3], Option<Motion>), pressed: f64) {
        self.measure_gradients(model, positions);
        self.curve(model, pressed);
        self.respond(model);
        if motion.is_some() && self.rubbing.active {
            self.add_friction(model);
        }
        if let Some(motion) = motion.filter(|_| self.viscous) {
            self.add_viscosity(model, motion);
        }
        for (i, hinge) in model.hinges.iter().enumerate() {
            self.torques[i] = hinge.strength * hinge.fold * hinge.length * self.bends[i].moment;
        }
        for (rest, moments) in model.curvatures.iter().zip(&self.moments) {
            let torques = weight_of(model, rest) * (rest.map.transpose() * DVec3::from_array(moments.moment));
            for (edge, hinge) in rest.hinges() {
                self.torques[hinge] += torques[edge];
            }
        }
    }

    /// Forces from torques.
    fn push(&self, model: &Model, force: &mut [DVec3]) {
        for ((hinge, torque), dihedral) in model.hinges.iter().zip(&self.torques).zip(&self.dihedrals) {
            for (gradient, particle) in dihedral.gradient.iter().zip(hinge.particles) {
                force[particle as usize] -= *torque * *gradient;
            }
        }
    }

    /// Energy stored in all hinges and triangles, J.
    pub fn energy(&mut self, model: &Model, positions: &[DVec3]) -> f64 {
        self.measure(model, positions);
        self.curve(model, 1.0);
        self.respond(model);
        let weights = model.hinges.iter().map(|hinge| hinge.strength * hinge.fold * hinge.length * hinge.height);
        let hinges: f64 = self.bends.iter().zip(weights).map(|(bend, weight)| bend.energy * weight).sum();
        let triangles = model.curvatures.iter().zip(&self.moments);
        hinges + triangles.map(|(rest, moments)| weight_of(model, rest) * moments.energy).sum::<f64>()
    }
}

/// A·S, m².
#[inline]
fn weight_of(model: &Model, rest: &CurvatureRest) -> f64 {
    let triangle = rest.triangle as usize;
    model.rest[triangle].area * model.stiffening[triangle]
}

/// Curvature, or its rate, from the angles of the hinges, or theirs.
#[inline]
fn curvature_of(rest: &CurvatureRest, angle: impl Fn(usize) -> f64) -> Curvature {
    let mut angles = DVec3::ZERO;
    for (edge, hinge) in rest.hinges() {
        angles[edge] = angle(hinge);
    }
    let DVec3 { x: uu, y: vv, z: uv } = rest.map * angles;
    Curvature { uu, vv, uv }
}

/// Q: torques about the hinges per their angles, N·m.
#[inline]
fn angular_stiffness(map: &DMat3, weight: f64, tangent: [f64; 3]) -> Mat3 {
    let tangent = DMat3::from_diagonal(weight * DVec3::from_array(tangent));
    (map.transpose() * tangent * *map).as_mat3()
}
