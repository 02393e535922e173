//! The compile errors for methods of iterators on a read that was not sent.
//!
//! `Iterator` has methods of these names, too, and the compiler would list its bounds. So they are
//! found here, and fail afterwards.

use super::guessed::{Itself, never};
use super::unsent::{IsListed, Unsent};
use super::{Output, Query, QueryInfo, Scan, Scanned};
use crate::item::Item;

/// The trait that a collection would need to be made from a read that was not sent; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this operation was not sent, so there are no items to collect",
    label = "write `.all(&db).await?`, which returns a `Vec`",
    note = "an operation is a value, and does nothing until it is given the `Db`"
)]
pub trait CollectedUnsent {}

/// The trait that a number would need to be taken of a read.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a read has no `take`; it has a limit",
    label = "write `.limit(…)`",
    note = "`.first(&db)` returns one item"
)]
pub trait Limited {
    /// The read.
    type Read;
}

/// The trait that a number would need to be skipped in a read.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "DynamoDB has no offset; a read continues where a page ended",
    label = "write `.after(page.next)`, with the page before this one"
)]
pub trait Skipped {
    /// The read.
    type Read;
}

/// The trait that a `Db` would need to read the last item; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query has no `last`; the last item is the first in descending order",
    label = "write `.descending().first(&db)`"
)]
pub trait ReadLast {
    /// The future.
    type Sent;
}

// One by one: a macro would be part of the message.

#[doc(hidden)]
impl<Q: QueryInfo, O: Output<Q>> Query<Q, O> {
    pub fn map<B, F: FnMut(O::Item) -> B, N: IsListed>(self, change: F) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never((self, change))
    }

    pub fn for_each<F: FnMut(O::Item), N: IsListed>(self, visit: F) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never((self, visit))
    }

    pub fn fold<B, F: FnMut(B, O::Item) -> B, N: IsListed>(self, first: B, add: F) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never((self, first, add))
    }

    pub fn enumerate<N: IsListed>(self) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never(self)
    }

    #[expect(clippy::should_implement_trait, reason = "nothing can call it")]
    pub fn into_iter<N: IsListed>(self) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never(self)
    }

    #[expect(clippy::iter_not_returning_iterator, reason = "nothing can call it")]
    pub fn iter<N: IsListed>(&self) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never(self)
    }

    #[expect(clippy::should_implement_trait, reason = "nothing can call it")]
    pub fn next<N: IsListed>(&mut self) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never(self)
    }

    pub fn collect<C: CollectedUnsent>(self) -> C {
        never(self)
    }

    pub fn take<N: Limited>(self, count: N) -> N::Read {
        never((self, count))
    }

    pub fn skip<N: Skipped>(self, count: N) -> N::Read {
        never((self, count))
    }

    pub fn offset<N: Skipped>(self, count: N) -> N::Read {
        never((self, count))
    }
}

#[doc(hidden)]
impl<T: Item, O: Output<Scanned<T>>> Scan<T, O> {
    pub fn map<B, F: FnMut(O::Item) -> B, N: IsListed>(self, change: F) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never((self, change))
    }

    pub fn for_each<F: FnMut(O::Item), N: IsListed>(self, visit: F) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never((self, visit))
    }

    pub fn fold<B, F: FnMut(B, O::Item) -> B, N: IsListed>(self, first: B, add: F) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never((self, first, add))
    }

    pub fn enumerate<N: IsListed>(self) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never(self)
    }

    #[expect(clippy::should_implement_trait, reason = "nothing can call it")]
    pub fn into_iter<N: IsListed>(self) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never(self)
    }

    #[expect(clippy::iter_not_returning_iterator, reason = "nothing can call it")]
    pub fn iter<N: IsListed>(&self) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never(self)
    }

    #[expect(clippy::should_implement_trait, reason = "nothing can call it")]
    pub fn next<N: IsListed>(&mut self) -> N::Item
    where
        Unsent<Self>: Itself<N>,
    {
        never(self)
    }

    pub fn collect<C: CollectedUnsent>(self) -> C {
        never(self)
    }

    pub fn take<N: Limited>(self, count: N) -> N::Read {
        never((self, count))
    }

    pub fn skip<N: Skipped>(self, count: N) -> N::Read {
        never((self, count))
    }

    pub fn offset<N: Skipped>(self, count: N) -> N::Read {
        never((self, count))
    }
}

#[doc(hidden)]
impl<Q: QueryInfo, O> Query<Q, O> {
    pub fn last<D: ReadLast>(self, db: D) -> D::Sent {
        never((self, db))
    }
}
