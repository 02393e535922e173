//! Reading several items as they were at one moment.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::{Duration, SystemTime};

use bytes::Bytes;

use super::cancelled::cancelled;
use super::operation::unmetered;
use super::{OperationKind, Role, checked, retried};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType};
use crate::op::explain::Step;
use crate::op::read::get::{GetSpec, show};
use crate::op::read::query::Selected;
use crate::op::read::select::{Output, Scanned};
use crate::op::tuples::{Each, One, for_tuples};
use crate::op::visible::Visible;
use crate::op::{Explanation, Get, Meter, meter};
use crate::wire::answer::items;
use crate::wire::{self, Attributes, Call, Refused, Request};

/// Reads several items as they were at one moment: `db.transact_get((a.get(), b.get())).await`.
///
/// Takes [gets](Get) of any item types and tables: a single get, an iterator, or a tuple of up to
/// twelve of those. Returns an `Option` for each get, or a `Vec` of them, in the same order.
/// Deleted and expired items are left out, as in a single get. `consistent()` has no effect,
/// because a transaction is always consistent.
///
/// If it conflicts with a write, or is throttled, it is sent again after a pause. More than a
/// hundred gets, or two of the same item, are refused before anything is sent.
///
/// Costs two read units per 4 KB of each item.
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
    subject: OperationKind,
    request: Request,
}

impl GetPart {
    fn of(get: GetSpec, db: &Db, selected: Selected<'_>) -> Result<Self, Error> {
        let item = get.of;
        let request = get.request(db, selected)?;
        unmetered(item, "transact_get", "get", request.metered)?;
        let subject = OperationKind {
            verb: "get",
            item,
            presence: None,
            replaces_alone: false,
        };
        Ok(Self { subject, request })
    }
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

    /// Explains the transaction without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors that are known before anything is sent.
    pub fn explain(self) -> Result<Explanation, Error> {
        let (_, gets) = gets(self.db, self.prepared?.0)?;
        let call = Call::TransactGet {
            gets: &gets,
            metered: false,
        };
        let step = Step::together(call.name(), &call.tables()).transacting(&gets);
        let steps = (!gets.is_empty()).then_some(step);
        Ok(Explanation::of("Db::transact_get".to_owned(), steps))
    }

    async fn read(self) -> Result<R::Output, Error> {
        let (parts, readings) = self.prepared?;
        let (places, gets) = gets(self.db, parts)?;
        let call = || Call::TransactGet {
            gets: &gets,
            metered: self.meter.is_some(),
        };
        let mut found = Vec::new();
        if !places.is_empty() {
            let sent = || send(self.db, call(), &places);
            let body = retried(self.db, self.deadline, sent).await?;
            meter::record(self.meter.as_ref(), &body);
            found = items(&body).map_err(|error| wire::unreadable(&call(), error))?;
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

/// The requests of a transaction, with their roles; refused if DynamoDB would refuse them.
fn gets(db: &Db, parts: Vec<GetPart>) -> Result<(Vec<Role>, Vec<Request>), Error> {
    let place = |(index, part): (usize, &GetPart)| Role {
        subject: part.subject,
        index,
        purpose: super::Purpose::Own,
    };
    let places: Vec<_> = parts.iter().enumerate().map(place).collect();
    let keys = parts.iter().map(|part| &part.request.key);
    checked("transact_get", db, places.iter().copied().zip(keys))?;
    Ok((places, parts.into_iter().map(|part| part.request).collect()))
}

async fn send(db: &Db, call: Call<'_>, places: &[Role]) -> Result<Bytes, Error> {
    match wire::send(db, call).await {
        Err(Refused::Cancelled(failed)) => Err(cancelled(places, &[], &[], &failed)),
        answer => answer.map_err(Refused::unconditional),
    }
}

/// The argument of [`Db::transact_get`]: a single get, an iterator over gets, or a tuple of up to
/// twelve of those.
///
/// `M` only tells the compiler which of the three it is; callers never name it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of gets",
    label = "expected gets, such as `Order::key(…).get()`: one, a `Vec`, or a tuple of those"
)]
pub trait Reads<M> {
    /// Turns the items that were found into the output.
    type Readings: Readings;

    #[doc(hidden)]
    fn prepare(self, db: &Db, to: &mut Vec<GetPart>) -> Result<Self::Readings, Error>;
}

/// Turns the items that a transaction found into its output.
pub trait Readings: Send {
    /// The output of the transaction: an `Option` for a get, a `Vec` for a list, a tuple for a
    /// tuple.
    type Output;

    #[doc(hidden)]
    fn finish(self, found: &mut FoundItems, now: SystemTime) -> Result<Self::Output, Error>;
}

/// The item found for each get, in order.
type FoundItems = std::vec::IntoIter<Option<Attributes>>;

/// How the item that one get finds is shown and decoded.
pub struct Reading<T, O> {
    visible: Visible,
    output: PhantomData<fn() -> (T, O)>,
}

#[diagnostic::do_not_recommend]
impl<T: Item, O: Output<Scanned<T>>> Reads<One> for Get<T, O> {
    type Readings = Reading<T, O>;

    fn prepare(self, db: &Db, to: &mut Vec<GetPart>) -> Result<Self::Readings, Error> {
        let reading = Reading {
            visible: self.spec.visible,
            output: PhantomData,
        };
        to.push(GetPart::of(self.spec, db, O::attributes())?);
        Ok(reading)
    }
}

impl<T: Item, O: Output<Scanned<T>>> Readings for Reading<T, O> {
    type Output = Option<O::Item>;

    fn finish(self, found: &mut FoundItems, now: SystemTime) -> Result<Self::Output, Error> {
        let mut rows: Vec<O::Row> = Vec::new();
        let item = found.next().flatten();
        show(ItemType::of::<T>(), item, self.visible, &mut rows, || now)?;
        Ok(rows.pop().and_then(O::item))
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

    fn finish(self, found: &mut FoundItems, now: SystemTime) -> Result<Self::Output, Error> {
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

            fn finish(self, found: &mut FoundItems, now: SystemTime) -> Result<Self::Output, Error> {
                Ok(($(self.$at.finish(found, now)?,)+))
            }
        }
    )+};
}

for_tuples!(tuples);
