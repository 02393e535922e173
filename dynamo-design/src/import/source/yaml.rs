//! YAML as JSON, with the short forms of CloudFormation's functions (`!Ref`, `!Sub`) written out.

use saphyr::{LoadableYamlNode, Scalar, Yaml};
use serde_json::{Map, Value as Json};

use crate::import::ImportError;

/// How deep values may be nested; far deeper than in real templates.
const DEEPEST: usize = 100;

/// Reads the first document.
pub(super) fn read(text: &str) -> Result<Json, ImportError> {
    let failed = |error| ImportError::new(format!("is not YAML: {error}; correct it first"));
    let documents = Yaml::load_from_str(text).map_err(failed)?;
    let first = documents.first();
    let first = first.ok_or_else(|| ImportError::new("has no YAML document in it"))?;
    value(first, 0)
}

fn value(yaml: &Yaml<'_>, depth: usize) -> Result<Json, ImportError> {
    if depth > DEEPEST {
        return Err(ImportError::new("is nested too deeply"));
    }
    let below = depth + 1;
    Ok(match yaml {
        Yaml::Value(scalar) => of_scalar(scalar),
        Yaml::Representation(text, ..) => Json::String(text.to_string()),
        Yaml::Sequence(list) => Json::Array(
            list.iter()
                .map(|element| value(element, below))
                .collect::<Result<_, _>>()?,
        ),
        Yaml::Mapping(entries) => {
            let mut map = Map::new();
            for (name, entry) in entries {
                map.insert(name_of(name), value(entry, below)?);
            }
            Json::Object(map)
        }
        Yaml::Tagged(tag, inner) => call(&tag.suffix, value(inner, below)?),
        Yaml::Alias(_) | Yaml::BadValue => Json::Null,
    })
}

fn of_scalar(scalar: &Scalar<'_>) -> Json {
    match scalar {
        Scalar::Null => Json::Null,
        Scalar::Boolean(value) => Json::Bool(*value),
        Scalar::Integer(value) => Json::from(*value),
        Scalar::FloatingPoint(value) => Json::from(value.into_inner()),
        Scalar::String(text) => Json::String(text.to_string()),
    }
}

fn name_of(name: &Yaml<'_>) -> String {
    match name {
        Yaml::Value(Scalar::String(text)) | Yaml::Representation(text, ..) => text.to_string(),
        Yaml::Value(scalar) => of_scalar(scalar).to_string(),
        _ => String::new(),
    }
}

/// A CloudFormation function in its long form.
fn call(tag: &str, argument: Json) -> Json {
    let name = match tag {
        "Ref" | "Condition" => tag.to_owned(),
        _ => format!("Fn::{tag}"),
    };
    Json::Object(Map::from_iter([(name, argument)]))
}
