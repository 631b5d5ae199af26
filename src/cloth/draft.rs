//! What an editor shows of a document while it is being drawn: outlines as polylines, lengths, cutting lines, which
//! point of a seam meets which, and everything that is wrong, without a mesh.

use super::assemble::{METRES_PER_MM, bodies_with};
use super::drawing::{Loop, PanelDrawing, sketch};
use super::placing::{Start, start};
use super::seams::{Layout, Side, unequal};
use crate::body::Assets;
use crate::document::{self, Document, Panel, Seam, mirrored_id};
use crate::issue::{Issue, Issues};
use crate::pattern::{Edge, Outline};
use kurbo::Point;
use serde::Serialize;

/// Largest distance between a curve and its polyline, m: a twentieth of a millimetre, below what a screen shows.
const CHORD: f64 = 5e-5;
/// Threads that show how a seam is matched lie about this far apart, m, and are at most this many.
const THREADS: (f64, usize) = (0.02, 48);

/// A document as it is drawn. Coordinates are runs of x, y in one list, mm in the panel's own drawing.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Draft {
    /// One per panel of the document.
    pub panels: Vec<DraftPanel>,
    /// The seams whose panels can be drawn.
    pub seams: Vec<DraftSeam>,
    /// Everything that stands against draping it.
    pub issues: Issues,
    /// The coordinates that the others refer to.
    #[serde(skip)]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(skip))]
    pub coordinates: Vec<f64>,
}

/// A panel with its symmetry unfolded and its darts cut in.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct DraftPanel {
    /// Id of the panel.
    pub id: String,
    /// Its edges, outline first, in the order they are walked. None where it cannot be drawn.
    pub edges: Vec<DraftEdge>,
    /// Its internal lines, those of an unfolded half included.
    pub lines: Vec<[usize; 2]>,
    /// The cutting line; empty where there is no allowance.
    pub cutting: [usize; 2],
    /// Area without holes, mm².
    pub area_mm2: f64,
}

/// An edge as it is drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct DraftEdge {
    /// The name that seams use.
    pub name: String,
    /// 0 for the outline, then the holes.
    pub r#loop: usize,
    /// First number and count of numbers of its polyline.
    pub points: [usize; 2],
    /// Length along the curve.
    pub length_mm: f64,
}

/// A seam as it is drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct DraftSeam {
    /// Id of the seam.
    pub id: String,
    /// Length of either side.
    pub lengths_mm: [f64; 2],
    /// Whether the end of side b meets the beginning of side a.
    pub opposite: bool,
    /// What either side is made of.
    pub sides: [Vec<Stretch>; 2],
    /// Which point meets which, in order along the seam.
    pub threads: Vec<Thread>,
}

/// A part of an edge that is sewn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Stretch {
    /// Index of the panel.
    pub panel: usize,
    /// First number and count of numbers of its polyline.
    pub points: [usize; 2],
}

/// Two points that meet.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Thread {
    /// Indices of the panels.
    pub panels: [usize; 2],
    /// Where on each, mm.
    pub at_mm: [[f64; 2]; 2],
}

/// Drafts a document, whatever is wrong with it.
pub fn draft(document: &Document, assets: &Assets) -> Draft {
    let mut draft = Draft { issues: document::validate(document), ..Draft::default() };
    let drawings: Vec<Option<PanelDrawing>> = (0..document.panels.len())
        .map(|index| sketch(document, index).map_err(|found| draft.issues.extend(found)).ok())
        .collect();
    for (index, (panel, drawing)) in document.panels.iter().zip(&drawings).enumerate() {
        let drafted = match drawing {
            Some(drawing) => {
                draft.issues.extend(drawing.faults(panel, &format!("panels[{index}]")));
                draft.panel(document, panel, drawing)
            }
            None => DraftPanel { id: panel.id.clone(), ..DraftPanel::default() },
        };
        draft.panels.push(drafted);
    }
    draft.sew(document, assets, &drawings);
    draft
}

impl Draft {
    fn panel(&mut self, document: &Document, panel: &Panel, drawing: &PanelDrawing) -> DraftPanel {
        let mut edges = Vec::new();
        for (l, each) in drawing.loops.iter().enumerate() {
            for (edge, name) in each.outline.edges.iter().zip(&each.names) {
                let (points, length_mm) = (self.polyline(edge), edge.length() / METRES_PER_MM);
                edges.push(DraftEdge { name: name.clone(), r#loop: l, points, length_mm });
            }
        }
        let lines = drawing.lines.iter().map(|(edge, _)| self.polyline(edge)).collect();
        let cutting = cutting_line(document, panel, &drawing.loops[0]);
        let cutting = cutting.map_or([0, 0], |outline| self.closed(&outline));
        let area: f64 = drawing.loops.iter().enumerate().fold(0.0, |sum, (l, each)| {
            let area = each.outline.area().abs();
            if l == 0 { area } else { sum - area }
        });
        DraftPanel { id: panel.id.clone(), edges, lines, cutting, area_mm2: area / METRES_PER_MM / METRES_PER_MM }
    }

    fn sew(&mut self, document: &Document, assets: &Assets, drawings: &[Option<PanelDrawing>]) {
        let bodies = bodies_with(document, assets).unwrap_or_default();
        let places: Vec<Start> = (document.panels.iter().enumerate())
            .map(|(index, panel)| {
                start(panel, &bodies, index).unwrap_or_else(|found| {
                    self.issues.extend(found);
                    Start::NOWHERE
                })
            })
            .collect();
        let drawable = |seam: &Seam| {
            let known = |id: &String| document.panels.iter().position(|panel| panel.id == *id);
            seam.a.iter().chain(&seam.b).all(|part| known(&part.panel).is_none_or(|index| drawings[index].is_some()))
        };
        let drawings: Vec<PanelDrawing> = drawings.iter().map(|each| each.clone().unwrap_or_default()).collect();
        let layout = Layout::unsewn(&drawings);
        for (index, seam) in document.seams.iter().enumerate().filter(|(_, seam)| drawable(seam)) {
            let place = format!("seams[{index}]");
            match layout.sides(document, seam, &places, &place) {
                Ok((sides, opposite)) => {
                    self.add_issue(unequal(seam, &sides, &place));
                    let drawn = self.seam(seam, &layout, &sides);
                    self.seams.push(DraftSeam { opposite, ..drawn });
                }
                Err(issue) => self.add_issue(Some(issue)),
            }
        }
    }

    fn seam(&mut self, seam: &Seam, layout: &Layout, sides: &[Side; 2]) -> DraftSeam {
        let [a, b] = sides;
        let wanted = (a.length.max(b.length) / THREADS.0).ceil() as usize;
        let count = wanted.clamp(2, THREADS.1);
        let threads = (0..=count).map(|k| {
            let ratio = k as f64 / count as f64;
            let ends = [layout.at(a, ratio), layout.at(b, ratio)];
            Thread { panels: ends.map(|(panel, _)| panel), at_mm: ends.map(|(_, point)| millimetres(point)) }
        });
        let threads = threads.collect();
        let sides = sides.each_ref().map(|side| {
            let stretch = |(panel, edge): &(usize, Edge)| Stretch { panel: *panel, points: self.polyline(edge) };
            layout.stretches(side).iter().map(stretch).collect()
        });
        let lengths_mm = [a, b].map(|side| side.length / METRES_PER_MM);
        DraftSeam { id: seam.id.clone(), lengths_mm, opposite: false, sides, threads }
    }

    /// The validation may already have told it.
    fn add_issue(&mut self, issue: Option<Issue>) {
        let new = issue.filter(|issue| !self.issues.contains(issue));
        self.issues.extend(new);
    }

    fn polyline(&mut self, edge: &Edge) -> [usize; 2] {
        let first = self.coordinates.len();
        self.coordinates.extend(edge.flatten(CHORD).into_iter().flat_map(millimetres));
        [first, self.coordinates.len() - first]
    }

    fn closed(&mut self, outline: &Outline) -> [usize; 2] {
        let first = self.coordinates.len();
        for edge in &outline.edges {
            self.polyline(edge);
        }
        [first, self.coordinates.len() - first]
    }
}

/// The outline with its seam allowances; nothing where there are none or where they do not fit.
fn cutting_line(document: &Document, panel: &Panel, outline: &Loop) -> Option<Outline> {
    let original = match &panel.symmetry {
        document::Symmetry::MirrorOf { panel } => document.panels.iter().find(|each| each.id == *panel)?,
        _ => panel,
    };
    let width = |name: &String| {
        let named = |edge: &&document::Edge| edge.id == *name || mirrored_id(&edge.id) == *name;
        original.outline.iter().find(named).map_or(0.0, |edge| edge.seam_allowance_mm * METRES_PER_MM)
    };
    let widths: Vec<f64> = outline.names.iter().map(width).collect();
    let some = widths.iter().any(|width| *width > 0.0);
    some.then(|| outline.outline.offset(&widths).ok()).flatten()
}

fn millimetres(point: Point) -> [f64; 2] {
    [point.x / METRES_PER_MM, point.y / METRES_PER_MM]
}
