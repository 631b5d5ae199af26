//! Transcendental functions, all through `libm`, so that native and wasm give the same bits.
//!
//! `sqrt`, `abs`, `floor` and the four operations are exact by IEEE 754 everywhere and need no wrapper.

/// Sine of an angle in radians.
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// Cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// Angle of the vector (x, y), in −π…π.
///
/// Most angles are those of hinges in smooth cloth: up to a tangent of ½ a polynomial is as exact to a unit in the last
/// place, and without a call neighbouring hinges are computed side by side.
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    if y.abs() < 0.5 * x { near(y / x) } else { libm::atan2(y, x) }
}

/// The same of many, to the last bit: without a branch between them a processor computes several side by side.
#[inline]
pub fn atan2_all(y: &[f64], x: &[f64], out: &mut [f64]) {
    for ((angle, y), x) in out.iter_mut().zip(y).zip(x) {
        *angle = near(y / x);
    }
    for ((angle, y), x) in out.iter_mut().zip(y).zip(x) {
        if y.abs() < 0.5 * x {
            continue;
        }
        *angle = libm::atan2(*y, *x);
    }
}

/// (1 − atan(t)/t)/t² as a polynomial of t², interpolated at the 12 zeros of Chebyshev's polynomial on 0 ≤ t² ≤ ¼.
const NEAR: [f64; 12] = [
    0.333_333_333_333_333_26,
    -0.199_999_999_999_916,
    0.142_857_142_841_062_85,
    -0.111_111_109_901_395_33,
    0.090_909_043_703_113_48,
    -0.076_921_984_512_579_41,
    0.066_650_528_567_940_13,
    -0.058_664_967_492_257_074,
    0.051_575_162_255_529_72,
    -0.042_835_787_055_734_22,
    0.028_953_521_232_526_25,
    -0.011_152_908_092_096_216,
];

/// Arctangent between −½ and ½.
#[inline]
fn near(t: f64) -> f64 {
    let u = t * t;
    let v = u * u;
    // Even and odd powers are two chains that do not wait for each other.
    let (mut even, mut odd) = (NEAR[10], NEAR[11]);
    for k in (0..5).rev() {
        even = even * v + NEAR[2 * k];
        odd = odd * v + NEAR[2 * k + 1];
    }
    t - t * (u * (even + u * odd))
}

/// x to the power y.
pub fn powf(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// e to the power x.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the library's, through the whole turn and across the border of the polynomial's range.
    #[test]
    fn the_angle_is_that_of_the_library_to_a_unit_in_the_last_place() {
        for k in -40_000..=40_000 {
            let turn = f64::from(k) * 7.853e-5;
            for size in [1.0, 3e-9, 7e5] {
                let (y, x) = (size * libm::sin(turn), size * libm::cos(turn));
                let (found, expected) = (atan2(y, x), libm::atan2(y, x));
                assert!((found - expected).abs() <= f64::EPSILON * expected.abs(), "{turn}: {found} {expected}");
            }
        }
        let tiny = [1e-300, 1e-20, 1e-9].map(|y| atan2(y, 1.0));
        assert_eq!(tiny, [1e-300, 1e-20, 1e-9]);
    }

    #[test]
    fn many_angles_are_those_of_each() {
        let y: Vec<f64> = (-50..50).map(|i| 0.07 * f64::from(i)).chain([0.0, -0.0, f64::NAN, 1.0, 1e-300]).collect();
        let x: Vec<f64> = (0..y.len()).map(|i| if i % 7 == 0 { -0.3 } else { 0.1 * i as f64 }).collect();
        let mut all = vec![0.0; y.len()];
        atan2_all(&y, &x, &mut all);
        for ((found, y), x) in all.iter().zip(&y).zip(&x) {
            assert_eq!(found.to_bits(), atan2(*y, *x).to_bits(), "{y} {x}");
        }
    }

    #[test]
    fn what_has_no_angle_is_as_in_the_library() {
        assert_eq!(atan2(0.0, 0.0), 0.0);
        assert_eq!(atan2(0.0, -1.0), std::f64::consts::PI);
        assert_eq!(atan2(1.0, f64::INFINITY), 0.0);
        assert!(atan2(f64::NAN, 1.0).is_nan() && atan2(1.0, f64::NAN).is_nan());
        assert_eq!(atan2(f64::INFINITY, f64::INFINITY), std::f64::consts::FRAC_PI_4);
    }
}
