//! The strip tester: a sample between two clamps, pulled apart (Volino 2009, §4.1 and fig. 13; Kawabata's 5 × 20 cm).
//!
//! ```text
//!   clamp ┃────────────┃ clamp → d       f = l_v σ(ε)(1 + d/l_u),  ε = d/l_u + d²/(2 l_u²)   (15)(16)
//!     l_v ┃            ┃
//!         ┃────────────┃ sides free
//!              l_u
//! ```
//!
//! A law without cross terms keeps its width and the strip is uniform: simulation and model agree to rounding. With
//! transverse contraction the clamps hold the ends wide and the middle narrows; the model (no strain across) is then an
//! upper bound, and the difference is the tester's own end effect.

use super::patch::{Patch, relative};
use super::sample::{METRES_PER_MM, Rectangle, along};
use super::settings::{DIRECTION, IRREGULAR};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::issue::Issues;
use crate::{parameters, row::RowOf};
use glam::DVec2;

parameters! {
    /// A strip between clamps.
    pub struct Tensile {
        /// Distance of the clamps, along the pull.
        length_mm: "mm" = 50.0, soft [20.0, 300.0], hard [1.0, 5000.0], source "Kawabata 1987";
        /// Length of the clamps, across the pull.
        width_mm: "mm" = 200.0, soft [20.0, 300.0], hard [1.0, 5000.0], source "Kawabata 1987";
        /// Largest elongation over length.
        max_strain: "1" = 0.2, soft [0.01, 0.5], hard [1e-6, 5.0], source "beyond any woven cloth";
        /// Points of the curve; each starts from the one before. Fewer than one per 5 % of elongation cost more iterations each.
        points: "count" = 20.0, soft [5.0, 50.0], hard [1.0, 1000.0], source "chosen";
        /// Triangles of the sample, about.
        triangles: "count" = 2500.0, soft [100.0, 5000.0], hard [2.0, 100000.0], source "Volino 2009, §4.1";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.tensile",
    title: "Tensile tester",
    help: "A strip between two clamps is pulled along weft or warp; force at the clamp against that of the law.",
    parameters: Tensile::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[DIRECTION, IRREGULAR],
        lists: &[],
        columns: &["displacement_m", "force_n", "model_force_n"],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Tensile::from_values(&bench.settings.numbers);
    let sample = Rectangle {
        length: set.length_mm * METRES_PER_MM,
        width: set.width_mm * METRES_PER_MM,
        triangles: set.triangles,
        irregular: bench.settings.is("irregular"),
        turn: along(bench.settings.word("direction")),
    };
    let mut patch = Patch::clamped(sample, bench.fabric)?;
    bench.mesh(&patch.tester.model.triangles);
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut worst = 0.0_f64;
    for point in 1..=set.points as u32 {
        let elongation = set.max_strain * f64::from(point) / set.points;
        let displacement = elongation * sample.length;
        let axes = [DVec2::new(1.0 + elongation, 0.0), DVec2::Y];
        patch.deform(axes);
        let forces = patch.force(axes, [DVec2::X / sample.length, DVec2::ZERO]);
        worst = worst.max(relative(forces));
        outcome.row(&[displacement, forces[0], forces[1]]);
        bench.frame(&patch.tester.positions);
        (bench.progress)(f64::from(point) / set.points);
    }
    outcome.figure("max_relative_error", worst);
    outcome.effort(&patch.tester.log);
    Ok(outcome)
}
