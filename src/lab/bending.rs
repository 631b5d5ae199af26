//! The pure bending tester: a strip between two jaws that turn against each other (Kawabata's KES-FB2).
//!
//! ```text
//!      ╲╲                ╱╱  jaws, turned by ∓κL/2 and free to come nearer:
//!       ╲╲____________ ╱╱    the strip bends to a circle of curvature κ under a pure moment M(κ)
//!           ╲______╱
//!              L
//! ```
//!
//! The moment is that of the forces by which a jaw holds the strip, per width. The jaws' distance is found so that no
//! force acts between them. Beside it stands the law's M(κ) for a cylinder. A strip on the bias of a fabric whose weft
//! and warp differ is no cylinder when its sides are free, and shows a smaller moment than the law of a wide one.
//! Pabst 2008, fig. 3, shows three resolutions, 150, 574 and 1408 triangles.

use super::patch::relative;
use super::sample::{METRES_PER_MM, Rectangle, along};
use super::settings::{IRREGULAR, STRIP};
use super::strip::moment;
use super::tester::Tester;
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::build_fabric;
use crate::issue::Issues;
use crate::math::real::{cos, sin};
use crate::{parameters, row::RowOf};
use glam::DVec3;

parameters! {
    /// A strip between jaws.
    pub struct PureBending {
        /// Length of the strip between the jaws.
        length_mm: "mm" = 50.0, soft [10.0, 100.0], hard [1.0, 1000.0], source "chosen: as the tensile tester's";
        /// Length of the jaws.
        width_mm: "mm" = 50.0, soft [10.0, 200.0], hard [1.0, 1000.0], source "chosen";
        /// Largest curvature. Times the triangles' side it is the angle of one hinge: above 0.1 the mesh is too coarse for it.
        max_curvature_per_m: "1/m" = 30.0, soft [5.0, 100.0], hard [0.01, 1000.0], source "chosen: a hinge of 0.1 rad at 574 triangles";
        /// Points of the curve.
        points: "count" = 6.0, soft [2.0, 20.0], hard [1.0, 1000.0], source "chosen";
        /// Triangles of the strip, about.
        triangles: "count" = 574.0, soft [150.0, 1408.0], hard [8.0, 100000.0], source "Pabst 2008, fig. 3";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.bending",
    title: "Pure bending tester",
    help: "A strip between two jaws that turn against each other; the moment per width that holds them against that of the law.",
    parameters: PureBending::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[STRIP, IRREGULAR],
        columns: &["curvature_per_m", "moment_n", "model_moment_n"],
        run,
    },
};

/// Times that the jaws' distance is mended.
const MENDED: u32 = 6;
/// Force between the jaws, times the strip's length over its moment, that is none.
const NO_FORCE: f64 = 1e-4;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = PureBending::from_values(&bench.settings.numbers);
    let turn = along(bench.settings.word("direction"));
    let sample = Rectangle {
        length: set.length_mm * METRES_PER_MM,
        width: set.width_mm * METRES_PER_MM,
        triangles: set.triangles,
        irregular: bench.settings.is("irregular"),
        turn,
    };
    let law = build_fabric(bench.fabric)?.bending;
    let mut tester = Tester::clamped(sample.in_jaws(build_fabric(bench.fabric)?, true)?);
    tester.effort.iterations = 2000;
    tester.effort.accuracy = 1e-8;
    bench.mesh(&tester.model.triangles);
    let mut outcome = Outcome::new(ROW.make.columns);
    let (mut worst, mut pull) = (0.0_f64, 0.0_f64);
    for point in 1..=set.points as u32 {
        let curvature = set.max_curvature_per_m * f64::from(point) / set.points;
        let expected = moment(&law, turn, curvature)[0];
        let found = bend(&mut tester, &sample, curvature, expected);
        worst = worst.max(relative([found.moment, expected]));
        pull = pull.max(found.force.abs());
        outcome.row(&[curvature, found.moment, expected]);
        bench.frame(&tester.positions);
        (bench.progress)(f64::from(point) / set.points);
    }
    outcome.figure("max_relative_error", worst);
    outcome.figure("largest_pull_n_per_m", pull);
    outcome.effort(&tester.log);
    Ok(outcome)
}

/// What a jaw feels, per width.
#[derive(Clone, Copy, Debug, Default)]
struct Grip {
    moment: f64,
    /// Along the chord, N/m; positive when the strip pulls the jaws together.
    force: f64,
}

/// Turns the jaws and brings them so near that no force is left between them.
fn bend(tester: &mut Tester, sample: &Rectangle, curvature: f64, expected: f64) -> Grip {
    let half = 0.5 * curvature * sample.length;
    // From the circle that it should become.
    for (position, start) in tester.positions.iter_mut().zip(&tester.model.start) {
        let angle = curvature * (start.x - 0.5 * sample.length);
        *position = DVec3::new(sin(angle) / curvature, start.y, (cos(half) - cos(angle)) / curvature);
    }
    let mut chord = 2.0 * sin(half) / curvature;
    let mut grip = hold(tester, sample, half, chord);
    // A strip with a pull of a tenth of a per cent of its stiffness says how it pulls.
    let mut next = chord * (1.0 - 1e-5);
    for _ in 0..MENDED {
        if grip.force.abs() * sample.length < NO_FORCE * expected.abs() {
            break;
        }
        let (before, at) = (grip, chord);
        chord = next;
        grip = hold(tester, sample, half, chord);
        let slope = (grip.force - before.force) / (chord - at);
        if slope.is_finite() && slope != 0.0 {
            next = chord - grip.force / slope;
        }
    }
    grip
}

/// Puts the jaws at the ends of a chord, turned by ∓`half`, and lets the strip find its equilibrium.
fn hold(tester: &mut Tester, sample: &Rectangle, half: f64, chord: f64) -> Grip {
    let length = sample.length;
    let (c, s) = (cos(half), sin(half));
    tester.drive(|p| {
        let (end, reach, slope) = if p.x > 0.5 * length { (0.5, p.x - length, s) } else { (-0.5, p.x, -s) };
        DVec3::new(end * chord + reach * c, p.y, reach * slope)
    });
    tester.settle();
    let far = |p: DVec3| p.x > 0.5 * length;
    // The virtual displacement of a turn about the jaw's edge, and of a pull.
    let turned = |p: DVec3| if far(p) { (p.x - length) * DVec3::new(-s, 0.0, c) } else { DVec3::ZERO };
    let pulled = |p: DVec3| if far(p) { DVec3::X } else { DVec3::ZERO };
    Grip { moment: tester.reaction(turned) / sample.width, force: tester.reaction(pulled) / sample.width }
}
