//! The shape of a heavy strip of a given law, and the law whose strip comes nearest to points.
//!
//! ```text
//!   θ′ = κ(M),  M′ = w t sin θ,  x′ = −sin θ,  z′ = cos θ      M(0) = 0 at the free end, θ(L) = π/2 at the clamp
//! ```
//!
//! θ rad from the vertical, M N, w N/m², t and L m. Runge–Kutta of fourth order from the free end: from the clamp a small error
//! would grow exponentially along the strip. The angle of the end is found by regula falsi. The law's numbers are found by Levenberg and Marquardt's method in the logarithms of b₁, b₂, κ₀
//! and L, so that none can become negative.

use super::profile::{MomentCurvature, Polar};
use crate::math::least_squares::{Equation, solve};
use crate::math::real::{atan2, cos, exp, sin};

/// Steps along the strip: its chords are then within a micrometre for strips of a decimetre.
const STEPS: usize = 400;
/// Logarithm of π/2: a strip whose end is level does not bend at all.
const LOG_LEVEL: f64 = 0.451_582_705_289_454_8;
/// Iterations at most; three to ten do.
const ITERATIONS: usize = 40;

/// A strip: its law with the knee, 1/m, and its length, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strip {
    pub(super) b1: f64,
    pub(super) b2: f64,
    pub(super) knee: f64,
    pub(super) length: f64,
}

impl Strip {
    pub(super) fn law(&self) -> MomentCurvature {
        MomentCurvature { b1: self.b1, b2: self.b2, c1: (self.b2 - self.b1) / (2.0 * self.knee) }
    }

    /// With the logarithms of its numbers changed.
    fn moved(&self, by: &[f64]) -> Self {
        let factor = |k: usize| exp(by.get(k).copied().unwrap_or(0.0).clamp(-1.0, 1.0));
        Strip {
            b1: self.b1 * factor(0),
            b2: self.b2 * factor(1),
            length: self.length * factor(2),
            knee: self.knee * factor(3),
        }
    }

    /// The curvature that a moment bends it to.
    fn curvature(&self, moment: f64) -> f64 {
        let MomentCurvature { b1, b2, c1 } = self.law();
        let far = moment.abs();
        let at_knee = b1 * self.knee + c1 * self.knee * self.knee;
        let curvature = if far <= at_knee {
            // Written so that nothing cancels when c₁ is small.
            2.0 * far / (b1 + (b1 * b1 + 4.0 * c1 * far).max(0.0).sqrt())
        } else {
            self.knee + (far - at_knee) / b2
        };
        if moment < 0.0 { -curvature } else { curvature }
    }

    /// x and z from its free end inwards, for an angle of the end from the vertical; and the angle at the other end.
    fn shot(&self, weight: f64, end: f64) -> (Vec<[f64; 2]>, f64) {
        let h = self.length / STEPS as f64;
        let slope = |t: f64, [theta, moment, ..]: [f64; 4]| {
            let (c, s) = (cos(theta), sin(theta));
            [self.curvature(moment), weight * t * s, -s, c]
        };
        let mut state = [end, 0.0, 0.0, 0.0];
        let mut path = vec![[0.0, 0.0]];
        for k in 0..STEPS {
            let t = k as f64 * h;
            let ahead = |slope: [f64; 4], by: f64| std::array::from_fn(|i| state[i] + by * slope[i]);
            let k1 = slope(t, state);
            let k2 = slope(t + 0.5 * h, ahead(k1, 0.5 * h));
            let k3 = slope(t + 0.5 * h, ahead(k2, 0.5 * h));
            let k4 = slope(t + h, ahead(k3, h));
            state = std::array::from_fn(|i| state[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
            path.push([state[2], state[3]]);
        }
        (path, state[0])
    }

    /// Its shape under its own weight, N/m², from the clamp; nothing where it cannot be found.
    fn shape(&self, weight: f64) -> Option<Vec<[f64; 2]>> {
        // The angle of the end falls off exponentially with the length: it is looked for by its logarithm.
        let level = 0.5 * std::f64::consts::PI;
        let miss = |logarithm: f64| self.shot(weight, exp(logarithm)).1 - level;
        let (mut low, mut high) = (-60.0, LOG_LEVEL);
        let (mut below, mut above) = (miss(low), miss(high));
        let mut end = high;
        let mut side = 0;
        for _ in 0..100 {
            end = (low * above - high * below) / (above - below);
            let left = miss(end);
            if left.abs() < 1e-11 || high - low < 1e-13 {
                break;
            }
            // An end that stays twice is trusted half as much, or it would stay for ever (Illinois).
            if left < 0.0 {
                (low, below) = (end, left);
                above *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            } else {
                (high, above) = (end, left);
                below *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            }
        }
        let (path, found) = self.shot(weight, exp(end));
        let [x, z] = path[STEPS];
        let path: Vec<[f64; 2]> = path.iter().rev().map(|p| [p[0] - x, p[1] - z]).collect();
        let finite = path.iter().flatten().all(|number| number.is_finite());
        (finite && (found - level).abs() < 1e-6).then_some(path)
    }

    /// Distances of the points from it, m: across it for each, and along it for the last, which is its end.
    pub(super) fn distances(&self, points: &[Polar], weight: f64) -> Option<Vec<f64>> {
        let path = self.shape(weight)?;
        let mut polar: Vec<Polar> = vec![Polar { r: 0.0, phi: 0.0 }];
        for [x, z] in &path[1..] {
            let before = polar[polar.len() - 1].phi;
            let turn = 2.0 * std::f64::consts::PI;
            let phi = atan2(-z, *x);
            polar.push(Polar { r: (x * x + z * z).sqrt(), phi: phi + turn * ((before - phi) / turn).round() });
        }
        let at = |r: f64| {
            let k = polar.partition_point(|p| p.r <= r).clamp(1, polar.len() - 1);
            let (a, b) = (polar[k - 1], polar[k]);
            a.phi + (b.phi - a.phi) * ((r - a.r) / (b.r - a.r)).min(1.0)
        };
        let mut off: Vec<f64> = points.iter().map(|p| p.r * (p.phi - at(p.r))).collect();
        off.push(points.last()?.r - polar[polar.len() - 1].r);
        Some(off)
    }
}

/// Sum of the squares of distances.
fn squares(off: &[f64]) -> f64 {
    off.iter().map(|d| d * d).sum()
}

/// The strip nearest to the points, from a first guess; the knee stays where it is unless it is `free`. With the sum of
/// squares of the distances.
pub(super) fn nearest(start: Strip, points: &[Polar], weight: f64, free: bool) -> Option<(Strip, f64)> {
    const STEP: f64 = 1e-5;
    let unknowns = if free { 4 } else { 3 };
    let mut strip = start;
    let mut off = strip.distances(points, weight)?;
    let mut damping = 1e-3;
    for _ in 0..ITERATIONS {
        let column = |k: usize| {
            let by: Vec<f64> = (0..unknowns).map(|i| if i == k { STEP } else { 0.0 }).collect();
            let moved = strip.moved(&by).distances(points, weight)?;
            Some(moved.iter().zip(&off).map(|(a, b)| (a - b) / STEP).collect::<Vec<f64>>())
        };
        let columns = (0..unknowns).map(column).collect::<Option<Vec<_>>>()?;
        let mut better = None;
        while better.is_none() && damping < 1e9 {
            let row = |i: usize| Equation { row: columns.iter().map(|c| c[i]).collect(), value: -off[i] };
            let size = |k: usize| squares(&columns[k]).sqrt().max(1e-12);
            let held = |k: usize| Equation {
                row: (0..unknowns).map(|i| if i == k { f64::sqrt(damping) * size(k) } else { 0.0 }).collect(),
                value: 0.0,
            };
            let equations: Vec<Equation> = (0..off.len()).map(row).chain((0..unknowns).map(held)).collect();
            let by = solve(&equations, &[])?.unknowns;
            let next = strip.moved(&by);
            let found = next.distances(points, weight).filter(|next| squares(next) < squares(&off));
            match found {
                Some(found) => better = Some((next, found)),
                None => damping *= 10.0,
            }
        }
        let Some((next, found)) = better else { break };
        let gain = 1.0 - squares(&found) / squares(&off);
        (strip, off, damping) = (next, found, 0.1 * damping);
        if gain < 1e-6 {
            break;
        }
    }
    Some((strip, squares(&off)))
}
