//! The curve that follows points best: least squares with a slope that stays positive.
//!
//! With the knots fixed, a [`Spline`] is linear in its slope and bends, so that the best ones come from one linear
//! system. Knots are first spaced equally over the data, then moved to where the sum of squares is least: cloth changes
//! fastest at small strains (of a shear curve that begins stiff, equal knots give two thirds of the slope at the
//! origin). They stay equal where moving them gains no more than noise would.
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
    /// Whether the knots were moved; otherwise they are spaced equally.
    pub moved: bool,
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

/// Moving the knots must lower the sum of squares by so many times what each more unknown would by chance. The search
/// picks the best of many places, so that chance alone reaches well above the 1 of a single one.
const GAIN: f64 = 12.0;
/// A segment is at least this part of the curve.
const SHORTEST: f64 = 0.02;
/// More segments than this are narrow enough where they are, and moving so many takes long.
const MOST_MOVED: usize = 8;
/// Points that the search looks at; more do not tell it more.
const SEARCHED: usize = 500;
/// A distance of the points from the curve, of the peak, that is rounding and nothing to be mended.
const ROUNDING: f64 = 1e-9;

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
    let unit: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x / reach, y / peak)).collect();
    let equal = Basis::equal(shape);
    let (basis, moved) = match better_knots(&equal, &unit) {
        Some(better) => (better, true),
        None => (equal, false),
    };
    let (solution, unit) = rising(&basis, &basis.equations(&unit)).ok_or(Failure::NotDetermined)?;
    let spline = scaled(&unit, reach, peak);
    let curve = Prepared::new(&spline);
    let distances: Vec<f64> = points.iter().map(|(x, y)| y - curve.at(*x).value).collect();
    let squares: f64 = distances.iter().map(|d| d * d).sum();
    let unknowns = shape.unknowns() + if moved { shape.segments - 1 } else { 0 };
    let freedom = (points.len() - unknowns) as f64;
    let noise = (squares / freedom).sqrt() / peak;
    let errors: Vec<f64> = solution.spread.iter().map(|spread| noise * spread.sqrt()).collect();
    Ok(CurveFit {
        errors: scaled(&basis.spline(&errors), reach, peak),
        spline,
        points: points.len(),
        rms: (squares / points.len() as f64).sqrt(),
        largest: distances.iter().fold(0.0, |most, d| most.max(d.abs())),
        peak,
        moved,
        held: solution.held > 0,
    })
}

/// Knots with a smaller sum of squares, if moving them there gains more than noise would.
fn better_knots(equal: &Basis, points: &[(f64, f64)]) -> Option<Basis> {
    let points: Vec<(f64, f64)> = points.iter().copied().step_by(points.len().div_ceil(SEARCHED)).collect();
    let inner = Some(equal.knots.len() - 1).filter(|inner| *inner < MOST_MOVED)?;
    let freedom = points.len().checked_sub(equal.unknowns() + inner).filter(|freedom| inner > 0 && *freedom > 0)?;
    let before = equal.squares(&points).filter(|squares| *squares > ROUNDING * ROUNDING * points.len() as f64)?;
    // Equal, and crowded towards either end: a search by steps finds the nearest valley only.
    let starts = [0.5, 1.0, 2.0, 3.0].map(|crowding| {
        let knots = equal.knots.iter().map(|knot| crate::math::real::powf(*knot, crowding));
        Basis { knots: knots.collect(), order: equal.order }
    });
    let found = starts.into_iter().filter_map(|start| descend(start, &points));
    let (best, squares) = found.min_by(|a, b| a.1.total_cmp(&b.1))?;
    let by_chance = squares / freedom as f64 * inner as f64;
    (before - squares > GAIN * by_chance).then_some(best)
}

/// Moves one knot at a time, by steps that are halved when none helps.
fn descend(mut basis: Basis, points: &[(f64, f64)]) -> Option<(Basis, f64)> {
    let mut squares = basis.squares(points)?;
    let mut step = 0.1;
    while step > 1e-9 {
        let mut helped = false;
        for knot in 0..basis.knots.len() - 1 {
            for way in [-step, step] {
                let mut other = basis.clone();
                other.knots[knot] += way;
                if let Some(fewer) = other.squares(points).filter(|fewer| *fewer < 0.999_999 * squares) {
                    (basis, squares, helped) = (other, fewer, true);
                }
            }
        }
        if !helped {
            step *= 0.5;
        }
    }
    Some((basis, squares))
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
            let places = PLACES * basis.knots.len();
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
#[derive(Clone, Debug)]
struct Basis {
    /// Ends of the segments; the last is 1.
    knots: Vec<f64>,
    order: usize,
}

impl Basis {
    fn equal(Shape { segments, order }: Shape) -> Self {
        Basis { knots: (1..=segments).map(|k| k as f64 / segments as f64).collect(), order }
    }

    fn unknowns(&self) -> usize {
        1 + self.knots.len() * (self.order - 1)
    }

    fn equations(&self, points: &[(f64, f64)]) -> Vec<Equation> {
        points.iter().map(|(x, y)| Equation { row: self.values(*x), value: *y }).collect()
    }

    /// The least sum of squares with these knots; nothing where a segment has no length or too few points.
    fn squares(&self, points: &[(f64, f64)]) -> Option<f64> {
        let inside = |k: usize| {
            let (start, length) = self.segment(k);
            let within = points.iter().filter(|(x, _)| x.abs() > start && x.abs() <= start + length);
            length >= SHORTEST && within.count() > self.order
        };
        if !(0..self.knots.len()).all(inside) {
            return None;
        }
        let equations = self.equations(points);
        let Solution { unknowns, .. } = solve(&equations, &[])?;
        let distance =
            |Equation { row, value }: &Equation| value - row.iter().zip(&unknowns).map(|(a, x)| a * x).sum::<f64>();
        Some(equations.iter().map(distance).map(|d| d * d).sum())
    }

    /// Start and length of a segment.
    fn segment(&self, k: usize) -> (f64, f64) {
        let start = if k == 0 { 0.0 } else { self.knots[k - 1] };
        (start, self.knots[k] - start)
    }

    /// Of every bend, by segments: where t stands, its exponent and the segment's length.
    fn bends(&self, x: f64) -> impl Iterator<Item = (f64, i32, f64)> {
        let orders = 2..=self.order;
        (0..self.knots.len()).flat_map(move |k| {
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
        let per_segment = self.order - 1;
        let segment = |k: usize| Segment {
            to: self.knots[k],
            bend: unknowns[1 + k * per_segment..1 + (k + 1) * per_segment].to_vec(),
        };
        Spline { slope: unknowns[0], segments: (0..self.knots.len()).map(segment).collect() }
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

    /// Knots far from equal, as a shear curve has them: stiff up to 0.03 of 0.4.
    #[test]
    fn knots_are_found_where_they_are() {
        let wanted = Spline::new(60.0, &[(0.03, &[-0.4]), (0.15, &[0.3]), (0.4, &[3.0])]);
        let fitted = fit(&sampled(&wanted, 0.4, 100), Shape { segments: 3, order: 2 }, 0.4).expect("determined");
        assert!(fitted.moved && (fitted.spline.slope - 60.0).abs() < 0.01, "{fitted:?}");
        for (found, wanted) in fitted.spline.segments.iter().zip(&wanted.segments) {
            assert!((found.to - wanted.to).abs() < 1e-4, "{fitted:?}");
        }
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
                assert!(fitted.held == (order > 1) || segments > 2, "{segments} of order {order}");
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
