//! Sets: SS, NS and BS, by the type of their elements.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZero;
use std::sync::Arc;

use super::kind::AttributeType;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// A type that can be an element of a set: text, a number or bytes.
///
/// A type whose [`Encode`] writes one of these only needs to say which.
///
/// ```
/// use dynamo_runtime::codec::AttributeType;
/// use dynamo_runtime::{Decode, DecodeError, Decoder};
/// use dynamo_runtime::codec::SetElement;
/// use dynamo_runtime::{Encode, EncodeError, Encoder};
///
/// struct Tag(String);
///
/// impl Encode for Tag {
///     fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
///         to.string(&self.0)
///     }
/// }
///
/// impl Decode for Tag {
///     fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
///         from.string().map(Tag)
///     }
/// }
///
/// impl SetElement for Tag {
///     const SET: AttributeType = AttributeType::Ss;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a DynamoDB set",
    label = "sets hold texts, numbers or bytes",
    note = "store the field as a `Vec`, which becomes a list of any values"
)]
pub trait SetElement: Encode + Decode {
    /// The type of the set: SS, NS or BS.
    const SET: AttributeType;

    /// Writes the element: text, a number or bytes, as the set's type requires.
    ///
    /// # Errors
    /// The same as [`Encode::encode`].
    fn encode_element(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        self.encode(to)
    }

    /// Reads an element.
    ///
    /// # Errors
    /// The same as [`Decode::decode`].
    fn decode_element(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        Self::decode(from)
    }
}

macro_rules! elements {
    ($set:ident: $($ty:ty),* $(,)?) => {$(
        impl $crate::codec::SetElement for $ty {
            const SET: $crate::codec::AttributeType = $crate::codec::AttributeType::$set;
        }
    )*};
}
pub(super) use elements;

elements!(Ss: String, Box<str>, Arc<str>, Cow<'_, str>, char);
#[cfg(feature = "compact_str")]
elements!(Ss: compact_str::CompactString);
elements!(Ss: IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr);
elements!(Ns: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
elements!(Ns: NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>);
elements!(Ns: NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>);
elements!(Ns: NonZero<isize>, NonZero<usize>);

/// In a set, a `Vec<u8>` is a byte string; elsewhere it is a list of numbers.
#[diagnostic::do_not_recommend]
impl SetElement for Vec<u8> {
    const SET: AttributeType = AttributeType::Bs;

    fn encode_element(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.bytes(self)
    }

    fn decode_element(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.bytes()
    }
}

impl<T: SetElement, S> Encode for HashSet<T, S> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_set(self.iter(), to)
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T: SetElement> Encode for BTreeSet<T> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_set(self.iter(), to)
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T: SetElement + Eq + Hash, S: BuildHasher + Default> Decode for HashSet<T, S> {
    const EXPECTED: &'static str = T::SET.as_str();
    const OPTIONAL: bool = true;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        decode_set(from)
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

impl<T: SetElement + Ord> Decode for BTreeSet<T> {
    const EXPECTED: &'static str = T::SET.as_str();
    const OPTIONAL: bool = true;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        decode_set(from)
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

fn encode_set<'v, T: SetElement + 'v>(
    elements: impl ExactSizeIterator<Item = &'v T>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    to.begin_set(T::SET, elements.len())?;
    for element in elements {
        to.element_with(|to| element.encode_element(to))?;
    }
    to.end_set()
}

fn decode_set<T: SetElement, C: Default + Extend<T>>(
    from: &mut Decoder<'_>,
) -> Result<C, DecodeError> {
    from.begin_set(T::SET)?;
    let mut elements = C::default();
    let mut index = 0;
    while from.next_element()? {
        let element = T::decode_element(from).map_err(|error| error.at_index(index))?;
        elements.extend([element]);
        index += 1;
    }
    Ok(elements)
}
