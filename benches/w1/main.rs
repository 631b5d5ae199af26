//! W1, the hanging square: how fast, at which error, and where the time goes.
//!
//! ```text
//!   cargo bench --bench w1                   everything
//!   cargo bench --bench w1 -- table          speed and error by size and quality
//!   cargo bench --bench w1 -- peers          the settings with which engines that run in wasm are compared
//!   cargo bench --bench w1 -- elements       our element against others
//!   cargo bench --bench w1 -- laws           our laws against each other
//!   cargo bench --bench w1 -- kernel         the block product against the machine's limit
//! ```
//!
//! Prints tables for people and one JSON line per row for programs. Times are CPU seconds of the stepping calls, the
//! median of three runs.

#[path = "../common/mod.rs"]
mod common;
mod elements;
mod kernel;

use common::{Run, median, reference, second, three};
use serde_json::json;
use std::collections::BTreeMap;
use toile::cloth::Settings;
use toile::integrator::{Scheme, backward_euler, sdirk2};
use toile::lab::hanging_square;

const SIZES: [u32; 4] = [32, 64, 100, 200];
const QUALITIES: [&str; 2] = ["interactive", "accurate"];
const REPEATS: usize = 3;
/// Steps of so many ms, Newton iterations and tolerance.
type Effort = (f64, u32, f64);
/// Of SDIRK-2: stays within about 20 mm of converged steps of 1 ms for a second, the fastest one found.
const TRUE_IN_TIME: Effort = (6.25, 1, 3e-3);
/// What `make study WORK=w1-time` finds fastest against engines that run in wasm: of backward Euler.
const AGAINST_WASM: [Effort; 2] = [(15.625, 1, 1e-2), (12.5, 1, 3e-2)];

/// The parts of the bench by name.
const PARTS: &[(&str, fn())] = &[
    ("table", table),
    ("peers", peers),
    ("elements", elements::elements),
    ("laws", elements::laws),
    ("kernel", kernel::measure),
];

fn main() {
    // Cargo itself adds --bench.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    for (name, part) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            part();
        }
    }
}

/// A row of the table: what another host is asked to run, too.
struct Line {
    n: u32,
    quality: String,
    settings: Settings,
    /// The same as settings of the experiment.
    words: Vec<String>,
}

impl Line {
    fn of(n: u32, quality: &'static str) -> Self {
        let words = vec![format!("n={n}"), format!("quality={quality}")];
        Line { n, quality: quality.to_owned(), settings: hanging_square::steps(quality), words }
    }

    /// An integrator, by its name and as the engine has it, with its own effort.
    fn with(n: u32, quality: String, (id, integrator): (&str, Scheme), effort: Effort) -> Self {
        let (step_ms, newton_iterations, tolerance) = effort;
        let accurate = hanging_square::steps("accurate");
        let settings = Settings { integrator, step: step_ms * 1e-3, newton_iterations, tolerance, ..accurate };
        let steps = (1e3 / step_ms).round();
        let words = vec![
            format!("n={n}"),
            format!("integrator={id}"),
            format!("dt_ms={step_ms}"),
            format!("steps={steps}"),
            format!("newton={newton_iterations}"),
            format!("tolerance={tolerance}"),
        ];
        Line { n, quality, settings, words }
    }

    fn run(&self) -> Run {
        median((0..REPEATS).map(|_| second(self.n, hanging_square::fabric(), self.settings)).collect())
    }
}

fn table() {
    println!("W1, backward Euler, 100 steps of 10 ms; M is million triangle steps per CPU second.");
    println!("Solver error: RMS mm at 0.25/0.5/1 s from the same steps converged (last Newton update below 1 nm).\n");
    println!(
        "    n  triangles  quality                      M  ms/step  Newton  CG/step  residual    solver error mm  peak strain %"
    );
    let mut costs: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for n in SIZES {
        let converged = reference(n, hanging_square::steps("accurate"));
        print_line("converged", n, &converged, [0.0; 3]);
        for quality in QUALITIES {
            let line = Line::of(n, quality);
            let run = line.run();
            let errors = run.off(&converged);
            print_line(quality, n, &run, errors);
            println!("{}", row(&line, &run, ("solver_error_mm", errors)));
            costs.entry(quality).or_default().push((run.triangles as f64, run.cpu_s));
        }
    }
    println!("\nTrue in time: distance from backward Euler with converged steps of 1 ms");
    let line = Line::with(64, "true in time".to_owned(), ("sdirk2", sdirk2::SCHEME), TRUE_IN_TIME);
    let one = reference(line.n, Settings { step: 1e-3, ..hanging_square::steps("accurate") });
    let run = line.run();
    print_line(&line.quality, line.n, &run, run.off(&one));
    println!("{}", row(&line, &run, ("time_error_mm", run.off(&one))));
    println!("\nCost grows with the triangles to the power of (1 is flat cost per triangle):");
    for (quality, costs) in costs {
        println!("  {quality:<12} {:.3}", slope(&costs));
        println!("{}", json!({ "bench": "w1.slope", "host": "native", "quality": quality, "slope": slope(&costs) }));
    }
    println!();
}

/// Distances are from backward Euler with converged steps of 10 ms.
fn peers() {
    println!("Against engines that run in wasm: distance from converged steps of 10 ms");
    let converged = reference(64, hanging_square::steps("accurate"));
    for effort @ (step_ms, newton, tolerance) in AGAINST_WASM {
        let name = format!("{step_ms} ms, {newton} Newton, {tolerance:.0e}");
        let line = Line::with(64, name, ("backward-euler", backward_euler::SCHEME), effort);
        let run = line.run();
        print_line(&line.quality, line.n, &run, run.off(&converged));
        println!("{}", row(&line, &run, ("solver_error_mm", run.off(&converged))));
    }
    println!();
}

fn print_line(quality: &str, n: u32, run: &Run, errors: [f64; 3]) {
    println!(
        "{n:>5} {:>10}  {quality:<23} {:>6.3} {:>8.2} {:>7.2} {:>8.1} {:>9.1e} {:>18} {:>14.3}",
        run.triangles,
        run.speed(),
        run.cpu_s * 1e3 / run.steps as f64,
        run.newton,
        run.cg,
        run.residual,
        three(errors),
        100.0 * run.strain
    );
}

fn row(line: &Line, run: &Run, (kind, errors): (&str, [f64; 3])) -> serde_json::Value {
    json!({
        "bench": "w1", "host": "native", "n": line.n, "triangles": run.triangles, "quality": line.quality,
        "settings": line.words, "step_ms": line.settings.step * 1e3, "m": run.speed(), "cg_iterations": run.cg, "newton_iterations": run.newton,
        "residual": run.residual, kind: errors, "max_strain": run.strain,
        "state_hash": format!("{:016x}", run.hash),
    })
}

/// Slope of the straight line through points in logarithmic axes, by least squares.
#[allow(clippy::disallowed_methods)] // no state depends on it
fn slope(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = |part: fn(&(f64, f64)) -> f64| logs.iter().map(part).sum::<f64>() / logs.len() as f64;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    covariance / logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum::<f64>()
}
