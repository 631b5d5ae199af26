//! `toile garment`: drafts a garment to a figure's measurements and writes the document.

use super::{Command, PLAIN, counted, print};
use crate::files::Output;
use clap::{Arg, ArgAction, ArgMatches};
use std::fmt::Write;
use std::path::PathBuf;
use toile::body::{Assets, SIZES, Size};
use toile::document;
use toile::garment::{Garment, Garments, figure, made_to_measure};
use toile::issue::{Issue, Issues};
use toile::row::{Row, Table, Values};

pub(super) const COMMAND: Command = Command {
    name: "garment",
    about: "Drafts a garment to a figure's measurements and writes the document",
    arguments,
    run,
    ..PLAIN
};

/// What every garment's id begins with.
const PREFIX: &str = "garment.";

fn arguments() -> Vec<Arg> {
    vec![
        Arg::new("garment").value_name("NAME").required_unless_present("list").help("The garment, such as t-shirt"),
        Arg::new("list")
            .long("list")
            .action(ArgAction::SetTrue)
            .conflicts_with_all(["garment", "size", "set", "out"])
            .help("Names every garment with its numbers, and every size"),
        Arg::new("size")
            .long("size")
            .value_name("ID")
            .default_value("woman-88")
            .help("The figure that it is drafted for"),
        Arg::new("set")
            .long("set")
            .value_name("key=value")
            .action(ArgAction::Append)
            .help("Changes a number of the garment; may be given many times"),
        Arg::new("out")
            .long("out")
            .value_name("DOC.json")
            .required_unless_present("list")
            .value_parser(clap::value_parser!(PathBuf))
            .help("Writes the document"),
    ]
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    if matches.get_flag("list") {
        return print(&list());
    }
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str).unwrap_or_default();
    let given: Vec<&str> = matches.get_many::<String>("set").unwrap_or_default().map(String::as_str).collect();
    // Everything is looked at before anything is complained about.
    let row = find(text("garment"));
    let figure = figure(text("size"), "--size");
    let values = values(&given);
    let output = matches.get_one::<PathBuf>("out").map(|path| Output::claim(path)).transpose();
    let (row, figure, values, output) = match (row, figure, values, output) {
        (Ok(row), Ok(figure), Ok(values), Ok(output)) => (row, figure, values, output),
        (row, figure, values, output) => {
            let single = [row.err(), figure.err(), output.err()].into_iter().flatten();
            return Err(single.chain(values.err().unwrap_or_default()).collect());
        }
    };
    let document = made_to_measure(row, &values, figure, Assets::built_in())?;
    if let Some(output) = output {
        output.stage(document::write(&document).as_bytes())?.commit()?;
    }
    let (panels, seams) = (counted(document.panels.len(), "panel"), counted(document.seams.len(), "seam"));
    print(&format!("{}: {panels}, {seams}\n", row.title))
}

fn find(name: &str) -> Result<&'static Row<Garment>, Issue> {
    let id = if name.starts_with(PREFIX) { name.to_owned() } else { format!("{PREFIX}{name}") };
    Garments::find(&id).ok_or_else(|| {
        let known: Vec<&str> = Garments::rows().iter().map(|row| row.id.trim_start_matches(PREFIX)).collect();
        let issue = Issue::new("garment.unknown", "NAME", "there is no such garment").value(name);
        issue.cure(format!("Use one of: {}.", known.join(", ")))
    })
}

fn values(given: &[&str]) -> Result<Values, Issues> {
    let mut values = Values::new();
    let mut issues = Issues::new();
    for each in given {
        let number = each.split_once('=').and_then(|(key, value)| Some((key, value.trim().parse::<f64>().ok()?)));
        match number.filter(|(_, value)| value.is_finite()) {
            Some((key, value)) => {
                values.insert(key.trim().to_owned(), value);
            }
            None => {
                let issue = Issue::new("option.set", "--set", "is no number of the garment").value(*each);
                issues.push(issue.cure("Write a name and a number, such as length_cm=60; see toile garment --list."));
            }
        }
    }
    if issues.is_empty() { Ok(values) } else { Err(issues) }
}

/// Every garment with its numbers, then the sizes.
fn list() -> String {
    let mut text = String::new();
    for row in Garments::rows() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}: {}\n  {}", row.id.trim_start_matches(PREFIX), row.title, row.help);
        for p in row.parameters {
            let unit = if p.unit == "1" { String::new() } else { format!(" {}", p.unit) };
            let [least, most] = p.hard;
            let _ = writeln!(
                text,
                "  --set {}=…  [default: {}{unit}, from {least} to {most}]  {}",
                p.id,
                p.default,
                p.help.trim()
            );
        }
        text.push('\n');
    }
    let sizes: Vec<String> = SIZES.iter().map(|Size { id, title, .. }| format!("{id} ({title})")).collect();
    let _ = writeln!(text, "sizes: {}", sizes.join(", "));
    text
}
