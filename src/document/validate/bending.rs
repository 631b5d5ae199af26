//! Bending: what the numbers of a law say together.

use super::curves::sound;
use super::{Findings, Lookup};
use crate::document::Fabric;
use crate::fabric::bending::{BendingLaws, Fault};
use crate::issue::Issue;
use crate::row::Table;

/// The bending laws of every fabric.
pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, fabric) in lookup.document.fabrics.iter().enumerate() {
        of_fabric(fabric, &format!("fabrics[{index}]."), found);
    }
}

/// The same for one fabric; `place` stands before its fields.
pub(super) fn of_fabric(fabric: &Fabric, place: &str, found: &mut Findings) {
    let place = format!("{place}bending");
    // A number out of its range or a curve that falls is told already.
    let choice = &fabric.bending;
    let Some(row) = BendingLaws::find(&choice.kind).filter(|_| choice.in_range() && sound(choice, &place)) else {
        return;
    };
    for fault in (row.make)(&choice.given()).err().unwrap_or_default() {
        found.add(|| issue_of(&fault, &place));
    }
}

/// The fault as an issue; `place` is that of the law.
pub(crate) fn issue_of(fault: &Fault, place: &str) -> Issue {
    let place = if fault.field.is_empty() { place.to_owned() } else { format!("{place}.{}", fault.field) };
    Issue::new(fault.code, place, fault.problem.as_str()).value(&fault.value).cure(fault.cure)
}
