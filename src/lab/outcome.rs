//! What an experiment found.

use super::tester::Log;
use crate::solver::Settled;
use serde::{Serialize, Serializer};
use std::fmt::{self, Write};

/// One figure of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A number, in the unit its name ends in.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// Yes or no.
    Flag(bool),
    /// A word or two.
    Text(String),
    /// Several numbers.
    List(Vec<f64>),
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Number(number) => write!(f, "{}", short(*number)),
            Figure::Count(count) => write!(f, "{count}"),
            Figure::Flag(true) => write!(f, "yes"),
            Figure::Flag(false) => write!(f, "no"),
            Figure::Text(text) => write!(f, "{text}"),
            Figure::List(numbers) => {
                write!(f, "{}", numbers.iter().map(|n| short(*n)).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl From<f64> for Figure {
    fn from(number: f64) -> Self {
        Figure::Number(number)
    }
}

impl From<usize> for Figure {
    fn from(count: usize) -> Self {
        Figure::Count(count as u64)
    }
}

impl From<u32> for Figure {
    fn from(count: u32) -> Self {
        Figure::Count(u64::from(count))
    }
}

impl From<bool> for Figure {
    fn from(flag: bool) -> Self {
        Figure::Flag(flag)
    }
}

impl From<&str> for Figure {
    fn from(text: &str) -> Self {
        Figure::Text(text.to_owned())
    }
}

impl From<Vec<f64>> for Figure {
    fn from(numbers: Vec<f64>) -> Self {
        Figure::List(numbers)
    }
}

/// A curve and figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Names of the columns, `quantity_unit`.
    pub columns: &'static [&'static str],
    /// The curve, one number per column.
    pub rows: Vec<Vec<f64>>,
    /// Figures by name, in the order they are shown.
    #[serde(serialize_with = "by_name")]
    pub figures: Vec<(&'static str, Figure)>,
}

fn by_name<S: Serializer>(figures: &[(&'static str, Figure)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(figures.iter().map(|(name, figure)| (name, figure)))
}

impl Outcome {
    /// An empty curve with these columns.
    pub fn new(columns: &'static [&'static str]) -> Self {
        Outcome { columns, rows: Vec::new(), figures: Vec::new() }
    }

    /// Adds a row; it has one number per column.
    pub fn row(&mut self, row: &[f64]) {
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row.to_vec());
    }

    /// Adds a figure.
    pub fn figure(&mut self, name: &'static str, figure: impl Into<Figure>) {
        self.figures.push((name, figure.into()));
    }

    /// The figure of this name.
    pub fn find(&self, name: &str) -> Option<&Figure> {
        self.figures.iter().find(|(known, _)| *known == name).map(|(_, figure)| figure)
    }

    /// The number of this name; nothing when there is none or it is no number.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.find(name)? {
            Figure::Number(number) => Some(*number),
            Figure::Count(count) => Some(*count as f64),
            _ => None,
        }
    }

    /// The numbers of a column.
    pub fn column(&self, name: &str) -> Vec<f64> {
        let index = self.columns.iter().position(|column| *column == name);
        index.map_or_else(Vec::new, |index| self.rows.iter().map(|row| row[index]).collect())
    }

    /// The curve as CSV, every number with all its digits.
    pub fn csv(&self) -> String {
        let mut text = self.columns.join(",") + "\n";
        for row in &self.rows {
            let numbers: Vec<String> = row.iter().map(|number| number.to_string()).collect();
            text += &(numbers.join(",") + "\n");
        }
        text
    }

    /// The figures as a JSON object.
    pub fn report(&self) -> serde_json::Map<String, serde_json::Value> {
        let value = |figure: &Figure| serde_json::to_value(figure).unwrap_or_default();
        self.figures.iter().map(|(name, figure)| ((*name).to_owned(), value(figure))).collect()
    }

    /// Figures and curve for people.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        let widest = self.figures.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, figure) in &self.figures {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:widest$}  {figure}");
        }
        let cells = self.rows.iter().map(|row| row.iter().map(|n| short(*n)).collect::<Vec<_>>());
        let header = self.columns.iter().map(|column| (*column).to_owned()).collect::<Vec<_>>();
        let lines: Vec<Vec<String>> = std::iter::once(header).chain(cells).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        text.push('\n');
        for line in &lines {
            let padded: Vec<String> = line.iter().zip(&widths).map(|(cell, w)| format!("{cell:>w$}")).collect();
            text += &(padded.join("  ") + "\n");
        }
        text
    }

    /// How the equilibria behind the curve were found.
    pub(super) fn effort(&mut self, log: &Log) {
        let Log { triangles, relaxations, worst, all_found, cg_iterations, most_iterations, .. } = log;
        self.figure("triangles", *triangles);
        self.figure("relaxations", *relaxations);
        self.figure("newton_iterations_max", *most_iterations);
        self.figure("cg_iterations", *cg_iterations);
        if let Some(Settled { residual, relative_residual, stopped, .. }) = worst {
            self.figure("residual_n", *residual);
            self.figure("residual_relative", *relative_residual);
            self.figure("worst_stopped_at", stopped.in_words());
        }
        self.figure("equilibrium_found", *all_found);
    }
}

/// Six digits are enough for eyes.
fn short(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || (1e-3..1e6).contains(&size) {
        let text = format!("{number:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{number:.4e}")
    }
}
