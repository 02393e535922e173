//! Writing a whole item.

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::{PutItemError, PutItemOutput};
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue, ReturnValuesOnConditionCheckFailure};

use super::identify::refuse_unchecked;
use super::presence::{Existence, Presence};
use super::visible::Visible;
use super::wire::{self, Exchange};
use super::{Meter, New, Nothing, Old, already_exists, expression_error, meter, unique};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Expressions, IntoCondition, Node};
use crate::item::{Item, stamped_item, stamped_json};
use crate::life::{Guard, Stamps};

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
        let output = self.write(db, Some(ReturnValue::AllOld)).await?;
        let before = presence.shown(output.attributes);
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
        let presence = self.presence(db);
        if unique::constrains::<T>() {
            let written = unique::put(self, db).await;
            return T::from_item(written.map_err(|error| presence.explained(error))?);
        }
        let meter = self.meter.clone();
        let creates = self.existence == Existence::Vacant;
        let (request, item) = self.request(db, stamped_item)?;
        let request = request.set_item(Some(item.clone()));
        match send::<T>(db, request, None, presence, meter.as_ref()).await {
            Err(error) if creates => Err(already_exists(error)),
            Err(error) => Err(error),
            Ok(_) => T::from_item(item),
        }
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
        let (request, item) = self.request(db, stamped_item)?;
        Ok(request.set_item(Some(item)))
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
        match stamps.take_guard().map(|guard| guard.expected) {
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

    async fn write(self, db: &Db, returns: Option<ReturnValue>) -> Result<PutItemOutput, Error> {
        let meter = self.meter.clone();
        let creates = self.existence == Existence::Vacant;
        let presence = self.presence(db);
        // An interceptor of the caller's is to find the item in the request.
        let (request, exchange) = if db.is_observed() {
            (self.into_sdk(db)?, None)
        } else {
            let (request, (_, item)) = self.request(db, stamped_json)?;
            (request, Some(Exchange::put(item)))
        };
        let request = request.set_return_values(returns);
        let written = send::<T>(db, request, exchange, presence, meter.as_ref()).await;
        if creates {
            written.map_err(already_exists)
        } else {
            written
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

    /// The request without the item, and the item as it is encoded.
    pub(super) fn request<E>(
        self,
        db: &Db,
        encode: impl FnOnce(&T, &Stamps) -> Result<E, Error>,
    ) -> Result<(PutItemFluentBuilder, E), Error> {
        let presence = self.presence(db);
        let mut stamps = Stamps::at(presence.now());
        self.item.stamp(&mut stamps);
        let mut required = stamps
            .take_guard()
            .filter(|_| self.existence != Existence::Vacant)
            .map(version_node);
        if let Some(node) = self.condition {
            node.require(&mut required);
        }
        let mut condition = presence.condition(self.existence, required);
        if let Some(guard) = self.guard {
            guard.require(&mut condition);
        }
        let item = encode(self.item, &stamps)?;
        let mut expressions = Expressions::default();
        let condition = condition
            .map(|node| expressions.condition("condition", node))
            .transpose()
            .map_err(expression_error::<T>)?;
        let asked = condition
            .is_some()
            .then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let request = db
            .client()
            .put_item()
            .table_name(db.table_name::<T::Table>()?)
            .set_condition_expression(condition)
            .set_expression_attribute_names(expressions.take_names())
            .set_expression_attribute_values(expressions.into_values())
            .set_return_values_on_condition_check_failure(asked)
            .set_return_consumed_capacity(meter::asked(self.meter.as_ref()));
        Ok((request, item))
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

async fn send<T: Item>(
    db: &Db,
    request: PutItemFluentBuilder,
    exchange: Option<Exchange>,
    presence: Presence,
    meter: Option<&Meter>,
) -> Result<PutItemOutput, Error> {
    let table = db.table_name::<T::Table>()?;
    let span = tracing::debug_span!("dynamo.put", item = T::SCHEMA.name, table = %table);
    match wire::send(exchange, span, || request.send()).await {
        Ok(output) => {
            meter::record(meter, output.consumed_capacity());
            Ok(output)
        }
        Err(error) => Err(match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(failed)) => {
                presence.failed(failed.item.clone())
            }
            _ => Error::from_sdk("PutItem", &table, error),
        }),
    }
}
