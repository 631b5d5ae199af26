//! What does a drapemeter say, and how far is it chance?
//!
//! ```text
//!   cargo bench --bench study_drapemeter              everything
//!   cargo bench --bench study_drapemeter -- layouts   the four layouts of Pabst 2008, fig. 8 (double lap seam), on three meshes
//!   cargo bench --bench study_drapemeter -- bands     presets of which the literature has a Cusick coefficient
//! ```
//!
//! Mean, standard deviation and standard error of the mean over eight seeds; which folds form is chance. Prints tables for
//! people and one JSON line per row for programs; `docs/drape.md` quotes them.

#[path = "common/mod.rs"]
mod common;

use common::experiment;
use serde_json::json;
use toile::document::{Choice, Fabric};
use toile::fabric::presets::{self, DrapeBand};
use toile::lab::{self, Figure};

const SEEDS: u32 = 8;
/// Triangles of the sample, about.
const MESHES: [u32; 3] = [1000, 2500, 6000];
const LAYOUTS: [&str; 4] = ["none", "weft", "cross", "shifted"];

/// The parts of the study by name.
const PARTS: &[(&str, fn())] = &[("layouts", layouts), ("bands", bands)];

fn main() {
    // Cargo itself adds --bench.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    for (name, part) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            part();
        }
    }
}

/// The fabric of fig. 8 as far as the paper tells it: {b₁, b₂, c₁} from gf·cm²/cm and gf·cm³/cm, in all directions. It tells
/// neither weight nor stretch; 150 g/m² and the threads and shear of a woven cotton are typical ones.
fn paper() -> Fabric {
    let mut fabric = Fabric::plain_cotton("fig-8");
    fabric.membrane = Choice::of("membrane.orthotropic");
    fabric.bending = Choice::of("bend.moment-curvature");
    for direction in ["weft", "warp", "bias"] {
        for (name, value) in [("b1_un_m", 9.807), ("b2_un_m", 8.748), ("c1_un_m2", -0.009_022)] {
            fabric.bending.parameters.insert(format!("{direction}_{name}"), value);
        }
    }
    fabric
}

/// What the seeds of one sample gave.
struct Sample {
    triangles: f64,
    coefficients: Vec<f64>,
    folds: Vec<f64>,
    at_rest: usize,
}

impl Sample {
    fn of(fabric: &Fabric, seams: &str, triangles: u32) -> Self {
        let mut sample = Sample { triangles: 0.0, coefficients: Vec::new(), folds: Vec::new(), at_rest: 0 };
        for seed in 1..=SEEDS {
            let given = [format!("seams={seams}"), format!("triangles={triangles}"), format!("seed={seed}")];
            let outcome = experiment("drapemeter", fabric, &given.each_ref().map(String::as_str));
            let number = |name: &str| outcome.number(name).expect("a figure");
            sample.triangles = number("triangles");
            sample.coefficients.push(number("drape_coefficient_pct"));
            sample.folds.push(number("nodes"));
            sample.at_rest += usize::from(outcome.find("at_rest") == Some(&Figure::Flag(true)));
        }
        sample
    }

    fn mean(&self) -> f64 {
        self.coefficients.iter().sum::<f64>() / self.coefficients.len() as f64
    }

    /// Standard deviation of one sample.
    fn spread(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.coefficients.iter().map(|value| (value - mean) * (value - mean)).sum();
        (squares / (self.coefficients.len() - 1) as f64).sqrt()
    }

    /// Standard error of the mean.
    fn error(&self) -> f64 {
        self.spread() / (self.coefficients.len() as f64).sqrt()
    }

    fn print(&self, name: &str, what: &str) {
        let ([low, high], [fewest, most]) = (range(&self.coefficients), range(&self.folds));
        println!(
            "{name:<17} {what:<10} {:>6}  {:>7.2} ± {:<5.2} {:>6.2}  {low:>5.1} to {high:<5.1} {fewest:>4} to {most:<3} {:>3}/{SEEDS}",
            self.triangles,
            self.mean(),
            self.spread(),
            self.error(),
            self.at_rest,
        );
        println!(
            "{}",
            json!({ "bench": "drapemeter", "fabric": name, "what": what, "triangles": self.triangles,
                "mean_pct": self.mean(), "deviation": self.spread(), "standard_error": self.error(),
                "coefficients_pct": self.coefficients, "folds": self.folds, "at_rest": self.at_rest })
        );
    }
}

/// The least and the most of some numbers.
fn range(values: &[f64]) -> [f64; 2] {
    [f64::min, f64::max].map(|of| values.iter().copied().reduce(of).expect("numbers"))
}

const HEAD: &str = "fabric            seams   triangles  coefficient, % ± sd  of mean   range          folds   at rest";

fn layouts() {
    println!("{HEAD}");
    let fabric = paper();
    let samples = LAYOUTS.map(|seams| {
        MESHES.map(|triangles| {
            let sample = Sample::of(&fabric, seams, triangles);
            sample.print(&fabric.id, seams);
            sample
        })
    });
    println!("\nMeans of the three meshes lie within, in points:");
    for (seams, samples) in LAYOUTS.iter().zip(&samples) {
        let [low, high] = range(&samples.each_ref().map(Sample::mean));
        println!("  {seams:<8} {:.2}", high - low);
    }
    println!("\nFrom one layout to the next: difference of the means, its standard error, and how many of these it is");
    for (from, to) in [(0, 1), (1, 2), (1, 3)] {
        for (a, b) in samples[from].iter().zip(&samples[to]) {
            let more = b.mean() - a.mean();
            let error = (a.error() * a.error() + b.error() * b.error()).sqrt();
            println!(
                "  {:<8} {:<8} {:>6} triangles  {more:>6.2} ± {error:.2}  {:>6.1}",
                LAYOUTS[from],
                LAYOUTS[to],
                a.triangles,
                more / error
            );
        }
    }
    println!();
}

fn bands() {
    println!("{HEAD}   measured");
    for DrapeBand { fabric: id, percent: [low, high], .. } in presets::DRAPE_BANDS {
        let fabric = lab::preset(id).unwrap_or_else(|issue| panic!("{issue:?}"));
        let mut ways = vec![("as it is", fabric.clone())];
        if fabric.internal_friction != Choice::default() {
            let smooth = Fabric { internal_friction: Choice::default(), ..fabric };
            ways.push(("frictionless", smooth));
        }
        for (way, fabric) in ways {
            let sample = Sample::of(&fabric, "none", MESHES[1]);
            sample.print(id, way);
            let within = if (*low..=*high).contains(&sample.mean()) { "within" } else { "missed" };
            println!("  {within}: {low} to {high}");
        }
    }
}
