//! How sharply the cloth is bent: the principal curvature of the larger size.
//!
//! ```text
//!      n₂              The normals at the corners turn by S·e along an edge e, S the 2×2 tensor of curvature in the
//!      2               plane of the triangle. Three edges give six equations for its three numbers, solved by
//!     ╱ ╲              least squares. On a cylinder or a sphere of radius R the normals are x/R, and every equation
//! n₀ 0───1 n₁          holds exactly.
//! ```
//!
//! It is the shape as it is, pressed folds and seams included, whatever the fabric's law acts on. Normals at a free border know
//! one side alone, so that curvature across it is shown too low within one triangle.

use super::triangles::{corners, each};
use super::{Map, MapDomain, MapScale, Maps};
use crate::Drape;
use crate::row::RowOf;
use glam::{DMat3, DVec3};

pub(super) const ROW: RowOf<Maps> = RowOf::<Maps> {
    id: "map.curvature",
    title: "Curvature",
    help: "One over the radius of the sharpest bend through a place: 100 per metre is cloth around a stick 2 cm thick. Above zero the right side is on the outside of the bend. Within a triangle of a free border it is shown too low.",
    parameters: &[],
    curves: &[],
    make: Map {
        unit: "1/m",
        range: [-100.0, 100.0],
        scale: MapScale::Diverging,
        domain: MapDomain::Triangle,
        ends: ["hollow", "bulging"],
        values,
    },
};

fn values(drape: &Drape) -> Vec<f64> {
    let normals = drape.normals();
    each(drape, |triangle, _| {
        let normals = drape.model().point_triangles[triangle].map(|point| normals[point as usize]);
        sharpest(corners(drape, triangle), normals)
    })
}

/// The principal curvature of the larger size of a triangle with these normals at its corners, 1/m.
fn sharpest(corners: [DVec3; 3], normals: [DVec3; 3]) -> f64 {
    let along = (corners[1] - corners[0]).normalize();
    let across = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize().cross(along);
    let (mut matrix, mut right) = (DMat3::ZERO, DVec3::ZERO);
    for k in 0..3 {
        let (edge, turn) = (corners[(k + 1) % 3] - corners[k], normals[(k + 1) % 3] - normals[k]);
        let (a, b) = (edge.dot(along), edge.dot(across));
        let (p, q) = (turn.dot(along), turn.dot(across));
        matrix += DMat3::from_cols(
            DVec3::new(a * a, a * b, 0.0),
            DVec3::new(a * b, a * a + b * b, a * b),
            DVec3::new(0.0, a * b, b * b),
        );
        right += DVec3::new(a * p, b * p + a * q, b * q);
    }
    let DVec3 { x: uu, y: uv, z: vv } = matrix.inverse() * right;
    let (mean, half) = (0.5 * (uu + vv), 0.5 * (uu - vv));
    let spread = (half * half + uv * uv).sqrt();
    if mean >= 0.0 { mean + spread } else { mean - spread }
}
