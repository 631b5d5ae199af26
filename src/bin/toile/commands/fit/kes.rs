//! `toile fit kes`: Kawabata's figures, elasticity and internal friction from the loops of his testers.

use super::asked::{self, Asked, curve, digits, form, open, report, rub, summary};
use crate::commands::{Command, PLAIN};
use clap::{Arg, ArgMatches};
use serde_json::json;
use toile::document::Fabric;
use toile::fabric::internal_friction::Side;
use toile::fit::friction::Found;
use toile::fit::kes::{Kind, Options, Tested, kes};
use toile::issue::Issues;
use toile::math::spline::Spline;

pub(super) const COMMAND: Command = Command {
    name: "kes",
    about: "Fits elasticity and internal friction to the loops of Kawabata's testers, and reads off their figures",
    more: "\
DATA.csv is a table with a line of names and a line for each reading, in the order they were taken:

  test             tensile-weft, tensile-warp, shear-weft, shear-warp, bending-weft or bending-warp
  deformation_kes  elongation in %, shear angle in degrees, or curvature in 1/cm
  load_kes         force in gf/cm for tensile and shear, moment in gf·cm/cm for bending
  time_s           not needed; where it is given it must not go back within a test

Each test goes out and back: friction shows where loading and unloading part. Any of the six may be
given; what is not measured is typical, and the fabric's source says so.

Printed are EMT, LT, WT and RT of tensile tests, G, 2HG and 2HG5 of shear, B and 2HB of bending, in
Kawabata's units and in SI, and the numbers of the law: stress (k1 + k2 e + k3 e²) e plus friction with
the limit a + b e, which it comes near within a strain tau; for bending e is the curvature.",
    arguments,
    run,
    ..PLAIN
};

fn arguments() -> Vec<Arg> {
    let mut all = asked::arguments();
    let help = "Constant tension along the sample in the shear test, which is not the cloth's resistance (Kawabata: 10) [default: 0]";
    all.push(asked::number("shear-tension-gf-per-cm", help.to_owned()));
    all
}

/// N/m per gf/cm.
const GF_PER_CM: f64 = 0.980_665;

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let mut tension = 0.0;
    let asked = Asked::new(matches, |numbers| numbers.read("shear-tension-gf-per-cm", [0.0, 1e3], &mut tension))?;
    let options = Options { form: form(matches), shear_tension: tension * GF_PER_CM };
    let found = kes(&asked.text, &options)?;
    let mut fabric = asked.fabric(options.form);
    let typical = laws(&mut fabric, &found.tests);
    let named: Vec<(&str, &Found)> = found.tests.iter().map(|test| (test.name, &test.found)).collect();
    fabric.source = format!(
        "Measured: {} fitted by toile fit kes to {}.{}{typical} Contact friction typical.",
        named.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
        asked.file,
        open(&named),
    );
    let mut text = format!("{:?} from Kawabata's tests\n", fabric.name);
    let mut tests = Vec::new();
    for test in &found.tests {
        let (units, columns) = match test.kind {
            Kind::Bending => {
                (["N·m", "N·m²", "N·m³", "N", "N·m", "1/m"], ["curvature_per_m", "moment_n", "fitted_n", "residual_n"])
            }
            _ => {
                let columns = ["strain", "stress_n_per_m", "fitted_n_per_m", "residual_n_per_m"];
                (["N/m", "N/m", "N/m", "N/m", "N/m", ""], columns)
            }
        };
        text += &summary(test.name, &test.found, units);
        for figure in &test.figures {
            text += &match figure.value {
                Some(value) => {
                    format!(
                        "  {:<5} {:>12} {} ({} in SI)\n",
                        figure.name,
                        digits(value),
                        figure.unit,
                        digits(value * figure.si)
                    )
                }
                None => format!("  {:<5} the loop does not reach far enough\n", figure.name),
            };
        }
        let row = |(reading, fitted): &(_, f64)| row(reading, *fitted);
        let mut value = report(test.name, &test.found, &columns, test.found.curve.iter().map(row).collect());
        value["figures"] = test
            .figures
            .iter()
            .map(|f| json!({"name": f.name, "value": f.value, "unit": f.unit, "si": f.value.map(|v| v * f.si)}))
            .collect();
        tests.push(value);
    }
    if !found.unused.is_empty() {
        text += &format!("\nnot used: {}\n", found.unused.join(", "));
    }
    asked.write(&fabric, tests, &text)
}

fn row(reading: &toile::fit::friction::Reading, fitted: f64) -> Vec<f64> {
    vec![reading.strain, reading.stress, fitted, fitted - reading.stress]
}

/// Puts what was measured into the fabric; returns a sentence on what was not.
fn laws(fabric: &mut Fabric, tests: &[Tested]) -> String {
    let of = |kind: Kind| -> Vec<&Tested> { tests.iter().filter(|test| test.kind == kind).collect() };
    let mut typical = Vec::new();
    let (tensile, shear, bending) = (of(Kind::Tensile), of(Kind::Shear), of(Kind::Bending));
    for direction in ["weft", "warp"] {
        let named = |tests: &[&'_ Tested]| tests.iter().position(|t| t.direction == direction).unwrap_or(0);
        if let Some(test) = tensile.get(named(&tensile)) {
            fabric.membrane.curves.insert(direction.to_owned(), curve(&test.found));
            rub(fabric, direction, test.found.side());
        }
        if let Some(test) = bending.get(named(&bending)) {
            rub_bending(fabric, direction, test.found.side());
        }
    }
    // One shear curve: where both were measured, the mean of both.
    if let Some(mean) = mean(&shear.iter().map(|test| &test.found).collect::<Vec<_>>()) {
        fabric.membrane.curves.insert("shear".to_owned(), mean.0);
        rub(fabric, "shear", mean.1);
    }
    if !bending.is_empty() {
        let stiffness = bending.iter().map(|test| test.found.value("k1")).sum::<f64>() / bending.len() as f64;
        fabric.bending.parameters.insert("stiffness_un_m".to_owned(), stiffness * 1e6);
    }
    for (name, tests) in [("stretch", &tensile), ("shear", &shear), ("bending", &bending)] {
        if tests.is_empty() {
            typical.push(name);
        } else if tests.len() == 1 && name != "shear" {
            typical.push(if name == "stretch" {
                "the other direction of stretch (like the measured)"
            } else {
                "the other direction of bending (like the measured)"
            });
        }
    }
    if typical.is_empty() { String::new() } else { format!(" Typical: {}.", typical.join(", ")) }
}

/// Friction of bending along a thread, alike to both sides.
pub(super) fn rub_bending(fabric: &mut Fabric, direction: &str, side: Side) {
    let numbers = &mut fabric.internal_friction.parameters;
    for sign in ["pos", "neg"] {
        numbers.insert(format!("bend_{direction}_{sign}_a_mn"), side.limit * 1e3);
        numbers.insert(format!("bend_{direction}_{sign}_b_un_m"), side.growth * 1e6);
        numbers.insert(format!("bend_{direction}_{sign}_tau_per_m"), side.reach);
    }
}

fn mean(found: &[&Found]) -> Option<(Spline, Side)> {
    let first = curve(found.first()?);
    let n = found.len() as f64;
    let value = |name: &str| found.iter().map(|found| found.value(name)).sum::<f64>() / n;
    let to = first.segments[0].to;
    let spline = Spline::new(value("k1"), &[(to, &[value("k2") * to * to])]);
    Some((spline, Side { limit: value("a"), growth: value("b"), reach: value("tau") }))
}
