//! The methods that another write, or a read, has; and those of an operation on a key or a check.

use crate::key::Key;
use crate::op::guessed::never;
use crate::op::{Check, Delete, Put, Update};

/// The trait that a condition would need to filter a write; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a write has a condition, not a filter",
    label = "write `.condition(…)` in place of `.filter(…)`",
    note = "if the condition does not hold, the write fails with `Error::ConditionFailed`"
)]
pub trait FiltersAWrite {
    /// The write.
    type Write;
}

// One by one: a macro would be part of the message.

#[doc(hidden)]
impl<T, R> Update<T, R> {
    pub fn filter<C: FiltersAWrite>(self, condition: C) -> C::Write {
        never((self, condition))
    }
}

#[doc(hidden)]
impl<T, R> Put<'_, T, R> {
    pub fn filter<C: FiltersAWrite>(self, condition: C) -> C::Write {
        never((self, condition))
    }
}

#[doc(hidden)]
impl<T, R> Delete<T, R> {
    pub fn filter<C: FiltersAWrite>(self, condition: C) -> C::Write {
        never((self, condition))
    }
}

/// The trait that a check would need to be sent; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a check is not sent by itself; it is part of a transaction",
    label = "write `db.transact((key.check(…), order.put(), …)).await`"
)]
pub trait ChecksAlone {}

#[doc(hidden)]
impl<T> Check<T>
where
    Self: ChecksAlone,
{
    pub fn send(self) {}
}

/// The trait that a key would need to be changed without an update; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a key is not an update; `update()` makes one from it",
    label = "write `.update()` before it"
)]
pub trait UpdatesByItself {}

#[doc(hidden)]
impl<T> Key<T>
where
    Self: UpdatesByItself,
{
    pub fn set(self) {}
    pub fn add(self) {}
    pub fn remove(self) {}
    pub fn append(self) {}
    pub fn upsert(self) {}
}

/// The trait that a key would need to be written like an item; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a key is not an item, and has nothing to put",
    label = "write `order.put()` or `order.create()`, with the item in front",
    note = "`key.update().upsert()` creates an item from the key and the fields that it sets"
)]
pub trait PutsAKey {}

#[doc(hidden)]
impl<T> Key<T>
where
    Self: PutsAKey,
{
    pub fn put(self) {}
    pub fn create(self) {}
    pub fn replace(self) {}
}
