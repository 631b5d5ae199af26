//! What one value alone cannot tell: ids that clash, references that lead nowhere, sizes that do not go together.

mod bending;
mod bodies;
mod curves;
mod friction;
mod ids;
mod internal_friction;
mod lookup;
mod panels;
mod seams;
mod symmetry;

use super::findings::Findings;
use super::{Document, Fabric, size};
use crate::issue::Issues;
use lookup::Lookup;

pub(crate) use bending::issue_of;

/// The checks, each of the whole document. A number out of its range disturbs none of them: they compare names and counts,
/// and leave out a curve, a law or a shape that has one.
const CHECKS: &[fn(&Lookup<'_>, &mut Findings)] = &[
    ids::check,
    panels::there,
    panels::fabrics,
    panels::outlines,
    panels::darts,
    panels::placements,
    panels::pins,
    symmetry::check,
    seams::check,
    curves::check,
    bending::check,
    friction::check,
    internal_friction::check,
    bodies::check,
];

/// Everything that is wrong with a document whose values are each in order.
pub fn validate(document: &Document) -> Issues {
    let mut found = Findings::default();
    names(document, &mut found);
    curves::ranges(&Lookup::of(document), &mut found);
    size::check(document, &mut found);
    found.into_issues()
}

/// What the laws of one fabric say together.
pub(super) fn laws(fabric: &Fabric, found: &mut Findings) {
    curves::of_fabric(fabric, "", found);
    bending::of_fabric(fabric, "", found);
    friction::of_fabric(fabric, "", found);
    internal_friction::of_fabric(fabric, "", found);
}

/// Everything but what is computed from numbers, for a document whose numbers are not all in their ranges.
pub(super) fn names(document: &Document, found: &mut Findings) {
    let lookup = Lookup::of(document);
    for check in CHECKS {
        check(&lookup, found);
    }
}
