//! A wrinkle that comes back where the cloth was once stretched (Miguel 2013, fig. 1).
//!
//! ```text
//!   ┌─────────────────┐    1. Two fingertips stretch the cloth along a line beside its middle and come back.
//!   │                 │
//!   │     ●━━━━━●     │    2. Its two edges along the line are pushed together again and again, each time from another
//!   │                 │       side and in another direction, and drawn apart again.
//!   └──── ↗↗↗↗↗↗↗ ────┘
//! ```
//!
//! The square has no weight and touches nothing, so that nothing but the cloth itself decides how it bulges: either side is as good as
//! the other. With internal friction the line stays longer than the cloth beside it, and every wrinkle since leaves something
//! behind: the next ones resemble it. The same square without internal friction is treated alike beside it. No hand pushes twice in the
//! same way: before each push every particle is moved by up to a tenth of a millimetre at random, alike for both.
//!
//! A wrinkle's pattern is how far each particle lies out of the plane. Patterns of different pushes are compared by their
//! correlation. It depends on chance: of cotton, seeds 1 to 4 at 600 triangles, it is 0.64 to 0.91 with friction and −0.03 to 0.34
//! without. The ridge does not run along the line, but up to 115 mm beside it: a push of 6 % bends the whole square, and what is
//! remembered is its first bulge more than the line.

use super::sample::{METRES_PER_MM, Rectangle, WEFT, undisturbed};
use super::wrinkles::{both, gently};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Cut, Fabric, State};
use crate::contact::brute_force::crossings;
use crate::issue::Issues;
use crate::math::real::{cos, sin};
use crate::row::RowOf;
use crate::{Drape, parameters};
use glam::{DVec2, DVec3};

parameters! {
    /// A square that is stretched along a line, then pushed together.
    pub struct PreferredWrinkle {
        /// Side of the square.
        side_mm: "mm" = 300.0, soft [150.0, 500.0], hard [10.0, 10000.0], source "chosen: a handkerchief";
        /// Length of the line that is stretched.
        line_mm: "mm" = 150.0, soft [50.0, 250.0], hard [1.0, 10000.0], source "chosen: half of the side";
        /// How far from the middle of the square it runs.
        off_mm: "mm" = 50.0, soft [0.0, 100.0], hard [0.0, 5000.0], source "chosen: where nothing but the stretch would put a ridge";
        /// By how much it is stretched.
        stretch_pct: "%" = 20.0, soft [5.0, 40.0], hard [0.0, 90.0], source "chosen: what two hands do to cotton";
        /// By how much of its side the square is pushed together.
        push_pct: "%" = 6.0, soft [2.0, 20.0], hard [0.0, 60.0], source "chosen: one ridge";
        /// Pushes from one side are turned by so much, one this way and one that.
        angle_deg: "°" = 20.0, soft [5.0, 40.0], hard [0.0, 80.0], source "Miguel 2013, section 6: different angles and directions";
        /// Time of each motion: stretching, coming back, pushing, drawing apart.
        move_s: "s" = 0.4, soft [0.2, 2.0], hard [0.01, 100.0], source "chosen: a hand in no hurry";
        /// Time for which it is then held.
        hold_s: "s" = 0.4, soft [0.2, 2.0], hard [0.0, 100.0], source "chosen: ridges have come to rest";
        /// Viscosity of stretch and shear over their stiffness, and of bending where its law knows damping.
        damping_s: "s" = 0.01, soft [0.001, 0.1], hard [0.0, 10.0], source "the least in Miguel 2013, section 6, 0.01 to 0.1";
        /// About so many triangles.
        triangles: "count" = 1500.0, soft [500.0, 10000.0], hard [50.0, 100000.0], source "chosen: 12 mm";
        /// Length of a step.
        dt_ms: "ms" = 10.0, soft [2.0, 15.0], hard [0.01, 100.0], source "the page's step";
        /// Chance of how the cloth lies before each push.
        seed: "count" = 1.0, soft [1.0, 100.0], hard [1.0, 1000000.0], source "chosen";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.preferred-wrinkle",
    title: "Preferred wrinkle",
    help: "A square is stretched along a line and then pushed together from different sides and in different directions, with the fabric's internal friction and without: whether it bulges where it was stretched, and how alike the wrinkles are.",
    parameters: PreferredWrinkle::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[],
        lists: &[],
        columns: &["push", "angle_deg", "out_mm", "ridge_mm", "smooth_out_mm", "smooth_ridge_mm"],
        run,
    },
};

/// Radius of a fingertip, m.
const FINGER: f64 = 0.01;
/// Pushes: the sign of the angle, and the parts of the way that the lower and the upper edge go.
const PUSHES: [(f64, [f64; 2]); 5] =
    [(0.0, [0.5, 0.5]), (1.0, [1.0, 0.0]), (-1.0, [0.0, 1.0]), (0.0, [1.0, 0.0]), (0.0, [0.0, 1.0])];

/// What became of one square.
struct Pushed {
    /// How far particles lie out of the plane after each push, m.
    patterns: Vec<Vec<f64>>,
    /// How far from the middle of the square its ridge runs, along the line's length, m.
    ridges: Vec<f64>,
    crossings: usize,
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = PreferredWrinkle::from_values(&bench.settings.numbers);
    let [rubbing, smooth] = both(bench.fabric, set.damping_s)?;
    let with = pushed(bench, &set, (rubbing, 0.0))?;
    let without = pushed(bench, &set, (smooth, 0.5))?;
    let mut outcome = Outcome::new(ROW.make.columns);
    let furthest =
        |pattern: &[f64]| 1e3 * pattern.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
    for (nth, (sign, _)) in PUSHES.iter().enumerate() {
        let row = |of: &Pushed| [furthest(&of.patterns[nth]), 1e3 * of.ridges[nth]];
        let ([out, ridge], [smooth_out, smooth_ridge]) = (row(&with), row(&without));
        outcome.row(&[(nth + 1) as f64, sign * set.angle_deg, out, ridge, smooth_out, smooth_ridge]);
    }
    let off = |of: &Pushed| of.ridges.iter().map(|ridge| (1e3 * ridge - set.off_mm).abs()).collect::<Vec<f64>>();
    outcome.figure("correlation", alike(&with.patterns));
    outcome.figure("smooth_correlation", alike(&without.patterns));
    outcome.figure("ridge_off_line_mm", off(&with));
    outcome.figure("smooth_ridge_off_line_mm", off(&without));
    outcome.figure("crossings", with.crossings);
    outcome.figure("smooth_crossings", without.crossings);
    Ok(outcome)
}

/// Mean correlation between the patterns of any two pushes: 1 where all are the same but for their size.
fn alike(patterns: &[Vec<f64>]) -> f64 {
    let pairs = (0..patterns.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let (sum, count) =
        pairs.fold((0.0, 0.0), |(sum, count), (i, j)| (sum + correlation(&patterns[i], &patterns[j]), count + 1.0));
    sum / count
}

/// Pearson's correlation; none where one of both does not vary.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let product = |x: &[f64], (mean_x, y, mean_y): (f64, &[f64], f64)| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum()
    };
    let square = product(a, (mean_a, a, mean_a)) * product(b, (mean_b, b, mean_b));
    if square > 0.0 { product(a, (mean_a, b, mean_b)) / square.sqrt() } else { 0.0 }
}

/// A square under hands.
struct Hands<'a> {
    set: &'a PreferredWrinkle,
    cut: Cut,
    drape: Drape,
}

impl Hands<'_> {
    /// Takes the cloth, as it lies, at other points.
    fn hold(&mut self, points: impl Iterator<Item = usize>) {
        let pins = points.map(|point| point as u32).collect();
        let state = self.drape.state();
        let state = State { velocities: vec![DVec3::ZERO; state.velocities.len()], past: None, ..state.clone() };
        self.drape = Drape::of_cut(Cut { pins, ..self.cut.clone() });
        self.drape.set_state(state);
    }

    /// Moves the held points from one part of their ways to another, gently, and holds them there.
    fn shift(&mut self, ways: &[(usize, DVec3)], [from, to]: [f64; 2], bench: &mut Bench<'_>) -> Result<(), Issues> {
        let step = self.set.dt_ms * 1e-3;
        for k in 1..=((self.set.move_s + self.set.hold_s) / step).round() as u32 {
            let part = from + (to - from) * gently(f64::from(k) * step / self.set.move_s);
            for (point, way) in ways {
                self.drape.move_pin(*point, self.cut.sheets[0].start[*point] + part * *way);
            }
            if let Some(issue) = self.drape.step().halted {
                return Err(vec![issue]);
            }
            bench.frame(&self.drape.state().positions);
        }
        Ok(())
    }

    /// Takes the points of which it is said how they would go, with their ways.
    fn take(&mut self, way: impl Fn(DVec2) -> Option<DVec2>) -> Vec<(usize, DVec3)> {
        let drawing = self.cut.sheets[0].drawing.iter().enumerate();
        let ways: Vec<_> = drawing.filter_map(|(point, at)| Some((point, way(*at)?.extend(0.0)))).collect();
        self.hold(ways.iter().map(|(point, _)| *point));
        ways
    }

    /// How far particles lie out of the plane, m.
    fn pattern(&self) -> Vec<f64> {
        self.drape.state().positions.iter().map(|p| p.z).collect()
    }

    /// How far from the middle the pattern's ridge runs, m: where the cloth along the line's length stands out by more than half
    /// of the most.
    fn ridge(&self, pattern: &[f64]) -> f64 {
        let reach = 0.5 * self.set.line_mm * METRES_PER_MM;
        let drawing = &self.cut.sheets[0].drawing;
        let near = || drawing.iter().zip(pattern).filter(|(at, _)| at.x.abs() < reach);
        let most = near().map(|(_, out)| out.abs()).fold(0.0, f64::max);
        let ridge = near().filter(|(_, out)| out.abs() > 0.5 * most);
        let (sum, weight) =
            ridge.fold((0.0, 0.0), |(sum, weight), (at, out)| (sum + out.abs() * at.y, weight + out.abs()));
        if weight > 0.0 { sum / weight } else { 0.0 }
    }
}

/// Stretches and pushes a square of a fabric; the second number is the part of the whole work that was done before.
fn pushed(bench: &mut Bench<'_>, set: &PreferredWrinkle, (fabric, done): (Fabric, f64)) -> Result<Pushed, Issues> {
    let cut = square(set, fabric)?;
    let mut hands = Hands { set, drape: Drape::of_cut(cut.clone()), cut };
    let [side, line, off] = [set.side_mm, set.line_mm, set.off_mm].map(|mm| mm * METRES_PER_MM);
    let fingers = hands.take(|at| {
        let end = 0.5 * line * at.x.signum();
        let touched = at.distance(DVec2::new(end, off)) < FINGER;
        touched.then_some(DVec2::new(end * set.stretch_pct * 0.01, 0.0))
    });
    hands.shift(&fingers, [0.0, 1.0], bench)?;
    hands.shift(&fingers, [1.0, 0.0], bench)?;
    let mut found = Pushed { patterns: Vec::new(), ridges: Vec::new(), crossings: 0 };
    for (nth, (sign, shares)) in PUSHES.iter().enumerate() {
        let angle = (sign * set.angle_deg).to_radians();
        let way = set.push_pct * 0.01 * side * DVec2::new(sin(angle), cos(angle));
        let edges = hands.take(|at| {
            let on = |y: f64| (at.y - y).abs() < 1e-9;
            let lower = on(-0.5 * side).then_some(shares[0] * way);
            lower.or(on(0.5 * side).then_some(-shares[1] * way))
        });
        hands.drape.perturb(set.seed as u64 + nth as u64);
        hands.shift(&edges, [0.0, 1.0], bench)?;
        let pattern = hands.pattern();
        found.ridges.push(hands.ridge(&pattern));
        found.patterns.push(pattern);
        found.crossings += crossings(&hands.drape.state().positions, &hands.drape.model().triangles);
        hands.shift(&edges, [1.0, 0.0], bench)?;
        (bench.progress)(done + 0.5 * (nth + 1) as f64 / PUSHES.len() as f64);
    }
    Ok(found)
}

/// A square, its middle at the origin and the line along x.
fn square(set: &PreferredWrinkle, fabric: Fabric) -> Result<Cut, Issues> {
    let side = set.side_mm * METRES_PER_MM;
    let square = Rectangle { length: side, width: side, triangles: set.triangles, irregular: true, turn: WEFT };
    let middle = DVec2::splat(0.5 * side);
    let mut sheet = square.sheet(|at| (at - middle).extend(0.0))?;
    sheet.drawing.iter_mut().for_each(|at| *at -= middle);
    Ok(undisturbed(sheet, Vec::new(), fabric, set.dt_ms * 1e-3))
}
