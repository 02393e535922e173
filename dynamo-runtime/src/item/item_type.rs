//! Item types as plain values, so that what is done with them is compiled once and not once per type.

use std::any::TypeId;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Item, Table, decoded};
use crate::codec::{EncodeError, Encoder};
use crate::error::Error;
use crate::expr::Partial;
use crate::key::Components;
use crate::lifecycle::Stamps;
use crate::schema::{ItemSchema, QuerySchema, TableSchema};

/// An item type and its table.
pub(crate) struct ItemType {
    pub(crate) schema: &'static ItemSchema,
    pub(crate) table: &'static TableSchema,
    /// Tells the types apart.
    pub(crate) id: TypeId,
    /// Tells the tables apart that a `Db` has names for.
    pub(crate) table_id: TypeId,
    /// The name of the table's Rust type.
    pub(crate) table_type: fn() -> &'static str,
    /// Fills what every update fills.
    pub(crate) stamp_update: fn(&mut Stamps),
    /// Fills what an update that creates the item fills.
    pub(crate) stamp_insert: fn(&mut Stamps, &Partial<'_>),
    /// Whether the condition of a number holds for what an update gives, if that tells.
    pub(crate) holds_with: fn(usize, &Partial<'_>) -> Option<bool>,
    /// Decodes a stored item whose unique values count; `None` if the type has no unique fields, so
    /// that it is not compiled for those.
    pub(crate) decode: Option<DecodeAny>,
}

/// Decodes a stored item to whatever type it is of.
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
                decode: if T::SCHEMA.unique.is_empty() {
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

    /// Whether items of the type have unique fields.
    pub(crate) fn has_unique_fields(&self) -> bool {
        !self.schema.unique.is_empty()
    }
}

fn decode_any<T: Item>(item: &HashMap<String, AttributeValue>) -> Result<Box<dyn Writable>, Error> {
    Ok(Box::new(decoded::<T>(item)?))
}

/// An item of any type, to be written.
pub(crate) trait Writable: Components + Send + Sync {
    fn item_type(&self) -> &'static ItemType;

    /// Writes the stored fields, with what the runtime filled in.
    fn write_fields(&self, to: &mut Encoder, stamps: &Stamps) -> Result<(), EncodeError>;

    /// Whether the condition of this number, a `when`, holds, with what the runtime filled in.
    fn meets(&self, condition: usize, stamps: &Stamps) -> bool;

    /// Fills what a write of the whole item fills.
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

    fn fill(&self, stamps: &mut Stamps) {
        self.stamp(stamps);
    }
}
