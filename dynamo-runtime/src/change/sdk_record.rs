//! Records of the SDK for DynamoDB Streams.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_sdk_dynamodbstreams::types::{AttributeValue as Streamed, Record};

use super::{ChangeKind, ChangeRecord, IntoChangeRecord, is_expiry};
use crate::error::Error;

impl IntoChangeRecord for Record {
    fn into_change_record(self) -> Result<ChangeRecord, Error> {
        let missing = |what: &str| Error::Stream {
            reason: format!("a record has no {what}"),
        };
        let name = self.event_name.ok_or_else(|| missing("event name"))?;
        let body = self.dynamodb.ok_or_else(|| missing("body"))?;
        let keys = attributes(body.keys.ok_or_else(|| missing("keys"))?)?;
        let identity = self.user_identity.as_ref();
        Ok(ChangeRecord {
            old: body.old_image.map(attributes).transpose()?,
            new: body.new_image.map(attributes).transpose()?,
            expired: identity.is_some_and(|user| is_expiry(user.r#type(), user.principal_id())),
            sequence_number: body.sequence_number,
            ..ChangeRecord::new(ChangeKind::named(name.as_str())?, keys)
        })
    }
}

fn attributes(image: HashMap<String, Streamed>) -> Result<HashMap<String, AttributeValue>, Error> {
    let entries = image.into_iter();
    entries
        .map(|(name, value)| Ok((name, attribute(value)?)))
        .collect()
}

/// Converts a value to the other SDK's form.
fn attribute(value: Streamed) -> Result<AttributeValue, Error> {
    Ok(match value {
        Streamed::S(text) => AttributeValue::S(text),
        Streamed::N(number) => AttributeValue::N(number),
        Streamed::B(bytes) => AttributeValue::B(bytes),
        Streamed::Bool(value) => AttributeValue::Bool(value),
        Streamed::Null(value) => AttributeValue::Null(value),
        Streamed::Ss(set) => AttributeValue::Ss(set),
        Streamed::Ns(set) => AttributeValue::Ns(set),
        Streamed::Bs(set) => AttributeValue::Bs(set),
        Streamed::M(map) => AttributeValue::M(attributes(map)?),
        Streamed::L(list) => {
            let values = list.into_iter().map(attribute);
            AttributeValue::L(values.collect::<Result<_, _>>()?)
        }
        _ => {
            return Err(Error::Stream {
                reason: "a record has a value of a type that the SDK does not know".to_owned(),
            });
        }
    })
}
