//! Documents of earlier versions, brought to the current one step by step.

use crate::issue::Issue;
use serde_json::{Map, Value};

/// Turns a document of one version into one of the next. It sees whatever the file holds: what it does not
/// recognise it leaves alone, and the structure check reports it.
type Step = fn(&mut Map<String, Value>);

/// Step `i` turns version `i + 1` into version `i + 2`. A change of the format adds a step at the end.
const STEPS: &[Step] = &[];

/// Version of the format this engine writes.
pub const CURRENT_VERSION: u32 = STEPS.len() as u32 + 1;

/// What became of a document.
#[derive(Debug)]
pub(super) enum Outcome {
    /// It is now of the current version.
    Current,
    /// It does not say its version. It is taken as a current one, so that its other problems are found as well.
    Assumed(Issue),
    /// It comes from a later version and is left alone: to this engine all its fields would look wrong.
    Later(Issue),
}

/// Brings a document to the current version.
pub(super) fn migrate(document: &mut Map<String, Value>) -> Outcome {
    run(document, STEPS)
}

fn run(document: &mut Map<String, Value>, steps: &[Step]) -> Outcome {
    let current = steps.len() as u64 + 1;
    let (version, outcome) = match version_of(document, current) {
        Ok(version) if version > current => {
            let problem = format!("made by a later Toile; this one reads versions up to {current}");
            let cure = "Open it with a newer Toile (reload the page, or update the command line).";
            return Outcome::Later(Issue::new("document.version", "toile", problem).value(version).cure(cure));
        }
        Ok(version) => (version, Outcome::Current),
        Err(issue) => (current, Outcome::Assumed(issue)),
    };
    for step in steps.iter().skip(version as usize - 1) {
        step(document);
    }
    document.insert("toile".to_owned(), Value::from(current));
    outcome
}

fn version_of(document: &Map<String, Value>, current: u64) -> Result<u64, Issue> {
    let issue = |problem: &str| Issue::new("document.version", "toile", problem);
    let cure = format!("A Toile document says its version: \"toile\": {current}.");
    let Some(value) = document.get("toile") else {
        return Err(issue("the version of the format is missing").cure(cure));
    };
    let Some(number) = value.as_f64() else {
        return Err(issue("the version of the format is not a number")
            .value(super::structure::shown(value))
            .cure(cure));
    };
    if number < 1.0 || number.fract() != 0.0 {
        return Err(issue("there is no such version of the format").value(number).cure(cure));
    }
    // Saturates: any version beyond u64 is a later one.
    Ok(number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            other => panic!("not an object: {other}"),
        }
    }

    const RENAMES: &[Step] = &[
        |document| {
            if let Some(value) = document.remove("title") {
                document.insert("label".to_owned(), value);
            }
        },
        |document| {
            if let Some(value) = document.remove("label") {
                document.insert("name".to_owned(), value);
            }
        },
    ];

    #[test]
    fn every_earlier_version_arrives_at_the_current_one() {
        for old in
            [json!({"toile": 1, "title": "T"}), json!({"toile": 2, "label": "T"}), json!({"toile": 3, "name": "T"})]
        {
            let mut document = object(old);
            assert!(matches!(run(&mut document, RENAMES), Outcome::Current));
            assert_eq!(Value::Object(document), json!({"toile": 3, "name": "T"}));
        }
    }

    #[test]
    fn a_later_version_is_left_alone() {
        let mut document = object(json!({"toile": 4, "title": "T"}));
        let Outcome::Later(issue) = run(&mut document, RENAMES) else { panic!("version 4 of 3 was accepted") };
        assert_eq!((issue.code.as_str(), issue.value.as_str()), ("document.version", "4"));
        assert_eq!(Value::Object(document), json!({"toile": 4, "title": "T"}));
    }
}
