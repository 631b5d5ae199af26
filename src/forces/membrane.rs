//! Stretch and shear of triangles (Volino, Magnenat-Thalmann and Faure 2009).
//!
//! ```text
//!        2            U = Σ r_u P, V = Σ r_v P                        (7)
//!       / \           ε_uu = ½(U·U−1), ε_vv = ½(V·V−1), ε_uv = U·V    (9)
//!      0───1          F_j = −A(σ_uu r_uj U + σ_vv r_vj V + σ_uv (r_uj V + r_vj U))   (11)
//! ```
//!
//! Stresses σ are N/m, A the rest area in m². The printed shear term of (13) is incomplete (a quarter off a
//! finite difference); the Jacobian here follows from (12). Written with the four matrices
//! H_ab = Σ_mn C_mn ∂ε_m/∂(a) ⊗ ∂ε_n/∂(b) + σ_ab I for a, b in {U, V}, the block between corners j and i is
//! A Σ_ab r_aj r_bi H_ab. Viscosity adds the stress of the strain's rate (9') to σ, and its tangent over the step to C;
//! internal friction (Miguel 2013) the stress of the way from the strain at the start of the step.

mod friction;

use super::rubbing::Ways;
use super::{Geometric, System};
use crate::cloth::{Model, TriangleRest};
use crate::fabric::internal_friction::{Ends, MANY};
use crate::fabric::membrane::{MembraneLaw, Response, Strain};
use crate::math::block_matrix::{Packed, Spread};
use glam::DVec3;
use std::ops::Range;

/// Deformed unit weft and warp.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// U.
    pub weft: DVec3,
    /// V.
    pub warp: DVec3,
}

impl Frame {
    /// From the positions of a triangle's corners.
    pub fn new(rest: &TriangleRest, corners: [DVec3; 3]) -> Self {
        let blend = |weights: [f64; 3]| corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
        Frame { weft: blend(rest.weft), warp: blend(rest.warp) }
    }

    /// Green–Lagrange strain (9).
    pub fn strain(&self) -> Strain {
        Strain {
            uu: 0.5 * (self.weft.length_squared() - 1.0),
            vv: 0.5 * (self.warp.length_squared() - 1.0),
            uv: self.weft.dot(self.warp),
        }
    }

    /// What yarns along weft and warp are stretched by, l/l₀ − 1.
    pub fn stretch(&self) -> [f64; 2] {
        [self.weft.length() - 1.0, self.warp.length() - 1.0]
    }

    /// Its rate (9') when weft and warp change by those of another frame per second.
    fn rate(&self, change: &Frame) -> Strain {
        Strain {
            uu: self.weft.dot(change.weft),
            vv: self.warp.dot(change.warp),
            uv: self.weft.dot(change.warp) + self.warp.dot(change.weft),
        }
    }
}

/// Triangles that go through strain, law and assembly together: enough to pay a law's virtual call, few enough that
/// all of it stays in the nearest cache.
const BATCH: usize = MANY;

/// How the cloth moves while it is strained, for fabrics with viscosity or internal friction.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a> {
    /// Velocity of each particle, m/s.
    pub velocities: &'a [DVec3],
    /// ∂(velocity)/∂(position), 1/s: what an implicit step makes of it.
    pub per_second: f64,
}

/// Scratch of the membrane, one batch of triangles, and the ways that friction is felt along.
#[derive(Clone, Debug)]
pub struct Scratch {
    frames: Vec<Frame>,
    strains: Vec<Strain>,
    responses: Vec<Response>,
    viscous: Vec<Response>,
    /// Of each strain of each triangle; none where no fabric rubs.
    ways: [Ways; 3],
    ends: Ends,
}

impl Scratch {
    /// Room for a batch, and for every triangle where cloth rubs.
    pub fn new(model: &Model) -> Self {
        let rubbing = if model.has_internal_friction() { model.triangles.len() } else { 0 };
        let mut laws = model.fabrics.iter().filter_map(|fabric| fabric.internal_friction.as_ref());
        let looks_ahead = laws.any(|law| law.looks_ahead());
        Scratch {
            frames: vec![Frame::default(); BATCH],
            strains: vec![Strain::default(); BATCH],
            responses: vec![Response::default(); BATCH],
            viscous: vec![Response::default(); BATCH],
            ways: std::array::from_fn(|_| Ways::new(rubbing, looks_ahead)),
            ends: Ends::default(),
        }
    }

    /// Runs all triangles through their laws, batch by batch; `each` takes a triangle's index, frame and response.
    fn respond(
        &mut self,
        model: &Model,
        positions: &[DVec3],
        (motion, geometric): (Option<Motion>, Geometric),
        mut each: impl FnMut(usize, &Frame, &Response),
    ) {
        for (patch, fabric) in model.patches.iter().zip(&model.patch_fabrics) {
            let fabric = &model.fabrics[*fabric];
            let viscosity = motion.zip(fabric.viscosity.as_deref());
            let friction = motion.zip(fabric.internal_friction.as_deref());
            let (first, count) = (patch.first_triangle as usize, patch.triangle_count as usize);
            for start in (first..first + count).step_by(BATCH) {
                let size = BATCH.min(first + count - start);
                for k in 0..size {
                    let corners = model.triangles[start + k].map(|p| positions[p as usize]);
                    self.frames[k] = Frame::new(&model.rest[start + k], corners);
                    self.strains[k] = self.frames[k].strain();
                }
                fabric.membrane.respond_all(&self.strains[..size], &mut self.responses[..size]);
                if let Some((_, law)) = friction {
                    self.add_friction(start..start + size, geometric, law);
                }
                if let Some((motion, law)) = viscosity {
                    self.add_viscosity(model, start..start + size, motion, law);
                }
                for k in 0..size {
                    each(start + k, &self.frames[k], &self.responses[k]);
                }
            }
        }
    }

    /// Adds the stress of the strain's rate to the responses of a batch.
    fn add_viscosity(&mut self, model: &Model, batch: Range<usize>, motion: Motion, law: &dyn MembraneLaw) {
        let size = batch.len();
        for (k, i) in batch.enumerate() {
            let corners = model.triangles[i].map(|p| motion.velocities[p as usize]);
            self.strains[k] = self.frames[k].rate(&Frame::new(&model.rest[i], corners));
        }
        law.respond_all(&self.strains[..size], &mut self.viscous[..size]);
        for (response, viscous) in self.responses.iter_mut().zip(&self.viscous[..size]) {
            for (stress, more) in response.stress.iter_mut().zip(viscous.stress) {
                *stress += more;
            }
            // The rate follows the positions by U·U'/h and, much weaker, by the turning of U: the second part is not
            // symmetric and is left out. Newton's residual has it, so that converged steps are exact.
            response.tangent += viscous.tangent * motion.per_second;
        }
    }

    /// Adds forces and Jacobian blocks of all triangles at rest.
    pub fn add(&mut self, model: &Model, positions: &[DVec3], geometric: Geometric, system: &mut System) {
        self.add_moving(model, (positions, None), geometric, system);
    }

    /// The same with the viscosity and internal friction of their motion, whose step has [begun](Self::begin).
    pub fn add_moving(
        &mut self,
        model: &Model,
        (positions, motion): (&[DVec3], Option<Motion>),
        geometric: Geometric,
        system: &mut System,
    ) {
        self.respond(model, positions, (motion, geometric), |i, frame, response| {
            let (triangle, rest) = (&model.triangles[i], &model.rest[i]);
            for (j, force) in forces(rest, frame, response).into_iter().enumerate() {
                system.force[triangle[j] as usize] += force;
            }
            system.add_triangle(i, Tangents::new(rest.area, frame, response, geometric).blocks(rest));
        });
    }

    /// Energy stored in all triangles, J.
    pub fn energy(&mut self, model: &Model, positions: &[DVec3]) -> f64 {
        let mut energy = 0.0;
        for (patch, fabric) in model.patches.iter().zip(&model.patch_fabrics) {
            let law = &model.fabrics[*fabric].membrane;
            let first = patch.first_triangle as usize;
            for i in first..first + patch.triangle_count as usize {
                let frame = Frame::new(&model.rest[i], model.triangles[i].map(|p| positions[p as usize]));
                energy += law.energy(frame.strain()) * model.rest[i].area;
            }
        }
        energy
    }
}

/// Largest principal Green–Lagrange strain of any triangle.
pub fn max_strain(model: &Model, positions: &[DVec3]) -> f64 {
    let principal = |(triangle, rest): (&[u32; 3], &TriangleRest)| {
        let e = Frame::new(rest, triangle.map(|p| positions[p as usize])).strain();
        // The tensor's shear component is half of ε_uv.
        let (mean, half) = (0.5 * (e.uu + e.vv), 0.5 * (e.uu - e.vv));
        mean + (half * half + 0.25 * e.uv * e.uv).sqrt()
    };
    model.triangles.iter().zip(&model.rest).map(principal).fold(f64::NEG_INFINITY, f64::max)
}

fn forces(rest: &TriangleRest, frame: &Frame, response: &Response) -> [DVec3; 3] {
    let [uu, vv, uv] = response.stress;
    let along_weft = -rest.area * (uu * frame.weft + uv * frame.warp);
    let along_warp = -rest.area * (vv * frame.warp + uv * frame.weft);
    std::array::from_fn(|j| rest.weft[j] * along_weft + rest.warp[j] * along_warp)
}

/// The matrices A·H_ab in single precision, as the linear solve uses them.
struct Tangents {
    weft_weft: Packed,
    weft_warp: Packed,
    warp_weft: Packed,
    warp_warp: Packed,
}

impl Tangents {
    #[inline(always)]
    fn new(area: f64, frame: &Frame, response: &Response, geometric: Geometric) -> Self {
        let (u, v) = (Spread::new(frame.weft.as_vec3a()), Spread::new(frame.warp.as_vec3a()));
        let [uu, vv, uv] = match geometric {
            Geometric::Exact => response.stress,
            Geometric::Positive => without_compression(response.stress),
            Geometric::Absolute => compression_as_tension(response.stress),
            Geometric::Absent => [0.0; 3],
        }
        .map(|stress| Packed::identity((stress * area) as f32));
        // C is symmetric; its modes are uu, vv, uv.
        let c = |row: usize, column: usize| (response.tangent.col(column)[row] * area) as f32;
        // Derivatives of (ε_uu, ε_vv, ε_uv) are (U, 0, V) by U and (0, V, U) by V.
        let [drawn, sheared] = [v * c(0, 1) + u * c(0, 2), v * c(1, 2) + u * c(2, 2)];
        let weft_weft = u.outer(&(u * c(0, 0) + v * c(0, 2))) + v.outer(&(u * c(0, 2) + v * c(2, 2))) + uu;
        let weft_warp = u.outer(&drawn) + v.outer(&sheared) + uv;
        let warp_weft = drawn.outer(&u) + sheared.outer(&v) + uv;
        let warp_warp = v.outer(&(v * c(1, 1) + u * c(1, 2))) + u.outer(&sheared) + vv;
        Tangents { weft_weft, weft_warp, warp_weft, warp_warp }
    }

    /// −∂F_j/∂P_k between corners 1 and 2: the blocks 11, 12, 21 and 22. Moving all corners alike loads nothing, so that the
    /// blocks of corner 0 are what makes rows and columns sum to zero.
    #[inline(always)]
    fn blocks(&self, rest: &TriangleRest) -> [Packed; 4] {
        let [(u1, v1), (u2, v2)] = [1, 2].map(|k| (rest.weft[k] as f32, rest.warp[k] as f32));
        let mixed = self.weft_warp + self.warp_weft;
        let own = |u: f32, v: f32| self.weft_weft * (u * u) + mixed * (u * v) + self.warp_warp * (v * v);
        let shared = self.weft_weft * (u1 * u2) + self.warp_warp * (v1 * v2);
        let across = |ahead: f32, back: f32| shared + (self.weft_warp * ahead + self.warp_weft * back);
        [own(u1, v1), across(u1 * v2, v1 * u2), across(v1 * u2, u1 * v2), own(u2, v2)]
    }
}

/// The nearest positive semi-definite stress: compressive principal stresses set to zero.
fn without_compression([uu, vv, uv]: [f64; 3]) -> [f64; 3] {
    let (mean, half) = (0.5 * (uu + vv), 0.5 * (uu - vv));
    let square = half * half + uv * uv;
    // Both principal stresses, mean ± radius, have one sign: no need for the root.
    if mean * mean >= square {
        return if mean >= 0.0 { [uu, vv, uv] } else { [0.0; 3] };
    }
    let radius = square.sqrt();
    let high = mean + radius;
    // high·n nᵀ with n the principal direction: its double angle has cosine half/radius and sine uv/radius.
    let (cosine, sine) = (half / radius, uv / radius);
    [0.5 * high * (1.0 + cosine), 0.5 * high * (1.0 - cosine), 0.5 * high * sine]
}

/// The stress with the sign of compressive principal stresses turned.
fn compression_as_tension([uu, vv, uv]: [f64; 3]) -> [f64; 3] {
    let (mean, half) = (0.5 * (uu + vv), 0.5 * (uu - vv));
    let square = half * half + uv * uv;
    if mean * mean >= square {
        let sign = if mean >= 0.0 { 1.0 } else { -1.0 };
        return [uu, vv, uv].map(|stress| sign * stress);
    }
    // Of mean ± radius the second is negative: turned, their mean is the radius and half their difference the mean.
    let radius = square.sqrt();
    let (cosine, sine) = (half / radius, uv / radius);
    [radius + mean * cosine, radius - mean * cosine, mean * sine]
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat2, DVec2};

    /// The square of a stress does not know the sign of its principal values; the turned one has none that is negative.
    #[test]
    fn compression_turned_to_tension_has_the_same_square_and_is_positive() {
        let tensor = |[uu, vv, uv]: [f64; 3]| DMat2::from_cols(DVec2::new(uu, uv), DVec2::new(uv, vv));
        for stress in [[3.0, 1.0, 0.5], [-3.0, -1.0, 0.5], [3.0, -1.0, 0.7], [-2.0, 0.5, -1.5], [0.0, 0.0, 2.0]] {
            let (given, turned) = (tensor(stress), tensor(compression_as_tension(stress)));
            let error = (given * given - turned * turned).to_cols_array().map(f64::abs);
            assert!(error.iter().all(|error| *error < 1e-12), "{stress:?}: {turned:?}");
            assert!(turned.determinant() > 0.0 && turned.x_axis.x > 0.0, "{stress:?}: {turned:?}");
        }
    }
}
