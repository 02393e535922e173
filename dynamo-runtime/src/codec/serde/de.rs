//! serde's deserializer over the decoder.

use ::serde::de::value::SeqDeserializer;
use ::serde::de::{Deserializer, IntoDeserializer, Visitor};

use super::access::{ElementAccess, EntryAccess, Variant};
use super::error::DeError;
use crate::codec::number_text::Number;
use crate::codec::{AttributeType, DecodeError, Decoder};

pub(super) struct ValueDeserializer<'d, 'a> {
    pub(super) from: &'d mut Decoder<'a>,
}

macro_rules! leaves {
    ($($method:ident => $read:ident, $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            visitor.$visit(self.from.$read()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for ValueDeserializer<'_, '_> {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.from.peek_type()? {
            AttributeType::S => self.deserialize_string(visitor),
            AttributeType::N => self.any_number(visitor),
            AttributeType::B => self.deserialize_byte_buf(visitor),
            AttributeType::Bool => self.deserialize_bool(visitor),
            AttributeType::Null => self.deserialize_unit(visitor),
            AttributeType::M => self.deserialize_map(visitor),
            AttributeType::L | AttributeType::Ss | AttributeType::Ns | AttributeType::Bs => {
                self.deserialize_seq(visitor)
            }
        }
    }

    leaves! {
        deserialize_bool => boolean, visit_bool;
        deserialize_i8 => i64, visit_i64;
        deserialize_i16 => i64, visit_i64;
        deserialize_i32 => i64, visit_i64;
        deserialize_i64 => i64, visit_i64;
        deserialize_i128 => i128, visit_i128;
        deserialize_u8 => u64, visit_u64;
        deserialize_u16 => u64, visit_u64;
        deserialize_u32 => u64, visit_u64;
        deserialize_u64 => u64, visit_u64;
        deserialize_u128 => u128, visit_u128;
        deserialize_f32 => f32, visit_f32;
        deserialize_f64 => f64, visit_f64;
        deserialize_string => string, visit_string;
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_str(&self.from.text()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_byte_buf(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.from.peek_type()? {
            AttributeType::L => self.deserialize_seq(visitor),
            _ => visitor.visit_byte_buf(self.from.bytes()?),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        if self.from.is_null()? {
            self.from.null()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.from.null()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let kind = self.from.peek_type()?;
        match kind {
            AttributeType::Ss | AttributeType::Ns | AttributeType::Bs => {
                self.from.begin_set(kind)?;
            }
            AttributeType::B => {
                let bytes = self.from.bytes()?;
                return visitor.visit_seq(SeqDeserializer::new(bytes.into_iter()));
            }
            _ => self.from.begin_list()?,
        }
        ElementAccess::read(self.from, |elements| visitor.visit_seq(elements))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_struct("", &[], visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.from.begin_map()?;
        EntryAccess::read(self.from, fields, |entries| visitor.visit_map(entries))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        if self.from.peek_type()? == AttributeType::S {
            let variant = self.from.string()?;
            return visitor.visit_enum(variant.into_deserializer());
        }
        self.from.begin_map()?;
        Variant::read(self.from, |variant| visitor.visit_enum(variant))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.from.skip()?;
        visitor.visit_unit()
    }
}

impl ValueDeserializer<'_, '_> {
    // Integers stay exact in the narrowest type that holds them; 64 bits first, since buffered
    // content (untagged enums, flattened fields) has nothing wider.
    fn any_number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let text = self.from.number()?;
        let whole = Number::parse(&text).ok().and_then(Number::to_integer);
        let Some((negative, magnitude)) = whole else {
            let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
            let does_not_fit = || DecodeError::new("N (f64)", "a number out of range");
            return visitor.visit_f64(value.ok_or_else(does_not_fit)?);
        };
        match (negative, u64::try_from(magnitude)) {
            (false, Ok(small)) => visitor.visit_u64(small),
            (false, Err(_)) => visitor.visit_u128(magnitude),
            (true, _) => {
                let value = 0_i128.checked_sub_unsigned(magnitude);
                let does_not_fit = || DecodeError::new("N (i128)", "a number out of range");
                let value = value.ok_or_else(does_not_fit)?;
                match i64::try_from(value) {
                    Ok(small) => visitor.visit_i64(small),
                    Err(_) => visitor.visit_i128(value),
                }
            }
        }
    }
}
