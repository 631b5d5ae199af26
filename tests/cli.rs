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

/// A panel that begins across another is drawn off it, and both the report and the summary say so.
#[test]
fn drape_untangles_panels_that_begin_crossed_and_tells() {
    let mut document = coarse();
    let mut other = document.panels[0].clone();
    other.id = "other".to_owned();
    // It stands on a corner, which pokes through the first one.
    other.placement = Placement::Free { translation_mm: [150.0, 1720.0, 120.0], rotation_deg: [0.0, 0.0, 45.0] };
    document.panels.push(other);
    let folder = Folder::new("tangled");
    folder.put("doc.json", document::write(&document));
    folder.toile(&["drape", "doc.json", "--seconds", "2", "--report", "report.json"]).succeeds();
    let report = folder.json("report.json");
    let number = |name: &str| report[name].as_f64().unwrap_or_else(|| panic!("{name} is {}", report[name]));
    assert!(number("tangled_at_start") > 0.0, "{report}");
    assert!(number("untangled_s") < 2.0 && number("self_intersections") == 0.0, "{report}");
    assert_eq!((number("body_penetration_max_mm"), number("steps_entered")), (0.0, 0.0), "{report}");
    let told = folder.toile(&["drape", "doc.json", "--seconds", "0.05"]).succeeds();
    assert!(told.contains("began tangled, with "), "{told}");
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
    let run = folder.toile(&["drape", "doc.json", "--rest", "--report", "report.json"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let report = folder.json("report.json");
    assert_eq!(report["at_rest"], true);
    assert!(report["max_speed_m_s"].as_f64().is_some_and(|speed| speed < 0.01), "{report}");
    let simulated = report["simulated_s"].as_f64().expect("a number");
    assert!(simulated < 30.0, "{report}");
    // A line for the first step and for every simulated second: time, fastest particle, what is left.
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), simulated.floor() as usize + 1, "{}", run.err);
    for (second, line) in lines.iter().enumerate() {
        assert!(line.contains("s simulated, fastest ") && line.contains(" m/s, "), "{line}");
        let time: f64 = line.split(' ').next().and_then(|word| word.parse().ok()).expect("begins with the time");
        assert!((0.0..0.02).contains(&(time - second as f64)), "{line}");
    }
}

#[test]
fn cloth_that_does_not_come_to_rest_is_an_error_and_writes_nothing() {
    let folder = folder_with_document("no-rest");
    let run = folder.toile(&["drape", "doc.json", "--rest", "--within", "0.1", "--out", "o.obj", "--report", "r.json"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    let last = run.err.lines().last().expect("says why");
    assert!(
        last.starts_with("drape.no-rest at --within: the cloth is not at rest after 0.1 simulated seconds"),
        "{last}"
    );
    assert_eq!(folder.names(), ["doc.json"]);
    folder.toile(&["drape", "doc.json", "--rest", "--within", "-1"]).refuses(&["option.seconds"]);
    assert_eq!(folder.toile(&["drape", "doc.json", "--within", "1"]).code, 2);
}

/// A cube of 0.8 m as an OBJ of quadrilaterals, in millimetres and with z up; `faces` are those that are written.
fn cube_obj(faces: usize) -> String {
    let mut text = String::from("# cube\n");
    for corner in 0..8 {
        let at = |bit: usize, low: f64, high: f64| if corner & bit == 0 { low } else { high };
        text += &format!("v {} {} {}\n", at(1, -250.0, 250.0), at(2, -250.0, 250.0), at(4, 0.0, 800.0));
    }
    for face in ["1 5 7 3", "2 4 8 6", "1 2 6 5", "3 7 8 4", "1 3 4 2", "5 6 8 7"].iter().take(faces) {
        text += &format!("f {face}\n");
    }
    text
}

#[test]
fn a_garment_is_put_on_a_body_of_a_file() {
    let folder = folder_with_document("body");
    folder.put("crate.obj", cube_obj(6));
    let run = folder.toile(&["body", "crate.obj", "--document", "doc.json", "--out", "on.json"]);
    assert_eq!((run.code, run.out.as_str()), (0, "\"crate\": 12 triangles, 80.0 cm high, closed\n"), "{}", run.err);
    let mended: Vec<&str> = run.err.lines().collect();
    assert_eq!(mended.len(), 2, "{}", run.err);
    assert!(mended[0].starts_with("body.mended: it was drawn with z up"), "{}", mended[0]);
    assert!(mended[1].starts_with("body.mended: its numbers were taken for millimetres"), "{}", mended[1]);
    let on = folder.json("on.json");
    assert_eq!(on["bodies"][0]["shape"]["kind"], "body.own");
    folder.toile(&["drape", "on.json", "--seconds", "0.05"]).succeeds();
    // Checked only, nothing is written; told otherwise, it is taken as told.
    assert_eq!(folder.toile(&["body", "crate.obj"]).code, 0);
    folder.toile(&["body", "crate.obj", "--unit", "m"]).refuses(&["body.height"]);
    assert_eq!(folder.names(), ["crate.obj", "doc.json", "on.json"]);
}

#[test]
fn a_body_that_is_none_is_refused_with_every_reason() {
    let folder = folder_with_document("no-body");
    folder.put("open.obj", cube_obj(5));
    folder.toile(&["body", "open.obj", "--document", "doc.json", "--out", "on.json"]).refuses(&["body.hole"]);
    folder.put("torn.obj", "v 1 2\nf 1 2 3\n");
    folder.toile(&["body", "torn.obj", "--document", "none.json", "--out", "on.json"]).refuses(&[
        "obj.corner",
        "obj.no-corner",
        "file.unreadable",
    ]);
    assert_eq!(folder.names(), ["doc.json", "open.obj", "torn.obj"]);
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
fn what_is_wrong_with_the_command_line_is_told_like_every_other_issue() {
    let folder = folder_with_document("usage-issues");
    for (arguments, codes) in [
        (&["fold"][..], &["option.command"][..]),
        (&["check"], &["option.missing"]),
        (&["fit", "tensile"], &["option.missing", "option.missing"]),
        (&["drape", "doc.json", "--rest", "--seconds", "1"], &["option.conflict"]),
        (&["drape", "doc.json", "--seed", "x"], &["option.value"]),
        (&["drape", "doc.json", "--secconds", "1"], &["option.unknown"]),
        (&["drape", "doc.json", "--seconds"], &["option.value"]),
        (&["drape", "doc.json", "--seed", "1", "--seed", "2"], &["option.conflict"]),
        (&["drape", "doc.json", "doc.json"], &["option.unknown"]),
        (&["body", "doc.json", "--unit", "furlong"], &["option.value"]),
    ] {
        let run = folder.toile(arguments);
        for line in run.err.lines() {
            let (place, cure) = (line.contains(" at ") || codes == ["option.command"], line.ends_with(['.', '?']));
            assert!(place && cure && !line.contains("error:"), "{arguments:?}: {line}");
        }
        run.refuses(codes);
    }
    let near = folder.toile(&["drape", "doc.json", "--secconds", "1"]).err;
    assert_eq!(near, "option.unknown at --secconds: there is no such option here. Did you mean --seconds?\n");
    let known = folder.toile(&["body", "doc.json", "--unit", "furlong"]).err;
    assert!(known.contains("(found furlong). Use one of: m, dm, cm, mm."), "{known}");
    assert_eq!(folder.names(), ["doc.json"]);
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
