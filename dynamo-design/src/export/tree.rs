//! Documents whose entries keep their order, written as JSON or as YAML.

use std::fmt::Write as _;

/// A document, or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Text(String),
    Number(u64),
    /// A number, or `null`, as JSON text.
    Digits(String),
    Bool(bool),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
    /// A function of CloudFormation, which has a short form in YAML.
    Call(Call, Box<Tree>),
}

/// A function of CloudFormation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Ref,
    Sub,
    /// The argument is `Resource.Attribute`.
    GetAtt,
}

impl Call {
    pub(crate) fn of(self, argument: impl Into<String>) -> Tree {
        Tree::Call(self, Box::new(Tree::Text(argument.into())))
    }

    const fn json_name(self) -> &'static str {
        match self {
            Self::Ref => "Ref",
            Self::Sub => "Fn::Sub",
            Self::GetAtt => "Fn::GetAtt",
        }
    }

    const fn yaml_tag(self) -> &'static str {
        match self {
            Self::Ref => "!Ref",
            Self::Sub => "!Sub",
            Self::GetAtt => "!GetAtt",
        }
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Tree {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Tree {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u32> for Tree {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

/// A map of entries that are always there.
pub(crate) fn map<const N: usize>(entries: [(&str, Tree); N]) -> Tree {
    Tree::Map(
        entries
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

/// A list.
pub(crate) fn list<T: Into<Tree>>(values: impl IntoIterator<Item = T>) -> Tree {
    Tree::List(values.into_iter().map(Into::into).collect())
}

impl Tree {
    /// Adds an entry to a map.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Tree>) -> Self {
        if let Self::Map(entries) = &mut self {
            entries.push((name.to_owned(), value.into()));
        }
        self
    }

    /// Adds an entry to a map if there is a value.
    pub(crate) fn with_some(self, name: &str, value: Option<impl Into<Tree>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::List(values) => values.is_empty(),
            Self::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }

    /// The document as JSON, with a line break at its end.
    pub(crate) fn to_json(&self) -> String {
        let mut out = String::new();
        self.write_json(0, &mut out);
        out.push('\n');
        out
    }

    fn write_json(&self, depth: usize, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(&quoted(text)),
            // Writing to a `String` cannot fail.
            Self::Number(number) => drop(write!(out, "{number}")),
            Self::Digits(digits) => out.push_str(digits),
            Self::Bool(value) => drop(write!(out, "{value}")),
            Self::List(values) => {
                let values = values.iter().map(|value| (None, value));
                write_json_block(('[', ']'), values, depth, out);
            }
            Self::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(name, value)| (Some(name.as_str()), value));
                write_json_block(('{', '}'), entries, depth, out);
            }
            Self::Call(Call::GetAtt, argument) => {
                let Self::Text(text) = argument.as_ref() else {
                    return;
                };
                let path: Vec<_> = text.splitn(2, '.').map(quoted).collect();
                let _ = write!(out, "{{ \"Fn::GetAtt\": [{}] }}", path.join(", "));
            }
            Self::Call(call, argument) => {
                let _ = write!(out, "{{ \"{}\": ", call.json_name());
                argument.write_json(depth, out);
                out.push_str(" }");
            }
        }
    }

    /// A document that was read from JSON.
    pub(crate) fn from_json(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::String(text) => text.into(),
            serde_json::Value::Bool(value) => Self::Bool(*value),
            serde_json::Value::Array(values) => {
                Self::List(values.iter().map(Self::from_json).collect())
            }
            serde_json::Value::Object(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|(name, value)| (name.clone(), Self::from_json(value)));
                Self::Map(entries.collect())
            }
            other => Self::Digits(other.to_string()),
        }
    }

    /// Takes an entry out of a map.
    pub(crate) fn take(&mut self, name: &str) -> Option<Self> {
        let Self::Map(entries) = self else {
            return None;
        };
        let at = entries.iter().position(|(found, _)| found == name)?;
        Some(entries.remove(at).1)
    }

    /// The value of an entry of a map.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => {
                let mut entries = entries.iter();
                entries.find_map(|(found, value)| (found == name).then_some(value))
            }
            _ => None,
        }
    }

    /// The document as YAML.
    pub(crate) fn to_yaml(&self) -> String {
        let mut out = String::new();
        self.write_yaml(0, &mut out);
        out
    }

    /// Writes a list or a map, one line per entry.
    fn write_yaml(&self, depth: usize, out: &mut String) {
        match self {
            Self::List(values) => {
                for value in values {
                    indent(depth, out);
                    out.push_str("- ");
                    let start = out.len();
                    value.write_yaml_entry(depth, out);
                    // A map begins on the line of its dash.
                    if out[start..].starts_with('\n') {
                        let skipped = 1 + 2 * (depth + 1);
                        out.replace_range(start..start + skipped, "");
                    }
                }
            }
            Self::Map(entries) => {
                for (name, value) in entries {
                    indent(depth, out);
                    out.push_str(&scalar(name));
                    out.push(':');
                    if value.is_inline() {
                        out.push(' ');
                    }
                    value.write_yaml_entry(depth, out);
                }
            }
            _ => self.write_yaml_entry(depth, out),
        }
    }

    fn is_inline(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Map(_)) || self.is_empty()
    }

    fn write_yaml_entry(&self, depth: usize, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(&scalar(text)),
            Self::Number(number) => drop(write!(out, "{number}")),
            Self::Digits(digits) => out.push_str(digits),
            Self::Bool(value) => drop(write!(out, "{value}")),
            Self::Call(call, argument) => {
                out.push_str(call.yaml_tag());
                out.push(' ');
                if let Self::Text(text) = argument.as_ref() {
                    out.push_str(&scalar(text));
                }
            }
            Self::List(values) if values.is_empty() => out.push_str("[]"),
            Self::Map(entries) if entries.is_empty() => out.push_str("{}"),
            Self::List(_) | Self::Map(_) => {
                out.push('\n');
                self.write_yaml(depth + 1, out);
                return;
            }
        }
        out.push('\n');
    }
}

fn write_json_block<'a>(
    (open, close): (char, char),
    entries: impl ExactSizeIterator<Item = (Option<&'a str>, &'a Tree)>,
    depth: usize,
    out: &mut String,
) {
    out.push(open);
    let count = entries.len();
    for (number, (name, value)) in entries.enumerate() {
        out.push('\n');
        indent(depth + 1, out);
        if let Some(name) = name {
            let _ = write!(out, "{}: ", quoted(name));
        }
        value.write_json(depth + 1, out);
        if number + 1 < count {
            out.push(',');
        }
    }
    if count > 0 {
        out.push('\n');
        indent(depth, out);
    }
    out.push(close);
}

fn indent(depth: usize, out: &mut String) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// A JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A YAML scalar: plain if it cannot be mistaken for anything else.
fn scalar(text: &str) -> String {
    const WORDS: [&str; 10] = [
        "true", "false", "yes", "no", "on", "off", "null", "y", "n", "~",
    ];
    let begins = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let plain = |found: char| found.is_ascii_alphanumeric() || " _-./:()".contains(found);
    let is_plain = begins
        && text.chars().all(plain)
        && !text.contains(": ")
        && !text.ends_with([':', ' '])
        && !WORDS.contains(&text.to_lowercase().as_str());
    if is_plain {
        text.to_owned()
    } else {
        quoted(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, Tree, list, map};

    fn document() -> Tree {
        let entry = map([("Name", "a".into()), ("Keys", list(["x", "2010-09-09"]))]);
        map([
            ("Text", "on".into()),
            ("Ref", Call::Ref.of("AWS::Region")),
            ("Arn", Call::GetAtt.of("Table.Arn")),
            ("Entries", list([entry])),
            ("None", list::<&str>([])),
        ])
    }

    #[test]
    fn entries_keep_their_order_in_json() {
        let parsed: serde_json::Value = serde_json::from_str(&document().to_json()).unwrap();
        assert_eq!(parsed["Entries"][0]["Keys"][1], "2010-09-09");
        assert_eq!(parsed["Arn"]["Fn::GetAtt"][1], "Arn");
        assert!(document().to_json().find("Text") < document().to_json().find("Arn"));
    }

    #[test]
    fn yaml_quotes_what_would_be_something_else() {
        let expected = "Text: \"on\"\nRef: !Ref AWS::Region\nArn: !GetAtt Table.Arn\nEntries:\n  - \
                        Name: a\n    Keys:\n      - x\n      - \"2010-09-09\"\nNone: []\n";
        assert_eq!(document().to_yaml(), expected);
    }
}
