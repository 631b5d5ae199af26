//! Friction at rest and while sliding: what holds a contact at rest is not less than what slows it when it slides.

use super::{Findings, Lookup};
use crate::document::{Choice, Fabric};
use crate::fabric::friction::FrictionLaws;
use crate::issue::Issue;
use crate::row::Table;

/// The friction laws of every fabric.
pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, fabric) in lookup.document.fabrics.iter().enumerate() {
        of_fabric(fabric, &format!("fabrics[{index}]."), found);
    }
}

/// The same for one fabric; `place` stands before its fields.
pub(super) fn of_fabric(fabric: &Fabric, place: &str, found: &mut Findings) {
    each(&fabric.friction, &format!("{place}friction"), found);
    each(&fabric.self_friction, &format!("{place}self_friction"), found);
}

fn each(choice: &Choice<FrictionLaws>, place: &str, found: &mut Findings) {
    // A number out of its range is told already.
    let Some(row) = FrictionLaws::find(&choice.kind).filter(|_| choice.in_range()) else { return };
    let law = (row.make)(&choice.parameters);
    // What is left of friction at high speed; the law at rest must not be below it (Wong 2013, eq. 3).
    let (rest, sliding) = (law.stiction(), law.coefficient(f64::INFINITY));
    if rest < sliding {
        found.add(|| {
            let problem =
                format!("friction at rest is below that of sliding, {sliding}: no contact could stay at rest");
            let cure = "Make mu_s as large as mu_c or larger; where mu_s is not written it has its default.";
            Issue::new("friction.stiction", format!("{place}.parameters.mu_s"), problem).value(rest).cure(cure)
        });
    }
}
