//! The saved file, as it stands in JSON: millimetres, g/m², degrees, with the unit in the field's name.

use super::Choice;
use crate::parameters;
use crate::{
    body::Shapes, fabric::bending::BendingLaws, fabric::friction::FrictionLaws, fabric::membrane::MembraneLaws,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a colour is written.
pub(super) const COLOUR: &str = "^#[0-9a-fA-F]{6}$";

/// Largest coordinate, 100 m: no garment reaches there, but a wrong unit does.
const FAR_MM: f64 = 100_000.0;

/// A garment, its fabrics, what it hangs on and how it is simulated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Version of the format. A file from a later version is refused, one from an earlier is migrated.
    #[schemars(range(min = 1, max = super::CURRENT_VERSION))]
    pub toile: u32,
    /// Name shown to people.
    pub name: String,
    /// The fabrics that panels refer to.
    pub fabrics: Vec<Fabric>,
    /// The pieces of cloth.
    pub panels: Vec<Panel>,
    /// What the cloth falls on. Empty: nothing.
    #[serde(default)]
    pub bodies: Vec<Body>,
    /// How time advances.
    #[serde(default)]
    pub simulation: Simulation,
}

/// A cloth with its measured behaviour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Fabric {
    /// Stable name that panels refer to.
    pub id: String,
    /// Name shown to people.
    pub name: String,
    /// Where the numbers come from: a measurement with its source, or "typical".
    pub source: String,
    /// Weight and thickness.
    #[serde(default)]
    pub sheet: Sheet,
    /// Resistance to stretch and shear in the plane of the cloth.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub membrane: Choice<MembraneLaws>,
    /// Resistance to bending.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub bending: Choice<BendingLaws>,
    /// Friction against bodies.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub friction: Choice<FrictionLaws>,
    /// How it is drawn; no influence on the drape.
    #[serde(default)]
    pub look: Look,
}

parameters! {
    /// The cloth as a sheet.
    pub struct Sheet {
        /// Mass per area. Ten times too much and every seam sags; check the unit of your source (1 oz/yd² is 33.9 g/m²).
        weight_g_per_m2: "g/m²" = 150.0, soft [40.0, 500.0], hard [1.0, 5000.0], source "a plain cotton";
        /// Distance kept between the cloth's middle surface and what it touches. Below 0.2 mm the flat triangles of a coarse mesh may show the body through the cloth.
        thickness_mm: "mm" = 0.5, soft [0.2, 3.0], hard [0.01, 20.0], source "a plain cotton";
    }
}

/// How a fabric is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Look {
    /// Colour of the right side, `#rrggbb`.
    #[schemars(regex(pattern = COLOUR))]
    pub colour: String,
}

impl Default for Look {
    fn default() -> Self {
        Look { colour: "#c8b8a0".to_owned() }
    }
}

/// A piece of cloth, drawn flat: x is weft, y is warp (the grain).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// Stable name.
    pub id: String,
    /// Name shown to people.
    pub name: String,
    /// Id of the fabric it is cut from.
    pub fabric: String,
    /// Closed outline, counter-clockwise seen from the right side: each edge ends where the next begins.
    pub outline: Vec<Edge>,
    /// Where the flat panel starts in space.
    #[serde(default)]
    pub placement: Placement,
    /// How it is divided into triangles.
    #[serde(default)]
    pub mesh: MeshSettings,
}

/// One edge of an outline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// Stable name within its panel.
    pub id: String,
    /// Where it begins, x and y in mm.
    #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
    pub from_mm: [f64; 2],
    /// Its shape on the way to the next edge's beginning.
    #[serde(default)]
    pub curve: Curve,
}

/// Shape of an edge between its two ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Curve {
    /// Straight.
    #[default]
    Line,
    /// Quadratic Bézier.
    Quadratic {
        /// Its control point.
        #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
        control_mm: [f64; 2],
    },
    /// Cubic Bézier.
    Cubic {
        /// Control point next to the beginning.
        #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
        control_1_mm: [f64; 2],
        /// Control point next to the end.
        #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
        control_2_mm: [f64; 2],
    },
    /// Circular arc.
    Arc {
        /// Radius.
        #[schemars(range(min = 0.001, max = 100.0 * FAR_MM))]
        radius_mm: f64,
        /// The longer of the two arcs with this radius.
        large: bool,
        /// Whether the arc turns counter-clockwise on its way.
        counter_clockwise: bool,
    },
}

/// A rigid placement: rotation about x, then y, then z, then translation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Placement {
    /// x (to the wearer's left), y (up), z (to the front).
    #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
    pub translation_mm: [f64; 3],
    /// About x, y and z, applied in that order.
    #[schemars(inner(range(min = -3600.0, max = 3600.0)))]
    pub rotation_deg: [f64; 3],
}

parameters! {
    /// How a panel is divided into triangles.
    pub struct MeshSettings {
        /// Edge length of a triangle. Half the size is four times the triangles and finer folds; folds narrower than two triangles cannot form.
        size_mm: "mm" = 20.0, soft [5.0, 40.0], hard [0.5, 500.0], source "a shirt of about 10,000 triangles";
    }
}

/// Something solid that the cloth falls on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Stable name.
    pub id: String,
    /// Its shape.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub shape: Choice<Shapes>,
}

parameters! {
    /// How time advances.
    pub struct Simulation {
        /// Simulated time per step. Longer steps lose more energy (the cloth moves as in honey); shorter ones cost more per second.
        step_ms: "ms" = 10.0, soft [2.0, 20.0], hard [0.1, 50.0], source "Volino 2009, timing square";
        /// Newton iterations per step. With one, friction lags by a step and fast cloth overstretches; each more costs as much again and follows the implicit equations closer.
        newton_iterations: "count" = 2.0, soft [1.0, 8.0], hard [1.0, 50.0], source "make study, square on sphere";
        /// Relative residual at which a linear solve stops. At 0.1 the cloth falls as through honey; below 0.0001 the single-precision solve has nothing more to give.
        solver_tolerance: "1" = 0.01, soft [0.0001, 0.1], hard [1e-7, 0.5], source "make study, square on sphere";
        /// Acceleration of gravity, downwards.
        gravity_m_per_s2: "m/s²" = 9.81, soft [0.0, 9.81], hard [0.0, 100.0], source "standard gravity, rounded";
        /// Drag of still air, as the rate at which a free particle loses its speed. Zero keeps cloth swinging; above 5 it sinks as in water.
        air_drag_per_s: "1/s" = 0.4, soft [0.0, 3.0], hard [0.0, 100.0], source "chosen: a swinging sheet calms in a few seconds";
    }
}
