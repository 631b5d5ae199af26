//! What every fit of friction asks of the command line, and what it prints and writes.

use crate::commands::{counted, print};
use crate::files::{Output, all_apart, read_text};
use clap::{Arg, ArgMatches};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use toile::document::{self, Choice, Fabric, Sheet};
use toile::fabric::internal_friction::{Form, Side};
use toile::fit::friction::{Estimate, Found};
use toile::issue::{Issue, Issues, none_or};
use toile::math::spline::{Segment, Spline};

/// Arguments that all of them have.
pub(super) fn arguments() -> Vec<Arg> {
    let path = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).value_parser(clap::value_parser!(PathBuf))
    };
    vec![
        path("data", "DATA.csv").required(true).help("The readings"),
        path("out", "FABRIC.json").long("out").required(true).help("Writes the fabric"),
        path("report", "F.json").long("report").help("Writes the numbers with their intervals, and the curves to plot"),
        Arg::new("name").long("name").value_name("TEXT").help("Name of the fabric [default: the file's]"),
        Arg::new("law")
            .long("law")
            .value_name("LAW")
            .value_parser(["dahl", "dahl-eq3"])
            .help("The equation that friction follows [default: dahl-eq3]"),
        number("weight-g-per-m2", format!("Weight of the fabric [default: {}]", Sheet::default().weight_g_per_m2)),
        number("thickness-mm", format!("Thickness of the fabric [default: {}]", Sheet::default().thickness_mm)),
    ]
}

/// An argument that is a number.
pub(super) fn number(name: &'static str, help: String) -> Arg {
    Arg::new(name).long(name).value_name("X").allow_hyphen_values(true).help(help)
}

/// What the command line asks for, all of it checked.
pub(super) struct Asked {
    /// The table.
    pub(super) text: String,
    /// Name of its file.
    pub(super) file: String,
    name: String,
    /// Weight and thickness.
    pub(super) sheet: Sheet,
    out: Output,
    report: Option<Output>,
}

impl Asked {
    /// Everything is looked at before anything is complained about; `more` reads the numbers of one kind of fit.
    pub(super) fn new(matches: &ArgMatches, more: impl FnOnce(&mut Numbers<'_>)) -> Result<Self, Issues> {
        let path = |name: &str| matches.get_one::<PathBuf>(name).map(PathBuf::as_path);
        let data = path("data").unwrap_or(Path::new(""));
        let mut issues = all_apart(&[Some(data), path("out"), path("report")]);
        let mut claim = |name: &str| match path(name).map(Output::claim).transpose() {
            Ok(output) => output,
            Err(issue) => {
                issues.push(issue);
                None
            }
        };
        let (out, report) = (claim("out"), claim("report"));
        let text = read_text(data).unwrap_or_else(|found| {
            issues.extend(found);
            String::new()
        });
        let mut numbers = Numbers { matches, issues };
        let mut sheet = Sheet::default();
        let hard = |id: &str| Sheet::PARAMETERS.iter().find(|p| p.id == id).map_or([0.0, 0.0], |p| p.hard);
        numbers.read("weight-g-per-m2", hard("weight_g_per_m2"), &mut sheet.weight_g_per_m2);
        numbers.read("thickness-mm", hard("thickness_mm"), &mut sheet.thickness_mm);
        more(&mut numbers);
        none_or(numbers.issues)?;
        let stem = data.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = matches.get_one::<String>("name").cloned().unwrap_or(stem);
        let file = data.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Asked { text, file, name, sheet, out: out.ok_or_else(Issues::new)?, report })
    }

    /// A fabric of this name to put laws into.
    pub(super) fn fabric(&self, form: Form) -> Fabric {
        let plain: String =
            self.name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        let id = plain.split_whitespace().collect::<Vec<_>>().join("-");
        let mut fabric = Fabric::plain_cotton(if id.is_empty() { "fitted" } else { &id });
        fabric.name = self.name.clone();
        fabric.sheet = self.sheet;
        fabric.membrane = Choice::of("membrane.spline");
        fabric.internal_friction = Choice::of(match form {
            Form::Ode => "internal-friction.dahl",
            Form::Eq3 => "internal-friction.dahl-eq3",
        });
        fabric
    }

    /// Writes fabric and report, either all or nothing, and prints the summary.
    pub(super) fn write(self, fabric: &Fabric, tests: Vec<Value>, summary: &str) -> Result<(), Issues> {
        let written = document::write_fabric(fabric);
        // Nothing is written that a document would refuse.
        document::read_fabric(&written)?;
        let mut staged = vec![self.out.stage(written.as_bytes())?];
        if let Some(report) = &self.report {
            let value = json!({ "fabric": fabric.id, "source": self.file, "tests": tests, "version": env!("CARGO_PKG_VERSION") });
            staged.push(report.stage(format!("{value:#}\n").as_bytes())?);
        }
        for file in staged {
            file.commit()?;
        }
        print(summary)
    }
}

/// Numbers of the command line, with what is wrong with them.
pub(super) struct Numbers<'a> {
    matches: &'a ArgMatches,
    issues: Issues,
}

impl Numbers<'_> {
    /// Complains if the number of this name is not given.
    pub(super) fn require(&mut self, name: &str, problem: &str) {
        if self.matches.get_one::<String>(name).is_none() {
            let issue = Issue::new("option.number", format!("--{name}"), problem);
            self.issues.push(issue.cure(format!("Give --{name}.")));
        }
    }

    /// Puts the number of this name into its place, if it is given and can be used.
    pub(super) fn read(&mut self, name: &str, [least, most]: [f64; 2], into: &mut f64) {
        let Some(text) = self.matches.get_one::<String>(name) else { return };
        match text.parse::<f64>().ok().filter(|value| (least..=most).contains(value)) {
            Some(value) => *into = value,
            None => {
                let issue = Issue::new("option.number", format!("--{name}"), "is no number that can be used");
                self.issues.push(issue.value(text).cure(format!("Use a number from {least} to {most}.")));
            }
        }
    }
}

/// The equation that was asked for.
pub(super) fn form(matches: &ArgMatches) -> Form {
    if matches.get_one::<String>("law").is_some_and(|law| law == "dahl") { Form::Ode } else { Form::Eq3 }
}

/// The elastic curve of a fit, up to where it was measured.
pub(super) fn curve(found: &Found) -> Spline {
    let to = found.curve.iter().map(|(reading, _)| reading.strain.abs()).fold(1e-3, f64::max);
    let bends = [found.value("k2") * to * to, found.value("k3") * to * to * to];
    let order = found.estimates.len() - 4;
    Spline { slope: found.value("k1"), segments: vec![Segment { to, bend: bends[..order].to_vec() }] }
}

/// Puts the friction of a fit among a fabric's numbers: `prefix` is weft, warp or shear.
pub(super) fn rub(fabric: &mut Fabric, prefix: &str, side: Side) {
    let numbers = &mut fabric.internal_friction.parameters;
    numbers.insert(format!("{prefix}_a_n_per_m"), side.limit);
    numbers.insert(format!("{prefix}_b_n_per_m"), side.growth);
    numbers.insert(format!("{prefix}_tau"), side.reach);
}

/// What a fit found, for people; `units` are those of k₁, k₂, k₃, a, b and τ.
pub(super) fn summary(name: &str, found: &Found, units: [&str; 6]) -> String {
    let mut text = format!(
        "\n{name}: {}, residual RMS {:.3} %, largest {:.3} % of the largest load\n",
        counted(found.curve.len(), "reading"),
        100.0 * found.rms,
        100.0 * found.largest
    );
    let (worst, vague) = found.vagueness();
    text += &format!("  the curve itself: std. error {:.2} % of the largest load at its worst reading", 100.0 * worst);
    text += &if vague > 0 { format!(", not determined at {vague} of them\n") } else { "\n".to_owned() };
    text += &format!("  {:<5} {:>12} {:>11}   95 % interval\n", "", "", "std. error");
    for estimate in &found.estimates {
        let unit = units[["k1", "k2", "k3", "a", "b", "tau"].iter().position(|n| *n == estimate.name).unwrap_or(0)];
        let Estimate { name, value, error, interval: [low, high], determined } = estimate;
        let flag = if *determined { "" } else { "  not determined" };
        text += &format!(
            "  {name:<5} {:>12} {:>11}   {} to {} {unit}{flag}\n",
            digits(*value),
            digits(*error),
            digits(*low),
            digits(*high)
        );
    }
    text
}

/// Four digits, with an exponent where it would take many zeros.
pub(super) fn digits(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-3..1e5).contains(&size) { format!("{value:.4}") } else { format!("{value:.3e}") }
}

/// The same for programs; `curve` has the names of its columns.
pub(super) fn report(name: &str, found: &Found, columns: &[&str], curve: Vec<Vec<f64>>) -> Value {
    let estimate = |e: &Estimate| {
        // Infinity is no number in JSON.
        let finite = |x: f64| x.is_finite().then_some(x);
        json!({
            "name": e.name, "value": e.value, "standard_error": finite(e.error),
            "interval": [finite(e.interval[0]), finite(e.interval[1])], "determined": e.determined,
        })
    };
    json!({
        "name": name,
        "parameters": found.estimates.iter().map(estimate).collect::<Vec<_>>(),
        "rms": found.rms, "largest": found.largest,
        "columns": columns, "curve": curve,
    })
}

/// A sentence on what the data leave open.
pub(super) fn open(found: &[(&str, &Found)]) -> String {
    let names: Vec<String> = found
        .iter()
        .flat_map(|(test, found)| found.undetermined().into_iter().map(move |name| format!("{name} of {test}")))
        .collect();
    if names.is_empty() { String::new() } else { format!(" Not determined by the data: {}.", names.join(", ")) }
}
