//! Reading documents: good ones unchanged, broken ones with every issue at its place.

#![cfg(not(target_arch = "wasm32"))]

#[path = "common/document.rs"]
mod common;

use common::{assert_found, found_in, garment, read, remove, rich};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::LazyLock};
use toile::document::{self, Edge, LONGEST_TEXT, MOST_TRIANGLES};

/// Codes and places of what is found in the garment after `spoil` has changed it.
#[track_caller]
fn found(spoil: impl FnOnce(&mut Value)) -> Vec<(String, String)> {
    found_in(garment(), spoil)
}

/// One spoilt value gives one issue.
#[track_caller]
fn gives(code: &str, place: &str, spoil: impl FnOnce(&mut Value)) {
    assert_eq!(found(spoil), [(code.to_owned(), place.to_owned())]);
}

#[track_caller]
fn text_gives(text: &str, code: &str) {
    let issues = document::read(text).expect_err("not a document");
    let codes: Vec<&str> = issues.iter().map(|issue| issue.code.as_str()).collect();
    assert_eq!(codes, [code]);
}

#[test]
fn the_garment_reads_and_survives_writing() {
    let document = read(&garment()).expect("the garment is in order");
    let text = document::write(&document);
    assert!(text.ends_with("}\n"));
    assert_eq!(document::read(&text).expect("what was written reads"), document);
    assert_eq!(document::write(&document::read(&text).expect("reads")), text);
}

#[test]
fn numbers_survive_to_the_last_bit() {
    let mut document = read(&garment()).expect("the garment is in order");
    // One decimal in some hundred is rounded wrongly by a reader that only tries to be quick.
    let mut bits = 1_u64;
    let mut coordinate = || {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (bits >> 11) as f64 / (1_u64 << 53) as f64 * 1000.0 - 500.0
    };
    let edge = |index: usize| Edge {
        id: format!("e{index}"),
        from_mm: [coordinate(), coordinate()],
        curve: document::Curve::Line,
        seam_allowance_mm: 0.0,
        notches: Vec::new(),
    };
    document.panels[0].outline = (0..2000).map(edge).collect();
    document.panels[0].mesh.size_mm = 500.0;
    let again = document::read(&document::write(&document)).expect("in order");
    assert!(again == document, "a number changed on its way through the file");
}

#[test]
fn the_hash_follows_the_content_and_not_the_layout() {
    let document = read(&garment()).expect("in order");
    let spaced = document::read(&format!("\n  {:#}", garment())).expect("in order");
    assert_eq!(document::hash(&document), document::hash(&spaced));
    assert_eq!(document::hash(&document).len(), 16);
    let mut other = document.clone();
    other.name.push('!');
    assert_ne!(document::hash(&document), document::hash(&other));
}

#[test]
fn defaults_fill_what_may_be_left_out() {
    let mut value = garment();
    remove(&mut value, "", "bodies");
    remove(&mut value, "", "simulation");
    remove(&mut value, "/panels/0", "mesh");
    remove(&mut value, "/fabrics/0/membrane", "parameters");
    let document = read(&value).expect("nothing required is missing");
    assert!(document.bodies.is_empty());
    assert_eq!(document.simulation, document::Simulation::default());
    assert_eq!(document.panels[0].mesh, document::MeshSettings::default());
}

#[test]
fn text_that_is_no_document() {
    text_gives("", "json.empty");
    text_gives(" \n\t", "json.empty");
    text_gives("\u{feff}", "json.empty");
    text_gives("[]", "json.not-a-document");
    text_gives("\"toile\"", "json.not-a-document");
    text_gives("null", "json.not-a-document");
    text_gives("{\"toile\": 1,}", "json.syntax");
    text_gives("hello", "json.syntax");
    text_gives("{\"toile\": 1e999}", "json.number");
    text_gives(&"[".repeat(100_000), "json.depth");
    text_gives(&" ".repeat(LONGEST_TEXT + 1), "document.too-long");
}

#[test]
fn a_cut_off_document_says_where_it_ends() {
    let text = document::write(&read(&garment()).expect("in order"));
    let lines: Vec<&str> = text.lines().take(20).collect();
    let issues = document::read(&lines.join("\n")).expect_err("cut off");
    assert_eq!(issues.len(), 1);
    assert_eq!(issues[0].code, "json.syntax");
    assert!(issues[0].place.starts_with("line 20 column "), "{}", issues[0]);
    assert!(issues[0].problem.starts_with("the text ends too early"), "{}", issues[0]);
}

#[test]
fn a_byte_order_mark_is_no_obstacle() {
    assert!(document::read(&format!("\u{feff}{}", garment())).is_ok());
}

#[test]
fn versions() {
    gives("document.version", "toile", |v| remove(v, "", "toile"));
    gives("document.version", "toile", |v| v["toile"] = json!("1"));
    gives("document.version", "toile", |v| v["toile"] = json!(0));
    gives("document.version", "toile", |v| v["toile"] = json!(-1));
    gives("document.version", "toile", |v| v["toile"] = json!(1.5));
    // A later version is refused without a word on the rest, which this engine cannot judge.
    gives("document.version", "toile", |v| *v = json!({"toile": 2, "garments": []}));
    gives("document.version", "toile", |v| v["toile"] = json!(1e300));
    let mut value = garment();
    value["toile"] = json!(1.0);
    assert!(read(&value).is_ok(), "1.0 is 1");
}

#[test]
fn fields_missing_and_unknown() {
    gives("value.missing", "name", |v| remove(v, "", "name"));
    gives("value.missing", "panels[0].outline[2].from_mm", |v| remove(v, "/panels/0/outline/2", "from_mm"));
    gives("value.missing", "bodies[0].shape.kind", |v| remove(v, "/bodies/0/shape", "kind"));
    // A description of several lines stays on one.
    gives("value.missing", "panels[0].outline", |v| remove(v, "/panels/0", "outline"));
    gives("value.missing", "panels[0].placement.kind", |v| remove(v, "/panels/0/placement", "kind"));
    gives("value.unknown-field", "sewing", |v| v["sewing"] = json!([]));
    gives("value.unknown-field", "panels[0].outline[1].curve.radius_mm", |v| {
        v["panels"][0]["outline"][1]["curve"] = json!({"kind": "line", "radius_mm": 3});
    });
    gives("value.unknown-field", "fabrics[0].membrane.parameters.warp", |v| {
        v["fabrics"][0]["membrane"]["parameters"]["warp"] = json!(3);
    });
}

#[test]
fn a_misspelt_field_is_recognised() {
    let mut value = garment();
    value["simulation"]["step_sm"] = json!(5);
    let issues = read(&value).expect_err("there is no such field");
    assert_eq!(issues[0].cure, "Did you mean \"step_ms\"?");
    value = garment();
    value["bodies"][0]["shape"]["kind"] = json!("body.spehre");
    let issues = read(&value).expect_err("there is no such shape");
    assert!(issues[0].cure.starts_with("Did you mean \"body.sphere\"? Known: \"body.sphere\", "), "{}", issues[0]);
}

#[test]
fn values_of_the_wrong_kind() {
    gives("value.type", "name", |v| v["name"] = json!(3));
    gives("value.type", "panels", |v| v["panels"] = json!({}));
    gives("value.type", "panels[0]", |v| v["panels"][0] = json!("front"));
    gives("value.type", "panels[0].outline[2].from_mm[1]", |v| v["panels"][0]["outline"][2]["from_mm"][1] = json!("5"));
    gives("value.type", "simulation", |v| v["simulation"] = json!(null));
    gives("value.type", "simulation.newton_iterations", |v| v["simulation"]["newton_iterations"] = json!(2.5));
    gives("value.type", "fabrics[0].membrane", |v| v["fabrics"][0]["membrane"] = json!("membrane.isotropic"));
    gives("value.type", "fabrics[0].membrane.kind", |v| v["fabrics"][0]["membrane"]["kind"] = json!(1));
    gives("value.type", "panels[0].outline[0].curve.large", |v| {
        v["panels"][0]["outline"][0]["curve"] =
            json!({"kind": "arc", "radius_mm": 900, "large": 0, "counter_clockwise": true});
    });
}

#[test]
fn values_out_of_range() {
    gives("value.range", "panels[0].mesh.size_mm", |v| v["panels"][0]["mesh"]["size_mm"] = json!(0));
    gives("value.range", "simulation.step_ms", |v| v["simulation"]["step_ms"] = json!(1e9));
    gives("value.range", "fabrics[0].friction.parameters.mu_c", |v| {
        v["fabrics"][0]["friction"]["parameters"]["mu_c"] = json!(-0.1);
    });
    gives("value.range", "panels[0].outline[3].from_mm[0]", |v| {
        v["panels"][0]["outline"][3]["from_mm"][0] = json!(-100_001);
    });
    gives("value.range", "panels[0].outline[0].curve.control_mm[1]", |v| {
        v["panels"][0]["outline"][0]["curve"] = json!({"kind": "quadratic", "control_mm": [0, 1e300]});
    });
    gives("value.range", "panels[0].placement.translation_mm[2]", |v| {
        v["panels"][0]["placement"]["translation_mm"][2] = json!(1e7);
    });
    gives("value.length", "panels[0].outline[3].from_mm", |v| {
        v["panels"][0]["outline"][3]["from_mm"] = json!([1, 2, 3]);
    });
    gives("value.pattern", "fabrics[0].look.colour", |v| v["fabrics"][0]["look"]["colour"] = json!("red"));
    gives("value.pattern", "fabrics[0].look.colour", |v| v["fabrics"][0]["look"]["colour"] = json!("#12345g"));
    gives("value.choice", "bodies[0].shape.kind", |v| v["bodies"][0]["shape"]["kind"] = json!("body.torus"));
}

#[test]
fn words_are_chosen_from_those_known() {
    let spoilt = |place: &str, value: Value| {
        let mut document = rich();
        *document.pointer_mut(place).expect("a field") = value;
        let mut issues = read(&document).expect_err("there is no such word");
        assert_eq!(issues.len(), 1, "{issues:?}");
        issues.remove(0)
    };
    let issue = spoilt("/seams/0/direction", json!("oposite"));
    assert_eq!((issue.code.as_str(), issue.place.as_str()), ("value.choice", "seams[0].direction"));
    assert_eq!(issue.cure, "Did you mean \"opposite\"? Known: \"auto\", \"same\", \"opposite\".");
    let issue = spoilt("/seams/1/weave", json!(2));
    assert_eq!((issue.code.as_str(), issue.place.as_str()), ("value.type", "seams[1].weave"));
    assert_eq!(issue.cure, "Write \"plain\", \"twill\".");
    let issue = spoilt("/panels/0/symmetry/kind", json!("unfolt"));
    assert_eq!((issue.code.as_str(), issue.place.as_str()), ("value.choice", "panels[0].symmetry.kind"));
    let issue = spoilt("/panels/0/layer", json!(1.5));
    assert_eq!((issue.code.as_str(), issue.place.as_str()), ("value.type", "panels[0].layer"));
}

#[test]
fn ranges_are_told_with_their_unit() {
    for (place, value, problem, cure) in [
        ("/simulation/step_ms", 80.0, "above the largest value, 50 ms", "Use a number from 0.1 to 50 ms."),
        ("/panels/0/outline/0/from_mm/1", -1e6, "below the smallest value, -100000 mm", "-100000 to 100000 mm."),
        ("/panels/0/placement/rotation_deg/2", 1e6, "above the largest value, 3600°", "-3600 to 3600°."),
        ("/seams/0/fold/angle_deg", 200.0, "above the largest value, 180°", "-180 to 180°."),
        ("/seams/0/elastic/stiffness_n", -1.0, "below the smallest value, 0 N", "0 to 10000 N."),
        ("/seams/0/elastic/ratio", 3.0, "above the largest value, 2", "0.1 to 2."),
        ("/simulation/newton_iterations", 60.0, "above the largest value, 50", "1 to 50."),
        ("/fabrics/0/sheet/weight_g_per_m2", 0.0, "below the smallest value, 1 g/m²", "1 to 5000 g/m²."),
    ] {
        let mut document = rich();
        *document.pointer_mut(place).expect("a field") = json!(value);
        let issues = read(&document).expect_err("out of range");
        assert_eq!(issues.len(), 1, "{issues:?}");
        assert_eq!(issues[0].problem, problem);
        assert!(issues[0].cure.ends_with(cure), "{}", issues[0]);
    }
}

#[test]
fn values_that_do_not_go_together() {
    gives("fabric.unknown", "panels[0].fabric", |v| v["panels"][0]["fabric"] = json!("silk"));
    gives("document.no-panels", "panels", |v| v["panels"] = json!([]));
    gives("id.empty", "panels[0].id", |v| v["panels"][0]["id"] = json!(""));
    gives("id.duplicate", "panels[0].outline[2].id", |v| {
        v["panels"][0]["outline"][2]["id"] = v["panels"][0]["outline"][0]["id"].clone();
    });
    for list in ["fabrics", "panels", "bodies"] {
        gives("id.duplicate", &format!("{list}[{}].id", if list == "bodies" { 2 } else { 1 }), |v| {
            let first = v[list][0].clone();
            v[list].as_array_mut().expect("a list").push(first);
        });
    }
    gives("panel.too-few-edges", "panels[0].outline", |v| {
        v["panels"][0]["outline"].as_array_mut().expect("a list").truncate(2);
    });
    gives("mesh.too-many-triangles", "panels[0].mesh.size_mm", |v| v["panels"][0]["mesh"]["size_mm"] = json!(1));
}

#[test]
fn two_edges_are_enough_when_one_is_curved() {
    let mut value = garment();
    value["panels"][0]["outline"] = json!([
        {"id": "a", "from_mm": [-100, 0], "curve": {"kind": "quadratic", "control_mm": [0, -100]}},
        {"id": "b", "from_mm": [100, 0]},
    ]);
    assert!(read(&value).is_ok());
}

#[test]
fn the_mesh_size_that_is_offered_fits() {
    let mut value = garment();
    value["panels"][0]["mesh"]["size_mm"] = json!(0.5);
    let issues = read(&value).expect_err("millions of triangles");
    assert!(issues[0].problem.contains(&MOST_TRIANGLES.to_string()), "{}", issues[0]);
    let offered: f64 = issues[0].cure.split(' ').find_map(|word| word.parse().ok()).expect("a size");
    value["panels"][0]["mesh"]["size_mm"] = json!(offered);
    assert!(read(&value).is_ok(), "{offered} mm was offered");
    value["panels"][0]["mesh"]["size_mm"] = json!(offered - 0.1);
    assert!(read(&value).is_err(), "{offered} mm is not the smallest that fits");
}

#[test]
fn everything_is_reported_at_once() {
    let found = found(|v| {
        v["name"] = json!(null);
        v["colour"] = json!("red");
        v["panels"][0]["mesh"]["size_mm"] = json!(-1);
        v["panels"][0]["outline"][0]["from_mm"] = json!([]);
        v["bodies"][0]["shape"]["kind"] = json!("sphere");
        remove(v, "", "toile");
    });
    assert_found(
        &found,
        &[
            ("document.version", "toile"),
            ("value.choice", "bodies[0].shape.kind"),
            ("value.length", "panels[0].outline[0].from_mm"),
            ("value.range", "panels[0].mesh.size_mm"),
            ("value.type", "name"),
            ("value.unknown-field", "colour"),
        ],
    );
}

#[test]
fn a_flood_of_issues_ends_with_their_number() {
    let mut value = garment();
    let edge = json!({"id": 1, "from_mm": [0, 0]});
    value["panels"][0]["outline"] = Value::from(vec![edge; 5000]);
    let issues = read(&value).expect_err("no edge is in order");
    assert_eq!(issues.len(), 1001);
    assert_eq!(issues[1000].code, "document.more-issues");
    assert_eq!(issues[1000].problem, "and 4000 more issues");
}

/// Paths of every value in a document.
fn pointers(value: &Value, here: &str, out: &mut Vec<String>) {
    out.push(here.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, v)| pointers(v, &format!("{here}/{name}"), out)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, v)| pointers(v, &format!("{here}/{i}"), out)),
        _ => {}
    }
}

/// Values that a hand or a bug may put anywhere.
fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3_i32..30).prop_map(Value::from),
        Just(json!(1.0)),
        Just(json!(u64::MAX)),
        "\\PC{0,12}".prop_map(Value::from),
        Just(json!("line")),
        Just(json!("side")),
        Just(json!("side-mirrored")),
        Just(json!("back-left")),
        Just(json!("membrane.isotropic")),
        Just(json!([])),
        Just(json!([0, 0])),
        Just(json!({})),
        Just(json!({"kind": "arc", "radius_mm": 10, "large": true, "counter_clockwise": false})),
        Just(json!({"kind": "none"})),
        Just(json!({"kind": "membrane.spline-coupled", "parameters": {"weft_warp_n_per_m": 5000}})),
        Just(json!({"kind": "membrane.spline", "curves": {
            "weft": {"slope": 100, "segments": [{"to": 0.01, "bend": [-2]}]},
            "shear": {"slope": 10, "segments": [{"to": 0.2}, {"to": 0.3, "bend": [0.1, 0.2]}]},
        }})),
        Just(json!({"kind": "unfold", "edge": "side"})),
        Just(json!({"kind": "mirror-of", "panel": "back"})),
        Just(json!({"kind": "cubic", "control_1_mm": [0, 1], "control_2_mm": [1, 0]})),
    ]
}

#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    Remove,
    Add(String, Value),
}

fn apply(document: &mut Value, pointer: &str, change: &Change) {
    match change {
        Change::Put(value) => {
            if let Some(place) = document.pointer_mut(pointer) {
                *place = value.clone();
            }
        }
        Change::Remove => {
            let Some((parent, last)) = pointer.rsplit_once('/') else { return };
            match document.pointer_mut(parent) {
                Some(Value::Object(fields)) => drop(fields.remove(last)),
                Some(Value::Array(items)) => {
                    if let Some(index) = last.parse().ok().filter(|index| *index < items.len()) {
                        items.remove(index);
                    }
                }
                _ => {}
            }
        }
        Change::Add(name, value) => match document.pointer_mut(pointer) {
            Some(Value::Object(fields)) => drop(fields.insert(name.clone(), value.clone())),
            Some(Value::Array(items)) => items.push(value.clone()),
            _ => {}
        },
    }
}

fn change() -> impl Strategy<Value = (prop::sample::Index, Change)> {
    let change = prop_oneof![
        4 => anything().prop_map(Change::Put),
        2 => Just(Change::Remove),
        1 => ("[a-z_]{1,8}", anything()).prop_map(|(name, value)| Change::Add(name, value)),
    ];
    (any::<prop::sample::Index>(), change)
}

/// Made once: the documents of the property tests are many.
static RICH: LazyLock<Value> = LazyLock::new(rich);

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done to a document, it reads or says why not; what passes the schema always fits the types.
    #[test]
    fn a_spoilt_document_reads_or_has_issues(much in any::<bool>(), changes in prop::collection::vec(change(), 1..5)) {
        let mut value = if much { RICH.clone() } else { garment() };
        for (index, change) in &changes {
            let mut places = Vec::new();
            pointers(&value, "", &mut places);
            apply(&mut value, &places[index.index(places.len())], change);
        }
        match read(&value) {
            Ok(document) => prop_assert_eq!(document::read(&document::write(&document)), Ok(document)),
            Err(issues) => {
                prop_assert!(!issues.is_empty());
                prop_assert!(issues.iter().all(|issue| issue.code != "document.unreadable"), "{issues:?}");
                let told: BTreeSet<(&str, &str, &str)> = issues
                    .iter()
                    .map(|issue| (issue.code.as_str(), issue.place.as_str(), issue.problem.as_str()))
                    .collect();
                prop_assert_eq!(told.len(), issues.len(), "a problem is told twice: {:?}", issues);
            }
        }
    }

    /// A text cut or changed anywhere never stops the program.
    #[test]
    fn a_damaged_text_reads_or_has_issues(at in any::<prop::sample::Index>(), letter in any::<char>(), cut in any::<bool>()) {
        let mut text = garment().to_string();
        let (mut index, _) = text.char_indices().nth(at.index(text.chars().count())).expect("inside");
        if cut {
            text.truncate(index);
        } else {
            text.remove(index);
            index = index.min(text.len());
            text.insert(index, letter);
        }
        if let Err(issues) = document::read(&text) {
            prop_assert!(!issues.is_empty());
        }
    }
}
