//! A pattern while it is drafted: pieces drawn edge by edge in metres, seams between them, and where each is worn.

use crate::body::{Landmark, PartId, PartPoint, Side};
use crate::document::{Choice, Curve, Dart, Direction, Edge, Elastic, Fold, Notch, Panel};
use crate::document::{Seam, SeamPart, Stiffening, Symmetry, Weave, mirrored_id};
use crate::pattern;
use kurbo::{Point, Vec2};

const MM_PER_METRE: f64 = 1000.0;
/// Width added outside seams, and outside hems, mm.
const ALLOWANCE_MM: f64 = 10.0;
const HEM_ALLOWANCE_MM: f64 = 25.0;

/// What drafting gives: panels without a fabric or a place yet, their seams, and where each panel is worn.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The pieces of cloth.
    pub panels: Vec<Panel>,
    /// How they are sewn together.
    pub seams: Vec<Seam>,
    /// Where each panel is worn, in the order of the panels; empty where they lie on the garment's own stand.
    pub spots: Vec<Spot>,
}

/// Where a panel is worn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The part of the body and the side of it.
    pub point: PartPoint,
    /// The landmark on whose height the panel's y is zero.
    pub level: Landmark,
    /// Moved from there along the part's outline and along its axis, m.
    pub shift: [f64; 2],
    /// Turn of its drawing in its own plane, counter-clockwise, degrees.
    pub turn_deg: f64,
    /// How it lies there.
    pub lay: Lay,
}

/// How a panel lies on its part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lay {
    /// In a plane, at this distance from the part, m.
    Flat(f64),
    /// Around it from its point, with as much room as the panel needs.
    Round,
    /// On its half of the outline, the front or the back, with as much room as it needs.
    Half,
    /// Around it as one of four, and off the body where it is wider than a quarter of the outline.
    Fluted,
}

impl Spot {
    /// On a side of a part.
    pub(super) const fn on(part: PartId, side: Side, level: Landmark, lay: Lay) -> Self {
        Spot { point: PartPoint { part, side: Some(side) }, level, shift: [0.0; 2], turn_deg: 0.0, lay }
    }

    /// Across a part's axis, as a ring around the neck lies.
    pub(super) const fn across(part: PartId, level: Landmark) -> Self {
        Spot { point: PartPoint { part, side: None }, level, shift: [0.0; 2], turn_deg: 0.0, lay: Lay::Flat(0.0) }
    }

    /// Moved along the outline and along the axis, m.
    pub(super) const fn moved(self, shift: [f64; 2]) -> Self {
        Spot { shift, ..self }
    }
}

/// Draws an outline, counter-clockwise, m.
#[derive(Clone, Debug)]
pub(super) struct Pen {
    start: Point,
    at: Point,
    strokes: Vec<Stroke>,
}

#[derive(Clone, Debug)]
struct Stroke {
    id: &'static str,
    curve: Curve,
    edge: pattern::Edge,
}

fn mm(p: Point) -> [f64; 2] {
    [p.x * MM_PER_METRE, p.y * MM_PER_METRE]
}

impl Pen {
    pub(super) fn at(start: Point) -> Self {
        Pen { start, at: start, strokes: Vec::new() }
    }

    fn stroke(mut self, id: &'static str, curve: Curve, edge: pattern::Edge) -> Self {
        self.at = edge.end();
        self.strokes.push(Stroke { id, curve, edge });
        self
    }

    pub(super) fn line(self, id: &'static str, to: Point) -> Self {
        let edge = pattern::Edge::line(self.at, to);
        self.stroke(id, Curve::Line, edge)
    }

    pub(super) fn cubic(self, id: &'static str, [c1, c2]: [Point; 2], to: Point) -> Self {
        let edge = pattern::Edge::cubic(self.at, c1, c2, to);
        self.stroke(id, Curve::Cubic { control_1_mm: mm(c1), control_2_mm: mm(c2) }, edge)
    }

    /// An arc of less than half a circle.
    pub(super) fn arc(self, id: &'static str, radius: f64, counter_clockwise: bool, to: Point) -> Self {
        let curve = Curve::Arc { radius_mm: radius * MM_PER_METRE, large: false, counter_clockwise };
        // A radius that does not span its ends is told by the document's checks; here it only has no length.
        let edge = pattern::Edge::arc(self.at, to, radius, false, counter_clockwise);
        let edge = edge.unwrap_or_else(|_| pattern::Edge::line(self.at, to));
        self.stroke(id, curve, edge)
    }

    /// Back to where it began, straight.
    pub(super) fn close(self, id: &'static str) -> Self {
        let start = self.start;
        self.line(id, start)
    }

    /// The outline, closed, as a piece.
    pub(super) fn piece(self, id: &str, name: &str) -> Piece {
        let outline = self.strokes.iter().map(|stroke| Edge {
            id: stroke.id.to_owned(),
            from_mm: mm(stroke.edge.start()),
            curve: stroke.curve.clone(),
            seam_allowance_mm: if stroke.id.contains("hem") { HEM_ALLOWANCE_MM } else { ALLOWANCE_MM },
            notches: Vec::new(),
        });
        let panel = Panel::of_outline(id, name, outline.collect());
        Piece { panel, strokes: self.strokes }
    }
}

/// A piece that was drawn.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    panel: Panel,
    strokes: Vec<Stroke>,
}

impl Piece {
    /// The edge of this name.
    pub(super) fn edge(&self, id: &str) -> &pattern::Edge {
        // Names are those that the same file has just drawn; the first stands in for one misspelt, and tests would tell.
        &self.strokes.iter().find(|stroke| stroke.id == id).unwrap_or(&self.strokes[0]).edge
    }

    /// Length of an edge, m.
    pub(super) fn length(&self, id: &str) -> f64 {
        self.edge(id).length()
    }

    /// Opens the half over its straight edge.
    pub(super) fn unfolded(mut self, edge: &str) -> Self {
        for each in self.panel.outline.iter_mut().filter(|each| each.id == edge) {
            each.seam_allowance_mm = 0.0;
        }
        self.panel.symmetry = Symmetry::Unfold { edge: edge.to_owned() };
        self
    }

    /// A dart across an edge: its middle at a length along it, its width and its depth, m.
    pub(super) fn dart(mut self, id: &str, edge: &str, [at, width, depth]: [f64; 3]) -> Self {
        let drawn = self.edge(edge);
        let (middle, tangent) = (drawn.point_at(at), drawn.tangent_at(at));
        let tip = middle + depth * Vec2::new(-tangent.y, tangent.x);
        self.panel.darts.push(Dart {
            id: id.to_owned(),
            edge: edge.to_owned(),
            at_mm: at * MM_PER_METRE,
            width_mm: width * MM_PER_METRE,
            tip_mm: mm(tip),
            stitching: Choice::default(),
            weave: Weave::default(),
            stiffening: Stiffening::default(),
        });
        self
    }

    /// A mark halfway along an edge.
    pub(super) fn notched(mut self, edge: &str) -> Self {
        let at_mm = 0.5 * self.length(edge) * MM_PER_METRE;
        for each in self.panel.outline.iter_mut().filter(|each| each.id == edge) {
            each.notches.push(Notch { id: format!("{edge}-notch"), at_mm });
        }
        self
    }

    /// With triangles of this size, mm: narrow pieces need smaller ones than the rest.
    pub(super) fn meshed(mut self, size_mm: f64) -> Self {
        self.panel.mesh.size_mm = size_mm;
        self
    }
}

/// One edge of a seam: panel and edge.
pub(super) type Sewn = (String, String);

/// An edge of a panel.
pub(super) fn edge(panel: &str, edge: &str) -> Sewn {
    (panel.to_owned(), edge.to_owned())
}

/// The mirror image of an edge of an unfolded panel.
pub(super) fn image(panel: &str, edge: &str) -> Sewn {
    (panel.to_owned(), mirrored_id(edge))
}

impl Draft {
    /// Adds a piece that lies on the garment's own stand.
    pub(super) fn lay(&mut self, piece: Piece) {
        self.panels.push(piece.panel);
    }

    /// Adds a piece.
    pub(super) fn add(&mut self, piece: Piece, spot: Spot) {
        self.panels.push(piece.panel);
        self.spots.push(spot);
    }

    /// Adds the mirror image of a piece that was added.
    pub(super) fn mirror(&mut self, [id, name]: [&str; 2], of: &str, spot: Spot) {
        let mut panel = Pen::at(Point::ORIGIN).piece(id, name).panel;
        let original = self.panels.iter().find(|panel| panel.id == of);
        (panel.layer, panel.mesh) = original.map(|panel| (panel.layer, panel.mesh)).unwrap_or_default();
        panel.symmetry = Symmetry::MirrorOf { panel: of.to_owned() };
        self.panels.push(panel);
        self.spots.push(spot);
    }

    /// Sews edges together. Each side is listed in the direction in which its panels' outlines run; right sides out, the
    /// two directions are always opposite.
    pub(super) fn sew(&mut self, id: &str, a: &[Sewn], b: &[Sewn]) {
        let parts = |side: &[Sewn]| side.iter().map(|(panel, edge)| SeamPart::whole_edge(panel, edge)).collect();
        self.seams.push(Seam {
            id: id.to_owned(),
            a: parts(a),
            b: parts(b),
            direction: Direction::Opposite,
            gathered: false,
            stitching: Choice::default(),
            weave: Weave::default(),
            stiffening: Stiffening::default(),
            fold: Fold::default(),
            elastic: Elastic::default(),
        });
    }

    /// Sews an elastic into a seam.
    pub(super) fn hold(&mut self, seam: &str, elastic: Elastic) {
        for each in self.seams.iter_mut().filter(|each| each.id == seam) {
            each.elastic = elastic;
        }
    }
}

/// The x at which a rising function has a value, between two ends; the nearer end where it has none there.
pub(super) fn solve(value: f64, [low, high]: [f64; 2], rising: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    // 60 halvings of a metre leave less than a picometre.
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if rising(middle) < value {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// Where the garment's parts are, in short.
pub(super) const TORSO_FRONT: Spot = Spot::on(PartId::Torso, Side::Front, Landmark::Waist, Lay::Half);
pub(super) const TORSO_BACK: Spot = Spot::on(PartId::Torso, Side::Back, Landmark::Waist, Lay::Half);
