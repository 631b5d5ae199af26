//! One place of the cloth, looked at closely: its strains, its stresses, and where on its own curves the fabric works there.

use super::hysteresis::saturation;
use super::triangles::{frame, friction};
use super::{Map, MapDomain, values};
use crate::Drape;
use crate::fabric::internal_friction::Mode;
use crate::fabric::membrane::Strain;
use crate::forces::membrane::Frame;
use crate::math::real::{atan2, cos, sin};
use glam::DVec3;
use serde::Serialize;

/// A curve reaches at least to this strain, so that cloth without load shows the fabric and not its rounding.
const LEAST_REACH: f64 = 0.05;
/// It reaches beyond the working point by this factor.
const BEYOND: f64 = 1.3;
/// Pieces of a curve.
const PIECES: u32 = 40;

/// What a probe sees at a triangle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Probe {
    /// The triangle.
    pub triangle: u32,
    /// Id of its panel.
    pub panel: String,
    /// Id of its fabric.
    pub fabric: String,
    /// What the map that was asked for says of the triangle; nothing where it says nothing, or is not a map of triangles.
    pub value: Option<f64>,
    /// Weft, warp and shear.
    pub modes: Vec<ProbeMode>,
    /// The directions of most and of least strain.
    pub principal: Vec<Principal>,
}

/// One strain at a place, and what the fabric answers to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct ProbeMode {
    /// Such as weft.
    pub title: &'static str,
    /// Green–Lagrange strain.
    pub strain: f64,
    /// Stress, N/m: that of the law and of internal friction.
    pub stress: f64,
    /// The part of it that is internal friction, N/m.
    pub friction: f64,
    /// The largest that internal friction can be at this strain, N/m.
    pub saturation: f64,
    /// Strain and stress of the fabric's law, N/m, the other strains being what they are here: without internal friction the
    /// place is on this curve.
    pub curve: Vec<[f64; 2]>,
}

/// A direction in the cloth in which it is strained without shear.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Principal {
    /// Green–Lagrange strain.
    pub strain: f64,
    /// Angle from the weft on the panel, degrees, above −90 and up to 90.
    pub from_weft_deg: f64,
    /// Unit vector in the world.
    pub direction: [f64; 3],
}

/// Looks at a triangle, and at its value of a map; nothing where there is no such triangle, or where its numbers are not finite.
pub fn probe(drape: &Drape, triangle: u32, map: Option<&Map>) -> Option<Probe> {
    let (model, index) = (drape.model(), triangle as usize);
    if index >= model.triangles.len() {
        return None;
    }
    let patch = model.patches.partition_point(|patch| patch.first_triangle <= triangle) - 1;
    let fabric = &model.fabrics[model.patch_fabrics[patch]];
    let frame = frame(drape, index);
    let strain = frame.strain();
    let elastic = |at: Strain| fabric.membrane.respond(at).stress;
    let mode = |m: usize| {
        let (own, rubbing) = (strain.vector()[m], friction(drape, index)[m]);
        ProbeMode {
            title: ["weft", "warp", "shear"][m],
            strain: own,
            stress: elastic(strain)[m] + rubbing,
            friction: rubbing,
            saturation: saturation(fabric, Mode::MEMBRANE[m], own),
            curve: curve(own, |x| elastic(with(strain, m, x))[m]),
        }
    };
    let patch = &model.patches[patch];
    let told = map.filter(|map| map.domain == MapDomain::Triangle).map(|map| values(map, drape)[index]);
    let seen = Probe {
        triangle,
        panel: patch.panel.clone(),
        fabric: patch.fabric.clone(),
        value: told.filter(|value| value.is_finite()),
        modes: (0..3).map(mode).collect(),
        principal: principal(&frame),
    };
    let finite = seen.modes.iter().all(|mode| mode.strain.is_finite() && mode.stress.is_finite());
    finite.then_some(seen)
}

/// A strain with one of its components replaced.
fn with(mut strain: Strain, mode: usize, value: f64) -> Strain {
    match mode {
        0 => strain.uu = value,
        1 => strain.vv = value,
        _ => strain.uv = value,
    }
    strain
}

/// The curve through both signs of strain, to beyond this one.
fn curve(strain: f64, stress: impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    let reach = LEAST_REACH.max(BEYOND * strain.abs());
    let at = |k: u32| reach * (2.0 * f64::from(k) / f64::from(PIECES) - 1.0);
    (0..=PIECES).map(|k| [at(k), stress(at(k))]).collect()
}

/// The principal strains, the larger first: the tensor's shear component is half of ε_uv.
fn principal(frame: &Frame) -> Vec<Principal> {
    let Strain { uu, vv, uv } = frame.strain();
    let (mean, half) = (0.5 * (uu + vv), 0.5 * (uu - vv));
    let spread = (half * half + 0.25 * uv * uv).sqrt();
    let angle = 0.5 * atan2(uv, uu - vv);
    let along = |angle: f64| (cos(angle) * frame.weft + sin(angle) * frame.warp).normalize_or(DVec3::X).to_array();
    let quarter = std::f64::consts::FRAC_PI_2;
    let other = if angle > 0.0 { angle - quarter } else { angle + quarter };
    let one =
        |strain: f64, angle: f64| Principal { strain, from_weft_deg: angle.to_degrees(), direction: along(angle) };
    vec![one(mean + spread, angle), one(mean - spread, other)]
}
