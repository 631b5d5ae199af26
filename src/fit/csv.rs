//! Tables of numbers as testers and spreadsheets write them.
//!
//! Fields are separated by semicolons, tabs or commas, whichever the line of names has; where it is not a comma, a
//! comma may stand for the decimal point. Lines that are blank or begin with `#` are passed over.

use crate::issue::{Issue, Issues};

/// After this many issues the rest is only counted.
const MOST_ISSUES: usize = 100;

/// A table with named columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Csv {
    /// Names of the columns, in small letters.
    pub columns: Vec<String>,
    /// The lines below them.
    pub lines: Vec<Line>,
    /// Number of the line of names in the file, from 1.
    header: usize,
    decimal_comma: bool,
}

/// One line of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its fields, as many as there are columns.
    pub fields: Vec<String>,
}

impl Csv {
    /// Reads a table. Lines with a wrong number of fields are left out and told in `issues`.
    pub fn read(text: &str, issues: &mut Issues) -> Option<Csv> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let Some((header, names)) = lines.next() else {
            let cure = "Give a table with a line of names and a line for each reading.";
            issues.push(Issue::new("csv.empty", "", "there is no table in it").cure(cure));
            return None;
        };
        let separator = [';', '\t'].into_iter().find(|c| names.contains(*c)).unwrap_or(',');
        let columns: Vec<String> = split(names, separator).iter().map(|name| name.to_lowercase()).collect();
        for (index, name) in columns.iter().enumerate() {
            if columns[..index].contains(name) {
                let place = format!("line {header}");
                let issue = Issue::new("csv.column-twice", place, "two columns have the same name").value(name);
                issues.push(issue.cure("Keep one of them."));
            }
        }
        let mut read = Vec::new();
        for (number, line) in lines {
            let mut fields = split(line, separator);
            // Spreadsheets close a line with the separators of columns that are empty.
            while fields.len() > columns.len() && fields.last().is_some_and(String::is_empty) {
                fields.pop();
            }
            if fields.len() == columns.len() {
                read.push(Line { number, fields });
            } else {
                let problem = format!("the table has {} columns", columns.len());
                let issue = Issue::new("csv.fields", format!("line {number}"), problem);
                let found = format!("{} fields", fields.len());
                issues.push(issue.value(found).cure("Write one field for each column."));
            }
        }
        Some(Csv { columns, lines: read, header, decimal_comma: separator != ',' })
    }

    /// Index of the column with this name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// The number in a field of a line.
    pub fn number(&self, line: &Line, column: usize) -> Result<f64, Issue> {
        let text = &line.fields[column];
        let plain = if self.decimal_comma { text.replace(',', ".") } else { text.clone() };
        match plain.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.issue("csv.number", line, column, "is not a number").cure("Write a number such as 12.5.")),
        }
    }

    /// An issue with the line of names, which should have one column of these.
    pub fn column_issue(&self, names: &str, problem: &str) -> Issue {
        let place = format!("line {}, {names}", self.header);
        let issue = Issue::new("csv.column", place, problem).value(self.columns.join(", "));
        issue.cure(format!("Give the table one column named {names}."))
    }

    /// An issue with lines, by their numbers, that are fewer than are needed.
    pub fn too_few(&self, lines: &[usize], column: usize, (fewest, problem): (usize, &str)) -> Issue {
        let place = match lines {
            [first, .., last] => format!("lines {first} to {last}, {}", self.columns[column]),
            [one] => format!("line {one}, {}", self.columns[column]),
            [] => self.columns[column].clone(),
        };
        let issue = Issue::new("fit.too-few", place, problem).value(lines.len());
        issue.cure(format!("Give {fewest} lines or more."))
    }

    /// An issue with a field of a line.
    pub fn issue(&self, code: &str, line: &Line, column: usize, problem: &str) -> Issue {
        let place = format!("line {}, {}", line.number, self.columns[column]);
        Issue::new(code, place, problem).value(format!("{:?}", line.fields[column]))
    }
}

/// The first of many issues, and how many more there are.
pub fn shortened(mut issues: Issues) -> Issues {
    if issues.len() > MOST_ISSUES {
        let more = format!("and {} more issues", issues.len() - MOST_ISSUES);
        issues.truncate(MOST_ISSUES);
        issues.push(Issue::new("csv.more-issues", "", more).cure("Mend the first ones and try again."));
    }
    issues
}

/// The fields of a line without the blanks around them; one in quotes may hold the separator.
fn split(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            c if c == separator && !quoted => fields.push(String::new()),
            c => fields.last_mut().expect("there is one").push(c),
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}
