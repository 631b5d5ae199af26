//! A garment through a motion of its wearer: what stays in the cloth when the body is back where it was (Miguel 2013, figs. 14
//! and 15).
//!
//! ```text
//!   dressed, at rest ──► transition ──► motion, whole cycles ──► transition ──► the same pose ──► at rest
//!        "before"                                                                                 "after"
//! ```
//!
//! Drafting, dressing and draping are those of the page. Before and after the body stands alike, so that whatever differs in the
//! cloth is what it remembers: of strain, where it was stretched, and of curvature, its wrinkles. Contact friction
//! remembers too, and does so for both: the same garment without internal friction goes through the same motion beside it.

use super::wrinkles::{Wrinkles, kinetic_energy, smooth};
use super::{Bench, Experiment, Experiments, OneOf, Outcome};
use crate::Drape;
use crate::body::{Assets, mannequin};
use crate::document::{Document, Fabric};
use crate::forces::membrane::Frame;
use crate::garment::{figure, garment, made_to_measure};
use crate::issue::{Issue, Issues};
use crate::parameters;
use crate::row::{RowOf, Values};
use glam::DVec3;

parameters! {
    /// A garment that is worn.
    pub struct Worn {
        /// Time to put it on and let it hang.
        dressing_s: "s" = 3.0, soft [2.0, 6.0], hard [0.01, 60.0], source "chosen: sewn after 1.5 s, calm a second later";
        /// How often the motion is made.
        cycles: "count" = 1.0, soft [1.0, 5.0], hard [1.0, 100.0], source "Miguel 2013, fig. 14: the knee is lifted and lowered";
        /// Time for which the body stands afterwards.
        seconds: "s" = 1.5, soft [0.5, 5.0], hard [0.01, 60.0], source "chosen: folds have settled";
        /// Side of its triangles.
        mesh_mm: "mm" = 20.0, soft [8.0, 40.0], hard [4.0, 60.0], source "the page's own size";
        /// Length of a step.
        dt_ms: "ms" = 10.0, soft [2.0, 20.0], hard [0.1, 50.0], source "the page's step";
    }
}

/// The motions of the paper's characters.
const MOTION: OneOf = OneOf {
    id: "motion",
    words: &["knee-lift", "jumping-jack", "squat"],
    default: "knee-lift",
    help: "What the wearer does.",
};

const GARMENT: OneOf = OneOf {
    id: "garment",
    words: &["trousers", "t-shirt"],
    default: "trousers",
    help: "What is worn, made to measure.",
};

const SIZE: OneOf = OneOf {
    id: "size",
    words: &["woman-88", "man-50-176"],
    default: "woman-88",
    help: "Who wears it, of the size tables.",
};

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.worn",
    title: "Worn through a motion",
    help: "A garment is made to measure, put on a mannequin and worn through a motion and back to the pose before it, with the fabric's internal friction and without: the strain and the wrinkles that stay, how calm it is, crossings and depth in the body.",
    parameters: Worn::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[GARMENT, MOTION, SIZE],
        lists: &[],
        columns: &[
            "time_s",
            "kinetic_mj",
            "strain_change",
            "curvature_change_per_m",
            "smooth_kinetic_mj",
            "smooth_strain_change",
            "smooth_curvature_change_per_m",
        ],
        run,
    },
};

/// How often crossings and depth are judged while the body moves, s: exactly, which takes longer than a step.
const JUDGED: f64 = 0.25;
const TRANSITION: f64 = 1.5;

/// What became of one garment since it hung at rest.
#[derive(Debug, Default)]
struct Course {
    /// Time, kinetic energy in mJ, RMS change of strain, RMS change of curvature in 1/m; of each step.
    rows: Vec<[f64; 4]>,
    /// Mean kinetic energy in the last half second, mJ.
    calm: f64,
    /// Most crossings and deepest place in the body, m, at any time that was judged.
    crossings: usize,
    depth: f64,
    triangles: usize,
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Worn::from_values(&bench.settings.numbers);
    let (number, period) = mannequin::motion(bench.settings.word("motion")).expect("the words are rows of the table");
    let moving = period * set.cycles.round();
    let document = dressed(bench, &set, number, moving)?;
    let with = worn(bench, &set, moving, (&document, bench.fabric.clone(), 0.0))?;
    let without = worn(bench, &set, moving, (&document, smooth(bench.fabric), 0.5))?;
    let mut outcome = Outcome::new(ROW.make.columns);
    for (row, smooth) in with.rows.iter().zip(&without.rows) {
        outcome.row(&[row[0], row[1], row[2], row[3], smooth[1], smooth[2], smooth[3]]);
    }
    let left = |of: &Course, k: usize| of.rows.last().map_or(0.0, |row| row[k]);
    outcome.figure("strain_left", left(&with, 2));
    outcome.figure("smooth_strain_left", left(&without, 2));
    outcome.figure("curvature_left_per_m", left(&with, 3));
    outcome.figure("smooth_curvature_left_per_m", left(&without, 3));
    outcome.figure("kinetic_after_mj", with.calm);
    outcome.figure("smooth_kinetic_after_mj", without.calm);
    outcome.figure("triangles", with.triangles);
    outcome.figure("crossings", with.crossings);
    outcome.figure("smooth_crossings", without.crossings);
    outcome.figure("body_penetration_max_m", with.depth);
    outcome.figure("smooth_body_penetration_max_m", without.depth);
    Ok(outcome)
}

/// The garment on a figure that will move, in the experiment's fabric.
fn dressed(bench: &Bench<'_>, set: &Worn, motion: usize, moving: f64) -> Result<Document, Issues> {
    let one = |issue: Issue| vec![issue];
    let row = garment(&format!("garment.{}", bench.settings.word("garment")), "set garment").map_err(one)?;
    let body = figure(bench.settings.word("size"), "set size").map_err(one)?;
    let mut document = made_to_measure(row, &Values::new(), body, Assets::built_in())?;
    let numbers = &mut document.bodies[0].shape.parameters;
    let settings =
        [("motion", motion as f64), ("dressing_s", set.dressing_s), ("transition_s", TRANSITION), ("until_s", moving)];
    numbers.extend(settings.map(|(id, value)| (id.to_owned(), value)));
    document.panels.iter_mut().for_each(|panel| panel.mesh.size_mm = set.mesh_mm);
    document.simulation.step_ms = set.dt_ms;
    Ok(document)
}

/// Wears the garment of a fabric; the last number is the part of the whole work that was done before.
fn worn(
    bench: &mut Bench<'_>,
    set: &Worn,
    moving: f64,
    (document, fabric, done): (&Document, Fabric, f64),
) -> Result<Course, Issues> {
    let mut document = document.clone();
    document.fabrics[0] = Fabric { id: document.fabrics[0].id.clone(), ..fabric };
    let mut drape = Drape::with_assets(&document, Assets::built_in())?;
    let end = set.dressing_s + moving + TRANSITION + set.seconds;
    let step = |drape: &mut Drape| drape.step().halted.map_or(Ok(()), |issue| Err(vec![issue]));
    while drape.state().time < set.dressing_s - 1e-9 {
        step(&mut drape)?;
        (bench.progress)(done + 0.5 * drape.state().time / end);
    }
    if !drape.is_sewn() {
        let issue = Issue::new("lab.not-sewn", "set dressing_s", "the seams have not closed when the motion begins");
        return Err(vec![issue.value(set.dressing_s).cure("Leave more time.")]);
    }
    bench.mesh(&drape.model().triangles);
    let before = Before::new(&drape);
    let mut course = Course { triangles: drape.model().triangles.len(), ..Course::default() };
    let mut judged = f64::NEG_INFINITY;
    let mut last = Vec::new();
    while drape.state().time < end - 1e-9 {
        step(&mut drape)?;
        let time = drape.state().time;
        let kinetic = 1e3 * kinetic_energy(&drape);
        course.rows.push([time, kinetic, before.strain(&drape), before.wrinkles.rms_curvature(&drape)]);
        if time > end - 0.5 {
            last.push(kinetic);
        }
        if time >= judged + JUDGED || time >= end - 1e-9 {
            judged = time;
            let report = drape.report();
            course.crossings = course.crossings.max(report.self_intersections);
            course.depth = course.depth.max(1e-3 * report.body_penetration_max_mm);
        }
        bench.frame(&drape.state().positions);
        (bench.progress)(done + 0.5 * time / end);
    }
    course.calm = last.iter().sum::<f64>() / last.len().max(1) as f64;
    Ok(course)
}

/// The garment as it hung before the motion.
struct Before {
    strains: Vec<DVec3>,
    wrinkles: Wrinkles,
}

impl Before {
    fn new(drape: &Drape) -> Self {
        let positions = &drape.state().positions;
        Before { strains: strains(drape, positions), wrinkles: Wrinkles::since(drape.model(), positions) }
    }

    /// Root of the mean square, by area, of how the strain tensor has changed.
    fn strain(&self, drape: &Drape) -> f64 {
        let (mut sum, mut area) = (0.0, 0.0);
        let now = strains(drape, &drape.state().positions);
        for ((now, then), rest) in now.iter().zip(&self.strains).zip(&drape.model().rest) {
            let by = *now - *then;
            // The tensor's shear component is half of ε_uv, and stands twice in it.
            sum += rest.area * (by.x * by.x + by.y * by.y + 0.5 * by.z * by.z);
            area += rest.area;
        }
        (sum / area).sqrt()
    }
}

fn strains(drape: &Drape, positions: &[DVec3]) -> Vec<DVec3> {
    let model = drape.model();
    let strain =
        |(corners, rest): (&[u32; 3], _)| Frame::new(rest, corners.map(|p| positions[p as usize])).strain().vector();
    model.triangles.iter().zip(&model.rest).map(strain).collect()
}
