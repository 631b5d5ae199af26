//! Polynomials on [0, 1] in Bernstein form: the coefficients enclose the values, so that extremes are found for certain.

/// A polynomial Σ c_i B_i(t) on t in [0, 1].
#[derive(Clone, Debug, PartialEq)]
pub struct Bernstein(Vec<f64>);

/// The smallest value of a polynomial and where it is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minimum {
    /// t.
    pub at: f64,
    /// The value there.
    pub value: f64,
}

/// Relative to the largest coefficient; below it rounding decides.
const TOLERANCE: f64 = 1e-14;
/// Halvings of an interval: 2⁻⁴⁰ is far below what a slope can vary within.
const DEEPEST: u32 = 40;

impl Bernstein {
    /// From the coefficients of 1, t, t², …; at least one.
    pub fn from_powers(powers: impl IntoIterator<Item = f64>) -> Self {
        let mut c: Vec<f64> = powers.into_iter().collect();
        let n = c.len() - 1;
        // a_j divided by the binomial (n over j), then partial sums along every diagonal.
        let mut binomial = 1.0;
        for (j, a) in c.iter_mut().enumerate() {
            *a /= binomial;
            binomial *= (n - j) as f64 / (j + 1) as f64;
        }
        for round in 1..=n {
            for i in (round..=n).rev() {
                c[i] += c[i - 1];
            }
        }
        Bernstein(c)
    }

    /// The value at 1.
    pub fn last(&self) -> f64 {
        self.0[self.0.len() - 1]
    }

    /// The polynomial times −1.
    pub fn negated(&self) -> Self {
        Bernstein(self.0.iter().map(|c| -c).collect())
    }

    /// Whether all values are numbers that can be halved and compared.
    pub fn is_bounded(&self) -> bool {
        self.0.iter().all(|c| c.abs() < 1e300)
    }

    /// The smallest value on [0, 1] of a polynomial that is bounded. No coefficient lies above all values or below them: an interval whose least
    /// coefficient is no lower than a value already seen cannot hold the minimum, the others are halved.
    pub fn minimum(&self) -> Minimum {
        let mut best = Minimum { at: 0.0, value: self.0[0] };
        let see = |at: f64, value: f64, best: &mut Minimum| {
            if value < best.value {
                *best = Minimum { at, value };
            }
        };
        see(1.0, self.last(), &mut best);
        let margin = TOLERANCE * self.0.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
        let mut open = vec![(0.0, 1.0, 0, self.clone())];
        while let Some((start, length, depth, polynomial)) = open.pop() {
            let least = polynomial.0.iter().copied().fold(f64::INFINITY, f64::min);
            if least >= best.value - margin || depth == DEEPEST {
                continue;
            }
            let [left, right] = polynomial.halves();
            let (half, middle) = (0.5 * length, start + 0.5 * length);
            see(middle, right.0[0], &mut best);
            open.push((middle, half, depth + 1, right));
            open.push((start, half, depth + 1, left));
        }
        best
    }

    /// The polynomial on each half of the interval (de Casteljau).
    fn halves(&self) -> [Self; 2] {
        let mut right = self.0.clone();
        let n = right.len() - 1;
        let mut left = vec![right[0]];
        for round in 1..=n {
            for i in 0..=n - round {
                right[i] = 0.5 * (right[i] + right[i + 1]);
            }
            left.push(right[0]);
        }
        [Bernstein(left), Bernstein(right)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_become_bernstein_coefficients() {
        // 1 + 2t + 3t² = 1·(1−t)² + 2·2t(1−t) + 6·t².
        assert_eq!(Bernstein::from_powers([1.0, 2.0, 3.0]), Bernstein(vec![1.0, 2.0, 6.0]));
        assert_eq!(Bernstein::from_powers([7.0]), Bernstein(vec![7.0]));
    }

    #[test]
    fn minima_have_their_closed_forms() {
        // (t − 0.3)² − 0.01.
        let low = Bernstein::from_powers([0.08, -0.6, 1.0]).minimum();
        assert!((low.value + 0.01).abs() < 1e-14 && (low.at - 0.3).abs() < 1e-6, "{low:?}");
        // Chebyshev's T₈ of 2t − 1: four minima of −1.
        let powers = [1.0, -128.0, 2688.0, -21504.0, 84480.0, -180_224.0, 212_992.0, -131_072.0, 32768.0];
        let low = Bernstein::from_powers(powers).minimum();
        assert!((low.value + 1.0).abs() < 1e-9, "{low:?}");
        assert_eq!(Bernstein::from_powers([2.0, 0.0, 0.0]).minimum().value, 2.0);
        assert_eq!(Bernstein::from_powers([2.0, -3.0]).minimum(), Minimum { at: 1.0, value: -1.0 });
    }
}
