//! Recovery from very large deformation, with the whole Jacobian and with parts of it (Volino 2009, fig. 8).
//!
//! ```text
//!   ┏━━━━━┓        The border is held, stretched a little, so that there is one equilibrium: flat. Every inner particle
//!   ┃∿/\∿ ┃  →  ▭  is thrown to a random place within `scatter` of its own, and the relaxation has to find back.
//!   ┗━━━━━┛
//! ```
//!
//! Compared are the exact Jacobian (12), the one without compressive stresses, and stiffness alone, without the geometric
//! part. All three descend by the same line search; what differs is how many iterations they need, and whether they arrive.

use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::settings::IRREGULAR;
use super::tester::{Tester, same};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::build_fabric;
use crate::issue::Issues;
use crate::math::random::Random;
use crate::solver::{Effort, Tangent};
use crate::{parameters, row::RowOf};
use glam::DVec3;

parameters! {
    /// Cloth thrown out of all shape.
    pub struct LargeDeformation {
        /// Side of the square.
        size_mm: "mm" = 300.0, soft [100.0, 1000.0], hard [10.0, 5000.0], source "chosen";
        /// Stretch of the held border. Without any, flat cloth has no stiffness across its plane but that of bending.
        stretch: "1" = 0.02, soft [0.005, 0.1], hard [1e-4, 1.0], source "chosen";
        /// Largest scatter, over the side of the square; five are tried.
        max_scatter: "1" = 0.5, soft [0.05, 1.0], hard [1e-4, 10.0], source "chosen: half the cloth";
        /// Newton iterations after which a recovery has failed.
        most_iterations: "count" = 300.0, soft [50.0, 1000.0], hard [1.0, 10000.0], source "chosen";
        /// Triangles of the sample, about.
        triangles: "count" = 500.0, soft [100.0, 5000.0], hard [8.0, 100000.0], source "chosen";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.large-deformation",
    title: "Recovery from large deformation",
    help: "Cloth thrown out of all shape finds back with the exact Jacobian, with the positive one and with stiffness alone; iterations and success of each.",
    parameters: LargeDeformation::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[IRREGULAR],
        lists: &[],
        columns: &[
            "scatter_m",
            "exact_iterations",
            "exact_error_m",
            "positive_iterations",
            "positive_error_m",
            "truncated_iterations",
            "truncated_error_m",
        ],
        run,
    },
};

/// Amplitudes tried.
const TRIED: u32 = 5;
/// Distance from the flat shape that counts as recovered, m.
const RECOVERED: f64 = 1e-6;
/// Residual, relative, at which a recovery ends: the error is then below the limit by far.
const ACCURACY: f64 = 1e-8;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = LargeDeformation::from_values(&bench.settings.numbers);
    let size = set.size_mm * METRES_PER_MM;
    let irregular = bench.settings.is("irregular");
    let sample = Rectangle { length: size, width: size, triangles: set.triangles, irregular, turn: WEFT };
    let border = |p: DVec3| same(p.x, 0.0) || same(p.x, size) || same(p.y, 0.0) || same(p.y, size);
    let flat = |p: DVec3| (1.0 + set.stretch) * p;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut recovered = [true; 3];
    let mut triangles = 0;
    for tried in 1..=TRIED {
        let scatter = size * set.max_scatter * f64::from(tried) / f64::from(TRIED);
        let mut row = vec![scatter];
        for (index, tangent) in [Tangent::Exact, Tangent::Positive, Tangent::Truncated].into_iter().enumerate() {
            let mut tester = Tester::in_space(sample.model(build_fabric(bench.fabric)?)?, border);
            let mut random = Random::new(u64::from(tried));
            for i in 0..tester.positions.len() {
                let free = if tester.model.fixed[i] { 0.0 } else { scatter };
                let thrown = DVec3::new(random.signed(), random.signed(), random.signed());
                tester.positions[i] = flat(tester.model.start[i]) + free * thrown;
            }
            tester.effort = Effort { iterations: set.most_iterations as u32, accuracy: ACCURACY, shift: 1e3, tangent };
            let settled = tester.settle();
            let off = |i: usize| tester.positions[i].distance(flat(tester.model.start[i]));
            let error = (0..tester.positions.len()).map(off).fold(0.0, f64::max);
            recovered[index] &= settled.found() && error < RECOVERED;
            row.extend([f64::from(settled.iterations), error]);
            bench.frame(&tester.positions);
            triangles = tester.model.triangles.len();
        }
        outcome.row(&row);
        (bench.progress)(f64::from(tried) / f64::from(TRIED));
    }
    outcome.figure("exact_recovers", recovered[0]);
    outcome.figure("positive_recovers", recovered[1]);
    outcome.figure("truncated_recovers", recovered[2]);
    let most = |column: usize| outcome.rows.iter().map(|row| row[column]).fold(0.0, f64::max);
    let mosts = [most(1), most(3), most(5)];
    outcome.figure("exact_iterations_max", mosts[0]);
    outcome.figure("positive_iterations_max", mosts[1]);
    outcome.figure("truncated_iterations_max", mosts[2]);
    outcome.figure("triangles", triangles);
    Ok(outcome)
}
