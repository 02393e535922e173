//! The words for a `Db`.

use crate::db::Db;
use crate::op::guessed::{Itself, WrittenByDb, never};

/// The trait that a type would need to have the methods of the SDK's client; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Db` has no methods of the SDK; an item or a key makes the operation, and the `Db` sends it",
    label = "write `order.put().send(&db)`, `Order::key(…).get().send(&db)`, or `update` and `delete` of the key",
    note = "`db.client()` is the SDK's client"
)]
pub trait CalledLikeTheSdk {
    /// The request.
    type Request;
}

#[doc(hidden)]
impl Db {
    pub fn get_item<N: CalledLikeTheSdk>(&self) -> N::Request
    where
        Self: Itself<N>,
    {
        never(())
    }

    pub fn put_item<N: CalledLikeTheSdk>(&self) -> N::Request
    where
        Self: Itself<N>,
    {
        never(())
    }

    pub fn update_item<N: CalledLikeTheSdk>(&self) -> N::Request
    where
        Self: Itself<N>,
    {
        never(())
    }

    pub fn delete_item<N: CalledLikeTheSdk>(&self) -> N::Request
    where
        Self: Itself<N>,
    {
        never(())
    }

    pub fn batch_get_item<N: CalledLikeTheSdk>(&self) -> N::Request
    where
        Self: Itself<N>,
    {
        never(())
    }

    pub fn batch_write_item<N: CalledLikeTheSdk>(&self) -> N::Request
    where
        Self: Itself<N>,
    {
        never(())
    }

    pub fn transact_write_items<N: CalledLikeTheSdk>(&self) -> N::Request
    where
        Self: Itself<N>,
    {
        never(())
    }

    pub fn transact_get_items<N: CalledLikeTheSdk>(&self) -> N::Request
    where
        Self: Itself<N>,
    {
        never(())
    }
}

#[doc(hidden)]
impl Db {
    pub fn create<T: WrittenByDb>(&self, item: T) -> T::Operation {
        never(item)
    }

    pub fn insert<T: WrittenByDb>(&self, item: T) -> T::Operation {
        never(item)
    }

    pub fn insert_many<T: WrittenByDb>(&self, items: T) -> T::Operation {
        never(items)
    }

    pub fn put_all<T: WrittenByDb>(&self, items: T) -> T::Operation {
        never(items)
    }

    pub fn save<T: WrittenByDb>(&self, item: T) -> T::Operation {
        never(item)
    }

    pub fn upsert<T: WrittenByDb>(&self, item: T) -> T::Operation {
        never(item)
    }
}
