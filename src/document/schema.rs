//! The JSON Schema of the document, made from the types.

use serde_json::Value;

/// The JSON Schema (2020-12) of the current version. It holds everything that can be said of one value alone;
/// [`super::validate()`] holds what needs two.
///
/// It is the committed file, which a test holds equal to what the types give.
pub fn schema() -> Value {
    serde_json::from_str(include_str!("document.schema.json")).expect("the committed schema is JSON")
}

/// What the checks need of it, without words that they never show: all that the page carries.
pub(super) fn checks() -> Value {
    serde_json::from_str(include_str!("document.checks.json")).expect("the committed checks are JSON")
}

/// The schema as the types give it; `make types` writes it to the committed file.
#[cfg(test)]
pub(crate) fn generate() -> Value {
    let mut schema = schemars::schema_for!(super::Document).to_value();
    schema["title"] = Value::from("Toile document");
    schema
}

/// The schema without titles, defaults and the descriptions of what need not be there.
#[cfg(test)]
pub(crate) fn generate_checks() -> Value {
    fn strip(schema: &mut Value, needed: bool) {
        let Some(fields) = schema.as_object_mut() else { return };
        for word in ["$schema", "title", "default"] {
            fields.remove(word);
        }
        if !needed {
            fields.remove("description");
        }
        let required = fields.get("required").cloned().unwrap_or_default();
        let required =
            |name: &String| required.as_array().is_some_and(|names| names.contains(&Value::from(name.as_str())));
        for (keyword, inner) in fields.iter_mut() {
            match (keyword.as_str(), inner) {
                ("properties", Value::Object(parts)) => {
                    parts.iter_mut().for_each(|(name, part)| strip(part, required(name)))
                }
                ("$defs", Value::Object(parts)) => parts.values_mut().for_each(|part| strip(part, false)),
                ("oneOf", Value::Array(parts)) => parts.iter_mut().for_each(|part| strip(part, false)),
                ("items" | "additionalProperties", part) => strip(part, false),
                _ => {}
            }
        }
    }
    let mut schema = generate();
    strip(&mut schema, false);
    schema
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::structure::PATTERNS;
    use crate::row::{HINT, UNIT};

    /// What `structure` checks, and what needs no check: words for people, `format` beside a `type`, units.
    const CHECKED: &[&str] = &[
        "$ref",
        "oneOf",
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "pattern",
        "const",
    ];
    const SILENT: &[&str] = &["$schema", "$defs", "title", "description", "default", "format", UNIT, HINT];
    const TYPES: &[&str] = &["object", "array", "number", "integer", "string", "boolean"];

    fn walk(schema: &Value, visit: &mut impl FnMut(&Value)) {
        visit(schema);
        for name in ["properties", "$defs"] {
            schema[name].as_object().into_iter().flat_map(|map| map.values()).for_each(|inner| walk(inner, visit));
        }
        schema["oneOf"].as_array().into_iter().flatten().for_each(|inner| walk(inner, visit));
        ["items", "additionalProperties"]
            .iter()
            .filter_map(|name| schema.get(name))
            .for_each(|inner| walk(inner, visit));
    }

    #[test]
    fn the_walker_passes_over_nothing_that_the_types_ask_for() {
        let mut seen = 0;
        walk(&generate(), &mut |part| {
            seen += 1;
            for (keyword, value) in part.as_object().into_iter().flatten() {
                let keyword = keyword.as_str();
                assert!(
                    CHECKED.contains(&keyword) || SILENT.contains(&keyword),
                    "teach structure.rs `{keyword}`: {part}"
                );
                if keyword == "type" {
                    let known = value.as_str().is_some_and(|kind| TYPES.contains(&kind));
                    assert!(known, "teach structure.rs the type {value}");
                }
                if keyword == "pattern" {
                    assert!(PATTERNS.iter().any(|row| row.pattern == value), "teach structure.rs the pattern {value}");
                }
            }
            let alternatives: Vec<&Value> = part["oneOf"].as_array().into_iter().flatten().collect();
            let words = alternatives.iter().all(|alternative| alternative["const"].is_string());
            for alternative in alternatives {
                let kind = &alternative["properties"]["kind"]["const"];
                assert!(words || kind.is_string(), "structure.rs tells shapes apart by `kind`: {alternative}");
            }
        });
        assert!(seen > 50, "only {seen} parts of the schema were walked");
    }

    /// Whatever is wrong with a document is told in the same words by both.
    #[test]
    fn the_checks_keep_all_that_is_checked_and_told() {
        let collect = |schema: &Value| {
            let mut parts = Vec::new();
            walk(schema, &mut |part| {
                let kept = |word: &&str| CHECKED.contains(word) && !["properties", "items", "oneOf"].contains(word);
                let words = CHECKED.iter().copied().filter(kept).chain([UNIT, HINT, "format"]);
                let told = part["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                let told = told.map(|name| part["properties"][name]["description"].clone());
                let values = words.map(|word| match &part[word] {
                    Value::Object(_) => Value::from("walked on its own"),
                    value => value.clone(),
                });
                parts.push(values.chain(told).collect::<Vec<Value>>());
            });
            parts
        };
        let (whole, checks) = (collect(&schema()), collect(&checks()));
        assert!(whole.len() > 50 && whole == checks);
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let schema = schema();
        walk(&schema, &mut |part| {
            if let Some(reference) = part.get("$ref").and_then(Value::as_str) {
                let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} is not in the schema"));
                assert!(schema.pointer(pointer).is_some(), "{reference} leads nowhere");
            }
        });
    }
}
