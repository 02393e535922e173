//! Deleting one item by its key.

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;

use crate::db::Db;
use crate::error::Error;
use crate::expr::{IntoCondition, Node};
use crate::item::{Item, ItemType, Writable, stamped_item};
use crate::key::{Key, PlainKey};
use crate::lifecycle::Stamps;
use crate::op::stored_type::refuse_unchecked;
use crate::op::visible::Visible;
use crate::op::write::presence::{Existence, Presence};
use crate::op::write::put::version_node;
use crate::op::write::unique;
use crate::op::write::{refuse_companions, send_write, written};
use crate::op::{BoxFuture, Explanation, Meter, Nothing, Old, require};
use crate::wire::{ApiOperation, Attributes, Request, Returns, key_attributes};

/// Deletes one item: `Order::key(…).delete()`. Deleting an item that does not exist succeeds unless
/// a condition is given.
///
/// A soft-deleted or expired item is removed as well, though it counts as absent to
/// [`must_exist`](Self::must_exist), to conditions and to [`returning_old`](Delete::returning_old).
///
/// Costs one write unit per KB of the item, and the same again per index that it leaves.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Debug, Clone, PartialEq, Item)]
/// # #[table(name = "orders", pk = "customer", sk = "id")]
/// # #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// # struct Order { customer: String, id: u32, status: String, total: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Order>().await?;
/// # for (id, total) in [(1, 40), (2, 10), (3, 25)] {
/// #     Order { customer: "ada".into(), id, status: "open".into(), total }.create().send(&db).await?;
/// # }
/// let key = Order::key("ada", 1);
/// let old = key.delete().condition(Order::STATUS.eq("open")).returning_old().send(&db).await?;
/// assert_eq!(old.map(|order| order.total), Some(40));
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Delete<T, R = Nothing> {
    pub(in crate::op) spec: DeleteSpec,
    marker: PhantomData<fn() -> (T, R)>,
}

/// A delete, whatever the item type.
#[derive(Clone)]
pub(in crate::op) struct DeleteSpec {
    pub(in crate::op) of: &'static ItemType,
    key: PlainKey,
    existence: Existence,
    condition: Option<Node>,
    /// The condition on the item as it is stored, hidden or not.
    guard: Option<Node>,
    pub(in crate::op) visible: Visible,
    /// The item, if the caller has it and it has unique values to free, or is counted.
    pub(in crate::op) known: Option<Attributes>,
    pub(in crate::op) meter: Option<Meter>,
}

impl<T: Item> Delete<T> {
    pub(crate) fn new(key: Key<T>) -> Self {
        DeleteSpec::new(ItemType::of::<T>(), key.plain).into()
    }

    /// Deletes an item; one with a version only if it is stored with that version.
    pub(crate) fn of(item: &T) -> Self {
        DeleteSpec::as_is(item).into()
    }

    /// Deletes the item.
    ///
    /// # Errors
    ///
    /// Returns [`Error::ConditionFailed`] if a condition does not hold, [`Error::Key`] if the key
    /// cannot be built, and any error from the SDK.
    pub async fn send(self, db: &Db) -> Result<(), Error> {
        self.spec.send(db).await
    }

    /// Returns the item that was deleted.
    pub fn returning_old(self) -> Delete<T, Old> {
        self.spec.into()
    }
}

impl<T: Item, R> Delete<T, R> {
    /// Deletes only if a condition on the stored item holds. If called several times, all
    /// conditions must hold.
    pub fn condition(mut self, condition: impl IntoCondition<T>) -> Self {
        let condition = condition.into_condition().node;
        condition.require(&mut self.spec.condition);
        self
    }

    /// Fails if the item does not exist.
    pub fn must_exist(mut self) -> Self {
        self.spec.existence = Existence::Present;
        self
    }

    setters!(spec: including, meter);

    /// Explains the operation without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of `send` that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.spec.explain(db)
    }

    /// Returns the SDK's own request, for anything that this library does not cover.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`], [`Error::Encode`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<DeleteItemFluentBuilder, Error> {
        self.spec.into_sdk(db)
    }
}

impl<T: Item> Delete<T, Old> {
    /// Deletes the item and returns it. Returns `None` if it did not exist, or was deleted or
    /// expired.
    ///
    /// # Errors
    ///
    /// The same as [`Delete::send`], and [`Error::Decode`] if the item does not fit its type. The
    /// item is deleted all the same.
    pub async fn send(self, db: &Db) -> Result<Option<T>, Error> {
        let before = self.spec.send_for_old(db).await?;
        before.map(T::from_item).transpose()
    }
}

impl DeleteSpec {
    pub(in crate::op) fn new(of: &'static ItemType, key: PlainKey) -> Self {
        Self {
            of,
            key,
            existence: Existence::Either,
            condition: None,
            guard: None,
            visible: Visible::default(),
            known: None,
            meter: None,
        }
    }

    fn as_is(item: &dyn Writable) -> Self {
        let of = item.item_type();
        let mut stamps = Stamps::at(std::time::UNIX_EPOCH);
        item.fill(&mut stamps);
        let known = of.has_companions();
        let known = known.then(|| stamped_item(item, &Stamps::default()).ok());
        Self {
            condition: stamps.take_guard().map(version_node),
            known: known.flatten(),
            ..Self::new(of, PlainKey::build(of.schema, item))
        }
    }

    fn send(self, db: &Db) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(async move {
            if self.of.has_companions() {
                let presence = self.presence(db);
                let deleted = Box::pin(unique::delete(self, db)).await;
                return deleted.map_err(|error| presence.explained(error));
            }
            self.write(db, None).await.map(drop)
        })
    }

    /// Deletes the item; returns it as it was.
    fn send_for_old(self, db: &Db) -> BoxFuture<'_, Result<Option<Attributes>, Error>> {
        Box::pin(async move {
            let what = "a transaction returns no item; leave out `returning_old()`";
            refuse_companions(self.of.schema, "delete", [what; 2])?;
            let presence = self.presence(db);
            Ok(presence.shown(self.write(db, Some(Returns::Old)).await?))
        })
    }

    /// Deletes the item; returns the requested attributes.
    async fn write(self, db: &Db, returns: Option<Returns>) -> Result<Option<Attributes>, Error> {
        let (meter, presence) = (self.meter.clone(), self.presence(db));
        let mut request = self.request(db)?;
        request.returns = returns;
        match send_write(db, &request, meter.as_ref()).await? {
            Ok(body) => written(&request, &body),
            Err(current) => Err(presence.refused(&request, current)),
        }
    }

    fn into_sdk(self, db: &Db) -> Result<DeleteItemFluentBuilder, Error> {
        let what = [
            "one request cannot free their values; send the delete itself",
            "one request cannot count it down as well; send the delete itself",
        ];
        refuse_companions(self.of.schema, "delete", what)?;
        Ok(self.request(db)?.sdk_delete(db.client()))
    }

    pub(in crate::op) fn request(self, db: &Db) -> Result<Request, Error> {
        let mut request = Request::of(ApiOperation::Delete, self.of, db)?;
        request.required = self.condition.as_ref().map_or(Vec::new(), Node::attributes);
        let mut condition = self.presence(db).condition(self.existence, self.condition);
        if let Some(guard) = self.guard {
            guard.require(&mut condition);
        }
        require(&mut request, self.of.name(), condition)?;
        request.key = key_attributes(self.of.primary(), self.key.into_built()?);
        request.metered = self.meter.is_some();
        Ok(request)
    }

    /// The key of a delete without conditions: DynamoDB checks none in a batch.
    pub(in crate::op) fn unconditional(self) -> Result<PlainKey, Error> {
        let what = [
            "a batch cannot free their values; send the delete by itself",
            "a batch cannot count it down; send the delete by itself",
        ];
        refuse_companions(self.of.schema, "batch_write", what)?;
        refuse_unchecked(self.of, "delete")?;
        let refused = |what: &str| {
            let reason = format!("the delete of `{}` {what}", self.of.name());
            Err(Error::refused("batch_write", reason))
        };
        if self.condition.is_some() || self.existence != Existence::Either {
            return refused(
                "has a condition or a version, which a batch cannot check; use `transact`",
            );
        }
        if self.meter.is_some() {
            return refused("has its own meter; give the meter to the batch");
        }
        Ok(self.key)
    }

    pub(in crate::op) fn presence(&self, db: &Db) -> Presence {
        Presence::of(self.of, self.visible, db)
    }

    /// The same delete, under a condition on the item as it is stored.
    pub(in crate::op) fn guarded(&self, guard: Option<Node>) -> Self {
        Self {
            guard,
            ..self.clone()
        }
    }
}

impl<T, R> From<DeleteSpec> for Delete<T, R> {
    fn from(spec: DeleteSpec) -> Self {
        Self {
            spec,
            marker: PhantomData,
        }
    }
}

impl<T, R> Clone for Delete<T, R> {
    fn clone(&self) -> Self {
        self.spec.clone().into()
    }
}
