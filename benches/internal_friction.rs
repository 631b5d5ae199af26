//! What does internal friction cost? The square on the sphere with each preset's other laws, without friction and with Dahl's,
//! in turns, so that both meet the same noise of the machine. The ratio is the median of the turns' own ratios.
//!
//! The aim is at most 1.15 on the ordinary presets, those that have no friction of their own and are given Dahl's default.
//!
//! Prints a table for people and one JSON line per row for programs. `cargo bench --bench internal_friction -- denim` is that
//! preset alone.

#[path = "common/mod.rs"]
mod common;

use common::{cpu_ms, middle};
use toile::document::{Choice, Fabric};
use toile::{Drape, fabric::presets, garment};

const STEPS: u32 = 100;
const TURNS: usize = 5;
const KINDS: [&str; 2] = ["internal-friction.none", "internal-friction.dahl"];

/// Milliseconds of a thread's time, conjugate-gradient and Newton iterations per step; or the step that was not finite.
fn run(fabric: &Fabric) -> Result<[f64; 3], u32> {
    let mut document = garment::all().swap_remove(0);
    document.panels[0].fabric.clone_from(&fabric.id);
    document.fabrics = vec![fabric.clone()];
    let mut drape = Drape::new(&document).expect("the garments are sound");
    let (mut cg, mut newton) = (0, 0);
    let start = cpu_ms();
    for step in 1..=STEPS {
        let report = drape.step();
        if report.halted.is_some() {
            return Err(step);
        }
        cg += report.cg_iterations;
        newton += report.newton_iterations;
    }
    let n = f64::from(STEPS);
    Ok([(cpu_ms() - start) / n, f64::from(cg) / n, f64::from(newton) / n])
}

/// The fabric without friction or with it; a preset that has friction keeps its own.
fn of_kind(fabric: &Fabric, kind: &str) -> Fabric {
    let mut fabric = fabric.clone();
    if fabric.internal_friction.kind == KINDS[0] || kind == KINDS[0] {
        fabric.internal_friction = Choice::of(kind);
    }
    fabric
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("fabric                ordinary  without ms  CG  Newton    with ms  CG  Newton  ratio");
    let mut ordinary = Vec::new();
    for fabric in presets::all().iter().filter(|fabric| names.is_empty() || names.contains(&fabric.id)) {
        let turn = |_| {
            let [without, with] = KINDS.map(|kind| run(&of_kind(fabric, kind)).map_err(|step| (kind, step)));
            Ok([without?, with?])
        };
        let turns: Vec<[[f64; 3]; 2]> = match (0..TURNS).map(turn).collect::<Result<_, (&str, u32)>>() {
            Ok(turns) => turns,
            // A run that ends early has no speed.
            Err((kind, step)) => {
                println!("{:<22} not finite at step {step}, {kind}", fabric.id);
                continue;
            }
        };
        let ratio = middle(turns.iter().map(|[without, with]| with[0] / without[0]).collect());
        let [without, with] = [0, 1].map(|k| middle(turns.iter().map(|turn| turn[k][0]).collect()));
        let [[_, cg, newton], [_, cg_with, newton_with]] = turns[0];
        let is_ordinary = fabric.internal_friction.kind == KINDS[0];
        if is_ordinary {
            ordinary.push(ratio);
        }
        println!(
            "{:<22} {:>7} {without:>11.2} {cg:>3.0} {newton:>7.2} {with:>10.2} {cg_with:>3.0} {newton_with:>7.2} {ratio:>6.3}",
            fabric.id,
            if is_ordinary { "yes" } else { "no" }
        );
        println!(
            "{{\"bench\":\"internal_friction\",\"fabric\":\"{}\",\"ordinary\":{is_ordinary},\"without_ms\":{without:.3},\"with_ms\":{with:.3},\"ratio\":{ratio:.3}}}",
            fabric.id
        );
    }
    if !ordinary.is_empty() {
        println!("median ratio of the ordinary presets: {:.3}", middle(ordinary));
    }
}
