//! Sample items, in DynamoDB's JSON.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};

/// The attributes of a sample item, by name.
pub type Sample = BTreeMap<String, Value>;

/// A value in DynamoDB's JSON: `{"S": "text"}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// Text.
    S(String),
    /// A number, as its digits.
    N(String),
    /// Bytes, in base 64.
    B(String),
    /// A boolean.
    #[serde(rename = "BOOL")]
    Bool(bool),
    /// Null.
    #[serde(rename = "NULL")]
    Null(bool),
    /// A map.
    M(BTreeMap<String, Value>),
    /// A list.
    L(Vec<Value>),
    /// A set of strings.
    #[serde(rename = "SS")]
    Texts(Vec<String>),
    /// A set of numbers.
    #[serde(rename = "NS")]
    Numbers(Vec<String>),
    /// A set of bytes, in base 64.
    #[serde(rename = "BS")]
    Binaries(Vec<String>),
}

impl Value {
    /// Returns DynamoDB's name of its type.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::S(_) => "S",
            Self::N(_) => "N",
            Self::B(_) => "B",
            Self::Bool(_) => "BOOL",
            Self::Null(_) => "NULL",
            Self::M(_) => "M",
            Self::L(_) => "L",
            Self::Texts(_) => "SS",
            Self::Numbers(_) => "NS",
            Self::Binaries(_) => "BS",
        }
    }

    /// Returns the value as a person would write it: text and numbers as they are.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Self::S(text) | Self::N(text) | Self::B(text) => text.clone(),
            Self::Bool(value) => value.to_string(),
            Self::Null(_) => "null".to_owned(),
            Self::M(map) => {
                let entries = map
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", value.plain()));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
            Self::L(list) => {
                let values: Vec<_> = list.iter().map(Self::plain).collect();
                format!("[{}]", values.join(", "))
            }
            Self::Texts(set) | Self::Numbers(set) | Self::Binaries(set) => {
                format!("{{{}}}", set.join(", "))
            }
        }
    }
}

/// The attributes of an SDK item; `None` if a value has an unknown type.
pub(super) fn sample(item: HashMap<String, AttributeValue>) -> Option<Sample> {
    item.into_iter()
        .map(|(name, value)| Some((name, value_of(value)?)))
        .collect()
}

fn value_of(value: AttributeValue) -> Option<Value> {
    Some(match value {
        AttributeValue::S(text) => Value::S(text),
        AttributeValue::N(number) => Value::N(number),
        AttributeValue::B(bytes) => Value::B(base64(bytes.as_ref())),
        AttributeValue::Bool(value) => Value::Bool(value),
        AttributeValue::Null(value) => Value::Null(value),
        AttributeValue::M(map) => Value::M(sample(map)?),
        AttributeValue::L(list) => Value::L(list.into_iter().map(value_of).collect::<Option<_>>()?),
        // Sets have no order, and documents are compared.
        AttributeValue::Ss(set) => Value::Texts(sorted(set)),
        AttributeValue::Ns(set) => Value::Numbers(sorted(set)),
        AttributeValue::Bs(set) => {
            let texts = set.iter().map(|bytes| base64(bytes.as_ref()));
            Value::Binaries(sorted(texts.collect()))
        }
        _ => return None,
    })
}

/// A sample as an SDK item; `None` if bytes are not in base 64.
#[cfg(feature = "embedded")]
pub(super) fn attribute_values(sample: &Sample) -> Option<HashMap<String, AttributeValue>> {
    let entries = sample.iter();
    entries
        .map(|(name, value)| Some((name.clone(), attribute_value(value)?)))
        .collect()
}

#[cfg(feature = "embedded")]
fn attribute_value(value: &Value) -> Option<AttributeValue> {
    let bytes = |text: &String| {
        let bytes = aws_smithy_types::base64::decode(text).ok()?;
        Some(aws_smithy_types::Blob::new(bytes))
    };
    Some(match value {
        Value::S(text) => AttributeValue::S(text.clone()),
        Value::N(number) => AttributeValue::N(number.clone()),
        Value::B(text) => AttributeValue::B(bytes(text)?),
        Value::Bool(value) => AttributeValue::Bool(*value),
        Value::Null(_) => AttributeValue::Null(true),
        Value::M(map) => AttributeValue::M(attribute_values(map)?),
        Value::L(list) => {
            AttributeValue::L(list.iter().map(attribute_value).collect::<Option<_>>()?)
        }
        Value::Texts(set) => AttributeValue::Ss(set.clone()),
        Value::Numbers(set) => AttributeValue::Ns(set.clone()),
        Value::Binaries(set) => AttributeValue::Bs(set.iter().map(bytes).collect::<Option<_>>()?),
    })
}

fn sorted(mut set: Vec<String>) -> Vec<String> {
    set.sort();
    set
}

fn base64(bytes: &[u8]) -> String {
    aws_smithy_types::base64::encode(bytes)
}
