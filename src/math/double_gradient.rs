//! Conjugate gradients in double precision, preconditioned in single.
//!
//! A step of time adds M/h² to the matrix, and single precision is enough to solve it. Without it, in search of a balance, a
//! sheet that hangs is a million times stiffer along its threads than across them, more than single precision holds. So
//! the vectors are double; the blocks are single, and so is the preconditioner, whose error costs iterations only.

use super::conjugate_gradient::{Operator, Preconditioner, Solve, Stop};
use glam::{DVec3, Vec4};

/// Scratch vectors of a solve.
#[derive(Clone, Debug, Default)]
pub struct DoubleScratch {
    residual: Vec<DVec3>,
    direction: Vec<DVec3>,
    product: Vec<DVec3>,
    single: Vec<Vec4>,
    preconditioned: Vec<Vec4>,
}

impl DoubleScratch {
    /// Solves A x = b from x = 0, with a preconditioner that is up to date; rows that it holds fixed keep zero. Stops where
    /// the matrix or the preconditioner turns out not to be positive.
    pub fn solve(
        &mut self,
        (operator, preconditioner): (Operator, &mut impl Preconditioner),
        b: &[DVec3],
        x: &mut [DVec3],
        stop: Stop,
    ) -> Solve {
        x.fill(DVec3::ZERO);
        self.residual.clear();
        self.residual.extend_from_slice(b);
        self.direction.clear();
        self.direction.resize(b.len(), DVec3::ZERO);
        self.product.resize(b.len(), DVec3::ZERO);
        let mut rho = self.precondition(operator, preconditioner);
        let start = rho;
        let goal = stop.reference.map_or(start, |norm| norm * norm) * stop.tolerance * stop.tolerance;
        let mut beta = 0.0;
        let mut iterations = 0;
        let mut indefinite = rho < 0.0;
        // Written so that a NaN ends the loop: it compares false.
        while rho > goal && iterations < stop.iterations {
            for (direction, z) in self.direction.iter_mut().zip(&self.preconditioned) {
                *direction = z.truncate().as_dvec3() + beta * *direction;
            }
            let curvature = operator.multiply_double(&self.direction, &mut self.product);
            if curvature <= 0.0 {
                indefinite = true;
                break;
            }
            let alpha = rho / curvature;
            for (x, direction) in x.iter_mut().zip(&self.direction) {
                *x += alpha * *direction;
            }
            for (residual, product) in self.residual.iter_mut().zip(&self.product) {
                *residual -= alpha * *product;
            }
            let next = self.precondition(operator, preconditioner);
            indefinite = next < 0.0;
            beta = next / rho;
            rho = next;
            iterations += 1;
        }
        let residual = if start == 0.0 { 0.0 } else { (rho / start).max(0.0).sqrt() };
        Solve { iterations, start: start.max(0.0).sqrt(), residual, indefinite }
    }

    /// z = M⁻¹ r; returns r·z.
    fn precondition(&mut self, operator: Operator, preconditioner: &mut impl Preconditioner) -> f64 {
        self.single.clear();
        self.single.extend(self.residual.iter().map(|r| r.as_vec3().extend(0.0)));
        self.preconditioned.resize(self.residual.len(), Vec4::ZERO);
        preconditioner.apply(operator, &self.single, &mut self.preconditioned);
        self.residual.iter().zip(&self.preconditioned).map(|(r, z)| r.dot(z.truncate().as_dvec3())).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::block_matrix::BlockMatrix;
    use super::super::links::Links;
    use super::super::multigrid::Multigrid;
    use super::*;
    use glam::Mat3A;

    /// Two hundred springs in a row between walls, with one that is a link: under unit load displacements are a parabola, found
    /// to digits that single precision does not have.
    #[test]
    fn a_chain_is_solved_beyond_single_precision() {
        let n = 200_u32;
        let linked = 77;
        let mut matrix = BlockMatrix::with_pattern(n as usize, (1..n).map(|i| (i - 1, i)));
        matrix.add_diagonal(0, 1.0);
        matrix.add_diagonal(n as usize - 1, 1.0);
        for i in (1..n).filter(|i| *i != linked) {
            for (row, column) in [(i - 1, i), (i, i - 1)] {
                matrix.add_diagonal(row as usize, 1.0);
                let slot = matrix.slot(row, column).unwrap();
                matrix.add(slot, &-Mat3A::IDENTITY);
            }
        }
        let mut links = Links::default();
        links.push(Mat3A::IDENTITY, [(linked - 1, 1.0), (linked, -1.0)].into_iter());
        let operator = Operator { matrix: &matrix, links: &links };
        let mut multigrid = Multigrid::new(&matrix, &vec![false; n as usize]);
        multigrid.refresh(operator);
        let b = vec![DVec3::new(1.0, -0.5, 2.0); n as usize];
        let mut x = b.clone();
        let stop = Stop { tolerance: 1e-13, reference: None, iterations: 200 };
        let solve = DoubleScratch::default().solve((operator, &mut multigrid), &b, &mut x, stop);
        assert!(!solve.indefinite && solve.iterations < 100, "{solve:?}");
        for (i, x) in x.iter().enumerate() {
            let parabola = 0.5 * (i as f64 + 1.0) * (f64::from(n) - i as f64);
            assert!((*x - parabola * b[i]).length() < 1e-10 * parabola, "{i}: {x} {parabola}");
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_says_so() {
        let mut matrix = BlockMatrix::with_pattern(2, [(0, 1)].into_iter());
        let slot = [(0, 1), (1, 0)].map(|(i, j)| matrix.slot(i, j).unwrap());
        slot.iter().for_each(|slot| matrix.add(*slot, &(Mat3A::IDENTITY * 3.0)));
        (0..2).for_each(|row| matrix.add_diagonal(row, 1.0));
        let links = Links::default();
        let operator = Operator { matrix: &matrix, links: &links };
        let mut multigrid = Multigrid::new(&matrix, &[false; 2]);
        multigrid.refresh(operator);
        let stop = Stop { tolerance: 1e-9, reference: None, iterations: 50 };
        let b = [DVec3::X, DVec3::NEG_X];
        let mut x = [DVec3::ZERO; 2];
        assert!(DoubleScratch::default().solve((operator, &mut multigrid), &b, &mut x, stop).indefinite);
    }
}
