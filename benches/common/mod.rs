//! What the benches of the hanging square share: its runs, clocks and figures.
#![allow(dead_code)] // each bench uses a part

pub mod peers;
pub mod svg;

use cpu_time::ThreadTime;
use glam::DVec3;
use std::cell::OnceCell;
use toile::Drape;
use toile::cloth::{Fabric, Settings};
use toile::document;
use toile::forces::membrane::max_strain;
use toile::lab::{self, Bench, Outcome, hanging_square};

/// CPU time of this thread, ms: what others do on a shared machine does not count.
pub fn cpu_ms() -> f64 {
    thread_local!(static START: OnceCell<ThreadTime> = const { OnceCell::new() });
    START.with(|start| start.get_or_init(ThreadTime::now).elapsed().as_secs_f64() * 1e3)
}

/// Runs an experiment with settings `key=value`.
pub fn experiment(name: &str, fabric: &document::Fabric, given: &[&str]) -> Outcome {
    let row = lab::find(name).expect("a row of the table");
    let settings = lab::settings(row, given).expect("in order");
    let progress = &mut |_: f64| ();
    let outcome = (row.make.run)(&mut Bench { fabric, settings: &settings, progress, clock: cpu_ms, frames: None });
    outcome.unwrap_or_else(|issues| panic!("{name} {given:?}: {issues:?}"))
}

/// Times at which runs are compared, s.
pub const MARKS: [f64; 3] = [0.25, 0.5, 1.0];

/// One second of the hanging square.
#[derive(Clone, Debug)]
pub struct Run {
    pub triangles: usize,
    pub steps: usize,
    /// CPU time of the stepping calls, s.
    pub cpu_s: f64,
    /// Positions at the marks.
    pub marks: Vec<Vec<DVec3>>,
    /// Largest strain after any step.
    pub strain: f64,
    /// Per step.
    pub cg: f64,
    /// Largest of any step.
    pub residual: f64,
    /// Per step, and the most of any.
    pub newton: f64,
    pub most_newton: u32,
    pub hash: u64,
}

impl Run {
    /// Million triangle steps of 10 ms per CPU second: a run with shorter steps has done no more for that.
    pub fn speed(&self) -> f64 {
        self.triangles as f64 * 100.0 / self.cpu_s / 1e6
    }

    /// RMS distance from another run at the marks, mm.
    pub fn off(&self, other: &Run) -> [f64; 3] {
        std::array::from_fn(|k| rms_mm(&self.marks[k], &other.marks[k]))
    }
}

/// Runs one second.
pub fn second(n: u32, fabric: Fabric, settings: Settings) -> Run {
    let mut drape = Drape::of_cut(hanging_square::cut(n, fabric, settings));
    drape.set_clock(cpu_ms);
    let steps = (1.0 / settings.step).round() as usize;
    let marks = MARKS.map(|time| (time / settings.step).round() as usize);
    let mut run = Run {
        triangles: drape.model().triangles.len(),
        steps,
        cpu_s: 0.0,
        marks: Vec::new(),
        strain: 0.0,
        cg: 0.0,
        residual: 0.0,
        newton: 0.0,
        most_newton: 0,
        hash: 0,
    };
    for step in 1..=steps {
        let report = drape.step();
        if report.halted.is_some() {
            run.strain = f64::INFINITY;
        }
        run.cpu_s += report.wall_ms * 1e-3;
        run.cg += f64::from(report.cg_iterations) / steps as f64;
        run.newton += f64::from(report.newton_iterations) / steps as f64;
        run.most_newton = run.most_newton.max(report.newton_iterations);
        run.residual = run.residual.max(report.residual);
        run.strain = run.strain.max(max_strain(drape.model(), &drape.state().positions));
        if marks.contains(&step) {
            run.marks.push(drape.state().positions.clone());
        }
    }
    run.hash = drape.state().hash();
    run
}

/// Settings that solve each step until the last Newton update is below a nanometre. Each linear solve takes a digit more
/// off the residual than the one before, which single precision can.
pub fn converged(settings: Settings) -> Settings {
    Settings { newton_iterations: 200, tolerance: 1e-9, still: 1e-9, ..settings }
}

/// A run of which every step converged.
pub fn reference(n: u32, settings: Settings) -> Run {
    let settings = converged(settings);
    let run = second(n, hanging_square::fabric(), settings);
    assert!(run.most_newton < settings.newton_iterations, "a step of the reference did not converge");
    run
}

/// The run with the median time of several; what they computed is the same.
pub fn median(mut runs: Vec<Run>) -> Run {
    assert!(runs.iter().all(|run| run.hash == runs[0].hash), "the same run gave other bits");
    runs.sort_by(|a, b| a.cpu_s.total_cmp(&b.cpu_s));
    runs.swap_remove(runs.len() / 2)
}

/// The middle of some numbers.
pub fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

pub fn rms_mm(a: &[DVec3], b: &[DVec3]) -> f64 {
    let sum: f64 = a.iter().zip(b).map(|(a, b)| a.distance_squared(*b)).sum();
    (sum / a.len() as f64).sqrt() * 1e3
}

/// Three errors as `a / b / c`, with as many digits as they deserve.
pub fn three(errors: [f64; 3]) -> String {
    errors.map(|error| if error < 9.95 { format!("{error:.1}") } else { format!("{error:.0}") }).join("/")
}
