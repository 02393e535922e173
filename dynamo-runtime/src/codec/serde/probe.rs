//! Two questions to a serde type: does this value serialise as `None`, and is a missing one fine?

use std::fmt;

use ::serde::de::{self, Deserializer, Visitor};
use ::serde::ser::{self, Impossible, Serialize, Serializer};

/// Succeeds for `None`, fails for everything else.
pub(super) struct Probe;

/// Why a probe failed: there is a value.
#[derive(Debug)]
pub(super) struct Present;

impl fmt::Display for Present {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value is present")
    }
}

impl std::error::Error for Present {}

impl ser::Error for Present {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl de::Error for Present {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

type NeverPresent = Impossible<(), Present>;

macro_rules! present {
    ($($method:ident($($ty:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<$ok, Present> {
            Err(Present)
        }
    )*};
}

impl Serializer for Probe {
    type Ok = ();
    type Error = Present;
    type SerializeSeq = NeverPresent;
    type SerializeTuple = NeverPresent;
    type SerializeTupleStruct = NeverPresent;
    type SerializeTupleVariant = NeverPresent;
    type SerializeMap = NeverPresent;
    type SerializeStruct = NeverPresent;
    type SerializeStructVariant = NeverPresent;

    fn serialize_none(self) -> Result<(), Present> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), Present> {
        Err(Present)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Present> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Present> {
        Err(Present)
    }

    present! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_i128(i128) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_u128(u128) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> NeverPresent;
        serialize_tuple(usize) -> NeverPresent;
        serialize_tuple_struct(&'static str, usize) -> NeverPresent;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> NeverPresent;
        serialize_map(Option<usize>) -> NeverPresent;
        serialize_struct(&'static str, usize) -> NeverPresent;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> NeverPresent;
    }
}

/// Yields `None` to types that read an `Option`, and fails for all others.
pub(super) struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = Present;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Present> {
        Err(Present)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Present> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Present> {
        visitor.visit_newtype_struct(self)
    }

    ::serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
