//! `toile fit bending`: moment against curvature. What the table's columns are says which measurement it holds.

use super::asked::{self, Asked};
use super::rolled;
use crate::commands::{Command, PLAIN, counted};
use clap::{Arg, ArgMatches};
use serde_json::{Value, json};
use toile::document::{Choice, Fabric};
use toile::fit::csv::Csv;
use toile::fit::profile::{MomentCurvature, Options, Profile, profile};
use toile::fit::rolled::RADIUS;
use toile::issue::{Issue, Issues};

pub(super) const COMMAND: Command = Command {
    name: "bending",
    about: "Fits moment against curvature to the profile of a hanging strip, or friction to rolled strips",
    more: "\
DATA.csv is a table with a line of names. What its columns are says what was measured.

The profile of a strip that hangs over an edge, a line for each point from the clamp to the free end:

  x_m           distance from where the strip leaves the clamp, horizontally
  z_m           height above it: negative, for the strip hangs

Strips that were rolled on cylinders and let go, a line for each point from the held end to the free one:

  strip         a name for each strip and trial
  cylinder_radius_mm or cylinder_radius_m
  x_mm, z_mm or x_m, z_m
                to the side and upwards

Fields are separated by commas, semicolons or tabs; with the latter two a comma may be the decimal
point. Blank lines and lines that begin with # are passed over, other columns are named and not used.

Profile: the points become polar coordinates around the clamp and a polynomial (Clapp and others 1990);
from it follow moment and curvature along the strip, and from these a first guess of b1, b2 and c1 of
Pabst and others 2008, equation 1: M = b1 k + c1 k² up to k0 = (b2 - b1)/(2 c1), straight with the slope
b2 beyond. The law written is the one whose strip, hanging by its own weight, comes nearest to the points.
Standard errors come from leaving out every tenth of the points in turn.

Rolled strips: torques are balanced along the profile (Miguel and others 2013, equation 7) and give the
friction limit a + b k and tau. The stiffness must be known, from a profile: --stiffness-un-m, and
--stiffening-un-m2 where it grows with curvature.

The weight of the strip is needed; --direction says which thread runs along it. The other directions of
the fabric are written like the measured one, and its source says so.",
    arguments,
    run,
    ..PLAIN
};

const DIRECTIONS: [&str; 3] = ["weft", "warp", "bias"];
const MOST_ORDER: u64 = 9;
const ORDER: u64 = 5;

fn arguments() -> Vec<Arg> {
    let mut all = asked::arguments();
    all.push(
        Arg::new("direction")
            .long("direction")
            .value_name("THREAD")
            .value_parser(DIRECTIONS)
            .default_value("warp")
            .help("Which way the strip was cut"),
    );
    all.push(
        Arg::new("order")
            .long("order")
            .value_name("N")
            .value_parser(clap::value_parser!(u64).range(2..=MOST_ORDER))
            .help(format!("Order of the polynomial through a profile [default: {ORDER}]")),
    );
    all.extend(rolled::arguments());
    all
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let mut elastic = rolled::Elastic::default();
    let asked = Asked::new(matches, |numbers| {
        numbers.require("weight-g-per-m2", "the strip's weight is missing");
        elastic.read(numbers);
    })?;
    let direction = matches.get_one::<String>("direction").map_or("warp", String::as_str);
    if is_rolled(&asked.text)? {
        return rolled::run(matches, asked, elastic, direction);
    }
    let order = matches.get_one::<u64>("order").copied().unwrap_or(ORDER) as usize;
    let options = Options { density: asked.sheet.weight_g_per_m2 * 1e-3, order };
    let found = profile(&asked.text, &options)?;
    let mut fabric = asked.fabric(asked::form(matches));
    // A profile says nothing of stretch and of friction.
    (fabric.membrane, fabric.internal_friction) = (Choice::default(), Choice::default());
    let typical = bend(&mut fabric, &found.law, direction);
    fabric.source = format!(
        "Measured: profile of a strip along {direction}, fitted by toile fit bending to {}. {typical} Stretch and friction typical.",
        asked.file
    );
    let text = summary(&found, direction);
    asked.write(&fabric, vec![report(&found, direction)], &text)
}

/// Whether the table is one of rolled strips; one of neither kind is refused.
fn is_rolled(text: &str) -> Result<bool, Issues> {
    let mut issues = Issues::new();
    let Some(csv) = Csv::read(text, &mut issues) else { return Err(issues) };
    let has = |name: &str| csv.column(name).is_some();
    if RADIUS.iter().any(|(name, _)| has(name)) {
        return Ok(true);
    }
    if has("x_m") || has("z_m") {
        return Ok(false);
    }
    let issue = Issue::new("csv.column", "x_m, z_m", "no kind of measurement has these columns");
    let cure =
        "Name the columns of a profile x_m and z_m; those of rolled strips strip, cylinder_radius_mm, x_mm and z_mm.";
    Err(vec![issue.value(csv.columns.join(", ")).cure(cure)])
}

/// {b₁, b₂, c₁} by the names that the law gives them, in its units.
fn named(law: &MomentCurvature) -> [(&'static str, f64); 3] {
    [("b1_un_m", law.b1 * 1e6), ("b2_un_m", law.b2 * 1e6), ("c1_un_m2", law.c1 * 1e6)]
}

/// Gives the fabric the law along a direction and makes the others like it; returns a sentence on what was not measured.
pub(super) fn bend(fabric: &mut Fabric, law: &MomentCurvature, direction: &str) -> &'static str {
    fabric.bending = Choice::of("bend.moment-curvature");
    // A twist must not release energy (`bending.twist`): a law that softens to less than half would, were the bias like it.
    let straight = |b: f64| MomentCurvature { b1: b, b2: b, c1: 0.0 };
    let softens = law.b2 < 0.5 * law.b1;
    for other in DIRECTIONS {
        let law = match (other, direction) {
            _ if other == direction || !softens => *law,
            ("bias", _) => straight(law.b1),
            (_, "bias") => straight(law.b2),
            _ => *law,
        };
        for (name, value) in named(&law) {
            fabric.bending.parameters.insert(format!("{other}_{name}"), value);
        }
    }
    if softens {
        "Other directions like it, straight where a sheet could not soften as much."
    } else {
        "Other directions like it."
    }
}

/// The numbers with their errors for programs.
fn report(found: &Profile, direction: &str) -> Value {
    let errors = named(&found.errors);
    let parameter = |((name, value), (_, error)): ((&str, f64), (&str, f64))| json!({ "name": format!("{direction}_{name}"), "value": value, "standard_error": error });
    json!({
        "name": format!("profile-{direction}"),
        "parameters": named(&found.law).into_iter().zip(errors).map(parameter).collect::<Vec<_>>(),
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
