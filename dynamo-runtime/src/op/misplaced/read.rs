//! The methods that another read, or a write, has.

use crate::op::guessed::never;
use crate::op::{Hydrate, Lookup, Query, QueryInfo, Scan, Search};

/// The trait that a condition would need to filter after `hydrate`; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a filter applies to the index, before `hydrate` reads the whole items",
    label = "write `.filter(…)` before `.hydrate()`"
)]
pub trait FiltersTooLate {
    /// The read.
    type Read;
}

#[doc(hidden)]
impl<Q: QueryInfo> Hydrate<Q> {
    pub fn filter<C: FiltersTooLate>(self, condition: C) -> C::Read {
        never((self, condition))
    }
}

/// The trait that a hydrated query would need for what its query sets; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is an option of the query, not of `hydrate`",
    label = "write it before `.hydrate()`"
)]
pub trait SetsTooLate {}

#[doc(hidden)]
impl<Q: QueryInfo> Hydrate<Q>
where
    Self: SetsTooLate,
{
    pub fn range(self) {}
    pub fn limit(self) {}
    pub fn after(self) {}
    pub fn descending(self) {}
}

/// The trait that a hydrated query would need to return views; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`hydrate` reads whole items, not views of them",
    label = "remove `.select::<…>()`, and take the fields from the items"
)]
pub trait SelectsTooLate {}

#[doc(hidden)]
impl<Q: QueryInfo> Hydrate<Q>
where
    Self: SelectsTooLate,
{
    pub fn select(self) {}
}

/// The trait that a query would need to write; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query only reads; items are written one by one",
    label = "read the items with `.all(&db)`, and write each: `order.delete()`, `order.modify(…)`",
    note = "`.delete_partition()` deletes all items that the query of a table finds"
)]
pub trait WritesByQuery {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: WritesByQuery,
{
    pub fn delete(self) {}
    pub fn update(self) {}
    pub fn modify(self) {}
    pub fn set(self) {}
}

/// The trait that a query would need to say whether it finds something; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query returns items; only a key has `exists`",
    label = "write `.first(&db).await?.is_some()`"
)]
pub trait ExistsByQuery {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: ExistsByQuery,
{
    pub fn exists(self) {}
}

/// The trait that a scan would need to read like a query; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a scan reads the whole table, in no order",
    label = "write `Order::query(…)` to read in order, or by a range of the sort key",
    note = "`.filter(…)` leaves out some of the items that a scan reads"
)]
pub trait ScansInOrder {}

#[doc(hidden)]
impl<T, O> Scan<T, O>
where
    Self: ScansInOrder,
{
    pub fn range(self) {}
    pub fn descending(self) {}
    pub fn ascending(self) {}
    pub fn order_by(self) {}
}

/// The trait that a search would need for the limit of a query; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a search has no `limit`; it returns the best results",
    label = "write `.top(…)`, from 1 to 100"
)]
pub trait LimitsASearch {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Search<Q, O>
where
    Self: LimitsASearch,
{
    pub fn limit(self) {}
}

/// The trait that a `Db` would need to read all results of a search; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a search has no `all`; it returns its results at once",
    label = "write `.send(&db)`"
)]
pub trait SearchesAll {
    /// The future.
    type Sent;
}

#[doc(hidden)]
impl<Q: QueryInfo, O> Search<Q, O> {
    pub fn all<D: SearchesAll>(self, db: D) -> D::Sent {
        never((self, db))
    }
}

/// The trait that a search would need for the options of a query; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a search has no ranges, no pages and no consistent reads",
    label = "write `.filter(…)` in place of a range, and remove the others",
    note = "`.top(…)` sets how many results there are, at most 100"
)]
pub trait SearchesLikeAQuery {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Search<Q, O>
where
    Self: SearchesLikeAQuery,
{
    pub fn range(self) {}
    pub fn after(self) {}
    pub fn consistent(self) {}
}

/// The trait that a lookup would need to be read like a query; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a lookup finds one item at most",
    label = "write `.send(&db)`, which returns an `Option`"
)]
pub trait LooksUpMany {}

#[doc(hidden)]
impl<T> Lookup<T>
where
    Self: LooksUpMany,
{
    pub fn all(self) {}
    pub fn first(self) {}
    pub fn one(self) {}
    pub fn get(self) {}
}

/// The trait that a lookup would need to write; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a lookup only reads; the item that it finds is written",
    label = "read the item with `.send(&db)`, and write `item.to_key().update()` or `item.delete()`"
)]
pub trait WritesByLookup {}

#[doc(hidden)]
impl<T> Lookup<T>
where
    Self: WritesByLookup,
{
    pub fn update(self) {}
    pub fn modify(self) {}
    pub fn delete(self) {}
}
