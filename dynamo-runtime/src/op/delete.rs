//! Deleting one item by its key.

use std::collections::HashMap;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use tracing::Instrument;

use super::identify::refuse_unchecked;
use super::presence::{Existence, Presence};
use super::put::version_node;
use super::visible::Visible;
use super::{Meter, Nothing, Old, expression_error, unique, write, written};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{IntoCondition, Node};
use crate::item::Item;
use crate::key::Key;
use crate::life::Stamps;
use crate::wire::{Attributes, Operation, Request, Returns, key_attributes};

/// Deletes one item: `Order::key(…).delete()`. Deleting an item that does not exist succeeds unless
/// a condition is given.
///
/// An item that is soft-deleted or has expired is removed as well, though it counts as absent to
/// [`must_exist`](Self::must_exist), to conditions and to
/// [`returning_old`](Delete::returning_old).
///
/// Costs a write unit for each KB of the item, and for each index it leaves.
#[must_use = "an operation does nothing until it is sent"]
pub struct Delete<T, R = Nothing> {
    key: Key<T>,
    existence: Existence,
    condition: Option<Node>,
    /// What must hold of the item as it is stored, hidden or not.
    guard: Option<Node>,
    visible: Visible,
    /// The item, where the caller has it and it has unique values to free.
    known: Option<HashMap<String, AttributeValue>>,
    meter: Option<Meter>,
    returns: PhantomData<R>,
}

impl<T: Item> Delete<T> {
    pub(crate) fn new(key: Key<T>) -> Self {
        Self {
            key,
            existence: Existence::Either,
            condition: None,
            guard: None,
            visible: Visible::default(),
            known: None,
            meter: None,
            returns: PhantomData,
        }
    }

    /// Deletes an item as it is; one with a version only if it is stored with that version.
    pub(crate) fn of(item: &T) -> Self {
        let mut stamps = Stamps::at(std::time::UNIX_EPOCH);
        item.stamp(&mut stamps);
        let condition = stamps.take_guard().map(version_node);
        let known = unique::constrains::<T>().then(|| item.to_item().ok());
        Self {
            condition,
            known: known.flatten(),
            ..Self::new(item.to_key())
        }
    }

    /// Gives back the item that was deleted.
    pub fn returning_old(self) -> Delete<T, Old> {
        let Self {
            key,
            existence,
            condition,
            guard,
            visible,
            known,
            meter,
            ..
        } = self;
        Delete {
            key,
            existence,
            condition,
            guard,
            visible,
            known,
            meter,
            returns: PhantomData,
        }
    }

    /// Deletes the item.
    ///
    /// # Errors
    ///
    /// [`Error::ConditionFailed`] where a condition does not hold, [`Error::Key`] where the key
    /// cannot be built, and what the SDK reports.
    pub async fn send(self, db: &Db) -> Result<(), Error> {
        if unique::constrains::<T>() {
            let presence = self.presence(db);
            let deleted = unique::delete(self, db).await;
            return deleted.map_err(|error| presence.explained(error));
        }
        self.write(db, None).await.map(drop)
    }
}

impl<T: Item> Delete<T, Old> {
    /// Deletes the item and returns it; `None` if there was none, or it was deleted or expired.
    ///
    /// # Errors
    ///
    /// As [`Delete::send`], and [`Error::Decode`] where the item was not of this type; it is
    /// deleted then.
    pub async fn send(self, db: &Db) -> Result<Option<T>, Error> {
        unique::refuse::<T>(
            "delete",
            "a transaction gives back no item; leave `returning_old()` out",
        )?;
        let presence = self.presence(db);
        let before = presence.shown(self.write(db, Some(Returns::Old)).await?);
        before.map(T::from_item).transpose()
    }
}

impl<T: Item, R> Delete<T, R> {
    /// Deletes only where a condition on the stored item holds; several are all required.
    pub fn condition(mut self, condition: impl IntoCondition<T>) -> Self {
        condition.into_condition().node.require(&mut self.condition);
        self
    }

    /// Fails if the item does not exist.
    pub fn must_exist(mut self) -> Self {
        self.existence = Existence::Present;
        self
    }

    setters!(including, meter);

    /// Returns the SDK's own request, for what is not covered here.
    ///
    /// # Errors
    ///
    /// [`Error::Key`], [`Error::Encode`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<DeleteItemFluentBuilder, Error> {
        unique::refuse::<T>(
            "delete",
            "one request cannot give them up; send the delete itself",
        )?;
        Ok(self.request(db)?.sdk_delete(db.client()))
    }

    pub(super) fn request(self, db: &Db) -> Result<Request, Error> {
        let mut request = Request::of::<T::Table>(Operation::Delete, db)?;
        let mut condition = self.presence(db).condition(self.existence, self.condition);
        if let Some(guard) = self.guard {
            guard.require(&mut condition);
        }
        request.condition = condition
            .map(|node| request.expressions.condition("condition", node))
            .transpose()
            .map_err(expression_error::<T>)?;
        request.key = key_attributes(T::SCHEMA.primary(), self.key.into_built()?);
        request.metered = self.meter.is_some();
        Ok(request)
    }

    /// The key, where there is no condition to check: DynamoDB checks none in a batch.
    pub(super) fn unconditional(self) -> Result<Key<T>, Error> {
        unique::refuse::<T>(
            "batch_write",
            "a batch cannot give them up; send the delete by itself",
        )?;
        refuse_unchecked::<T>("delete")?;
        let refused = |what: &str| {
            let item = T::SCHEMA.name;
            let reason = format!("the delete of `{item}` {what}");
            Err(Error::refused("batch_write", reason))
        };
        if self.condition.is_some() || self.existence != Existence::Either {
            return refused(
                "has a condition or a version, which a batch cannot check; use `transact`",
            );
        }
        if self.meter.is_some() {
            return refused("has a meter of its own; give it to the batch");
        }
        Ok(self.key)
    }

    pub(super) fn presence(&self, db: &Db) -> Presence {
        Presence::of::<T>(self.visible, db)
    }

    pub(super) fn known(&self) -> Option<&HashMap<String, AttributeValue>> {
        self.known.as_ref()
    }

    pub(super) fn take_meter(&mut self) -> Option<Meter> {
        self.meter.take()
    }

    /// The same delete, under a condition on the item as it is stored.
    pub(super) fn guarded(&self, guard: Option<Node>) -> Self {
        Self {
            guard,
            ..self.clone()
        }
    }

    /// Deletes the item; returns the attributes that are asked for.
    async fn write(self, db: &Db, returns: Option<Returns>) -> Result<Option<Attributes>, Error> {
        let (meter, presence) = (self.meter.clone(), self.presence(db));
        let mut request = self.request(db)?;
        request.returns = returns;
        let table = &request.table;
        let span = tracing::debug_span!("dynamo.delete", item = T::SCHEMA.name, %table);
        match write(db, &request, meter.as_ref()).instrument(span).await? {
            Ok(body) => written(&request, &body),
            Err(current) => Err(presence.failed(current)),
        }
    }
}

impl<T, R> Clone for Delete<T, R> {
    fn clone(&self) -> Self {
        Self {
            key: self.key.clone(),
            existence: self.existence,
            condition: self.condition.clone(),
            guard: self.guard.clone(),
            visible: self.visible,
            known: self.known.clone(),
            meter: self.meter.clone(),
            returns: PhantomData,
        }
    }
}
