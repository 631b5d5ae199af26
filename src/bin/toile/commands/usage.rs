//! What is wrong with the command line itself, told as every other issue is: clap's own words have no code, no place and
//! no cure, and a batch that reads standard error would have to know two languages.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;
use toile::issue::{Issue, Issues};

/// The issues of a command line that clap refused.
pub(super) fn issues(error: &Error) -> Issues {
    // Several arguments can be missing at once; of everything else clap finds one.
    let arguments = texts(error, ContextKind::InvalidArg);
    let places = if arguments.is_empty() { vec![String::new()] } else { arguments };
    places.into_iter().map(|place| issue(error, &place)).collect()
}

fn issue(error: &Error, place: &str) -> Issue {
    let first = |kind| texts(error, kind).into_iter().next().unwrap_or_default();
    let value = first(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            Issue::new("option.missing", place, "is missing").cure(format!("Add {place}; {}.", see(error)))
        }
        ErrorKind::UnknownArgument => {
            let issue = Issue::new("option.unknown", place, "there is no such option here");
            issue.cure(guess(&first(ContextKind::SuggestedArg), error))
        }
        ErrorKind::InvalidSubcommand => {
            let issue = Issue::new("option.command", "", "there is no such command");
            let cure = guess(&first(ContextKind::SuggestedSubcommand), error);
            issue.value(first(ContextKind::InvalidSubcommand)).cure(cure)
        }
        ErrorKind::ArgumentConflict => {
            let other = first(ContextKind::PriorArg);
            let problem = if other == place { "is given twice".into() } else { format!("does not go with {other}") };
            Issue::new("option.conflict", place, problem).cure("Leave one of them out.")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            Issue::new("option.value", place, "has no value").cure(choice(error))
        }
        ErrorKind::InvalidValue => {
            Issue::new("option.value", place, "there is no such choice").value(value).cure(choice(error))
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map_or_else(|| "cannot be read".to_owned(), ToString::to_string);
            Issue::new("option.value", place, why).value(value).cure(sentence(&see(error)))
        }
        _ => {
            let told = error.to_string();
            let line = told.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            Issue::new("option.usage", place, line).cure(sentence(&see(error)))
        }
    }
}

/// All that clap tells of a kind, as texts.
fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(StyledStr::to_string).collect(),
        _ => Vec::new(),
    }
}

fn choice(error: &Error) -> String {
    let known = texts(error, ContextKind::ValidValue);
    if known.is_empty() { sentence(&see(error)) } else { format!("Use one of: {}.", known.join(", ")) }
}

fn guess(near: &str, error: &Error) -> String {
    if near.is_empty() { sentence(&see(error)) } else { format!("Did you mean {near}?") }
}

/// Where the help is, for the command that was named.
fn see(error: &Error) -> String {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let named = usage.trim_start_matches("Usage:").split_whitespace();
    let words: Vec<&str> = named.take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    format!("see {} --help", if words.is_empty() { "toile".to_owned() } else { words.join(" ") })
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase()).into_iter();
    first.chain(letters).chain(['.']).collect()
}
