//! The operations a transaction takes, and the lists of them.

use super::{Attributes, Check, Subject};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{Limit, Node};
use crate::item::Item;
use crate::op::presence::Presence;
use crate::op::tables::Tables;
use crate::op::tuples::{Each, One, for_tuples};
use crate::op::update::send::Prepared;
use crate::op::{Delete, New, Put, Update, unique};
use crate::wire::{self, Request};

/// An operation as it is sent.
pub struct Part {
    pub(super) subject: Subject,
    pub(super) request: Request,
    /// What is claimed and given up with it, of unique fields.
    pub(in crate::op) claims: Vec<Claim>,
    /// What its condition requires of numbers.
    pub(super) limits: Vec<Limit>,
}

/// The request that claims or gives up the value of a unique field.
pub(in crate::op) struct Claim {
    pub(in crate::op) field: &'static str,
    pub(in crate::op) request: Request,
}

impl Part {
    /// A request of one operation. Capacity is that of the whole transaction.
    pub(in crate::op) fn of<T: Item>(verb: &'static str, request: Request) -> Result<Self, Error> {
        unmetered::<T>("transact", verb, request.metered)?;
        let subject = Subject {
            verb,
            item: T::SCHEMA.name,
            table: Tables::number::<T>,
            presence: None,
        };
        Ok(Self {
            subject,
            request,
            claims: Vec::new(),
            limits: Vec::new(),
        })
    }

    /// The same operation, whose failure tells hidden items from others.
    pub(super) fn seen_by(mut self, presence: Presence) -> Self {
        self.subject.presence = Some(presence);
        self
    }

    /// The attributes that its key is among: all, of a put.
    pub(in crate::op) fn attributes(&self) -> Attributes {
        self.request.attributes()
    }

    /// The requests it is made of, its own first.
    pub(super) fn requests(&self) -> impl Iterator<Item = (Option<&'static str>, &Request)> {
        let claims = self.claims.iter();
        std::iter::once((None, &self.request))
            .chain(claims.map(|claim| (Some(claim.field), &claim.request)))
    }

    pub(super) fn into_requests(self) -> impl Iterator<Item = Request> {
        std::iter::once(self.request).chain(self.claims.into_iter().map(|claim| claim.request))
    }
}

/// Refuses an operation with a meter of its own: capacity is that of the whole transaction.
pub(super) fn unmetered<T: Item>(
    method: &'static str,
    verb: &'static str,
    metered: bool,
) -> Result<(), Error> {
    if !metered {
        return Ok(());
    }
    let item = T::SCHEMA.name;
    let reason =
        format!("the {verb} of `{item}` has a meter of its own; give it to the transaction");
    Err(Error::refused(method, reason))
}

/// An operation that can be part of a transaction: a [`Put`], [`Update`], [`Delete`] or [`Check`],
/// or a [`TransactOp`] of any type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a transaction",
    label = "expected a put, an update, a delete or a check",
    note = "a transaction gives back no stored item, so `returning_old()` and the like have no place in it"
)]
pub trait Operation {
    /// What it gives: nothing, or what a put wrote.
    type Output: Send;

    #[doc(hidden)]
    fn prepare(self, db: &Db) -> Result<(Part, Self::Output), Error>;
}

impl<T: Item> Operation for Put<'_, T> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(Part, ()), Error> {
        Ok((whole(&self, db)?.seen_by(self.presence(db)), ()))
    }
}

impl<T: Item> Operation for Put<'_, T, New> {
    type Output = T;

    fn prepare(self, db: &Db) -> Result<(Part, T), Error> {
        let part = whole(&self, db)?.seen_by(self.presence(db));
        let written = T::from_item(part.attributes())?;
        Ok((part, written))
    }
}

/// A put whose claims are known without a read.
pub(in crate::op) fn whole<T: Item, R>(put: &Put<'_, T, R>, db: &Db) -> Result<Part, Error> {
    let known = put.known().filter(|_| unique::constrains::<T>());
    if let Some(before) = known {
        let before = before.to_item()?;
        return put.part(
            db,
            Some(unique::unchanged::<T>(Some(&before))),
            Some(&before),
        );
    }
    if !put.creates() {
        let what =
            "those that it replaces are not known here; say which with `instead_of(&before)`";
        unique::refuse::<T>("transact", what)?;
    }
    // A hidden item keeps its claims, which are not known here.
    let free = unique::constrains::<T>().then(|| unique::unchanged::<T>(None));
    put.part(db, free, None)
}

impl<T: Item, R> Put<'_, T, R> {
    /// The put as a part of a transaction, with its claims; `stored` is what it replaces.
    pub(in crate::op) fn part(
        &self,
        db: &Db,
        guard: Option<Node>,
        stored: Option<&Attributes>,
    ) -> Result<Part, Error> {
        let item = self.item();
        let mut part = put(self.guarded(guard), db)?;
        if unique::constrains::<T>() {
            let key = part.attributes();
            part.claims = unique::claims(db, item, &key)?;
            if let Some(before) = unique::decoded::<T>(stored)? {
                let released = unique::releases(db, &before, Some(item), &key)?;
                part.claims.extend(released);
            }
        }
        Ok(part)
    }
}

fn put<T: Item, R>(put: Put<'_, T, R>, db: &Db) -> Result<Part, Error> {
    let verb = put.verb();
    Part::of::<T>(verb, put.request(db)?)
}

impl<T: Item> Operation for Update<T> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(Part, ()), Error> {
        let (presence, creates) = (self.presence(db), self.creates());
        let Prepared {
            mut request,
            limits,
            ..
        } = self.request(db)?;
        if request.update.is_none() {
            if creates {
                let item = T::SCHEMA.name;
                let reason = format!("the upsert of `{item}` sets nothing; use `create()`");
                return Err(Error::refused("transact", reason));
            }
            // Its condition is all that a transaction takes of an update that changes nothing.
            request.operation = wire::Operation::Check;
        }
        let mut part = Part::of::<T>("update", request)?;
        part.limits = limits;
        Ok((part.seen_by(presence), ()))
    }
}

impl<T: Item> Operation for Delete<T> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(Part, ()), Error> {
        if let Some(known) = self.known() {
            let guard = unique::unchanged::<T>(Some(known));
            let part = self.part(db, Some(guard), Some(known))?;
            return Ok((part.seen_by(self.presence(db)), ()));
        }
        let what = "those that the delete frees are not known here; use `item.delete()`";
        unique::refuse::<T>("transact", what)?;
        let part = self.part(db, None, None)?;
        Ok((part.seen_by(self.presence(db)), ()))
    }
}

impl<T: Item, R> Delete<T, R> {
    /// The delete as a part of a transaction; `stored` is what it deletes, with its claims.
    pub(in crate::op) fn part(
        &self,
        db: &Db,
        guard: Option<Node>,
        stored: Option<&Attributes>,
    ) -> Result<Part, Error> {
        let mut part = Part::of::<T>("delete", self.guarded(guard).request(db)?)?;
        if let Some(before) = unique::decoded::<T>(stored)? {
            let key = part.attributes();
            part.claims = unique::releases(db, &before, None, &key)?;
        }
        Ok(part)
    }
}

/// An operation of a transaction on an item of any type, for lists that mix them:
/// `order.create().into()`.
#[must_use = "an operation does nothing until it is sent"]
pub struct TransactOp<'a>(Box<dyn FnOnce(&Db) -> Result<Part, Error> + Send + 'a>);

impl<'a> TransactOp<'a> {
    fn of(operation: impl Operation<Output = ()> + Send + 'a) -> Self {
        Self(Box::new(|db| Ok(operation.prepare(db)?.0)))
    }
}

impl Operation for TransactOp<'_> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(Part, ()), Error> {
        Ok(((self.0)(db)?, ()))
    }
}

impl<'a, T: Item> From<Put<'a, T>> for TransactOp<'a> {
    fn from(put: Put<'a, T>) -> Self {
        Self::of(put)
    }
}

impl<T: Item> From<Update<T>> for TransactOp<'_> {
    fn from(update: Update<T>) -> Self {
        Self::of(update)
    }
}

impl<T: Item> From<Delete<T>> for TransactOp<'_> {
    fn from(delete: Delete<T>) -> Self {
        Self::of(delete)
    }
}

impl<T: Item> From<Check<T>> for TransactOp<'_> {
    fn from(check: Check<T>) -> Self {
        Self::of(check)
    }
}

/// What [`Db::transact`] takes: one operation, something that iterates over operations, or a tuple
/// of up to twelve of those.
///
/// `M` is of no use to callers; it tells the three apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of operations",
    label = "expected puts, updates, deletes and checks: one, a `Vec`, or a tuple of those",
    note = "a transaction gives back no stored item, so `returning_old()` and the like have no place in it"
)]
pub trait Operations<M> {
    /// What they give, in order.
    type Output: Send;

    #[doc(hidden)]
    fn prepare_all(self, db: &Db, to: &mut Vec<Part>) -> Result<Self::Output, Error>;
}

impl<O: Operation> Operations<One> for O {
    type Output = O::Output;

    fn prepare_all(self, db: &Db, to: &mut Vec<Part>) -> Result<Self::Output, Error> {
        let (part, output) = self.prepare(db)?;
        to.push(part);
        Ok(output)
    }
}

impl<I: IntoIterator<Item: Operation>> Operations<Each> for I {
    type Output = Vec<<I::Item as Operation>::Output>;

    fn prepare_all(self, db: &Db, to: &mut Vec<Part>) -> Result<Self::Output, Error> {
        let prepare = |operation: I::Item| operation.prepare_all(db, to);
        self.into_iter().map(prepare).collect()
    }
}

macro_rules! tuples {
    ($(($($list:ident $marker:ident $at:tt),+))+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($list: Operations<$marker>, $marker),+> Operations<($($marker,)+)> for ($($list,)+) {
            type Output = ($($list::Output,)+);

            fn prepare_all(self, db: &Db, to: &mut Vec<Part>) -> Result<Self::Output, Error> {
                Ok(($(self.$at.prepare_all(db, to)?,)+))
            }
        }
    )+};
}

for_tuples!(tuples);
