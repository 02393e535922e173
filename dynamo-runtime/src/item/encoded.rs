//! Whole items as they are stored: keys, type attribute, fields.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::keys::{KeyMemory, check_index_fields, index_key, primary_key_in};
use super::{ItemType, Writable};
use crate::codec::Encoder;
use crate::error::Error;
use crate::key::{Components, KeyError, KeyPart, KeyValue, PrimaryKey};
use crate::lifecycle::Stamps;

/// The most bytes an item may have, names and values together.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MAX_ITEM_BYTES: usize = 400 * 1024;

/// The whole item in the SDK's form, including the values that the runtime filled in.
pub(crate) fn stamped_item(
    item: &dyn Writable,
    stamps: &Stamps,
) -> Result<HashMap<String, AttributeValue>, Error> {
    let mut encoder = Encoder::map();
    encode_item(item, stamps, &mut encoder, &mut KeyMemory::default())?;
    encoder
        .into_item()
        .map_err(|error| Error::encode(item.item_type().schema.name, error))
}

/// An item in DynamoDB's JSON.
pub(crate) struct Encoded {
    /// The key it is stored under.
    pub(crate) key: PrimaryKey,
    pub(crate) json: Vec<u8>,
    /// Its size as DynamoDB counts it.
    pub(crate) size: usize,
}

/// The whole item in DynamoDB's JSON, after the text that is already there. Its keys are built in
/// memory that is given.
pub(crate) fn stamped_json(
    item: &dyn Writable,
    stamps: &Stamps,
    text: Vec<u8>,
    memory: &mut KeyMemory,
) -> Result<Encoded, Error> {
    let mut encoder = Encoder::json_after(text);
    let key = encode_item(item, stamps, &mut encoder, memory)?;
    let size = encoder.size();
    let json = encoder
        .into_json()
        .map_err(|error| Error::encode(item.item_type().schema.name, error))?;
    Ok(Encoded { key, json, size })
}

/// An item with the values that the runtime filled in.
struct Stamped<'a> {
    item: &'a dyn Writable,
    stamps: &'a Stamps,
}

impl Components for Stamped<'_> {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        match self.stamps.filled(field) {
            Some(filled) => filled.component(field),
            None => self.item.component(field),
        }
    }
}

/// Writes the whole item: keys, type attribute, fields. Returns the key it is stored under.
fn encode_item(
    item: &dyn Writable,
    stamps: &Stamps,
    to: &mut Encoder,
    memory: &mut KeyMemory,
) -> Result<PrimaryKey, Error> {
    let ItemType { schema, table, .. } = item.item_type();
    let fault = |error| Error::encode(schema.name, error);
    let start = to.size();
    to.begin_item(schema.fields.len() + 8).map_err(fault)?;
    let primary = schema.primary();
    let stamped = Stamped { item, stamps };
    let unkeyed = |error: KeyError| Error::Key(error.with_item(schema.name));
    let PrimaryKey { pk, sk } = primary_key_in(memory, primary, &stamped).map_err(unkeyed)?;
    for (spec, value) in primary
        .pk
        .iter()
        .zip([&pk])
        .chain(primary.sk.iter().zip(&sk))
    {
        if spec.built {
            value.encode_as(spec.attribute, to).map_err(fault)?;
        }
    }
    let spare = &mut memory.index;
    for key in schema.index_keys {
        let holds = |condition| Ok(item.meets(condition, stamps));
        if let Some(value) = index_key(key, &stamped, &holds, spare).map_err(unkeyed)? {
            value.encode_as(key.attribute, to).map_err(fault)?;
            if let KeyValue::Text(text) = value {
                *spare = text;
            }
        }
    }
    check_index_fields(schema, &stamped).map_err(unkeyed)?;
    if let (Some(attribute), Some(entity)) = (table.type_attr, schema.entity) {
        to.text_entry(attribute, entity).map_err(fault)?;
    }
    item.write_fields(to, stamps).map_err(fault)?;
    to.end_item().map_err(fault)?;
    let size = to.size() - start;
    if size > MAX_ITEM_BYTES {
        return Err(Error::TooLarge {
            item: schema.name,
            size,
            limit: MAX_ITEM_BYTES,
        });
    }
    Ok(PrimaryKey { pk, sk })
}
