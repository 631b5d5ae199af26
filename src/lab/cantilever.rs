//! The cantilever: a strip held out over an edge bends under its own weight (Peirce 1930; Pabst 2008, §4.1 and §5.1).
//!
//! ```text
//!   ▓▓▓▓▓____ s            its line is the heavy elastica  d/ds M(dψ/ds) = −ρg (L − s) cos ψ,  ψ(0) = 0,  dψ/ds(L) = 0
//!   ▓▓▓▓▓    ╲___
//!   edge ╲       ╲         the ACPM200 pushes the strip out until its front meets a plane of 17 rays,
//!     41.5°╲      │        41.5° below the edge
//! ```
//!
//! x and z are horizontal and vertical from the edge of the clamp. With `barrier` the overhang is searched at which the
//! middle of the front meets the plane; Peirce's c = L/2 at this angle gives the bending length, and ρg c³ the
//! stiffness that a tester would print. Each ray's length is that of the front at its place across the width.
//! `seam` sews the strip ([`super::sewn`]): along it the rays differ, across it the line has a stiff place (Pabst 2008, fig. 7).

use super::sample::{METRES_PER_MM, Rectangle, along};
use super::settings::{IRREGULAR, STRIP};
use super::sewn::{SEAM, WEAVE, Wanted};
use super::strip::{Overhang, Place};
use super::tester::GRAVITY;
use super::{Bench, Experiment, Experiments, OneOf, Outcome};
use crate::issue::Issues;
use crate::math::real::atan2;
use crate::{parameters, row::RowOf};
use glam::DVec2;

parameters! {
    /// A strip that bends under its own weight.
    pub struct Cantilever {
        /// Length of the strip beyond the edge.
        length_mm: "mm" = 80.0, soft [20.0, 200.0], hard [1.0, 2000.0], source "three to four bending lengths of a cotton";
        /// Width of the strip.
        width_mm: "mm" = 25.0, soft [10.0, 200.0], hard [1.0, 2000.0], source "ASTM D1388";
        /// Triangles of the strip, about. Their height at most a sixth of the bending length, or the line is too straight.
        triangles: "count" = 800.0, soft [100.0, 5000.0], hard [8.0, 100000.0], source "triangles of 2.4 mm";
        /// Distance of a seam across the strip from the edge.
        seam_at_mm: "mm" = 20.0, soft [0.0, 100.0], hard [0.0, 2000.0], source "chosen: where the default strip bends most";
        /// Width of the strip in which the seam's layers lie on each other: its weight.
        seam_width_mm: "mm" = 10.0, soft [0.0, 30.0], hard [0.0, 200.0], source "a usual seam allowance";
    }
}

/// Rays of the light barrier.
const RAYS: u32 = 17;
/// Its angle below the horizontal, rad.
const BARRIER: f64 = 41.5 * std::f64::consts::PI / 180.0;
/// The angle at which the overhang counts as found, rad.
const MET: f64 = 1e-4;

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.cantilever",
    title: "Cantilever",
    help: "A strip is held out over an edge and bends under its own weight; its mid-line, and the overhang at which its front meets a light barrier.",
    parameters: Cantilever::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[
            STRIP,
            IRREGULAR,
            SEAM,
            WEAVE,
            OneOf {
                id: "barrier",
                words: &["true", "false"],
                default: "false",
                help: "Whether to search the overhang at which the front meets the light barrier 41.5° below the edge.",
            },
        ],
        columns: &["s_m", "x_m", "z_m"],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Cantilever::from_values(&bench.settings.numbers);
    let sample = Rectangle {
        length: set.length_mm * METRES_PER_MM,
        width: set.width_mm * METRES_PER_MM,
        triangles: set.triangles,
        irregular: bench.settings.is("irregular"),
        turn: along(bench.settings.word("direction")),
    };
    let wanted = Wanted {
        words: [SEAM.id, WEAVE.id].map(|id| bench.settings.word(id)),
        at: set.seam_at_mm * METRES_PER_MM,
        width_mm: set.seam_width_mm,
    };
    let strip = Overhang::sewn(sample, bench.fabric, wanted.on(&sample)?.as_ref())?;
    (bench.progress)(0.5);
    bench.mesh(&strip.tester.model.triangles);
    bench.frame(&strip.tester.positions);
    let mut outcome = Outcome::new(ROW.make.columns);
    let line = strip.line(0.5);
    for Place { s, at } in &line {
        outcome.row(&[*s, at.x, at.z]);
    }
    let tip = line[line.len() - 1].at;
    outcome.figure("tip_x_m", tip.x);
    outcome.figure("tip_z_m", tip.z);
    if bench.settings.is("barrier") {
        barrier(bench, (sample, wanted), strip, &mut outcome)?;
    } else {
        outcome.effort(&strip.tester.log);
    }
    (bench.progress)(1.0);
    Ok(outcome)
}

/// Angle of the front below the horizontal, seen from the edge, at a part of the width.
fn front(strip: &Overhang, sample: &Rectangle, across: f64) -> f64 {
    let tip = strip.at(DVec2::new(sample.length, across * sample.width));
    atan2(-tip.z, tip.x)
}

/// Searches the overhang at which the middle of the front meets the barrier.
fn barrier(
    bench: &mut Bench<'_>,
    (mut sample, seam): (Rectangle, Wanted),
    mut strip: Overhang,
    outcome: &mut Outcome,
) -> Result<(), Issues> {
    let mut log = strip.tester.log.clone();
    let mut angle = front(&strip, &sample, 0.5);
    // The angle grows with the length; for short overhangs as its cube.
    let mut grown = 2.0 * angle / sample.length;
    let (finest, area) = (sample.triangles, sample.length);
    for round in 1..=8_u32 {
        if (angle - BARRIER).abs() < MET {
            break;
        }
        let (length, before) = (sample.length, angle);
        let next = length + (BARRIER - angle) / grown;
        sample.length = next.clamp(0.5 * length, 1.6 * length);
        // Triangles of the same size.
        sample.triangles = finest * sample.length / area;
        strip = Overhang::sewn(sample, bench.fabric, seam.on(&sample)?.as_ref())?;
        log = log.joined(&strip.tester.log);
        angle = front(&strip, &sample, 0.5);
        grown = (angle - before) / (sample.length - length);
        (bench.progress)(0.5 + 0.06 * f64::from(round));
    }
    let density = strip.tester.weight() / (GRAVITY * strip.tester.model.rest.iter().map(|rest| rest.area).sum::<f64>());
    let bending_length = 0.5 * sample.length;
    let ray = |k: u32| {
        let across = (f64::from(k) + 0.5) / f64::from(RAYS);
        sample.length + (BARRIER - front(&strip, &sample, across)) / grown
    };
    outcome.figure("barrier_length_m", sample.length);
    outcome.figure("barrier_angle_deg", angle.to_degrees());
    outcome.figure("bending_length_m", bending_length);
    outcome.figure("peirce_stiffness_un_m", density * GRAVITY * bending_length * bending_length * bending_length * 1e6);
    outcome.figure("ray_lengths_m", (0..RAYS).map(ray).collect::<Vec<f64>>());
    outcome.effort(&log);
    Ok(())
}
