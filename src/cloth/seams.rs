//! Seams between drawings: which way they run, and how their edges are divided so that both sides have the same points.
//!
//! A seam maps side a onto side b by the ratio of length. Wherever one side has a break (an end of an edge, the end of
//! another seam, a dart), the other side gets one at the same ratio; breaks travel on through further seams until
//! nothing is new. Between breaks lie elementary intervals, matched one to one; matched intervals get one count.

use super::assemble::{METRES_PER_MM, RADIANS_PER_DEGREE};
use super::breaks::{SAME, along, chords, insert};
use super::drawing::{PanelDrawing, Sewing};
use super::graded::Demand;
use super::placing::Start;
use super::stiffening::{Grading, SeamField, SeamLine};
use crate::document::{Direction, Document, Elastic, Fold, Seam, SeamPart};
use crate::fabric::seam::{SeamType, Stiffening};
use crate::issue::{Issue, Issues};
use crate::math::groups::Groups;
use crate::pattern::{Edge, EdgeDivision, PanelMesh, longest_on_curves, suggested_count};
use glam::{DVec2, DVec3};
use kurbo::Point;

/// Sides that differ by more than this part of the shorter are not eased but gathered, and must say so.
const EASE: f64 = 0.05;
/// Chords may change a panel's area by this part at most: a ten-thousandth is below what scissors can follow.
pub(super) const AREA_ACCURACY: f64 = 1e-4;
/// Samples that decide a seam's direction.
const SAMPLES: usize = 16;

/// Every edge of every drawing, in order, with its breaks.
pub(super) struct Layout<'a> {
    drawings: &'a [PanelDrawing],
    /// Index of the first edge of each panel's each loop.
    first: Vec<Vec<usize>>,
    strands: Vec<Strand<'a>>,
    seams: Vec<Matched>,
    fields: Vec<SeamField>,
}

struct Strand<'a> {
    edge: &'a Edge,
    length: f64,
    panel: usize,
    breaks: Vec<f64>,
    counts: Vec<usize>,
    /// Per interval, the ratios at which its pieces end, where they are not equal.
    ends: Vec<Option<Vec<f64>>>,
}

impl Strand<'_> {
    /// Length of the k-th piece of an interval, counted the way it is walked.
    fn piece(&self, interval: usize, k: usize, forwards: bool) -> f64 {
        let count = self.counts[interval];
        let length = self.breaks[interval + 1] - self.breaks[interval];
        let Some(ends) = &self.ends[interval] else { return length / count as f64 };
        let k = if forwards { k } else { count - 1 - k };
        let end = |k: usize| {
            if k == count {
                1.0
            } else if k == 0 {
                0.0
            } else {
                ends[k - 1]
            }
        };
        length * (end(k + 1) - end(k))
    }

    /// Where the edge is divided.
    fn division(&self) -> EdgeDivision {
        if self.ends.iter().all(Option::is_none) {
            let intervals: Vec<(f64, usize)> =
                self.breaks[1..].iter().copied().zip(self.counts.iter().copied()).collect();
            return EdgeDivision::intervals(self.edge, &intervals);
        }
        let mut breaks = vec![0.0];
        for (k, (count, ends)) in self.counts.iter().zip(&self.ends).enumerate() {
            let (from, to) = (self.breaks[k], self.breaks[k + 1]);
            match ends {
                Some(ends) => breaks.extend(ends.iter().map(|ratio| from + (to - from) * ratio)),
                None => breaks.extend((1..*count).map(|i| from + (to - from) * (i as f64 / *count as f64))),
            }
            breaks.push(if k + 1 == self.counts.len() { self.edge.length() } else { to });
        }
        EdgeDivision { breaks }
    }
}

/// A stretch of an edge on one side of a seam, walked from one arc length to another.
#[derive(Clone, Copy, Debug)]
struct Span {
    strand: usize,
    from: f64,
    to: f64,
}

/// One side of a seam.
#[derive(Clone, Debug)]
pub(super) struct Side {
    spans: Vec<Span>,
    /// Length on the pattern, m.
    pub(super) length: f64,
}

struct Matched {
    sides: [Side; 2],
    /// Matched elementary intervals, each as strand, index of the interval and whether it is walked forwards.
    intervals: Vec<[(usize, usize, bool); 2]>,
    fold: Fold,
    elastic: Elastic,
    seam: SeamType,
    stiffening: Stiffening,
}

/// A sewn seam: which point meets which, in order along it. Points are numbered through all panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Stitches {
    /// Points that meet.
    pub pairs: Vec<[u32; 2]>,
    /// Neighbouring pairs along the seam with their distance on the pattern, the mean of both sides, m.
    pub segments: Vec<([usize; 2], f64)>,
    /// Angle the seam is pressed to, rad, and how many times stiffer than the fabric it holds it.
    pub fold: (f64, f64),
    /// Ratio of rest length and force at double length, N, of an elastic; stiffness 0 for none.
    pub elastic: (f64, f64),
    /// Layers and width of the seam, for its weight.
    pub seam: SeamType,
}

impl<'a> Layout<'a> {
    /// Lays out the seams of a document, its darts included, and divides every edge, so that chords change no panel's area by more
    /// than the part `accuracy`.
    pub(super) fn new(
        document: &Document,
        drawings: &'a [PanelDrawing],
        places: &[Start],
        accuracy: f64,
    ) -> Result<Self, Issues> {
        let mut layout = Self::unsewn(drawings);
        let mut issues = Issues::new();
        for (index, seam) in document.seams.iter().enumerate() {
            match layout.matched(document, seam, places, &format!("seams[{index}]")) {
                Ok(matched) => layout.seams.push(matched),
                Err(issue) => issues.push(issue),
            }
        }
        layout.add_darts(document)?;
        layout.break_at_regions();
        layout.break_edges();
        for index in 0..layout.seams.len() {
            if let Err(problem) = layout.match_intervals(index) {
                let place = if index < document.seams.len() { format!("seams[{index}]") } else { "panels".to_owned() };
                issues.push(
                    Issue::new("seam.cannot-match", place, problem)
                        .cure("Move the ends of its parts or of the seams that meet it apart, or onto each other."),
                );
            }
        }
        if issues.is_empty() {
            layout.fields = layout.fields(document);
            layout.count(document, accuracy);
            Ok(layout)
        } else {
            Err(issues)
        }
    }

    /// Every edge, before any seam is laid out.
    pub(super) fn unsewn(drawings: &'a [PanelDrawing]) -> Self {
        let mut layout =
            Layout { drawings, first: Vec::new(), strands: Vec::new(), seams: Vec::new(), fields: Vec::new() };
        for (panel, drawing) in drawings.iter().enumerate() {
            let mut first = Vec::new();
            for each in &drawing.loops {
                first.push(layout.strands.len());
                layout.strands.extend(each.outline.edges.iter().map(|edge| {
                    let length = edge.length();
                    Strand { edge, length, panel, breaks: vec![0.0, length], counts: Vec::new(), ends: Vec::new() }
                }));
            }
            layout.first.push(first);
        }
        layout
    }

    /// The division of each edge of each loop of a panel.
    pub(super) fn divisions(&self, panel: usize) -> Vec<Vec<EdgeDivision>> {
        let of_loop = |(l, first): (usize, &usize)| -> Vec<EdgeDivision> {
            let edges = self.drawings[panel].loops[l].outline.edges.len();
            let strands = &self.strands[*first..first + edges];
            strands.iter().map(Strand::division).collect()
        };
        self.first[panel].iter().enumerate().map(of_loop).collect()
    }

    /// The stitches of every seam, once the panels are meshed; `offsets` number the points through all panels.
    pub(super) fn stitches(&self, meshes: &[PanelMesh], offsets: &[u32]) -> Vec<Stitches> {
        let mut points: Vec<Vec<u32>> = Vec::with_capacity(self.strands.len());
        for (mesh, offset) in meshes.iter().zip(offsets) {
            let loops = std::iter::once(&mesh.edge_points).chain(&mesh.hole_points);
            points.extend(loops.flatten().map(|edge| edge.iter().map(|p| p + offset).collect()));
        }
        self.seams.iter().map(|seam| self.stitch(seam, &points)).collect()
    }

    fn stitch(&self, seam: &Matched, points: &[Vec<u32>]) -> Stitches {
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        let mut segments = Vec::new();
        for matched in &seam.intervals {
            let (strand, interval, _) = matched[0];
            let count = self.strands[strand].counts[interval];
            let piece = |(strand, interval, forwards): (usize, usize, bool), k: usize| {
                self.strands[strand].piece(interval, k, forwards)
            };
            for k in 0..=count {
                let pair = matched.map(|(strand, interval, forwards)| {
                    let before: usize = self.strands[strand].counts[..interval].iter().sum();
                    points[strand][before + if forwards { k } else { count - k }]
                });
                if k > 0 || pairs.last() != Some(&pair) {
                    pairs.push(pair);
                }
                if k > 0 {
                    let length = 0.5 * (piece(matched[0], k - 1) + piece(matched[1], k - 1));
                    segments.push(([pairs.len() - 2, pairs.len() - 1], length));
                }
            }
        }
        Stitches {
            pairs,
            segments,
            fold: (seam.fold.angle_deg * RADIANS_PER_DEGREE, seam.fold.strength),
            elastic: (seam.elastic.ratio, seam.elastic.stiffness_n),
            seam: seam.seam.clone(),
        }
    }

    fn matched(&self, document: &Document, seam: &Seam, places: &[Start], place: &str) -> Result<Matched, Issue> {
        let sewing = Sewing::of_seam(seam);
        let built = sewing.built(place)?;
        let (sides, _) = self.sides(document, seam, places, place)?;
        if let Some(issue) = unequal(seam, &sides, place) {
            return Err(issue);
        }
        let (fold, elastic, stiffening) = (seam.fold, seam.elastic, sewing.stiffening);
        Ok(Matched { sides, intervals: Vec::new(), fold, elastic, seam: built, stiffening })
    }

    /// Both sides of a seam, each walked so that their beginnings meet, and whether b was turned round for that.
    pub(super) fn sides(
        &self,
        document: &Document,
        seam: &Seam,
        places: &[Start],
        place: &str,
    ) -> Result<([Side; 2], bool), Issue> {
        let a = self.side(document, &seam.a, &format!("{place}.a"))?;
        let b = self.side(document, &seam.b, &format!("{place}.b"))?;
        let opposite = match seam.direction {
            Direction::Same => false,
            Direction::Opposite => true,
            Direction::Auto => self.runs_opposite(&a, &b, places),
        };
        let b = if opposite { b.reversed() } else { b };
        Ok(([a, b], opposite))
    }

    /// The panel and the point at a ratio of a side's length.
    pub(super) fn at(&self, side: &Side, ratio: f64) -> (usize, Point) {
        let (strand, s) = side.at(ratio);
        (self.strands[strand].panel, self.strands[strand].edge.point_at(s))
    }

    /// The stretches of edges that a side is made of, each with its panel.
    pub(super) fn stretches(&self, side: &Side) -> Vec<(usize, Edge)> {
        let stretch = |span: &Span| {
            let strand = &self.strands[span.strand];
            let part = strand.edge.part(span.from.min(span.to), span.from.max(span.to).min(strand.length));
            (strand.panel, part.unwrap_or_else(|| strand.edge.clone()))
        };
        side.spans.iter().map(stretch).collect()
    }

    fn add_darts(&mut self, document: &Document) -> Result<(), Issues> {
        for (panel, drawing) in self.drawings.iter().enumerate() {
            for dart in &drawing.darts {
                let seam = dart.sewing.built(&format!("panels[{panel}].darts")).map_err(|issue| vec![issue])?;
                let parts = dart.legs.clone().map(|name| SeamPart::whole_edge(&document.panels[panel].id, &name));
                let sides = parts.map(|part| self.side(document, &[part], ""));
                if let [Ok(left), Ok(right)] = sides {
                    let sides = [left, right.reversed()];
                    let (fold, elastic) = (Fold::default(), Elastic::default());
                    let stiffening = dart.sewing.stiffening;
                    self.seams.push(Matched { sides, intervals: Vec::new(), fold, elastic, seam, stiffening });
                }
            }
        }
        Ok(())
    }

    /// The corners of interlined regions that lie on the border become points of it.
    fn break_at_regions(&mut self) {
        for strand in &mut self.strands {
            for corner in self.drawings[strand.panel].region_corners() {
                if let Some(s) = along(strand.edge, corner) {
                    insert(&mut strand.breaks, s);
                }
            }
        }
    }

    /// The influence of the seams on a panel.
    pub(super) fn field(&self, panel: usize) -> &SeamField {
        &self.fields[panel]
    }

    fn fields(&self, document: &Document) -> Vec<SeamField> {
        let mut lines: Vec<Vec<SeamLine>> = vec![Vec::new(); self.drawings.len()];
        for seam in &self.seams {
            for span in seam.sides.iter().flat_map(|side| &side.spans) {
                let strand = &self.strands[span.strand];
                let (from, to) = (span.from.min(span.to), span.from.max(span.to));
                let part = strand.edge.part(from, to.min(strand.edge.length()));
                let points = chords(part.as_ref().unwrap_or(strand.edge));
                lines[strand.panel].push(SeamLine { points, seam: seam.seam.clone(), stiffening: seam.stiffening });
            }
        }
        let field = |(panel, lines): (usize, &Vec<SeamLine>)| {
            let border: Vec<Vec<DVec2>> = (self.drawings[panel].loops.iter())
                .map(|each| each.outline.edges.iter().flat_map(chords).collect())
                .collect();
            let mesh = &document.panels[panel].mesh;
            SeamField::new(&border, lines, Grading { size: mesh.size_mm * METRES_PER_MM, step: mesh.seam_step })
        };
        lines.iter().enumerate().map(field).collect()
    }

    /// The spans of one side of a seam.
    fn side(&self, document: &Document, parts: &[SeamPart], place: &str) -> Result<Side, Issue> {
        let mut side = Side { spans: Vec::new(), length: 0.0 };
        for (index, part) in parts.iter().enumerate() {
            let unknown = |code: &str, field: &str, value: &str, cure: &str| {
                Issue::new(code, format!("{place}[{index}].{field}"), "there is none of this id")
                    .value(value)
                    .cure(cure)
            };
            let panel = document.panels.iter().position(|panel| panel.id == part.panel);
            let panel = panel.ok_or_else(|| unknown("seam.unknown-panel", "panel", &part.panel, "Name a panel."))?;
            let found = self.drawings[panel].find(&part.edge);
            if found.is_empty() {
                return Err(unknown("seam.unknown-edge", "edge", &part.edge, "Name an edge of the panel."));
            }
            let strands: Vec<usize> = found.iter().map(|(l, edge)| self.first[panel][*l] + edge).collect();
            side.spans.extend(self.chain(&strands, part));
        }
        side.length = side.spans.iter().map(|span| (span.to - span.from).abs()).sum();
        if side.length < SAME {
            return Err(
                Issue::new("seam.empty-side", place, "this side of the seam has no length").cure("Name an edge.")
            );
        }
        Ok(side)
    }

    /// The spans of a part of a chain of edges that share a name.
    fn chain(&self, strands: &[usize], part: &SeamPart) -> Vec<Span> {
        let total: f64 = strands.iter().map(|strand| self.strands[*strand].length).sum();
        let (from, to) = (part.from * total, part.to * total);
        let mut spans = Vec::new();
        let mut start = 0.0;
        for strand in strands {
            let length = self.strands[*strand].length;
            let (low, high) = ((from - start).clamp(0.0, length), (to - start).clamp(0.0, length));
            if high - low > SAME {
                spans.push(Span { strand: *strand, from: low, to: high });
            }
            start += length;
        }
        if part.reversed { reversed(&spans) } else { spans }
    }

    /// Whether the sides lie closer together when b is walked backwards. Where both are as close, as for panels laid on
    /// each other, backwards wins: outlines run counter-clockwise, so neighbours run against each other.
    fn runs_opposite(&self, a: &Side, b: &Side, places: &[Start]) -> bool {
        let at = |side: &Side, ratio: f64| -> DVec3 {
            let (strand, s) = side.at(ratio);
            let strand = &self.strands[strand];
            let p = strand.edge.point_at(s);
            places[strand.panel].of(DVec2::new(p.x, p.y))
        };
        let (mut same, mut opposite) = (0.0, 0.0);
        for k in 0..=SAMPLES {
            let ratio = k as f64 / SAMPLES as f64;
            let from = at(a, ratio);
            same += from.distance(at(b, ratio));
            opposite += from.distance(at(b, 1.0 - ratio));
        }
        opposite <= same * (1.0 + 1e-9)
    }

    fn break_edges(&mut self) {
        let ends: Vec<Span> =
            self.seams.iter().flat_map(|seam| seam.sides.iter().flat_map(|side| side.spans.clone())).collect();
        for span in ends {
            insert(&mut self.strands[span.strand].breaks, span.from);
            insert(&mut self.strands[span.strand].breaks, span.to);
        }
        // Each round carries breaks one seam further; a chain of seams is never longer than their number.
        for _ in 0..=self.seams.len() {
            let mut new = false;
            for seam in &self.seams {
                for [x, y] in [[&seam.sides[0], &seam.sides[1]], [&seam.sides[1], &seam.sides[0]]] {
                    for ratio in x.ratios(&self.strands) {
                        let (strand, s) = y.at(ratio);
                        new |= insert(&mut self.strands[strand].breaks, s);
                    }
                }
            }
            if !new {
                break;
            }
        }
    }

    fn match_intervals(&mut self, index: usize) -> Result<(), String> {
        let [a, b] = [0, 1].map(|side| self.seams[index].sides[side].intervals(&self.strands));
        if a.len() != b.len() {
            return Err(format!("its sides fall into {} and {} pieces that do not match", a.len(), b.len()));
        }
        self.seams[index].intervals = a.into_iter().zip(b).map(|(a, b)| [a, b]).collect();
        Ok(())
    }

    /// Gives each interval its number of pieces: the largest that any of the intervals matched with it wants.
    fn count(&mut self, document: &Document, accuracy: f64) {
        let longest: Vec<f64> = (self.drawings.iter())
            .map(|drawing| {
                let holes: Vec<_> = drawing.loops[1..].iter().map(|each| each.outline.clone()).collect();
                longest_on_curves(&drawing.loops[0].outline, &holes, accuracy)
            })
            .collect();
        let mut first = vec![0];
        for strand in &mut self.strands {
            let size = document.panels[strand.panel].mesh.size_mm * METRES_PER_MM;
            let size = |_: DVec2| size;
            strand.ends = vec![None; strand.breaks.len() - 1];
            let wanted = |ends: &[f64]| suggested_count(strand.edge, (ends[0], ends[1]), &size, longest[strand.panel]);
            strand.counts = strand.breaks.windows(2).map(wanted).collect();
            first.push(first[first.len() - 1] + strand.counts.len());
        }
        let mut groups = Groups::new(first[first.len() - 1]);
        for [a, b] in self.seams.iter().flat_map(|seam| &seam.intervals) {
            groups.join(first[a.0] + a.1, first[b.0] + b.1);
        }
        let flat: Vec<usize> = self.strands.iter().flat_map(|strand| strand.counts.clone()).collect();
        let mut most = vec![0; flat.len()];
        for (interval, count) in flat.iter().enumerate() {
            let root = groups.root(interval);
            most[root] = most[root].max(*count);
        }
        for (strand, start) in self.strands.iter_mut().zip(&first) {
            for (k, count) in strand.counts.iter_mut().enumerate() {
                *count = most[groups.root(start + k)];
            }
        }
        if self.fields.iter().any(SeamField::is_graded) {
            self.grade(&first, &longest);
        }
    }

    /// Divides edges as finely as the size asks at each place; `first` numbers the intervals of each strand.
    fn grade(&mut self, first: &[usize], longest: &[f64]) {
        let mut demands = Vec::new();
        for strand in &self.strands {
            let field = &self.fields[strand.panel];
            demands.extend(strand.breaks.windows(2).zip(&strand.counts).map(|(ends, count)| {
                if field.is_graded() {
                    Demand::of(strand.edge, (ends[0], ends[1]), &|p| field.size(p), longest[strand.panel])
                } else {
                    Demand::even(*count)
                }
            }));
        }
        // Each round carries demands one seam further, as with the breaks.
        for _ in 0..=self.seams.len() {
            let mut changed = false;
            for [a, b] in self.seams.iter().flat_map(|seam| &seam.intervals) {
                let (i, j, flipped) = (first[a.0] + a.1, first[b.0] + b.1, a.2 != b.2);
                let other = demands[j].clone();
                changed |= demands[i].raise(&other, flipped);
                let other = demands[i].clone();
                changed |= demands[j].raise(&other, flipped);
            }
            if !changed {
                break;
            }
        }
        for (strand, start) in self.strands.iter_mut().zip(first) {
            for (k, demand) in demands[*start..*start + strand.counts.len()].iter().enumerate() {
                strand.counts[k] = demand.count();
                strand.ends[k] = demand.inner_ends();
            }
        }
    }
}

/// Sides too different to be eased into each other, unless the seam says that it gathers.
pub(super) fn unequal(seam: &Seam, [a, b]: &[Side; 2], place: &str) -> Option<Issue> {
    let (short, long) = (a.length.min(b.length), a.length.max(b.length));
    if seam.gathered || long <= short * (1.0 + EASE) {
        return None;
    }
    let (a, b) = (a.length / METRES_PER_MM, b.length / METRES_PER_MM);
    let issue = Issue::new("seam.lengths", place, format!("its sides are {a:.1} mm and {b:.1} mm"));
    Some(issue.value(&seam.id).cure("Mark the seam as gathered, or change one side's length."))
}

impl Side {
    fn reversed(&self) -> Side {
        Side { spans: reversed(&self.spans), length: self.length }
    }

    /// The place at a ratio of its length: strand and arc length.
    fn at(&self, ratio: f64) -> (usize, f64) {
        let mut left = ratio.clamp(0.0, 1.0) * self.length;
        let last = self.spans.len() - 1;
        for (k, span) in self.spans.iter().enumerate() {
            let length = (span.to - span.from).abs();
            if left <= length || k == last {
                let part = (left / length).min(1.0);
                return (span.strand, span.from + part * (span.to - span.from));
            }
            left -= length;
        }
        (self.spans[last].strand, self.spans[last].to)
    }

    /// Ratios of all breaks on it.
    fn ratios(&self, strands: &[Strand]) -> Vec<f64> {
        let mut ratios = Vec::new();
        let mut before = 0.0;
        for span in &self.spans {
            let (low, high) = (span.from.min(span.to), span.from.max(span.to));
            let within = strands[span.strand].breaks.iter().filter(|s| **s >= low - SAME && **s <= high + SAME);
            ratios.extend(within.map(|s| (before + (s - span.from).abs()) / self.length));
            before += high - low;
        }
        ratios
    }

    /// Its elementary intervals in order: strand, index, and whether walked forwards.
    fn intervals(&self, strands: &[Strand]) -> Vec<(usize, usize, bool)> {
        let mut intervals = Vec::new();
        for span in &self.spans {
            let (low, high) = (span.from.min(span.to), span.from.max(span.to));
            let breaks = &strands[span.strand].breaks;
            let inside = |k: &usize| breaks[*k] >= low - SAME && breaks[*k + 1] <= high + SAME;
            let found: Vec<usize> = (0..breaks.len() - 1).filter(inside).collect();
            let forwards = span.from < span.to;
            let add = |k: usize| (span.strand, k, forwards);
            if forwards {
                intervals.extend(found.into_iter().map(add));
            } else {
                intervals.extend(found.into_iter().rev().map(add));
            }
        }
        intervals
    }
}

fn reversed(spans: &[Span]) -> Vec<Span> {
    spans.iter().rev().map(|span| Span { from: span.to, to: span.from, ..*span }).collect()
}
