//! The pieces of cloth, as they are drawn.

use super::Choice;
use super::seam::{Stiffening, Weave};
use super::types::FAR_MM;
use crate::fabric::seam::SeamTypes;
use crate::parameters;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A piece of cloth, drawn flat: x is weft, y is warp (the grain) unless the grain is turned.
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
    /// Closed outline, counter-clockwise seen from the right side: each edge ends where the next begins. Empty when the
    /// panel mirrors another.
    pub outline: Vec<Edge>,
    /// What is cut out of it.
    #[serde(default)]
    pub holes: Vec<Hole>,
    /// Lines drawn on it that the triangles follow; some are folds.
    #[serde(default)]
    pub lines: Vec<Line>,
    /// Wedges taken out at an edge and sewn shut.
    #[serde(default)]
    pub darts: Vec<Dart>,
    /// Direction of the warp, counter-clockwise from the panel's y axis.
    #[serde(default)]
    #[schemars(range(min = -360.0, max = 360.0))]
    pub grain_deg: f64,
    /// How it follows another panel or its own half.
    #[serde(default)]
    pub symmetry: Symmetry,
    /// Which of several layers it lies in: 0 next to the body, then outwards. Put on a body, each begins further out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub layer: u32,
    /// Whether it stays where it is, as if pinned all over, while the cloth around it moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(optional, as = "Option<bool>"))]
    pub frozen: bool,
    /// Id of a fabric bonded to its wrong side; empty for none.
    #[serde(default)]
    pub interlining: String,
    /// Parts of it with a further fabric bonded to their wrong side.
    #[serde(default)]
    pub interlined: Vec<InterlinedRegion>,
    /// Where the flat panel starts in space.
    #[serde(default)]
    pub placement: Placement,
    /// Where its origin lies on the drawing table, among the other panels; no influence on the drape.
    #[serde(default)]
    #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
    pub table_mm: [f64; 2],
    /// How it is divided into triangles.
    #[serde(default)]
    pub mesh: MeshSettings,
}

impl Panel {
    /// A panel of this outline and nothing else, where a document places what it is silent about.
    pub fn of_outline(id: &str, name: &str, outline: Vec<Edge>) -> Self {
        Panel {
            id: id.to_owned(),
            name: name.to_owned(),
            fabric: String::new(),
            outline,
            holes: Vec::new(),
            lines: Vec::new(),
            darts: Vec::new(),
            grain_deg: 0.0,
            symmetry: Symmetry::None,
            layer: 0,
            frozen: false,
            interlining: String::new(),
            interlined: Vec::new(),
            placement: Placement::default(),
            table_mm: [0.0; 2],
            mesh: MeshSettings::default(),
        }
    }
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
    /// Width added outside the edge when the panel is cut from cloth; it does not drape.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 200.0))]
    pub seam_allowance_mm: f64,
    /// Marks to match when sewing.
    #[serde(default)]
    pub notches: Vec<Notch>,
}

/// A mark on an edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Notch {
    /// Stable name within its panel.
    pub id: String,
    /// Length along the edge from its beginning.
    #[schemars(range(min = 0.0, max = FAR_MM))]
    pub at_mm: f64,
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

/// What is cut out of a panel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Hole {
    /// Stable name within its panel.
    pub id: String,
    /// Its closed outline, either way round. Edge ids are unique within the whole panel, so that seams can name them.
    pub outline: Vec<Edge>,
}

/// A part of a panel that a further fabric is bonded to: its stiffness, tension and weight are added to the panel's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct InterlinedRegion {
    /// Stable name within its panel.
    pub id: String,
    /// Id of the fabric.
    pub fabric: String,
    /// Its closed outline on the panel, either way round; it may run along the panel's own edges. Regions that overlap
    /// have all their fabrics bonded there.
    pub outline: Vec<RegionEdge>,
}

/// One edge of an interlined region.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RegionEdge {
    /// Where it begins, x and y in mm.
    #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
    pub from_mm: [f64; 2],
    /// Its shape on the way to the next edge's beginning.
    #[serde(default)]
    pub curve: Curve,
}

/// A line on a panel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Stable name within its panel.
    pub id: String,
    /// Where it begins.
    #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
    pub from_mm: [f64; 2],
    /// Where it ends.
    #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
    pub to_mm: [f64; 2],
    /// Its shape on the way.
    #[serde(default)]
    pub curve: Curve,
    /// Whether the cloth is pressed into a fold along it.
    #[serde(default)]
    pub fold: Fold,
}

parameters! {
    /// A pressed fold.
    pub struct Fold {
        /// Angle the cloth is pressed to: 0 is flat, positive folds its right sides together, 180 is folded over.
        angle_deg: "°" = 0.0, soft [-180.0, 180.0], hard [-180.0, 180.0], source "flat";
        /// How many times stiffer than the fabric itself the fold holds its angle. With 1 gravity opens most folds; beyond 50 it acts as a rod.
        strength: "1" = 1.0, soft [0.0, 20.0], hard [0.0, 1000.0], source "the fabric's own stiffness";
    }
}

/// A wedge taken out at an edge of the outline and sewn shut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Dart {
    /// Stable name within its panel.
    pub id: String,
    /// Id of the edge it opens at.
    pub edge: String,
    /// Length along the edge, from its beginning, to the middle of the dart.
    #[schemars(range(min = 0.0, max = FAR_MM))]
    pub at_mm: f64,
    /// Length of the edge that it takes away.
    #[schemars(range(min = 0.1, max = FAR_MM))]
    pub width_mm: f64,
    /// Its tip inside the panel.
    #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
    pub tip_mm: [f64; 2],
    /// How it is sewn.
    #[serde(default)]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub stitching: Choice<SeamTypes>,
    /// Weave of the cloth in it.
    #[serde(default)]
    pub weave: Weave,
    /// What is made of the stiffness measured beside such a seam.
    #[serde(default)]
    pub stiffening: Stiffening,
}

/// How a panel follows another or its own half.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Symmetry {
    /// It stands for itself.
    #[default]
    None,
    /// It is the mirror image (x to −x) of another panel, whose drawing it shares; its own outline is empty. Its edges
    /// have the ids of that panel's edges.
    MirrorOf {
        /// Id of that panel.
        panel: String,
    },
    /// Its drawing is one half; the whole is unfolded over a straight edge. The mirrored edges have the ids of their
    /// originals with `-mirrored` behind.
    Unfold {
        /// Id of that edge.
        edge: String,
    },
}

/// Where a flat panel starts: its origin at a point in space, its right side to the front, turned and moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Placement {
    /// By numbers: rotation about x, then y, then z, then translation.
    Free {
        /// x (to the wearer's left), y (up), z (to the front).
        #[serde(default)]
        #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
        translation_mm: [f64; 3],
        /// About x, y and z, applied in that order.
        #[serde(default)]
        #[schemars(inner(range(min = -3600.0, max = 3600.0)))]
        rotation_deg: [f64; 3],
    },
    /// By a named point of a body: right side outwards, y up along the body.
    Arrangement {
        /// Id of the body.
        body: String,
        /// Name of the point, as the body's shape lists them.
        point: String,
        /// Moved from there along the panel's own x, y and outwards.
        #[serde(default)]
        #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
        offset_mm: [f64; 3],
        /// Turned in its own plane, counter-clockwise.
        #[serde(default)]
        #[schemars(range(min = -3600.0, max = 3600.0))]
        turn_deg: f64,
        /// How it lies there.
        #[serde(default)]
        lie: Lie,
    },
}

/// How a panel lies where it is arranged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lie {
    /// In a plane.
    #[default]
    Flat,
    /// Around the part of the body that the point belongs to, at the distance of the offset: its x runs along the part's
    /// outline, its y along the part's axis.
    Around,
    /// Around the part as far as its neighbours on both sides, then straight away from the body: for panels that are wider
    /// than the body is round.
    Fluted {
        /// Length along the part's outline from the panel's middle to where it meets its neighbours.
        #[schemars(range(min = 1.0, max = FAR_MM))]
        joint_mm: f64,
    },
}

impl Default for Placement {
    fn default() -> Self {
        Placement::Free { translation_mm: [0.0; 3], rotation_deg: [0.0; 3] }
    }
}

parameters! {
    /// How a panel is divided into triangles.
    pub struct MeshSettings {
        /// Edge length of a triangle. Half the size is four times the triangles and finer folds; folds narrower than two triangles cannot form.
        size_mm: "mm" = 20.0, soft [5.0, 40.0], hard [0.5, 500.0], source "a shirt of about 10,000 triangles";
        /// By which part the stiffness that seams give to neighbouring triangles may differ: triangles near seams are made as small as that takes, and smaller where the cloth is stiffer. 0.1 is smooth; 0 leaves them all one size, and beside a stiff seam triangles of 20 mm differ by a quarter from one to the next.
        seam_step: "1" = 0.0, soft [0.0, 0.3], hard [0.0, 1.0], source "even triangles";
    }
}

/// A point of the cloth that is held in space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// Stable name.
    pub id: String,
    /// Id of the panel.
    pub panel: String,
    /// Where on the panel; the nearest particle is held where it starts.
    #[schemars(inner(range(min = -FAR_MM, max = FAR_MM)))]
    pub at_mm: [f64; 2],
}
