//! `toile fit tensile`: weft, warp and shear curves from a tensile tester.

use crate::commands::{Command, PLAIN, counted, print};
use crate::files::{Output, all_apart, read_text};
use clap::{Arg, ArgMatches};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile::document::{self, Fabric, Sheet};
use toile::fit::curve::{CurveFit, Shape};
use toile::fit::tensile::{Agreement, Fitted, Options, Tensile, tensile};
use toile::issue::{Issue, Issues, none_or};
use toile::row::CurveParameter;

pub(super) const COMMAND: Command = Command {
    name: "tensile",
    about: "Fits weft, warp and shear curves to the readings of a tensile tester",
    more: "\
DATA.csv is a table with a line of names and a line for each reading, in the order they were taken:

  test          weft, warp, shear-weft or shear-warp; weft, warp and one shear are needed
  displacement_mm or displacement_m
                along the pull for weft and warp, across it for shear
  force_n, force_n_per_m or force_gf_per_cm
                of the whole width, or per width; in the direction of the displacement
  branch        load or unload; without this column a branch ends where the displacement turns

Fields are separated by commas, semicolons or tabs; with the latter two a comma may be the decimal
point. Blank lines and lines that begin with # are passed over, other columns are named and not used.

Load and unload are averaged at equal displacement and turned into stress and Green-Lagrange strain
(Volino and others 2009, equations 15 to 17). Knots are spaced equally over the readings, and moved
where that brings the curve nearer to them than chance would. A curve always rises: where the best one
would not, the best that does is taken. When both shear tests are given, one curve follows both, and it is said
whether their own curves differ beyond 2 % of the peak and 4 standard errors: then stretch and shear
are coupled, and no set of three curves describes the fabric.

In a shear test the sample's length is held, so that it pulls along itself as its elongation curve
says; with --shear-tension-n-per-m it is pulled by a constant tension instead (Kawabata: 9.8).",
    arguments,
    run,
    ..PLAIN
};

fn arguments() -> Vec<Arg> {
    let defaults = Options::default();
    let path = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).required(true).value_parser(clap::value_parser!(PathBuf))
    };
    let number = |name: &'static str, help: String| {
        Arg::new(name).long(name).value_name("X").allow_hyphen_values(true).help(help)
    };
    let count = |name: &'static str, most: usize, default: usize, help: &str| {
        Arg::new(name)
            .long(name)
            .value_name("N")
            .value_parser(clap::value_parser!(u64).range(1..=most as u64))
            .help(format!("{help} [default: {default}]"))
    };
    let (segments, order) = (CurveParameter::MOST_SEGMENTS, CurveParameter::MOST_BENDS + 1);
    vec![
        path("data", "DATA.csv").help("The readings"),
        path("out", "FABRIC.json").long("out").help("Writes the fabric"),
        Arg::new("name").long("name").value_name("TEXT").help("Name of the fabric [default: the file's]"),
        number("length-mm", format!("Length of the sample along the pull [default: {}]", defaults.length * 1e3)),
        number("width-mm", format!("Width of the sample across the pull [default: {}]", defaults.width * 1e3)),
        number("shear-tension-n-per-m", "Constant tension along the sample in the shear test".to_owned()),
        count("segments", segments, defaults.elongation.segments, "Segments of each curve"),
        count("order", order, defaults.elongation.order, "Order of the weft and warp curves"),
        count("shear-order", order, defaults.shear.order, "Order of the shear curve"),
        number("weight-g-per-m2", format!("Weight of the fabric [default: {}]", Sheet::default().weight_g_per_m2)),
        number("thickness-mm", format!("Thickness of the fabric [default: {}]", Sheet::default().thickness_mm)),
    ]
}

/// What the command line asks for, all of it checked.
struct Asked {
    options: Options,
    sheet: Sheet,
    name: String,
    out: Output,
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let Some(data) = matches.get_one::<PathBuf>("data") else { return Ok(()) };
    // Both are looked at before either is complained about.
    let (asked, text) = match (asked(matches, data), read_text(data)) {
        (Ok(asked), Ok(text)) => (asked, text),
        (asked, text) => return Err([asked.err(), text.err()].into_iter().flatten().flatten().collect()),
    };
    let found = tensile(&text, &asked.options)?;
    let file = data.file_name().unwrap_or_default().to_string_lossy();
    let fabric = fabric(&asked, &found, &file);
    let written = document::write_fabric(&fabric);
    // Nothing is written that a document would refuse.
    document::read_fabric(&written)?;
    asked.out.stage(written.as_bytes())?.commit()?;
    print(&summary(&fabric, &found))
}

fn asked(matches: &ArgMatches, data: &Path) -> Result<Asked, Issues> {
    let mut issues = Issues::new();
    let out = matches.get_one::<PathBuf>("out").map(PathBuf::as_path);
    issues.extend(all_apart(&[Some(data), out]));
    let output = out.map(Output::claim).transpose().unwrap_or_else(|issue| {
        issues.push(issue);
        None
    });
    let mut number = |name: &str, [least, most]: [f64; 2]| {
        let text = matches.get_one::<String>(name)?;
        let value = text.parse::<f64>().ok().filter(|value| (least..=most).contains(value));
        if value.is_none() {
            let issue = Issue::new("option.number", format!("--{name}"), "is no number that can be used").value(text);
            issues.push(issue.cure(format!("Use a number from {least} to {most}.")));
        }
        value
    };
    let mut options = Options::default();
    options.length = number("length-mm", [1.0, 1e4]).map_or(options.length, |mm| mm * 1e-3);
    options.width = number("width-mm", [1.0, 1e4]).map_or(options.width, |mm| mm * 1e-3);
    options.shear_tension = number("shear-tension-n-per-m", [0.0, 1e4]);
    let mut sheet = Sheet::default();
    let hard = |id: &str| Sheet::PARAMETERS.iter().find(|p| p.id == id).map_or([0.0, 0.0], |p| p.hard);
    sheet.weight_g_per_m2 = number("weight-g-per-m2", hard("weight_g_per_m2")).unwrap_or(sheet.weight_g_per_m2);
    sheet.thickness_mm = number("thickness-mm", hard("thickness_mm")).unwrap_or(sheet.thickness_mm);
    let count = |name: &str, default: usize| matches.get_one::<u64>(name).map_or(default, |count| *count as usize);
    let segments = count("segments", options.elongation.segments);
    options.elongation = Shape { segments, order: count("order", options.elongation.order) };
    options.shear = Shape { segments, order: count("shear-order", options.shear.order) };
    let stem = data.file_stem().unwrap_or_default().to_string_lossy();
    let name = matches.get_one::<String>("name").cloned().unwrap_or_else(|| stem.into_owned());
    none_or(issues)?;
    let out = output.ok_or_else(Issues::new)?;
    Ok(Asked { options, sheet, name, out })
}

fn fabric(asked: &Asked, found: &Tensile, file: &str) -> Fabric {
    let residuals: Vec<String> =
        found.curves.iter().map(|curve| format!("{} {}", curve.id, percent(curve.fit.rms, curve.fit.peak))).collect();
    let mut fabric = Fabric::plain_cotton(&id_of(&asked.name));
    fabric.name = asked.name.clone();
    fabric.source = format!(
        "Measured: stretch and shear fitted by toile fit tensile to {file}, RMS residual {} of the peak. Bending and \
         friction typical.",
        residuals.join(", ")
    );
    fabric.sheet = asked.sheet;
    fabric.membrane = found.law();
    fabric
}

/// A name as ids are written: small letters and digits, joined by hyphens.
fn id_of(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let id = plain.split_whitespace().collect::<Vec<_>>().join("-");
    if id.is_empty() { "fitted".to_owned() } else { id }
}

fn percent(part: f64, whole: f64) -> String {
    format!("{:.2} %", 100.0 * part / whole)
}

/// Three digits, without an exponent where there is no need of one.
fn short(value: f64) -> String {
    match value {
        value if value >= 1000.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value if value >= 0.1 => format!("{value:.3}"),
        value if value >= 0.001 => format!("{value:.5}"),
        value => format!("{value:.1e}"),
    }
}

fn summary(fabric: &Fabric, found: &Tensile) -> String {
    let mut text = format!("{:?} from a tensile test, curves in N/m against Green-Lagrange strain\n", fabric.name);
    for curve in &found.curves {
        text += &of_curve(curve);
    }
    if let Some(agreement) = &found.agreement {
        text += &of_agreement(agreement);
    }
    if !found.unused.is_empty() {
        text += &format!("\nnot used: {}\n", found.unused.join(", "));
    }
    text
}

fn of_curve(Fitted { id, fit, tests }: &Fitted) -> String {
    let CurveFit { spline, errors, points, rms, largest, peak, moved, held } = fit;
    let mut text = String::new();
    let mut line = |row: std::fmt::Arguments<'_>| writeln!(text, "{row}").expect("a string takes every text");
    let reach = spline.segments.last().map_or(0.0, |segment| segment.to);
    line(format_args!("\n{id:<6} {}, strain to {reach:.4}, stress to {peak:.2} N/m", counted(*points, "point")));
    for test in tests {
        let how = if test.is_loop { "load and unload averaged" } else { "one branch" };
        let alone = match test.alone {
            0 => String::new(),
            alone => format!(", {} left out where there is no unload", counted(alone, "reading")),
        };
        line(format_args!("       {}: {}, {how}{alone}", test.name, counted(test.readings, "reading")));
    }
    let [rms_part, largest_part] = [*rms, *largest].map(|value| percent(value, *peak));
    line(format_args!(
        "       residual RMS {rms:.4} N/m ({rms_part} of the peak), largest {largest:.4} N/m ({largest_part})"
    ));
    if *moved {
        line(format_args!(
            "       the knots stand where the curve bends; the standard errors are those with these knots"
        ));
    }
    if *held {
        line(format_args!("       the slope was held positive; the standard errors are those of a free fit"));
    }
    line(format_args!("       {:<10} {:<9} {:>14}   standard error", "to", "", "N/m"));
    line(format_args!("       {:<10} {:<9} {:>14.6} ± {}", "", "slope", spline.slope, short(errors.slope)));
    for (segment, error) in spline.segments.iter().zip(&errors.segments) {
        for (index, (bend, error)) in segment.bend.iter().zip(&error.bend).enumerate() {
            let to = if index == 0 { format!("{:.6}", segment.to) } else { String::new() };
            line(format_args!("       {to:<10} bend[{index}]   {bend:>14.6} ± {}", short(*error)));
        }
    }
    text
}

fn of_agreement(agreement: &Agreement) -> String {
    let Agreement { difference, relative, expected } = agreement;
    let figures = format!(
        "RMS {difference:.4} N/m, {} of the peak, where noise explains {expected:.4} N/m",
        percent(*relative, 1.0)
    );
    if agreement.coupled() {
        format!(
            "\nThe modes are coupled: shear along weft and along warp differ\n({figures}).\n\
             Three independent curves cannot follow both; the shear curve runs between them (Volino and others 2009).\n"
        )
    } else {
        format!("\nShear along weft and along warp agree\n({figures}).\n")
    }
}
