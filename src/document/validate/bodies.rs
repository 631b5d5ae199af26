//! Numbers of a body's shape that do not go together.

use super::{Findings, Lookup};
use crate::body::Shapes;
use crate::issue::Issue;
use crate::row::Table;

/// The shapes of every body.
pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, body) in lookup.document.bodies.iter().enumerate() {
        // A number out of its range is told already.
        let Some(row) = Shapes::find(&body.shape.kind).filter(|_| body.shape.in_range()) else { continue };
        if let Some(fault) = (row.make)(&body.shape.parameters).fault() {
            found.add(|| {
                let place = format!("bodies[{index}].shape.parameters.{}", fault.parameter);
                Issue::new("body.shape", place, fault.problem).value(fault.value).cure(fault.cure)
            });
        }
    }
}
