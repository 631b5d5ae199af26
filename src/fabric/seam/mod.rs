//! Seam types: how many layers of cloth a seam has, how wide it is, and how it stiffens the cloth beside it.
//!
//! ```text
//!  S │╲
//!    │  ╲  B_f(d), measured               S(d) = max(1, B_f(d))                     d ≤ 100 mm
//!    │    ╲___                            then the cubic Hermite from (100 mm, B_f, B_f′)
//!  1 │        ╲____·····  the cloth       to (200 mm, 1, 0)
//!    └────┬────┬────── d
//!       100  200 mm
//! ```
//!
//! Pabst, Krzywinski, Schenk and Thomaszewski 2008, table 2: B_f is the bending stiffness at the distance d from the seam over
//! that of the cloth without one, measured to 100 mm. The printed S = 1 + B_f(d)(B_f(0) − 1) would stiffen the cloth at the
//! seam 5 to 74 times and never come back to 1, although the text calls B_f itself the increase; it can be had by name
//! ([`Stiffening::Printed`]). Beyond what was measured nothing is known: the factor fades out over as much again, without a
//! step and without a kink.
//!
//! Limits: seams across the threads' directions were not measured; the seam's effect on stretch is not in the paper.

mod lap;
mod measured;
mod plain;
mod safety;

use crate::math::spline::{Prepared, Spline};
use crate::parameters;
use crate::row::{Given, Row, RowOf, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Weave of the cloth in a seam.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Weave {
    /// Plain weave.
    #[default]
    Plain,
    /// Twill.
    Twill,
}

/// What is made of the stiffness measured beside a seam.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Stiffening {
    /// The cloth is as many times stiffer as was measured, and fades to its own stiffness beyond.
    #[default]
    Measured,
    /// S = 1 + B_f(d)(B_f(0) − 1), as the paper prints it: far stiffer than what was measured, on the whole panel.
    Printed,
    /// The seam has its weight alone.
    None,
}

/// A way to sew, built: what it does to the cloth, in SI units.
#[derive(Clone, Debug, PartialEq)]
pub struct SeamType {
    /// Layers of cloth in it.
    pub layers: u32,
    /// Width of the strip in which the layers lie on each other, m.
    pub width: f64,
    /// How many times stiffer the cloth beside it is.
    pub influence: Influence,
}

impl SeamType {
    /// Mass that the seam adds to a length of it in cloth of so many kg/m², kg/m: (layers − 1)·ρ·width.
    pub fn mass_per_length(&self, density: f64) -> f64 {
        f64::from(self.layers.saturating_sub(1)) * density * self.width
    }
}

/// B_f(d) = `at_seam` − `fall`(d), with how far it was measured and where it has faded out.
#[derive(Clone, Debug)]
pub struct Influence {
    /// B_f(0).
    pub at_seam: f64,
    /// What B_f has lost at a distance in mm.
    pub fall: Spline,
    /// Distance to which B_f was measured, mm.
    pub measured_mm: f64,
    /// Distance at which the cloth has its own stiffness again, mm.
    pub faded_mm: f64,
    prepared: Prepared,
}

impl PartialEq for Influence {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |i: &Influence| [i.at_seam, i.measured_mm, i.faded_mm];
        numbers(self) == numbers(other) && self.fall == other.fall
    }
}

/// Distance to which table 2 was measured, mm.
const MEASURED_MM: f64 = 100.0;
/// Where its influence has faded, mm.
const FADED_MM: f64 = 200.0;

impl Influence {
    /// From the curve in mm.
    pub fn new(at_seam: f64, fall: Spline, [measured_mm, faded_mm]: [f64; 2]) -> Self {
        let prepared = Prepared::new(&fall);
        Influence { at_seam, fall, measured_mm, faded_mm, prepared }
    }

    /// B_f = a d² − b d + c of table 2, d in mm.
    fn of_table([a, b, c]: [f64; 3]) -> Self {
        let bend = -a * MEASURED_MM * MEASURED_MM;
        Self::new(c, Spline::new(b, &[(MEASURED_MM, &[bend])]), [MEASURED_MM, FADED_MM])
    }

    /// B_f and its slope per mm, as measured.
    pub fn as_measured(&self, mm: f64) -> (f64, f64) {
        let fall = self.prepared.at(mm);
        (self.at_seam - fall.value, -fall.slope)
    }

    /// S at a distance in m: never below 1, and 1 from where it has faded.
    pub fn factor(&self, distance: f64) -> f64 {
        let mm = distance * 1e3;
        if mm <= self.measured_mm {
            return self.as_measured(mm).0.max(1.0);
        }
        let (value, slope) = self.as_measured(self.measured_mm);
        // A curve that has come down to the cloth's own stiffness has nothing left to fade.
        if mm >= self.faded_mm || value <= 1.0 {
            return 1.0;
        }
        let span = self.faded_mm - self.measured_mm;
        let t = (mm - self.measured_mm) / span;
        let fading = (1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t);
        let leaving = t * (1.0 - t) * (1.0 - t) * span;
        1.0 + (value - 1.0) * fading + slope * leaving
    }

    /// The factor that is wanted of it.
    pub fn stiffening(&self, distance: f64, wanted: Stiffening) -> f64 {
        match wanted {
            Stiffening::Measured => self.factor(distance),
            Stiffening::Printed => 1.0 + self.factor(distance) * (self.at_seam - 1.0),
            Stiffening::None => 1.0,
        }
    }

    /// Whether the factor falls all the way while it fades: the Hermite's slope at its beginning is at most three times the
    /// mean (Fritsch and Carlson 1980).
    pub fn fades_evenly(&self) -> bool {
        let (value, slope) = self.as_measured(self.measured_mm);
        value <= 1.0 || -slope * (self.faded_mm - self.measured_mm) <= 3.0 * (value - 1.0)
    }
}

parameters! {
    /// A seam as it lies in the cloth.
    pub struct SeamStrip {
        /// Width of the strip in which the seam's layers lie on each other. It decides the seam's weight alone, (layers − 1) times the cloth's on this width; 0 for a seam without weight.
        width_mm: "mm" = 10.0, soft [0.0, 30.0], hard [0.0, 200.0], source "a usual seam allowance";
    }
}

/// What a row of the paper's table makes: coefficients of plain weave and twill.
fn of_paper(given: &Given<'_>, layers: u32, [plain, twill]: [[f64; 3]; 2], weave: Weave) -> SeamType {
    let coefficients = match weave {
        Weave::Plain => plain,
        Weave::Twill => twill,
    };
    let width = SeamStrip::from_values(given.numbers).width_mm * 1e-3;
    SeamType { layers, width, influence: Influence::of_table(coefficients) }
}

/// The table of seam types.
#[derive(Debug)]
pub struct SeamTypes;

impl Table for SeamTypes {
    type Make = fn(&Given<'_>, Weave) -> SeamType;
    const NOUN: &'static str = "seam type";

    fn rows() -> &'static [Row<Self::Make>] {
        const ROWS: &[RowOf<SeamTypes>] = &[plain::ROW, safety::ROW, lap::ROW, measured::ROW];
        ROWS
    }
}
