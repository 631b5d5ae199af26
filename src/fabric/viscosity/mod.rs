//! Viscosity laws: stress in the plane of the cloth from the rate of its strain.
//!
//! Rates as in Volino 2009 (9'): ε'_uu = U·U', ε'_vv = V·V', ε'_uv = U·V' + V·U', in 1/s. A law of viscosity is a membrane law
//! that is given the rate: it answers with a stress in N/m, its derivative by the rate in N·s/m, and as its energy half of
//! what it dissipates per time where it is linear. No tester measures viscosity by itself; it stands for what the
//! elastic curves leave out of the damping of a motion.

mod linear;
mod none;
mod spline;

use crate::fabric::membrane::MembraneLaw;
use crate::row::{Given, Row, Table};

/// A law of viscosity, or nothing where there is none: then nothing is computed.
pub type Viscosity = Option<Box<dyn MembraneLaw>>;

/// The table of viscosity laws.
#[derive(Debug)]
pub struct ViscosityLaws;

impl Table for ViscosityLaws {
    type Make = fn(&Given<'_>) -> Viscosity;
    const NOUN: &'static str = "viscosity law";

    fn rows() -> &'static [Row<Self::Make>] {
        &[none::ROW, linear::ROW, spline::ROW]
    }
}
