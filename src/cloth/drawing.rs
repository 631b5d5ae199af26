//! A panel's drawing in metres: symmetry unfolded, darts cut in, every edge findable by the name seams use.

use super::assemble::{METRES_PER_MM, make};
use super::regions::Region;
use crate::document::{self, Choice, Curve, Document, Panel, Symmetry, leg_ids, mirrored_id};
use crate::fabric::seam::{SeamType, SeamTypes, Stiffening, Weave};
use crate::issue::{Issue, Issues, none_or};
use crate::pattern::{self, Edge, Outline, Place, Problem, ProblemKind};
use kurbo::{Affine, Point};

/// A dart's legs may differ by this part of their length, or by this many metres.
const LEG_DIFFERENCE: (f64, f64) = (0.01, 1e-3);
/// Mirror image at the warp axis.
const MIRROR: Affine = Affine::new([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

/// A panel's drawing, m.
#[derive(Clone, Debug, Default)]
pub(super) struct PanelDrawing {
    /// The outline, then the holes.
    pub(super) loops: Vec<Loop>,
    /// Internal lines.
    pub(super) lines: Vec<(Edge, document::Fold)>,
    /// The darts that were cut in.
    pub(super) darts: Vec<SewnDart>,
    /// What is wrong with those that could not be.
    refused: Issues,
    /// Parts that a further fabric is bonded to.
    pub(super) regions: Vec<Region>,
}

/// A dart that was cut into the outline.
#[derive(Clone, Debug)]
pub(super) struct SewnDart {
    /// Names of its two legs.
    pub(super) legs: [String; 2],
    /// How they are sewn.
    pub(super) sewing: Sewing,
}

/// How a seam or a dart is sewn.
#[derive(Clone, Debug)]
pub(super) struct Sewing {
    stitching: Choice<SeamTypes>,
    weave: Weave,
    /// What is made of its stiffness.
    pub(super) stiffening: Stiffening,
}

impl Sewing {
    pub(super) fn of_seam(seam: &document::Seam) -> Self {
        Sewing { stitching: seam.stitching.clone(), weave: seam.weave, stiffening: seam.stiffening }
    }

    fn of_dart(dart: &document::Dart) -> Self {
        Sewing { stitching: dart.stitching.clone(), weave: dart.weave, stiffening: dart.stiffening }
    }

    /// The seam in SI units.
    pub(super) fn built(&self, place: &str) -> Result<SeamType, Issue> {
        let made = make(&self.stitching).map(|make| make(&self.stitching.given(), self.weave));
        made.map_err(|mut issues| Issue { place: format!("{place}.stitching.kind"), ..issues.swap_remove(0) })
    }
}

/// A closed loop and the name of each of its edges. An edge that a dart divides is several edges of one name.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) outline: Outline,
    pub(super) names: Vec<String>,
}

/// Draws a panel, or says what is wrong with its geometry.
pub(super) fn draw(document: &Document, index: usize) -> Result<PanelDrawing, Issues> {
    let drawing = sketch(document, index)?;
    none_or(drawing.faults(&document.panels[index], &format!("panels[{index}]")))?;
    Ok(drawing)
}

/// Draws a panel whether or not its lines cross; fails only where a line cannot be drawn at all.
pub(super) fn sketch(document: &Document, index: usize) -> Result<PanelDrawing, Issues> {
    let panel = &document.panels[index];
    let place = format!("panels[{index}]");
    Ok(match &panel.symmetry {
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
    })
}

impl PanelDrawing {
    /// What is wrong with the drawing as a whole: lines that cross, regions that do not fit.
    pub(super) fn faults(&self, panel: &Panel, place: &str) -> Issues {
        let known: Issues = self.refused.iter().cloned().chain(self.check_regions()).collect();
        if !known.is_empty() {
            return known;
        }
        let outlines: Vec<Outline> = self.loops.iter().map(|each| each.outline.clone()).collect();
        let lines = self.all_lines();
        let drawing = pattern::Drawing { outline: &outlines[0], holes: &outlines[1..], lines: &lines };
        self.issues_of(&pattern::check(&drawing), panel, place)
    }

    /// The problems of the drawing or of its mesh, with their places in the document.
    pub(super) fn issues_of(&self, problems: &[Problem], panel: &Panel, place: &str) -> Issues {
        self.line_issues(problems, &|problem| place_of(panel, place, problem.place, problem.edge))
    }

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
            darts: self.darts.into_iter().map(|dart| dart.renamed(|name| name.clone())).collect(),
            regions: self.regions.iter().map(|region| region.transformed(MIRROR)).collect(),
            refused: self.refused,
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
        let images: Vec<_> = self.darts.iter().map(|dart| dart.clone().renamed(image)).collect();
        self.darts.extend(images);
        let images: Vec<_> = self.regions.iter().map(|region| region.transformed(reflection)).collect();
        self.regions.extend(images);
        Ok(self)
    }
}

impl SewnDart {
    /// Its mirror image: what came first along the outline comes second.
    fn renamed(self, name: impl Fn(&String) -> String) -> Self {
        let [left, right] = &self.legs;
        SewnDart { legs: [name(right), name(left)], ..self }
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
    let regions = regions(panel, place, &mut issues);
    let Some(mut outline) = outline else { return Err(issues) };
    none_or(issues)?;
    let mut refused = Issues::new();
    let darts = cut_darts(&mut outline, panel, place, &mut refused);
    let loops = std::iter::once(outline).chain(holes).collect();
    Ok(PanelDrawing { loops, lines, darts, regions, refused })
}

fn regions(panel: &Panel, place: &str, issues: &mut Issues) -> Vec<Region> {
    let mut regions = Vec::new();
    for (k, region) in panel.interlined.iter().enumerate() {
        let place = format!("{place}.interlined[{k}]");
        let corners: Vec<(&Curve, [f64; 2])> = region.outline.iter().map(|edge| (&edge.curve, edge.from_mm)).collect();
        match closed(&corners, &format!("{place}.outline")) {
            Ok(outline) => regions.push(Region { outline, fabric: region.fabric.clone(), place }),
            Err(found) => issues.extend(found),
        }
    }
    regions
}

fn closed_loop(edges: &[document::Edge], place: &str) -> Result<Loop, Issues> {
    let corners: Vec<(&Curve, [f64; 2])> = edges.iter().map(|edge| (&edge.curve, edge.from_mm)).collect();
    let outline = closed(&corners, place)?;
    Ok(Loop { outline, names: edges.iter().map(|edge| edge.id.clone()).collect() })
}

/// A closed row of edges: how each runs, and where it begins.
fn closed(corners: &[(&Curve, [f64; 2])], place: &str) -> Result<Outline, Issues> {
    let mut drawn = Vec::new();
    let mut issues = Issues::new();
    for (index, (curve, from)) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()].1;
        match edge_of(curve, point(*from), point(to)) {
            Ok(edge) => drawn.push(edge),
            Err(kind) => issues.push(arc_issue(&kind, format!("{place}[{index}].curve"))),
        }
    }
    none_or(issues)?;
    Ok(Outline::new(drawn))
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
fn cut_darts(outline: &mut Loop, panel: &Panel, place: &str, issues: &mut Issues) -> Vec<SewnDart> {
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
        legs.push(SewnDart { legs: names, sewing: Sewing::of_dart(dart) });
    }
    legs.reverse();
    legs
}

/// The place in the document of an edge of a drawing.
fn place_of(panel: &Panel, place: &str, at: Place, edge: usize) -> String {
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
