//! `toile schema`: what a document may hold.

use super::{Command, PLAIN, print};
use clap::ArgMatches;
use serde_json::json;
use toile::document;
use toile::issue::Issues;
use toile::tables::Tables;

pub(super) const COMMAND: Command = Command {
    name: "schema",
    about: "Prints the JSON Schema of the document and the table of every parameter",
    run,
    ..PLAIN
};

fn run(_: &ArgMatches) -> Result<(), Issues> {
    let tables = Tables::all();
    let whole = json!({
        "document": document::schema(),
        "parameters": {
            "membrane": tables.membrane,
            "viscosity": tables.viscosity,
            "internal_friction": tables.internal_friction,
            "bending": tables.bending,
            "friction": tables.friction,
            "shapes": tables.shapes,
            "motions": tables.motions,
            "body_contact": tables.body_contact,
            "sheet": tables.sheet,
            "mesh": tables.mesh,
            "simulation": tables.simulation,
            "experiments": tables.experiments,
        },
    });
    print(&format!("{whole:#}\n"))
}
