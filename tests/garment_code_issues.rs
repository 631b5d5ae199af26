//! Broken GarmentCode files: every issue at its place, and nothing panics.

#![cfg(not(target_arch = "wasm32"))]

use proptest::prelude::*;
use serde_json::{Value, json};
use toile::document;
use toile::io::import;

const CURVES: &str = include_str!("garment_code/curves.json");
const OLDER: &str = include_str!("garment_code/older.json");
const SHIRT: &str = include_str!("garment_code/shirt.json");
const SEAMS: &str = include_str!("garment_code/seams.json");

fn fixture(text: &str) -> Value {
    serde_json::from_str(text).expect("a fixture without comments is JSON")
}

/// Codes and places of what is found in a text; every issue reads as one line with a cure.
fn found(text: &str) -> Vec<(String, String)> {
    let issues = import(text, "test.json").expect_err("the file was spoilt");
    for issue in &issues {
        assert!(!issue.problem.is_empty() && !issue.cure.is_empty(), "{issue}");
        assert!(!issue.to_string().contains('\n'), "{issue}");
    }
    issues.into_iter().map(|issue| (issue.code, issue.place)).collect()
}

#[track_caller]
fn gives(text: &str, wanted: &[(&str, &str)]) {
    let wanted: Vec<(String, String)> =
        wanted.iter().map(|(code, place)| (format!("garmentcode.{code}"), (*place).to_owned())).collect();
    assert_eq!(found(text), wanted);
}

/// Puts a value at a JSON pointer of a fixture, and names what is found then.
#[track_caller]
fn spoilt(text: &str, pointer: &str, value: Value, wanted: &[(&str, &str)]) {
    let mut file = fixture(text);
    *file.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}")) = value;
    gives(&file.to_string(), wanted);
}

#[test]
fn texts_that_hold_no_pattern() {
    gives("", &[("syntax", "")]);
    gives("{ \"pattern\": // cut off\n { \"panels\"", &[("syntax", "line 2 column 11")]);
    gives("{ /* never closed", &[("syntax", "line 1 column 17")]);
    for other in ["[]", "3", "{}", r#"{"pattern": {}}"#, r#"{"pattern": {"panels": []}}"#, r#"{"toile": 1}"#] {
        gives(other, &[("not-garmentcode", "")]);
    }
    gives(r#"{"pattern": {"panels": {}}}"#, &[("no-panels", "pattern.panels")]);
}

#[test]
fn properties_that_make_no_sense() {
    for units in [json!(0), json!(-100), json!(1e9)] {
        spoilt(SHIRT, "/properties/units_in_meter", units, &[("units", "properties.units_in_meter")]);
    }
    spoilt(SHIRT, "/properties/units_in_meter", json!("cm"), &[("value", "properties.units_in_meter")]);
    spoilt(SEAMS, "/properties/units_in_meter", json!(2), &[("too-large", "properties.units_in_meter")]);
    let coords = "properties.curvature_coords";
    spoilt(CURVES, "/properties/curvature_coords", json!("polar"), &[("curvature-coords", coords)]);
}

#[test]
fn coordinates_that_are_no_coordinates() {
    let at = |field: &str| format!("pattern.panels.front.{field}");
    let front = "/pattern/panels/front";
    let one = |pointer: &str, value: Value, code: &str, place: &str| {
        spoilt(SHIRT, &format!("{front}{pointer}"), value, &[(code, &at(place))]);
    };
    one("/vertices/1", json!([40]), "value", "vertices[1]");
    one("/vertices/1/0", json!("40"), "value", "vertices[1][0]");
    one("/vertices/1/0", json!(1e7), "too-far", "vertices[1]");
    one("/vertices", json!({}), "value", "vertices");
    one("/vertices", Value::Null, "missing", "vertices");
    one("/edges", Value::Null, "missing", "edges");
    one("/translation", json!([1, 2]), "value", "translation");
    one("/translation", json!([1, 2, 1e300]), "too-far", "translation");
    spoilt(CURVES, "/pattern/panels/sheet/rotation/2", json!(null), &[("value", "pattern.panels.sheet.rotation[2]")]);
    spoilt(CURVES, "/pattern/panels/sheet/label", json!(7), &[("value", "pattern.panels.sheet.label")]);
    spoilt(CURVES, "/pattern/panel_order/0", json!("arc"), &[("panel-unknown", "pattern.panel_order[0]")]);
}

#[test]
fn curves_that_are_no_curves() {
    let at = |field: &str| format!("pattern.panels.sheet.edges[2].curvature{field}");
    let one = |value: Value, code: &str, place: &str| {
        spoilt(CURVES, "/pattern/panels/sheet/edges/2/curvature", value, &[(code, &at(place))]);
    };
    one(json!("round"), "value", "");
    one(json!([1, 2, 3]), "value", "");
    one(json!([1e9, 0]), "too-far", "");
    one(json!({"params": []}), "missing", ".type");
    one(json!({"type": "cubic"}), "missing", ".params");
    one(json!({"type": "spline", "params": []}), "curve-unknown", ".type");
    one(json!({"type": "cubic", "params": [[0, 1]]}), "value", ".params");
    one(json!({"type": "cubic", "params": [[0, 1], [0, "1"]]}), "value", ".params[1][1]");
    one(json!({"type": "quadratic", "params": [[0]]}), "value", ".params[0]");
    one(json!({"type": "circle", "params": [4.9, 0, 1]}), "arc-radius", ".params[0]");
    one(json!({"type": "circle", "params": [-5, 0, 1]}), "arc-radius", ".params[0]");
    one(json!({"type": "circle", "params": [1e9, 0, 1]}), "arc-radius", ".params[0]");
    one(json!({"type": "circle", "params": [6, 2, 1]}), "value", ".params[1]");
}

#[test]
fn outlines_that_do_not_close() {
    let edges = |list: Value, wanted: &[(&str, &str)]| {
        let list: Vec<Value> = list.as_array().into_iter().flatten().map(|ends| json!({"endpoints": ends})).collect();
        let places: Vec<(&str, String)> =
            wanted.iter().map(|(code, place)| (*code, format!("pattern.panels.front.edges{place}"))).collect();
        let wanted: Vec<(&str, &str)> = places.iter().map(|(code, place)| (*code, place.as_str())).collect();
        let mut file = fixture(SHIRT);
        file["pattern"]["panels"]["front"]["edges"] = json!(list);
        file["pattern"]["stitches"] = json!([]);
        gives(&file.to_string(), &wanted);
    };
    edges(json!([[0, 1], [1, 2], [2, 3]]), &[("outline-open", "[0].endpoints"), ("outline-open", "[2].endpoints")]);
    edges(json!([[0, 1], [1, 2], [2, 0], [0, 3]]), &[("outline-branches", "[3]"), ("outline-open", "[3].endpoints")]);
    edges(json!([[0, 1], [1, 2], [2, 3], [3, 0], [1, 0]]), &[("edge-repeated", "[4]")]);
    edges(json!([[0, 1], [1, 2], [2, 3], [3, 4]]), &[("vertex-unknown", "[3].endpoints[1]")]);
    edges(json!([[0, 1], [1, 1], [1, 2], [2, 0]]), &[("edge-length-zero", "[1].endpoints")]);
    edges(json!([[0, 1], [1, -2], [0.5, 2]]), &[("value", "[1].endpoints[1]"), ("value", "[2].endpoints[0]")]);
    edges(json!([[0, 1], [1, 0]]), &[("too-few-edges", "")]);
    edges(json!([]), &[("too-few-edges", "")]);
    let flat = json!([[0, 0], [40, 0], [60, 0], [10, 0]]);
    spoilt(SHIRT, "/pattern/panels/hood/vertices", flat, &[("no-area", "pattern.panels.hood.edges")]);

    let mut two = fixture(SHIRT);
    let hood = &mut two["pattern"]["panels"]["hood"];
    hood["vertices"] = json!([[0, 0], [9, 0], [9, 9], [20, 0], [29, 0], [29, 9]]);
    let loops = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
    hood["edges"] = loops.iter().map(|ends| json!({"endpoints": ends})).collect();
    gives(&two.to_string(), &[("outline-apart", "pattern.panels.hood.edges[3]")]);
}

#[test]
fn stitches_that_lead_nowhere() {
    let front = |edge: u32| json!({"panel": "front", "edge": edge});
    let one = |stitch: Value, code: &str, place: &str| {
        spoilt(SHIRT, "/pattern/stitches/2", stitch, &[(code, &format!("pattern.stitches[2]{place}"))]);
    };
    one(json!([front(0), {"panel": "frnt", "edge": 0}]), "panel-unknown", "[1].panel");
    one(json!([front(0), front(4)]), "edge-unknown", "[1].edge");
    one(json!([front(0), {"panel": "front", "edge": "3"}]), "value", "[1].edge");
    one(json!([front(0), {"edge": 3}]), "missing", "[1].panel");
    one(json!([front(0), front(0)]), "stitch-itself", "");
    one(json!([front(0), [front(3), front(3)]]), "stitch-itself", "");
    one(json!([front(0), [front(3), front(1)]]), "edge-sewn-twice", "[1][1]");
    one(json!([front(0), front(3), "wrong_wrong"]), "stitch-kind", "[2]");
    one(json!([front(0)]), "stitch-sides", "");
    one(json!([front(0), []]), "stitch-sides", "");
    one(json!({}), "value", "");
    spoilt(SHIRT, "/pattern/stitches", json!(1), &[("value", "pattern.stitches")]);
}

#[test]
fn everything_wrong_is_named_at_once() {
    let mut file = fixture(SHIRT);
    file["properties"]["units_in_meter"] = json!("cm");
    let panels = &mut file["pattern"]["panels"];
    panels["back"]["edges"][1]["curvature"]["type"] = json!("wavy");
    panels["back"]["vertices"][3] = json!("corner");
    panels["front"]["edges"][0]["endpoints"][1] = json!(17);
    panels["hood"]["edges"][3]["endpoints"][1] = json!(1);
    file["pattern"]["stitches"][0][0]["panel"] = json!("sleeve");
    file["pattern"]["stitches"][2][1] = json!({"panel": "back", "edge": 9});
    let wanted = [
        ("value", "properties.units_in_meter"),
        ("value", "pattern.panels.back.vertices[3]"),
        ("curve-unknown", "pattern.panels.back.edges[1].curvature.type"),
        ("vertex-unknown", "pattern.panels.front.edges[0].endpoints[1]"),
        ("outline-open", "pattern.panels.hood.edges[0].endpoints"),
        ("outline-branches", "pattern.panels.hood.edges[3]"),
        ("panel-unknown", "pattern.stitches[0][0].panel"),
        ("edge-unknown", "pattern.stitches[2][1].edge"),
    ];
    gives(&file.to_string(), &wanted);
    let twice = SHIRT.replace("\"hood\": {", "\"front\": {").replace("\"hood\"", "\"front\"");
    let codes: Vec<String> = found(&twice).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["garmentcode.panel-repeated", "garmentcode.edge-sewn-twice"]);
    let panels: Vec<String> = (0..3000).map(|i| format!("\"{i}\": 0")).collect();
    let many = format!("{{\"pattern\": {{\"panels\": {{{}}}}}}}", panels.join(","));
    assert_eq!(found(&many).len(), 1001, "the rest is only counted");
}

/// The pointers of all values in a file.
fn pointers(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(i, v)| pointers(v, format!("{at}/{i}"), all)),
        Value::Object(fields) => fields.iter().for_each(|(k, v)| pointers(v, format!("{at}/{k}"), all)),
        _ => {}
    }
    all.push(at);
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2..9).prop_map(Value::from),
        (-100.0..100.0).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z]{0,3}".prop_map(Value::from),
        prop::sample::select(vec!["front", "back", "circle", "cubic", "right_wrong", "absolute"]).prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([0, 1])),
        Just(json!([[0.5, 0.5]])),
        Just(json!([{"panel": "front", "edge": 0}, {"panel": "back", "edge": 3}])),
        Just(json!({"type": "circle", "params": [30, 1, 1]})),
    ]
}

/// Whatever comes in, either a document in order comes out or issues about the file that read as one line each.
fn sound(text: &str) -> Result<(), TestCaseError> {
    match import(text, "test.json") {
        Ok(imported) => {
            let written = document::write(&imported.document);
            prop_assert_eq!(document::read(&written), Ok(imported.document));
        }
        Err(issues) => {
            prop_assert!(!issues.is_empty());
            for issue in issues {
                prop_assert!(issue.code.starts_with("garmentcode."), "{}", issue);
                prop_assert!(!issue.cure.is_empty() && !issue.to_string().contains('\n'), "{}", issue);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn changed_files_are_read_or_refused(
        text in prop::sample::select(vec![CURVES, SHIRT, SEAMS]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any_value()), 1..4),
    ) {
        let mut file = fixture(text);
        for (index, value) in changes {
            let mut all = Vec::new();
            pointers(&file, String::new(), &mut all);
            let pointer = &all[index.index(all.len())];
            *file.pointer_mut(pointer).expect("listed") = value;
        }
        sound(&file.to_string())?;
    }

    #[test]
    fn damaged_texts_are_read_or_refused(
        at in any::<prop::sample::Index>(),
        length in 0_usize..30,
        patch in "[\\[\\]{}\",:/*0-9 \\\\é\n-]{0,4}",
    ) {
        let mut characters: Vec<char> = OLDER.chars().collect();
        let at = at.index(characters.len());
        let end = (at + length).min(characters.len());
        characters.splice(at..end, patch.chars());
        sound(&characters.into_iter().collect::<String>())?;
    }
}
