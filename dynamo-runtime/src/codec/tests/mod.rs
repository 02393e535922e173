//! Property tests of the codec: every type through both targets and both sources.

mod bridge;
mod collections;
mod encoding;
mod foreign;
mod formats;
mod hostile;
mod items;
mod json;
mod numbers;
mod pages;
mod values;
mod vectors;

use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};

use super::{Decode, Decoder, Encode, EncodeError, Encoder};

/// Writes a value as DynamoDB JSON.
fn to_json<T: Encode + ?Sized>(value: &T) -> Result<String, EncodeError> {
    let mut to = Encoder::json();
    value.encode(&mut to)?;
    Ok(String::from_utf8(to.into_json()?).expect("the encoder writes UTF-8"))
}

/// Writes a value as an SDK value.
fn to_value<T: Encode + ?Sized>(value: &T) -> Result<AttributeValue, EncodeError> {
    super::to_value(value)
}

/// Reads a value from DynamoDB JSON, up to its end.
fn from_json<T: Decode>(text: &str) -> Result<T, super::DecodeError> {
    let mut from = Decoder::json(text.as_bytes())?;
    let value = T::decode(&mut from)?;
    from.finish()?;
    Ok(value)
}

/// Checks that a value survives both round trips, and that both targets agree.
#[track_caller]
fn survives<T: Encode + Decode + PartialEq + Debug>(value: &T) {
    let text = to_json(value).expect("encodes as JSON");
    let attribute = to_value(value).expect("encodes as a value");
    let parsed: Value = serde_json::from_str(&text).expect("the text is JSON");

    assert_eq!(
        sorted(&parsed),
        sorted(&wire(&attribute)),
        "both targets agree"
    );
    assert_eq!(from_json::<AttributeValue>(&text), Ok(attribute.clone()));
    assert_eq!(from_json::<T>(&text).as_ref(), Ok(value));
    assert_eq!(
        from_json::<T>(&spaced(&parsed)).as_ref(),
        Ok(value),
        "with white space"
    );
    assert_eq!(
        from_json::<T>(&escaped(&parsed)).as_ref(),
        Ok(value),
        "with escapes"
    );
    assert_eq!(super::from_value::<T>(attribute).as_ref(), Ok(value));
}

/// The JSON the SDK would send for a value.
fn wire(value: &AttributeValue) -> Value {
    let base64 = |blob: &aws_smithy_types::Blob| aws_smithy_types::base64::encode(blob);
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::B(blob) => json!({ "B": base64(blob) }),
        AttributeValue::Bool(value) => json!({ "BOOL": value }),
        AttributeValue::Null(value) => json!({ "NULL": value }),
        AttributeValue::L(values) => json!({ "L": values.iter().map(wire).collect::<Vec<_>>() }),
        AttributeValue::M(entries) => {
            let entries = entries
                .iter()
                .map(|(name, value)| (name.clone(), wire(value)));
            json!({ "M": Value::Object(entries.collect()) })
        }
        AttributeValue::Ss(texts) => json!({ "SS": texts }),
        AttributeValue::Ns(numbers) => json!({ "NS": numbers }),
        AttributeValue::Bs(blobs) => json!({ "BS": blobs.iter().map(base64).collect::<Vec<_>>() }),
        _ => unreachable!("the codec writes the ten known types"),
    }
}

/// Sorts sets for comparison, since they have no order and a `HashSet` iterates in its own.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, member)| match (name.as_str(), member) {
                    ("SS" | "NS" | "BS", Value::Array(set)) => {
                        let mut set = set.clone();
                        set.sort_by_key(ToString::to_string);
                        (name.clone(), Value::Array(set))
                    }
                    _ => (name.clone(), sorted(member)),
                });
            Value::Object(members.collect())
        }
        Value::Array(values) => Value::Array(values.iter().map(sorted).collect()),
        leaf => leaf.clone(),
    }
}

/// The same JSON with white space wherever it is allowed.
fn spaced(value: &Value) -> String {
    written(value, " \n\t\r", &|text| Value::from(text).to_string())
}

/// The same JSON with every character of every text as `\uXXXX`, type names included.
fn escaped(value: &Value) -> String {
    written(value, "", &|text| {
        let units = text.encode_utf16().map(|unit| format!("\\u{unit:04X}"));
        format!("\"{}\"", units.collect::<String>())
    })
}

fn written(value: &Value, space: &str, quote: &dyn Fn(&str) -> String) -> String {
    let inner = match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, member)| {
                let name = quote(name);
                format!("{space}{name}{space}:{}", written(member, space, quote))
            });
            format!("{{{}{space}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(values) => {
            let values = values.iter().map(|value| written(value, space, quote));
            format!("[{}{space}]", values.collect::<Vec<_>>().join(","))
        }
        Value::String(text) => quote(text),
        leaf => leaf.to_string(),
    };
    format!("{space}{inner}{space}")
}
