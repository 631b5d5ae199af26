//! When are four moving points in one plane? The roots of the paper's (5), for certain.
//!
//! The triple product of three linear motions is a cubic of time. In Bernstein form its coefficients enclose its values, and
//! with a bound on what rounding did to them an interval without a root is told from one that may have one: as with the interval
//! arithmetic of the paper, no root is ever missed. Intervals that may have one are halved until they are short.

use glam::{DVec3, Mat4, Vec3A, Vec4};

/// Halvings after which an interval counts as a root: 1/4096 of a step, 1 µs.
const DEEPEST: u32 = 12;
/// Rounding of a triple product of differences, relative to the product of the largest lengths, is below 16 units in the
/// last place; halving adds less than one each time.
const ROUNDING: f64 = 32.0 * f64::EPSILON;
/// The same in single precision, to which the points themselves were rounded, by half a unit of their coordinates each.
const ROUNDING_SINGLE: f32 = 34.0 * f32::EPSILON;

/// The middle of the first short interval in which the points may be in one plane. Points move on straight lines from `from` at time 0
/// to `to` at time 1. `may_hit` is asked of every interval, by its middle and half its length, whether it is worth looking at: points that
/// stay in one plane have a root always.
pub(super) fn first_coplanar(
    from: [DVec3; 4],
    to: [DVec3; 4],
    mut may_hit: impl FnMut(f64, f64) -> bool,
) -> Option<f64> {
    let between = |[p1, p2, p3, p4]: [DVec3; 4]| [p3 - p1, p2 - p1, p4 - p3];
    let (x, y) = (between(from), between(to));
    let (first, last) = (x[1].cross(x[2]), y[1].cross(y[2]));
    let mixed = x[1].cross(y[2]) + y[1].cross(x[2]);
    let cubic = [
        x[0].dot(first),
        (y[0].dot(first) + x[0].dot(mixed)) / 3.0,
        (y[0].dot(mixed) + x[0].dot(last)) / 3.0,
        y[0].dot(last),
    ];
    // Sums of the coordinates: no less than the lengths, and without their roots.
    let sum = |a: DVec3| a.abs().element_sum();
    let most = |k: usize| larger(sum(x[k]), sum(y[k]));
    let (a, b, c) = (most(0), most(1), most(2));
    // Differences of coordinates are exact to half a unit of the coordinates, which are larger than what is between them.
    let far = larger(sum(from[0]), sum(to[0])) + a + b + c;
    let error = ROUNDING * (a * b * c + far * (a * b + b * c + c * a));
    // Most have none at all, and need no room for halves.
    if has_no_root(cubic, error) { None } else { first_root(cubic, error, &mut may_hit) }
}

/// Whether four points that move on straight lines, each given by its ends, are certainly never in one plane. In single precision, which
/// settles nearly all pairs: what rounding does is bounded as in [`first_coplanar`].
pub(super) fn never_coplanar(ways: [[Vec3A; 2]; 4]) -> bool {
    let between = |k: usize| {
        let [p1, p2, p3, p4] = [ways[0][k], ways[1][k], ways[2][k], ways[3][k]];
        [p3 - p1, p2 - p1, p4 - p3]
    };
    let (x, y) = (between(0), between(1));
    let (first, last) = (x[1].cross(x[2]), y[1].cross(y[2]));
    let mixed = x[1].cross(y[2]) + y[1].cross(x[2]);
    let cubic = [
        x[0].dot(first),
        (y[0].dot(first) + x[0].dot(mixed)) * (1.0 / 3.0),
        (y[0].dot(mixed) + x[0].dot(last)) * (1.0 / 3.0),
        y[0].dot(last),
    ];
    let most = |a: Vec3A, b: Vec3A| a.abs().max(b.abs()).element_sum();
    let [a, b, c] = [most(x[0], y[0]), most(x[1], y[1]), most(x[2], y[2])];
    let far = most(ways[0][0], ways[0][1]) + a + b + c;
    let error = ROUNDING_SINGLE * (a * b * c + far * (a * b + b * c + c * a));
    let sizes = [cubic[0] > error, cubic[1] > error, cubic[2] > error, cubic[3] > error];
    let depths = [cubic[0] < -error, cubic[1] < -error, cubic[2] < -error, cubic[3] < -error];
    sizes[0] & sizes[1] & sizes[2] & sizes[3] | depths[0] & depths[1] & depths[2] & depths[3]
}

/// The coordinates of four points.
type Points = [Vec4; 3];

/// Four pairs of edges whose ends move on straight lines side by side: where the ends of one edge, then of the other, were and are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways([[Points; 2]; 4]);

impl Ways {
    /// Of the ends of four pairs.
    pub fn new(pairs: [[[Vec3A; 2]; 4]; 4]) -> Self {
        let at = |end: usize, k: usize| {
            let column = |pair: usize| pairs[pair][end][k].extend(0.0);
            let Mat4 { x_axis, y_axis, z_axis, .. } =
                Mat4::from_cols(column(0), column(1), column(2), column(3)).transpose();
            [x_axis, y_axis, z_axis]
        };
        Ways([[at(0, 0), at(0, 1)], [at(1, 0), at(1, 1)], [at(2, 0), at(2, 1)], [at(3, 0), at(3, 1)]])
    }

    /// Which pairs certainly stay further apart than a distance, as bits. Along a fixed axis the gap is what is between the middles of the edges,
    /// which is linear in time, less how far each reaches, which is convex; so it is smallest at the start or at the end. The axes are from
    /// middle to middle, and what of that is across either edge: the nearest points of short edges that are not over each other are about
    /// there. What rounding does to an axis does not matter.
    pub fn never_within(&self, distance: f32) -> u32 {
        let at = |k: usize| {
            let [p1, p2, p3, p4] = [self.0[0][k], self.0[1][k], self.0[2][k], self.0[3][k]];
            // All of it twice: no halves are needed.
            [less(plus(p3, p4), plus(p1, p2)), less(p2, p1), less(p4, p3)]
        };
        let (start, end) = (at(0), at(1));
        let far = plus(plus(sizes(self.0[0][0]), sizes(self.0[0][1])), plus(sizes(self.0[2][0]), sizes(self.0[2][1])));
        let reach = plus(plus(sizes(start[1]), sizes(start[2])), plus(sizes(end[1]), sizes(end[2])));
        let [x, y, z] = plus(far, reach);
        let least = Vec4::splat(2.0 * distance) + ROUNDING_SINGLE * (x + y + z);
        let square = least * least;
        let apart = |axis: Points| {
            let gap = |[between, first, second]: [Points; 3]| {
                dot(axis, between) - (dot(axis, first).abs() + dot(axis, second).abs())
            };
            // Squares in place of a root, which are as exact to two units; where they vanish nothing is said.
            let (gap, wanted) = (gap(start).min(gap(end)), square * dot(axis, axis));
            gap.cmpgt(Vec4::ZERO) & (gap * gap).cmpgt(wanted)
        };
        let between = plus(start[0], end[0]);
        let across = |edge: Points| {
            let (long, along) = (dot(edge, edge), dot(edge, between));
            let part = |k: usize| between[k] * long - edge[k] * along;
            [part(0), part(1), part(2)]
        };
        let [first, second] = [plus(start[1], end[1]), plus(start[2], end[2])];
        (apart(between) | apart(across(first)) | apart(across(second))).bitmask()
    }
}

#[inline(always)]
fn plus(a: Points, b: Points) -> Points {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
fn less(a: Points, b: Points) -> Points {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn sizes(a: Points) -> Points {
    [a[0].abs(), a[1].abs(), a[2].abs()]
}

#[inline(always)]
fn dot(a: Points, b: Points) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Whether a cubic has no root on its interval, given its Bernstein coefficients and what rounding did to them at most.
#[inline(always)]
fn has_no_root(c: [f64; 4], error: f64) -> bool {
    let (above, below) = (|k: usize| c[k] > error, |k: usize| c[k] < -error);
    above(0) & above(1) & above(2) & above(3) | below(0) & below(1) & below(2) & below(3)
}

fn first_root(cubic: [f64; 4], error: f64, may_hit: &mut impl FnMut(f64, f64) -> bool) -> Option<f64> {
    let mut open = [(cubic, 0.0, 0); 2 + DEEPEST as usize];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (c, start, depth) = open[count];
        if has_no_root(c, error) {
            continue;
        }
        let length = 1.0 / f64::from(1_u32 << depth);
        if !may_hit(start + 0.5 * length, 0.5 * length) {
            continue;
        }
        if depth == DEEPEST {
            return Some(start + 0.5 * length);
        }
        let (ab, bc, cd) = (0.5 * (c[0] + c[1]), 0.5 * (c[1] + c[2]), 0.5 * (c[2] + c[3]));
        let (abc, bcd) = (0.5 * (ab + bc), 0.5 * (bc + cd));
        let middle = 0.5 * (abc + bcd);
        open[count] = ([middle, bcd, cd, c[3]], start + 0.5 * length, depth + 1);
        open[count + 1] = ([c[0], ab, abc, middle], start, depth + 1);
        count += 2;
    }
    None
}

/// The larger of two numbers. Not `max`: wasm has none that treats what is not a number as Rust does.
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::distance::{Kind, Pair};
    use crate::math::random::Random;

    fn any(random: &mut Random) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    /// The value at a time, by the definition.
    fn value(from: [DVec3; 4], to: [DVec3; 4], t: f64) -> f64 {
        let [p1, p2, p3, p4]: [DVec3; 4] = std::array::from_fn(|k| from[k].lerp(to[k], t));
        (p3 - p1).dot((p2 - p1).cross(p4 - p3))
    }

    /// Whenever samples of the cubic change sign, the first change is found, within the length of an interval.
    #[test]
    fn no_root_is_missed_and_the_first_comes_first() {
        let mut random = Random::new(21);
        let mut found = 0;
        for _ in 0..3000 {
            let from: [DVec3; 4] = std::array::from_fn(|_| any(&mut random));
            let to: [DVec3; 4] = std::array::from_fn(|_| any(&mut random));
            let samples: Vec<f64> = (0..=512).map(|k| value(from, to, f64::from(k) / 512.0)).collect();
            let change = samples.windows(2).position(|pair| pair[0] * pair[1] < 0.0);
            let root = first_coplanar(from, to, |_, _| true);
            if let Some(change) = change {
                found += 1;
                let root = root.expect("samples change sign");
                assert!(root <= (change as f64 + 1.0) / 512.0 + 1.0 / 4096.0, "{root} after {change}");
            }
            if let Some(root) = root {
                // The cubic nearly vanishes there: it changes by less than 64 per time.
                assert!(value(from, to, root).abs() < 64.0 / 4096.0);
            }
        }
        assert!(found > 1000);
    }

    /// What single precision says is never in one plane has no root, however near the plane it comes; of what double precision settles without
    /// halving it tells most.
    #[test]
    fn single_precision_misses_no_root() {
        let mut random = Random::new(22);
        let (mut none, mut told) = (0, 0);
        for case in 0..4000 {
            // Yarns of a millimetre, far from the origin, some of which pass over each other within less than what single precision resolves.
            let off = DVec3::new(0.3, -0.2, 0.1);
            let flat = if case % 2 == 0 { 1.0 } else { 1e-5 };
            let mut point = || {
                let DVec3 { x, y, z } = any(&mut random);
                off + 1e-3 * DVec3::new(x, y, flat * z)
            };
            let from: [DVec3; 4] = std::array::from_fn(|_| point());
            let to: [DVec3; 4] = std::array::from_fn(|_| point());
            let mut halved = false;
            let exact = first_coplanar(from, to, |_, _| {
                halved = true;
                true
            });
            let ways = std::array::from_fn(|k| [from[k], to[k]].map(|x| Vec3A::from(x.as_vec3())));
            let never = never_coplanar(ways);
            assert!(!(never && exact.is_some()), "{from:?} {to:?}: {exact:?}");
            none += u32::from(!halved && case % 2 == 0);
            told += u32::from(never && case % 2 == 0);
        }
        assert!(none > 100 && 2 * told > none, "{told} of {none}");
    }

    /// Edges that are told to stay further apart than a distance are so at all times, by the nearest points; of those that are, most are told.
    #[test]
    fn edges_told_apart_stay_apart() {
        let mut random = Random::new(23);
        let (mut apart, mut told) = (0, 0);
        for _ in 0..1000 {
            let mut ends = |size: f64| -> [DVec3; 4] {
                let [from, to] = [any(&mut random), 0.3 * any(&mut random)];
                let along = any(&mut random).normalize();
                [from, from + along, to, to + any(&mut random)]
                    .map(|point| DVec3::new(0.05, -0.03, 0.01) + size * point)
            };
            let pairs: [[[DVec3; 4]; 2]; 4] = std::array::from_fn(|_| {
                let ([a0, a1, _, turn], [b0, b1, fly, turn_b]) = (ends(1e-3), ends(1e-3));
                let to = [a0, a1 + 0.2 * (turn - a0), b0 + (fly - a0), b1 + (fly - a0) + 0.2 * (turn_b - b0)];
                [[a0, a1, b0, b1], to]
            });
            let single = |point: DVec3| Vec3A::from(point.as_vec3());
            let ways = pairs.map(|[from, to]| std::array::from_fn(|p| [single(from[p]), single(to[p])]));
            let never = Ways::new(ways).never_within(1e-4);
            for (k, [from, to]) in pairs.into_iter().enumerate() {
                let pair = Pair { kind: Kind::EdgeEdge, particles: [0, 1, 2, 3] };
                let gap =
                    |k: i32| pair.closest(std::array::from_fn(|p| from[p].lerp(to[p], f64::from(k) / 64.0))).vector;
                let least = (0..=64).map(|k| gap(k).length()).fold(f64::INFINITY, f64::min);
                let never = never >> k & 1 == 1;
                assert!(!never || least > 1e-4, "{least}");
                apart += u32::from(least > 2e-4);
                told += u32::from(never);
            }
        }
        assert!(apart > 1000 && 3 * told > apart, "{told} of {apart}");
    }

    /// Points that stay in one plane are in it at once, and a touch without crossing, a double root, counts.
    #[test]
    fn degenerate_motions_have_roots() {
        let flat: [DVec3; 4] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
        assert!(first_coplanar(flat, flat.map(|p| p + DVec3::X), |_, _| true).unwrap() < 1e-3);
        // f = (t − ½)²·… : the third point's height times the turn of the edge 3–4.
        let from = [DVec3::new(-1.0, 0.0, 0.0), DVec3::X, DVec3::new(0.0, -0.5, 0.5), DVec3::new(0.5, 0.5, 0.5)];
        let to = [DVec3::new(-1.0, 0.0, 0.0), DVec3::X, DVec3::new(0.0, 0.5, -0.5), DVec3::new(0.5, -0.5, -0.5)];
        let root = first_coplanar(from, to, |_, _| true).unwrap();
        assert!((root - 0.5).abs() < 2e-3, "{root}");
    }

    /// Those that are clearly apart have none, and intervals are asked about in the order of time.
    #[test]
    fn distant_motions_have_none_and_time_runs_forward() {
        let from = [DVec3::ZERO, DVec3::X, DVec3::new(0.0, 0.0, 1.0), DVec3::new(0.0, 1.0, 1.0)];
        assert_eq!(first_coplanar(from, from.map(|p| p + DVec3::Y), |_, _| true), None);
        let mut to = from;
        to[2].z = -1.0;
        to[3].z = -1.0;
        let mut last = 0.0;
        let none = first_coplanar(from, to, |t, half| {
            assert!(t + half >= last);
            last = t - half;
            half > 1e-3
        });
        assert_eq!(none, None);
        assert!((last - 0.5).abs() < 2e-3);
    }
}
