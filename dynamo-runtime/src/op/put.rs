//! Writing a whole item.

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use tracing::Instrument;

use super::identify::refuse_unchecked;
use super::presence::{Existence, Presence};
use super::visible::Visible;
use super::{Meter, New, Nothing, Old, already_exists, expression_error, unique, write, written};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, IntoCondition, Node};
use crate::item::{Item, stamped_json};
use crate::life::{Guard, Stamps};
use crate::wire::{Operation, Request, Returns, key_attributes, typed};

/// Writes an item: [`put`](Item::put), [`create`](Item::create) or [`replace`](Item::replace).
///
/// Fields that are `created_at`, `updated_at`, `ttl` or `version` are filled in what is written,
/// not in the struct; [`returning_new`](Self::returning_new) gives back what was written.
///
/// Costs a write unit for each KB of the item, and for each index that it enters, leaves or changes
/// in.
#[must_use = "an operation does nothing until it is sent"]
pub struct Put<'a, T, R = Nothing> {
    item: &'a T,
    existence: Existence,
    condition: Option<Node>,
    /// What must hold of the item as it is stored, hidden or not.
    guard: Option<Node>,
    visible: Visible,
    /// What it replaces, where the caller knows.
    known: Option<&'a T>,
    meter: Option<Meter>,
    returns: PhantomData<R>,
}

impl<'a, T: Item> Put<'a, T> {
    pub(crate) fn new(item: &'a T) -> Self {
        Self {
            item,
            existence: Existence::Either,
            condition: None,
            guard: None,
            visible: Visible::default(),
            known: None,
            meter: None,
            returns: PhantomData,
        }
    }

    pub(crate) fn creating(item: &'a T) -> Self {
        Self {
            existence: Existence::Vacant,
            ..Self::new(item)
        }
    }

    pub(crate) fn replacing(item: &'a T) -> Self {
        Self {
            existence: Existence::Present,
            ..Self::new(item)
        }
    }

    /// Gives back the item as it is written, with what the runtime filled in.
    pub fn returning_new(self) -> Put<'a, T, New> {
        self.returning()
    }

    /// Gives back the item that was there before.
    pub fn returning_old(self) -> Put<'a, T, Old> {
        self.returning()
    }

    fn returning<R>(self) -> Put<'a, T, R> {
        let Self {
            item,
            existence,
            condition,
            guard,
            visible,
            known,
            meter,
            ..
        } = self;
        Put {
            item,
            existence,
            condition,
            guard,
            visible,
            known,
            meter,
            returns: PhantomData,
        }
    }

    /// Writes the item.
    ///
    /// # Errors
    ///
    /// [`Error::ConditionFailed`] where a condition does not hold; [`Error::Key`],
    /// [`Error::Encode`] or [`Error::TooLarge`] before anything is sent; and what the SDK reports.
    pub async fn send(self, db: &Db) -> Result<(), Error> {
        if unique::constrains::<T>() {
            let presence = self.presence(db);
            // Boxed, so that those who have no `unique` fields do not move its state about.
            let written = Box::pin(unique::put(self, db)).await;
            return written.map(drop).map_err(|error| presence.explained(error));
        }
        self.write(db, None).await.map(drop)
    }
}

impl<T: Item> Put<'_, T, Old> {
    /// Writes the item and returns the one that was there before; `None` if there was none, or it
    /// was deleted or expired.
    ///
    /// # Errors
    ///
    /// As [`Put::send`], and [`Error::Decode`] where the item before is not of this type; it is
    /// replaced then.
    pub async fn send(self, db: &Db) -> Result<Option<T>, Error> {
        unique::refuse::<T>(
            "put",
            "a transaction gives back no item; leave `returning_old()` out",
        )?;
        let presence = self.presence(db);
        let (request, body) = self.write(db, Some(Returns::Old)).await?;
        let before = presence.shown(written(&request, &body)?);
        before.map(T::from_item).transpose()
    }
}

impl<T: Item> Put<'_, T, New> {
    /// Writes the item and returns it as it was written.
    ///
    /// # Errors
    ///
    /// As [`Put::send`].
    pub async fn send(self, db: &Db) -> Result<T, Error> {
        if unique::constrains::<T>() {
            let presence = self.presence(db);
            let written = unique::put(self, db).await;
            return T::from_item(written.map_err(|error| presence.explained(error))?);
        }
        let (request, _) = self.write(db, None).await?;
        T::from_item(typed::item(&request.item))
    }
}

impl<'a, T: Item, R> Put<'a, T, R> {
    /// Writes only where a condition on the stored item holds; several are all required.
    pub fn condition(mut self, condition: impl IntoCondition<T>) -> Self {
        condition.into_condition().node.require(&mut self.condition);
        self
    }

    /// Says which item this one is written over, so that its `unique` values need not be read to be
    /// freed; in a transaction they cannot be. Fails where the stored item has other ones.
    ///
    /// Changes nothing for an item type without `unique` fields.
    pub fn instead_of(mut self, before: &'a T) -> Self {
        self.known = Some(before);
        self
    }

    setters!(including, meter);

    /// Returns the SDK's own request, for what is not covered here.
    ///
    /// # Errors
    ///
    /// [`Error::Key`], [`Error::Encode`], [`Error::TooLarge`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<PutItemFluentBuilder, Error> {
        unique::refuse::<T>(
            "put",
            "one request cannot keep them so; use `db.transact(…).into_sdk()`",
        )?;
        Ok(self.request(db)?.sdk_put(db.client()))
    }

    /// The item and what is filled in with it, where there is no condition to check: DynamoDB
    /// checks none in a batch.
    pub(super) fn unconditional(self, stamps: &mut Stamps) -> Result<&'a T, Error> {
        unique::refuse::<T>("batch_write", "a batch cannot keep them so; use `transact`")?;
        refuse_unchecked::<T>("put")?;
        let refused = |what: &str| {
            let item = T::SCHEMA.name;
            let reason = format!("the put of `{item}` {what}");
            Err(Error::refused("batch_write", reason))
        };
        match self.existence {
            Existence::Either => {}
            Existence::Vacant | Existence::Absent => {
                return refused(
                    "is a `create()`, which a batch cannot check; use `transact`, or `put()`",
                );
            }
            Existence::Present => {
                return refused(
                    "is a `replace()`, which a batch cannot check; use `transact`, or `put()`",
                );
            }
        }
        if self.condition.is_some() {
            return refused("has a condition, which a batch cannot check; use `transact`");
        }
        if self.meter.is_some() {
            return refused("has a meter of its own; give it to the batch");
        }
        self.item.stamp(stamps);
        let counting = |guard: Guard| guard.counting(T::SCHEMA.name);
        let guard = stamps.take_guard().map(counting).transpose()?;
        match guard.map(|guard| guard.expected) {
            None | Some(Ok(None)) => Ok(self.item),
            Some(Ok(Some(_))) => {
                refused("has a version, which a batch cannot check; use `transact`")
            }
            Some(Err(error)) => Err(Error::encode(T::SCHEMA.name, error)),
        }
    }

    pub(super) fn item(&self) -> &'a T {
        self.item
    }

    pub(super) fn known(&self) -> Option<&'a T> {
        self.known
    }

    pub(super) fn presence(&self, db: &Db) -> Presence {
        Presence::of::<T>(self.visible, db)
    }

    pub(super) fn creates(&self) -> bool {
        self.existence == Existence::Vacant
    }

    pub(super) fn take_meter(&mut self) -> Option<Meter> {
        self.meter.take()
    }

    /// The same put, under a condition on the item as it is stored.
    pub(super) fn guarded(&self, guard: Option<Node>) -> Self {
        Self {
            item: self.item,
            existence: self.existence,
            condition: self.condition.clone(),
            guard,
            visible: self.visible,
            known: self.known,
            meter: self.meter.clone(),
            returns: PhantomData,
        }
    }

    /// Writes the item; returns what was sent and the body of the answer.
    async fn write(self, db: &Db, returns: Option<Returns>) -> Result<(Request, Bytes), Error> {
        let (meter, presence) = (self.meter.clone(), self.presence(db));
        let creates = self.existence == Existence::Vacant;
        let mut request = self.request(db)?;
        request.returns = returns;
        let table = &request.table;
        let span = tracing::debug_span!("dynamo.put", item = T::SCHEMA.name, %table);
        match write(db, &request, meter.as_ref()).instrument(span).await? {
            Ok(body) => Ok((request, body)),
            Err(current) if creates => Err(already_exists(presence.failed(current))),
            Err(current) => Err(presence.failed(current)),
        }
    }

    /// The verb used in transaction errors.
    pub(super) fn verb(&self) -> &'static str {
        match self.existence {
            Existence::Either => "put",
            Existence::Vacant | Existence::Absent => "create",
            Existence::Present => "replace",
        }
    }

    pub(super) fn request(self, db: &Db) -> Result<Request, Error> {
        let presence = self.presence(db);
        let mut stamps = Stamps::at(presence.now());
        self.item.stamp(&mut stamps);
        let counting = |guard: Guard| guard.counting(T::SCHEMA.name);
        let guard = stamps.take_guard().map(counting).transpose()?;
        let mut required = guard
            .filter(|_| self.existence != Existence::Vacant)
            .map(version_node);
        if let Some(node) = self.condition {
            node.require(&mut required);
        }
        let mut condition = presence.condition(self.existence, required);
        if let Some(guard) = self.guard {
            guard.require(&mut condition);
        }
        let mut request = Request::of::<T::Table>(Operation::Put, db)?;
        let encoded = stamped_json(self.item, &stamps)?;
        request.key = key_attributes(T::SCHEMA.primary(), encoded.key);
        (request.item, request.size) = (encoded.json, encoded.size);
        request.condition = condition
            .map(|node| request.expressions.condition("condition", node))
            .transpose()
            .map_err(expression_error::<T>)?;
        request.metered = self.meter.is_some();
        Ok(request)
    }
}

/// The stored item has the version that the struct has.
pub(super) fn version_node(guard: Guard) -> Node {
    let path = AttrPath::root(guard.attribute);
    match guard.expected {
        Ok(Some(version)) => Node::Compare(path, "=", version),
        // Another writer may have stored what counts as never written.
        Ok(None) => {
            let zero = AttributeValue::N("0".to_owned());
            Node::NotExists(path.clone()).or(Node::Compare(path, "=", zero))
        }
        Err(error) => Node::Invalid(error),
    }
}
