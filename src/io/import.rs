//! Files of other tools that become documents: the table of formats and the choice among them.

use super::garment_code;
use crate::document::{self, Document, LONGEST_TEXT};
use crate::issue::{Issue, Issues};
use crate::row::{Row, Table};

/// A format that documents are made from.
#[derive(Clone, Copy, Debug)]
pub struct ImportFormat {
    /// How its files' names end, without the dot.
    pub extension: &'static str,
    /// Whether a text looks like this format. Quick and generous: a damaged file is still recognised, so that reading
    /// it can say what is wrong.
    pub recognises: fn(text: &str) -> bool,
    /// The document that a text gives, with the garment's name, or everything that is wrong with the text. Issues name
    /// places in the text, not in the document.
    pub read: fn(text: &str, name: &str) -> Result<Document, Issues>,
}

/// The table of import formats.
#[derive(Debug)]
pub struct ImportFormats;

impl Table for ImportFormats {
    type Make = ImportFormat;
    const NOUN: &'static str = "import format";

    fn rows() -> &'static [Row<ImportFormat>] {
        &[garment_code::ROW]
    }
}

/// A document made from another tool's file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The document.
    pub document: Document,
    /// The format it was read from.
    pub format: &'static Row<ImportFormat>,
}

/// Reads the text of a file with this name, without folders. The garment is named after the file.
pub fn import(text: &str, file_name: &str) -> Result<Imported, Issues> {
    if text.len() > LONGEST_TEXT {
        return Err(vec![document::too_long(text.len() as u64)]);
    }
    let (stem, extension) = match file_name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (file_name, ""),
    };
    let format = choose(text, extension).ok_or_else(|| vec![unknown(file_name)])?;
    let name = if stem.trim().is_empty() { "Garment" } else { stem };
    Ok(Imported { document: (format.make.read)(text, name)?, format })
}

/// The format by ending and content, else by content, else by ending alone: then reading says why it is not that.
fn choose(text: &str, extension: &str) -> Option<&'static Row<ImportFormat>> {
    let rows = ImportFormats::rows();
    let ends = |row: &&Row<ImportFormat>| row.make.extension.eq_ignore_ascii_case(extension);
    let looks = |row: &&Row<ImportFormat>| (row.make.recognises)(text);
    let both = rows.iter().find(|row| ends(row) && looks(row));
    both.or_else(|| rows.iter().find(looks)).or_else(|| rows.iter().find(ends))
}

fn unknown(file_name: &str) -> Issue {
    let known: Vec<String> =
        ImportFormats::rows().iter().map(|row| format!("{} (.{})", row.title, row.make.extension)).collect();
    Issue::new("import.unknown-format", "", "is in no format that can be imported")
        .value(file_name)
        .cure(format!("Choose a file in one of these: {}.", known.join(", ")))
}
