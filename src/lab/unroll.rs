//! A strip rolled around a cylinder and let go: the spiral that stays (Miguel 2013, §4.3 and fig. 10).
//!
//! ```text
//!   ╭───╮       1. Wound from flat to the curvature 1/r, every particle held: friction comes to its limit on the way.
//!   │ r │ ───── 2. Let go: the strip opens until M(κ) + friction = 0, and stays at 1/κ.
//!   ╰───╯
//! ```
//!
//! The strip opens slowly, held back by a viscosity of bending that the experiment gives it: flung open it would turn back,
//! and friction would hold it elsewhere (felt from 4 mm at 17.9 mm instead of 14.9 mm). `speed_mm_s` tells what motion is left. It has no weight and does not touch itself, so that every part of it has the radius of the closed form,
//! M(κ) = −σ(κ) on the path 0 → 1/r → κ, which stands beside.

use super::sample::{METRES_PER_MM, WARP, WEFT, along, undisturbed};
use super::settings::{DIRECTION, ListOf};
use super::strip::moment;
use super::wrinkles::bending_damped;
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Cut, Fabric, Model, Sheet, State, build_fabric};
use crate::document;
use crate::fabric::internal_friction::{Mode, Start};
use crate::forces::bending;
use crate::issue::{Issue, Issues};
use crate::math::real::{cos, sin};
use crate::row::RowOf;
use crate::{Drape, parameters};
use glam::{DVec2, DVec3};

parameters! {
    /// A strip on a cylinder.
    pub struct Unroll {
        /// Length of the strip.
        length_mm: "mm" = 100.0, soft [20.0, 200.0], hard [1.0, 1000.0], source "Miguel 2013, §4.3";
        /// Width of the strip.
        width_mm: "mm" = 25.0, soft [5.0, 100.0], hard [1.0, 1000.0], source "Miguel 2013, §4.3";
        /// Triangles along the strip, in pairs. A cylinder whose circumference has fewer than eight of them is refused.
        columns: "count" = 40.0, soft [20.0, 100.0], hard [4.0, 1000.0], source "chosen: 2.5 mm, ten around the smallest cylinder";
        /// Steps in which the strip is wound on.
        wound: "count" = 40.0, soft [10.0, 200.0], hard [1.0, 10000.0], source "chosen; it must not matter";
        /// Length of a step.
        dt_ms: "ms" = 5.0, soft [1.0, 15.0], hard [0.01, 100.0], source "Miguel 2013, section 5: up to 15 ms";
        /// Time after which the strip must be still.
        seconds: "s" = 8.0, soft [1.0, 20.0], hard [0.01, 100.0], source "chosen";
        /// Viscosity of bending while the strip opens, over its stiffness at rest. Paper flung open with 0.07 s rests at 13.7 mm instead of 8.8 mm.
        damping_s: "s" = 0.3, soft [0.2, 1.0], hard [0.0, 100.0], source "chosen: ten times the slowest swing of felt, 33 rad/s";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.unroll",
    title: "Unrolling from cylinders",
    help: "A strip is wound around each cylinder and let go: the radius that stays, in steps that are solved to the end, beside that of the law on the same path.",
    parameters: Unroll::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[DIRECTION],
        lists: &[ListOf {
            id: "cylinders_mm",
            unit: "mm",
            default: &[4.0, 7.5, 23.0],
            hard: [0.1, 1e4],
            most: 100,
            help: "Radii of the cylinders.",
        }],
        columns: &["cylinder_mm", "radius_mm", "model_radius_mm", "speed_mm_s"],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Unroll::from_values(&bench.settings.numbers);
    let turn = along(bench.settings.word("direction"));
    let cylinders = bench.settings.list("cylinders_mm");
    let side = set.length_mm / set.columns;
    let coarse: Issues = cylinders
        .iter()
        .enumerate()
        .filter(|(_, radius)| 2.0 * std::f64::consts::PI * **radius < 8.0 * side)
        .map(|(index, radius)| {
            let place = format!("set cylinders_mm, entry {}", index + 1);
            Issue::new("lab.mesh-coarse", place, "fewer than eight triangles would lie around this cylinder")
                .value(radius)
                .cure("Use a larger cylinder or more columns.")
        })
        .collect();
    if !coarse.is_empty() {
        return Err(coarse);
    }
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut worst = 0.0_f64;
    for (done, radius) in cylinders.iter().enumerate() {
        let curvature = 1.0 / (radius * METRES_PER_MM);
        let [found, speed] = unrolled(bench, &set, turn, curvature)?;
        let expected = balance(&build_fabric(bench.fabric)?, turn, curvature);
        worst = worst.max((found / expected - 1.0).abs());
        outcome.row(&[*radius, 1e3 / found, 1e3 / expected, 1e3 * speed]);
        (bench.progress)((done + 1) as f64 / cylinders.len() as f64);
    }
    outcome.figure("max_relative_error", worst);
    Ok(outcome)
}

/// Winds a strip to a curvature and lets it go: its mean curvature in the end, 1/m, and the speed it still has, m/s.
fn unrolled(bench: &mut Bench<'_>, set: &Unroll, turn: DVec2, curvature: f64) -> Result<[f64; 2], Issues> {
    let held = strip(build_fabric(bench.fabric)?, set, turn);
    let mut free = strip(build_fabric(&damped(bench.fabric, set)?)?, set, turn);
    free.pins = Vec::new();
    // The strip floats: viscosity takes nothing from its turning as a whole, and that would hide whether it has opened.
    free.settings.drag = 5.0;
    let mut drape = Drape::of_cut(held);
    let step = |drape: &mut Drape| drape.step().halted.map_or(Ok(()), |issue| Err(vec![issue]));
    for part in 1..=set.wound as u32 {
        let places = wound(drape.model(), set, curvature * f64::from(part) / set.wound);
        for (point, place) in places.into_iter().enumerate() {
            drape.move_pin(point, place);
        }
        step(&mut drape)?;
        bench.frame(&drape.state().positions);
    }
    let state = State { velocities: vec![DVec3::ZERO; drape.state().velocities.len()], ..drape.state().clone() };
    let mut drape = Drape::of_cut(free);
    drape.set_state(State { past: None, ..state });
    for _ in 0..(set.seconds / (set.dt_ms * 1e-3)).ceil() as u32 {
        step(&mut drape)?;
        bench.frame(&drape.state().positions);
    }
    Ok([mean_curvature(&drape, set, turn), drape.state().max_speed()])
}

/// The fabric with the experiment's viscosity of bending.
fn damped(fabric: &document::Fabric, set: &Unroll) -> Result<document::Fabric, Issues> {
    bending_damped(fabric, set.damping_s)?.ok_or_else(|| {
        let issue =
            Issue::new("lab.no-damping", "bending.kind", "this law cannot be damped: the strip would fling open");
        vec![issue.value(&fabric.bending.kind).cure("Choose a bending law with a damping of its own.")]
    })
}

/// A strip along x, bent along `turn`, all of it pinned; halved squares alike, as what bends must be.
fn strip(fabric: Fabric, set: &Unroll, turn: DVec2) -> Cut {
    let side = set.length_mm * METRES_PER_MM / set.columns;
    let (columns, rows) = (set.columns as u32, (set.width_mm * METRES_PER_MM / side).round().max(1.0) as u32);
    let height = set.width_mm * METRES_PER_MM / f64::from(rows);
    let at = |i: u32, j: u32| DVec2::new(side * f64::from(i), height * f64::from(j));
    let drawing: Vec<DVec2> = (0..=columns).flat_map(|i| (0..=rows).map(move |j| at(i, j))).collect();
    let index = |i: u32, j: u32| i * (rows + 1) + j;
    let halves = |(i, j): (u32, u32)| {
        let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    let sheet = Sheet {
        panel: "strip".to_owned(),
        fabric: 0,
        points: drawing.iter().map(|p| turn.rotate(*p)).collect(),
        start: drawing.iter().map(|p| p.extend(0.0)).collect(),
        triangles: (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j))).flat_map(halves).collect(),
        drawing,
        folds: Vec::new(),
        local: Vec::new(),
    };
    let pins = (0..sheet.points.len() as u32).collect();
    undisturbed(sheet, pins, fabric, set.dt_ms * 1e-3)
}

/// The strip at a curvature, without stretch: columns are chords of full length, each turned against the last by κ times it.
fn wound(model: &Model, set: &Unroll, curvature: f64) -> Vec<DVec3> {
    let side = set.length_mm * METRES_PER_MM / set.columns;
    let mut columns = vec![DVec3::ZERO];
    for i in 0..set.columns as u32 {
        let angle = curvature * side * f64::from(i);
        columns.push(columns[i as usize] + side * DVec3::new(cos(angle), 0.0, sin(angle)));
    }
    let place = |start: &DVec3| columns[(start.x / side).round() as usize] + start.y * DVec3::Y;
    model.start.iter().map(place).collect()
}

/// Mean curvature along the strip, of its middle half: a free end is bent by nobody.
fn mean_curvature(drape: &Drape, set: &Unroll, turn: DVec2) -> f64 {
    let (model, positions) = (drape.model(), &drape.state().positions);
    let length = set.length_mm * METRES_PER_MM;
    let mut scratch = bending::Scratch::new(model);
    let (mut sum, mut area) = (0.0, 0.0);
    for (rest, k) in model.curvatures.iter().zip(scratch.curvatures(model, positions)) {
        let triangle = rest.triangle as usize;
        let middle = model.triangles[triangle].map(|p| model.start[p as usize].x).iter().sum::<f64>() / 3.0;
        if (middle / length - 0.5).abs() < 0.25 {
            let along = turn.x * turn.x * k.uu + turn.y * turn.y * k.vv + 2.0 * turn.x * turn.y * k.uv;
            sum += model.rest[triangle].area * along;
            area += model.rest[triangle].area;
        }
    }
    sum / area
}

/// The curvature at which a strip that was wound from flat to this one is in balance: between them the moment changes sign once.
fn balance(fabric: &Fabric, turn: DVec2, wound: f64) -> f64 {
    debug_assert!(turn == WEFT || turn == WARP, "a strip along a thread bends in one component alone");
    let mode = if turn == WARP { Mode::BendWarp } else { Mode::BendWeft };
    let settle = |start: Start, curvature: f64| {
        fabric.internal_friction.as_ref().map_or(0.0, |law| law.settle(mode, start, curvature))
    };
    let anchor = Start { strain: wound, stress: settle(Start::default(), wound), drift: 0.0 };
    let total = |curvature: f64| moment(&fabric.bending, turn, curvature)[0] + settle(anchor, curvature);
    let (mut low, mut high) = (0.0, wound);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if total(middle) > 0.0 { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}
