//! Yarns that a tear broke and that still lie in both of its lips: they are drawn out as it opens.
//!
//! ```text
//!     lip        gap g        lip           A yarn breaks not in the tear itself but at a depth d beside it, where it is weakest. It is whole on
//!   ══╪══╪══╪══────────══╪══╪══╪═ d         the one side and lies in the crossings of the other: (d − u)/s of them once a length u is out,
//!   ══╪══╪══╪══────────══╪══╪══╪══          s being the distance of yarns. Each crossing holds it by the friction f.
//! ```
//!
//! When the lips part by more than u the yarn slides, u = g, against f (d − u)/s; when they come nearer it hangs slack, and where u = d it is free: a
//! loose end ([`super::fringe`]). To draw one out takes the work f d²/(2 s). Friction holds the lips together by that much, and never pushes
//! them: its impulse is at most what stops them.

use super::fringe::{End, SPACING};

/// Force that a crossing holds a yarn with, N: that of the swatch's crossings.
pub const FRICTION: f64 = 2e-3;

/// A broken yarn in both lips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PullOut {
    /// What it will be once it is free.
    pub end: End,
    /// Length that is out, m.
    pub drawn: f64,
    /// Length of the rest that lies in crossings which have come loose ([`super::band`]) and hold nothing, m.
    pub slack: f64,
}

impl PullOut {
    /// One that has just broken.
    pub fn new(end: End) -> Self {
        PullOut { end, drawn: 0.0, slack: 0.0 }
    }

    /// Follows the lips, which are `gap` apart now and part by `opening`, m/s. `stops` is the impulse that would end that, N·s. Returns the
    /// impulse that draws them together over a step.
    pub fn follow(&mut self, gap: f64, opening: f64, stops: f64, seconds: f64) -> f64 {
        if gap <= self.drawn {
            return 0.0;
        }
        let left = (self.end.length - 0.5 * (self.drawn + gap) - self.slack).max(0.0);
        // It slides for as long as it takes the lips to open from where it was taut.
        let sliding = if opening > 0.0 { ((gap - self.drawn) / opening).min(seconds) } else { 0.0 };
        self.drawn = gap.min(self.end.length);
        (FRICTION * left / SPACING * sliding).min(stops)
    }

    /// Whether nothing holds it any more.
    pub fn is_free(&self) -> bool {
        self.drawn >= self.end.length
    }
}

#[cfg(test)]
mod tests {
    use super::super::fringe::Hold;
    use super::*;

    fn broken(length: f64) -> PullOut {
        let hold = Hold { sheet: 0, points: [0, 1], weights: [0.5, 0.5] };
        PullOut::new(End { hold, inside: 2, source: hold, length, mass: 1e-7, fabric: 0 })
    }

    /// Lips that part at any pace give the work of the closed form; going back and forth on the way takes nothing more.
    #[test]
    fn drawing_a_yarn_out_takes_the_work_of_its_crossings() {
        let expected = 0.5 * FRICTION * 8e-3 * 8e-3 / SPACING;
        for (speed, back) in [(0.1, false), (2.0, false), (0.5, true)] {
            let (mut yarn, mut gap, mut work, mut steps) = (broken(8e-3), 0.0, 0.0, 0);
            let seconds = 1e-5;
            while !yarn.is_free() {
                // Now and then the lips come nearer for a while.
                let way = if back && steps % 100 > 60 { -speed } else { speed };
                gap += way * seconds;
                work += yarn.follow(gap, way, f64::INFINITY, seconds) * way;
                steps += 1;
            }
            assert!((work - expected).abs() < 1e-3 * expected, "{speed}: {work} for {expected}");
            assert!((yarn.drawn - 8e-3).abs() < 1e-15);
        }
    }

    /// It holds no more than stops the lips, and nothing while it is slack.
    #[test]
    fn friction_stops_and_does_not_push() {
        let mut yarn = broken(5e-3);
        assert_eq!(yarn.follow(1e-3, 0.1, 1e-9, 0.01), 1e-9);
        assert_eq!(yarn.follow(0.5e-3, 0.1, 1.0, 0.01), 0.0);
        assert_eq!(yarn.drawn, 1e-3);
        assert_eq!(yarn.follow(2e-3, -0.1, 1.0, 0.01), 0.0);
        assert!(!yarn.is_free());
        yarn.follow(7e-3, 1.0, 1.0, 0.01);
        assert!(yarn.is_free() && yarn.drawn == 5e-3);
    }
}
