//! The commands, one file each and one line in the table.

mod body;
mod calming;
mod check;
mod drape;
mod fit;
mod garment;
mod import;
mod lab;
mod progress;
mod schema;
mod surface;
mod usage;

use clap::error::ErrorKind as Refusal;
use clap::{Arg, ArgMatches};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use toile::issue::{Issue, Issues};

/// One command: `toile NAME …`, or `toile NAME KIND …` where it has kinds.
struct Command {
    name: &'static str,
    about: &'static str,
    /// Help that stands below the arguments.
    more: &'static str,
    arguments: fn() -> Vec<Arg>,
    /// Its kinds, commands themselves; with them it has neither arguments nor a function of its own.
    kinds: &'static [Command],
    run: fn(&ArgMatches) -> Result<(), Issues>,
}

/// A command without kinds, to be filled in.
const PLAIN: Command =
    Command { name: "", about: "", more: "", arguments: Vec::new, kinds: &[], run: |_: &ArgMatches| Ok(()) };

/// The commands, in the order `--help` shows them.
const COMMANDS: &[Command] = &[
    drape::COMMAND,
    check::COMMAND,
    import::COMMAND,
    garment::COMMAND,
    body::COMMAND,
    lab::COMMAND,
    fit::COMMAND,
    schema::COMMAND,
];

/// What the program exits with when its input is not in order.
const BAD_INPUT: u8 = 2;

/// What clap calls errors and is help that was asked for, or that a command line without a command gets.
const HELP: &[Refusal] =
    &[Refusal::DisplayHelp, Refusal::DisplayVersion, Refusal::DisplayHelpOnMissingArgumentOrSubcommand];

/// Runs the command that the program's arguments name. Every issue is one line on standard error.
pub(crate) fn run() -> ExitCode {
    let done = match interface().try_get_matches() {
        Ok(matches) => chosen(COMMANDS, &matches),
        Err(asked) if HELP.contains(&asked.kind()) => asked.exit(),
        Err(error) => Err(usage::issues(&error)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(issues) => {
            for issue in issues {
                eprintln!("{issue}");
            }
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Runs the command of the table that was named, or the kind of it.
fn chosen(table: &[Command], matches: &ArgMatches) -> Result<(), Issues> {
    let named =
        matches.subcommand().and_then(|(name, matches)| Some((table.iter().find(|c| c.name == name)?, matches)));
    match named {
        Some((command, matches)) if command.kinds.is_empty() => (command.run)(matches),
        Some((command, matches)) => chosen(command.kinds, matches),
        None => Err(vec![Issue::new("option.command", "", "no command is named").cure("See toile --help.")]),
    }
}

fn described(row: &Command) -> clap::Command {
    let command = clap::Command::new(row.name).about(row.about).args((row.arguments)()).after_help(row.more);
    if row.kinds.is_empty() {
        return command;
    }
    command.subcommand_required(true).arg_required_else_help(true).subcommands(row.kinds.iter().map(described))
}

fn interface() -> clap::Command {
    let commands = COMMANDS.iter().map(described);
    clap::Command::new("toile")
        .about("Drafts, drapes, checks and imports garments; tests fabrics and fits them to measurements")
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
