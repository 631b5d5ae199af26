//! How fast does the page's first scene run? Steps of 10 ms of the square falling on the sphere, per fabric preset, with its
//! own bending and with that of single hinges.
//!
//! Prints a table for people and one JSON line per row for programs.

use std::time::Instant;
use toile::document::{Choice, Fabric};
use toile::{Drape, fabric::presets, garment};

const STEPS: usize = 200;

fn main() {
    let start = Instant::now();
    println!(
        "fabric                        triangles  ms/step  assembly  solve  CG/step  Newton  M triangle·steps/s  max strain"
    );
    for fabric in presets::all().into_iter().flat_map(|fabric| [hinged(&fabric), fabric]) {
        let mut document = garment::all().swap_remove(0);
        document.panels[0].fabric.clone_from(&fabric.id);
        let name = fabric.id.clone();
        document.fabrics = vec![fabric];
        let mut drape = Drape::new(&document).expect("the garments are sound");
        drape.set_clock(milliseconds);
        let (mut wall, mut assembly, mut solve, mut cg, mut newton) = (0.0, 0.0, 0.0, 0, 0);
        for _ in 0..STEPS {
            let report = drape.step();
            wall += report.wall_ms;
            assembly += report.assembly_ms;
            solve += report.solve_ms;
            cg += report.cg_iterations;
            newton += report.newton_iterations;
        }
        let n = STEPS as f64;
        let triangles = drape.model().triangles.len();
        let rate = triangles as f64 * n / wall / 1e3;
        let strain = drape.report().max_strain;
        println!(
            "{name:<29} {triangles:>9} {:>8.2} {:>9.2} {:>6.2} {:>8.1} {:>7.2} {rate:>19.3} {strain:>11.4}",
            wall / n,
            assembly / n,
            solve / n,
            f64::from(cg) / n,
            f64::from(newton) / n,
        );
        println!(
            "{{\"bench\":\"square_on_sphere\",\"fabric\":\"{name}\",\"triangles\":{triangles},\"ms_per_step\":{:.3},\"cg_per_step\":{:.1}}}",
            wall / n,
            f64::from(cg) / n
        );
    }
    println!("whole run {:.1} s", start.elapsed().as_secs_f64());
}

/// The fabric with the same stiffness in every direction, on single hinges.
fn hinged(fabric: &Fabric) -> Fabric {
    let parameters = &fabric.bending.parameters;
    let strips = ["weft_b1_un_m", "bias_b1_un_m", "warp_b1_un_m"].map(|id| parameters.get(id).copied().unwrap_or(9.0));
    let mut bending = Choice::of("bend.hinge");
    bending.parameters.insert("stiffness_un_m".to_owned(), strips.iter().sum::<f64>() / 3.0);
    Fabric { id: format!("{}-hinged", fabric.id), bending, ..fabric.clone() }
}

fn milliseconds() -> f64 {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}
