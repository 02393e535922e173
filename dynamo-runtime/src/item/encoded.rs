//! Whole items as they are stored: keys, type attribute, fields.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::keys::{KeySlots, check_index_fields, index_key};
use super::{ItemType, Writable};
use crate::codec::Encoder;
use crate::error::Error;
use crate::key::{Components, KeyError, KeyPart};
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
    encode_item(item, stamps, &mut encoder, &mut KeySlots::default())?;
    encoder
        .into_item()
        .map_err(|error| Error::encode(item.item_type().schema.name, error))
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

/// Writes the whole item: keys, type attribute, fields. The slots then hold the key that it is
/// stored under, and the encoder knows its size.
pub(crate) fn encode_item(
    item: &dyn Writable,
    stamps: &Stamps,
    to: &mut Encoder,
    keys: &mut KeySlots,
) -> Result<(), Error> {
    let ItemType { schema, table, .. } = item.item_type();
    let fault = |error| Error::encode(schema.name, error);
    let unkeyed = |error: KeyError| Error::Key(error.with_item(schema.name));
    let stamped = Stamped { item, stamps };
    let primary = schema.primary();
    keys.build_primary(primary, &stamped).map_err(unkeyed)?;
    to.begin_item(schema.fields.len() + 8).map_err(fault)?;
    let specs = primary.pk.iter().chain(primary.sk);
    for (spec, slot) in specs.zip(keys.primary().into_iter().flatten()) {
        if spec.built {
            slot.encode_as(spec.attribute, to).map_err(fault)?;
        }
    }
    let holds = |condition| Ok(item.meets(condition, stamps));
    for key in schema.index_keys {
        if index_key(key, &stamped, &holds, &mut keys.index).map_err(unkeyed)? {
            keys.index.encode_as(key.attribute, to).map_err(fault)?;
        }
    }
    check_index_fields(schema, &stamped).map_err(unkeyed)?;
    if let (Some(attribute), Some(entity)) = (table.type_attr, schema.entity) {
        to.text_entry(attribute, entity).map_err(fault)?;
    }
    item.write_fields(to, stamps).map_err(fault)?;
    to.end_item().map_err(fault)?;
    let size = to.size();
    if size > MAX_ITEM_BYTES {
        return Err(Error::TooLarge {
            item: schema.name,
            size,
            limit: MAX_ITEM_BYTES,
        });
    }
    Ok(())
}
