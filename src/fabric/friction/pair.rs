//! Friction of a pair: what one fabric's law becomes on a given body, and between two fabrics.

use super::FrictionLaw;

/// A fabric's friction on a body that is rougher or smoother than the surface the fabric was measured on: every friction
/// force times one factor.
#[derive(Clone, Copy, Debug)]
pub struct Scaled<'a> {
    /// Of the fabric.
    pub law: &'a dyn FrictionLaw,
    /// Of the body.
    pub factor: f64,
}

impl FrictionLaw for Scaled<'_> {
    fn stiction(&self) -> f64 {
        self.factor * self.law.stiction()
    }

    fn coefficient(&self, speed: f64) -> f64 {
        self.factor * self.law.coefficient(speed)
    }

    fn coefficient_slope(&self, speed: f64) -> f64 {
        self.factor * self.law.coefficient_slope(speed)
    }

    fn viscous(&self, speed: f64) -> f64 {
        self.factor * self.law.viscous(speed)
    }

    fn viscous_slope(&self, speed: f64) -> f64 {
        self.factor * self.law.viscous_slope(speed)
    }
}

/// Friction between two fabrics: the geometric mean of what each has on itself, at every speed. The order of the two makes
/// no difference.
#[derive(Clone, Copy, Debug)]
pub struct Mixed<'a>(pub [&'a dyn FrictionLaw; 2]);

impl Mixed<'_> {
    fn mean(&self, value: impl Fn(&dyn FrictionLaw) -> f64) -> f64 {
        let [a, b] = self.0.map(value);
        (a * b).sqrt()
    }

    /// Derivative of the mean from values and slopes; none where one of the two has no friction at all.
    fn slope(&self, of: impl Fn(&dyn FrictionLaw) -> [f64; 2]) -> f64 {
        let [[a, a_slope], [b, b_slope]] = self.0.map(of);
        let mean = (a * b).sqrt();
        if mean > 0.0 { 0.5 * (a_slope * b + a * b_slope) / mean } else { 0.0 }
    }
}

impl FrictionLaw for Mixed<'_> {
    fn stiction(&self) -> f64 {
        self.mean(|law| law.stiction())
    }

    fn coefficient(&self, speed: f64) -> f64 {
        self.mean(|law| law.coefficient(speed))
    }

    fn coefficient_slope(&self, speed: f64) -> f64 {
        self.slope(|law| [law.coefficient(speed), law.coefficient_slope(speed)])
    }

    fn viscous(&self, speed: f64) -> f64 {
        self.mean(|law| law.viscous(speed))
    }

    fn viscous_slope(&self, speed: f64) -> f64 {
        self.slope(|law| [law.viscous(speed), law.viscous_slope(speed)])
    }
}
