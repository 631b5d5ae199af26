//! Cloth on a sphere that turns faster and faster (Wong 2013, fig. 8).
//!
//! ```text
//!      ___↻___
//!    ╱╭─────╮╲      One coefficient drags the cloth along with a constant moment; a viscous stress grows with how far
//!   ╱ │     │ ╲     the cloth stays behind, so that it spins up sooner.
//!     ╰─────╯
//! ```
//!
//! The cloth comes to rest on the still sphere first. It is cast off when no particle touches the sphere any more, for a tenth
//! of a second on end.
//!
//! The grid of halved squares, laid on exactly in the middle, looks the same after half a turn, so that nothing but rounding and what solves
//! leave open sends it to one side; cloth on cloth has the coefficients of the paper's table too. The table's F_v is a force per contact: it is a stress here,
//! of contacts of 2.5 cm², those of a square metre with the paper's 8,100 triangles.
//!
//! The paper says that the viscous cloth spins up sooner, and is cast off earlier therefore. The first holds: after 0.4 s it turns 1.26 times as
//! fast (denim, 200 triangles). The second does not: of 23 pairs (cotton and denim, 400 to 1000 mm, 150 to 2000 °/s², irregular and even triangles)
//! the CSSV cloth leaves later in 18, by 0.03 to 1.5 s, earlier in three, and in two the C cloth's step was not finite and undone. The
//! reason shows where it lies evenly for longest, cotton of 400 mm with 800 triangles at 2000 °/s²: the C cloth turns at 7.8 rad/s after
//! 1.5 s and no faster, since at ω²r ≈ g it hardly presses any more, and what does not press does not drag it; it then loses its balance and
//! slides down on one side at 2.7 s. Viscosity needs no pressure: the CSSV cloth goes on to 9.9 rad/s and is really cast off, at 3.7 s. But the
//! same stress holds it back from sliding down, and to slide is what all C cloths do, at 1 to 2 rad/s most of them, long before they
//! could be cast off. The paper does not state the sphere, the cloth, its weight or the acceleration.

use super::friction::{MODEL, Moving, law, steps, tilted};
use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::settings::IRREGULAR;
use super::{Bench, Experiment, Experiments, OneOf, Outcome};
use crate::body::{Shapes, motion::Motions};
use crate::cloth::{Body, Cut, Fabric, Settings, build_fabric};
use crate::fabric::friction::paper::Scene;
use crate::issue::Issues;
use crate::row::{Table, Values};
use crate::{Drape, parameters, row::RowOf};
use glam::DVec3;

parameters! {
    /// Cloth on a spinning sphere.
    pub struct SpinningSphere {
        /// Angular acceleration of the sphere.
        acceleration_deg_per_s2: "°/s²" = 2000.0, soft [45.0, 5000.0], hard [1.0, 36000.0], source "chosen: about 3 s, as the paper's 3000 frames of 1 ms";
        /// Friction force over normal force in fast sliding.
        mu_c: "1" = 0.2, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, sphere";
        /// The same at rest.
        mu_s: "1" = 0.35, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, sphere";
        /// Stribeck speed.
        v_s_m_per_s: "m/s" = 0.4, soft [0.05, 2.0], hard [0.0001, 100.0], source "Wong 2013, table 1";
        /// Stribeck shape.
        delta_s: "1" = 0.2, soft [0.1, 1.0], hard [0.01, 1.0], source "Wong 2013, table 1";
        /// Viscous stress at 1 m/s.
        f_v_n_per_m2: "N/m²" = 0.24, soft [0.0, 2.0], hard [0.0, 10000.0], source "Wong 2013, table 1, sphere, on contacts of 2.5 cm²";
        /// Power of the speed in the viscous stress.
        delta_v: "1" = 1.0, soft [0.5, 2.0], hard [0.1, 4.0], source "Wong 2013, table 1, sphere";
        /// Radius of the sphere.
        radius_mm: "mm" = 150.0, soft [50.0, 500.0], hard [10.0, 10000.0], source "chosen";
        /// Side of the square of cloth.
        size_mm: "mm" = 400.0, soft [100.0, 1500.0], hard [20.0, 10000.0], source "chosen";
        /// How far its middle lies beside the top of the sphere; exactly above it nothing would ever leave.
        beside_mm: "mm" = 10.0, soft [0.0, 50.0], hard [0.0, 10000.0], source "chosen";
        /// Triangles, about.
        triangles: "count" = 450.0, soft [100.0, 10000.0], hard [8.0, 100000.0], source "chosen";
        /// Time in which the cloth comes to rest before the sphere turns.
        settle_s: "s" = 2.0, soft [0.5, 5.0], hard [0.0, 600.0], source "chosen";
        /// Time in which the sphere turns, at most.
        seconds: "s" = 8.0, soft [1.0, 20.0], hard [0.01, 600.0], source "chosen";
        /// Length of a step.
        dt_ms: "ms" = 10.0, soft [1.0, 20.0], hard [0.01, 100.0], source "the page's step";
        /// Newton iterations of a step, before those that contacts add.
        newton: "count" = 8.0, soft [1.0, 10.0], hard [1.0, 1000.0], source "chosen";
        /// Relative residual of the linear solves.
        tolerance: "1" = 0.00001, soft [0.0000001, 0.01], hard [1e-9, 0.5], source "chosen: looser and the error of the solve pushes the cloth to one side";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.spinning-sphere",
    title: "Cast off by a sphere",
    help: "A square of the fabric lies on a sphere that begins to turn ever faster, with the friction of the settings: angular speeds of sphere and cloth, and when the cloth leaves the sphere; if it does not, that time is the whole time.",
    parameters: SpinningSphere::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[OneOf { default: "cssv", ..MODEL }, OneOf { default: "false", ..IRREGULAR }],
        columns: &["time_s", "sphere_rad_per_s", "cloth_rad_per_s", "contacts", "height_m"],
        run,
    },
};

/// Cloth that has not touched the sphere for so long, s, has been cast off; less and it may only flutter.
const APART: f64 = 0.1;
/// Air drag while the cloth comes to rest, 1/s.
const STILLING: f64 = 5.0;

/// The sphere at the origin, turning after the cloth has settled.
fn sphere(set: &SpinningSphere) -> Body {
    let values = |pairs: &[(&str, f64)]| pairs.iter().map(|(id, value)| ((*id).to_owned(), *value)).collect::<Values>();
    let shape = Shapes::find("body.sphere").expect("a row of the table");
    let motion = Motions::find("motion.turn").expect("a row of the table");
    let turn =
        [("speed_deg_per_s", 0.0), ("acceleration_deg_per_s2", set.acceleration_deg_per_s2), ("delay_s", set.settle_s)];
    Body {
        motion: (motion.make)(&values(&turn)),
        ..Body::still("sphere", (shape.make)(&values(&[("radius_mm", set.radius_mm)])))
    }
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = SpinningSphere::from_values(&bench.settings.numbers);
    let fabric = || -> Result<Fabric, Issues> {
        let (model, on_body) = (bench.settings.word("model"), &bench.settings.numbers);
        // Of cloth on cloth the same law with the table's own coefficients.
        let [mu_c, mu_s] = Scene::find("sphere").expect("a column of the table").on_cloth;
        let mut on_cloth = on_body.clone();
        on_cloth.extend([("mu_c", mu_c), ("mu_s", mu_s)].map(|(id, value)| (id.to_owned(), value)));
        let [friction, self_friction] = [law(model, on_body)?, law(model, &on_cloth)?];
        Ok(Fabric { friction, self_friction, ..build_fabric(bench.fabric)? })
    };
    let [size, radius, beside] = [set.size_mm, set.radius_mm, set.beside_mm].map(|mm| mm * METRES_PER_MM);
    let top = radius + fabric()?.thickness;
    let sample = Rectangle {
        length: size,
        width: size,
        triangles: set.triangles,
        irregular: bench.settings.is("irregular"),
        turn: WEFT,
    };
    let cut = |drag: f64, fabric: Fabric| -> Result<Cut, Issues> {
        Ok(Cut {
            sheets: vec![sample.sheet(|p| DVec3::new(p.x - 0.5 * size + beside, top, 0.5 * size - p.y))?],
            seams: Vec::new(),
            pins: Vec::new(),
            fabrics: vec![fabric].into(),
            bodies: vec![sphere(&set)].into(),
            settings: Settings {
                gravity: tilted(0.0),
                self_contact: true,
                newton_iterations: set.newton as u32,
                tolerance: set.tolerance,
                drag,
                ..steps(set.dt_ms * 1e-3)
            },
        })
    };
    // Air stills the cloth on the still sphere; then there is none.
    let mut drape = Drape::of_cut(cut(STILLING, fabric()?)?);
    let step = drape.model().settings.step;
    let [settle, turning] = [set.settle_s, set.seconds].map(|seconds| (seconds / step).round() as u32);
    for _ in 0..settle {
        if let Some(issue) = drape.step().halted {
            return Err(vec![issue]);
        }
    }
    let rest = drape.state().clone();
    let speed_before = rest.max_speed();
    drape = Drape::of_cut(cut(0.0, fabric()?)?);
    drape.set_state(rest);

    let mut outcome = Outcome::new(ROW.make.columns);
    let mut apart = 0.0;
    let mut left = None;
    for k in 1..=turning.max(1) {
        let report = drape.step();
        if let Some(issue) = report.halted {
            return Err(vec![issue]);
        }
        let time = f64::from(k) * step;
        let height = Moving::of(&drape, 0..drape.model().particles()).centre.y;
        let sphere_speed = (set.acceleration_deg_per_s2 * time).to_radians();
        outcome.row(&[time, sphere_speed, spin(&drape), f64::from(report.contacts), height]);
        bench.frame(&drape.state().positions);
        (bench.progress)(f64::from(k) / f64::from(turning.max(1)));
        apart = if report.contacts == 0 { apart + step } else { 0.0 };
        if apart >= APART * (1.0 - 1e-9) {
            left = Some(time - apart + step);
            break;
        }
    }
    (bench.progress)(1.0);
    outcome.figure("cast_off", left.is_some());
    outcome.figure("cast_off_s", left.unwrap_or(set.seconds));
    outcome.figure("cloth_rad_per_s", spin(&drape));
    outcome.figure("speed_before_turning_m_s", speed_before);
    outcome.figure("triangles", drape.model().triangles.len());
    Ok(outcome)
}

/// Angular velocity of the cloth about the vertical through the sphere, rad/s: its angular momentum over its moment of
/// inertia.
fn spin(drape: &Drape) -> f64 {
    let (mut momentum, mut inertia) = (0.0, 0.0);
    for (i, mass) in drape.model().masses.iter().enumerate() {
        let (x, v) = (drape.state().positions[i], drape.state().velocities[i]);
        momentum += mass * (x.z * v.x - x.x * v.z);
        inertia += mass * (x.x * x.x + x.z * x.z);
    }
    momentum / inertia
}
