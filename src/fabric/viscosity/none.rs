//! No viscosity.

use super::ViscosityLaws;
use crate::row::RowOf;

pub(super) const ROW: RowOf<ViscosityLaws> = RowOf::<ViscosityLaws> {
    id: "viscosity.none",
    title: "None",
    help: "The cloth resists how far it is strained, not how fast. Costs nothing; motion is damped by air and by the steps in time alone.",
    parameters: &[],
    curves: &[],
    make: |_| None,
};
