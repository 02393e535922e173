//! The compile errors for methods that other libraries have.
//!
//! Each is there under a condition that never holds, and the condition says what to write. Either the
//! condition is that of a whole block, and no method is found; or the method is found, and its result
//! is unknown to the compiler. In both cases no other error follows.

use crate::db::Db;
use crate::op::bulk::Load;
use crate::op::{BatchGet, BatchWrite, Transact, TransactGet};

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

/// The trait that an operation would need for a `Db` to send it; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Db` does not take an operation; the operation takes the `Db`",
    label = "write `order.put().send(&db)`, with the operation in front"
)]
pub trait SentByDb {
    /// The future.
    type Sent;
}

/// The trait that a type would need to be part of an open transaction; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a transaction is one request with all its operations; it is not begun and committed",
    label = "write `db.transact((order.put(), …)).await`, or `db.transact_get((key.get(), …)).await`"
)]
pub trait InAnOpenTransaction {
    /// The future.
    type Sent;
}

/// The trait that a list would need to be a batch of one kind of write; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "there is one batch for puts and deletes, `batch_write`",
    label = "write `db.batch_write(…)`, with a list of `order.put()`, `order.delete()` or `key.delete()`"
)]
pub trait BatchOfOneKind {
    /// The batch.
    type Batch;
}

/// The trait that a name would need to stand for a table; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Db` has no operations on a table by its name; an item type knows its table",
    label = "write `Order::key(…).get().send(&db)`, or `Order::query(…).all(&db)`"
)]
pub trait NamesATable {
    /// The table.
    type Table;
}

/// The trait that a table would need to be dropped by another name; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Db` has no `drop_table`; DynamoDB calls it `delete_table`",
    label = "write `db.delete_table::<{Self}>()`"
)]
pub trait DroppedByDb {
    /// The future.
    type Dropped;
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

#[doc(hidden)]
impl Db {
    pub fn send<O: SentByDb>(&self, operation: O) -> O::Sent {
        never(operation)
    }

    pub fn execute<O: SentByDb>(&self, operation: O) -> O::Sent {
        never(operation)
    }

    pub fn begin<N: InAnOpenTransaction>(&self) -> N::Sent
    where
        Self: Itself<N>,
    {
        never(())
    }

    // The closure is typed, so that what it does compiles.
    pub fn transaction<F, R, N: InAnOpenTransaction>(&self, operations: F) -> N::Sent
    where
        F: AsyncFnOnce(&Self) -> R,
        Self: Itself<N>,
    {
        never(operations)
    }

    pub fn batch_delete<L: BatchOfOneKind>(&self, writes: L) -> L::Batch {
        never(writes)
    }

    pub fn batch_put<L: BatchOfOneKind>(&self, writes: L) -> L::Batch {
        never(writes)
    }

    pub fn table<N: NamesATable>(&self, name: N) -> N::Table {
        never(name)
    }

    pub fn drop_table<T: DroppedByDb>(&self) -> T::Dropped {
        never(())
    }
}

/// The type itself. A method with the parameter `N` and the bounds `Self: Itself<N>, N: Hint` is found,
/// and then fails with the message of `Hint`: nothing but `Self` can be `N`.
#[doc(hidden)]
pub trait Itself<N> {}

impl<T> Itself<T> for T {}

/// The body of a method whose condition never holds.
pub(super) fn never<T>(_: impl Sized) -> T {
    unreachable!("nothing has the trait that this method requires")
}
