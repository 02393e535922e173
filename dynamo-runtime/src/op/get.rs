//! Reading one item by its key.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::SystemTime;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::found::Found;
use super::select::{Output, Scanned, View, Viewed, Whole, key_specs};
use super::visible::Visible;
use super::wire::{self, Exchange};
use super::{Meter, key_attributes, meter};
use crate::db::Db;
use crate::error::Error;
use crate::expr::Expressions;
use crate::item::{Item, Record, Table};
use crate::key::Key;

/// Reads one item: `Order::key(…).get()`.
///
/// Costs half a read unit for each 4 KB of the item, a whole one when
/// [`consistent`](Self::consistent).
#[must_use = "an operation does nothing until it is sent"]
#[derive(Debug)]
pub struct Get<T, O = Whole> {
    key: Key<T>,
    consistent: bool,
    pub(super) visible: Visible,
    pub(super) meter: Option<Meter>,
    output: PhantomData<fn() -> O>,
}

impl<T: Item> Get<T> {
    pub(crate) fn new(key: Key<T>) -> Self {
        Self {
            key,
            consistent: false,
            visible: Visible::default(),
            meter: None,
            output: PhantomData,
        }
    }

    /// Reads only the fields of a view. DynamoDB still bills for the whole item.
    pub fn select<V: View<Item = T>>(self) -> Get<T, Viewed<V>> {
        Get {
            key: self.key,
            consistent: self.consistent,
            visible: self.visible,
            meter: self.meter,
            output: PhantomData,
        }
    }
}

impl<T: Item, O: Output<Scanned<T>>> Get<T, O> {
    setters!(consistent, visible, meter);

    /// Returns the SDK's own request, for what is not covered here.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<GetItemFluentBuilder, Error> {
        let key = key_attributes::<T>(self.key.into_built()?);
        let mut expressions = Expressions::default();
        let projection = O::attributes().map(|attributes| {
            let keys = key_specs::<Scanned<T>>().map(|spec| spec.attribute);
            let read = self.visible.attributes::<T>();
            let read = read.chain(T::Table::SCHEMA.type_attr);
            expressions.projection(attributes.iter().copied().chain(keys).chain(read))
        });
        Ok(db
            .client()
            .get_item()
            .table_name(db.table_name::<T::Table>()?)
            .set_key(Some(key))
            .set_projection_expression(projection)
            .set_expression_attribute_names(expressions.take_names())
            .set_consistent_read(self.consistent.then_some(true))
            .set_return_consumed_capacity(meter::asked(self.meter.as_ref())))
    }

    /// Reads the item; `None` where there is none, or it is deleted or expired.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] where the key cannot be built, [`Error::OtherType`] where an item of another
    /// type is stored under it, [`Error::Decode`] where the stored item is not of this shape, and
    /// what the SDK reports.
    pub async fn send(self, db: &Db) -> Result<Option<O::Item>, Error> {
        let table = db.table_name::<T::Table>()?;
        let span = tracing::debug_span!("dynamo.get", item = T::SCHEMA.name, table = %table);
        let (meter, visible) = (self.meter.clone(), self.visible);
        let found = Arc::new(Found::<T, O>::new(visible, db));
        let request = self.into_sdk(db)?;
        let output = wire::send(Exchange::get(db.is_observed(), &found), span, || {
            request.send()
        })
        .await
        .map_err(|error| Error::from_sdk("GetItem", &table, error))?;
        meter::record(meter.as_ref(), output.consumed_capacity());
        match found.take() {
            Some(row) => Ok(O::item(row)),
            None => shown::<T, O>(output.item, visible, || db.now()),
        }
    }

    pub(super) fn visible(&self) -> Visible {
        self.visible
    }
}

/// What is given for an item that was found, if it is shown.
pub(super) fn shown<T: Item, O: Output<Scanned<T>>>(
    item: Option<HashMap<String, AttributeValue>>,
    visible: Visible,
    now: impl FnOnce() -> SystemTime,
) -> Result<Option<O::Item>, Error> {
    let item = item.filter(|item| visible.shows::<T>(item, now));
    let row = item.map(O::Row::from_item).transpose()?;
    Ok(row.and_then(O::item))
}

impl<T, O> Clone for Get<T, O> {
    fn clone(&self) -> Self {
        Self {
            key: self.key.clone(),
            consistent: self.consistent,
            visible: self.visible,
            meter: self.meter.clone(),
            output: PhantomData,
        }
    }
}
