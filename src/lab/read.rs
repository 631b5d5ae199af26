//! One fabric from a file of its own.

use crate::document::{self, Fabric};
use crate::garment;
use crate::issue::{Issue, Issues};
use serde_json::Value;

/// Where a fabric stands in the document that is made around it.
const PLACE: &str = "fabrics[0]";

/// Reads one fabric in the document's format, or gives everything that is wrong with it. Places are paths into the fabric.
pub fn read_fabric(text: &str) -> Result<Fabric, Issues> {
    // What is not JSON, or far too long, the document's own reader says best.
    let Ok(value) = serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) else {
        return Err(document::read(text).err().unwrap_or_default());
    };
    if value.get("fabrics").is_some() {
        let issue = Issue::new("lab.not-a-fabric", "", "this is a whole document, not one fabric");
        return Err(vec![issue.cure("Save one entry of its \"fabrics\" as a file of its own.")]);
    }
    // The first garment is a document in order: what is wrong with it now is the fabric's.
    let mut around = serde_json::to_value(garment::all().swap_remove(0)).unwrap_or_default();
    for panel in around["panels"].as_array_mut().into_iter().flatten() {
        panel["fabric"] = value["id"].clone();
    }
    around["fabrics"] = Value::Array(vec![value]);
    match document::read(&around.to_string()) {
        Ok(mut document) => Ok(document.fabrics.swap_remove(0)),
        Err(issues) => {
            let (own, others): (Issues, Issues) = issues.into_iter().partition(|issue| issue.place.starts_with(PLACE));
            // The garment around it may now speak of a fabric it does not know: that is the same problem again.
            Err(if own.is_empty() { others } else { own.into_iter().map(inside).collect() })
        }
    }
}

/// The issue with its place told from the fabric.
fn inside(mut issue: Issue) -> Issue {
    let place = issue.place.strip_prefix(PLACE).unwrap_or(&issue.place);
    issue.place = place.trim_start_matches('.').to_owned();
    issue
}
