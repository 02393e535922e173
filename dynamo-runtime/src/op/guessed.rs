//! The compile errors for methods that other libraries have.
//!
//! Each is there under a condition that never holds, and the condition says what to write. Its
//! result is unknown to the compiler, so that no other error follows.

use crate::db::Db;
use crate::field::Field;
use crate::op::bulk::Load;
use crate::op::{BatchGet, BatchWrite, Transact, TransactGet, Update};

/// The trait that a type would need for a `Db` to write it; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Db` does not write by itself; an item or a key makes the operation, and the `Db` sends it",
    label = "write `item.put().send(&db)`, with the item in front",
    note = "`put`, `create` and `replace` are methods of the item; `update`, `modify` and `delete` of its key, as in `Order::key(…).delete().send(&db)`"
)]
pub trait WrittenByDb {
    /// The operation.
    type Operation;
}

/// The trait that a type would need for a `Db` to read by it; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Db` does not read by itself; a key or a query makes the operation, and the `Db` sends it",
    label = "write `Order::key(…).get().send(&db)`, or `Order::query(…).all(&db)`",
    note = "`db.batch_get(keys)` reads many items by their keys"
)]
pub trait ReadByDb {
    /// The operation.
    type Operation;
}

/// The trait that a field would need to be asked like an `Option`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field is not an `Option` of this process; a condition asks whether its attribute exists",
    label = "write `.exists()` or `.not_exists()`"
)]
pub trait AskedLikeAnOption<'a> {
    /// The condition.
    type Condition;
}

/// The trait that a field would need to be asked like text.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field has no `starts_with`; DynamoDB calls it `begins_with`",
    label = "write `.begins_with(…)`"
)]
pub trait AskedLikeText<'a> {
    /// The condition.
    type Condition;
}

/// The trait that a `Db` would need to be given to an operation of its own; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this operation has its `Db` already, and is not sent to one",
    label = "write `.await` in place of `.send(…).await`"
)]
pub trait SentToADb {
    /// The future.
    type Sent;
}

/// The trait that an update would need to count by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update has no `increment`; DynamoDB calls it `add`",
    label = "write `.add(field, number)`"
)]
pub trait Incremented<'a> {
    /// The update.
    type Update;
}

// One by one: a macro would be part of the message.

impl<L> BatchGet<'_, L> {
    /// Fails to compile, with a hint to `.await`.
    #[doc(hidden)]
    pub fn send<D: SentToADb>(self, await_it_instead: D) -> D::Sent {
        never((self, await_it_instead))
    }
}

impl BatchWrite<'_> {
    /// Fails to compile, with a hint to `.await`.
    #[doc(hidden)]
    pub fn send<D: SentToADb>(self, await_it_instead: D) -> D::Sent {
        never((self, await_it_instead))
    }
}

impl<O> Transact<'_, O> {
    /// Fails to compile, with a hint to `.await`.
    #[doc(hidden)]
    pub fn send<D: SentToADb>(self, await_it_instead: D) -> D::Sent {
        never((self, await_it_instead))
    }
}

impl<R> TransactGet<'_, R> {
    /// Fails to compile, with a hint to `.await`.
    #[doc(hidden)]
    pub fn send<D: SentToADb>(self, await_it_instead: D) -> D::Sent {
        never((self, await_it_instead))
    }
}

impl<S> Load<'_, S> {
    /// Fails to compile, with a hint to `.await`.
    #[doc(hidden)]
    pub fn send<D: SentToADb>(self, await_it_instead: D) -> D::Sent {
        never((self, await_it_instead))
    }
}

impl<T, R> Update<T, R> {
    /// Fails to compile, with a hint to `add`.
    #[doc(hidden)]
    pub fn increment<'a>(
        self,
        field: impl Sized,
        by: impl Sized,
    ) -> <Self as Incremented<'a>>::Update
    where
        for<'b> Self: Incremented<'b>,
    {
        never((self, field, by))
    }
}

impl Db {
    /// Fails to compile, with a hint to `item.put()`.
    #[doc(hidden)]
    pub fn put<T: WrittenByDb>(&self, item: T) -> T::Operation {
        never(item)
    }

    /// Fails to compile, with a hint to `key.update()`.
    #[doc(hidden)]
    pub fn update<T: WrittenByDb>(&self, item: T) -> T::Operation {
        never(item)
    }

    /// Fails to compile, with a hint to `key.delete()`.
    #[doc(hidden)]
    pub fn delete<T: WrittenByDb>(&self, item: T) -> T::Operation {
        never(item)
    }

    /// Fails to compile, with a hint to `key.get()`.
    #[doc(hidden)]
    pub fn get<T: ReadByDb>(&self, key: T) -> T::Operation {
        never(key)
    }

    /// Fails to compile, with a hint to `Order::query(…)`.
    #[doc(hidden)]
    pub fn query<T: ReadByDb>(&self, key: impl Sized) -> T::Operation {
        never(key)
    }

    /// Fails to compile, with a hint to other reads.
    #[doc(hidden)]
    pub fn scan<T: ReadByDb>(&self) -> T::Operation {
        never(())
    }
}

impl<I, V, M> Field<I, V, M> {
    /// Fails to compile, with a hint to `not_exists`.
    #[doc(hidden)]
    pub fn is_none<'a>(&self) -> <Self as AskedLikeAnOption<'a>>::Condition
    where
        for<'b> Self: AskedLikeAnOption<'b>,
    {
        never(())
    }

    /// Fails to compile, with a hint to `exists`.
    #[doc(hidden)]
    pub fn is_some<'a>(&self) -> <Self as AskedLikeAnOption<'a>>::Condition
    where
        for<'b> Self: AskedLikeAnOption<'b>,
    {
        never(())
    }

    /// Fails to compile, with a hint to `begins_with`.
    #[doc(hidden)]
    pub fn starts_with<'a>(&self, text: impl Sized) -> <Self as AskedLikeText<'a>>::Condition
    where
        for<'b> Self: AskedLikeText<'b>,
    {
        never(text)
    }
}

/// The body of a method whose condition never holds.
pub(super) fn never<T>(_: impl Sized) -> T {
    unreachable!("nothing has the trait that this method requires")
}
