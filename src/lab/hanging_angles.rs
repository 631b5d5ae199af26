//! A square cut at several angles to the threads, hanging by an edge or a corner under its own weight (Volino 2009, fig. 4).
//!
//! ```text
//!   ▀▀▀▀▀▀▀   held          Small strains, hanging by the edge: the tension at height s above the lower edge is
//!   │╲ weft │               ρ g s per width, so the lower edge sinks by ρ g L²/(2 E(θ)), 1/E(θ) = aᵀC⁻¹a with
//!   │  ╲    │  ↓ g          a = (sin²θ, cos²θ, sinθ cosθ), θ the angle of the warp to the vertical.
//!   └───────┘
//! ```
//!
//! Cloth with a soft shear mode hangs longest on the bias, and sideways where it is cut at other angles. The estimate holds
//! for little strain and a sheet free to contract and to shear; the held edge makes the square sink less. By a corner the
//! estimate is that of stiff cloth whose diagonal hangs straight, (√2 − 1) L.

use super::sample::{METRES_PER_MM, Rectangle};
use super::settings::{IRREGULAR, OneOf};
use super::tester::{GRAVITY, Log, Tester, same};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::build_fabric;
use crate::fabric::membrane::{MembraneLaw, Strain};
use crate::forces::membrane::max_strain;
use crate::issue::Issues;
use crate::math::real::{cos, sin};
use crate::solver::Effort;
use crate::{parameters, row::RowOf};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

parameters! {
    /// A square hanging by an edge or a corner.
    pub struct HangingAngles {
        /// Side of the square.
        size_mm: "mm" = 1000.0, soft [100.0, 2000.0], hard [10.0, 10000.0], source "Volino 2009, fig. 4: a large square";
        /// Angles tried, evenly from 0° (warp vertical) to 90° (weft vertical).
        angles: "count" = 5.0, soft [2.0, 10.0], hard [2.0, 100.0], source "every 22.5°";
        /// Weight of the cloth as a multiple of its own; more shows the difference more clearly.
        load: "1" = 1.0, soft [1.0, 20.0], hard [0.01, 1000.0], source "its own weight";
        /// Triangles of the sample, about.
        triangles: "count" = 1000.0, soft [100.0, 5000.0], hard [8.0, 100000.0], source "chosen";
    }
}

const HELD: OneOf = OneOf {
    id: "held",
    words: &["edge", "corner"],
    default: "edge",
    help: "Whether the square hangs by its upper edge or by one corner of it.",
};

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.hanging-angles",
    title: "Hanging squares cut at angles",
    help: "A square cut at several angles to the threads hangs under its own weight; how far it sinks, how far it moves sideways, how much it strains.",
    parameters: HangingAngles::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[HELD, IRREGULAR],
        lists: &[],
        columns: &["angle_deg", "sag_m", "estimated_sag_m", "sideways_m", "out_of_plane_m", "max_strain", "reaction_n"],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = HangingAngles::from_values(&bench.settings.numbers);
    let size = set.size_mm * METRES_PER_MM;
    let by_edge = bench.settings.word("held") == "edge";
    let law = build_fabric(bench.fabric)?;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut log: Option<Log> = None;
    let mut weight = 0.0;
    for index in 0..set.angles as u32 {
        let angle = 90.0 * f64::from(index) / (set.angles - 1.0);
        let turn = DVec2::new(cos(angle * PI / 180.0), sin(angle * PI / 180.0));
        let irregular = bench.settings.is("irregular");
        let sample = Rectangle { length: size, width: size, triangles: set.triangles, irregular, turn };
        let held = |p: DVec3| same(p.y, size) && (by_edge || same(p.x, 0.0));
        let mut tester = Tester::in_space(sample.model(build_fabric(bench.fabric)?)?, held);
        tester.effort = Effort { shift: 1e3, iterations: 500, ..Effort::default() };
        tester.weigh(-set.load * DVec3::Y);
        tester.nudge(1e-3 * size);
        tester.settle();
        let lowest = tester.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let lower = || (0..tester.positions.len()).filter(|i| same(tester.model.start[*i].y, 0.0));
        let sideways =
            lower().map(|i| tester.positions[i].x - tester.model.start[i].x).sum::<f64>() / lower().count() as f64;
        let depth = tester.positions.iter().map(|p| p.z.abs()).fold(0.0, f64::max);
        let estimate = match by_edge {
            true => estimate(law.membrane.as_ref(), turn, set.load * law.density * GRAVITY, size),
            false => (2.0_f64.sqrt() - 1.0) * size,
        };
        let strain = max_strain(&tester.model, &tester.positions);
        let reaction = tester.reaction(|_| DVec3::Y);
        outcome.row(&[angle, -lowest, estimate, sideways, depth, strain, reaction]);
        weight = set.load * tester.weight();
        bench.frame(&tester.positions);
        (bench.progress)(f64::from(index + 1) / set.angles);
        log = Some(log.map_or(tester.log.clone(), |log| log.joined(&tester.log)));
    }
    let worst = outcome.rows.iter().map(|row| (row[6] / weight - 1.0).abs()).fold(0.0, f64::max);
    outcome.figure("weight_n", weight);
    outcome.figure("reaction_relative_error", worst);
    if let Some(log) = log {
        outcome.effort(&log);
    }
    Ok(outcome)
}

/// How far the lower edge of a sheet sinks that is free to contract and shear, for small strains.
fn estimate(law: &dyn MembraneLaw, turn: DVec2, pressure: f64, length: f64) -> f64 {
    let compliance = law.respond(Strain::default()).tangent.inverse();
    // The vertical in thread axes is the sample's y turned: (−sin, cos).
    let along = DVec3::new(turn.y * turn.y, turn.x * turn.x, -turn.x * turn.y);
    0.5 * pressure * length * length * along.dot(compliance * along)
}
