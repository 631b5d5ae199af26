//! The linear solve of statics: conjugate gradients in double precision that stop at negative curvature.
//!
//! A step of time adds M/h² to the matrix and single precision is enough to solve it. Statics has no such term: a
//! sheet that hangs is a million times stiffer along its threads than across them, more than single precision holds.
//! So the blocks, which are single, are solved with vectors that are double; what the blocks have lost the next
//! Newton iteration sees and removes.

use crate::math::block_matrix::BlockMatrix;
use glam::{DMat3, DVec3};

/// A matrix of which only the free axes are left, and the scratch to solve it.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    row_start: Vec<usize>,
    blocks: Vec<(u32, DMat3)>,
    inverse_diagonal: Vec<DMat3>,
    residual: Vec<DVec3>,
    preconditioned: Vec<DVec3>,
    direction: Vec<DVec3>,
    product: Vec<DVec3>,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Solve {
    /// Products with the matrix.
    pub(super) iterations: u32,
    /// Whether the matrix turned out not to be positive definite; the solution is then worthless.
    pub(super) indefinite: bool,
}

impl Linear {
    /// Takes the matrix with `shifts` added to its diagonal. Axes that are not free (0 in `free`, 1 otherwise) become rows
    /// of the identity.
    pub(super) fn take(&mut self, matrix: &BlockMatrix, free: &[DVec3], shifts: impl Fn(usize) -> f64) {
        self.row_start.clear();
        self.blocks.clear();
        self.inverse_diagonal.clear();
        for row in 0..matrix.rows() {
            self.row_start.push(self.blocks.len());
            for (column, block) in matrix.row(row) {
                let mut block = among_free(glam::Mat3::from(block).as_dmat3(), free[row], free[column]);
                if column == row {
                    block += DMat3::from_diagonal(free[row] * shifts(row) + (DVec3::ONE - free[row]));
                    self.inverse_diagonal.push(block);
                }
                self.blocks.push((column as u32, block));
            }
        }
        self.row_start.push(self.blocks.len());
    }

    /// Solves A x = b from x = 0, to a residual of `tolerance` relative to b in the norm of the preconditioner.
    pub(super) fn solve(&mut self, b: &[DVec3], x: &mut [DVec3], tolerance: f64, most: u32) -> Solve {
        let indefinite = |iterations| Solve { iterations, indefinite: true };
        for diagonal in &mut self.inverse_diagonal {
            if !is_positive(diagonal) {
                return indefinite(0);
            }
            *diagonal = diagonal.inverse();
        }
        x.fill(DVec3::ZERO);
        self.residual.clear();
        self.residual.extend_from_slice(b);
        self.preconditioned.resize(b.len(), DVec3::ZERO);
        self.product.resize(b.len(), DVec3::ZERO);
        self.precondition();
        self.direction.clear();
        self.direction.extend_from_slice(&self.preconditioned);
        let mut rho = dot(&self.residual, &self.preconditioned);
        let goal = rho * tolerance * tolerance;
        let mut iterations = 0;
        // Written so that a NaN ends the loop: it compares false.
        while rho > goal && iterations < most {
            self.multiply();
            let curvature = dot(&self.product, &self.direction);
            if curvature <= 0.0 {
                return indefinite(iterations);
            }
            let alpha = rho / curvature;
            for (x, direction) in x.iter_mut().zip(&self.direction) {
                *x += alpha * *direction;
            }
            for (residual, product) in self.residual.iter_mut().zip(&self.product) {
                *residual -= alpha * *product;
            }
            self.precondition();
            let next = dot(&self.residual, &self.preconditioned);
            let beta = next / rho;
            for (direction, z) in self.direction.iter_mut().zip(&self.preconditioned) {
                *direction = *z + beta * *direction;
            }
            rho = next;
            iterations += 1;
        }
        Solve { iterations, indefinite: false }
    }

    fn precondition(&mut self) {
        for ((z, r), inverse) in self.preconditioned.iter_mut().zip(&self.residual).zip(&self.inverse_diagonal) {
            *z = *inverse * *r;
        }
    }

    fn multiply(&mut self) {
        for (row, out) in self.product.iter_mut().enumerate() {
            let blocks = &self.blocks[self.row_start[row]..self.row_start[row + 1]];
            *out = blocks.iter().map(|(column, block)| *block * self.direction[*column as usize]).sum();
        }
    }
}

/// The block with rows and columns of held axes set to zero.
fn among_free(block: DMat3, rows: DVec3, columns: DVec3) -> DMat3 {
    DMat3::from_cols(block.x_axis * rows * columns.x, block.y_axis * rows * columns.y, block.z_axis * rows * columns.z)
}

/// Whether a symmetric matrix is positive definite: its leading minors are (Sylvester).
fn is_positive(m: &DMat3) -> bool {
    m.x_axis.x > 0.0 && m.x_axis.x * m.y_axis.y - m.x_axis.y * m.y_axis.x > 0.0 && m.determinant() > 0.0
}

pub(super) fn dot(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
}
