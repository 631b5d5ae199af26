//! Small patterns as documents, for tests of sewing.
#![allow(dead_code)] // each test file uses a part

use serde_json::{Value, json};
use toile::document::Fabric;

/// Corners of a rectangle, counter-clockwise from the origin: bottom e0, right e1, top e2, left e3.
pub fn rectangle(width: f64, height: f64) -> Vec<(f64, f64, Value)> {
    let line = || json!({"kind": "line"});
    vec![(0.0, 0.0, line()), (width, 0.0, line()), (width, height, line()), (0.0, height, line())]
}

/// A panel with edges e0, e1, … beginning at these points.
pub fn panel(id: &str, edges: &[(f64, f64, Value)]) -> Value {
    let edge = |(k, (x, y, curve)): (usize, &(f64, f64, Value))| json!({"id": format!("e{k}"), "from_mm": [x, y], "curve": curve});
    let outline: Vec<Value> = edges.iter().enumerate().map(edge).collect();
    json!({"id": id, "name": id, "fabric": "cotton", "outline": outline, "mesh": {"size_mm": 20.0}})
}

pub fn rectangle_panel(id: &str, width: f64, height: f64) -> Value {
    panel(id, &rectangle(width, height))
}

/// A panel moved and turned about the vertical axis.
pub fn placed(mut panel: Value, translation: [f64; 3], turn: f64) -> Value {
    panel["placement"] = json!({"kind": "free", "translation_mm": translation, "rotation_deg": [0.0, turn, 0.0]});
    panel
}

pub fn seam(id: &str, a: &[(&str, &str)], b: &[(&str, &str)]) -> Value {
    let side = |parts: &[(&str, &str)]| -> Vec<Value> {
        parts.iter().map(|(panel, edge)| json!({"panel": panel, "edge": edge})).collect()
    };
    json!({"id": id, "a": side(a), "b": side(b)})
}

pub fn document(panels: &[Value], seams: &[Value]) -> Value {
    let cotton = Fabric::plain_cotton("cotton");
    json!({"toile": 1, "name": "test", "fabrics": [cotton], "panels": panels, "seams": seams})
}

/// A rectangle whose left and right edges are sewn together.
pub fn tube() -> Value {
    document(&[rectangle_panel("p", 400.0, 300.0)], &[seam("s", &[("p", "e1")], &[("p", "e3")])])
}

/// A rectangle with one dart at its bottom edge.
pub fn dart() -> Value {
    let mut panel = rectangle_panel("p", 300.0, 250.0);
    panel["darts"] = json!([{"id": "d", "edge": "e0", "at_mm": 150.0, "width_mm": 40.0, "tip_mm": [150.0, 120.0]}]);
    document(&[panel], &[])
}

/// Two squares face to face, sewn on all four sides.
pub fn bag() -> Value {
    let front = placed(rectangle_panel("front", 200.0, 200.0), [-100.0, 0.0, 30.0], 0.0);
    let back = placed(rectangle_panel("back", 200.0, 200.0), [100.0, 0.0, -30.0], 180.0);
    // Turned about the vertical axis, the back's right edge lies behind the front's left one.
    let pairs = [("e0", "e0"), ("e1", "e3"), ("e2", "e2"), ("e3", "e1")];
    let seams: Vec<Value> =
        pairs.iter().map(|(a, b)| seam(&format!("s{a}"), &[("front", a)], &[("back", b)])).collect();
    document(&[front, back], &seams)
}

/// A shirt of front, back and two sleeves, each sleeve one piece around the arm. Edges of a body panel, from the hem:
/// e0 hem, e1 right side, e2 right armhole, e3 right shoulder, e4 neck, e5 left shoulder, e6 left armhole, e7 left side.
pub fn t_shirt() -> Value {
    let line = || json!({"kind": "line"});
    let body = |id: &str, neck: f64| {
        panel(
            id,
            &[
                (-240.0, 0.0, line()),
                (240.0, 0.0, line()),
                (240.0, 400.0, json!({"kind": "quadratic", "control_mm": [195.0, 430.0]})),
                (200.0, 600.0, line()),
                (90.0, 630.0, json!({"kind": "quadratic", "control_mm": [0.0, neck]})),
                (-90.0, 630.0, line()),
                (-200.0, 600.0, json!({"kind": "quadratic", "control_mm": [-195.0, 430.0]})),
                (-240.0, 400.0, line()),
            ],
        )
    };
    // Laid out flat: e0 cuff, e1 and e3 underarm, e2 cap.
    let sleeve = |id: &str| {
        let cap = json!({"kind": "cubic", "control_1_mm": [90.0, 330.0], "control_2_mm": [-90.0, 330.0]});
        panel(id, &[(-150.0, 0.0, line()), (150.0, 0.0, line()), (185.0, 200.0, cap), (-185.0, 200.0, line())])
    };
    let front = placed(body("front", 540.0), [0.0, 0.0, 150.0], 0.0);
    let back = placed(body("back", 600.0), [0.0, 0.0, -150.0], 180.0);
    // Each hangs beside its armhole, right side outwards, cap up.
    let left = placed(sleeve("left"), [330.0, 300.0, 0.0], 90.0);
    let right = placed(sleeve("right"), [-330.0, 300.0, 0.0], -90.0);
    let gathered = |mut seam: Value| {
        seam["gathered"] = json!(true);
        seam
    };
    let along = |mut seam: Value, direction: &str| {
        seam["direction"] = json!(direction);
        seam
    };
    document(
        &[front, back, left, right],
        &[
            seam("side-left", &[("front", "e1")], &[("back", "e7")]),
            seam("side-right", &[("front", "e7")], &[("back", "e1")]),
            seam("shoulder-left", &[("front", "e3")], &[("back", "e5")]),
            seam("shoulder-right", &[("front", "e5")], &[("back", "e3")]),
            seam("underarm-left", &[("left", "e1")], &[("left", "e3")]),
            seam("underarm-right", &[("right", "e1")], &[("right", "e3")]),
            // The armhole, front then back, runs from underarm over the shoulder to the underarm again.
            gathered(along(seam("armhole-left", &[("front", "e2"), ("back", "e6")], &[("left", "e2")]), "opposite")),
            gathered(along(seam("armhole-right", &[("back", "e2"), ("front", "e6")], &[("right", "e2")]), "opposite")),
        ],
    )
}
