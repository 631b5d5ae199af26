//! How a body moves: a rigid pose for every time, from where the document puts it.

mod between;
mod still;
mod travel;
mod turn;

pub use between::Between;
pub use still::Still;

use crate::row::{Row, Table, Values};
use glam::{DMat3, DVec3};
use std::fmt::Debug;

/// A rotation about the origin, then a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The rotation.
    pub turn: DMat3,
    /// The shift, m.
    pub shift: DVec3,
}

impl Pose {
    /// Nothing moves.
    pub const IDENTITY: Pose = Pose { turn: DMat3::IDENTITY, shift: DVec3::ZERO };

    /// Where a point goes.
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.turn * point + self.shift
    }

    /// Where a point came from.
    pub fn back(&self, point: DVec3) -> DVec3 {
        self.turn.transpose() * (point - self.shift)
    }

    /// The way from this pose to another: takes the place of a point in this one to its place in the other.
    pub fn to(&self, other: &Pose) -> Pose {
        let turn = other.turn * self.turn.transpose();
        Pose { turn, shift: other.shift - turn * self.shift }
    }
}

/// The way of a body through time. At time 0 it is where its shape says.
pub trait Motion: Debug + Send + Sync {
    /// The pose after so many seconds.
    fn pose(&self, seconds: f64) -> Pose;

    /// Whether it never moves, so that callers need not ask again.
    fn is_still(&self) -> bool {
        false
    }
}

/// The table of motions.
#[derive(Debug)]
pub struct Motions;

impl Table for Motions {
    type Make = fn(&Values) -> Box<dyn Motion>;
    const NOUN: &'static str = "motion";

    fn rows() -> &'static [Row<Self::Make>] {
        &[still::ROW, travel::ROW, turn::ROW]
    }
}
