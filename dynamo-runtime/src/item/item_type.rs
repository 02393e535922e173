//! Item types as plain values, so that code about them is compiled once, not once per type.

use std::any::TypeId;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Item, Table, decoded};
use crate::codec::{EncodeError, Encoder};
use crate::error::Error;
use crate::expr::Partial;
use crate::key::{Components, PlainKey};
use crate::lifecycle::Stamps;
use crate::schema::{ItemSchema, QuerySchema, TableSchema};

/// An item type and its table.
pub(crate) struct ItemType {
    pub(crate) schema: &'static ItemSchema,
    pub(crate) table: &'static TableSchema,
    /// Identifies the type.
    pub(crate) id: TypeId,
    /// Identifies the table, to look up its name in a `Db`.
    pub(crate) table_id: TypeId,
    /// The name of the table's Rust type.
    pub(crate) table_type: fn() -> &'static str,
    /// Fills the fields that every update fills.
    pub(crate) stamp_update: fn(&mut Stamps),
    /// Fills the fields of an update that creates the item.
    pub(crate) stamp_insert: fn(&mut Stamps, &Partial<'_>),
    /// Whether the condition with a number holds for the values of an update, if they decide it.
    pub(crate) holds_with: fn(usize, &Partial<'_>) -> Option<bool>,
    /// Decodes a stored item to find its unique values and where it is counted; `None` if the type has
    /// no unique fields and is not counted, so that nothing is compiled for those.
    pub(crate) decode: Option<DecodeAny>,
}

/// Decodes a stored item to its own type.
type DecodeAny = fn(&HashMap<String, AttributeValue>) -> Result<Box<dyn Writable>, Error>;

impl ItemType {
    pub(crate) fn of<T: Item>() -> &'static Self {
        const {
            &Self {
                schema: &T::SCHEMA,
                table: &<T::Table as Table>::SCHEMA,
                id: TypeId::of::<T>(),
                table_id: TypeId::of::<T::Table>(),
                table_type: std::any::type_name::<T::Table>,
                stamp_update: T::stamp_update,
                stamp_insert: T::stamp_insert,
                holds_with: T::holds_with,
                decode: if T::SCHEMA.unique.is_empty() && T::SCHEMA.counted.is_empty() {
                    None
                } else {
                    Some(decode_any::<T>)
                },
            }
        }
    }

    /// The name of the type, for errors.
    pub(crate) fn name(&self) -> &'static str {
        self.schema.name
    }

    /// The keys of the table.
    pub(crate) fn primary(&self) -> &'static QuerySchema {
        self.schema.primary()
    }

    /// The attribute of the table's partition key.
    pub(crate) fn partition_key(&self) -> &'static str {
        self.primary().pk[0].attribute
    }

    /// Whether its writes come with others: claims on unique values, or counts.
    pub(crate) fn has_companions(&self) -> bool {
        self.has_unique_fields() || self.is_counted()
    }

    /// Whether items of the type are counted.
    pub(crate) fn is_counted(&self) -> bool {
        !self.schema.counted.is_empty()
    }

    /// Whether items of the type have unique fields.
    pub(crate) fn has_unique_fields(&self) -> bool {
        !self.schema.unique.is_empty()
    }
}

fn decode_any<T: Item>(item: &HashMap<String, AttributeValue>) -> Result<Box<dyn Writable>, Error> {
    Ok(Box::new(decoded::<T>(item)?))
}

/// An item to write, whatever its type.
pub(crate) trait Writable: Components + Send + Sync {
    fn item_type(&self) -> &'static ItemType;

    /// Writes the stored fields, including the values that the runtime filled in.
    fn write_fields(&self, to: &mut Encoder, stamps: &Stamps) -> Result<(), EncodeError>;

    /// Whether the condition with this number, a `when`, holds, including the values that the
    /// runtime filled in.
    fn meets(&self, condition: usize, stamps: &Stamps) -> bool;

    /// The key of the counter with this number that it is counted in.
    fn counted_at(&self, counter: usize) -> Option<PlainKey>;

    /// Fills the fields that a write of the whole item fills.
    fn fill(&self, stamps: &mut Stamps);
}

impl<T: Item> Writable for T {
    fn item_type(&self) -> &'static ItemType {
        ItemType::of::<T>()
    }

    fn write_fields(&self, to: &mut Encoder, stamps: &Stamps) -> Result<(), EncodeError> {
        self.encode_fields(to, stamps)
    }

    fn meets(&self, condition: usize, stamps: &Stamps) -> bool {
        self.holds(condition, stamps)
    }

    fn counted_at(&self, counter: usize) -> Option<PlainKey> {
        self.counter_key(counter).map(|key| key.0)
    }

    fn fill(&self, stamps: &mut Stamps) {
        self.stamp(stamps);
    }
}
