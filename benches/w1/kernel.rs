//! The block product against the machine's limit: alone on 50,000 rows of 7 blocks, and inside the solver on W1's own
//! matrix in mid-fall, where each product follows a V-cycle that has used the cache for itself.
//!
//! The limit is taken in the same run: a product over rows that lie one after the other in memory, and nothing else. The
//! engine's matrix keeps what is left and right of the diagonal apart, for its Gauss–Seidel sweeps, and sums x·A x.

use crate::common::{cpu_ms, middle};
use glam::{DVec3, Mat3A, Vec3, Vec4};
use serde_json::json;
use toile::Drape;
use toile::cloth::{Joined, Model};
use toile::forces::{Geometric, Stencils, System, membrane};
use toile::lab::hanging_square;
use toile::math::block_matrix::BlockMatrix;
use toile::math::conjugate_gradient::{Operator, Preconditioner};
use toile::math::links::Links;
use toile::math::multigrid::Multigrid;

/// Multiplications and additions of a block with a vector.
const FLOP_PER_BLOCK: f64 = 18.0;
/// Rounds of which the median counts.
const ROUNDS: usize = 15;

pub fn measure() {
    println!("Block product A x, 3×3 blocks in single precision\n");
    println!("                                       rows    blocks  µs/product  GFLOP/s  of the limit");
    let square = grid(223, 224);
    let limit = yardstick(&square);
    alone("ours alone, the same", &square, limit);
    for n in [64, 200] {
        let (system, model) = mid_fall(n);
        alone(&format!("ours alone, W1 n = {n}"), &system.matrix, limit);
        inside(n, &system.matrix, &model.fixed, limit);
    }
    println!();
}

/// The pattern of a grid of halved squares: 7 blocks a row but for the border.
fn grid(rows: u32, columns: u32) -> BlockMatrix {
    let mut pairs = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            let others = [[i + 1, j], [i, j + 1], [i + 1, j + 1]];
            let inside = others.iter().filter(|[i, j]| *i < rows && *j < columns);
            pairs.extend(inside.map(|[k, l]| (i * columns + j, k * columns + l)));
        }
    }
    let mut matrix = BlockMatrix::with_pattern((rows * columns) as usize, pairs.iter().copied());
    for (i, j) in pairs {
        for (row, column) in [(i, j), (j, i)] {
            let slot = matrix.slot(row, column).expect("of the pattern");
            matrix.add(slot, &Mat3A::from_diagonal(Vec3::splat(-1.0)));
            matrix.add_diagonal(row as usize, 1.01);
        }
    }
    matrix
}

/// The system of the hanging square after half a second.
fn mid_fall(n: u32) -> (System, Model) {
    let settings = hanging_square::steps("accurate");
    let cut = hanging_square::cut(n, hanging_square::fabric(), settings);
    let model = Model::new(&cut, Joined::Sewn);
    let mut drape = Drape::of_cut(cut);
    for _ in 0..50 {
        drape.step();
    }
    let positions: &[DVec3] = &drape.state().positions;
    let mut system = System::new(&model, Stencils::Coupled);
    membrane::Scratch::new(&model).add(&model, positions, Geometric::Positive, &mut system);
    for (row, mass) in model.masses.iter().enumerate() {
        system.matrix.add_diagonal(row, (mass / settings.step / settings.step) as f32);
    }
    (system, model)
}

fn vector(rows: usize) -> Vec<Vec4> {
    vec![Vec4::new(0.1, 0.2, 0.3, 0.0); rows]
}

/// Milliseconds of a product, the median of several rounds.
fn time(blocks: usize, mut multiply: impl FnMut()) -> f64 {
    let repeats = 2_000_000 / blocks;
    let round = || {
        let start = cpu_ms();
        (0..repeats).for_each(|_| multiply());
        (cpu_ms() - start) / repeats as f64
    };
    middle(std::iter::repeat_with(round).take(ROUNDS).collect())
}

/// The product with nothing around it: rows of packed blocks one after the other.
fn yardstick(matrix: &BlockMatrix) -> f64 {
    let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
    for row in 0..matrix.rows() {
        for (column, block) in matrix.row(row) {
            columns.push(column as u32);
            values.extend(block.to_cols_array());
        }
        starts.push(columns.len());
    }
    values.push(0.0); // the last column's load reaches one float beyond
    let x = vector(matrix.rows());
    let mut out = x.clone();
    let ms = time(columns.len(), || {
        for (ends, out) in starts.windows(2).zip(&mut out) {
            let mut sums = [Vec4::ZERO; 3];
            let blocks = values[ends[0] * 9..ends[1] * 9 + 1].windows(10).step_by(9);
            for (column, block) in columns[ends[0]..ends[1]].iter().zip(blocks) {
                let x = x[*column as usize];
                let block: &[f32; 10] = block.try_into().expect("of this length");
                sums[0] += Vec4::from_slice(&block[0..4]) * x.x;
                sums[1] += Vec4::from_slice(&block[3..7]) * x.y;
                sums[2] += Vec4::from_slice(&block[6..10]) * x.z;
            }
            *out = sums[0] + sums[1] + sums[2];
        }
    });
    std::hint::black_box(&out);
    show("the limit: 7 blocks a row", matrix, ms, None)
}

fn alone(name: &str, matrix: &BlockMatrix, limit: f64) {
    let x = vector(matrix.rows());
    let mut out = x.clone();
    let ms = time(matrix.blocks(), || {
        matrix.multiply(&x, &mut out);
    });
    show(name, matrix, ms, Some(limit));
}

fn inside(n: u32, matrix: &BlockMatrix, fixed: &[bool], limit: f64) {
    let mut preconditioner = Multigrid::new(matrix, fixed);
    let links = Links::default();
    let operator = Operator { matrix, links: &links };
    preconditioner.refresh(operator);
    let mut direction = vector(matrix.rows());
    let mut product = direction.clone();
    let (mut products, mut cycles) = (Vec::new(), Vec::new());
    for _ in 0..400_000 / matrix.rows() {
        let start = cpu_ms();
        matrix.multiply(&direction, &mut product);
        let multiplied = cpu_ms();
        preconditioner.apply(operator, &product, &mut direction);
        cycles.push(cpu_ms() - multiplied);
        products.push(multiplied - start);
        // Without it A⁻¹A x would stay the same vector to rounding; numbers must not run away, nothing more.
        direction[0] += Vec4::new(1e-3, 0.0, 0.0, 0.0);
    }
    let ms = middle(products);
    show(&format!("ours inside the solver, W1 n = {n}"), matrix, ms, Some(limit));
    let cycle = middle(cycles);
    println!("    one V-cycle of the preconditioner: {:.0} µs, {:.1} products", cycle * 1e3, cycle / ms);
}

fn show(name: &str, matrix: &BlockMatrix, ms: f64, limit: Option<f64>) -> f64 {
    let rate = matrix.blocks() as f64 * FLOP_PER_BLOCK / ms / 1e6;
    let share = rate / limit.unwrap_or(rate);
    println!(
        "{name:<36} {:>7} {:>9} {:>11.1} {rate:>8.2} {:>12.0}%",
        matrix.rows(),
        matrix.blocks(),
        ms * 1e3,
        100.0 * share
    );
    println!("{}", json!({ "bench": "w1.kernel", "name": name, "us": ms * 1e3, "gflop_s": rate, "share": share }));
    rate
}
