//! The names that seams may use for the edges of a panel: those drawn, and those that follow from darts and symmetry.

use super::{Document, Panel, Symmetry};

/// Ids of the two legs of the dart named `dart`.
pub fn leg_ids(dart: &str) -> [String; 2] {
    [format!("{dart}-left"), format!("{dart}-right")]
}

/// Id of the mirrored twin of the edge `edge` of an unfolded panel.
pub fn mirrored_id(edge: &str) -> String {
    format!("{edge}-mirrored")
}

/// Every name that a seam may use for an edge of `panel`: the edges of its outline and of its holes, the legs of its
/// darts, and for an unfolded panel the mirrored twins of them all; the edge it is unfolded over is no edge any more. A
/// panel that mirrors another has the names of that one, and none when there is no such panel.
pub fn edge_ids(document: &Document, panel: &Panel) -> Vec<String> {
    let find = |id: &str| document.panels.iter().find(|panel| panel.id == id);
    match &panel.symmetry {
        Symmetry::MirrorOf { panel: original } => find(original).map(drawn_ids).unwrap_or_default(),
        _ => drawn_ids(panel),
    }
}

/// The same for a panel with a drawing of its own; a panel that mirrors another has none.
pub(super) fn drawn_ids(panel: &Panel) -> Vec<String> {
    let fold = match &panel.symmetry {
        Symmetry::None => None,
        Symmetry::Unfold { edge } => Some(edge),
        Symmetry::MirrorOf { .. } => return Vec::new(),
    };
    let outline = panel.outline.iter().filter(|edge| Some(&edge.id) != fold);
    let edges = outline.chain(panel.holes.iter().flat_map(|hole| &hole.outline)).map(|edge| edge.id.clone());
    let mut ids: Vec<String> = edges.chain(panel.darts.iter().flat_map(|dart| leg_ids(&dart.id))).collect();
    if fold.is_some() {
        let mirrored: Vec<String> = ids.iter().map(|id| mirrored_id(id)).collect();
        ids.extend(mirrored);
    }
    ids
}
