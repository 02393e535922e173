//! Keys of maps, read from their text as the type requires.

use ::serde::de::{self, Deserializer, IntoDeserializer, Visitor};

use super::error::DeError;
use crate::codec::DecodeError;

pub(super) struct KeyDeserializer<'k> {
    pub(super) key: &'k str,
}

macro_rules! parsed {
    ($($method:ident => $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            match self.key.parse() {
                Ok(key) => visitor.$visit(key),
                Err(_) => {
                    let found = format!("other text of {} bytes", self.key.len());
                    Err(DeError(DecodeError::new("a number or boolean as the key", found)))
                }
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyDeserializer<'_> {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_str(self.key)
    }

    parsed! {
        deserialize_bool => visit_bool;
        deserialize_i8 => visit_i8;
        deserialize_i16 => visit_i16;
        deserialize_i32 => visit_i32;
        deserialize_i64 => visit_i64;
        deserialize_i128 => visit_i128;
        deserialize_u8 => visit_u8;
        deserialize_u16 => visit_u16;
        deserialize_u32 => visit_u32;
        deserialize_u64 => visit_u64;
        deserialize_u128 => visit_u128;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        let variant: de::value::StrDeserializer<'_, DeError> = self.key.into_deserializer();
        visitor.visit_enum(variant)
    }

    ::serde::forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}
