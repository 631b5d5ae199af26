//! `toile fit stretch`: elasticity and internal friction from weights on a square of cloth.

use super::asked::{self, Asked, curve, form, open, report, rub, summary};
use crate::commands::{Command, PLAIN};
use clap::{Arg, ArgMatches};
use toile::fabric::internal_friction::Side;
use toile::fit::friction::{Found, History, Noise};
use toile::fit::stretch::{DIRECTIONS, Options, stretch};
use toile::issue::Issues;

pub(super) const COMMAND: Command = Command {
    name: "stretch",
    about: "Fits stretch stiffness and internal friction to weights hung on a square of cloth",
    more: "\
DATA.csv is a table with a line of names and a line for each reading, in the order they were taken:

  weight_n, mass_g or mass_kg
                the whole load: weight, clip and half of the cloth
  length_mm or length_m
                length of the square when it hangs still
  direction     weft or warp; without this column all is warp
  time_s        not needed; where it is given it must not go back

Weights go from 0 up and back to 0, in cycles that grow: 0, 1, 0, 1, 2, 1, 0 … 6 … 0 N, three times over
(Miguel and others 2013, section 4.2). Begin with cloth that was flattened and has not been pulled.

Stress is (k1 + k2 e) e plus friction, whose limit is a + b e and which comes near it within a strain
tau; e is the Green-Lagrange strain. Friction is followed along the whole path of the readings, or with
--history anchored taken from the last turning point, as if it were saturated there (equation 4). With
--noise length the law predicts the length under each weight and is held to the lengths; with --noise
force it is held to the weights at the lengths that were read (equations 5 and 6).

A number is called determined when its standard error is below 2 % of it; tau moreover only where the
strain changes by less than 2 tau at the first reading after a turn.",
    arguments,
    run,
    ..PLAIN
};

fn arguments() -> Vec<Arg> {
    let mut all = asked::arguments();
    all.push(asked::number(
        "side-mm",
        format!("Side of the square at rest [default: {}]", Options::default().side * 1e3),
    ));
    all.push(
        Arg::new("history")
            .long("history")
            .value_name("HOW")
            .value_parser(["followed", "anchored"])
            .help("How friction at a reading is found [default: followed]"),
    );
    all.push(
        Arg::new("noise")
            .long("noise")
            .value_name("WHAT")
            .value_parser(["length", "force"])
            .help("What was read with an error [default: length]"),
    );
    all
}

fn run(matches: &ArgMatches) -> Result<(), Issues> {
    let mut options = Options { form: form(matches), ..Options::default() };
    let is = |name: &str, word: &str| matches.get_one::<String>(name).is_some_and(|given| given == word);
    if is("history", "anchored") {
        // Turning points as they were read: only forces can be held to them.
        (options.history, options.noise) = (History::Anchored, Noise::Stress);
    }
    if is("noise", "force") {
        options.noise = Noise::Stress;
    }
    let mut side_mm = options.side * 1e3;
    let asked = Asked::new(matches, |numbers| numbers.read("side-mm", [1.0, 1e4], &mut side_mm))?;
    options.side = side_mm * 1e-3;
    let found = stretch(&asked.text, &options)?;
    let mut fabric = asked.fabric(options.form);
    let named: Vec<(&str, &Found)> = found.pulled.iter().map(|pulled| (pulled.direction, &pulled.found)).collect();
    for direction in DIRECTIONS {
        // A direction that was not measured is taken to be like the other.
        let (_, of) = named.iter().find(|(name, _)| *name == direction).unwrap_or(&named[0]);
        fabric.membrane.curves.insert(direction.to_owned(), curve(of));
        let Side { limit, growth, reach } = of.side();
        rub(&mut fabric, direction, Side { limit, growth, reach });
    }
    let alike = if let [(only, _)] = named[..] {
        format!(" Only the {only} was measured; the other is like it.")
    } else {
        String::new()
    };
    fabric.source = format!(
        "Measured: stretch and its internal friction fitted by toile fit stretch to {}.{alike}{} Shear, bending and their \
         friction typical.",
        asked.file,
        open(&named)
    );
    let units = ["N/m", "N/m", "N/m", "N/m", "N/m", ""];
    let mut text = format!("{:?} from weights\n", fabric.name);
    let mut tests = Vec::new();
    for pulled in &found.pulled {
        text += &summary(pulled.direction, &pulled.found, units);
        let row = |([l, f, fitted], error): (&[f64; 3], &f64)| vec![*l, *f, *fitted, fitted - f, error * l];
        let rows = pulled.curve.iter().zip(&pulled.found.errors).map(row).collect();
        let columns = ["length_m", "load_n", "fitted_n", "residual_n", "fitted_error_n"];
        tests.push(report(pulled.direction, &pulled.found, &columns, rows));
    }
    if !found.unused.is_empty() {
        text += &format!("\nnot used: {}\n", found.unused.join(", "));
    }
    asked.write(&fabric, tests, &text)
}
