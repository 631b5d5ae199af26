//! A square metre of cloth, held along one edge, falls from the horizontal (Volino 2009, fig. 11): the work by which speeds
//! are compared.
//!
//! ```text
//!   held ●───────────┐ z = j/n        E = 1000 N/m, ν = 0, 0.15 kg/m²; no bending, no damping, no air.
//!        ●  ╲        │                Each of the n × n squares is split along (i, j)–(i+1, j+1);
//!        ●────╲──────┘                particle (i, j) has the index i·(n+1) + j.
//!        x = i/n
//! ```
//!
//! The cloth is the work's own, so that every engine does the same; the fabric given is not used. A speed means nothing
//! without the error it is reached at: `benches/w1` measures both.

use super::{Bench, Experiment, Experiments, OneOf, Outcome};
use crate::cloth::{Cut, Fabric, Settings, Sheet};
use crate::document::Surface;
use crate::fabric::strength::Strength;
use crate::fabric::{bending::BendingLaws, friction::FrictionLaws, membrane::MembraneLaws};
use crate::forces::membrane::max_strain;
use crate::integrator::{Integrators, Scheme, backward_euler};
use crate::issue::Issues;
use crate::row::{Given, RowOf, Table, Values};
use crate::{Drape, parameters};
use glam::{DVec2, DVec3};

parameters! {
    /// The hanging square.
    pub struct HangingSquare {
        /// Squares along each edge; the cloth has 2n² triangles.
        n: "count" = 64.0, soft [8.0, 200.0], hard [1.0, 700.0], source "Volino 2009, fig. 11: about 8,000 elements";
        /// Steps in time.
        steps: "count" = 100.0, soft [1.0, 1000.0], hard [1.0, 1e6], source "Volino 2009, fig. 11";
        /// Length of a step.
        dt_ms: "ms" = 10.0, soft [0.5, 20.0], hard [1e-3, 1000.0], source "with 100 steps, one second of fall";
        /// Newton iterations of a step at most; 0 is what the quality says.
        newton: "count" = 0.0, soft [0.0, 10.0], hard [0.0, 1000.0], source "the quality";
        /// Relative residual of the linear solves; 0 is what the quality says.
        tolerance: "1" = 0.0, soft [0.0, 0.1], hard [0.0, 0.5], source "the quality";
    }
}

/// What ids of integrators begin with; the setting leaves it out.
const INTEGRATOR: &str = "integrator.";

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.hanging-square",
    title: "Hanging square",
    help: "A square metre held along one edge falls from the horizontal; speed, iterations and largest strain of each step. The cloth is its own, 1000 N/m in every direction and 150 g/m², whatever fabric is given.",
    parameters: HangingSquare::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[
            OneOf {
                id: "integrator",
                words: &["backward-euler", "midpoint", "bdf2", "sdirk2", "static"],
                default: "backward-euler",
                help: "How time advances.",
            },
            OneOf {
                id: "quality",
                words: &["interactive", "accurate"],
                default: "accurate",
                help: "How far the equations of a step are solved: after one second of backward Euler steps of 10 ms particles are within 20 mm (interactive) or 1 mm (accurate) RMS of where a full solve takes them.",
            },
        ],
        lists: &[],
        columns: &["time_s", "newton_iterations", "cg_iterations", "residual", "max_strain"],
        run,
    },
};

/// Newton iterations and tolerance of a quality. `make bench WORK=w1` shows at n = 32, 64, 100 and 200 that they keep what the
/// quality promises.
fn quality(word: &str) -> (u32, f64) {
    match word {
        "interactive" => (2, 1e-2),
        _ => (4, 3e-4),
    }
}

/// The work's cloth.
pub fn fabric() -> Fabric {
    let values = |pairs: &[(&str, f64)]| pairs.iter().map(|(id, value)| ((*id).to_owned(), *value)).collect::<Values>();
    let membrane = MembraneLaws::find("membrane.isotropic").expect("a row of the table");
    let bending = BendingLaws::find("bend.hinge").expect("a row of the table");
    let friction = FrictionLaws::find("friction.c").expect("a row of the table");
    Fabric {
        id: "hanging-square".to_owned(),
        density: 0.15,
        thickness: 0.5e-3,
        membrane: (membrane.make)(&Given::from(&values(&[("young_n_per_m", 1000.0), ("poisson", 0.0)]))),
        viscosity: None,
        internal_friction: None,
        strength: Strength::ENDLESS,
        surface: Surface::Plain,
        bending: (bending.make)(&Given::from(&values(&[("stiffness_un_m", 0.0)]))).expect("in order"),
        friction: (friction.make)(&Values::new()),
        self_friction: (friction.make)(&Values::new()),
    }
}

/// The work's steps: backward Euler, 10 ms, in the quality of this name.
pub fn steps(word: &str) -> Settings {
    let (newton_iterations, tolerance) = quality(word);
    Settings {
        integrator: backward_euler::SCHEME,
        step: 0.01,
        newton_iterations,
        still: 1e-9,
        tolerance,
        gravity: DVec3::new(0.0, -9.81, 0.0),
        drag: 0.0,
        air: [0.0; 2],
        self_contact: false,
        ..Settings::default()
    }
}

/// The square with its edge held.
pub fn cut(n: u32, fabric: Fabric, settings: Settings) -> Cut {
    let side = n + 1;
    let at = |k: u32| DVec2::new(f64::from(k / side) / f64::from(n), f64::from(k % side) / f64::from(n));
    let points: Vec<DVec2> = (0..side * side).map(at).collect();
    let mut triangles = Vec::with_capacity(2 * (n * n) as usize);
    for i in 0..n {
        for j in 0..n {
            let [a, b, c, d] = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(|[i, j]| i * side + j);
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let sheet = Sheet {
        panel: "square".to_owned(),
        fabric: 0,
        start: points.iter().map(|p| DVec3::new(p.x, 0.0, p.y)).collect(),
        drawing: points.clone(),
        points,
        triangles,
        folds: Vec::new(),
        local: Vec::new(),
    };
    Cut {
        sheets: vec![sheet],
        seams: Vec::new(),
        pins: (0..side).collect(),
        fabrics: vec![fabric].into(),
        bodies: Vec::new().into(),
        settings,
    }
}

/// The integrator of this name, without what all ids begin with.
pub fn integrator(word: &str) -> Option<Scheme> {
    let row = Integrators::rows().iter().find(|row| row.id.strip_prefix(INTEGRATOR) == Some(word))?;
    Some(row.make)
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = HangingSquare::from_values(&bench.settings.numbers);
    let mut settings = steps(bench.settings.word("quality"));
    settings.step = set.dt_ms * 1e-3;
    settings.integrator = integrator(bench.settings.word("integrator")).unwrap_or(settings.integrator);
    if set.newton > 0.0 {
        settings.newton_iterations = set.newton as u32;
    }
    if set.tolerance > 0.0 {
        settings.tolerance = set.tolerance;
    }
    let mut drape = Drape::of_cut(cut(set.n as u32, fabric(), settings));
    drape.set_clock(bench.clock);
    let mut outcome = Outcome::new(ROW.make.columns);
    let (mut wall_ms, mut newton, mut most_newton, mut cg) = (0.0, 0, 0, 0);
    let (mut residual, mut strain) = (0.0_f64, 0.0_f64);
    for step in 1..=set.steps as u32 {
        let report = drape.step();
        if let Some(issue) = report.halted {
            return Err(vec![issue]);
        }
        let strained = max_strain(drape.model(), &drape.state().positions);
        bench.frame(&drape.state().positions);
        wall_ms += report.wall_ms;
        newton += report.newton_iterations;
        most_newton = most_newton.max(report.newton_iterations);
        cg += report.cg_iterations;
        residual = residual.max(report.residual);
        strain = strain.max(strained);
        let counts = [report.newton_iterations, report.cg_iterations].map(f64::from);
        outcome.row(&[report.simulated_s, counts[0], counts[1], report.residual, strained]);
        (bench.progress)(f64::from(step) / set.steps);
    }
    let triangles = drape.model().triangles.len();
    let rate = if wall_ms > 0.0 { triangles as f64 * set.steps / wall_ms * 1e3 } else { 0.0 };
    outcome.figure("element_steps_per_s", rate);
    outcome.figure("cg_iterations", f64::from(cg) / set.steps);
    outcome.figure("residual", residual);
    outcome.figure("newton_iterations", f64::from(newton) / set.steps);
    outcome.figure("newton_iterations_max", most_newton);
    outcome.figure("max_strain", strain);
    outcome.figure("triangles", triangles);
    outcome.figure("particles", drape.model().particles());
    outcome.figure("state_hash", format!("{:016x}", drape.state().hash()).as_str());
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integrator_of_the_table_can_be_chosen() {
        let ids: Vec<&str> = Integrators::rows().iter().map(|row| row.id).collect();
        let words = ROW.make.choices[0].words;
        assert_eq!(ids, words.iter().map(|word| format!("{INTEGRATOR}{word}")).collect::<Vec<_>>());
        assert!(words.iter().all(|word| integrator(word).is_some()));
    }
}
