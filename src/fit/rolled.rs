//! Bending friction from strips that were rolled on a cylinder and let go (Miguel 2013, §4.3).
//!
//! ```text
//!     held ▪──╮        A strip is rolled on a cylinder of radius R, so that friction saturates at the curvature 1/R, and
//!             │        unrolls as far as it will. Where it hangs still, at every point of its profile
//!         ╭───╯
//!         ╰──            ρ l d g = B(κ) κ + σ(κ; 1/R)                                           (7)
//!
//!     l: length from the point to the free end; d: how far its centre of mass lies to the side
//! ```
//!
//! The paper's bending strain is 3κ; here it is the curvature, and B = 3k₁ + 9k₂|κ| (its k is a secant stiffness). The stiffness
//! is not fitted: spirals of light cloth say too little of it, and it comes from a cantilever. Points at which gravity rolls the
//! strip up while its elasticity unrolls it are discarded: their way from the cylinder need not be monotone.

use super::csv::{Csv, shortened};
use super::friction::{Estimate, Scales, is_something, search};
use super::stretch::one_of;
use crate::fabric::internal_friction::{Form, Side, Start, follow};
use crate::issue::{Issue, Issues, none_or};
use glam::DVec2;

/// Standard gravity, m/s².
const GRAVITY: f64 = 9.806_65;

/// What is known of the strips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Mass per area, kg/m².
    pub density: f64,
    /// B at rest, 3k₁ of the paper, N·m.
    pub stiffness: f64,
    /// Growth of B with the curvature, 9k₂ of the paper, N·m².
    pub stiffening: f64,
    /// The equation that friction follows.
    pub form: Form,
    /// Points at which a profile is looked at.
    pub samples: usize,
}

impl Options {
    /// The paper's five samples of each profile and the law of its equation (3).
    pub fn new(density: f64, stiffness: f64, stiffening: f64) -> Self {
        Options { density, stiffness, stiffening, form: Form::Eq3, samples: 5 }
    }

    fn elastic(&self, curvature: f64) -> f64 {
        (self.stiffness + self.stiffening * curvature.abs()) * curvature
    }
}

/// One point of a profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Curvature on the cylinder, 1/m.
    pub anchor: f64,
    /// Curvature now, 1/m, positive as it was rolled.
    pub curvature: f64,
    /// ρ l d g, N: positive where gravity rolls the strip up.
    pub gravity: f64,
}

/// What strips tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// a in N, b in N·m, τ in 1/m.
    pub estimates: Vec<Estimate>,
    /// The points used, each with the friction moment that balances it and the one that the law has, N.
    pub curve: Vec<(Sample, [f64; 2])>,
    /// Points that were discarded.
    pub discarded: usize,
    /// Root mean square of what is left, over the largest friction moment.
    pub rms: f64,
}

impl Rolled {
    /// Friction's numbers.
    pub fn side(&self) -> Side {
        let value = |name: &str| self.estimates.iter().find(|e| e.name == name).map_or(0.0, |e| e.value);
        Side { limit: value("a"), growth: value("b"), reach: value("tau") }
    }
}

/// Names of the columns of a table of strips, by which such a table is known.
pub const RADIUS: &[(&str, f64)] = &[("cylinder_radius_mm", 1e-3), ("cylinder_radius_m", 1.0)];
const X: &[(&str, f64)] = &[("x_mm", 1e-3), ("x_m", 1.0)];
const Z: &[(&str, f64)] = &[("z_mm", 1e-3), ("z_m", 1.0)];
const STRIP: &str = "strip";

/// Radii beyond these are a wrong unit, m.
const RADII: [f64; 2] = [0.0005, 1.0];
/// Fewer points make no profile whose curvature can be told.
const FEWEST: usize = 8;

/// Reads a table of profiles and fits bending friction, or says everything that stands against it. The columns:
/// `cylinder_radius_mm`, `strip` (a name for each strip and trial), `x_mm` to the side and `z_mm` upwards; the points of a strip
/// follow each other from the held end to the free one.
pub fn rolled(text: &str, options: &Options) -> Result<Rolled, Issues> {
    let mut issues = Issues::new();
    let strips = read(text, &mut issues);
    none_or(shortened(issues))?;
    let all: Vec<Sample> = strips.iter().flat_map(|strip| samples(strip, options)).collect();
    let used: Vec<Sample> = all.iter().copied().filter(|s| s.curvature > 0.0 && s.gravity <= 0.0).collect();
    let discarded = all.len() - used.len();
    fit(&used, options).map(|(estimates, curve, rms)| Rolled { estimates, curve, discarded, rms }).ok_or_else(|| {
        let problem = "the strips do not determine friction";
        let issue = Issue::new("fit.not-determined", "", problem);
        let found = format!("{} points used, {discarded} discarded", used.len());
        vec![
            issue.value(found).cure(
                "Roll strips on more cylinders, from 3 to 50 mm, and hang them so that their weight unrolls them.",
            ),
        ]
    })
}

type Fit = (Vec<Estimate>, Vec<(Sample, [f64; 2])>, f64);

fn fit(used: &[Sample], options: &Options) -> Option<Fit> {
    let needed = |s: &Sample| s.gravity - options.elastic(s.curvature);
    let peak = used.iter().map(|s| needed(s).abs()).fold(0.0, f64::max);
    let reach = used.iter().map(|s| s.anchor).fold(0.0, f64::max);
    if used.len() < 6 || peak <= 0.0 {
        return None;
    }
    let scales = Scales::new(0, peak, reach);
    let friction = |side: Side, s: &Sample| {
        let start = Start { strain: s.anchor, stress: side.max(s.anchor), drift: 0.0 };
        follow(options.form, &[side; 2], start, s.curvature).stress
    };
    let residuals = |x: &[f64]| -> Vec<f64> {
        let (_, side) = scales.law(x);
        used.iter().map(|s| (friction(side, s) - needed(s)) / peak).collect()
    };
    let minimum = search(0, &residuals);
    let (_, side) = scales.law(&minimum.values);
    // The way from the cylinder is the step after the turn.
    let mut steps: Vec<f64> = used.iter().map(|s| s.anchor - s.curvature).collect();
    steps.sort_by(f64::total_cmp);
    let estimates = scales.estimates(&minimum, steps.first().copied());
    let rms = (minimum.sum / used.len() as f64).sqrt();
    if !is_something(&estimates, rms) {
        return None;
    }
    let curve = used.iter().map(|s| (*s, [needed(s), friction(side, s)])).collect();
    Some((estimates, curve, rms))
}

/// A strip: the cylinder's radius and its profile, m.
struct Strip {
    radius: f64,
    points: Vec<DVec2>,
}

fn read(text: &str, issues: &mut Issues) -> Vec<Strip> {
    let Some(csv) = Csv::read(text, issues) else { return Vec::new() };
    let [radius, x, z] = [RADIUS, X, Z].map(|columns| one_of(&csv, columns, issues));
    let name = csv.column(STRIP);
    if name.is_none() {
        let issue = csv.column_issue(STRIP, "a column is missing");
        issues.push(issue.cure("Give the table one column named strip, with a name for each strip and trial."));
    }
    let (Some((radius, r_unit)), Some((x, x_unit)), Some((z, z_unit)), Some(name)) = (radius, x, z, name) else {
        return Vec::new();
    };
    let mut strips: Vec<(String, Strip, Vec<usize>)> = Vec::new();
    for line in &csv.lines {
        let numbers = [csv.number(line, radius), csv.number(line, x), csv.number(line, z)];
        let [Ok(r), Ok(px), Ok(pz)] = numbers else {
            issues.extend(numbers.into_iter().filter_map(Result::err));
            continue;
        };
        let (r, point) = (r * r_unit, DVec2::new(px * x_unit, pz * z_unit));
        if !(RADII[0]..=RADII[1]).contains(&r) {
            let issue = csv.issue("fit.radius", line, radius, "is no cylinder that cloth is rolled on");
            issues.push(issue.cure("Is it in another unit than the column says?"));
        }
        match strips.iter_mut().find(|(known, ..)| *known == line.fields[name]) {
            Some((_, strip, _)) if strip.radius != r => {
                let issue = csv.issue("fit.radius", line, radius, "is another cylinder than above for the same strip");
                issues.push(issue.cure("Give every strip and trial a name of its own."));
            }
            Some((_, strip, lines)) => {
                strip.points.push(point);
                lines.push(line.number);
            }
            None => {
                let strip = Strip { radius: r, points: vec![point] };
                strips.push((line.fields[name].clone(), strip, vec![line.number]));
            }
        }
    }
    for (strip, _, lines) in strips.iter().filter(|(_, strip, _)| strip.points.len() < FEWEST) {
        let problem = format!("a profile needs {FEWEST} points or more: strip {strip}");
        issues.push(csv.too_few(lines, name, (FEWEST, &problem)).cure("Trace the profile more closely."));
    }
    strips.into_iter().map(|(_, strip, _)| strip).collect()
}

/// The points of a profile at which torques are balanced, evenly between its ends.
fn samples(strip: &Strip, options: &Options) -> Vec<Sample> {
    let profile = Profile::new(&strip.points);
    let length = profile.length();
    // Ends are left out: a spline that ends freely is straight there.
    let at = |i: usize| length * (i as f64 + 1.0) / (options.samples as f64 + 1.0);
    let of = |i: usize| {
        let (place, curvature) = profile.at(at(i));
        let (hanging, centre) = profile.beyond(at(i));
        let sign = if curvature < 0.0 { -1.0 } else { 1.0 };
        // The moment that rolls up is against the turning of the hanging part about the point.
        let gravity = -sign * options.density * GRAVITY * hanging * (centre - place).x;
        Sample { anchor: 1.0 / strip.radius, curvature: curvature.abs(), gravity }
    };
    let all: Vec<(Sample, f64)> = (0..options.samples).map(|i| (of(i), profile.at(at(i)).1)).collect();
    // Rolled one way: what is curved the other way counts as negative.
    let turned: f64 = all.iter().map(|(_, curvature)| curvature).sum();
    all.into_iter()
        .map(|(sample, curvature)| {
            let sign = if curvature * turned < 0.0 { -1.0 } else { 1.0 };
            Sample { curvature: sign * sample.curvature, ..sample }
        })
        .collect()
}

/// A natural cubic spline through points, by the length of their chords.
struct Profile {
    s: Vec<f64>,
    points: Vec<DVec2>,
    /// Second derivatives at the points.
    bends: Vec<DVec2>,
}

impl Profile {
    fn new(points: &[DVec2]) -> Self {
        let mut points = points.to_vec();
        points.dedup();
        let mut s = vec![0.0];
        for pair in points.windows(2) {
            s.push(s[s.len() - 1] + pair[0].distance(pair[1]));
        }
        let n = points.len();
        let mut bends = vec![DVec2::ZERO; n];
        // Thomas' elimination of the tridiagonal system; free ends do not bend.
        let mut above = vec![0.0; n];
        for i in 1..n.saturating_sub(1) {
            let (h0, h1) = (s[i] - s[i - 1], s[i + 1] - s[i]);
            let right = 6.0 * ((points[i + 1] - points[i]) / h1 - (points[i] - points[i - 1]) / h0);
            let pivot = 2.0 * (h0 + h1) - h0 * above[i - 1];
            above[i] = h1 / pivot;
            bends[i] = (right - h0 * bends[i - 1]) / pivot;
        }
        for i in (1..n.saturating_sub(1)).rev() {
            bends[i] = bends[i] - above[i] * bends[i + 1];
        }
        Profile { s, points, bends }
    }

    fn length(&self) -> f64 {
        self.s[self.s.len() - 1]
    }

    /// Place and signed curvature at a length along the chords.
    fn at(&self, s: f64) -> (DVec2, f64) {
        let i = self.s.partition_point(|known| *known <= s).clamp(1, self.s.len() - 1) - 1;
        let h = self.s[i + 1] - self.s[i];
        let (b, a) = ((s - self.s[i]) / h, (self.s[i + 1] - s) / h);
        let place = a * self.points[i]
            + b * self.points[i + 1]
            + ((a * a * a - a) * self.bends[i] + (b * b * b - b) * self.bends[i + 1]) * (h * h / 6.0);
        let slope = (self.points[i + 1] - self.points[i]) / h
            + ((3.0 * b * b - 1.0) * self.bends[i + 1] - (3.0 * a * a - 1.0) * self.bends[i]) * (h / 6.0);
        let bend = a * self.bends[i] + b * self.bends[i + 1];
        let speed = slope.length();
        (place, slope.perp_dot(bend) / (speed * speed * speed))
    }

    /// Length and centre of mass of what is beyond.
    fn beyond(&self, from: f64) -> (f64, DVec2) {
        const PIECES: u32 = 400;
        let step = (self.length() - from) / f64::from(PIECES);
        let (mut length, mut moment) = (0.0, DVec2::ZERO);
        let mut last = self.at(from).0;
        for i in 1..=PIECES {
            let next = self.at(from + step * f64::from(i)).0;
            let piece = last.distance(next);
            length += piece;
            moment += piece * 0.5 * (last + next);
            last = next;
        }
        (length, moment / length)
    }
}
