//! Stitches: checked in the file's own numbers, then written as seams.

use super::edge_id;
use super::fields::{Found, field, item_of};
use super::json::{Json, quoted};
use super::panel::{Drawn, Piece};
use crate::document::{Choice, Direction, Elastic, Fold, Seam, SeamPart, Stiffening, Weave};
use crate::issue::Issue;
use std::collections::BTreeMap;

/// Sides that differ by a larger part of the longer one are gathered; less is ease and rounding.
const GATHERED: f64 = 0.005;

/// A stitch of the file: two sides of one or more edges.
#[derive(Debug)]
pub(super) struct Stitch<'a> {
    a: Vec<EdgeName<'a>>,
    b: Vec<EdgeName<'a>>,
    /// Whether beginnings meet (`right_wrong`), not the beginning of one and the end of the other.
    same: bool,
}

/// A panel and the number of its edge in the file's list.
type EdgeName<'a> = (&'a str, usize);

/// The number of edges of each panel; nothing where it could not be read.
pub(super) type EdgeCounts<'a> = BTreeMap<&'a str, Option<usize>>;

/// Reads the stitches and finds all that is wrong with them.
pub(super) fn read<'a>(value: Option<&'a Json>, counts: &EdgeCounts, found: &mut Found) -> Vec<Stitch<'a>> {
    let place = "pattern.stitches";
    let Some(items) = value.and_then(|value| found.list(value, place)) else { return Vec::new() };
    let mut reader = Reader { counts, sewn: BTreeMap::new(), found };
    items.iter().enumerate().filter_map(|(i, item)| reader.stitch(i, item, &item_of(place, i))).collect()
}

struct Reader<'a, 'b> {
    counts: &'b EdgeCounts<'b>,
    /// In which stitch each edge was met.
    sewn: BTreeMap<EdgeName<'a>, usize>,
    found: &'b mut Found,
}

impl<'a> Reader<'a, '_> {
    fn stitch(&mut self, index: usize, value: &'a Json, place: &str) -> Option<Stitch<'a>> {
        let mut entries = self.found.list(value, place)?;
        let mut same = false;
        if let [rest @ .., Json::Text(kind)] = entries {
            same = kind == "right_wrong";
            if !same {
                let place = item_of(place, rest.len());
                let issue = Issue::new("garmentcode.stitch-kind", place, "there is no such kind of stitch");
                self.found.add(issue.value(quoted(kind)).cure("Write \"right_wrong\", or nothing."));
            }
            entries = rest;
        }
        // Of more than two edges the first is sewn to all the others.
        let mut sides: [Vec<EdgeName<'a>>; 2] = Default::default();
        let mut complete = true;
        for (i, entry) in entries.iter().enumerate() {
            let place = item_of(place, i);
            let edges = match entry {
                Json::List(edges) => edges.iter().enumerate().map(|(k, e)| (e, item_of(&place, k))).collect(),
                edge => vec![(edge, place)],
            };
            for (edge, place) in edges {
                match self.edge(index, edge, &place) {
                    Some(edge) => sides[i.min(1)].push(edge),
                    None => complete = false,
                }
            }
        }
        let [a, b] = sides;
        if complete && (a.is_empty() || b.is_empty()) {
            let issue = Issue::new("garmentcode.stitch-sides", place, "a stitch has two sides");
            let cure = "Write two edges, each with its panel: {\"panel\": …, \"edge\": …}.";
            self.found.add(issue.value(value).cure(cure));
            complete = false;
        }
        let stitch = Stitch { a, b, same };
        (complete && self.apart(&stitch, place)).then_some(stitch)
    }

    fn edge(&mut self, stitch: usize, value: &'a Json, place: &str) -> Option<EdgeName<'a>> {
        let panel = self.found.required(value, "panel", place, "the panel's name");
        let edge = self.found.required(value, "edge", place, "the number of its edge");
        let panel = panel.and_then(|panel| self.found.text(panel, &field(place, "panel")));
        let edge = edge.and_then(|edge| self.found.index(edge, &field(place, "edge")));
        let panel = panel?;
        let Some(count) = self.counts.get(panel) else {
            self.found.add(unknown_panel(panel, &field(place, "panel"), self.counts.keys().copied()));
            return None;
        };
        let edge = edge?;
        if let Some(count) = count.filter(|count| edge >= *count) {
            let issue = Issue::new("garmentcode.edge-unknown", field(place, "edge"), "the panel has no such edge");
            self.found.add(issue.value(edge).cure(match count {
                0 => "Add edges to the panel.".to_owned(),
                _ => format!("Use a number from 0 to {}.", count - 1),
            }));
            return None;
        }
        let name = (panel, edge);
        let other = *self.sewn.entry(name).or_insert(stitch);
        if other != stitch {
            let problem = format!("this edge is in pattern.stitches[{other}] already");
            let issue = Issue::new("garmentcode.edge-sewn-twice", place, problem).value(shown(name));
            self.found.add(issue.cure("Remove one of the two stitches."));
            return None;
        }
        Some(name)
    }

    /// Finds an edge that is sewn to itself.
    fn apart(&mut self, stitch: &Stitch<'a>, place: &str) -> bool {
        let mut names: Vec<&EdgeName> = stitch.a.iter().chain(&stitch.b).collect();
        names.sort();
        let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) else { return true };
        let issue = Issue::new("garmentcode.stitch-itself", place, "an edge is sewn to itself").value(shown(*pair[0]));
        self.found.add(issue.cure("Name two different edges."));
        false
    }
}

fn shown((panel, edge): EdgeName) -> String {
    format!("edge {edge} of {}", quoted(panel))
}

/// The issue of a name that no panel has.
pub(super) fn unknown_panel<'a>(name: &str, place: &str, known: impl Iterator<Item = &'a str>) -> Issue {
    const LISTED: usize = 10;
    let mut names: Vec<String> = known.take(LISTED + 1).map(quoted).collect();
    if names.len() > LISTED {
        names[LISTED] = "…".to_owned();
    }
    let cure = format!("Use one of {}.", names.join(", "));
    Issue::new("garmentcode.panel-unknown", place, "there is no such panel").value(quoted(name)).cure(cure)
}

impl Stitch<'_> {
    /// The seam numbered `index`; the pieces are those of a file without issues.
    pub(super) fn seam(&self, index: usize, pieces: &BTreeMap<&str, &Piece>) -> Seam {
        let [a, b] = [&self.a, &self.b].map(|names| Side::new(names, pieces));
        // Edges that do not follow one another on an outline are listed in the order they are sewn in, side by side
        // with the other list; then the beginnings of the two walks meet.
        let (a_back, b_back) = match (a.back, b.back) {
            (Some(a_back), Some(b_back)) => (a_back, b_back),
            (Some(a_back), None) => (a_back, self.same == a_back),
            (None, Some(b_back)) => (self.same == b_back, b_back),
            (None, None) => (false, !self.same),
        };
        let mut same = self.same ^ a_back ^ b_back;
        let [a_parts, b_parts] = [(&a, a_back), (&b, b_back)].map(|(side, back)| {
            let (parts, turned) = side.parts(back);
            same ^= turned;
            parts
        });
        let [a_mm, b_mm] = [a.length_mm(), b.length_mm()];
        Seam {
            id: format!("s{index}"),
            a: a_parts,
            b: b_parts,
            direction: if same { Direction::Same } else { Direction::Opposite },
            gathered: (a_mm - b_mm).abs() > GATHERED * a_mm.max(b_mm),
            stitching: Choice::default(),
            weave: Weave::default(),
            stiffening: Stiffening::default(),
            fold: Fold::default(),
            elastic: Elastic::default(),
        }
    }
}

/// One side of a stitch.
struct Side<'a> {
    edges: Vec<(&'a Piece, usize, &'a Drawn)>,
    /// Whether its edges, as listed, follow one another against the file's direction; nothing when their outlines do
    /// not tell.
    back: Option<bool>,
}

impl<'a> Side<'a> {
    fn new(names: &[EdgeName], pieces: &BTreeMap<&str, &'a Piece>) -> Self {
        let edges: Vec<(&Piece, usize, &Drawn)> = names
            .iter()
            .filter_map(|&(panel, edge)| {
                let piece = *pieces.get(panel)?;
                Some((piece, edge, piece.edges.get(edge)?))
            })
            .collect();
        let back = sense(&edges);
        Side { edges, back }
    }

    fn length_mm(&self) -> f64 {
        self.edges.iter().map(|(_, _, drawn)| drawn.length_mm).sum()
    }

    /// The parts walked in the listed order, each against the file's direction if `back`. When all of them run against
    /// their outlines, the whole side is written the other way round instead, and the second value says so.
    fn parts(&self, back: bool) -> (Vec<SeamPart>, bool) {
        let mut parts: Vec<SeamPart> = self
            .edges
            .iter()
            .map(|(piece, edge, drawn)| SeamPart {
                reversed: back ^ drawn.turned,
                ..SeamPart::whole_edge(&piece.panel.id, &edge_id(*edge))
            })
            .collect();
        let turned = parts.iter().all(|part| part.reversed);
        if turned {
            parts.reverse();
            for part in &mut parts {
                part.reversed = false;
            }
        }
        (parts, turned)
    }
}

/// Whether edges of one panel, as listed, run against the file's direction: from each to the next the shorter way along
/// the outline counts, so that a dart may lie between them. Nothing for edges of several panels.
fn sense(edges: &[(&Piece, usize, &Drawn)]) -> Option<bool> {
    let (piece, ..) = edges.first()?;
    let whole = piece.length_mm;
    // Neighbours are no distance apart, give or take rounding: not once round.
    let around = |mm: f64| Some(mm.rem_euclid(whole)).filter(|mm| *mm < whole * (1.0 - 1e-9)).unwrap_or_default();
    let gap = |from: &Drawn, to: &Drawn| around(to.before_mm - from.before_mm - from.length_mm);
    let mut senses = edges.windows(2).map(|pair| {
        let [(piece, _, from), (other, _, to)] = [pair[0], pair[1]];
        let alike = piece.panel.id == other.panel.id && from.turned == to.turned;
        alike.then(|| (gap(from, to) > gap(to, from)) ^ from.turned)
    });
    match senses.next() {
        // One edge runs its own way.
        None => Some(false),
        Some(sense) => sense.filter(|_| senses.all(|other| other == sense)),
    }
}
