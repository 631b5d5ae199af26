//! What one value alone cannot tell: ids that clash, references that lead nowhere, sizes that do not go together.

use super::findings::Findings;
use super::place::quoted;
use super::spelling::did_you_mean;
use super::{Curve, Document, size};
use crate::issue::{Issue, Issues};
use std::collections::{BTreeMap, BTreeSet};

/// The checks, each of the whole document.
const CHECKS: &[fn(&Document, &mut Findings)] = &[ids, panels_there, fabrics_known, outlines_closed, size::check];

/// Everything that is wrong with a document whose values are each in order.
pub fn validate(document: &Document) -> Issues {
    let mut found = Findings::default();
    for check in CHECKS {
        check(document, &mut found);
    }
    found.into_issues()
}

fn ids(document: &Document, found: &mut Findings) {
    unique("fabrics", document.fabrics.iter().map(|fabric| &fabric.id), found);
    unique("panels", document.panels.iter().map(|panel| &panel.id), found);
    unique("bodies", document.bodies.iter().map(|body| &body.id), found);
    for (index, panel) in document.panels.iter().enumerate() {
        unique(&format!("panels[{index}].outline"), panel.outline.iter().map(|edge| &edge.id), found);
    }
}

fn unique<'a>(list: &str, ids: impl Iterator<Item = &'a String>, found: &mut Findings) {
    let mut first = BTreeMap::new();
    for (index, id) in ids.enumerate() {
        let place = || format!("{list}[{index}].id");
        if id.is_empty() {
            found.add(|| Issue::new("id.empty", place(), "an id needs at least one letter").cure("Give it a name."));
        } else if let Some(other) = first.get(id) {
            found.add(|| {
                Issue::new("id.duplicate", place(), format!("{list}[{other}] has the same id"))
                    .value(quoted(id))
                    .cure("Give each its own id.")
            });
        } else {
            first.insert(id, index);
        }
    }
}

fn panels_there(document: &Document, found: &mut Findings) {
    if document.panels.is_empty() {
        found.add(|| Issue::new("document.no-panels", "panels", "there is no cloth in it").cure("Draw a panel."));
    }
}

fn fabrics_known(document: &Document, found: &mut Findings) {
    let known = || document.fabrics.iter().map(|fabric| fabric.id.as_str());
    let set: BTreeSet<&str> = known().collect();
    for (index, panel) in document.panels.iter().enumerate() {
        if set.contains(panel.fabric.as_str()) {
            continue;
        }
        found.add(|| {
            const LISTED: usize = 10;
            let names: Vec<String> = known().take(LISTED).map(quoted).collect();
            let cure = match (did_you_mean(&panel.fabric, known()), names.is_empty()) {
                (Some(guess), _) => guess,
                (None, true) => "Add a fabric to the document.".to_owned(),
                (None, false) => format!("Use one of {}.", names.join(", ")),
            };
            Issue::new("fabric.unknown", format!("panels[{index}].fabric"), "the document has no fabric with this id")
                .value(quoted(&panel.fabric))
                .cure(cure)
        });
    }
}

fn outlines_closed(document: &Document, found: &mut Findings) {
    for (index, panel) in document.panels.iter().enumerate() {
        let curved = panel.outline.iter().any(|edge| edge.curve != Curve::Line);
        let least = if curved { 2 } else { 3 };
        if panel.outline.len() < least {
            found.add(|| {
                let problem = "too few edges to enclose cloth";
                Issue::new("panel.too-few-edges", format!("panels[{index}].outline"), problem)
                    .value(panel.outline.len())
                    .cure("Draw three edges, or two of which one is curved.")
            });
        }
    }
}
