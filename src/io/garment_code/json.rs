//! JSON as other tools write it: with comments, and with fields whose order counts.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A JSON value that keeps the order of fields, and fields that stand twice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text, comments and byte-order mark allowed.
    pub(super) fn parse(text: &str) -> Result<Json, serde_json::Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        serde_json::from_str(&without_comments(text))
    }

    /// The field of an object; of several with one name the last, as everywhere. `null` is as good as no field.
    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(fields) = self else { return None };
        let (_, value) = fields.iter().rfind(|(field, _)| field == name)?;
        (*value != Json::Null).then_some(value)
    }
}

/// On one line and short: of a list or an object with parts only its size, which may be large.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(value) => write!(f, "{value}"),
            Json::Text(text) => f.write_str(&quoted(text)),
            Json::List(items) if items.iter().all(|item| matches!(item, Json::Number(_))) && items.len() <= 4 => {
                let items: Vec<String> = items.iter().map(Json::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Json::List(items) => write!(f, "a list of {}", items.len()),
            Json::Object(fields) => write!(f, "an object with {} fields", fields.len()),
        }
    }
}

/// A text as JSON writes it.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(field) = fields.next_entry()? {
            object.push(field);
        }
        Ok(Json::Object(object))
    }
}

/// The text with comments (`//` to the end of the line, `/*` to `*/`) replaced by blanks outside of strings. Lines and
/// columns stay, so that a message about the rest names the right place.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match (c, characters.peek()) {
            ('"', _) => {
                out.push(c);
                copy_string(&mut characters, &mut out);
            }
            ('/', Some('/')) => {
                out.push(' ');
                while let Some(c) = characters.next_if(|c| *c != '\n') {
                    blank(c, &mut out);
                }
            }
            ('/', Some('*')) => {
                let mut before = ' ';
                out.push(' ');
                blank('*', &mut out);
                characters.next();
                for c in characters.by_ref() {
                    blank(c, &mut out);
                    if (before, c) == ('*', '/') {
                        break;
                    }
                    before = c;
                }
            }
            _ => out.push(c),
        }
    }
    out
}

/// Copies the rest of a string with its closing quote.
fn copy_string(characters: &mut impl Iterator<Item = char>, out: &mut String) {
    while let Some(c) = characters.next() {
        out.push(c);
        match c {
            '"' => return,
            '\\' => out.extend(characters.next()),
            _ => {}
        }
    }
}

/// As many blanks as the character has bytes, which is how columns are counted; line ends stay.
fn blank(c: char, out: &mut String) {
    if c == '\n' {
        out.push(c);
    } else {
        out.extend(std::iter::repeat_n(' ', c.len_utf8()));
    }
}
