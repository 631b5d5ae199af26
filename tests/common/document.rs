//! Documents to be broken, and what is found in them.
#![allow(dead_code)] // each test file uses a part

use serde_json::{Value, json};
use toile::document::{self, Document};
use toile::fabric::presets;
use toile::garment;
use toile::issue::Issues;

/// The first garment, as JSON.
pub fn garment() -> Value {
    serde_json::to_value(&garment::all()[0]).expect("a garment is JSON")
}

/// A valid document with something of everything: a front drawn as a half with every kind of curve, a hole, a line, a
/// dart and notches; a right back, and a left back that mirrors it; seams edge to edge, part to part and many to many;
/// pins. It is written as [`document::write()`] writes it, so every field is there to be broken.
///
/// ```text
///       neck  shoulder           shoulder
///   centre┌──╮─╲              ┌─────╲
///    fold ┊     ) armhole     │      ) armhole
///         ┊  o  │ side        │centre│ side
///         └─────┘             └──────┘
///           hem                 hem
/// ```
pub fn rich() -> Value {
    let armhole = json!({"kind": "cubic", "control_1_mm": [180, 430], "control_2_mm": [130, 500]});
    let half_circle = json!({"kind": "arc", "radius_mm": 30, "large": false, "counter_clockwise": true});
    let part =
        |panel: &str, edge: &str, from: f64, to: f64| json!({"panel": panel, "edge": edge, "from": from, "to": to});
    let whole = |panel: &str, edge: &str| json!({"panel": panel, "edge": edge});
    let fabrics: Vec<_> = presets::all().into_iter().take(2).collect();
    let (cloth, lining) = (fabrics[0].id.clone(), fabrics[1].id.clone());
    let value = json!({
        "toile": 1,
        "name": "Something of everything",
        "fabrics": fabrics,
        "bodies": [{"id": "ball", "shape": {"kind": "body.sphere"}}],
        "panels": [
            {
                "id": "front", "name": "Front", "fabric": cloth, "layer": 1, "grain_deg": 45,
                "symmetry": {"kind": "unfold", "edge": "centre"},
                "outline": [
                    {"id": "hem", "from_mm": [0, 0],
                     "curve": {"kind": "arc", "radius_mm": 2000, "large": false, "counter_clockwise": true}},
                    {"id": "side", "from_mm": [250, 0], "seam_allowance_mm": 10,
                     "notches": [{"id": "waist", "at_mm": 100}, {"id": "rib", "at_mm": 350.5}]},
                    {"id": "armhole", "from_mm": [230, 400], "curve": armhole},
                    {"id": "shoulder", "from_mm": [120, 600]},
                    {"id": "neck", "from_mm": [60, 620], "curve": {"kind": "quadratic", "control_mm": [55, 565]}},
                    {"id": "centre", "from_mm": [0, 560]},
                ],
                "holes": [{"id": "pocket", "outline": [
                    {"id": "pocket-top", "from_mm": [150, 250], "curve": half_circle,
                     "notches": [{"id": "flap", "at_mm": 20}]},
                    {"id": "pocket-bottom", "from_mm": [90, 250], "curve": half_circle},
                ]}],
                "lines": [{"id": "crease", "from_mm": [60, 100], "to_mm": [60, 450],
                           "curve": {"kind": "quadratic", "control_mm": [70, 275]},
                           "fold": {"angle_deg": 120, "strength": 5}}],
                "darts": [{"id": "bust", "edge": "side", "at_mm": 250, "width_mm": 20, "tip_mm": [180.6, 246.8]}],
                "placement": {"kind": "free", "translation_mm": [0, 800, 200]},
            },
            {
                "id": "back", "name": "Back, right", "fabric": cloth, "interlining": lining, "layer": 1,
                "outline": [
                    {"id": "hem", "from_mm": [0, 0]},
                    {"id": "side", "from_mm": [250, 0]},
                    {"id": "armhole", "from_mm": [231, 380], "curve": armhole},
                    {"id": "shoulder", "from_mm": [120, 600]},
                    {"id": "centre", "from_mm": [0, 620]},
                ],
                "placement": {"kind": "free", "translation_mm": [0, 800, -200], "rotation_deg": [0, 180, 0]},
            },
            {
                "id": "back-left", "name": "Back, left", "fabric": cloth, "layer": 1, "outline": [],
                "symmetry": {"kind": "mirror-of", "panel": "back"},
                "placement": {"kind": "free", "translation_mm": [0, 800, -200], "rotation_deg": [0, 180, 0]},
            },
        ],
        "seams": [
            {"id": "side-1", "a": [whole("front", "side")], "b": [whole("back", "side")],
             "direction": "same", "stitching": {"kind": "seam.lap"}, "weave": "twill"},
            {"id": "side-2", "a": [whole("front", "side-mirrored")], "b": [whole("back-left", "side")]},
            {"id": "back", "a": [part("back", "centre", 0.25, 0.75)], "b": [part("back-left", "centre", 0.25, 0.75)],
             "fold": {"angle_deg": -30}, "direction": "opposite"},
            {"id": "shoulders",
             "a": [whole("front", "shoulder"), whole("front", "shoulder-mirrored")],
             "b": [whole("back", "shoulder"), whole("back-left", "shoulder")],
             "gathered": true, "elastic": {"ratio": 0.7, "stiffness_n": 20}},
            {"id": "slit", "a": [part("front", "pocket-top", 0.0, 0.5)],
             "b": [{"panel": "front", "edge": "pocket-top", "from": 0.5, "to": 1, "reversed": true}]},
        ],
        "pins": [
            {"id": "pin-1", "panel": "front", "at_mm": [0, 560]},
            {"id": "pin-2", "panel": "back-left", "at_mm": [0, 620]},
        ],
    });
    let document = read(&value).unwrap_or_else(|issues| panic!("the rich document is in order: {issues:?}"));
    serde_json::to_value(document).expect("a document is JSON")
}

/// Reads a document from JSON.
pub fn read(value: &Value) -> Result<Document, Issues> {
    document::read(&value.to_string())
}

/// Everything found in a document after `spoil` has changed it.
#[track_caller]
pub fn issues(mut value: Value, spoil: impl FnOnce(&mut Value)) -> Issues {
    spoil(&mut value);
    let issues = read(&value).expect_err("the document was spoilt");
    for issue in &issues {
        assert!(!issue.problem.is_empty() && !issue.cure.is_empty(), "{issue}");
        assert!(!issue.to_string().contains('\n'), "{issue}");
    }
    issues
}

/// Codes and places of what is found in a document after `spoil` has changed it, sorted.
#[track_caller]
pub fn found_in(value: Value, spoil: impl FnOnce(&mut Value)) -> Vec<(String, String)> {
    let mut found: Vec<_> = issues(value, spoil).into_iter().map(|issue| (issue.code, issue.place)).collect();
    found.sort();
    found
}

/// Asserts that exactly these codes and places are found, in any order.
#[track_caller]
pub fn assert_found(found: &[(String, String)], wanted: &[(&str, &str)]) {
    let found: Vec<(&str, &str)> = found.iter().map(|(code, place)| (code.as_str(), place.as_str())).collect();
    let mut wanted = wanted.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

/// Removes a field that is there.
#[track_caller]
pub fn remove(value: &mut Value, pointer: &str, field: &str) {
    let object = value.pointer_mut(pointer).and_then(Value::as_object_mut).expect("an object");
    object.remove(field).expect("the field was there");
}

/// Adds an element to a list.
#[track_caller]
pub fn push(value: &mut Value, pointer: &str, item: Value) {
    value.pointer_mut(pointer).and_then(Value::as_array_mut).expect("a list").push(item);
}
