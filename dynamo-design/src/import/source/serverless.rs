//! Configurations of the Serverless Framework, whose `resources` are a CloudFormation template.

use serde_json::{Map, Value as Json, json};

use super::at;

/// How deep a variable may refer to others.
const DEEPEST: usize = 10;

/// The template in a configuration, with its variables filled in; `None` if it is none.
pub(super) fn template(value: &Json) -> Option<Json> {
    let resources = value.get("resources")?;
    let parts = match resources {
        Json::Array(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut all = Map::new();
    for part in parts {
        if let Some(Json::Object(found)) = part.get("Resources") {
            all.extend(found.clone());
        }
    }
    if all.is_empty() {
        return None;
    }
    let resources = filled(value, &Json::Object(all));
    Some(json!({ "Resources": resources }))
}

/// A value whose variables are filled in, or left to the stack.
fn filled(config: &Json, value: &Json) -> Json {
    match value {
        Json::Array(list) => list.iter().map(|value| filled(config, value)).collect(),
        Json::Object(map) => {
            let entries = map.iter();
            let entries = entries.map(|(name, value)| (name.clone(), filled(config, value)));
            Json::Object(entries.collect())
        }
        Json::String(text) if text.contains("${") => {
            let text = substituted(config, text, 0);
            if text.contains("${") {
                json!({ "Fn::Sub": text })
            } else {
                Json::String(text)
            }
        }
        other => other.clone(),
    }
}

fn substituted(config: &Json, text: &str, depth: usize) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        made.push_str(before);
        let (variable, behind) = inside(after);
        made.push_str(&resolved(config, variable, depth));
        rest = behind;
    }
    made.push_str(rest);
    made
}

/// The text up to the closing brace, which may contain variables itself, and the text behind it.
fn inside(text: &str) -> (&str, &str) {
    let mut open = 1_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// The text of a variable: from the configuration itself, or a parameter of the stack.
fn resolved(config: &Json, variable: &str, depth: usize) -> String {
    // The first of `opt:stage, self:provider.stage, 'dev'`.
    let first = variable.split(',').next().unwrap_or_default().trim();
    let path = first
        .strip_prefix("self:")
        .map(|path| path.split('.').collect::<Vec<_>>());
    let found = path.as_deref().and_then(|path| at(config, path));
    let is_stage = matches!(first.rsplit([':', '.']).next(), Some("stage"));
    match found {
        Some(Json::String(text)) if depth < DEEPEST && !is_stage => {
            substituted(config, text, depth + 1)
        }
        Some(Json::Number(number)) => number.to_string(),
        _ => {
            let last = first.rsplit([':', '.', '/']).next().unwrap_or_default();
            let letters = last.chars().filter(char::is_ascii_alphanumeric);
            let name: String = letters.collect();
            format!("${{{}}}", if name.is_empty() { "Value" } else { &name })
        }
    }
}
