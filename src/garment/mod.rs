//! Garments to begin with: whole documents, each a file in the document's own format.

use crate::document::{Document, built_in};

/// The files, in the order the page shows them; the page opens on the first.
const FILES: &[&str] = &[include_str!("square-on-sphere.json")];

/// Every garment.
pub fn all() -> Vec<Document> {
    FILES.iter().map(|text| built_in(text)).collect()
}
