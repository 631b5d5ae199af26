//! One element taken along a path of strains: what internal friction makes of it (Miguel 2013, figs. 2 and 4).
//!
//! ```text
//!   2           A triangle whose three corners are pins. Each strain of the path is one step in time: the pins are
//!   │ ╲         moved, the product takes its step, and the friction that it remembers is read.
//!   0──1        weft: 0–1 gets longer. warp: 0–2. shear: the angle between them closes.
//!
//!   5───2───4   In bending, a triangle and its mirror image beyond each edge, all pinned: the middle one lies still and the
//!    ╲ ╱ ╲ ╱    others are turned about their edges so far that it has one component of curvature and no other.
//!     0───1     The element is so small that hinges turn by about a tenth of a radian.
//!      ╲ ╱
//!       3
//! ```
//!
//! Friction depends on the path and not on its speed, so that the length of a step must not matter; `dt_ms` is there to see
//! that. Load and unload around several offsets, as the paper's figures show them, are paths such as
//! 0, 0.02, 0, 0.02, 0.01, 0.02.

use super::sample::undisturbed;
use super::settings::ListOf;
use super::{Bench, Experiment, Experiments, OneOf, Outcome};
use crate::cloth::{Cut, Fabric, Model, Sheet, build_fabric};
use crate::fabric::bending::{Bending, Curvature};
use crate::fabric::internal_friction::Mode;
use crate::fabric::membrane::Strain;
use crate::forces::bending;
use crate::forces::membrane::Frame;
use crate::issue::{Issue, Issues};
use crate::math::dihedral::angle;
use crate::math::real::{cos, sin};
use crate::row::RowOf;
use crate::{Drape, parameters};
use glam::{DVec2, DVec3};

parameters! {
    /// Steps along a path of strains.
    pub struct Hysteresis {
        /// Length of the step in which each strain of the path is reached. It must not matter.
        dt_ms: "ms" = 5.0, soft [1.0, 15.0], hard [0.01, 1000.0], source "Miguel 2013, section 5: up to 15 ms";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.hysteresis",
    title: "Hysteresis of one element",
    help: "Takes one element from rest along a path of strains, one step of time for each, and shows the friction stress and the whole stress there: N/m for weft, warp and shear; for bending the path is curvatures in 1/m and the stresses are moments per width in N. In twist the curvature is K_uv and the moment is conjugate to it.",
    parameters: Hysteresis::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[
            OneOf {
                id: "mode",
                words: &["weft", "warp", "shear", "bending"],
                default: "weft",
                help: "What is strained.",
            },
            OneOf {
                id: "direction",
                words: &["weft", "warp", "twist"],
                default: "weft",
                help: "In bending, along which thread the cloth is curved; or its twist.",
            },
        ],
        lists: &[ListOf {
            id: "path",
            unit: "1 or 1/m",
            default: &[0.0, 0.01, 0.02, 0.03, 0.02, 0.01, 0.0, 0.01, 0.02, 0.01, 0.02, 0.03],
            hard: [-1e6, 1e6],
            most: 1_000_000,
            help: "Green-Lagrange strains, or curvatures in 1/m, one after the other; the cloth begins at 0 without friction stress.",
        }],
        columns: &["strain", "friction", "total"],
        run,
    },
};

/// Strains of an element that the experiment can make: beyond them a thread has no length, or lies on the other.
const STRETCH: [f64; 2] = [-0.49, 100.0];
const SHEAR: [f64; 2] = [-0.99, 0.99];

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Hysteresis::from_values(&bench.settings.numbers);
    let fabric = build_fabric(bench.fabric)?;
    let path = bench.settings.list("path");
    let mut outcome = Outcome::new(ROW.make.columns);
    let rows = match bench.settings.word("mode") {
        "bending" => bending(bench, fabric, path, set.dt_ms * 1e-3)?,
        "warp" => membrane(bench, fabric, Mode::Warp, (path, STRETCH), set.dt_ms * 1e-3)?,
        "shear" => membrane(bench, fabric, Mode::Shear, (path, SHEAR), set.dt_ms * 1e-3)?,
        _ => membrane(bench, fabric, Mode::Weft, (path, STRETCH), set.dt_ms * 1e-3)?,
    };
    rows.iter().for_each(|row| outcome.row(row));
    let mut loop_work = 0.0;
    for pair in rows.windows(2) {
        loop_work += 0.5 * (pair[0][2] + pair[1][2]) * (pair[1][0] - pair[0][0]);
    }
    outcome.figure("work_j_per_m2", loop_work);
    outcome.figure("friction_max", rows.iter().map(|row| row[1].abs()).fold(0.0, f64::max));
    (bench.progress)(1.0);
    Ok(outcome)
}

/// One triangle, its corners pinned, through the product's own steps.
fn membrane(
    bench: &mut Bench<'_>,
    fabric: Fabric,
    mode: Mode,
    (path, [least, most]): (&[f64], [f64; 2]),
    seconds: f64,
) -> Result<Vec<[f64; 3]>, Issues> {
    let wrong = path.iter().enumerate().filter(|(_, strain)| !(least..=most).contains(*strain));
    let issues: Issues = wrong
        .map(|(index, strain)| {
            Issue::new("lab.strain-range", format!("set path, entry {}", index + 1), "no cloth has this strain")
                .value(strain)
                .cure(format!("Use strains from {least} to {most} for this mode."))
        })
        .collect();
    if !issues.is_empty() {
        return Err(issues);
    }
    let component = mode as usize;
    let mut drape = Drape::of_cut(triangle(fabric, seconds));
    bench.mesh(&drape.model().triangles);
    let mut rows = Vec::with_capacity(path.len());
    for strain in path {
        for (point, place) in strained(mode, *strain).into_iter().enumerate() {
            drape.move_pin(point, place);
        }
        if let Some(issue) = drape.step().halted {
            return Err(vec![issue]);
        }
        let (model, state) = (drape.model(), drape.state());
        bench.frame(&state.positions);
        let corners = model.triangles[0].map(|p| state.positions[p as usize]);
        let Strain { uu, vv, uv } = Frame::new(&model.rest[0], corners).strain();
        let elastic = model.fabrics[0].membrane.respond(Strain { uu, vv, uv }).stress[component];
        let friction = state.friction.membrane.first().map_or(0.0, |stress| stress[component]);
        rows.push([[uu, vv, uv][component], friction, elastic + friction]);
    }
    Ok(rows)
}

/// A metre of weft and a metre of warp, so that U and V are its sides.
fn triangle(fabric: Fabric, step: f64) -> Cut {
    element(fabric, vec![DVec2::ZERO, DVec2::X, DVec2::Y], vec![[0, 1, 2]], step)
}

/// Cloth whose every corner is a pin, alone in the world.
fn element(fabric: Fabric, points: Vec<DVec2>, triangles: Vec<[u32; 3]>, step: f64) -> Cut {
    let pins = (0..points.len() as u32).collect();
    let sheet = Sheet {
        panel: "element".to_owned(),
        fabric: 0,
        start: points.iter().map(|p| p.extend(0.0)).collect(),
        drawing: points.clone(),
        points,
        triangles,
        folds: Vec::new(),
        local: Vec::new(),
    };
    undisturbed(sheet, pins, fabric, step)
}

/// The corners of the triangle with this strain in one mode and none in the others.
fn strained(mode: Mode, strain: f64) -> [DVec3; 3] {
    let long = (1.0 + 2.0 * strain).max(0.0).sqrt();
    let (weft, warp) = match mode {
        Mode::Weft => (DVec3::X * long, DVec3::Y),
        Mode::Warp => (DVec3::X, DVec3::Y * long),
        _ => (DVec3::X, DVec3::new(strain, (1.0 - strain * strain).sqrt(), 0.0)),
    };
    [DVec3::ZERO, weft, warp]
}

/// A triangle with its three neighbours, all corners pinned, through the product's own steps.
fn bending(bench: &mut Bench<'_>, fabric: Fabric, path: &[f64], seconds: f64) -> Result<Vec<[f64; 3]>, Issues> {
    let direction = bench.settings.word("direction");
    let component = ["weft", "warp", "twist"].iter().position(|word| *word == direction).unwrap_or(0);
    let sharpest = path.iter().copied().map(f64::abs).fold(0.0, f64::max);
    let size = if sharpest > 0.0 { FLATTEST / sharpest } else { 1.0 };
    let mut drape = Drape::of_cut(star(fabric, size, seconds));
    bench.mesh(&drape.model().triangles);
    let mut scratch = bending::Scratch::new(drape.model());
    let mut rows = Vec::with_capacity(path.len());
    for curvature in path {
        for (point, place) in bent(drape.model(), component, *curvature).into_iter().enumerate() {
            drape.move_pin(point, place);
        }
        if let Some(issue) = drape.step().halted {
            return Err(vec![issue]);
        }
        let (model, state) = (drape.model(), drape.state());
        bench.frame(&state.positions);
        // Cloth that never resists bending has no curvature to measure.
        let found = scratch.curvatures(model, &state.positions).first().map(|k| [k.uu, k.vv, k.uv][component]);
        let reached = found.unwrap_or(*curvature);
        let friction = state.friction.bending.first().map_or(0.0, |moments| moments[component]);
        rows.push([reached, friction, moment(&model.fabrics[0].bending, component, reached) + friction]);
    }
    Ok(rows)
}

/// Angle of a hinge that is bent as far as a path goes, about, rad: the element is so small that this is little.
const FLATTEST: f64 = 0.1;

/// An equilateral triangle of this side with its mirror image beyond each edge.
fn star(fabric: Fabric, side: f64, step: f64) -> Cut {
    let height = 0.5 * 3.0_f64.sqrt() * side;
    let corners = [DVec2::ZERO, DVec2::new(side, 0.0), DVec2::new(0.5 * side, height)];
    let beyond = |e: usize| corners[e] + corners[(e + 1) % 3] - corners[(e + 2) % 3];
    let points: Vec<DVec2> = corners.into_iter().chain((0..3).map(beyond)).collect();
    element(fabric, points, vec![[0, 1, 2], [1, 0, 3], [2, 1, 4], [0, 2, 5]], step)
}

/// The star with this curvature in one component and none in the others: its middle lies still, and the neighbours are turned
/// about their edges by the angles that mean it.
fn bent(model: &Model, component: usize, curvature: f64) -> Vec<DVec3> {
    let mut places = model.start.clone();
    let Some(rest) = model.curvatures.first() else { return places };
    let wanted: DVec3 = [DVec3::X, DVec3::Y, DVec3::Z][component] * curvature;
    let angles = rest.map.inverse() * wanted;
    for (edge, hinge) in rest.hinges() {
        let [from, to, far] = [edge, (edge + 1) % 3, 3 + edge].map(|point| model.start[point]);
        let along = (to - from).normalize();
        let foot = from + (far - from).dot(along) * along;
        // Raised on both sides a hinge has a positive angle.
        let (out, turn) = (far - foot, angles[edge]);
        places[3 + edge] = foot + cos(turn) * out + sin(turn) * out.length() * DVec3::Z;
        let bent = angle(model.hinges[hinge].particles.map(|p| places[p as usize]));
        if bent * turn < 0.0 {
            places[3 + edge].z = -places[3 + edge].z;
        }
    }
    places
}

/// The elastic moment per width against a component of the curvature, N. A hinge law is alike in all directions: its energy
/// is that of K_uu² + K_vv² + 2K_uv².
fn moment(bending: &Bending, component: usize, curvature: f64) -> f64 {
    match bending {
        Bending::Hinge(law) => [1.0, 1.0, 2.0][component] * law.bend(curvature).moment,
        Bending::Tensor(law) => {
            let mut parts = [0.0; 3];
            parts[component] = curvature;
            law.bend(Curvature { uu: parts[0], vv: parts[1], uv: parts[2] }).moment[component]
        }
    }
}
