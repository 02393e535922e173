//! Recognising the type of a stored item, by its entity name or by its keys.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::codec::{DecodeError, Decoder};
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::ItemType;
use crate::key::{KeyValue, key_in};
use crate::op::read::Collection;
use crate::op::visible::is_held;
use crate::op::write::unique;
use crate::rules::CollectionSchema;
use crate::schema::QuerySchema;
use crate::wire::Attributes;

/// The attributes that show the type of an item: its keys, and its entity name if it has one.
pub(crate) struct Peeked {
    pub(crate) values: Vec<(&'static str, KeyValue)>,
    pub(crate) entity: Option<String>,
}

impl CollectionSchema {
    /// The key attributes of the table and of the index, each once.
    fn key_attributes(&self) -> Vec<&'static str> {
        let mut names = Vec::with_capacity(4);
        for member in self.members.iter().take(1) {
            let primary = member.item.primary();
            let specs = [primary.pk, primary.sk, member.query.pk, member.query.sk];
            for spec in specs.into_iter().flatten() {
                if !names.contains(&spec.attribute) {
                    names.push(spec.attribute);
                }
            }
        }
        names
    }

    pub(super) fn peek(&self, from: &mut Decoder<'_>) -> Result<Peeked, DecodeError> {
        let names = self.key_attributes();
        peek(from, &names, self.table.type_attr)
    }

    /// The number of the member that an item belongs to.
    pub(crate) fn member_of(&self, item: &Peeked) -> Option<usize> {
        if let Some(entity) = &item.entity {
            let mut members = self.members.iter();
            return members.position(|member| member.item.entity == Some(entity.as_str()));
        }
        if self.is_told_by_attribute() {
            return None;
        }
        let mut members = self.members.iter();
        members.position(|member| has_keys_of(member.item.primary(), &item.values))
    }

    /// Whether only the type attribute shows which member an item belongs to.
    fn is_told_by_attribute(&self) -> bool {
        let is_held = |name| {
            let mut members = self.members.iter();
            members.all(|member| is_held(&self.table, &member.query, name))
        };
        self.table.types.share_keys() && self.table.type_attr.is_some_and(is_held)
    }

    /// Decodes an item, from the SDK or from a page, whichever member it is.
    ///
    /// # Errors
    ///
    /// Returns an error if it is none of the members, or does not fit its member's struct.
    pub fn decode<C: Collection>(from: &mut Decoder<'_>) -> Result<C, DecodeError> {
        let schema = const { &C::SCHEMA };
        let keys = schema.peek(from)?;
        match schema.member_of(&keys) {
            Some(number) => C::decode_member(number, from),
            None => Err(DecodeError::custom(format_args!(
                "is none of {}",
                schema.listed()
            ))),
        }
    }

    /// Refuses an item of the SDK that is none of the members.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OtherType`] if it is none of the members.
    pub fn check_type(&self, item: &Attributes) -> Result<(), Error> {
        let values = self.key_attributes().into_iter();
        let values = values.filter_map(|name| {
            let value = KeyValue::from_attribute(item.get(name)?.clone())?;
            Some((name, value))
        });
        let entity = self.table.type_attr.and_then(|name| item.get(name));
        let item = Peeked {
            values: values.collect(),
            entity: entity.and_then(|value| value.as_s().ok()).cloned(),
        };
        match self.member_of(&item) {
            Some(_) => Ok(()),
            None => Err(self.refuses(item.entity.as_deref())),
        }
    }

    /// The error of an item that is none of the members.
    pub(super) fn refuses(&self, found: Option<&str>) -> Error {
        let members = self.members.iter().map(|member| member.item.name);
        Error::OtherType {
            expected: self.name,
            members: members.collect(),
            found: found.and_then(type_name),
            attribute: self.table.type_attr.unwrap_or_default(),
        }
    }

    /// The members' names, in backticks.
    pub(super) fn listed(&self) -> String {
        let names = self
            .members
            .iter()
            .map(|member| format!("`{}`", member.item.name));
        names.collect::<Vec<_>>().join(", ")
    }
}

/// Looks ahead at attributes of the next item.
pub(crate) fn peek(
    from: &mut Decoder<'_>,
    keys: &[&'static str],
    type_attr: Option<&'static str>,
) -> Result<Peeked, DecodeError> {
    let mut peeked = Peeked {
        values: Vec::with_capacity(keys.len()),
        entity: None,
    };
    from.peek_attributes(
        |name| {
            let is_type = type_attr == Some(name);
            let key = keys.iter().find(|key| **key == name).copied();
            (is_type || key.is_some()).then_some((key, is_type))
        },
        |(key, is_type), value| {
            let value = KeyValue::from_attribute(value);
            if is_type && let Some(KeyValue::Text(text)) = &value {
                peeked.entity = Some(text.clone());
            }
            peeked.values.extend(key.zip(value));
        },
    )?;
    Ok(peeked)
}

/// Whether a type could have built these keys.
pub(crate) fn has_keys_of(primary: &QuerySchema, values: &[(&'static str, KeyValue)]) -> bool {
    primary.keys().all(|spec| {
        let mut values = values.iter();
        values.any(|(name, value)| *name == spec.attribute && spec.template.fits(value))
    })
}

/// The condition that an item of this type is stored under its key.
pub(super) fn is_stored(of: &ItemType) -> Node {
    let own = of.schema.entity.and_then(|entity| of_entity(of, entity));
    own.unwrap_or_else(|| Node::Exists(AttrPath::root(of.partition_key())))
}

/// The condition that nothing but an item with this entity name is stored under its key, for a
/// table whose types may share keys.
pub(super) fn is_of_entity_or_absent(of: &ItemType, entity: &str) -> Option<Node> {
    let absent = Node::NotExists(AttrPath::root(of.partition_key()));
    Some(absent.or(of_entity(of, entity)?))
}

/// The condition on the type attribute, if only that shows what is stored under a key.
fn of_entity(of: &ItemType, entity: &str) -> Option<Node> {
    let table = of.table;
    let attribute = table.type_attr.filter(|_| table.types.share_keys())?;
    let entity = AttributeValue::S(entity.to_owned());
    Some(Node::Compare(AttrPath::root(attribute), "=", entity))
}

/// Refuses a write that DynamoDB makes without a check, if types may share keys.
pub(super) fn refuse_unchecked(of: &ItemType, write: &str) -> Result<(), Error> {
    if !of.table.types.share_keys() {
        return Ok(());
    }
    let item = of.name();
    let reason = format!(
        "the {write} of `{item}` must not touch an item of another type under the same key, which a \
         batch cannot check; use `transact`, or send it by itself"
    );
    Err(Error::refused("batch_write", reason))
}

/// Whether the item stored under a key of this type is of another type that shares the key.
pub(super) fn is_foreign(of: &ItemType, stored: &Attributes) -> bool {
    of.table.types.share_keys() && is_of_type(of, stored).is_err()
}

/// Refuses an item that is stored under another entity name, or under keys of another type.
pub(crate) fn is_of_type(of: &ItemType, item: &Attributes) -> Result<(), Error> {
    let ItemType { schema, table, .. } = of;
    let attribute = table.type_attr.unwrap_or_default();
    let is_own = match (item.get(attribute), schema.entity) {
        (Some(AttributeValue::S(found)), Some(entity)) => found == entity,
        _ if table.types.share_keys() => false,
        _ if unique::is_claim(table, item) => false,
        _ => !table.shared || key_in(schema.primary(), item).is_some(),
    };
    if is_own {
        return Ok(());
    }
    let found = item.get(attribute).and_then(|value| value.as_s().ok());
    Err(Error::OtherType {
        expected: schema.name,
        members: Vec::new(),
        found: found.and_then(|found| type_name(found)),
        attribute,
    })
}

/// The longest text that an error shows as the name of a type.
const LONGEST_NAME: usize = 64;

/// The content of a type attribute if it looks like the name of a type. Anything else is data,
/// which no error shows.
fn type_name(found: &str) -> Option<String> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let fits = (1..=LONGEST_NAME).contains(&found.len()) && found.bytes().all(is_name);
    fits.then(|| found.to_owned())
}
