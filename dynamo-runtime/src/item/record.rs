//! The trait of everything read from a table or an index.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::codec::{DecodeError, Decoder};
use crate::error::Error;
use crate::key::{Components, KeyValue};
use crate::op::{KeyChecks, Keys};

/// Something read from a table or an index: an item, or the part of one that an index projects.
pub trait Record: Components + Sized + 'static {
    /// The type's name, for errors.
    const NAME: &'static str;

    /// Decodes the attributes of one record.
    ///
    /// # Errors
    ///
    /// Returns an error if an attribute is missing or does not fit the field's type.
    #[doc(hidden)]
    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError>;

    /// Decodes a record, and keeps the key attributes that are not its fields.
    #[doc(hidden)]
    fn decode_with(from: &mut Decoder<'_>, keys: &mut Keys) -> Result<Self, DecodeError> {
        let _ = keys;
        Self::decode(from)
    }

    /// Whether it was read but is of another type, and so left out.
    #[doc(hidden)]
    fn is_foreign(&self) -> bool {
        false
    }

    /// Whether it is in the ranges of a query.
    #[doc(hidden)]
    fn is_within(&self, checks: &KeyChecks) -> bool {
        checks.hold(0, self)
    }

    /// The primary key it was found under, if that is not always the one its fields build.
    #[doc(hidden)]
    fn found_key(&self) -> Option<(&KeyValue, Option<&KeyValue>)> {
        None
    }

    /// Refuses an item that is stored as another type.
    #[doc(hidden)]
    fn check_type(item: &HashMap<String, AttributeValue>) -> Result<(), Error> {
        let _ = item;
        Ok(())
    }

    /// Decodes an item that the SDK has already read: a stream's image, or the response to your own
    /// request.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Decode`] if an attribute is missing or does not fit the field's type,
    /// [`Error::OtherType`] if the item is stored as another type.
    fn from_item(item: HashMap<String, AttributeValue>) -> Result<Self, Error> {
        Self::check_type(&item)?;
        let mut decoder = Decoder::from_item(item);
        Self::decode(&mut decoder).map_err(|error| Error::decode(Self::NAME, error))
    }
}

/// Decodes a borrowed item: like [`Record::from_item`], without copying it.
pub(crate) fn decoded<T: Record>(item: &HashMap<String, AttributeValue>) -> Result<T, Error> {
    T::check_type(item)?;
    T::decode(&mut Decoder::of_item(item)).map_err(|error| Error::decode(T::NAME, error))
}
