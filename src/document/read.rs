//! From text to a document and back.

use super::migrate::{Outcome, migrate};
use super::{Document, Fabric, findings::Findings, schema::checks, size, structure, validate};
use crate::issue::{Issue, Issues};
use serde::de::DeserializeOwned;
use serde_json::Value;
use xxhash_rust::xxh64::xxh64;

/// Longest text that is read, in bytes. A garment of a hundred panels takes a hundredth of it; a longer text is
/// some other file, and parsing it would take the memory of the page with it.
pub const LONGEST_TEXT: usize = 64 << 20;

/// Reads a document, or gives everything that is wrong with it.
pub fn read(text: &str) -> Result<Document, Issues> {
    let mut value = parse(text).map_err(|issue| vec![issue])?;
    let mut found = Findings::default();
    let Some(object) = value.as_object_mut() else {
        let issue = Issue::new("json.not-a-document", "", "a document is one JSON object, in braces");
        return Err(vec![issue.value(structure::shown(&value)).cure("Open a file that Toile has saved.")]);
    };
    match migrate(object) {
        Outcome::Current => {}
        Outcome::Assumed(issue) => found.add(|| issue),
        Outcome::Later(issue) => return Err(vec![issue]),
    }
    let before = found.count();
    structure::check(&checks(), &value, &mut found);
    let in_order = found.count() == before;
    match serde_json::from_value(value) {
        Ok(document) => {
            validate::names(&document, &mut found);
            // Sizes computed from a number out of its range would tell the same problem again.
            if in_order {
                size::check(&document, &mut found);
            }
            let issues = found.into_issues();
            if issues.is_empty() { Ok(document) } else { Err(issues) }
        }
        Err(error) => {
            if in_order {
                let cure = "Open a file that Toile has saved.";
                found.add(|| Issue::new("document.unreadable", "", error.to_string()).cure(cure));
            }
            Err(found.into_issues())
        }
    }
}

/// Reads one fabric, as presets and `toile fit` write it, or gives everything that is wrong with it.
pub fn read_fabric(text: &str) -> Result<Fabric, Issues> {
    let value = parse(text).map_err(|issue| vec![issue])?;
    let mut found = Findings::default();
    structure::check_part(&checks(), "/$defs/Fabric", &value, &mut found);
    let in_order = found.count() == 0;
    match serde_json::from_value(value) {
        Ok(fabric) => {
            validate::laws(&fabric, &mut found);
            let issues = found.into_issues();
            if issues.is_empty() { Ok(fabric) } else { Err(issues) }
        }
        Err(error) => {
            if in_order {
                let cure = "Open a fabric that Toile has written.";
                found.add(|| Issue::new("document.unreadable", "", error.to_string()).cure(cure));
            }
            Err(found.into_issues())
        }
    }
}

/// A file that is a part of the program, which a test has checked. By way of a value, like every document: types that were
/// read from text as well would have their readers in the page's module twice.
pub(crate) fn built_in<T: DeserializeOwned>(text: &str) -> T {
    let value: Result<Value, _> = serde_json::from_str(text);
    value.and_then(serde_json::from_value).expect("files of the program are checked by tests")
}

/// A fabric as text, as [`read_fabric()`] reads it.
pub fn write_fabric(fabric: &Fabric) -> String {
    let mut text = serde_json::to_string_pretty(fabric).expect("a fabric is strings, numbers and lists");
    text.push('\n');
    text
}

/// The document as text: indented JSON, ended by a line feed. Reading it gives the same document again.
pub fn write(document: &Document) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("a document is strings, numbers and lists");
    text.push('\n');
    text
}

/// A name for the document's content: xxh64 of what [`write()`] gives, sixteen hexadecimal digits.
pub fn hash(document: &Document) -> String {
    format!("{:016x}", xxh64(write(document).as_bytes(), 0))
}

/// The issue of a text of so many bytes, for callers that can see its length before they load it.
pub fn too_long(bytes: u64) -> Issue {
    let problem = format!("longer than the longest text that is read, {} MB", LONGEST_TEXT >> 20);
    let found = format!("{} MB", bytes.div_ceil(1 << 20));
    Issue::new("document.too-long", "", problem).value(found).cure("Open a file that Toile has saved.")
}

fn parse(text: &str) -> Result<Value, Issue> {
    if text.len() > LONGEST_TEXT {
        return Err(too_long(text.len() as u64));
    }
    // Some editors begin a file with a byte-order mark, which JSON does not know.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Issue::new("json.empty", "", "there is no text in it").cure("Open a file that Toile has saved."));
    }
    serde_json::from_str(text).map_err(|error| syntax(&error))
}

fn syntax(error: &serde_json::Error) -> Issue {
    let place = format!("line {} column {}", error.line(), error.column());
    let message = error.to_string();
    // The library closes its message with the position, which stands in the place already.
    let what = message.split(" at line ").next().unwrap_or_default();
    match what {
        "number out of range" => Issue::new("json.number", place, "the number is too large to be read")
            .cure("Write a number between -1.7e308 and 1.7e308."),
        "recursion limit exceeded" => Issue::new("json.depth", place, "lists or objects are nested too deeply")
            .cure("A Toile document is at most ten levels deep."),
        _ if error.is_eof() => Issue::new("json.syntax", place, format!("the text ends too early: {what}"))
            .cure("The file was probably cut off while it was saved or sent; use another copy."),
        _ => Issue::new("json.syntax", place, format!("not JSON: {what}"))
            .cure("Look for a missing comma, quote or bracket there."),
    }
}
