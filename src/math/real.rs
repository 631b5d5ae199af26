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

/// Beyond this nothing of e^−x is left beside 1.
const GONE: f64 = 40.0;
/// Added to a number below 2⁵¹ this rounds it to an integer, which then stands in the last bits of the sum.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// ln 2 in two parts: the first has twelve zeros at its end, so that small multiples of it are exact.
const LN_2: [f64; 2] = [0.693_147_180_559_663, 2.823_529_056_303_157_7e-13];
/// (eᵗ − 1 − t)/t² as a polynomial of t, interpolated at the 10 zeros of Chebyshev's polynomial on |t| ≤ ½ ln 2.
const RISE: [f64; 10] = [
    0.500_000_000_000_000_1,
    0.166_666_666_666_666_69,
    0.041_666_666_666_624_13,
    0.008_333_333_333_330_062,
    0.001_388_888_891_721_371_7,
    0.000_198_412_698_630_536_18,
    2.480_152_129_595_437_6e-5,
    2.755_726_845_999_706_4e-6,
    2.762_008_844_540_974_6e-7,
    2.510_038_549_551_032e-8,
];

/// e^−x for x ≥ 0, to a unit in the last place; e^−40 for all that is beyond. Without a branch and without a call: loops of it are
/// computed several side by side.
#[inline(always)]
pub fn decay(x: f64) -> f64 {
    let x = if x < GONE { x } else { GONE };
    // x = n ln 2 − t.
    let rounded = x * std::f64::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let t = (n * LN_2[0] - x) + n * LN_2[1];
    let u = t * t;
    // Even and odd powers are two chains that do not wait for each other.
    let (mut even, mut odd) = (RISE[8], RISE[9]);
    for k in (0..4).rev() {
        even = even * u + RISE[2 * k];
        odd = odd * u + RISE[2 * k + 1];
    }
    let rise = 1.0 + (t + u * (even + t * odd));
    // 2⁻ⁿ by its exponent: only the last twelve bits of the sum stay.
    rise * f64::from_bits(1023_u64.wrapping_sub(rounded.to_bits()) << 52)
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
    fn decay_is_the_exponential_of_the_library_to_a_unit_in_the_last_place() {
        for k in 0..400_000 {
            let x = f64::from(k) * 0.999_937e-4;
            let (found, expected) = (decay(x), libm::exp(-x));
            assert!((found - expected).abs() <= f64::EPSILON * expected, "{x}: {found} {expected}");
        }
        assert_eq!([0.0, -0.0, 1e-300].map(decay), [1.0; 3]);
        assert_eq!([50.0, f64::INFINITY, f64::NAN].map(decay), [decay(40.0); 3]);
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
