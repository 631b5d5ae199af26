//! How cloth comes to rest: how fast its fastest particle is, and how long that will still take.

use std::collections::VecDeque;
use toile::math::real::ln;

/// Speeds are compared over so long, s: over less, a swing's turning looks like rest.
const WINDOW: f64 = 1.0;
/// Speed at which cloth counts as still, m/s.
const STILL: f64 = 0.01;

/// The speeds of the last second.
#[derive(Default)]
pub(super) struct Calming {
    /// Simulated time, s, and the fastest particle's speed, m/s.
    speeds: VecDeque<(f64, f64)>,
}

impl Calming {
    /// Adds a step's.
    pub(super) fn add(&mut self, time: f64, speed: f64) {
        self.speeds.push_back((time, speed));
        while self.speeds.front().is_some_and(|(first, _)| time - first > WINDOW) {
            self.speeds.pop_front();
        }
    }

    /// Simulated time until speeds that fall as they did in the last second are still, s: motion in air and against friction
    /// dies away by about the same part in every second. Nothing while they do not fall.
    pub(super) fn left(&self) -> Option<f64> {
        let (half, all) = (self.speeds.len() / 2, self.speeds.len());
        let fastest = |from: usize, to: usize| self.speeds.range(from..to).map(|(_, speed)| *speed).fold(0.0, f64::max);
        let (before, after) = (fastest(0, half), fastest(half, all));
        let (first, last) = (self.speeds.front()?.0, self.speeds.back()?.0);
        let rate = ln(before / after) / (0.5 * (last - first));
        let left = (ln(after / STILL) / rate).max(0.0);
        (rate > 0.0 && left.is_finite()).then_some(left)
    }

    /// In words.
    pub(super) fn line(&self) -> String {
        let (time, speed) = self.speeds.back().copied().unwrap_or_default();
        let left = match self.left() {
            Some(left) => format!("about {left:.1} s left"),
            None => "not calming yet".to_owned(),
        };
        format!("{time:.2} s simulated, fastest {speed:.3} m/s, {left}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile::math::real::{cos, exp};

    /// A swing of 2 Hz that dies away by e in 0.8 s reaches a centimetre per second after 0.8 ln(v/0.01) s.
    #[test]
    fn a_fading_swing_is_foretold() {
        let mut calming = Calming::default();
        assert!(calming.left().is_none());
        let speed = |time: f64| exp(-time / 0.8) * cos(2.0 * std::f64::consts::TAU * time).abs();
        for step in 1..=200 {
            let time = 0.01 * f64::from(step);
            calming.add(time, speed(time));
        }
        let envelope = exp(-1.5 / 0.8);
        let wanted = 0.8 * ln(envelope / 0.01);
        let found = calming.left().expect("it fades");
        assert!((found - wanted).abs() < 0.15 * wanted, "{found} s, not {wanted} s");
    }

    #[test]
    fn what_goes_on_for_ever_is_not_foretold() {
        let mut calming = Calming::default();
        (1..=200).for_each(|step| calming.add(0.01 * f64::from(step), 0.3));
        assert!(calming.left().is_none());
        assert_eq!(calming.line(), "2.00 s simulated, fastest 0.300 m/s, not calming yet");
    }
}
