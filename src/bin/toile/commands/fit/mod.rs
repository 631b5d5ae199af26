//! `toile fit`: makes a fabric from measurements. One file per kind of measurement and one line in the table.

mod bending;
mod tensile;

use super::{Command, PLAIN};

pub(super) const COMMAND: Command = Command {
    name: "fit",
    about: "Makes a fabric from measurements",
    kinds: &[tensile::COMMAND, bending::COMMAND],
    ..PLAIN
};
