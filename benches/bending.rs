//! What does bending cost? Pabst 2008, table 3: a piece of 0.5 × 0.5 m of 3,600 triangles, bending under its own weight.
//!
//! `toile lab bending-timing` three times, of each model the fastest, so that a busy machine disturbs all alike. Prints a table
//! for people and one JSON line for programs; `www/bench/bending.mjs` runs the same in wasm.

#[path = "common/mod.rs"]
mod common;

use common::experiment;
use serde_json::json;
use toile::lab::default_fabric;

const MODELS: &[(&str, &str, &str)] = &[
    ("volino_ns", "Volino, linear", "hinges"),
    ("bridson_ns", "Bridson", "hinges"),
    ("hinge_ns", "moment-curvature, hinges", "hinges"),
    ("tensor_ns", "moment-curvature, tensor", "triangles"),
    ("hinge_with_jacobian_ns", "hinges with Jacobian", "hinges"),
    ("tensor_with_jacobian_ns", "tensor with Jacobian", "triangles"),
    ("tensor_with_coupled_jacobian_ns", "tensor, coupled Jacobian", "triangles"),
];
const RUNS: usize = 3;

fn main() {
    let runs: Vec<_> = (0..RUNS).map(|_| experiment("bending-timing", &default_fabric(), &[])).collect();
    let least = |name: &str| runs.iter().filter_map(|run| run.number(name)).fold(f64::INFINITY, f64::min);
    let whole = |name: &str, elements: &str| least(name) * least(elements);
    let bridson = whole("bridson_ns", "hinges");
    println!("model                       elements  ms/evaluation  ns/element  times Bridson");
    let mut row = json!({ "bench": "bending", "host": "native", "settings": [] });
    for (name, title, elements) in MODELS {
        let (count, ns, ratio) = (least(elements), least(name), whole(name, elements) / bridson);
        println!("{title:<26} {count:>9} {:>14.4} {ns:>11.1} {ratio:>14.2}", ns * count * 1e-6);
        row[*name] = ns.into();
    }
    row["hinge_times_bridson"] = (whole("hinge_ns", "hinges") / bridson).into();
    row["tensor_times_bridson"] = (whole("tensor_ns", "triangles") / bridson).into();
    println!("{row}");
}
