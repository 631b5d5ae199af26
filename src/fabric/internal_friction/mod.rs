//! Internal friction laws: the stress by which yarns that rub resist a change of strain (Miguel 2013, after Dahl).
//!
//! ```text
//!  friction σ         σ_max(ε) = a + b|ε|
//!        │     ____──── s = +1: strain grows, friction rises towards +σ_max within a few τ
//!        │   ╱    ↓
//!        │  ╱     │     a reversal begins a new path from where it happens
//!   ─────┼─╱──────┼──── strain ε
//!        │╱      ╱
//!        │──────‾       s = −1: it falls towards −σ_max
//! ```
//!
//! Friction depends on the path and not on its speed. So a law is a pure function of one scalar strain on a monotone path:
//! from a strain with its friction stress to another strain. The stress at the end of each step is a state of the cloth
//! ([`crate::cloth::State`]), committed when the step is done: an iteration of the solver always asks for the path from the
//! start of the step, and never follows the detours of other iterations.
//!
//! The scalar strains are Green–Lagrange weft, warp and shear strain with stresses in N/m, and the components of curvature,
//! in 1/m, with moments per width, in N. For curvature the two sides of the cloth have their own numbers.

mod dahl;
mod eq3;
mod linearised;
mod none;
mod path;
mod persistent;

pub use dahl::Dahl;
pub use path::{Form, Side, follow};
pub use persistent::{Persistent, SATURATED};

use crate::row::{Given, Row, Table};
use std::fmt::Debug;

/// A scalar strain that friction acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Stretch along the weft.
    Weft,
    /// Stretch along the warp.
    Warp,
    /// Shear.
    Shear,
    /// Curvature along the weft, K_uu.
    BendWeft,
    /// Curvature along the warp, K_vv.
    BendWarp,
    /// Twist, K_uv: what bends the bias.
    Twist,
}

impl Mode {
    /// The strains of a triangle, in the order of its stresses.
    pub const MEMBRANE: [Mode; 3] = [Mode::Weft, Mode::Warp, Mode::Shear];
    /// The curvatures of a triangle, in the order of its moments.
    pub const BENDING: [Mode; 3] = [Mode::BendWeft, Mode::BendWarp, Mode::Twist];
    /// All of them.
    pub const ALL: [Mode; 6] = [Mode::Weft, Mode::Warp, Mode::Shear, Mode::BendWeft, Mode::BendWarp, Mode::Twist];
}

/// Where a path begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Start {
    /// Strain.
    pub strain: f64,
    /// Friction stress there.
    pub stress: f64,
    /// How far the strain would change in the step at the rate it has at the start, Δt·ε̇₀: the linearised law alone asks.
    pub drift: f64,
}

/// What a law answers at the end of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Friction {
    /// Friction stress: N/m, of curvature N.
    pub stress: f64,
    /// Its derivative by the strain, never negative, so that the matrix of a step stays positive.
    pub tangent: f64,
    /// Its change over the whole path per strain, never negative.
    pub secant: f64,
}

impl Friction {
    /// The slope for a first iteration, which may be anywhere on the path: at least half of the secant's. Where a path saturates the
    /// tangent sees none of the friction that a turn would meet.
    pub fn first_slope(&self) -> f64 {
        self.tangent.max(0.5 * (self.tangent + self.secant))
    }
}

/// So many ways are followed at once: enough to pay a law's virtual call, few enough to stay in the nearest cache.
pub const MANY: usize = 64;

/// Where many paths begin, at most [`MANY`].
#[derive(Clone, Copy, Debug)]
pub struct Starts<'a> {
    /// Strain of each.
    pub strain: &'a [f64],
    /// Friction stress of each.
    pub stress: &'a [f64],
    /// Drift of each; empty where no law asks for it.
    pub drift: &'a [f64],
}

impl Starts<'_> {
    /// One of them.
    #[inline]
    pub fn at(&self, i: usize) -> Start {
        Start { strain: self.strain[i], stress: self.stress[i], drift: self.drift.get(i).copied().unwrap_or_default() }
    }
}

/// The ends of many paths: the strains, and what a law answers there. In arrays of their own, so that a processor takes several at once.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Strain of each.
    pub strain: [f64; MANY],
    /// [`Friction::stress`] of each.
    pub stress: [f64; MANY],
    /// [`Friction::tangent`] of each.
    pub tangent: [f64; MANY],
    /// [`Friction::secant`] of each.
    pub secant: [f64; MANY],
}

impl Default for Ends {
    fn default() -> Self {
        Ends { strain: [0.0; MANY], stress: [0.0; MANY], tangent: [0.0; MANY], secant: [0.0; MANY] }
    }
}

/// A law of internal friction.
pub trait InternalFrictionLaw: Debug + Send + Sync {
    /// The friction that a step feels at a strain, on the straight way from its start.
    fn feel(&self, mode: Mode, start: Start, strain: f64) -> Friction;

    /// The friction that is left when the step has ended at a strain.
    fn settle(&self, mode: Mode, start: Start, strain: f64) -> f64 {
        self.feel(mode, start, strain).stress
    }

    /// The same as [`feel`](Self::feel) for as many ways as begin.
    fn feel_all(&self, mode: Mode, starts: Starts<'_>, ends: &mut Ends) {
        for i in 0..starts.strain.len() {
            let Friction { stress, tangent, secant } = self.feel(mode, starts.at(i), ends.strain[i]);
            (ends.stress[i], ends.tangent[i], ends.secant[i]) = (stress, tangent, secant);
        }
    }

    /// The same as [`settle`](Self::settle) for as many ways as begin.
    fn settle_all(&self, mode: Mode, starts: Starts<'_>, ends: &mut Ends) {
        for i in 0..starts.strain.len() {
            ends.stress[i] = self.settle(mode, starts.at(i), ends.strain[i]);
        }
    }

    /// Limit and reach of friction for positive and for negative strain.
    fn sides(&self, mode: Mode) -> [Side; 2];

    /// The equation that it follows between them.
    fn form(&self) -> Form;

    /// Whether it asks for a path's [`Start::drift`].
    fn looks_ahead(&self) -> bool {
        false
    }
}

/// A law of internal friction, or nothing where there is none: then nothing is computed and nothing remembered.
pub type InternalFriction = Option<Box<dyn InternalFrictionLaw>>;

/// What an elastic fabric resists at rest, for laws that are stated relative to it: dσ/dε in N/m and dM/dκ in N·m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stiffness {
    /// Weft, warp and shear.
    pub membrane: [f64; 3],
    /// Along weft and warp, and twist.
    pub bending: [f64; 3],
}

impl Stiffness {
    /// The stiffness in a mode.
    pub fn of(&self, mode: Mode) -> f64 {
        let [membrane, bending] = [self.membrane, self.bending];
        match mode {
            Mode::Weft => membrane[0],
            Mode::Warp => membrane[1],
            Mode::Shear => membrane[2],
            Mode::BendWeft => bending[0],
            Mode::BendWarp => bending[1],
            Mode::Twist => bending[2],
        }
    }
}

/// Two sheets bonded face to face are strained alike and their frictions add up. One stress is remembered for both: their
/// limits are added, and τ is such that the sum rises at first as both together do. For sheets of one law and one τ that is
/// exact.
pub fn bonded(outer: InternalFriction, inner: InternalFriction) -> InternalFriction {
    match (outer, inner) {
        (Some(outer), Some(inner)) => {
            let both = |mode: Mode| {
                let (outer, inner) = (outer.sides(mode), inner.sides(mode));
                [outer[0].and(inner[0]), outer[1].and(inner[1])]
            };
            Some(Box::new(dahl::Sided { form: outer.form(), sides: Mode::ALL.map(both) }))
        }
        (one, other) => one.or(other),
    }
}

/// The table of internal friction laws.
#[derive(Debug)]
pub struct InternalFrictionLaws;

impl Table for InternalFrictionLaws {
    type Make = fn(&Given<'_>, &Stiffness) -> InternalFriction;
    const NOUN: &'static str = "internal friction law";

    fn rows() -> &'static [Row<Self::Make>] {
        &[none::ROW, dahl::ROW, eq3::ROW, persistent::ROW, linearised::ROW]
    }
}
