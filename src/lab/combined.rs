//! Elongation and shear together, the general tester of Volino 2009, fig. 13, as a patch test.
//!
//! ```text
//!        ┃────────────┃ ↑ d_v          ε_uu = d_u/l_u + (d_u² + d_v²)/(2 l_u²), ε_uv = d_v/l_u     (15)
//!    l_v ┃            ┃ → d_u          f_u = l_v σ_uu (1 + d_u/l_u), f_v = l_v (σ_uv + σ_uu d_v/l_u) (16)
//!        ┃────────────┃
//!             l_u
//! ```

use super::patch::{Patch, relative};
use super::sample::{METRES_PER_MM, Rectangle, along};
use super::settings::{DIRECTION, IRREGULAR};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::issue::Issues;
use crate::{parameters, row::RowOf};
use glam::DVec2;

parameters! {
    /// Elongation and shear together.
    pub struct Combined {
        /// Distance of the clamps, along the pull.
        length_mm: "mm" = 50.0, soft [20.0, 300.0], hard [1.0, 5000.0], source "Kawabata 1987";
        /// Length of the clamps, across the pull.
        width_mm: "mm" = 200.0, soft [20.0, 300.0], hard [1.0, 5000.0], source "Kawabata 1987";
        /// Largest elongation over length.
        max_strain: "1" = 0.2, soft [0.01, 0.5], hard [0.0, 5.0], source "beyond any woven cloth";
        /// Largest displacement of the clamp along itself, over length.
        max_shear: "1" = 0.2, soft [0.01, 0.5], hard [0.0, 5.0], source "beyond Kawabata's 8°";
        /// Points of the curve; both displacements grow together.
        points: "count" = 20.0, soft [5.0, 50.0], hard [1.0, 1000.0], source "chosen";
        /// Triangles of the sample, about.
        triangles: "count" = 2500.0, soft [100.0, 5000.0], hard [2.0, 100000.0], source "Volino 2009, §4.1";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.combined",
    title: "Elongation and shear together",
    help: "The border of a sample is stretched and sheared at once; both forces against those of the law.",
    parameters: Combined::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[DIRECTION, IRREGULAR],
        lists: &[],
        columns: &[
            "displacement_u_m",
            "displacement_v_m",
            "force_u_n",
            "force_v_n",
            "model_force_u_n",
            "model_force_v_n",
        ],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Combined::from_values(&bench.settings.numbers);
    let length = set.length_mm * METRES_PER_MM;
    let sample = Rectangle {
        length,
        width: set.width_mm * METRES_PER_MM,
        triangles: set.triangles,
        irregular: bench.settings.is("irregular"),
        turn: along(bench.settings.word("direction")),
    };
    let mut patch = Patch::new(sample, bench.fabric)?;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut worst = 0.0_f64;
    for point in 1..=set.points as u32 {
        let part = f64::from(point) / set.points;
        let (elongation, shear) = (set.max_strain * part, set.max_shear * part);
        let axes = [DVec2::new(1.0 + elongation, shear), DVec2::Y];
        patch.deform(axes);
        let u = patch.force(axes, [DVec2::X / length, DVec2::ZERO]);
        let v = patch.force(axes, [DVec2::Y / length, DVec2::ZERO]);
        worst = worst.max(relative(u)).max(relative(v));
        outcome.row(&[elongation * length, shear * length, u[0], v[0], u[1], v[1]]);
        bench.frame(&patch.tester.positions);
        (bench.progress)(part);
    }
    outcome.figure("max_relative_error", worst);
    outcome.effort(&patch.tester.log);
    Ok(outcome)
}
