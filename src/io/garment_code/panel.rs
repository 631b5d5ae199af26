//! One panel: vertices, edges and placement become an outline in millimetres that runs counter-clockwise.

use super::curve::Chord;
use super::fields::{Found, field, item_of};
use super::json::Json;
use super::outline::{Break, Step, backwards, chain};
use super::shape::Shape;
use super::units::Units;
use super::{FABRIC, edge_id};
use crate::document::{Edge, Panel, Placement};
use crate::issue::Issue;
use std::collections::BTreeMap;

/// An outline encloses nothing when its area is less than this part of its squared length: a strap of a millimetre by
/// a kilometre has more.
const NO_AREA: f64 = 1e-9;

/// A panel with what stitches need to know of its edges.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) panel: Panel,
    /// The edges in the file's order and direction.
    pub(super) edges: Vec<Drawn>,
    pub(super) area_mm2: f64,
    /// Length of the outline.
    pub(super) length_mm: f64,
}

/// An edge as the file draws it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) length_mm: f64,
    /// Length of the panel's outline before it.
    pub(super) before_mm: f64,
    /// Whether the panel's outline walks it the other way.
    pub(super) turned: bool,
}

/// Reads the panel called `key`; nothing when something is wrong with it, all of which is found.
pub(super) fn read(key: &str, value: &Json, units: &Units, found: &mut Found) -> Option<Piece> {
    let place = &field("pattern.panels", key);
    let before = found.count();
    let placement = placement(value, place, units, found);
    let label = value.get("label").and_then(|label| found.text(label, &field(place, "label")));
    let vertices = found.required(value, "vertices", place, "a list of [x, y]");
    let vertices = vertices.and_then(|vertices| self::vertices(vertices, &field(place, "vertices"), units, found));
    let edges = found.required(value, "edges", place, "a list of edges");
    let place = &field(place, "edges");
    let edges = found.list(edges?, place)?;
    let lines = Lines { vertices: &vertices?, units };
    let read: Vec<Line> = edges.iter().enumerate().map(|(i, e)| lines.read(e, &item_of(place, i), found)).collect();
    let steps = way_round(edges, &read, place, found);
    if found.count() > before {
        return None;
    }
    let shapes: Vec<Shape> = read.iter().filter_map(|line| line.shape.clone()).collect();
    let (steps, area_mm2) = counter_clockwise(steps?, &shapes, place, found)?;

    let mut drawn: Vec<Drawn> =
        shapes.iter().map(|shape| Drawn { length_mm: shape.length(), before_mm: 0.0, turned: false }).collect();
    let mut outline = Vec::with_capacity(shapes.len());
    let mut length_mm = 0.0;
    for (index, turned) in steps {
        drawn[index] = Drawn { before_mm: length_mm, turned, ..drawn[index] };
        length_mm += drawn[index].length_mm;
        let shape = if turned { shapes[index].reversed() } else { shapes[index].clone() };
        let id = edge_id(index);
        outline.push(Edge { id, from_mm: shape.from, curve: shape.curve, seam_allowance_mm: 0.0, notches: Vec::new() });
    }
    let title = if key.trim().is_empty() { "Panel" } else { key };
    let name = label.map_or(title.to_owned(), |label| format!("{title} ({label})"));
    let panel = Panel { fabric: FABRIC.to_owned(), placement, ..Panel::of_outline(key, &name, outline) };
    Some(Piece { panel, edges: drawn, area_mm2, length_mm })
}

/// Translation and rotation; each is zero where the file is silent.
fn placement(panel: &Json, place: &str, units: &Units, found: &mut Found) -> Placement {
    let mut vector = |name: &str| -> Option<([f64; 3], &Json, String)> {
        let value = panel.get(name)?;
        let place = field(place, name);
        Some((found.numbers(value, &place)?, value, place))
    };
    let (translation, rotation) = (vector("translation"), vector("rotation"));
    let translation_mm =
        translation.and_then(|(by, value, place)| units.near(by.map(|c| c * units.mm), value, &place, found));
    // Whole turns change nothing, and documents do not count them.
    let rotation_deg = rotation.map(|(by, ..)| by.map(|deg| if deg.abs() > 360.0 { deg % 360.0 } else { deg }));
    Placement::Free {
        translation_mm: translation_mm.unwrap_or_default(),
        rotation_deg: rotation_deg.unwrap_or_default(),
    }
}

/// The vertices; those not in order are left empty, so that the others keep their numbers.
fn vertices(value: &Json, place: &str, units: &Units, found: &mut Found) -> Option<Vec<Option<[f64; 2]>>> {
    let items = found.list(value, place)?;
    Some(items.iter().enumerate().map(|(i, item)| units.point(item, &item_of(place, i), found)).collect())
}

/// What could be read of an edge.
struct Line {
    ends: Option<[usize; 2]>,
    shape: Option<Shape>,
}

/// What edges refer to.
struct Lines<'a> {
    vertices: &'a [Option<[f64; 2]>],
    units: &'a Units,
}

impl Lines<'_> {
    fn read(&self, edge: &Json, place: &str, found: &mut Found) -> Line {
        let ends = self.ends(edge, place, found);
        let [from, to] = ends.map_or([None; 2], |ends| ends.map(|vertex| self.vertices[vertex]));
        let (Some(from), Some(to)) = (from, to) else { return Line { ends, shape: None } };
        if from == to {
            let issue = Issue::new("garmentcode.edge-length-zero", field(place, "endpoints"), "begins where it ends");
            found.add(issue.cure("Remove the edge, or let it end at another vertex."));
            return Line { ends: None, shape: None };
        }
        let chord = Chord { from, to, units: self.units };
        let curve = chord.curve(edge.get("curvature"), &field(place, "curvature"), found);
        Line { ends, shape: curve.map(|curve| Shape { from, to, curve }) }
    }

    fn ends(&self, edge: &Json, place: &str, found: &mut Found) -> Option<[usize; 2]> {
        let value = found.required(edge, "endpoints", place, "the numbers of two vertices")?;
        let place = field(place, "endpoints");
        let items: &[Json; 2] = found.items(value, &place)?;
        let count = self.vertices.len();
        let mut vertex = |i: usize| {
            let place = item_of(&place, i);
            let vertex = found.index(&items[i], &place)?;
            if vertex < count {
                return Some(vertex);
            }
            let issue = Issue::new("garmentcode.vertex-unknown", place, "the panel has no such vertex");
            found.add(issue.value(vertex).cure(match count {
                0 => "Add vertices to the panel.".to_owned(),
                _ => format!("Use a number from 0 to {}.", count - 1),
            }));
            None
        };
        let (from, to) = (vertex(0), vertex(1));
        Some([from?, to?])
    }
}

/// The edges end to end. Needs the ends of all of them; what is wrong with those has been found before.
fn way_round(edges: &[Json], lines: &[Line], place: &str, found: &mut Found) -> Option<Vec<Step>> {
    let straight = edges.iter().all(|edge| edge.get("curvature").is_none());
    if edges.len() < if straight { 3 } else { 2 } {
        let issue = Issue::new("garmentcode.too-few-edges", place, "too few edges to enclose cloth");
        found.add(issue.value(edges.len()).cure("Write three edges, or two of which one is curved."));
        return None;
    }
    let ends: Vec<[usize; 2]> = lines.iter().map(|line| line.ends).collect::<Option<_>>()?;
    if repeated(lines, place, found) {
        return None;
    }
    let breaks = match chain(&ends) {
        Ok(steps) => return Some(steps),
        Err(breaks) => breaks,
    };
    for found_break in breaks {
        found.add(match found_break {
            Break::Open { edge, vertex } => {
                let problem = format!("the outline is open: no other edge begins or ends at vertex {vertex}");
                let value = edges[edge].get("endpoints").map(Json::to_string).unwrap_or_default();
                Issue::new("garmentcode.outline-open", field(&item_of(place, edge), "endpoints"), problem)
                    .value(value)
                    .cure("Let each edge end where another begins, all the way round.")
            }
            Break::Branch { vertex, edges } => {
                let listed: Vec<String> = edges.iter().take(10).map(usize::to_string).collect();
                let problem = format!("at vertex {vertex} more than two edges meet: {}", listed.join(", "));
                let edge = edges[edges.len() - 1];
                Issue::new("garmentcode.outline-branches", item_of(place, edge), problem)
                    .cure("Let exactly two edges meet at each vertex.")
            }
            Break::Apart { edge } => {
                let problem = "is not on the same loop as the first edge";
                Issue::new("garmentcode.outline-apart", item_of(place, edge), problem)
                    .cure("Write one closed outline for each panel.")
            }
        });
    }
    None
}

/// Finds edges that stand in the list twice, in either direction.
fn repeated(lines: &[Line], place: &str, found: &mut Found) -> bool {
    let mut between: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
    let before = found.count();
    for (index, line) in lines.iter().enumerate() {
        let (Some([a, b]), Some(shape)) = (line.ends, &line.shape) else { continue };
        let others = between.entry([a.min(b), a.max(b)]).or_default();
        let same = |other: &&usize| {
            lines[**other].shape.as_ref().is_some_and(|other| other == shape || *other == shape.reversed())
        };
        if let Some(other) = others.iter().find(same) {
            let problem = format!("is the same as edges[{other}]");
            let issue = Issue::new("garmentcode.edge-repeated", item_of(place, index), problem);
            found
                .add(issue.value(format!("[{a}, {b}]")).cure("Remove one of the two, and mind the stitches' numbers."));
        } else {
            others.push(index);
        }
    }
    found.count() > before
}

/// The way round with the cloth on its left, and the area enclosed. A file that walks the other way (a back panel
/// mirrored by its vertices) means the same points in space, so only the walk is turned.
fn counter_clockwise(steps: Vec<Step>, shapes: &[Shape], place: &str, found: &mut Found) -> Option<(Vec<Step>, f64)> {
    let sign = |back: bool| if back { -1.0 } else { 1.0 };
    let area: f64 = steps.iter().map(|(edge, back)| sign(*back) * shapes[*edge].swept_area()).sum();
    let length: f64 = shapes.iter().map(Shape::length).sum();
    if area.abs() <= NO_AREA * length * length {
        let issue = Issue::new("garmentcode.no-area", place, "the outline encloses no cloth");
        found.add(issue.cure("Check the vertices: the edges lie on one another."));
        return None;
    }
    Some((if area < 0.0 { backwards(&steps) } else { steps }, area.abs()))
}
