//! The law that Miguel's closed form (3) solves: friction reaches its limit itself, however the limit moves.

use super::dahl::{Sided, sides};
use super::{Dahl, Form, InternalFriction, InternalFrictionLaws, Stiffness};
use crate::row::{Given, RowOf};

fn make(given: &Given<'_>, _: &Stiffness) -> InternalFriction {
    Some(Box::new(Sided { form: Form::Eq3, sides: sides(&Dahl::from_values(given.numbers)) }))
}

pub(super) const ROW: RowOf<InternalFrictionLaws> = RowOf::<InternalFrictionLaws> {
    id: "internal-friction.dahl-eq3",
    title: "Dahl, as the paper's tables were fitted",
    help: "As Dahl, but friction comes to its limit without lagging behind it where the limit grows. Numbers that were fitted with equation (3) of Miguel 2013, such as those of its tables, belong to this law; where b is 0 there is no difference.",
    parameters: Dahl::PARAMETERS,
    curves: &[],
    make,
};
