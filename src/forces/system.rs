//! The linear system that forces add to.

use crate::cloth::Model;
use crate::math::block_matrix::{BlockMatrix, Packed};
use glam::{DVec3, Mat3A};

/// What is done with the part of the Jacobian that comes from stress turning with the cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometric {
    /// Exact: the matrix may be indefinite where the cloth is compressed.
    Exact,
    /// Compressive stresses are left out of the geometric part, so that the matrix stays positive definite.
    Positive,
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
}

impl System {
    /// The empty system of a model.
    pub fn new(model: &Model) -> Self {
        let pairs_of_triangles = model.triangles.iter().flat_map(|t| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]);
        let pairs_of_wings = model.hinges.iter().map(|hinge| (hinge.particles[2], hinge.particles[3]));
        let pairs_of_ties =
            model.stitches.iter().chain(&model.elastics).map(|tie| (tie.particles[0], tie.particles[1]));
        let pairs = pairs_of_triangles.chain(pairs_of_wings).chain(pairs_of_ties);
        let matrix = BlockMatrix::with_pattern(model.particles(), pairs);
        let slot = |i: u32, j: u32| matrix.slot(i, j).expect("the pattern holds every pair of an element");
        let triangle_slots =
            model.triangles.iter().map(|t| std::array::from_fn(|k| slot(t[k / 3], t[k % 3]))).collect();
        let hinge_slots = model
            .hinges
            .iter()
            .map(|hinge| std::array::from_fn(|k| slot(hinge.particles[k / 4], hinge.particles[k % 4])))
            .collect();
        System { force: vec![DVec3::ZERO; model.particles()], matrix, triangle_slots, hinge_slots }
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

    /// The same for a hinge.
    pub(super) fn add_hinge_block(&mut self, hinge: usize, [row, column]: [usize; 2], block: &Mat3A) {
        self.matrix.add(self.hinge_slots[hinge][row * 4 + column], block);
        if row != column {
            self.matrix.add(self.hinge_slots[hinge][column * 4 + row], &block.transpose());
        }
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
