//! What does a drapemeter say, and how far is it chance? Drape coefficient and number of folds for the four layouts of Pabst
//! 2008, fig. 8 (double lap seam), mean and standard deviation over eight seeds, on three meshes.

use std::time::Instant;
use toile::document::{Choice, Fabric};
use toile::lab::{self, Bench};

const SEEDS: u32 = 8;

/// The fabric of fig. 8 as far as the paper tells it: {b₁, b₂, c₁} from gf·cm²/cm and gf·cm³/cm, in all directions, and no weight;
/// 150 g/m² is a typical one.
fn fabric() -> Fabric {
    let mut fabric = Fabric::plain_cotton("fig-8");
    fabric.bending = Choice::of("bend.moment-curvature");
    for direction in ["weft", "warp", "bias"] {
        for (name, value) in [("b1_un_m", 9.807), ("b2_un_m", 8.748), ("c1_un_m2", -0.009_022)] {
            fabric.bending.parameters.insert(format!("{direction}_{name}"), value);
        }
    }
    fabric
}

fn measured(fabric: &Fabric, given: &[String]) -> (f64, f64, bool, f64) {
    let row = lab::find("drapemeter").expect("an experiment");
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let settings = lab::settings(row, &given).expect("settings in order");
    let mut bench = Bench { fabric, settings: &settings, progress: &mut |_| {}, clock: || 0.0, frames: None };
    let outcome = (row.make.run)(&mut bench).expect("the sample drapes");
    let number = |name: &str| outcome.number(name).expect("a figure");
    let at_rest = outcome.find("at_rest") == Some(&lab::Figure::Flag(true));
    (number("drape_coefficient_pct"), number("nodes"), at_rest, number("triangles"))
}

fn spread(values: &[f64]) -> (f64, f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (mean, (squares / (values.len() - 1) as f64).sqrt())
}

fn main() {
    println!("fabric            seams    triangles   drape coefficient, %   folds        at rest   s");
    for fabric in [fabric(), lab::default_fabric()] {
        for seams in ["none", "weft", "cross", "shifted"] {
            for triangles in [1000, 2500, 6000] {
                let start = Instant::now();
                let run = |seed: u32| {
                    measured(
                        &fabric,
                        &[format!("seams={seams}"), format!("triangles={triangles}"), format!("seed={seed}")],
                    )
                };
                let runs: Vec<_> = (1..=SEEDS).map(run).collect();
                let (coefficient, coefficient_spread) = spread(&runs.iter().map(|run| run.0).collect::<Vec<_>>());
                let (folds, folds_spread) = spread(&runs.iter().map(|run| run.1).collect::<Vec<_>>());
                let at_rest = runs.iter().filter(|run| run.2).count();
                println!(
                    "{:<17} {seams:<8} {:>9}   {coefficient:>8.1} ± {coefficient_spread:<8.1}    {folds:>4.1} ± {folds_spread:<4.1} {at_rest:>6}/{SEEDS} {:>6.1}",
                    fabric.id,
                    runs[0].3,
                    start.elapsed().as_secs_f64()
                );
            }
        }
    }
}
