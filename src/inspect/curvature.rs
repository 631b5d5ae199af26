//! How sharply the cloth is bent: the principal curvature of the larger size.
//!
//! The angles of a triangle's three hinges tell its curvature tensor K, exactly for quadratic surfaces whatever the mesh, as
//! bending does ([`CurvatureRest`](crate::cloth::CurvatureRest)); here for every fabric, and of the shape as it is, pressed
//! folds included. Nothing bends across a free edge, so that the last triangle before one knows its other hinges alone.

use super::{Maps, either_way, row};
use crate::Drape;
use crate::cloth::shapes;
use crate::math::dihedral::angle;
use crate::row::RowOf;
use glam::DVec3;

pub(super) const ROW: RowOf<Maps> = row(
    "map.curvature",
    "Curvature",
    "One over the radius of the sharpest bend through a place: 100 per metre is cloth around a stick 2 cm thick. Above zero the right side is on the outside of the bend. A fabric that does not resist bending at all has no value.",
    either_way("1/m", 100.0, ["hollow", "bulging"], values),
);

fn values(drape: &Drape) -> Vec<f64> {
    let (model, positions) = (drape.model(), &drape.state().positions);
    let mut values = vec![f64::NAN; model.triangles.len()];
    let mut angles: Vec<f64> =
        model.hinges.iter().map(|hinge| angle(hinge.particles.map(|particle| positions[particle as usize]))).collect();
    // Edges without a hinge read a zero there.
    angles.push(0.0);
    for rest in shapes(model) {
        let [first, second, third] = rest.hinges_or(model.hinges.len()).map(|hinge| angles[hinge]);
        // Bending counts what closes over the right side as positive; people call that hollow.
        values[rest.triangle as usize] = sharpest(-(rest.map * DVec3::new(first, second, third)));
    }
    values
}

/// The principal curvature of the larger size of a tensor (K_uu, K_vv, K_uv), 1/m.
fn sharpest(DVec3 { x: uu, y: vv, z: uv }: DVec3) -> f64 {
    let (mean, half) = (0.5 * (uu + vv), 0.5 * (uu - vv));
    let spread = (half * half + uv * uv).sqrt();
    if mean >= 0.0 { mean + spread } else { mean - spread }
}
