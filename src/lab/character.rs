//! A garment through a motion of its wearer (Miguel 2013, figs. 14 and 15): what stays in the cloth when the body is back where it
//! was, and which folds last while it moves.
//!
//! ```text
//!   dressed, at rest ──► knee lift, squat or jumping jack ──► the same pose, at rest
//!       "before"            folds kept while moving              "after"
//! ```
//!
//! The garment is put on once, without internal friction. From that state it goes through the motion twice: without, and with the
//! fabric's own, whose stresses begin at zero. Before and after the body stands alike, so that what differs in the cloth is what
//! it remembers. Contact friction remembers too, in both runs alike: the difference between them is what counts. Friction keeps folds
//! while the body moves, and keeps the stretch that the motion has left: so that afterwards folds may be like those before more than
//! without friction, or less, by how much new shape came to stay.
//!
//! Which of the figures the paper shows depends on the motion: stretch that stays where a knee was lifted (14), folds that last while the
//! wearer jumps (15), folds that come to rest sooner after squats (its video).
//!
//! Most of the time goes into contact with a body that moves, which has no field of distances.

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
    pub struct Character {
        /// Time to put it on and let it hang.
        dressing_s: "s" = 2.0, soft [2.0, 6.0], hard [0.01, 60.0], source "chosen: sewn after 1.5 s, calm half a second later";
        /// Time until the wearer stops, from when it begins; 0 for whole cycles of the motion.
        seconds: "s" = 0.0, soft [0.0, 10.0], hard [0.0, 600.0], source "the motion's own";
        /// Time in which the wearer goes over into the motion, and back from it.
        transition_s: "s" = 0.8, soft [0.5, 2.0], hard [0.01, 60.0], source "chosen: below half a second cloth is torn along";
        /// Time for which the body stands afterwards.
        settle_s: "s" = 0.7, soft [0.5, 5.0], hard [0.01, 60.0], source "chosen: folds have settled";
        /// Side of its triangles.
        mesh_mm: "mm" = 30.0, soft [15.0, 60.0], hard [5.0, 100.0], source "chosen: with 60 mm a skirt has no folds to keep, and which of them stay is chance";
        /// Length of a step.
        dt_ms: "ms" = 10.0, soft [2.0, 20.0], hard [0.1, 50.0], source "the page's step";
    }
}

/// What the paper's characters do, and for how long: one knee, one squat, two jumping jacks, the first of which begins while it
/// goes over.
const TIMES: [(&str, f64); 3] = [("knee-lift", 1.6), ("squat", 4.0), ("jumping-jack", 2.6)];

const MOTION: OneOf = OneOf {
    id: "motion",
    words: &["knee-lift", "squat", "jumping-jack"],
    default: "knee-lift",
    help: "What the wearer does.",
};

const GARMENT: OneOf = OneOf {
    id: "garment",
    words: &["a-line-skirt", "trousers", "t-shirt"],
    default: "a-line-skirt",
    help: "What is worn, made to measure. The paper has trousers and a T-shirt, which take several times as long as a skirt.",
};

/// Crossings and depth are judged after every so many steps: a skin is asked seven times for each triangle, which takes as long as a step.
const JUDGED: usize = 5;

/// Who wears it: a row of the size tables.
const SIZE: &str = "woman-88";

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.character",
    title: "Worn through a motion",
    help: "A garment is made to measure, put on a mannequin and worn through a motion and back to the pose before it, without internal friction and with it: the stretch that stays, how much its folds are still those from before, while it moves and after.",
    parameters: Character::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[GARMENT, MOTION],
        lists: &[],
        columns: &[
            "time_s",
            "kinetic_mj",
            "strain_change",
            "folds_kept",
            "smooth_kinetic_mj",
            "smooth_strain_change",
            "smooth_folds_kept",
        ],
        run,
    },
};

/// What became of one garment since it hung at rest.
#[derive(Debug, Default)]
struct Course {
    /// Time, kinetic energy in mJ, RMS change of strain, likeness of curvature to that before; of each step.
    rows: Vec<[f64; 4]>,
    /// RMS change of curvature at the end, 1/m.
    creased: f64,
    /// Most crossings, of the steps that are judged.
    crossings: usize,
    /// Deepest place in a body, of the steps that are judged, mm.
    depth_mm: f64,
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Character::from_values(&bench.settings.numbers);
    let motion = bench.settings.word("motion");
    let (_, whole) = TIMES.into_iter().find(|(word, _)| *word == motion).expect("every word has its time");
    let moving = if set.seconds > 0.0 { set.seconds } else { whole };
    let cut = document(bench, &set, moving)?;
    let fabric = |fabric: Fabric| {
        let mut cut = cut.clone();
        cut.fabrics[0] = Fabric { id: cut.fabrics[0].id.clone(), ..fabric };
        cut
    };
    let mut drape = Drape::with_assets(&fabric(smooth(bench.fabric)), Assets::built_in())?;
    let ends = [set.dressing_s, set.dressing_s + moving + set.transition_s + set.settle_s];
    let total = 2.0 * ends[1] - ends[0];
    while drape.state().time < ends[0] - 1e-9 {
        step(&mut drape)?;
        (bench.progress)(drape.state().time / total);
    }
    if !drape.is_sewn() {
        let issue = Issue::new("lab.not-sewn", "set dressing_s", "the seams have not closed when the motion begins");
        return Err(vec![issue.value(set.dressing_s).cure("Leave more time.")]);
    }
    bench.mesh(&drape.model().triangles);
    let (triangles, dressed) = (drape.model().triangles.len(), drape.state().clone());
    let without = worn(bench, &mut drape, ends[1], (0.0, total))?;
    let back = drape.set_state(dressed);
    debug_assert!(back, "it is a state of this cloth");
    drape.update(&fabric(bench.fabric.clone()))?;
    let with = worn(bench, &mut drape, ends[1], (ends[1] - ends[0], total))?;
    let mut outcome = Outcome::new(ROW.make.columns);
    for (row, smooth) in with.rows.iter().zip(&without.rows) {
        outcome.row(&[row[0], row[1], row[2], row[3], smooth[1], smooth[2], smooth[3]]);
    }
    let last = |of: &Course, k: usize| of.rows.last().map_or(0.0, |row| row[k]);
    let stops = ends[0] + moving;
    outcome.figure("strain_left", last(&with, 2));
    outcome.figure("smooth_strain_left", last(&without, 2));
    outcome.figure("folds_kept", last(&with, 3));
    outcome.figure("smooth_folds_kept", last(&without, 3));
    outcome.figure("folds_kept_moving", mean(&with, stops, 3));
    outcome.figure("smooth_folds_kept_moving", mean(&without, stops, 3));
    outcome.figure("curvature_change_per_m", with.creased);
    outcome.figure("smooth_curvature_change_per_m", without.creased);
    outcome.figure("kinetic_after_mj", last(&with, 1));
    outcome.figure("smooth_kinetic_after_mj", last(&without, 1));
    outcome.figure("triangles", triangles);
    outcome.figure("crossings", with.crossings.max(without.crossings));
    outcome.figure("body_penetration_max_mm", with.depth_mm.max(without.depth_mm));
    Ok(outcome)
}

/// The garment on a figure that will move.
fn document(bench: &Bench<'_>, set: &Character, moving: f64) -> Result<Document, Issues> {
    let one = |issue: Issue| vec![issue];
    let row = garment(&format!("garment.{}", bench.settings.word("garment")), "set garment").map_err(one)?;
    let body = figure(SIZE, "set size").map_err(one)?;
    let mut document = made_to_measure(row, &Values::new(), body, Assets::built_in())?;
    let motion = mannequin::motions().position(|named| named.id == bench.settings.word("motion"));
    let number = motion.expect("the words are rows of the table") + 1;
    let numbers = &mut document.bodies[0].shape.parameters;
    let settings = [
        ("motion", number as f64),
        ("dressing_s", set.dressing_s),
        ("transition_s", set.transition_s),
        ("until_s", moving),
    ];
    numbers.extend(settings.map(|(id, value)| (id.to_owned(), value)));
    document.panels.iter_mut().for_each(|panel| panel.mesh.size_mm = set.mesh_mm);
    document.simulation.step_ms = set.dt_ms;
    Ok(document)
}

fn step(drape: &mut Drape) -> Result<(), Issues> {
    drape.step().halted.map_or(Ok(()), |issue| Err(vec![issue]))
}

/// Wears the garment until a time; the last numbers are the simulated time done before, and of the whole work.
fn worn(bench: &mut Bench<'_>, drape: &mut Drape, end: f64, (done, total): (f64, f64)) -> Result<Course, Issues> {
    let wrinkles = Wrinkles::since(drape.model(), &drape.state().positions);
    let strained = strains(drape);
    let mut course = Course::default();
    while drape.state().time < end - 1e-9 {
        step(drape)?;
        let time = drape.state().time;
        course.rows.push([time, 1e3 * kinetic_energy(drape), changed(drape, &strained), wrinkles.likeness(drape)]);
        if course.rows.len().is_multiple_of(JUDGED) || time >= end - 1e-9 {
            let report = drape.report();
            course.crossings = course.crossings.max(report.self_intersections);
            course.depth_mm = course.depth_mm.max(report.body_penetration_max_mm);
        }
        bench.frame(&drape.state().positions);
        (bench.progress)((done + time) / total);
    }
    course.creased = wrinkles.rms_curvature(drape);
    Ok(course)
}

/// Mean of a column until a time.
fn mean(course: &Course, until: f64, column: usize) -> f64 {
    let rows = || course.rows.iter().filter(|row| row[0] <= until + 1e-9);
    rows().map(|row| row[column]).sum::<f64>() / rows().count().max(1) as f64
}

/// Root of the mean square, by area, of how the strain tensor has changed.
fn changed(drape: &Drape, before: &[DVec3]) -> f64 {
    let (mut sum, mut area) = (0.0, 0.0);
    for ((now, before), rest) in strains(drape).iter().zip(before).zip(&drape.model().rest) {
        let by = *now - *before;
        // The tensor's shear component is half of ε_uv, and stands twice in it.
        sum += rest.area * (by.x * by.x + by.y * by.y + 0.5 * by.z * by.z);
        area += rest.area;
    }
    (sum / area).sqrt()
}

/// Strains of the triangles.
fn strains(drape: &Drape) -> Vec<DVec3> {
    let (model, positions) = (drape.model(), &drape.state().positions);
    let strain =
        |(corners, rest): (&[u32; 3], _)| Frame::new(rest, corners.map(|p| positions[p as usize])).strain().vector();
    model.triangles.iter().zip(&model.rest).map(strain).collect()
}
