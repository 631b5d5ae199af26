//! Garments to begin with: whole documents, each a file in the document's own format.

use crate::document::Document;

/// The files, in the order the page shows them; the page opens on the first.
const FILES: &[&str] = &[include_str!("square-on-sphere.json")];

/// Every garment.
pub fn all() -> Vec<Document> {
    FILES.iter().map(|text| serde_json::from_str(text).expect("garments are checked by a test")).collect()
}
