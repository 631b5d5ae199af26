//! Every table is complete and consistent, whatever rows are added to it.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toile::document::{self, Document, Fabric};
use toile::inspect::Maps;
use toile::io::{ImportFormats, SurfaceFormats};
use toile::lab::Experiments;
use toile::row::{Parameter, RowInfo, Table};
use toile::tables::Tables;

/// Every table of rows with its name.
fn tables() -> Vec<(&'static str, Vec<RowInfo>)> {
    let all = Tables::all();
    let formats = SurfaceFormats::rows().iter().map(|row| row.info()).collect();
    vec![
        ("membrane", all.membrane),
        ("viscosity", all.viscosity),
        ("internal friction", all.internal_friction),
        ("bending", all.bending),
        ("friction", all.friction),
        ("seams", all.seams),
        ("shapes", all.shapes),
        ("motions", all.motions),
        ("maps", Maps::rows().iter().map(|row| row.info()).collect()),
        ("surface formats", formats),
        ("experiments", Experiments::rows().iter().map(|row| row.info()).collect()),
        ("import formats", ImportFormats::rows().iter().map(|row| row.info()).collect()),
    ]
}

/// Every list of parameters with the name of its owner.
fn parameter_lists() -> Vec<(String, &'static [Parameter])> {
    let all = Tables::all();
    let mut lists: Vec<_> =
        tables().into_iter().flat_map(|(_, rows)| rows).map(|r| (r.id.to_owned(), r.parameters)).collect();
    lists.push(("sheet".to_owned(), all.sheet));
    lists.push(("finish".to_owned(), all.finish));
    lists.push(("body_contact".to_owned(), all.body_contact));
    lists.push(("mesh".to_owned(), all.mesh));
    lists.push(("fold".to_owned(), all.fold));
    lists.push(("elastic".to_owned(), all.elastic));
    lists.push(("simulation".to_owned(), all.simulation));
    lists
}

fn is_word(text: &str, joint: char) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == joint;
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(allowed) && !text.ends_with(joint)
}

#[test]
fn ids_are_unique_and_read_kind_dot_name() {
    let mut seen = BTreeSet::new();
    for (table, rows) in tables() {
        assert!(!rows.is_empty(), "the table {table} is empty");
        let kinds: BTreeSet<&str> = rows.iter().map(|row| row.id.split('.').next().unwrap_or_default()).collect();
        assert_eq!(kinds.len(), 1, "ids of the table {table} begin alike, not with {kinds:?}");
        for row in rows {
            let words: Vec<&str> = row.id.split('.').collect();
            assert!(words.len() == 2 && words.iter().all(|word| is_word(word, '-')), "{} is not kind.name", row.id);
            assert!(seen.insert(row.id), "{} stands twice", row.id);
        }
    }
}

#[test]
fn rows_say_what_they_are() {
    for (_, rows) in tables() {
        for row in rows {
            assert!(!row.title.trim().is_empty(), "{} has no title", row.id);
            assert!(row.help.trim().ends_with('.'), "{}: help is sentences", row.id);
        }
    }
}

#[test]
fn parameters_have_ranges_around_their_defaults() {
    for (owner, parameters) in parameter_lists() {
        for p in parameters {
            let ([s0, s1], [h0, h1]) = (p.soft, p.hard);
            let name = format!("{owner}.{}", p.id);
            assert!([s0, s1, h0, h1, p.default].iter().all(|n| n.is_finite()), "{name}: a number is not finite");
            assert!(h0 <= s0 && s0 < s1 && s1 <= h1, "{name}: soft {:?} is not inside hard {:?}", p.soft, p.hard);
            assert!((s0..=s1).contains(&p.default), "{name}: default {} is outside soft {:?}", p.default, p.soft);
            if p.unit == "count" {
                let whole = [s0, s1, h0, h1, p.default].iter().all(|n| n.fract() == 0.0);
                assert!(whole, "{name}: counts are whole numbers");
            }
        }
    }
}

#[test]
fn parameters_have_help_and_a_source() {
    for (owner, parameters) in parameter_lists() {
        let ids: BTreeSet<&str> = parameters.iter().map(|p| p.id).collect();
        assert_eq!(ids.len(), parameters.len(), "{owner}: a parameter stands twice");
        for p in parameters {
            assert!(is_word(p.id, '_'), "{owner}.{} is not snake_case", p.id);
            assert!(p.help.trim().ends_with('.'), "{owner}.{}: help is sentences", p.id);
            assert!(!p.source.trim().is_empty(), "{owner}.{}: no source", p.id);
        }
    }
}

#[test]
fn curves_bend_and_are_in_order() {
    let mut seen = 0;
    for row in tables().into_iter().flat_map(|(_, rows)| rows) {
        let ids: BTreeSet<&str> = row.curves.iter().map(|curve| curve.id).collect();
        assert_eq!(ids.len(), row.curves.len(), "{}: a curve stands twice", row.id);
        for curve in row.curves {
            seen += 1;
            let name = format!("{}.{}", row.id, curve.id);
            assert!(is_word(curve.id, '_'), "{name} is not snake_case");
            assert!(!curve.x_unit.is_empty() && !curve.y_unit.is_empty(), "{name}: no unit");
            assert!(curve.help.trim().ends_with('.') && !curve.source.trim().is_empty(), "{name}: help and source");
            let default = (curve.default)();
            let knots: Vec<f64> = default.segments.iter().map(|segment| segment.to).collect();
            let inside = |x: &f64| (curve.knots[0]..=curve.knots[1]).contains(x);
            assert!(knots.windows(2).all(|pair| pair[0] < pair[1]) && knots.iter().all(inside), "{name}: {knots:?}");
            let [low, high] = default.slopes();
            assert!(curve.slopes[0] <= low.slope && high.slope <= curve.slopes[1], "{name}: {low:?} {high:?}");
            assert!(knots.len() > 1 && high.slope > 1.2 * low.slope, "{name}: the default is no curve worth a test");
        }
    }
    assert!(seen > 0, "no row has a curve");
}

/// A unit as field names spell it: `g/m²` is `g_per_m2`, `1/s` is `per_s`, a ratio or a count is nothing.
fn spelt(unit: &str) -> String {
    if matches!(unit, "1" | "count") {
        return String::new();
    }
    let plain = unit.to_lowercase().replace('µ', "u").replace('²', "2").replace('³', "3").replace('·', "_");
    let plain = plain.replace('°', "deg").replace('%', "pct");
    plain.strip_prefix("1/").map_or(plain.replace('/', "_per_"), |rest| format!("per_{rest}"))
}

/// Names that the command line's contract fixes: a unit written out, and a speed as in the columns of curves.
const FIXED: [(&str, &str); 2] = [("seconds", "s"), ("speed_m_s", "m/s")];

#[test]
fn field_names_end_in_their_unit() {
    assert_eq!(["g/m²", "1/s", "µN·m", "°", "N", "1"].map(spelt), ["g_per_m2", "per_s", "un_m", "deg", "n", ""]);
    for (owner, parameters) in parameter_lists() {
        for p in parameters {
            assert!(!p.unit.is_empty(), "{owner}.{}: no unit", p.id);
            let ending = spelt(p.unit);
            let ends = ending.is_empty() || p.id == ending || p.id.ends_with(&format!("_{ending}"));
            assert!(ends || FIXED.contains(&(p.id, p.unit)), "{owner}.{} does not end in its unit, {ending}", p.id);
        }
    }
}

/// The JSON files of a folder of the sources.
fn json_files(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.expect("readable").path());
    let json = entries.filter(|path| path.extension().is_some_and(|e| e == "json"));
    json.map(|path| (path.clone(), std::fs::read_to_string(path).expect("readable"))).collect()
}

#[test]
fn every_garment_file_is_in_order_and_in_the_table() {
    let garments = Tables::all().garments;
    let files = json_files("src/garment");
    assert_eq!(garments.len(), files.len(), "each file is listed once");
    for (path, text) in files {
        let garment = document::read(&text).unwrap_or_else(|issues| panic!("{}: {issues:?}", path.display()));
        assert!(garments.contains(&garment), "{} is not in the table", path.display());
        if let Err(issues) = toile::cloth::assemble(&garment) {
            panic!("{}: {issues:?}", path.display());
        }
    }
}

#[test]
fn every_preset_file_is_in_order_and_in_the_table() {
    let tables = Tables::all();
    let files = json_files("src/fabric/presets");
    assert_eq!(tables.fabrics.len(), files.len(), "each file is listed once");
    let ids: BTreeSet<&str> = tables.fabrics.iter().map(|fabric| fabric.id.as_str()).collect();
    assert_eq!(ids.len(), files.len(), "ids are unique");
    for (path, text) in files {
        // A fabric is checked where it lives: in a document whose panels are cut from it.
        let mut value = serde_json::to_value(&tables.garments[0]).expect("JSON");
        value["fabrics"] = serde_json::from_str(&format!("[{text}]")).expect("the preset is JSON");
        let id = value["fabrics"][0]["id"].clone();
        for panel in value["panels"].as_array_mut().expect("a list") {
            panel["fabric"] = id.clone();
        }
        let document: Document =
            document::read(&value.to_string()).unwrap_or_else(|issues| panic!("{}: {issues:?}", path.display()));
        let fabric: &Fabric = &document.fabrics[0];
        assert!(tables.fabrics.contains(fabric), "{} is not in the table", path.display());
        assert_eq!(path.file_stem().and_then(|s| s.to_str()), Some(fabric.id.as_str()), "the file is named as its id");
    }
}

#[test]
fn the_schema_names_every_row_and_parameter() {
    let schema = document::schema().to_string();
    let all = Tables::all();
    let laws = [all.membrane, all.viscosity, all.internal_friction, all.bending, all.friction];
    let rest = [all.seams, all.shapes, all.motions];
    for row in laws.into_iter().chain(rest).flatten() {
        assert!(schema.contains(&format!("\"const\":\"{}\"", row.id)), "{} is not in the schema", row.id);
        for p in row.parameters {
            assert!(schema.contains(&format!("\"{}\":", p.id)), "{}.{} is not in the schema", row.id, p.id);
        }
        for curve in row.curves {
            assert!(schema.contains(&format!("\"{}\":", curve.id)), "{}.{} is not in the schema", row.id, curve.id);
        }
    }
}

#[test]
fn experiments_have_words_to_choose_from_and_columns_with_units() {
    for row in Experiments::rows() {
        assert!(row.id.starts_with(toile::lab::PREFIX), "{}", row.id);
        let words = row.make.choices.iter().map(|choice| choice.id).chain(row.make.lists.iter().map(|list| list.id));
        let names: Vec<&str> = row.parameters.iter().map(|p| p.id).chain(words).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{}: a setting stands twice", row.id);
        for choice in row.make.choices {
            assert!(is_word(choice.id, '_') && choice.help.trim().ends_with('.'), "{}.{}", row.id, choice.id);
            assert!(choice.words.len() > 1 && choice.words.contains(&choice.default), "{}.{}", row.id, choice.id);
        }
        for list in row.make.lists {
            let name = format!("{}.{}", row.id, list.id);
            assert!(is_word(list.id, '_') && list.help.trim().ends_with('.') && !list.unit.is_empty(), "{name}");
            let within = list.default.iter().all(|x| (list.hard[0]..=list.hard[1]).contains(x));
            assert!(within && !list.default.is_empty() && list.default.len() <= list.most, "{name}");
        }
        let columns: BTreeSet<&&str> = row.make.columns.iter().collect();
        assert_eq!(columns.len(), row.make.columns.len(), "{}: a column stands twice", row.id);
        assert!(columns.iter().all(|column| is_word(column, '_')), "{}: {columns:?}", row.id);
    }
}
