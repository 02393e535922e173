//! Sample items: output of `scan`, `query` and `get-item`, exports to S3, `batch-write-item`
//! requests, and items in plain JSON.

use serde_json::{Map, Value as Json};

use super::{Found, FoundItems, each};
use crate::import::ImportError;
use crate::import::number::Digits;
use crate::{Sample, Value};

/// How deep values may be nested: the same as in DynamoDB.
const DEEPEST: usize = 32;

/// Reads items, in whichever form they are wrapped.
pub(super) fn read(value: &Json, found: &mut Found) -> Result<(), ImportError> {
    match value {
        Json::Array(list) => {
            for element in list {
                if !super::structure(element, found)? {
                    read(element, found)?;
                }
            }
            Ok(())
        }
        Json::Object(map) => object(map, value, found),
        _ => Err(super::unknown()),
    }
}

fn object(map: &Map<String, Json>, value: &Json, found: &mut Found) -> Result<(), ImportError> {
    if map.get("Items").is_some_and(Json::is_array) {
        for element in each(value, "Items") {
            add(None, element, found)?;
        }
        return Ok(());
    }
    if let Some(inner) = map.get("Item").filter(|inner| inner.is_object()) {
        return add(None, inner, found);
    }
    if let Some(Json::Object(tables)) = map.get("Responses") {
        for (table, items) in tables {
            for element in items.as_array().into_iter().flatten() {
                add(Some(table), element, found)?;
            }
        }
        return Ok(());
    }
    if map.values().all(is_requests) && !map.is_empty() {
        for (table, requests) in map {
            for request in requests.as_array().into_iter().flatten() {
                if let Some(inner) = super::at(request, &["PutRequest", "Item"]) {
                    add(Some(table), inner, found)?;
                }
            }
        }
        return Ok(());
    }
    add(None, value, found)
}

/// Whether a value is a list of put requests, as in `batch-write-item`.
fn is_requests(value: &Json) -> bool {
    let is_put = |request: &Json| request.get("PutRequest").is_some();
    value
        .as_array()
        .is_some_and(|list| !list.is_empty() && list.iter().all(is_put))
}

fn add(table: Option<&String>, value: &Json, found: &mut Found) -> Result<(), ImportError> {
    let sample = item(value)?;
    match found.items.last_mut() {
        Some(last) if last.table.as_ref() == table && last.entity.is_none() => {
            last.items.push(sample);
        }
        _ => found.items.push(FoundItems {
            table: table.cloned(),
            items: vec![sample],
            ..FoundItems::default()
        }),
    }
    Ok(())
}

/// Reads an item, in DynamoDB's JSON or in plain JSON.
pub(in crate::import) fn item(value: &Json) -> Result<Sample, ImportError> {
    let Json::Object(map) = value else {
        return Err(ImportError::new("has an item that is no JSON object"));
    };
    if map.is_empty() {
        return Err(ImportError::new("has an item without attributes"));
    }
    if map.contains_key("") {
        return Err(ImportError::new(
            "has an item with an attribute without a name, which DynamoDB does not accept; name it",
        ));
    }
    let is_typed = map.values().all(is_typed);
    let entries = map.iter().map(|(name, value)| {
        let value = if is_typed {
            typed(value, 0)
        } else {
            plain(value, 0)
        };
        Ok((
            name.clone(),
            value.map_err(|error| error.of(&format!("attribute `{name}`")))?,
        ))
    });
    entries.collect()
}

const TYPES: [&str; 10] = ["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"];

/// Whether a value is an object with one entry that names a DynamoDB type.
fn is_typed(value: &Json) -> bool {
    let Json::Object(map) = value else {
        return false;
    };
    map.len() == 1 && map.keys().all(|name| TYPES.contains(&name.as_str()))
}

fn wrong(expected: &str) -> ImportError {
    ImportError::new(format!("is not {expected}, as its type says"))
}

fn typed(value: &Json, depth: usize) -> Result<Value, ImportError> {
    let entry = value.as_object().filter(|_| is_typed(value));
    let entry = entry.and_then(|map| map.iter().next());
    let (name, inner) = entry.ok_or_else(|| wrong("a value with its type"))?;
    if depth > DEEPEST {
        return Err(ImportError::new("is nested deeper than DynamoDB allows"));
    }
    let text = || inner.as_str().map(str::to_owned);
    let list = || inner.as_array().ok_or_else(|| wrong("a list"));
    Ok(match name.as_str() {
        "S" => Value::S(text().ok_or_else(|| wrong("text"))?),
        "N" => Value::N(number(inner)?),
        "B" => Value::B(text().ok_or_else(|| wrong("text in base 64"))?),
        "BOOL" => Value::Bool(inner.as_bool().ok_or_else(|| wrong("true or false"))?),
        "NULL" => Value::Null(true),
        "M" => {
            let map = inner.as_object().ok_or_else(|| wrong("a map"))?;
            let entries = map.iter();
            let entries = entries.map(|(name, value)| Ok((name.clone(), typed(value, depth + 1)?)));
            Value::M(entries.collect::<Result<_, ImportError>>()?)
        }
        "L" => {
            let values = list()?.iter().map(|value| typed(value, depth + 1));
            Value::L(values.collect::<Result<_, _>>()?)
        }
        "SS" => Value::Texts(texts(list()?)?),
        "NS" => Value::Numbers(list()?.iter().map(number).collect::<Result<_, _>>()?),
        "BS" => Value::Binaries(texts(list()?)?),
        _ => unreachable!("`is_typed` lets no other name through"),
    })
}

fn texts(list: &[Json]) -> Result<Vec<String>, ImportError> {
    let texts = list.iter().map(|value| value.as_str().map(str::to_owned));
    texts
        .collect::<Option<_>>()
        .ok_or_else(|| wrong("a set of texts"))
}

/// A number, which DynamoDB's JSON writes as text.
fn number(value: &Json) -> Result<String, ImportError> {
    let text = match value {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        _ => return Err(wrong("a number")),
    };
    let digits = Digits::parse(&text);
    match digits {
        Some(digits) if digits.is_storable() => Ok(text),
        None if value.is_string() => Err(wrong("a number")),
        _ => Err(ImportError::new(
            "is a number that DynamoDB cannot hold, which has 38 digits and ends before 1E+126",
        )),
    }
}

fn plain(value: &Json, depth: usize) -> Result<Value, ImportError> {
    if depth > DEEPEST {
        return Err(ImportError::new("is nested deeper than DynamoDB allows"));
    }
    Ok(match value {
        Json::Null => Value::Null(true),
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(_) => Value::N(number(value)?),
        Json::String(text) => Value::S(text.clone()),
        Json::Array(list) => {
            let values = list.iter().map(|value| plain(value, depth + 1));
            Value::L(values.collect::<Result<_, _>>()?)
        }
        Json::Object(map) => {
            let entries = map.iter();
            let entries = entries.map(|(name, value)| Ok((name.clone(), plain(value, depth + 1)?)));
            Value::M(entries.collect::<Result<_, ImportError>>()?)
        }
    })
}
