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
//! particles of a triangle's stencil, or is bounded by one that does not ([`super::Stencils`]). Viscosity adds the moment of the
//! curvature's rate, and its tangent over the step; internal friction that of the way from the curvature at the start of the
//! step (`friction`).
//!
//! Each hinge's angle and gradient are computed once and shared by its triangles. What belongs to hinges is kept in arrays
//! with one place more than there are hinges: edges without a hinge read a zero there and write what nobody reads.

mod friction;

use super::System;
use super::membrane::Motion;
use crate::cloth::{CurvatureRest, HingeRest, Model};
use crate::fabric::bending::{Bend, Curvature, Moments, TensorLaw};
use crate::fabric::internal_friction::MANY;
use crate::math::dihedral::{Dihedral, dihedral, turn};
use crate::math::real::atan2_all;
use glam::{DMat3, DVec3, Mat3, Vec3A};
use std::ops::Range;

/// Scratch of bending: one entry per hinge, one per triangle that has a curvature.
#[derive(Clone, Debug)]
pub struct Scratch {
    /// Hinges of one fabric that go through angles, law and torques together.
    batches: Vec<Range<usize>>,
    /// θ − θ̄ of each hinge, rad, and one zero more.
    angles: Vec<f64>,
    /// ∇θ of each hinge, 1/m.
    gradients: Vec<[DVec3; 4]>,
    /// Torque about each hinge, N·m, and one place more.
    torques: Vec<f64>,
    /// Stiffness of each hinge by itself, N·m, and one place more.
    stiffness: Vec<f32>,
    hinge_curvatures: Vec<f64>,
    bends: Vec<Bend>,
    curvatures: Vec<Curvature>,
    moments: Vec<Moments>,
    /// A·S of each triangle, m².
    weights: Vec<f64>,
    /// Rate of each hinge's angle, rad/s, and one zero more.
    rates: Vec<f64>,
    /// Whether any fabric has viscosity.
    viscous: bool,
    /// Whether any law acts on hinges.
    hinged: bool,
    rubbing: friction::Rubbing,
}

impl Scratch {
    /// Room for the hinges and curvatures of a model.
    pub fn new(model: &Model) -> Self {
        let (hinges, triangles) = (model.hinges.len(), model.curvatures.len());
        let hinged = model.hinges.iter().any(|hinge| hinge.strength > 0.0);
        let damping = |law: &dyn TensorLaw| law.damping();
        let viscous = model.fabrics.iter().any(|fabric| fabric.bending.tensor().map_or(0.0, damping) > 0.0);
        let weight = |rest: &CurvatureRest| {
            let triangle = rest.triangle as usize;
            model.rest[triangle].area * model.stiffening[triangle]
        };
        Scratch {
            batches: batches(model),
            angles: vec![0.0; hinges + 1],
            gradients: vec![[DVec3::ZERO; 4]; hinges],
            torques: vec![0.0; hinges + 1],
            stiffness: vec![0.0; hinges + 1],
            hinge_curvatures: vec![0.0; if hinged { hinges } else { 0 }],
            bends: vec![Bend::default(); if hinged { hinges } else { 0 }],
            curvatures: vec![Curvature::default(); triangles],
            moments: vec![Moments::default(); triangles],
            weights: model.curvatures.iter().map(weight).collect(),
            rates: vec![0.0; hinges + 1],
            viscous,
            hinged,
            rubbing: friction::Rubbing::new(model),
        }
    }

    /// The curvatures of the model's triangles that resist by it, in their order.
    pub fn curvatures(&mut self, model: &Model, positions: &[DVec3]) -> &[Curvature] {
        self.measure(model, positions, 1.0);
        self.curve(model);
        &self.curvatures
    }

    /// Angles without gradients; rest angles are `pressed` in from 0 to 1.
    fn measure(&mut self, model: &Model, positions: &[DVec3], pressed: f64) {
        let (mut sines, mut cosines) = ([0.0; BATCH], [0.0; BATCH]);
        for (hinges, angles) in model.hinges.chunks(BATCH).zip(self.angles.chunks_mut(BATCH)) {
            for (hinge, (sine, cosine)) in hinges.iter().zip(sines.iter_mut().zip(&mut cosines)) {
                [*sine, *cosine] = turn(at(positions, hinge.particles));
            }
            let angles = &mut angles[..hinges.len()];
            atan2_all(&sines, &cosines, angles);
            for (bent, hinge) in angles.iter_mut().zip(hinges) {
                *bent -= pressed * hinge.angle;
            }
        }
    }

    /// Angles of a batch with their gradients.
    fn measure_gradients(&mut self, model: &Model, positions: &[DVec3], pressed: f64, batch: Range<usize>) {
        let (mut sines, mut cosines) = ([0.0; BATCH], [0.0; BATCH]);
        let hinges = &model.hinges[batch.clone()];
        let turns = sines.iter_mut().zip(&mut cosines);
        for ((hinge, gradient), (sine, cosine)) in hinges.iter().zip(&mut self.gradients[batch.clone()]).zip(turns) {
            let found: Dihedral = dihedral(at(positions, hinge.particles));
            [*sine, *cosine] = found.turn;
            *gradient = found.gradient;
        }
        let angles = &mut self.angles[batch];
        atan2_all(&sines, &cosines, angles);
        for (bent, hinge) in angles.iter_mut().zip(hinges) {
            *bent -= pressed * hinge.angle;
        }
    }

    /// Rates of angles whose gradients were measured.
    fn turn(&mut self, model: &Model, velocities: &[DVec3]) {
        for ((rate, gradient), hinge) in self.rates.iter_mut().zip(&self.gradients).zip(&model.hinges) {
            let velocities = at(velocities, hinge.particles);
            *rate = gradient.iter().zip(velocities).map(|(g, v)| g.dot(v)).sum();
        }
    }

    /// What the laws of hinges answer to the angles of a batch: bends, and the torque about each hinge.
    fn bend_hinges(&mut self, model: &Model, batch: Range<usize>) {
        let hinges = &model.hinges[batch.clone()];
        let torques = &mut self.torques[batch.clone()];
        let law = hinges.first().and_then(|hinge| model.fabrics[hinge.fabric as usize].bending.hinge());
        let Some(law) = law.filter(|_| self.hinged) else {
            torques.fill(0.0);
            return;
        };
        let (curvatures, bends) = (&mut self.hinge_curvatures[batch.clone()], &mut self.bends[batch.clone()]);
        for ((curvature, bent), hinge) in curvatures.iter_mut().zip(&self.angles[batch]).zip(hinges) {
            *curvature = bent / hinge.height;
        }
        law.bend_all(curvatures, bends);
        for ((torque, bend), hinge) in torques.iter_mut().zip(bends).zip(hinges) {
            *torque = hinge.strength * hinge.fold * hinge.length * bend.moment;
        }
    }

    /// Curvatures of triangles from angles.
    fn curve(&mut self, model: &Model) {
        for (curvature, rest) in self.curvatures.iter_mut().zip(&model.curvatures) {
            *curvature = curvature_of(rest, &self.angles);
        }
    }

    /// Moments from curvatures: one virtual call for each run of a fabric.
    fn respond(&mut self, model: &Model) {
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
        self.turn(model, motion.velocities);
        for (moments, rest) in self.moments.iter_mut().zip(&model.curvatures) {
            let damping = model.fabrics[rest.fabric as usize].bending.tensor().map_or(0.0, |law| law.damping());
            let rate = curvature_of(rest, &self.rates);
            for (mode, (rate, weight)) in [(rate.uu, 1.0), (rate.vv, 1.0), (rate.uv, 2.0)].into_iter().enumerate() {
                moments.moment[mode] += damping * weight * rate;
                moments.tangent[mode] += damping * weight * motion.per_second;
            }
        }
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
        self.push(model, (positions, motion), pressed, &mut system.force);
        self.stiffness.fill(0.0);
        for ((stiffness, bend), hinge) in self.stiffness.iter_mut().zip(&self.bends).zip(&model.hinges) {
            *stiffness = (hinge.strength * hinge.fold * hinge.length / hinge.height * bend.tangent) as f32;
        }
        let none = model.hinges.len();
        let answers = self.moments.iter().zip(&self.weights);
        for (i, (rest, (moments, weight))) in model.curvatures.iter().zip(answers).enumerate() {
            let stiffness = angular_stiffness(&rest.map, *weight, moments.tangent);
            if system.is_coupled() {
                system.add_curvature(i, &stiffness, &self.gradients_of(rest));
                continue;
            }
            // Gershgorin: no direction is stiffer than the sums of the rows.
            let sums = stiffness.x_axis.abs() + stiffness.y_axis.abs() + stiffness.z_axis.abs();
            for (hinge, sum) in rest.hinges_or(none).into_iter().zip(sums.to_array()) {
                self.stiffness[hinge] += sum;
            }
        }
        for (i, (stiffness, gradient)) in self.stiffness.iter().zip(&self.gradients).enumerate() {
            if *stiffness > 0.0 {
                let [g0, g1, g2, g3] = gradient;
                let gradient = [g0.as_vec3a(), g1.as_vec3a(), g2.as_vec3a(), g3.as_vec3a()];
                system.add_hinge(i, *stiffness, &gradient);
            }
        }
    }

    /// ∇θ of a triangle's hinges, by the place of a particle among the six and the edge.
    fn gradients_of(&self, rest: &CurvatureRest) -> [[Vec3A; 3]; 6] {
        let mut gradients = [[Vec3A::ZERO; 3]; 6];
        for (edge, hinge) in rest.hinges() {
            for (place, gradient) in rest.places(edge).into_iter().zip(&self.gradients[hinge]) {
                gradients[place][edge] = gradient.as_vec3a();
            }
        }
        gradients
    }

    /// Adds forces alone, of cloth at rest with its folds pressed in.
    pub fn add_forces(&mut self, model: &Model, positions: &[DVec3], force: &mut [DVec3]) {
        self.push(model, (positions, None), 1.0, force);
    }

    /// Angles with their gradients, what the laws answer, the torque about each hinge, and its forces.
    fn push(
        &mut self,
        model: &Model,
        (positions, motion): (&[DVec3], Option<Motion>),
        pressed: f64,
        force: &mut [DVec3],
    ) {
        // Where no triangle adds to it, a hinge's torque is known at once: what was measured is still in the nearest cache.
        let alone = model.curvatures.is_empty();
        for index in 0..self.batches.len() {
            let batch = self.batches[index].clone();
            self.measure_gradients(model, positions, pressed, batch.clone());
            self.bend_hinges(model, batch.clone());
            if alone {
                self.push_batch(model, batch, force);
            }
        }
        if alone {
            return;
        }
        self.curve(model);
        self.respond(model);
        if motion.is_some() && self.rubbing.is_active() {
            self.add_friction(model);
        }
        if let Some(motion) = motion.filter(|_| self.viscous) {
            self.add_viscosity(model, motion);
        }
        let none = model.hinges.len();
        for (rest, (moments, weight)) in model.curvatures.iter().zip(self.moments.iter().zip(&self.weights)) {
            let moment = *weight * DVec3::from_array(moments.moment);
            let [first, second, third] = rest.hinges_or(none);
            self.torques[first] += rest.map.x_axis.dot(moment);
            self.torques[second] += rest.map.y_axis.dot(moment);
            self.torques[third] += rest.map.z_axis.dot(moment);
        }
        self.push_batch(model, 0..model.hinges.len(), force);
    }

    /// Forces from torques.
    fn push_batch(&self, model: &Model, batch: Range<usize>, force: &mut [DVec3]) {
        let answers = self.torques[batch.clone()].iter().zip(&self.gradients[batch.clone()]);
        for (hinge, (torque, gradients)) in model.hinges[batch].iter().zip(answers) {
            for (gradient, particle) in gradients.iter().zip(hinge.particles) {
                force[particle as usize] -= *torque * *gradient;
            }
        }
    }

    /// Energy stored in all hinges and triangles, J.
    pub fn energy(&mut self, model: &Model, positions: &[DVec3]) -> f64 {
        self.measure(model, positions, 1.0);
        self.curve(model);
        let law = |fabric: u32| &model.fabrics[fabric as usize].bending;
        let hinges = model.hinges.iter().zip(&self.angles).map(|(hinge, bent)| {
            let weight = hinge.strength * hinge.fold * hinge.length * hinge.height;
            law(hinge.fabric).hinge().map_or(0.0, |law| weight * law.energy(bent / hinge.height))
        });
        let triangles = model.curvatures.iter().zip(self.curvatures.iter().zip(&self.weights));
        let triangles = triangles.map(|(rest, (curvature, weight))| {
            law(rest.fabric).tensor().map_or(0.0, |law| weight * law.energy(*curvature))
        });
        hinges.sum::<f64>() + triangles.sum::<f64>()
    }
}

/// Hinges that go through angles, law and torques together: enough to pay a law's virtual call, few enough that all of it
/// stays in the nearest cache.
const BATCH: usize = MANY;

/// The hinges in order, each batch of one fabric.
fn batches(model: &Model) -> Vec<Range<usize>> {
    let mut start = 0;
    let one = |batch: &[HingeRest]| {
        let range = start..start + batch.len();
        start = range.end;
        range
    };
    model.hinges.chunk_by(|a, b| a.fabric == b.fabric).flat_map(|run| run.chunks(BATCH)).map(one).collect()
}

/// The four of a hinge. Written out, as all that runs for every hinge: `map` of arrays is not always inlined, and then costs
/// more than what it does.
#[inline(always)]
fn at(all: &[DVec3], [a, b, c, d]: [u32; 4]) -> [DVec3; 4] {
    [all[a as usize], all[b as usize], all[c as usize], all[d as usize]]
}

/// Curvature, or its rate, from the angles of the hinges, or theirs: all of them and one zero more.
#[inline]
fn curvature_of(rest: &CurvatureRest, angles: &[f64]) -> Curvature {
    let [first, second, third] = rest.hinges_or(angles.len() - 1);
    let DVec3 { x: uu, y: vv, z: uv } = rest.map * DVec3::new(angles[first], angles[second], angles[third]);
    Curvature { uu, vv, uv }
}

/// Q: torques about the hinges per their angles, N·m.
#[inline]
fn angular_stiffness(map: &DMat3, weight: f64, tangent: [f64; 3]) -> Mat3 {
    let tangent = weight * DVec3::from_array(tangent);
    let (x, y, z) = (map.x_axis, map.y_axis, map.z_axis);
    let [tx, ty, tz] = [tangent * x, tangent * y, tangent * z];
    let (xy, xz, yz) = (tx.dot(y), tx.dot(z), ty.dot(z));
    let [x, y, z] = [DVec3::new(tx.dot(x), xy, xz), DVec3::new(xy, ty.dot(y), yz), DVec3::new(xz, yz, tz.dot(z))];
    DMat3::from_cols(x, y, z).as_mat3()
}
