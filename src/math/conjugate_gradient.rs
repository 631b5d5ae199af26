//! Conjugate gradients on a [`BlockMatrix`].
//!
//! The preconditioner adds two corrections: the inverses of the diagonal blocks, which settle neighbours among
//! themselves, and one translation per connected piece, which moves a piece as a whole. Without the second a free
//! panel would need hundreds of iterations to fall, because diagonal blocks know nothing of moving together.

use super::block_matrix::BlockMatrix;
use glam::{Mat3A, Vec3A, Vec4};

/// Scratch vectors of a solve, kept from step to step so that nothing is allocated.
#[derive(Clone, Debug)]
pub struct Scratch {
    fixed: Vec<bool>,
    pieces: Vec<u32>,
    translations: Vec<Mat3A>,
    sums: Vec<Vec3A>,
    inverse_diagonal: Vec<Mat3A>,
    residual: Vec<Vec4>,
    preconditioned: Vec<Vec4>,
    direction: Vec<Vec4>,
    product: Vec<Vec4>,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solve {
    /// Products with the matrix.
    pub iterations: u32,
    /// Norm of the right-hand side, weighted by the preconditioner.
    pub start: f64,
    /// Norm of the residual over that of the right-hand side, both weighted by the preconditioner; not finite when the
    /// system was not.
    pub residual: f64,
}

/// When a solve stops.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// Residual that is good enough, relative to the right-hand side or to `reference`.
    pub tolerance: f64,
    /// A norm to be relative to instead, such as that of the first of several solves.
    pub reference: Option<f64>,
    /// Iterations after which it gives up and reports what it reached.
    pub iterations: u32,
}

impl Scratch {
    /// Room for a system with one row per entry; rows that are `fixed` keep a solution of zero, and `pieces` tells for
    /// each row which connected piece it belongs to, counted from zero.
    pub fn new(fixed: &[bool], pieces: &[u32]) -> Self {
        let particles = fixed.len();
        let count = pieces.iter().max().map_or(0, |last| *last as usize + 1);
        Scratch {
            fixed: fixed.to_vec(),
            pieces: pieces.to_vec(),
            translations: vec![Mat3A::ZERO; count],
            sums: vec![Vec3A::ZERO; count],
            inverse_diagonal: vec![Mat3A::IDENTITY; particles],
            residual: vec![Vec4::ZERO; particles],
            preconditioned: vec![Vec4::ZERO; particles],
            direction: vec![Vec4::ZERO; particles],
            product: vec![Vec4::ZERO; particles],
        }
    }

    /// Solves A x = b from x = 0. Fourth lanes of `b` must be zero; those of `x` are zero afterwards.
    pub fn solve(&mut self, matrix: &BlockMatrix, b: &[Vec4], x: &mut [Vec4], stop: Stop) -> Solve {
        for (row, inverse) in self.inverse_diagonal.iter_mut().enumerate() {
            // A preconditioner of zero takes a row out of every direction: the solve is that of the free rows.
            *inverse = if self.fixed[row] { Mat3A::ZERO } else { matrix.block(matrix.diagonal_slot(row)).inverse() };
        }
        self.prepare_translations(matrix);
        x.fill(Vec4::ZERO);
        self.residual.copy_from_slice(b);
        self.precondition();
        self.direction.copy_from_slice(&self.preconditioned);
        let mut rho = dot(&self.residual, &self.preconditioned);
        let start = rho;
        let goal = stop.reference.map_or(start, |norm| norm * norm) * stop.tolerance * stop.tolerance;
        let mut iterations = 0;
        // Written so that a NaN ends the loop: it compares false.
        while rho > goal && iterations < stop.iterations {
            matrix.multiply(&self.direction, &mut self.product);
            let curvature = dot(&self.product, &self.direction);
            if curvature <= 0.0 {
                break; // rounding has used up the direction: more would only add noise
            }
            let alpha = (rho / curvature) as f32;
            for (x, direction) in x.iter_mut().zip(&self.direction) {
                *x += alpha * *direction;
            }
            for (residual, product) in self.residual.iter_mut().zip(&self.product) {
                *residual -= alpha * *product;
            }
            self.precondition();
            let next = dot(&self.residual, &self.preconditioned);
            let beta = (next / rho) as f32;
            for (direction, z) in self.direction.iter_mut().zip(&self.preconditioned) {
                *direction = *z + beta * *direction;
            }
            rho = next;
            iterations += 1;
        }
        let residual = if start == 0.0 { 0.0 } else { (rho / start).sqrt() };
        Solve { iterations, start: start.sqrt(), residual }
    }

    /// The matrix seen by each piece when it moves as a whole: the sum of its blocks.
    fn prepare_translations(&mut self, matrix: &BlockMatrix) {
        self.translations.fill(Mat3A::ZERO);
        for row in (0..matrix.rows()).filter(|row| !self.fixed[*row]) {
            let piece = self.pieces[row];
            for (column, block) in matrix.row(row) {
                if self.pieces[column] == piece && !self.fixed[column] {
                    self.translations[piece as usize] += block;
                }
            }
        }
        for translation in &mut self.translations {
            // A piece that is held all over has nothing to move.
            *translation = if *translation == Mat3A::ZERO { Mat3A::ZERO } else { translation.inverse() };
        }
    }

    fn precondition(&mut self) {
        self.sums.fill(Vec3A::ZERO);
        for (row, r) in self.residual.iter().enumerate().filter(|(row, _)| !self.fixed[*row]) {
            self.sums[self.pieces[row] as usize] += Vec3A::from_vec4(*r);
        }
        for (sum, translation) in self.sums.iter_mut().zip(&self.translations) {
            *sum = *translation * *sum;
        }
        for ((z, r), inverse) in self.preconditioned.iter_mut().zip(&self.residual).zip(&self.inverse_diagonal) {
            // `extend(0)` keeps the fourth lane zero, so that garbage there never reaches a dot product.
            *z = (*inverse * Vec3A::from_vec4(*r)).extend(0.0);
        }
        for (row, z) in self.preconditioned.iter_mut().enumerate().filter(|(row, _)| !self.fixed[*row]) {
            *z += self.sums[self.pieces[row] as usize].extend(0.0);
        }
    }
}

/// Sum of products; the fourth lanes of `b` are zero. Lanes are summed in single precision over short
/// runs and the runs in double, so that large meshes lose nothing.
fn dot(a: &[Vec4], b: &[Vec4]) -> f64 {
    const RUN: usize = 64;
    let mut total = 0.0;
    for (a, b) in a.chunks(RUN).zip(b.chunks(RUN)) {
        let mut sum = Vec4::ZERO;
        for (a, b) in a.iter().zip(b) {
            sum += *a * *b;
        }
        total += f64::from(sum.x) + f64::from(sum.y) + f64::from(sum.z) + f64::from(sum.w);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The system of a chain of equal springs between two walls has a closed-form solution: under unit load the
    /// displacement is a parabola.
    #[test]
    fn solves_a_loaded_chain() {
        let n = 40;
        let mut matrix = BlockMatrix::with_pattern(n, (1..n as u32).map(|i| (i - 1, i)));
        for i in 0..n {
            matrix.add_diagonal(i, 2.0);
            for j in [i.wrapping_sub(1), i + 1].into_iter().filter(|j| *j < n) {
                let slot = matrix.slot(i as u32, j as u32).unwrap();
                matrix.add(slot, &Mat3A::from_diagonal(glam::Vec3::splat(-1.0)));
            }
        }
        let b = vec![Vec4::new(1.0, -2.0, 0.5, 0.0); n];
        let mut x = vec![Vec4::ZERO; n];
        let stop = Stop { tolerance: 1e-6, reference: None, iterations: 200 };
        let solve = Scratch::new(&vec![false; n], &vec![0; n]).solve(&matrix, &b, &mut x, stop);
        assert!(solve.residual <= 1e-6 && solve.iterations <= n as u32, "{solve:?}");
        for (i, x) in x.iter().enumerate() {
            let parabola = 0.5 * (i as f32 + 1.0) * (n as f32 - i as f32);
            assert!((x.x - parabola).abs() < 1e-3 * parabola && (x.y + 2.0 * parabola).abs() < 2e-3 * parabola);
        }
    }

    /// A free piece under equal accelerations moves as a whole, whatever its stiffness: one iteration must do.
    #[test]
    fn a_free_piece_is_moved_in_one_iteration() {
        let n = 50;
        let mut matrix = BlockMatrix::with_pattern(n, (1..n as u32).map(|i| (i - 1, i)));
        for i in 0..n {
            matrix.add_diagonal(i, 0.5 * (1.0 + (i % 3) as f32));
            for j in [i.wrapping_sub(1), i + 1].into_iter().filter(|j| *j < n) {
                matrix.add_diagonal(i, 4096.0);
                let slot = matrix.slot(i as u32, j as u32).unwrap();
                matrix.add(slot, &Mat3A::from_diagonal(glam::Vec3::splat(-4096.0)));
            }
        }
        let b: Vec<Vec4> = (0..n).map(|i| Vec4::new(0.0, -0.5 * (1.0 + (i % 3) as f32), 0.0, 0.0)).collect();
        let mut x = vec![Vec4::ZERO; n];
        let stop = Stop { tolerance: 1e-2, reference: None, iterations: 100 };
        let solve = Scratch::new(&vec![false; n], &vec![0; n]).solve(&matrix, &b, &mut x, stop);
        assert!(solve.iterations <= 3, "{solve:?}");
        assert!(x.iter().all(|x| (x.y + 1.0).abs() < 0.01));
    }
}
