//! The compile errors for operations that were not sent: `.await` on one, and a loop over one.
//!
//! Awaiting a type that is no future makes the compiler advise to remove `.await`. Each operation
//! is therefore a future under a condition that never holds, and the condition says to send it. In
//! the same way, one that reads many items is an iterator.

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::bulk::{Backfill, DeletePartition, ParallelScan};
use super::{
    Delete, Exists, Get, Hydrate, HydrateSearch, ItemStream, Lookup, Modify, Put, Query, QueryInfo,
    Scan, Search, Update,
};
use crate::key::Key;

/// An operation that was not sent.
#[doc(hidden)]
pub struct Unsent<O>(PhantomData<O>);

/// Holds for no operation.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this operation was not sent, so there is nothing to wait for",
    label = "write `.send(&db).await`",
    note = "an operation is a value, and does nothing until it is given the `Db`"
)]
pub trait IsSent {
    /// The output of waiting for it. As it is unknown, no other error follows.
    type Answer;
}

/// Holds for no operation that reads many items.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this operation was not sent, so there is nothing to wait for",
    label = "write `.all(&db).await` for all items, or `.send(&db).await` for one page",
    note = "an operation is a value, and does nothing until it is given the `Db`"
)]
pub trait IsRead {
    /// As [`IsSent::Answer`].
    type Answer;
}

/// Holds for no key.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a key is not an operation, so there is nothing to wait for",
    label = "write `.get().send(&db).await`, or another operation in place of `get`"
)]
pub trait IsOperation {
    /// As [`IsSent::Answer`].
    type Answer;
}

/// Holds for no operation.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this operation was not sent, so there are no items to iterate over",
    label = "write `.all(&db).await?`, which returns a `Vec`",
    note = "an operation is a value, and does nothing until it is given the `Db`"
)]
pub trait IsListed {
    /// As [`IsSent::Answer`].
    type Item;
}

/// Holds for no stream.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a stream is waited for item by item, which a `for` loop cannot do",
    label = "write `while let Some(item) = stream.next().await`",
    note = "`.all(&db).await?` in place of `.stream(&db)?` returns a `Vec`"
)]
pub trait IsWaitedFor {
    /// As [`IsSent::Answer`].
    type Item;
}

macro_rules! never_iterators {
    ($([$($generics:tt)*] $ty:ty: $condition:ident;)*) => {
        $(
            #[doc(hidden)]
            impl<$($generics)*> Iterator for $ty
            where
                Unsent<Self>: $condition,
            {
                type Item = <Unsent<Self> as $condition>::Item;

                fn next(&mut self) -> Option<Self::Item> {
                    unreachable!("the condition of this impl never holds")
                }
            }
        )*
    };
}

never_iterators! {
    [Q: QueryInfo, O] Query<Q, O>: IsListed;
    [T, O] Scan<T, O>: IsListed;
    [T] ItemStream<T>: IsWaitedFor;
}

macro_rules! never_futures {
    ($([$($generics:tt)*] $ty:ty: $condition:ident;)*) => {
        $(
            #[doc(hidden)]
            impl<$($generics)*> Future for $ty
            where
                Unsent<Self>: $condition,
            {
                type Output = <Unsent<Self> as $condition>::Answer;

                fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
                    unreachable!("the condition of this impl never holds")
                }
            }
        )*
    };
}

never_futures! {
    [T] Key<T>: IsOperation;
    [T, O] Get<T, O>: IsSent;
    [T] Exists<T>: IsSent;
    [T] Lookup<T>: IsSent;
    [Q: QueryInfo, O] Query<Q, O>: IsRead;
    [Q: QueryInfo] Hydrate<Q>: IsRead;
    [Q: QueryInfo, O] Search<Q, O>: IsSent;
    [Q: QueryInfo] HydrateSearch<Q>: IsSent;
    [T, O] Scan<T, O>: IsRead;
    [T, O] ParallelScan<T, O>: IsRead;
    [T, R] Put<'_, T, R>: IsSent;
    [T, R] Update<T, R>: IsSent;
    [T, R] Delete<T, R>: IsSent;
    [T, F] Modify<T, F>: IsSent;
    [T] Backfill<T>: IsSent;
    [Q: QueryInfo] DeletePartition<Q>: IsSent;
}
