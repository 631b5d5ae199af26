//! W2, the square on the sphere: CPU seconds per simulated second, where they go, and whether anything passed through.
//!
//! ```text
//!   cargo bench --bench w2                 everything
//!   cargo bench --bench w2 -- work         the work itself, solved as in the page, more loosely and further
//!   cargo bench --bench w2 -- models       the four friction laws side by side (Wong 2013, table 2)
//! ```
//!
//! Prints a table for people and one JSON line per row for programs. Times are CPU seconds of the stepping calls. The cloth is
//! judged after every step, outside that time; a run in which anything crossed or lay inside the sphere has no speed, and the
//! bench says so and fails.

#[path = "common/mod.rs"]
mod common;

use common::cpu_ms;
use serde_json::json;
use std::process::ExitCode;
use toile::lab::{self, Bench, Figure, Outcome};

/// The parts of the bench by name, and the settings of their rows.
const PARTS: &[(&str, &[&[&str]])] = &[
    ("work", &[&["n=64"], &["n=64", "tolerance=0.03"], &["n=64", "newton=4", "tolerance=0.0003"]]),
    ("models", &[&["n=64", "model=c"], &["n=64", "model=cs"], &["n=64", "model=css"], &["n=64", "model=cssv"]]),
];

/// The figures of the breakdown, with their headings.
const BREAKDOWN: [(&str, &str); 4] = [
    ("detection_s_per_simulated_s", "detection"),
    ("assembly_s_per_simulated_s", "assembly"),
    ("solve_s_per_simulated_s", "solve"),
    ("safe_step_s_per_simulated_s", "safe step"),
];

fn main() -> ExitCode {
    // Cargo itself adds --bench.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let mut sound = true;
    for (name, rows) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            sound &= part(name, rows);
        }
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn part(name: &str, rows: &[&[&str]]) -> bool {
    println!("W2, {name}: 2 s in steps of 10 ms; CPU seconds per simulated second.\n");
    let parts = BREAKDOWN.map(|(_, heading)| format!("{heading:>9}")).join("  ");
    println!("{:<32} triangles  s per s  {parts}  Newton  CG/step  crossings  depth mm  peak strain %", "settings");
    let mut sound = true;
    for settings in rows {
        let outcome = run(settings);
        let number = |name: &str| outcome.number(name).unwrap_or_default();
        let parts = BREAKDOWN.map(|(figure, _)| format!("{:>9.3}", number(figure))).join("  ");
        println!(
            "{:<32} {:>9} {:>8.2}  {parts} {:>7.2} {:>8.1} {:>10} {:>9.3} {:>14.3}",
            settings.join(" "),
            number("triangles"),
            number("cpu_s_per_simulated_s"),
            number("newton_iterations"),
            number("cg_iterations"),
            number("crossings_max"),
            1e3 * number("depth_max_m"),
            100.0 * number("max_strain"),
        );
        let hash = match outcome.find("state_hash") {
            Some(Figure::Text(hash)) => hash.clone(),
            _ => String::new(),
        };
        println!(
            "{}",
            json!({ "bench": "w2", "host": "native", "part": name, "settings": settings, "state_hash": hash, "figures": outcome.report() })
        );
        if number("crossings_max") > 0.0 || number("depth_max_m") >= 0.0 {
            println!("Something passed through: this run has no speed.");
            sound = false;
        }
    }
    println!();
    sound
}

fn run(given: &[&str]) -> Outcome {
    let row = lab::find("square-on-sphere").expect("a row of the table");
    let settings = lab::settings(row, given).expect("in order");
    let outcome = (row.make.run)(&mut Bench {
        fabric: &lab::default_fabric(),
        settings: &settings,
        progress: &mut |_| {},
        clock: cpu_ms,
        frames: None,
    });
    outcome.unwrap_or_else(|issues| panic!("{given:?}: {issues:?}"))
}
