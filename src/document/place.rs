//! Where in the document something stands.

use serde_json::Value;
use std::fmt;

/// A path into the document, such as `panels[0].outline[2].curve.control_mm[1]`. Each step borrows the one
/// before it, so walking a large document writes a path only where there is something to say.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'a> {
    /// The document as a whole.
    Root,
    /// A named field.
    Field(&'a Place<'a>, &'a str),
    /// An element of a list.
    Item(&'a Place<'a>, usize),
}

impl Place<'_> {
    /// Name of the field it stands in; an element of a list stands in the list's.
    pub(super) fn field(&self) -> &str {
        match self {
            Place::Root => "",
            Place::Field(_, name) => name,
            Place::Item(parent, _) => parent.field(),
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Root => Ok(()),
            Place::Item(parent, index) => write!(f, "{parent}[{index}]"),
            Place::Field(parent, name) if !is_plain(name) => write!(f, "{parent}[{}]", quoted(name)),
            Place::Field(Place::Root, name) => f.write_str(name),
            Place::Field(parent, name) => write!(f, "{parent}.{name}"),
        }
    }
}

const LONGEST: usize = 80;

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= LONGEST
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$'))
}

/// A text from the document as JSON writes it, so that it stays on one line; long texts are cut.
pub(super) fn quoted(text: &str) -> String {
    let cut = match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    Value::String(cut).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_as_a_path_on_one_line() {
        let panels = Place::Field(&Place::Root, "panels");
        let panel = Place::Item(&panels, 3);
        assert_eq!(Place::Field(&panel, "fabric").to_string(), "panels[3].fabric");
        assert_eq!(Place::Field(&panel, "two\nlines").to_string(), "panels[3][\"two\\nlines\"]");
        assert_eq!(Place::Field(&Place::Root, &"x".repeat(5000)).to_string().chars().count(), 85);
    }
}
