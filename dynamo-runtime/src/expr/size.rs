//! The size of an attribute, and which types have one.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;

use super::condition::{Condition, Node, exchanged};
use super::{AttrPath, Element};
use crate::codec::Binary;
use crate::field::{Own, Serde};

/// A type that has a size in DynamoDB: text, bytes, sets, lists and maps, but not numbers or
/// `bool`.
///
/// Derived with `Attribute`; implement it beside [`Encode`](crate::Encode) for your own type if it
/// is stored as one of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no size in DynamoDB",
    label = "text, bytes, sets, lists, maps and structs have a size",
    note = "compare the value itself with `eq`, `lt`, `gt` or `between`"
)]
pub trait HasSize {}

macro_rules! sized {
    ($($ty:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl HasSize for $ty {}
    )*};
}

sized!(str, String, char, IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr);
sized!(Binary, Blob, AttributeValue);
#[cfg(feature = "bytes")]
sized!(::bytes::Bytes);
#[cfg(feature = "uuid")]
sized!(::uuid::Uuid);
#[cfg(feature = "chrono")]
sized!(
    ::chrono::DateTime<::chrono::Utc>,
    ::chrono::DateTime<::chrono::FixedOffset>,
    ::chrono::NaiveDate,
    ::chrono::NaiveDateTime,
    ::chrono::NaiveTime,
);
#[cfg(feature = "time")]
sized!(
    ::time::OffsetDateTime,
    ::time::PrimitiveDateTime,
    ::time::Date,
    ::time::Time,
);

#[diagnostic::do_not_recommend]
impl<T> HasSize for [T] {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> HasSize for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T> HasSize for Vec<T> {}
#[diagnostic::do_not_recommend]
impl<T> HasSize for VecDeque<T> {}
#[diagnostic::do_not_recommend]
impl<T, S> HasSize for HashSet<T, S> {}
#[diagnostic::do_not_recommend]
impl<T> HasSize for BTreeSet<T> {}
#[diagnostic::do_not_recommend]
impl<K, V, S> HasSize for HashMap<K, V, S> {}
#[diagnostic::do_not_recommend]
impl<K, V> HasSize for BTreeMap<K, V> {}
#[diagnostic::do_not_recommend]
impl<T: HasSize> HasSize for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: HasSize + ?Sized> HasSize for Box<T> {}
#[diagnostic::do_not_recommend]
impl<T: HasSize + ?Sized> HasSize for Arc<T> {}
#[diagnostic::do_not_recommend]
impl<B: HasSize + ToOwned + ?Sized> HasSize for Cow<'_, B> {}

macro_rules! sized_tuples {
    ($first:ident $($ty:ident)+) => {
        #[diagnostic::do_not_recommend]
        impl<$first, $($ty),+> HasSize for ($first, $($ty),+) {}
        sized_tuples!($($ty)+);
    };
    ($last:ident) => {};
}

sized_tuples!(A B C D E F);

/// A codec under which a value of type `V` has a size. That is known only of the type's own codec;
/// a module or serde may store anything.
pub trait SizeCodec<V> {}

impl<V: HasSize> SizeCodec<V> for Own {}
impl<V: HasSize> SizeCodec<V> for Element {}
impl<V> SizeCodec<V> for Serde {}

/// The size of an attribute, to compare.
#[must_use = "a size does nothing until it is compared"]
pub struct Size<I, M> {
    path: AttrPath,
    marker: PhantomData<fn() -> (I, M)>,
}

impl<I, M> Size<I, M> {
    pub(super) fn new(path: AttrPath) -> Self {
        Self {
            path,
            marker: PhantomData,
        }
    }

    fn compare(self, operator: &'static str, size: usize) -> Condition<I, M> {
        Condition::new(Node::Size(self.path, operator, size))
    }

    /// Holds if the size is equal to `size`.
    pub fn eq(self, size: usize) -> Condition<I, M> {
        self.compare("=", size)
    }

    /// Holds if the size is not equal to `size`.
    pub fn ne(self, size: usize) -> Condition<I, M> {
        self.compare("<>", size)
    }

    /// Holds if the size is less than `size`.
    pub fn lt(self, size: usize) -> Condition<I, M> {
        self.compare("<", size)
    }

    /// Holds if the size is at most `size`.
    pub fn le(self, size: usize) -> Condition<I, M> {
        self.compare("<=", size)
    }

    /// Holds if the size is greater than `size`.
    pub fn gt(self, size: usize) -> Condition<I, M> {
        self.compare(">", size)
    }

    /// Holds if the size is at least `size`.
    pub fn ge(self, size: usize) -> Condition<I, M> {
        self.compare(">=", size)
    }

    /// Holds if the size is between two sizes, both included.
    pub fn between(self, low: usize, high: usize) -> Condition<I, M> {
        Condition::new(if low > high {
            Node::Invalid(exchanged())
        } else {
            Node::SizeBetween(self.path, low, high)
        })
    }
}
