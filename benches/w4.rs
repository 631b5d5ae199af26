//! W4, garments on figures that move: CPU seconds per simulated second, where they go, and whether anything passed through.
//!
//! ```text
//!   cargo bench --bench w4                 every garment
//!   cargo bench --bench w4 -- trousers     those whose title begins so
//! ```
//!
//! Prints a table for people and one JSON line per row for programs. The garment is sewn and calmed on the standing figure first; time
//! counts from when it begins to move: a second's transition, then two walking cycles or one raising of the arms. Every
//! third step is judged, outside that time: crossings by the exact test, depth in the skin apart for where the skin passes through
//! itself. A run in which the cloth crossed or was deeper than half of a millimetre elsewhere has no speed, and the bench fails.

#[path = "common/mod.rs"]
mod common;
#[path = "common/worn.rs"]
mod worn;

use serde_json::json;
use std::process::ExitCode;
use worn::{Depth, Tally, Work};

const WALK: &[(&str, f64)] = &[("motion", 1.0), ("dressing_s", DRESSED_S), ("transition_s", 1.0)];
const RAISE: &[(&str, f64)] = &[("motion", 2.0), ("dressing_s", DRESSED_S), ("transition_s", 1.0)];
/// When figures begin to move, s.
const DRESSED_S: f64 = 4.0;
/// Ends of two cycles of 1.15 s, and of one of 4 s, after the transition.
const WALKED_S: f64 = DRESSED_S + 1.0 + 2.0 * 1.15;
const RAISED_S: f64 = DRESSED_S + 1.0 + 4.0;
/// Steps from one judgement to the next.
const JUDGED: u64 = 3;
/// Deepest that counts as outside, m: the thickness of the skin's own error is a fifth of it.
const DEEPEST_M: f64 = 5e-4;

const fn work(title: &'static str, garment: &'static str, mesh_mm: f64) -> Work {
    let (from_s, until_s) = (DRESSED_S, Some(WALKED_S));
    Work { title, garment, size: "woman-88", fabric: None, mesh_mm, step_ms: 10.0, moving: WALK, from_s, until_s }
}

const WORKS: [Work; 5] = [
    work("trousers, walk", "garment.trousers", 16.0),
    // Twice as long steps lose more of the motion, and cost less than twice as much each.
    Work { step_ms: 20.0, ..work("trousers, by 20 ms", "garment.trousers", 16.0) },
    work("a-line skirt, walk", "garment.a-line-skirt", 20.0),
    work("circle skirt, walk", "garment.circle-skirt", 20.0),
    Work { moving: RAISE, until_s: Some(RAISED_S), ..work("t-shirt, arms raised", "garment.t-shirt", 20.0) },
];

fn main() -> ExitCode {
    // Cargo itself adds --bench.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    println!("W4: from when the figure begins to move; CPU seconds per simulated second.\n");
    println!(
        "{:<22} triangles  s per s  {}  crossings  depth mm  in overlaps mm  peak strain %",
        "garment",
        Tally::HEADING
    );
    let mut sound = true;
    for work in &WORKS {
        if wanted.is_empty() || wanted.iter().any(|word| work.title.starts_with(word.as_str())) {
            sound &= run(work);
        }
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(work: &Work) -> bool {
    let mut drape = work.drape();
    // A hundredth of a step: sums of steps must not fall short of the time by rounding.
    let early = 0.01 * drape.model().settings.step;
    while drape.state().time < work.from_s - early {
        drape.step();
    }
    let (mut tally, mut depth, mut crossings, mut strain) = (Tally::default(), Depth::default(), 0, 0.0_f64);
    let start = drape.state().time;
    while drape.state().time < work.until_s.unwrap_or_default() - early {
        tally.add(&drape.step());
        if drape.state().steps.is_multiple_of(JUDGED) {
            let report = drape.report();
            crossings = crossings.max(report.self_intersections);
            strain = strain.max(report.max_strain);
            depth = depth.most(Depth::of(&drape));
        }
    }
    let simulated = drape.state().time - start;
    let (triangles, hash) = (drape.model().triangles.len(), format!("{:016x}", drape.state().hash()));
    println!(
        "{:<22} {triangles:>9} {:>8.2}  {} {crossings:>10} {:>9.3} {:>15.3} {:>14.1}",
        work.title,
        tally.cpu_s() / simulated,
        tally.columns(simulated),
        depth.single * 1e3,
        depth.overlapped * 1e3,
        strain * 100.0,
    );
    println!(
        "{}",
        json!({ "bench": "w4", "host": "native", "settings": work.settings(), "triangles": triangles, "simulated_s": simulated,
            "cpu_s": tally.cpu_s(), "state_hash": hash, "crossings_max": crossings, "depth_max_mm": depth.single * 1e3,
            "overlap_depth_max_mm": depth.overlapped * 1e3, "max_strain": strain })
    );
    let sound = crossings == 0 && depth.single < DEEPEST_M && drape.is_sewn();
    if !sound {
        println!("Something passed through: this run has no speed.");
    }
    sound
}
