//! Collects issues, up to a number that people can still read.

use crate::issue::{Issue, Issues};

/// After this many the rest is only counted: a file with a million problems has one cause.
const MOST: usize = 1000;

/// The issues found so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    issues: Issues,
    more: usize,
}

impl Findings {
    /// Adds the issue that `describe` makes; it is not called once there are too many.
    pub(super) fn add(&mut self, describe: impl FnOnce() -> Issue) {
        if self.issues.len() < MOST {
            self.issues.push(describe());
        } else {
            self.more += 1;
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.issues.len() + self.more
    }

    /// The list, closed with the number of issues left out.
    pub(super) fn into_issues(mut self) -> Issues {
        if self.more > 0 {
            let problem = format!("and {} more issues", self.more);
            self.issues
                .push(Issue::new("document.more-issues", "", problem).cure("Mend the first ones and check again."));
        }
        self.issues
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_counted() {
        let mut findings = Findings::default();
        for i in 0..MOST + 7 {
            findings.add(|| Issue::new("x", i.to_string(), "y"));
        }
        let issues = findings.into_issues();
        assert_eq!(issues.len(), MOST + 1);
        assert_eq!(issues[MOST].code, "document.more-issues");
        assert_eq!(issues[MOST].problem, "and 7 more issues");
    }
}
