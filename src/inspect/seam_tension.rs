//! How strongly a seam is pulled apart.
//!
//! ```text
//!        ╱c╲           T = (σ_uu N_u + σ_uv N_v) U + (σ_vv N_v + σ_uv N_u) V is the force per length on the pattern that
//!   ────a═══b────      the triangle abc takes across the edge ab, N the edge's outward normal on the panel. What pulls
//!        ╲d╱           the seam open is its part at right angles to the seam in the triangle's plane.
//! ```
//!
//! Each particle has the mean of the edges of its seam that meet there, of both sides, by length.

use super::triangles::{corners, frame, stress};
use super::{Map, MapDomain, MapScale, Maps, row};
use crate::Drape;
use crate::cloth::Fabric;
use crate::row::RowOf;

pub(super) const ROW: RowOf<Maps> = row(
    "map.seam-tension",
    "Seam tension",
    "The force per length that pulls a seam open, from the stress in the cloth on both of its sides; below zero it is pushed together. Only seams have a value. Elastics sewn in are not in it: they pull along the seam.",
    Map {
        unit: "N/m",
        range: [0.0, 20.0],
        scale: MapScale::Sequential,
        domain: MapDomain::Seam,
        ends: ["slack", "pulled"],
        values,
    },
);

fn values(drape: &Drape) -> Vec<f64> {
    let (model, edges) = (drape.model(), edges(drape));
    let mut sums = vec![[0.0; 2]; model.particles()];
    for (patch, fabric) in model.patches.iter().zip(&model.patch_fabrics) {
        let first = patch.first_triangle as usize;
        for triangle in first..first + patch.triangle_count as usize {
            let points = model.point_triangles[triangle];
            for k in 0..3 {
                let ends = [points[k], points[(k + 1) % 3]];
                if edges.binary_search(&sorted(ends)).is_err() {
                    continue;
                }
                let [a, b] = ends.map(|point| model.material[point as usize]);
                let pull = across(drape, &model.fabrics[*fabric], (triangle, k));
                for particle in ends.map(|point| model.particle_of[point as usize] as usize) {
                    sums[particle][0] += a.distance(b) * pull;
                    sums[particle][1] += a.distance(b);
                }
            }
        }
    }
    // What is on no seam is zero over zero: no value.
    sums.iter().map(|[sum, length]| sum / length).collect()
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// The edges of triangles that are sewn, by their points, in order.
fn edges(drape: &Drape) -> Vec<[u32; 2]> {
    let mut edges = Vec::new();
    for seam in &drape.cut().seams {
        for ([from, to], _) in &seam.segments {
            edges.extend([0, 1].map(|side| sorted([seam.pairs[*from][side], seam.pairs[*to][side]])));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Force per length on the pattern that pulls outwards at the k-th edge of a triangle, N/m.
fn across(drape: &Drape, fabric: &Fabric, (triangle, k): (usize, usize)) -> f64 {
    let model = drape.model();
    let material = model.point_triangles[triangle].map(|point| model.material[point as usize]);
    // Triangles run counter-clockwise, so that the outside is to the right of an edge.
    let outwards = -(material[(k + 1) % 3] - material[k]).perp().normalize();
    let frame = frame(drape, triangle);
    let [uu, vv, uv] = stress(drape, fabric, triangle, frame.strain());
    let traction = (uu * outwards.x + uv * outwards.y) * frame.weft + (vv * outwards.y + uv * outwards.x) * frame.warp;
    let at = corners(drape, triangle);
    let [a, b, c] = [at[k], at[(k + 1) % 3], at[(k + 2) % 3]];
    let inwards = (c - a).reject_from(b - a).normalize();
    -traction.dot(inwards)
}
