//! Weft, warp and shear curves from a tensile tester (Volino 2009, appendix).
//!
//! ```text
//!   ├──── l_u ────┼ d_u ┤       l_u along the pull, l_v across it; Kawabata's sample is 0.05 m by 0.2 m.
//!   ┌─────────────┬┄┄┄┄┄┐
//!   │ held        │     ┊ → f_u  elongation: d_v = 0                 ε_uu = d_u/l_u + d_u²/(2 l_u²)        (15)
//!   │             │     ┊ ↑ f_v  shear: d_u = 0                      ε_uv = d_v/l_u
//!   └─────────────┴┄┄┄┄┄┘       σ_uu = f_u/l_v · l_u/(l_u+d_u),  σ_uv = f_v/l_v − f_u/l_v · d_v/(l_u+d_u)    (17)
//! ```
//!
//! In the shear test the sample also lengthens, ε_uu = d_v²/(2 l_u²), and pulls along. That pull is not in the table: it
//! follows from the elongation curve, which is fitted first, or it is the constant tension of the tester where that is
//! given.

use super::csv::{Csv, shortened};
use super::curve::{CurveFit, Failure, Shape, fit};
use super::loops::{Averaged, Branch, Reading, average, branches};
use crate::document::Choice;
use crate::fabric::membrane::MembraneLaws;
use crate::issue::{Issue, Issues, none_or};
use crate::math::spline::Prepared;

/// The sample and the curves wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// l_u, along the pull, m.
    pub length: f64,
    /// l_v, across the pull, m.
    pub width: f64,
    /// Curves of weft and warp.
    pub elongation: Shape,
    /// Curve of shear.
    pub shear: Shape,
    /// Constant tension along the sample in the shear test, N/m; without it the sample's length is held.
    pub shear_tension: Option<f64>,
}

/// Kawabata's sample; three segments, cubic for elongation and quadratic for shear, as Volino 2009, section 3.1.
impl Default for Options {
    fn default() -> Self {
        Options {
            length: 0.05,
            width: 0.2,
            elongation: Shape { segments: 3, order: 3 },
            shear: Shape { segments: 3, order: 2 },
            shear_tension: None,
        }
    }
}

/// The tests a table may hold.
const TESTS: [&str; 4] = ["weft", "warp", "shear-weft", "shear-warp"];

/// Columns of displacement, in m per unit.
const DISPLACEMENTS: &[(&str, f64)] = &[("displacement_mm", 1e-3), ("displacement_m", 1.0)];
/// Columns of force: N/m per unit, and whether the force is that of the whole width.
const FORCES: &[(&str, f64, bool)] =
    &[("force_n", 1.0, true), ("force_n_per_m", 1.0, false), ("force_gf_per_cm", 0.980_665, false)];

/// Strain and stress beyond these are a wrong unit.
const LARGEST_STRAIN: f64 = 5.0;
const LARGEST_STRESS: f64 = 1e6;

/// What one test of the table gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name in the table.
    pub name: &'static str,
    /// Readings in the table.
    pub readings: usize,
    /// Whether load and unload were averaged.
    pub is_loop: bool,
    /// Readings left out because the unload branch does not reach there.
    pub alone: usize,
    /// Strain and stress, N/m.
    pub points: Vec<(f64, f64)>,
}

/// A curve with the tests it follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// Id of the curve in the law.
    pub id: &'static str,
    /// The curve, N/m.
    pub fit: CurveFit,
    /// The tests.
    pub tests: Vec<Test>,
}

/// How far the shear curves along weft and warp agree. Were the modes independent they would be one (Volino 2009).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Root mean square of the difference of the two curves over the strains both reach, N/m.
    pub difference: f64,
    /// The same over the peak stress.
    pub relative: f64,
    /// The difference that noise alone would make (one standard error), N/m.
    pub expected: f64,
}

impl Agreement {
    /// Differences below this part of the peak are within what testers and samples differ by.
    pub const SMALLEST: f64 = 0.02;
    /// Differences below so many standard errors may be chance.
    pub const ERRORS: f64 = 4.0;

    /// Whether the two differ beyond chance and beyond what testers differ by: then the modes are coupled.
    pub fn coupled(&self) -> bool {
        self.relative > Self::SMALLEST && self.difference > Self::ERRORS * self.expected
    }
}

/// Everything found in a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensile {
    /// Weft, warp and shear.
    pub curves: [Fitted; 3],
    /// Whether shear along weft and warp agree, where both were measured.
    pub agreement: Option<Agreement>,
    /// Columns of the table that were not used.
    pub unused: Vec<String>,
}

impl Tensile {
    /// The law of these curves.
    pub fn law(&self) -> Choice<MembraneLaws> {
        let mut law = Choice::of("membrane.spline");
        law.curves = self.curves.iter().map(|curve| (curve.id.to_owned(), curve.fit.spline.clone())).collect();
        law
    }
}

/// Reads a table and fits its curves, or says everything that stands against it.
pub fn tensile(text: &str, options: &Options) -> Result<Tensile, Issues> {
    let mut issues = Issues::new();
    let read = read(text, options, &mut issues);
    none_or(shortened(issues))?;
    let (tests, unused) = read;
    let find = |name: &str| tests.iter().find(|test| test.name == name);
    missing(&tests)?;
    let mut issues = Issues::new();
    let elongation = [("weft", find("weft")), ("warp", find("warp"))].map(|(id, test)| {
        let test = converted(test?, options, |d| (d.strain, d.stress / (1.0 + d.ratio)), &mut issues);
        one_curve(id, vec![test], options.elongation, &mut issues)
    });
    let [Some(weft), Some(warp)] = elongation else { return Err(issues) };
    let mut sheared = Vec::new();
    for (name, along) in [("shear-weft", &weft), ("shear-warp", &warp)] {
        let pull = Prepared::new(&along.fit.spline);
        let tension = |ratio: f64| options.shear_tension.unwrap_or_else(|| pull.at(0.5 * ratio * ratio).value);
        let stress = |d: Displaced| (d.ratio, d.stress - tension(d.ratio) * d.ratio);
        sheared.extend(find(name).map(|test| converted(test, options, stress, &mut issues)));
    }
    let agreement = match &sheared[..] {
        [a, b] => compare(a, b, options.shear),
        _ => None,
    };
    let Some(shear) = one_curve("shear", sheared, options.shear, &mut issues) else { return Err(issues) };
    none_or(issues)?;
    Ok(Tensile { curves: [weft, warp, shear], agreement, unused })
}

/// The readings of one test as they stand in the table: displacement in m, force in N/m of the sample's width.
struct Raw {
    name: &'static str,
    readings: Vec<(Option<Branch>, Reading)>,
}

fn read(text: &str, options: &Options, issues: &mut Issues) -> (Vec<Raw>, Vec<String>) {
    let none = (Vec::new(), Vec::new());
    let Some(csv) = Csv::read(text, issues) else { return none };
    let names = |columns: Vec<&str>| columns.join(" or ");
    let mut one_of = |columns: Vec<&'static str>| {
        let there: Vec<&str> = columns.iter().copied().filter(|name| csv.column(name).is_some()).collect();
        if let [name] = there[..] {
            return csv.column(name).map(|index| (name, index));
        }
        let problem = if there.is_empty() { "a column is missing" } else { "one column too many" };
        let issue = Issue::new("csv.column", names(columns.clone()), problem).value(csv.columns.join(", "));
        issues.push(issue.cure(format!("Give the table one column named {}.", names(columns))));
        None
    };
    let test = one_of(vec!["test"]);
    let displacement = one_of(DISPLACEMENTS.iter().map(|row| row.0).collect());
    let force = one_of(FORCES.iter().map(|row| row.0).collect());
    let (Some((_, test)), Some((displacement_name, displacement)), Some((force_name, force))) =
        (test, displacement, force)
    else {
        return none;
    };
    let branch = csv.column("branch");
    let metres = DISPLACEMENTS.iter().find(|row| row.0 == displacement_name).map_or(1.0, |row| row.1);
    let per_metre = FORCES
        .iter()
        .find(|row| row.0 == force_name)
        .map_or(1.0, |(_, unit, whole)| if *whole { unit / options.width } else { *unit });
    let mut tests: Vec<Raw> = TESTS.iter().map(|name| Raw { name, readings: Vec::new() }).collect();
    for line in &csv.lines {
        let name = line.fields[test].to_lowercase();
        let raw = tests.iter_mut().find(|raw| raw.name == name);
        if raw.is_none() {
            let issue = csv.issue("csv.test", line, test, "there is no such test");
            issues.push(issue.cure(format!("Write {}.", TESTS.join(", "))));
        }
        let way = branch.map(|column| match line.fields[column].to_lowercase().as_str() {
            "load" => Ok(Branch::Load),
            "unload" => Ok(Branch::Unload),
            _ => Err(csv.issue("csv.branch", line, column, "is no branch").cure("Write load or unload.")),
        });
        let numbers = [csv.number(line, displacement), csv.number(line, force)];
        match (raw, way.transpose(), numbers) {
            (Some(raw), Ok(way), [Ok(d), Ok(f)]) => {
                let reading = Reading { displacement: d * metres, force: f * per_metre };
                if let Some(issue) = far(&reading, options) {
                    issues.push(Issue { place: format!("line {}", line.number), ..issue });
                }
                raw.readings.push((way, reading));
            }
            (_, way, numbers) => {
                issues.extend(way.err());
                issues.extend(numbers.into_iter().filter_map(Result::err));
            }
        }
    }
    let used = [Some(test), Some(displacement), Some(force), branch];
    let unused = csv.columns.iter().enumerate().filter(|(index, _)| !used.contains(&Some(*index)));
    (tests.into_iter().filter(|raw| !raw.readings.is_empty()).collect(), unused.map(|(_, name)| name.clone()).collect())
}

/// The issue of a reading that only a wrong unit explains.
fn far(reading: &Reading, options: &Options) -> Option<Issue> {
    let ratio = reading.displacement / options.length;
    if !(ratio > -0.9 && ratio < LARGEST_STRAIN) {
        let cure = "Is the displacement in another unit than its column says, or the sample longer than --length-mm?";
        let problem = "the displacement is no strain of a cloth";
        let value = format!("{ratio:.4} of the sample's length");
        return Some(Issue::new("fit.strain", "", problem).value(value).cure(cure));
    }
    (reading.force.abs() > LARGEST_STRESS).then(|| {
        let problem = format!("no cloth holds a force above {LARGEST_STRESS} N/m");
        let cure = "Is the force in another unit than its column says, or the sample wider than --width-mm?";
        Issue::new("fit.force", "", problem).value(format!("{:.4e} N/m", reading.force)).cure(cure)
    })
}

/// Weft, warp and one shear are needed: a curve that was not measured is not invented.
fn missing(tests: &[Raw]) -> Result<(), Issues> {
    let has = |name: &str| tests.iter().any(|test| test.name == name);
    let needed = [("weft", has("weft")), ("warp", has("warp"))];
    let shear = ("shear-weft or shear-warp", has("shear-weft") || has("shear-warp"));
    let found = tests.iter().map(|test| test.name).collect::<Vec<_>>().join(", ");
    let issue = |(name, _): (&str, bool)| {
        Issue::new("fit.missing-test", "test", format!("there is no reading of the test {name}"))
            .value(&found)
            .cure("Add its lines: weft, warp and one of the shear tests are needed.")
    };
    none_or(needed.into_iter().chain([shear]).filter(|(_, there)| !there).map(issue).collect())
}

/// A reading in terms of the sample.
#[derive(Clone, Copy, Debug)]
struct Displaced {
    /// Displacement over l_u.
    ratio: f64,
    /// Green–Lagrange strain of an elongation by the ratio.
    strain: f64,
    /// Force over width, N/m.
    stress: f64,
}

/// Averages the branches of a test and turns its readings into strain and stress.
fn converted(raw: &Raw, options: &Options, convert: impl Fn(Displaced) -> (f64, f64), issues: &mut Issues) -> Test {
    let readings: Vec<Reading> = raw.readings.iter().map(|(_, reading)| *reading).collect();
    let found = branches(&readings);
    let labelled: Vec<(Branch, Reading)> =
        raw.readings.iter().zip(found).map(|((branch, reading), found)| (branch.unwrap_or(found), *reading)).collect();
    let Averaged { readings, is_loop, alone } = average(&labelled);
    let point = |reading: &Reading| {
        let ratio = reading.displacement / options.length;
        convert(Displaced { ratio, strain: ratio + 0.5 * ratio * ratio, stress: reading.force })
    };
    let points: Vec<(f64, f64)> = readings.iter().map(point).collect();
    if points.iter().all(|(strain, stress)| strain * stress <= 0.0) {
        let issue = Issue::new("fit.sign", raw.name, "no force pulls against its displacement");
        issues.push(issue.cure("Count displacement and force in the same direction."));
    }
    Test { name: raw.name, readings: raw.readings.len(), is_loop, alone, points }
}

/// One curve through the points of all tests.
fn one_curve(id: &'static str, tests: Vec<Test>, shape: Shape, issues: &mut Issues) -> Option<Fitted> {
    let points: Vec<(f64, f64)> = tests.iter().flat_map(|test| test.points.iter().copied()).collect();
    let reach = points.iter().fold(0.0_f64, |most, (strain, _)| most.max(strain.abs()));
    match fit(&points, shape, reach) {
        Ok(fit) => Some(Fitted { id, fit, tests }),
        Err(failure) => {
            let Shape { segments, order } = shape;
            let problem = match failure {
                Failure::TooFewPoints => format!(
                    "{segments} segments of order {order} have {} unknowns and need two readings more",
                    shape.unknowns()
                ),
                Failure::NotDetermined => {
                    format!("the readings do not determine {segments} segments of order {order}")
                }
            };
            let cure = "Measure more, over the whole range, or ask for fewer --segments or a lower order.";
            issues.push(Issue::new("fit.too-few", id, problem).value(format!("{} readings", points.len())).cure(cure));
            None
        }
    }
}

/// Fits both shear tests on their own and compares the curves where both reach.
fn compare(a: &Test, b: &Test, shape: Shape) -> Option<Agreement> {
    let reach_of = |test: &Test| test.points.iter().fold(0.0_f64, |most, (strain, _)| most.max(strain.abs()));
    let reach = reach_of(a).min(reach_of(b));
    let within = |test: &Test| -> Vec<(f64, f64)> {
        test.points.iter().copied().filter(|(strain, _)| strain.abs() <= reach * (1.0 + 1e-9)).collect()
    };
    let (points_a, points_b) = (within(a), within(b));
    let (fit_a, fit_b) = (fit(&points_a, shape, reach).ok()?, fit(&points_b, shape, reach).ok()?);
    let (curve_a, curve_b) = (Prepared::new(&fit_a.spline), Prepared::new(&fit_b.spline));
    const PLACES: u32 = 200;
    let squares = (1..=PLACES).map(|i| reach * f64::from(i) / f64::from(PLACES)).map(|x| {
        let gap = curve_a.at(x).value - curve_b.at(x).value;
        gap * gap
    });
    let difference = (squares.sum::<f64>() / f64::from(PLACES)).sqrt();
    // The mean variance of a fitted value is σ² times unknowns over points.
    let variance = |points: &[(f64, f64)], fit: &CurveFit| {
        let noise = scatter(points).max(fit.rms);
        noise * noise * shape.unknowns() as f64 / points.len() as f64
    };
    let expected = (variance(&points_a, &fit_a) + variance(&points_b, &fit_b)).sqrt();
    Some(Agreement { difference, relative: difference / fit_a.peak.max(fit_b.peak), expected })
}

/// Noise of the points, from how far each is from the line between its neighbours.
fn scatter(points: &[(f64, f64)]) -> f64 {
    let squares = points.windows(3).map(|three| {
        let [(x0, y0), (x1, y1), (x2, y2)] = [three[0], three[1], three[2]];
        let part = if x2 > x0 { (x1 - x0) / (x2 - x0) } else { 0.5 };
        let gap = y1 - y0 - part * (y2 - y0);
        gap * gap / (1.0 + part * part + (1.0 - part) * (1.0 - part))
    });
    let count = points.len().saturating_sub(2).max(1) as f64;
    (squares.sum::<f64>() / count).sqrt()
}
