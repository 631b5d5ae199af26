//! Tables: whatever a newcomer may add is one row.
//!
//! A stress law, a bending law, a body shape, a fabric preset, a garment: each is a [`Row`] in the table
//! of its kind, with an id, a title, its parameters and what it builds. Checks, panels, the JSON Schema
//! and the documentation iterate the tables, so a new row needs no other change.

use crate::math::spline::Spline;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// One number a user may set: its unit, its default and its ranges, in one place for the engine, the
/// document's schema, the page's panels and the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Parameter {
    /// Field name in the document; ends in its unit where it has one.
    pub id: &'static str,
    /// Unit as shown to people; `1` for a ratio, `count` for a whole number.
    pub unit: &'static str,
    /// The value used when the document is silent.
    pub default: f64,
    /// The range of a slider: what people normally want.
    pub soft: [f64; 2],
    /// The range the engine accepts; a value outside is an issue.
    pub hard: [f64; 2],
    /// What it does, and what goes wrong when it is changed.
    pub help: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
}

/// One measured curve a user may set, as [`Parameter`] is one number.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct CurveParameter {
    /// Name in the document.
    pub id: &'static str,
    /// Unit of the argument as shown to people; `1` for a strain.
    pub x_unit: &'static str,
    /// Unit of the value.
    pub y_unit: &'static str,
    /// The curve used when the document is silent.
    #[serde(serialize_with = "made")]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "Spline"))]
    pub default: fn() -> Spline,
    /// The smallest and the largest knot the engine accepts.
    pub knots: [f64; 2],
    /// The smallest and the largest slope the engine accepts, in `y_unit` per `x_unit`.
    pub slopes: [f64; 2],
    /// What it does, and what goes wrong when it is changed.
    pub help: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
}

fn made<S: Serializer>(make: &fn() -> Spline, serializer: S) -> Result<S::Ok, S::Error> {
    make().serialize(serializer)
}

impl CurveParameter {
    /// Most segments of a curve: a tester's curve takes three, and a table of raw samples is none.
    pub const MOST_SEGMENTS: usize = 64;
    /// Most bends of a segment: beyond the order 16 a polynomial swings between its points.
    pub const MOST_BENDS: usize = 15;

    /// The smallest and the largest bend the engine accepts: no curve within the ranges leaves its tangent further.
    pub fn bends(&self) -> [f64; 2] {
        let most = self.slopes[1] * self.knots[1];
        [-most, most]
    }

    /// What may be behind a number that is far out of its range.
    pub fn hint(&self) -> &'static str {
        match (self.x_unit, self.y_unit) {
            ("1", "N/m") => {
                "Is a percentage written for a ratio (5 % is 0.05), or gf/cm for N/m (1 gf/cm is 0.9807 N/m)?"
            }
            ("1/m", _) => {
                "Is gf·cm/cm written for µN (1 gf·cm/cm is 9807 µN), or 1/cm for 1/m (1 per cm is 100 per m)?"
            }
            (_, "N/m") => "Is gf/cm written for N/m (1 gf/cm is 0.9807 N/m)?",
            _ => "Check the units of your source.",
        }
    }
}

/// Named numbers of a row, as they stand in the document.
pub type Values = BTreeMap<String, f64>;

/// Named curves of a row, as they stand in the document.
pub type Curves = BTreeMap<String, Spline>;

/// What the document gives a row to build from.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// Its numbers; those left out take their defaults.
    pub numbers: &'a Values,
    /// Its curves; those left out take their defaults.
    pub curves: &'a Curves,
}

impl Given<'_> {
    /// The curve the document gives for `parameter`, or its default.
    pub fn curve(&self, parameter: &CurveParameter) -> Spline {
        self.curves.get(parameter.id).cloned().unwrap_or_else(parameter.default)
    }
}

/// Numbers alone.
impl<'a> From<&'a Values> for Given<'a> {
    fn from(numbers: &'a Values) -> Self {
        static NONE: Curves = Curves::new();
        Given { numbers, curves: &NONE }
    }
}

/// One row of a table; `T` is what the row gives, usually a function that builds from [`Values`] or [`Given`].
#[derive(Clone, Copy, Debug)]
pub struct Row<T: 'static> {
    /// Stable name, such as `membrane.isotropic`.
    pub id: &'static str,
    /// Name shown to people.
    pub title: &'static str,
    /// One or two sentences on what it is and when to choose it.
    pub help: &'static str,
    /// The numbers it takes.
    pub parameters: &'static [Parameter],
    /// The curves it takes.
    pub curves: &'static [CurveParameter],
    /// What the row gives.
    pub make: T,
}

/// What panels, `toile schema` and the documentation show of a row.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct RowInfo {
    /// Stable name.
    pub id: &'static str,
    /// Name shown to people.
    pub title: &'static str,
    /// What it is and when to choose it.
    pub help: &'static str,
    /// The numbers it takes.
    pub parameters: &'static [Parameter],
    /// The curves it takes.
    pub curves: &'static [CurveParameter],
}

impl<T> Row<T> {
    /// The row without what it makes.
    pub fn info(&self) -> RowInfo {
        let Row { id, title, help, parameters, curves, .. } = *self;
        RowInfo { id, title, help, parameters, curves }
    }
}

/// The kind of thing a table lists. A type without values: [`crate::document::Choice`] names it to say from which table
/// it chooses.
pub trait Table: Sized + 'static {
    /// What a row of this table gives.
    type Make: 'static;
    /// What a row is called in messages, such as "membrane law".
    const NOUN: &'static str;
    /// The rows, in the order panels show them.
    fn rows() -> &'static [Row<Self::Make>];

    /// The row named `id`.
    fn find(id: &str) -> Option<&'static Row<Self::Make>> {
        Self::rows().iter().find(|row| row.id == id)
    }
}

/// A row of the table `T`.
pub type RowOf<T> = Row<<T as Table>::Make>;

/// Declares a struct of numeric parameters: one declaration gives the fields, the defaults, the table of
/// [`Parameter`]s, the document's (de)serialisation and its JSON Schema.
///
/// ```
/// toile::parameters! {
///     /// A spring.
///     pub struct Spring {
///         /// Force per elongation. Above the hard range the step becomes unstable.
///         stiffness_n_per_m: "N/m" = 100.0, soft [1.0, 1000.0], hard [0.0, 1e6], source "an example";
///     }
/// }
/// assert_eq!(Spring::default().stiffness_n_per_m, 100.0);
/// assert_eq!(Spring::PARAMETERS[0].unit, "N/m");
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[doc = $about:expr])+
        pub struct $name:ident {
            $(
                $(#[doc = $help:expr])+
                $field:ident: $unit:literal = $default:expr, soft [$s0:expr, $s1:expr], hard [$h0:expr, $h1:expr],
                source $source:literal;
            )*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(
                $(#[doc = $help])+
                pub $field: f64,
            )*
        }

        impl $name {
            /// The fields with their units, defaults, ranges and help.
            pub const PARAMETERS: &'static [$crate::row::Parameter] = &[
                $($crate::row::Parameter {
                    id: stringify!($field),
                    unit: $unit,
                    default: $default,
                    soft: [$s0, $s1],
                    hard: [$h0, $h1],
                    help: concat!($($help),+),
                    source: $source,
                },)*
            ];

            /// The struct with the values the document gives and the defaults of the others.
            pub fn from_values(values: &$crate::row::Values) -> Self {
                #[allow(unused_mut)]
                let mut out = Self::default();
                $(if let Some(value) = values.get(stringify!($field)) { out.$field = *value; })*
                out
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default),* }
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::row::schema_of(Self::PARAMETERS, concat!($($about),+))
            }
        }
    };
}

/// Keyword of the JSON Schema that holds the unit of a parameter.
pub const UNIT: &str = "x-unit";
/// Keyword of the JSON Schema that holds what may be behind a number out of its range.
pub const HINT: &str = "x-hint";

/// The JSON Schema of an object with these numbers, none of them required.
pub fn schema_of(parameters: &[Parameter], about: &str) -> schemars::Schema {
    let properties: serde_json::Map<String, serde_json::Value> = parameters
        .iter()
        .map(|p| {
            let schema = serde_json::json!({
                "type": if p.unit == "count" { "integer" } else { "number" },
                "minimum": p.hard[0],
                "maximum": p.hard[1],
                "default": p.default,
                UNIT: p.unit,
                "description": format!("{} Unit: {}. Source of the default: {}.", p.help.trim(), p.unit, p.source),
            });
            (p.id.to_owned(), schema)
        })
        .collect();
    schemars::json_schema!({
        "type": "object",
        "description": about.trim(),
        "properties": properties,
        "additionalProperties": false,
    })
}

/// The JSON Schema of an object with these curves, none of them required.
pub fn schema_of_curves(curves: &[CurveParameter]) -> schemars::Schema {
    let properties: serde_json::Map<String, serde_json::Value> =
        curves.iter().map(|curve| (curve.id.to_owned(), schema_of_curve(curve))).collect();
    schemars::json_schema!({
        "type": "object",
        "description": "Measured curves; those left out take their defaults.",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn schema_of_curve(curve: &CurveParameter) -> serde_json::Value {
    let CurveParameter { x_unit, y_unit, help, source, .. } = curve;
    let number = |[least, most]: [f64; 2], unit: &str, about: &str| {
        serde_json::json!({
            "type": "number", "minimum": least, "maximum": most, UNIT: unit, HINT: curve.hint(), "description": about,
        })
    };
    let bend = serde_json::json!({
        "type": "array",
        "items": number(curve.bends(), y_unit, "One bend."),
        "maxItems": CurveParameter::MOST_BENDS,
        "description": "How far t², t³, … lead away from the tangent by the segment's end. None: straight.",
    });
    let segment = serde_json::json!({
        "type": "object",
        "properties": { "to": number(curve.knots, x_unit, "Where the segment ends."), "bend": bend },
        "required": ["to"],
        "additionalProperties": false,
    });
    serde_json::json!({
        "type": "object",
        "description": format!("{} From {x_unit} to {y_unit}. Source of the default: {source}.", help.trim()),
        "properties": {
            "slope": number(curve.slopes, &slope_unit(curve), "Slope at the origin."),
            "segments": {
                "type": "array",
                "items": segment,
                "maxItems": CurveParameter::MOST_SEGMENTS,
                "description": "The pieces, from the origin outwards. None: a straight line.",
            },
        },
        "required": ["slope"],
        "additionalProperties": false,
    })
}

/// The unit of a curve's slope.
fn slope_unit(curve: &CurveParameter) -> String {
    match (curve.x_unit, curve.y_unit) {
        ("1", y) => y.to_owned(),
        ("1/s", "N/m") => "N·s/m".to_owned(),
        ("1/m", "µN") => "µN·m".to_owned(),
        (x, y) => format!("{y} per {x}"),
    }
}
