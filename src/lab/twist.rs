//! A sleeve twisted and untwisted: the wrinkles that stay, that come elsewhere the next time, and that come to rest (Miguel 2013,
//! figs. 11, 12 and 13).
//!
//! ```text
//!    ╭─────╮ ↻      Both ends of a tube are held. The upper one is turned by an angle, held, turned back and held again,
//!    │╲ ╲ ╲│        cycle after cycle: oblique wrinkles come, and without internal friction they go.
//!    │ ╲ ╲ │
//!    ╰─────╯
//! ```
//!
//! The same tube without internal friction is twisted beside it. No weight, no air, no contact: what differs is friction alone.
//! Settling is a matter of friction where little else damps: at the default 0.001 s the tube with friction has 24 to 88 times less
//! kinetic energy left; at 0.01 s viscosity has taken nearly all of it from both, and the tube without friction has less.
//!
//! While both ends are held nobody does work, and energy, of motion and elastic, may only fall. The midpoint rule keeps it where
//! forces are linear; the strain of a triangle is quadratic, its stress in the middle of a step is not the mean of those at both ends,
//! and undamped motion that takes less than a step goes on gaining: cotton without friction gains 0.2 % of what was put in with steps of
//! 0.5 ms, 1.2 % with 1 ms, and with 5 ms runs away. What is gained is reported, and more than was ever put in is refused.
//!
//! The pattern of wrinkles is by how much each particle lies outside the smooth tube or inside it.

use super::sample::{METRES_PER_MM, Rectangle, WEFT, undisturbed};
use super::wrinkles::{Energies, INTEGRATOR, Wrinkles, both, gently, kinetic_energy, rms};
use super::{Bench, Experiment, Experiments, Outcome, hanging_square};
use crate::cloth::{Cut, Fabric, Stitches};
use crate::contact::brute_force::crossings;
use crate::fabric::seam::{SeamTypes, Weave};
use crate::issue::{Issue, Issues};
use crate::math::real::{cos, sin};
use crate::row::{Given, RowOf, Table, Values};
use crate::{Drape, parameters};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

parameters! {
    /// A sleeve that is twisted.
    pub struct Twist {
        /// Radius of the tube.
        radius_mm: "mm" = 50.0, soft [20.0, 150.0], hard [1.0, 10000.0], source "chosen: a sleeve";
        /// Length of the tube.
        length_mm: "mm" = 150.0, soft [50.0, 500.0], hard [1.0, 10000.0], source "chosen: a forearm";
        /// Angle by which the upper end is turned.
        twist_deg: "°" = 60.0, soft [10.0, 120.0], hard [0.0, 1000.0], source "chosen: a wrist";
        /// Time in which it is turned, and in which it is turned back.
        turn_s: "s" = 0.2, soft [0.05, 1.0], hard [0.001, 100.0], source "Miguel 2013, section 6: quick";
        /// Time for which it is held, twisted and untwisted.
        hold_s: "s" = 0.6, soft [0.6, 3.0], hard [0.6, 100.0], source "settling is measured until 0.6 s after the twist";
        /// How often.
        cycles: "count" = 3.0, soft [1.0, 5.0], hard [1.0, 100.0], source "Miguel 2013, fig. 12";
        /// Viscosity of stretch and shear over their stiffness, and of bending where its law knows damping.
        damping_s: "s" = 0.001, soft [0.001, 0.1], hard [0.0, 10.0], source "chosen: a tenth of the least in Miguel 2013, section 6, 0.01 to 0.1; without any, the midpoint rule needs steps of 1 ms";
        /// About so many triangles.
        triangles: "count" = 1500.0, soft [500.0, 10000.0], hard [50.0, 100000.0], source "chosen: 8 mm";
        /// Length of a step.
        dt_ms: "ms" = 2.0, soft [1.0, 15.0], hard [0.01, 100.0], source "chosen: with 5 ms the midpoint rule rings in what friction stiffens";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.twist",
    title: "Twisting a sleeve",
    help: "A tube is twisted and untwisted several times, with the fabric's internal friction and without: wrinkles that stay, how far the wrinkles of one cycle are from those of the next, and how soon they come to rest.",
    parameters: Twist::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[INTEGRATOR],
        lists: &[],
        columns: &[
            "time_s",
            "twist_deg",
            "kinetic_uj",
            "curvature_per_m",
            "energy_uj",
            "smooth_kinetic_uj",
            "smooth_curvature_per_m",
            "smooth_energy_uj",
        ],
        run,
    },
};

/// When settling is measured, s after the twist is undone (fig. 13: snapshots half a second apart).
const SETTLING: [f64; 2] = [0.4, 0.6];

/// Newton iterations of a step at most: with eight, what is left over of steps of 5 ms keeps a tube with friction moving.
const ITERATIONS: u32 = 30;
/// Iterations that move no particle further, m, are the last.
const STILL: f64 = 1e-8;

/// What became of one tube.
#[derive(Debug, Default)]
struct Twisted {
    /// Kinetic energy, µJ, curvature of wrinkles, 1/m, and kinetic and elastic energy, µJ, after each step.
    course: Vec<[f64; 3]>,
    /// Most energy that the first turn put in, µJ, and most that was gained while the ends were held.
    put_in: f64,
    gained: f64,
    /// Pattern of each cycle at the end of its hold, twisted and untwisted, m.
    patterns: [Vec<Vec<f64>>; 2],
    /// Mean kinetic energy in the window of settling of each cycle, µJ.
    settling: Vec<f64>,
    /// Pairs of an edge and a triangle that crossed at the end of any hold.
    crossings: usize,
    newton: u32,
    /// Steps that were taken in parts.
    divided: u32,
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Twist::from_values(&bench.settings.numbers);
    let [rubbing, smooth] = both(bench.fabric, set.damping_s)?;
    let with = twisted(bench, &set, (rubbing, 0.0))?;
    let without = twisted(bench, &set, (smooth, 0.5))?;
    let mut outcome = Outcome::new(ROW.make.columns);
    for (nth, (one, other)) in with.course.iter().zip(&without.course).enumerate() {
        let time = (nth + 1) as f64 * set.dt_ms * 1e-3;
        let angle = twist_at(&set, time % (2.0 * (set.turn_s + set.hold_s)));
        outcome.row(&[&[time, angle], &one[..], &other[..]].concat());
    }
    let left = |of: &Twisted| of.course.last().map_or(0.0, |[_, curvature, _]| *curvature);
    outcome.figure("curvature_left_per_m", left(&with));
    outcome.figure("smooth_curvature_left_per_m", left(&without));
    outcome.figure("settling_uj", with.settling[0]);
    outcome.figure("smooth_settling_uj", without.settling[0]);
    outcome.figure("settling_factor", without.settling[0] / with.settling[0]);
    outcome.figure("energy_gained_pct", 100.0 * with.gained / with.put_in);
    outcome.figure("smooth_energy_gained_pct", 100.0 * without.gained / without.put_in);
    outcome.figure("apart_twisted_mm", apart(&with.patterns[0]));
    outcome.figure("smooth_apart_twisted_mm", apart(&without.patterns[0]));
    outcome.figure("apart_untwisted_mm", apart(&with.patterns[1]));
    outcome.figure("smooth_apart_untwisted_mm", apart(&without.patterns[1]));
    outcome.figure("newton_iterations", f64::from(with.newton) / with.course.len() as f64);
    outcome.figure("smooth_newton_iterations", f64::from(without.newton) / without.course.len() as f64);
    outcome.figure("divided_steps", with.divided);
    outcome.figure("crossings", with.crossings);
    outcome.figure("smooth_crossings", without.crossings);
    Ok(outcome)
}

/// How far the patterns of successive cycles are from each other, RMS, mm.
fn apart(patterns: &[Vec<f64>]) -> Vec<f64> {
    patterns.windows(2).map(|two| 1e3 * rms(two[0].iter().zip(&two[1]).map(|(a, b)| a - b))).collect()
}

/// The angle so long after the start of a cycle, °.
fn twist_at(set: &Twist, into: f64) -> f64 {
    let turned = |from: f64| gently((into - from) / set.turn_s);
    set.twist_deg * (turned(0.0) - turned(set.turn_s + set.hold_s))
}

/// Twists a tube of a fabric; the second number is the part of the whole work that was done before.
fn twisted(bench: &mut Bench<'_>, set: &Twist, (fabric, done): (Fabric, f64)) -> Result<Twisted, Issues> {
    let mut cut = tube(set, fabric)?;
    cut.settings.integrator =
        hanging_square::integrator(bench.settings.word("integrator")).unwrap_or(cut.settings.integrator);
    cut.settings.newton_iterations = ITERATIONS;
    cut.settings.still = STILL;
    let mut drape = Drape::of_cut(cut);
    let wrinkles = Wrinkles::new(drape.model());
    let upper: Vec<(usize, DVec3)> = held(drape.cut(), set.length_mm * METRES_PER_MM);
    let step = set.dt_ms * 1e-3;
    let cycle = 2.0 * (set.turn_s + set.hold_s);
    let steps = (cycle / step).round() as u32;
    let mut found = Twisted::default();
    let mut energies = Energies::new(drape.model());
    for nth in 0..set.cycles as u32 {
        let mut settling = Vec::new();
        let mut lowest = f64::INFINITY;
        for k in 1..=steps {
            let into = f64::from(k) * step;
            let angle = twist_at(set, into).to_radians();
            for (point, start) in &upper {
                drape.move_pin(*point, turned(*start, angle));
            }
            let report = drape.step();
            if let Some(issue) = report.halted {
                return Err(vec![issue]);
            }
            found.newton += report.newton_iterations;
            found.divided += u32::from(report.parts > 1);
            let kinetic = 1e6 * kinetic_energy(&drape);
            let energy = kinetic + 1e6 * energies.elastic(&drape);
            let since = into - (2.0 * set.turn_s + set.hold_s);
            let turns = into <= set.turn_s || (since <= 0.0 && since > -set.turn_s);
            if turns {
                lowest = f64::INFINITY;
                found.put_in = if nth == 0 && into <= set.turn_s { found.put_in.max(energy) } else { found.put_in };
            } else {
                lowest = lowest.min(energy);
                found.gained = found.gained.max(energy - lowest);
            }
            if found.gained > found.put_in {
                return Err(vec![runaway(into)]);
            }
            found.course.push([kinetic, wrinkles.rms_curvature(&drape), energy]);
            if (SETTLING[0]..=SETTLING[1]).contains(&since) {
                settling.push(kinetic);
            }
            if k == steps || k == ((set.turn_s + set.hold_s) / step).round() as u32 {
                found.patterns[usize::from(k == steps)].push(pattern(&drape, set));
                found.crossings += crossings(&drape.state().positions, &drape.model().triangles);
            }
            bench.frame(&drape.state().positions);
        }
        found.settling.push(settling.iter().sum::<f64>() / settling.len() as f64);
        (bench.progress)(done + 0.5 * f64::from(nth + 1) / set.cycles);
    }
    Ok(found)
}

fn runaway(seconds: f64) -> Issue {
    Issue::new("lab.runaway", "set damping_s", "the steps give the tube energy that nobody put into it")
        .value(format!("after {seconds:.3} s"))
        .cure("Use more damping, a shorter step or backward-euler.")
}

/// How far each particle lies outside the smooth tube, m.
fn pattern(drape: &Drape, set: &Twist) -> Vec<f64> {
    let radius = set.radius_mm * METRES_PER_MM;
    drape.state().positions.iter().map(|p| DVec2::new(p.x, p.z).length() - radius).collect()
}

fn turned(p: DVec3, angle: f64) -> DVec3 {
    let (c, s) = (cos(angle), sin(angle));
    DVec3::new(c * p.x + s * p.z, p.y, c * p.z - s * p.x)
}

/// Points at a height, and where they start.
fn held(cut: &Cut, height: f64) -> Vec<(usize, DVec3)> {
    let start = cut.sheets[0].start.iter().copied().enumerate();
    start.filter(|(_, place)| (place.y - height).abs() < 1e-9).collect()
}

/// A tube about the y axis, sewn along its side without a seam to be felt, both ends held.
fn tube(set: &Twist, fabric: Fabric) -> Result<Cut, Issues> {
    let [radius, length] = [set.radius_mm, set.length_mm].map(|mm| mm * METRES_PER_MM);
    let around = 2.0 * PI * radius;
    let sample = Rectangle { length: around, width: length, triangles: set.triangles, irregular: true, turn: WEFT };
    let sheet = sample.sheet(|p| {
        let angle = p.x / radius;
        DVec3::new(radius * sin(angle), p.y, radius * cos(angle))
    })?;
    let side = |x: f64| {
        let mut points: Vec<u32> =
            (0..sheet.drawing.len() as u32).filter(|i| (sheet.drawing[*i as usize].x - x).abs() < 1e-9).collect();
        points.sort_by(|a, b| sheet.drawing[*a as usize].y.total_cmp(&sheet.drawing[*b as usize].y));
        points
    };
    let pairs: Vec<[u32; 2]> = side(0.0).into_iter().zip(side(around)).map(|(a, b)| [a, b]).collect();
    let between = |k: usize| (sheet.drawing[pairs[k + 1][0] as usize] - sheet.drawing[pairs[k][0] as usize]).length();
    let segments = (0..pairs.len() - 1).map(|k| ([k, k + 1], between(k))).collect();
    let width: Values = [("width_mm".to_owned(), 0.0)].into_iter().collect();
    let plain = SeamTypes::find("seam.plain").expect("a row of the table");
    let seam = (plain.make)(&Given::from(&width), Weave::Plain);
    let seam = Stitches { pairs, segments, fold: (0.0, 1.0), elastic: (1.0, 0.0), seam };
    let mut cut = undisturbed(sheet, Vec::new(), fabric, set.dt_ms * 1e-3);
    cut.pins = [0.0, length].iter().flat_map(|height| held(&cut, *height)).map(|(point, _)| point as u32).collect();
    cut.seams = vec![seam];
    Ok(cut)
}
