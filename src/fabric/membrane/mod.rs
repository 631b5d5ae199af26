//! Membrane laws: stress in the plane of the cloth from its Green–Lagrange strain.
//!
//! Symbols as in Volino, Magnenat-Thalmann and Faure 2009. With U and V the deformed unit weft and warp
//! vectors, ε_uu = ½(U·U − 1), ε_vv = ½(V·V − 1), ε_uv = U·V (9); stresses are forces per length of cloth,
//! N/m, conjugate to them.

mod isotropic;
mod orthotropic;
mod spline;
mod spline_coupled;

pub use spline::Splines;

use crate::row::{Given, Row, Table};
use glam::{DMat3, DVec3};
use std::fmt::Debug;

/// Green–Lagrange strain of a triangle in weft/warp axes; `uv` is the whole shear U·V, not half of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strain {
    /// Along the weft.
    pub uu: f64,
    /// Along the warp.
    pub vv: f64,
    /// Shear between them.
    pub uv: f64,
}

impl Strain {
    /// In the order of stresses.
    pub fn vector(self) -> DVec3 {
        DVec3::new(self.uu, self.vv, self.uv)
    }
}

/// What a law answers to a strain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// σ_uu, σ_vv, σ_uv in N/m.
    pub stress: [f64; 3],
    /// ∂σ/∂ε in N/m, rows and columns in the order uu, vv, uv.
    pub tangent: DMat3,
}

/// A law of the membrane.
pub trait MembraneLaw: Debug + Send + Sync {
    /// Stress and tangent at one strain.
    fn respond(&self, strain: Strain) -> Response;

    /// Energy per rest area, J/m². Apart from the response, because steps never ask for it.
    fn energy(&self, strain: Strain) -> f64;

    /// The responses of a batch: the virtual call is paid once, the loop inside is static.
    fn respond_all(&self, strains: &[Strain], out: &mut [Response]) {
        for (response, strain) in out.iter_mut().zip(strains) {
            *response = self.respond(*strain);
        }
    }

    /// A matrix that the tangent is nowhere below: where it is positive definite, so is every tangent, and the law
    /// cannot collapse. A law whose tangent depends on the strain answers with the smallest it can have.
    fn softest(&self) -> DMat3 {
        self.respond(Strain::default()).tangent
    }
}

/// A law whose stress is proportional to strain: σ = C ε.
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    /// C in N/m, symmetric and positive definite.
    pub stiffness: DMat3,
}

impl MembraneLaw for Linear {
    fn respond(&self, strain: Strain) -> Response {
        Response { stress: (self.stiffness * strain.vector()).to_array(), tangent: self.stiffness }
    }

    fn energy(&self, strain: Strain) -> f64 {
        0.5 * strain.vector().dot(self.stiffness * strain.vector())
    }
}

/// Two sheets bonded together: they strain alike and their stresses add up.
#[derive(Debug)]
pub struct Bonded(pub [Box<dyn MembraneLaw>; 2]);

impl MembraneLaw for Bonded {
    fn respond(&self, strain: Strain) -> Response {
        let [a, b] = [0, 1].map(|layer| self.0[layer].respond(strain));
        Response { stress: std::array::from_fn(|mode| a.stress[mode] + b.stress[mode]), tangent: a.tangent + b.tangent }
    }

    fn energy(&self, strain: Strain) -> f64 {
        self.0[0].energy(strain) + self.0[1].energy(strain)
    }

    fn softest(&self) -> DMat3 {
        self.0[0].softest() + self.0[1].softest()
    }
}

/// The table of membrane laws.
#[derive(Debug)]
pub struct MembraneLaws;

impl Table for MembraneLaws {
    type Make = fn(&Given<'_>) -> Box<dyn MembraneLaw>;
    const NOUN: &'static str = "membrane law";

    fn rows() -> &'static [Row<Self::Make>] {
        &[isotropic::ROW, orthotropic::ROW, spline::ROW, spline_coupled::ROW]
    }
}
