//! Bent cloth in equilibrium: the moment that holds a strip bent, and the line of a strip under its own weight.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

mod common;
#[path = "common/bending.rs"]
mod strips;

use serde_json::json;
use strips::*;
use toile::document::Fabric;
use toile::lab::{self, Bench, Figure, Outcome};

/// Weight, kg/m², and gravity.
const DENSITY: f64 = 0.15;
const GRAVITY: f64 = 9.81;

fn fabric(strips: &Strips) -> Fabric {
    let bending = json!({ "kind": "bend.moment-curvature", "parameters": strips.values() });
    of_law(&bending)
}

fn of_law(bending: &serde_json::Value) -> Fabric {
    let file = json!({
        "id": "sample", "name": "Sample", "source": "made up",
        "sheet": { "weight_g_per_m2": 1e3 * DENSITY },
        "membrane": { "kind": "membrane.isotropic", "parameters": { "young_n_per_m": 1000, "poisson": 0 } },
        "bending": bending,
        "friction": { "kind": "friction.c" },
    });
    lab::read_fabric(&file.to_string()).unwrap_or_else(|issues| panic!("{issues:?}"))
}

fn run(name: &str, fabric: &Fabric, given: &[&str]) -> Outcome {
    let row = lab::find(name).expect("known");
    let settings = lab::settings(row, given).unwrap_or_else(|issues| panic!("{issues:?}"));
    let progress = &mut |_: f64| ();
    let outcome = (row.make.run)(&mut Bench { fabric, settings: &settings, progress, clock: || 0.0, frames: None })
        .unwrap_or_else(|issues| panic!("{issues:?}"));
    assert_eq!(outcome.find("equilibrium_found"), Some(&Figure::Flag(true)), "{name} {given:?}: {:?}", outcome.figures);
    outcome
}

/// Largest difference of the measured moment from Pabst's eq. (1).
fn moment_error(fabric: &Fabric, strips: &Strips, direction: usize, given: &[&str]) -> f64 {
    let outcome = run("bending", fabric, given);
    assert_eq!(outcome.columns, ["curvature_per_m", "moment_n", "model_moment_n"]);
    let off = |row: &Vec<f64>| {
        let expected = strips.strip(direction, row[0])[0];
        assert!((row[2] / expected - 1.0).abs() < 1e-12, "the model's own moment: {} {expected}", row[2]);
        (row[1] / expected - 1.0).abs()
    };
    let worst = outcome.rows.iter().map(off).fold(0.0, f64::max);
    assert!((outcome.number("max_relative_error").expect("a figure") - worst).abs() < 1e-12);
    worst
}

/// Pabst 2008, fig. 3: 150, 574 and 1408 triangles.
#[test]
fn the_moment_of_a_bent_strip_is_that_of_the_law_at_every_resolution() {
    for (strips, direction, word) in [(LINEAR, 0, "weft"), (ANISOTROPIC, 1, "warp"), (NONLINEAR, 0, "weft")] {
        for irregular in ["true", "false"] {
            let errors = ["150", "574", "1408"].map(|triangles| {
                let given = [
                    format!("direction={word}"),
                    format!("triangles={triangles}"),
                    format!("irregular={irregular}"),
                    "points=2".to_owned(),
                    "max_curvature_per_m=20".to_owned(),
                ];
                moment_error(&fabric(&strips), &strips, direction, &given.each_ref().map(String::as_str))
            });
            println!("{word} irregular {irregular}: {errors:?}");
            assert!(errors.iter().all(|error| *error < 0.03), "{word} irregular {irregular}: {errors:?}");
            // No mesh is a refinement of another, and their luck differs by half a per cent.
            assert!(errors[2] < errors[0] + 0.005, "{word} irregular {irregular}: {errors:?}");
        }
    }
}

/// The same of single hinges on the same irregular triangles, for comparison.
#[test]
fn single_hinges_are_further_from_the_moment_on_irregular_triangles() {
    let hinged = of_law(&json!({ "kind": "bend.hinge", "parameters": { "stiffness_un_m": LINEAR.0[0][0] } }));
    for triangles in ["150", "574", "1408"] {
        let given = [&format!("triangles={triangles}"), "points=1", "max_curvature_per_m=20"];
        let [single, tensor] = [&hinged, &fabric(&LINEAR)].map(|fabric| moment_error(fabric, &LINEAR, 0, &given));
        println!("{triangles} triangles: single hinges {single}, tensor {tensor}");
        assert!(single > 1.5 * tensor, "{triangles}: {single} {tensor}");
    }
}

/// The tip of the heavy elastica, d/ds M(κ) = −ρg (L − s) cos ψ with κ = dψ/ds, horizontally clamped, free at L: shooting
/// for the tip's slope, Runge–Kutta of fourth order.
fn elastica(strips: &Strips, direction: usize, length: f64) -> [f64; 2] {
    let curvature = |moment: f64| {
        // The moment rises with the curvature: halving finds it.
        let (mut low, mut high) = (0.0, 1e4);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if strips.strip(direction, middle)[0] < moment.abs() { low = middle } else { high = middle }
        }
        low.copysign(moment)
    };
    let steps = 400;
    let h = -length / f64::from(steps);
    // State: slope downwards ψ, moment, x, z.
    let rate = |s: f64, y: [f64; 4]| {
        [curvature(y[1]), -DENSITY * GRAVITY * (length - s) * y[0].cos(), y[0].cos(), -y[0].sin()]
    };
    // From the tip, whose slope is not known, back to the clamp.
    let shoot = |slope: f64| {
        let mut y = [slope, 0.0, 0.0, 0.0];
        for step in 0..steps {
            let s = length + h * f64::from(step);
            let moved = |y: [f64; 4], k: [f64; 4], by: f64| -> [f64; 4] { std::array::from_fn(|i| y[i] + by * k[i]) };
            let k1 = rate(s, y);
            let k2 = rate(s + 0.5 * h, moved(y, k1, 0.5 * h));
            let k3 = rate(s + 0.5 * h, moved(y, k2, 0.5 * h));
            let k4 = rate(s + h, moved(y, k3, h));
            y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        }
        y
    };
    // The tip that hangs straightest: those further from it belong to strips that are curled up.
    let vertical = std::f64::consts::FRAC_PI_2;
    let (mut near, mut far) = (0.0, 1e-12);
    while shoot(vertical - far)[0] > 0.0 {
        (near, far) = (far, 1.3 * far);
    }
    for _ in 0..60 {
        let middle = 0.5 * (near + far);
        if shoot(vertical - middle)[0] > 0.0 { near = middle } else { far = middle }
    }
    let clamp = shoot(vertical - 0.5 * (near + far));
    assert!(clamp[0].abs() < 1e-6 && clamp[1] > 0.0, "the shot missed: {clamp:?}");
    [-clamp[2], -clamp[3]]
}

/// Distance of the tip from the elastica's, over the overhang, with triangles of a sixth of the bending length.
fn tip_error(strips: &Strips, (direction, word): (usize, &str), lengths: f64, irregular: bool) -> f64 {
    let stiffness = strips.0[direction][0] * 1e-6;
    let bending_length = (stiffness / (DENSITY * GRAVITY)).cbrt();
    let (length, width, size) = (lengths * bending_length, 0.6 * bending_length, bending_length / 6.0);
    // Squares of this side, halved, or irregular triangles of this height.
    let area = if irregular { size * size / 3.0_f64.sqrt() } else { 0.5 * size * size };
    let given = [
        format!("length_mm={}", 1e3 * length),
        format!("width_mm={}", 1e3 * width),
        format!("triangles={}", (length * width / area).ceil()),
        format!("direction={word}"),
        format!("irregular={irregular}"),
    ];
    let outcome = run("cantilever", &fabric(strips), &given.each_ref().map(String::as_str));
    assert_eq!(outcome.columns, ["s_m", "x_m", "z_m"]);
    let tip = ["tip_x_m", "tip_z_m"].map(|name| outcome.number(name).expect("a figure"));
    let expected = elastica(strips, direction, length);
    let off = (tip[0] - expected[0]).hypot(tip[1] - expected[1]) / length;
    println!("{word} irregular {irregular} {lengths} bending lengths: {:.2} %", 100.0 * off);
    off
}

#[test]
fn the_tip_of_a_cantilever_is_that_of_the_heavy_elastica() {
    for (strips, direction) in [(LINEAR, (0, "weft")), (ANISOTROPIC, (1, "warp")), (NONLINEAR, (0, "weft"))] {
        for lengths in [2.0, 3.0, 5.0] {
            let off = tip_error(&strips, direction, lengths, false);
            assert!(off < 0.01, "{direction:?} {lengths}: {off}");
        }
    }
}

#[test]
fn the_tip_of_an_irregular_cantilever_is_that_of_the_heavy_elastica() {
    for (strips, direction) in [(LINEAR, (0, "weft")), (NONLINEAR, (0, "weft"))] {
        for lengths in [2.0, 5.0] {
            let off = tip_error(&strips, direction, lengths, true);
            assert!(off < 0.01, "{direction:?} {lengths}: {off}");
        }
    }
    // Irregular triangles are up to three per cent too soft along a warp three times as stiff as the weft: 1.2 %.
    let off = tip_error(&ANISOTROPIC, (1, "warp"), 2.0, true);
    assert!(off < 0.013, "{off}");
}

/// Peirce: at 41.5° the bending length is half the overhang. His formula is a fit, within a few per cent of the elastica.
#[test]
fn the_light_barrier_reads_the_stiffness_back() {
    let outcome =
        run("cantilever", &fabric(&LINEAR), &["barrier=true", "length_mm=40", "width_mm=20", "triangles=300"]);
    let number = |name: &str| outcome.number(name).expect("a figure");
    assert!((number("barrier_angle_deg") - 41.5).abs() < 0.02);
    let length = number("barrier_length_m");
    let [x, z] = elastica(&LINEAR, 0, length);
    // One per cent of the overhang, across it, is 0.6°.
    assert!((f64::atan2(-z, x).to_degrees() - 41.5).abs() < 0.6, "{x} {z}");
    assert!((number("peirce_stiffness_un_m") / LINEAR.0[0][0] - 1.0).abs() < 0.06);
    let Some(Figure::List(rays)) = outcome.find("ray_lengths_m") else { panic!("no rays") };
    assert!(rays.len() == 17 && rays.iter().all(|ray| (ray / length - 1.0).abs() < 0.01), "{rays:?}");
}

/// A strip of stiffness βB hangs as one of stiffness B whose lengths are β^(1/3) times shorter.
#[test]
fn the_linear_factor_moves_the_tip_as_the_elastica_says() {
    let given = ["length_mm=60", "width_mm=15", "irregular=false", "triangles=290"];
    let outcome = run("bending-factor", &fabric(&LINEAR), &given);
    assert_eq!(outcome.columns, ["beta", "tip_x_m", "tip_z_m", "tip_angle_deg"]);
    assert_eq!(outcome.column("beta"), [2.0, 1.2, 1.0, 0.8, 0.5]);
    for row in &outcome.rows {
        let [b, ..] = LINEAR.0[0];
        let expected = elastica(&Strips([[row[0] * b, row[0] * b, 0.0]; 3]), 0, 0.06);
        let off = (row[1] - expected[0]).hypot(row[2] - expected[1]) / 0.06;
        assert!(off < 0.01, "β {}: {row:?} {expected:?}", row[0]);
    }
    let hinged = of_law(&json!({ "kind": "bend.hinge" }));
    let row = lab::find("bending-factor").expect("known");
    let settings = lab::settings(row, &[]).expect("defaults");
    let progress = &mut |_: f64| ();
    let bench = &mut Bench { fabric: &hinged, settings: &settings, progress, clock: || 0.0, frames: None };
    let issues = (row.make.run)(bench).expect_err("no factor");
    assert_eq!((issues[0].code.as_str(), issues[0].value.as_str()), ("lab.no-factor", "bend.hinge"));
}

/// Pabst 2008, fig. 10: all models begin alike; Bridson's levels off, Volino's falls beyond 90°, ours follows the law.
#[test]
fn one_bending_element_shows_its_law_beside_the_other_models() {
    let row = lab::find("bending-element").expect("known");
    let settings = lab::settings(row, &["max_angle_deg=160", "points=160"]).expect("in order");
    let (progress, sample) = (&mut |_: f64| (), fabric(&NONLINEAR));
    let bench = &mut Bench { fabric: &sample, settings: &settings, progress, clock: || 0.0, frames: None };
    let outcome = (row.make.run)(bench).expect("it runs");
    assert_eq!(outcome.columns, ["angle_deg", "force_n", "model_force_n", "bridson_force_n", "volino_force_n"]);
    let (edge, height, b) = (0.01, 0.01, NONLINEAR.0[0][0] * 1e-6);
    for row in &outcome.rows {
        let theta = row[0].to_radians();
        let ours = NONLINEAR.strip(0, theta / height)[0] * edge / height;
        let bridson = 4.0 * b * edge * (0.5 * theta).sin() / (2.0 * height * height);
        let volino = b * edge * theta.sin() / (height * height);
        for (found, expected) in row[1..].iter().zip([ours, ours, bridson, volino]) {
            assert!((found / expected - 1.0).abs() < 1e-9, "{row:?}: {expected}");
        }
    }
    let peak = |column: &str| {
        let forces = outcome.column(column);
        1 + (0..forces.len()).max_by(|a, b| forces[*a].total_cmp(&forces[*b])).expect("points")
    };
    assert_eq!((peak("volino_force_n"), peak("bridson_force_n"), peak("force_n")), (90, 160, 160));
    let first = &outcome.rows[0];
    assert!(first[1..].iter().all(|force| (force / first[1] - 1.0).abs() < 0.06), "{first:?}");
}

/// A strip of one stiffness that a seam makes S(s) times stiffer and heavier: per area, and by a weight per width at a place.
struct SewnStrip<'a> {
    length: f64,
    factor: &'a dyn Fn(f64) -> f64,
    density: f64,
    seam: (f64, f64),
}

/// The tip of its elastica, ψ′ = M/(S(s)B), M′ = −(weight beyond s) cos ψ, ψ(0) = 0, M(L) = 0: halving finds the moment at the
/// clamp.
fn sewn_elastica(strip: &SewnStrip<'_>) -> [f64; 2] {
    let SewnStrip { length, factor, density, seam: (place, weight) } = strip;
    let stiffness = LINEAR.0[0][0] * 1e-6;
    let steps = 1200;
    let h = length / f64::from(steps);
    let shoot = |clamp: f64| {
        let mut y = [0.0, clamp, 0.0, 0.0];
        for step in 0..steps {
            let s = h * f64::from(step);
            // The seam lies between two steps.
            let hung = if s + 0.5 * h < *place { *weight } else { 0.0 };
            let rate = |s: f64, y: [f64; 4]| {
                let beyond = density * GRAVITY * (length - s) + hung;
                [y[1] / (factor(s) * stiffness), -beyond * y[0].cos(), y[0].cos(), -y[0].sin()]
            };
            let moved = |k: [f64; 4], by: f64| -> [f64; 4] { std::array::from_fn(|i| y[i] + by * k[i]) };
            let k1 = rate(s, y);
            let k2 = rate(s + 0.5 * h, moved(k1, 0.5 * h));
            let k3 = rate(s + 0.5 * h, moved(k2, 0.5 * h));
            let k4 = rate(s + h, moved(k3, h));
            y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        }
        y
    };
    let (mut low, mut high) = (0.0, 0.5 * density * GRAVITY * length * length + weight * place);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        // Too small a moment at the clamp is used up before the free end.
        if shoot(middle)[1] < 0.0 { low = middle } else { high = middle }
    }
    let [_, _, x, z] = shoot(0.5 * (low + high));
    [x, z]
}

/// Pabst 2008, table 2: a safety seam across a strip, and a double lap seam along one, on plain weave.
#[test]
fn a_seam_holds_a_cantilever_up_as_its_table_says() {
    let tip = |given: &[&str]| {
        let outcome = run("cantilever", &fabric(&LINEAR), given);
        ["tip_x_m", "tip_z_m"].map(|name| outcome.number(name).expect("a figure"))
    };
    let distance = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let (length, at, seam_width) = (0.12, 0.04, 0.01);
    let common = ["length_mm=120", "irregular=false", "seam_width_mm=10"];
    // B_f at the distance of each place from the seam; three layers weigh two more than one.
    let across = |s: f64| {
        let mm = 1e3 * (s - at).abs();
        4.0e-5 * mm * mm - 0.0322 * mm + 5.92
    };
    let weight = 2.0 * DENSITY * seam_width * GRAVITY;
    let expected = sewn_elastica(&SewnStrip { length, factor: &across, density: DENSITY, seam: (at, weight) });
    let size = ["width_mm=15", "triangles=400"];
    let found = tip(&[&common[..], &size, &["seam=safety-across", "seam_at_mm=40"]].concat());
    let plain = tip(&[&common[..], &size].concat());
    println!("across: {found:?}, elastica {expected:?}, without seam {plain:?}");
    assert!(distance(found, expected) < 0.01 * length, "{found:?} {expected:?}");
    assert!(
        found[1] > plain[1] && distance(found, plain) > 0.1 * length,
        "a seam that is not felt: {found:?} {plain:?}"
    );
    // Bent alike over its whole width, a strip is as stiff as the mean of B_f from the seam to its sides.
    let (width, side) = (0.04, 20.0);
    let mean = 2.0e-4 * side * side / 3.0 - 0.0702 * side / 2.0 + 9.07;
    let density = DENSITY + 3.0 * DENSITY * seam_width / width;
    let expected = sewn_elastica(&SewnStrip { length, factor: &|_| mean, density, seam: (0.0, 0.0) });
    let found = tip(&[&common[..], &["width_mm=40", "triangles=600", "seam=lap-along"]].concat());
    println!("along: {found:?}, elastica {expected:?}");
    assert!(distance(found, expected) < 0.01 * length, "{found:?} {expected:?}");
    let row = lab::find("cantilever").expect("known");
    let settings = lab::settings(row, &["length_mm=80", "seam=lap-across", "seam_at_mm=81"]).expect("each in range");
    let (progress, sample) = (&mut |_: f64| (), fabric(&LINEAR));
    let bench = &mut Bench { fabric: &sample, settings: &settings, progress, clock: || 0.0, frames: None };
    let issues = (row.make.run)(bench).expect_err("no such seam");
    assert_eq!((issues[0].code.as_str(), issues[0].place.as_str()), ("lab.no-sample", "set seam_at_mm"));
}
