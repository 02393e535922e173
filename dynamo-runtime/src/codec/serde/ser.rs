//! serde's serializer over the encoder.

use ::serde::ser::{self, Serialize, Serializer};

use super::error::SerError;
use super::key_ser::KeySerializer;
use crate::codec::{EncodeError, Encoder};

pub(super) struct ValueSerializer<'e> {
    pub(super) to: &'e mut Encoder,
}

/// The outcome of writing a value. `None` writes nothing: a struct leaves it out, anything else
/// writes NULL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SerState {
    Value,
    Nothing,
}

type SerResult = Result<SerState, SerError>;

macro_rules! leaves {
    ($($method:ident($ty:ty) => $write:ident as $wide:ty;)*) => {$(
        fn $method(self, value: $ty) -> SerResult {
            written(self.to.$write(<$wide>::from(value)))
        }
    )*};
}

impl<'e> Serializer for ValueSerializer<'e> {
    type Ok = SerState;
    type Error = SerError;
    type SerializeSeq = ElementSerializer<'e>;
    type SerializeTuple = ElementSerializer<'e>;
    type SerializeTupleStruct = ElementSerializer<'e>;
    type SerializeTupleVariant = ElementSerializer<'e>;
    type SerializeMap = EntrySerializer<'e>;
    type SerializeStruct = EntrySerializer<'e>;
    type SerializeStructVariant = EntrySerializer<'e>;

    leaves! {
        serialize_bool(bool) => boolean as bool;
        serialize_i8(i8) => i64 as i64;
        serialize_i16(i16) => i64 as i64;
        serialize_i32(i32) => i64 as i64;
        serialize_i64(i64) => i64 as i64;
        serialize_i128(i128) => i128 as i128;
        serialize_u8(u8) => u64 as u64;
        serialize_u16(u16) => u64 as u64;
        serialize_u32(u32) => u64 as u64;
        serialize_u64(u64) => u64 as u64;
        serialize_u128(u128) => u128 as u128;
        serialize_f32(f32) => f32 as f32;
        serialize_f64(f64) => f64 as f64;
        serialize_str(&str) => string as &str;
        serialize_bytes(&[u8]) => bytes as &[u8];
    }

    fn serialize_char(self, value: char) -> SerResult {
        written(self.to.string(value.encode_utf8(&mut [0; 4])))
    }

    fn serialize_none(self) -> SerResult {
        Ok(SerState::Nothing)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> SerResult {
        value.serialize(self)
    }

    fn serialize_unit(self) -> SerResult {
        written(self.to.null())
    }

    fn serialize_unit_struct(self, _: &'static str) -> SerResult {
        written(self.to.null())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> SerResult {
        written(self.to.string(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> SerResult {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> SerResult {
        self.to.begin_map(1)?;
        self.to
            .entry_with(variant, |to| serialize_or_null(value, to))?;
        written(self.to.end_map())
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<ElementSerializer<'e>, SerError> {
        ElementSerializer::begin(self.to, len.unwrap_or(0))
    }

    fn serialize_tuple(self, len: usize) -> Result<ElementSerializer<'e>, SerError> {
        ElementSerializer::begin(self.to, len)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<ElementSerializer<'e>, SerError> {
        ElementSerializer::begin(self.to, len)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ElementSerializer<'e>, SerError> {
        self.to.begin_map(1)?;
        self.to.begin_entry(variant)?;
        let elements = ElementSerializer::begin(self.to, len)?;
        Ok(ElementSerializer {
            variant: Some(variant),
            ..elements
        })
    }

    fn serialize_map(self, len: Option<usize>) -> Result<EntrySerializer<'e>, SerError> {
        EntrySerializer::begin(self.to, len.unwrap_or(0))
    }

    fn serialize_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<EntrySerializer<'e>, SerError> {
        EntrySerializer::begin(self.to, len)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<EntrySerializer<'e>, SerError> {
        self.to.begin_map(1)?;
        self.to.begin_entry(variant)?;
        let entries = EntrySerializer::begin(self.to, len)?;
        Ok(EntrySerializer {
            variant: Some(variant),
            ..entries
        })
    }
}

/// A list being written; for a variant, also the entry and the map around it.
pub(super) struct ElementSerializer<'e> {
    to: &'e mut Encoder,
    variant: Option<&'static str>,
}

impl<'e> ElementSerializer<'e> {
    fn begin(to: &'e mut Encoder, len: usize) -> Result<Self, SerError> {
        to.begin_list(len)?;
        Ok(Self { to, variant: None })
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerError> {
        let written = self.to.element_with(|to| serialize_or_null(value, to));
        written.map_err(|error| within(self.variant, error))
    }

    fn finish(self) -> SerResult {
        self.to.end_list()?;
        if self.variant.is_some() {
            self.to.end_map()?;
        }
        Ok(SerState::Value)
    }
}

macro_rules! elements {
    ($($name:ident, $push:ident;)*) => {$(
        impl ser::$name for ElementSerializer<'_> {
            type Ok = SerState;
            type Error = SerError;

            fn $push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerError> {
                self.push(value)
            }

            fn end(self) -> SerResult {
                self.finish()
            }
        }
    )*};
}

elements! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

/// A map being written; for a variant, also the entry and the map around it.
pub(super) struct EntrySerializer<'e> {
    to: &'e mut Encoder,
    variant: Option<&'static str>,
    key: String,
}

impl<'e> EntrySerializer<'e> {
    fn begin(to: &'e mut Encoder, len: usize) -> Result<Self, SerError> {
        to.begin_map(len)?;
        Ok(Self {
            to,
            variant: None,
            key: String::new(),
        })
    }

    // Whether a field is `None` is only known once its name has been written.
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), SerError> {
        let before = self.to.checkpoint();
        self.to.begin_entry(name)?;
        match value.serialize(ValueSerializer { to: self.to }) {
            Ok(SerState::Value) => Ok(()),
            Ok(SerState::Nothing) => {
                self.to.rewind(before);
                Ok(())
            }
            Err(SerError(error)) => Err(within(self.variant, error.at(name))),
        }
    }

    fn finish(self) -> SerResult {
        self.to.end_map()?;
        if self.variant.is_some() {
            self.to.end_map()?;
        }
        Ok(SerState::Value)
    }
}

impl ser::SerializeMap for EntrySerializer<'_> {
    type Ok = SerState;
    type Error = SerError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerError> {
        self.key = key.serialize(KeySerializer)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerError> {
        Ok(self
            .to
            .map_entry_with(&self.key, |to| serialize_or_null(value, to))?)
    }

    fn end(self) -> SerResult {
        self.finish()
    }
}

macro_rules! fields {
    ($($name:ident)*) => {$(
        impl ser::$name for EntrySerializer<'_> {
            type Ok = SerState;
            type Error = SerError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), SerError> {
                self.field(name, value)
            }

            fn end(self) -> SerResult {
                self.finish()
            }
        }
    )*};
}

fields!(SerializeStruct SerializeStructVariant);

fn written(result: Result<(), EncodeError>) -> SerResult {
    result?;
    Ok(SerState::Value)
}

fn serialize_or_null<T: Serialize + ?Sized>(
    value: &T,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    super::serde_encode(value, to)
}

#[cold]
fn within(variant: Option<&str>, error: EncodeError) -> SerError {
    SerError(match variant {
        Some(variant) => error.at(variant),
        None => error,
    })
}
