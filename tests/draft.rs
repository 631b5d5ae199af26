//! What an editor is told of a document while it is drawn, against lengths known beforehand.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

use serde_json::{Value, json};
use std::f64::consts::PI;
use toile::body::Assets;
use toile::cloth::{Draft, draft};
use toile::document;

fn drafted(panels: &Value, seams: &Value) -> Draft {
    let text = json!({
        "toile": document::CURRENT_VERSION,
        "name": "draft",
        "fabrics": [toile::document::Fabric::plain_cotton("cotton")],
        "panels": panels,
        "seams": seams,
    });
    draft(&document::read(&text.to_string()).expect("a document"), &Assets::default())
}

fn square(id: &str, x_mm: f64, size_mm: f64, extra: &Value) -> Value {
    let corner = |name: &str, x: f64, y: f64| json!({ "id": name, "from_mm": [x, y], "seam_allowance_mm": 10.0 });
    let mut panel = json!({
        "id": id, "name": id, "fabric": "cotton",
        "outline": [
            corner("low", 0.0, 0.0), corner("right", size_mm, 0.0), corner("top", size_mm, size_mm), corner("left", 0.0, size_mm)
        ],
        "placement": { "kind": "free", "translation_mm": [x_mm, 0.0, 0.0] },
    });
    for (key, value) in extra.as_object().expect("an object") {
        panel[key] = value.clone();
    }
    panel
}

fn length(draft: &Draft, panel: usize, name: &str) -> f64 {
    draft.panels[panel].edges.iter().filter(|edge| edge.name == name).map(|edge| edge.length_mm).sum()
}

#[test]
fn lengths_areas_and_cutting_lines_are_those_of_the_shape() {
    let half_circle = json!([
        { "id": "chord", "from_mm": [-100.0, 0.0] },
        { "id": "bow", "from_mm": [100.0, 0.0],
          "curve": { "kind": "arc", "radius_mm": 100.0, "large": false, "counter_clockwise": true } },
    ]);
    let draft = drafted(
        &json!([
            square("square", 0.0, 200.0, &json!({})),
            { "id": "half", "name": "half", "fabric": "cotton", "outline": half_circle },
            square("folded", 0.0, 200.0, &json!({ "symmetry": { "kind": "unfold", "edge": "left" } })),
        ]),
        &json!([]),
    );
    assert!(draft.issues.is_empty(), "{:?}", draft.issues);
    assert!((length(&draft, 0, "right") - 200.0).abs() < 1e-9);
    assert!((draft.panels[0].area_mm2 - 40_000.0).abs() < 1e-6);
    assert!((length(&draft, 1, "bow") - 100.0 * PI).abs() < 1e-3);
    assert!((draft.panels[1].area_mm2 - 5000.0 * PI).abs() < 0.05);
    // Unfolded, the panel is twice as wide and the fold itself is no edge any more.
    assert!((draft.panels[2].area_mm2 - 80_000.0).abs() < 1e-6);
    assert!((length(&draft, 2, "right-mirrored") - 200.0).abs() < 1e-9);
    assert_eq!(length(&draft, 2, "left"), 0.0);
    let [first, count] = draft.panels[0].cutting;
    let cutting = &draft.coordinates[first..first + count];
    let lowest = cutting.iter().copied().fold(f64::INFINITY, f64::min);
    assert!((lowest + 10.0).abs() < 1e-6, "10 mm outside: {lowest}");
    assert_eq!(draft.panels[1].cutting, [0, 0]);
}

#[test]
fn threads_join_the_points_that_meet() {
    let whole = |panel: &str, edge: &str| json!([{ "panel": panel, "edge": edge }]);
    let draft = drafted(
        &json!([square("one", 0.0, 200.0, &json!({})), square("two", 300.0, 200.0, &json!({}))]),
        &json!([{ "id": "side", "a": whole("one", "right"), "b": whole("two", "left") }]),
    );
    assert!(draft.issues.is_empty(), "{:?}", draft.issues);
    let seam = &draft.seams[0];
    assert!((seam.lengths_mm[0] - 200.0).abs() < 1e-9 && (seam.lengths_mm[1] - 200.0).abs() < 1e-9);
    // Panels side by side: what is at one height meets.
    for thread in &seam.threads {
        assert_eq!(thread.panels, [0, 1]);
        let [[ax, ay], [bx, by]] = thread.at_mm;
        assert!((ax - 200.0).abs() < 1e-9 && bx.abs() < 1e-9 && (ay - by).abs() < 1e-9, "{thread:?}");
    }
}

#[test]
fn a_dart_that_does_not_close_leaves_the_rest_of_the_drawing() {
    let dart = json!([{ "id": "dart", "edge": "low", "at_mm": 100.0, "width_mm": 20.0, "tip_mm": [130.0, 80.0] }]);
    let draft = drafted(&json!([square("square", 0.0, 200.0, &json!({ "darts": dart }))]), &json!([]));
    let codes: Vec<&str> = draft.issues.iter().map(|issue| issue.code.as_str()).collect();
    assert_eq!(codes, ["dart.does-not-close"]);
    assert!((length(&draft, 0, "low") - 200.0).abs() < 1e-9);
}

#[test]
fn problems_do_not_take_the_drawing_away() {
    let crossed = json!([
        { "id": "a", "from_mm": [0.0, 0.0] }, { "id": "b", "from_mm": [200.0, 200.0] },
        { "id": "c", "from_mm": [200.0, 0.0] }, { "id": "d", "from_mm": [0.0, 200.0] },
    ]);
    let part = |panel: &str, edge: &str| json!([{ "panel": panel, "edge": edge }]);
    let draft = drafted(
        &json!([
            { "id": "crossed", "name": "crossed", "fabric": "cotton", "outline": crossed },
            square("small", 0.0, 100.0, &json!({})),
            square("large", 300.0, 200.0, &json!({})),
        ]),
        &json!([{ "id": "uneven", "a": part("small", "right"), "b": part("large", "left") }]),
    );
    let codes: Vec<&str> = draft.issues.iter().map(|issue| issue.code.as_str()).collect();
    assert!(codes.contains(&"seam.lengths"), "{codes:?}");
    assert!(draft.issues.iter().any(|issue| issue.place.starts_with("panels[0]")), "{:?}", draft.issues);
    assert_eq!(draft.panels[0].edges.len(), 4);
    assert!((length(&draft, 0, "a") - 200.0 * 2.0_f64.sqrt()).abs() < 1e-9);
    assert_eq!(draft.seams[0].lengths_mm.map(f64::round), [100.0, 200.0]);
}
