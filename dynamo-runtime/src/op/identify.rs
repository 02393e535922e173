//! Telling the type of a stored item, by its entity name or by its keys.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::collection::Collection;
use crate::codec::{DecodeError, Decoder};
use crate::error::Error;
use crate::item::Item;
use crate::key::{Key, KeyValue};
use crate::rules::CollectionSchema;
use crate::schema::{QuerySchema, TableSchema};

/// What tells the type of an item: its keys, and its entity name where it has one.
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

    /// The member that an item is of.
    pub(crate) fn member_of(&self, item: &Peeked) -> Option<usize> {
        if let Some(entity) = &item.entity {
            let mut members = self.members.iter();
            return members.position(|member| member.item.entity == Some(entity.as_str()));
        }
        let mut members = self.members.iter();
        members.position(|member| has_keys_of(member.item.primary(), &item.values))
    }

    /// Decodes an item of the SDK, or a page's, whatever member it is.
    ///
    /// # Errors
    ///
    /// Where it is of none, or not of its member's shape.
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
    /// [`Error::OtherType`].
    pub fn check_type(&self, item: &HashMap<String, AttributeValue>) -> Result<(), Error> {
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
            None => Err(Error::OtherType {
                expected: self.name,
                attribute: self.table.type_attr.unwrap_or_default(),
            }),
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

/// Looks ahead at attributes of the item due next.
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

/// Whether the keys of an item can be those of a type.
pub(crate) fn has_keys_of(primary: &QuerySchema, values: &[(&'static str, KeyValue)]) -> bool {
    let mut specs = primary.pk.iter().chain(primary.sk);
    specs.all(|spec| {
        let mut values = values.iter();
        values.any(|(name, value)| *name == spec.attribute && spec.template.fits(value))
    })
}

/// Refuses an item that is stored under another entity name, or under keys of another type.
pub(crate) fn is_of_type<T: Item>(
    table: &TableSchema,
    item: &HashMap<String, AttributeValue>,
) -> Result<(), Error> {
    let attribute = table.type_attr.unwrap_or_default();
    let is_own = match (item.get(attribute), T::SCHEMA.entity) {
        (Some(AttributeValue::S(found)), Some(entity)) => found == entity,
        _ => !table.shared || Key::<T>::from_attributes(item).is_some(),
    };
    if is_own {
        return Ok(());
    }
    Err(Error::OtherType {
        expected: T::SCHEMA.name,
        attribute,
    })
}
