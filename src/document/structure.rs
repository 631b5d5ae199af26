//! Checks a JSON value against the document's JSON Schema and finds everything that is wrong with it.
//!
//! `serde` would stop at the first problem and not know its place. This walker knows the part of JSON Schema
//! that the document's types use; a test fails when a type brings a keyword that it would pass over.

use super::findings::Findings;
use super::place::{Place, quoted};
use super::spelling::did_you_mean;
use crate::issue::Issue;
use crate::row::{HINT, UNIT};
use serde_json::{Map, Value};

/// Adds to `found` every difference between `value` and `schema`.
pub(super) fn check(schema: &Value, value: &Value, found: &mut Findings) {
    Walker { root: schema, found }.check(schema, value, Place::Root);
}

/// Adds to `found` every difference between `value` and the part of `schema` at this JSON pointer.
pub(super) fn check_part(schema: &Value, pointer: &str, value: &Value, found: &mut Findings) {
    let part = schema.pointer(pointer).expect("the schema has the part");
    Walker { root: schema, found }.check(part, value, Place::Root);
}

/// A pattern of the schema with the function that matches it and what to write instead.
pub(super) struct Pattern {
    pub(super) pattern: &'static str,
    matches: fn(&str) -> bool,
    cure: &'static str,
}

/// The patterns that the document's types use.
pub(super) const PATTERNS: &[Pattern] = &[Pattern {
    pattern: super::types::COLOUR,
    matches: |text| {
        let digits = text.strip_prefix('#').unwrap_or_default();
        digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit())
    },
    cure: "Write a colour as # and six hexadecimal digits, such as \"#b4553f\".",
}];

/// The field that says which of several shapes an object has.
const TAG: &str = "kind";

struct Walker<'a> {
    root: &'a Value,
    found: &'a mut Findings,
}

impl<'a> Walker<'a> {
    fn check(&mut self, schema: &'a Value, value: &Value, place: Place<'_>) {
        if let Some(target) = schema["$ref"].as_str().and_then(|r| self.root.pointer(r.strip_prefix('#')?)) {
            self.check(target, value, place);
        }
        if let Some(alternatives) = schema["oneOf"].as_array() {
            let words = alternatives.iter().all(|schema| schema["const"].is_string());
            return if words { self.word(alternatives, value, place) } else { self.shape(alternatives, value, place) };
        }
        match (schema["type"].as_str(), value) {
            (Some("object"), Value::Object(fields)) => self.object(schema, fields, place),
            (Some("array"), Value::Array(items)) => self.array(schema, items, place),
            (Some("number"), Value::Number(_)) => self.range(schema, value, place),
            (Some("integer"), Value::Number(_)) => self.integer(schema, value, place),
            (Some("string"), Value::String(text)) => self.pattern(schema, text, place),
            (Some("boolean"), Value::Bool(_)) | (None, _) => {}
            (Some(wanted), _) => self.found.add(|| {
                let wanted = in_words(wanted);
                let problem = format!("is not {wanted}");
                Issue::new("value.type", place.to_string(), problem)
                    .value(shown(value))
                    .cure(format!("Write {wanted}."))
            }),
        }
    }

    fn object(&mut self, schema: &'a Value, fields: &Map<String, Value>, place: Place<'_>) {
        let none = Map::new();
        let known = schema["properties"].as_object();
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                let about = schema["properties"][name]["description"].as_str().unwrap_or_default();
                self.found.add(|| {
                    // A description of several lines becomes one: an issue stays on its line.
                    let cure = format!("Add \"{name}\": {}", about.replace('\n', " "));
                    Issue::new("value.missing", Place::Field(&place, name).to_string(), "is missing")
                        .cure(cure.trim_end_matches([':', ' ']))
                });
            }
        }
        for (name, value) in fields {
            let place = Place::Field(&place, name);
            match known.and_then(|known| known.get(name)) {
                Some(schema) => self.check(schema, value, place),
                None if schema["additionalProperties"].is_object() => {
                    self.check(&schema["additionalProperties"], value, place);
                }
                None => self.found.add(|| {
                    let names = known.unwrap_or(&none).keys().map(String::as_str);
                    let cure = did_you_mean(name, names.clone()).unwrap_or_else(|| remove_or_use(names));
                    Issue::new("value.unknown-field", place.to_string(), "there is no such field here").cure(cure)
                }),
            }
        }
    }

    fn array(&mut self, schema: &'a Value, items: &[Value], place: Place<'_>) {
        let least = schema["minItems"].as_u64().unwrap_or(0);
        let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
        if !(least..=most).contains(&(items.len() as u64)) {
            self.found.add(|| {
                let wanted = if least == most { format!("{least}") } else { format!("{least} to {most}") };
                Issue::new("value.length", place.to_string(), format!("a list of {wanted} is needed"))
                    .value(format!("{} values", items.len()))
                    .cure(format!("Write {wanted} values."))
            });
        }
        for (index, item) in items.iter().enumerate() {
            self.check(&schema["items"], item, Place::Item(&place, index));
        }
    }

    fn integer(&mut self, schema: &'a Value, value: &Value, place: Place<'_>) {
        // A format names an integer type of the engine, which takes no decimal point; without one the number
        // is kept as it is written.
        let whole = if schema.get("format").is_some() {
            value.is_u64() || value.is_i64()
        } else {
            value.as_f64().is_some_and(|number| number.fract() == 0.0)
        };
        if whole {
            return self.range(schema, value, place);
        }
        self.found.add(|| {
            Issue::new("value.type", place.to_string(), "is not a whole number")
                .value(value)
                .cure("Write a whole number, without a decimal point.")
        });
    }

    fn range(&mut self, schema: &'a Value, value: &Value, place: Place<'_>) {
        let Some(number) = value.as_f64() else { return };
        let (least, most) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
        let unit = unit(schema, place);
        let problem = match (least, most) {
            (Some(least), _) if number < least => format!("below the smallest value, {least}{unit}"),
            (_, Some(most)) if number > most => format!("above the largest value, {most}{unit}"),
            _ => return,
        };
        self.found.add(|| {
            let cure = match (least, most) {
                (Some(least), Some(most)) => format!("Use a number from {least} to {most}{unit}."),
                (Some(least), None) => format!("Use {least}{unit} or more."),
                (None, Some(most)) => format!("Use {most}{unit} or less."),
                (None, None) => String::new(),
            };
            let cure = schema[HINT].as_str().map_or(cure.clone(), |hint| format!("{cure} {hint}"));
            Issue::new("value.range", place.to_string(), problem).value(value).cure(cure)
        });
    }

    fn pattern(&mut self, schema: &'a Value, text: &str, place: Place<'_>) {
        let Some(pattern) = schema["pattern"].as_str() else { return };
        let Some(row) = PATTERNS.iter().find(|row| row.pattern == pattern) else { return };
        if !(row.matches)(text) {
            self.found.add(|| {
                Issue::new("value.pattern", place.to_string(), "is not written as it should be")
                    .value(quoted(text))
                    .cure(row.cure)
            });
        }
    }

    /// One of several words.
    fn word(&mut self, alternatives: &'a [Value], value: &Value, place: Place<'_>) {
        let known = || alternatives.iter().filter_map(|schema| schema["const"].as_str());
        match value {
            Value::String(word) if known().any(|known| known == word) => {}
            Value::String(word) => self.found.add(|| no_such(word, known, place, "there is no such choice")),
            other => self.found.add(|| {
                Issue::new("value.type", place.to_string(), "is not a text")
                    .value(shown(other))
                    .cure(format!("Write {}.", listed(known())))
            }),
        }
    }

    /// Several shapes of object, told apart by their `kind`.
    fn shape(&mut self, alternatives: &'a [Value], value: &Value, place: Place<'_>) {
        let kind_of = |schema: &'a Value| schema["properties"][TAG]["const"].as_str().unwrap_or_default();
        let known = || alternatives.iter().map(kind_of);
        let Value::Object(fields) = value else {
            return self.found.add(|| {
                Issue::new("value.type", place.to_string(), "is not an object")
                    .value(shown(value))
                    .cure(format!("Write an object with a \"{TAG}\": {}.", listed(known())))
            });
        };
        let tag = Place::Field(&place, TAG);
        match fields.get(TAG) {
            None => self.found.add(|| {
                Issue::new("value.missing", tag.to_string(), "is missing")
                    .cure(format!("Add \"{TAG}\": {}.", listed(known())))
            }),
            Some(Value::String(kind)) => match alternatives.iter().find(|schema| kind_of(schema) == kind) {
                Some(schema) => self.object(schema, fields, place),
                None => self.found.add(|| no_such(kind, known, tag, "there is no such kind")),
            },
            Some(other) => self.found.add(|| {
                Issue::new("value.type", tag.to_string(), "is not a text")
                    .value(shown(other))
                    .cure(format!("Write {}.", listed(known())))
            }),
        }
    }
}

/// The issue of a word that is none of those known.
fn no_such<'a, I: Iterator<Item = &'a str>>(
    word: &str,
    known: impl Fn() -> I,
    place: Place<'_>,
    problem: &str,
) -> Issue {
    let guess = did_you_mean(word, known()).map(|guess| format!("{guess} ")).unwrap_or_default();
    Issue::new("value.choice", place.to_string(), problem)
        .value(quoted(word))
        .cure(format!("{guess}Known: {}.", listed(known())))
}

/// The unit of a number, with the space before it: as the schema says it for a parameter, otherwise from the ending of
/// the field's name.
fn unit(schema: &Value, place: Place<'_>) -> String {
    const ENDINGS: &[(&str, &str)] = &[("_mm", "mm"), ("_deg", "°")];
    let ending = || ENDINGS.iter().find(|(ending, _)| place.field().ends_with(ending)).map(|(_, unit)| *unit);
    match schema[UNIT].as_str().or_else(ending) {
        None | Some("1" | "count") => String::new(),
        Some("°") => "°".to_owned(),
        Some(unit) => format!(" {unit}"),
    }
}

/// A value as it stands in the document; of a list or an object only its size, which may be large.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(fields) => format!("an object with {} fields", fields.len()),
        Value::String(text) => quoted(text),
        plain => plain.to_string(),
    }
}

fn in_words(kind: &str) -> &str {
    match kind {
        "object" => "an object, in braces",
        "array" => "a list, in brackets",
        "number" => "a number",
        "integer" => "a whole number",
        "string" => "a text, in quotes",
        "boolean" => "true or false",
        other => other,
    }
}

fn remove_or_use<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names = listed(names);
    if names.is_empty() { "Remove it.".to_owned() } else { format!("Remove it, or use {names}.") }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}
