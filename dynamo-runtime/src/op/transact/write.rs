//! Writing several items, all or none.

use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::time::Duration;

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;

use super::cancelled::{Cancelled, cancelled};
use super::operation::TransactPart;
use super::{MAX_BYTES, OperationKind, Operations, Purpose, Role, checked, random_token, retried};
use crate::db::Db;
use crate::error::Error;
use crate::expr::Limit;
use crate::op::explain::Step;
use crate::op::write::count::{self, Counted};
use crate::op::{Explanation, Meter, meter};
use crate::wire::{self, Call, Refused, Request, typed};

/// How often to rebuild a transaction while items with counters come and go.
const ATTEMPTS: u32 = 5;

/// The most characters an idempotency token may have.
const MAX_TOKEN: usize = 36;

/// Carries out several operations, either all or none of them: `db.transact((a, b, c)).await`.
///
/// Takes puts, updates, deletes and [checks](crate::op::Check) of any item types and tables. They
/// behave as if sent on their own, including conditions, versions, times and index keys. Pass a
/// single operation, an iterator, or a tuple of those; [`TransactOp`](crate::op::TransactOp) is an
/// operation of any type, for lists that mix them. Returns their outputs in order: nothing, or the
/// written item for a put with [`returning_new`](crate::Put::returning_new).
///
/// If a condition does not hold, nothing is written, and [`Error::TransactionCancelled`] says which
/// operation failed and what is stored. If the transaction conflicts with another one, or is
/// throttled, it is sent again after a pause, with the same idempotency token.
///
/// More than a hundred operations, more than 4 MB, or two operations on one item are refused before
/// anything is sent.
///
/// Costs twice as much as the individual operations.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "orders", pk = "id")]
/// # struct Order { id: String }
/// # #[derive(Item)]
/// # #[table(name = "accounts", pk = "id")]
/// # struct Account { id: String, open: bool, orders: u32 }
/// # async fn example(db: &Db, order: Order) -> Result<(), Error> {
/// let sent = db
///     .transact((
///         order.create(),
///         Account::key("seller").update().add(Account::ORDERS, 1),
///         Account::key("buyer").check(Account::OPEN.eq(true)),
///     ))
///     .await;
/// if let Err(Error::TransactionCancelled(cancelled)) = &sent {
///     for operation in cancelled.operations() {
///         println!("{} {}: {:?}", operation.index(), operation.item(), operation.cause());
///     }
/// }
/// # sent.map(drop)
/// # }
/// ```
#[must_use = "a transaction does nothing until it is awaited"]
pub struct Transact<'db, O> {
    db: &'db Db,
    prepared: Result<(Vec<TransactPart>, O), Error>,
    token: Option<String>,
    deadline: Option<Duration>,
    meter: Option<Meter>,
}

impl Db {
    /// Returns a transaction that carries out either all of several operations, in a tuple or a list, or
    /// none.
    pub fn transact<O: Operations<M>, M>(&self, tuple_or_list: O) -> Transact<'_, O::Output> {
        let mut parts = Vec::new();
        let prepared = tuple_or_list.prepare_all(self, &mut parts);
        Transact {
            db: self,
            prepared: prepared.map(|output| (parts, output)),
            token: None,
            deadline: None,
            meter: None,
        }
    }
}

impl<'db> Transact<'db, ()> {
    /// A transaction of operations that are already prepared.
    pub(in crate::op) fn of(db: &'db Db, parts: Vec<TransactPart>, meter: Option<Meter>) -> Self {
        Self {
            db,
            prepared: Ok((parts, ())),
            token: None,
            deadline: None,
            meter,
        }
    }
}

impl<O: Send> Transact<'_, O> {
    /// Sets the idempotency token. Within ten minutes, DynamoDB carries out transactions with the
    /// same token only once, and reports success for the others.
    ///
    /// Use it when a program cannot know whether it has already sent the transaction. Everything in
    /// it must be the same, including times that the runtime fills in or compares a TTL with.
    /// Without a token, each call gets its own, which covers its retries.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    setters!(transaction_deadline, meter);

    /// Returns the SDK's own request, for anything that this library does not cover.
    ///
    /// # Errors
    ///
    /// Returns any error from preparing the operations.
    pub fn into_sdk(self) -> Result<TransactWriteItemsFluentBuilder, Error> {
        let db = self.db;
        let sendable = self.request()?.0;
        typed::transact_write(
            db.client(),
            &sendable.requests,
            &sendable.token,
            sendable.metered,
        )
        .map_err(|error| wire::unsendable(&sendable.call(), error))
    }

    /// Explains the transaction without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors that are known before anything is sent.
    pub fn explain(self) -> Result<Explanation, Error> {
        let is_empty = self
            .prepared
            .as_ref()
            .is_ok_and(|(parts, _)| parts.is_empty());
        let step = self.step()?;
        let steps = (!is_empty).then_some(step);
        Ok(Explanation::of("Db::transact".to_owned(), steps))
    }

    /// Its one request, explained.
    pub(in crate::op) fn step(self) -> Result<Step, Error> {
        let sendable = self.request()?.0;
        let call = sendable.call();
        Ok(Step::together(call.name(), &call.tables()).transacting(&sendable.requests))
    }

    fn request(self) -> Result<(Sendable, O), Error> {
        let (mut parts, output) = self.prepared?;
        let counts = Counts::taken_from(&mut parts, self.db)?;
        let mut keys = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let subject = part.subject;
            keys.extend(part.requests().map(|(field, request)| {
                let place = Role {
                    subject,
                    index,
                    purpose: field.map_or(Purpose::Own, Purpose::Claim),
                };
                (place, &request.key)
            }));
        }
        let counting = counts.0.iter();
        keys.extend(counting.map(|count| (count.place, &count.request.key)));
        let places = keys.iter().map(|(place, _)| *place).collect();
        checked("transact", self.db, keys.into_iter())?;
        let sizes = parts.iter().map(|part| part.request.size());
        let size: usize = sizes.sum();
        if size > MAX_BYTES {
            let reason =
                format!("its items have {size} bytes; a transaction takes at most {MAX_BYTES}");
            return Err(Error::refused("transact", reason));
        }
        let is_named = self.token.is_some();
        let token = self.token.unwrap_or_else(random_token);
        if !(1..=MAX_TOKEN).contains(&token.chars().count()) {
            let reason = format!("an idempotency token has 1 to {MAX_TOKEN} characters");
            return Err(Error::refused("transact", reason));
        }
        let limits = parts
            .iter_mut()
            .map(|part| std::mem::take(&mut part.limits));
        let limits = limits.collect();
        let mut requests: Vec<_> = parts
            .into_iter()
            .flat_map(TransactPart::into_requests)
            .collect();
        let mut gone = Vec::new();
        for count in counts.0 {
            gone.extend(count.gone.map(|gone| (requests.len(), gone)));
            requests.push(count.request);
        }
        let request = Sendable {
            requests,
            gone,
            token,
            is_named,
            metered: self.meter.is_some(),
            places,
            limits,
        };
        Ok((request, output))
    }

    async fn write(self) -> Result<O, Error> {
        let (db, deadline, meter) = (self.db, self.deadline, self.meter.clone());
        let (mut request, output) = self.request()?;
        if request.places.is_empty() {
            return Ok(output);
        }
        let mut attempt = 1;
        loop {
            let sent = retried(db, deadline, || request.send(db, meter.as_ref())).await;
            match sent {
                Err(Error::TransactionCancelled(cancelled))
                    if attempt < ATTEMPTS && request.leave_uncounted(&cancelled) =>
                {
                    attempt += 1;
                }
                sent => return sent.map(|()| output),
            }
        }
    }
}

impl<'db, O: Send + 'db> IntoFuture for Transact<'db, O> {
    type Output = Result<O, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'db>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.write())
    }
}

/// The requests that change counters.
struct Counts(Vec<CountRequest>);

struct CountRequest {
    place: Role,
    request: Request,
    /// The request that replaces it if the item with the counter is gone.
    gone: Option<Request>,
}

impl Counts {
    /// Merges the changes to counters of all operations: one request per item.
    fn taken_from(parts: &mut [TransactPart], db: &Db) -> Result<Self, Error> {
        let counts = parts.iter_mut().enumerate().flat_map(|(index, part)| {
            let counts = std::mem::take(&mut part.counts);
            counts.into_iter().map(move |count| (index, count))
        });
        let request = |counted: Counted| {
            let subject = OperationKind {
                verb: "count",
                item: counted.of,
                presence: None,
                replaces_alone: false,
            };
            Ok(CountRequest {
                place: Role {
                    subject,
                    index: counted.index,
                    purpose: Purpose::Count,
                },
                request: counted.request(db)?,
                gone: counted.gone(db)?,
            })
        };
        let joined = count::joined(counts)?.into_iter();
        joined.map(request).collect::<Result<_, _>>().map(Self)
    }
}

/// A transaction in the form in which it is sent and sent again.
struct Sendable {
    requests: Vec<Request>,
    /// For each request that counts down, the one that replaces it if the item with the counter is
    /// gone, with the number of the request. The two are swapped.
    gone: Vec<(usize, Request)>,
    token: String,
    /// Whether the caller gave the token, so that the requests must stay the same.
    is_named: bool,
    metered: bool,
    places: Vec<Role>,
    /// The limits of each operation.
    limits: Vec<Vec<Limit>>,
}

impl Sendable {
    /// Turns it into a transaction that does not count down if the item with the counter is gone;
    /// `false` if it failed for another reason.
    fn leave_uncounted(&mut self, cancelled: &Cancelled) -> bool {
        let Some(failed) = cancelled.uncounted().filter(|_| !self.is_named) else {
            return false;
        };
        let has_other = |number: &usize| self.gone.iter().any(|(gone, _)| gone == number);
        if !failed.iter().all(has_other) {
            return false;
        }
        for (number, other) in &mut self.gone {
            if failed.contains(number) {
                std::mem::swap(&mut self.requests[*number], other);
            }
        }
        self.token = random_token();
        true
    }

    fn call(&self) -> Call<'_> {
        Call::TransactWrite {
            writes: &self.requests,
            token: &self.token,
            metered: self.metered,
        }
    }

    async fn send(&self, db: &Db, meter: Option<&Meter>) -> Result<(), Error> {
        match wire::send(db, self.call()).await {
            Ok(body) => {
                meter::record(meter, &body);
                Ok(())
            }
            Err(Refused::Cancelled(failed)) => {
                let (places, requests) = (&self.places, &self.requests);
                Err(cancelled(places, requests, &self.limits, &failed))
            }
            Err(refused) => Err(refused.unconditional()),
        }
    }
}
