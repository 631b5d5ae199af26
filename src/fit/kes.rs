//! Elasticity and internal friction from the loops of Kawabata's testers (KES-FB1 and FB2).
//!
//! ```text
//!  load │      ╱╱   tensile: EMT, LT, WT, RT from load and unload
//!       │    ╱╱     shear:   G the slope between 0.5° and 2.5°, 2HG and 2HG5 the width of the loop at 0.5° and 5°
//!    ───┼──╱╱────   bending: B the slope between 0.5 and 1.5 per cm, 2HB the width of the loop at 1 per cm
//!       │╱╱
//! ```
//!
//! The tester's own figures are read off the loop; the law's numbers are fitted to all of it, as [`super::friction`] says.
//! 1 gf = 9.80665 mN: B 1 gf·cm²/cm = 98.07 µN·m, 2HB 1 gf·cm/cm = 9.807 mN, G 1 gf/(cm·°) = 56.19 N/m per rad, 2HG 1 gf/cm =
//! 0.9807 N/m, WT 1 gf·cm/cm² = 0.9807 J/m². A plateau of friction is half the width of the loop.

use super::csv::{Csv, shortened};
use super::friction::{Found, History, Noise, Reading, Wanted};
use super::stretch::{Clock, few, fitted};
use crate::fabric::internal_friction::Form;
use crate::issue::{Issue, Issues, none_or};
use crate::math::real::{cos, sin};
use std::f64::consts::PI;

/// N/m per gf/cm.
const GF_PER_CM: f64 = 0.980_665;
/// N per gf·cm/cm.
const GF_CM_PER_CM: f64 = 9.806_65e-3;

/// How the loops are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The equation that friction follows.
    pub form: Form,
    /// Constant tension along the sample in the shear test, N/m: it resists shear like a stiffness, and is not the cloth's.
    pub shear_tension: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options { form: Form::Eq3, shear_tension: 0.0 }
    }
}

/// What a test strains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Stretch: % and gf/cm.
    Tensile,
    /// Shear: degrees and gf/cm.
    Shear,
    /// Bending: 1/cm and gf·cm/cm.
    Bending,
}

/// The tests a table may hold.
pub const TESTS: [(&str, Kind, &str); 6] = [
    ("tensile-weft", Kind::Tensile, "weft"),
    ("tensile-warp", Kind::Tensile, "warp"),
    ("shear-weft", Kind::Shear, "weft"),
    ("shear-warp", Kind::Shear, "warp"),
    ("bending-weft", Kind::Bending, "weft"),
    ("bending-warp", Kind::Bending, "warp"),
];

/// A figure of the tester, in its own unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Its name, such as 2HB.
    pub name: &'static str,
    /// Its value; nothing where the loop does not reach far enough for it.
    pub value: Option<f64>,
    /// Its unit.
    pub unit: &'static str,
    /// One of it in SI.
    pub si: f64,
}

/// One test of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// Its name in the table.
    pub name: &'static str,
    /// What it strains.
    pub kind: Kind,
    /// Along which thread.
    pub direction: &'static str,
    /// The tester's figures.
    pub figures: Vec<Figure>,
    /// The law's numbers.
    pub found: Found,
}

/// Everything found in a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Kes {
    /// The tests.
    pub tests: Vec<Tested>,
    /// Columns of the table that were not used.
    pub unused: Vec<String>,
}

/// Names of the columns: the unit is the tester's own, which depends on the test.
const COLUMNS: [&str; 3] = ["test", "deformation_kes", "load_kes"];

/// Deformations beyond these are a wrong unit.
fn range(kind: Kind) -> f64 {
    match kind {
        Kind::Tensile => 300.0,
        Kind::Shear => 60.0,
        Kind::Bending => 10.0,
    }
}

/// Reads a table, its figures and laws, or says everything that stands against it.
pub fn kes(text: &str, options: &Options) -> Result<Kes, Issues> {
    let mut issues = Issues::new();
    let (tests, unused) = read(text, &mut issues);
    none_or(shortened(issues))?;
    let mut issues = Issues::new();
    let mut out = Vec::new();
    for (test, rows) in tests.iter().filter(|(_, rows)| !rows.is_empty()) {
        let (name, kind, direction) = **test;
        let readings: Vec<Reading> = rows.iter().map(|row| reading(kind, *row, options)).collect();
        // A stretch curve bends more than one number can say.
        let order = if kind == Kind::Tensile { 3 } else { 2 };
        let wanted = Wanted { form: options.form, history: History::Followed, noise: Noise::Stress, order };
        match fitted(name, &readings, wanted) {
            Ok(found) => out.push(Tested { name, kind, direction, figures: figures(kind, rows), found }),
            Err(issue) => issues.push(issue),
        }
    }
    none_or(issues)?;
    Ok(Kes { tests: out, unused })
}

/// A reading in SI: Green–Lagrange strain, shear d_v/l_u or curvature; stress along the thread, or moment per width.
fn reading(kind: Kind, [deformation, load]: [f64; 2], options: &Options) -> Reading {
    match kind {
        Kind::Tensile => {
            let e = deformation / 100.0;
            Reading { strain: e + 0.5 * e * e, stress: load * GF_PER_CM / (1.0 + e) }
        }
        Kind::Shear => {
            let angle = deformation * PI / 180.0;
            let strain = sin(angle) / cos(angle);
            Reading { strain, stress: load * GF_PER_CM - options.shear_tension * strain }
        }
        Kind::Bending => Reading { strain: deformation * 100.0, stress: load * GF_CM_PER_CM },
    }
}

type Rows = Vec<[f64; 2]>;
type Tests = Vec<(&'static (&'static str, Kind, &'static str), Rows)>;

fn read(text: &str, issues: &mut Issues) -> (Tests, Vec<String>) {
    let none = (Vec::new(), Vec::new());
    let Some(csv) = Csv::read(text, issues) else { return none };
    let columns = COLUMNS.map(|name| csv.column(name).ok_or_else(|| csv.column_issue(name, "a column is missing")));
    let [Ok(test), Ok(deformation), Ok(load)] = columns else {
        issues.extend(columns.into_iter().filter_map(Result::err));
        return none;
    };
    let time = csv.column("time_s");
    let mut tests: Tests = TESTS.iter().map(|row| (row, Vec::new())).collect();
    let mut lines = TESTS.map(|_| Vec::new());
    let mut clocks: Vec<Clock> = TESTS.iter().map(|_| Clock::default()).collect();
    for line in &csv.lines {
        let name = line.fields[test].to_lowercase();
        let Some(index) = TESTS.iter().position(|row| row.0 == name) else {
            let issue = csv.issue("csv.test", line, test, "there is no such test");
            issues.push(issue.cure(format!("Write {}.", TESTS.map(|row| row.0).join(", "))));
            continue;
        };
        issues.extend(time.and_then(|column| clocks[index].check(&csv, line, column).err()));
        match (csv.number(line, deformation), csv.number(line, load)) {
            (Ok(d), Ok(l)) => {
                let most = range(TESTS[index].1);
                if d.abs() > most {
                    let issue =
                        csv.issue("fit.strain", line, deformation, &format!("is beyond {most}: no tester goes there"));
                    let cure = "Tensile tests are in %, shear in degrees, bending in 1/cm: is it in another unit?";
                    issues.push(issue.cure(cure));
                }
                tests[index].1.push([d, l]);
                lines[index].push(line.number);
            }
            (d, l) => issues.extend([d.err(), l.err()].into_iter().flatten()),
        }
    }
    issues.extend(few(&csv, &lines, deformation));
    if tests.iter().all(|(_, rows)| rows.is_empty()) && issues.is_empty() {
        issues.push(Issue::new("csv.empty", "", "there are no readings in it").cure("Give a line for each reading."));
    }
    let used = [Some(test), Some(deformation), Some(load), time];
    let unused = csv.columns.iter().enumerate().filter(|(index, _)| !used.contains(&Some(*index)));
    (tests, unused.map(|(_, name)| name.clone()).collect())
}

/// The tester's figures, as its manual reads them off the curve.
fn figures(kind: Kind, rows: &[[f64; 2]]) -> Vec<Figure> {
    let figure = |name, value, unit, si| Figure { name, value, unit, si };
    match kind {
        Kind::Tensile => {
            let top = rows.iter().enumerate().max_by(|a, b| a.1[1].total_cmp(&b.1[1])).map_or(0, |(index, _)| index);
            let work = |rows: &[[f64; 2]]| {
                rows.windows(2).map(|p| 0.5 * (p[0][1] + p[1][1]) * (p[1][0] - p[0][0]) / 100.0).sum::<f64>()
            };
            let (emt, most) = (rows[top][0], rows[top][1]);
            let (out, back) = (work(&rows[..=top]), -work(&rows[top..]));
            let positive = |value: f64| (value.is_finite() && value > 0.0).then_some(value);
            vec![
                figure("EMT", positive(emt), "%", 0.01),
                figure("LT", positive(out / (0.5 * most * emt / 100.0)), "1", 1.0),
                figure("WT", positive(out), "gf·cm/cm²", GF_PER_CM),
                figure("RT", positive(100.0 * back / out), "%", 0.01),
            ]
        }
        Kind::Shear => vec![
            figure("G", slope(rows, [0.5, 2.5]), "gf/(cm·°)", GF_PER_CM * 180.0 / PI),
            figure("2HG", width(rows, 0.5), "gf/cm", GF_PER_CM),
            figure("2HG5", width(rows, 5.0), "gf/cm", GF_PER_CM),
        ],
        Kind::Bending => vec![
            figure("B", slope(rows, [0.5, 1.5]), "gf·cm²/cm", 1e-2 * GF_CM_PER_CM),
            figure("2HB", width(rows, 1.0), "gf·cm/cm", GF_CM_PER_CM),
        ],
    }
}

/// Loads of every monotone branch at a deformation: outwards (away from zero) and back.
fn branches(rows: &[[f64; 2]], at: f64) -> (Vec<f64>, Vec<f64>) {
    let (mut out, mut back) = (Vec::new(), Vec::new());
    for pair in rows.windows(2) {
        let ([x0, y0], [x1, y1]) = (pair[0], pair[1]);
        let inside = if x0 < x1 { (x0..x1).contains(&at) } else { (x1..x0).contains(&at) };
        if x0 != x1 && inside {
            let load = y0 + (y1 - y0) * (at - x0) / (x1 - x0);
            if (x1 - x0) * at > 0.0 { out.push(load) } else { back.push(load) }
        }
    }
    (out, back)
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Width of the loop at a deformation, the mean of both sides where the loop has both.
fn width(rows: &[[f64; 2]], at: f64) -> Option<f64> {
    let side = |at: f64| {
        let (out, back) = branches(rows, at);
        Some((mean(&out)? - mean(&back)?) * if at < 0.0 { -1.0 } else { 1.0 })
    };
    mean(&[side(at), side(-at)].into_iter().flatten().collect::<Vec<_>>())
}

/// Slope of the outward branches between two deformations, the mean of both sides.
fn slope(rows: &[[f64; 2]], [from, to]: [f64; 2]) -> Option<f64> {
    let side = |sign: f64| {
        let load = |at: f64| mean(&branches(rows, sign * at).0);
        Some(sign * (load(to)? - load(from)?) / (to - from))
    };
    mean(&[side(1.0), side(-1.0)].into_iter().flatten().collect::<Vec<_>>())
}
