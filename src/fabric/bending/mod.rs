//! Bending laws: moment per width from curvature.
//!
//! A law says what it acts on: the angle of single hinges ([`HingeLaw`]), or the curvature tensor of triangles
//! ([`TensorLaw`]), which knows weft, warp and bias and is right on every mesh. Whoever builds a [`Bending`] has said it;
//! the forces do the rest.

mod directions;
mod hinge;
mod layers;
mod moment_curvature;
mod spline;

pub use directions::Directions;
pub use moment_curvature::{MomentCurvature, curve as moment_curve};

use crate::row::{Given, Row, Table};
use std::fmt::Debug;

/// What a law of hinges answers to a curvature.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bend {
    /// Moment per width, N (N·m per m).
    pub moment: f64,
    /// dM/dκ, N·m.
    pub tangent: f64,
}

/// A law that acts on each hinge by itself.
pub trait HingeLaw: Debug + Send + Sync {
    /// Moment and tangent at a curvature in 1/m; the moment is odd in it.
    fn bend(&self, curvature: f64) -> Bend;

    /// Energy per rest area, J/m². Apart from the moment, because steps never ask for it.
    fn energy(&self, curvature: f64) -> f64;

    /// Whether it never resists: then its hinges are left out.
    fn is_limp(&self) -> bool;

    /// The same for a batch: the virtual call is paid once, the loop inside is static.
    fn bend_all(&self, curvatures: &[f64], out: &mut [Bend]) {
        for (bend, curvature) in out.iter_mut().zip(curvatures) {
            *bend = self.bend(*curvature);
        }
    }
}

/// Curvature of a triangle in weft/warp axes, 1/m: z = ½(K_uu u² + K_vv v²) + K_uv uv.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Curvature {
    /// Along the weft.
    pub uu: f64,
    /// Along the warp.
    pub vv: f64,
    /// Twist.
    pub uv: f64,
}

/// What a law of the tensor answers to a curvature. The modes uu, vv and uv do not act on each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// ∂W/∂K_uu, ∂W/∂K_vv, ∂W/∂K_uv, N.
    pub moment: [f64; 3],
    /// Their slopes, N·m.
    pub tangent: [f64; 3],
}

/// A law that acts on the curvature tensor of each triangle.
pub trait TensorLaw: Debug + Send + Sync {
    /// Moments and tangents at a curvature. No tangent is negative.
    fn bend(&self, curvature: Curvature) -> Moments;

    /// W, energy per rest area, J/m²; convex. Apart from the moments, because steps never ask for it.
    fn energy(&self, curvature: Curvature) -> f64;

    /// Whether it never resists: then its triangles are left out.
    fn is_limp(&self) -> bool;

    /// Viscosity, N·m·s: a moment against the rate of each curvature, and twice that against the rate of twist, so that
    /// the axes do not matter.
    fn damping(&self) -> f64 {
        0.0
    }

    /// The same as [`bend`](Self::bend) for a batch.
    fn bend_all(&self, curvatures: &[Curvature], out: &mut [Moments]) {
        for (moments, curvature) in out.iter_mut().zip(curvatures) {
            *moments = self.bend(*curvature);
        }
    }
}

/// A law and what it acts on.
#[derive(Debug)]
pub enum Bending {
    /// Single hinges.
    Hinge(Box<dyn HingeLaw>),
    /// The curvature tensor.
    Tensor(Box<dyn TensorLaw>),
}

impl Bending {
    /// Whether it never resists.
    pub fn is_limp(&self) -> bool {
        match self {
            Bending::Hinge(law) => law.is_limp(),
            Bending::Tensor(law) => law.is_limp(),
        }
    }

    /// The law, if it acts on the tensor and resists.
    pub fn tensor(&self) -> Option<&dyn TensorLaw> {
        match self {
            Bending::Tensor(law) if !law.is_limp() => Some(law.as_ref()),
            _ => None,
        }
    }

    /// The law, if it acts on hinges and resists.
    pub fn hinge(&self) -> Option<&dyn HingeLaw> {
        match self {
            Bending::Hinge(law) if !law.is_limp() => Some(law.as_ref()),
            _ => None,
        }
    }

    /// Two sheets bonded together: they bend alike and their moments add up.
    pub fn bonded(outer: Bending, inner: Bending) -> Bending {
        match (outer, inner) {
            (Bending::Hinge(outer), Bending::Hinge(inner)) => Bending::Hinge(Box::new(layers::Hinges([outer, inner]))),
            (outer, inner) => Bending::Tensor(Box::new(layers::Tensors([outer, inner].map(layers::on_tensor)))),
        }
    }
}

/// Something that a law's numbers say together and that cannot be.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Stable name, as of an issue.
    pub code: &'static str,
    /// Path below the law, such as `parameters.weft_c1_un_m2`; empty for the law as a whole.
    pub field: String,
    /// What is wrong, in plain words.
    pub problem: String,
    /// The value that is wrong.
    pub value: String,
    /// What to do about it.
    pub cure: &'static str,
}

/// The table of bending laws.
#[derive(Debug)]
pub struct BendingLaws;

impl Table for BendingLaws {
    /// Numbers and curves must each be in their ranges; what they may not say together is answered as faults.
    type Make = fn(&Given<'_>) -> Result<Bending, Vec<Fault>>;
    const NOUN: &'static str = "bending law";

    fn rows() -> &'static [Row<Self::Make>] {
        &[hinge::ROW, moment_curvature::ROW, spline::ROW]
    }
}
