//! How long from document to sewn cloth? A sleeve-like panel of about 4,000 triangles, and fifty panels sewn in a row.
//!
//! Prints a table for people and one JSON line per row for programs; medians of several runs.

use serde_json::{Value, json};
use std::time::Instant;
use toile::cloth::{Cut, assemble};
use toile::document::{Document, Fabric, read};
use toile::pattern::quality;

const RUNS: usize = 9;

fn document(panels: &[Value], seams: &[Value]) -> Document {
    let cotton = Fabric::plain_cotton("cotton");
    let value = json!({"toile": 1, "name": "bench", "fabrics": [cotton], "panels": panels, "seams": seams});
    read(&value.to_string()).expect("the bench's documents are sound")
}

/// A sleeve laid flat: straight cuff and underarms, a cap of one cubic.
fn sleeve(id: &str, size_mm: f64, x_mm: f64) -> Value {
    let edge = |id: &str, x: f64, y: f64| json!({"id": id, "from_mm": [x, y]});
    let mut cap = edge("cap", 190.0, 430.0);
    cap["curve"] = json!({"kind": "cubic", "control_1_mm": [80.0, 610.0], "control_2_mm": [-80.0, 610.0]});
    json!({"id": id, "name": id, "fabric": "cotton", "mesh": {"size_mm": size_mm},
           "placement": {"kind": "free", "translation_mm": [x_mm, 0.0, 0.0]},
           "outline": [edge("cuff", -120.0, 0.0), edge("right", 120.0, 0.0), cap, edge("left", -190.0, 430.0)]})
}

fn measure(name: &str, document: &Document) {
    let mut times = Vec::new();
    let mut cut: Option<Cut> = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        cut = Some(assemble(document).expect("the bench's documents are sound"));
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let cut = cut.expect("it ran");
    let triangles: usize = cut.sheets.iter().map(|sheet| sheet.triangles.len()).sum();
    let first = quality(&cut.sheets[0].drawing, &cut.sheets[0].triangles);
    println!(
        "{name:<12} {:>6} {triangles:>9} {:>9.1} {:>12.1} {:>12.1}",
        cut.sheets.len(),
        times[RUNS / 2],
        first.mean_smallest_deg,
        first.smallest_deg
    );
    println!("{{\"bench\":\"cutting\",\"name\":\"{name}\",\"triangles\":{triangles},\"ms\":{:.2}}}", times[RUNS / 2]);
}

fn main() {
    println!("pattern      panels triangles        ms  mean angle°  least angle°");
    measure("sleeve", &document(&[sleeve("sleeve", 9.6, 0.0)], &[]));
    let panels: Vec<Value> = (0..50).map(|k| sleeve(&format!("p{k}"), 20.0, 500.0 * f64::from(k))).collect();
    let side = |k: u32, edge: &str| json!([{"panel": format!("p{k}"), "edge": edge}]);
    let seams: Vec<Value> =
        (0..49).map(|k| json!({"id": format!("s{k}"), "a": side(k, "right"), "b": side(k + 1, "left")})).collect();
    measure("fifty", &document(&panels, &seams));
}
