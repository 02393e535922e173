//! Versions: numbers that count the writes of an item, to detect stale copies.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::codec::EncodeError;
use crate::error::Error;
use crate::expr::exhausted;

/// A number that counts the writes of an item, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a `version`",
    label = "expected a whole number of at least 16 bits, or an `Option` of one"
)]
pub trait Version: Sized + Send + Sync {
    /// Evaluated for the field's type.
    #[doc(hidden)]
    const IS_VERSION: () = ();

    /// Returns the next version; `None` if the type cannot hold it.
    fn next(&self) -> Option<Self>;

    /// Returns the last version that the type can hold.
    fn last() -> Self;

    /// Whether the item was never written: `None` or zero.
    fn is_unset(&self) -> bool;
}

macro_rules! version {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Version for $ty {
            fn next(&self) -> Option<Self> {
                self.checked_add(1)
            }

            fn last() -> Self {
                Self::MAX
            }

            fn is_unset(&self) -> bool {
                *self == 0
            }
        }
    )*};
}

version!(u16, u32, u64, u128, usize, i16, i32, i64, i128);

#[diagnostic::do_not_recommend]
impl<T: Version + Default> Version for Option<T> {
    fn next(&self) -> Option<Self> {
        let next = match self {
            Some(version) => version.next(),
            None => T::default().next(),
        };
        next.map(Some)
    }

    fn last() -> Self {
        Some(T::last())
    }

    fn is_unset(&self) -> bool {
        self.as_ref().is_none_or(Version::is_unset)
    }
}

/// The version a write expects to find.
pub(crate) struct Guard {
    pub(crate) attribute: &'static str,
    /// `None` if the item must not have been written yet.
    pub(crate) expected: Result<Option<AttributeValue>, EncodeError>,
    /// Whether the type cannot hold a later version.
    pub(crate) exhausted: bool,
}

impl Guard {
    /// Refuses to write a version after the last one.
    pub(crate) fn counting(self, item: &'static str) -> Result<Self, Error> {
        if self.exhausted {
            let error = EncodeError::custom(exhausted(self.attribute));
            return Err(Error::encode(item, error));
        }
        Ok(self)
    }
}
