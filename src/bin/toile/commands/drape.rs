//! `toile drape`: lets the cloth of a document fall.

use super::calming::Calming;
use super::progress::Progress;
use super::surface::surface;
use super::{Command, PLAIN, document_argument, print};
use crate::files::{Output, all_apart, read_document};
use clap::{Arg, ArgAction, ArgMatches};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toile::Drape;
use toile::body::Assets;
use toile::document::{self, Document};
use toile::io::{SurfaceFormat, SurfaceFormats, format_of};
use toile::issue::{Issue, Issues, none_or};
use toile::row::Table;
use toile::solver::{DrapeReport, StepReport};

pub(super) const COMMAND: Command =
    Command { name: "drape", about: "Drapes a document and writes the cloth and a report", arguments, run, ..PLAIN };

/// Simulated time when the command line does not say, s: a garment has fallen into place.
const SECONDS: f64 = 2.0;
/// With --rest, cloth that is still moving after this long will go on for ever, s, unless the command line says otherwise.
const LONGEST_REST: &str = "60";

fn arguments() -> Vec<Arg> {
    let path = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).value_parser(clap::value_parser!(PathBuf))
    };
    vec![
        document_argument(),
        path("out", "F.obj|F.glb").help("Writes the draped cloth, in the format that the name's ending says"),
        path("report", "F.json").help("Writes the figures of the drape; without it a summary is printed"),
        Arg::new("seconds")
            .long("seconds")
            .value_name("S")
            .allow_hyphen_values(true)
            .conflicts_with("rest")
            .help(format!("Simulated time [default: {SECONDS}]")),
        Arg::new("rest").long("rest").action(ArgAction::SetTrue).help(
            "Goes on until the cloth is at rest: sewn, and no particle faster than 1 cm/s for a quarter of a second",
        ),
        Arg::new("within")
            .long("within")
            .value_name("S")
            .default_value(LONGEST_REST)
            .allow_hyphen_values(true)
            .requires("rest")
            .help("With --rest, the simulated time after which cloth that is not at rest is an error"),
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .default_value("0")
            .value_parser(clap::value_parser!(u64))
            .help("Moves the start a little, each number in its own way; 0 leaves it"),
    ]
}

/// What the command line asks for, all of it checked.
struct Options {
    seconds: f64,
    rest: bool,
    seed: u64,
    out: Option<(Output, &'static SurfaceFormat)>,
    report: Option<Output>,
}

/// What happened on the way.
#[derive(Default, Serialize)]
struct Way {
    /// Edges that passed through triangles when the first step began that could feel it.
    tangled_at_start: u32,
    /// Simulated time at which the last of them was drawn apart, s; nothing where there was none, or some are left.
    untangled_s: Option<f64>,
    /// Steps that were taken in parts, because a body came too fast for the whole.
    steps_in_parts: u32,
    /// Steps after which triangles were in a body that had not been, because nothing left them room.
    steps_entered: u32,
}

impl Way {
    fn add(&mut self, step: &StepReport, before_s: f64) {
        if self.tangled_at_start == 0 {
            self.tangled_at_start = step.tangled;
        }
        if step.tangled > 0 {
            self.untangled_s = None;
        } else if self.tangled_at_start > 0 {
            self.untangled_s.get_or_insert(before_s);
        }
        self.steps_in_parts += u32::from(step.parts > 1);
        self.steps_entered += u32::from(step.entered > 0);
    }

    /// In words; nothing where there is nothing to tell.
    fn told(&self) -> String {
        let mut told = String::new();
        if self.tangled_at_start > 0 {
            let end = match self.untangled_s {
                Some(seconds) => format!("was drawn apart after {seconds:.2} s"),
                None => "is still being drawn apart".to_owned(),
            };
            told += &format!("began tangled, with {} self-intersections, and {end}\n", self.tangled_at_start);
        }
        if self.steps_in_parts > 0 {
            told += &format!("{} steps were taken in parts, because a body came fast\n", self.steps_in_parts);
        }
        if self.steps_entered > 0 {
            told += &format!("in {} steps a body squeezed cloth into itself\n", self.steps_entered);
        }
        told
    }
}

/// What `--report` writes.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    drape: DrapeReport,
    #[serde(flatten)]
    way: Way,
    wall_s: f64,
    version: &'static str,
    document_hash: String,
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let Some(path) = matches.get_one::<PathBuf>("document") else { return Ok(()) };
    // Both are looked at before either is complained about.
    let (options, document) = match (options(matches, path), read_document(path)) {
        (Ok(options), Ok(document)) => (options, document),
        (options, document) => {
            return Err([options.err(), document.err()].into_iter().flatten().flatten().collect());
        }
    };
    let start = Instant::now();
    // Whoever asks for a time wants to see the motion; whoever asks for rest does not mind how it comes.
    let assets = Assets::built_in();
    let mut drape =
        if options.rest { Drape::towards_rest(&document, assets)? } else { Drape::with_assets(&document, assets)? };
    drape.perturb(options.seed);
    let way = advance(&mut drape, &options)?;
    let report = Report {
        wall_s: start.elapsed().as_secs_f64(),
        drape: drape.report(),
        way,
        version: env!("CARGO_PKG_VERSION"),
        document_hash: document::hash(&document),
    };
    write(&options, &report, || surface(&drape, &document))?;
    if options.report.is_none() { print(&summary(&document, &report)) } else { Ok(()) }
}

fn options(matches: &ArgMatches, document: &Path) -> Result<Options, Issues> {
    let mut issues = Issues::new();
    let rest = matches.get_flag("rest");
    let time = |name: &str| matches.get_one::<String>(name).map(|text| parse_seconds(text, name));
    let seconds = time(if rest { "within" } else { "seconds" }).unwrap_or(Ok(SECONDS));
    let path = |name| matches.get_one::<PathBuf>(name).map(PathBuf::as_path);
    issues.extend(all_apart(&[Some(document), path("out"), path("report")]));
    let report = path("report").map(Output::claim).transpose();
    let out = path("out").map(|path| Ok((Output::claim(path)?, format_for(path)?))).transpose();
    match (seconds, out, report) {
        (Ok(seconds), Ok(out), Ok(report)) => {
            none_or(issues)?;
            let seed = matches.get_one::<u64>("seed").copied().unwrap_or_default();
            Ok(Options { seconds, rest, seed, out, report })
        }
        (seconds, out, report) => {
            issues.extend([seconds.err(), out.err(), report.err()].into_iter().flatten());
            Err(issues)
        }
    }
}

fn parse_seconds(text: &str, option: &str) -> Result<f64, Issue> {
    let issue = |problem: &str| {
        let issue = Issue::new("option.seconds", format!("--{option}"), problem).value(text);
        issue.cure("Use a number above 0, such as 2.5.")
    };
    match text.parse::<f64>() {
        Err(_) => Err(issue("is not a number")),
        Ok(seconds) if !seconds.is_finite() => Err(issue("is not a finite number")),
        Ok(seconds) if seconds <= 0.0 => Err(issue("is no length of time")),
        Ok(seconds) => Ok(seconds),
    }
}

fn format_for(path: &Path) -> Result<&'static SurfaceFormat, Issue> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    format_of(extension).ok_or_else(|| {
        let known: Vec<String> = SurfaceFormats::rows().iter().map(|row| format!(".{}", row.make.extension)).collect();
        Issue::new("file.extension", "--out", "there is no format with this ending")
            .value(path.display())
            .cure(format!("Use a name that ends in {}.", known.join(" or ")))
    })
}

/// Steps until the time is over or, if asked, the cloth is at rest; time that is over without rest is then an issue.
fn advance(drape: &mut Drape, options: &Options) -> Result<Way, Issues> {
    let (mut progress, mut calming, mut way) = (Progress::new(), Calming::default(), Way::default());
    // A hundredth of a step: sums of steps must not fall short of the time by rounding and take one more.
    let end = options.seconds - 0.01 * drape.model().settings.step;
    while drape.state().time < end {
        let before_s = drape.state().time;
        let step = drape.step();
        way.add(&step, before_s);
        if let Some(issue) = step.halted {
            progress.clear();
            return Err(vec![issue]);
        }
        if !options.rest {
            let (time, fastest) = (step.simulated_s, step.max_speed_m_s);
            progress.show(|| format!("{time:.2} of {} s, fastest {fastest:.3} m/s", options.seconds));
            continue;
        }
        calming.add(step.simulated_s, step.max_speed_m_s);
        progress.log(step.simulated_s, || if step.sewn { calming.line() } else { sewing(&step) });
        if step.at_rest {
            break;
        }
    }
    progress.clear();
    if options.rest && !drape.at_rest() { Err(vec![no_rest(drape, options)]) } else { Ok(way) }
}

fn sewing(step: &StepReport) -> String {
    format!("{:.2} s simulated, fastest {:.3} m/s, closing the seams", step.simulated_s, step.max_speed_m_s)
}

fn no_rest(drape: &Drape, options: &Options) -> Issue {
    let problem = match drape.is_sewn() {
        true => format!("the cloth is not at rest after {} simulated seconds", options.seconds),
        false => format!("the seams are not closed after {} simulated seconds", options.seconds),
    };
    Issue::new("drape.no-rest", "--within", problem)
        .value(format!("fastest {:.3} m/s", drape.state().max_speed()))
        .cure("Allow more time with --within, or look for wind, a body that moves, or cloth that slides off.")
}

/// Writes what was asked for; either all of it or nothing.
fn write(options: &Options, report: &Report, mesh: impl FnOnce() -> toile::io::Mesh) -> Result<(), Issues> {
    let mut staged = Vec::new();
    if let Some((output, format)) = &options.out {
        staged.push(output.stage(&(format.write)(&mesh()))?);
    }
    if let Some(output) = &options.report {
        let text = serde_json::to_string_pretty(report).expect("a report is strings and numbers") + "\n";
        staged.push(output.stage(text.as_bytes())?);
    }
    for file in staged {
        file.commit()?;
    }
    Ok(())
}

fn summary(document: &Document, report: &Report) -> String {
    let drape = &report.drape;
    let motion = match drape.at_rest {
        true => "at rest".to_owned(),
        false => format!("still moving, at most {:.3} m/s", drape.max_speed_m_s),
    };
    format!(
        "{:?}: {} triangles, {} steps, {:.2} s simulated in {:.1} s, {motion}\n\
         largest strain {:.3}, widest seam gap {:.3} mm, deepest in a body {:.3} mm, self-intersections {}\n\
         {}state {}, document {}\n",
        document.name,
        drape.triangles,
        drape.steps,
        drape.simulated_s,
        report.wall_s,
        drape.max_strain,
        drape.seam_gap_max_mm,
        drape.body_penetration_max_mm,
        drape.self_intersections,
        report.way.told(),
        drape.state_hash,
        report.document_hash,
    )
}
