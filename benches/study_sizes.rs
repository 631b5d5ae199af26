//! The figures of the size tables: what each measurement should be and what the fitted body measures.
//!
//! ```text
//!   cargo bench --bench study_sizes                 every figure
//!   cargo bench --bench study_sizes -- woman-88     these figures
//! ```
//!
//! One table for women, one for men, one for the child, in centimetres, `wanted → reached`. The study fails where a measurement is
//! missed by more than half a centimetre.

use std::process::ExitCode;
use toile::body::{Assets, Figure, Measurements, Miss, SIZES, Size};

/// How far a body may be from its table, cm.
const WITHIN_CM: f64 = 0.5;

fn main() -> ExitCode {
    // Cargo itself adds --bench.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if let Some(unknown) = words.iter().find(|word| Size::find(word).is_none()) {
        eprintln!("study_sizes: there is no figure '{unknown}'");
        return ExitCode::FAILURE;
    }
    let Some(mannequins) = Assets::built_in().mannequins() else {
        eprintln!("study_sizes: run scripts/setup.sh bodies and build again");
        return ExitCode::FAILURE;
    };
    let wanted = |size: &&Size| words.is_empty() || words.iter().any(|word| word == size.id);
    let mut worst = ("", "", 0.0_f64);
    for figure in [Figure::Woman, Figure::Man, Figure::Child] {
        let sizes: Vec<&Size> = SIZES.iter().filter(|size| size.figure == figure).filter(wanted).collect();
        if sizes.is_empty() {
            continue;
        }
        let columns: Vec<Vec<Miss>> = sizes
            .iter()
            .map(|size| {
                let table = Measurements::from(size.measurements);
                // Nothing differs by less than nothing: all of them.
                Miss::between(&table, mannequins.fitted(figure, &table).reached(), -1.0)
            })
            .collect();
        let ids: Vec<&str> = sizes.iter().map(|size| size.id).collect();
        println!("| cm | {} |\n|{}", ids.join(" | "), "---|".repeat(ids.len() + 1));
        for (at, first) in columns[0].iter().enumerate() {
            let name = first.measurement.trim_end_matches("_cm").replace('_', " ");
            let cells: Vec<String> =
                columns.iter().map(|of| format!("{:.2} → {:.2}", of[at].wanted_cm, of[at].reached_cm)).collect();
            println!("| {name} | {} |", cells.join(" | "));
            for (id, of) in ids.iter().zip(&columns) {
                let off = (of[at].wanted_cm - of[at].reached_cm).abs();
                worst = if off > worst.2 { (id, of[at].measurement, off) } else { worst };
            }
        }
        println!();
    }
    let (size, measurement, off) = worst;
    println!("worst: {measurement} of {size}, off by {off:.2} cm");
    if off <= WITHIN_CM { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
