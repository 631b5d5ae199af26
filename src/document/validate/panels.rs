//! Panels, and the pins that hold them.

use super::{Findings, Lookup};
use crate::document::place::quoted;
use crate::document::spelling::instead;
use crate::document::{Curve, Edge, Panel, Placement, Symmetry};
use crate::issue::Issue;
use std::collections::BTreeSet;

pub(super) fn there(lookup: &Lookup<'_>, found: &mut Findings) {
    if lookup.document.panels.is_empty() {
        found.add(|| Issue::new("document.no-panels", "panels", "there is no cloth in it").cure("Draw a panel."));
    }
}

/// What panels are cut from and bonded to.
pub(super) fn fabrics(lookup: &Lookup<'_>, found: &mut Findings) {
    let known = || lookup.document.fabrics.iter().map(|fabric| fabric.id.as_str());
    let set: BTreeSet<&str> = known().collect();
    let mut refers = |place: String, id: &str| {
        if !set.contains(id) {
            found.add(|| {
                Issue::new("fabric.unknown", place, "the document has no fabric with this id")
                    .value(quoted(id))
                    .cure(instead(id, known, "Add a fabric to the document."))
            });
        }
    };
    for (index, panel) in lookup.document.panels.iter().enumerate() {
        refers(format!("panels[{index}].fabric"), &panel.fabric);
        if !panel.interlining.is_empty() {
            refers(format!("panels[{index}].interlining"), &panel.interlining);
        }
        for (at, region) in panel.interlined.iter().enumerate() {
            refers(format!("panels[{index}].interlined[{at}].fabric"), &region.fabric);
        }
    }
}

/// Outlines that cannot enclose anything.
pub(super) fn outlines(lookup: &Lookup<'_>, found: &mut Findings) {
    let mut few = |code: &str, place: String, curves: &[&Curve]| {
        let curved = curves.iter().any(|curve| **curve != Curve::Line);
        let least = if curved { 2 } else { 3 };
        if curves.len() < least {
            found.add(|| {
                Issue::new(code, place, "too few edges to enclose cloth")
                    .value(curves.len())
                    .cure("Draw three edges, or two of which one is curved.")
            });
        }
    };
    for (index, panel) in lookup.document.panels.iter().enumerate().filter(|(_, panel)| draws(panel)) {
        few("panel.too-few-edges", format!("panels[{index}].outline"), &curves(&panel.outline));
        for (hole, outline) in panel.holes.iter().map(|hole| &hole.outline).enumerate() {
            few("hole.too-few-edges", format!("panels[{index}].holes[{hole}].outline"), &curves(outline));
        }
        for (at, region) in panel.interlined.iter().enumerate() {
            let curves: Vec<&Curve> = region.outline.iter().map(|edge| &edge.curve).collect();
            few("interlining.too-few-edges", format!("panels[{index}].interlined[{at}].outline"), &curves);
        }
    }
}

fn curves(outline: &[Edge]) -> Vec<&Curve> {
    outline.iter().map(|edge| &edge.curve).collect()
}

/// Whether the panel has a drawing of its own. One that mirrors another has none: what it draws all the same is an
/// issue as a whole, not in its parts.
fn draws(panel: &Panel) -> bool {
    !matches!(panel.symmetry, Symmetry::MirrorOf { .. })
}

/// Edges that darts open at.
pub(super) fn darts(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, panel) in lookup.document.panels.iter().enumerate().filter(|(_, panel)| draws(panel)) {
        if panel.darts.is_empty() {
            continue;
        }
        let fold = match &panel.symmetry {
            Symmetry::Unfold { edge } => Some(edge.as_str()),
            _ => None,
        };
        let known = || panel.outline.iter().map(|edge| edge.id.as_str());
        let set: BTreeSet<&str> = known().collect();
        for (at, dart) in panel.darts.iter().enumerate() {
            let place = || format!("panels[{index}].darts[{at}].edge");
            if !set.contains(dart.edge.as_str()) {
                found.add(|| {
                    Issue::new("dart.edge", place(), "the panel's outline has no edge with this id")
                        .value(quoted(&dart.edge))
                        .cure(instead(&dart.edge, known, "Draw the panel's outline."))
                });
            } else if fold == Some(dart.edge.as_str()) {
                found.add(|| {
                    Issue::new("dart.on-fold", place(), "the panel is unfolded over this edge, so nothing opens there")
                        .value(quoted(&dart.edge))
                        .cure("Open the dart at another edge, or draw the whole panel.")
                });
            }
        }
    }
}

/// Bodies that panels are arranged on.
pub(super) fn placements(lookup: &Lookup<'_>, found: &mut Findings) {
    let known = || lookup.document.bodies.iter().map(|body| body.id.as_str());
    let set: BTreeSet<&str> = known().collect();
    for (index, panel) in lookup.document.panels.iter().enumerate() {
        let Placement::Arrangement { body, .. } = &panel.placement else { continue };
        if !set.contains(body.as_str()) {
            found.add(|| {
                let place = format!("panels[{index}].placement.body");
                Issue::new("arrangement.unknown-body", place, "the document has no body with this id")
                    .value(quoted(body))
                    .cure(instead(body, known, "Add a body, or place the panel with \"kind\": \"free\"."))
            });
        }
    }
}

/// Panels that pins hold.
pub(super) fn pins(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, pin) in lookup.document.pins.iter().enumerate() {
        if lookup.panel(&pin.panel).is_none() {
            found.add(|| {
                let place = format!("pins[{index}].panel");
                Issue::new("pin.unknown-panel", place, "the document has no panel with this id")
                    .value(quoted(&pin.panel))
                    .cure(instead(&pin.panel, || lookup.panel_ids(), "Draw a panel."))
            });
        }
    }
}
