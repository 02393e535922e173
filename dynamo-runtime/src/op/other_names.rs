//! The compile errors for words of SQL, of the SDK and of other libraries. Without them the compiler
//! finds no method, or suggests one that means something else: `eq` for `neq`.
//!
//! As in `guessed`, each method requires a trait that nothing has, and that trait says what to write.

use super::guessed::never;
use crate::field::Field;
use crate::op::read::QueryInfo;
use crate::op::{Query, Update};

/// The trait that a query would need to read in another order.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query reads in the order of its sort key",
    label = "write `.descending()` for the reverse order, and nothing for the order itself",
    note = "to read in the order of another field, query an index that has it as its sort key"
)]
pub trait Reordered<'a> {
    /// The query.
    type Query;
}

/// The trait that a number would need to be taken of a query.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query has no `take`; it has a limit",
    label = "write `.limit(…)`",
    note = "`.first(&db)` returns one item"
)]
pub trait Limited {
    /// The query.
    type Query;
}

/// The trait that a query would need to take the name of an index.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query does not take the name of an index; each index has a query method",
    label = "write the method that `query = \"…\"` of the index names, as in `Order::by_status(…)`",
    note = "without `query`, the method of index `ByStatus` is `query_by_status`"
)]
pub trait Indexing<'a> {
    /// The query.
    type Query;
}

/// The trait that a query would need to take the names of attributes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query returns items, or views of them",
    label = "write `.select::<MyView>()`",
    note = "a view is a struct with some of the item's fields, `#[derive(View)]` and `#[view(item = Order)]`"
)]
pub trait Projecting<'a> {
    /// The query.
    type Query;
}

/// The trait that a query would need to continue from a key.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query continues from the cursor of the page before",
    label = "write `.after(page.next)`"
)]
pub trait Continued<'a> {
    /// The query.
    type Query;
}

/// The trait that a query would need to be sent by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query has no `execute`; it is sent",
    label = "write `.all(&db)` for all items, or `.send(&db)` for one page"
)]
pub trait Executed<'a> {
    /// The future.
    type Sent;
}

/// The trait that a field would need to be compared by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field has no `neq`; Rust calls it `ne`",
    label = "write `.ne(…)`"
)]
pub trait Unequal<'a> {
    /// The condition.
    type Condition;
}

/// The trait that a field would need to be looked for by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field has no `in_`; it is called `is_in`",
    label = "write `.is_in([…])`"
)]
pub trait Among<'a> {
    /// The condition.
    type Condition;
}

/// The trait that a field would need to be matched with a pattern.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "DynamoDB has no patterns",
    label = "write `.begins_with(…)` or `.contains(…)`"
)]
pub trait Matched<'a> {
    /// The condition.
    type Condition;
}

/// The trait that an update would need to append by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update has no `push`; it appends a list to a list",
    label = "write `.append(field, [element])`"
)]
pub trait Pushed<'a> {
    /// The update.
    type Update;
}

// One by one: a macro would be part of the message.

impl<Q: QueryInfo, O> Query<Q, O> {
    /// Fails to compile, with a hint to `descending`.
    #[doc(hidden)]
    #[must_use]
    pub fn desc<'a>(self) -> <Self as Reordered<'a>>::Query
    where
        for<'b> Self: Reordered<'b>,
    {
        never(self)
    }

    /// Fails to compile, with a hint to `descending`.
    #[doc(hidden)]
    #[must_use]
    pub fn reverse<'a>(self) -> <Self as Reordered<'a>>::Query
    where
        for<'b> Self: Reordered<'b>,
    {
        never(self)
    }

    /// Fails to compile, with a hint to `descending`.
    #[doc(hidden)]
    pub fn order_by<'a>(self, field: impl Sized) -> <Self as Reordered<'a>>::Query
    where
        for<'b> Self: Reordered<'b>,
    {
        never((self, field))
    }

    /// Fails to compile, with a hint to `descending`.
    #[doc(hidden)]
    pub fn scan_index_forward<'a>(self, forward: impl Sized) -> <Self as Reordered<'a>>::Query
    where
        for<'b> Self: Reordered<'b>,
    {
        never((self, forward))
    }

    /// Fails to compile, with a hint to `limit`.
    #[doc(hidden)]
    pub fn take<N: Limited>(self, count: N) -> N::Query {
        never((self, count))
    }

    /// Fails to compile, with a hint to the query method of the index.
    #[doc(hidden)]
    pub fn index<'a>(self, name: impl Sized) -> <Self as Indexing<'a>>::Query
    where
        for<'b> Self: Indexing<'b>,
    {
        never((self, name))
    }

    /// Fails to compile, with a hint to the query method of the index.
    #[doc(hidden)]
    pub fn index_name<'a>(self, name: impl Sized) -> <Self as Indexing<'a>>::Query
    where
        for<'b> Self: Indexing<'b>,
    {
        never((self, name))
    }

    /// Fails to compile, with a hint to `select`.
    #[doc(hidden)]
    pub fn project<'a>(self, fields: impl Sized) -> <Self as Projecting<'a>>::Query
    where
        for<'b> Self: Projecting<'b>,
    {
        never((self, fields))
    }

    /// Fails to compile, with a hint to `after`.
    #[doc(hidden)]
    pub fn exclusive_start_key<'a>(self, key: impl Sized) -> <Self as Continued<'a>>::Query
    where
        for<'b> Self: Continued<'b>,
    {
        never((self, key))
    }

    /// Fails to compile, with a hint to `send`.
    #[doc(hidden)]
    pub fn execute<'a>(self, db: impl Sized) -> <Self as Executed<'a>>::Sent
    where
        for<'b> Self: Executed<'b>,
    {
        never((self, db))
    }
}

impl<I, V, M> Field<I, V, M> {
    /// Fails to compile, with a hint to `ne`.
    #[doc(hidden)]
    pub fn neq<'a>(&self, value: impl Sized) -> <Self as Unequal<'a>>::Condition
    where
        for<'b> Self: Unequal<'b>,
    {
        never(value)
    }

    /// Fails to compile, with a hint to `is_in`.
    #[doc(hidden)]
    pub fn in_<'a>(&self, values: impl Sized) -> <Self as Among<'a>>::Condition
    where
        for<'b> Self: Among<'b>,
    {
        never(values)
    }

    /// Fails to compile, with a hint to `begins_with`.
    #[doc(hidden)]
    pub fn like<'a>(&self, pattern: impl Sized) -> <Self as Matched<'a>>::Condition
    where
        for<'b> Self: Matched<'b>,
    {
        never(pattern)
    }
}

impl<T, R> Update<T, R> {
    /// Fails to compile, with a hint to `append`.
    #[doc(hidden)]
    pub fn push<'a>(self, field: impl Sized, element: impl Sized) -> <Self as Pushed<'a>>::Update
    where
        for<'b> Self: Pushed<'b>,
    {
        never((self, field, element))
    }
}
