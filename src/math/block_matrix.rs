//! A sparse symmetric matrix of 3×3 blocks in single precision, for the linear solve.
//!
//! Rows are particles. Blocks are packed, nine floats each in column order, because the product with a
//! vector is bound by memory: 36 bytes beat 48 by a fifth. A column is loaded as four lanes of which the
//! last is the next column's first number; whoever uses a product must ignore its fourth lane.

use glam::{Mat3A, Vec4};

/// Floats in a block.
const BLOCK: usize = 9;
/// A load of the last column reaches one float beyond its block.
const OVERRUN: usize = 1;

/// A matrix with a fixed pattern; values are cleared and added to in place.
#[derive(Clone, Debug)]
pub struct BlockMatrix {
    row_start: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f32>,
    diagonal: Vec<u32>,
}

impl BlockMatrix {
    /// The zero matrix with blocks at `pairs` (row, column), at their mirror images and on the diagonal.
    pub fn with_pattern(rows: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut entries: Vec<(u32, u32)> = (0..rows as u32).map(|i| (i, i)).collect();
        for (i, j) in pairs {
            entries.push((i, j));
            entries.push((j, i));
        }
        entries.sort_unstable();
        entries.dedup();
        let mut row_start = vec![0_u32; rows + 1];
        for (row, _) in &entries {
            row_start[*row as usize + 1] += 1;
        }
        for row in 0..rows {
            row_start[row + 1] += row_start[row];
        }
        let columns: Vec<u32> = entries.iter().map(|(_, column)| *column).collect();
        let values = vec![0.0; columns.len() * BLOCK + OVERRUN];
        let mut matrix = BlockMatrix { row_start, columns, values, diagonal: Vec::new() };
        matrix.diagonal = (0..rows as u32).filter_map(|i| matrix.slot(i, i)).collect();
        matrix
    }

    /// Number of block rows.
    pub fn rows(&self) -> usize {
        self.row_start.len() - 1
    }

    /// Number of blocks stored.
    pub fn blocks(&self) -> usize {
        self.columns.len()
    }

    /// Where the block (row, column) is stored, for repeated use of [`add`](Self::add).
    pub fn slot(&self, row: u32, column: u32) -> Option<u32> {
        let (start, end) = (self.row_start[row as usize], self.row_start[row as usize + 1]);
        let found = self.columns[start as usize..end as usize].binary_search(&column).ok()?;
        Some(start + found as u32)
    }

    /// The blocks of a row with their columns.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, Mat3A)> {
        let slots = self.row_start[row]..self.row_start[row + 1];
        slots.map(|slot| (self.columns[slot as usize] as usize, self.block(slot)))
    }

    /// Where the diagonal block of a row is stored.
    pub fn diagonal_slot(&self, row: usize) -> u32 {
        self.diagonal[row]
    }

    /// Sets every value to zero.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Adds to the block at `slot`.
    pub fn add(&mut self, slot: u32, block: &Mat3A) {
        let start = slot as usize * BLOCK;
        let columns = block.to_cols_array();
        for (value, term) in self.values[start..start + BLOCK].iter_mut().zip(columns) {
            *value += term;
        }
    }

    /// Adds a multiple of the identity to the diagonal block of a row.
    pub fn add_diagonal(&mut self, row: usize, value: f32) {
        let start = self.diagonal[row] as usize * BLOCK;
        self.values[start] += value;
        self.values[start + 4] += value;
        self.values[start + 8] += value;
    }

    /// The block at `slot`.
    pub fn block(&self, slot: u32) -> Mat3A {
        let start = slot as usize * BLOCK;
        let mut columns = [0.0; BLOCK];
        columns.copy_from_slice(&self.values[start..start + BLOCK]);
        Mat3A::from_cols_array(&columns)
    }

    /// out = A x. Fourth lanes of `x` must be finite; those of `out` have no meaning.
    pub fn multiply(&self, x: &[Vec4], out: &mut [Vec4]) {
        for (row, result) in out.iter_mut().enumerate().take(self.rows()) {
            let (start, end) = (self.row_start[row] as usize, self.row_start[row + 1] as usize);
            let columns = &self.columns[start..end];
            let values = &self.values[start * BLOCK..end * BLOCK + OVERRUN];
            let mut sum = Vec4::ZERO;
            for (column, block) in columns.iter().zip(values.windows(BLOCK + OVERRUN).step_by(BLOCK)) {
                let x = x[*column as usize];
                let block: &[f32; BLOCK + OVERRUN] = block.try_into().expect("windows have this length");
                sum += Vec4::from_slice(&block[0..4]) * x.x;
                sum += Vec4::from_slice(&block[3..7]) * x.y;
                sum += Vec4::from_slice(&block[6..10]) * x.z;
            }
            *result = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dense product in double precision is the judge.
    #[test]
    fn product_agrees_with_a_dense_one() {
        let mut random = crate::math::random::Random::new(3);
        let rows = 7;
        let pairs = [(0, 1), (1, 2), (2, 5), (5, 6), (0, 6), (3, 4)];
        let mut matrix = BlockMatrix::with_pattern(rows, pairs.iter().copied());
        let mut dense = vec![vec![0.0_f64; rows * 3]; rows * 3];
        for i in 0..rows as u32 {
            for j in 0..rows as u32 {
                let Some(slot) = matrix.slot(i, j) else { continue };
                let block = Mat3A::from_cols_array(&std::array::from_fn(|_| random.signed() as f32));
                matrix.add(slot, &block);
                matrix.add(slot, &block);
                for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
                    dense[i as usize * 3 + r][j as usize * 3 + c] = 2.0 * f64::from(block.col(c)[r]);
                }
            }
        }
        let x: Vec<Vec4> =
            (0..rows).map(|_| Vec4::from_array(std::array::from_fn(|_| random.signed() as f32))).collect();
        let mut out = vec![Vec4::ZERO; rows];
        matrix.multiply(&x, &mut out);
        for i in 0..rows * 3 {
            let expected: f64 = (0..rows * 3).map(|j| dense[i][j] * f64::from(x[j / 3][j % 3])).sum();
            assert!((f64::from(out[i / 3][i % 3]) - expected).abs() < 1e-5);
        }
        assert_eq!(matrix.blocks(), rows + 2 * pairs.len());
    }
}
