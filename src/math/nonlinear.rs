//! Nonlinear least squares of a few unknowns within bounds: Levenberg's and Marquardt's method, its linear systems by
//! Householder's QR.
//!
//! Derivatives are central differences. An unknown that stands on its bound and is pushed against it is held there.

use super::least_squares::{Equation, solve};

/// An unknown: where to begin and where it may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unknown {
    /// Value to begin with, between the bounds.
    pub value: f64,
    /// The smallest and the largest value.
    pub bounds: [f64; 2],
    /// A change of this size matters: the scale of differences where the value is small.
    pub scale: f64,
    /// Whether it is looked for; one that is not keeps its value.
    pub free: bool,
}

/// Where the search ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum {
    /// The unknowns.
    pub values: Vec<f64>,
    /// Standard error of each, from the residuals that are left; infinite where the equations do not determine it, 0 where it
    /// was not looked for.
    pub errors: Vec<f64>,
    /// A root of their covariance, a row for each unknown: the variance of what changes with them at the rates c is the square of cS.
    /// Rows of what is not determined, or was not looked for, are empty.
    pub root: Vec<Vec<f64>>,
    /// Sum of the squares that are left.
    pub sum: f64,
    /// Residuals.
    pub count: usize,
}

/// Iterations after which the search ends where it is.
const MOST_ITERATIONS: u32 = 200;
/// Steps of differences, relative: the cube root of rounding, where a central difference errs least.
const DIFFERENCE: f64 = 6e-6;
/// A sum that falls by less than this part has arrived.
const ARRIVED: f64 = 1e-15;
/// Largest damping: no shorter step is worth trying.
const MOST_DAMPING: f64 = 1e12;

fn squares(residuals: &[f64]) -> f64 {
    residuals.iter().map(|r| r * r).sum()
}

/// Looks for the unknowns with the smallest sum of squared residuals.
pub fn minimise(unknowns: &[Unknown], residuals: &dyn Fn(&[f64]) -> Vec<f64>) -> Minimum {
    let (values, here) = descend(unknowns, residuals, (MOST_ITERATIONS, ARRIVED));
    let (errors, root) = errors(unknowns, &values, residuals, &here);
    Minimum { values, errors, root, sum: squares(&here), count: here.len() }
}

impl Minimum {
    /// Standard errors of other numbers that follow from the unknowns: central differences, as of the residuals.
    pub fn errors_of(&self, numbers: &dyn Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
        let told: Vec<usize> = (0..self.root.len()).filter(|j| !self.root[*j].is_empty()).collect();
        let column = |j: &usize| -> Vec<f64> {
            let by = DIFFERENCE * self.values[*j].abs().max(self.errors[*j].min(1.0));
            let at = |value: f64| {
                let mut moved = self.values.clone();
                moved[*j] = value;
                numbers(&moved)
            };
            let (ahead, behind) = (at(self.values[*j] + by), at(self.values[*j] - by));
            ahead.iter().zip(behind).map(|(a, b)| (a - b) / (2.0 * by)).collect()
        };
        let rates: Vec<Vec<f64>> = told.iter().map(column).collect();
        let error = |i: usize| {
            let along = |k: usize| told.iter().zip(&rates).map(|(j, rates)| rates[i] * self.root[*j][k]).sum::<f64>();
            (0..told.len()).map(|k| along(k) * along(k)).sum::<f64>().sqrt()
        };
        (0..rates.first().map_or(0, Vec::len)).map(error).collect()
    }
}

/// The same where the last digits do not matter: the values after a few iterations, or when an iteration gains less than a
/// part of the sum; without errors, which would cost one iteration more.
pub fn approach(unknowns: &[Unknown], residuals: &dyn Fn(&[f64]) -> Vec<f64>, effort: (u32, f64)) -> Vec<f64> {
    descend(unknowns, residuals, effort).0
}

/// Values and residuals where the search ends: after so many iterations, or when one gains less than a part of the sum.
fn descend(
    unknowns: &[Unknown],
    residuals: &dyn Fn(&[f64]) -> Vec<f64>,
    (iterations, arrived): (u32, f64),
) -> (Vec<f64>, Vec<f64>) {
    let mut values: Vec<f64> = unknowns.iter().map(|u| u.value.clamp(u.bounds[0], u.bounds[1])).collect();
    let mut here = residuals(&values);
    let mut sum = squares(&here);
    let mut damping = 1e-3;
    for _ in 0..iterations {
        let columns = derivatives(unknowns, &values, residuals);
        let moving = moving(unknowns, &values, &columns, &here);
        let mut better = None;
        while damping < MOST_DAMPING {
            let Some(step) = step(&columns, &moving, &here, damping) else { break };
            let mut trial = values.clone();
            for (j, by) in moving.iter().zip(step) {
                trial[*j] = (trial[*j] + by).clamp(unknowns[*j].bounds[0], unknowns[*j].bounds[1]);
            }
            let there = residuals(&trial);
            let next = squares(&there);
            // Not a number is no improvement.
            if next < sum {
                better = Some((trial, there, next));
                damping = (damping / 5.0).max(1e-15);
                break;
            }
            damping *= 4.0;
        }
        let Some((trial, there, next)) = better else { break };
        let gained = sum - next;
        (values, here, sum) = (trial, there, next);
        if gained <= arrived * sum {
            break;
        }
    }
    (values, here)
}

/// Columns of the Jacobian; empty for what is not looked for.
fn derivatives(unknowns: &[Unknown], values: &[f64], residuals: &dyn Fn(&[f64]) -> Vec<f64>) -> Vec<Vec<f64>> {
    let column = |(j, unknown): (usize, &Unknown)| {
        if !unknown.free {
            return Vec::new();
        }
        let by = DIFFERENCE * values[j].abs().max(unknown.scale);
        let at = |value: f64| {
            let mut moved = values.to_vec();
            moved[j] = value;
            residuals(&moved)
        };
        // One-sided at a bound.
        let (low, high) = ((values[j] - by).max(unknown.bounds[0]), (values[j] + by).min(unknown.bounds[1]));
        let (behind, ahead) = (at(low), at(high));
        ahead.iter().zip(behind).map(|(a, b)| (a - b) / (high - low)).collect()
    };
    unknowns.iter().enumerate().map(column).collect()
}

/// The unknowns that can move: free, of some effect, and not pushed against a bound.
fn moving(unknowns: &[Unknown], values: &[f64], columns: &[Vec<f64>], here: &[f64]) -> Vec<usize> {
    let can = |j: &usize| {
        let Unknown { bounds: [low, high], free, .. } = unknowns[*j];
        // The sum falls towards −gradient.
        let gradient: f64 = columns[*j].iter().zip(here).map(|(c, r)| c * r).sum();
        let held = (values[*j] <= low && gradient > 0.0) || (values[*j] >= high && gradient < 0.0);
        free && !held && columns[*j].iter().any(|c| *c != 0.0)
    };
    (0..unknowns.len()).filter(can).collect()
}

fn step(columns: &[Vec<f64>], moving: &[usize], here: &[f64], damping: f64) -> Option<Vec<f64>> {
    let row = |i: usize| Equation { row: moving.iter().map(|j| columns[*j][i]).collect(), value: -here[i] };
    let mut equations: Vec<Equation> = (0..here.len()).map(row).collect();
    for (k, j) in moving.iter().enumerate() {
        let mut row = vec![0.0; moving.len()];
        row[k] = (damping * squares(&columns[*j])).sqrt();
        equations.push(Equation { row, value: 0.0 });
    }
    solve(&equations, &[]).map(|solution| solution.unknowns)
}

/// Standard errors from the variance that is left. Where the equations do not tell all unknowns apart, the last of them are
/// given up until they do: callers put those first that data tell best.
fn errors(
    unknowns: &[Unknown],
    values: &[f64],
    residuals: &dyn Fn(&[f64]) -> Vec<f64>,
    here: &[f64],
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let columns = derivatives(unknowns, values, residuals);
    let mut errors: Vec<f64> = unknowns.iter().map(|u| if u.free { f64::INFINITY } else { 0.0 }).collect();
    let mut root = vec![Vec::new(); unknowns.len()];
    let mut told: Vec<usize> =
        (0..unknowns.len()).filter(|j| unknowns[*j].free && columns[*j].iter().any(|c| *c != 0.0)).collect();
    while !told.is_empty() && here.len() > told.len() {
        let row = |i: usize| Equation { row: told.iter().map(|j| columns[*j][i]).collect(), value: 0.0 };
        let equations: Vec<Equation> = (0..here.len()).map(row).collect();
        if let Some(solution) = solve(&equations, &[]) {
            let variance = squares(here) / (here.len() - told.len()) as f64;
            for ((j, spread), row) in told.iter().zip(solution.spread).zip(solution.root) {
                errors[*j] = (variance * spread).sqrt();
                root[*j] = row.iter().map(|entry| variance.sqrt() * entry).collect();
            }
            break;
        }
        told.pop();
    }
    (errors, root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real::exp;

    fn free(value: f64, bounds: [f64; 2]) -> Unknown {
        Unknown { value, bounds, scale: 1.0, free: true }
    }

    /// Rosenbrock's valley as a sum of two squares: the minimum is at (1, 1), and within bounds on the parabola's foot.
    #[test]
    fn a_curved_valley_is_followed_to_its_end() {
        let valley = |x: &[f64]| vec![10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]];
        let all = [-10.0, 10.0];
        let found = minimise(&[free(-1.2, all), free(1.0, all)], &valley);
        assert!(found.values.iter().all(|x| (x - 1.0).abs() < 1e-9) && found.sum < 1e-18, "{found:?}");
        // x ≤ ½: the best is x = ½, y = ¼.
        let found = minimise(&[free(-1.2, [-10.0, 0.5]), free(1.0, all)], &valley);
        assert!((found.values[0] - 0.5).abs() < 1e-12 && (found.values[1] - 0.25).abs() < 1e-9, "{found:?}");
    }

    /// For a straight line the errors are those of the closed form, σ/√Sxx for the slope.
    #[test]
    fn errors_of_a_line_have_the_closed_form() {
        let points = [(1.0, 2.0), (2.0, 2.5), (4.0, 5.5), (7.0, 6.0)];
        let line = |p: &[f64]| points.iter().map(|(x, y)| p[0] + p[1] * x - y).collect::<Vec<_>>();
        let found = minimise(&[free(0.0, [-9.0, 9.0]), free(0.0, [-9.0, 9.0])], &line);
        let sxx: f64 = points.iter().map(|(x, _)| (x - 3.5) * (x - 3.5)).sum();
        let sxy: f64 = points.iter().map(|(x, y)| (x - 3.5) * (y - 4.0)).sum();
        let slope = sxy / sxx;
        let left: f64 = points.iter().map(|(x, y)| 4.0 + slope * (x - 3.5) - y).map(|r| r * r).sum();
        assert!((found.values[1] - slope).abs() < 1e-9, "{found:?}");
        assert!((found.errors[1] - (left / 2.0 / sxx).sqrt()).abs() < 1e-7, "{found:?}");
        // The line itself is known best in the middle of the data: variance σ²(1/n + (x − x̄)²/Sxx).
        let line = found.errors_of(&|p| [3.5, 7.0, 20.0].map(|x| p[0] + p[1] * x).to_vec());
        for (x, error) in [3.5, 7.0, 20.0_f64].into_iter().zip(line) {
            let expected = (left / 2.0 * (0.25 + (x - 3.5) * (x - 3.5) / sxx)).sqrt();
            assert!((error / expected - 1.0).abs() < 1e-6, "{x}: {error} {expected}");
        }
    }

    #[test]
    fn what_has_no_effect_is_not_determined() {
        let data =
            |p: &[f64]| (0..5).map(|i| p[0] * exp(-f64::from(i)) - 2.0 * exp(-f64::from(i)) + 0.0 * p[1]).collect();
        let found = minimise(&[free(1.0, [0.0, 9.0]), free(1.0, [0.0, 9.0])], &data);
        assert!((found.values[0] - 2.0).abs() < 1e-9 && found.errors[1].is_infinite(), "{found:?}");
        // Two unknowns that act as one: the later is given up.
        let sum = |p: &[f64]| (0..5).map(|i| (p[0] + p[1]) * f64::from(i) - 3.0 * f64::from(i)).collect();
        let found = minimise(&[free(1.0, [0.0, 9.0]), free(1.0, [0.0, 9.0])], &sum);
        assert!(found.errors[0].is_finite() && found.errors[1].is_infinite(), "{found:?}");
    }
}
