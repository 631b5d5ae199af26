//! The shear tester: one clamp moves along itself, their distance is kept (Volino 2009, §4.1 and fig. 13).
//!
//! ```text
//!        ┃────────────┃ ↑ d            ε_uu = d²/(2 l_u²), ε_uv = d/l_u                      (15)
//!    l_v ┃            ┃                f_v = l_v σ_uv + l_v σ_uu d/l_u                        (16)
//!        ┃────────────┃
//!             l_u
//! ```
//!
//! (16) is the force of uniform shear. A strip with free sides is not uniform: its corners carry no shear traction and are
//! pulled straight, so the tester itself measures less, by 0.2 % at E/G = 500 and by 10 % on an isotropic sheet. So law and
//! simulation are compared with the border driven affinely (see [`super::patch`]); the tester with its free sides is
//! measured beside it, and its end effect at three resolutions shows that it is the tester's and not the mesh's.

use super::patch::{Patch, relative};
use super::sample::{METRES_PER_MM, Rectangle, along};
use super::settings::{DIRECTION, IRREGULAR, OneOf};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::issue::Issues;
use crate::{parameters, row::RowOf};
use glam::DVec2;

parameters! {
    /// A strip between clamps, sheared.
    pub struct Shear {
        /// Distance of the clamps, across the shear.
        length_mm: "mm" = 50.0, soft [20.0, 300.0], hard [1.0, 5000.0], source "Kawabata 1987";
        /// Length of the clamps, along the shear.
        width_mm: "mm" = 200.0, soft [20.0, 300.0], hard [1.0, 5000.0], source "Kawabata 1987";
        /// Largest displacement of the clamp over the distance of the clamps.
        max_strain: "1" = 0.2, soft [0.01, 0.5], hard [1e-6, 5.0], source "Kawabata's 8° is 0.14";
        /// Points of the curve; each starts from the one before.
        points: "count" = 20.0, soft [5.0, 50.0], hard [1.0, 1000.0], source "chosen";
        /// Triangles of the sample, about.
        triangles: "count" = 2500.0, soft [100.0, 5000.0], hard [2.0, 100000.0], source "Volino 2009, §4.1";
    }
}

const BORDER: OneOf = OneOf {
    id: "border",
    words: &["driven", "clamped"],
    default: "driven",
    help: "Whether the whole border is moved affinely, as the law assumes, or only the clamps are, as in the tester.",
};

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.shear",
    title: "Shear tester",
    help: "One clamp moves along itself at constant distance; force against that of the law, and the tester's end effect.",
    parameters: Shear::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[DIRECTION, BORDER, IRREGULAR],
        lists: &[],
        columns: &["displacement_m", "force_n", "model_force_n"],
        run,
    },
};

/// Coarser samples whose end effect is reported beside that of the whole number of triangles.
const COARSER: [f64; 3] = [16.0, 4.0, 1.0];
/// Points on the way to the largest shear when only the last is wanted.
const FEW_POINTS: u32 = 5;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Shear::from_values(&bench.settings.numbers);
    let sample = Rectangle {
        length: set.length_mm * METRES_PER_MM,
        width: set.width_mm * METRES_PER_MM,
        triangles: set.triangles,
        irregular: bench.settings.is("irregular"),
        turn: along(bench.settings.word("direction")),
    };
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut patch = match bench.settings.word("border") {
        "clamped" => Patch::clamped(sample, bench.fabric)?,
        _ => Patch::new(sample, bench.fabric)?,
    };
    bench.mesh(&patch.tester.model.triangles);
    let mut worst = 0.0_f64;
    for point in 1..=set.points as u32 {
        let shear = set.max_strain * f64::from(point) / set.points;
        let forces = force(&mut patch, shear, sample.length);
        worst = worst.max(relative(forces));
        outcome.row(&[shear * sample.length, forces[0], forces[1]]);
        bench.frame(&patch.tester.positions);
        (bench.progress)(0.7 * f64::from(point) / set.points);
    }
    let (mut effects, mut counts) = (Vec::new(), Vec::new());
    for coarser in COARSER {
        let coarse = Rectangle { triangles: (sample.triangles / coarser).max(2.0), ..sample };
        let mut tester = Patch::clamped(coarse, bench.fabric)?;
        let steps = (1..=FEW_POINTS).map(|point| set.max_strain * f64::from(point) / f64::from(FEW_POINTS));
        let last = steps.map(|shear| force(&mut tester, shear, sample.length)).last().unwrap_or_default();
        effects.push(last[0] / last[1] - 1.0);
        counts.push(tester.tester.model.triangles.len() as f64);
        (bench.progress)(1.0 - 0.2 * (coarser - 1.0) / COARSER[0]);
    }
    outcome.figure("max_relative_error", worst);
    outcome.figure("end_effect_relative", effects[COARSER.len() - 1]);
    outcome.figure("end_effect_relative_by_resolution", effects);
    outcome.figure("end_effect_triangles", counts);
    outcome.effort(&patch.tester.log);
    Ok(outcome)
}

/// Force along the clamp at this shear: measured, and of the law.
fn force(patch: &mut Patch, shear: f64, length: f64) -> [f64; 2] {
    let axes = [DVec2::new(1.0, shear), DVec2::Y];
    patch.deform(axes);
    patch.force(axes, [DVec2::Y / length, DVec2::ZERO])
}
