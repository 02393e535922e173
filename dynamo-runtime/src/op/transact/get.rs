//! Reading several items as they were at one moment.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_get_items::{
    TransactGetItemsError, TransactGetItemsOutput,
};
use aws_sdk_dynamodb::types::{self, TransactGetItem};
use tracing::Instrument;

use super::cancelled::cancelled;
use super::operation::prepared::unmetered;
use super::{Attributes, Place, Subject, checked, retried};
use crate::db::Db;
use crate::error::Error;
use crate::item::Item;
use crate::op::get::shown;
use crate::op::select::{Output, Scanned};
use crate::op::tables::Tables;
use crate::op::tuples::{Each, One, for_tuples};
use crate::op::visible::Visible;
use crate::op::{Get, Meter, meter};

/// Reads several items as they were at one moment: `db.transact_get((a.get(), b.get())).await`.
///
/// Takes [gets](Get) of any item types and tables: one, anything that iterates over them, or a tuple
/// of up to twelve of those. Gives an `Option` for each, or a `Vec` of them, in their order. Items
/// that are deleted or expired are left out as by the get itself; `consistent()` changes nothing, for
/// a transaction always is.
///
/// Where a write is in the way, or for want of capacity, it is sent again after a pause. More than a
/// hundred gets, and two of one item, are refused before anything is sent.
///
/// Costs two read units for each 4 KB of each item.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "accounts", pk = "id")]
/// # struct Account { id: String, balance: i64 }
/// # #[derive(Item)]
/// # #[table(name = "orders", pk = "id")]
/// # struct Order { id: String }
/// # async fn example(db: &Db) -> Result<(), Error> {
/// let (account, order) = db
///     .transact_get((Account::key("ada").get(), Order::key("o1").get()))
///     .await?;
/// let balance = account.map(|account: Account| account.balance);
/// # let _: Option<Order> = order;
/// # Ok(())
/// # }
/// ```
#[must_use = "a transaction does nothing until it is awaited"]
pub struct TransactGet<'db, R> {
    db: &'db Db,
    prepared: Result<(Vec<GetPart>, R), Error>,
    deadline: Option<Duration>,
    meter: Option<Meter>,
}

/// A get as it is sent.
pub struct GetPart {
    subject: Subject,
    request: types::Get,
}

impl Db {
    /// Returns a transaction that reads several items as they were at one moment.
    pub fn transact_get<R: Reads<M>, M>(&self, reads: R) -> TransactGet<'_, R::Readings> {
        let mut parts = Vec::new();
        let prepared = reads.prepare(self, &mut parts);
        TransactGet {
            db: self,
            prepared: prepared.map(|readings| (parts, readings)),
            deadline: None,
            meter: None,
        }
    }
}

impl<R: Readings> TransactGet<'_, R> {
    setters!(transaction_deadline, meter);

    async fn read(self) -> Result<R::Output, Error> {
        let (parts, readings) = self.prepared?;
        let place = |(index, part): (usize, &GetPart)| Place {
            subject: part.subject,
            index,
            field: None,
        };
        let places: Vec<_> = parts.iter().enumerate().map(place).collect();
        let keys = parts.iter().map(|part| Some(&part.request.key));
        let tables = checked("transact_get", self.db, places.iter().copied().zip(keys))?;
        let gets = parts.into_iter().map(|part| part.request);
        let items = gets.map(|get| TransactGetItem::builder().get(get).build());
        let request = self
            .db
            .client()
            .transact_get_items()
            .set_transact_items(Some(items.collect()))
            .set_return_consumed_capacity(meter::asked(self.meter.as_ref()));
        let span = tracing::debug_span!(
            "dynamo.transact_get", gets = places.len(), tables = %tables.names()
        );
        let mut found = Vec::new();
        if !places.is_empty() {
            let sent = || send(request.clone(), &places, &tables);
            let output = retried(self.db, self.deadline, sent)
                .instrument(span)
                .await?;
            meter::record_all(self.meter.as_ref(), output.consumed_capacity());
            let responses = output.responses.unwrap_or_default().into_iter();
            found = responses.map(|response| response.item).collect();
        }
        readings.finish(&mut found.into_iter(), self.db.now())
    }
}

impl<'db, R: Readings + 'db> IntoFuture for TransactGet<'db, R> {
    type Output = Result<R::Output, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'db>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.read())
    }
}

async fn send(
    request: TransactGetItemsFluentBuilder,
    places: &[Place],
    tables: &Tables,
) -> Result<TransactGetItemsOutput, Error> {
    let failure = match request.send().await {
        Ok(output) => return Ok(output),
        Err(failure) => failure,
    };
    Err(match failure.as_service_error() {
        Some(TransactGetItemsError::TransactionCanceledException(failed)) => {
            cancelled(places, failed)
        }
        _ => Error::from_sdk("TransactGetItems", &tables.names(), failure),
    })
}

/// What [`Db::transact_get`] takes: one get, something that iterates over gets, or a tuple of up to
/// twelve of those.
///
/// `M` is of no use to callers; it tells the three apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of gets",
    label = "expected gets, such as `Order::key(…).get()`: one, a `Vec`, or a tuple of those"
)]
pub trait Reads<M> {
    /// How what is found is turned into what they give.
    type Readings: Readings;

    #[doc(hidden)]
    fn prepare(self, db: &Db, to: &mut Vec<GetPart>) -> Result<Self::Readings, Error>;
}

/// How what a transaction finds is turned into what it gives.
pub trait Readings: Send {
    /// What the transaction gives: an `Option` for a get, a `Vec` for a list, a tuple for a tuple.
    type Output;

    #[doc(hidden)]
    fn finish(self, found: &mut Found, now: SystemTime) -> Result<Self::Output, Error>;
}

/// What was found for each get, in their order.
type Found = std::vec::IntoIter<Option<Attributes>>;

/// How an item is shown and decoded that one get finds.
pub struct Reading<T, O> {
    visible: Visible,
    output: PhantomData<fn() -> (T, O)>,
}

impl<T: Item, O: Output<Scanned<T>>> Reads<One> for Get<T, O> {
    type Readings = Reading<T, O>;

    fn prepare(self, db: &Db, to: &mut Vec<GetPart>) -> Result<Self::Readings, Error> {
        let reading = Reading {
            visible: self.visible(),
            output: PhantomData,
        };
        let request = self.into_sdk(db)?;
        unmetered::<T>(
            "transact_get",
            "get",
            request.get_return_consumed_capacity().as_ref(),
        )?;
        let get = types::Get::builder()
            .set_table_name(request.get_table_name().clone())
            .set_key(request.get_key().clone())
            .set_projection_expression(request.get_projection_expression().clone())
            .set_expression_attribute_names(request.get_expression_attribute_names().clone())
            .build()
            .map_err(|error| Error::unsendable("TransactGetItems", T::SCHEMA.name, error))?;
        let subject = Subject {
            verb: "get",
            item: T::SCHEMA.name,
            presence: None,
            table: Tables::number::<T>,
        };
        to.push(GetPart {
            subject,
            request: get,
        });
        Ok(reading)
    }
}

impl<T: Item, O: Output<Scanned<T>>> Readings for Reading<T, O> {
    type Output = Option<O::Item>;

    fn finish(self, found: &mut Found, now: SystemTime) -> Result<Self::Output, Error> {
        shown::<T, O>(found.next().flatten(), self.visible, || now)
    }
}

impl<I: IntoIterator<Item: Reads<One>>> Reads<Each> for I {
    type Readings = Vec<<I::Item as Reads<One>>::Readings>;

    fn prepare(self, db: &Db, to: &mut Vec<GetPart>) -> Result<Self::Readings, Error> {
        self.into_iter().map(|get| get.prepare(db, to)).collect()
    }
}

impl<R: Readings> Readings for Vec<R> {
    type Output = Vec<R::Output>;

    fn finish(self, found: &mut Found, now: SystemTime) -> Result<Self::Output, Error> {
        self.into_iter()
            .map(|reading| reading.finish(found, now))
            .collect()
    }
}

macro_rules! tuples {
    ($(($($list:ident $marker:ident $at:tt),+))+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($list: Reads<$marker>, $marker),+> Reads<($($marker,)+)> for ($($list,)+) {
            type Readings = ($($list::Readings,)+);

            fn prepare(self, db: &Db, to: &mut Vec<GetPart>) -> Result<Self::Readings, Error> {
                Ok(($(self.$at.prepare(db, to)?,)+))
            }
        }

        impl<$($list: Readings),+> Readings for ($($list,)+) {
            type Output = ($($list::Output,)+);

            fn finish(self, found: &mut Found, now: SystemTime) -> Result<Self::Output, Error> {
                Ok(($(self.$at.finish(found, now)?,)+))
            }
        }
    )+};
}

for_tuples!(tuples);
