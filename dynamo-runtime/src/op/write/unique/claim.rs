//! Stored claims: their keys, their owners, and the requests that make and free them.

use std::fmt::Write as _;

use aws_sdk_dynamodb::types::AttributeValue;

use super::CLAIM;
use crate::codec::{Encoder, canonical_number};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::{ItemType, Writable};
use crate::key::{CLAIM_OWNER, KeyError, KeyPart, KeyValue, MAX_PARTITION_BYTES, Piece, RESERVED};
use crate::op::require;
use crate::op::transact::Claim;
use crate::schema::{ItemSchema, TableSchema};
use crate::wire::{ApiOperation, Attributes, KeyAttributes, Request, typed};

/// Whether stored attributes are a claim.
pub(in crate::op) fn is_claim(table: &TableSchema, stored: &Attributes) -> bool {
    let key = stored.get(table.pk.name);
    key.is_some_and(|key| matches!(key, AttributeValue::S(text) if text.starts_with(RESERVED)))
}

/// The filter that keeps claims out of a scan of the table.
pub(in crate::op) fn no_claims(of: &ItemType) -> Option<Node> {
    let key = AttrPath::root(of.table.pk.name);
    let begins = Node::BeginsWith(key, AttributeValue::S(RESERVED.to_owned()));
    of.has_unique_fields().then(|| Node::Not(Box::new(begins)))
}

/// The keys of an item's claims, with the number of the field.
pub(in crate::op) fn claimed(item: &dyn Writable) -> Result<Vec<(usize, String)>, Error> {
    let schema = item.item_type().schema;
    let mut keys = Vec::with_capacity(schema.unique.len());
    for field in schema.unique {
        let part = item.component(*field).and_then(KeyPart::piece);
        if let Some(piece) = part {
            let key = claim_key(schema, *field, piece).map_err(Error::Key)?;
            keys.push((*field, key));
        }
    }
    Ok(keys)
}

/// `#unique#User#email#ada@example.com`. The value comes last, so that it may be any text.
pub(super) fn claim_key(
    schema: &ItemSchema,
    field: usize,
    piece: Piece<'_>,
) -> Result<String, KeyError> {
    let attribute = schema.fields[field].attribute.unwrap_or_default();
    let mut key = RESERVED.to_owned();
    for name in [entity(schema), attribute] {
        // The value may be any text, so only these two must not run into each other.
        key.push_str(&name.replace('%', "%25").replace('#', "%23"));
        key.push('#');
    }
    match piece {
        Piece::Text(text) => key.push_str(&text),
        Piece::Integer(value, _) => key.push_str(itoa::Buffer::new().format(value)),
        Piece::Decimal(text, _) => match canonical_number(&text) {
            Ok(number) => key.push_str(&number),
            Err(_) => key.push_str(&text),
        },
        Piece::Unfit(reason) => {
            let error = KeyError::new(reason).with_component(schema.fields[field].name);
            return Err(error.with_item(schema.name));
        }
        Piece::Bytes(bytes) => {
            for byte in bytes.iter() {
                let _ = write!(key, "{byte:02x}");
            }
        }
    }
    if key.len() <= MAX_PARTITION_BYTES {
        return Ok(key);
    }
    let reason = format!("is unique and too long: its claim has {} bytes", key.len());
    let error = KeyError::new(reason).with_component(schema.fields[field].name);
    Err(error.with_item(schema.name))
}

/// The entity name that a type's claims use.
pub(in crate::op) fn entity(schema: &ItemSchema) -> &'static str {
    schema.entity.unwrap_or(schema.name)
}

/// The entity and the attribute that a claim is about.
pub(in crate::op) fn subject(table: &TableSchema, claim: &Attributes) -> Option<(String, String)> {
    let key = claim.get(table.pk.name)?.as_s().ok()?;
    let mut names = key.strip_prefix(RESERVED)?.splitn(3, '#');
    let mut name = || Some(names.next()?.replace("%23", "#").replace("%25", "%"));
    Some((name()?, name()?))
}

/// The owner of claims: the key of the item.
pub(in crate::op) fn owner(of: &ItemType, key: &Attributes) -> AttributeValue {
    let names = of.primary().key_names();
    let values = names.filter_map(|name| key.get(name).cloned());
    AttributeValue::L(values.collect())
}

/// The key of the item that a claim belongs to.
pub(in crate::op) fn owned_by(of: &ItemType, claim: &Attributes) -> Attributes {
    let values = claim.get(CLAIM_OWNER).and_then(|owner| owner.as_l().ok());
    let values = values.into_iter().flatten().cloned();
    let names = of.primary().key_names().map(str::to_owned);
    names.zip(values).collect()
}

/// The key attributes of a claim. All claims share one sort key, if the table has one.
pub(in crate::op) fn claim_key_attributes(of: &ItemType, key: &str) -> KeyAttributes {
    let values = [key, RESERVED].map(|text| KeyValue::Text(text.to_owned()));
    of.primary().key_names().zip(values).collect()
}

/// A request on the key of a claim, which must be free or already the owner's.
fn request(
    operation: ApiOperation,
    (of, db): (&ItemType, &Db),
    key: &str,
    owner: &AttributeValue,
) -> Result<Request, Error> {
    let place = AttrPath::root(of.partition_key());
    let own = Node::Compare(AttrPath::root(CLAIM_OWNER), "=", owner.clone());
    let mut request = Request::of(operation, of, db)?;
    request.origin.method = CLAIM;
    let free = Node::NotExists(place);
    require(&mut request, of.name(), Some(free.or(own)))?;
    request.key = claim_key_attributes(of, key);
    Ok(request)
}

/// The request that claims a value for an owner.
pub(in crate::op) fn claim(
    (of, db): (&ItemType, &Db),
    (field, key): (usize, &str),
    owner: &AttributeValue,
) -> Result<Claim, Error> {
    let mut request = request(ApiOperation::Put, (of, db), key, owner)?;
    let mut item = typed::key(&request.key);
    item.insert(CLAIM_OWNER.to_owned(), owner.clone());
    let encoded = Encoder::item_json(&item);
    request.item = encoded.map_err(|error| Error::encode(of.name(), error))?;
    Ok(Claim {
        field: of.schema.fields[field].name,
        request,
    })
}

/// The request that frees a value.
pub(super) fn release(
    (of, db): (&ItemType, &Db),
    (field, key): (usize, &str),
    owner: &AttributeValue,
) -> Result<Claim, Error> {
    Ok(Claim {
        field: of.schema.fields[field].name,
        request: request(ApiOperation::Delete, (of, db), key, owner)?,
    })
}
