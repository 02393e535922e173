//! Claims as they are stored: their keys, their owners, and the requests that make and free them.

use std::collections::HashMap;
use std::fmt::Write as _;

use aws_sdk_dynamodb::types::{self, AttributeValue, TransactWriteItem};

use crate::codec::canonical_number;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Expressions, Node};
use crate::item::{Item, Table};
use crate::key::{CLAIM_OWNER, KeyError, KeyPart, MAX_PARTITION_BYTES, Piece, RESERVED};
use crate::op::expression_error;
use crate::op::transact::Claim;
use crate::schema::{ItemSchema, TableSchema};

type Attributes = HashMap<String, AttributeValue>;

/// Whether stored attributes are those of a claim.
pub(in crate::op) fn is_claim(table: &TableSchema, stored: &Attributes) -> bool {
    let key = stored.get(table.pk.name);
    key.is_some_and(|key| matches!(key, AttributeValue::S(text) if text.starts_with(RESERVED)))
}

/// The filter that keeps claims out of a scan of the table.
pub(in crate::op) fn no_claims<T: Item>() -> Option<Node> {
    let key = AttrPath::root(T::Table::SCHEMA.pk.name);
    let begins = Node::BeginsWith(key, AttributeValue::S(RESERVED.to_owned()));
    super::constrains::<T>().then(|| Node::Not(Box::new(begins)))
}

/// The keys of an item's claims, with the number of the field.
pub(in crate::op) fn claimed<T: Item>(item: &T) -> Result<Vec<(usize, String)>, Error> {
    let mut keys = Vec::with_capacity(T::SCHEMA.unique.len());
    for field in T::SCHEMA.unique {
        let part = item.component(*field).and_then(KeyPart::piece);
        if let Some(piece) = part {
            let key = claim_key(&T::SCHEMA, *field, piece).map_err(Error::Key)?;
            keys.push((*field, key));
        }
    }
    Ok(keys)
}

/// `#unique#User#email#ada@example.com`. The value stands last, so that it may be any text.
pub(super) fn claim_key(
    schema: &ItemSchema,
    field: usize,
    piece: Piece<'_>,
) -> Result<String, KeyError> {
    let attribute = schema.fields[field].attribute.unwrap_or_default();
    let mut key = RESERVED.to_owned();
    for name in [entity(schema), attribute] {
        // The value may be any text, so these two alone must not run into each other.
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

/// The name that a type's claims are made under.
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

/// The owner of claims: the values of the item's key.
pub(in crate::op) fn owner<T: Item>(key: &Attributes) -> AttributeValue {
    let values = key_names::<T>().filter_map(|name| key.get(name).cloned());
    AttributeValue::L(values.collect())
}

/// The key of the item that a claim belongs to.
pub(in crate::op) fn owned_by<T: Item>(claim: &Attributes) -> Attributes {
    let values = claim.get(CLAIM_OWNER).and_then(|owner| owner.as_l().ok());
    let values = values.into_iter().flatten().cloned();
    let names = key_names::<T>().map(str::to_owned);
    names.zip(values).collect()
}

pub(in crate::op) fn key_names<T: Item>() -> impl Iterator<Item = &'static str> {
    let primary = T::SCHEMA.primary();
    primary
        .pk
        .iter()
        .chain(primary.sk)
        .map(|spec| spec.attribute)
}

/// Requires that a claim's place is free, or the owner's own.
fn free_or_own<T: Item>(
    owner: &AttributeValue,
    expressions: &mut Expressions,
) -> Result<String, Error> {
    let key = AttrPath::root(T::SCHEMA.primary().pk[0].attribute);
    let own = Node::Compare(AttrPath::root(CLAIM_OWNER), "=", owner.clone());
    expressions
        .condition("condition", Node::NotExists(key).or(own))
        .map_err(expression_error::<T>)
}

/// The key attributes of a claim. One sort key serves all, where the table has one.
pub(in crate::op) fn claim_attributes<T: Item>(key: &str) -> Attributes {
    let values = [key, RESERVED].map(|text| AttributeValue::S(text.to_owned()));
    let names = key_names::<T>().map(str::to_owned);
    names.zip(values).collect()
}

/// The request that claims a value for an owner.
pub(in crate::op) fn claim<T: Item>(
    db: &Db,
    (field, key): (usize, &str),
    owner: &AttributeValue,
) -> Result<Claim, Error> {
    let mut expressions = Expressions::default();
    let condition = free_or_own::<T>(owner, &mut expressions)?;
    let put = types::Put::builder()
        .table_name(db.table_name::<T::Table>()?)
        .set_item(Some(claim_attributes::<T>(key)))
        .item(CLAIM_OWNER, owner.clone())
        .condition_expression(condition)
        .set_expression_attribute_names(expressions.take_names())
        .set_expression_attribute_values(expressions.into_values())
        .build()
        .map_err(|error| Error::unsendable("TransactWriteItems", T::SCHEMA.name, error))?;
    Ok(Claim {
        field: T::SCHEMA.fields[field].name,
        request: TransactWriteItem::builder().put(put).build(),
    })
}

/// The request that gives up a value.
pub(super) fn release<T: Item>(
    db: &Db,
    (field, key): (usize, &str),
    owner: &AttributeValue,
) -> Result<Claim, Error> {
    let mut expressions = Expressions::default();
    let condition = free_or_own::<T>(owner, &mut expressions)?;
    let delete = types::Delete::builder()
        .table_name(db.table_name::<T::Table>()?)
        .set_key(Some(claim_attributes::<T>(key)))
        .condition_expression(condition)
        .set_expression_attribute_names(expressions.take_names())
        .set_expression_attribute_values(expressions.into_values())
        .build()
        .map_err(|error| Error::unsendable("TransactWriteItems", T::SCHEMA.name, error))?;
    Ok(Claim {
        field: T::SCHEMA.fields[field].name,
        request: TransactWriteItem::builder().delete(delete).build(),
    })
}
