//! Stretch from weights on a square of cloth (Miguel 2013, §4.2).
//!
//! ```text
//!   ▔▔▔▔▔▔▔▔      L₀ × L₀ at rest, hung by its upper side
//!   │  L   │      ε = ½((L/L₀)² − 1), ∇ε = L/L₀², A = L₀²
//!   ▁▁▁▁▁▁▁▁      F = (k ε + σ) A ∇ε = (k ε + σ) L            (5), to be solved for k, a, b, τ by least squares (6)
//!      ▼ F
//! ```
//!
//! Weights go 0, 1, …, n, …, 1, 0; each length is read when the cloth hangs still. F is the whole load: weight, clip and cloth.

use super::csv::{Csv, shortened};
use super::friction::{Found, History, Noise, Reading, Wanted, friction, has_turn, is_something};
use crate::fabric::internal_friction::Form;
use crate::issue::{Issue, Issues, none_or};

/// The sample and how its readings are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// L₀, m.
    pub side: f64,
    /// The equation that friction follows.
    pub form: Form,
    /// How friction at a reading is found.
    pub history: History,
    /// What is measured with an error.
    pub noise: Noise,
}

/// The paper's square; the law of its equation (3), followed along the whole path, lengths read with an error.
impl Default for Options {
    fn default() -> Self {
        Options { side: 0.1, form: Form::Eq3, history: History::Followed, noise: Noise::Length }
    }
}

/// Along which thread was pulled.
pub const DIRECTIONS: [&str; 2] = ["weft", "warp"];

/// One direction of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Pulled {
    /// weft or warp.
    pub direction: &'static str,
    /// Elasticity and friction.
    pub found: Found,
    /// Length in m and load in N of each reading, and the load that the law has there.
    pub curve: Vec<[f64; 3]>,
}

/// Everything found in a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// Weft, warp or both.
    pub pulled: Vec<Pulled>,
    /// Columns of the table that were not used.
    pub unused: Vec<String>,
}

/// Columns of load, in N per unit.
const LOADS: &[(&str, f64)] = &[("weight_n", 1.0), ("mass_g", 9.806_65e-3), ("mass_kg", 9.806_65)];
/// Columns of length, in m per unit.
const LENGTHS: &[(&str, f64)] = &[("length_mm", 1e-3), ("length_m", 1.0)];
/// Readings of a loop at least.
const FEWEST: usize = 6;
/// Lengths over L₀ beyond these are a wrong unit.
const LENGTH_RANGE: [f64; 2] = [0.5, 10.0];

/// Reads a table and fits elasticity and friction, or says everything that stands against it.
pub fn stretch(text: &str, options: &Options) -> Result<Stretch, Issues> {
    let mut issues = Issues::new();
    let (tests, unused) = read(text, options, &mut issues);
    none_or(shortened(issues))?;
    let mut issues = Issues::new();
    let mut pulled = Vec::new();
    for (direction, rows) in tests {
        let readings: Vec<Reading> = rows
            .iter()
            .map(|[length, load]| {
                let ratio = length / options.side;
                Reading { strain: 0.5 * (ratio * ratio - 1.0), stress: load / length }
            })
            .collect();
        let wanted = Wanted { form: options.form, history: options.history, noise: options.noise, order: 2 };
        match fitted(direction, &readings, wanted) {
            Ok(found) => {
                let row =
                    |([length, load], (_, stress)): (&[f64; 2], &(Reading, f64))| [*length, *load, stress * length];
                let curve = rows.iter().zip(&found.curve).map(row).collect();
                pulled.push(Pulled { direction, found, curve });
            }
            Err(issue) => issues.push(issue),
        }
    }
    none_or(issues)?;
    Ok(Stretch { pulled, unused })
}

/// The fit of a loop, or why there is none.
pub(super) fn fitted(place: &str, readings: &[Reading], wanted: Wanted) -> Result<Found, Issue> {
    let none = |problem: &str, cure: &str| {
        Issue::new("fit.not-determined", place, problem).value(format!("{} readings", readings.len())).cure(cure)
    };
    if !has_turn(readings, wanted.noise) {
        let cure = "Measure on the way back too: friction shows where loading and unloading part.";
        return Err(none("the readings never turn back: friction cannot be told from elasticity", cure));
    }
    let fewest = wanted.order + 4;
    let found = friction(readings, wanted).ok_or_else(|| {
        none(
            "the readings do not determine elasticity and friction",
            &format!("Give {fewest} readings or more, with strain and force."),
        )
    })?;
    if !is_something(&found.estimates, found.rms) {
        let cure = "Measure more readings or more exactly; check that all are of one sample and in order.";
        return Err(none("nothing follows from the readings: every number could be quite another", cure));
    }
    Ok(found)
}

type Tests = Vec<(&'static str, Vec<[f64; 2]>)>;

fn read(text: &str, options: &Options, issues: &mut Issues) -> (Tests, Vec<String>) {
    let none = (Tests::new(), Vec::new());
    let Some(csv) = Csv::read(text, issues) else { return none };
    let (load, length) = (one_of(&csv, LOADS, issues), one_of(&csv, LENGTHS, issues));
    let (direction, time) = (csv.column("direction"), csv.column("time_s"));
    let (Some((load, newton)), Some((length, metres))) = (load, length) else { return none };
    let mut tests: Tests = DIRECTIONS.map(|name| (name, Vec::new())).into();
    let mut lines = DIRECTIONS.map(|_| Vec::new());
    let mut clock = Clock::default();
    for line in &csv.lines {
        let name = direction.map_or("warp".to_owned(), |column| line.fields[column].to_lowercase());
        let index = DIRECTIONS.iter().position(|known| *known == name);
        let test = index.map(|index| (&mut tests[index].1, &mut lines[index]));
        if let (None, Some(column)) = (&test, direction) {
            let issue = csv.issue("csv.direction", line, column, "is no direction of the cloth");
            issues.push(issue.cure("Write weft or warp."));
        }
        issues.extend(time.and_then(|column| clock.check(&csv, line, column).err()));
        match (test, csv.number(line, load), csv.number(line, length)) {
            (Some((rows, lines)), Ok(f), Ok(l)) => {
                let (l, f) = (l * metres, f * newton);
                let ratio = l / options.side;
                if !(LENGTH_RANGE[0]..=LENGTH_RANGE[1]).contains(&ratio) {
                    let problem = format!("is {ratio:.4} of the sample's side: no cloth stretches so");
                    let cure = "Is it in another unit than the column says, or the sample not of --side-mm?";
                    issues.push(csv.issue("fit.strain", line, length, &problem).cure(cure));
                }
                if !(0.0..=1e5).contains(&f) {
                    let issue = csv.issue("fit.force", line, load, "is no weight that is hung on a cloth");
                    issues.push(issue.cure("Give weights as positive numbers, in the unit that the column says."));
                }
                rows.push([l, f]);
                lines.push(line.number);
            }
            (_, f, l) => issues.extend([f.err(), l.err()].into_iter().flatten()),
        }
    }
    tests.retain(|(_, rows)| !rows.is_empty());
    issues.extend(few(&csv, &lines, length));
    if tests.is_empty() && issues.is_empty() {
        issues.push(Issue::new("csv.empty", "", "there are no readings in it").cure("Give a line for each reading."));
    }
    let used = [Some(load), Some(length), direction, time];
    let unused = csv.columns.iter().enumerate().filter(|(index, _)| !used.contains(&Some(*index)));
    (tests, unused.map(|(_, name)| name.clone()).collect())
}

/// Tests of fewer readings than a law of two elastic numbers and friction needs, by the lines of each.
pub(super) fn few(csv: &Csv, tests: &[Vec<usize>], column: usize) -> Issues {
    let needed = (FEWEST, "there are too few readings of a loop for elasticity and friction");
    let some = tests.iter().filter(|lines| (1..FEWEST).contains(&lines.len()));
    some.map(|lines| csv.too_few(lines, column, needed)).collect()
}

/// The one column of these that the table has, and what its unit is in SI; an issue where there is none, or more than one.
pub(super) fn one_of(csv: &Csv, columns: &[(&str, f64)], issues: &mut Issues) -> Option<(usize, f64)> {
    let there: Vec<(usize, f64)> = columns.iter().filter_map(|(name, unit)| Some((csv.column(name)?, *unit))).collect();
    if let [one] = there[..] {
        return Some(one);
    }
    let names = columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" or ");
    let problem = if there.is_empty() { "a column is missing" } else { "the same is given in two units" };
    issues.push(csv.column_issue(&names, problem));
    None
}

/// Readings are in the order they were taken: where a time is given it must grow.
#[derive(Default)]
pub(super) struct Clock {
    last: Option<f64>,
}

impl Clock {
    pub(super) fn check(&mut self, csv: &Csv, line: &super::csv::Line, column: usize) -> Result<(), Issue> {
        let now = csv.number(line, column)?;
        let last = self.last.replace(now);
        match last {
            Some(last) if now < last => {
                let issue =
                    csv.issue("csv.time", line, column, &format!("is before the time of the line above, {last}"));
                Err(issue.cure("Give the readings in the order they were taken: friction depends on it."))
            }
            _ => Ok(()),
        }
    }
}
