//! A square metre of cloth falls on a sphere and hangs down around it in folds: the work W2 by which speeds of contact are
//! compared.
//!
//! ```text
//!   ───────────── y = 0.35 m      the cloth of [`super::hanging_square`], free, bending 5 µN·m, friction 0.3;
//!       ╭───╮                     particle (i, j) has the index i·(n+1) + j and starts at x = i/n − ½, z = j/n − ½;
//!      │  ●  │ 0.3 m              sphere at the origin
//!       ╰───╯
//! ```
//!
//! The cloth is the work's own, so that every engine does the same; the fabric given is not used. A speed counts only with
//! no crossing at any frame, nothing inside the sphere and little strain: all three are judged after every step, outside the
//! time that is measured, crossings by the exact test and the sphere by the nearest point of every triangle.

use super::friction::{MODEL, law, steps};
use super::{Bench, Experiment, Experiments, OneOf, Outcome, hanging_square};
use crate::body::Shapes;
use crate::cloth::{Body, Cut, Fabric, Settings};
use crate::contact::brute_force::crossings;
use crate::contact::distance::{Kind, Pair};
use crate::document::Surface;
use crate::fabric::bending::BendingLaws;
use crate::fabric::friction::FrictionLaw;
use crate::fabric::strength::Strength;
use crate::forces::membrane::max_strain;
use crate::issue::Issues;
use crate::row::{Given, RowOf, Table, Values};
use crate::{Drape, parameters};
use glam::DVec3;

parameters! {
    /// The square on the sphere.
    pub struct SquareOnSphere {
        /// Squares along each edge; the cloth has 2n² triangles.
        n: "count" = 64.0, soft [8.0, 200.0], hard [1.0, 700.0], source "the work: about 8,000 triangles";
        /// Simulated time.
        seconds: "s" = 2.0, soft [0.1, 5.0], hard [0.01, 600.0], source "the work";
        /// Length of a step.
        dt_ms: "ms" = 10.0, soft [1.0, 20.0], hard [0.01, 100.0], source "the page's step";
        /// Distance that layers keep from each other and from the sphere.
        thickness_mm: "mm" = 1.0, soft [0.2, 3.0], hard [0.01, 50.0], source "a fifteenth of a triangle's side at n = 64";
        /// Friction force over normal force in fast sliding, on the sphere and of cloth on cloth.
        mu_c: "1" = 0.3, soft [0.0, 1.0], hard [0.0, 5.0], source "the work";
        /// The same at rest.
        mu_s: "1" = 0.4, soft [0.0, 1.0], hard [0.0, 5.0], source "chosen, for laws that have it";
        /// Stribeck speed.
        v_s_m_per_s: "m/s" = 0.4, soft [0.05, 2.0], hard [0.0001, 100.0], source "Wong 2013, table 1";
        /// Stribeck shape.
        delta_s: "1" = 0.2, soft [0.1, 1.0], hard [0.01, 1.0], source "Wong 2013, table 1";
        /// Viscous stress at 1 m/s.
        f_v_n_per_m2: "N/m²" = 0.24, soft [0.0, 2.0], hard [0.0, 10000.0], source "Wong 2013, table 1, sphere, on contacts of 2.5 cm²";
        /// Power of the speed in the viscous stress.
        delta_v: "1" = 1.0, soft [0.5, 2.0], hard [0.1, 4.0], source "Wong 2013, table 1, sphere";
        /// Newton iterations of a step, before those that contacts add.
        newton: "count" = 2.0, soft [1.0, 10.0], hard [1.0, 1000.0], source "the page's step";
        /// Relative residual of the linear solves.
        tolerance: "1" = 0.01, soft [0.0001, 0.1], hard [1e-9, 0.5], source "the page's step";
    }
}

/// Radius of the sphere, m.
const RADIUS: f64 = 0.3;
/// Where the cloth starts, m.
const HEIGHT: f64 = 0.35;
/// Bending stiffness, µN·m.
const BENDING: f64 = 5.0;

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.square-on-sphere",
    title: "Square on a sphere",
    help: "A square metre falls on a sphere of 0.3 m and folds: time per simulated second and where it goes, crossings, strain and depth in the sphere at every step. The cloth is its own, 1000 N/m in every direction, 150 g/m² and 5 µN·m, whatever fabric is given.",
    parameters: SquareOnSphere::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[OneOf { default: "c", ..MODEL }],
        columns: &[
            "time_s",
            "newton_iterations",
            "cg_iterations",
            "contacts",
            "layer_contacts",
            "crossings",
            "max_strain",
            "depth_m",
        ],
        run,
    },
};

/// The work's cloth with this friction and thickness, m.
fn fabric(friction: [Box<dyn FrictionLaw>; 2], thickness: f64) -> Fabric {
    let bending = BendingLaws::find("bend.hinge").expect("a row of the table");
    let [friction, self_friction] = friction;
    Fabric {
        id: "square-on-sphere".to_owned(),
        thickness,
        strength: Strength::ENDLESS,
        surface: Surface::Plain,
        bending: (bending.make)(&Given::from(&Values::from([("stiffness_un_m".to_owned(), BENDING)])))
            .expect("a stiffness in its range"),
        friction,
        self_friction,
        ..hanging_square::fabric()
    }
}

/// The square above the sphere.
fn cut(n: u32, fabric: Fabric, settings: Settings) -> Cut {
    let sphere = Shapes::find("body.sphere").expect("a row of the table");
    let sphere = (sphere.make)(&Values::from([("radius_mm".to_owned(), RADIUS * 1e3)]));
    let mut cut = hanging_square::cut(n, fabric, settings);
    for point in &mut cut.sheets[0].start {
        *point += DVec3::new(-0.5, HEIGHT, -0.5);
    }
    Cut { pins: Vec::new(), bodies: vec![Body::still("sphere", sphere)].into(), ..cut }
}

/// How deep the deepest point of any triangle is inside the sphere, m; negative while all are outside.
fn depth(drape: &Drape) -> f64 {
    let nearest = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|i| drape.state().positions[i as usize]);
        let pair = Pair { kind: Kind::PointTriangle, particles: [0; 4] };
        pair.closest([DVec3::ZERO, a, b, c]).vector.length_squared()
    };
    RADIUS - drape.model().triangles.iter().map(nearest).fold(f64::INFINITY, f64::min).sqrt()
}

/// Sums and extremes over the steps.
#[derive(Default)]
struct Tally {
    wall_ms: f64,
    assembly_ms: f64,
    solve_ms: f64,
    layers_ms: f64,
    sweep_ms: f64,
    newton: u32,
    cg: u32,
    held_back: u32,
    residual: f64,
    strain: f64,
    crossings: usize,
    depth: f64,
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = SquareOnSphere::from_values(&bench.settings.numbers);
    let (model, numbers) = (bench.settings.word("model"), &bench.settings.numbers);
    let fabric = fabric([law(model, numbers)?, law(model, numbers)?], set.thickness_mm * 1e-3);
    let settings = Settings {
        self_contact: true,
        newton_iterations: set.newton as u32,
        tolerance: set.tolerance,
        still: hanging_square::steps("interactive").still,
        gravity: hanging_square::steps("interactive").gravity,
        ..steps(set.dt_ms * 1e-3)
    };
    let mut drape = Drape::of_cut(cut(set.n as u32, fabric, settings));
    drape.set_clock(bench.clock);
    let mut outcome = Outcome::new(ROW.make.columns);
    let count = (set.seconds / settings.step).round().max(1.0) as u32;
    let mut all = Tally { depth: f64::NEG_INFINITY, ..Tally::default() };
    for step in 1..=count {
        let report = drape.step();
        if let Some(issue) = report.halted {
            return Err(vec![issue]);
        }
        bench.frame(&drape.state().positions);
        let strain = max_strain(drape.model(), &drape.state().positions);
        let crossed = crossings(&drape.state().positions, &drape.model().triangles);
        let deep = depth(&drape);
        all.wall_ms += report.wall_ms;
        all.assembly_ms += report.assembly_ms;
        all.solve_ms += report.solve_ms;
        all.layers_ms += report.layers_ms;
        all.sweep_ms += report.sweep_ms;
        all.newton += report.newton_iterations;
        all.cg += report.cg_iterations;
        all.held_back = all.held_back.max(report.held_back);
        all.residual = all.residual.max(report.residual);
        all.strain = all.strain.max(strain);
        all.crossings = all.crossings.max(crossed);
        all.depth = all.depth.max(deep);
        let counts = [report.newton_iterations, report.cg_iterations, report.contacts, report.layer_contacts];
        let [newton, cg, contacts, layers] = counts.map(f64::from);
        outcome.row(&[report.simulated_s, newton, cg, contacts, layers, crossed as f64, strain, deep]);
        (bench.progress)(f64::from(step) / f64::from(count));
    }
    let per_simulated = |ms: f64| ms * 1e-3 / (f64::from(count) * settings.step);
    outcome.figure("cpu_s_per_simulated_s", per_simulated(all.wall_ms));
    outcome.figure("crossings_max", all.crossings);
    outcome.figure("depth_max_m", all.depth);
    outcome.figure("max_strain", all.strain);
    outcome.figure("residual", all.residual);
    outcome.figure("thickness_m", set.thickness_mm * 1e-3);
    outcome.figure("detection_s_per_simulated_s", per_simulated(all.layers_ms - all.sweep_ms));
    outcome.figure("assembly_s_per_simulated_s", per_simulated(all.assembly_ms));
    outcome.figure("solve_s_per_simulated_s", per_simulated(all.solve_ms));
    outcome.figure("safe_step_s_per_simulated_s", per_simulated(all.sweep_ms));
    outcome.figure("newton_iterations", f64::from(all.newton) / f64::from(count));
    outcome.figure("cg_iterations", f64::from(all.cg) / f64::from(count));
    outcome.figure("held_back_max", all.held_back);
    outcome.figure("triangles", drape.model().triangles.len());
    outcome.figure("particles", drape.model().particles());
    outcome.figure("state_hash", format!("{:016x}", drape.state().hash()).as_str());
    Ok(outcome)
}
