//! `toile import`: makes a document from another tool's file.

use super::{Command, PLAIN, counted, print};
use crate::files::{Output, all_apart, read_text};
use clap::{Arg, ArgMatches};
use std::path::{Path, PathBuf};
use toile::body::Assets;
use toile::document::{self, Curve, Document};
use toile::garment::figure;
use toile::garment::put_on;
use toile::io::{Imported, import};
use toile::issue::{Issue, Issues};

pub(super) const COMMAND: Command =
    Command { name: "import", about: "Makes a document from another tool's file", arguments, run, ..PLAIN };

fn arguments() -> Vec<Arg> {
    let path = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).required(true).value_parser(clap::value_parser!(PathBuf))
    };
    vec![
        path("file", "F.json").help("The other tool's file; its format is told from its ending and content"),
        path("out", "DOC.json").long("out").help("Writes the document"),
        Arg::new("size")
            .long("size")
            .value_name("ID")
            .help("Puts it on this figure: known panels are arranged around it, others moved out of it"),
    ]
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    let (Some(file), Some(out)) = (path("file"), path("out")) else { return Ok(()) };
    // Both are looked at before either is complained about.
    let size =
        matches.get_one::<String>("size").map(|size| figure(size, "--size")).transpose().map_err(|issue| vec![issue]);
    let (output, mut imported, figure) = match (claim(file, out), read(file), size) {
        (Ok(output), Ok(imported), Ok(figure)) => (output, imported, figure),
        (output, imported, figure) => {
            return Err([output.err(), imported.err(), figure.err()].into_iter().flatten().flatten().collect());
        }
    };
    if let Some(figure) = figure {
        put_on(&mut imported.document, figure, Assets::built_in())?;
    }
    output.stage(document::write(&imported.document).as_bytes())?.commit()?;
    print(&summary(&imported))
}

/// The file to write, which must not be the one that is read.
fn claim(file: &Path, out: &Path) -> Result<Output, Issues> {
    let issues = all_apart(&[Some(file), Some(out)]);
    if !issues.is_empty() {
        return Err(issues);
    }
    Output::claim(out).map_err(|issue: Issue| vec![issue])
}

fn read(file: &Path) -> Result<Imported, Issues> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    import(&read_text(file)?, &name)
}

fn summary(imported: &Imported) -> String {
    let Document { name, panels, seams, .. } = &imported.document;
    let curves = panels.iter().flat_map(|panel| &panel.outline).filter(|edge| edge.curve != Curve::Line).count();
    format!(
        "{name:?} from {}: {}, {}, {}\n",
        imported.format.title,
        counted(panels.len(), "panel"),
        counted(seams.len(), "seam"),
        counted(curves, "curve"),
    )
}
