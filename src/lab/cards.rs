//! Four cards on one inclined plane, each with another of the four friction laws (Wong 2013, figs. 6 and 7).
//!
//! ```text
//!   ╲ ▭ C                A rigid card slides down with
//!     ╲ ▭ CS
//!       ╲ ▭ CSS            dv/dt = g sin α − μ(v) g cos α − F_v v^δ_v / ρ
//!         ╲ ▭ CSSV
//! ```
//!
//! once tan α > μ_s. C and CS share one acceleration; CSS starts slower and comes to the same; CSSV stays behind. The cards
//! are cloth that hardly stretches or bends. Beside each measured speed stands that of the equation, integrated on its own.

use super::friction::{MODEL, Moving, law, plane, rigid, steps, tilted};
use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Cut, Settings, Sheet};
use crate::fabric::friction::FrictionLaw;
use crate::issue::Issues;
use crate::{Drape, parameters, row::RowOf};
use glam::DVec3;

parameters! {
    /// Four cards on an incline.
    pub struct Cards {
        /// Angle of the plane; the default is tan⁻¹ 0.3.
        angle_deg: "°" = 16.69924423399362, soft [0.0, 45.0], hard [0.0, 89.0], source "Wong 2013, §5: with mu_c above 0.3 no card slides";
        /// Friction force over normal force in fast sliding.
        mu_c: "1" = 0.1, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, card";
        /// The same at rest.
        mu_s: "1" = 0.2, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, card";
        /// Stribeck speed.
        v_s_m_per_s: "m/s" = 0.4, soft [0.05, 2.0], hard [0.0001, 100.0], source "Wong 2013, table 1";
        /// Stribeck shape.
        delta_s: "1" = 0.2, soft [0.1, 1.0], hard [0.01, 1.0], source "Wong 2013, table 1";
        /// Viscous stress at 1 m/s.
        f_v_n_per_m2: "N/m²" = 0.24, soft [0.0, 2.0], hard [0.0, 10000.0], source "Wong 2013, table 1, card, on contacts of 2.5 cm²";
        /// Power of the speed in the viscous stress.
        delta_v: "1" = 1.0, soft [0.5, 2.0], hard [0.1, 4.0], source "Wong 2013, table 1, card";
        /// Length of a card, down the plane.
        length_mm: "mm" = 90.0, soft [20.0, 300.0], hard [5.0, 10000.0], source "a playing card";
        /// Width of a card.
        width_mm: "mm" = 60.0, soft [20.0, 300.0], hard [5.0, 10000.0], source "a playing card";
        /// Weight of a card per area.
        weight_g_per_m2: "g/m²" = 300.0, soft [50.0, 1000.0], hard [1.0, 100000.0], source "a playing card";
        /// Triangles of each card, about.
        triangles: "count" = 48.0, soft [8.0, 500.0], hard [2.0, 100000.0], source "chosen";
        /// Simulated time.
        seconds: "s" = 2.0, soft [0.5, 5.0], hard [0.001, 600.0], source "chosen";
        /// Length of a step. Steps of 10 ms of first order are off by more than a per cent in the first second by themselves.
        dt_ms: "ms" = 1.0, soft [0.5, 10.0], hard [0.01, 100.0], source "Wong 2013, table 2";
    }
}

/// The columns after the time: four for each law, in the order of the words.
const COLUMNS: &[&str] = &[
    "time_s",
    "c_distance_m",
    "c_speed_m_s",
    "c_friction_n",
    "c_model_speed_m_s",
    "cs_distance_m",
    "cs_speed_m_s",
    "cs_friction_n",
    "cs_model_speed_m_s",
    "css_distance_m",
    "css_speed_m_s",
    "css_friction_n",
    "css_model_speed_m_s",
    "cssv_distance_m",
    "cssv_speed_m_s",
    "cssv_friction_n",
    "cssv_model_speed_m_s",
];

/// The largest relative errors of speed, by law.
const ERRORS: [&str; 4] =
    ["c_max_relative_error", "cs_max_relative_error", "css_max_relative_error", "cssv_max_relative_error"];
/// The last speeds, by law.
const SPEEDS: [&str; 4] = ["c_speed_m_s", "cs_speed_m_s", "css_speed_m_s", "cssv_speed_m_s"];

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.cards",
    title: "Four cards on an incline",
    help: "Four rigid cards slide down one plane, each with another friction law: distance, speed and friction of each beside the speed that the equation of motion gives. The fabric given is not used.",
    parameters: Cards::PARAMETERS,
    curves: &[],
    make: Experiment { lists: &[], choices: &[], columns: COLUMNS, run },
};

/// Errors count from this time on, s: before it speeds are small and the step itself is the error.
const FROM: f64 = 0.2;
/// Steps of the equation within one step of the cards.
const FINER: u32 = 20;

/// The equation of motion of a card.
struct Equation<'a> {
    law: &'a dyn FrictionLaw,
    gravity: DVec3,
    density: f64,
}

impl Equation<'_> {
    fn acceleration(&self, speed: f64) -> f64 {
        let (pull, press) = (self.gravity.x, -self.gravity.y);
        pull - self.law.coefficient(speed) * press - self.law.viscous(speed) / self.density
    }

    /// The speed so much later, by Runge and Kutta's method; a card at rest stays so while stiction holds it.
    fn advance(&self, mut speed: f64, seconds: f64) -> f64 {
        if speed == 0.0 && self.gravity.x <= self.law.stiction() * -self.gravity.y {
            return 0.0;
        }
        let h = seconds / f64::from(FINER);
        for _ in 0..FINER {
            let a = self.acceleration(speed);
            let b = self.acceleration(speed + 0.5 * h * a);
            let c = self.acceleration(speed + 0.5 * h * b);
            let d = self.acceleration(speed + h * c);
            speed = (speed + h / 6.0 * (a + 2.0 * (b + c) + d)).max(0.0);
        }
        speed
    }
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Cards::from_values(&bench.settings.numbers);
    let numbers = &bench.settings.numbers;
    let density = set.weight_g_per_m2 * 1e-3;
    let laws = MODEL.words.iter().map(|model| law(model, numbers)).collect::<Result<Vec<_>, _>>()?;
    let fabrics = MODEL.words.iter().map(|model| Ok(rigid(density, law(model, numbers)?)));
    let fabrics = fabrics.collect::<Result<Vec<_>, Issues>>()?;
    let settings = Settings { gravity: tilted(set.angle_deg), ..steps(set.dt_ms * 1e-3) };
    let (length, width) = (set.length_mm * METRES_PER_MM, set.width_mm * METRES_PER_MM);
    let card = Rectangle { length, width, triangles: set.triangles, irregular: false, turn: WEFT };
    let thickness = fabrics[0].thickness;
    let sheet = |k: usize| {
        let beside = 1.5 * width * k as f64;
        let sheet = card.sheet(|p| DVec3::new(p.x, thickness, beside - p.y))?;
        Ok(Sheet { panel: MODEL.words[k].to_owned(), fabric: k, ..sheet })
    };
    let mut drape = Drape::of_cut(Cut {
        sheets: (0..laws.len()).map(sheet).collect::<Result<_, Issues>>()?,
        seams: Vec::new(),
        pins: Vec::new(),
        fabrics: fabrics.into(),
        bodies: vec![plane()].into(),
        settings,
    });
    // The cards have equally many particles, one after the other.
    let each = drape.model().particles() / laws.len();
    let measure = |drape: &Drape, k: usize| Moving::of(drape, k * each..(k + 1) * each);
    let starts: Vec<Moving> = (0..laws.len()).map(|k| measure(&drape, k)).collect();
    let mut before = starts.clone();
    let mut speeds = vec![0.0; laws.len()];
    let mut worst = [0.0_f64; 4];
    let mut outcome = Outcome::new(ROW.make.columns);
    let count = (set.seconds / settings.step).round().max(1.0) as u32;
    for step in 1..=count {
        let report = drape.step();
        if let Some(issue) = report.halted {
            return Err(vec![issue]);
        }
        let mut row = vec![report.simulated_s];
        for (k, law) in laws.iter().enumerate() {
            let now = measure(&drape, k);
            let equation = Equation { law: law.as_ref(), gravity: settings.gravity, density };
            speeds[k] = equation.advance(speeds[k], settings.step);
            let friction = -now.force_since(&before[k], settings.gravity, settings.step).x;
            row.extend([now.centre.x - starts[k].centre.x, now.velocity.x, friction, speeds[k]]);
            if report.simulated_s >= FROM && speeds[k] > 0.0 {
                worst[k] = worst[k].max((now.velocity.x / speeds[k] - 1.0).abs());
            }
            before[k] = now;
        }
        outcome.row(&row);
        bench.frame(&drape.state().positions);
        (bench.progress)(f64::from(step) / f64::from(count));
    }
    outcome.figure("max_relative_error", worst.iter().copied().fold(0.0, f64::max));
    for k in 0..laws.len() {
        outcome.figure(SPEEDS[k], before[k].velocity.x);
        outcome.figure(ERRORS[k], worst[k]);
    }
    outcome.figure("triangles", drape.model().triangles.len());
    Ok(outcome)
}
