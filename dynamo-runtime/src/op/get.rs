//! Reading one item by its key.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::time::SystemTime;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::select::{Output, Scanned, View, Viewed, Whole, key_specs};
use super::visible::Visible;
use super::{Meter, found, read};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, Record, Table};
use crate::key::Key;
use crate::wire::{self, Call, Operation, Request, answer, key_attributes};

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
        Ok(self.request(db)?.sdk_get(db.client()))
    }

    pub(super) fn request(self, db: &Db) -> Result<Request, Error> {
        let mut request = Request::of::<T::Table>(Operation::Get, db)?;
        request.key = key_attributes(T::SCHEMA.primary(), self.key.into_built()?);
        request.projection = O::attributes().map(|attributes| {
            let keys = key_specs::<Scanned<T>>().map(|spec| spec.attribute);
            let read = self.visible.attributes::<T>();
            let read = read.chain(T::Table::SCHEMA.type_attr);
            let attributes = attributes.iter().copied().chain(keys).chain(read);
            request.expressions.projection(attributes)
        });
        request.consistent = self.consistent;
        request.metered = self.meter.is_some();
        Ok(request)
    }

    /// Reads the item; `None` if there is none, or it is deleted or expired.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] if the key cannot be built, [`Error::OtherType`] if an item of another type
    /// is stored under it, [`Error::Decode`] if the stored item is not of this shape, and what the
    /// SDK reports.
    pub async fn send(self, db: &Db) -> Result<Option<O::Item>, Error> {
        let (meter, visible) = (self.meter.clone(), self.visible);
        let request = self.request(db)?;
        let table = &request.table;
        let span = tracing::debug_span!("dynamo.get", item = T::SCHEMA.name, %table);
        let body = read(db, &request, meter.as_ref(), span).await?;
        let unreadable = |error| wire::unreadable(&Call::One(&request), error);
        match found::row::<T, O>(&body, visible, db).map_err(unreadable)? {
            Some(row) => Ok(O::item(row)),
            None => {
                let item = answer::item(&body, "Item").map_err(unreadable)?;
                shown::<T, O>(item, visible, || db.now())
            }
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
