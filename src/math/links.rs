//! Blocks that come and go: contacts between parts of the cloth, kept beside the matrix of the cloth.
//!
//! A link joins a few rows i with weights w_i by one symmetric 3×3 block K: its energy is ½ s·K s with s = Σ w_i x_i, so
//! that it adds w_i w_j K to the matrix. Kept as weights and K it needs no place in the matrix's pattern, and its image on
//! a coarser level of multigrid is a link again: the weights are carried by the transposed prolongation. All of them come to the
//! coarsest levels, which have some dozens of rows and are visited most: where there are many, and a block of a full matrix for every end of a
//! link, they are written into one there ([`gather`](Links::gather)). A pile of ten sheets (5,060 triangles, 12,700 links) comes to rest in a seventh of the time so.

use glam::{DVec3, Mat3A, Vec3A, Vec4};

/// Links of one level.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// First entry of each link in `rows` and `weights`; one more at the end.
    start: Vec<u32>,
    rows: Vec<u32>,
    weights: Vec<f32>,
    blocks: Vec<Mat3A>,
    full: Full,
}

/// The links of a level with few rows as one full matrix; empty where they are not written out. Rows that move alike feel nothing, whatever the
/// rounding: stiff links would otherwise drown soft cloth in it. So C x is made of differences.
#[derive(Clone, Debug, Default)]
struct Full {
    /// What pulls each row towards each other one, row after row.
    between: Vec<Mat3A>,
    /// What holds each row by itself.
    own: Vec<Mat3A>,
    /// The diagonal that [`add_lumped`](Links::add_lumped) adds.
    lumped: Vec<Mat3A>,
}

impl Full {
    /// The row's part of C x.
    fn row(&self, row: usize, x: &[Vec4]) -> Vec3A {
        let at = Vec3A::from_vec4(x[row]);
        let blocks = &self.between[row * x.len()..(row + 1) * x.len()];
        let pull = |sum, (block, x): (&Mat3A, &Vec4)| sum + *block * (at - Vec3A::from_vec4(*x));
        blocks.iter().zip(x).fold(self.own[row] * at, pull)
    }
}

impl Links {
    /// Removes all.
    pub fn clear(&mut self) {
        self.full.lumped.clear();
        self.start.clear();
        self.rows.clear();
        self.weights.clear();
        self.blocks.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Adds one.
    pub fn push(&mut self, block: Mat3A, ends: impl Iterator<Item = (u32, f32)>) {
        if self.start.is_empty() {
            self.start.push(0);
        }
        for (row, weight) in ends {
            self.rows.push(row);
            self.weights.push(weight);
        }
        self.start.push(self.rows.len() as u32);
        self.blocks.push(block);
    }

    fn each(&self) -> impl Iterator<Item = (&[u32], &[f32], &Mat3A)> {
        self.start.windows(2).zip(&self.blocks).map(|(range, block)| {
            let range = range[0] as usize..range[1] as usize;
            (&self.rows[range.clone()], &self.weights[range], block)
        })
    }

    /// The rows of each.
    pub fn ends(&self) -> impl Iterator<Item = &[u32]> {
        self.each().map(|(rows, _, _)| rows)
    }

    /// Of each the first row, the sum of its weights, which is zero where it joins parts of the cloth and not the cloth to
    /// something else, and its block.
    pub fn sums(&self) -> impl Iterator<Item = (u32, f32, &Mat3A)> {
        self.each().map(|(rows, weights, block)| (rows[0], weights.iter().sum(), block))
    }

    /// Writes them into a full matrix of so many rows where that has no more blocks than they have ends.
    pub fn gather(&mut self, rows: usize) {
        if rows * rows > self.rows.len() {
            return;
        }
        let mut full = std::mem::take(&mut self.full);
        for (blocks, count) in [(&mut full.between, rows * rows), (&mut full.own, rows), (&mut full.lumped, rows)] {
            blocks.clear();
            blocks.resize(count, Mat3A::ZERO);
        }
        self.add_lumped(&mut full.lumped);
        for (ends, weights, block) in self.each() {
            let sum: f32 = weights.iter().sum();
            for (row, weight) in ends.iter().zip(weights) {
                let (row, scaled) = (*row as usize, *block * *weight);
                full.own[row] += scaled * sum;
                for (column, weight) in ends.iter().zip(weights) {
                    full.between[row * rows + *column as usize] -= scaled * *weight;
                }
            }
        }
        self.full = full;
    }

    /// out += C x; returns x·C x.
    pub fn add_product(&self, x: &[Vec4], out: &mut [Vec4]) -> f64 {
        let mut total = 0.0;
        if !self.full.lumped.is_empty() {
            for (row, out) in out.iter_mut().enumerate() {
                let product = self.full.row(row, x);
                total += f64::from(product.dot(Vec3A::from_vec4(x[row])));
                *out += product.extend(0.0);
            }
            return total;
        }
        for (rows, weights, block) in self.each() {
            let (product, stretch) = stretched(rows, weights, block, x);
            total += f64::from(product.dot(stretch));
            for (row, weight) in rows.iter().zip(weights) {
                out[*row as usize] += (product * *weight).extend(0.0);
            }
        }
        total
    }

    /// out += C x with vectors in double precision.
    pub fn add_product_double(&self, x: &[DVec3], out: &mut [DVec3]) {
        for (rows, weights, block) in self.each() {
            let ends = || rows.iter().zip(weights).map(|(row, weight)| (*row as usize, f64::from(*weight)));
            let stretch: DVec3 = ends().map(|(row, weight)| weight * x[row]).sum();
            let product = block.as_dmat3() * stretch;
            ends().for_each(|(row, weight)| out[row] += weight * product);
        }
    }

    /// out −= (C − D) x, with D the diagonal that [`add_lumped`](Self::add_lumped) adds.
    pub fn subtract_rest(&self, x: &[Vec4], out: &mut [Vec4]) {
        if !self.full.lumped.is_empty() {
            for (row, (lumped, out)) in self.full.lumped.iter().zip(out).enumerate() {
                *out -= (self.full.row(row, x) - *lumped * Vec3A::from_vec4(x[row])).extend(0.0);
            }
            return;
        }
        for (rows, weights, block) in self.each() {
            let (product, _) = stretched(rows, weights, block, x);
            let sum: f32 = weights.iter().map(|weight| weight.abs()).sum();
            for (row, weight) in rows.iter().zip(weights) {
                let own = *block * Vec3A::from_vec4(x[*row as usize]) * (sum * weight.abs());
                out[*row as usize] -= (product * *weight - own).extend(0.0);
            }
        }
    }

    /// Adds to each row's block so much that the diagonal alone outweighs the links: |w_i| Σ|w| K. Gauss–Seidel sweeps that
    /// see no more of a link than this stay stable.
    pub fn add_lumped(&self, diagonal: &mut [Mat3A]) {
        for (rows, weights, block) in self.each() {
            let sum: f32 = weights.iter().map(|weight| weight.abs()).sum();
            for (row, weight) in rows.iter().zip(weights) {
                diagonal[*row as usize] += *block * (sum * weight.abs());
            }
        }
    }

    /// The same links seen by a coarser level; `follows` gives the coarse rows that a row follows, with their weights.
    pub fn carry<'a>(&self, follows: impl Fn(usize) -> (&'a [u32], &'a [f32]), out: &mut Links) {
        out.clear();
        let mut ends: Vec<(u32, f32)> = Vec::new();
        for (rows, weights, block) in self.each() {
            ends.clear();
            for (row, weight) in rows.iter().zip(weights) {
                let (coarse, shares) = follows(*row as usize);
                for (row, share) in coarse.iter().zip(shares) {
                    match ends.iter_mut().find(|(known, _)| known == row) {
                        Some((_, sum)) => *sum += weight * share,
                        None => ends.push((*row, weight * share)),
                    }
                }
            }
            // Where both sides follow the same groups alike the link is not felt any more.
            if ends.iter().any(|(_, weight)| weight.abs() > 1e-6) {
                out.push(*block, ends.iter().copied());
            }
        }
    }
}

/// K s and s of a link.
#[inline(always)]
fn stretched(rows: &[u32], weights: &[f32], block: &Mat3A, x: &[Vec4]) -> (Vec3A, Vec3A) {
    let mut stretch = Vec3A::ZERO;
    for (row, weight) in rows.iter().zip(weights) {
        stretch += Vec3A::from_vec4(x[*row as usize]) * *weight;
    }
    (*block * stretch, stretch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::block_matrix::BlockMatrix;
    use crate::math::conjugate_gradient::{Operator, Preconditioner, Scratch, Stop};
    use crate::math::multigrid::Multigrid;

    /// Written out, links do what they did: products and rests are the same to rounding, with weights of both signs and rows that several share.
    #[test]
    fn gathered_links_are_the_same() {
        let rows = 6_u32;
        let mut links = Links::default();
        for k in 0..40_u32 {
            let block = Mat3A::from_diagonal(glam::Vec3::new(3.0 + k as f32, 1.0, 0.5 * (k % 3) as f32));
            let ends = [(k % rows, 1.0), ((k + 1) % rows, -0.6), ((k + 3) % rows, -0.3), ((k * k) % 2 + 4, 0.1)];
            let mut ends: Vec<(u32, f32)> = ends.to_vec();
            ends.dedup_by_key(|(row, _)| *row);
            links.push(block, ends.into_iter());
        }
        let mut gathered = links.clone();
        gathered.gather(rows as usize);
        assert!(links.full.lumped.is_empty() && gathered.full.lumped.len() == rows as usize);
        let x: Vec<Vec4> = (0..rows).map(|i| Vec4::new(1.0 - i as f32, 0.3 * i as f32, (i % 2) as f32, 0.0)).collect();
        let of = |links: &Links| {
            let (mut product, mut rest) = (vec![Vec4::ONE; rows as usize], vec![Vec4::ONE; rows as usize]);
            let total = links.add_product(&x, &mut product);
            links.subtract_rest(&x, &mut rest);
            (total, [product, rest].concat())
        };
        let ((total, expected), (found_total, found)) = (of(&links), of(&gathered));
        let size = expected.iter().map(|x| x.length()).fold(0.0, f32::max);
        assert!((total - found_total).abs() < 1e-5 * total && size > 10.0);
        expected.iter().zip(&found).for_each(|(a, b)| assert!((*a - *b).length() < 1e-5 * size, "{a} {b}"));
        // With more rows than ends they stay as they are; cleared, nothing is left.
        let mut many = links.clone();
        many.gather(100);
        assert!(many.full.lumped.is_empty());
        gathered.clear();
        assert_eq!(gathered.add_product(&x, &mut vec![Vec4::ZERO; rows as usize]), 0.0);
    }

    /// Two soft layers pressed together by stiff links move as one: the solution is that of the same blocks written into the
    /// matrix, and multigrid finds it in few iterations although the links are a thousand times stiffer than the layers.
    #[test]
    fn linked_layers_solve_like_blocks_in_the_matrix_and_as_fast() {
        let n = 200_u32;
        let stiff = Mat3A::from_diagonal(glam::Vec3::new(1000.0, 400.0, 0.0));
        let chains = (1..n).map(|i| (i - 1, i)).chain((1..n).map(|i| (n + i - 1, n + i)));
        let layers = |pairs: Vec<(u32, u32)>| {
            let mut matrix = BlockMatrix::with_pattern(2 * n as usize, chains.clone().chain(pairs));
            for row in 0..2 * n as usize {
                matrix.add_diagonal(row, 0.1);
            }
            for (a, b) in chains.clone() {
                for (row, column) in [(a, b), (b, a)] {
                    matrix.add_diagonal(row as usize, 1.0);
                    let slot = matrix.slot(row, column).unwrap();
                    matrix.add(slot, &-Mat3A::IDENTITY);
                }
            }
            matrix
        };
        // Each row of the upper layer against the middle of two rows of the lower one.
        let ends = |i: u32| [(i, 1.0), (n + i, -0.5), (n + i + 1, -0.5)];
        let mut links = Links::default();
        (0..n - 1).for_each(|i| links.push(stiff, ends(i).into_iter()));
        let pairs = (0..n - 1).flat_map(|i| [(i, n + i), (i, n + i + 1), (n + i, n + i + 1)]);
        let mut written = layers(pairs.collect());
        for i in 0..n - 1 {
            for (a, wa) in ends(i) {
                for (b, wb) in ends(i) {
                    let slot = written.slot(a, b).unwrap();
                    written.add(slot, &(stiff * (wa * wb)));
                }
            }
        }
        let b: Vec<Vec4> = (0..2 * n).map(|i| Vec4::new(1.0, (i % 7) as f32 - 3.0, 0.3, 0.0)).collect();
        let apart = layers(Vec::new());
        let solve = |matrix: &BlockMatrix, links: &Links| {
            let operator = Operator { matrix, links };
            let mut multigrid = Multigrid::new(matrix, &vec![false; 2 * n as usize]);
            multigrid.refresh(operator);
            let mut x = vec![Vec4::ZERO; 2 * n as usize];
            let stop = Stop { tolerance: 1e-5, reference: None, iterations: 500 };
            let found = Scratch::new(x.len()).solve((operator, &mut multigrid), &b, &mut x, stop);
            (x, found)
        };
        let (expected, _) = solve(&written, &Links::default());
        let (linked, found) = solve(&apart, &links);
        assert!(found.residual <= 1e-5 && found.iterations <= 60, "{found:?}");
        let size = expected.iter().map(|x| x.length()).fold(0.0, f32::max);
        for (a, b) in linked.iter().zip(&expected) {
            assert!((*a - *b).length() < 2e-3 * size, "{a} {b}");
        }
    }
}
