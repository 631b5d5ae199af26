//! One fabric from a file of its own.

use crate::document::{self, CURRENT_VERSION, Fabric};
use crate::issue::{Issue, Issues};
use serde_json::{Value, json};

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
    let around = json!({ "toile": CURRENT_VERSION, "name": "", "fabrics": [value], "panels": [] });
    let mut document =
        document::read(&around.to_string()).map_err(|issues| issues.into_iter().map(inside).collect::<Issues>())?;
    Ok(document.fabrics.swap_remove(0))
}

/// The issue with its place told from the fabric.
fn inside(mut issue: Issue) -> Issue {
    let place = issue.place.strip_prefix(PLACE).unwrap_or(&issue.place);
    issue.place = place.trim_start_matches('.').to_owned();
    issue
}
