//! Preconditioned conjugate gradients on a [`BlockMatrix`].

use super::block_matrix::{BlockMatrix, LongSum, invert};
use super::links::Links;
use glam::{DVec3, Mat3A, Vec3A, Vec4};

/// What is solved with: a matrix and the links beside it.
#[derive(Clone, Copy, Debug)]
pub struct Operator<'a> {
    /// The part with a fixed pattern.
    pub matrix: &'a BlockMatrix,
    /// The part that comes and goes.
    pub links: &'a Links,
}

impl Operator<'_> {
    /// out = A x; returns x·A x.
    pub(super) fn multiply(&self, x: &[Vec4], out: &mut [Vec4]) -> f64 {
        self.matrix.multiply(x, out) + self.links.add_product(x, out)
    }

    /// The same with vectors in double precision.
    pub(super) fn multiply_double(&self, x: &[DVec3], out: &mut [DVec3]) -> f64 {
        self.matrix.multiply_double(x, out);
        self.links.add_product_double(x, out);
        x.iter().zip(out.iter()).map(|(x, product)| x.dot(*product)).sum()
    }
}

/// An approximate inverse of a matrix: symmetric and positive on the free rows, zero on the others.
pub trait Preconditioner {
    /// Takes the values of the matrix.
    fn refresh(&mut self, operator: Operator);
    /// z ≈ A⁻¹ r. Fourth lanes of `r` must be finite; those of `z` become zero.
    fn apply(&mut self, operator: Operator, r: &[Vec4], z: &mut [Vec4]);
}

/// The inverses of the diagonal blocks: settles neighbours among themselves and is cheap. Kept as the yardstick.
#[derive(Clone, Debug)]
pub struct Diagonal {
    fixed: Vec<bool>,
    inverse: Vec<Mat3A>,
}

impl Diagonal {
    /// For a matrix with one row per entry; rows that are `fixed` keep a solution of zero.
    pub fn new(fixed: &[bool]) -> Self {
        Diagonal { fixed: fixed.to_vec(), inverse: vec![Mat3A::IDENTITY; fixed.len()] }
    }
}

impl Preconditioner for Diagonal {
    fn refresh(&mut self, Operator { matrix, links }: Operator) {
        for (row, inverse) in self.inverse.iter_mut().enumerate() {
            *inverse = matrix.block(matrix.diagonal_slot(row));
        }
        links.add_lumped(&mut self.inverse);
        for (inverse, fixed) in self.inverse.iter_mut().zip(&self.fixed) {
            // Zero takes a row out of every direction: the solve is that of the free rows.
            *inverse = if *fixed { Mat3A::ZERO } else { invert(inverse) };
        }
    }

    fn apply(&mut self, _: Operator, r: &[Vec4], z: &mut [Vec4]) {
        for ((z, r), inverse) in z.iter_mut().zip(r).zip(&self.inverse) {
            // `extend(0)` keeps the fourth lane zero, so that garbage there never reaches a dot product.
            *z = (*inverse * Vec3A::from_vec4(*r)).extend(0.0);
        }
    }
}

/// What the first iteration with a good preconditioner usually leaves of the squared norm of the residual.
const USUAL_RATE: f64 = 0.1;

/// Scratch vectors of a solve, kept from step to step so that nothing is allocated.
#[derive(Clone, Debug)]
pub struct Scratch {
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
    /// Norm of the residual over that of the right-hand side, both weighted by the preconditioner; estimated from how it
    /// fell before if the last iteration met the tolerance by that. Not finite when the system was not.
    pub residual: f64,
    /// Whether a direction was met along which the matrix is not positive; the solution is what was found before it.
    pub indefinite: bool,
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
    /// Room for a system with so many rows.
    pub fn new(rows: usize) -> Self {
        let zeros = || vec![Vec4::ZERO; rows];
        Scratch { residual: zeros(), preconditioned: zeros(), direction: zeros(), product: zeros() }
    }

    /// Solves A x = b from x = 0, with a preconditioner that is up to date. Fourth lanes of `b` must be zero; those of `x`
    /// are zero afterwards.
    pub fn solve(
        &mut self,
        system: (Operator, &mut impl Preconditioner),
        b: &[Vec4],
        x: &mut [Vec4],
        stop: Stop,
    ) -> Solve {
        x.fill(Vec4::ZERO);
        self.residual.copy_from_slice(b);
        self.iterate(system, x, stop)
    }

    /// The same from the x that is there, such as the solution of a system that differs in a few rows. Norms are those of what
    /// it leaves of `b`.
    pub fn resume(
        &mut self,
        system: (Operator, &mut impl Preconditioner),
        b: &[Vec4],
        x: &mut [Vec4],
        stop: Stop,
    ) -> Solve {
        system.0.multiply(x, &mut self.product);
        for ((residual, b), product) in self.residual.iter_mut().zip(b).zip(&self.product) {
            *residual = *b - *product;
        }
        self.iterate(system, x, stop)
    }

    /// Improves x until its residual, which is known, is small enough.
    fn iterate(
        &mut self,
        (operator, preconditioner): (Operator, &mut impl Preconditioner),
        x: &mut [Vec4],
        stop: Stop,
    ) -> Solve {
        preconditioner.apply(operator, &self.residual, &mut self.preconditioned);
        self.direction.copy_from_slice(&self.preconditioned);
        let mut rho = dot(&self.residual, &self.preconditioned);
        let start = rho;
        let goal = stop.reference.map_or(start, |norm| norm * norm) * stop.tolerance * stop.tolerance;
        let mut iterations = 0;
        let mut indefinite = false;
        // What an iteration leaves of the squared norm; before there has been one, what it usually leaves.
        let mut rate = USUAL_RATE;
        // Written so that a NaN ends the loop: it compares false.
        while rho > goal && iterations < stop.iterations {
            let curvature = operator.multiply(&self.direction, &mut self.product);
            if curvature <= 0.0 {
                indefinite = true;
                break;
            }
            let alpha = (rho / curvature) as f32;
            for (x, direction) in x.iter_mut().zip(&self.direction) {
                *x += alpha * *direction;
            }
            for (residual, product) in self.residual.iter_mut().zip(&self.product) {
                *residual -= alpha * *product;
            }
            iterations += 1;
            // The preconditioner is most of the work: where this iteration will have been enough it is not asked how far
            // it came.
            if rho * rate <= goal {
                rho *= rate;
                break;
            }
            preconditioner.apply(operator, &self.residual, &mut self.preconditioned);
            let next = dot(&self.residual, &self.preconditioned);
            let beta = (next / rho) as f32;
            for (direction, z) in self.direction.iter_mut().zip(&self.preconditioned) {
                *direction = *z + beta * *direction;
            }
            // A first iteration may take off much more than the later ones will.
            rate = (next / rho).max(USUAL_RATE);
            rho = next;
        }
        // Where rows differ in stiffness by a million, as soft cloth does on a body, what is left of the stiff ones is
        // rounding, and the square of a norm can come out below zero: it is as small as that, and not unknown. So may that of
        // a solve that is resumed with nothing left to do.
        let residual = if start == 0.0 { 0.0 } else { (rho / start).abs().sqrt() };
        Solve { iterations, start: start.abs().sqrt(), residual, indefinite }
    }

    /// What the last solve left of the right-hand side.
    pub fn residual(&self) -> &[Vec4] {
        &self.residual
    }
}

/// Sum of products; the fourth lanes of `b` are zero.
fn dot(a: &[Vec4], b: &[Vec4]) -> f64 {
    let mut sum = LongSum::default();
    for (a, b) in a.iter().zip(b) {
        sum.add(*a * *b);
    }
    sum.finish()
}

#[cfg(test)]
mod tests {
    use super::super::multigrid::Multigrid;
    use super::*;

    /// Rows in a line, each held by `own` and tied to its neighbours by `spring`.
    fn chain(n: usize, own: impl Fn(usize) -> f32, spring: f32) -> BlockMatrix {
        let mut matrix = BlockMatrix::with_pattern(n, (1..n as u32).map(|i| (i - 1, i)));
        for i in 0..n {
            matrix.add_diagonal(i, own(i));
            for j in [i.wrapping_sub(1), i + 1].into_iter().filter(|j| *j < n) {
                matrix.add_diagonal(i, spring);
                let slot = matrix.slot(i as u32, j as u32).unwrap();
                matrix.add(slot, &Mat3A::from_diagonal(glam::Vec3::splat(-spring)));
            }
        }
        matrix
    }

    fn solve(matrix: &BlockMatrix, by: &mut impl Preconditioner, b: &[Vec4], tolerance: f64) -> (Vec<Vec4>, Solve) {
        let mut x = vec![Vec4::ZERO; b.len()];
        let links = Links::default();
        let operator = Operator { matrix, links: &links };
        by.refresh(operator);
        let stop = Stop { tolerance, reference: None, iterations: 400 };
        let solve = Scratch::new(b.len()).solve((operator, by), b, &mut x, stop);
        (x, solve)
    }

    /// The system of a chain of equal springs between two walls has a closed-form solution: under unit load the
    /// displacement is a parabola.
    #[test]
    fn solves_a_loaded_chain() {
        let n = 40;
        let matrix = chain(n, |i| if i == 0 || i == n - 1 { 1.0 } else { 0.0 }, 1.0);
        let b = vec![Vec4::new(1.0, -2.0, 0.5, 0.0); n];
        let free = vec![false; n];
        let (by_diagonal, slow) = solve(&matrix, &mut Diagonal::new(&free), &b, 1e-6);
        let (by_multigrid, fast) = solve(&matrix, &mut Multigrid::new(&matrix, &free), &b, 1e-6);
        assert!(slow.residual <= 1e-6 && slow.iterations <= n as u32, "{slow:?}");
        assert!(fast.residual <= 1e-6 && fast.iterations <= 8, "{fast:?}");
        for (i, x) in by_diagonal.iter().chain(&by_multigrid).enumerate() {
            let i = i % n;
            let parabola = 0.5 * (i as f32 + 1.0) * (n as f32 - i as f32);
            assert!((x.x - parabola).abs() < 1e-3 * parabola && (x.y + 2.0 * parabola).abs() < 2e-3 * parabola);
        }
    }

    /// A free piece under equal accelerations moves as a whole, whatever its stiffness: the coarsest level must see it.
    #[test]
    fn a_free_piece_is_moved_in_a_few_iterations() {
        let n = 500;
        let mass = |i: usize| 0.5 * (1.0 + (i % 3) as f32);
        let matrix = chain(n, mass, 4096.0);
        let b: Vec<Vec4> = (0..n).map(|i| Vec4::new(0.0, -mass(i), 0.0, 0.0)).collect();
        let (x, solve) = solve(&matrix, &mut Multigrid::new(&matrix, &vec![false; n]), &b, 1e-2);
        assert!(solve.iterations <= 4, "{solve:?}");
        assert!(x.iter().all(|x| (x.y + 1.0).abs() < 0.01));
    }

    /// A chain as soft as knitted cloth, two rows of three of which lie on a round body: along its normals they are up to a
    /// million times stiffer. Product and judgement are in double precision; the yardstick is the load.
    #[test]
    fn soft_rows_are_solved_beside_a_body() {
        let n = 300;
        for stiff in [1e4_f32, 1e5, 1e6] {
            let mut matrix = chain(n, |_| 1.0, 4.0);
            let normal = |i: usize| glam::Vec3::new(0.3 + 0.001 * i as f32, 1.0, 0.7 - 0.002 * i as f32).normalize();
            let lies = |i: usize| !i.is_multiple_of(3);
            for i in (0..n).filter(|i| lies(*i)) {
                let at = normal(i);
                let block = Mat3A::from_cols(
                    (stiff * at.x * at).into(),
                    (stiff * at.y * at).into(),
                    (stiff * at.z * at).into(),
                );
                matrix.add(matrix.diagonal_slot(i), &block);
            }
            let b: Vec<Vec4> =
                (0..n).map(|i| Vec4::new((i % 5) as f32 - 1.5, -1.0, (i % 7) as f32 - 3.0, 0.0)).collect();
            let (x, found) = solve(&matrix, &mut Multigrid::new(&matrix, &vec![false; n]), &b, 1e-3);
            assert!(found.residual <= 1e-3 && found.iterations <= 30 && !found.indefinite, "{stiff}: {found:?}");
            let x: Vec<DVec3> = x.iter().map(|x| x.truncate().as_dvec3()).collect();
            let mut product = vec![DVec3::ZERO; n];
            matrix.multiply_double(&x, &mut product);
            let (mut left, mut load) = (0.0, 0.0);
            for (i, (product, b)) in product.iter().zip(&b).enumerate() {
                let b = b.truncate().as_dvec3();
                let mut rest = b - *product;
                if lies(i) {
                    // Along the normal a force means a motion so much smaller.
                    let at = normal(i).as_dvec3().normalize();
                    rest -= at * rest.dot(at) * (1.0 - 1.0 / f64::from(stiff).sqrt());
                }
                left += rest.length_squared();
                load += b.length_squared();
            }
            assert!((left / load).sqrt() < 0.02, "{stiff}: {}", (left / load).sqrt());
        }
    }

    #[test]
    fn fixed_rows_stay_and_the_rest_solves_around_them() {
        let n = 60;
        let matrix = chain(n, |_| 0.0, 2.0);
        let fixed: Vec<bool> = (0..n).map(|i| i == 0 || i == 40 || i == n - 1).collect();
        let b: Vec<Vec4> = fixed.iter().map(|fixed| if *fixed { Vec4::ZERO } else { Vec4::Y }).collect();
        let (x, found) = solve(&matrix, &mut Multigrid::new(&matrix, &fixed), &b, 1e-6);
        assert!(found.residual <= 1e-6 && found.iterations <= 10, "{found:?}");
        for (i, x) in x.iter().enumerate() {
            let (from, to) = if i <= 40 { (0.0, 40.0) } else { (40.0, (n - 1) as f32) };
            let parabola = 0.25 * (i as f32 - from) * (to - i as f32);
            assert!((x.y - parabola).abs() <= 1e-3 * parabola, "{i}: {} {parabola}", x.y);
        }
    }
}
