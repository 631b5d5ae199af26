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
