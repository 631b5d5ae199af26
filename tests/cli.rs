//! The command line as a caller sees it: exit codes, what is printed where, which files there are afterwards.

#![cfg(not(target_arch = "wasm32"))]

#[path = "common/program.rs"]
mod program;

use program::Folder;
use serde_json::Value;
use std::fs;
use toile::document::{self, Document, LONGEST_TEXT, Placement};
use toile::garment;

/// The first garment with few triangles, so that steps are quick.
fn coarse() -> Document {
    let mut document = garment::all().swap_remove(0);
    for panel in &mut document.panels {
        panel.mesh.size_mm = 100.0;
    }
    document
}

fn folder_with_document(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.put("doc.json", document::write(&coarse()));
    folder
}

#[test]
fn check_says_one_line_about_a_good_document() {
    let folder = folder_with_document("check-good");
    let out = folder.toile(&["check", "doc.json"]).succeeds();
    assert_eq!(out, "\"Square on a sphere\" is in order: 1 panel, 1 fabric\n");
}

#[test]
fn check_names_every_issue_of_a_bad_document() {
    let folder = Folder::new("check-bad");
    let mut value = serde_json::to_value(coarse()).expect("JSON");
    value["name"] = Value::Null;
    value["simulation"]["step_ms"] = Value::from(-1);
    value["panels"][0]["outline"][0]["from_mm"][0] = Value::from("left");
    folder.put("bad.json", value.to_string());
    folder.toile(&["check", "bad.json"]).refuses(&["value.type", "value.type", "value.range"]);
}

#[test]
fn check_finds_what_only_geometry_knows() {
    let folder = Folder::new("check-geometry");
    let mut document = coarse();
    document.panels[0].outline.swap(1, 2);
    folder.put("bow-tie.json", document::write(&document));
    let run = folder.toile(&["check", "bow-tie.json"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("panels[0]"), "{}", run.err);
}

#[test]
fn files_that_hold_no_document() {
    let folder = Folder::new("no-document");
    folder.put("empty.json", "");
    folder.put("list.json", "[]");
    folder.put("future.json", r#"{"toile": 99}"#);
    folder.put("latin.json", b"{\"toile\": 1, \"name\": \"caf\xe9\"}");
    // A hole takes no room on the disk.
    fs::File::create(folder.0.join("huge.json")).and_then(|f| f.set_len(LONGEST_TEXT as u64 + 1)).expect("created");
    for (name, code) in [
        ("missing.json", "file.unreadable"),
        (".", "file.unreadable"),
        ("empty.json", "json.empty"),
        ("list.json", "json.not-a-document"),
        ("future.json", "document.version"),
        ("latin.json", "file.not-text"),
        ("huge.json", "document.too-long"),
    ] {
        folder.toile(&["check", name]).refuses(&[code]);
        folder.toile(&["drape", name, "--out", "out.obj", "--report", "report.json"]).refuses(&[code]);
    }
    assert_eq!(folder.names(), ["empty.json", "future.json", "huge.json", "latin.json", "list.json"]);
}

#[test]
fn schema_prints_the_schema_and_every_table() {
    let out = Folder::new("schema").toile(&["schema"]).succeeds();
    let printed: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(printed["document"], document::schema());
    assert!(printed["document"]["properties"]["panels"].is_object());
    let tables = printed["parameters"].as_object().expect("an object");
    let names: Vec<&str> = tables.keys().map(String::as_str).collect();
    let rows = ["bending", "body_contact", "experiments", "friction", "internal_friction", "membrane", "mesh"];
    assert_eq!(names, [&rows[..], &["motions", "shapes", "sheet", "simulation", "viscosity"]].concat());
    for (table, rows) in tables {
        assert!(rows.as_array().is_some_and(|rows| !rows.is_empty()), "{table} is empty");
    }
    assert_eq!(printed["parameters"]["membrane"][0]["parameters"][0]["unit"], "N/m");
}

#[test]
fn drape_writes_the_cloth_and_a_report() {
    let folder = folder_with_document("drape");
    for out in ["cloth.obj", "cloth.glb"] {
        let printed = folder
            .toile(&["drape", "doc.json", "--out", out, "--report", "report.json", "--seconds", "0.2"])
            .succeeds();
        assert_eq!(printed, "", "the report is in its file");
    }
    assert_eq!(folder.names(), ["cloth.glb", "cloth.obj", "doc.json", "report.json"]);

    let report = folder.json("report.json");
    let number = |name: &str| report[name].as_f64().unwrap_or_else(|| panic!("{name} is {}", report[name]));
    assert_eq!(number("steps"), 20.0);
    assert!((number("simulated_s") - 0.2).abs() < 1e-9);
    assert!(number("wall_s") > 0.0);
    assert!(number("max_speed_m_s") > 0.5, "cloth that falls for 0.2 s is fast");
    for name in ["max_strain", "seam_gap_max_mm", "body_penetration_max_mm", "self_intersections"] {
        assert!(number(name) >= 0.0, "{name}");
    }
    assert_eq!(report["at_rest"], false);
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["document_hash"], document::hash(&coarse()).as_str());
    let hash = report["state_hash"].as_str().expect("a text");
    assert!(hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{hash}");

    let obj = folder.text("cloth.obj");
    let count = |keyword: &str| obj.lines().filter(|line| line.split(' ').next() == Some(keyword)).count() as f64;
    assert_eq!((count("v"), count("f"), count("g")), (number("vertices"), number("triangles"), 1.0));
    let glb = fs::read(folder.0.join("cloth.glb")).expect("readable");
    assert_eq!(&glb[..4], b"glTF");
    assert_eq!(u32::from_le_bytes(glb[8..12].try_into().expect("four bytes")) as usize, glb.len());
}

#[test]
fn drape_without_a_report_prints_a_summary() {
    let folder = folder_with_document("summary");
    let out = folder.toile(&["drape", "doc.json", "--seconds", "0.05"]).succeeds();
    assert!(out.contains("5 steps") && out.contains("still moving"), "{out}");
    assert_eq!(folder.names(), ["doc.json"]);
}

#[test]
fn without_a_time_two_seconds_are_simulated() {
    let folder = folder_with_document("two-seconds");
    folder.toile(&["drape", "doc.json", "--report", "report.json"]).succeeds();
    assert_eq!(folder.json("report.json")["steps"], 200);
}

#[test]
fn rest_stops_when_the_cloth_is_still() {
    let folder = Folder::new("rest");
    let mut document = coarse();
    // Flat on the floor, nothing is left to move.
    document.bodies.retain(|body| body.shape.kind == "body.floor");
    document.panels[0].placement =
        Placement::Free { translation_mm: [0.0, 5.0, 0.0], rotation_deg: [-90.0, 25.0, 0.0] };
    folder.put("doc.json", document::write(&document));
    folder.toile(&["drape", "doc.json", "--rest", "--report", "report.json"]).succeeds();
    let report = folder.json("report.json");
    assert_eq!(report["at_rest"], true);
    assert!(report["simulated_s"].as_f64().is_some_and(|s| s < 30.0), "{report}");
}

#[test]
fn the_seed_decides_the_state() {
    let folder = folder_with_document("seed");
    let hash = |seed: &[&str]| {
        let arguments = [&["drape", "doc.json", "--seconds", "0.1", "--report", "report.json"], seed].concat();
        folder.toile(&arguments).succeeds();
        folder.json("report.json")["state_hash"].as_str().expect("a text").to_owned()
    };
    let (none, zero, seven, again) =
        (hash(&[]), hash(&["--seed", "0"]), hash(&["--seed", "7"]), hash(&["--seed", "7"]));
    assert_eq!(none, zero, "seed 0 changes nothing");
    assert_eq!(seven, again, "the same seed gives the same state");
    assert_ne!(zero, seven, "another seed gives another state");
}

#[test]
fn bad_options_are_refused_before_anything_is_written() {
    let folder = folder_with_document("bad-options");
    for seconds in ["0", "-1", "nan", "inf", "1e999", "soon", ""] {
        folder.toile(&["drape", "doc.json", "--seconds", seconds, "--out", "a.obj"]).refuses(&["option.seconds"]);
    }
    folder.toile(&["drape", "doc.json", "--out", "a.stl"]).refuses(&["file.extension"]);
    folder.toile(&["drape", "doc.json", "--out", "a"]).refuses(&["file.extension"]);
    folder.toile(&["drape", "doc.json", "--out", "nowhere/a.obj"]).refuses(&["file.unwritable"]);
    folder.toile(&["drape", "doc.json", "--report", "."]).refuses(&["file.unwritable"]);
    folder.toile(&["drape", "doc.json", "--out", "a.obj", "--report", "./a.obj"]).refuses(&["file.same"]);
    folder.toile(&["drape", "none.json", "--seconds", "0", "--out", "a.stl", "--report", "nowhere/r.json"]).refuses(&[
        "option.seconds",
        "file.extension",
        "file.unwritable",
        "file.unreadable",
    ]);
    assert_eq!(folder.names(), ["doc.json"]);
}

#[test]
fn the_document_is_never_written_over() {
    let folder = folder_with_document("written-over");
    let before = folder.text("doc.json");
    folder.toile(&["drape", "doc.json", "--report", "../written-over/doc.json"]).refuses(&["file.same"]);
    assert_eq!(folder.text("doc.json"), before);
}

#[test]
fn what_was_there_stays_when_the_document_is_bad() {
    let folder = Folder::new("stays");
    folder.put("bad.json", "{}");
    folder.put("cloth.obj", "yesterday's cloth");
    folder.put("report.json", "yesterday's report");
    let run = folder.toile(&["drape", "bad.json", "--out", "cloth.obj", "--report", "report.json"]);
    assert_eq!(run.code, 2);
    assert_eq!(folder.text("cloth.obj"), "yesterday's cloth");
    assert_eq!(folder.text("report.json"), "yesterday's report");
    assert_eq!(folder.names(), ["bad.json", "cloth.obj", "report.json"]);
}

#[test]
fn a_report_can_go_to_standard_output() {
    let folder = folder_with_document("stdout");
    let out = folder.toile(&["drape", "doc.json", "--seconds", "0.02", "--report", "/dev/stdout"]).succeeds();
    let report: Value = serde_json::from_str(&out).expect("the report alone");
    assert_eq!(report["steps"], 2);
}

#[test]
fn usage_errors_exit_with_2_and_help_with_0() {
    let folder = folder_with_document("usage");
    for arguments in [
        &[][..],
        &["fold"],
        &["check"],
        &["drape", "doc.json", "--rest", "--seconds", "1"],
        &["drape", "doc.json", "--seed", "x"],
    ] {
        let run = folder.toile(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
    let help = folder.toile(&["--help"]).succeeds();
    for command in ["drape", "check", "lab", "schema"] {
        assert!(help.contains(command), "{help}");
    }
}

#[test]
fn garment_writes_a_document_that_is_in_order() {
    let folder = Folder::new("garment");
    let arguments = ["garment", "t-shirt", "--size", "man-50-176", "--set", "length_cm=25", "--out", "shirt.json"];
    assert_eq!(folder.toile(&arguments).succeeds(), "T-shirt: 5 panels, 12 seams\n");
    let checked = folder.toile(&["check", "shirt.json"]).succeeds();
    assert_eq!(checked, "\"T-shirt\" is in order: 5 panels, 1 fabric\n");
    let made = &folder.json("shirt.json")["made_to_measure"];
    assert_eq!(made["garment"], "garment.t-shirt");
    assert_eq!(made["parameters"]["length_cm"], 25.0);
    let list = folder.toile(&["garment", "--list"]).succeeds();
    assert!(list.contains("circle-skirt") && list.contains("--set flare_cm") && list.contains("child-128"), "{list}");
}

#[test]
fn garment_names_everything_that_is_wrong_and_writes_nothing() {
    let folder = Folder::new("garment-bad");
    let wrong = ["garment", "toga", "--size", "giant", "--set", "length", "--set", "ease=wide", "--out", "no/x.json"];
    folder.toile(&wrong).refuses(&[
        "garment.unknown",
        "garment.unknown-size",
        "file.unwritable",
        "option.set",
        "option.set",
    ]);
    let wrong = ["garment", "cape", "--set", "length_cm=9000", "--set", "flare=1", "--out", "cape.json"];
    folder.toile(&wrong).refuses(&["value.unknown-field", "value.range"]);
    assert_eq!(folder.names(), Vec::<String>::new());
}
