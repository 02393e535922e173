//! The decoder: one type for both sources, so that a type's `Decode` is compiled once. Methods that
//! read scalars are neither generic nor inlined: inlining them gained little speed and cost most of
//! the compile time of a struct.

mod fields;
mod floats;
mod json;
mod leaf;
mod number;
mod order;
mod page;
mod skip;
mod text;
mod values;
mod whole;

use std::borrow::Cow;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

pub(super) use self::number::does_not_fit;

use self::json::Json;
use self::values::Values;
use super::kind::AttributeType;
use super::{Decode, DecodeError};

/// Reads attribute values, from DynamoDB JSON or from the SDK's `AttributeValue`s.
///
/// A [`Decode`] implementation reads exactly one value: a scalar, or a container up to its end.
/// Maps and items are read entry by entry in the order they come:
///
/// ```
/// use dynamo_runtime::{Decode, DecodeError, Decoder};
///
/// # fn main() -> Result<(), DecodeError> {
/// const NAMES: &[&str] = &["name", "born"];
/// let (mut name, mut born) = (None::<String>, None::<u16>);
///
/// let mut from = Decoder::json(br#"{"born":{"N":"1815"},"x":{"L":[]},"name":{"S":"Ada"}}"#)?;
/// from.begin_item()?;
/// while let Some(field) = from.next_field(NAMES)? {
///     match field {
///         0 => from.read_field(&mut name, NAMES[0])?,
///         1 => from.read_field(&mut born, NAMES[1])?,
///         _ => from.skip()?,
///     }
/// }
/// assert_eq!((name.as_deref(), born), (Some("Ada"), Some(1815)));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Decoder<'a> {
    source: Input<'a>,
}

#[derive(Debug)]
enum Input<'a> {
    Json(Json<'a>),
    Values(Values<'a>),
}

impl<'a> Decoder<'a> {
    /// Creates a decoder of DynamoDB JSON.
    ///
    /// # Errors
    /// Returns an error if the bytes are not UTF-8.
    pub fn json(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| DecodeError::custom(format_args!("malformed JSON: {error}")))?;
        Ok(Self {
            source: Input::Json(Json::new(text)),
        })
    }

    /// Creates a decoder of an SDK item, which is consumed without copying text.
    #[must_use]
    pub fn from_item(item: HashMap<String, AttributeValue>) -> Self {
        Self::from_value(AttributeValue::M(item))
    }

    /// Creates a decoder of a borrowed SDK item.
    pub(crate) fn of_item(item: &'a HashMap<String, AttributeValue>) -> Self {
        Self {
            source: Input::Values(Values::lent(item)),
        }
    }

    /// Creates a decoder of one SDK value.
    #[must_use]
    pub fn from_value(value: AttributeValue) -> Self {
        Self {
            source: Input::Values(Values::new(value)),
        }
    }

    /// Begins an item; read its attributes with [`next_field`](Self::next_field).
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn begin_item(&mut self) -> Result<(), DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.begin_item(),
            Input::Values(values) => values.begin_map(),
        }
    }

    /// Begins a map; read its entries with [`next_field`](Self::next_field).
    ///
    /// # Errors
    /// Returns an error if the value is not M.
    #[inline(never)]
    pub fn begin_map(&mut self) -> Result<(), DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.begin_map(),
            Input::Values(values) => values.begin_map(),
        }
    }

    /// Moves to the next attribute or entry and returns the index of its name in `names`, or
    /// `names.len()` for an unknown name. Returns `None` after the last one and closes the map.
    ///
    /// The value must be read, or skipped with [`skip`](Self::skip), before the next call.
    ///
    /// # Errors
    /// Returns an error if the text is malformed, or no map was begun.
    #[inline(never)]
    pub fn next_field(
        &mut self,
        names: &'static [&'static str],
    ) -> Result<Option<usize>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => match json.expected_field(names) {
                Some(index) => Ok(Some(index)),
                None => json.next_field(names),
            },
            Input::Values(values) => values.next_field(names),
        }
    }

    /// Moves to the next attribute or entry whose name is in `names` and returns its index there,
    /// skipping all others. Returns `None` after the last one and closes the map.
    ///
    /// SDK items are read in the order of `names`, others in their own order.
    ///
    /// # Errors
    /// The same as [`next_field`](Self::next_field).
    #[inline(never)]
    pub fn next_known(
        &mut self,
        names: &'static [&'static str],
    ) -> Result<Option<usize>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => match json.expected_field(names) {
                Some(index) if index < names.len() => Ok(Some(index)),
                unknown => json.next_known(unknown.is_some(), names),
            },
            Input::Values(values) => values.next_known(names),
        }
    }

    /// Returns the name of the attribute or entry that [`next_field`](Self::next_field) moved to.
    /// Call it before reading the value.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match &self.source {
            Input::Json(json) => json.name(),
            Input::Values(values) => values.name(),
        }
    }

    /// Moves to the next entry of a map and returns its name; `None` after the last one.
    ///
    /// # Errors
    /// Returns an error if the text is malformed, or no map was begun.
    pub fn next_name(&mut self) -> Result<Option<Cow<'_, str>>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.next_name(),
            Input::Values(values) => Ok(values.next_entry()?.then(|| values.name())),
        }
    }

    /// Reads the value into a field's slot. Errors have `name` at the front of their path.
    ///
    /// # Errors
    /// Returns the error of the type's `Decode`.
    pub fn read_field<T: Decode>(
        &mut self,
        slot: &mut Option<T>,
        name: &'static str,
    ) -> Result<(), DecodeError> {
        match T::decode(self) {
            Ok(value) => {
                *slot = Some(value);
                Ok(())
            }
            Err(error) => Err(error.at(name)),
        }
    }

    /// Begins a list; read its elements with [`next_element`](Self::next_element).
    ///
    /// # Errors
    /// Returns an error if the value is not L.
    #[inline(never)]
    pub fn begin_list(&mut self) -> Result<(), DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.begin_list(),
            Input::Values(values) => values.begin_list(),
        }
    }

    /// Begins a set; move through its elements with [`next_element`](Self::next_element) and read
    /// each like any text, number or bytes.
    ///
    /// # Errors
    /// Returns an error if the value is not of type `kind`, or that is not a set.
    #[inline(never)]
    pub fn begin_set(&mut self, kind: AttributeType) -> Result<(), DecodeError> {
        if kind.element().is_none() {
            return Err(DecodeError::because("only SS, NS and BS are sets"));
        }
        match &mut self.source {
            Input::Json(json) => json.begin_set(kind),
            Input::Values(values) => values.begin_set(kind),
        }
    }

    /// Moves to the next element of the list or set. Returns `false` after the last one and closes
    /// the list.
    ///
    /// # Errors
    /// Returns an error if the text is malformed, or no list was begun.
    #[inline(never)]
    pub fn next_element(&mut self) -> Result<bool, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.next_element(),
            Input::Values(values) => values.next_element(),
        }
    }

    /// Returns the type of the next value without consuming it.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn peek_type(&mut self) -> Result<AttributeType, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.peek_type(),
            Input::Values(values) => values.peek_type(),
        }
    }

    /// Returns whether the next value is null, without consuming it.
    ///
    /// # Errors
    /// Returns an error if there is none.
    #[inline(never)]
    pub fn is_null(&mut self) -> Result<bool, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.is_null(),
            Input::Values(values) => Ok(matches!(values.peek()?, AttributeValue::Null(_))),
        }
    }

    /// Reads text as an owned `String`.
    ///
    /// # Errors
    /// Returns an error if the value is not S.
    #[inline(never)]
    pub fn string(&mut self) -> Result<String, DecodeError> {
        match &mut self.source {
            Input::Json(json) => match json.short_text() {
                Some(text) => Ok(text.to_owned()),
                None => json.spelled_text(),
            },
            Input::Values(values) => values.string(),
        }
    }

    /// Reads text, borrowed from the JSON if it has no escapes.
    ///
    /// # Errors
    /// Returns an error if the value is not S.
    #[inline(never)]
    pub fn text(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.text(),
            Input::Values(values) => values.text(),
        }
    }

    /// Reads bytes.
    ///
    /// # Errors
    /// Returns an error if the value is not B.
    #[inline(never)]
    pub fn bytes(&mut self) -> Result<Vec<u8>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.bytes(),
            Input::Values(values) => values.bytes(),
        }
    }

    /// Reads a boolean.
    ///
    /// # Errors
    /// Returns an error if the value is not BOOL.
    #[inline(never)]
    pub fn boolean(&mut self) -> Result<bool, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.boolean(),
            Input::Values(values) => values.boolean(),
        }
    }

    /// Reads a null.
    ///
    /// # Errors
    /// Returns an error if the value is not NULL.
    #[inline(never)]
    pub fn null(&mut self) -> Result<(), DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.null().map(drop),
            Input::Values(values) => values.null(),
        }
    }

    /// Skips the next value, whatever it is.
    ///
    /// # Errors
    /// Returns an error if the text is malformed.
    #[inline]
    pub fn skip(&mut self) -> Result<(), DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.skip(),
            Input::Values(values) => values.skip(),
        }
    }
}
