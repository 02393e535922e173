//! Operations in a transaction, and lists of them.

use super::{Check, OperationKind};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{Limit, Node};
use crate::item::{Item, ItemType};
use crate::op::tuples::{Each, One, for_tuples};
use crate::op::write::count::{self, Count};
use crate::op::write::delete::DeleteSpec;
use crate::op::write::presence::Presence;
use crate::op::write::put::PutSpec;
use crate::op::write::refuse_companions;
use crate::op::write::unique;
use crate::op::write::update::UpdateSpec;
use crate::op::write::update::send::Prepared;
use crate::op::{Delete, New, Put, Update};
use crate::wire::{self, Attributes, Request};

/// An operation as it is sent.
pub struct TransactPart {
    pub(super) subject: OperationKind,
    pub(in crate::op) request: Request,
    /// The values of unique fields that are claimed and freed with it.
    pub(in crate::op) claims: Vec<Claim>,
    /// The changes to counters of other items.
    pub(in crate::op) counts: Vec<Count>,
    /// The limits its condition sets on numbers.
    pub(super) limits: Vec<Limit>,
}

/// The request that claims or frees the value of a unique field.
pub(in crate::op) struct Claim {
    pub(in crate::op) field: &'static str,
    pub(in crate::op) request: Request,
}

impl TransactPart {
    /// A request of one operation. Capacity is counted for the whole transaction.
    pub(in crate::op) fn of(
        item: &'static ItemType,
        verb: &'static str,
        request: Request,
    ) -> Result<Self, Error> {
        unmetered(item, "transact", verb, request.metered)?;
        let subject = OperationKind {
            verb,
            item,
            presence: None,
            replaces_alone: false,
        };
        Ok(Self {
            subject,
            request,
            claims: Vec::new(),
            counts: Vec::new(),
            limits: Vec::new(),
        })
    }

    /// The same operation, but its failure distinguishes hidden items from others.
    pub(super) fn seen_by(mut self, presence: Presence) -> Self {
        self.subject.presence = Some(presence);
        self
    }

    /// Whether nothing comes with it, and it is a write that can be sent on its own.
    pub(in crate::op) fn is_alone(&self) -> bool {
        let is_write = self.request.operation != wire::ApiOperation::Check;
        is_write && self.claims.is_empty() && self.counts.is_empty()
    }

    pub(in crate::op) fn item_type(&self) -> &'static ItemType {
        self.subject.item
    }

    /// The attributes that include its key; for a put, the whole item.
    pub(in crate::op) fn attributes(&self) -> Attributes {
        self.request.attributes()
    }

    /// The requests it consists of, its own first.
    pub(super) fn requests(&self) -> impl Iterator<Item = (Option<&'static str>, &Request)> {
        let claims = self.claims.iter();
        std::iter::once((None, &self.request))
            .chain(claims.map(|claim| (Some(claim.field), &claim.request)))
    }

    pub(super) fn into_requests(self) -> impl Iterator<Item = Request> {
        std::iter::once(self.request).chain(self.claims.into_iter().map(|claim| claim.request))
    }
}

/// Refuses an operation with its own meter: capacity is counted for the whole transaction.
pub(super) fn unmetered(
    item: &ItemType,
    method: &'static str,
    verb: &'static str,
    metered: bool,
) -> Result<(), Error> {
    if !metered {
        return Ok(());
    }
    let item = item.name();
    let reason =
        format!("the {verb} of `{item}` has its own meter; give the meter to the transaction");
    Err(Error::refused(method, reason))
}

/// An operation that can be part of a transaction: a [`Put`], [`Update`], [`Delete`] or [`Check`],
/// or a [`TransactOp`] of any type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a transaction",
    label = "expected a put, an update, a delete or a check",
    note = "`returning_old()` is not possible here, since a transaction gives back no stored item; a put's `returning_new()` is"
)]
pub trait Operation {
    /// The output: nothing, or the item that a put wrote.
    type Output: Send;

    #[doc(hidden)]
    fn prepare(self, db: &Db) -> Result<(TransactPart, Self::Output), Error>;
}

impl<T: Item> Operation for Put<'_, T> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(TransactPart, ()), Error> {
        Ok((self.spec.prepare(db)?, ()))
    }
}

impl<T: Item> Operation for Put<'_, T, New> {
    type Output = T;

    fn prepare(self, db: &Db) -> Result<(TransactPart, T), Error> {
        let part = self.spec.prepare(db)?;
        let written = T::from_item(part.attributes())?;
        Ok((part, written))
    }
}

impl PutSpec<'_> {
    fn prepare(&self, db: &Db) -> Result<TransactPart, Error> {
        Ok(self.whole(db)?.seen_by(self.presence(db)))
    }

    /// A put whose claims and counts are known without a read.
    pub(in crate::op) fn whole(&self, db: &Db) -> Result<TransactPart, Error> {
        let of = self.item_type();
        if !of.has_companions() {
            return self.part(db, None, None);
        }
        if let Some(before) = self.replaced()? {
            let guard = unique::unchanged(of, Some(&before));
            return self.part(db, Some(guard), Some(&before));
        }
        if !self.creates() {
            let what = [
                "the values it frees are not known here; name the item it replaces with `instead_of(&before)`",
                "the item it replaces is not known here; name it with `instead_of(&before)`",
            ];
            refuse_companions(of.schema, "transact", what)?;
        }
        // A hidden item keeps its claims and counts, which are not known here.
        self.part(db, Some(unique::unchanged(of, None)), None)
    }

    /// The put as a part of a transaction, with its claims and counts; `stored` is what it replaces.
    pub(in crate::op) fn part(
        &self,
        db: &Db,
        guard: Option<Node>,
        stored: Option<&Attributes>,
    ) -> Result<TransactPart, Error> {
        let of = self.item_type();
        let request = self.guarded(guard).request(db)?;
        let mut part = TransactPart::of(of, self.verb(), request)?;
        if of.has_unique_fields() {
            let key = part.attributes();
            part.claims = unique::claims(db, self.item, &key)?;
            if let Some(before) = unique::decoded(of, stored)? {
                let released = unique::releases(db, &*before, Some(self.item), &key)?;
                part.claims.extend(released);
            }
        }
        if of.is_counted() {
            part.counts = count::between(of, stored, Some(&part.attributes()))?;
        }
        Ok(part)
    }
}

impl<T: Item> Operation for Update<T> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(TransactPart, ()), Error> {
        Ok((self.spec.prepare(db)?, ()))
    }
}

impl UpdateSpec {
    fn prepare(self, db: &Db) -> Result<TransactPart, Error> {
        self.refuse_moves(
            "transact",
            "what it was is not known here; use `put().instead_of(&before)`",
        )?;
        let (of, presence, creates) = (self.of, self.presence(db), self.creates());
        let Prepared {
            mut request,
            limits,
            ..
        } = self.request(db)?;
        if request.update.is_none() {
            if creates {
                let item = of.name();
                let reason = format!("the upsert of `{item}` sets nothing; use `create()`");
                return Err(Error::refused("transact", reason));
            }
            // An update that changes nothing takes part in a transaction as a mere check of its
            // condition.
            request.operation = wire::ApiOperation::Check;
        }
        let mut part = TransactPart::of(of, "update", request)?;
        part.limits = limits;
        part.subject.replaces_alone = creates && !of.has_unique_fields();
        Ok(part.seen_by(presence))
    }
}

impl<T: Item> Operation for Delete<T> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(TransactPart, ()), Error> {
        Ok((self.spec.prepare(db)?, ()))
    }
}

impl DeleteSpec {
    fn prepare(&self, db: &Db) -> Result<TransactPart, Error> {
        if let Some(known) = &self.known {
            let guard = unique::unchanged(self.of, Some(known));
            let part = self.part(db, Some(guard), Some(known))?;
            return Ok(part.seen_by(self.presence(db)));
        }
        let what = [
            "the values that the delete frees are not known here; use `item.delete()`",
            "the counter to change is not known here; use `item.delete()`",
        ];
        refuse_companions(self.of.schema, "transact", what)?;
        Ok(self.part(db, None, None)?.seen_by(self.presence(db)))
    }

    /// The delete as a part of a transaction; `stored` is what it deletes, with its claims and counts.
    pub(in crate::op) fn part(
        &self,
        db: &Db,
        guard: Option<Node>,
        stored: Option<&Attributes>,
    ) -> Result<TransactPart, Error> {
        let mut part = TransactPart::of(self.of, "delete", self.guarded(guard).request(db)?)?;
        if let Some(before) = unique::decoded(self.of, stored)? {
            let key = part.attributes();
            part.claims = unique::releases(db, &*before, None, &key)?;
        }
        part.counts = count::between(self.of, stored, None)?;
        Ok(part)
    }
}

/// An operation of a transaction on an item of any type, for lists that mix them:
/// `order.create().into()`.
#[must_use = "an operation does nothing until it is sent"]
pub struct TransactOp<'a>(Box<dyn FnOnce(&Db) -> Result<TransactPart, Error> + Send + 'a>);

impl<'a> TransactOp<'a> {
    fn of(operation: impl Operation<Output = ()> + Send + 'a) -> Self {
        Self(Box::new(|db| Ok(operation.prepare(db)?.0)))
    }
}

impl Operation for TransactOp<'_> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(TransactPart, ()), Error> {
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

/// The argument of [`Db::transact`]: one operation, an iterator over operations, or a tuple of up
/// to twelve of those.
///
/// `M` only tells the compiler which of the three it is; callers never name it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of operations",
    label = "expected puts, updates, deletes and checks: one, a `Vec`, or a tuple of those",
    note = "an item is given as `item.put()` or `item.create()`, and an operation without `.send(…)`",
    note = "`db.transact_get(…)` reads; a condition on another item is `key.check(…)`",
    note = "a tuple has up to twelve operations; write more as a tuple of tuples",
    note = "`returning_old()` is not possible here, since a transaction gives back no stored item; a put's `returning_new()` is"
)]
pub trait Operations<M> {
    /// The outputs, in order.
    type Output: Send;

    #[doc(hidden)]
    fn prepare_all(self, db: &Db, to: &mut Vec<TransactPart>) -> Result<Self::Output, Error>;
}

impl<O: Operation> Operations<One> for O {
    type Output = O::Output;

    fn prepare_all(self, db: &Db, to: &mut Vec<TransactPart>) -> Result<Self::Output, Error> {
        let (part, output) = self.prepare(db)?;
        to.push(part);
        Ok(output)
    }
}

impl<I: IntoIterator<Item: Operation>> Operations<Each> for I {
    type Output = Vec<<I::Item as Operation>::Output>;

    fn prepare_all(self, db: &Db, to: &mut Vec<TransactPart>) -> Result<Self::Output, Error> {
        let prepare = |operation: I::Item| operation.prepare_all(db, to);
        self.into_iter().map(prepare).collect()
    }
}

macro_rules! tuples {
    ($(($($list:ident $marker:ident $at:tt),+))+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($list: Operations<$marker>, $marker),+> Operations<($($marker,)+)> for ($($list,)+) {
            type Output = ($($list::Output,)+);

            fn prepare_all(self, db: &Db, to: &mut Vec<TransactPart>) -> Result<Self::Output, Error> {
                Ok(($(self.$at.prepare_all(db, to)?,)+))
            }
        }
    )+};
}

for_tuples!(tuples);
