//! Requests as commands of the AWS command-line interface.

use super::example::{Example, Vector};
use crate::Value;
use crate::access::ReadOperation;
use crate::export::tree::quoted;

/// A command, with one line per option.
pub(super) struct Command {
    lines: Vec<String>,
}

impl Command {
    pub(super) fn new(command: &str) -> Self {
        Self {
            lines: vec![command.to_owned()],
        }
    }

    /// Adds an option with a value, quoted for a shell.
    pub(super) fn option(mut self, name: &str, value: &str) -> Self {
        self.lines.push(format!("--{name} {}", shell(value)));
        self
    }

    /// Adds an option with values, each quoted for a shell.
    pub(super) fn options<'a>(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let values: Vec<_> = values.into_iter().map(shell).collect();
        self.lines.push(format!("--{name} {}", values.join(" ")));
        self
    }

    /// Adds text that the shell itself reads.
    pub(super) fn raw(mut self, text: &str) -> Self {
        self.lines.push(text.to_owned());
        self
    }

    pub(super) fn text(&self) -> String {
        self.lines.join(" \\\n  ")
    }
}

impl Example<'_> {
    /// The command that sends it to a table.
    pub(super) fn command(&self, table: &str) -> String {
        let operation = match self.operation {
            ReadOperation::Get | ReadOperation::Lookup => "get-item",
            ReadOperation::Query => "query",
            ReadOperation::Scan => "scan",
            ReadOperation::Search => "search-vectors",
        };
        let mut command =
            Command::new(&format!("aws dynamodb {operation}")).option("table-name", table);
        if let Some(index) = self.index {
            command = command.option("index-name", index);
        }
        if !self.key.is_empty() {
            let key = self.key.iter().map(|(name, value)| (*name, value));
            command = command.option("key", &json(key));
        }
        match &self.vector {
            Some(Vector::Sample(Value::L(values))) => {
                let values: Vec<_> = values.iter().map(value_json).collect();
                command = command.option("search-vector", &format!("[{}]", values.join(", ")));
            }
            Some(_) => command = command.option("search-vector", "file://vector.json"),
            None => {}
        }
        if self.vector.is_some() {
            command = command.option("top-k", "10");
        }
        if !self.condition.is_empty() {
            let option = match self.operation {
                ReadOperation::Search => "search-condition-expression",
                _ => "key-condition-expression",
            };
            command = command.option(option, &self.condition.join(" AND "));
        }
        if let Some(filter) = &self.filter {
            command = command.option("filter-expression", filter);
        }
        if !self.names.is_empty() {
            let names = self.names.iter();
            let names = names.map(|(short, name)| (short.as_str(), quoted(name)));
            command = command.option("expression-attribute-names", &object(names));
        }
        if !self.values.is_empty() {
            let values = self.values.iter();
            let values = values.map(|(short, value)| (short.as_str(), value));
            command = command.option("expression-attribute-values", &json(values));
        }
        command.text()
    }
}

/// A map of attribute values as JSON.
fn json<'a>(entries: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    object(entries.map(|(name, value)| (name, value_json(value))))
}

fn value_json(value: &Value) -> String {
    match value {
        Value::S(text) | Value::N(text) | Value::B(text) => {
            format!("{{\"{}\": {}}}", value.type_name(), quoted(text))
        }
        // A value of strings, numbers and lists of them is always JSON.
        _ => serde_json::to_string(value).unwrap_or_default(),
    }
}

/// A JSON object, on one line if it has one entry.
fn object<'a>(entries: impl Iterator<Item = (&'a str, String)>) -> String {
    let entries: Vec<_> = entries
        .map(|(name, value)| format!("{}: {value}", quoted(name)))
        .collect();
    match entries.as_slice() {
        [entry] => format!("{{{entry}}}"),
        entries => format!("{{\n    {}\n  }}", entries.join(",\n    ")),
    }
}

/// A word of a shell, quoted if it needs to be.
fn shell(word: &str) -> String {
    let is_plain = |found: char| found.is_ascii_alphanumeric() || "_-./:=,@+".contains(found);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, shell};

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(shell("orders_dev"), "orders_dev");
        assert_eq!(shell(""), "''");
        assert_eq!(shell("it's $HOME"), "'it'\\''s $HOME'");
    }

    #[test]
    fn every_option_has_a_line() {
        let command = Command::new("aws x")
            .option("a", "b c")
            .options("d", ["e", "f"]);
        assert_eq!(command.text(), "aws x \\\n  --a 'b c' \\\n  --d e f");
    }
}
