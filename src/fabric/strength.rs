//! What the yarns of a fabric bear before they break.
//!
//! A yarn breaks where it is stretched by more than its tear strain, l/l₀ − 1 as a tester reads it. No yarn is even: each
//! place has a tear strain of its own, which chance gives it by the seed (Metaaphanon 2009, §4), between that of the fabric
//! and so much less as the spread says. The same place of the same cloth has the same strength whatever its mesh.

use crate::math::random::Random;

/// Tear strains of a fabric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Stretch along weft and warp at which the strongest places break, l/l₀ − 1.
    pub tear: [f64; 2],
    /// How much less the weakest places bear, as a part of it.
    pub spread: f64,
}

/// Length of yarn that is of one strength, m: some diameters, so that triangles of garments hold several.
const PLACE: f64 = 2e-3;

impl Strength {
    /// Cloth that never tears.
    pub const ENDLESS: Strength = Strength { tear: [f64::INFINITY; 2], spread: 0.0 };

    /// From percent.
    pub fn of_percent(tear: [f64; 2], spread: f64) -> Self {
        Strength { tear: tear.map(|percent| percent * 0.01), spread: spread * 0.01 }
    }

    /// Two sheets bonded face to face hold until the tougher one breaks: what is broken in one is held by the other.
    pub fn bonded(&self, other: &Self) -> Self {
        Strength {
            tear: [0, 1].map(|along| self.tear[along].max(other.tear[along])),
            spread: self.spread.min(other.spread),
        }
    }

    /// The tear strain along weft (0) or warp (1) at a place of the cloth, given in metres along weft and warp.
    pub fn at(&self, along: usize, place: [f64; 2], seed: u64) -> f64 {
        let [u, v] = place.map(|metres| (metres / PLACE).floor() as i64 as u64);
        // Three rounds of the generator, so that neighbours have nothing in common.
        let mixed = [u, v, along as u64].into_iter().fold(seed, |mixed, next| Random::new(mixed ^ next).bits());
        let share = 0.5 * (Random::new(mixed).signed() + 1.0);
        self.tear[along] * (1.0 - self.spread * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_as_strong_as_the_spread_says_and_stay_so() {
        let strength = Strength::of_percent([20.0, 10.0], 30.0);
        for (along, most) in [(0, 0.2), (1, 0.1)] {
            let all: Vec<f64> = (0..4000)
                .map(|k| strength.at(along, [1e-3 * f64::from(k % 97), 3e-3 * f64::from(k / 97)], 5))
                .collect();
            assert!(all.iter().all(|tear| (0.7 * most..=most).contains(tear)));
            // Uniform between both: the mean is half way, with a standard error of 0.3/√12/√2000 of the whole.
            let mean = all.iter().sum::<f64>() / 4000.0 / most;
            assert!((mean - 0.85).abs() < 0.01, "{mean}");
        }
        assert_eq!(strength.at(0, [0.0101, 0.0301], 5), strength.at(0, [0.0109, 0.0309], 5));
        assert_ne!(strength.at(0, [0.0101, 0.0301], 5), strength.at(0, [0.0101, 0.0301], 6));
        assert_ne!(strength.at(0, [0.0101, 0.0301], 5), strength.at(0, [-0.0101, 0.0301], 5));
    }
}
