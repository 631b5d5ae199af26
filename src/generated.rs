//! Keeps the files that are made from the Rust types as the types are: TypeScript for the page, and the JSON Schema.

use crate::body::mannequin::Named;
use crate::body::{ArrangementPoint, Miss};
use crate::cloth::{Draft, DraftEdge, DraftPanel, DraftSeam, Patch, Stretch, Thread};
use crate::document::{
    self, Body, BodyContact, BodyMesh, ChoiceShape, Document, Fabric, Look, MadeToMeasure, Sheet, Simulation,
};
use crate::document::{Curve, Dart, Edge, Fold, Hole, Lie, Line, MeshSettings, Notch, Panel, Pin, Placement, Symmetry};
use crate::document::{Direction, Elastic, Seam, SeamPart, Stiffening, Weave};
use crate::document::{Finish, InterlinedRegion, Print, RegionEdge, Surface};
use crate::inspect::{MapDomain, MapInfo, MapScale, Principal, Probe, ProbeMode};
use crate::issue::Issue;
use crate::lab::{Axis, Branch, ExperimentInfo, Knot, Laws, ListOf, OneOf, Plot, Trace};
use crate::math::spline::{Segment, Spline};
use crate::row::{CurveParameter, Parameter, RowInfo};
use crate::solver::StepReport;
use crate::tables::{DrapeBand, FigureInfo, GarmentInfo, Sketch, Tables};
use std::path::Path;
use ts_rs::{Config, TS};

/// Set to write the files instead of comparing them; `make types` does.
const UPDATE: &str = "TOILE_UPDATE";

fn typescript() -> String {
    // Every count fits a JavaScript number: a document has at most half a million triangles.
    let config = Config::new().with_large_int("number");
    let types = [
        declared::<Document>,
        declared::<MadeToMeasure>,
        declared::<Fabric>,
        declared::<Sheet>,
        declared::<Look>,
        declared::<Surface>,
        declared::<Print>,
        declared::<Finish>,
        declared::<Panel>,
        declared::<Edge>,
        declared::<Notch>,
        declared::<Curve>,
        declared::<Hole>,
        declared::<InterlinedRegion>,
        declared::<RegionEdge>,
        declared::<Line>,
        declared::<Fold>,
        declared::<Dart>,
        declared::<Symmetry>,
        declared::<Placement>,
        declared::<Lie>,
        declared::<MeshSettings>,
        declared::<Seam>,
        declared::<SeamPart>,
        declared::<Direction>,
        declared::<Weave>,
        declared::<Stiffening>,
        declared::<Elastic>,
        declared::<Pin>,
        declared::<Body>,
        declared::<BodyMesh>,
        declared::<BodyContact>,
        declared::<Simulation>,
        declared::<ChoiceShape>,
        declared::<Spline>,
        declared::<Segment>,
        declared::<Issue>,
        declared::<Parameter>,
        declared::<CurveParameter>,
        declared::<RowInfo>,
        declared::<OneOf>,
        declared::<ListOf>,
        declared::<ExperimentInfo>,
        declared::<MapInfo>,
        declared::<MapScale>,
        declared::<MapDomain>,
        declared::<Probe>,
        declared::<ProbeMode>,
        declared::<Principal>,
        declared::<Laws>,
        declared::<Plot>,
        declared::<Axis>,
        declared::<Trace>,
        declared::<Branch>,
        declared::<Knot>,
        declared::<Patch>,
        declared::<Draft>,
        declared::<DraftPanel>,
        declared::<DraftEdge>,
        declared::<DraftSeam>,
        declared::<Stretch>,
        declared::<Thread>,
        declared::<StepReport>,
        declared::<ArrangementPoint>,
        declared::<Miss>,
        declared::<GarmentInfo>,
        declared::<Sketch>,
        declared::<FigureInfo>,
        declared::<DrapeBand>,
        declared::<Named>,
        declared::<Tables>,
    ];
    let header = "// Generated from the Rust types by `make types`; do not edit.\n".to_owned();
    types.iter().fold(header, |text, declare| text + "\n" + &declare(&config))
}

/// One type with its comments, laid out as the page's other files are.
fn declared<T: TS>(config: &Config) -> String {
    let text = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config));
    let text = text.replace("/**\n * ", "/** ").replace("\n */", " */");
    let text = text.replace(", }", ";\n}").replace(", \n", ";\n").replace("{ \n", "{\n");
    let mut out = String::new();
    for line in text.lines() {
        let outer = line.starts_with("export") || line.starts_with('}') || !out.contains("export");
        out += if outer { "" } else { "  " };
        out += line;
        out.push('\n');
    }
    out
}

fn schema() -> String {
    let mut text = serde_json::to_string_pretty(&document::generate_schema()).expect("a schema is plain JSON");
    text.push('\n');
    text
}

fn check(file: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os(UPDATE).is_some() {
        return std::fs::write(&path, wanted).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let found = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}; run `make types`"));
    assert!(found == wanted, "{file} is not what the Rust types say; run `make types` and commit the file");
}

#[test]
fn the_pages_types_are_those_of_the_engine() {
    check("www/src/engine/types.ts", &typescript());
}

#[test]
fn every_type_that_is_named_is_there() {
    let text = typescript();
    let code = text.lines().filter(|line| !line.trim_start().starts_with(['/', '*']));
    let words: Vec<&str> = code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).collect();
    let named = words.iter().filter(|word| word.starts_with(|c: char| c.is_uppercase()) && **word != "Array");
    for name in named {
        assert!(text.contains(&format!("export type {name} =")), "{name} is not among the types that are written");
    }
    assert!(words.contains(&"Seam"), "the types are not where the test looks");
}

#[test]
fn the_committed_schema_is_that_of_the_types() {
    check("src/document/document.schema.json", &schema());
    check("src/document/document.checks.json", &format!("{}\n", document::generate_checks()));
}

#[test]
fn a_type_is_laid_out_with_its_comments() {
    #[derive(TS)]
    #[allow(dead_code)]
    /// A thing.
    struct Thing {
        /// How many.
        count: u64,
        /// Which.
        names: Vec<&'static str>,
    }
    let wanted = "/** A thing. */\nexport type Thing = {\n  /** How many. */\n  count: number;\n  /** Which. */\n  names: Array<string>;\n};\n";
    let config = Config::new().with_large_int("number");
    assert_eq!(declared::<Thing>(&config), wanted);
}
