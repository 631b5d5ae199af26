//! Odd curves through the origin, made of polynomials that join with their slopes.
//!
//! ```text
//!  y │            ╱ straight beyond the last knot
//!    │        ╭──╯
//!    │    ╭──╯ segment 1, from the knot x₁ to the knot x₂
//!    │ __╯ segment 0, begins with the slope
//!  ──┼──┴────┴────┴──── x        y(−x) = −y(x)
//! ```
//!
//! Inside a segment of length L that begins at (x_k, y_k) with slope s_k, and with t = (x − x_k)/L,
//! y = y_k + s_k L t + b₀t² + b₁t³ + …: each bend b has the unit of y and says how far the curve has left its tangent at
//! the segment's end. Value and slope are carried over, so that every such curve is C¹; there is nothing to be matched.

use super::bernstein::Bernstein;
use glam::DVec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A curve as it is written down.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Spline {
    /// Slope at the origin.
    pub slope: f64,
    /// The pieces, from the origin outwards. None: a straight line.
    #[serde(default)]
    pub segments: Vec<Segment>,
}

/// One piece of a curve.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// Where it ends; it begins where the one before it ends.
    pub to: f64,
    /// How far t², t³, … lead away from the tangent by the segment's end. None: straight.
    #[serde(default)]
    pub bend: Vec<f64>,
}

/// A place on a curve with the slope there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steepness {
    /// The argument.
    pub at: f64,
    /// dy/dx.
    pub slope: f64,
}

impl Spline {
    /// A curve from its slope and, for each segment, its end and its bends.
    pub fn new(slope: f64, segments: &[(f64, &[f64])]) -> Self {
        let segments = segments.iter().map(|(to, bend)| Segment { to: *to, bend: bend.to_vec() }).collect();
        Spline { slope, segments }
    }

    /// The lowest and the highest slope anywhere, the straight continuation with them. The knots must increase. Not a
    /// number where a segment is so short or bent so far that its slope is beyond all numbers.
    pub fn slopes(&self) -> [Steepness; 2] {
        let origin = Steepness { at: 0.0, slope: self.slope };
        let (mut low, mut high) = (origin, origin);
        let (mut start, mut slope) = (0.0, self.slope);
        for Segment { to, bend } in &self.segments {
            let length = to - start;
            // The derivative by t over the length: s + Σ (j+2) b_j t^(j+1) / L.
            let powers = bend.iter().enumerate().map(|(j, b)| (j + 2) as f64 * b / length);
            let derivative = Bernstein::from_powers(std::iter::once(slope).chain(powers));
            if !derivative.is_bounded() {
                return [Steepness { at: start, slope: f64::NAN }; 2];
            }
            let [lowest, highest] = [derivative.minimum(), derivative.negated().minimum()];
            if lowest.value < low.slope {
                low = Steepness { at: start + length * lowest.at, slope: lowest.value };
            }
            if -highest.value > high.slope {
                high = Steepness { at: start + length * highest.at, slope: -highest.value };
            }
            slope = derivative.last();
            start = *to;
        }
        [low, high]
    }

    /// Σ weight · curve(stretch · x), as one curve with the knots of all of them.
    pub fn sum(terms: &[Term<'_>]) -> Spline {
        let slope = terms.iter().map(|term| term.weight * term.stretch * term.curve.slope).sum();
        let ends = |term: &Term<'_>| term.curve.segments.iter().map(|segment| segment.to / term.stretch).collect();
        let mut knots: Vec<f64> = terms.iter().flat_map(|term| -> Vec<f64> { ends(term) }).collect();
        knots.sort_by(f64::total_cmp);
        // Knots that rounding alone sets apart are one: a segment between them would have no length to speak of.
        knots.dedup_by(|next, before| *next - *before <= ONE_KNOT * before.abs());
        let mut start = 0.0;
        let segments = knots.into_iter().map(|to| {
            let mut bend: Vec<f64> = Vec::new();
            for term in terms {
                let part = term.curve.bends_between(term.stretch * start, term.stretch * to);
                bend.resize(bend.len().max(part.len()), 0.0);
                bend.iter_mut().zip(part).for_each(|(sum, part)| *sum += term.weight * part);
            }
            start = to;
            Segment { to, bend }
        });
        Spline { slope, segments: segments.collect() }
    }

    /// The bends of the part from one argument to another, which holds no knot but at its ends.
    fn bends_between(&self, from: f64, to: f64) -> Vec<f64> {
        let middle = 0.5 * (from + to);
        let Some(index) = self.segments.iter().position(|segment| middle < segment.to) else { return Vec::new() };
        let begin = if index == 0 { 0.0 } else { self.segments[index - 1].to };
        let Segment { to: end, bend } = &self.segments[index];
        let (at, rate) = ((from - begin) / (end - begin), (to - from) / (end - begin));
        // Taylor's shift of Σ b t^(j+2): of the powers from the second on, which alone make bends.
        let mut powers: Vec<f64> = [0.0, 0.0].into_iter().chain(bend.iter().copied()).collect();
        for low in 0..powers.len() {
            for i in (low..powers.len() - 1).rev() {
                powers[i] += at * powers[i + 1];
            }
        }
        let mut scale = rate;
        let scaled = |power: f64| {
            scale *= rate;
            power * scale
        };
        powers.into_iter().skip(2).map(scaled).collect()
    }
}

/// Relative distance at which two knots are one.
const ONE_KNOT: f64 = 1e-12;

/// One curve of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Term<'a> {
    /// What its values are multiplied by.
    pub weight: f64,
    /// What its argument is multiplied by; positive.
    pub stretch: f64,
    /// The curve.
    pub curve: &'a Spline,
}

/// What a curve is at an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// y.
    pub value: f64,
    /// dy/dx.
    pub slope: f64,
    /// ∫ y dx from the origin.
    pub integral: f64,
}

/// A curve made ready to be evaluated quickly and often.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Ends of the first segments, and infinity where there are fewer: all are compared, without a branch.
    first_knots: [f64; FIRST],
    /// The first segments by how many knots were passed, and the straight continuation in all places beyond them.
    first: [Piece; PLACES],
    /// What few curves have.
    rest: Option<Box<Rest>>,
}

/// More segments than are compared at once, or powers above the cube.
#[derive(Clone, Debug, Default)]
struct Rest {
    /// Ends of the segments behind the first ones.
    knots: Box<[f64]>,
    /// All segments, and the straight continuation.
    pieces: Box<[Piece]>,
    /// Coefficients above the cube of every segment.
    high: Box<[Box<[DVec2]>]>,
}

/// Knots that are compared at once; measured curves seldom have more.
const FIRST: usize = 4;

/// A count of knots fits into so many places without being checked.
const PLACES: usize = 8;

/// Coefficients that stand in the piece itself: a cubic, the usual case, needs no second look-up.
const LOW: usize = 4;

/// A polynomial of t = (x − start)·rate up to the cube.
#[derive(Clone, Copy, Debug, Default)]
struct Piece {
    start: f64,
    rate: f64,
    /// ∫ y dx up to the start.
    below: f64,
    low: [DVec2; LOW],
}

/// The coefficient of a power. It is two numbers, which Horner's scheme carries side by side: that of the power in y, and
/// that of the same power in the slope.
fn coefficient(powers: &[f64], rate: f64, j: usize) -> DVec2 {
    let power = |j: usize| powers.get(j).copied().unwrap_or(0.0);
    DVec2::new(power(j), (j + 1) as f64 * power(j + 1) * rate)
}

impl Piece {
    /// Of the powers of t in y, and the coefficients above the cube.
    fn new(start: f64, length: f64, below: f64, powers: &[f64]) -> (Self, Box<[DVec2]>) {
        let rate = 1.0 / length;
        let low = std::array::from_fn(|j| coefficient(powers, rate, j));
        let high = (LOW..powers.len()).map(|j| coefficient(powers, rate, j)).collect();
        (Piece { start, rate, below, low }, high)
    }

    /// Value and slope by one pass of Horner's scheme. The integral has a pass of its own, which falls away where nobody
    /// asks for it.
    #[inline(always)]
    fn at(&self, x: f64, high: &[DVec2]) -> Point {
        let t = (x - self.start) * self.rate;
        let [c0, c1, c2, c3] = self.low;
        let top = if high.is_empty() { c3 } else { high.iter().rfold(DVec2::ZERO, |sum, c| sum * t + *c) * t + c3 };
        let sum = ((top * t + c2) * t + c1) * t + c0;
        Point { value: sum.x, slope: sum.y, integral: self.below + self.area(t, high) }
    }

    /// ∫ y dx from the start.
    #[inline(always)]
    fn area(&self, t: f64, high: &[DVec2]) -> f64 {
        let [c0, c1, c2, c3] = self.low.map(|c| c.x);
        let term = |sum: f64, (j, c): (usize, &DVec2)| sum * t + c.x / (LOW + j + 1) as f64;
        let high = high.iter().enumerate().rfold(0.0, term);
        let sum = (((high * t + 0.25 * c3) * t + c2 / 3.0) * t + 0.5 * c1) * t + c0;
        sum * t / self.rate
    }
}

impl Prepared {
    /// Sums up the segments of a curve whose knots increase.
    pub fn new(spline: &Spline) -> Self {
        let (mut pieces, mut high) = (Vec::new(), Vec::new());
        let mut start = 0.0;
        let mut here = Point { value: 0.0, slope: spline.slope, integral: 0.0 };
        for Segment { to, bend } in &spline.segments {
            let length = to - start;
            let powers: Vec<f64> = [here.value, here.slope * length].into_iter().chain(bend.iter().copied()).collect();
            let (piece, above) = Piece::new(start, length, here.integral, &powers);
            here = piece.at(*to, &above);
            pieces.push(piece);
            high.push(above);
            start = *to;
        }
        let (straight, above) = Piece::new(start, 1.0, here.integral, &[here.value, here.slope]);
        pieces.push(straight);
        high.push(above);
        let mut knots = spline.segments.iter().map(|segment| segment.to);
        let first_knots = std::array::from_fn(|_| knots.next().unwrap_or(f64::INFINITY));
        // Infinity has passed the knots that are not there, too.
        let first = std::array::from_fn(|place| pieces[place.min(pieces.len() - 1)]);
        let usual = pieces.len() <= FIRST + 1 && high.iter().all(|above| above.is_empty());
        let rest = Rest { knots: knots.collect(), pieces: pieces.into(), high: high.into() };
        Prepared { first_knots, first, rest: (!usual).then(|| Box::new(rest)) }
    }

    /// Whether [`usual`](Self::usual) is enough.
    pub fn is_usual(&self) -> bool {
        self.rest.is_none()
    }

    /// Value, slope and integral at `x`; value odd, slope and integral even.
    #[inline(always)]
    pub fn at(&self, x: f64) -> Point {
        match &self.rest {
            None => self.usual(x),
            Some(rest) => odd(x, rest.at(x.abs(), self.passed(x.abs()))),
        }
    }

    /// The same of a curve that [has](Self::is_usual) few segments, none above the cube: whoever asked for that once
    /// evaluates many without a branch.
    #[inline(always)]
    pub fn usual(&self, x: f64) -> Point {
        let far = x.abs();
        odd(x, self.first[self.passed(far) % PLACES].at(far, &[]))
    }

    /// How many of the first knots lie before an argument. Counting them all costs less than a branch that is guessed
    /// wrongly.
    #[inline(always)]
    fn passed(&self, far: f64) -> usize {
        self.first_knots.iter().map(|knot| usize::from(far >= *knot)).sum()
    }
}

/// A point of the positive side as that of an argument of either sign.
#[inline(always)]
fn odd(x: f64, point: Point) -> Point {
    Point { value: if x < 0.0 { -point.value } else { point.value }, ..point }
}

impl Rest {
    fn at(&self, far: f64, passed: usize) -> Point {
        let passed = passed + self.knots.iter().filter(|knot| far >= **knot).count();
        let place = passed.min(self.pieces.len() - 1);
        self.pieces[place].at(far, &self.high[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments of order 3, 1, 2 and 7, the last of which falls and rises again.
    fn winding() -> Spline {
        let last: &[f64] = &[1.0, -4.0, 2.0, 3.0, -1.0, 0.5];
        Spline::new(100.0, &[(0.02, &[1.5, -0.3]), (0.03, &[]), (0.07, &[-2.0]), (0.2, last)])
    }

    /// The definition, term by term, without any of the engine's preparation.
    fn defined(spline: &Spline, x: f64) -> f64 {
        let (mut start, mut y, mut slope) = (0.0, 0.0, spline.slope);
        let far = x.abs();
        for Segment { to, bend } in &spline.segments {
            let length = to - start;
            let t = ((far - start) / length).min(1.0);
            let (mut power, mut leave, mut turn) = (t, 0.0, 0.0);
            for (j, b) in bend.iter().enumerate() {
                turn += (j + 2) as f64 * b * power / length;
                power *= t;
                leave += b * power;
            }
            (y, slope) = (y + slope * length * t + leave, slope + turn);
            if far <= *to {
                return y * x.signum();
            }
            start = *to;
        }
        (y + slope * (far - start)) * x.signum()
    }

    #[test]
    fn values_follow_the_definition() {
        let mut longer = winding();
        longer.segments.extend([0.25, 0.3, 0.35].map(|to| Segment { to, bend: vec![0.4, 0.1] }));
        for spline in [Spline::new(7.0, &[]), winding(), longer] {
            let curve = Prepared::new(&spline);
            for step in -400..=400 {
                let x = f64::from(step) * 0.001 + 1e-5;
                let (found, expected) = (curve.at(x).value, defined(&spline, x));
                assert!((found - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{x}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_curve_is_odd_and_nothing_at_the_origin() {
        let curve = Prepared::new(&winding());
        assert_eq!(curve.at(0.0), Point { value: 0.0, slope: 100.0, integral: 0.0 });
        for x in [1e-9, 0.01, 0.02, 0.05, 0.07, 0.11, 0.2, 3.0] {
            let (ahead, behind) = (curve.at(x), curve.at(-x));
            assert_eq!((behind.value, behind.slope, behind.integral), (-ahead.value, ahead.slope, ahead.integral));
        }
    }

    #[test]
    fn a_sum_of_curves_is_the_sum_of_their_values() {
        let (a, b) = (winding(), Spline::new(40.0, &[(0.03, &[0.7, 0.2, -0.1]), (0.5, &[3.0])]));
        let terms = [Term { weight: 2.0, stretch: 2.0, curve: &a }, Term { weight: -0.3, stretch: 1.0, curve: &b }];
        let sum = Spline::sum(&terms);
        for step in -700..=700 {
            let x = f64::from(step) * 0.001 + 3e-5;
            let expected = 2.0 * defined(&a, 2.0 * x) - 0.3 * defined(&b, x);
            let found = defined(&sum, x);
            assert!((found - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{x}: {found} {expected}");
        }
    }

    #[test]
    fn joints_keep_value_slope_and_integral() {
        let spline = winding();
        let curve = Prepared::new(&spline);
        for Segment { to, .. } in &spline.segments {
            let (before, after) = (curve.at(to * (1.0 - 1e-15)), curve.at(*to));
            assert!((before.value - after.value).abs() < 1e-12, "{to}: {before:?} {after:?}");
            assert!((before.slope / after.slope - 1.0).abs() < 1e-12, "{to}: {before:?} {after:?}");
            assert!((before.integral - after.integral).abs() < 1e-14, "{to}: {before:?} {after:?}");
        }
    }

    #[test]
    fn beyond_the_last_knot_a_curve_is_straight() {
        let curve = Prepared::new(&winding());
        let end = curve.at(0.2);
        for beyond in [0.01, 0.5, 10.0] {
            let point = curve.at(0.2 + beyond);
            assert_eq!(point.slope, end.slope);
            assert!((point.value - (end.value + end.slope * beyond)).abs() < 1e-12 * point.value.abs());
        }
    }

    /// Simpson's rule on the definition, segment by segment, with panels so fine that its own error is below the bound.
    #[test]
    fn the_integral_is_that_of_the_values() {
        let spline = winding();
        let curve = Prepared::new(&spline);
        let simpson = |from: f64, to: f64| {
            let n = 2000;
            let h = (to - from) / f64::from(n);
            let weight = |i: i32| if i == 0 || i == n { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
            (0..=n).map(|i| weight(i) * defined(&spline, from + h * f64::from(i))).sum::<f64>() * h / 3.0
        };
        let ends = [0.0, 0.02, 0.03, 0.07, 0.2, 0.3];
        let mut expected = 0.0;
        for pair in ends.windows(2) {
            expected += simpson(pair[0], pair[1]);
            let found = curve.at(pair[1]).integral;
            assert!((found / expected - 1.0).abs() < 1e-10, "{found} {expected}");
        }
    }

    #[test]
    fn slopes_are_the_differences_of_values() {
        let spline = winding();
        let curve = Prepared::new(&spline);
        for step in 1..300 {
            let (x, h) = (f64::from(step) * 0.001 + 3e-4, 1e-7);
            let expected = (defined(&spline, x + h) - defined(&spline, x - h)) / (2.0 * h);
            let found = curve.at(x).slope;
            assert!((found - expected).abs() < 1e-5 * (1.0 + expected.abs()), "{x}: {found} {expected}");
        }
    }

    /// s(x) = 3(x − ¼)² − ε on the first segment: a dip between any coarse samples, with a closed form.
    #[test]
    fn the_lowest_slope_is_found_however_narrow_the_dip() {
        // y = (x − ¼)³ + (¼)³ − εx on [0, 1] with ε = 1e-6: slope 3/16 − ε at 0, −ε at ¼, bends −¾ and 1.
        let spline = Spline::new(0.1875 - 1e-6, &[(1.0, &[-0.75, 1.0])]);
        let [low, high] = spline.slopes();
        assert!((low.slope + 1e-6).abs() < 1e-13, "{low:?}");
        assert!((low.at - 0.25).abs() < 1e-5, "{low:?}");
        assert!((high.slope - (27.0 / 16.0 - 1e-6)).abs() < 1e-13 && high.at == 1.0, "{high:?}");
    }

    #[test]
    fn the_extreme_slopes_agree_with_a_fine_search() {
        let spline = winding();
        let curve = Prepared::new(&spline);
        let [low, high] = spline.slopes();
        let samples = (0..=200_000).map(|i| curve.at(f64::from(i) * 1.5e-6).slope);
        let (least, most) =
            samples.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b): (f64, f64), s| (a.min(s), b.max(s)));
        assert!(low.slope <= least && least - low.slope < 1e-6, "{low:?} {least}");
        assert!(high.slope >= most && high.slope - most < 1e-6, "{high:?} {most}");
        assert!((curve.at(low.at).slope - low.slope).abs() < 1e-9);
    }
}
