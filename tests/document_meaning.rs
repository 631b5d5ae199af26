//! What two values of a document say together: ids, references, symmetry, seams, sizes. Each is found at its place.

#![cfg(not(target_arch = "wasm32"))]

#[path = "common/document.rs"]
mod common;

use common::{assert_found, found_in, garment, issues, push, read, rich};
use serde_json::{Value, json};
use toile::document::{self, edge_ids};
use toile::issue::Issue;

/// What is spoilt in the rich document gives exactly these issues.
#[track_caller]
fn gives(wanted: &[(&str, &str)], spoil: impl FnOnce(&mut Value)) {
    assert_found(&found_in(rich(), spoil), wanted);
}

/// The one issue that is found in the rich document.
#[track_caller]
fn issue(spoil: impl FnOnce(&mut Value)) -> Issue {
    let mut issues = issues(rich(), spoil);
    assert_eq!(issues.len(), 1, "{issues:?}");
    issues.remove(0)
}

#[test]
fn the_rich_document_survives_writing() {
    let document = read(&rich()).expect("in order");
    let text = document::write(&document);
    let again = document::read(&text).expect("what was written reads");
    assert_eq!(again, document);
    assert_eq!(document::write(&again), text);
    assert_eq!(document::validate(&document), []);
}

#[test]
fn ids_are_unique_in_their_list() {
    for (list, second) in [("fabrics", 2), ("panels", 3), ("seams", 5), ("pins", 2), ("bodies", 1)] {
        gives(&[("id.duplicate", &format!("{list}[{second}].id"))], |v| {
            let first = v[list][0].clone();
            push(v, &format!("/{list}"), first);
        });
    }
    gives(&[("id.duplicate", "panels[0].lines[1].id")], |v| {
        let first = v["panels"][0]["lines"][0].clone();
        push(v, "/panels/0/lines", first);
    });
    gives(&[("id.duplicate", "panels[0].darts[1].id")], |v| {
        let first = v["panels"][0]["darts"][0].clone();
        push(v, "/panels/0/darts", first);
    });
    // Holes and their edges: three ids of a copied hole clash, and those of its notches.
    gives(
        &[
            ("id.duplicate", "panels[0].holes[1].id"),
            ("id.duplicate", "panels[0].holes[1].outline[0].id"),
            ("id.duplicate", "panels[0].holes[1].outline[1].id"),
            ("id.duplicate", "panels[0].holes[1].outline[0].notches[0].id"),
        ],
        |v| {
            let first = v["panels"][0]["holes"][0].clone();
            push(v, "/panels/0/holes", first);
        },
    );
}

#[test]
fn edges_and_notches_are_unique_over_outline_and_holes() {
    gives(&[("id.duplicate", "panels[0].holes[0].outline[1].id")], |v| {
        v["panels"][0]["holes"][0]["outline"][1]["id"] = json!("hem");
    });
    gives(&[("id.duplicate", "panels[0].holes[0].outline[0].notches[0].id")], |v| {
        v["panels"][0]["holes"][0]["outline"][0]["notches"][0]["id"] = json!("waist");
    });
    gives(&[("id.duplicate", "panels[0].outline[1].notches[1].id")], |v| {
        v["panels"][0]["outline"][1]["notches"][1]["id"] = json!("waist");
    });
    gives(&[("id.empty", "panels[0].outline[1].notches[0].id")], |v| {
        v["panels"][0]["outline"][1]["notches"][0]["id"] = json!("");
    });
}

#[test]
fn no_edge_takes_a_name_that_follows_from_another() {
    for (name, from) in [
        ("bust-left", "panels[0].darts[0]"),
        ("bust-right", "panels[0].darts[0]"),
        ("bust-right-mirrored", "panels[0].darts[0]"),
        ("side-mirrored", "\"side\""),
        ("pocket-top-mirrored", "\"pocket-top\""),
    ] {
        let found = issue(|v| v["panels"][0]["outline"][0]["id"] = json!(name));
        assert_eq!((found.code.as_str(), found.place.as_str()), ("id.derived", "panels[0].outline[0].id"));
        assert!(found.problem.contains(from), "{found}");
    }
    // The edge of a hole as well; and where nothing is unfolded, or of the fold edge, there is no mirror image.
    gives(&[("id.derived", "panels[0].holes[0].outline[1].id")], |v| {
        v["panels"][0]["holes"][0]["outline"][1]["id"] = json!("bust-left");
    });
    let mut value = rich();
    value["panels"][1]["outline"][0]["id"] = json!("armhole-mirrored");
    value["panels"][0]["outline"][0]["id"] = json!("centre-mirrored");
    assert!(read(&value).is_ok());
}

#[test]
fn the_names_of_edges_are_those_that_seams_may_use() {
    let document = read(&rich()).expect("in order");
    let own = ["hem", "side", "armhole", "shoulder", "neck", "pocket-top", "pocket-bottom", "bust-left", "bust-right"];
    let mirrored = own.map(|id| format!("{id}-mirrored"));
    let all: Vec<&str> = own.iter().copied().chain(mirrored.iter().map(String::as_str)).collect();
    assert_eq!(edge_ids(&document, &document.panels[0]), all);
    let back = ["hem", "side", "armhole", "shoulder", "centre"];
    assert_eq!(edge_ids(&document, &document.panels[1]), back);
    assert_eq!(edge_ids(&document, &document.panels[2]), back);
    for (panel, edges) in [("front", &all[..]), ("back", &back), ("back-left", &back)] {
        for edge in edges {
            let mut value = rich();
            // Sewn to an edge that no name in the list stands for.
            value["seams"] = json!([{"id": "s", "a": [{"panel": panel, "edge": edge}],
                "b": [{"panel": "other", "edge": "hem"}]}]);
            let mut other = value["panels"][1].clone();
            other["id"] = json!("other");
            push(&mut value, "/panels", other);
            assert!(read(&value).is_ok(), "{panel} {edge}");
        }
    }
}

#[test]
fn seams_name_panels_and_edges_that_exist() {
    let found = issue(|v| v["seams"][0]["a"][0]["panel"] = json!("fornt"));
    assert_eq!((found.code.as_str(), found.place.as_str()), ("seam.unknown-panel", "seams[0].a[0].panel"));
    assert_eq!(found.value, "\"fornt\"");
    assert_eq!(found.cure, "Did you mean \"front\"? Known: \"front\", \"back\", \"back-left\".");

    let found = issue(|v| v["seams"][3]["b"][1]["edge"] = json!("sholder"));
    assert_eq!((found.code.as_str(), found.place.as_str()), ("seam.unknown-edge", "seams[3].b[1].edge"));
    let known = "Known: \"hem\", \"side\", \"armhole\", \"shoulder\", \"centre\".";
    assert_eq!(found.cure, format!("Did you mean \"shoulder\"? {known}"));

    // The edge a panel is unfolded over is gone; a panel that is not unfolded has no mirrored edges.
    gives(&[("seam.unknown-edge", "seams[0].a[0].edge")], |v| v["seams"][0]["a"][0]["edge"] = json!("centre"));
    gives(&[("seam.unknown-edge", "seams[0].b[0].edge")], |v| v["seams"][0]["b"][0]["edge"] = json!("hem-mirrored"));
    let found = issue(|v| v["seams"][0]["a"][0]["edge"] = json!("bust-lef"));
    assert!(found.cure.starts_with("Did you mean \"bust-left\"? Known: \"hem\", "), "{found}");
    assert!(found.cure.ends_with("\"hem-mirrored\" and 8 more."), "{found}");
}

#[test]
fn seams_have_two_sides_with_a_length() {
    gives(&[("seam.empty-side", "seams[0].a"), ("seam.empty-side", "seams[0].b")], |v| {
        v["seams"][0]["a"] = json!([]);
        v["seams"][0]["b"] = json!([]);
    });
    gives(&[("seam.part-range", "seams[2].a[0]")], |v| v["seams"][2]["a"][0]["to"] = json!(0.25));
    let found = issue(|v| v["seams"][2]["b"][0]["to"] = json!(0.125));
    assert_eq!((found.code.as_str(), found.value.as_str()), ("seam.part-range", "0.25 to 0.125"));
}

#[test]
fn a_seam_sews_a_stretch_once() {
    let part = |from: f64, to: f64| json!({"panel": "back", "edge": "hem", "from": from, "to": to});
    let seam = |a: &[Value], b: &[Value]| json!([{"id": "s", "a": a, "b": b}]);
    let with = |a: &[Value], b: &[Value]| {
        let seams = seam(a, b);
        move |v: &mut Value| v["seams"] = seams
    };
    gives(&[("seam.to-itself", "seams[0].b[0]")], with(&[part(0.0, 1.0)], &[part(0.0, 1.0)]));
    gives(&[("seam.overlap", "seams[0].b[0]")], with(&[part(0.0, 0.6)], &[part(0.5, 1.0)]));
    gives(&[("seam.overlap", "seams[0].b[0]")], with(&[part(0.5, 1.0)], &[part(0.0, 0.6)]));
    // Twice on one side is no seam of a part with itself.
    let other = json!({"panel": "front", "edge": "hem"});
    gives(&[("seam.overlap", "seams[0].a[1]")], with(&[part(0.0, 0.5), part(0.0, 0.5)], std::slice::from_ref(&other)));
    // A long part covers two short ones, which do not touch each other.
    gives(
        &[("seam.overlap", "seams[0].a[1]"), ("seam.overlap", "seams[0].a[2]")],
        with(&[part(0.0, 1.0), part(0.1, 0.2), part(0.7, 0.8)], &[other]),
    );
    // Parts that touch, even with the last digit rounded, share no stretch; nor do two seams clash.
    let third = 1.0 / 3.0;
    for (a, b) in [((0.0, 0.5), (0.5, 1.0)), ((0.0, 3.0 * third / 10.0), (third * 0.3 - 1e-12, 1.0))] {
        let mut value = rich();
        value["seams"] = seam(&[part(a.0, a.1)], &[part(b.0, b.1)]);
        assert!(read(&value).is_ok(), "{a:?} {b:?}");
    }
    let mut value = rich();
    let mut again = value["seams"][0].clone();
    again["id"] = json!("again");
    push(&mut value, "/seams", again);
    assert!(read(&value).is_ok(), "a third layer is sewn by a seam of its own");
}

#[test]
fn references_of_panels_and_pins() {
    let found = issue(|v| v["pins"][1]["panel"] = json!("back-lefd"));
    assert_eq!((found.code.as_str(), found.place.as_str()), ("pin.unknown-panel", "pins[1].panel"));
    assert!(found.cure.starts_with("Did you mean \"back-left\"?"), "{found}");
    gives(&[("fabric.unknown", "panels[1].interlining")], |v| v["panels"][1]["interlining"] = json!("fleece"));
    gives(&[("fabric.unknown", "panels[2].fabric")], |v| v["panels"][2]["fabric"] = json!("fleece"));
    // A dart opens at the outline: not at a hole, not at the fold.
    gives(&[("dart.edge", "panels[0].darts[0].edge")], |v| {
        v["panels"][0]["darts"][0]["edge"] = json!("pocket-top");
    });
    gives(&[("dart.on-fold", "panels[0].darts[0].edge")], |v| v["panels"][0]["darts"][0]["edge"] = json!("centre"));
    let arrangement = |body: &str| json!({"kind": "arrangement", "body": body, "point": "front"});
    let found = issue(|v| v["panels"][1]["placement"] = arrangement("bell"));
    assert_eq!((found.code.as_str(), found.place.as_str()), ("arrangement.unknown-body", "panels[1].placement.body"));
    assert_eq!(found.cure, "Did you mean \"ball\"? Known: \"ball\".");
    let mut value = rich();
    value["panels"][1]["placement"] = arrangement("ball");
    let document = read(&value).expect("there is such a body");
    assert_eq!(document::read(&document::write(&document)), Ok(document));
}

#[test]
fn a_mirror_needs_a_drawing_to_mirror() {
    let of = |panel: &str| json!({"kind": "mirror-of", "panel": panel});
    let place = "panels[2].symmetry.panel";
    // What hangs on the broken link is not reported again: the seams of back-left, for one.
    let found = issue(|v| v["panels"][2]["symmetry"] = of("bakc"));
    assert_eq!((found.code.as_str(), found.place.as_str()), ("symmetry.unknown-panel", place));
    assert_eq!(found.cure, "Did you mean \"back\"? Known: \"front\", \"back\".");
    gives(&[("symmetry.of-itself", place)], |v| v["panels"][2]["symmetry"] = of("back-left"));
    gives(&[("symmetry.of-a-mirror", "panels[3].symmetry.panel")], |v| {
        let mut third = v["panels"][2].clone();
        third["id"] = json!("third");
        third["symmetry"] = of("back-left");
        push(v, "/panels", third);
    });
    gives(
        &[
            ("symmetry.own-drawing", "panels[2].outline"),
            ("symmetry.own-drawing", "panels[2].holes"),
            ("symmetry.own-drawing", "panels[2].lines"),
            ("symmetry.own-drawing", "panels[2].darts"),
        ],
        |v| {
            for list in ["outline", "holes", "lines", "darts"] {
                v["panels"][2][list] = v["panels"][0][list].clone();
            }
        },
    );
}

#[test]
fn a_panel_is_unfolded_over_an_edge_of_its_outline() {
    let place = "panels[0].symmetry.edge";
    let found = issue(|v| v["panels"][0]["symmetry"]["edge"] = json!("center"));
    assert_eq!((found.code.as_str(), found.place.as_str()), ("symmetry.unknown-edge", place));
    assert!(found.cure.starts_with("Did you mean \"centre\"? Known: \"hem\", \"side\", "), "{found}");
    gives(&[("symmetry.unknown-edge", place)], |v| v["panels"][0]["symmetry"]["edge"] = json!("pocket-top"));
}

#[test]
fn outlines_are_needed_where_a_panel_draws() {
    gives(
        &[
            ("panel.too-few-edges", "panels[2].outline"),
            // Without an outline the left back has no edges to sew.
            ("seam.unknown-edge", "seams[1].b[0].edge"),
            ("seam.unknown-edge", "seams[2].b[0].edge"),
            ("seam.unknown-edge", "seams[3].b[1].edge"),
        ],
        |v| v["panels"][2]["symmetry"] = json!({"kind": "none"}),
    );
    gives(&[("hole.too-few-edges", "panels[0].holes[0].outline")], |v| {
        v["panels"][0]["holes"][0]["outline"].as_array_mut().expect("a list").truncate(1);
    });
}

/// The smallest mesh size, to a tenth of a millimetre, with which the panels are not too many triangles.
fn smallest_size(mut value: Value) -> f64 {
    let mut fits = |size: f64| {
        value["panels"].as_array_mut().expect("a list").iter_mut().for_each(|p| p["mesh"]["size_mm"] = json!(size));
        read(&value).is_ok()
    };
    (5..400).map(|tenth| f64::from(tenth) / 10.0).find(|size| fits(*size)).expect("some size fits")
}

#[test]
fn triangles_of_mirror_images_and_unfolded_halves_count() {
    // Twice the cloth needs triangles of twice the area.
    let one = smallest_size(garment());
    let mut mirrored = garment();
    let mut image = mirrored["panels"][0].clone();
    image["id"] = json!("image");
    image["outline"] = json!([]);
    image["symmetry"] = json!({"kind": "mirror-of", "panel": "square"});
    push(&mut mirrored, "/panels", image);
    let mut unfolded = garment();
    unfolded["panels"][0]["symmetry"] = json!({"kind": "unfold", "edge": "left"});
    for value in [mirrored, unfolded] {
        let two = smallest_size(value);
        assert!((two / one - f64::sqrt(2.0)).abs() < 0.05, "{one} mm for one, {two} mm for two");
    }
    // A hole of half the cloth leaves half of it.
    let mut pierced = garment();
    let half = 500.0 / f64::sqrt(2.0);
    let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
    let edges: Vec<Value> =
        corners.iter().enumerate().map(|(i, from)| json!({"id": format!("h{i}"), "from_mm": from})).collect();
    pierced["panels"][0]["holes"] = json!([{"id": "hole", "outline": edges}]);
    let half = smallest_size(pierced);
    assert!((one / half - f64::sqrt(2.0)).abs() < 0.05, "{one} mm for one, {half} mm for half");
}

#[test]
fn numbers_out_of_range_and_broken_references_are_found_at_once() {
    gives(
        &[
            ("value.range", "simulation.step_ms"),
            ("value.range", "panels[0].mesh.size_mm"),
            ("value.range", "panels[1].outline[1].from_mm[0]"),
            ("value.range", "panels[0].layer"),
            ("value.range", "seams[0].a[0].from"),
            ("value.choice", "bodies[0].shape.kind"),
            ("value.pattern", "fabrics[0].look.colour"),
            ("fabric.unknown", "panels[1].fabric"),
            ("seam.unknown-edge", "seams[1].b[0].edge"),
            ("pin.unknown-panel", "pins[0].panel"),
            ("document.version", "toile"),
        ],
        |v| {
            common::remove(v, "", "toile");
            v["simulation"]["step_ms"] = json!(80);
            // Both would ask for too many triangles, and the next would begin after its end.
            v["panels"][0]["mesh"]["size_mm"] = json!(0);
            v["panels"][1]["outline"][1]["from_mm"][0] = json!(1e200);
            v["seams"][0]["a"][0]["from"] = json!(2);
            v["panels"][0]["layer"] = json!(101);
            v["bodies"][0]["shape"]["kind"] = json!("body.cube");
            v["fabrics"][0]["look"]["colour"] = json!("red");
            v["panels"][1]["fabric"] = json!("silk");
            v["seams"][1]["b"][0]["edge"] = json!("zip");
            v["pins"][0]["panel"] = json!("sleeve");
        },
    );
    // What does not fit the types is not asked for its meaning.
    gives(&[("value.type", "name")], |v| {
        v["name"] = json!(3);
        v["panels"][1]["fabric"] = json!("silk");
    });
}
