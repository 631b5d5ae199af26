//! The saved file, as it stands in JSON: millimetres, g/m², degrees, with the unit in the field's name.

use super::{Choice, Panel, Pin, Seam};
use crate::integrator::Integrators;
use crate::parameters;
use crate::row::Values;
use crate::{
    body::Shapes, body::motion::Motions, fabric::bending::BendingLaws, fabric::friction::FrictionLaws,
    fabric::internal_friction::InternalFrictionLaws, fabric::membrane::MembraneLaws, fabric::viscosity::ViscosityLaws,
};
use glam::DVec3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a colour is written.
pub(super) const COLOUR: &str = "^#[0-9a-fA-F]{6}$";

/// Largest coordinate, 100 m: no garment reaches there, but a wrong unit does.
pub(super) const FAR_MM: f64 = 100_000.0;

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
    /// How the pieces are sewn together.
    #[serde(default)]
    pub seams: Vec<Seam>,
    /// Points of the cloth that are held.
    #[serde(default)]
    pub pins: Vec<Pin>,
    /// What the cloth falls on. Empty: nothing.
    #[serde(default)]
    pub bodies: Vec<Body>,
    /// How time advances.
    #[serde(default)]
    pub simulation: Simulation,
    /// By which method.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    #[serde(default)]
    pub integrator: Choice<Integrators>,
    /// The garment that panels and seams were drafted from, so that another body can have it too; left out where they were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MadeToMeasure")]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(optional))]
    pub made_to_measure: Option<MadeToMeasure>,
}

/// A garment of the table with its numbers, drafted for a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MadeToMeasure {
    /// Id of the garment, such as `garment.t-shirt`.
    pub garment: String,
    /// Its numbers; those left out take their defaults.
    #[serde(default)]
    pub parameters: Values,
    /// Id of the body it was drafted for.
    pub body: String,
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
    /// Weight, thickness and strength.
    #[serde(default)]
    pub sheet: Sheet,
    /// Resistance to stretch and shear in the plane of the cloth.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub membrane: Choice<MembraneLaws>,
    /// Resistance to the speed of stretch and shear.
    #[serde(default)]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub viscosity: Choice<ViscosityLaws>,
    /// Friction between its yarns, which parts loading from unloading.
    #[serde(default)]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub internal_friction: Choice<InternalFrictionLaws>,
    /// Resistance to bending.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub bending: Choice<BendingLaws>,
    /// Friction against bodies.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub friction: Choice<FrictionLaws>,
    /// Friction of the cloth on itself; on another fabric it is the geometric mean of both. Left out: 0.4 at every speed,
    /// typical of plain cotton on itself.
    #[serde(default = "cotton_on_cotton")]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub self_friction: Choice<FrictionLaws>,
    /// How it is drawn; no influence on the drape.
    #[serde(default)]
    pub look: Look,
}

impl Fabric {
    /// The first row of every table with its defaults, for a document that names no fabric of its own.
    pub fn plain_cotton(id: &str) -> Self {
        Fabric {
            id: id.to_owned(),
            name: "Plain cotton".to_owned(),
            source: "typical".to_owned(),
            sheet: Sheet::default(),
            membrane: Choice::default(),
            viscosity: Choice::default(),
            internal_friction: Choice::default(),
            bending: Choice::default(),
            friction: Choice::default(),
            self_friction: cotton_on_cotton(),
            look: Look::default(),
        }
    }
}

/// Friction of cloth on cloth where a fabric says nothing of it.
fn cotton_on_cotton() -> Choice<FrictionLaws> {
    let mut choice = Choice::of("friction.c");
    choice.parameters.insert("mu_c".to_owned(), 0.4);
    choice
}

parameters! {
    /// The cloth as a sheet.
    pub struct Sheet {
        /// Mass per area. Ten times too much and every seam sags; check the unit of your source (1 oz/yd² is 33.9 g/m²).
        weight_g_per_m2: "g/m²" = 150.0, soft [40.0, 500.0], hard [1.0, 5000.0], source "a plain cotton";
        /// Distance kept between the cloth's middle surface and what it touches. Below 0.2 mm the flat triangles of a coarse mesh may show the body through the cloth.
        thickness_mm: "mm" = 0.5, soft [0.2, 3.0], hard [0.01, 20.0], source "a plain cotton";
        /// Stretch along the weft at which weft yarns break. The tension of a body-hugging seam is far below it; at a few percent cloth tears as paper does.
        weft_tear_pct: "%" = 16.0, soft [2.0, 150.0], hard [0.1, 1000.0], source "typical: woven cotton breaks at 10 to 25 %";
        /// Stretch along the warp at which warp yarns break: less than along the weft in most wovens, whose warps are straighter.
        warp_tear_pct: "%" = 13.0, soft [2.0, 150.0], hard [0.1, 1000.0], source "typical: woven cotton breaks at 8 to 20 %";
        /// How much less the weakest place bears than the strongest. At 0 all yarns of an evenly pulled cloth break at once.
        tear_spread_pct: "%" = 20.0, soft [0.0, 50.0], hard [0.0, 90.0], source "chosen: yarns of one bobbin vary by a tenth either way";
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
    /// Colour of the wrong side; left out: that of the right side, a little paler.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", regex(pattern = COLOUR))]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(optional))]
    pub back_colour: Option<String>,
    /// How the surface is made.
    pub surface: Surface,
    /// What is printed on it.
    pub print: Print,
    /// Colour of the print, `#rrggbb`.
    #[schemars(regex(pattern = COLOUR))]
    pub print_colour: String,
    /// Sizes and shine.
    pub finish: Finish,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            colour: "#c8b8a0".to_owned(),
            back_colour: None,
            surface: Surface::default(),
            print: Print::default(),
            print_colour: "#f4efe4".to_owned(),
            finish: Finish::default(),
        }
    }
}

/// How the surface of a fabric is made, as an eye sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// Threads go over one and under one.
    #[default]
    Plain,
    /// Threads go over two and under one, a step further in each row: diagonal ribs, pale weft behind.
    Twill,
    /// Threads lie over many and under one: smooth, and it gleams across them.
    Satin,
    /// Loops in columns.
    Knit,
    /// Ribs of loops, high and low.
    Rib,
    /// Fibres without order.
    Felt,
    /// The pores and creases of a skin.
    Leather,
}

/// What is printed on a fabric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Print {
    /// Nothing.
    #[default]
    None,
    /// Stripes along the warp.
    Stripes,
    /// Stripes along weft and warp.
    Checks,
    /// Dots, each row between those beside it.
    Dots,
}

parameters! {
    /// Sizes and shine of a fabric's surface.
    pub struct Finish {
        /// Distance of the threads, loops or pores. Far above life the cloth looks like a model of itself.
        thread_mm: "mm" = 0.9, soft [0.3, 4.0], hard [0.05, 50.0], source "a little coarser than a plain cotton, to be seen";
        /// How much light the surface throws back like a polished one: 0 is chalk, 1 is silk satin.
        sheen: "1" = 0.1, soft [0.0, 1.0], hard [0.0, 1.0], source "a plain cotton";
        /// How fuzzy it is: a bloom of fibre ends where one looks along the surface.
        fuzz: "1" = 0.5, soft [0.0, 1.0], hard [0.0, 1.0], source "a plain cotton";
        /// From one stripe, check or dot of the print to the next.
        print_mm: "mm" = 30.0, soft [4.0, 150.0], hard [1.0, 2000.0], source "chosen: a shirt's check";
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
    /// How its surface meets cloth.
    #[serde(default)]
    pub contact: BodyContact,
    /// How it moves from where its shape says.
    #[serde(default)]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub motion: Choice<Motions>,
    /// Its surface, where the shape is `body.own`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BodyMesh")]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(optional))]
    pub mesh: Option<BodyMesh>,
}

/// A closed surface of triangles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BodyMesh {
    /// Name shown to people.
    pub name: String,
    /// Corners: to the wearer's left, up and to the front.
    pub vertices_mm: Vec<[f64; 3]>,
    /// Three corners each, by their numbers from 0, counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl BodyMesh {
    /// The corners, m.
    pub fn vertices(&self) -> Vec<DVec3> {
        self.vertices_mm.iter().map(|corner| DVec3::from_array(*corner) * 1e-3).collect()
    }
}

parameters! {
    /// How a body's surface meets cloth.
    pub struct BodyContact {
        /// By how much every friction of a fabric on this body differs from the fabric's own, which is that on a smooth form. 0 and all cloth slides off; 2 and a shirt of 0.3 holds as rubber would.
        friction_factor: "1" = 1.0, soft [0.0, 2.0], hard [0.0, 10.0], source "the surface fabrics are measured on";
    }
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
        /// Time in which the seams close before gravity sets in. Too short and panels far apart snap together and tangle.
        sewing_s: "s" = 0.6, soft [0.2, 2.0], hard [0.01, 30.0], source "chosen: half a metre closes at walking speed";
        /// Whether cloth is kept from passing through cloth (1) or not (0). Without it a step costs less, and folds pass through each other.
        self_contact: "count" = 1.0, soft [0.0, 1.0], hard [0.0, 1.0], source "what cloth does";
        /// Acceleration of gravity, downwards.
        gravity_m_per_s2: "m/s²" = 9.81, soft [0.0, 9.81], hard [0.0, 100.0], source "standard gravity, rounded";
        /// Drag of still air, as the rate at which a free particle loses its speed. Zero keeps cloth swinging; above 5 it sinks as in water.
        air_drag_per_s: "1/s" = 0.4, soft [0.0, 3.0], hard [0.0, 100.0], source "chosen: a swinging sheet calms in a few seconds";
        /// Drag coefficient of the air across the cloth. A falling sheet floats by it; at 0 it drops like lead.
        air_across: "1" = 1.2, soft [0.0, 2.0], hard [0.0, 100.0], source "flat plate across a stream";
        /// Drag coefficient of the air along the cloth: small, but it is what wind drags a flag by.
        air_along: "1" = 0.02, soft [0.0, 0.2], hard [0.0, 100.0], source "skin friction of a rough plate, rounded";
        /// Wind to the wearer's left.
        wind_x_m_per_s: "m/s" = 0.0, soft [-10.0, 10.0], hard [-100.0, 100.0], source "still air";
        /// Wind upwards.
        wind_y_m_per_s: "m/s" = 0.0, soft [-10.0, 10.0], hard [-100.0, 100.0], source "still air";
        /// Wind from behind the wearer.
        wind_z_m_per_s: "m/s" = 0.0, soft [-10.0, 10.0], hard [-100.0, 100.0], source "still air";
    }
}
