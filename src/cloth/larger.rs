//! The panels of a document cut a second time, from larger triangles.

use super::assemble::assemble_to;
use super::{Cut, Sheet};
use crate::document::Document;
use glam::DVec2;

/// Narrow panels, as bands are, keep so many triangles across.
const ACROSS: f64 = 1.5;
/// Chords may change a panel's area by this part: what is cut so is not what is worn.
const ACCURACY: f64 = 0.01;

/// The same panels, seams and bodies as `cut`, which is the document's, of triangles so many times larger; nothing where that
/// cannot be done, as where a dart is too narrow for them.
pub fn assemble_larger(document: &Document, cut: &Cut, times: f64) -> Option<Cut> {
    let mut document = document.clone();
    for (panel, sheet) in document.panels.iter_mut().zip(&cut.sheets) {
        let size = panel.mesh.size_mm;
        panel.mesh.size_mm = (times * size).min(1e3 * narrowest(sheet) / ACROSS).max(size);
        panel.mesh.seam_step = 0.0;
    }
    assemble_to(&document, cut.bodies.clone(), ACCURACY).ok()
}

/// Width or height of a panel, whichever is less, m.
fn narrowest(sheet: &Sheet) -> f64 {
    let low = sheet.drawing.iter().fold(DVec2::INFINITY, |low, p| low.min(*p));
    let high = sheet.drawing.iter().fold(DVec2::NEG_INFINITY, |high, p| high.max(*p));
    (high - low).min_element()
}
