//! `toile fit bending`: moment against curvature. What the table's columns are says which measurement it holds.

use crate::commands::{Command, PLAIN, counted, print};
use crate::files::{Output, all_apart, read_text};
use clap::{Arg, ArgMatches};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use toile::document::Sheet;
use toile::fit::csv::Csv;
use toile::fit::profile::{MomentCurvature, Options, Profile, profile};
use toile::issue::{Issue, Issues, none_or};

pub(super) const COMMAND: Command = Command {
    name: "bending",
    about: "Fits moment against curvature to the profile of a hanging strip",
    more: "\
PROFILE.csv is a table with a line of names and a line for each point of the profile, from the clamp to
the free end, as digitised from a photo:

  x_m           distance from where the strip leaves the clamp, horizontally
  z_m           height above it: negative, for the strip hangs

Fields are separated by commas, semicolons or tabs; with the latter two a comma may be the decimal
point. Blank lines and lines that begin with # are passed over, other columns are named and not used.
The points become polar coordinates around the clamp and a polynomial (Clapp and others 1990); from it
follow moment and curvature along the strip, and from these a first guess of b1, b2 and c1 of Pabst and
others 2008, equation 1: M = b1 k + c1 k² up to k0 = (b2 - b1)/(2 c1), straight with the slope b2 beyond.
The law written is the one whose strip, hanging by its own weight, comes nearest to the points.
Standard errors come from leaving out every tenth of the points in turn.

The weight of the strip is needed; the direction says which thread runs along it.",
    arguments,
    run,
    ..PLAIN
};

const DIRECTIONS: [&str; 3] = ["weft", "warp", "bias"];
const MOST_ORDER: u64 = 9;
const ORDER: u64 = 5;

fn arguments() -> Vec<Arg> {
    let path = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).required(true).value_parser(clap::value_parser!(PathBuf))
    };
    vec![
        path("data", "PROFILE.csv").help("The points of the profile"),
        path("out", "F.json").long("out").help("Writes the parameters with their errors"),
        Arg::new("weight-g-per-m2")
            .long("weight-g-per-m2")
            .value_name("X")
            .allow_hyphen_values(true)
            .help("Weight of the strip"),
        Arg::new("direction")
            .long("direction")
            .value_name("THREAD")
            .value_parser(DIRECTIONS)
            .default_value("warp")
            .help("Which way the strip was cut"),
        Arg::new("order")
            .long("order")
            .value_name("N")
            .value_parser(clap::value_parser!(u64).range(2..=MOST_ORDER))
            .help(format!("Order of the polynomial [default: {ORDER}]")),
    ]
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let Some(data) = matches.get_one::<PathBuf>("data") else { return Ok(()) };
    // All is looked at before anything is complained about.
    let (asked, text) = match (asked(matches, data), read_text(data).and_then(|text| known(&text).map(|()| text))) {
        (Ok(asked), Ok(text)) => (asked, text),
        (asked, text) => return Err([asked.err(), text.err()].into_iter().flatten().flatten().collect()),
    };
    let (options, direction, out) = asked;
    let found = profile(&text, &options)?;
    let file = data.file_name().unwrap_or_default().to_string_lossy();
    let written = serde_json::to_string_pretty(&written(&found, &options, (direction, &file))).unwrap_or_default();
    out.stage((written + "\n").as_bytes())?.commit()?;
    print(&summary(&found, direction))
}

/// Whether the table is of a kind that can be fitted.
fn known(text: &str) -> Result<(), Issues> {
    let mut issues = Issues::new();
    let Some(csv) = Csv::read(text, &mut issues) else { return Err(issues) };
    if csv.column("x_m").is_some() || csv.column("z_m").is_some() {
        return Ok(());
    }
    let issue = Issue::new("csv.column", "x_m, z_m", "no kind of measurement has these columns");
    Err(vec![issue.value(csv.columns.join(", ")).cure("Name the columns of a profile x_m and z_m.")])
}

fn asked<'a>(matches: &'a ArgMatches, data: &Path) -> Result<(Options, &'a str, Output), Issues> {
    let mut issues = Issues::new();
    let out = matches.get_one::<PathBuf>("out").map(PathBuf::as_path);
    issues.extend(all_apart(&[Some(data), out]));
    let output = out.map(Output::claim).transpose().unwrap_or_else(|issue| {
        issues.push(issue);
        None
    });
    let id = "weight_g_per_m2";
    let [least, most] = Sheet::PARAMETERS.iter().find(|p| p.id == id).map_or([0.0, 0.0], |p| p.hard);
    let cure = format!("Give --weight-g-per-m2 a number from {least} to {most}.");
    let weight = matches.get_one::<String>("weight-g-per-m2");
    let density = weight.and_then(|text| text.parse::<f64>().ok()).filter(|w| (least..=most).contains(w));
    if density.is_none() {
        let problem = if weight.is_some() { "is no number that can be used" } else { "the strip's weight is missing" };
        let issue = Issue::new("option.number", "--weight-g-per-m2", problem);
        issues.push(issue.value(weight.map_or("", String::as_str)).cure(cure));
    }
    none_or(issues)?;
    let order = matches.get_one::<u64>("order").copied().unwrap_or(ORDER) as usize;
    let direction = matches.get_one::<String>("direction").map_or("warp", String::as_str);
    let options = Options { density: density.unwrap_or_default() * 1e-3, order };
    Ok((options, direction, output.ok_or_else(Issues::new)?))
}

/// The numbers by the names that a moment-curvature law gives them for this direction.
fn named(law: &MomentCurvature, direction: &str) -> Map<String, Value> {
    let MomentCurvature { b1, b2, c1 } = law;
    [("b1", "un_m", b1), ("b2", "un_m", b2), ("c1", "un_m2", c1)]
        .into_iter()
        .map(|(name, unit, value)| (format!("{name}_{direction}_{unit}"), json!(value * 1e6)))
        .collect()
}

fn written(found: &Profile, options: &Options, (direction, file): (&str, &str)) -> Value {
    json!({
        "source": format!("Measured: profile of a strip along {direction}, fitted by toile fit bending to {file}"),
        "weight_g_per_m2": options.density * 1e3,
        "parameters": named(&found.law, direction),
        "standard_errors": named(&found.errors, direction),
        "knee_per_m": found.knee_found.then(|| found.law.knee()),
        "curvature_max_per_m": found.reach,
        "moment_max_n": found.peak,
        "moment_residual_rms_n": found.residual[0],
        "moment_residual_max_n": found.residual[1],
        "profile_residual_rms_m": found.off[0],
        "profile_residual_max_m": found.off[1],
        "strip_length_m": found.length,
        "points": found.points,
    })
}

fn summary(found: &Profile, direction: &str) -> String {
    let Profile { law, errors, reach, peak, residual, off, points, length, .. } = found;
    let mut text = format!(
        "Bending along {direction} from the profile of a strip: {}, {:.1} mm long\n\
         curvature to {reach:.2} 1/m, moment to {:.3} mN\n\n",
        counted(*points, "point"),
        length * 1e3,
        peak * 1e3
    );
    let lines =
        [("b1", law.b1, errors.b1, "µN·m"), ("b2", law.b2, errors.b2, "µN·m"), ("c1", law.c1, errors.c1, "µN·m²")];
    for (name, value, error, unit) in lines {
        let part = 100.0 * error / value.abs();
        text += &format!("{name}  {:>10.4} ± {:.4} {unit} ({part:.1} %)\n", value * 1e6, error * 1e6);
    }
    text += &if found.knee_found {
        format!("k0  {:>10.2} 1/m\n", law.knee())
    } else {
        "no knee: the strip bends too little to show the ultimate stiffness; b2 is the slope where it bends most\n"
            .to_owned()
    };
    text += &format!(
        "\nmoments of the polynomial off the law by {:.4} mN RMS ({:.2} % of the peak), {:.4} mN at most\n\
         points off the strip of this law by {:.3} mm RMS, {:.3} mm at most\n",
        residual[0] * 1e3,
        100.0 * residual[0] / peak,
        residual[1] * 1e3,
        off[0] * 1e3,
        off[1] * 1e3
    );
    if !found.unused.is_empty() {
        text += &format!("\nnot used: {}\n", found.unused.join(", "));
    }
    text
}
