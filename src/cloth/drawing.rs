//! A panel's drawing in metres: symmetry unfolded, darts cut in, every edge findable by the name seams use.

use super::assemble::{METRES_PER_MM, issues_of};
use crate::document::{self, Curve, Document, Panel, Symmetry, leg_ids, mirrored_id};
use crate::issue::{Issue, Issues, none_or};
use crate::pattern::{self, Edge, Outline, Place, ProblemKind};
use kurbo::{Affine, Point};

/// A dart's legs may differ by this part of their length, or by this many metres.
const LEG_DIFFERENCE: (f64, f64) = (0.01, 1e-3);
/// Mirror image at the warp axis.
const MIRROR: Affine = Affine::new([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

/// A panel's drawing, m.
#[derive(Clone, Debug)]
pub(super) struct PanelDrawing {
    /// The outline, then the holes.
    pub(super) loops: Vec<Loop>,
    /// Internal lines.
    pub(super) lines: Vec<(Edge, document::Fold)>,
    /// Names of the two legs of each dart.
    pub(super) darts: Vec<[String; 2]>,
}

/// A closed loop and the name of each of its edges. An edge that a dart divides is several edges of one name.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) outline: Outline,
    pub(super) names: Vec<String>,
}

/// Draws a panel, or says what is wrong with its geometry.
pub(super) fn draw(document: &Document, index: usize) -> Result<PanelDrawing, Issues> {
    let panel = &document.panels[index];
    let place = format!("panels[{index}]");
    let drawing = match &panel.symmetry {
        Symmetry::MirrorOf { panel: original } => {
            let known = document.panels.iter().position(|each| each.id == *original);
            let original = known.filter(|k| !matches!(document.panels[*k].symmetry, Symmetry::MirrorOf { .. }));
            let original = original.ok_or_else(|| {
                let place = format!("{place}.symmetry.panel");
                let issue =
                    Issue::new("symmetry.unknown-panel", place, "no panel with a drawing of its own has this id");
                vec![issue.cure("Name a panel that is drawn and not itself a mirror image.")]
            })?;
            whole_drawing(&document.panels[original], &format!("panels[{original}]"))?.mirrored()
        }
        _ => whole_drawing(panel, &place)?,
    };
    let outlines: Vec<Outline> = drawing.loops.iter().map(|each| each.outline.clone()).collect();
    let lines: Vec<Edge> = drawing.lines.iter().map(|(edge, _)| edge.clone()).collect();
    let problems = pattern::check(&pattern::Drawing { outline: &outlines[0], holes: &outlines[1..], lines: &lines });
    none_or(issues_of(&problems, panel, &place))?;
    Ok(drawing)
}

impl PanelDrawing {
    /// Where the edges of a name are: loop and edge, in the order the loop is walked.
    pub(super) fn find(&self, name: &str) -> Vec<(usize, usize)> {
        let edges = |(l, each): (usize, &Loop)| -> Vec<(usize, usize)> {
            each.names.iter().enumerate().filter(|(_, n)| *n == name).map(|(e, _)| (l, e)).collect()
        };
        self.loops.iter().enumerate().flat_map(edges).collect()
    }

    fn mirrored(self) -> Self {
        let turned = |each: Loop| Loop {
            outline: each.outline.transformed(MIRROR),
            names: each.names.into_iter().rev().collect(),
        };
        PanelDrawing {
            loops: self.loops.into_iter().map(turned).collect(),
            lines: self.lines.into_iter().map(|(edge, fold)| (edge.transformed(MIRROR), fold)).collect(),
            // Walked the other way, a dart's left leg comes second.
            darts: self.darts.into_iter().map(|[left, right]| [right, left]).collect(),
        }
    }

    fn unfolded(mut self, fold: &str, place: &str) -> Result<Self, Issues> {
        let wrong = |kind: ProblemKind| {
            vec![
                Issue::new(kind.code(), format!("{place}.symmetry.edge"), kind.to_string())
                    .value(fold)
                    .cure(kind.cure()),
            ]
        };
        let [(0, at)] = self.find(fold)[..] else { return Err(wrong(ProblemKind::NoSuchEdge)) };
        let half = &self.loops[0];
        let (a, b) = (half.outline.edges[at].start(), half.outline.edges[at].end());
        let outline = half.outline.unfold(at).map_err(|problem| wrong(problem.kind))?;
        let n = half.names.len();
        let names: Vec<String> = (1..n).map(|k| half.names[(at + k) % n].clone()).collect();
        let image = |name: &String| mirrored_id(name);
        let names = names.iter().cloned().chain(names.iter().rev().map(image)).collect();
        let reflection = reflection(a, b);
        let holes = self.loops.split_off(1);
        self.loops = vec![Loop { outline, names }];
        for hole in holes {
            let names = hole.names.iter().rev().map(image).collect();
            self.loops.push(Loop { outline: hole.outline.transformed(reflection), names });
            self.loops.push(hole);
        }
        let images: Vec<_> = self.lines.iter().map(|(edge, fold)| (edge.transformed(reflection), *fold)).collect();
        self.lines.extend(images);
        let images: Vec<_> = self.darts.iter().map(|[left, right]| [image(right), image(left)]).collect();
        self.darts.extend(images);
        Ok(self)
    }
}

fn reflection(a: Point, b: Point) -> Affine {
    let direction = (b - a).normalize();
    let (c, s) = (direction.x * direction.x - direction.y * direction.y, 2.0 * direction.x * direction.y);
    Affine::translate(a.to_vec2()) * Affine::new([c, s, s, -c, 0.0, 0.0]) * Affine::translate(-a.to_vec2())
}

/// The panel's own drawing, opened out if it is one half.
fn whole_drawing(panel: &Panel, place: &str) -> Result<PanelDrawing, Issues> {
    let own = own_drawing(panel, place)?;
    match &panel.symmetry {
        Symmetry::Unfold { edge } => own.unfolded(edge, place),
        _ => Ok(own),
    }
}

fn own_drawing(panel: &Panel, place: &str) -> Result<PanelDrawing, Issues> {
    let mut issues = Issues::new();
    let mut keep = |found: Result<Loop, Issues>| found.map_err(|found| issues.extend(found)).ok();
    let outline = keep(closed_loop(&panel.outline, &format!("{place}.outline")));
    let holes: Vec<Loop> = (panel.holes.iter().enumerate())
        .filter_map(|(k, hole)| keep(closed_loop(&hole.outline, &format!("{place}.holes[{k}].outline"))))
        .collect();
    let mut lines = Vec::new();
    for (k, line) in panel.lines.iter().enumerate() {
        match edge_of(&line.curve, point(line.from_mm), point(line.to_mm)) {
            Ok(edge) => lines.push((edge, line.fold)),
            Err(kind) => issues.push(arc_issue(&kind, format!("{place}.lines[{k}].curve"))),
        }
    }
    let Some(mut outline) = outline else { return Err(issues) };
    let darts = cut_darts(&mut outline, panel, place, &mut issues);
    none_or(issues)?;
    let loops = std::iter::once(outline).chain(holes).collect();
    Ok(PanelDrawing { loops, lines, darts })
}

fn closed_loop(edges: &[document::Edge], place: &str) -> Result<Loop, Issues> {
    let mut drawn = Vec::new();
    let mut issues = Issues::new();
    for (index, edge) in edges.iter().enumerate() {
        let to = edges[(index + 1) % edges.len()].from_mm;
        match edge_of(&edge.curve, point(edge.from_mm), point(to)) {
            Ok(edge) => drawn.push(edge),
            Err(kind) => issues.push(arc_issue(&kind, format!("{place}[{index}].curve"))),
        }
    }
    none_or(issues)?;
    Ok(Loop { outline: Outline::new(drawn), names: edges.iter().map(|edge| edge.id.clone()).collect() })
}

fn point(mm: [f64; 2]) -> Point {
    Point::new(mm[0] * METRES_PER_MM, mm[1] * METRES_PER_MM)
}

fn edge_of(curve: &Curve, from: Point, to: Point) -> Result<Edge, ProblemKind> {
    Ok(match *curve {
        Curve::Line => Edge::line(from, to),
        Curve::Quadratic { control_mm } => Edge::quadratic(from, point(control_mm), to),
        Curve::Cubic { control_1_mm, control_2_mm } => Edge::cubic(from, point(control_1_mm), point(control_2_mm), to),
        Curve::Arc { radius_mm, large, counter_clockwise } => {
            Edge::arc(from, to, radius_mm * METRES_PER_MM, large, counter_clockwise)?
        }
    })
}

fn arc_issue(kind: &ProblemKind, place: String) -> Issue {
    Issue::new(kind.code(), place, kind.to_string()).cure(kind.cure())
}

/// Cuts the darts into the outline; returns the names of their legs.
///
/// ```text
///   ──edge──┐     ┌──edge──▶     the mouth is gone; left leg runs to the tip, right leg back
///            \   /
///        left \ / right
///              tip
/// ```
fn cut_darts(outline: &mut Loop, panel: &Panel, place: &str, issues: &mut Issues) -> Vec<[String; 2]> {
    let mut legs = Vec::new();
    // From the last along each edge to the first, so that the lengths of those before stay true.
    let mut order: Vec<usize> = (0..panel.darts.len()).collect();
    order.sort_by(|a, b| panel.darts[*b].at_mm.total_cmp(&panel.darts[*a].at_mm).then(b.cmp(a)));
    for k in order {
        let dart = &panel.darts[k];
        let place = format!("{place}.darts[{k}]");
        let mut refuse = |code: &str, field: &str, problem: String, cure: &str| {
            issues.push(Issue::new(code, format!("{place}.{field}"), problem).cure(cure));
        };
        let Some(at) = outline.names.iter().position(|name| *name == dart.edge) else {
            refuse(
                "dart.edge",
                "edge",
                format!("the panel has no edge {:?}", dart.edge),
                "Name an edge of the outline.",
            );
            continue;
        };
        let edge = outline.outline.edges[at].clone();
        let half = 0.5 * dart.width_mm * METRES_PER_MM;
        let (from, to) = (dart.at_mm * METRES_PER_MM - half, dart.at_mm * METRES_PER_MM + half);
        let (Some(before), Some(after)) = (edge.part(0.0, from), edge.part(to, edge.length())) else {
            let available = edge.length() / METRES_PER_MM;
            refuse(
                "dart.outside",
                "at_mm",
                format!("the dart's mouth does not fit into the {available:.1} mm that are left of its edge"),
                "Move the dart or make it narrower; two darts must not overlap.",
            );
            continue;
        };
        let tip = point(dart.tip_mm);
        let (left, right) = (Edge::line(before.end(), tip), Edge::line(tip, after.start()));
        let (a, b) = (left.length(), right.length());
        if (a - b).abs() > (LEG_DIFFERENCE.0 * a.max(b)).max(LEG_DIFFERENCE.1) {
            let (a, b) = (a / METRES_PER_MM, b / METRES_PER_MM);
            refuse(
                "dart.does-not-close",
                "tip_mm",
                format!("its legs are {a:.1} mm and {b:.1} mm long"),
                "Move the tip until both legs are equally long.",
            );
            continue;
        }
        let names = leg_ids(&dart.id);
        outline.outline.edges.splice(at..=at, [before, left, right, after]);
        let edge_name = dart.edge.clone();
        outline.names.splice(at..=at, [edge_name.clone(), names[0].clone(), names[1].clone(), edge_name]);
        legs.push(names);
    }
    legs.reverse();
    legs
}

/// The place in the document of an edge of a drawing.
pub(super) fn place_of(panel: &Panel, place: &str, at: Place, edge: usize) -> String {
    // Darts and unfolding renumber edges; where they do, the panel's outline is as near as can be said.
    let plain = panel.darts.is_empty() && panel.symmetry == Symmetry::None;
    match at {
        Place::Outline if plain => format!("{place}.outline[{edge}]"),
        Place::Outline => format!("{place}.outline"),
        Place::Hole(k) if plain => format!("{place}.holes[{k}].outline[{edge}]"),
        Place::Hole(_) => format!("{place}.holes"),
        Place::Line(k) if plain => format!("{place}.lines[{k}]"),
        Place::Line(_) => format!("{place}.lines"),
    }
}
