//! When do two moving features come too close? Conservative advancement.
//!
//! From a moment at which the features are d apart, and with l the fastest they can close in, nothing happens for the
//! time d/l; so time is advanced by that, again and again, until it is over or they are as near as they may come. Only
//! distances are computed, no roots: rounding can make it stop a little early, never too late. Motion that both share is
//! taken out first, so that cloth flying as a whole costs nothing (after Li, Kaufman and Jiang 2021, additive CCD).
//!
//! ```text
//!        ·───·            Seen along the line of nearest points n the features have a gap as long as all of the one lies
//!   n ↑    d              before all of the other. Corners go along n at their own constant speeds, so that the gap is the
//!      ·───────·          least of some straight lines over time: what it is at both ends it is in between at least.
//! ```
//!
//! Features that slide along each other, or part, keep their gap and are done at once; those that meet head-on are
//! advanced to where they do in one go.

use super::distance::{Closest, Kind, Pair};
use crate::math::each::Each;
use glam::DVec3;

/// Advances after which the pair counts as too close: only features that slide along each other at the least distance
/// need so many.
const MOST_ADVANCES: u32 = 100;

/// The first moment between 0 (the features at `from`) and 1 (at `to`) at which they are no further apart than `stop`,
/// and their nearest points then; nothing if they stay apart. At the start they must be further apart than `stop`; up to
/// the moment returned, or to the end, they are never nearer than `least`, which is smaller.
pub fn first_touch(pair: &Pair, from: [DVec3; 4], to: [DVec3; 4], [stop, least]: [f64; 2]) -> Option<(f64, Closest)> {
    let (way, speed) = relative(pair, from, to);
    let at = |time: f64| [0, 1, 2, 3].each(|i| from[i] + time * way[i]);
    let end = at(1.0);
    let mut time = 0.0;
    for _ in 0..MOST_ADVANCES {
        let corners = at(time);
        let closest = pair.closest(corners);
        let distance = closest.vector.length();
        if distance - speed * (1.0 - time) > stop {
            return None;
        }
        if distance <= stop {
            return Some((time, closest));
        }
        let n = closest.vector / distance;
        if gap(pair, n, &end) > stop {
            return None;
        }
        time += ((distance - least) / speed).max(until(pair, (n, &corners, &way), least));
        if time >= 1.0 {
            return None;
        }
    }
    Some((time, pair.closest(at(time))))
}

/// By how much the first feature lies before the second along a direction, m, which is no more than they are apart.
pub fn gap(pair: &Pair, n: DVec3, [a, b, c, d]: &[DVec3; 4]) -> f64 {
    let [a, b, c, d] = [n.dot(*a), n.dot(*b), n.dot(*c), n.dot(*d)];
    match pair.kind {
        Kind::PointTriangle => a - b.max(c).max(d),
        Kind::EdgeEdge => a.min(b) - c.max(d),
    }
}

/// After which part of the whole way the gap along a direction has come down to this, if it does.
fn until(pair: &Pair, (n, corners, way): (DVec3, &[DVec3; 4], &[DVec3; 4]), least: f64) -> f64 {
    let first = pair.first();
    let mut time = f64::INFINITY;
    for i in 0..first {
        for j in first..4 {
            let closing = n.dot(way[j] - way[i]);
            if closing > 0.0 {
                time = time.min((n.dot(corners[i] - corners[j]) - least) / closing);
            }
        }
    }
    time
}

/// The ways of a pair's particles without what they share, and the most by which the features can close in, m.
pub fn relative(pair: &Pair, from: [DVec3; 4], to: [DVec3; 4]) -> ([DVec3; 4], f64) {
    let mut way: [DVec3; 4] = std::array::from_fn(|i| to[i] - from[i]);
    let shared = 0.25 * ((way[0] + way[1]) + (way[2] + way[3]));
    way.iter_mut().for_each(|way| *way -= shared);
    let furthest = |side: &[DVec3]| side.iter().map(|way| way.length_squared()).fold(0.0, f64::max).sqrt();
    let (first, second) = way.split_at(pair.first());
    let speed = furthest(first) + furthest(second);
    (way, speed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    const POINT: Pair = Pair { kind: Kind::PointTriangle, particles: [0, 1, 2, 3] };
    const TRIANGLE: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Z];

    fn with(point: DVec3) -> [DVec3; 4] {
        [point, TRIANGLE[0], TRIANGLE[1], TRIANGLE[2]]
    }

    /// A point that falls 2 m onto a triangle 1 m below touches halfway, whatever both share.
    #[test]
    fn a_falling_point_touches_when_it_arrives() {
        let over = DVec3::new(0.2, 1.0, 0.3);
        let shared = DVec3::new(40.0, -7.0, 3.0);
        let to = with(over - 2.0 * DVec3::Y).map(|p| p + shared);
        let (time, closest) = first_touch(&POINT, with(over), to, [1e-3, 5e-4]).unwrap();
        assert!(time <= 0.5 && time > 0.5 - 1e-3, "{time}");
        assert!(closest.vector.y > 0.0 && closest.vector.length() <= 1e-3);
    }

    #[test]
    fn passing_beside_or_stopping_short_touches_nothing() {
        let beside = DVec3::new(-0.01, 1.0, 0.5);
        assert_eq!(first_touch(&POINT, with(beside), with(beside - 2.0 * DVec3::Y), [1e-3, 5e-4]), None);
        let over = DVec3::new(0.2, 1.0, 0.3);
        assert_eq!(first_touch(&POINT, with(over), with(over - 0.99 * DVec3::Y), [1e-3, 5e-4]), None);
    }

    /// Two crossing edges pass through each other: found however fast.
    #[test]
    fn edges_are_caught_at_any_speed() {
        let pair = Pair { kind: Kind::EdgeEdge, particles: [0, 1, 2, 3] };
        let from = [
            DVec3::new(-1.0, 0.01, 0.0),
            DVec3::new(1.0, 0.01, 0.1),
            DVec3::new(0.1, 0.0, -1.0),
            DVec3::new(0.0, 0.0, 1.0),
        ];
        for speed in [0.02, 1.0, 1e3] {
            let mut to = from;
            to[0].y -= speed;
            to[1].y -= speed;
            assert!(first_touch(&pair, from, to, [1e-5, 5e-6]).is_some(), "{speed}");
        }
    }

    /// Random pairs on random ways, looked at in many moments: never nearer than the least before the moment found, and as near as
    /// the stop then; those that are said to stay apart do.
    #[test]
    fn no_moment_before_the_one_found_is_too_near() {
        let mut random = Random::new(5);
        let mut met = 0;
        for case in 0..2000 {
            let kind = if case % 2 == 0 { Kind::PointTriangle } else { Kind::EdgeEdge };
            let pair = Pair { kind, particles: [0, 1, 2, 3] };
            let mut some = || std::array::from_fn(|_| DVec3::new(random.signed(), random.signed(), random.signed()));
            let (from, to): ([DVec3; 4], [DVec3; 4]) = (some(), some());
            let apart = |time: f64| pair.closest(std::array::from_fn(|i| from[i].lerp(to[i], time))).vector.length();
            let limits = [0.02, 0.01];
            if apart(0.0) <= limits[0] {
                continue;
            }
            let touch = first_touch(&pair, from, to, limits);
            let until = touch.map_or(1.0, |(time, _)| time);
            let nearest = (0..=1000).map(|k| apart(until * f64::from(k) / 1000.0)).fold(f64::INFINITY, f64::min);
            assert!(nearest >= limits[1] - 1e-12, "{kind:?} {nearest} {touch:?}");
            if let Some((time, closest)) = touch {
                met += 1;
                assert!(apart(time) <= limits[0] + 1e-12, "{kind:?} {} {touch:?}", apart(time));
                assert!((closest.vector.length() - apart(time)).abs() < 1e-12);
            }
        }
        assert!(met > 100, "{met}");
    }
}
