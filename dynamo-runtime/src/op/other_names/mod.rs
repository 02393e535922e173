//! The compile errors for words of SQL, of the SDK and of other libraries. Without them the compiler
//! finds no method, or suggests one that means something else: `eq` for `neq`.
//!
//! Each block of methods requires a trait that nothing has, and that trait says what to write. As no
//! method is found, its arguments are not looked at, and no other error follows.

#[expect(clippy::must_use_candidate, reason = "none of them can be called")]
mod db;
mod field;
mod get;
mod query;
mod write;

pub use db::CalledLikeTheSdk;
pub use field::{
    Among, AskedLikeAnOption, AskedLikeText, Compared, Equal, Matched, Measured, OrderedByField,
    SteppedInto, Unequal,
};
pub use get::{GetsAttributes, GetsConsistently, HasAResult, SentByAnotherName};
pub use query::{
    Continued, Counted, Executed, Indexing, Narrowing, Projecting, ReadConsistently, Reordered,
};
pub use write::{
    ConditionedByAnotherName, Decremented, DeletesAField, DeletesAndReturns, PutsIfAbsent,
    ReturnsByAnotherName, SetsAnItem, WrittenByAnotherName,
};

use super::guessed::never;
use crate::cursor::Cursor;
use crate::key::Key;
use crate::op::Update;

/// The trait that an update would need to count by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update has no `increment`; DynamoDB calls it `add`",
    label = "write `.add(field, number)`"
)]
pub trait Incremented {}

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: Incremented,
{
    pub fn increment(self) {}
    pub fn inc(self) {}
}

/// The trait that an update would need to append by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update has no `push`; it appends a list to a list",
    label = "write `.append(field, [element])`"
)]
pub trait Pushed {}

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: Pushed,
{
    pub fn push(self) {}
}

/// The trait that an update would need to remove by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update has no `unset`; DynamoDB calls it `remove`",
    label = "write `.remove(field)`"
)]
pub trait Unsetting {}

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: Unsetting,
{
    pub fn unset(self) {}
}

/// The trait that a key would need to be read by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the item of a key is read with `get`",
    label = "write `.get().send(&db)`, which returns an `Option`"
)]
pub trait Fetched {}

#[doc(hidden)]
impl<T> Key<T>
where
    Self: Fetched,
{
    pub fn fetch(self) {}
    pub fn fetch_one(self) {}
    pub fn fetch_optional(self) {}
    pub fn find(self) {}
    pub fn first(self) {}
    pub fn load(self) {}
    pub fn one(self) {}
    pub fn send(self) {}
}

/// The trait that a cursor would need to be made by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a cursor is made from the text of another",
    label = "write `Cursor::from(text)`",
    note = "`page.next` is the cursor itself, and needs no text in between"
)]
pub trait MadeNew<'a> {}

#[doc(hidden)]
impl Cursor
where
    for<'a> Self: MadeNew<'a>,
{
    pub fn new(text: impl Sized) -> Self {
        never(text)
    }
}

/// The trait that a key would need to be made by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a key is made from its components, by the item type",
    label = "write `Order::key(…)`, with one argument per component, or `order.to_key()`"
)]
pub trait MadeFromText {}

#[doc(hidden)]
impl<T> Key<T>
where
    Self: MadeFromText,
{
    pub fn new(text: impl Sized) -> Self {
        never(text)
    }
}

/// The trait that a key would need to query.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a key names one item; a query is made by the item type",
    label = "write `Order::query(…)`, with the components of the partition key"
)]
pub trait QueriedByKey {}

#[doc(hidden)]
impl<T> Key<T>
where
    Self: QueriedByKey,
{
    pub fn all(self) {}
    pub fn query(self) {}
}
