//! Parameters and functions of a CloudFormation template, as far as names and switches need them.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::text;
use crate::model::snake;
use crate::options::Variable;

/// The parameters of a template.
pub(super) struct Template<'a> {
    parameters: Option<&'a Map<String, Json>>,
}

/// A name made of text and variables.
#[derive(Default)]
pub(super) struct Name {
    /// The name, with `{variables}` in it.
    pub(super) text: String,
    /// The values that variables may have.
    pub(super) variables: BTreeMap<String, Variable>,
}

impl<'a> Template<'a> {
    pub(super) fn of(template: &'a Json) -> Self {
        Self {
            parameters: template.get("Parameters").and_then(Json::as_object),
        }
    }

    /// Replaces parameters with their defaults, except in the table's name.
    pub(super) fn filled(&self, value: &Json) -> Json {
        match value {
            Json::Array(list) => Json::Array(list.iter().map(|value| self.filled(value)).collect()),
            Json::Object(map) => match self.default_of(map) {
                Some(default) => default.clone(),
                None => {
                    let entries = map.iter();
                    let entries = entries.map(|(name, value)| (name.clone(), self.filled(value)));
                    Json::Object(entries.collect())
                }
            },
            other => other.clone(),
        }
    }

    fn default_of(&self, map: &Map<String, Json>) -> Option<&'a Json> {
        let parameter = only(map, "Ref")?.as_str()?;
        self.parameters?.get(parameter)?.get("Default")
    }

    /// The name that a value represents; `logical` is used for unknown parts.
    pub(super) fn name(&self, value: &Json, logical: &str) -> Name {
        let mut name = Name::default();
        self.append(value, logical, &mut name);
        name
    }

    fn append(&self, value: &Json, logical: &str, to: &mut Name) {
        match value {
            Json::String(text) => to.text.push_str(&plain(text)),
            Json::Number(number) => to.text.push_str(&number.to_string()),
            Json::Object(map) => {
                if let Some(Json::String(parameter)) = only(map, "Ref") {
                    self.parameter(parameter, to);
                } else if let Some(argument) = only(map, "Fn::Sub") {
                    self.substitute(argument, logical, to);
                } else if let Some(Json::Array(arguments)) = only(map, "Fn::Join") {
                    self.join(arguments, logical, to);
                } else {
                    to.variable(&snake(logical), None);
                }
            }
            _ => to.variable(&snake(logical), None),
        }
    }

    fn join(&self, arguments: &[Json], logical: &str, to: &mut Name) {
        let [Json::String(separator), Json::Array(parts)] = arguments else {
            return to.variable(&snake(logical), None);
        };
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                to.text.push_str(&plain(separator));
            }
            self.append(part, logical, to);
        }
    }

    fn substitute(&self, argument: &Json, logical: &str, to: &mut Name) {
        let (pattern, given) = match argument {
            Json::Array(list) => (list.first().and_then(Json::as_str), list.get(1)),
            other => (other.as_str(), None),
        };
        let Some(mut rest) = pattern else {
            return to.variable(&snake(logical), None);
        };
        while let Some((before, after)) = rest.split_once("${") {
            to.text.push_str(&plain(before));
            let (name, behind) = after.split_once('}').unwrap_or((after, ""));
            match given.and_then(|given| given.get(name)) {
                Some(value) => self.append(value, logical, to),
                None => match name.strip_prefix('!') {
                    Some(literal) => to.text.push_str(&plain(literal)),
                    None => self.parameter(name, to),
                },
            }
            rest = behind;
        }
        to.text.push_str(&plain(rest));
    }

    /// A parameter in a name: a value that a stack may choose is a variable, a mere default is
    /// text.
    fn parameter(&self, parameter: &str, to: &mut Name) {
        let name = snake(parameter.trim_start_matches("AWS::"));
        let declared = self.parameters.and_then(|all| all.get(parameter));
        let Some(declared) = declared else {
            return to.variable(&name, None);
        };
        let default = text(declared, &["Default"]);
        let allowed = declared.get("AllowedValues").and_then(Json::as_array);
        match (default, allowed) {
            (_, Some(allowed)) => {
                let allowed = allowed.iter().filter_map(Json::as_str);
                let others = allowed.filter(|value| Some(*value) != default);
                let values = default.into_iter().chain(others).map(str::to_owned);
                to.variable(&name, Some(values.collect()));
            }
            (Some(default), None) if !is_stage(&name) => to.text.push_str(&plain(default)),
            _ => to.variable(&name, None),
        }
    }
}

impl Name {
    pub(super) fn variable(&mut self, name: &str, values: Option<Vec<String>>) {
        self.text.push('{');
        self.text.push_str(name);
        self.text.push('}');
        if let Some(values) = values {
            self.variables.insert(name.to_owned(), Variable { values });
        }
    }
}

/// The text of a name, without braces, which would make it a variable.
fn plain(text: &str) -> String {
    text.replace(['{', '}'], "_")
}

/// Whether a parameter is the stage or environment that a name is for.
pub(super) fn is_stage(name: &str) -> bool {
    name.split('_')
        .any(|word| matches!(word, "env" | "environment" | "stage" | "branch" | "suffix"))
}

/// The value of a map that has only this entry.
pub(super) fn only<'a>(map: &'a Map<String, Json>, name: &str) -> Option<&'a Json> {
    map.get(name).filter(|_| map.len() == 1)
}
