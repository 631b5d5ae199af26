//! Importing GarmentCode files: every curve and stitch against numbers worked out by hand.

#![cfg(not(target_arch = "wasm32"))]

use kurbo::Point;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use toile::document::{self, Curve, Direction, Document, Edge, Panel, Placement, Seam};
use toile::io::{ImportFormats, import};
use toile::issue::Issues;
use toile::pattern;
use toile::row::Table;

const CURVES: &str = include_str!("garment_code/curves.json");
const OLDER: &str = include_str!("garment_code/older.json");
const SHIRT: &str = include_str!("garment_code/shirt.json");
const SEAMS: &str = include_str!("garment_code/seams.json");

#[track_caller]
fn read(text: &str) -> Document {
    import(text, "test.json").unwrap_or_else(|issues| panic!("{issues:#?}")).document
}

fn fixture(text: &str) -> Value {
    serde_json::from_str(text).expect("a fixture without comments is JSON")
}

#[track_caller]
fn panel<'a>(document: &'a Document, id: &str) -> &'a Panel {
    document.panels.iter().find(|panel| panel.id == id).unwrap_or_else(|| panic!("no panel {id}"))
}

/// The edge and where it ends.
#[track_caller]
fn edge<'a>(panel: &'a Panel, id: &str) -> (&'a Edge, [f64; 2]) {
    let at = panel.outline.iter().position(|edge| edge.id == id).unwrap_or_else(|| panic!("no edge {id}"));
    (&panel.outline[at], panel.outline[(at + 1) % panel.outline.len()].from_mm)
}

#[track_caller]
fn near(found: [f64; 2], wanted: [f64; 2]) {
    let off = (found[0] - wanted[0]).abs().max((found[1] - wanted[1]).abs());
    assert!(off < 1e-9, "{found:?} is not {wanted:?}");
}

#[track_caller]
fn quadratic(panel: &Panel, id: &str, control: [f64; 2]) {
    let Curve::Quadratic { control_mm } = edge(panel, id).0.curve else { panic!("{id} is not quadratic") };
    near(control_mm, control);
}

#[track_caller]
fn cubic(panel: &Panel, id: &str, controls: [[f64; 2]; 2]) {
    let Curve::Cubic { control_1_mm, control_2_mm } = edge(panel, id).0.curve else { panic!("{id} is not cubic") };
    near(control_1_mm, controls[0]);
    near(control_2_mm, controls[1]);
}

/// The middle of an arc, as the pattern's own geometry walks it.
#[track_caller]
fn arc(panel: &Panel, id: &str, radius: f64, middle: [f64; 2]) {
    let (edge, to) = edge(panel, id);
    let Curve::Arc { radius_mm, large, counter_clockwise } = edge.curve else { panic!("{id} is no arc") };
    assert!((radius_mm - radius).abs() < 1e-9, "radius {radius_mm}");
    let [from, to] = [edge.from_mm, to].map(|[x, y]| Point::new(x, y));
    let walked = pattern::Edge::arc(from, to, radius_mm, large, counter_clockwise).expect("an arc");
    let found = walked.point_at(0.5 * walked.length());
    assert!(found.distance(Point::new(middle[0], middle[1])) < 1e-3, "{id}: {found:?} is not {middle:?}");
}

fn parts(side: &[document::SeamPart]) -> Vec<(&str, &str, bool)> {
    side.iter().map(|part| (part.panel.as_str(), part.edge.as_str(), part.reversed)).collect()
}

#[track_caller]
fn sewn(seam: &Seam, a: &[(&str, &str)], b: &[(&str, &str)], direction: Direction) {
    let forward =
        |side: &[(&str, &str)]| side.iter().map(|(p, e)| (p.to_string(), e.to_string(), false)).collect::<Vec<_>>();
    let owned = |side| parts(side).into_iter().map(|(p, e, r)| (p.to_owned(), e.to_owned(), r)).collect::<Vec<_>>();
    assert_eq!((owned(&seam.a), owned(&seam.b), seam.direction), (forward(a), forward(b), direction), "{}", seam.id);
    for part in seam.a.iter().chain(&seam.b) {
        assert_eq!((part.from, part.to), (0.0, 1.0));
    }
}

#[test]
fn relative_curves_in_centimetres() {
    let document = read(CURVES);
    assert_eq!(document.name, "test");
    let names: Vec<(&str, &str)> = document.panels.iter().map(|p| (p.id.as_str(), p.name.as_str())).collect();
    assert_eq!(names, [("arcs", "arcs"), ("sheet", "sheet (body)")], "in panel_order, with labels");
    let sheet = panel(&document, "sheet");
    let from: Vec<[f64; 2]> = sheet.outline.iter().map(|edge| edge.from_mm).collect();
    assert_eq!(from, [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]]);
    quadratic(sheet, "e0", [50.0, -10.0]);
    quadratic(sheet, "e1", [120.0, 50.0]);
    cubic(sheet, "e2", [[75.0, 110.0], [25.0, 90.0]]);
    arc(sheet, "e3", 62.5, [-25.0, 50.0]);
    let translation_mm = [15.0, 1000.0, -200.0];
    assert_eq!(sheet.placement, Placement::Free { translation_mm, rotation_deg: [10.0, 190.0, -30.5] });
    assert_eq!(panel(&document, "arcs").placement, Placement::default());
}

#[test]
fn arcs_bulge_to_the_side_the_file_says() {
    // Chord 100, radius 62.5: the centre is 37.5 from the chord, the small arc rises 25 and the large one 100.
    let document = read(CURVES);
    let arcs = panel(&document, "arcs");
    arc(arcs, "e1", 62.5, [150.0, -25.0]);
    arc(arcs, "e3", 62.5, [350.0, 25.0]);
    arc(arcs, "e7", 62.5, [450.0, 500.0]);
    arc(arcs, "e9", 62.5, [150.0, 300.0]);
    assert_eq!(edge(arcs, "e11").0.curve, Curve::Line);
}

#[test]
fn absolute_curves_in_metres_with_comments() {
    let document = read(OLDER);
    let cape = panel(&document, "cape");
    assert_eq!(cape.name, "cape (a \"cape\" // not a comment /* nor this */)");
    near(edge(cape, "e2").0.from_mm, [400.0, 300.0]);
    quadratic(cape, "e0", [200.0, -50.0]);
    cubic(cape, "e1", [[450.0, 100.0], [350.0, 200.0]]);
    arc(cape, "e2", 250.0, [200.0, 400.0]);
    quadratic(cape, "e3", [-20.0, 150.0]);
    let translation_mm = [100.0, 1200.0, 250.0];
    assert_eq!(cape.placement, Placement::Free { translation_mm, rotation_deg: [10.0, 20.0, 30.0] });
    assert!(document.seams.is_empty() && document.bodies.is_empty() && document.pins.is_empty());
}

#[test]
fn a_clockwise_panel_is_walked_the_other_way_in_the_same_place() {
    let document = read(SHIRT);
    let back = panel(&document, "back");
    let walk: Vec<(&str, [f64; 2])> = back.outline.iter().map(|edge| (edge.id.as_str(), edge.from_mm)).collect();
    assert_eq!(walk, [("e3", [0.0, 0.0]), ("e2", [400.0, 0.0]), ("e1", [400.0, 600.0]), ("e0", [0.0, 600.0])]);
    cubic(back, "e1", [[320.0, 560.0], [120.0, 480.0]]);
    cubic(panel(&document, "front"), "e2", [[320.0, 560.0], [120.0, 480.0]]);
    arc(back, "e3", 250.0, [200.0, -100.0]);
    let translation_mm = [-200.0, 800.0, -200.0];
    assert_eq!(back.placement, Placement::Free { translation_mm, rotation_deg: [0.0; 3] });

    // One side turned: beginnings meet. With right_wrong too: not. Both turned: as if none were.
    let [side, neck, hood] = document.seams.as_slice() else { panic!("{:?}", document.seams) };
    sewn(side, &[("front", "e1")], &[("back", "e2")], Direction::Same);
    sewn(neck, &[("front", "e2")], &[("back", "e1")], Direction::Opposite);
    sewn(hood, &[("back", "e0")], &[("hood", "e2")], Direction::Opposite);
    assert!(document.seams.iter().all(|seam| !seam.gathered));
    assert_eq!([&side.id, &neck.id, &hood.id], ["s0", "s1", "s2"]);
}

#[test]
fn darts_gathers_and_one_to_many() {
    let document = read(SEAMS);
    let [dart, waist, yoke, flap] = document.seams.as_slice() else { panic!("{:?}", document.seams) };
    sewn(dart, &[("bodice", "e1")], &[("bodice", "e2")], Direction::Opposite);
    // Skirt 600 mm, bodice 180 + 180 with a dart between: along the outline, so the end of e3 meets the start of the skirt.
    sewn(waist, &[("skirt", "e2")], &[("bodice", "e0"), ("bodice", "e3")], Direction::Opposite);
    // Two panels listed as the bodice meets them, right to left, are walked left to right.
    sewn(yoke, &[("bodice", "e5")], &[("yoke left", "e0"), ("yoke right", "e0")], Direction::Opposite);
    sewn(flap, &[("yoke left", "e1")], &[("yoke right", "e1")], Direction::Same);
    assert_eq!(document.seams.iter().map(|seam| seam.gathered).collect::<Vec<_>>(), [false, true, false, false]);
}

#[test]
fn many_edges_of_one_panel_may_be_listed_either_way() {
    let mut file = fixture(SEAMS);
    let stitch = &mut file["pattern"]["stitches"][1];
    *stitch = json!([[stitch[2], stitch[1]], [stitch[0]]]);
    let document = read(&file.to_string());
    let bodice = [("bodice", "e0"), ("bodice", "e3")];
    sewn(&document.seams[1], &bodice, &[("skirt", "e2")], Direction::Opposite);
    // Side by side: the first of one list meets the first of the other.
    let [left, right] = [json!({"panel": "yoke left", "edge": 0}), json!({"panel": "yoke right", "edge": 0})];
    file["pattern"]["stitches"][2] = json!([[left, right], {"panel": "bodice", "edge": 5}, "right_wrong"]);
    let document = read(&file.to_string());
    let yokes = [("yoke left", "e0"), ("yoke right", "e0")];
    sewn(&document.seams[2], &yokes, &[("bodice", "e5")], Direction::Same);
}

#[test]
fn edges_in_any_order_and_direction_make_one_outline() {
    let mut file = fixture(SHIRT);
    let edges = &mut file["pattern"]["panels"]["front"]["edges"];
    let [bottom, right, top, left] = [0, 1, 2, 3].map(|i| edges[i].clone());
    let mut turned = right;
    turned["endpoints"] = json!([2, 1]);
    *edges = json!([top, turned, left, bottom]);
    file["pattern"]["stitches"] = json!([[{"panel": "front", "edge": 1}, {"panel": "back", "edge": 2}]]);
    let document = read(&file.to_string());
    let front = panel(&document, "front");
    let walk: Vec<(&str, [f64; 2])> = front.outline.iter().map(|edge| (edge.id.as_str(), edge.from_mm)).collect();
    assert_eq!(walk, [("e0", [400.0, 600.0]), ("e2", [0.0, 600.0]), ("e3", [0.0, 0.0]), ("e1", [400.0, 0.0])]);
    cubic(front, "e0", [[320.0, 560.0], [120.0, 480.0]]);
    // Both edges are turned now: as the file says.
    sewn(&document.seams[0], &[("front", "e1")], &[("back", "e2")], Direction::Opposite);
}

/// A panel of an edge with a curve and its chord, and a panel 10 high whose first edge has this length.
fn bow(end: [f64; 2], curvature: Value, length: f64) -> Document {
    let rectangle = json!([[0, 0], [length, 0], [length, 10], [0, 10]]);
    let edges: Vec<Value> = (0..4).map(|i| json!({"endpoints": [i, (i + 1) % 4]})).collect();
    let file = json!({
        "pattern": {
            "panels": {
                "bow": {
                    "vertices": [[0, 0], end],
                    "edges": [{"endpoints": [0, 1], "curvature": curvature}, {"endpoints": [1, 0]}],
                },
                "band": {"vertices": rectangle, "edges": edges},
            },
            "stitches": [[{"panel": "bow", "edge": 0}, {"panel": "band", "edge": 0}]],
        },
        "properties": {"curvature_coords": "absolute"},
    });
    read(&file.to_string())
}

#[test]
fn gathers_are_told_by_the_lengths_of_curves() {
    let parabola = 10.0 * (2.0 * 5_f64.sqrt() + 2_f64.asinh()) / 4.0;
    let (sixth, third) = (10.0 / 3.0, 20.0 / 3.0);
    let curves = [
        ([20.0, 0.0], json!({"type": "circle", "params": [10, 0, 1]}), 10.0 * std::f64::consts::PI),
        (
            [20.0, 0.0],
            json!({"type": "circle", "params": [12.5, 1, 1]}),
            12.5 * 2.0 * (std::f64::consts::PI - libm::asin(0.8)),
        ),
        ([10.0, 10.0], json!([5, 0]), parabola),
        ([10.0, 10.0], json!({"type": "cubic", "params": [[sixth, 0], [third, sixth]]}), parabola),
    ];
    for (end, curvature, length) in curves {
        for (factor, gathered) in [(1.0, false), (1.004, false), (0.996, false), (1.006, true), (0.99, true)] {
            let document = bow(end, curvature.clone(), length * factor);
            assert_eq!(document.seams[0].gathered, gathered, "{curvature} times {factor}");
        }
    }
}

#[test]
fn a_half_circle_with_a_rounded_radius_is_a_half_circle() {
    let document = bow([20.0, 0.0], json!({"type": "circle", "params": [9.999, 0, 1]}), 31.416);
    arc(panel(&document, "bow"), "e0", 100.0, [100.0, -100.0]);
}

#[test]
fn the_mesh_size_gives_about_ten_thousand_triangles() {
    // 117,600 + 300,000 + 2 · 20,000 mm²: √(457,600 / 4330.127) = 10.28, rounded to halves.
    let sizes = |document: &Document| document.panels.iter().map(|panel| panel.mesh.size_mm).collect::<Vec<_>>();
    assert_eq!(sizes(&read(SEAMS)), [10.5; 4]);
    assert_eq!(sizes(&read(CURVES)), [8.0; 2]);
    let mut tent = fixture(SEAMS);
    tent["properties"]["units_in_meter"] = json!(20);
    assert_eq!(sizes(&read(&tent.to_string())), [25.0; 4]);
}

#[test]
fn what_is_not_said_has_its_default() {
    let silent = SHIRT.replace("\"properties\": { \"units_in_meter\": 100 }", "\"unknown\": {}");
    assert_ne!(silent, SHIRT);
    let document = read(&silent);
    assert_eq!(document, read(SHIRT), "centimetres");
    let fabric = &document.fabrics[0];
    assert_eq!(
        (fabric.id.as_str(), fabric.name.as_str(), fabric.source.as_str()),
        ("fabric", "Plain cotton", "typical")
    );
    assert_eq!(document.panels[0].id, "front", "in the order of the file");

    let blank = SHIRT.replace("\"hood\"", "\" \"").replace("\"back\"", "\"panel\"");
    let document = read(&blank);
    let ids: Vec<&str> = document.panels.iter().map(|panel| panel.id.as_str()).collect();
    assert_eq!(ids, ["front", "panel", "panel-2"]);
    sewn(&document.seams[2], &[("panel", "e0")], &[("panel-2", "e2")], Direction::Opposite);
}

#[test]
fn what_is_imported_survives_writing() {
    for text in [CURVES, OLDER, SHIRT, SEAMS] {
        let document = read(text);
        assert_eq!(document::validate(&document), []);
        let written = document::write(&document);
        assert_eq!(document::read(&written).unwrap_or_else(|issues| panic!("{issues:#?}")), document);
    }
}

#[test]
fn rows_recognise_their_own() {
    for row in ImportFormats::rows() {
        assert!(row.id.starts_with("import.") && !row.title.is_empty() && row.help.ends_with('.'), "{}", row.id);
    }
    let imported = import(SHIRT, "no ending").expect("recognised by content");
    assert_eq!((imported.format.id, imported.document.name.as_str()), ("import.garmentcode", "no ending"));
    assert_eq!(codes(&import("solid", "shape.stl").expect_err("no format")), ["import.unknown-format"]);
}

fn codes(issues: &Issues) -> Vec<&str> {
    issues.iter().map(|issue| issue.code.as_str()).collect()
}

/// Runs `toile` in a folder of its own that holds these files; gives the exit code, both outputs and the names of the
/// files there are afterwards.
fn toile(test: &str, files: &[(&str, &str)], arguments: &[&str]) -> (PathBuf, (i32, String, String, Vec<String>)) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("import").join(test);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("emptied");
    }
    std::fs::create_dir_all(&folder).expect("created");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("written");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_toile")).args(arguments).current_dir(&folder).output();
    let output = output.expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    let entries = std::fs::read_dir(&folder).expect("readable");
    let mut names: Vec<String> =
        entries.map(|e| e.expect("entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    (folder, (output.status.code().expect("not killed"), out, err, names))
}

#[test]
fn the_command_writes_the_document() {
    let arguments = ["import", "cape.json", "--out", "doc.json"];
    let (folder, (code, out, err, names)) = toile("good", &[("cape.json", OLDER)], &arguments);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "\"cape\" from GarmentCode JSON: 1 panel, 0 seams, 4 curves\n");
    assert_eq!(names, ["cape.json", "doc.json"]);
    let written = std::fs::read_to_string(folder.join("doc.json")).expect("written");
    let document = document::read(&written).unwrap_or_else(|issues| panic!("{issues:#?}"));
    assert_eq!(document, import(OLDER, "cape.json").expect("in order").document);
}

#[test]
fn the_command_refuses_what_is_not_in_order() {
    let refused = |test: &str, text: &str, arguments: &[&str], wanted: &[&str]| {
        let (_, (code, out, err, names)) = toile(test, &[("in.json", text)], arguments);
        let codes: Vec<&str> = err.lines().map(|line| line.split([' ', ':']).next().unwrap_or_default()).collect();
        assert_eq!((code, codes.as_slice(), out.as_str()), (2, wanted, ""), "{err}");
        assert_eq!(names, ["in.json"], "nothing is half-written");
    };
    let mut bad = fixture(SHIRT);
    bad["properties"]["units_in_meter"] = json!(0);
    bad["pattern"]["stitches"][0][0]["edge"] = json!(4);
    let both = ["garmentcode.units", "garmentcode.edge-unknown"];
    refused("bad", &bad.to_string(), &["import", "in.json", "--out", "doc.json"], &both);
    refused("over", SHIRT, &["import", "in.json", "--out", "./in.json"], &["file.same"]);
    let nowhere = ["import", "in.json", "--out", "no/folder/doc.json"];
    refused("nowhere", "[]", &nowhere, &["file.unwritable", "garmentcode.not-garmentcode"]);
    refused("gone", SHIRT, &["import", "gone.json", "--out", "doc.json"], &["file.unreadable"]);
    let (_, (code, _, err, _)) = toile("no-out", &[("in.json", SHIRT)], &["import", "in.json"]);
    assert!(code == 2 && err.contains("--out"), "{err}");
}
