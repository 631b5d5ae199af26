//! Internal friction stated by strains that stay: friction saturates only beyond the strain that it leaves.

use super::{Findings, Lookup};
use crate::document::Fabric;
use crate::fabric::internal_friction::Persistent;
use crate::issue::Issue;

/// The row whose numbers are compared.
const KIND: &str = "internal-friction.persistent";

/// The internal friction of every fabric.
pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, fabric) in lookup.document.fabrics.iter().enumerate() {
        of_fabric(fabric, &format!("fabrics[{index}]."), found);
    }
}

/// The same for one fabric; `place` stands before its fields.
pub(super) fn of_fabric(fabric: &Fabric, place: &str, found: &mut Findings) {
    let choice = &fabric.internal_friction;
    // A number out of its range is told already.
    if choice.kind != KIND || !choice.in_range() {
        return;
    }
    let value = |id: &str| choice.parameters.get(id).copied();
    // The numbers stand in pairs: what stays, and where it saturates.
    for pair in Persistent::PARAMETERS.chunks(2) {
        let [stays, saturates] = [pair[0], pair[1]].map(|p| value(p.id).unwrap_or(p.default));
        // Without friction in a mode it does not matter where it would saturate.
        if stays > 0.0 && saturates <= stays {
            found.add(|| {
                let problem = format!("friction would saturate before the strain that it leaves, {stays}");
                let cure = format!("Make it larger than {}, or set that to 0 for no friction.", pair[0].id);
                Issue::new(
                    "internal-friction.saturation",
                    format!("{place}internal_friction.parameters.{}", pair[1].id),
                    problem,
                )
                .value(saturates)
                .cure(cure)
            });
        }
    }
}
