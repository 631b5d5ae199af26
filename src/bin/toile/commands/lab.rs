//! `toile lab`: a virtual experiment on a fabric.

use super::progress::Progress;
use super::{Command, print};
use crate::files::{Output, all_apart, read_text};
use clap::{Arg, ArgAction, ArgMatches};
use cpu_time::ProcessTime;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Instant;
use toile::document::Fabric;
use toile::issue::{Issue, Issues};
use toile::lab::{self, Bench, Experiments, Film, Outcome, Settings};
use toile::row::{Parameter, RowOf, Table};

pub(super) const COMMAND: Command = Command {
    name: "lab",
    about: "Runs a virtual experiment on a fabric and writes its curve",
    arguments,
    run,
    ..super::PLAIN
};

fn arguments() -> Vec<Arg> {
    let path = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).value_parser(clap::value_parser!(PathBuf))
    };
    vec![
        Arg::new("experiment")
            .value_name("NAME")
            .required_unless_present("list")
            .help("The experiment, such as tensile"),
        Arg::new("list")
            .long("list")
            .action(ArgAction::SetTrue)
            .conflicts_with_all(["experiment", "fabric", "preset", "set", "csv", "report", "frames"])
            .help("Names every experiment with its settings, units and defaults"),
        path("fabric", "F.json").help("The fabric to test, in the document's format"),
        Arg::new("preset")
            .long("preset")
            .value_name("ID")
            .conflicts_with("fabric")
            .help(format!("The preset to test [default: {}]", lab::default_fabric().id)),
        Arg::new("set")
            .long("set")
            .value_name("key=value")
            .action(ArgAction::Append)
            .help("Changes a setting of the experiment; may be given many times"),
        path("csv", "F.csv").help("Writes the curve, one column per quantity"),
        path("report", "F.json").help("Writes the figures"),
        path("frames", "F.f32").help("Writes the positions of all particles at each point, x y z as little-endian f32"),
    ]
}

/// What the command line asks for, all of it checked.
struct Order {
    experiment: &'static RowOf<Experiments>,
    settings: Settings,
    fabric: Fabric,
    csv: Option<Output>,
    report: Option<Output>,
    frames: Option<Output>,
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    if matches.get_flag("list") {
        return print(&list());
    }
    let order = order(matches)?;
    let start = Instant::now();
    let mut frames = Vec::new();
    let mut progress = Progress::new();
    let outcome = (order.experiment.make.run)(&mut Bench {
        fabric: &order.fabric,
        settings: &order.settings,
        progress: &mut |part| progress.show(|| format!("{:.0} %", 100.0 * part)),
        clock: milliseconds,
        frames: order.frames.is_some().then_some(&mut frames as &mut dyn Film),
    });
    progress.clear();
    let outcome = outcome?;
    write(&order, &outcome, &frames, start.elapsed().as_secs_f64())?;
    if order.csv.is_none() && order.report.is_none() {
        let title = order.experiment.title;
        return print(&format!("{title}, {}\n\n{}", order.fabric.name, outcome.summary()));
    }
    Ok(())
}

/// Everything is looked at before anything is complained about.
fn order(matches: &ArgMatches) -> Result<Order, Issues> {
    let path = |name: &str| matches.get_one::<PathBuf>(name).map(PathBuf::as_path);
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let mut issues = all_apart(&[path("fabric"), path("csv"), path("report"), path("frames")]);
    let given: Vec<&str> = matches.get_many::<String>("set").unwrap_or_default().map(String::as_str).collect();
    let experiment = lab::find(text("experiment").unwrap_or_default()).map_err(|issue| vec![issue]);
    let wanted = experiment.and_then(|row| Ok((row, lab::settings(row, &given)?)));
    let fabric = fabric(path("fabric"), text("preset"));
    let mut claim = |name| match path(name).map(Output::claim).transpose() {
        Ok(output) => output,
        Err(issue) => {
            issues.push(issue);
            None
        }
    };
    let (csv, report, frames) = (claim("csv"), claim("report"), claim("frames"));
    match (wanted, fabric) {
        (Ok((experiment, settings)), Ok(fabric)) if issues.is_empty() => {
            Ok(Order { experiment, settings, fabric, csv, report, frames })
        }
        (wanted, fabric) => {
            issues.splice(0..0, [wanted.err(), fabric.err()].into_iter().flatten().flatten());
            Err(issues)
        }
    }
}

fn fabric(file: Option<&Path>, preset: Option<&str>) -> Result<Fabric, Issues> {
    match (file, preset) {
        (Some(file), _) => lab::read_fabric(&read_text(file)?).map_err(|issues| {
            let named = |issue: Issue| {
                let place = [file.display().to_string(), issue.place.clone()];
                Issue { place: place.join(" ").trim_end().to_owned(), ..issue }
            };
            issues.into_iter().map(named).collect()
        }),
        (None, Some(preset)) => lab::preset(preset).map_err(|issue| vec![issue]),
        (None, None) => Ok(lab::default_fabric()),
    }
}

/// CPU time of this process, ms: what others do on a shared machine does not count as the experiment's speed.
fn milliseconds() -> f64 {
    static START: LazyLock<ProcessTime> = LazyLock::new(ProcessTime::now);
    START.elapsed().as_secs_f64() * 1e3
}

/// Writes what was asked for; either all of it or nothing.
fn write(order: &Order, outcome: &Outcome, frames: &[f32], wall_s: f64) -> Result<(), Issues> {
    let mut staged = Vec::new();
    if let Some(output) = &order.csv {
        staged.push(output.stage(outcome.csv().as_bytes())?);
    }
    if let Some(output) = &order.report {
        let mut report = outcome.report();
        let settings = |p: &Parameter| (p.id.to_owned(), Value::from(order.settings.numbers[p.id]));
        let words = order.experiment.make.choices.iter().map(|c| (c.id.to_owned(), order.settings.word(c.id).into()));
        let lists = order.experiment.make.lists.iter().map(|l| (l.id.to_owned(), json!(order.settings.list(l.id))));
        let numbers = order.experiment.parameters.iter().map(settings);
        let settings: serde_json::Map<_, _> = numbers.chain(words).chain(lists).collect();
        for (name, value) in [
            ("experiment", json!(order.experiment.id)),
            ("fabric", json!(order.fabric.id)),
            ("settings", Value::Object(settings)),
            ("wall_s", json!(wall_s)),
            ("version", json!(env!("CARGO_PKG_VERSION"))),
        ] {
            report.insert(name.to_owned(), value);
        }
        let text = serde_json::to_string_pretty(&report).expect("a report is texts and numbers") + "\n";
        staged.push(output.stage(text.as_bytes())?);
    }
    if let Some(output) = &order.frames {
        let bytes: Vec<u8> = frames.iter().flat_map(|number| number.to_le_bytes()).collect();
        staged.push(output.stage(&bytes)?);
    }
    for file in staged {
        file.commit()?;
    }
    Ok(())
}

/// Every experiment with its settings.
fn list() -> String {
    let mut text = String::new();
    for row in Experiments::rows() {
        let name = row.id.trim_start_matches(lab::PREFIX);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {}\n  {}", row.title, row.help);
        for choice in row.make.choices {
            let _ = writeln!(
                text,
                "  --set {}={}  [default: {}]  {}",
                choice.id,
                choice.words.join("|"),
                choice.default,
                choice.help
            );
        }
        for list in row.make.lists {
            let numbers: Vec<String> = list.default.iter().map(f64::to_string).collect();
            let _ = writeln!(
                text,
                "  --set {}=…,…  [default: {}; each from {} to {}]  {}",
                list.id,
                numbers.join(","),
                list.hard[0],
                list.hard[1],
                list.help
            );
        }
        for p in row.parameters {
            let unit = if matches!(p.unit, "1" | "count") { String::new() } else { format!(" {}", p.unit) };
            let _ = writeln!(
                text,
                "  --set {}=…  [default: {}{unit}, from {} to {}]  {}",
                p.id,
                p.default,
                p.hard[0],
                p.hard[1],
                p.help.trim()
            );
        }
        let _ = writeln!(text, "  columns: {}\n", row.make.columns.join(", "));
    }
    text.pop();
    text
}
