//! A choice from a table: which row, and the row's numbers and curves.

use crate::row::{Curves, Given, Parameter, Table, Values, schema_of, schema_of_curves};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, marker::PhantomData};

/// A row of the table `T` by its id, with its numbers and curves; those left out take their defaults.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Choice<T: Table> {
    /// Id of the row, such as `membrane.isotropic`.
    pub kind: String,
    /// Its numbers.
    #[serde(default)]
    pub parameters: Values,
    /// Its curves.
    #[serde(default, skip_serializing_if = "Curves::is_empty")]
    pub curves: Curves,
    #[serde(skip)]
    table: PhantomData<T>,
}

impl<T: Table> Choice<T> {
    /// The row named `kind`, with its defaults.
    pub fn of(kind: &str) -> Self {
        Choice { kind: kind.to_owned(), parameters: Values::new(), curves: Curves::new(), table: PhantomData }
    }

    /// Whether the row exists and every number is in the row's range.
    pub(super) fn in_range(&self) -> bool {
        let fits =
            |p: &Parameter| self.parameters.get(p.id).is_none_or(|value| (p.hard[0]..=p.hard[1]).contains(value));
        T::find(&self.kind).is_some_and(|row| row.parameters.iter().all(fits))
    }

    /// What the row builds from.
    pub fn given(&self) -> Given<'_> {
        Given { numbers: &self.parameters, curves: &self.curves }
    }
}

// Written out because a derive would ask `T` itself to be comparable and clonable.
impl<T: Table> Clone for Choice<T> {
    fn clone(&self) -> Self {
        Choice {
            kind: self.kind.clone(),
            parameters: self.parameters.clone(),
            curves: self.curves.clone(),
            table: PhantomData,
        }
    }
}

/// The first row of the table, with its defaults.
impl<T: Table> Default for Choice<T> {
    fn default() -> Self {
        Choice::of(T::rows()[0].id)
    }
}

impl<T: Table> PartialEq for Choice<T> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.parameters == other.parameters && self.curves == other.curves
    }
}

impl<T: Table> JsonSchema for Choice<T> {
    fn schema_name() -> Cow<'static, str> {
        // A name for `$ref`, so without spaces: "membrane law" gives `MembraneLawChoice`.
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let noun: String = T::NOUN.split(' ').map(capital).collect();
        format!("{noun}Choice").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let rows: Vec<Schema> = T::rows()
            .iter()
            .map(|row| {
                schemars::json_schema!({
                    "type": "object",
                    "title": row.title,
                    "description": row.help,
                    "properties": {
                        "kind": { "const": row.id },
                        "parameters": schema_of(row.parameters, row.title),
                        "curves": schema_of_curves(row.curves),
                    },
                    "required": ["kind"],
                    "additionalProperties": false,
                })
            })
            .collect();
        schemars::json_schema!({ "oneOf": rows })
    }
}

// What TypeScript sees of every `Choice`, whatever its table.
/// A row of a table by its id, with its numbers and curves; those left out take their defaults.
#[cfg(all(test, not(target_arch = "wasm32")))]
#[derive(ts_rs::TS)]
#[ts(rename = "Choice")]
#[allow(dead_code)]
pub(crate) struct ChoiceShape {
    /// Id of the row.
    pub kind: String,
    /// Its numbers.
    pub parameters: std::collections::BTreeMap<String, f64>,
    /// Its curves.
    #[ts(optional)]
    pub curves: Option<std::collections::BTreeMap<String, crate::math::spline::Spline>>,
}
