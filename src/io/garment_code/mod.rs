//! GarmentCode JSON: sewing patterns as panels of edges and stitches between them.
//!
//! ```text
//! text ─ json ─ units ─┬─ panel ─ outline, curve, shape ─┬─► Document
//!      comments        └─ stitch ────────────────────────┘
//! ```
//!
//! The file's own numbers (vertices, edges, units) are used until everything has been checked, so that every issue names
//! a place in the file. Fields that are not known are left alone: other tools write many.

mod curve;
mod fields;
mod json;
mod outline;
mod panel;
mod shape;
mod stitch;
mod units;

use super::ImportFormat;
use crate::document::{CURRENT_VERSION, Choice, Document, Fabric, MOST_TRIANGLES, MeshSettings, Simulation, validate};
use crate::issue::{Issue, Issues, none_or};
use crate::row::Row;
use fields::{Found, field, item_of};
use json::{Json, quoted};
use panel::Piece;
use std::collections::{BTreeMap, BTreeSet};
use stitch::{EdgeCounts, unknown_panel};
use units::{UNITS_PLACE, Units};

pub(super) const ROW: Row<ImportFormat> = Row {
    id: "import.garmentcode",
    title: "GarmentCode JSON",
    help: "Panels with curved edges, where they start in space, and the stitches between them. \
           The fabric is a plain cotton and the body is left out: the file says nothing of either.",
    parameters: &[],
    curves: &[],
    make: ImportFormat { extension: "json", recognises, read },
};

/// Id of the one fabric.
const FABRIC: &str = "fabric";

/// Triangles of a whole garment that a mesh size is chosen for: quick to drape, and fine enough for its folds.
const TRIANGLES: f64 = 10_000.0;
/// Area over squared edge length of an equilateral triangle, √3/4.
const EQUILATERAL: f64 = 0.433_012_701_892_219_3;
/// Sizes that are chosen, mm: below, small pieces become slow; above, folds become facets.
const SIZES_MM: [f64; 2] = [8.0, 25.0];

/// Id of the edge with this number in the file's list.
fn edge_id(index: usize) -> String {
    format!("e{index}")
}

fn recognises(text: &str) -> bool {
    text.contains("\"pattern\"") && text.contains("\"panels\"")
}

fn read(text: &str, name: &str) -> Result<Document, Issues> {
    let file = Json::parse(text).map_err(|error| vec![syntax(text, &error)])?;
    let pattern = file.get("pattern").unwrap_or(&Json::Null);
    let Some(Json::Object(panels)) = pattern.get("panels") else { return Err(vec![not_garment_code(&file)]) };

    let mut found = Found::default();
    let units = Units::read(&file, &mut found);
    let panels = in_order(panels, pattern.get("panel_order"), &mut found);
    let mut pieces: Vec<(&str, Piece)> =
        panels.iter().filter_map(|(key, value)| Some((*key, panel::read(key, value, &units, &mut found)?))).collect();
    let edges = |panel: &Json| match panel.get("edges") {
        Some(Json::List(edges)) => Some(edges.len()),
        _ => None,
    };
    let counts: EdgeCounts = panels.iter().map(|(key, value)| (*key, edges(value))).collect();
    let stitches = stitch::read(pattern.get("stitches"), &counts, &mut found);
    let size_mm = mesh_size(&pieces, &mut found);
    if !found.is_empty() {
        return Err(found.into_issues());
    }

    let mut taken: BTreeSet<String> = counts.keys().map(|key| (*key).to_owned()).collect();
    for (key, piece) in &mut pieces {
        piece.panel.mesh = MeshSettings { size_mm, ..MeshSettings::default() };
        if key.trim().is_empty() {
            piece.panel.id = free_id(&mut taken);
        }
    }
    let by_key = pieces.iter().map(|(key, piece)| (*key, piece)).collect();
    let seams = stitches.iter().enumerate().map(|(i, stitch)| stitch.seam(i, &by_key)).collect();
    let panels = pieces.into_iter().map(|(_, piece)| piece.panel).collect();
    let document = Document {
        toile: CURRENT_VERSION,
        name: name.to_owned(),
        fabrics: vec![Fabric::plain_cotton(FABRIC)],
        panels,
        seams,
        pins: Vec::new(),
        bodies: Vec::new(),
        simulation: Simulation::default(),
        integrator: Choice::default(),
        made_to_measure: None,
    };
    none_or(validate(&document))?;
    Ok(document)
}

/// The panels in the order they are to be shown: that of `panel_order`, then of the file.
fn in_order<'a>(panels: &'a [(String, Json)], order: Option<&'a Json>, found: &mut Found) -> Vec<(&'a str, &'a Json)> {
    let place = "pattern.panels";
    if panels.is_empty() {
        let issue = Issue::new("garmentcode.no-panels", place, "there is no cloth in it");
        found.add(issue.cure("Choose a file with at least one panel."));
    }
    let mut known: BTreeMap<&str, &Json> = BTreeMap::new();
    for (key, value) in panels {
        if known.insert(key, value).is_some() {
            let issue = Issue::new("garmentcode.panel-repeated", field(place, key), "two panels have this name");
            found.add(issue.value(quoted(key)).cure("Give each panel its own name, in the stitches too."));
        }
    }
    let place = "pattern.panel_order";
    let mut names: Vec<&str> = Vec::new();
    for (i, name) in order.and_then(|order| found.list(order, place)).into_iter().flatten().enumerate() {
        let place = item_of(place, i);
        match found.text(name, &place) {
            Some(name) if known.contains_key(name) => names.push(name),
            Some(name) => found.add(unknown_panel(name, &place, known.keys().copied())),
            None => {}
        }
    }
    names.extend(panels.iter().map(|(key, _)| key.as_str()));
    // What was taken once is not there a second time.
    names.into_iter().filter_map(|name| known.remove_entry(name)).collect()
}

/// An id that no panel has, for a panel whose name is blank.
fn free_id(taken: &mut BTreeSet<String>) -> String {
    let mut id = "panel".to_owned();
    let mut number = 1;
    while taken.contains(&id) {
        number += 1;
        id = format!("panel-{number}");
    }
    taken.insert(id.clone());
    id
}

/// The size that gives the whole garment about [`TRIANGLES`], in steps of half a millimetre.
fn mesh_size(pieces: &[(&str, Piece)], found: &mut Found) -> f64 {
    let [least, most] = SIZES_MM;
    let area: f64 = pieces.iter().map(|(_, piece)| piece.area_mm2).sum();
    let outline: f64 = pieces.iter().map(|(_, piece)| piece.length_mm).sum();
    let fewest = area / (EQUILATERAL * most * most) + outline / most;
    if fewest > f64::from(MOST_TRIANGLES) {
        let problem = format!("the panels have {:.0} m² of cloth together, too much to mesh", area * 1e-6);
        let issue = Issue::new("garmentcode.too-large", UNITS_PLACE, problem);
        found.add(issue.cure("Check the unit: write 100 for centimetres, 1000 for millimetres, 1 for metres."));
    }
    let wanted = (area / (EQUILATERAL * TRIANGLES)).sqrt();
    ((wanted * 2.0).round() / 2.0).clamp(least, most)
}

fn syntax(text: &str, error: &serde_json::Error) -> Issue {
    const CODE: &str = "garmentcode.syntax";
    if text.trim().is_empty() {
        return Issue::new(CODE, "", "there is no text in it").cure("Choose another file.");
    }
    let message = error.to_string();
    // The library closes its message with the position, which stands in the place already.
    let what = message.split(" at line ").next().unwrap_or_default();
    let cure = if error.is_eof() {
        "The file was probably cut off while it was saved or sent; use another copy."
    } else {
        "Look for a missing comma, quote or bracket there."
    };
    let place = format!("line {} column {}", error.line(), error.column());
    Issue::new(CODE, place, format!("not JSON: {what}")).cure(cure)
}

fn not_garment_code(file: &Json) -> Issue {
    let cure = if file.get("toile").is_some() {
        "It is a Toile document already: open it as it is."
    } else {
        "Choose a file that has \"panels\" in its \"pattern\"."
    };
    Issue::new("garmentcode.not-garmentcode", "", "is JSON, but no GarmentCode pattern").value(file).cure(cure)
}
