//! Telling whether an item exists.

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;

use super::identify::is_foreign;
use super::{Get, Meter, read};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, Table};
use crate::key::Key;
use crate::wire::{self, Call, Request, answer};

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
        Ok(self.request(db)?.sdk_get(db.client()))
    }

    fn request(self, db: &Db) -> Result<Request, Error> {
        let key = T::SCHEMA.primary().pk[0].attribute;
        let table = T::Table::SCHEMA;
        let told_by = table.type_attr.filter(|_| table.types.share_keys());
        let read = self.get.visible.attributes::<T>().chain(told_by);
        let mut request = self.get.request(db)?;
        let projection = request
            .expressions
            .projection(std::iter::once(key).chain(read));
        request.projection = Some(projection);
        Ok(request)
    }

    /// Tells whether the item exists.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] if the key cannot be built, and what the SDK reports.
    pub async fn send(self, db: &Db) -> Result<bool, Error> {
        let (meter, visible) = (self.get.meter.clone(), self.get.visible);
        let request = self.request(db)?;
        let table = &request.table;
        let span = tracing::debug_span!("dynamo.exists", item = T::SCHEMA.name, %table);
        let body = read(db, &request, meter.as_ref(), span).await?;
        let item = answer::item(&body, "Item")
            .map_err(|error| wire::unreadable(&Call::One(&request), error))?;
        Ok(item
            .is_some_and(|item| visible.shows::<T>(&item, || db.now()) && !is_foreign::<T>(&item)))
    }
}
