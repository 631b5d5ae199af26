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
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
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
