//! Maps with keys of one type and values of another, stored as M.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use super::list::nones_inside;
use super::text::other_text;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// A type that can be the key of a stored map, whose keys are text.
///
/// Different keys must have different texts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a DynamoDB map",
    label = "keys of a map are text",
    note = "implement `MapKey` for it, or store the field as a `Vec` of pairs"
)]
pub trait MapKey: Sized {
    /// Returns the key's text.
    fn to_key(&self) -> Cow<'_, str>;

    /// Reads the key back from its text.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid key.
    fn from_key(text: Cow<'_, str>) -> Result<Self, DecodeError>;
}

macro_rules! text_keys {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl MapKey for $ty {
            fn to_key(&self) -> Cow<'_, str> {
                Cow::Borrowed(self)
            }

            fn from_key(text: Cow<'_, str>) -> Result<Self, DecodeError> {
                Ok(text.into())
            }
        }
    )*};
}

text_keys!(String, Box<str>, Arc<str>);
#[cfg(feature = "compact_str")]
text_keys!(compact_str::CompactString);

#[diagnostic::do_not_recommend]
impl MapKey for Cow<'_, str> {
    fn to_key(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }

    fn from_key(text: Cow<'_, str>) -> Result<Self, DecodeError> {
        Ok(Cow::Owned(text.into_owned()))
    }
}

/// Implements the trait for keys written with `Display` and read with `FromStr`.
macro_rules! displayed_keys {
    ($expected:literal: $($ty:ty),*) => {$(
        impl $crate::codec::MapKey for $ty {
            fn to_key(&self) -> std::borrow::Cow<'_, str> {
                std::borrow::Cow::Owned(self.to_string())
            }

            fn from_key(
                text: std::borrow::Cow<'_, str>,
            ) -> Result<Self, $crate::codec::DecodeError> {
                text.parse().map_err(|_| $crate::codec::map::other_key($expected, &text))
            }
        }
    )*};
}
#[cfg(feature = "chrono")]
pub(super) use displayed_keys;

displayed_keys!("a whole number": i8, i16, i32, i64, i128, isize);
displayed_keys!("a whole number": u8, u16, u32, u64, u128, usize);
displayed_keys!("true or false": bool);
displayed_keys!("one character": char);
displayed_keys!("an IP address": IpAddr, Ipv4Addr, Ipv6Addr);
displayed_keys!("a socket address": SocketAddr);

#[cold]
pub(super) fn other_key(expected: &'static str, found: &str) -> DecodeError {
    other_text(format!("{expected} as the key"), found)
}

impl<K: MapKey, V: Encode, S> Encode for HashMap<K, V, S> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_map(self.iter(), to)
    }
}

impl<K: MapKey, V: Encode> Encode for BTreeMap<K, V> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_map(self.iter(), to)
    }
}

impl<K: MapKey + Eq + Hash, V: Decode, S: BuildHasher + Default> Decode for HashMap<K, V, S> {
    const EXPECTED: &'static str = "M";
    const NONES: u8 = nones_inside(V::NONES);

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        decode_map(from)
    }
}

impl<K: MapKey + Ord, V: Decode> Decode for BTreeMap<K, V> {
    const EXPECTED: &'static str = "M";
    const NONES: u8 = nones_inside(V::NONES);

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        decode_map(from)
    }
}

fn encode_map<'m, K: MapKey + 'm, V: Encode + 'm>(
    entries: impl ExactSizeIterator<Item = (&'m K, &'m V)>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    to.begin_map(entries.len())?;
    for (key, value) in entries {
        // The keys are part of a map's content, so none is left out: `None` is NULL here.
        to.map_entry_with(&key.to_key(), |to| value.encode(to))?;
    }
    to.end_map()
}

fn decode_map<K: MapKey, V: Decode, C: Default + Extend<(K, V)>>(
    from: &mut Decoder<'_>,
) -> Result<C, DecodeError> {
    from.begin_map()?;
    let mut entries = C::default();
    while let Some(name) = from.next_name()? {
        let name = name.into_owned();
        let value = V::decode(from).map_err(DecodeError::at_entry)?;
        let key = K::from_key(Cow::Owned(name))?;
        entries.extend([(key, value)]);
    }
    Ok(entries)
}
