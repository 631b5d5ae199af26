//! Moment against curvature from the profile of a strip that hangs over an edge (Clapp, Peng, Ghosh and Eischen 1990, as
//! Pabst 2008, §3.1, uses it).
//!
//! ```text
//!   clamp ●──╮ φ        points (x, z) from a photo, from the clamp to the free end
//!          ╲  ╲         polar: φ(r) = a₁r + a₂r² + … + a₅r⁵ by least squares, so that the strip
//!         r ╲  │        leaves the clamp horizontally; its distance from the points is r·δφ
//!            ╲ │        κ = dψ/ds with ψ = φ + atan(rφ′), ds/dr = √(1 + (rφ′)²)
//!             ●▼ w      M(s) = w ∫ (x(σ) − x(s)) dσ from s to the free end, w the weight per area
//! ```
//!
//! A quadratic through these moments is a first guess: a polynomial of order five rounds off a knee and has the wrong second
//! derivative at the ends (a law that softens by half came back with two thirds of its b₁). The law M = b₁κ + c₁κ² up to κ₀,
//! straight with the slope b₂ = b₁ + 2c₁κ₀ beyond (1), is then found from the points themselves: it is the one whose heavy
//! strip comes nearest to them (`elastica`). Where a knee gains no more than chance there is none, and b₂ is the slope
//! at the largest curvature. Errors come from leaving out every tenth of the points in turn (jackknife).
//!
//! Units: w N/m², κ 1/m, M N (N·m per m), b N·m, c₁ N·m². Limits: the strip must neither touch anything nor curl back
//! under itself so far that r stops growing along it.

use super::csv::{Csv, shortened};
use super::elastica::{Strip, nearest};
use crate::issue::{Issue, Issues, none_or};
use crate::math::least_squares::{Equation, solve};
use crate::math::real::{atan2, cos};

/// Standard gravity, m/s².
const GRAVITY: f64 = 9.80665;
/// Places along the polynomial at which moment and curvature are taken.
const PLACES: usize = 400;
/// Part of the strip left out at each end, where a polynomial's second derivative is worst.
const ENDS: f64 = 0.04;
/// Groups of points that are left out in turn.
const GROUPS: usize = 10;
/// A knee is kept when it lowers the sum of squares by this many times what one more unknown would by chance.
const KNEE: f64 = 8.0;
/// Smallest curvature of a knee, of the largest that the strip is bent to.
const NEAREST_KNEE: f64 = 0.1;
/// A distance of the points from the strip that is the computation's own, m.
const ROUNDING: f64 = 1e-6;
/// Longest strip, m.
const LONGEST: f64 = 10.0;

/// What is known of the strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Mass per area, kg/m².
    pub density: f64,
    /// Order of the polynomial.
    pub order: usize,
}

/// Moment against curvature (1): N·m, N·m and N·m².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MomentCurvature {
    /// Initial stiffness.
    pub b1: f64,
    /// Ultimate stiffness.
    pub b2: f64,
    /// How fast the one becomes the other.
    pub c1: f64,
}

impl MomentCurvature {
    /// Where the curve becomes straight, 1/m; infinite for one that is straight throughout.
    pub fn knee(&self) -> f64 {
        if self.c1 == 0.0 { f64::INFINITY } else { (self.b2 - self.b1) / (2.0 * self.c1) }
    }

    /// Moment at a curvature, N; odd.
    pub fn moment(&self, curvature: f64) -> f64 {
        let (far, knee) = (curvature.abs(), self.knee());
        let bent = far.min(knee);
        let moment = self.b1 * bent + self.c1 * bent * bent + self.b2 * (far - bent);
        if curvature < 0.0 { -moment } else { moment }
    }
}

/// What the profile tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The law.
    pub law: MomentCurvature,
    /// Standard errors of its numbers.
    pub errors: MomentCurvature,
    /// Whether the strip bends beyond the knee. Otherwise b₂ is the slope at the largest curvature.
    pub knee_found: bool,
    /// Largest curvature, 1/m.
    pub reach: f64,
    /// Largest moment, N.
    pub peak: f64,
    /// Root mean square and largest difference of the law from the polynomial's moments, N.
    pub residual: [f64; 2],
    /// Root mean square and largest distance of the points from the strip of this law, m.
    pub off: [f64; 2],
    /// Points read.
    pub points: usize,
    /// Length of the strip, m.
    pub length: f64,
    /// Columns that were not used.
    pub unused: Vec<String>,
}

/// A point in polar coordinates around the clamp.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polar {
    pub(super) r: f64,
    pub(super) phi: f64,
}

/// Reads a profile and fits the law, or says everything that stands against it.
pub fn profile(text: &str, options: &Options) -> Result<Profile, Issues> {
    let mut issues = Issues::new();
    let (points, unused) = read(text, options, &mut issues);
    none_or(shortened(issues))?;
    let (fit, strip) = fit(&points, options).ok_or_else(|| vec![undetermined(points.len())])?;
    let weight = options.density * GRAVITY;
    let left_out: Option<Vec<MomentCurvature>> = (0..GROUPS)
        .map(|group| {
            // The last point is the strip's end and stays.
            let last = points.len() - 1;
            let kept = points.iter().enumerate().filter(|(index, _)| index % GROUPS != group || *index == last);
            let kept: Vec<Polar> = kept.map(|(_, point)| *point).collect();
            // With a knee or without as was found: another kind of law would be no estimate of the same numbers.
            Some(law(strip, &kept, weight, Some(fit.knee_found))?.0.law())
        })
        .collect();
    let left_out = left_out.ok_or_else(|| vec![undetermined(points.len())])?;
    let spread = |of: fn(&MomentCurvature) -> f64| {
        let mean = left_out.iter().map(of).sum::<f64>() / GROUPS as f64;
        let squares: f64 = left_out.iter().map(|law| (of(law) - mean) * (of(law) - mean)).sum();
        (squares * (GROUPS - 1) as f64 / GROUPS as f64).sqrt()
    };
    let errors = MomentCurvature { b1: spread(|l| l.b1), b2: spread(|l| l.b2), c1: spread(|l| l.c1) };
    Ok(Profile { errors, unused, ..fit })
}

fn undetermined(points: usize) -> Issue {
    Issue::new("fit.not-determined", "", "the points do not determine a smooth profile")
        .value(format!("{points} points"))
        .cure("Digitise more points, spread over the whole strip, or use a lower --order.")
}

/// The fit without its errors, and the strip that it found.
fn fit(points: &[Polar], options: &Options) -> Option<(Profile, Strip)> {
    let weight = options.density * GRAVITY;
    let curve = Curve::through(points, options.order)?;
    let readings = curve.readings(options);
    let [b1, b2, reach] = quadratic(&readings)?;
    // A first guess that could not be bent is no guess.
    let least = 0.05 * b1.max(b2);
    let start = Strip { b1: b1.max(least), b2: b2.max(least), knee: reach, length: curve.length() };
    let (strip, knee_found) = law(start, points, weight, None)?;
    let largest = |values: &[f64]| values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let rms = |values: &[f64]| (values.iter().map(|v| v * v).sum::<f64>() / values.len() as f64).sqrt();
    let law = strip.law();
    let gaps: Vec<f64> = readings.iter().map(|(k, m)| m - law.moment(*k)).collect();
    let off = strip.distances(points, weight)?;
    let profile = Profile {
        law,
        errors: MomentCurvature { b1: 0.0, b2: 0.0, c1: 0.0 },
        knee_found,
        reach,
        peak: readings.iter().fold(0.0, |most, (_, m)| most.max(*m)),
        residual: [rms(&gaps), largest(&gaps)],
        off: [rms(&off), largest(&off)],
        points: points.len(),
        length: strip.length,
        unused: Vec::new(),
    };
    Some((profile, strip))
}

/// φ(r) = Σ a_k r^k, k from 1.
struct Curve {
    coefficients: Vec<f64>,
    reach: f64,
}

impl Curve {
    fn through(points: &[Polar], order: usize) -> Option<Self> {
        let reach = points.iter().fold(0.0_f64, |most, p| most.max(p.r));
        // In units of the strip, and weighted by r: an angle counts as the distance it makes.
        let equation = |p: &Polar| {
            let t = p.r / reach;
            let powers = (0..order).scan(t, |power, _| {
                *power *= t;
                Some(*power)
            });
            Equation { row: powers.collect(), value: t * p.phi }
        };
        let equations: Vec<Equation> = points.iter().map(equation).collect();
        let solution = solve(&equations, &[])?;
        let mut unit = 1.0;
        let scaled = |a: f64| {
            unit *= reach;
            a / unit
        };
        Some(Curve { coefficients: solution.unknowns.into_iter().map(scaled).collect(), reach })
    }

    /// φ, φ′ and φ″ at r.
    fn phi(&self, r: f64) -> [f64; 3] {
        let mut sums = [0.0; 3];
        // Horner's scheme, with the constant term that is 0.
        for a in self.coefficients.iter().rev().chain(&[0.0]) {
            sums = [sums[0] * r + a, sums[1] * r + sums[0], sums[2] * r + 2.0 * sums[1]];
        }
        sums
    }

    /// Place, length per r, and curvature at r.
    fn at(&self, r: f64) -> (f64, f64, f64) {
        let [phi, first, second] = self.phi(r);
        let turn = r * first;
        let stretch = (1.0 + turn * turn).sqrt();
        let turning = first + (first + r * second) / (1.0 + turn * turn);
        (r * cos(phi), stretch, turning / stretch)
    }

    fn length(&self) -> f64 {
        let step = self.reach / PLACES as f64;
        (0..PLACES).map(|k| self.at((k as f64 + 0.5) * step).1 * step).sum()
    }

    /// Curvature and moment along the strip, from the clamp outwards, its ends left out.
    fn readings(&self, options: &Options) -> Vec<(f64, f64)> {
        let step = self.reach / PLACES as f64;
        let weight = options.density * GRAVITY;
        let (mut hanging, mut lever) = (0.0, 0.0);
        let mut readings = Vec::with_capacity(PLACES);
        // From the free end: what hangs beyond a place, and its first moment, by the midpoint rule.
        for k in (0..PLACES).rev() {
            let (x, stretch, curvature) = self.at((k as f64 + 0.5) * step);
            // Half of the piece lies beyond its own middle.
            let half = 0.5 * stretch * step;
            let moment = weight * (lever + half * (x + 0.25 * step) - (hanging + half) * x);
            hanging += 2.0 * half;
            lever += 2.0 * half * x;
            let part = (k as f64 + 0.5) / PLACES as f64;
            if (ENDS..=1.0 - ENDS).contains(&part) {
                readings.push((curvature, moment));
            }
        }
        readings.reverse();
        readings
    }
}

/// b₁κ + c₁κ² through readings of curvature and moment: initial stiffness, slope at the largest curvature, and that.
fn quadratic(readings: &[(f64, f64)]) -> Option<[f64; 3]> {
    let reach = readings.iter().fold(0.0_f64, |most, (k, _)| most.max(*k));
    let peak = readings.iter().fold(0.0_f64, |most, (_, m)| most.max(*m));
    if !(reach > 0.0 && peak > 0.0) {
        return None;
    }
    let row = |(k, m): &(f64, f64)| Equation { row: vec![k / reach, k * k.abs() / (reach * reach)], value: m / peak };
    let found = solve(&readings.iter().map(row).collect::<Vec<_>>(), &[])?.unknowns;
    let unit = peak / reach;
    Some([found[0] * unit, (found[0] + 2.0 * found[1]) * unit, reach])
}

/// The law whose strip comes nearest to the points, and whether it has a knee; `start` is a first guess, `wanted` says
/// beforehand whether there is to be one.
fn law(start: Strip, points: &[Polar], weight: f64, wanted: Option<bool>) -> Option<(Strip, bool)> {
    if let Some(free) = wanted {
        return nearest(start, points, weight, free).map(|(strip, _)| (strip, free));
    }
    let (plain, plain_squares) = nearest(start, points, weight, false)?;
    let knees = [0.25, 0.5, 0.75].map(|part| Strip { knee: part * start.knee, ..plain });
    let bent = knees.into_iter().filter_map(|strip| nearest(strip, points, weight, true));
    // A knee nearer to the origin than any reading could be anywhere there.
    let range = NEAREST_KNEE * start.knee..start.knee;
    let bent = bent.filter(|(strip, _)| range.contains(&strip.knee)).min_by(|a, b| a.1.total_cmp(&b.1));
    let Some((strip, squares)) = bent else { return Some((plain, false)) };
    let freedom = points.len() as f64 - 3.0;
    let worth = plain_squares > ROUNDING * ROUNDING * points.len() as f64;
    let found = worth && (plain_squares - squares) * freedom > KNEE * squares;
    Some(if found { (strip, true) } else { (plain, false) })
}

fn read(text: &str, options: &Options, issues: &mut Issues) -> (Vec<Polar>, Vec<String>) {
    let none = (Vec::new(), Vec::new());
    let Some(csv) = Csv::read(text, issues) else { return none };
    let columns = ["x_m", "z_m"].map(|name| csv.column(name));
    for (name, _) in ["x_m", "z_m"].iter().zip(columns).filter(|(_, column)| column.is_none()) {
        let issue = Issue::new("csv.column", *name, "a column is missing").value(csv.columns.join(", "));
        issues.push(issue.cure(format!("Give the table a column named {name}.")));
    }
    let [Some(x), Some(z)] = columns else { return none };
    let mut points: Vec<Polar> = Vec::new();
    let mut turned = 0.0;
    for line in &csv.lines {
        let mut number = |column: usize| {
            let value = csv.number(line, column).map_err(|issue| issues.push(issue)).ok()?;
            if value.abs() > LONGEST {
                let issue = csv.issue("fit.length", line, column, "is longer than any strip");
                issues.push(issue.cure(format!("Write metres, {LONGEST} at most. Are these millimetres?")));
                return None;
            }
            Some(value)
        };
        let (Some(across), Some(up)) = (number(x), number(z)) else { continue };
        let r = (across * across + up * up).sqrt();
        // The clamp itself has no direction.
        if r == 0.0 {
            continue;
        }
        // Downwards from the horizontal, followed through a full turn.
        let phi = atan2(-up, across);
        if let Some(before) = points.last() {
            let jump = phi + turned - before.phi;
            turned -= 2.0 * std::f64::consts::PI * (jump / (2.0 * std::f64::consts::PI)).round();
        }
        points.push(Polar { r, phi: phi + turned });
    }
    let least = (options.order + 2) * GROUPS / (GROUPS - 1) + 2;
    if issues.is_empty() && points.len() < least {
        let problem = format!("a polynomial of order {} needs {least} points or more", options.order);
        let issue = Issue::new("fit.too-few", "", problem).value(format!("{} points", points.len()));
        issues.push(issue.cure("Digitise more points, or use a lower --order."));
    }
    if issues.is_empty() {
        in_order(&csv, &points, [x, z], issues);
    }
    if issues.is_empty() && points.iter().all(|p| p.phi <= 0.0) {
        let issue = Issue::new("fit.sign", "z_m", "no point lies below the clamp");
        issues.push(issue.cure("Count z upwards: a strip that hangs has negative z."));
    }
    let used = [x, z];
    let unused = csv.columns.iter().enumerate().filter(|(index, _)| !used.contains(index));
    (points, unused.map(|(_, name)| name.clone()).collect())
}

/// Points must come from the clamp outwards, to its right: a tenth of the strip is no noise.
fn in_order(csv: &Csv, points: &[Polar], [x, _]: [usize; 2], issues: &mut Issues) {
    let reach = points.iter().fold(0.0_f64, |most, p| most.max(p.r));
    let mut most = 0.0_f64;
    let lines = csv.lines.iter().filter(|line| {
        let zero = |name: &str| csv.column(name).is_some_and(|c| csv.number(line, c).is_ok_and(|v| v == 0.0));
        !(zero("x_m") && zero("z_m"))
    });
    let mut left = false;
    for (line, point) in lines.zip(points) {
        // What is nearer is where the noise of a photo may put it.
        if !left && point.r > 0.1 * reach {
            left = true;
            if point.phi.abs() > 0.5 * std::f64::consts::PI {
                let issue = csv.issue("fit.clamp", line, x, "the strip does not leave the clamp towards positive x");
                issues.push(issue.cure("Put the origin where the strip leaves the clamp, x away from it, z upwards."));
            }
        }
        if point.r < most - 0.1 * reach {
            let issue = csv.issue("fit.order", line, x, "the point lies nearer to the clamp than one before it");
            issues.push(issue.cure("List the points from the clamp to the free end; the strip must not curl back."));
            return;
        }
        most = most.max(point.r);
    }
}
