//! The words for a query.

use crate::op::Query;
use crate::op::read::QueryInfo;

/// The trait that a query would need to read in another order.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query reads in the order of its sort key",
    label = "write `.descending()` for the reverse order, and nothing for the order itself",
    note = "to read in the order of another field, query an index that has it as its sort key"
)]
pub trait Reordered {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: Reordered,
{
    pub fn asc(self) {}
    pub fn desc(self) {}
    pub fn order(self) {}
    pub fn reverse(self) {}
    pub fn order_by(self) {}
    pub fn sort(self) {}
    pub fn sort_by(self) {}
    pub fn scan_index_forward(self) {}
}

/// The trait that a query would need to take the name of an index.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query does not take the name of an index; each index has a query method",
    label = "write the method that `query = \"…\"` of the index names, as in `Order::by_status(…)`",
    note = "without `query`, the method of index `ByStatus` is `query_by_status`"
)]
pub trait Indexing {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: Indexing,
{
    pub fn index(self) {}
    pub fn index_name(self) {}
    pub fn using_index(self) {}
}

/// The trait that a query would need to take the names of attributes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query returns items, or views of them",
    label = "write `.select::<MyView>()`",
    note = "a view is a struct with some of the item's fields, `#[derive(View)]` and `#[view(item = Order)]`"
)]
pub trait Projecting {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: Projecting,
{
    pub fn attributes(self) {}
    pub fn fields(self) {}
    pub fn project(self) {}
    pub fn projection(self) {}
    pub fn projection_expression(self) {}
}

/// The trait that a query would need to continue from a key.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query continues from the cursor of the page before",
    label = "write `.after(page.next)`"
)]
pub trait Continued {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: Continued,
{
    pub fn exclusive_start_key(self) {}
    pub fn start_after(self) {}
    pub fn cursor(self) {}
    pub fn next_token(self) {}
    pub fn page(self) {}
    pub fn start_key(self) {}
}

/// The trait that a query would need to be sent by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query is read with `all`, or with `send` page by page",
    label = "write `.all(&db)` for all items, or `.send(&db)` for one page",
    note = "`.first(&db)` reads one item, and `.stream(&db)` item by item"
)]
pub trait Executed {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: Executed,
{
    pub fn exec(self) {}
    pub fn execute(self) {}
    pub fn fetch(self) {}
    pub fn fetch_all(self) {}
    pub fn fetch_one(self) {}
    pub fn fetch_optional(self) {}
    pub fn pages(self) {}
    pub fn paginate(self) {}
    pub fn load(self) {}
    pub fn go(self) {}
    pub fn run(self) {}
    pub fn get_results(self) {}
    pub fn into_paginator(self) {}
}

/// The trait that a query would need to be narrowed by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query is narrowed with `range` and `filter`",
    label = "write `.range(…)` for the sort key, and `.filter(…)` for other fields",
    note = "both take a comparison of a field constant, such as `Order::PLACED_AT.begins_with(…)`"
)]
pub trait Narrowing {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: Narrowing,
{
    pub fn and(self) {}
    pub fn where_(self) {}
    pub fn r#where(self) {}
    pub fn condition(self) {}
    pub fn key_condition(self) {}
    pub fn key_condition_expression(self) {}
    pub fn sk(self) {}
    pub fn sort_key(self) {}
    pub fn begins_with(self) {}
    pub fn between(self) {}
    pub fn filter_expression(self) {}
}

/// The trait that a query would need to be counted like a list.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this operation was not sent, so there is nothing to count",
    label = "write `.count(&db).await?`, which reads what it counts"
)]
pub trait Counted {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: Counted,
{
    pub fn is_empty(self) {}
    pub fn len(self) {}
}

/// The trait that a query would need to be consistent by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query has no `consistent_read`; it is `consistent`, or eventually consistent",
    label = "write `.consistent()`"
)]
pub trait ReadConsistently {}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O>
where
    Self: ReadConsistently,
{
    pub fn consistent_read(self) {}
    pub fn strongly_consistent(self) {}
}
