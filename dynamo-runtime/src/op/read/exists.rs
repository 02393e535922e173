//! Checking whether an item exists.

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;

use crate::db::Db;
use crate::error::Error;
use crate::item::Item;
use crate::key::Key;
use crate::op::explain::Step;
use crate::op::read::get::GetSpec;
use crate::op::read::send_read;
use crate::op::stored_type::is_foreign;
use crate::op::{BoxFuture, Explanation, Get, Meter};
use crate::wire::{self, Call, Request, answer};

/// Checks whether an item exists: `Order::key(…).exists()`.
///
/// DynamoDB sends back only the partition key, but bills for reading the whole item.
#[must_use = "an operation does nothing until it is sent"]
#[derive(Debug, Clone)]
pub struct Exists<T> {
    get: Get<T>,
}

impl<T: Item> Exists<T> {
    pub(crate) fn new(key: Key<T>) -> Self {
        Self { get: Get::new(key) }
    }

    fn request(self, db: &Db) -> Result<Request, Error> {
        request(self.get.spec, db)
    }

    /// Returns whether the item exists.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`] if the key cannot be built, and any error from the SDK.
    pub async fn send(self, db: &Db) -> Result<bool, Error> {
        send(self.get.spec, db).await
    }

    /// Makes the read strongly consistent: it sees every earlier write.
    pub fn consistent(self) -> Self {
        Self {
            get: self.get.consistent(),
        }
    }

    /// Counts a soft-deleted item as existing.
    pub fn include_deleted(self) -> Self {
        Self {
            get: self.get.include_deleted(),
        }
    }

    /// Counts an expired item as existing: its TTL has passed, but DynamoDB has not removed it yet.
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

    /// Explains the operation without sending it: its request as text, and its minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let (of, visible) = (self.get.spec.of, self.get.spec.visible);
        let request = self.request(db)?;
        let step = Step::of(&request).guarded(of, visible);
        Ok(Explanation::of(request.origin.summary(), [step]))
    }

    /// Returns the SDK's own request, for anything that this library does not cover.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<GetItemFluentBuilder, Error> {
        Ok(self.request(db)?.sdk_get(db.client()))
    }
}

/// The request that reads only what is needed to know whether an item exists.
fn request(get: GetSpec, db: &Db) -> Result<Request, Error> {
    let of = get.of;
    let told_by = of.table.type_attr.filter(|_| of.table.types.share_keys());
    let read = get.visible.attributes(of).chain(told_by);
    let mut request = get.request(db, None)?;
    let key = std::iter::once(of.partition_key());
    let projection = request.expressions.projection(key.chain(read));
    request.projection = Some(projection);
    request.origin.method = "exists";
    Ok(request)
}

fn send(get: GetSpec, db: &Db) -> BoxFuture<'_, Result<bool, Error>> {
    Box::pin(async move {
        let (of, visible, meter) = (get.of, get.visible, get.meter.clone());
        let request = request(get, db)?;
        let body = send_read(db, &request, meter.as_ref()).await?;
        let item = answer::item(&body, "Item")
            .map_err(|error| wire::unreadable(&Call::One(&request), error))?;
        Ok(
            item.is_some_and(|item| {
                visible.shows(of, &item, || db.now()) && !is_foreign(of, &item)
            }),
        )
    })
}
