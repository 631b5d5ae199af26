//! Problems found in what the user gave us.
//!
//! Nothing stops at the first problem: checks push into a list, and the list is shown whole.

use serde::Serialize;
use std::fmt;

/// One problem: what it is, where it is, the value found there and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Issue {
    /// Stable name for programs and documentation, such as `panel.outline-crosses`.
    pub code: String,
    /// Path into the document, such as `panels[2].outline[0].curve`; empty for the document as a whole.
    pub place: String,
    /// The value found, as it stands in the document; empty where there is none.
    pub value: String,
    /// What is wrong, in plain words.
    pub problem: String,
    /// What to do about it.
    pub cure: String,
}

impl Issue {
    /// An issue of the kind `code` at `place`; the other parts are added by the methods below.
    pub fn new(code: &str, place: impl Into<String>, problem: impl Into<String>) -> Self {
        Issue {
            code: code.to_owned(),
            place: place.into(),
            value: String::new(),
            problem: problem.into(),
            cure: String::new(),
        }
    }

    /// Adds the value that was found; long values are cut, so that a message stays a message.
    pub fn value(mut self, value: impl fmt::Display) -> Self {
        const LONGEST: usize = 80;
        let text = value.to_string();
        self.value = match text.char_indices().nth(LONGEST) {
            Some((cut, _)) => format!("{}…", &text[..cut]),
            None => text,
        };
        self
    }

    /// Adds what to do about it.
    pub fn cure(mut self, cure: impl Into<String>) -> Self {
        self.cure = cure.into();
        self
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        if !self.place.is_empty() {
            write!(f, " at {}", self.place)?;
        }
        write!(f, ": {}", self.problem)?;
        if !self.value.is_empty() {
            write!(f, " (found {})", self.value)?;
        }
        if !self.cure.is_empty() {
            write!(f, ". {}", self.cure)?;
        }
        Ok(())
    }
}

/// What a check returns when something was wrong: every issue it found, never an empty list.
pub type Issues = Vec<Issue>;

/// `Ok` when nothing was found, otherwise the whole list.
pub fn none_or(issues: Issues) -> Result<(), Issues> {
    if issues.is_empty() { Ok(()) } else { Err(issues) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_reads_as_one_line_with_place_value_and_cure() {
        let issue = Issue::new("value.range", "panels[0].mesh_size_mm", "below the smallest value, 1 mm")
            .value(0.2)
            .cure("Use 1 mm or more.");
        assert_eq!(
            issue.to_string(),
            "value.range at panels[0].mesh_size_mm: below the smallest value, 1 mm (found 0.2). Use 1 mm or more."
        );
    }

    #[test]
    fn a_long_value_is_cut_at_a_character() {
        let issue = Issue::new("x", "", "y").value("é".repeat(500));
        assert_eq!(issue.value.chars().count(), 81);
    }
}
