//! W5, tearing: CPU time per frame of 1/30 s on the paper's swatches, against its own times.
//!
//! ```text
//!   cargo bench --bench w5                 everything
//!   cargo bench --bench w5 -- work         the paper's table 2
//!   cargo bench --bench w5 -- size         the same scene by number of crossings (fig. 10a)
//!   cargo bench --bench w5 -- levels       two levels against yarns everywhere on 120 × 60 (fig. 10b)
//! ```
//!
//! Prints a table for people and one JSON line per row for programs. A run that tears nothing has no speed, and the bench fails.

#[path = "common/mod.rs"]
mod common;

use common::cpu_ms;
use serde_json::json;
use std::process::ExitCode;
use toile::lab::{self, Bench, Figure, Outcome};

/// The parts of the bench by name; each row is settings and the paper's seconds per frame, 0 where it has none.
type Rows = &'static [(&'static [&'static str], f64)];
const PARTS: &[(&str, Rows)] = &[
    (
        "work",
        &[
            (&["scene=corners", "warps=80", "wefts=40"], 10.3),
            (&["scene=corners", "warps=64", "wefts=64"], 13.1),
            (&["scene=hanging-cube", "warps=160", "wefts=80"], 67.7),
        ],
    ),
    (
        "size",
        &[
            (&["scene=corners", "warps=40", "wefts=20", "seconds=0.5"], 0.0),
            (&["scene=corners", "warps=80", "wefts=40", "seconds=0.5"], 0.0),
            (&["scene=corners", "warps=120", "wefts=60", "seconds=0.5"], 0.0),
            (&["scene=corners", "warps=160", "wefts=80", "seconds=0.5"], 0.0),
        ],
    ),
    (
        "levels",
        &[
            (&["scene=corners", "warps=120", "wefts=60", "seconds=0.5", "model=two-level"], 0.0),
            (&["scene=corners", "warps=120", "wefts=60", "seconds=0.5", "model=all-yarn"], 0.0),
        ],
    ),
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

fn part(name: &str, rows: Rows) -> bool {
    println!("W5, {name}: CPU milliseconds per frame of 1/30 s, eight steps of 40 sweeps each.\n");
    println!("{:<58} ms/frame median   most  µs/crossing  wefts  warps  loose  times the paper", "settings");
    let mut sound = true;
    for (settings, paper) in rows {
        let outcome = run(settings);
        let number = |name: &str| outcome.number(name).unwrap_or_default();
        let cost = number("ms_per_frame");
        println!(
            "{:<58} {cost:>8.1} {:>6.1} {:>6.0} {:>12.2} {:>6} {:>6} {:>6} {:>16}",
            settings.join(" "),
            number("ms_per_frame_median"),
            number("ms_per_frame_max"),
            1e3 * cost / number("crossings"),
            number("wefts_cut"),
            number("warps_cut"),
            number("yarn_crossings"),
            if *paper > 0.0 { format!("{:.0}", 1e3 * paper / cost) } else { String::new() },
        );
        let hash = match outcome.find("state_hash") {
            Some(Figure::Text(hash)) => hash.clone(),
            _ => String::new(),
        };
        println!(
            "{}",
            json!({ "bench": "w5", "host": "native", "part": name, "settings": settings, "paper_s": paper, "state_hash": hash, "figures": outcome.report() })
        );
        if outcome.find("torn") != Some(&Figure::Flag(true)) {
            println!("Nothing tore: this run has no speed.");
            sound = false;
        }
    }
    println!();
    sound
}

fn run(given: &[&str]) -> Outcome {
    let row = lab::find("tear").expect("a row of the table");
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
