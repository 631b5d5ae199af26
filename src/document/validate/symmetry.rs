//! Panels that follow another, or their own half.

use super::{Findings, Lookup};
use crate::document::place::quoted;
use crate::document::spelling::instead;
use crate::document::{Panel, Symmetry};
use crate::issue::Issue;

pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, panel) in lookup.document.panels.iter().enumerate() {
        match &panel.symmetry {
            Symmetry::None => {}
            Symmetry::MirrorOf { panel: original } => {
                original_draws(lookup, index, original, found);
                nothing_of_its_own(index, panel, found);
            }
            Symmetry::Unfold { edge } => fold(index, panel, edge, found),
        }
    }
}

/// A mirror image needs a panel that is none itself.
fn original_draws(lookup: &Lookup<'_>, index: usize, original: &str, found: &mut Findings) {
    let panels = &lookup.document.panels;
    let drawn = || {
        let drawn = panels.iter().filter(|panel| !matches!(panel.symmetry, Symmetry::MirrorOf { .. }));
        drawn.map(|panel| panel.id.as_str())
    };
    let (code, problem) = match lookup.panel(original) {
        None => ("symmetry.unknown-panel", "the document has no panel with this id"),
        Some(_) if original == panels[index].id => ("symmetry.of-itself", "a panel cannot mirror itself"),
        Some(Panel { symmetry: Symmetry::MirrorOf { .. }, .. }) => {
            ("symmetry.of-a-mirror", "that panel mirrors another itself and has no drawing")
        }
        Some(_) => return,
    };
    found.add(|| {
        let cure = instead(original, drawn, "Draw one of the two panels.");
        Issue::new(code, format!("panels[{index}].symmetry.panel"), problem).value(quoted(original)).cure(cure)
    });
}

/// A mirror image shares the drawing of its original and has none beside it.
fn nothing_of_its_own(index: usize, panel: &Panel, found: &mut Findings) {
    let own = [
        ("outline", panel.outline.len()),
        ("holes", panel.holes.len()),
        ("lines", panel.lines.len()),
        ("darts", panel.darts.len()),
        ("interlined", panel.interlined.len()),
    ];
    for (list, count) in own.into_iter().filter(|(_, count)| *count > 0) {
        found.add(|| {
            let problem = "the panel mirrors another and shares its drawing";
            Issue::new("symmetry.own-drawing", format!("panels[{index}].{list}"), problem)
                .value(format!("a list of {count}"))
                .cure("Empty the list, or set \"symmetry\" to {\"kind\": \"none\"}.")
        });
    }
}

/// A panel is unfolded over an edge of its outline. Whether that is straight is a matter of geometry.
fn fold(index: usize, panel: &Panel, edge: &str, found: &mut Findings) {
    let known = || panel.outline.iter().map(|edge| edge.id.as_str());
    if known().any(|id| id == edge) {
        return;
    }
    found.add(|| {
        let place = format!("panels[{index}].symmetry.edge");
        Issue::new("symmetry.unknown-edge", place, "the panel's outline has no edge with this id")
            .value(quoted(edge))
            .cure(instead(edge, known, "Draw the panel's outline."))
    });
}
