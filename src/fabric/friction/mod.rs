//! Contact friction laws: how much of the normal force holds the cloth from sliding (Wong 2013, §3).
//!
//! ```text
//!  friction over normal force
//!   μ_s ●        ● the threshold of rest, `stiction`
//!       │╲
//!       │ ╲__          C: flat; CS: the dot above a flat line;
//!   μ_c │    ‾‾──────  CSS: the curve; CSSV: the curve and a viscous stress on top
//!       └──────────── sliding speed v
//! ```
//!
//! At rest the tangential force is cancelled up to μ_s·F_n (6). While sliding the friction force is μ(v)·F_n plus the
//! viscous stress times the area in contact (7). A law knows one contact; what it touches scales or mixes it:
//!
//! - **Cloth on a body**: the fabric's law times the body's factor, [`Scaled`]. Friction belongs to a pair, and fabrics are
//!   measured against one standard surface; the factor says how much rougher or smoother than that surface the body is.
//! - **Cloth on cloth**: the fabric's own law for it; between two fabrics the geometric mean, [`Mixed`]. Of all means it
//!   gives a fabric on itself its own friction and a frictionless one none with any partner.

mod coulomb;
mod pair;
pub mod paper;
mod stiction;
mod stribeck;
mod viscous;

pub use coulomb::Coulomb;
pub use pair::{Mixed, Scaled};
pub use stiction::Stiction;
pub use stribeck::Stribeck;
pub use viscous::StribeckViscous;

use crate::row::{Row, Table, Values};
use std::fmt::Debug;

/// A law of contact friction, for one contact. Speeds are in m/s and not negative.
pub trait FrictionLaw: Debug + Send + Sync {
    /// μ_s: a contact at rest stays so while its tangential force is below this times the normal force.
    fn stiction(&self) -> f64;

    /// μ(v): friction force over normal force while sliding, without the viscous part. It never exceeds
    /// [`FrictionLaw::stiction`].
    fn coefficient(&self, speed: f64) -> f64;

    /// dμ/dv, s/m, never positive: sliding faster is easier. Where the law has an infinite slope at rest, the slope at
    /// [`SLOWEST`] is returned for every lower speed.
    fn coefficient_slope(&self, speed: f64) -> f64;

    /// Viscous stress, N per m² of contact, that is added to μ(v) times the normal force.
    fn viscous(&self, _speed: f64) -> f64 {
        0.0
    }

    /// Its derivative, N·s/m³; below [`SLOWEST`] as for [`FrictionLaw::coefficient_slope`].
    fn viscous_slope(&self, _speed: f64) -> f64 {
        0.0
    }
}

/// Slopes of powers v^δ are not asked below this speed, m/s: for δ < 1 they grow without bound, and one infinity in a
/// matrix is everywhere after the solve. A micrometre per second is slower than any sliding that is told from rest.
pub const SLOWEST: f64 = 1e-6;

/// The table of friction laws.
#[derive(Debug)]
pub struct FrictionLaws;

impl Table for FrictionLaws {
    type Make = fn(&Values) -> Box<dyn FrictionLaw>;
    const NOUN: &'static str = "friction law";

    fn rows() -> &'static [Row<Self::Make>] {
        &[coulomb::ROW, stiction::ROW, stribeck::ROW, viscous::ROW]
    }
}
