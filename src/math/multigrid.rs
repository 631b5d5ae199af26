//! A multigrid preconditioner: smoothed aggregation with one translation per aggregate.
//!
//! ```text
//!   rows      o o o o o o o o o     forward sweep, residual, restrict  ╲     ╱  prolong, backward sweep
//!   groups    [o o o][o o o][o o]   the same with Pᵀ A P                ╲   ╱
//!   groups of groups …              a few rows: swept until settled      ╲_╱
//! ```
//!
//! Gauss–Seidel sweeps settle what neighbours can settle among themselves; what is left is smooth and is corrected on a
//! coarser mesh of groups of rows, and so on. Conjugate gradients then need about as many iterations on a large mesh as on
//! a small one.
//!
//! The prolongation P gives each row a blend of the translations of the groups around it, with weights that depend on
//! the pattern alone. So its pattern and its weights are made once per mesh, and only the coarse matrices Pᵀ A P follow
//! the matrix. Rows that are held fixed have no part in P and keep a correction of zero.

use super::block_matrix::{BlockMatrix, Packed, invert};
use super::conjugate_gradient::{Operator, Preconditioner};
use super::links::Links;
use glam::{Mat3A, Vec4};

/// A level with no more rows than this is not coarsened further.
const FEW_ROWS: usize = 12;
/// Symmetric sweeps on the coarsest level: with a dozen rows they settle it as far as a preconditioner needs.
const COARSEST_SWEEPS: usize = 4;
/// So many links to a row are a pile, in which they are most of the work: then coarse levels write them out where they can.
const MANY_LINKS: usize = 2;
/// Damping of the smoothing of P: two thirds is the usual choice for a Laplacian whose D⁻¹L has eigenvalues up to 2.
const SMOOTHING: f32 = 2.0 / 3.0;

/// The preconditioner of a matrix with a fixed pattern.
#[derive(Clone, Debug)]
pub struct Multigrid {
    fixed: Vec<bool>,
    finest: Sweeper,
    coarse: Vec<Level>,
}

/// Inverses of the diagonal blocks of a level, and its vectors.
#[derive(Clone, Debug)]
struct Sweeper {
    inverse_diagonal: Vec<Mat3A>,
    residual: Vec<Vec4>,
}

/// A coarse level: how it hangs below the finer one, and its matrix.
#[derive(Clone, Debug)]
struct Level {
    transfer: Transfer,
    matrix: BlockMatrix,
    links: Links,
    sweeper: Sweeper,
    right_side: Vec<Vec4>,
    correction: Vec<Vec4>,
    rest: Vec<Vec4>,
    second: Vec<Vec4>,
}

/// Sparse rows of weights: for each fine row the coarse rows it follows.
#[derive(Clone, Debug, Default)]
struct Transfer {
    row_start: Vec<u32>,
    columns: Vec<u32>,
    weights: Vec<f32>,
    plan: Plan,
}

/// The triple product Pᵀ A P as a list of sums: every entry of A·P with what it is made of and where it goes.
#[derive(Clone, Debug, Default)]
struct Plan {
    /// For each entry of A·P: how many terms it has and how many targets.
    counts: Vec<(u8, u8)>,
    /// Slots of the finer matrix and weights of their columns.
    terms: Vec<(u32, f32)>,
    /// Slots of the coarse matrix, none left of its diagonal, and weights of the row.
    targets: Vec<(u32, f32)>,
    /// Where the blocks right of the coarse diagonal have their mirror images.
    images: Vec<u32>,
}

impl Multigrid {
    /// The levels below a matrix, from its pattern. Values come with [`refresh`](Self::refresh).
    pub fn new(matrix: &BlockMatrix, fixed: &[bool]) -> Self {
        let mut coarse: Vec<Level> = Vec::new();
        let mut held = fixed.to_vec();
        loop {
            let finer = coarse.last().map_or(matrix, |level| &level.matrix);
            let free = held.iter().filter(|held| !**held).count();
            if free <= FEW_ROWS {
                break;
            }
            let (groups, count) = aggregate(finer, &held);
            if count == 0 || count * 10 > free * 9 {
                break; // isolated rows: a coarser level would be the same again
            }
            let level = Level::new(finer, &groups, count);
            held = vec![false; count];
            coarse.push(level);
        }
        Multigrid { fixed: fixed.to_vec(), finest: Sweeper::new(matrix.rows()), coarse }
    }

    /// Takes only the diagonal of the matrix and keeps the coarse levels as they are: for a matrix that has changed little
    /// since [`refresh`](Preconditioner::refresh), as between the Newton iterations of a step. Links come and go, and are
    /// taken anew.
    pub fn touch_up(&mut self, operator: Operator) {
        self.finest.invert(operator, |row| self.fixed[row]);
        let linked = |links: &Links| !links.is_empty();
        if linked(operator.links) || self.coarse.iter().any(|level| linked(&level.links)) {
            self.carry_links(operator, |_, _| ());
        }
    }

    /// Takes the links to all coarse levels; `prepare` makes what else a level has of the next finer one.
    fn carry_links(&mut self, operator: Operator, prepare: impl Fn(Operator, &mut Level)) {
        let many = operator.links.len() > MANY_LINKS * self.fixed.len();
        for index in 0..self.coarse.len() {
            let (finer, level) = self.coarse.split_at_mut(index);
            let finer = finer.last().map_or(operator, Level::operator);
            let level = &mut level[0];
            prepare(finer, level);
            finer.links.carry(|row| level.transfer.followed(row), &mut level.links);
            if many {
                level.links.gather(level.matrix.rows());
            }
            level.sweeper.invert(Operator { matrix: &level.matrix, links: &level.links }, |_| false);
        }
    }

    /// Rows of each level, finest first.
    pub fn level_rows(&self) -> Vec<usize> {
        std::iter::once(self.fixed.len()).chain(self.coarse.iter().map(|level| level.matrix.rows())).collect()
    }
}

impl Preconditioner for Multigrid {
    fn refresh(&mut self, operator: Operator) {
        self.finest.invert(operator, |row| self.fixed[row]);
        self.carry_links(operator, |finer, level| level.transfer.galerkin(finer.matrix, &mut level.matrix));
    }

    /// One W-cycle.
    fn apply(&mut self, operator: Operator, r: &[Vec4], z: &mut [Vec4]) {
        cycle(operator, &mut self.finest, &mut self.coarse, (r, z));
    }
}

fn cycle(operator: Operator, sweeper: &mut Sweeper, coarse: &mut [Level], (r, z): (&[Vec4], &mut [Vec4])) {
    let Operator { matrix, links } = operator;
    matrix.sweep_forward_from_zero(&sweeper.inverse_diagonal, r, z);
    if let Some((level, coarser)) = coarse.split_first_mut() {
        matrix.residual_after_forward(z, &mut sweeper.residual);
        links.subtract_rest(z, &mut sweeper.residual);
        level.transfer.restrict(&sweeper.residual, &mut level.right_side);
        let below = Operator { matrix: &level.matrix, links: &level.links };
        cycle(below, &mut level.sweeper, coarser, (&level.right_side, &mut level.correction));
        // Twice: a second turn on the far smaller coarse matrices costs little and saves a third of the iterations.
        below.multiply(&level.correction, &mut level.rest);
        for (rest, b) in level.rest.iter_mut().zip(&level.right_side) {
            *rest = *b - *rest;
        }
        cycle(below, &mut level.sweeper, coarser, (&level.rest, &mut level.second));
        for (correction, second) in level.correction.iter_mut().zip(&level.second) {
            *correction += *second;
        }
        level.transfer.prolong(&level.correction, z);
    } else {
        for _ in 1..COARSEST_SWEEPS {
            sweeper.sweep_backward(operator, r, z);
            sweeper.sweep_forward(operator, r, z);
        }
    }
    sweeper.sweep_backward(operator, r, z);
}

impl Sweeper {
    fn new(rows: usize) -> Self {
        Sweeper { inverse_diagonal: vec![Mat3A::ZERO; rows], residual: vec![Vec4::ZERO; rows] }
    }

    fn invert(&mut self, Operator { matrix, links }: Operator, fixed: impl Fn(usize) -> bool) {
        for (row, inverse) in self.inverse_diagonal.iter_mut().enumerate() {
            *inverse = matrix.block(matrix.diagonal_slot(row));
        }
        links.add_lumped(&mut self.inverse_diagonal);
        for (row, inverse) in self.inverse_diagonal.iter_mut().enumerate() {
            // An inverse of zero takes a row out of every sweep: the solve is that of the free rows.
            *inverse = if fixed(row) { Mat3A::ZERO } else { invert(inverse) };
        }
    }

    /// A sweep whose right-hand side has the links' part taken out beforehand: the adjoint of a forward sweep that sees only
    /// their lumped diagonal.
    fn sweep_backward(&mut self, Operator { matrix, links }: Operator, r: &[Vec4], z: &mut [Vec4]) {
        if links.is_empty() {
            return matrix.sweep_backward(&self.inverse_diagonal, r, z);
        }
        self.residual.copy_from_slice(r);
        links.subtract_rest(z, &mut self.residual);
        matrix.sweep_backward(&self.inverse_diagonal, &self.residual, z);
    }

    fn sweep_forward(&mut self, Operator { matrix, links }: Operator, r: &[Vec4], z: &mut [Vec4]) {
        self.residual.copy_from_slice(r);
        links.subtract_rest(z, &mut self.residual);
        matrix.sweep_forward(&self.inverse_diagonal, &self.residual, z);
    }
}

impl Level {
    fn operator(&self) -> Operator<'_> {
        Operator { matrix: &self.matrix, links: &self.links }
    }

    fn new(finer: &BlockMatrix, groups: &[u32], count: usize) -> Self {
        let mut transfer = Transfer::smoothed(finer, groups);
        let matrix = transfer.coarse_pattern(finer, count);
        transfer.plan = Plan::new(finer, &transfer, &matrix);
        let zeros = || vec![Vec4::ZERO; count];
        Level {
            transfer,
            matrix,
            links: Links::default(),
            sweeper: Sweeper::new(count),
            right_side: zeros(),
            correction: zeros(),
            rest: zeros(),
            second: zeros(),
        }
    }
}

/// No group: the row is fixed.
const NONE: u32 = u32::MAX;

/// Groups of neighbouring rows, about as many as a row has neighbours each; and how many there are.
fn aggregate(matrix: &BlockMatrix, fixed: &[bool]) -> (Vec<u32>, usize) {
    let rows = matrix.rows();
    let free_neighbours = |row: usize| matrix.row_columns(row).filter(move |c| *c != row && !fixed[*c]);
    let mut groups = vec![NONE; rows];
    let mut count = 0;
    // A row none of whose neighbours is taken makes a group with all of them.
    for row in (0..rows).filter(|row| !fixed[*row]) {
        if groups[row] == NONE && free_neighbours(row).all(|other| groups[other] == NONE) {
            groups[row] = count;
            free_neighbours(row).for_each(|other| groups[other] = count);
            count += 1;
        }
    }
    // The rest joins the group it touches most; judged by the groups of the first pass, so that none grows in chains.
    let first = groups.clone();
    for row in (0..rows).filter(|row| !fixed[*row] && first[*row] == NONE) {
        let mut touched: Vec<u32> =
            free_neighbours(row).map(|other| first[other]).filter(|group| *group != NONE).collect();
        touched.sort_unstable();
        let most = touched.chunk_by(|a, b| a == b).max_by_key(|run| (run.len(), std::cmp::Reverse(run[0])));
        groups[row] = most.map_or(NONE, |run| run[0]);
    }
    for row in 0..rows {
        if !fixed[row] && groups[row] == NONE {
            groups[row] = count; // touches nothing
            count += 1;
        }
    }
    (groups, count as usize)
}

impl Transfer {
    /// P = (I − ω D⁻¹ L) P̂, with L the Laplacian of the pattern and P̂ one column per group.
    fn smoothed(matrix: &BlockMatrix, groups: &[u32]) -> Self {
        let mut transfer = Transfer { row_start: vec![0], ..Transfer::default() };
        let mut weights: Vec<(u32, f32)> = Vec::new();
        for row in 0..matrix.rows() {
            weights.clear();
            if groups[row] != NONE {
                let others = (matrix.row_columns(row).count() - 1).max(1) as f32;
                weights.push((groups[row], 1.0 - SMOOTHING));
                for other in matrix.row_columns(row).filter(|c| *c != row && groups[*c] != NONE) {
                    weights.push((groups[other], SMOOTHING / others));
                }
                weights.sort_by_key(|(group, _)| *group);
            }
            for run in weights.chunk_by(|a, b| a.0 == b.0) {
                transfer.columns.push(run[0].0);
                transfer.weights.push(run.iter().map(|(_, weight)| *weight).sum());
            }
            transfer.row_start.push(transfer.columns.len() as u32);
        }
        transfer
    }

    /// The coarse rows that a row follows, and their weights.
    fn followed(&self, row: usize) -> (&[u32], &[f32]) {
        (&self.columns[self.row(row)], &self.weights[self.row(row)])
    }

    fn row(&self, row: usize) -> std::ops::Range<usize> {
        self.row_start[row] as usize..self.row_start[row + 1] as usize
    }

    /// The zero matrix with the pattern of Pᵀ A P.
    fn coarse_pattern(&self, finer: &BlockMatrix, rows: usize) -> BlockMatrix {
        let mut pairs = Vec::new();
        for row in 0..finer.rows() {
            for column in finer.row_columns(row) {
                for a in self.row(row) {
                    for b in self.row(column) {
                        pairs.push((self.columns[a], self.columns[b]));
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        BlockMatrix::with_pattern(rows, pairs.into_iter())
    }

    /// coarse = Pᵀ A P, a row of A·P at a time.
    fn galerkin(&self, finer: &BlockMatrix, coarse: &mut BlockMatrix) {
        coarse.clear();
        let plan = &self.plan;
        let (mut terms, mut targets) = (plan.terms.iter(), plan.targets.iter());
        for (term_count, target_count) in &plan.counts {
            let mut product = Packed::default();
            for (slot, weight) in terms.by_ref().take(usize::from(*term_count)) {
                product.add_scaled(&finer.packed_block(*slot), *weight);
            }
            for (slot, weight) in targets.by_ref().take(usize::from(*target_count)) {
                coarse.add_scaled(*slot, &product, *weight);
            }
        }
        coarse.mirror(&plan.images);
    }

    /// out = Pᵀ r.
    fn restrict(&self, r: &[Vec4], out: &mut [Vec4]) {
        out.fill(Vec4::ZERO);
        for (row, r) in r.iter().enumerate() {
            for at in self.row(row) {
                out[self.columns[at] as usize] += *r * self.weights[at];
            }
        }
    }

    /// z += P x.
    fn prolong(&self, x: &[Vec4], z: &mut [Vec4]) {
        for (row, z) in z.iter_mut().enumerate() {
            for at in self.row(row) {
                *z += x[self.columns[at] as usize] * self.weights[at];
            }
        }
    }
}

impl Plan {
    fn new(finer: &BlockMatrix, transfer: &Transfer, coarse: &BlockMatrix) -> Self {
        let mut plan = Plan { images: coarse.mirror_images(), ..Plan::default() };
        let mut row_terms: Vec<(u32, u32, f32)> = Vec::new();
        for row in 0..finer.rows() {
            row_terms.clear();
            for (column, slot) in finer.row_slots(row) {
                let weights = transfer.row(column);
                row_terms.extend(weights.map(|at| (transfer.columns[at], slot, transfer.weights[at])));
            }
            row_terms.sort_by_key(|(coarse_column, slot, _)| (*coarse_column, *slot));
            for terms in row_terms.chunk_by(|a, b| a.0 == b.0) {
                let column = terms[0].0;
                let targets = transfer.row(row).filter(|at| transfer.columns[*at] <= column);
                let first = plan.targets.len();
                plan.targets.extend(targets.map(|at| {
                    let slot = coarse.slot(transfer.columns[at], column);
                    (slot.expect("the coarse pattern holds every product"), transfer.weights[at])
                }));
                let targets = plan.targets.len() - first;
                if targets > 0 {
                    plan.terms.extend(terms.iter().map(|(_, slot, weight)| (*slot, *weight)));
                    plan.counts.push((terms.len() as u8, targets as u8));
                }
            }
        }
        plan
    }
}
