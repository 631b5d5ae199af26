//! A body that does not move.

use super::{Motion, Motions, Pose};
use crate::row::{RowOf, Values};

/// No motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Still;

impl Motion for Still {
    fn pose(&self, _seconds: f64) -> Pose {
        Pose::IDENTITY
    }

    fn is_still(&self) -> bool {
        true
    }
}

fn make(_: &Values) -> Box<dyn Motion> {
    Box::new(Still)
}

pub(super) const ROW: RowOf<Motions> = RowOf::<Motions> {
    id: "motion.still",
    title: "Still",
    help: "The body stays where it is.",
    parameters: &[],
    curves: &[],
    make,
};
