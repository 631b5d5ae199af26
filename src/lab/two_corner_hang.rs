//! A square hanging by two corners, of the fabric and of its linearisation (Volino 2009, fig. 5).
//!
//! ```text
//!   ●╲_______╱●      The corners carry the whole weight. A linear law stretches there without bound
//!    │       │       ("superelastic"); one that stiffens spreads the strain over the cloth.
//!    └───────┘
//! ```
//!
//! The linear law is the fabric's tangent at rest. A fabric that is linear already gives the same twice.

use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::settings::IRREGULAR;
use super::tester::Tester;
use super::tester::same;
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Fabric, build_fabric};
use crate::fabric::membrane::{Linear, Strain};
use crate::forces::membrane::max_strain;
use crate::issue::Issues;
use crate::solver::Effort;
use crate::{parameters, row::RowOf};
use glam::DVec3;

parameters! {
    /// A square hanging by two corners.
    pub struct TwoCornerHang {
        /// Side of the square.
        size_mm: "mm" = 1000.0, soft [100.0, 2000.0], hard [10.0, 10000.0], source "Volino 2009, fig. 5: a large square";
        /// Distance of the held corners over the side. Below 1 the upper edge hangs in a curve and the cloth folds.
        span: "1" = 1.0, soft [0.5, 1.0], hard [0.1, 2.0], source "Volino 2009, fig. 5";
        /// Weight of the cloth as a multiple of its own.
        load: "1" = 1.0, soft [1.0, 20.0], hard [0.01, 1000.0], source "its own weight";
        /// Triangles of the sample, about.
        triangles: "count" = 1000.0, soft [100.0, 5000.0], hard [8.0, 100000.0], source "chosen";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.two-corner-hang",
    title: "Hanging by two corners",
    help: "A square hangs by two corners, of the fabric and of its linearisation at rest; share of the cloth against largest principal strain.",
    parameters: TwoCornerHang::PARAMETERS,
    curves: &[],
    make: Experiment { choices: &[IRREGULAR], lists: &[], columns: &["area_share", "strain", "linear_strain"], run },
};

/// Points of the distribution of strain over area.
const SHARES: usize = 100;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = TwoCornerHang::from_values(&bench.settings.numbers);
    let size = set.size_mm * METRES_PER_MM;
    let irregular = bench.settings.is("irregular");
    let sample = Rectangle { length: size, width: size, triangles: set.triangles, irregular, turn: WEFT };
    let stiffness = build_fabric(bench.fabric)?.membrane.respond(Strain::default()).tangent;
    let linear = Fabric { membrane: Box::new(Linear { stiffness }), ..build_fabric(bench.fabric)? };
    let mut hung = Vec::new();
    for fabric in [build_fabric(bench.fabric)?, linear] {
        let corner = |p: DVec3| same(p.y, size) && (same(p.x, 0.0) || same(p.x, size));
        let mut tester = Tester::in_space(sample.model(fabric)?, corner);
        tester.effort = Effort { shift: 1e3, iterations: 1000, ..Effort::default() };
        tester.weigh(-set.load * DVec3::Y);
        tester.positions.iter_mut().for_each(|p| p.x = 0.5 * size + set.span * (p.x - 0.5 * size));
        tester.nudge(1e-3 * size);
        tester.settle();
        bench.frame(&tester.positions);
        hung.push(tester);
        (bench.progress)(0.5 * hung.len() as f64);
    }
    let mut outcome = Outcome::new(ROW.make.columns);
    let spread: Vec<Vec<f64>> = hung.iter().map(distribution).collect();
    for (share, (own, linear)) in spread[0].iter().zip(&spread[1]).enumerate() {
        outcome.row(&[(share as f64 + 0.5) / SHARES as f64, *own, *linear]);
    }
    let sag = |tester: &Tester| -tester.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let largest = |tester: &Tester| max_strain(&tester.model, &tester.positions);
    outcome.figure("max_strain", largest(&hung[0]));
    outcome.figure("linear_max_strain", largest(&hung[1]));
    outcome.figure("sag_m", sag(&hung[0]));
    outcome.figure("linear_sag_m", sag(&hung[1]));
    let weight = set.load * hung[0].weight();
    outcome.figure("weight_n", weight);
    outcome.figure("reaction_relative_error", (hung[0].reaction(|_| DVec3::Y) / weight - 1.0).abs());
    outcome.effort(&hung[0].log.clone().joined(&hung[1].log));
    Ok(outcome)
}

/// Largest principal strain that this share of the area stays below, for shares from the least strained on.
fn distribution(tester: &Tester) -> Vec<f64> {
    let principal = tester.threads().map(|threads| {
        let e = threads.strain();
        let (mean, half) = (0.5 * (e.uu + e.vv), 0.5 * (e.uu - e.vv));
        mean + (half * half + 0.25 * e.uv * e.uv).sqrt()
    });
    let mut strains: Vec<(f64, f64)> = principal.zip(tester.model.rest.iter().map(|rest| rest.area)).collect();
    strains.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = strains.iter().map(|(_, area)| area).sum();
    let mut below = 0.0;
    let mut out = Vec::new();
    for (strain, area) in strains {
        below += area;
        while out.len() < SHARES && below >= total * (out.len() as f64 + 0.5) / SHARES as f64 * (1.0 - 1e-12) {
            out.push(strain);
        }
    }
    out
}
