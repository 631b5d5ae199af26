//! Random panels and seams: whatever is drawn is either sewn soundly or refused with its issues, and nothing panics.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // random shapes need no reproducible bits

mod patterns;

use patterns::{document, panel};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toile::Drape;
use toile::cloth::{Cut, Joined, Model, assemble};
use toile::document::read;

/// A star-shaped outline of 3 to 7 edges, each straight, quadratic or an arc.
fn star() -> impl Strategy<Value = Vec<(f64, f64, Value)>> {
    let corner = (120.0..300.0_f64, 0..4_u8, -0.25..0.25_f64);
    prop::collection::vec(corner, 3..8).prop_map(|corners| {
        let n = corners.len() as f64;
        let point = |k: usize| {
            let (radius, _, _) = corners[k % corners.len()];
            let angle = std::f64::consts::TAU * k as f64 / n;
            (radius * angle.cos(), radius * angle.sin())
        };
        (0..corners.len())
            .map(|k| {
                let (_, kind, bulge) = corners[k];
                let ((x0, y0), (x1, y1)) = (point(k), point(k + 1));
                let (dx, dy) = (x1 - x0, y1 - y0);
                let curve = match kind {
                    0 => json!({"kind": "quadratic",
                                "control_mm": [(x0 + x1) / 2.0 - bulge * dy, (y0 + y1) / 2.0 + bulge * dx]}),
                    1 => json!({"kind": "arc", "radius_mm": 1.5 * dx.hypot(dy), "large": false,
                                "counter_clockwise": bulge > 0.0}),
                    _ => json!({"kind": "line"}),
                };
                (x0, y0, curve)
            })
            .collect()
    })
}

/// Two to four panels and up to four seams between any of their edges or parts of edges.
fn pattern() -> impl Strategy<Value = Value> {
    let end = (0..4_usize, 0..7_usize, 0..3_u8);
    let seams = prop::collection::vec((end.clone(), end, prop::bool::ANY), 0..5);
    (prop::collection::vec(star(), 2..5), seams).prop_map(|(outlines, seams)| {
        let count = outlines.len();
        let edges: Vec<usize> = outlines.iter().map(Vec::len).collect();
        let panels: Vec<Value> = outlines
            .iter()
            .enumerate()
            .map(|(k, outline)| {
                let mut panel = panel(&format!("p{k}"), outline);
                panel["mesh"] = json!({"size_mm": 30.0});
                let shift = [700.0 * k as f64, 0.0, 0.0];
                panel["placement"] = json!({"kind": "free", "translation_mm": shift, "rotation_deg": [0.0, 0.0, 0.0]});
                panel
            })
            .collect();
        let part = |(panel, edge, stretch): (usize, usize, u8)| {
            let panel = panel % count;
            let (from, to) = [(0.0, 1.0), (0.0, 0.4), (0.3, 0.8)][stretch as usize];
            json!({"panel": format!("p{panel}"), "edge": format!("e{}", edge % edges[panel]), "from": from, "to": to})
        };
        let seams: Vec<Value> = seams
            .into_iter()
            .enumerate()
            .map(|(k, (a, b, same))| {
                let direction = if same { "same" } else { "auto" };
                json!({"id": format!("s{k}"), "a": [part(a)], "b": [part(b)], "gathered": true, "direction": direction})
            })
            .collect();
        document(&panels, &seams)
    })
}

fn check(cut: &Cut, seams: usize) {
    let sewn = Model::new(cut, Joined::Sewn);
    let apart = Model::new(cut, Joined::Apart);
    assert!((sewn.masses.iter().sum::<f64>() / apart.masses.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(sewn.rest.iter().all(|rest| rest.area > 0.0));
    assert!(sewn.hinges.iter().all(|hinge| hinge.height.is_finite() && hinge.height > 0.0));
    assert_eq!(cut.seams.len(), seams);
    // Each particle of a mesh edge inside a panel is in at most two triangles of that panel.
    let mut sides: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    for t in &sewn.point_triangles {
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            *sides.entry((a.min(b), a.max(b))).or_default() += 1;
        }
    }
    assert!(sides.values().all(|count| *count <= 2));
    for seam in &cut.seams {
        assert_eq!(seam.segments.len() + 1, seam.pairs.len());
        assert!(seam.pairs.iter().all(|[a, b]| sewn.particle_of[*a as usize] == sewn.particle_of[*b as usize]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_random_pattern_is_sewn_or_refused(value in pattern()) {
        let outcome = read(&value.to_string()).and_then(|document| Ok((assemble(&document)?, document)));
        match outcome {
            Err(issues) => prop_assert!(!issues.is_empty() && issues.iter().all(|issue| !issue.cure.is_empty())),
            Ok((cut, document)) => {
                check(&cut, document.seams.len());
                let mut drape = Drape::new(&document).unwrap();
                for _ in 0..3 {
                    prop_assert!(drape.step().halted.is_none());
                }
            }
        }
    }
}
