//! Telling whether an item exists.

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use tracing::Instrument;

use super::identify::is_foreign;
use super::{Get, Meter, meter};
use crate::db::Db;
use crate::error::Error;
use crate::expr::Expressions;
use crate::item::{Item, Table};
use crate::key::Key;

/// Tells whether an item exists: `Order::key(…).exists()`.
///
/// Only the partition key travels back; DynamoDB still bills for reading the whole item.
#[must_use = "an operation does nothing until it is sent"]
#[derive(Debug, Clone)]
pub struct Exists<T> {
    get: Get<T>,
}

impl<T: Item> Exists<T> {
    pub(crate) fn new(key: Key<T>) -> Self {
        Self { get: Get::new(key) }
    }

    /// Looks at what was written last, not at what a replica holds.
    pub fn consistent(self) -> Self {
        Self {
            get: self.get.consistent(),
        }
    }

    /// Counts what is soft-deleted as well.
    pub fn include_deleted(self) -> Self {
        Self {
            get: self.get.include_deleted(),
        }
    }

    /// Counts what has expired as well: its TTL has passed, and DynamoDB has not removed it yet.
    pub fn include_expired(self) -> Self {
        Self {
            get: self.get.include_expired(),
        }
    }

    /// Adds the capacity this consumes to a meter.
    pub fn meter(self, meter: &Meter) -> Self {
        Self {
            get: self.get.meter(meter),
        }
    }

    /// Returns the SDK's own request, for what is not covered here.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<GetItemFluentBuilder, Error> {
        let mut expressions = Expressions::default();
        let key = T::SCHEMA.primary().pk[0].attribute;
        let table = T::Table::SCHEMA;
        let told_by = table.type_attr.filter(|_| table.types.share_keys());
        let read = self.get.visible.attributes::<T>().chain(told_by);
        let projection = expressions.projection(std::iter::once(key).chain(read));
        Ok(self
            .get
            .into_sdk(db)?
            .projection_expression(projection)
            .set_expression_attribute_names(expressions.take_names()))
    }

    /// Tells whether the item exists.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] where the key cannot be built, and what the SDK reports.
    pub async fn send(self, db: &Db) -> Result<bool, Error> {
        let table = db.table_name::<T::Table>()?.into_owned();
        let span = tracing::debug_span!("dynamo.exists", item = T::SCHEMA.name, table = %table);
        let (meter, visible) = (self.get.meter.clone(), self.get.visible);
        let output = self
            .into_sdk(db)?
            .send()
            .instrument(span)
            .await
            .map_err(|error| Error::from_sdk("GetItem", &table, error))?;
        meter::record(meter.as_ref(), output.consumed_capacity());
        Ok(output
            .item
            .is_some_and(|item| visible.shows::<T>(&item, || db.now()) && !is_foreign::<T>(&item)))
    }
}
