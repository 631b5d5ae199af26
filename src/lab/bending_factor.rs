//! A strip under its own weight for several values of the linear bending stiffness factor β (Pabst 2008, §3.4 and fig. 4).
//!
//! β multiplies every moment, so that the strip of stiffness βB hangs as one of stiffness B whose lengths are
//! scaled by β^(1/3). The paper shows β = 2, 1.2, 1, 0.8 and 0.5 on 290 triangles.

use super::sample::{METRES_PER_MM, Rectangle, along};
use super::settings::{IRREGULAR, STRIP};
use super::strip::Overhang;
use super::{Bench, Experiment, Experiments, Outcome};
use crate::fabric::bending::BendingLaws;
use crate::issue::{Issue, Issues};
use crate::math::real::atan2;
use crate::row::{RowOf, Table};
use crate::{document::Fabric, parameters};
use glam::DVec2;

parameters! {
    /// A strip for several factors.
    pub struct BendingFactor {
        /// Length of the strip beyond the edge.
        length_mm: "mm" = 60.0, soft [20.0, 200.0], hard [1.0, 2000.0], source "three bending lengths of a cotton";
        /// Width of the strip.
        width_mm: "mm" = 30.0, soft [10.0, 200.0], hard [1.0, 2000.0], source "chosen";
        /// Triangles of the strip, about.
        triangles: "count" = 290.0, soft [100.0, 2000.0], hard [8.0, 100000.0], source "Pabst 2008, fig. 4";
    }
}

/// The factors of the paper's figure, in its order.
const FACTORS: [f64; 5] = [2.0, 1.2, 1.0, 0.8, 0.5];
/// The parameter of a law that is the factor.
const FACTOR: &str = "beta";

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.bending-factor",
    title: "Linear bending stiffness factor",
    help: "A strip under its own weight with its moments multiplied by 2, 1.2, 1, 0.8 and 0.5: where its tip hangs.",
    parameters: BendingFactor::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[STRIP, IRREGULAR],
        columns: &["beta", "tip_x_m", "tip_z_m", "tip_angle_deg"],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = BendingFactor::from_values(&bench.settings.numbers);
    let sample = Rectangle {
        length: set.length_mm * METRES_PER_MM,
        width: set.width_mm * METRES_PER_MM,
        triangles: set.triangles,
        irregular: bench.settings.is("irregular"),
        turn: along(bench.settings.word("direction")),
    };
    let given = factor(bench.fabric)?;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut log = None;
    for (k, beta) in FACTORS.into_iter().enumerate() {
        let mut fabric = bench.fabric.clone();
        fabric.bending.parameters.insert(FACTOR.to_owned(), beta * given);
        let strip = Overhang::new(sample, &fabric)?;
        let tip = strip.at(DVec2::new(sample.length, 0.5 * sample.width));
        outcome.row(&[beta, tip.x, tip.z, atan2(-tip.z, tip.x).to_degrees()]);
        bench.frame(&strip.tester.positions);
        (bench.progress)((k + 1) as f64 / FACTORS.len() as f64);
        log = Some(log.map_or(strip.tester.log.clone(), |log: super::tester::Log| log.joined(&strip.tester.log)));
    }
    let angles = outcome.column("tip_angle_deg");
    outcome.figure("angle_range_deg", angles[angles.len() - 1] - angles[0]);
    if let Some(log) = log {
        outcome.effort(&log);
    }
    Ok(outcome)
}

/// The factor that the fabric has, or that its law has none.
fn factor(fabric: &Fabric) -> Result<f64, Issues> {
    let row = BendingLaws::find(&fabric.bending.kind);
    let parameter = row.and_then(|row| row.parameters.iter().find(|parameter| parameter.id == FACTOR));
    let default = parameter.map(|parameter| parameter.default).ok_or_else(|| {
        let issue =
            Issue::new("lab.no-factor", "fabric.bending.kind", "this bending law has no linear stiffness factor");
        vec![issue.value(&fabric.bending.kind).cure("Use a fabric with \"bend.moment-curvature\".")]
    })?;
    Ok(fabric.bending.parameters.get(FACTOR).copied().unwrap_or(default))
}
