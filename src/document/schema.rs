//! The JSON Schema of the document, made from the types.

use serde_json::Value;

/// The JSON Schema (2020-12) of the current version. It holds everything that can be said of one value alone;
/// [`super::validate()`] holds what needs two.
///
/// It is the committed file, which a test holds equal to what the types give: the page need not carry the code that makes it.
pub fn schema() -> Value {
    serde_json::from_str(include_str!("document.schema.json")).expect("the committed schema is JSON")
}

/// The schema as the types give it; `make types` writes it to the committed file.
#[cfg(test)]
pub(crate) fn generate() -> Value {
    let mut schema = schemars::schema_for!(super::Document).to_value();
    schema["title"] = Value::from("Toile document");
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
