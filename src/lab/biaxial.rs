//! The biaxial tester: a square pulled along weft and warp at once, both elongations in a given ratio.
//!
//! ```text
//!        ↑ d_v             f_u = l_v σ_uu (1 + d_u/l_u)
//!     ┌─────┐              f_v = l_u σ_vv (1 + d_v/l_v)
//!   ← │     │ → d_u
//!     └─────┘              with σ of (ε_uu, ε_vv) together: a cross term shows as more force than
//!        ↓                 one pull alone would need
//! ```

use super::affine::Affine;
use super::patch::{Patch, relative};
use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::settings::IRREGULAR;
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::build_fabric;
use crate::issue::Issues;
use crate::{parameters, row::RowOf};
use glam::DVec2;

parameters! {
    /// A square pulled along both threads.
    pub struct Biaxial {
        /// Side of the square.
        size_mm: "mm" = 200.0, soft [50.0, 300.0], hard [1.0, 5000.0], source "Kawabata's biaxial tester";
        /// Largest elongation along the weft, over length.
        max_strain: "1" = 0.2, soft [0.01, 0.5], hard [1e-6, 5.0], source "beyond any woven cloth";
        /// Elongation along the warp over that along the weft.
        ratio: "1" = 1.0, soft [0.0, 2.0], hard [0.0, 10.0], source "equal biaxial";
        /// Points of the curve; each starts from the one before.
        points: "count" = 20.0, soft [5.0, 50.0], hard [1.0, 1000.0], source "chosen";
        /// Triangles of the sample, about.
        triangles: "count" = 2500.0, soft [100.0, 5000.0], hard [2.0, 100000.0], source "as the tensile tester";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.biaxial",
    title: "Biaxial tester",
    help: "A square is pulled along weft and warp at once; both forces against those of the law, and how much one pull adds to the other.",
    parameters: Biaxial::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[IRREGULAR],
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
    let set = Biaxial::from_values(&bench.settings.numbers);
    let size = set.size_mm * METRES_PER_MM;
    let irregular = bench.settings.is("irregular");
    let sample = Rectangle { length: size, width: size, triangles: set.triangles, irregular, turn: WEFT };
    let mut patch = Patch::new(sample, bench.fabric)?;
    let law = build_fabric(bench.fabric)?.membrane;
    let alone = Affine { law: law.as_ref(), turn: WEFT, area: size * size };
    let mut outcome = Outcome::new(ROW.make.columns);
    let (mut worst, mut cross) = (0.0_f64, 0.0);
    for point in 1..=set.points as u32 {
        let part = f64::from(point) / set.points;
        let [weft, warp] = [set.max_strain * part, set.ratio * set.max_strain * part];
        let axes = [(1.0 + weft) * DVec2::X, (1.0 + warp) * DVec2::Y];
        let [along_weft, along_warp] = [[DVec2::X / size, DVec2::ZERO], [DVec2::ZERO, DVec2::Y / size]];
        patch.deform(axes);
        let (u, v) = (patch.force(axes, along_weft), patch.force(axes, along_warp));
        // Without any elongation along the warp its force is nothing but rounding.
        worst = worst.max(relative(u)).max(if v[1] == 0.0 { 0.0 } else { relative(v) });
        cross = u[0] / alone.force([axes[0], DVec2::Y], along_weft) - 1.0;
        outcome.row(&[weft * size, warp * size, u[0], v[0], u[1], v[1]]);
        bench.frame(&patch.tester.positions);
        (bench.progress)(part);
    }
    outcome.figure("max_relative_error", worst);
    outcome.figure("cross_force_relative", cross);
    outcome.effort(&patch.tester.log);
    Ok(outcome)
}
