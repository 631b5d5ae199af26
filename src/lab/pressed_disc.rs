//! A disc pushed into cloth that is clamped on a circular frame (Volino 2009, §4.2 and fig. 10).
//!
//! ```text
//!   ▪───────▂▂▂───────▪  frame           Seen from the side. The cloth under the disc moves with it;
//!     ╲____┃disc┃____╱     ↓ d           the ring between disc and frame is what is simulated.
//! ```
//!
//! There is no closed form for it. The force that holds the disc is checked against the slope of the stored energy, which
//! is computed by other code, and refinement shows how far the mesh has a say.

use super::sample::{METRES_PER_MM, Ring};
use super::tester::Tester;
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::build_fabric;
use crate::forces::membrane::max_strain;
use crate::issue::{Issue, Issues};
use crate::solver::Effort;
use crate::{parameters, row::RowOf};
use glam::DVec3;

parameters! {
    /// A disc pushed into cloth on a circular frame.
    pub struct PressedDisc {
        /// Diameter of the frame.
        frame_mm: "mm" = 300.0, soft [100.0, 500.0], hard [10.0, 5000.0], source "Volino 2009, §4.2";
        /// Diameter of the disc.
        disc_mm: "mm" = 60.0, soft [10.0, 100.0], hard [1.0, 4000.0], source "Volino 2009, §4.2";
        /// Largest displacement of the disc.
        max_displacement_mm: "mm" = 40.0, soft [5.0, 80.0], hard [0.01, 2000.0], source "Volino 2009, fig. 10, about";
        /// Points of the curve; each starts from the one before.
        points: "count" = 20.0, soft [5.0, 50.0], hard [1.0, 1000.0], source "chosen";
        /// Triangles of the ring, about.
        triangles: "count" = 2500.0, soft [100.0, 5000.0], hard [50.0, 100000.0], source "as the tensile tester";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.pressed-disc",
    title: "Disc pressed into clamped cloth",
    help: "Cloth clamped on a circular frame is pushed by a disc in its middle; force against displacement.",
    parameters: PressedDisc::PARAMETERS,
    curves: &[],
    make: Experiment { choices: &[], lists: &[], columns: &["displacement_m", "force_n", "max_strain"], run },
};

/// Displacement for the slope of the energy, as a part of the whole.
const SLOPE: f64 = 1e-3;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = PressedDisc::from_values(&bench.settings.numbers);
    let (outer, inner) = (0.5 * set.frame_mm * METRES_PER_MM, 0.5 * set.disc_mm * METRES_PER_MM);
    if inner >= 0.95 * outer {
        let issue = Issue::new("lab.setting-range", "set disc_mm", "leaves no cloth between disc and frame");
        return Err(vec![issue.value(set.disc_mm).cure("Use a disc smaller than the frame.")]);
    }
    let ring = Ring { outer, inner, triangles: set.triangles };
    let middle = 0.5 * (outer + inner);
    // Corners of the two polygons lie on their circles, everything else between them.
    let on = |p: DVec3, radius: f64| (p.length() - radius).abs() < 1e-6 * radius;
    let mut tester = Tester::in_space(ring.model(build_fabric(bench.fabric)?)?, |p| on(p, outer) || on(p, inner));
    tester.effort = Effort { shift: 1e2, iterations: 300, ..Effort::default() };
    let pressed = |displacement: f64| move |p: DVec3| if p.length() < middle { p - displacement * DVec3::Z } else { p };
    let whole = set.max_displacement_mm * METRES_PER_MM;
    let mut outcome = Outcome::new(ROW.make.columns);
    for point in 1..=set.points as u32 {
        let displacement = whole * f64::from(point) / set.points;
        tester.drive(pressed(displacement));
        tester.settle();
        let force = tester.reaction(|p| if p.length() < middle { -DVec3::Z } else { DVec3::ZERO });
        outcome.row(&[displacement, force, max_strain(&tester.model, &tester.positions)]);
        bench.frame(&tester.positions);
        (bench.progress)(0.9 * f64::from(point) / set.points);
    }
    let last = outcome.rows[outcome.rows.len() - 1][1];
    let energies = [-SLOPE, SLOPE].map(|part| {
        tester.drive(pressed((1.0 + part) * whole));
        tester.settle();
        tester.statics.energy_at(&tester.model, &tester.positions)
    });
    let slope = (energies[1] - energies[0]) / (2.0 * SLOPE * whole);
    outcome.figure("force_max_n", last);
    outcome.figure("energy_slope_n", slope);
    outcome.figure("energy_slope_relative_error", (last / slope - 1.0).abs());
    outcome.effort(&tester.log);
    Ok(outcome)
}
