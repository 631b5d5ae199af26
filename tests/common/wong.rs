//! The velocity filter of Wong 2013, eq. (9), written from the paper alone: a reference for friction that shares nothing
//! with the product.
#![allow(dead_code)] // each test file uses a part

/// The coefficients as the paper names them; F_v is a force per contact.
#[derive(Clone, Copy, Debug)]
pub struct Coefficients {
    pub mu_c: f64,
    pub mu_s: f64,
    pub v_s: f64,
    pub delta_s: f64,
    pub f_v: f64,
    pub delta_v: f64,
}

/// One contact in one step.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// Relative tangential speed, m/s.
    pub speed: f64,
    /// Change of the relative normal velocity that the contact made, m/s.
    pub normal_change: f64,
    /// Step, s.
    pub dt: f64,
    /// Mass of the pair, kg.
    pub mass: f64,
}

/// The impulse I, as a velocity: each side of the pair gets this much, so that the relative speed changes by twice of it. The
/// μ of the case distinction is μ_s, the threshold of stiction.
pub fn impulse(law: &Coefficients, contact: &Contact) -> f64 {
    let Contact { speed, normal_change, dt, mass } = *contact;
    if speed == 0.0 || law.mu_s * normal_change / speed >= 1.0 {
        return 0.5 * speed;
    }
    let stribeck = (-(speed / law.v_s).powf(law.delta_s)).exp();
    let mu = law.mu_c + (law.mu_s - law.mu_c) * stribeck;
    let xi = normal_change * mu / speed + law.f_v * speed.powf(law.delta_v - 1.0) * dt / mass;
    0.5 * (xi * speed).abs()
}
