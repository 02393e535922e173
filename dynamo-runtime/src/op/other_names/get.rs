//! The words for a get.

use crate::op::Get;

/// The trait that a get would need to be sent by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a get is sent with `send`",
    label = "write `.send(&db)`, which returns an `Option`"
)]
pub trait SentByAnotherName {}

#[doc(hidden)]
impl<T, O> Get<T, O>
where
    Self: SentByAnotherName,
{
    pub fn all(self) {}
    pub fn exec(self) {}
    pub fn execute(self) {}
    pub fn fetch(self) {}
    pub fn fetch_one(self) {}
    pub fn fetch_optional(self) {}
    pub fn first(self) {}
    pub fn go(self) {}
    pub fn load(self) {}
    pub fn one(self) {}
    pub fn run(self) {}
}

/// The trait that a get would need to be its own result.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this operation was not sent, so it has no result yet",
    label = "write `.send(&db).await?` before it"
)]
pub trait HasAResult {}

#[doc(hidden)]
impl<T, O> Get<T, O>
where
    Self: HasAResult,
{
    pub fn expect(self) {}
    pub fn is_none(self) {}
    pub fn is_some(self) {}
    pub fn ok_or(self) {}
    pub fn unwrap(self) {}
}

/// The trait that a get would need to take the names of attributes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a get returns an item, or a view of it",
    label = "write `.select::<MyView>()`",
    note = "a view is a struct with some of the item's fields, `#[derive(View)]` and `#[view(item = Order)]`"
)]
pub trait GetsAttributes {}

#[doc(hidden)]
impl<T, O> Get<T, O>
where
    Self: GetsAttributes,
{
    pub fn attributes(self) {}
    pub fn attributes_to_get(self) {}
    pub fn fields(self) {}
    pub fn project(self) {}
    pub fn projection(self) {}
    pub fn projection_expression(self) {}
}

/// The trait that a get would need to be consistent by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a get has no `consistent_read`; it is `consistent`, or eventually consistent",
    label = "write `.consistent()`"
)]
pub trait GetsConsistently {}

#[doc(hidden)]
impl<T, O> Get<T, O>
where
    Self: GetsConsistently,
{
    pub fn consistent_read(self) {}
    pub fn strongly_consistent(self) {}
}
