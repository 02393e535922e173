//! The words for writes.

use crate::op::guessed::{Itself, never};
use crate::op::{Delete, Put, Update};

/// The trait that a write would need to be sent by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a write is sent with `send`",
    label = "write `.send(&db)`"
)]
pub trait WrittenByAnotherName {}

/// The trait that a write would need to have a condition by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a write is made under a `condition`",
    label = "write `.condition(…)`",
    note = "it takes a comparison of a field constant, such as `Order::STATUS.eq(…)`; if it does not hold, the write fails with `Error::ConditionFailed`"
)]
pub trait ConditionedByAnotherName {}

/// The trait that a write would need to return an item by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a write returns the item as it is now, or as it was",
    label = "write `.returning_new()` or `.returning_old()`"
)]
pub trait ReturnsByAnotherName {}

// One by one: a macro would be part of the message.

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: WrittenByAnotherName,
{
    pub fn exec(self) {}
    pub fn execute(self) {}
    pub fn go(self) {}
    pub fn run(self) {}
}

#[doc(hidden)]
impl<T, R> Delete<T, R>
where
    Self: WrittenByAnotherName,
{
    pub fn exec(self) {}
    pub fn execute(self) {}
    pub fn go(self) {}
    pub fn run(self) {}
}

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: ConditionedByAnotherName,
{
    pub fn condition_expression(self) {}
    pub fn only_if(self) {}
    pub fn when(self) {}
    pub fn where_(self) {}
    pub fn r#where(self) {}
}

#[doc(hidden)]
impl<T, R> Delete<T, R>
where
    Self: ConditionedByAnotherName,
{
    pub fn condition_expression(self) {}
    pub fn only_if(self) {}
    pub fn when(self) {}
    pub fn where_(self) {}
    pub fn r#where(self) {}
}

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: ReturnsByAnotherName,
{
    pub fn return_values(self) {}
    pub fn returning(self) {}
    pub fn returning_all(self) {}
}

/// The trait that a delete would need to return an item by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a delete returns the item as it was",
    label = "write `.returning_old()`"
)]
pub trait DeletesAndReturns {}

#[doc(hidden)]
impl<T, R> Delete<T, R>
where
    Self: DeletesAndReturns,
{
    pub fn return_values(self) {}
    pub fn returning(self) {}
    pub fn returning_new(self) {}
}

/// The trait that a put would need to leave a stored item alone.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a put overwrites the stored item; `create` fails if there is one",
    label = "write `item.create()` in place of `item.put()`"
)]
pub trait PutsIfAbsent {
    /// The write.
    type Write;
}

// The compiler would not name the condition of a whole block, because of the lifetime.
#[doc(hidden)]
impl<T, R> Put<'_, T, R> {
    pub fn if_absent<N: PutsIfAbsent>(self) -> N::Write
    where
        Self: Itself<N>,
    {
        never(self)
    }

    pub fn if_not_exists<N: PutsIfAbsent>(self) -> N::Write
    where
        Self: Itself<N>,
    {
        never(self)
    }

    pub fn unless_exists<N: PutsIfAbsent>(self) -> N::Write
    where
        Self: Itself<N>,
    {
        never(self)
    }
}

/// The trait that an update would need to count down by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update counts down with `subtract`",
    label = "write `.subtract(field, number)`"
)]
pub trait Decremented {}

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: Decremented,
{
    pub fn dec(self) {}
    pub fn decrement(self) {}
    pub fn sub(self) {}
}

/// The trait that an update would need to delete a field.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update removes a field, and deletes elements from a set",
    label = "write `.remove(field)`, or `.delete_from_set(field, elements)`"
)]
pub trait DeletesAField {}

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: DeletesAField,
{
    pub fn delete(self) {}
}

/// The trait that an update would need to set all fields of an item.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update sets the fields that it names",
    label = "write `.set(Order::FIELD, value)` for each",
    note = "`item.put()` writes a whole item, and `key.modify(|item| …)` whatever a closure changes in it"
)]
pub trait SetsAnItem {}

#[doc(hidden)]
impl<T, R> Update<T, R>
where
    Self: SetsAnItem,
{
    pub fn merge(self) {}
    pub fn patch(self) {}
    pub fn set_all(self) {}
    pub fn set_item(self) {}
    pub fn update_expression(self) {}
}
