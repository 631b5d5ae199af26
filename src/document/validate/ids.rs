//! Ids: each list has its own, none is empty, none is taken by a name that follows from another.

use super::{Findings, Lookup};
use crate::document::names::{leg_ids, mirrored_id};
use crate::document::place::quoted;
use crate::document::{Panel, Symmetry};
use crate::issue::Issue;
use std::collections::BTreeMap;

pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    let document = lookup.document;
    unique("fabrics", document.fabrics.iter().map(|fabric| &fabric.id), found);
    unique("panels", document.panels.iter().map(|panel| &panel.id), found);
    unique("seams", document.seams.iter().map(|seam| &seam.id), found);
    unique("pins", document.pins.iter().map(|pin| &pin.id), found);
    unique("bodies", document.bodies.iter().map(|body| &body.id), found);
    for (index, panel) in document.panels.iter().enumerate() {
        within(panel, &format!("panels[{index}]"), found);
    }
}

/// The ids of one panel, which stands at `place`.
fn within(panel: &Panel, place: &str, found: &mut Findings) {
    unique(&format!("{place}.holes"), panel.holes.iter().map(|hole| &hole.id), found);
    unique(&format!("{place}.lines"), panel.lines.iter().map(|line| &line.id), found);
    unique(&format!("{place}.interlined"), panel.interlined.iter().map(|region| &region.id), found);
    unique(&format!("{place}.darts"), panel.darts.iter().map(|dart| &dart.id), found);

    let outline = std::iter::once((format!("{place}.outline"), &panel.outline));
    let holes = panel.holes.iter().enumerate();
    let outlines = outline.chain(holes.map(|(index, hole)| (format!("{place}.holes[{index}].outline"), &hole.outline)));
    let (mut edges, mut notches) = (Ids::default(), Ids::default());
    for (list, outline) in outlines {
        for (index, edge) in outline.iter().enumerate() {
            if !edge.notches.is_empty() {
                let list = format!("{list}[{index}].notches");
                notches.add(list, edge.notches.iter().map(|notch| &notch.id), found);
            }
        }
        edges.add(list, outline.iter().map(|edge| &edge.id), found);
    }
    derived(panel, place, &edges, found);
}

/// Edges that have the name of a dart's leg or of a mirrored edge: a seam could not tell which of the two it means.
fn derived(panel: &Panel, place: &str, edges: &Ids<'_>, found: &mut Findings) {
    let mut taken = |name: String, why: &dyn Fn() -> String| {
        let Some(edge) = edges.place(&name) else { return };
        found.add(|| Issue::new("id.derived", edge, why()).value(quoted(&name)).cure("Give the edge another id."));
    };
    let unfolded = match &panel.symmetry {
        Symmetry::Unfold { edge } => Some(edge.as_str()),
        _ => None,
    };
    for (index, dart) in panel.darts.iter().enumerate() {
        for leg in leg_ids(&dart.id) {
            if unfolded.is_some() {
                let why = || format!("the mirrored leg of {place}.darts[{index}] has this name");
                taken(mirrored_id(&leg), &why);
            }
            taken(leg, &|| format!("a leg of {place}.darts[{index}] has this name"));
        }
    }
    let Some(fold) = unfolded else { return };
    for id in edges.first.keys().filter(|id| **id != fold) {
        taken(mirrored_id(id), &|| {
            format!("the panel is unfolded, and the mirror image of {} has this name", quoted(id))
        });
    }
}

fn unique<'a>(list: &str, ids: impl Iterator<Item = &'a String>, found: &mut Findings) {
    Ids::default().add(list.to_owned(), ids, found);
}

/// Ids that are to differ, of one list or of several.
#[derive(Default)]
struct Ids<'a> {
    lists: Vec<String>,
    /// List and index where each id stands first.
    first: BTreeMap<&'a str, (usize, usize)>,
}

impl<'a> Ids<'a> {
    fn add(&mut self, list: String, ids: impl Iterator<Item = &'a String>, found: &mut Findings) {
        let this = self.lists.len();
        self.lists.push(list);
        for (index, id) in ids.enumerate() {
            let place = || format!("{}[{index}].id", self.lists[this]);
            if id.is_empty() {
                found
                    .add(|| Issue::new("id.empty", place(), "an id needs at least one letter").cure("Give it a name."));
            } else if let Some((list, other)) = self.first.get(id.as_str()) {
                found.add(|| {
                    Issue::new("id.duplicate", place(), format!("{}[{other}] has the same id", self.lists[*list]))
                        .value(quoted(id))
                        .cure("Give each its own id.")
                });
            } else {
                self.first.insert(id, (this, index));
            }
        }
    }

    /// Where the id stands first.
    fn place(&self, id: &str) -> Option<String> {
        self.first.get(id).map(|(list, index)| format!("{}[{index}].id", self.lists[*list]))
    }
}
