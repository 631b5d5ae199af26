//! When do two moving features come too close? Conservative advancement.
//!
//! From a moment at which the features are d apart, and with l the fastest they can close in, nothing happens for the
//! time d/l; so time is advanced by that, again and again, until it is over or they are as near as they may come. Only
//! distances are computed, no roots: rounding can make it stop a little early, never too late. Motion that both share is
//! taken out first, so that cloth flying as a whole costs nothing (after Li, Kaufman and Jiang 2021, additive CCD).

use super::distance::{Closest, Pair};
use glam::DVec3;

/// Advances after which the pair counts as too close: only features that slide along each other at the least distance
/// need so many.
const MOST_ADVANCES: u32 = 100;

/// The first moment between 0 (the features at `from`) and 1 (at `to`) at which they are no further apart than `stop`,
/// and their nearest points then; nothing if they stay apart. At the start they must be further apart than `stop`; up to
/// the moment returned, or to the end, they are never nearer than `least`, which is smaller.
pub fn first_touch(pair: &Pair, from: [DVec3; 4], to: [DVec3; 4], [stop, least]: [f64; 2]) -> Option<(f64, Closest)> {
    let (way, speed) = relative(pair, from, to);
    let mut time = 0.0;
    for _ in 0..MOST_ADVANCES {
        let closest = pair.closest(std::array::from_fn(|i| from[i] + time * way[i]));
        let distance = closest.vector.length();
        if distance - speed * (1.0 - time) > stop {
            return None;
        }
        if distance <= stop {
            return Some((time, closest));
        }
        time += (distance - least) / speed;
        if time >= 1.0 {
            return None;
        }
    }
    Some((time, pair.closest(std::array::from_fn(|i| from[i] + time * way[i]))))
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
    use super::super::distance::Kind;
    use super::*;

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
}
