//! Seams: what they sew together, and that no stretch is sewn twice by one seam.

use super::{Findings, Lookup};
use crate::document::place::quoted;
use crate::document::spelling::instead;
use crate::document::{Seam, SeamPart};
use crate::issue::Issue;
use std::collections::BTreeMap;

/// Parts of an edge that overlap by less only touch: a ratio computed twice may differ in its last digits.
const TOUCH: f64 = 1e-9;

pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, seam) in lookup.document.seams.iter().enumerate() {
        for (side, parts) in [('a', &seam.a), ('b', &seam.b)] {
            if parts.is_empty() {
                found.add(|| {
                    Issue::new("seam.empty-side", format!("seams[{index}].{side}"), "this side has nothing to sew")
                        .cure("Add an edge, or remove the seam.")
                });
            }
            for (at, part) in parts.iter().enumerate() {
                refers(lookup, part, &|| format!("seams[{index}].{side}[{at}]"), found);
            }
        }
        overlaps(index, seam, found);
    }
}

/// The panel and the edge of a part, and where it begins and ends on it.
fn refers(lookup: &Lookup<'_>, part: &SeamPart, place: &dyn Fn() -> String, found: &mut Findings) {
    if lookup.panel(&part.panel).is_none() {
        found.add(|| {
            let problem = "the document has no panel with this id";
            Issue::new("seam.unknown-panel", format!("{}.panel", place()), problem)
                .value(quoted(&part.panel))
                .cure(instead(&part.panel, || lookup.panel_ids(), "Draw a panel."))
        });
    }
    if let Some(edges) = lookup.edges(&part.panel).filter(|edges| !edges.contains(&part.edge)) {
        found.add(|| {
            let problem = format!("the panel {} has no edge with this id", quoted(&part.panel));
            let known = || edges.ids.iter().map(String::as_str);
            Issue::new("seam.unknown-edge", format!("{}.edge", place()), problem)
                .value(quoted(&part.edge))
                .cure(instead(&part.edge, known, "Draw the panel's outline."))
        });
    }
    if is_ratio(part) && part.from >= part.to {
        found.add(|| {
            Issue::new("seam.part-range", place(), "the part ends where it begins, or before")
                .value(format!("{} to {}", part.from, part.to))
                .cure("Make \"from\" less than \"to\"; \"reversed\" walks a part the other way.")
        });
    }
}

/// A part with a number out of its range has that issue already.
fn is_ratio(part: &SeamPart) -> bool {
    [part.from, part.to].iter().all(|ratio| (0.0..=1.0).contains(ratio))
}

/// A part with where it stands in its seam.
#[derive(Clone, Copy)]
struct Stretch<'a> {
    part: &'a SeamPart,
    side: char,
    at: usize,
}

fn overlaps(index: usize, seam: &Seam, found: &mut Findings) {
    let mut edges: BTreeMap<(&str, &str), Vec<Stretch<'_>>> = BTreeMap::new();
    for (side, parts) in [('a', &seam.a), ('b', &seam.b)] {
        for (at, part) in parts.iter().enumerate().filter(|(_, part)| is_ratio(part) && part.from < part.to) {
            edges.entry((&part.panel, &part.edge)).or_default().push(Stretch { part, side, at });
        }
    }
    for stretches in edges.values_mut() {
        // A stable sort: of parts that begin together the one that stands first in the seam comes first.
        stretches.sort_by(|one, other| one.part.from.total_cmp(&other.part.from));
        let mut reach = stretches[0];
        for stretch in &stretches[1..] {
            if stretch.part.from < reach.part.to - TOUCH {
                twice(index, reach, *stretch, found);
            }
            if stretch.part.to > reach.part.to {
                reach = *stretch;
            }
        }
    }
}

/// The issue of two parts that share a stretch, at the one that stands later in the seam.
fn twice(index: usize, one: Stretch<'_>, other: Stretch<'_>, found: &mut Findings) {
    let (first, second) = if (one.side, one.at) < (other.side, other.at) { (one, other) } else { (other, one) };
    let same = (one.part.from, one.part.to) == (other.part.from, other.part.to);
    let place = |stretch: Stretch<'_>| format!("seams[{index}].{}[{}]", stretch.side, stretch.at);
    found.add(|| {
        let part = second.part;
        let (code, problem, cure) = if same && one.side != other.side {
            ("seam.to-itself", format!("it is sewn to itself: {} is the same", place(first)), "Choose another edge.")
        } else {
            let problem = format!("{} sews some of this stretch already", place(first));
            ("seam.overlap", problem, "Let each part begin where the other ends.")
        };
        let value = format!("{} of {}, {} to {}", quoted(&part.edge), quoted(&part.panel), part.from, part.to);
        Issue::new(code, place(second), problem).value(value).cure(cure)
    });
}
