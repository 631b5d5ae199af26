//! Contact friction laws: how much of the normal force holds the cloth from sliding.

mod coulomb;

use crate::row::{Row, Table, Values};
use std::fmt::Debug;

/// A law of contact friction.
pub trait FrictionLaw: Debug + Send + Sync {
    /// Largest friction force over normal force at a sliding speed in m/s.
    fn coefficient(&self, speed: f64) -> f64;
}

/// The table of friction laws.
#[derive(Debug)]
pub struct FrictionLaws;

impl Table for FrictionLaws {
    type Make = fn(&Values) -> Box<dyn FrictionLaw>;
    const NOUN: &'static str = "friction law";

    fn rows() -> &'static [Row<Self::Make>] {
        &[coulomb::ROW]
    }
}
