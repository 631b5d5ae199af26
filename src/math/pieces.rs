//! Moves each connected piece as a whole, so that its momentum is right whatever a solve left undone.
//!
//! Forces inside a piece sum to zero, so that the sum of a piece's residuals is what its motion as a whole still lacks. An
//! iterative solve brings all errors down to its tolerance; this one can be taken out exactly, by one translation per
//! piece: t = (Σ A)⁻¹ Σ r. A panel in free fall then falls as it should even with a loose tolerance.

use super::block_matrix::BlockMatrix;
use super::conjugate_gradient::Operator;
use super::groups::Groups;
use super::links::Links;
use glam::{DMat3, DVec3, Vec4};

/// Which rows move together.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// Piece of each row; `NONE` for rows of a piece that is held somewhere.
    piece_of: Vec<u32>,
    /// The group of each piece; `NONE` if it is linked to one that is held.
    joined: Vec<u32>,
    sums: Vec<(DMat3, DVec3)>,
}

const NONE: u32 = u32::MAX;

impl Pieces {
    /// Rows that the matrix's pattern connects are a piece. A piece with a fixed row is left alone: it does not move as a
    /// whole.
    pub fn new(matrix: &BlockMatrix, fixed: &[bool]) -> Self {
        let mut groups = Groups::new(matrix.rows());
        for row in 0..matrix.rows() {
            matrix.row_columns(row).for_each(|column| groups.join(row, column));
        }
        let (pieces, count) = groups.numbered();
        let mut held = vec![false; count];
        for (piece, _) in pieces.iter().zip(fixed).filter(|(_, fixed)| **fixed) {
            held[*piece as usize] = true;
        }
        let piece_of = pieces.iter().map(|piece| if held[*piece as usize] { NONE } else { *piece }).collect();
        Pieces { piece_of, joined: Vec::new(), sums: vec![(DMat3::ZERO, DVec3::ZERO); count] }
    }

    /// Corrects a solution `x` of A x = b that left the residual `r`. Pieces that links hold together move together; those
    /// linked to a piece that is held do not.
    pub fn settle(&mut self, Operator { matrix, links }: Operator, r: &[Vec4], x: &mut [Vec4]) {
        if self.piece_of.iter().all(|piece| *piece == NONE) {
            return;
        }
        self.join(links);
        self.sums.fill((DMat3::ZERO, DVec3::ZERO));
        for (row, r) in r.iter().enumerate() {
            let Some(piece) = self.moving(row) else { continue };
            let sums = &mut self.sums[piece];
            sums.0 += matrix.row_sum(row);
            sums.1 += r.truncate().as_dvec3();
        }
        for (row, weight, block) in links.sums() {
            let Some(piece) = self.moving(row as usize) else { continue };
            let held = glam::Mat3::from(*block).as_dmat3() * f64::from(weight * weight);
            self.sums[piece].0 += held;
        }
        for (matrix, residual) in &mut self.sums {
            let translation = matrix.inverse() * *residual;
            *residual = if translation.is_finite() { translation } else { DVec3::ZERO };
        }
        for (row, x) in x.iter_mut().enumerate() {
            let Some(piece) = self.moving(row) else { continue };
            *x += self.sums[piece].1.as_vec3().extend(0.0);
        }
    }

    /// The group of pieces that a row moves with, if it is free.
    fn moving(&self, row: usize) -> Option<usize> {
        let piece = self.piece_of[row];
        let group = *self.joined.get(piece as usize)?;
        (group != NONE).then_some(group as usize)
    }

    /// Groups of pieces that links hold together.
    fn join(&mut self, links: &Links) {
        let held = self.sums.len();
        let mut groups = Groups::new(held + 1);
        let number = |row: u32| (self.piece_of[row as usize] as usize).min(held);
        for rows in links.ends() {
            rows.windows(2).for_each(|pair| groups.join(number(pair[0]), number(pair[1])));
        }
        let (numbers, _) = groups.numbered();
        self.joined.clear();
        self.joined.extend(numbers[..held].iter().map(|number| if *number == numbers[held] { NONE } else { *number }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Mat3A;

    /// Two rows tied by a spring and a row that is held: the free pair takes up its whole residual, the held one nothing.
    #[test]
    fn a_free_piece_takes_up_its_residual_and_a_held_one_does_not() {
        let mut matrix = BlockMatrix::with_pattern(4, [(0, 1), (2, 3)].into_iter());
        for (row, other) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
            matrix.add_diagonal(row, 100.0 + 2.0);
            let slot = matrix.slot(row as u32, other).unwrap();
            matrix.add(slot, &Mat3A::from_diagonal(glam::Vec3::splat(-100.0)));
        }
        let mut x = vec![Vec4::ZERO; 4];
        let r = vec![Vec4::new(1.0, 0.0, 0.0, 0.0), Vec4::new(3.0, 0.0, -2.0, 0.0), Vec4::X, Vec4::X];
        Pieces::new(&matrix, &[false, false, true, false]).settle(
            Operator { matrix: &matrix, links: &Links::default() },
            &r,
            &mut x,
        );
        // Masses of 2 each: Σr / 4.
        let moved = Vec4::new(1.0, 0.0, -0.5, 0.0);
        assert!((x[0] - moved).length() < 1e-6 && (x[1] - moved).length() < 1e-6);
        assert_eq!((x[2], x[3]), (Vec4::ZERO, Vec4::ZERO));
    }
}
