//! Settings of an experiment: numbers with ranges, words of which one is chosen, and lists of numbers.

use super::Experiments;
use crate::document::instead;
use crate::issue::{Issue, Issues, none_or};
use crate::row::{Parameter, RowOf, Values};
use serde::Serialize;
use std::collections::BTreeMap;

/// A setting that is one of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct OneOf {
    /// Name.
    pub id: &'static str,
    /// The words.
    pub words: &'static [&'static str],
    /// The word used when none is given.
    pub default: &'static str,
    /// What it decides.
    pub help: &'static str,
}

/// A setting that is a list of numbers, written with commas between them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct ListOf {
    /// Name.
    pub id: &'static str,
    /// Unit as shown to people; `1` for a ratio.
    pub unit: &'static str,
    /// The list used when none is given.
    pub default: &'static [f64],
    /// The range of each number that the engine accepts.
    pub hard: [f64; 2],
    /// The most numbers that it accepts; one is the fewest.
    pub most: usize,
    /// What it decides.
    pub help: &'static str,
}

/// Which thread the sample is pulled along.
pub(super) const DIRECTION: OneOf = OneOf {
    id: "direction",
    words: &["weft", "warp"],
    default: "weft",
    help: "The thread along which the sample is pulled; the clamps are across it.",
};

/// Which way a strip is cut.
pub(super) const STRIP: OneOf = OneOf {
    id: "direction",
    words: &["weft", "warp", "bias"],
    default: "weft",
    help: "The thread along which the strip is cut, and bends; bias is halfway between them.",
};

/// What the mesh looks like.
pub(super) const IRREGULAR: OneOf = OneOf {
    id: "irregular",
    words: &["true", "false"],
    default: "true",
    help: "Whether the triangles are irregular, as those of a panel are, or a grid of halved rectangles.",
};

/// The settings of one run: complete and within their ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The numbers.
    pub numbers: Values,
    words: BTreeMap<&'static str, &'static str>,
    lists: BTreeMap<&'static str, Vec<f64>>,
}

impl Settings {
    /// The word chosen for a setting of the experiment.
    pub fn word(&self, id: &str) -> &'static str {
        self.words.get(id).copied().unwrap_or_default()
    }

    /// The numbers of a list of the experiment.
    pub fn list(&self, id: &str) -> &[f64] {
        self.lists.get(id).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a setting of the words `true` and `false` is true.
    pub fn is(&self, id: &str) -> bool {
        self.word(id) == "true"
    }
}

/// The settings of an experiment from `key=value` texts and its defaults, or everything that is wrong with them.
pub fn settings(experiment: &RowOf<Experiments>, given: &[&str]) -> Result<Settings, Issues> {
    let choices = experiment.make.choices;
    let mut all = Settings {
        numbers: experiment.parameters.iter().map(|p| (p.id.to_owned(), p.default)).collect(),
        words: choices.iter().map(|choice| (choice.id, choice.default)).collect(),
        lists: experiment.make.lists.iter().map(|list| (list.id, list.default.to_vec())).collect(),
    };
    let mut issues = Issues::new();
    let mut seen: Vec<&str> = Vec::new();
    for text in given {
        let Some((key, value)) = text.split_once('=') else {
            let issue = Issue::new("lab.setting-form", "set", "is not of the form key=value").value(text);
            issues.push(issue.cure("Write a name, an equals sign and a value, such as length_mm=50."));
            continue;
        };
        if seen.contains(&key) {
            let issue = Issue::new("lab.setting-twice", format!("set {key}"), "is given twice").value(value);
            issues.push(issue.cure("Give it once."));
        }
        seen.push(key);
        let result = if let Some(parameter) = experiment.parameters.iter().find(|p| p.id == key) {
            number(parameter, value).map(|number| {
                all.numbers.insert(key.to_owned(), number);
            })
        } else if let Some(choice) = choices.iter().find(|choice| choice.id == key) {
            word(choice, value).map(|word| {
                all.words.insert(choice.id, word);
            })
        } else if let Some(of) = experiment.make.lists.iter().find(|of| of.id == key) {
            list(of, value).map(|numbers| {
                all.lists.insert(of.id, numbers);
            })
        } else {
            Err(unknown(experiment, key))
        };
        issues.extend(result.err());
    }
    none_or(issues)?;
    Ok(all)
}

fn number(parameter: &Parameter, text: &str) -> Result<f64, Issue> {
    let [least, most] = parameter.hard;
    let unit = if matches!(parameter.unit, "1" | "count") { String::new() } else { format!(" {}", parameter.unit) };
    let cure = format!("Use a number from {least} to {most}{unit}.");
    let issue = |code: &str, problem: String| {
        Issue::new(code, format!("set {}", parameter.id), problem).value(text).cure(cure.as_str())
    };
    let number: f64 = match text.trim().parse() {
        Ok(number) => number,
        Err(_) => return Err(issue("lab.setting-number", "is not a number".to_owned())),
    };
    match () {
        () if !number.is_finite() => Err(issue("lab.setting-number", "is not a finite number".to_owned())),
        () if number < least => Err(issue("lab.setting-range", format!("below the smallest value, {least}{unit}"))),
        () if number > most => Err(issue("lab.setting-range", format!("above the largest value, {most}{unit}"))),
        () if parameter.unit == "count" && number.fract() != 0.0 => {
            Err(issue("lab.setting-number", "is not a whole number".to_owned()))
        }
        () => Ok(number),
    }
}

fn list(of: &ListOf, text: &str) -> Result<Vec<f64>, Issue> {
    let ListOf { id, hard: [least, most], most: count, .. } = *of;
    let unit = if of.unit == "1" { String::new() } else { format!(" {}", of.unit) };
    let cure = format!("Write 1 to {count} numbers from {least} to {most}{unit} with commas between them.");
    let issue = |code: &str, value: &str, problem: &str| {
        Issue::new(code, format!("set {id}"), problem).value(value).cure(cure.as_str())
    };
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() > count {
        return Err(issue("lab.setting-list", &format!("{} numbers", parts.len()), "has too many numbers"));
    }
    let number = |(index, part): (usize, &&str)| match part.parse::<f64>() {
        Ok(number) if number >= least && number <= most => Ok(number),
        Ok(number) if number.is_finite() => {
            Err(issue("lab.setting-range", part, &format!("number {} is out of its range", index + 1)))
        }
        _ => Err(issue("lab.setting-number", part, &format!("entry {} is not a finite number", index + 1))),
    };
    parts.iter().enumerate().map(number).collect()
}

fn word(choice: &OneOf, text: &str) -> Result<&'static str, Issue> {
    choice.words.iter().find(|word| **word == text).copied().ok_or_else(|| {
        Issue::new("lab.setting-choice", format!("set {}", choice.id), "there is no such choice")
            .value(text)
            .cure(instead(text, || choice.words.iter().copied(), ""))
    })
}

fn unknown(experiment: &RowOf<Experiments>, key: &str) -> Issue {
    let names = || {
        let numbers = experiment.parameters.iter().map(|p| p.id);
        let words = experiment.make.choices.iter().map(|choice| choice.id);
        numbers.chain(words).chain(experiment.make.lists.iter().map(|list| list.id))
    };
    Issue::new("lab.unknown-setting", format!("set {key}"), "this experiment has no such setting").cure(instead(
        key,
        names,
        "It has no settings.",
    ))
}
