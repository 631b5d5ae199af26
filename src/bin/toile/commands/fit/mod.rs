//! `toile fit`: makes a fabric from measurements. One file per kind of measurement and one line in the table.

mod asked;
mod bending;
mod kes;
mod rolled;
mod stretch;
mod tensile;

use super::{Command, PLAIN};

pub(super) const COMMAND: Command = Command {
    name: "fit",
    about: "Makes a fabric from measurements",
    kinds: &[tensile::COMMAND, stretch::COMMAND, bending::COMMAND, kes::COMMAND],
    ..PLAIN
};
