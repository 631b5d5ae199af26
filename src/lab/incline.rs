//! Cloth lying on an inclined plane (Wong 2013, fig. 3).
//!
//! ```text
//!   ╲▁▁▁▁          It sticks while tan α < μ_s, whatever its size and weight; above that it slides, pulled by
//!     ╲   ▁▁       g sin α and held back by μ(v) g cos α and the viscous stress.
//!      ╲ α
//! ```
//!
//! Distances are along the plane. The friction is that of the plane on the whole cloth, from the change of its momentum.

use super::friction::{MODEL, Moving, law, plane, steps, tilted};
use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Cut, Fabric, Settings, build_fabric};
use crate::issue::Issues;
use crate::math::real::atan2;
use crate::{Drape, parameters, row::RowOf};
use glam::DVec3;

parameters! {
    /// Cloth on an incline.
    pub struct Incline {
        /// Angle of the plane.
        angle_deg: "°" = 20.0, soft [0.0, 45.0], hard [0.0, 89.0], source "Wong 2013, fig. 3, by eye";
        /// Friction force over normal force in fast sliding.
        mu_c: "1" = 0.2, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, incline plane";
        /// The same at rest.
        mu_s: "1" = 0.3, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, incline plane";
        /// Stribeck speed.
        v_s_m_per_s: "m/s" = 0.4, soft [0.05, 2.0], hard [0.0001, 100.0], source "Wong 2013, table 1";
        /// Stribeck shape.
        delta_s: "1" = 0.2, soft [0.1, 1.0], hard [0.01, 1.0], source "Wong 2013, table 1";
        /// Viscous stress at 1 m/s.
        f_v_n_per_m2: "N/m²" = 0.24, soft [0.0, 2.0], hard [0.0, 10000.0], source "Wong 2013, table 1, card, on contacts of 2.5 cm²";
        /// Power of the speed in the viscous stress.
        delta_v: "1" = 1.0, soft [0.5, 2.0], hard [0.1, 4.0], source "Wong 2013, table 1, card";
        /// Side of the square.
        size_mm: "mm" = 200.0, soft [20.0, 1000.0], hard [5.0, 10000.0], source "chosen";
        /// Triangles of the sample, about.
        triangles: "count" = 200.0, soft [50.0, 5000.0], hard [8.0, 100000.0], source "chosen";
        /// Simulated time.
        seconds: "s" = 5.0, soft [0.5, 10.0], hard [0.01, 600.0], source "what creeps shows in five seconds";
        /// Length of a step.
        dt_ms: "ms" = 10.0, soft [0.5, 20.0], hard [0.01, 100.0], source "the page's step";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.incline",
    title: "Cloth on an incline",
    help: "A square of the fabric lies on an inclined plane, with the friction of the settings instead of its own: how far and how fast its middle slides down, and the friction that the plane exerts. It sticks if it moves less than a millimetre.",
    parameters: Incline::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[MODEL],
        columns: &["time_s", "distance_m", "speed_m_s", "friction_n"],
        run,
    },
};

/// Cloth that moves less than this sticks, m.
const STICKS: f64 = 1e-3;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Incline::from_values(&bench.settings.numbers);
    let friction = law(bench.settings.word("model"), &bench.settings.numbers)?;
    let stiction_deg = atan2(friction.stiction(), 1.0).to_degrees();
    let fabric = Fabric { friction, ..build_fabric(bench.fabric)? };
    let (size, thickness) = (set.size_mm * METRES_PER_MM, fabric.thickness);
    let sample = Rectangle { length: size, width: size, triangles: set.triangles, irregular: true, turn: WEFT };
    let settings = Settings { gravity: tilted(set.angle_deg), ..steps(set.dt_ms * 1e-3) };
    let mut drape = Drape::of_cut(Cut {
        sheets: vec![sample.sheet(|p| DVec3::new(p.x, thickness, -p.y))?],
        seams: Vec::new(),
        pins: Vec::new(),
        fabrics: vec![fabric].into(),
        bodies: vec![plane()].into(),
        settings,
    });
    let everything = 0..drape.model().particles();
    let start = Moving::of(&drape, everything.clone());
    let mut outcome = Outcome::new(ROW.make.columns);
    let (mut before, mut furthest) = (start, 0.0_f64);
    let count = (set.seconds / settings.step).round().max(1.0) as u32;
    for step in 1..=count {
        let report = drape.step();
        if let Some(issue) = report.halted {
            return Err(vec![issue]);
        }
        let now = Moving::of(&drape, everything.clone());
        let moved = now.centre - start.centre;
        let friction = -now.force_since(&before, settings.gravity, settings.step).x;
        outcome.row(&[report.simulated_s, moved.x, now.velocity.x, friction]);
        furthest = furthest.max(moved.length());
        before = now;
        bench.frame(&drape.state().positions);
        (bench.progress)(f64::from(step) / f64::from(count));
    }
    outcome.figure("sticks", furthest < STICKS);
    outcome.figure("distance_m", before.centre.x - start.centre.x);
    outcome.figure("speed_m_s", before.velocity.x);
    outcome.figure("stiction_angle_deg", stiction_deg);
    outcome.figure("mass_kg", start.mass);
    outcome.figure("triangles", drape.model().triangles.len());
    Ok(outcome)
}
