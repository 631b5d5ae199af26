//! A drape as a surface that formats can write.

use toile::Drape;
use toile::cloth::Patch;
use toile::document::Document;
use toile::io::{Group, Mesh};

/// The cloth as it is now, in its document's colours.
pub(super) fn surface(drape: &Drape, document: &Document) -> Mesh {
    let model = drape.model();
    // A panel is one group, however many fabrics are bonded to it: they have the outer one's colour.
    let group = |patches: &[Patch]| Group {
        name: patches[0].panel.clone(),
        colour: colour_of(document, &patches[0].fabric),
        first_triangle: patches[0].first_triangle as usize,
        triangle_count: patches.iter().map(|patch| patch.triangle_count as usize).sum(),
    };
    Mesh {
        positions: drape.point_positions().iter().map(|p| p.to_array()).collect(),
        normals: drape.normals().iter().map(|n| n.to_array()).collect(),
        uvs: model.material.iter().map(|m| m.to_array()).collect(),
        triangles: model.point_triangles.clone(),
        groups: model.patches.chunk_by(|a, b| a.panel == b.panel).map(group).collect(),
    }
}

/// The fabric's colour, 0 to 1. A checked document has the fabric, and its colour is written `#rrggbb`.
fn colour_of(document: &Document, fabric: &str) -> [f64; 3] {
    let look = document.fabrics.iter().find(|f| f.id == fabric).map(|f| f.look.clone()).unwrap_or_default();
    let rgb = u32::from_str_radix(look.colour.trim_start_matches('#'), 16).unwrap_or_default();
    [16, 8, 0].map(|shift| f64::from((rgb >> shift) & 0xff) / 255.0)
}
