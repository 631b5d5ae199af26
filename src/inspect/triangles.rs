//! What several maps ask of triangles: their frame, their fabric, and the stress in them.

use crate::Drape;
use crate::cloth::Fabric;
use crate::fabric::membrane::Strain;
use crate::forces::membrane::Frame;
use glam::DVec3;

/// Where a triangle's corners are, m.
pub(super) fn corners(drape: &Drape, triangle: usize) -> [DVec3; 3] {
    drape.model().triangles[triangle].map(|particle| drape.state().positions[particle as usize])
}

/// The deformed weft and warp of a triangle.
pub(super) fn frame(drape: &Drape, triangle: usize) -> Frame {
    Frame::new(&drape.model().rest[triangle], corners(drape, triangle))
}

/// A value of every triangle from its index and its fabric.
pub(super) fn each(drape: &Drape, value: impl Fn(usize, &Fabric) -> f64) -> Vec<f64> {
    let model = drape.model();
    let mut values = Vec::with_capacity(model.triangles.len());
    for (patch, fabric) in model.patches.iter().zip(&model.patch_fabrics) {
        let first = patch.first_triangle as usize;
        let fabric = &model.fabrics[*fabric];
        values.extend((first..first + patch.triangle_count as usize).map(|triangle| value(triangle, fabric)));
    }
    values
}

/// The stress of internal friction in a triangle, weft, warp and shear, N/m; none where no fabric rubs.
pub(super) fn friction(drape: &Drape, triangle: usize) -> [f64; 3] {
    drape.state().friction.membrane.get(triangle).copied().unwrap_or_default()
}

/// The stress in a triangle at this strain, weft, warp and shear, N/m: of the law and of internal friction. Viscosity, which
/// only moving cloth has, is not in it.
pub(super) fn stress(drape: &Drape, fabric: &Fabric, triangle: usize, strain: Strain) -> [f64; 3] {
    let (elastic, rubbing) = (fabric.membrane.respond(strain).stress, friction(drape, triangle));
    std::array::from_fn(|mode| elastic[mode] + rubbing[mode])
}
