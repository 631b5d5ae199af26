//! Bending from what three strips show, cut along weft, warp and bias.
//!
//! ```text
//!   v warp                       W = ∫M_u dK_uu + ∫M_v dK_vv + ∫T dK_uv
//!   │  ╱ bias                    T(k) = 2 M₄₅(2k) − M_u(k) − M_v(k)
//!   │╱____ u weft
//! ```
//!
//! A strip cut on the bias and bent to κ has K_uu = K_vv = K_uv = κ/2. T is what makes its energy ∫M₄₅ dκ for every κ,
//! measured curves included. For straight lines it is 2H K_uv with H = 2B₄₅ − (B_u + B_v)/2; a curved M needs no choice of
//! a tangent for H. W is convex when T rises, 4 M₄₅′(2k) ≥ M_u′(k) + M_v′(k) for every k; a bias strip that much softer
//! than the threads is refused, because no sheet in which the modes are independent shows it.
//!
//! Moments are N (N·m per m of width), curvatures 1/m. Bending along the weft does not act on that along the warp
//! (no anticlastic term): cloth has next to none, because its threads slide.

use super::{Bending, Curvature, Fault, Moments, TensorLaw};
use crate::math::spline::{Point, Prepared, Spline, Term};

/// Weft, warp and twist, made ready.
#[derive(Clone, Debug)]
pub struct Directions {
    curves: [Prepared; 3],
    limp: bool,
    damping: f64,
}

/// A twist that falls by less than this part of the threads' slope is a rounding of one that is level.
const LEVEL: f64 = 1e-12;

/// The twist that makes a bias strip show what was measured.
fn twist([weft, warp, bias]: &[Spline; 3]) -> Spline {
    Spline::sum(&[
        Term { weight: 2.0, stretch: 2.0, curve: bias },
        Term { weight: -1.0, stretch: 1.0, curve: weft },
        Term { weight: -1.0, stretch: 1.0, curve: warp },
    ])
}

impl Directions {
    /// The law of the three curves M(κ) in SI units, all rising, and a viscosity in N·m·s.
    pub fn new(strips: &[Spline; 3], damping: f64) -> Result<Self, Fault> {
        let twist = twist(strips);
        let [low, _] = twist.slopes();
        let threads = strips[0].slope + strips[1].slope;
        if low.slope.is_nan() || low.slope < -LEVEL * threads {
            return Err(Fault {
                code: "bending.twist",
                field: String::new(),
                problem: format!(
                    "the bias is too soft for weft and warp: at a twist of {:.3} 1/m the sheet would gain energy by twisting",
                    low.at
                ),
                value: format!("{:.6} µN·m of twist stiffness", 0.5e6 * low.slope),
                cure: "Make the bias stiffer, or weft and warp softer: at every curvature k twice the slope of the bias at \
                       2k must be at least half the sum of the slopes of weft and warp at k.",
            });
        }
        let straight = |curve: &Spline| curve.segments.iter().all(|segment| segment.bend.iter().all(|b| *b == 0.0));
        let limp = strips.iter().all(|curve| curve.slope == 0.0 && straight(curve));
        let curves = [&strips[0], &strips[1], &twist].map(Prepared::new);
        Ok(Directions { curves, limp, damping })
    }

    #[inline(always)]
    fn at(&self, curvature: Curvature) -> [Point; 3] {
        let [weft, warp, twist] = &self.curves;
        [weft.at(curvature.uu), warp.at(curvature.vv), twist.at(curvature.uv)]
    }

    /// The same as a law.
    pub(super) fn law(strips: &[Spline; 3], damping: f64) -> Result<Bending, Vec<Fault>> {
        Self::new(strips, damping).map(|law| Bending::Tensor(Box::new(law))).map_err(|fault| vec![fault])
    }
}

impl TensorLaw for Directions {
    #[inline]
    fn bend(&self, curvature: Curvature) -> Moments {
        let [u, v, t] = self.at(curvature);
        Moments { moment: [u.value, v.value, t.value], tangent: [u.slope, v.slope, t.slope] }
    }

    fn energy(&self, curvature: Curvature) -> f64 {
        self.at(curvature).map(|point| point.integral).into_iter().sum()
    }

    fn is_limp(&self) -> bool {
        self.limp
    }

    fn damping(&self) -> f64 {
        self.damping
    }
}
