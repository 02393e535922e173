//! Records of the events that Lambda passes to a function.

use std::collections::HashMap;

use aws_lambda_events::event::dynamodb::EventRecord;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde_dynamo::AttributeValue as Handed;

use super::{ChangeKind, ChangeRecord, IntoChangeRecord, is_expiry};
use crate::error::Error;

impl IntoChangeRecord for EventRecord {
    fn into_change_record(self) -> Result<ChangeRecord, Error> {
        let keys = attributes(self.change.keys);
        let identity = self.user_identity.as_ref();
        // An image that the stream does not have is empty here; an item never is.
        let image = |image| Some(attributes(image)).filter(|image| !image.is_empty());
        Ok(ChangeRecord {
            old: image(self.change.old_image),
            new: image(self.change.new_image),
            expired: identity
                .is_some_and(|user| is_expiry(Some(&user.type_), Some(&user.principal_id))),
            sequence_number: self.change.sequence_number,
            ..ChangeRecord::new(ChangeKind::named(&self.event_name)?, keys)
        })
    }
}

fn attributes(image: serde_dynamo::Item) -> HashMap<String, AttributeValue> {
    entries(image.into_inner())
}

fn entries(map: HashMap<String, Handed>) -> HashMap<String, AttributeValue> {
    let entries = map.into_iter();
    entries
        .map(|(name, value)| (name, attribute(value)))
        .collect()
}

/// Converts a value to the SDK's form.
fn attribute(value: Handed) -> AttributeValue {
    match value {
        Handed::S(text) => AttributeValue::S(text),
        Handed::N(number) => AttributeValue::N(number),
        Handed::B(bytes) => AttributeValue::B(Blob::new(bytes)),
        Handed::Bool(value) => AttributeValue::Bool(value),
        Handed::Null(value) => AttributeValue::Null(value),
        Handed::Ss(set) => AttributeValue::Ss(set),
        Handed::Ns(set) => AttributeValue::Ns(set),
        Handed::Bs(set) => AttributeValue::Bs(set.into_iter().map(Blob::new).collect()),
        Handed::M(map) => AttributeValue::M(entries(map)),
        Handed::L(list) => AttributeValue::L(list.into_iter().map(attribute).collect()),
    }
}
