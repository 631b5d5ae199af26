//! `toile check`: is the document in order?

use super::{Command, PLAIN, counted, document_argument, print};
use crate::files::read_document;
use clap::ArgMatches;
use std::path::PathBuf;
use toile::cloth::assemble;
use toile::issue::Issues;

pub(super) const COMMAND: Command = Command {
    name: "check",
    about: "Checks a document and names everything that is wrong with it",
    arguments: || vec![document_argument()],
    run,
    ..PLAIN
};

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let Some(path) = matches.get_one::<PathBuf>("document") else { return Ok(()) };
    let document = read_document(path)?;
    // Building the cloth finds what only geometry knows, such as outlines that cross themselves.
    assemble(&document)?;
    print(&format!(
        "{:?} is in order: {}, {}\n",
        document.name,
        counted(document.panels.len(), "panel"),
        counted(document.fabrics.len(), "fabric"),
    ))
}
