//! Tables: whatever a newcomer may add is one row.
//!
//! A stress law, a bending law, a body shape, a fabric preset, a garment: each is a [`Row`] in the table
//! of its kind, with an id, a title, its parameters and what it builds. Checks, panels, the JSON Schema
//! and the documentation iterate the tables, so a new row needs no other change.

use serde::Serialize;
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

/// Named numbers of a row, as they stand in the document.
pub type Values = BTreeMap<String, f64>;

/// One row of a table; `T` is what the row gives, usually a function that builds from [`Values`].
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
}

impl<T> Row<T> {
    /// The row without what it makes.
    pub fn info(&self) -> RowInfo {
        RowInfo { id: self.id, title: self.title, help: self.help, parameters: self.parameters }
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
