//! W3, a T-shirt from flat panels to rest on a figure: CPU seconds of the stepping calls, where they go, and how it lies.
//!
//! ```text
//!   cargo bench --bench w3
//! ```
//!
//! Prints a table for people and one JSON line for programs. Rest is what the engine calls so: no particle faster than 1 cm/s for a
//! quarter of a second, by the document's own steps and air. Two more seconds follow outside the time, in which no particle may
//! move further than 2 mm. Cloth that crosses itself, lies in the body or moves on has no speed: the bench says so and fails.

#[path = "common/mod.rs"]
mod common;
#[path = "common/worn.rs"]
mod worn;

use serde_json::json;
use std::process::ExitCode;
use worn::{Tally, Work};

const WORK: Work = Work {
    title: "T-shirt",
    garment: "garment.t-shirt",
    size: "woman-88",
    fabric: Some("cotton-plain"),
    mesh_mm: 14.0,
    step_ms: 10.0,
    moving: &[],
    from_s: 0.0,
    until_s: None,
};
/// Cloth that still moves after this long will go on for ever, s.
const LONGEST_S: f64 = 30.0;
/// How much longer it is looked at once it rests, s, and how far it may move in that time, m.
const LOOKED_AT_S: f64 = 2.0;
const MOST_MOVED_M: f64 = 2e-3;

fn main() -> ExitCode {
    let mut drape = WORK.drape();
    let mut tally = Tally::default();
    let mut sewn_s = f64::INFINITY;
    while !drape.at_rest() && drape.state().time < LONGEST_S {
        let step = drape.step();
        tally.add(&step);
        if step.sewn {
            sewn_s = sewn_s.min(step.simulated_s);
        }
    }
    let report = drape.report();
    let at_rest = drape.state().positions.clone();
    let end = drape.state().time + LOOKED_AT_S;
    while drape.state().time < end {
        drape.step();
    }
    let moved = drape.state().positions.iter().zip(&at_rest).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    println!("W3: a cotton T-shirt on woman-88 from flat to rest; CPU seconds of the stepping calls.\n");
    println!("triangles  sewn s  rest s   CPU s  {}  crossings  depth mm  gap mm  strain %  moved mm", Tally::HEADING);
    println!(
        "{:>9} {sewn_s:>7.2} {:>7.2} {:>7.2}  {} {:>10} {:>9.3} {:>7.3} {:>9.1} {:>9.2}",
        report.triangles,
        report.simulated_s,
        tally.cpu_s(),
        tally.columns(1.0),
        report.self_intersections,
        report.body_penetration_max_mm,
        report.seam_gap_max_mm,
        report.max_strain * 100.0,
        moved * 1e3,
    );
    println!(
        "{}",
        json!({ "bench": "w3", "host": "native", "settings": WORK.settings(), "cpu_s": tally.cpu_s(),
            "state_hash": report.state_hash, "moved_mm": moved * 1e3, "report": report })
    );
    let clean = report.self_intersections == 0 && report.body_penetration_max_mm == 0.0 && report.at_rest;
    if clean && moved <= MOST_MOVED_M {
        return ExitCode::SUCCESS;
    }
    println!("It crosses, lies in the body or is not at rest: this run has no speed.");
    ExitCode::FAILURE
}
