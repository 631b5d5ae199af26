//! Cloth on a sphere that turns faster and faster (Wong 2013, fig. 8).
//!
//! ```text
//!      ___↻___
//!    ╱╭─────╮╲      One coefficient drags the cloth along with a constant moment; a viscous stress grows with how far
//!   ╱ │     │ ╲     the cloth stays behind, so that it spins up sooner.
//!     ╰─────╯
//! ```
//!
//! The cloth comes to rest on the still sphere first, exactly in the middle. The grid of halved squares looks the same after half a turn, so
//! that nothing but rounding and what solves leave open sends it to one side; cloth on cloth has the coefficients of the paper's table
//! too. The table's F_v is a force per contact: it is a stress here, of contacts of 2.5 cm², those of a square metre with the paper's
//! 8,100 triangles.
//!
//! **Two ways off the sphere.** Spin lifts the cloth: beyond ω²·r ≈ g what lay on the sphere flares out like a skirt, from the hem inwards. And
//! cloth slides down one side: balanced on a ball it is unstable, and while it slips in spin, friction holds up a drift to the side
//! by no more than μ·N·v_side/(Ω·r). That is chance, seeded by rounding, and no casting off. So the two are told apart: *half lifted* and
//! *lifted* say when half and nine tenths of what touched at rest have been off the sphere for a tenth of a second while the centre of mass
//! was still within a tenth of the radius of the axis, and how fast the cloth then turned; *unbalanced* when it went further, *left* when nothing
//! touched any more. Cloth is cast off if half of it was lifted in balance.
//!
//! **Spin-up.** A cap of cloth that slips everywhere, of density ρ, lying nearly flat:
//!
//! ```text
//! dω/dt = ∫ μ(v)·g·r dA / ∫ r² dA + F_v/ρ · (Ω − ω),   v = (Ω − ω)·r
//! ```
//!
//! With one coefficient that is constant, 2.296·μ·g/side for a square, however fast the sphere turns; with viscosity it grows with how far
//! the cloth stays behind. `tests/friction_lab.rs` holds both against this equation.
//!
//! **Found.** The spin that lifts half of the cloth is the same with both laws, and the CSSV cloth reaches it earlier, in every one of 13 pairs
//! that start in the middle (times in s, spins in rad/s; 200 triangles where nothing else is said; cotton is cotton-plain, of 115 g/m²,
//! silk 85, wool 190, denim 324):
//!
//! | cloth, side, radius, acceleration | C: half lifted, spin | CSSV: half lifted, spin |
//! |---|---|---|
//! | cotton, 400 mm, 150 mm, 2000 °/s² | 1.30, 8.5 | 0.77, 8.6 |
//! | the same, 800 triangles | 1.40, 8.6 | 0.93, 8.7 |
//! | at 1000 and at 4000 °/s² | 1.32, 8.6 and 1.30, 8.5 | 0.85, 8.3 and 0.70, 9.0 |
//! | sphere of 100 and of 250 mm | 1.90, 7.9 and 1.59, 10.3 | 1.12, 8.0 and 0.81, 10.3 |
//! | side of 300 and of 600 mm | 1.42, 11.1 and 0.91, 5.2 | 0.83, 10.9 and 0.63, 5.6 |
//! | silk, wool, denim | 1.01, 8.1; 1.07, 7.9; 1.11, 8.1 | 0.56, 7.6; 0.79, 8.5; 0.83, 8.3 |
//! | 600 mm of silk, of denim | 2.80, 6.8; 0.94, 5.7 | 1.15, 6.4; 0.74, 5.7 |
//!
//! As the equation says, C takes as long on every sphere that turns fast enough. Nine tenths were lifted in none within 3 s: the axis has no
//! centrifugal force, and cloth that is flung out flat still rests on the top. Cloth that starts 5 mm beside it, or whose triangles are
//! irregular, slides off before spin can lift it, after 0.5 to 0.8 s, either law first: viscosity that spins it up sooner also holds it back
//! from sliding. The paper does not state the sphere, the cloth, its weight or the acceleration.
//!
//! **Steps.** Backward Euler takes ω³·Δt/2 of a spin ω: with steps of 10 ms the C cloth stopped at 8.0 rad/s, where that was as much as
//! friction gave, and waited there until it slid off. With 2 ms it is 9.0 rad/s after 1.5 s as with 1 ms, and as BDF-2 has it with 5 ms.

use super::friction::{MODEL, Moving, law, steps, tilted};
use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::settings::IRREGULAR;
use super::{Bench, Experiment, Experiments, OneOf, Outcome};
use crate::body::{Shapes, motion::Motions};
use crate::cloth::{Body, Cut, Fabric, Settings, build_fabric};
use crate::contact::bodies::Grip;
use crate::fabric::friction::paper::Scene;
use crate::issue::Issues;
use crate::row::{Table, Values};
use crate::{Drape, parameters, row::RowOf};
use glam::{DVec3, Vec3Swizzles};

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
        /// How far its middle lies beside the top of the sphere; a few millimetres and it slides off before its spin lifts it.
        beside_mm: "mm" = 0.0, soft [0.0, 50.0], hard [0.0, 10000.0], source "chosen";
        /// Triangles, about.
        triangles: "count" = 450.0, soft [100.0, 10000.0], hard [8.0, 100000.0], source "chosen";
        /// Time in which the cloth comes to rest before the sphere turns.
        settle_s: "s" = 2.0, soft [0.5, 5.0], hard [0.0, 600.0], source "chosen";
        /// Time in which the sphere turns, at most.
        seconds: "s" = 8.0, soft [1.0, 20.0], hard [0.01, 600.0], source "chosen";
        /// Length of a step.
        dt_ms: "ms" = 2.0, soft [1.0, 5.0], hard [0.01, 100.0], source "chosen: backward Euler takes ω³·Δt/2 from a spin, with 10 ms as much as friction gives it";
        /// Newton iterations of a step, before those that contacts add.
        newton: "count" = 8.0, soft [1.0, 10.0], hard [1.0, 1000.0], source "chosen";
        /// Relative residual of the linear solves.
        tolerance: "1" = 0.00001, soft [0.0000001, 0.01], hard [1e-9, 0.5], source "chosen: looser and the error of the solve pushes the cloth to one side";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.spinning-sphere",
    title: "Cast off by a sphere",
    help: "A square of the fabric lies on a sphere that begins to turn ever faster, with the friction of the settings: angular speeds of sphere and cloth, when spin has lifted half and nine tenths of what lay on the sphere while it was still balanced, and when it lost its balance and left. What did not happen has the whole time as its time.",
    parameters: SpinningSphere::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[OneOf { default: "cssv", ..MODEL }, OneOf { default: "false", ..IRREGULAR }],
        columns: &["time_s", "sphere_rad_per_s", "cloth_rad_per_s", "touching", "beside_m", "height_m"],
        run,
    },
};

/// What does not touch the sphere for so long, s, has been lifted off it; less and it may only flutter.
const LASTING: f64 = 0.1;
/// Cloth whose centre of mass is further from the axis than this part of the radius has lost its balance.
const BALANCED: f64 = 0.1;
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
    let mut course = Course::new(touching(&drape), BALANCED * radius);
    for k in 1..=turning.max(1) {
        if let Some(issue) = drape.step().halted {
            return Err(vec![issue]);
        }
        let time = f64::from(k) * step;
        let centre = Moving::of(&drape, 0..drape.model().particles()).centre;
        let sphere_speed = (set.acceleration_deg_per_s2 * time).to_radians();
        let now = Moment { time, spin: spin(&drape), touching: touching(&drape), beside: centre.xz().length() };
        outcome.row(&[time, sphere_speed, now.spin, now.touching, now.beside, centre.y]);
        bench.frame(&drape.state().positions);
        (bench.progress)(f64::from(k) / f64::from(turning.max(1)));
        if !course.goes_on(now) {
            break;
        }
    }
    (bench.progress)(1.0);
    let names = [["half_lifted_s", "half_lifted_rad_per_s"], ["lifted_s", "lifted_rad_per_s"]];
    for ([time, speed], lifted) in names.into_iter().zip([course.half, course.most]) {
        let moment = lifted.filter(|lifted| course.balanced_at(lifted.time));
        outcome.figure(time, moment.map_or(set.seconds, |moment| moment.time));
        outcome.figure(speed, moment.map_or(0.0, |moment| moment.spin));
    }
    outcome.figure("end", course.end());
    outcome.figure("unbalanced_s", course.unbalanced.unwrap_or(set.seconds));
    outcome.figure("left_s", course.left.unwrap_or(set.seconds));
    outcome.figure("cloth_rad_per_s", spin(&drape));
    outcome.figure("touching_before_turning", course.at_rest);
    outcome.figure("speed_before_turning_m_s", speed_before);
    outcome.figure("triangles", drape.model().triangles.len());
    Ok(outcome)
}

/// The cloth at one moment.
#[derive(Clone, Copy, Debug)]
struct Moment {
    /// Since the sphere began to turn, s.
    time: f64,
    /// rad/s.
    spin: f64,
    /// Part of it that touches the sphere.
    touching: f64,
    /// How far its centre of mass is from the axis, m.
    beside: f64,
}

/// What became of the cloth so far.
#[derive(Clone, Debug)]
struct Course {
    /// Part of it that touched the sphere at rest.
    at_rest: f64,
    /// Largest distance of its centre of mass from the axis that counts as balanced, m.
    balance: f64,
    /// When half and nine tenths of what touched at rest had been lifted.
    half: Option<Moment>,
    most: Option<Moment>,
    /// When the centre of mass went too far from the axis.
    unbalanced: Option<f64>,
    /// When nothing touched any more.
    left: Option<f64>,
    /// Since when less than half, less than a tenth, and nothing touches.
    since: [Option<Moment>; 3],
}

impl Course {
    fn new(at_rest: f64, balance: f64) -> Self {
        Course { at_rest, balance, half: None, most: None, unbalanced: None, left: None, since: [None; 3] }
    }

    /// Takes note of a moment; whether the cloth is still on the sphere.
    fn goes_on(&mut self, now: Moment) -> bool {
        if now.beside > self.balance {
            self.unbalanced.get_or_insert(now.time);
        }
        let parts = [0.5 * self.at_rest, 0.1 * self.at_rest, 0.0];
        for (since, most) in self.since.iter_mut().zip(parts) {
            *since = (now.touching <= most).then(|| since.unwrap_or(now));
        }
        let [half, most, none] =
            self.since.map(|since| since.filter(|since| now.time - since.time >= LASTING * (1.0 - 1e-9)));
        self.half = self.half.or(half);
        self.most = self.most.or(most);
        self.left = none.map(|none| none.time);
        self.left.is_none()
    }

    /// Whether it had not lost its balance by a time.
    fn balanced_at(&self, time: f64) -> bool {
        self.unbalanced.is_none_or(|unbalanced| time < unbalanced)
    }

    /// How it ended. What was lifted in balance was cast off, whatever became of it later.
    fn end(&self) -> &'static str {
        match (self.half.is_some_and(|half| self.balanced_at(half.time)), self.left.or(self.unbalanced)) {
            (true, _) => "cast off",
            (false, Some(_)) => "slid off",
            (false, None) => "stayed",
        }
    }
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

/// Part of the cloth, by area, that touches the sphere.
fn touching(drape: &Drape) -> f64 {
    let touches = |grip: &Grip| grip.slips || grip.stretch != DVec3::ZERO;
    let areas = &drape.model().areas;
    let touched: f64 =
        areas.iter().zip(&drape.state().grips).filter(|(_, grip)| touches(grip)).map(|(area, _)| area).sum();
    touched / areas.iter().sum::<f64>()
}
