//! What a particle remembers of a body.
//!
//! A body made of thousands of triangles is asked from every particle several times in an iteration, and most of them are where they
//! were, or too far away for the body to matter: who is further off than it can feel, and has gone a small part of that, need not
//! ask again.
//!
//! ```text
//!      • asked here, d away
//!       ╲  gone w ≪ d          nowhere nearer than d − w; about d + n·w
//!        •
//!   ~~~~~~~~~~~~~~~~ body
//! ```

use super::bodies::{Nearest, Obstacle};
use super::clearance::Sight;
use crate::body::NO_HINT;
use glam::DVec3;

/// Part of its distance that a particle may go before it asks again: the direction in which it sees a round body turns by no more than
/// this, in rad. Twice as much and chords that span a ridge are told by directions that are off by eleven degrees.
const SHARE: f64 = 0.1;

/// How a particle saw a body when it asked last.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    sight: Sight,
    /// What the answer left as a hint.
    answer: u32,
    /// As [`Shape::nearest_hinted`](crate::body::Shape::nearest_hinted) takes it.
    pub hint: u32,
    /// Nearer than this the particle may feel the body, m, and asks whenever it has moved.
    pub near: f64,
}

impl Memory {
    /// Of a body that was never asked.
    pub const NONE: Memory = Memory {
        sight: Sight { at: DVec3::INFINITY, seen: Nearest { distance: f64::NEG_INFINITY, normal: DVec3::Y } },
        answer: NO_HINT,
        hint: NO_HINT,
        near: f64::INFINITY,
    };

    /// The body has moved: what is left is a hint.
    pub fn forget(&mut self) {
        self.sight = Memory::NONE.sight;
    }

    /// What is known for certain of how the body was seen from this point, and the hint that this answer left.
    pub fn recall(&self, point: DVec3) -> Option<(Nearest, u32)> {
        (self.sight.at == point).then_some((self.sight.seen, self.answer))
    }

    /// How the body is seen from this point.
    pub fn ask(&mut self, body: &Obstacle, point: DVec3) -> Nearest {
        let Sight { at, seen } = self.sight;
        if at == point {
            return seen;
        }
        let way = point - at;
        let furthest = (seen.distance - self.near).min(SHARE * seen.distance);
        if furthest > 0.0 && way.length_squared() < furthest * furthest {
            return Nearest { distance: seen.distance + seen.normal.dot(way), ..seen };
        }
        self.ask_exactly(body, point)
    }

    /// The same to the last digit.
    pub fn ask_exactly(&mut self, body: &Obstacle, point: DVec3) -> Nearest {
        if self.sight.at != point {
            self.sight = Sight { at: point, seen: body.placed.nearest_hinted(point, &mut self.hint) };
            self.answer = self.hint;
        }
        self.sight.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::motion::Still;
    use crate::body::{Placed, Shapes};
    use crate::math::random::Random;
    use crate::row::{Table, Values};
    use glam::DMat3;

    /// Along a random walk around a sphere: exact where it may be felt, elsewhere never nearer to it than it is said to be by more
    /// than a hundredth, and with a direction that is off by less than the share.
    #[test]
    fn what_is_remembered_is_exact_where_it_matters() {
        let sphere = (Shapes::find("body.sphere").unwrap().make)(&Values::from([("radius_mm".to_owned(), 100.0)]));
        let body =
            Obstacle { placed: Placed::new(sphere.as_ref(), &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        let mut random = Random::new(3);
        let (mut memory, mut point) = (Memory { near: 0.01, ..Memory::NONE }, DVec3::new(0.0, 0.15, 0.0));
        let (mut exact, mut rough) = (0, 0);
        for _ in 0..5000 {
            let step = 0.004 * DVec3::new(random.signed(), random.signed(), random.signed());
            point = (point + step).clamp_length(0.09, 0.2);
            let (said, truth) = (memory.ask(&body, point), body.placed.nearest(point));
            if truth.distance < 0.01 {
                assert_eq!(said, truth);
                exact += 1;
            } else {
                assert!((said.distance - truth.distance).abs() < 0.01 * truth.distance);
                assert!(said.normal.distance(truth.normal) < SHARE);
                rough += u32::from(said != truth);
            }
        }
        assert!(exact > 100 && rough > 100, "{exact} {rough}");
        memory.forget();
        assert_eq!(memory.ask(&body, point), body.placed.nearest(point));
    }
}
