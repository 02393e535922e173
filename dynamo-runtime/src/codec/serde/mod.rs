//! The bridge for types that only implement serde: structs become M, unit variants S, data variants
//! M with one entry, sequences L, bytes B, `None` and unit NULL.

mod access;
mod de;
mod error;
mod key_de;
mod key_ser;
mod probe;
mod ser;

use ::serde::Serialize;
use ::serde::de::DeserializeOwned;

use self::de::ValueDeserializer;
use self::probe::{Missing, Probe};
use self::ser::{SerState, ValueSerializer};
use super::{DecodeError, Decoder, EncodeError, Encoder};

/// Writes any serde type as one value.
///
/// # Errors
/// Returns an error if DynamoDB cannot store the value, or its `Serialize` fails. The latter's
/// message is not repeated, since it may contain stored values.
pub fn serde_encode<T: Serialize + ?Sized>(value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
    match value.serialize(ValueSerializer { to })? {
        SerState::Value => Ok(()),
        SerState::Nothing => to.null(),
    }
}

/// Returns whether a value serialises as `None`, so that its attribute is left out.
pub(crate) fn serde_is_absent<T: Serialize + ?Sized>(value: &T) -> bool {
    value.serialize(Probe).is_ok()
}

/// Reads one value into any serde type. Sets are read as sequences, B as bytes.
///
/// # Errors
/// Returns an error if the stored value is of another type, or its `Deserialize` fails. The
/// latter's message is not repeated, since it may contain stored values.
pub fn serde_decode<T: DeserializeOwned>(from: &mut Decoder<'_>) -> Result<T, DecodeError> {
    Ok(T::deserialize(ValueDeserializer { from })?)
}

/// Returns the value that a missing attribute means: `Some(None)` for an `Option`, `None` (it is
/// required) for anything else.
#[must_use]
pub(crate) fn serde_absent<T: DeserializeOwned>() -> Option<T> {
    T::deserialize(Missing).ok()
}
