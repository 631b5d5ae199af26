//! The part of `toile fit bending` that reads strips rolled on cylinders.

use super::asked::{self, Asked, Numbers, digits, form};
use super::bending::bend;
use super::kes::rub_bending;
use crate::commands::counted;
use clap::{Arg, ArgMatches};
use serde_json::json;
use toile::fit::friction::Estimate;
use toile::fit::profile::MomentCurvature;
use toile::fit::rolled::{Options, Rolled, rolled};
use toile::issue::{Issue, Issues};

const STIFFNESS: &str = "stiffness-un-m";
const STIFFENING: &str = "stiffening-un-m2";

pub(super) fn arguments() -> [Arg; 2] {
    let help = "Rolled strips: bending stiffness at rest";
    [
        asked::number(STIFFNESS, help.to_owned()),
        asked::number(STIFFENING, "Rolled strips: growth of the stiffness with curvature [default: 0]".to_owned()),
    ]
}

/// What is known of the strips' elasticity: µN·m, not a number where it is not given, and µN·m².
#[derive(Clone, Copy, Debug)]
pub(super) struct Elastic {
    stiffness: f64,
    stiffening: f64,
}

impl Default for Elastic {
    fn default() -> Self {
        Elastic { stiffness: f64::NAN, stiffening: 0.0 }
    }
}

impl Elastic {
    pub(super) fn read(&mut self, numbers: &mut Numbers<'_>) {
        numbers.read(STIFFNESS, [0.0, 1e5], &mut self.stiffness);
        numbers.read(STIFFENING, [0.0, 1e3], &mut self.stiffening);
    }
}

pub(super) fn run(matches: &ArgMatches, asked: Asked, elastic: Elastic, direction: &str) -> Result<(), Issues> {
    let mut issues = Issues::new();
    if elastic.stiffness.is_nan() {
        let issue = Issue::new("option.number", format!("--{STIFFNESS}"), "rolled strips do not tell their stiffness");
        issues.push(issue.cure("Give the stiffness that a hanging strip or a cantilever has shown, in µN·m."));
    }
    if direction == "bias" {
        let issue = Issue::new("option.direction", "--direction", "friction is known along weft and warp only");
        issues.push(issue.value(direction).cure("Use strips cut along weft or warp."));
    }
    toile::issue::none_or(issues)?;
    let Elastic { stiffness, stiffening } = elastic;
    let density = asked.sheet.weight_g_per_m2 * 1e-3;
    let options = Options { form: form(matches), ..Options::new(density, stiffness * 1e-6, stiffening * 1e-6) };
    let found = rolled(&asked.text, &options)?;
    let mut fabric = asked.fabric(options.form);
    fabric.membrane = toile::document::Choice::default();
    // B = 3k₁ + 9k₂|κ| up to the narrowest cylinder, straight beyond.
    let reach = found.curve.iter().map(|(sample, _)| sample.anchor).fold(0.0, f64::max);
    let (b1, c1) = (options.stiffness, options.stiffening);
    bend(&mut fabric, &MomentCurvature { b1, b2: b1 + 2.0 * c1 * reach, c1 }, direction);
    for thread in ["weft", "warp"] {
        rub_bending(&mut fabric, thread, found.side());
    }
    let open: Vec<&str> = found.estimates.iter().filter(|e| !e.determined).map(|e| e.name).collect();
    let open = if open.is_empty() { String::new() } else { format!(" Not determined: {}.", open.join(", ")) };
    fabric.source = format!(
        "Measured: friction of strips along {direction} rolled on cylinders, fitted by toile fit bending to {}; stiffness given.{open} \
         The other thread like it; twist, stretch and contact friction typical.",
        asked.file
    );
    let text = summary(&found, direction);
    let parameter = |e: &Estimate| {
        let finite = |x: f64| x.is_finite().then_some(x);
        json!({
            "name": e.name, "value": e.value, "standard_error": finite(e.error),
            "interval": [finite(e.interval[0]), finite(e.interval[1])], "determined": e.determined,
        })
    };
    let row = |(s, [needed, fitted]): &(_, [f64; 2])| point(s, *needed, *fitted);
    let test = json!({
        "name": format!("rolled-{direction}"),
        "parameters": found.estimates.iter().map(parameter).collect::<Vec<_>>(),
        "rms": found.rms, "discarded": found.discarded,
        "columns": ["cylinder_curvature_per_m", "curvature_per_m", "friction_n", "fitted_n"],
        "curve": found.curve.iter().map(row).collect::<Vec<_>>(),
    });
    asked.write(&fabric, vec![test], &text)
}

fn point(sample: &toile::fit::rolled::Sample, needed: f64, fitted: f64) -> [f64; 4] {
    [sample.anchor, sample.curvature, needed, fitted]
}

fn summary(found: &Rolled, direction: &str) -> String {
    let mut text = format!(
        "Bending friction along {direction} from rolled strips: {} used, {} discarded, residual RMS {:.2} %\n\n",
        counted(found.curve.len(), "point"),
        found.discarded,
        100.0 * found.rms
    );
    for Estimate { name, value, error, interval: [low, high], determined } in &found.estimates {
        let unit = ["N", "N·m", "1/m"][["a", "b", "tau"].iter().position(|n| n == name).unwrap_or(0)];
        let flag = if *determined { "" } else { "  not determined" };
        let [value, error, low, high] = [value, error, low, high].map(|x| digits(*x));
        text += &format!("{name:<4} {value:>12} ± {error:<11} {low} to {high} {unit}{flag}\n");
    }
    text
}
