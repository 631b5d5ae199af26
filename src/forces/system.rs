//! The linear system that forces add to.

use crate::cloth::Model;
use crate::math::block_matrix::{BlockMatrix, Packed, Spread};
use crate::math::each::Each;
use glam::{DVec3, Mat3, Mat3A, Vec3A};

/// What is done with the part of the Jacobian that comes from stress turning with the cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometric {
    /// Exact: the matrix may be indefinite where the cloth is compressed.
    Exact,
    /// Compressive stresses are left out of the geometric part, so that the matrix stays positive definite.
    Positive,
    /// Compressive stresses count as tension in the geometric part: positive as well, and stiff against buckling. What compression
    /// would throw out of its plane goes by less, and the next iteration sees how far it came.
    Absolute,
    /// Left out: stiffness alone, as for small deformations. For comparison.
    Absent,
}

/// Force vector and matrix, with the places where each element's blocks go.
#[derive(Clone, Debug)]
pub struct System {
    /// f, N.
    pub force: Vec<DVec3>,
    /// −∂f/∂x, N/m.
    pub matrix: BlockMatrix,
    triangle_slots: Vec<[u32; 9]>,
    hinge_slots: Vec<[u32; 16]>,
    /// Of the six particles of a triangle's stencil, row by row; empty where stencils are not coupled.
    curvature_slots: Vec<[u32; 36]>,
}

/// Whether the hinges of a triangle that bends by its curvature are coupled in the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stencils {
    /// As they are: the six particles around a triangle have blocks between them, half as many again as hinges
    /// have. Statics converges in a few iterations with it and in dozens without.
    Coupled,
    /// Each hinge by itself, as stiff as its row of the coupled matrix at most: never below the coupled one, with the
    /// pattern of hinges. Steps of time need no more iterations with it, and each is cheaper.
    Bounded,
}

/// Stands for a block of a particle that is not there.
const NONE: u32 = u32::MAX;

impl System {
    /// The empty system of a model.
    pub fn new(model: &Model, stencils: Stencils) -> Self {
        let coupled = if stencils == Stencils::Coupled { model.curvatures.as_slice() } else { &[] };
        let pairs_of_triangles = model.triangles.iter().flat_map(|t| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]);
        let pairs_of_wings = model.hinges.iter().map(|hinge| (hinge.particles[2], hinge.particles[3]));
        let pairs_of_ties =
            model.stitches.iter().chain(&model.elastics).map(|tie| (tie.particles[0], tie.particles[1]));
        let pairs_of_stencils = coupled.iter().flat_map(|rest| {
            let beyond = rest.particles().skip(3).map(|(_, particle)| particle);
            beyond.clone().flat_map(move |i| beyond.clone().map(move |j| (i, j)))
        });
        let pairs = pairs_of_triangles.chain(pairs_of_wings).chain(pairs_of_ties).chain(pairs_of_stencils);
        let matrix = BlockMatrix::with_pattern(model.particles(), pairs);
        let slot = |i: u32, j: u32| matrix.slot(i, j).expect("the pattern holds every pair of an element");
        let triangle_slots =
            model.triangles.iter().map(|t| std::array::from_fn(|k| slot(t[k / 3], t[k % 3]))).collect();
        let hinge_slots = model
            .hinges
            .iter()
            .map(|hinge| std::array::from_fn(|k| slot(hinge.particles[k / 4], hinge.particles[k % 4])))
            .collect();
        let curvature_slots = coupled.iter().map(|rest| {
            let mut slots = [NONE; 36];
            for (i, row) in rest.particles() {
                for (j, column) in rest.particles() {
                    slots[6 * i + j] = slot(row, column);
                }
            }
            slots
        });
        let curvature_slots = curvature_slots.collect();
        System { force: vec![DVec3::ZERO; model.particles()], matrix, triangle_slots, hinge_slots, curvature_slots }
    }

    /// Sets force and matrix to zero.
    pub fn clear(&mut self) {
        self.force.fill(DVec3::ZERO);
        self.matrix.clear();
    }

    /// Adds the nine blocks of a triangle, given those between corners 1 and 2 as 11, 12, 21 and 22: rows and columns sum to
    /// zero.
    #[inline(always)]
    pub fn add_triangle(&mut self, triangle: usize, [b11, b12, b21, b22]: [Packed; 4]) {
        let slots = &self.triangle_slots[triangle];
        let (b01, b02) = (-(b11 + b21), -(b12 + b22));
        let (b10, b20) = (-(b11 + b12), -(b21 + b22));
        let b00 = -(b01 + b02);
        for (slot, block) in slots.iter().zip([b00, b01, b02, b10, b11, b12, b20, b21, b22]) {
            self.matrix.add_packed(*slot, &block);
        }
    }

    /// Whether stencils are coupled.
    pub(super) fn is_coupled(&self) -> bool {
        !self.curvature_slots.is_empty()
    }

    /// Adds stiffness · ∇θ∇θᵀ of a hinge.
    pub(super) fn add_hinge(&mut self, hinge: usize, stiffness: f32, gradient: &[Vec3A; 4]) {
        let slots = &self.hinge_slots[hinge];
        let gradient = gradient.each(Spread::new);
        for j in 0..4 {
            let scaled = gradient[j] * stiffness;
            self.matrix.add_packed(slots[j * 5], &scaled.outer(&gradient[j]));
            for k in j + 1..4 {
                // Where two of its particles are one, both images fall on one diagonal block, and both count.
                self.matrix.add_packed(slots[j * 4 + k], &scaled.outer(&gradient[k]));
                self.matrix.add_packed(slots[k * 4 + j], &gradient[k].outer(&scaled));
            }
        }
    }

    /// Adds Σ Q_ef ∇θ_e ∇θ_fᵀ of a triangle that has a curvature; gradients by the place of a particle and the edge. The
    /// place beyond an edge has only that edge's.
    pub(super) fn add_curvature(&mut self, index: usize, stiffness: &Mat3, gradients: &[[Vec3A; 3]; 6]) {
        let slots = self.curvature_slots[index];
        for i in 0..6 {
            if slots[7 * i] == NONE {
                continue;
            }
            let own = &gradients[i];
            // Rows of the product with Q; the matrix is symmetric.
            let scaled: [Vec3A; 3] = if i < 3 {
                [0, 1, 2].map(|f| {
                    let q = stiffness.col(f);
                    own[0] * q.x + own[1] * q.y + own[2] * q.z
                })
            } else {
                let q = stiffness.col(i - 3);
                [own[i - 3] * q.x, own[i - 3] * q.y, own[i - 3] * q.z]
            };
            for j in i..6 {
                if slots[6 * i + j] == NONE {
                    continue;
                }
                let other = &gradients[j];
                let block = if j < 3 {
                    outer(scaled[0], other[0]) + outer(scaled[1], other[1]) + outer(scaled[2], other[2])
                } else {
                    outer(scaled[j - 3], other[j - 3])
                };
                if i == j {
                    self.matrix.add(slots[7 * i], &block);
                } else {
                    self.add_mirrored([slots[6 * i + j], slots[6 * j + i]], &block);
                }
            }
        }
    }

    /// Adds a block beside an element's diagonal and its mirror image. Where two of an element's particles
    /// are one, both images fall on one diagonal block, and both count.
    fn add_mirrored(&mut self, [slot, image]: [u32; 2], block: &Mat3A) {
        self.matrix.add(slot, block);
        self.matrix.add(image, &block.transpose());
    }

    /// Adds a symmetric block between two particles that are tied, and its mirror image.
    pub(super) fn add_pair(&mut self, a: u32, b: u32, block: &Mat3A) {
        for (row, column) in [(a, b), (b, a)] {
            let slot = self.matrix.slot(row, column).expect("the pattern holds every tie");
            self.matrix.add(slot, block);
        }
    }

    /// Adds a force on one particle and its own block.
    pub fn add_particle(&mut self, particle: usize, force: DVec3, block: &Mat3A) {
        self.force[particle] += force;
        let slot = self.matrix.diagonal_slot(particle);
        self.matrix.add(slot, block);
    }
}

/// a bᵀ.
fn outer(a: Vec3A, b: Vec3A) -> Mat3A {
    Mat3A::from_cols(a * b.x, a * b.y, a * b.z)
}
