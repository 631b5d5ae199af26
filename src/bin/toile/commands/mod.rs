//! The commands, one file each and one line in the table.

mod check;
mod drape;
mod import;
mod lab;
mod progress;
mod schema;
mod surface;

use clap::{Arg, ArgMatches};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use toile::issue::{Issue, Issues};

/// One command: `toile NAME …`.
struct Command {
    name: &'static str,
    about: &'static str,
    arguments: fn() -> Vec<Arg>,
    run: fn(&ArgMatches) -> Result<(), Issues>,
}

/// The commands, in the order `--help` shows them.
const COMMANDS: &[Command] = &[drape::COMMAND, check::COMMAND, import::COMMAND, lab::COMMAND, schema::COMMAND];

/// What the program exits with when its input is not in order.
const BAD_INPUT: u8 = 2;

/// Runs the command that the program's arguments name. Every issue is one line on standard error.
pub(crate) fn run() -> ExitCode {
    let matches = interface().get_matches();
    let Some((name, matches)) = matches.subcommand() else { return ExitCode::from(BAD_INPUT) };
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else { return ExitCode::from(BAD_INPUT) };
    match (command.run)(matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(issues) => {
            for issue in issues {
                eprintln!("{issue}");
            }
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn interface() -> clap::Command {
    let commands = COMMANDS.iter().map(|row| clap::Command::new(row.name).about(row.about).args((row.arguments)()));
    clap::Command::new("toile")
        .about("Drapes, checks and imports garments, and tests fabrics")
        .after_help(
            "Exit code 0 means success. Otherwise every issue found is one line on standard error, \
             with its code, place, value and cure, and nothing is half-written.",
        )
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands)
}

/// Prints to standard output. A reader that has seen enough and closes the pipe is no error.
fn print(text: &str) -> Result<(), Issues> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(vec![Issue::new("file.unwritable", "standard output", error.to_string())])
        }
        _ => Ok(()),
    }
}

/// A number of things in words: "1 panel", "3 panels".
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The argument every command on a document has.
fn document_argument() -> Arg {
    Arg::new("document")
        .value_name("DOC.json")
        .help("The document")
        .required(true)
        .value_parser(clap::value_parser!(std::path::PathBuf))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_interface_is_consistent() {
        super::interface().debug_assert();
    }
}
