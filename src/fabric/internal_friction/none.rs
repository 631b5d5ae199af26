//! No internal friction.

use super::InternalFrictionLaws;
use crate::row::RowOf;

pub(super) const ROW: RowOf<InternalFrictionLaws> = RowOf::<InternalFrictionLaws> {
    id: "internal-friction.none",
    title: "None",
    help: "Loading and unloading follow one curve, and the cloth keeps no trace of how it was bent or pulled. Costs nothing.",
    parameters: &[],
    curves: &[],
    make: |_, _| None,
};
