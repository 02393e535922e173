//! Writing a whole item.

use std::collections::HashMap;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::{PutItemError, PutItemOutput};
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue, ReturnValuesOnConditionCheckFailure};
use tracing::Instrument;

use super::{Meter, New, Nothing, Old, already_exists, condition_failed, expression_error, meter};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Expressions, IntoCondition, Node};
use crate::item::{Item, stamped_item};
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
    meter: Option<Meter>,
    returns: PhantomData<R>,
}

/// Whether the item has to exist before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Existence {
    Either,
    Absent,
    Present,
}

impl<'a, T: Item> Put<'a, T> {
    pub(crate) fn new(item: &'a T) -> Self {
        Self {
            item,
            existence: Existence::Either,
            condition: None,
            meter: None,
            returns: PhantomData,
        }
    }

    pub(crate) fn creating(item: &'a T) -> Self {
        Self {
            existence: Existence::Absent,
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
            meter,
            ..
        } = self;
        Put {
            item,
            existence,
            condition,
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
        self.write(db, None).await.map(drop)
    }
}

impl<T: Item> Put<'_, T, Old> {
    /// Writes the item and returns the one that was there before.
    ///
    /// # Errors
    ///
    /// As [`Put::send`], and [`Error::Decode`] where the item before is not of this type; it is
    /// replaced then.
    pub async fn send(self, db: &Db) -> Result<Option<T>, Error> {
        let output = self.write(db, Some(ReturnValue::AllOld)).await?;
        output.attributes.map(T::from_item).transpose()
    }
}

impl<T: Item> Put<'_, T, New> {
    /// Writes the item and returns it as it was written.
    ///
    /// # Errors
    ///
    /// As [`Put::send`].
    pub async fn send(self, db: &Db) -> Result<T, Error> {
        let meter = self.meter.clone();
        let creates = self.existence == Existence::Absent;
        let (request, item) = self.request(db)?;
        let request = request.set_item(Some(item.clone()));
        match send::<T>(db, request, meter.as_ref()).await {
            Err(error) if creates => Err(already_exists(error)),
            Err(error) => Err(error),
            Ok(_) => T::from_item(item),
        }
    }
}

impl<T: Item, R> Put<'_, T, R> {
    /// Writes only where a condition on the stored item holds; several are all required.
    pub fn condition(mut self, condition: impl IntoCondition<T>) -> Self {
        condition.into_condition().node.require(&mut self.condition);
        self
    }

    /// Adds the capacity this consumes to a meter.
    pub fn meter(mut self, meter: &Meter) -> Self {
        self.meter = Some(meter.clone());
        self
    }

    /// Returns the SDK's own request, for what is not covered here.
    ///
    /// # Errors
    ///
    /// [`Error::Key`], [`Error::Encode`], [`Error::TooLarge`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<PutItemFluentBuilder, Error> {
        let (request, item) = self.request(db)?;
        Ok(request.set_item(Some(item)))
    }

    async fn write(self, db: &Db, returns: Option<ReturnValue>) -> Result<PutItemOutput, Error> {
        let meter = self.meter.clone();
        let creates = self.existence == Existence::Absent;
        let request = self.into_sdk(db)?.set_return_values(returns);
        let written = send::<T>(db, request, meter.as_ref()).await;
        if creates {
            written.map_err(already_exists)
        } else {
            written
        }
    }

    /// The request without the item, and the item.
    fn request(
        self,
        db: &Db,
    ) -> Result<(PutItemFluentBuilder, HashMap<String, AttributeValue>), Error> {
        let mut stamps = Stamps::at(db.now());
        self.item.stamp(&mut stamps);
        let mut condition = None;
        let key = AttrPath::root(T::SCHEMA.primary().pk[0].attribute);
        match self.existence {
            Existence::Either => {}
            Existence::Absent => condition = Some(Node::NotExists(key)),
            Existence::Present => condition = Some(Node::Exists(key)),
        }
        if let Some(guard) = stamps
            .take_guard()
            .filter(|_| self.existence != Existence::Absent)
        {
            version_node(guard).require(&mut condition);
        }
        if let Some(node) = self.condition {
            node.require(&mut condition);
        }
        let item = stamped_item(self.item, &stamps)?;
        let mut expressions = Expressions::default();
        let condition = condition
            .map(|node| expressions.condition("condition", &node))
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
            .set_expression_attribute_names(expressions.names())
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
    meter: Option<&Meter>,
) -> Result<PutItemOutput, Error> {
    let table = db.table_name::<T::Table>()?;
    let span = tracing::debug_span!("dynamo.put", item = T::SCHEMA.name, table = %table);
    match request.send().instrument(span).await {
        Ok(output) => {
            meter::record(meter, output.consumed_capacity());
            Ok(output)
        }
        Err(error) => Err(match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(failed)) => {
                condition_failed::<T>(failed.item.clone())
            }
            _ => Error::from_sdk("PutItem", &table, error),
        }),
    }
}
