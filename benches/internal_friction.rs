//! What does internal friction cost? The square on the sphere with each preset's other laws, without friction and with Dahl's,
//! in turns, so that both meet the same noise of the machine.
//!
//! Prints a table for people and one JSON line per row for programs.

use cpu_time::ThreadTime;
use toile::document::{Choice, Fabric};
use toile::{Drape, fabric::presets, garment};

const STEPS: u32 = 100;
const TURNS: usize = 5;

/// Milliseconds of a thread's time, conjugate-gradient and Newton iterations per step.
fn run(fabric: &Fabric) -> [f64; 3] {
    let mut document = garment::all().swap_remove(0);
    document.panels[0].fabric.clone_from(&fabric.id);
    document.fabrics = vec![fabric.clone()];
    let mut drape = Drape::new(&document).expect("the garments are sound");
    let (mut cg, mut newton) = (0, 0);
    let start = ThreadTime::now();
    for _ in 0..STEPS {
        let report = drape.step();
        assert!(report.halted.is_none());
        cg += report.cg_iterations;
        newton += report.newton_iterations;
    }
    let n = f64::from(STEPS);
    [start.elapsed().as_secs_f64() * 1e3 / n, f64::from(cg) / n, f64::from(newton) / n]
}

fn main() {
    println!("fabric                 without ms  CG/step    with ms  CG/step  ratio");
    for fabric in presets::all() {
        let kinds = ["internal-friction.none", "internal-friction.dahl"];
        let mut best = [[f64::INFINITY; 3]; 2];
        for _ in 0..TURNS {
            for (kind, best) in kinds.iter().zip(&mut best) {
                let mut fabric = fabric.clone();
                // A preset that has friction keeps its own.
                if fabric.internal_friction.kind == kinds[0] || *kind == kinds[0] {
                    fabric.internal_friction = Choice::of(kind);
                }
                let found = run(&fabric);
                if found[0] < best[0] {
                    *best = found;
                }
            }
        }
        let [[without, cg, _], [with, cg_with, _]] = best;
        let ratio = with / without;
        println!("{:<22} {without:>10.2} {cg:>8.1} {with:>10.2} {cg_with:>8.1} {ratio:>6.3}", fabric.id);
        println!(
            "{{\"bench\":\"internal_friction\",\"fabric\":\"{}\",\"without_ms\":{without:.3},\"with_ms\":{with:.3},\"ratio\":{ratio:.3}}}",
            fabric.id
        );
    }
}
