//! The virtual laboratory against closed forms, and what it says to wrong settings.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toile::document::Fabric;
use toile::issue::Issues;
use toile::lab::{self, Bench, Experiments, Figure, Outcome};
use toile::row::Table;

/// Stiffnesses of the anisotropic fabric, N/m.
const WEFT: f64 = 800.0;
const WARP: f64 = 1700.0;
const SHEAR: f64 = 45.0;

fn fabric(kind: &str, parameters: &Value) -> Fabric {
    let file = json!({
        "id": "sample", "name": "Sample", "source": "made up",
        "membrane": { "kind": kind, "parameters": parameters },
        "bending": { "kind": "bend.hinge", "parameters": { "stiffness_un_m": 5 } },
        "friction": { "kind": "friction.c" },
    });
    lab::read_fabric(&file.to_string()).expect("in order")
}

fn anisotropic() -> Fabric {
    fabric("membrane.orthotropic", &json!({ "weft_n_per_m": WEFT, "warp_n_per_m": WARP, "shear_n_per_m": SHEAR }))
}

fn isotropic(young: f64, poisson: f64) -> Fabric {
    fabric("membrane.isotropic", &json!({ "young_n_per_m": young, "poisson": poisson }))
}

fn try_run(name: &str, fabric: &Fabric, given: &[&str]) -> Result<Outcome, Issues> {
    let row = lab::find(name).map_err(|issue| vec![issue])?;
    let settings = lab::settings(row, given)?;
    let mut last = 0.0;
    let progress = &mut |part: f64| {
        assert!((last..=1.0).contains(&part), "{name}: progress from {last} to {part}");
        last = part;
    };
    (row.make.run)(&mut Bench { fabric, settings: &settings, progress, clock: || 0.0, frames: None })
}

fn run(name: &str, fabric: &Fabric, given: &[&str]) -> Outcome {
    try_run(name, fabric, given).unwrap_or_else(|issues| panic!("{name}: {issues:?}"))
}

fn number(outcome: &Outcome, name: &str) -> f64 {
    outcome.number(name).unwrap_or_else(|| panic!("no figure {name} in {:?}", outcome.figures))
}

/// A patch test of 2,500 irregular triangles, found at every point within ten iterations of the point before.
#[track_caller]
fn is_exact_and_quick(outcome: &Outcome) {
    assert_eq!(outcome.find("equilibrium_found"), Some(&Figure::Flag(true)), "{:?}", outcome.figures);
    assert!(number(outcome, "newton_iterations_max") <= 10.0, "{:?}", outcome.figures);
    assert!((2300.0..2700.0).contains(&number(outcome, "triangles")), "{:?}", outcome.figures);
    assert!(number(outcome, "max_relative_error") < 1e-4, "{:?}", outcome.figures);
}

#[track_caller]
fn agrees(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs(), "{found} instead of {expected}");
}

/// f = l_v E ε (1 + e), ε = e + e²/2, for l_u = 5 cm and l_v = 20 cm.
#[test]
fn the_strip_tester_returns_the_law() {
    for (direction, stiffness) in [("weft", WEFT), ("warp", WARP)] {
        let outcome = run("tensile", &anisotropic(), &[&format!("direction={direction}"), "max_strain=0.5"]);
        assert_eq!(outcome.columns, ["displacement_m", "force_n", "model_force_n"]);
        for row in &outcome.rows {
            let e = row[0] / 0.05;
            agrees(row[1], 0.2 * stiffness * (e + 0.5 * e * e) * (1.0 + e), 1e-9);
        }
        agrees(outcome.rows[19][0], 0.025, 1e-12);
        is_exact_and_quick(&outcome);
    }
}

/// With ε = γ²/2 along the pull and γ in shear, f = l_v (G γ + E γ³/2).
#[test]
fn sheared_with_its_border_the_law_comes_back() {
    for (direction, stiffness) in [("weft", WEFT), ("warp", WARP)] {
        let outcome = run("shear", &anisotropic(), &[&format!("direction={direction}"), "max_strain=0.5"]);
        for row in &outcome.rows {
            let shear = row[0] / 0.05;
            agrees(row[1], 0.2 * (SHEAR * shear + 0.5 * stiffness * shear * shear * shear), 1e-9);
        }
        is_exact_and_quick(&outcome);
    }
}

/// The tester with free sides reads less than the law: about 0.2 % at E/G = 500 and 10 % on an isotropic sheet. The
/// difference settles as triangles get smaller.
#[test]
fn the_shear_testers_end_effect_is_its_own() {
    let given = ["border=clamped", "max_strain=0.05", "points=2"];
    let soft =
        fabric("membrane.orthotropic", &json!({ "weft_n_per_m": 5000, "warp_n_per_m": 5000, "shear_n_per_m": 10 }));
    let outcome = run("shear", &soft, &given);
    assert!((-0.006..-0.001).contains(&number(&outcome, "end_effect_relative")), "{:?}", outcome.figures);
    let outcome = run("shear", &isotropic(1000.0, 0.25), &given);
    assert!((-0.14..-0.07).contains(&number(&outcome, "end_effect_relative")), "{:?}", outcome.figures);
    let Some(Figure::List(effects)) = outcome.find("end_effect_relative_by_resolution") else { panic!() };
    assert!((effects[2] - effects[1]).abs() < 0.6 * (effects[1] - effects[0]).abs(), "{effects:?}");
}

/// Both at once: f_u = l_v E ε (1 + e), f_v = l_v (G γ + E ε γ), ε = e + (e² + γ²)/2.
#[test]
fn stretched_and_sheared_at_once_the_law_comes_back() {
    for (direction, stiffness) in [("weft", WEFT), ("warp", WARP)] {
        let given = [&format!("direction={direction}"), "max_strain=0.3", "max_shear=0.4"];
        let outcome = run("combined", &anisotropic(), &given);
        for row in &outcome.rows {
            let (e, shear) = (row[0] / 0.05, row[1] / 0.05);
            let stress = stiffness * (e + 0.5 * (e * e + shear * shear));
            agrees(row[2], 0.2 * stress * (1.0 + e), 1e-9);
            agrees(row[3], 0.2 * (SHEAR * shear + stress * shear), 1e-9);
        }
        is_exact_and_quick(&outcome);
    }
}

/// With transverse contraction the two pulls add up: σ_uu = E/(1 − ν²)(ε_uu + ν ε_vv).
#[test]
fn pulled_both_ways_the_cross_term_shows() {
    let outcome = run("biaxial", &isotropic(600.0, 0.3), &["ratio=0.5", "max_strain=0.3"]);
    let direct = 600.0 / (1.0 - 0.09);
    let green = |e: f64| e + 0.5 * e * e;
    for row in &outcome.rows {
        let (u, v) = (row[0] / 0.2, row[1] / 0.2);
        agrees(row[2], 0.2 * direct * (green(u) + 0.3 * green(v)) * (1.0 + u), 1e-9);
        agrees(row[3], 0.2 * direct * (green(v) + 0.3 * green(u)) * (1.0 + v), 1e-9);
    }
    agrees(number(&outcome, "cross_force_relative"), 0.3 * green(0.15) / green(0.3), 1e-9);
    is_exact_and_quick(&outcome);
}

/// On the bias shear decides: 1/E₄₅ = ¼(1/E_u + 1/E_v + 1/G) without cross terms.
#[test]
fn a_bias_strip_stretches_by_its_shear() {
    let outcome = run("bias-extension", &anisotropic(), &["length_mm=400", "max_strain=0.05", "points=5"]);
    let uniform = 4.0 / (1.0 / WEFT + 1.0 / WARP + 1.0 / SHEAR);
    agrees(number(&outcome, "uniform_stiffness_n_per_m"), uniform, 1e-12);
    // A strip of eight widths is clamped at its ends only: a little stiffer than the uniform sheet.
    let measured = number(&outcome, "initial_stiffness_n_per_m");
    assert!((1.0..1.12).contains(&(measured / uniform)), "{measured} {uniform}");
    // Threads stretch as well, so that they turn less than those of a trellis.
    assert!(outcome.rows.iter().all(|row| row[2] > 0.0 && row[2] < row[3]), "{:?}", outcome.rows);
    agrees(outcome.rows[4][3], 90.0 - 2.0 * (0.37 / (2.0_f64.sqrt() * 0.35)).acos().to_degrees(), 1e-9);
}

/// Free edges: width √(1 − 2ν√(E_u/E_v) ε), force w E_u ε λ, whatever ν.
#[test]
fn a_pulled_square_narrows_as_its_law_says() {
    // A fabric that contracts by itself is as stiff against a pull as its Young's modulus.
    for (fabric, young, ratio, own) in
        [(anisotropic(), WEFT, WEFT / WARP, 0.0), (isotropic(600.0, 0.3), 600.0, 1.0, 0.3)]
    {
        let outcome = run("poisson-square", &fabric, &["triangles=300"]);
        assert_eq!(outcome.column("poisson"), [0.0, 0.125, 0.25, 0.375, 0.5]);
        agrees(number(&outcome, "fabric_poisson") + 1.0, own + 1.0, 1e-12);
        for row in &outcome.rows {
            agrees(row[2], (1.0 - 2.0 * row[0] * f64::sqrt(ratio) * 0.625).sqrt(), 1e-10);
            agrees(row[5], 0.2 * young * 0.625 * 1.5, 1e-10);
            // Clamps hold the ends wide, so that the middle narrows less and pulls harder.
            assert!(row[1] >= row[2] - 1e-12 && row[4] >= row[5] - 1e-9, "{row:?}");
        }
    }
}

/// Stretched by half, ε = 0.625, with a weft ten times as stiff as the warp: no width is left from ν = 0.8/√10 on.
#[test]
fn a_square_is_not_pulled_until_it_has_no_width() {
    let stiff_weft =
        fabric("membrane.orthotropic", &json!({ "weft_n_per_m": 1000, "warp_n_per_m": 100, "shear_n_per_m": 45 }));
    let issues = try_run("poisson-square", &stiff_weft, &[]).expect_err("refused");
    assert_eq!(issues.len(), 1);
    assert!(issues[0].code == "lab.poisson-too-large" && issues[0].cure.contains("0.253"), "{issues:?}");
    let less = run("poisson-square", &stiff_weft, &["max_poisson=0.2", "triangles=100"]);
    assert!(number(&less, "max_relative_error") < 1e-9, "{:?}", less.figures);
}

/// St Venant–Kirchhoff: f = w E ½(λ³ − λ), weakest against compression at λ = 1/√3; the linear material: w E (λ − 1).
#[test]
fn compression_collapses_only_on_green_lagrange_strain() {
    let outcome = run("compression", &anisotropic(), &["direction=warp"]);
    for row in &outcome.rows {
        let stretch = 1.0 + row[0];
        assert!((row[1] - 0.01 * WARP * 0.5 * (stretch * stretch * stretch - stretch)).abs() < 1e-10, "{row:?}");
        assert!((row[3] - 0.01 * WARP * row[0]).abs() < 1e-10, "{row:?}");
    }
    assert!((number(&outcome, "collapse_elongation") - (1.0 / 3.0_f64.sqrt() - 1.0)).abs() < 0.01);
}

/// Cut with its warp vertical the square is a hanging strip: ρ g L²/(2E) for small strains. The fabric weighs 150 g/m².
#[test]
fn hanging_squares_carry_their_weight() {
    let outcome = run("hanging-angles", &anisotropic(), &["angles=3", "triangles=400"]);
    let sag = 0.15 * 9.81 / (2.0 * WARP);
    agrees(outcome.rows[0][1], sag, 0.01);
    agrees(outcome.rows[0][2], sag, 1e-9);
    assert!(outcome.rows[1][1] > 3.0 * outcome.rows[2][1], "the bias hangs longest: {:?}", outcome.rows);
    for row in &outcome.rows {
        agrees(row[6], 0.15 * 9.81, 1e-9);
    }
}

#[test]
fn two_corners_carry_the_weight_and_a_linear_fabric_is_its_own_linearisation() {
    let outcome = run("two-corner-hang", &anisotropic(), &["triangles=200"]);
    assert_eq!(outcome.find("equilibrium_found"), Some(&Figure::Flag(true)), "{:?}", outcome.figures);
    assert!(number(&outcome, "reaction_relative_error") < 1e-9);
    agrees(number(&outcome, "weight_n"), 0.15 * 9.81, 1e-9);
    assert_eq!(number(&outcome, "max_strain"), number(&outcome, "linear_max_strain"));
    assert!(outcome.column("strain").windows(2).all(|pair| pair[0] <= pair[1]));
}

#[test]
fn cloth_finds_back_from_a_scramble_with_the_whole_jacobian() {
    let outcome = run("large-deformation", &anisotropic(), &["triangles=200"]);
    assert_eq!(outcome.find("exact_recovers"), Some(&Figure::Flag(true)), "{:?}", outcome.rows);
    assert!(number(&outcome, "exact_iterations_max") < number(&outcome, "truncated_iterations_max"));
}

/// A membrane without tension resists a small displacement by its cube: eight times the force at twice the way.
#[test]
fn a_pressed_disc_is_resisted_by_the_cube() {
    let outcome = run("pressed-disc", &anisotropic(), &["max_displacement_mm=8", "points=2", "triangles=600"]);
    let force = outcome.column("force_n");
    assert!((7.5..8.2).contains(&(force[1] / force[0])), "{force:?}");
    assert!(number(&outcome, "energy_slope_relative_error") < 1e-4, "{:?}", outcome.figures);
    let issues = try_run("pressed-disc", &anisotropic(), &["disc_mm=300"]).expect_err("no ring is left");
    assert_eq!(issues[0].code, "lab.setting-range");
}

/// Whatever is added to the table runs with few triangles and gives finite numbers, one per column.
#[test]
fn every_experiment_runs_coarsely() {
    for row in Experiments::rows() {
        let coarse = [
            ("triangles", "80"),
            ("points", "2"),
            ("angles", "2"),
            ("most_iterations", "20"),
            ("n", "8"),
            ("steps", "5"),
            ("repeats", "2"),
            ("seconds", "0.1"),
            ("settle_s", "0.1"),
            ("longest_s", "0.1"),
        ];
        let given: Vec<String> = coarse
            .iter()
            .filter(|(key, _)| row.parameters.iter().any(|p| p.id == *key))
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        // A round sample of 80 triangles has none that hangs free.
        let given: Vec<String> = given
            .iter()
            .map(|set| if row.id == "lab.drapemeter" { set.replace("=80", "=600") } else { set.clone() })
            .collect();
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let outcome = run(row.id, &lab::default_fabric(), &given);
        assert_eq!(outcome.columns, row.make.columns, "{}", row.id);
        assert!(!outcome.rows.is_empty() && !outcome.figures.is_empty(), "{}", row.id);
        for numbers in &outcome.rows {
            let finite = numbers.iter().all(|number| number.is_finite());
            assert!(finite && numbers.len() == outcome.columns.len(), "{}: {numbers:?}", row.id);
        }
        assert!(!serde_json::to_string(&outcome.report()).expect("JSON").contains("null"), "{}", row.id);
        assert_eq!(outcome.csv().lines().count(), outcome.rows.len() + 1);
    }
}

#[test]
fn every_wrong_setting_is_named_at_once() {
    let tensile = lab::find("tensile").expect("known");
    let given = [
        "lenght_mm=50",
        "width_mm=wide",
        "max_strain=-1",
        "triangles=2.5",
        "direction=bias",
        "irregular",
        "points=5",
        "points=6",
        "colour=red",
    ];
    let issues = lab::settings(tensile, &given).expect_err("wrong");
    let codes: Vec<&str> = issues.iter().map(|issue| issue.code.as_str()).collect();
    assert_eq!(
        codes,
        [
            "lab.unknown-setting",
            "lab.setting-number",
            "lab.setting-range",
            "lab.setting-number",
            "lab.setting-choice",
            "lab.setting-form",
            "lab.setting-twice",
            "lab.unknown-setting",
        ]
    );
    assert!(issues.iter().all(|issue| !issue.place.is_empty() && !issue.cure.is_empty()), "{issues:?}");
    assert!(issues[0].cure.contains("Did you mean \"length_mm\"?"), "{}", issues[0]);
    assert!(issues[4].cure.contains("\"weft\", \"warp\""), "{}", issues[4]);

    let issue = lab::find("tensil").expect_err("unknown");
    assert!(issue.code == "lab.unknown-experiment" && issue.cure.contains("Did you mean \"tensile\"?"), "{issue}");
    assert_eq!(lab::preset("denin").expect_err("unknown").code, "lab.unknown-preset");
}

#[test]
fn a_fabric_of_its_own_file_is_checked_as_in_a_document() {
    let issues =
        lab::read_fabric(r#"{"id": "a", "name": 3, "membrane": {"kind": "membrane.rubber"}}"#).expect_err("wrong");
    let found: Vec<(&str, &str)> = issues.iter().map(|i| (i.code.as_str(), i.place.as_str())).collect();
    assert!(found.contains(&("value.type", "name")), "{found:?}");
    assert!(found.contains(&("value.choice", "membrane.kind")), "{found:?}");
    assert!(found.contains(&("value.missing", "bending")), "{found:?}");
    assert_eq!(lab::read_fabric("{").expect_err("cut off")[0].code, "json.syntax");
    assert_eq!(lab::read_fabric(r#"{"toile": 1, "fabrics": []}"#).expect_err("a document")[0].code, "lab.not-a-fabric");
    let denim = serde_json::to_string(&lab::default_fabric()).expect("JSON");
    assert_eq!(lab::read_fabric(&denim).expect("in order"), lab::default_fabric());
}

struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab").join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("created");
        Folder(path)
    }

    /// Exit code, standard output and standard error.
    fn lab(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toile"));
        let output = command.arg("lab").args(arguments).current_dir(&self.0).output().expect("it starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("not killed"), text(output.stdout), text(output.stderr))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.0)
            .expect("readable")
            .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn the_command_writes_curve_report_and_frames() {
    let folder = Folder::new("writes");
    fs::write(folder.0.join("f.json"), serde_json::to_string(&anisotropic()).expect("JSON")).expect("written");
    let files = ["--csv", "c.csv", "--report", "r.json", "--frames", "f.f32"];
    let set = ["--set", "triangles=100", "--set", "points=3", "--set", "direction=warp"];
    let arguments = [&["tensile", "--fabric", "f.json"][..], &set, &files].concat();
    let (code, out, err) = folder.lab(&arguments);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    assert_eq!(folder.names(), ["c.csv", "f.f32", "f.json", "r.json"]);
    let csv = fs::read_to_string(folder.0.join("c.csv")).expect("readable");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines[0], lines.len()), ("displacement_m,force_n,model_force_n", 4));
    let last: Vec<f64> = lines[3].split(',').map(|number| number.parse().expect("a number")).collect();
    agrees(last[1], 0.2 * WARP * 0.22 * 1.2, 1e-9);
    let report: Value =
        serde_json::from_str(&fs::read_to_string(folder.0.join("r.json")).expect("readable")).expect("JSON");
    assert!(report["max_relative_error"].as_f64().is_some_and(|error| error < 1e-4), "{report}");
    assert_eq!((&report["fabric"], &report["settings"]["direction"]), (&json!("sample"), &json!("warp")));
    // Three points of the curve, three numbers of four bytes per particle.
    let frames = fs::metadata(folder.0.join("f.f32")).expect("there").len();
    assert!(frames > 0 && frames.is_multiple_of(3 * 3 * 4), "{frames}");
}

#[test]
fn the_command_refuses_everything_that_is_wrong_at_once() {
    let folder = Folder::new("refuses");
    let wrong = ["shear", "--preset", "velvet", "--set", "points=0", "--set", "x=1", "--csv", "a", "--report", "./a"];
    let (code, out, err) = folder.lab(&wrong);
    let codes: Vec<&str> = err.lines().map(|line| line.split([' ', ':']).next().unwrap_or_default()).collect();
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(codes, ["lab.setting-range", "lab.unknown-setting", "lab.unknown-preset", "file.same"], "{err}");
    let (code, _, err) = folder.lab(&["tensil", "--fabric", "none.json", "--csv", "nowhere/c.csv"]);
    let codes: Vec<&str> = err.lines().map(|line| line.split([' ', ':']).next().unwrap_or_default()).collect();
    assert_eq!((code, codes), (2, vec!["lab.unknown-experiment", "file.unreadable", "file.unwritable"]), "{err}");
    fs::write(folder.0.join("bad.json"), r#"{"id": 1}"#).expect("written");
    let (code, _, err) = folder.lab(&["tensile", "--fabric", "bad.json"]);
    assert!(code == 2 && err.contains("value.type at bad.json id: "), "{err}");
    assert_eq!(folder.lab(&[]).0, 2);
    assert_eq!(folder.names(), ["bad.json"]);
}

#[test]
fn the_list_and_the_summary_are_for_people() {
    let folder = Folder::new("people");
    let (code, list, _) = folder.lab(&["--list"]);
    assert_eq!(code, 0);
    for row in Experiments::rows() {
        assert!(list.contains(row.id.trim_start_matches(lab::PREFIX)) && list.contains(row.title), "{}", row.id);
    }
    assert!(list.contains("--set direction=weft|warp  [default: weft]"), "{list}");
    assert!(list.contains("--set length_mm=…  [default: 50 mm, from 1 to 5000]"), "{list}");
    let (code, out, _) = folder.lab(&["compression", "--preset", "interlock", "--set", "points=3"]);
    assert!(code == 0 && out.contains("Interlock jersey") && out.contains("max_relative_error"), "{out}");
    assert_eq!(folder.names(), Vec::<String>::new());
}
