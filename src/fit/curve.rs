//! The curve that follows points best: least squares with a slope that stays positive.
//!
//! With the knots fixed, a [`Spline`] is linear in its slope and bends, so that the best ones come from one linear
//! system. Knots are spaced equally over the data: the points of a tester are, and moving the knots to where the curve
//! bends would make the problem nonlinear for a gain below the noise of a real test.
//!
//! A free fit may fall somewhere, where points are few or noisy. It is then repeated under the condition that the slope
//! is at least a hundredth of the mean slope, on a fine set of places; the exact lowest slope is found, and its place is
//! added to the set until none is missed.

use crate::math::least_squares::{Equation, Solution, solve};
use crate::math::spline::{Prepared, Segment, Spline};

/// How a curve is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many segments.
    pub segments: usize,
    /// Order of each, at least 1.
    pub order: usize,
}

impl Shape {
    /// Numbers that describe such a curve: its slope, and the bends of each segment.
    pub fn unknowns(&self) -> usize {
        1 + self.segments * (self.order - 1)
    }
}

/// A curve found, and how well.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveFit {
    /// The curve.
    pub spline: Spline,
    /// Standard error of its slope and bends, each in its place; the knots are those of the curve.
    pub errors: Spline,
    /// How many points it follows.
    pub points: usize,
    /// Root mean square of the points' distance from it.
    pub rms: f64,
    /// The largest distance.
    pub largest: f64,
    /// Largest value among the points.
    pub peak: f64,
    /// Whether the slope had to be held positive. The standard errors are then those of the free fit: too large.
    pub held: bool,
}

/// Why there is no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Fewer points than it takes.
    TooFewPoints,
    /// The points say nothing on some part of the curve, or leave it no way to rise.
    NotDetermined,
}

/// The lowest slope that is allowed, of the mean slope to the furthest point. Lower, and the cloth has a strain at which
/// it seems to give way; higher, and a fabric that truly yields is made stiffer than it is.
const FLOOR: f64 = 1e-2;
/// Places per segment where the slope is held to begin with.
const PLACES: usize = 16;
/// Places may be added this often.
const ROUNDS: usize = 40;

/// Fits a curve of this shape to points (x, y); `reach` is where its last knot is to be.
pub fn fit(points: &[(f64, f64)], shape: Shape, reach: f64) -> Result<CurveFit, Failure> {
    // Two more than the unknowns, so that there is something to estimate the noise from.
    if points.len() < shape.unknowns() + 2 {
        return Err(Failure::TooFewPoints);
    }
    let peak = points.iter().fold(0.0_f64, |most, (_, y)| most.max(y.abs()));
    if !(reach > 0.0 && peak > 0.0) {
        return Err(Failure::NotDetermined);
    }
    // In units of the furthest point everything is about one.
    let basis = Basis { shape };
    let equations: Vec<Equation> =
        points.iter().map(|(x, y)| Equation { row: basis.values(x / reach), value: y / peak }).collect();
    let (solution, unit) = rising(&basis, &equations).ok_or(Failure::NotDetermined)?;
    let spline = scaled(&unit, reach, peak);
    let curve = Prepared::new(&spline);
    let distances: Vec<f64> = points.iter().map(|(x, y)| y - curve.at(*x).value).collect();
    let squares: f64 = distances.iter().map(|d| d * d).sum();
    let freedom = (points.len() - shape.unknowns()) as f64;
    let noise = (squares / freedom).sqrt() / peak;
    let errors: Vec<f64> = solution.spread.iter().map(|spread| noise * spread.sqrt()).collect();
    Ok(CurveFit {
        errors: scaled(&basis.spline(&errors), reach, peak),
        spline,
        points: points.len(),
        rms: (squares / points.len() as f64).sqrt(),
        largest: distances.iter().fold(0.0, |most, d| most.max(d.abs())),
        peak,
        held: solution.held > 0,
    })
}

/// The best curve, with its slope held up where it would fall.
fn rising(basis: &Basis, equations: &[Equation]) -> Option<(Solution, Spline)> {
    let mut floors: Vec<Equation> = Vec::new();
    for round in 0..ROUNDS {
        let solution = solve(equations, &floors)?;
        let spline = basis.spline(&solution.unknowns);
        let [low, _] = spline.slopes();
        // Half of the floor leaves room for rounding: what is between is as good as on it.
        if low.slope >= 0.5 * FLOOR {
            return Some((solution, spline));
        }
        let floor = |x: f64| Equation { row: basis.slopes(x), value: FLOOR };
        if round == 0 {
            let places = PLACES * basis.shape.segments;
            floors.extend((0..=places).map(|i| floor(i as f64 / places as f64)));
        }
        floors.push(floor(low.at));
    }
    None
}

/// The same curve in other units.
fn scaled(spline: &Spline, x: f64, y: f64) -> Spline {
    let segment =
        |segment: &Segment| Segment { to: segment.to * x, bend: segment.bend.iter().map(|b| b * y).collect() };
    Spline { slope: spline.slope * y / x, segments: spline.segments.iter().map(segment).collect() }
}

/// What each unknown adds to the curve on [0, 1]: the slope a straight line, a bend of segment k the power t^(j+2)
/// inside it and the tangent it leaves behind it.
struct Basis {
    shape: Shape,
}

impl Basis {
    /// Start and length of a segment.
    fn segment(&self, k: usize) -> (f64, f64) {
        let knot = |k: usize| k as f64 / self.shape.segments as f64;
        (knot(k), knot(k + 1) - knot(k))
    }

    /// Of every bend, by segments: where t stands, its exponent and the segment's length.
    fn bends(&self, x: f64) -> impl Iterator<Item = (f64, i32, f64)> {
        let orders = 2..=self.shape.order;
        (0..self.shape.segments).flat_map(move |k| {
            let (start, length) = self.segment(k);
            orders.clone().map(move |order| ((x - start) / length, order as i32, length))
        })
    }

    /// What each unknown adds to the value; odd in x.
    fn values(&self, x: f64) -> Vec<f64> {
        let far = x.abs();
        let bend = |(t, order, _): (f64, i32, f64)| match t {
            t if t <= 0.0 => 0.0,
            t if t <= 1.0 => power(t, order),
            t => 1.0 + f64::from(order) * (t - 1.0),
        };
        let sign = if x < 0.0 { -1.0 } else { 1.0 };
        std::iter::once(far).chain(self.bends(far).map(bend)).map(|value| sign * value).collect()
    }

    /// What each unknown adds to the slope at x ≥ 0.
    fn slopes(&self, x: f64) -> Vec<f64> {
        let bend = |(t, order, length): (f64, i32, f64)| match t {
            t if t <= 0.0 => 0.0,
            t => f64::from(order) * power(t.min(1.0), order - 1) / length,
        };
        std::iter::once(1.0).chain(self.bends(x).map(bend)).collect()
    }

    /// The curve on [0, 1] with these unknowns.
    fn spline(&self, unknowns: &[f64]) -> Spline {
        let per_segment = self.shape.order - 1;
        let segment = |k: usize| Segment {
            to: self.segment(k).0 + self.segment(k).1,
            bend: unknowns[1 + k * per_segment..1 + (k + 1) * per_segment].to_vec(),
        };
        Spline { slope: unknowns[0], segments: (0..self.shape.segments).map(segment).collect() }
    }
}

/// A whole power by repeated products: the same bits everywhere.
fn power(t: f64, exponent: i32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(spline: &Spline, reach: f64, n: usize) -> Vec<(f64, f64)> {
        let curve = Prepared::new(spline);
        (1..=n).map(|i| reach * i as f64 / n as f64).map(|x| (x, curve.at(x).value)).collect()
    }

    #[test]
    fn a_curve_of_the_same_shape_is_found_again() {
        let third = 0.02;
        let wanted =
            Spline::new(300.0, &[(third, &[4.0, 1.0]), (2.0 * third, &[6.0, 3.0]), (3.0 * third, &[5.0, -2.0])]);
        let fitted = fit(&sampled(&wanted, 0.06, 40), Shape { segments: 3, order: 3 }, 0.06).expect("determined");
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * b.abs();
        assert!(close(fitted.spline.slope, 300.0) && !fitted.held, "{fitted:?}");
        for (found, wanted) in fitted.spline.segments.iter().zip(&wanted.segments) {
            assert!(found.bend.iter().zip(&wanted.bend).all(|(a, b)| close(*a, *b)), "{fitted:?}");
            assert!(close(found.to, wanted.to));
        }
        assert!(fitted.rms < 1e-10 * fitted.peak && fitted.errors.slope < 1e-8, "{fitted:?}");
    }

    /// Points of sin 3x fall from x = ½ on. The curve may not, and runs on nearly flat; where the points rise it follows.
    #[test]
    fn a_curve_never_falls_though_its_points_do() {
        let points: Vec<(f64, f64)> =
            (1..=60).map(|i| f64::from(i) / 60.0).map(|x| (x, crate::math::real::sin(3.0 * x))).collect();
        for order in 1..=6 {
            for segments in 1..=6 {
                let fitted = fit(&points, Shape { segments, order }, 1.0).expect("determined");
                let [low, _] = fitted.spline.slopes();
                assert!(low.slope >= 0.4 * FLOOR, "{segments} of order {order}: {low:?}");
                assert_eq!(fitted.held, order > 1, "{segments} of order {order}");
            }
        }
        let fitted = fit(&points, Shape { segments: 6, order: 3 }, 1.0).expect("determined");
        assert!((Prepared::new(&fitted.spline).at(0.2).value - 0.5646).abs() < 0.03, "{fitted:?}");
    }

    #[test]
    fn points_that_do_not_determine_a_curve_are_no_curve() {
        let shape = Shape { segments: 3, order: 3 };
        assert_eq!(fit(&[(0.1, 1.0); 5], shape, 0.1), Err(Failure::TooFewPoints));
        assert_eq!(fit(&[(0.1, 1.0); 50], shape, 0.1), Err(Failure::NotDetermined));
        assert_eq!(fit(&[(0.1, 0.0); 50], shape, 0.1), Err(Failure::NotDetermined));
        let falling: Vec<(f64, f64)> = (1..50).map(|i| (f64::from(i), -f64::from(i))).collect();
        let fitted = fit(&falling, shape, 49.0).expect("the flattest curve");
        assert!(fitted.held && fitted.spline.slopes()[0].slope > 0.0);
    }
}
