//! Bending of hinges: curvature κ = (θ − θ̄)/h̄ on each inner edge.
//!
//! The energy of a hinge is |E|·h̄·∫M dκ, so that the torque about the edge is M·|E| and the forces follow the
//! exact gradient of θ. (The printed factor ½ of Pabst 2008, eq. 3, would halve the stiffness: a cylinder bent
//! from equilateral triangles must store ½Bκ² per area.) The Jacobian is its Gauss–Newton part,
//! M′·|E|/h̄ · ∇θ∇θᵀ, positive for every law whose moment grows with curvature.

use super::System;
use crate::cloth::Model;
use crate::fabric::bending::Bend;
use crate::math::dihedral::{Dihedral, angle, dihedral};
use glam::{DVec3, Mat3A, Vec3A};

/// Scratch of bending, one entry per hinge.
#[derive(Clone, Debug)]
pub struct Scratch {
    dihedrals: Vec<Dihedral>,
    curvatures: Vec<f64>,
    bends: Vec<Bend>,
}

impl Scratch {
    /// Room for the hinges of a model.
    pub fn new(model: &Model) -> Self {
        let n = model.hinges.len();
        let flat = Dihedral { angle: 0.0, gradient: [DVec3::ZERO; 4] };
        Scratch { dihedrals: vec![flat; n], curvatures: vec![0.0; n], bends: vec![Bend::default(); n] }
    }

    fn respond(&mut self, model: &Model) {
        // Hinges are sorted by fabric: one virtual call each.
        let mut start = 0;
        for batch in model.hinges.chunk_by(|a, b| a.fabric == b.fabric) {
            let range = start..start + batch.len();
            let law = &model.fabrics[batch[0].fabric as usize].bending;
            law.bend_all(&self.curvatures[range.clone()], &mut self.bends[range.clone()]);
            start = range.end;
        }
    }

    /// Adds forces and Jacobian blocks of all hinges. Rest angles are `pressed` in from 0 (flat) to 1.
    pub fn add(&mut self, model: &Model, positions: &[DVec3], pressed: f64, system: &mut System) {
        for (i, hinge) in model.hinges.iter().enumerate() {
            self.dihedrals[i] = dihedral(hinge.particles.map(|p| positions[p as usize]));
            self.curvatures[i] = (self.dihedrals[i].angle - pressed * hinge.angle) / hinge.height;
        }
        self.respond(model);
        for (i, hinge) in model.hinges.iter().enumerate() {
            let (gradient, bend) = (&self.dihedrals[i].gradient, &self.bends[i]);
            for (gradient, particle) in gradient.iter().zip(hinge.particles) {
                system.force[particle as usize] -= hinge.strength * bend.moment * hinge.length * *gradient;
            }
            let stiffness = (hinge.strength * bend.tangent * hinge.length / hinge.height) as f32;
            let gradient = gradient.map(|g| g.as_vec3a());
            for j in 0..4 {
                for k in j..4 {
                    let scaled: Vec3A = gradient[j] * stiffness;
                    let g = gradient[k];
                    system.add_hinge_block(i, [j, k], &Mat3A::from_cols(scaled * g.x, scaled * g.y, scaled * g.z));
                }
            }
        }
    }

    /// Energy stored in all hinges, J.
    pub fn energy(&mut self, model: &Model, positions: &[DVec3]) -> f64 {
        for (curvature, hinge) in self.curvatures.iter_mut().zip(&model.hinges) {
            let theta = angle(hinge.particles.map(|p| positions[p as usize]));
            *curvature = (theta - hinge.angle) / hinge.height;
        }
        self.respond(model);
        let weights = model.hinges.iter().map(|hinge| hinge.strength * hinge.length * hinge.height);
        self.bends.iter().zip(weights).map(|(bend, weight)| bend.energy * weight).sum()
    }
}
