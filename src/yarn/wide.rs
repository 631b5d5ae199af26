//! Vectors as the sweeps read them: with a fourth number, 0, so that they are two pairs, which processors add and multiply at once.

use glam::{DVec3, DVec4};

/// A vector and a 0.
pub(super) type Wide = DVec4;

pub(super) fn wide(vector: DVec3) -> Wide {
    vector.extend(0.0)
}

/// The scalar product, summed pair by pair.
#[inline(always)]
pub(super) fn dot(a: Wide, b: Wide) -> f64 {
    let products = a * b;
    (products.x + products.z) + (products.y + products.w)
}

/// The square of the length.
#[inline(always)]
pub(super) fn squared(a: Wide) -> f64 {
    dot(a, a)
}
