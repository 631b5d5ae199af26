//! Finds what a document's names stand for.

use crate::document::names::drawn_ids;
use crate::document::{Document, Panel, Symmetry};
use std::collections::{BTreeMap, BTreeSet};

/// A document with its names sorted, so that a check of many references stays quick.
pub(super) struct Lookup<'a> {
    pub(super) document: &'a Document,
    panels: BTreeMap<&'a str, usize>,
    edges: Vec<Edges>,
}

/// The names of a panel's edges.
pub(super) struct Edges {
    /// In the order they are drawn.
    pub(super) ids: Vec<String>,
    sorted: BTreeSet<String>,
}

impl Edges {
    pub(super) fn contains(&self, id: &str) -> bool {
        self.sorted.contains(id)
    }
}

impl<'a> Lookup<'a> {
    pub(super) fn of(document: &'a Document) -> Self {
        let edges = document.panels.iter().map(|panel| {
            let ids = drawn_ids(panel);
            Edges { sorted: ids.iter().cloned().collect(), ids }
        });
        let mut panels = BTreeMap::new();
        for (index, panel) in document.panels.iter().enumerate() {
            panels.entry(panel.id.as_str()).or_insert(index);
        }
        Lookup { document, panels, edges: edges.collect() }
    }

    /// The panel named `id`; the first where several are.
    pub(super) fn panel(&self, id: &str) -> Option<&'a Panel> {
        self.panels.get(id).map(|index| &self.document.panels[*index])
    }

    /// Ids of the panels, as they stand in the document.
    pub(super) fn panel_ids(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.document.panels.iter().map(|panel| panel.id.as_str())
    }

    /// The names of the edges of the panel named `id`; nothing where it mirrors a panel that has no drawing, which is an
    /// issue of its own.
    pub(super) fn edges(&self, id: &str) -> Option<&Edges> {
        let drawing = match &self.panel(id)?.symmetry {
            Symmetry::MirrorOf { panel } => panel,
            _ => id,
        };
        let index = *self.panels.get(drawing)?;
        let mirrors = matches!(self.document.panels[index].symmetry, Symmetry::MirrorOf { .. });
        (!mirrors).then(|| &self.edges[index])
    }
}
