//! Elasticity and internal friction from a loop of strain and stress (Miguel 2013, §4).
//!
//! ```text
//! σ = (k₁ + k₂|ε| + k₃ε²) ε + friction,   friction along the path of the readings, from a limit a + b|ε| and a reach τ
//! ```
//!
//! The paper gives friction at each reading from the last turning point, where it takes friction as saturated (4). Between
//! readings the strain is monotone, so that the whole path can be followed by the law itself from the unloaded cloth: small
//! cycles that never saturate then count for what they are. Both are here, [`History`].
//!
//! The start is staged, against local minima: k without friction; a and b with a τ so small that friction is a switch; τ over a
//! grid; then everything together from the best of the grid.

use crate::fabric::internal_friction::{Form, Side, Start, follow};
use crate::math::nonlinear::{Minimum, Unknown, minimise};
use crate::math::real::{exp, ln};

/// A strain and the stress measured there; in the order they were taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Strain; of bending, curvature in 1/m.
    pub strain: f64,
    /// Stress, N/m; of bending, moment per width in N.
    pub stress: f64,
}

/// How friction at a reading is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum History {
    /// Along the path from the unloaded cloth.
    #[default]
    Followed,
    /// From the last turning point, saturated there (4).
    Anchored,
}

/// What is measured with an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Noise {
    /// The stress: residuals are those of (5).
    #[default]
    Stress,
    /// The length: loads are exact, as weights are, and the law predicts the length under each; residuals are lengths. A stress that
    /// was worked out from a length that is misread is wrong as well, but stress times length is the load again.
    Length,
}

/// What is wanted of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// The equation that friction follows.
    pub form: Form,
    /// How friction at a reading is found.
    pub history: History,
    /// What is measured with an error.
    pub noise: Noise,
    /// Elastic coefficients: 1 is k₁ alone.
    pub order: usize,
}

/// What was found for one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its name: k1, k2, k3, a, b or tau.
    pub name: &'static str,
    /// The number.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// Whether the data determine it: its standard error is below 2 % of it, and for τ the strain steps after turning points are
    /// not longer than 2τ.
    pub determined: bool,
}

/// A fit of one loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// k₁ and the other elastic coefficients, then a, b and τ.
    pub estimates: Vec<Estimate>,
    /// The readings with the stress that the law has there.
    pub curve: Vec<(Reading, f64)>,
    /// Standard error of each of these stresses: how well the readings determine the curve itself.
    pub errors: Vec<f64>,
    /// Root mean square of what is left, over the largest stress.
    pub rms: f64,
    /// The largest of what is left, over the largest stress.
    pub largest: f64,
}

impl Found {
    /// The number of this name.
    pub fn value(&self, name: &str) -> f64 {
        self.estimates.iter().find(|e| e.name == name).map_or(0.0, |e| e.value)
    }

    /// Friction's numbers.
    pub fn side(&self) -> Side {
        Side { limit: self.value("a"), growth: self.value("b"), reach: self.value("tau") }
    }

    /// Largest standard error of the curve over the largest stress, and at how many readings it is above [`DETERMINED`]: where the
    /// curve is steep, just after a turn, an error of a length is a large error of the force.
    pub fn vagueness(&self) -> (f64, usize) {
        let peak = self.curve.iter().map(|(reading, _)| reading.stress.abs()).fold(f64::MIN_POSITIVE, f64::max);
        let parts = || self.errors.iter().map(|error| error / peak);
        (parts().fold(0.0, f64::max), parts().filter(|part| *part >= DETERMINED).count())
    }

    /// Names of what the data do not determine.
    pub fn undetermined(&self) -> Vec<&'static str> {
        self.estimates.iter().filter(|e| !e.determined).map(|e| e.name).collect()
    }
}

/// Standard errors below this part of a number determine it.
pub const DETERMINED: f64 = 0.02;
/// A law that is off by this part of the largest stress, root mean square, does not follow the readings.
const USELESS: f64 = 0.2;
/// Strain steps longer than so many τ do not determine τ: friction is then within 14 % of its limit at the first reading.
pub const LONGEST_STEP: f64 = 2.0;
/// τ is looked for in this many places first, …
const PLACES: u32 = 12;
/// … from this part of the largest strain to all of it, …
const SMALLEST_REACH: f64 = 1e-4;
/// … and fitted from the best so many.
const STARTS: usize = 3;
/// Strains that a law predicts are looked for this many times as far as readings go.
const FURTHEST: f64 = 20.0;
/// … and not beyond this, near which cloth would have no length.
const SHORTEST: f64 = -0.49;
const MOST_HALVINGS: u32 = 100;
const NAMES: [&str; 3] = ["k1", "k2", "k3"];

/// A law of the loop: elastic coefficients and friction.
struct Law<'a> {
    elastic: &'a [f64],
    side: Side,
    form: Form,
}

impl Law<'_> {
    fn elastic(&self, strain: f64) -> f64 {
        self.elastic.iter().rev().fold(0.0, |sum, k| sum * strain.abs() + k) * strain
    }

    fn friction(&self, start: Start, strain: f64) -> f64 {
        follow(self.form, &[self.side; 2], start, strain).stress
    }

    /// The whole stress at a strain, and its slope.
    fn total(&self, start: Start, strain: f64) -> [f64; 2] {
        let friction = follow(self.form, &[self.side; 2], start, strain);
        let term = |sum: f64, (j, k): (usize, &f64)| sum * strain.abs() + (j + 1) as f64 * k;
        let slope = self.elastic.iter().enumerate().rev().fold(0.0, term);
        [self.elastic(strain) + friction.stress, slope + friction.tangent]
    }

    /// The strain under a load, N per metre of width at rest, on the way from the start: Newton's method from a guess, kept between
    /// bounds that close in.
    fn strain(&self, start: Start, load: f64, (guess, reach): (f64, f64)) -> f64 {
        let (mut low, mut high) = ((-FURTHEST * reach).max(SHORTEST), FURTHEST * reach);
        let mut strain = guess.clamp(low, high);
        for _ in 0..MOST_HALVINGS {
            let ([stress, slope], stretched) = (self.total(start, strain), stretched(strain));
            let excess = stress * stretched - load;
            if excess > 0.0 {
                high = strain;
            } else {
                low = strain;
            }
            let newton = strain - excess / (slope * stretched + stress / stretched);
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            // To rounding: differences are taken of it.
            if (next - strain).abs() <= 1e-15 * reach {
                return next;
            }
            strain = next;
        }
        strain
    }
}

/// Length over length at rest at a strain.
fn stretched(strain: f64) -> f64 {
    (1.0 + 2.0 * strain).max(0.0).sqrt()
}

impl Reading {
    /// What hangs on the cloth, N per metre of width at rest.
    fn load(&self) -> f64 {
        self.stress * stretched(self.strain)
    }
}

/// Index of the reading at which the way to each reading last turned; the first way begins at the unloaded cloth.
fn turns(readings: &[Reading], noise: Noise) -> Vec<Option<usize>> {
    // The direction is that of what is known exactly.
    let known = |i: usize| if noise == Noise::Length { readings[i].load() } else { readings[i].strain };
    let mut anchors = vec![None; readings.len().min(1)];
    let (mut anchor, mut way) = (None, 0.0);
    for i in 1..readings.len() {
        let step: f64 = known(i) - known(i - 1);
        if step * way < 0.0 {
            anchor = Some(i - 1);
        }
        if step != 0.0 {
            way = step;
        }
        anchors.push(anchor);
    }
    anchors
}

/// Stresses of a law at the readings' strains.
fn stresses(law: &Law, readings: &[Reading], anchors: &[Option<usize>], history: History) -> Vec<f64> {
    let mut at = Start::default();
    let of = |(reading, anchor): (&Reading, &Option<usize>)| {
        let start = match (history, anchor) {
            (History::Anchored, Some(anchor)) => {
                let from = readings[*anchor].strain;
                let sign = if reading.strain < from { 1.0 } else { -1.0 };
                Start { strain: from, stress: sign * law.side.max(from), drift: 0.0 }
            }
            _ => at,
        };
        let friction = law.friction(start, reading.strain);
        at = Start { strain: reading.strain, stress: friction, drift: 0.0 };
        law.elastic(reading.strain) + friction
    };
    readings.iter().zip(anchors).map(of).collect()
}

/// Strains that a law predicts under the readings' loads, each on the way from the one before.
fn strains(law: &Law, readings: &[Reading], reach: f64) -> Vec<f64> {
    let mut at = Start::default();
    let of = |reading: &Reading| {
        let strain = law.strain(at, reading.load(), (reading.strain, reach));
        at = Start { strain, stress: law.friction(at, strain), drift: 0.0 };
        strain
    };
    readings.iter().map(of).collect()
}

/// Elasticity and friction of a loop; nothing where there are fewer readings than unknowns or no strain at all.
pub fn friction(readings: &[Reading], wanted: Wanted) -> Option<Found> {
    let order = wanted.order.clamp(1, NAMES.len());
    let reach = readings.iter().map(|r| r.strain.abs()).fold(0.0, f64::max);
    let peak = readings.iter().map(|r| r.stress.abs()).fold(0.0, f64::max);
    if readings.len() < order + 4 || reach <= 0.0 || peak <= 0.0 {
        return None;
    }
    let anchors = turns(readings, wanted.noise);
    let scales = Scales::new(order, peak, reach);
    let residuals = |x: &[f64]| -> Vec<f64> {
        let (elastic, side) = scales.law(x);
        let law = Law { elastic: &elastic, side, form: wanted.form };
        match wanted.noise {
            Noise::Stress => {
                let found = stresses(&law, readings, &anchors, wanted.history);
                found.iter().zip(readings).map(|(found, r)| (found - r.stress) / peak).collect()
            }
            Noise::Length => {
                let (found, longest) = (strains(&law, readings, reach), stretched(reach) - 1.0);
                let left = |(found, r): (&f64, &Reading)| (stretched(*found) - stretched(r.strain)) / longest;
                found.iter().zip(readings).map(left).collect()
            }
        }
    };
    let minimum = search(order, &residuals);
    Some(report(readings, wanted, &scales, &minimum))
}

/// Unknowns of a search in terms of the data: k₁ … over stiffness, a and b over the largest stress, ln τ over the largest
/// strain.
pub(super) struct Scales {
    powers: Vec<f64>,
    peak: f64,
    reach: f64,
}

impl Scales {
    /// So many elastic coefficients, for data up to this stress and strain.
    pub(super) fn new(order: usize, peak: f64, reach: f64) -> Self {
        let powers = (0..order).scan(peak / reach, |k, _| Some(std::mem::replace(k, *k / reach))).collect();
        Scales { powers, peak, reach }
    }

    /// Elastic coefficients and friction.
    pub(super) fn law(&self, x: &[f64]) -> (Vec<f64>, Side) {
        let n = self.powers.len();
        let elastic = x[..n].iter().zip(&self.powers).map(|(x, k)| x * k).collect();
        let [limit, growth, reach] = [x[n] * self.peak, x[n + 1] * self.peak / self.reach, self.reach * exp(x[n + 2])];
        (elastic, Side { limit, growth, reach })
    }

    /// What a search found, with intervals; `step` is the strain step after turning points.
    pub(super) fn estimates(&self, minimum: &Minimum, step: Option<f64>) -> Vec<Estimate> {
        let order = self.powers.len();
        let n = order + 3;
        let (elastic, side) = self.law(&minimum.values);
        let quantile = student(minimum.count.saturating_sub(n));
        let of = |j: usize| {
            let (name, value, unit) = match j {
                j if j < order => (NAMES[j], elastic[j], self.powers[j]),
                j if j == order => ("a", side.limit, self.peak),
                j if j == order + 1 => ("b", side.growth, self.peak / self.reach),
                _ => ("tau", side.reach, side.reach),
            };
            let error = minimum.errors[j] * unit;
            let by = quantile * error;
            // τ is found by its logarithm, and so its interval is lopsided.
            let is_reach = j == n - 1;
            let interval = if is_reach {
                let factor = exp(quantile * minimum.errors[j]);
                [value / factor, value * factor]
            } else {
                [value - by, value + by]
            };
            let seen = !is_reach || step.is_some_and(|step| step <= LONGEST_STEP * value);
            let determined = error.is_finite() && error < DETERMINED * value.abs() && seen;
            Estimate { name, value, error, interval, determined }
        };
        (0..n).map(of).collect()
    }
}

/// The staged search.
pub(super) fn search(order: usize, residuals: &dyn Fn(&[f64]) -> Vec<f64>) -> Minimum {
    let n = order + 3;
    let smallest = ln(SMALLEST_REACH);
    let unknowns = |values: &[f64], free: &dyn Fn(usize) -> bool| -> Vec<Unknown> {
        let bounds = |j: usize| match j {
            0 if order > 0 => [1e-6, 1e3],
            // A curve may soften, but not so far that it falls within the readings.
            j if j < order => [-0.4 / order as f64, 1e3],
            j if j < n - 1 => [0.0, 10.0],
            _ => [smallest, 1.0],
        };
        (0..n).map(|j| Unknown { value: values[j], bounds: bounds(j), scale: 0.1, free: free(j) }).collect()
    };
    let mut values = vec![0.0; n];
    values[..order].iter_mut().take(1).for_each(|k| *k = 1.0);
    values[n - 1] = smallest;
    values = minimise(&unknowns(&values, &|j| j < order), residuals).values;
    values[order] = 0.05;
    values = minimise(&unknowns(&values, &|j| (order..n - 1).contains(&j)), residuals).values;
    // Cloth without any friction in the data still needs some to feel τ.
    values[order] = values[order].max(1e-3);
    let place = |i: u32| smallest * (1.0 - f64::from(i) / f64::from(PLACES - 1));
    let mut starts: Vec<Minimum> = (0..PLACES)
        .map(|i| {
            let mut at = values.clone();
            at[n - 1] = place(i);
            minimise(&unknowns(&at, &|j| j < n - 1), residuals)
        })
        .collect();
    starts.sort_by(|a, b| a.sum.total_cmp(&b.sum));
    let all = starts.iter().take(STARTS).map(|start| minimise(&unknowns(&start.values, &|_| true), residuals));
    all.min_by(|a, b| a.sum.total_cmp(&b.sum)).expect("there are starts")
}

/// Two-sided 95 % quantile of Student's t, to three digits from 4 degrees of freedom on (expansion in 1/ν).
fn student(freedom: usize) -> f64 {
    let v = freedom.max(1) as f64;
    1.96 + 2.372 / v + 2.823 / (v * v) + 2.556 / (v * v * v)
}

fn report(readings: &[Reading], wanted: Wanted, scales: &Scales, minimum: &Minimum) -> Found {
    let anchors = turns(readings, wanted.noise);
    let estimates = scales.estimates(minimum, first_steps(readings, &anchors));
    // Whatever was fitted, what is shown is what the law has along the strains that were read.
    let history = if wanted.noise == Noise::Length { History::Followed } else { wanted.history };
    let curve = |x: &[f64], readings: &[Reading]| {
        let (elastic, side) = scales.law(x);
        stresses(&Law { elastic: &elastic, side, form: wanted.form }, readings, &anchors, history)
    };
    let fitted = curve(&minimum.values, readings);
    // How well the curve is known is asked where the law itself leads: strains that were misread lie beside its turns.
    let mut path = readings.to_vec();
    if wanted.noise == Noise::Length {
        let (elastic, side) = scales.law(&minimum.values);
        let law = Law { elastic: &elastic, side, form: wanted.form };
        path.iter_mut().zip(strains(&law, readings, scales.reach)).for_each(|(place, strain)| place.strain = strain);
    }
    let errors = minimum.errors_of(&|x| curve(x, &path));
    let left = || fitted.iter().zip(readings).map(|(f, r)| (f - r.stress) / scales.peak);
    let rms = (left().map(|r| r * r).sum::<f64>() / readings.len() as f64).sqrt();
    let largest = left().map(f64::abs).fold(0.0, f64::max);
    Found { estimates, curve: readings.iter().copied().zip(fitted).collect(), errors, rms, largest }
}

/// The middle one of the strain steps that follow turning points: nothing without turns.
fn first_steps(readings: &[Reading], anchors: &[Option<usize>]) -> Option<f64> {
    let is_first = |i: &usize| *i > 0 && anchors[*i] == Some(*i - 1);
    let step = |i: usize| (readings[i].strain - readings[i - 1].strain).abs();
    let mut steps: Vec<f64> = (0..readings.len()).filter(is_first).map(step).collect();
    steps.sort_by(f64::total_cmp);
    steps.get(steps.len() / 2).copied()
}

/// Whether a search came to anything: some number is known to half of itself, and the law follows the readings.
pub(super) fn is_something(estimates: &[Estimate], rms: f64) -> bool {
    rms < USELESS && estimates.iter().any(|estimate| estimate.error < 0.5 * estimate.value)
}

/// Readings that do not turn tell nothing of friction.
pub fn has_turn(readings: &[Reading], noise: Noise) -> bool {
    turns(readings, noise).iter().any(Option::is_some)
}
