//! The steps of generated decoders.

use std::fmt::Display;

use crate::codec::{Decode, DecodeError, Decoder};

/// The variant name of a data enum, read ahead of the rest of its map.
pub fn tag(from: &mut Decoder<'_>, tag: &str) -> Result<String, DecodeError> {
    match from.peek_entry(tag)? {
        Some(name) => Ok(name.into_owned()),
        None => Err(DecodeError::missing(tag)),
    }
}

#[must_use]
pub fn unknown_variant(tag: &str, expected: &'static str) -> DecodeError {
    DecodeError::new(expected, "another text").at(tag)
}

/// The outcome of reading the value of a name. An error has the name at the front of its path.
#[inline]
pub fn read_at(
    read: Result<(), DecodeError>,
    names: &[&'static str],
    field: usize,
) -> Result<(), DecodeError> {
    match (read, names.get(field)) {
        (Err(error), Some(name)) => Err(error.at(name)),
        (read, _) => read,
    }
}

/// Why a field has no value: the error of the first field that lacks one.
pub struct Fault(Option<DecodeError>);

impl Fault {
    #[inline]
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    /// The value, if there is one.
    #[inline]
    pub fn unless<T>(&mut self, value: Result<T, DecodeError>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                self.keep(error);
                None
            }
        }
    }

    #[cold]
    fn keep(&mut self, error: DecodeError) {
        match &mut self.0 {
            Some(first) => first.keep(&error),
            none => *none = Some(error),
        }
    }

    /// The error, if a field has no value.
    #[cold]
    pub fn into_result<T>(self) -> Result<T, DecodeError> {
        match self.0 {
            Some(error) => Err(error),
            None => unreachable!("every field without a value leaves a fault"),
        }
    }
}

/// Reads a value through the `decode` of a module.
pub fn decode_with<D: Decode, T, E: Display>(
    from: &mut Decoder<'_>,
    decode: fn(D) -> Result<T, E>,
) -> Result<T, DecodeError> {
    decode(D::decode(from)?).map_err(DecodeError::custom)
}

/// Whether a field that is read by a function may be missing.
#[must_use]
pub const fn is_optional_with<D: Decode, T, E>(_: fn(D) -> Result<T, E>) -> bool {
    D::OPTIONAL
}

pub fn read_with<D: Decode, T, E: Display>(
    from: &mut Decoder<'_>,
    slot: &mut Option<T>,
    decode: fn(D) -> Result<T, E>,
) -> Result<(), DecodeError> {
    *slot = Some(decode_with(from, decode)?);
    Ok(())
}

pub fn required_with<D: Decode, T, E: Display>(
    slot: Option<T>,
    name: &'static str,
    decode: fn(D) -> Result<T, E>,
) -> Result<T, DecodeError> {
    match (slot, D::absent()) {
        (Some(value), _) => Ok(value),
        (None, Some(stored)) => decode(stored).map_err(|error| DecodeError::custom(error).at(name)),
        (None, None) => Err(DecodeError::missing(name)),
    }
}

/// The value that a missing attribute means to the `decode` of a module.
pub fn absent_with<D: Decode, T, E: Display>(
    decode: fn(D) -> Result<T, E>,
) -> Result<Option<T>, DecodeError> {
    D::absent()
        .map(decode)
        .transpose()
        .map_err(DecodeError::custom)
}
