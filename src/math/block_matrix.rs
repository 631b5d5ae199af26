//! A sparse symmetric matrix of 3×3 blocks in single precision, for the linear solve.
//!
//! Rows are particles. Blocks are packed, nine floats each in column order, because the product with a
//! vector is bound by memory: 36 bytes beat 48 by a fifth. A column is loaded as four lanes of which the
//! last is the next column's first number; whoever uses a product must ignore its fourth lane.
//!
//! ```text
//!   slots   | blocks left of the diagonal, row by row | diagonal blocks | blocks right of it, row by row |
//! ```
//!
//! The three parts are stored apart because Gauss–Seidel sweeps need one of them at a time.

use glam::{DMat3, DVec3, Mat3A, Vec3A, Vec4};
use std::ops::{Add, Mul, Neg, Range};

/// Floats in a block.
const BLOCK: usize = 9;
/// A load of the last column reaches one float beyond its block.
const OVERRUN: usize = 1;

/// A matrix with a fixed pattern; values are cleared and added to in place.
#[derive(Clone, Debug)]
pub struct BlockMatrix {
    rows: usize,
    /// First slot of each row's blocks left of the diagonal; one more at the end.
    left_start: Vec<u32>,
    /// The same for those right of it.
    right_start: Vec<u32>,
    /// Column of each slot.
    columns: Vec<u32>,
    values: Vec<f32>,
}

/// A block in registers: eight of its nine floats, column by column, in two vectors. Sums of such blocks need three
/// quarters of the work of sums of [`Mat3A`], and nothing is shuffled when they are added to the matrix.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packed {
    lanes: [Vec4; 2],
    last: f32,
}

/// A vector with its numbers laid out as in the columns and in the rows of a packed block.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    columns: Packed,
    rows: Packed,
}

impl Spread {
    /// Of a vector.
    #[inline(always)]
    pub fn new(a: Vec3A) -> Self {
        let [x, y, z] = a.to_array();
        Spread {
            columns: Packed { lanes: [Vec4::new(x, y, z, x), Vec4::new(y, z, x, y)], last: z },
            rows: Packed { lanes: [Vec4::new(x, x, x, y), Vec4::new(y, y, z, z)], last: z },
        }
    }

    /// a bᵀ.
    #[inline(always)]
    pub fn outer(&self, b: &Spread) -> Packed {
        let [a, b] = [&self.columns, &b.rows];
        Packed { lanes: [a.lanes[0] * b.lanes[0], a.lanes[1] * b.lanes[1]], last: a.last * b.last }
    }
}

impl Add for Spread {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Spread { columns: self.columns + other.columns, rows: self.rows + other.rows }
    }
}

impl Mul<f32> for Spread {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f32) -> Self {
        Spread { columns: self.columns * factor, rows: self.rows * factor }
    }
}

impl Add for Packed {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let lanes = [self.lanes[0] + other.lanes[0], self.lanes[1] + other.lanes[1]];
        Packed { lanes, last: self.last + other.last }
    }
}

impl Mul<f32> for Packed {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f32) -> Self {
        Packed { lanes: [self.lanes[0] * factor, self.lanes[1] * factor], last: self.last * factor }
    }
}

impl Neg for Packed {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Packed { lanes: [-self.lanes[0], -self.lanes[1]], last: -self.last }
    }
}

impl From<Mat3A> for Packed {
    #[inline(always)]
    fn from(block: Mat3A) -> Self {
        Packed::load(&block.to_cols_array())
    }
}

impl Packed {
    /// A multiple of the identity.
    #[inline(always)]
    pub fn identity(factor: f32) -> Self {
        Packed { lanes: [Vec4::new(factor, 0.0, 0.0, 0.0), Vec4::new(factor, 0.0, 0.0, 0.0)], last: factor }
    }

    #[inline(always)]
    fn load(values: &[f32; BLOCK]) -> Self {
        Packed { lanes: [Vec4::from_slice(&values[0..4]), Vec4::from_slice(&values[4..8])], last: values[8] }
    }

    #[inline(always)]
    pub(super) fn add_scaled(&mut self, other: &Packed, factor: f32) {
        *self = *self + *other * factor;
    }
}

/// A sum over many rows: in single precision over short runs, the runs in double, so that large meshes lose nothing.
#[derive(Debug, Default)]
pub(super) struct LongSum {
    run: Vec4,
    length: u32,
    total: f64,
}

impl LongSum {
    #[inline(always)]
    pub(super) fn add(&mut self, term: Vec4) {
        const RUN: u32 = 64;
        self.run += term;
        self.length += 1;
        if self.length == RUN {
            self.close();
        }
    }

    fn close(&mut self) {
        let run = self.run.as_dvec4();
        self.total += (run.x + run.y) + (run.z + run.w);
        self.run = Vec4::ZERO;
        self.length = 0;
    }

    pub(super) fn finish(mut self) -> f64 {
        self.close();
        self.total
    }
}

impl BlockMatrix {
    /// The zero matrix with blocks at `pairs` (row, column), at their mirror images and on the diagonal.
    pub fn with_pattern(rows: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut lower: Vec<(u32, u32)> = pairs.filter(|(i, j)| i != j).map(|(i, j)| (i.max(j), i.min(j))).collect();
        lower.sort_unstable();
        lower.dedup();
        let mut upper: Vec<(u32, u32)> = lower.iter().map(|(i, j)| (*j, *i)).collect();
        upper.sort_unstable();
        let starts = |entries: &[(u32, u32)], first: usize| {
            let mut start = vec![first as u32; rows + 1];
            for (row, _) in entries {
                start[*row as usize + 1] += 1;
            }
            for row in 0..rows {
                start[row + 1] += start[row] - first as u32;
            }
            start
        };
        let left_start = starts(&lower, 0);
        let right_start = starts(&upper, lower.len() + rows);
        let column = |(_, column): &(u32, u32)| *column;
        let columns: Vec<u32> =
            lower.iter().map(column).chain(0..rows as u32).chain(upper.iter().map(column)).collect();
        let values = vec![0.0; columns.len() * BLOCK + OVERRUN];
        BlockMatrix { rows, left_start, right_start, columns, values }
    }

    /// Number of block rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of blocks stored.
    pub fn blocks(&self) -> usize {
        self.columns.len()
    }

    /// Slots of a row's blocks left of its diagonal.
    fn left(&self, row: usize) -> Range<usize> {
        self.left_start[row] as usize..self.left_start[row + 1] as usize
    }

    /// Slots of a row's blocks right of its diagonal.
    fn right(&self, row: usize) -> Range<usize> {
        self.right_start[row] as usize..self.right_start[row + 1] as usize
    }

    /// Where the diagonal block of a row is stored.
    pub fn diagonal_slot(&self, row: usize) -> u32 {
        self.left_start[self.rows] + row as u32
    }

    /// Slots of a row, columns in rising order.
    fn slots(&self, row: usize) -> impl Iterator<Item = usize> {
        self.left(row).chain(std::iter::once(self.diagonal_slot(row) as usize)).chain(self.right(row))
    }

    /// Where the block (row, column) is stored, for repeated use of [`add`](Self::add).
    pub fn slot(&self, row: u32, column: u32) -> Option<u32> {
        let among = match column.cmp(&row) {
            std::cmp::Ordering::Equal => return Some(self.diagonal_slot(row as usize)),
            std::cmp::Ordering::Less => self.left(row as usize),
            std::cmp::Ordering::Greater => self.right(row as usize),
        };
        let found = self.columns[among.clone()].binary_search(&column).ok()?;
        Some((among.start + found) as u32)
    }

    /// The columns of a row's blocks, in rising order.
    pub fn row_columns(&self, row: usize) -> impl Iterator<Item = usize> {
        self.slots(row).map(|slot| self.columns[slot] as usize)
    }

    /// The sum of a row's blocks, in double precision: stiff blocks cancel and leave what is small.
    pub fn row_sum(&self, row: usize) -> DMat3 {
        let mut sum = [0.0; 9];
        self.slots(row).for_each(|slot| {
            sum.iter_mut().zip(self.packed(slot)).for_each(|(sum, value)| *sum += f64::from(*value));
        });
        DMat3::from_cols_array(&sum)
    }

    /// The blocks of a row with their columns, in rising order.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, Mat3A)> {
        self.slots(row).map(|slot| (self.columns[slot] as usize, self.block(slot as u32)))
    }

    /// Columns and slots of a row, in rising order.
    pub(super) fn row_slots(&self, row: usize) -> impl Iterator<Item = (usize, u32)> {
        self.slots(row).map(|slot| (self.columns[slot] as usize, slot as u32))
    }

    /// The block at `slot`, for sums.
    pub(super) fn packed_block(&self, slot: u32) -> Packed {
        Packed::load(self.packed(slot as usize))
    }

    /// Sets every value to zero.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Adds to the block at `slot`.
    #[inline(always)]
    pub fn add(&mut self, slot: u32, block: &Mat3A) {
        self.add_packed(slot, &Packed::from(*block));
    }

    /// Adds a multiple of another block to the block at `slot`.
    pub(super) fn add_scaled(&mut self, slot: u32, block: &Packed, factor: f32) {
        self.add_packed(slot, &(*block * factor));
    }

    /// Adds to the block at `slot`.
    #[inline(always)]
    pub fn add_packed(&mut self, slot: u32, block: &Packed) {
        let start = slot as usize * BLOCK;
        let values: &mut [f32; BLOCK] = (&mut self.values[start..start + BLOCK]).try_into().expect("of this length");
        let sum = Packed::load(values) + *block;
        sum.lanes[0].write_to_slice(&mut values[0..4]);
        sum.lanes[1].write_to_slice(&mut values[4..8]);
        values[8] = sum.last;
    }

    /// Copies the blocks right of the diagonal to their mirror images on the left.
    pub(super) fn mirror(&mut self, images: &[u32]) {
        for (slot, image) in (self.right_start[0] as usize..).zip(images) {
            let [a, b, c, d, e, f, g, h, i] = *self.packed(slot);
            let start = *image as usize * BLOCK;
            self.values[start..start + BLOCK].copy_from_slice(&[a, d, g, b, e, h, c, f, i]);
        }
    }

    /// For every block right of the diagonal, in the order they are stored, the slot of its mirror image.
    pub(super) fn mirror_images(&self) -> Vec<u32> {
        let rows = (0..self.rows).flat_map(|row| self.right(row).map(move |slot| (row, slot)));
        rows.map(|(row, slot)| self.slot(self.columns[slot], row as u32).expect("the pattern is symmetric")).collect()
    }

    /// Adds a multiple of the identity to the diagonal block of a row.
    pub fn add_diagonal(&mut self, row: usize, value: f32) {
        let start = self.diagonal_slot(row) as usize * BLOCK;
        self.values[start] += value;
        self.values[start + 4] += value;
        self.values[start + 8] += value;
    }

    /// The block at `slot`.
    pub fn block(&self, slot: u32) -> Mat3A {
        Mat3A::from_cols_array(self.packed(slot as usize))
    }

    fn packed(&self, slot: usize) -> &[f32; BLOCK] {
        self.values[slot * BLOCK..slot * BLOCK + BLOCK].try_into().expect("of this length")
    }

    /// out = A x; returns x·A x. Fourth lanes of `x` must be zero; those of `out` have no meaning.
    pub fn multiply(&self, x: &[Vec4], out: &mut [Vec4]) -> f64 {
        let mut total = LongSum::default();
        for (row, result) in out.iter_mut().enumerate().take(self.rows) {
            let diagonal = self.diagonal_slot(row) as usize;
            let beside = self.product(self.left(row), x) + self.product(self.right(row), x);
            *result = beside + self.product(diagonal..diagonal + 1, x);
            total.add(*result * x[row]);
        }
        total.finish()
    }

    /// out = A x with vectors in double precision.
    pub fn multiply_double(&self, x: &[DVec3], out: &mut [DVec3]) {
        for (row, result) in out.iter_mut().enumerate().take(self.rows) {
            let term = |slot: usize| {
                DMat3::from_cols_array(&self.packed(slot).map(f64::from)) * x[self.columns[slot] as usize]
            };
            *result = self.slots(row).map(term).sum();
        }
    }

    /// Sum of the products of some blocks of a row with their entries of `x`.
    #[inline(always)]
    fn product(&self, slots: Range<usize>, x: &[Vec4]) -> Vec4 {
        let columns = &self.columns[slots.clone()];
        let values = &self.values[slots.start * BLOCK..slots.end * BLOCK + OVERRUN];
        // One sum per column of the blocks: three short chains of additions run side by side.
        let mut sums = [Vec4::ZERO; 3];
        for (column, block) in columns.iter().zip(values.windows(BLOCK + OVERRUN).step_by(BLOCK)) {
            let x = x[*column as usize];
            let block: &[f32; BLOCK + OVERRUN] = block.try_into().expect("windows have this length");
            sums[0] += Vec4::from_slice(&block[0..4]) * x.x;
            sums[1] += Vec4::from_slice(&block[3..7]) * x.y;
            sums[2] += Vec4::from_slice(&block[6..10]) * x.z;
        }
        sums[0] + sums[1] + sums[2]
    }

    /// One Gauss–Seidel sweep over A x = b, rows in rising order. Fourth lanes of `b` must be finite; those of `x` become
    /// zero.
    pub fn sweep_forward(&self, inverse_diagonal: &[Mat3A], b: &[Vec4], x: &mut [Vec4]) {
        for row in 0..self.rows {
            self.settle(row, inverse_diagonal, b, x);
        }
    }

    /// The same in falling order.
    pub fn sweep_backward(&self, inverse_diagonal: &[Mat3A], b: &[Vec4], x: &mut [Vec4]) {
        for row in (0..self.rows).rev() {
            self.settle(row, inverse_diagonal, b, x);
        }
    }

    #[inline(always)]
    fn settle(&self, row: usize, inverse_diagonal: &[Mat3A], b: &[Vec4], x: &mut [Vec4]) {
        let rest = b[row] - self.product(self.left(row), x) - self.product(self.right(row), x);
        x[row] = (inverse_diagonal[row] * Vec3A::from_vec4(rest)).extend(0.0);
    }

    /// [`sweep_forward`](Self::sweep_forward) from x = 0, at half its cost: what is to the right is still zero.
    pub fn sweep_forward_from_zero(&self, inverse_diagonal: &[Mat3A], b: &[Vec4], x: &mut [Vec4]) {
        for row in 0..self.rows {
            let rest = b[row] - self.product(self.left(row), x);
            x[row] = (inverse_diagonal[row] * Vec3A::from_vec4(rest)).extend(0.0);
        }
    }

    /// b − A x after [`sweep_forward_from_zero`](Self::sweep_forward_from_zero), again at half the cost of a product: the
    /// sweep has settled every row up to its own, so that only what is to the right is missing.
    pub fn residual_after_forward(&self, x: &[Vec4], out: &mut [Vec4]) {
        for (row, result) in out.iter_mut().enumerate().take(self.rows) {
            *result = -self.product(self.right(row), x);
        }
    }
}

/// The inverse of a diagonal block; zero for one that has none, whose row is then left to the other levels. In double precision: a
/// block that is k along one direction and s across it has the determinant k s², of which single precision keeps nothing once
/// (k/s)² exceeds ten million, and soft cloth on a body has a k/s of a hundred thousand.
pub(super) fn invert(block: &Mat3A) -> Mat3A {
    let inverse = glam::Mat3::from(*block).as_dmat3().inverse().as_mat3();
    if inverse.is_finite() { Mat3A::from(inverse) } else { Mat3A::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// k along a normal and s across it has a closed inverse. Single precision finds it for cloth by itself and not on a body.
    #[test]
    fn blocks_of_soft_cloth_on_a_body_are_inverted() {
        let n = glam::DVec3::new(0.37, 0.81, 0.52).normalize();
        let along = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
        for (k, single) in [(10.0, true), (1e5, false)] {
            let s = 3.0;
            let block = Mat3A::from((DMat3::IDENTITY * s + along * k).as_mat3());
            let exact = DMat3::IDENTITY / s - along * (k / (s * (s + k)));
            let off = |found: Mat3A| {
                let difference = Mat3A::from(exact.as_mat3()) - found;
                difference.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max) * s as f32
            };
            assert!(off(invert(&block)) < 0.01, "{k}: {}", off(invert(&block)));
            assert_eq!(off(block.inverse()) < 0.01, single, "{k}: {}", off(block.inverse()));
        }
    }

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

    /// Packed sums and outer products against glam's own matrices.
    #[test]
    fn packed_blocks_are_the_matrices_they_stand_for() {
        let mut random = crate::math::random::Random::new(8);
        let mut next = || Vec3A::from_array(std::array::from_fn(|_| random.signed() as f32));
        let [a, b, c] = [next(), next(), next()];
        let outer = |a: Vec3A, b: Vec3A| Mat3A::from_cols(a * b.x, a * b.y, a * b.z);
        let expected = outer(a, b * 0.5 + c) - (Mat3A::IDENTITY * 3.0 + outer(c, a));
        let [pa, pb, pc] = [a, b, c].map(Spread::new);
        let packed = pa.outer(&(pb * 0.5 + pc)) + -(Packed::identity(3.0) + Packed::from(outer(c, a)));
        let mut matrix = BlockMatrix::with_pattern(2, [(0, 1)].into_iter());
        for slot in 0..4 {
            matrix.add_packed(slot, &packed);
            matrix.add(slot, &Mat3A::IDENTITY);
            assert!(matrix.block(slot).abs_diff_eq(expected + Mat3A::IDENTITY, 1e-6), "{}", matrix.block(slot));
        }
    }

    #[test]
    fn a_product_in_double_precision_is_that_of_the_same_blocks() {
        let mut matrix = BlockMatrix::with_pattern(3, [(0, 1), (1, 2)].into_iter());
        let mut random = crate::math::random::Random::new(9);
        for slot in 0..matrix.blocks() as u32 {
            matrix.add(slot, &Mat3A::from_cols_array(&std::array::from_fn(|_| random.signed() as f32)));
        }
        // Differences that single precision cannot see.
        let x = [DVec3::ONE, DVec3::ONE + 1e-12 * DVec3::X, DVec3::NEG_ONE];
        let mut out = [DVec3::ZERO; 3];
        matrix.multiply_double(&x, &mut out);
        for (row, found) in out.iter().enumerate() {
            let expected: DVec3 = matrix.row(row).map(|(column, block)| block.as_dmat3() * x[column]).sum();
            assert!((*found - expected).length() < 1e-15, "{found} {expected}");
        }
    }
}
