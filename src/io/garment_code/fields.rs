//! Reading fields of a file: what is there, or an issue that names its place.

use super::json::{Json, quoted};
use crate::issue::{Issue, Issues};

/// After this many issues the rest is only counted: a file with a thousand problems has one cause.
const MOST: usize = 1000;

/// The issues found so far.
#[derive(Debug, Default)]
pub(super) struct Found {
    issues: Issues,
    more: usize,
}

impl Found {
    pub(super) fn add(&mut self, issue: Issue) {
        if self.issues.len() < MOST {
            self.issues.push(issue);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.issues.is_empty()
    }

    /// How many issues there are.
    pub(super) fn count(&self) -> usize {
        self.issues.len() + self.more
    }

    /// The list, closed with the number of issues left out.
    pub(super) fn into_issues(mut self) -> Issues {
        if self.more > 0 {
            let issue = Issue::new("garmentcode.more-issues", "", format!("and {} more issues", self.more));
            self.issues.push(issue.cure("Mend the first ones and import again."));
        }
        self.issues
    }

    fn wrong(&mut self, place: &str, wanted: &str, value: &Json) {
        let issue = Issue::new("garmentcode.value", place, format!("is not {wanted}"));
        self.add(issue.value(value).cure(format!("Write {wanted}.")));
    }

    /// The field `name` of an object that must have it.
    pub(super) fn required<'a>(&mut self, object: &'a Json, name: &str, place: &str, about: &str) -> Option<&'a Json> {
        let value = object.get(name);
        if value.is_none() {
            let issue = Issue::new("garmentcode.missing", field(place, name), "is missing");
            self.add(issue.cure(format!("Add {}: {about}.", quoted(name))));
        }
        value
    }

    pub(super) fn list<'a>(&mut self, value: &'a Json, place: &str) -> Option<&'a [Json]> {
        if let Json::List(items) = value {
            return Some(items);
        }
        self.wrong(place, "a list", value);
        None
    }

    pub(super) fn text<'a>(&mut self, value: &'a Json, place: &str) -> Option<&'a str> {
        if let Json::Text(text) = value {
            return Some(text);
        }
        self.wrong(place, "a text", value);
        None
    }

    pub(super) fn number(&mut self, value: &Json, place: &str) -> Option<f64> {
        match value {
            Json::Number(number) if number.is_finite() => return Some(*number),
            _ => self.wrong(place, "a number", value),
        }
        None
    }

    /// A whole number from 0, the way lists are counted.
    pub(super) fn index(&mut self, value: &Json, place: &str) -> Option<usize> {
        match value {
            Json::Number(number) if *number >= 0.0 && number.fract() == 0.0 && *number < 1e15 => Some(*number as usize),
            _ => {
                self.wrong(place, "a whole number from 0", value);
                None
            }
        }
    }

    /// True or false, which some tools write as 1 or 0.
    pub(super) fn flag(&mut self, value: &Json, place: &str) -> Option<bool> {
        match value {
            Json::Bool(flag) => Some(*flag),
            Json::Number(number) if *number == 0.0 || *number == 1.0 => Some(*number == 1.0),
            _ => {
                self.wrong(place, "true or false (1 or 0)", value);
                None
            }
        }
    }

    /// A list of exactly `N` items.
    pub(super) fn items<'a, const N: usize>(&mut self, value: &'a Json, place: &str) -> Option<&'a [Json; N]> {
        let items = self.list(value, place)?;
        if let Ok(items) = items.try_into() {
            return Some(items);
        }
        self.wrong(place, &format!("a list of {N}"), value);
        None
    }

    /// A list of exactly `N` numbers.
    pub(super) fn numbers<const N: usize>(&mut self, value: &Json, place: &str) -> Option<[f64; N]> {
        let items: &[Json; N] = self.items(value, place)?;
        let mut numbers = [0.0; N];
        let mut complete = true;
        for (i, item) in items.iter().enumerate() {
            match self.number(item, &item_of(place, i)) {
                Some(number) => numbers[i] = number,
                None => complete = false,
            }
        }
        complete.then_some(numbers)
    }
}

/// The place of a field: `pattern.panels.front`, or `pattern.panels["two words"]`.
pub(super) fn field(place: &str, name: &str) -> String {
    const LONGEST: usize = 80;
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$');
    if !name.is_empty() && name.len() <= LONGEST && name.bytes().all(plain) {
        return format!("{place}.{name}");
    }
    let cut = match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    };
    format!("{place}[{}]", quoted(&cut))
}

/// The place of an element of a list: `edges[3]`.
pub(super) fn item_of(place: &str, index: usize) -> String {
    format!("{place}[{index}]")
}
