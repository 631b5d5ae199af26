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
//! A Σ_ab r_aj r_bi H_ab.

use super::{Geometric, System};
use crate::cloth::{Model, TriangleRest};
use crate::fabric::membrane::{Response, Strain};
use glam::{DVec3, Mat3A, Vec3A};

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
}

/// Scratch of the membrane, one entry per triangle.
#[derive(Clone, Debug)]
pub struct Scratch {
    frames: Vec<Frame>,
    strains: Vec<Strain>,
    responses: Vec<Response>,
}

impl Scratch {
    /// Room for the triangles of a model.
    pub fn new(model: &Model) -> Self {
        let n = model.triangles.len();
        Scratch {
            frames: vec![Frame::default(); n],
            strains: vec![Strain::default(); n],
            responses: vec![Response::default(); n],
        }
    }

    fn respond(&mut self, model: &Model, positions: &[DVec3]) {
        for (i, (triangle, rest)) in model.triangles.iter().zip(&model.rest).enumerate() {
            self.frames[i] = Frame::new(rest, triangle.map(|p| positions[p as usize]));
            self.strains[i] = self.frames[i].strain();
        }
        for (patch, fabric) in model.patches.iter().zip(&model.patch_fabrics) {
            let range = patch.first_triangle as usize..(patch.first_triangle + patch.triangle_count) as usize;
            let law = &model.fabrics[*fabric].membrane;
            law.respond_all(&self.strains[range.clone()], &mut self.responses[range]);
        }
    }

    /// Adds forces and Jacobian blocks of all triangles.
    pub fn add(&mut self, model: &Model, positions: &[DVec3], geometric: Geometric, system: &mut System) {
        self.respond(model, positions);
        for (i, (triangle, rest)) in model.triangles.iter().zip(&model.rest).enumerate() {
            let (frame, response) = (&self.frames[i], &self.responses[i]);
            for (j, force) in forces(rest, frame, response).into_iter().enumerate() {
                system.force[triangle[j] as usize] += force;
            }
            let tangents = Tangents::new(rest.area, frame, response, geometric);
            for (j, k) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
                system.add_triangle_block(i, [j, k], &tangents.block(rest, j, k));
            }
        }
    }

    /// Energy stored in all triangles, J.
    pub fn energy(&mut self, model: &Model, positions: &[DVec3]) -> f64 {
        self.respond(model, positions);
        self.responses.iter().zip(&model.rest).map(|(response, rest)| response.energy * rest.area).sum()
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
    weft_weft: Mat3A,
    weft_warp: Mat3A,
    warp_warp: Mat3A,
}

impl Tangents {
    fn new(area: f64, frame: &Frame, response: &Response, geometric: Geometric) -> Self {
        let (u, v) = (frame.weft.as_vec3a(), frame.warp.as_vec3a());
        let c = (response.tangent * area).as_mat3();
        let [uu, vv, uv] = match geometric {
            Geometric::Exact => response.stress,
            Geometric::Positive => without_compression(response.stress),
            Geometric::Absent => [0.0; 3],
        }
        .map(|stress| (stress * area) as f32);
        let c = |row: usize, column: usize| c.col(column)[row];
        // Derivatives of (ε_uu, ε_vv, ε_uv) are (U, 0, V) by U and (0, V, U) by V.
        let weft_weft = outer(u, c(0, 0) * u + c(0, 2) * v) + outer(v, c(2, 0) * u + c(2, 2) * v) + spread(uu);
        let weft_warp = outer(u, c(0, 1) * v + c(0, 2) * u) + outer(v, c(2, 1) * v + c(2, 2) * u) + spread(uv);
        let warp_warp = outer(v, c(1, 1) * v + c(1, 2) * u) + outer(u, c(2, 1) * v + c(2, 2) * u) + spread(vv);
        Tangents { weft_weft, weft_warp, warp_warp }
    }

    /// −∂F_j/∂P_k.
    fn block(&self, rest: &TriangleRest, j: usize, k: usize) -> Mat3A {
        let (uj, vj) = (rest.weft[j] as f32, rest.warp[j] as f32);
        let (uk, vk) = (rest.weft[k] as f32, rest.warp[k] as f32);
        self.weft_weft * (uj * uk)
            + self.weft_warp * (uj * vk)
            + self.weft_warp.transpose() * (vj * uk)
            + self.warp_warp * (vj * vk)
    }
}

/// a bᵀ.
fn outer(a: Vec3A, b: Vec3A) -> Mat3A {
    Mat3A::from_cols(a * b.x, a * b.y, a * b.z)
}

fn spread(value: f32) -> Mat3A {
    Mat3A::from_diagonal(glam::Vec3::splat(value))
}

/// The nearest positive semi-definite stress: compressive principal stresses set to zero.
fn without_compression([uu, vv, uv]: [f64; 3]) -> [f64; 3] {
    let (mean, half) = (0.5 * (uu + vv), 0.5 * (uu - vv));
    let radius = (half * half + uv * uv).sqrt();
    let (high, low) = (mean + radius, mean - radius);
    if low >= 0.0 {
        return [uu, vv, uv];
    }
    if high <= 0.0 {
        return [0.0; 3];
    }
    // high·n nᵀ with n the principal direction: its double angle has cosine half/radius and sine uv/radius.
    let (cosine, sine) = (half / radius, uv / radius);
    [0.5 * high * (1.0 + cosine), 0.5 * high * (1.0 - cosine), 0.5 * high * sine]
}
