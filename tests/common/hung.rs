//! What the testers of Miguel 2013 and Kawabata would read of a known cloth: Dahl's equations integrated step by step, sharing
//! nothing with the product.
#![allow(dead_code)] // each test file uses a part

use toile::fabric::internal_friction::Form;
use toile::math::random::Random;

/// A cloth as the paper states it: σ = (k₁ + k₂|ε|) ε + friction.
#[derive(Clone, Copy, Debug)]
pub struct Cloth {
    pub k1: f64,
    pub k2: f64,
    pub a: f64,
    pub b: f64,
    pub tau: f64,
    pub form: Form,
}

impl Cloth {
    pub fn truths(&self) -> [(&'static str, f64); 5] {
        [("k1", self.k1), ("k2", self.k2), ("a", self.a), ("b", self.b), ("tau", self.tau)]
    }

    /// Within the paper's three measured fabrics and somewhat beyond.
    pub fn random(random: &mut Random, form: Form) -> Self {
        let mut between = |low: f64, high: f64| low * (high / low).powf(0.5 + 0.5 * random.signed());
        let k1 = between(10.0, 200.0);
        Cloth {
            k1,
            k2: between(5.0, 100.0),
            a: between(0.4, 3.0),
            b: between(1.0, 8.0),
            tau: between(0.006, 0.1),
            form,
        }
    }

    pub fn elastic(&self, strain: f64) -> f64 {
        (self.k1 + self.k2 * strain.abs()) * strain
    }

    fn slope(&self, s: f64, strain: f64, stress: f64) -> f64 {
        let moving = if self.form == Form::Eq3 { s * self.b * if strain < 0.0 { -1.0 } else { 1.0 } } else { 0.0 };
        (self.a + self.b * strain.abs() - s * stress) / self.tau + moving
    }

    /// Friction after a straight way, by Runge and Kutta's fourth order.
    pub fn rub(&self, (from, mut stress): (f64, f64), to: f64) -> f64 {
        let parts = if from * to < 0.0 { vec![(from, 0.0), (0.0, to)] } else { vec![(from, to)] };
        for (from, to) in parts {
            let n = ((to - from).abs() / self.tau * 20.0).ceil().max(1.0);
            let h = (to - from) / n;
            let s = h.signum();
            // The end of a part may lie on zero, where the side is that of its inside.
            let inside = |x: f64| if from + to < 0.0 { x.min(-1e-300) } else { x.max(0.0) };
            for i in 0..n as usize {
                let x = from + h * i as f64;
                let k1 = self.slope(s, inside(x), stress);
                let k2 = self.slope(s, inside(x + 0.5 * h), stress + 0.5 * h * k1);
                let k3 = self.slope(s, inside(x + 0.5 * h), stress + 0.5 * h * k2);
                let k4 = self.slope(s, inside(x + h), stress + h * k3);
                stress += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
            }
        }
        stress
    }

    /// Strains under weights in N, hung one after the other on a square of 0.1 m.
    pub fn hang(&self, weights: &[f64]) -> Vec<f64> {
        let mut at = (0.0, 0.0);
        let of = |weight: &f64| {
            let excess = |strain: f64| {
                let length = 0.1 * (1.0 + 2.0 * strain).sqrt();
                (self.elastic(strain) + self.rub(at, strain)) * length - weight
            };
            let (mut low, mut high) = if excess(at.0) > 0.0 { (-0.2, at.0) } else { (at.0, at.0 + 20.0) };
            for _ in 0..60 {
                // Halving by magnitude first: integrating a long way costs as much as it is long.
                let middle = low + (high - low) * if high - low > 1.0 { 0.1 } else { 0.5 };
                if excess(middle) > 0.0 { high = middle } else { low = middle }
            }
            at = (0.5 * (low + high), self.rub(at, 0.5 * (low + high)));
            at.0
        };
        weights.iter().map(of).collect()
    }
}

/// The paper's series: 0, 1, …, n, …, 1, 0 N for n from 1 to 6, three times.
pub fn series() -> Vec<f64> {
    let mut weights = vec![0.0];
    for n in (0..3).flat_map(|_| 1..=6) {
        weights.extend((1..=n).chain((0..n).rev()).map(f64::from));
    }
    weights
}

/// A normal number: the sum of twelve uniform ones.
pub fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| random.signed()).sum::<f64>() / 2.0
}

/// What has an error in a table of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoilt {
    /// Nothing.
    Nothing,
    /// Elongations, by this many per cent of the largest.
    Lengths,
    /// Weights, by this many per cent of the largest; where none hangs there is none to misread. Cut off at zero, errors there
    /// would be all upwards and lead a and b astray.
    Weights,
}

/// The table that `toile fit stretch` reads.
pub fn table(cloth: &Cloth, spoilt: Spoilt, percent: f64, seed: u64) -> String {
    let weights = series();
    let strains = cloth.hang(&weights);
    let mut random = Random::new(seed);
    let most = strains.iter().map(|strain| (1.0 + 2.0 * strain).sqrt() - 1.0).fold(0.0, f64::max);
    let mut text = "weight_n,length_mm\n".to_owned();
    for (weight, strain) in weights.iter().zip(&strains) {
        let error = percent / 100.0 * normal(&mut random);
        let mut length = 100.0 * (1.0 + 2.0 * strain).sqrt();
        let mut weight = *weight;
        match spoilt {
            Spoilt::Nothing => {}
            Spoilt::Lengths => length += 100.0 * most * error,
            Spoilt::Weights if weight > 0.0 => weight += 6.0 * error,
            Spoilt::Weights => {}
        }
        text += &format!("{weight},{length}\n");
    }
    text
}
