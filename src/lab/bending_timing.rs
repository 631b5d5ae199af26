//! What bending costs (Pabst 2008, §5.5 and table 3): a piece of 0.5 × 0.5 m that hangs over its held border.
//!
//! ```text
//!   Volino   f = −λ αᵢ Σ αⱼ Pⱼ                            linear in the positions (Volino and Magnenat-Thalmann 2006)
//!   Bridson  f = k_e |E|²/(|N₁|+|N₂|) sin(θ/2) uᵢ          k_e = 4B (Bridson, Marino and Fedkiw 2003)
//!   hinge    f = −M(θ/h̄) |E| ∇θ                           moment against curvature on single hinges
//!   tensor   the same M on the curvature of triangles      the law of every measured fabric
//! ```
//!
//! Forces alone, as the table has them; then ours with their Jacobian blocks, as a Newton iteration takes them. The first two
//! are written here, on the engine's hinges. Rounds are interleaved, so that a busy machine disturbs all alike, and the fastest
//! round of each is told. The cloth is its own, that of fig. 8, whatever fabric is given.

use super::{Bench, Experiment, Experiments, Outcome, hanging_square};
use crate::cloth::{Fabric, HingeRest, Joined, Model};
use crate::fabric::bending::{Bend, Bending, Directions, HingeLaw, moment_curve};
use crate::forces::{Stencils, System, bending};
use crate::issue::Issues;
use crate::math::{real::sin, spline::Prepared};
use crate::{parameters, row::RowOf};
use glam::{DVec2, DVec3};
use std::hint::black_box;

parameters! {
    /// What bending costs.
    pub struct BendingTiming {
        /// Cells along the first side; each is halved.
        columns: "count" = 40.0, soft [10.0, 100.0], hard [2.0, 1000.0], source "Pabst 2008, table 3: 3,600 faces";
        /// Cells along the second side.
        rows: "count" = 45.0, soft [10.0, 100.0], hard [2.0, 1000.0], source "Pabst 2008, table 3: 3,600 faces";
        /// Rounds; the fastest counts.
        points: "count" = 40.0, soft [5.0, 200.0], hard [1.0, 1e5], source "chosen: on a busy machine some are undisturbed";
        /// Evaluations in a round.
        repeats: "count" = 20.0, soft [5.0, 200.0], hard [1.0, 1e5], source "chosen: some milliseconds, far above what clocks of browsers tell apart";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.bending-timing",
    title: "What bending costs",
    help: "Time of the bending forces of a hanging piece: moment against curvature on hinges and on triangles beside the models of Bridson and of Volino, with and without Jacobian. The cloth is its own, whatever fabric is given.",
    parameters: BendingTiming::PARAMETERS,
    curves: &[],
    make: Experiment { lists: &[], choices: &[], columns: COLUMNS, run },
};

/// Time of each contender in each round, per element: per hinge, or per triangle for the tensor.
const COLUMNS: &[&str] = &[
    "volino_ns",
    "bridson_ns",
    "hinge_ns",
    "tensor_ns",
    "hinge_with_jacobian_ns",
    "tensor_with_jacobian_ns",
    "tensor_with_coupled_jacobian_ns",
];
const BRIDSON: usize = 1;
const HINGE: usize = 2;
const TENSOR: usize = 3;

const SIZE: f64 = 0.5;
/// {b₁, b₂, c₁} of the drapemeter's fabric (Pabst 2008, fig. 8), from gf·cm²/cm and gf·cm³/cm.
const FABRIC: [f64; 3] = [0.1 * 98.07e-6, 0.0892 * 98.07e-6, -0.0092 * 0.9807e-6];

/// Moment against curvature on single hinges.
#[derive(Debug)]
struct Curve(Prepared);

impl HingeLaw for Curve {
    #[inline]
    fn bend(&self, curvature: f64) -> Bend {
        let point = self.0.at(curvature);
        Bend { moment: point.value, tangent: point.slope }
    }

    fn energy(&self, curvature: f64) -> f64 {
        self.0.at(curvature).integral
    }

    fn is_limp(&self) -> bool {
        false
    }
}

/// Adds forces at positions.
type Evaluation<'a> = Box<dyn FnMut(&[DVec3], &mut [DVec3]) + 'a>;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = BendingTiming::from_values(&bench.settings.numbers);
    let cells = [set.columns as u32, set.rows as u32];
    let curve = moment_curve(FABRIC).expect("a knee ahead");
    let hinged = piece(cells, Bending::Hinge(Box::new(Curve(Prepared::new(&curve)))));
    let strips = [curve.clone(), curve.clone(), curve];
    let law = Directions::new(&strips, 0.0).expect("alike in all directions");
    let tensor = piece(cells, Bending::Tensor(Box::new(law)));
    let positions = hanging(&hinged);
    let linear = linear(&hinged);
    let [mut scratch_h, mut scratch_t, mut blocks_h, mut blocks_t, mut blocks_c] =
        [&hinged, &tensor, &hinged, &tensor, &tensor].map(bending::Scratch::new);
    let [mut system_h, mut system_t] = [&hinged, &tensor].map(|model| System::new(model, Stencils::Bounded));
    let mut system_c = System::new(&tensor, Stencils::Coupled);
    let (hinges, triangles) = (hinged.hinges.len(), tensor.curvatures.len());
    let mut all: [(usize, Evaluation<'_>); 7] = [
        (hinges, Box::new(|x, f| volino(&linear, x, f))),
        (hinges, Box::new(|x, f| bridson(&hinged.hinges, FABRIC[0], x, f))),
        (hinges, Box::new(|x, f| scratch_h.add_forces(&hinged, x, f))),
        (triangles, Box::new(|x, f| scratch_t.add_forces(&tensor, x, f))),
        (hinges, Box::new(|x, _| whole(&mut blocks_h, &hinged, x, &mut system_h))),
        (triangles, Box::new(|x, _| whole(&mut blocks_t, &tensor, x, &mut system_t))),
        (triangles, Box::new(|x, _| whole(&mut blocks_c, &tensor, x, &mut system_c))),
    ];
    let mut outcome = Outcome::new(COLUMNS);
    let mut force = vec![DVec3::ZERO; positions.len()];
    let mut best = [f64::INFINITY; COLUMNS.len()];
    for round in 0..set.points as u32 {
        let mut row = [0.0; COLUMNS.len()];
        for (k, (elements, evaluate)) in all.iter_mut().enumerate() {
            let start = (bench.clock)();
            for _ in 0..set.repeats as u32 {
                evaluate(black_box(&positions), &mut force);
            }
            black_box(&force);
            row[k] = ((bench.clock)() - start) * 1e6 / (set.repeats * *elements as f64);
            best[k] = best[k].min(row[k]);
            force.fill(DVec3::ZERO);
        }
        outcome.row(&row);
        (bench.progress)(f64::from(round + 1) / set.points);
    }
    outcome.figure("hinges", hinges);
    outcome.figure("triangles", triangles);
    for (name, best) in COLUMNS.iter().zip(best) {
        outcome.figure(name, best);
    }
    // Of whole evaluations: a mesh has half as many hinges again as triangles.
    let whole = |k: usize| best[k] * all[k].0 as f64;
    let times_bridson = |k: usize| if whole(BRIDSON) > 0.0 { whole(k) / whole(BRIDSON) } else { 0.0 };
    outcome.figure("hinge_times_bridson", times_bridson(HINGE));
    outcome.figure("tensor_times_bridson", times_bridson(TENSOR));
    Ok(outcome)
}

/// Forces and blocks, as an iteration of the solver has them.
fn whole(scratch: &mut bending::Scratch, model: &Model, positions: &[DVec3], system: &mut System) {
    system.clear();
    scratch.add(model, positions, 1.0, system);
}

/// The piece, flat, of squares halved alike.
fn piece([columns, rows]: [u32; 2], bending: Bending) -> Model {
    let fabric = Fabric { bending, ..hanging_square::fabric() };
    let mut cut = hanging_square::cut(2, fabric, hanging_square::steps("accurate"));
    let sheet = &mut cut.sheets[0];
    let at = |i: u32, j: u32| SIZE * DVec2::new(f64::from(i) / f64::from(columns), f64::from(j) / f64::from(rows));
    sheet.points = (0..=columns).flat_map(|i| (0..=rows).map(move |j| at(i, j))).collect();
    sheet.drawing.clone_from(&sheet.points);
    sheet.start = sheet.points.iter().map(|p| DVec3::new(p.x, 0.0, p.y)).collect();
    let index = |i: u32, j: u32| i * (rows + 1) + j;
    let cell = |i: u32, j: u32| {
        let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    sheet.triangles = (0..columns).flat_map(|i| (0..rows).flat_map(move |j| cell(i, j))).collect();
    cut.pins.clear();
    Model::new(&cut, Joined::Sewn)
}

/// The piece hanging over its held border, with ripples.
fn hanging(model: &Model) -> Vec<DVec3> {
    let place = |p: &DVec3| {
        let turn = (8.0 * p.x).min(1.5);
        let over = sin(turn) / 8.0;
        DVec3::new(over, 0.004 * sin(40.0 * p.z) - (p.x - over).max(0.0), p.z)
    };
    model.start.iter().map(place).collect()
}

/// Particles, weights and λ of each hinge of Volino's model, which are constant.
fn linear(model: &Model) -> Vec<([u32; 4], [f64; 4], f64)> {
    let weighted = |hinge: &HingeRest| {
        let [x0, x1, x2, x3] = hinge.particles.map(|p| model.start[p as usize]);
        let along = |x: DVec3| (x - x0).dot(x1 - x0) / (x1 - x0).length_squared();
        let foot = 0.5 * (along(x2) + along(x3));
        let stiffness = 4.0 * FABRIC[0] * hinge.length / (hinge.height * hinge.height * hinge.height);
        (hinge.particles, [foot - 1.0, -foot, 0.5, 0.5], stiffness)
    };
    model.hinges.iter().map(weighted).collect()
}

fn volino(hinges: &[([u32; 4], [f64; 4], f64)], positions: &[DVec3], force: &mut [DVec3]) {
    for (particles, weights, stiffness) in hinges {
        let mut sum = DVec3::ZERO;
        for (weight, particle) in weights.iter().zip(particles) {
            sum += *weight * positions[*particle as usize];
        }
        for (weight, particle) in weights.iter().zip(particles) {
            force[*particle as usize] -= *stiffness * *weight * sum;
        }
    }
}

fn bridson(hinges: &[HingeRest], stiffness: f64, positions: &[DVec3], force: &mut [DVec3]) {
    for hinge in hinges {
        // Written out like the engine's: `map` of arrays is not always inlined.
        let [a, b, c, d] = hinge.particles;
        let (x0, x1, x2, x3) =
            (positions[a as usize], positions[b as usize], positions[c as usize], positions[d as usize]);
        let edge = x1 - x0;
        let (left, right) = (edge.cross(x2 - x0), (x3 - x0).cross(edge));
        let squared = edge.length_squared();
        let length = squared.sqrt();
        let (l2, r2) = (left.length_squared(), right.length_squared());
        let (ll, rl) = (l2.sqrt(), r2.sqrt());
        let u2 = left * (length / l2);
        let u3 = right * (length / r2);
        let along = |x: DVec3| (x - x0).dot(edge) / squared;
        let (t2, t3) = (along(x2), along(x3));
        let sine = (0.5 * (1.0 - left.dot(right) / (ll * rl)).max(0.0)).sqrt();
        let sign = -left.cross(right).dot(edge).signum();
        let scale = 4.0 * stiffness * squared / (ll + rl) * sine * sign;
        let gradient = [u2 * (t2 - 1.0) + u3 * (t3 - 1.0), -(u2 * t2 + u3 * t3), u2, u3];
        for (gradient, particle) in gradient.into_iter().zip(hinge.particles) {
            force[particle as usize] -= scale * gradient;
        }
    }
}
