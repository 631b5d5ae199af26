//! `toile body`: looks at a body's file and puts a garment on it.

use super::{Command, PLAIN, counted, print};
use crate::files::{Output, all_apart, read_document, read_text};
use clap::{Arg, ArgMatches};
use std::path::{Path, PathBuf};
use toile::body::Assets;
use toile::body::mesh::Known;
use toile::document::{self, Body, BodyMesh, Document};
use toile::garment::{FileSurface, own_body, put_on_own_body};
use toile::io::read_obj_surface;
use toile::issue::{Issue, Issues};

pub(super) const COMMAND: Command = Command {
    name: "body",
    about: "Checks a body from an OBJ file, mends what it safely can, and puts a garment on it",
    more: "Every mending is one line on standard error. A surface with holes is refused: what should be there is not known.",
    arguments,
    run,
    ..PLAIN
};

const UNITS: [(&str, f64); 4] = [("m", 1.0), ("dm", 0.1), ("cm", 0.01), ("mm", 0.001)];

fn arguments() -> Vec<Arg> {
    let path = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).value_parser(clap::value_parser!(PathBuf))
    };
    vec![
        path("file", "F.obj").required(true).help("The body: a closed surface"),
        path("document", "DOC.json").long("document").requires("out").help("The garment to put on it"),
        path("out", "OUT.json").long("out").requires("document").help("Writes the garment on the body"),
        Arg::new("unit")
            .long("unit")
            .value_parser(UNITS.map(|(name, _)| name))
            .help("Unit of the file's numbers, instead of one guessed from the height"),
        Arg::new("up")
            .long("up")
            .value_parser(["y", "z"])
            .help("The file's axis that is up, instead of one guessed from the shape"),
    ]
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let path = |name: &str| matches.get_one::<PathBuf>(name).map(PathBuf::as_path);
    let word = |name: &str| matches.get_one::<String>(name);
    let Some(file) = path("file") else { return Ok(()) };
    let known = Known {
        unit: word("unit").and_then(|unit| UNITS.iter().find(|(name, _)| name == unit)).map(|(_, metres)| *metres),
        z_up: word("up").map(|axis| axis == "z"),
    };
    // All are looked at before any is complained about.
    let body = read(file, known);
    let garment = path("document").map(read_document).transpose();
    let output = path("out").map(|out| claim(&[Some(file), path("document"), Some(out)], out)).transpose();
    let ((body, mendings), garment, output) = match (body, garment, output) {
        (Ok(body), Ok(garment), Ok(output)) => (body, garment, output),
        (body, garment, output) => {
            return Err([body.err(), garment.err(), output.err()].into_iter().flatten().flatten().collect());
        }
    };
    for mending in mendings {
        eprintln!("{mending}");
    }
    let summary = summary(&body);
    if let (Some(mut garment), Some(output)) = (garment, output) {
        let garment: &mut Document = &mut garment;
        put_on_own_body(garment, body, Assets::built_in())?;
        output.stage(document::write(garment).as_bytes())?.commit()?;
    }
    print(&summary)
}

fn read(file: &Path, known: Known) -> Result<(Body, Issues), Issues> {
    let surface = read_obj_surface(&read_text(file)?)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    own_body(FileSurface { name: &name, vertices: &surface.vertices, triangles: &surface.triangles }, known)
}

/// The file to write, which must be none of those that are read.
fn claim(all: &[Option<&Path>], out: &Path) -> Result<Output, Issues> {
    let issues = all_apart(all);
    if issues.is_empty() { Output::claim(out).map_err(|issue: Issue| vec![issue]) } else { Err(issues) }
}

fn summary(body: &Body) -> String {
    let none = BodyMesh::default();
    let mesh = body.mesh.as_ref().unwrap_or(&none);
    let height = mesh.vertices_mm.iter().map(|corner| corner[1]).fold(0.0, f64::max);
    format!("{:?}: {}, {:.1} cm high, closed\n", mesh.name, counted(mesh.triangles.len(), "triangle"), height / 10.0)
}
