//! How much of the friction between its yarns the cloth has used up.
//!
//! The stress of internal friction over the largest it can come to at the present strain, a + b|ε|: at +100 % the cloth is on the
//! upper branch of its loop, at −100 % on the lower, between them it turned back not long ago.

use super::triangles::{each, frame, friction};
use super::{Map, Maps, either_way, row};
use crate::Drape;
use crate::cloth::Fabric;
use crate::fabric::internal_friction::Mode;
use crate::forces::bending::Scratch;
use crate::row::RowOf;

pub(super) const WEFT: RowOf<Maps> = row(
    "map.hysteresis-weft",
    "Hysteresis, weft",
    "Friction between the yarns along the weft, over the largest it can be at this strain: where on its loop the cloth is. Fabrics without internal friction have no value.",
    map(|drape| membrane(drape, 0)),
);
pub(super) const WARP: RowOf<Maps> = row(
    "map.hysteresis-warp",
    "Hysteresis, warp",
    "Friction between the yarns along the warp, over the largest it can be at this strain: where on its loop the cloth is. Fabrics without internal friction have no value.",
    map(|drape| membrane(drape, 1)),
);
pub(super) const SHEAR: RowOf<Maps> = row(
    "map.hysteresis-shear",
    "Hysteresis, shear",
    "Friction between the yarns in shear, over the largest it can be at this strain: where on its loop the cloth is. Fabrics without internal friction have no value.",
    map(|drape| membrane(drape, 2)),
);
pub(super) const BENDING: RowOf<Maps> = row(
    "map.hysteresis-bending",
    "Hysteresis, bending",
    "Friction moment over the largest it can be at this curvature, of that among weft, warp and twist which has used up most. Where it stays high, a crease stays in the cloth.",
    map(bending),
);

const fn map(values: fn(&Drape) -> Vec<f64>) -> Map {
    either_way("%", 100.0, ["unloading", "loading"], values)
}

/// Largest friction of a mode at this strain; zero where there is none.
pub(super) fn saturation(fabric: &Fabric, mode: Mode, strain: f64) -> f64 {
    let Some(law) = &fabric.internal_friction else { return 0.0 };
    let [positive, negative] = law.sides(mode);
    if strain < 0.0 { negative.max(strain) } else { positive.max(strain) }
}

fn membrane(drape: &Drape, mode: usize) -> Vec<f64> {
    each(drape, |triangle, fabric| {
        let strain = frame(drape, triangle).strain().vector()[mode];
        // Zero over zero, where nothing rubs, is no value.
        100.0 * friction(drape, triangle)[mode] / saturation(fabric, Mode::MEMBRANE[mode], strain)
    })
}

fn bending(drape: &Drape) -> Vec<f64> {
    let (model, state) = (drape.model(), drape.state());
    let mut values = vec![f64::NAN; model.triangles.len()];
    if state.friction.bending.is_empty() {
        return values;
    }
    let mut scratch = Scratch::new(model);
    for (rest, curvature) in model.curvatures.iter().zip(scratch.curvatures(model, &state.positions)) {
        let (fabric, triangle) = (&model.fabrics[rest.fabric as usize], rest.triangle as usize);
        let strains = [curvature.uu, curvature.vv, curvature.uv];
        for (m, mode) in Mode::BENDING.into_iter().enumerate() {
            let share = 100.0 * state.friction.bending[triangle][m] / saturation(fabric, mode, strains[m]);
            let known = values[triangle];
            if share.is_finite() && (known.is_nan() || share.abs() > known.abs()) {
                values[triangle] = share;
            }
        }
    }
    values
}
