//! Reading the contents of containers for serde: elements, entries, and the single entry of a
//! variant.

use ::serde::Deserializer;
use ::serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::de::ValueDeserializer;
use super::error::DeError;
use super::key_de::KeyDeserializer;
use crate::codec::{DecodeError, Decoder};

/// The elements of a list or set that has begun.
pub(super) struct ElementAccess<'d, 'a> {
    from: &'d mut Decoder<'a>,
    index: usize,
    ended: bool,
}

impl<'d, 'a> ElementAccess<'d, 'a> {
    /// Lets the closure read, then checks that it read everything.
    pub(super) fn read<T>(
        from: &'d mut Decoder<'a>,
        visit: impl FnOnce(&mut Self) -> Result<T, DeError>,
    ) -> Result<T, DeError> {
        let mut elements = Self {
            from,
            index: 0,
            ended: false,
        };
        let value = visit(&mut elements)?;
        let read = elements.index;
        while elements.step()? {
            elements.from.skip()?;
        }
        if elements.index == read {
            return Ok(value);
        }
        let found = format!("L of {}", elements.index);
        Err(DeError(DecodeError::new(format!("L of {read}"), found)))
    }

    fn step(&mut self) -> Result<bool, DeError> {
        // The last step closes the list; there is nothing after it.
        self.ended = self.ended || !self.from.next_element()?;
        self.index += usize::from(!self.ended);
        Ok(!self.ended)
    }
}

impl<'de> SeqAccess<'de> for &mut ElementAccess<'_, '_> {
    type Error = DeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeError> {
        if !self.step()? {
            return Ok(None);
        }
        match seed.deserialize(ValueDeserializer { from: self.from }) {
            Ok(value) => Ok(Some(value)),
            Err(DeError(error)) => Err(DeError(error.at_index(self.index - 1))),
        }
    }
}

/// The entries of a map that has begun.
pub(super) struct EntryAccess<'d, 'a> {
    from: &'d mut Decoder<'a>,
    /// The names that are a struct's fields. Any other is data, which no error shows.
    fields: &'static [&'static str],
    name: Option<String>,
    ended: bool,
}

impl<'d, 'a> EntryAccess<'d, 'a> {
    /// Lets the closure read, then skips the rest.
    pub(super) fn read<T>(
        from: &'d mut Decoder<'a>,
        fields: &'static [&'static str],
        visit: impl FnOnce(&mut Self) -> Result<T, DeError>,
    ) -> Result<T, DeError> {
        let mut entries = Self {
            from,
            fields,
            name: None,
            ended: false,
        };
        let value = visit(&mut entries)?;
        while entries.step()? {}
        Ok(value)
    }

    fn step(&mut self) -> Result<bool, DeError> {
        if self.name.take().is_some() {
            self.from.skip()?;
        }
        if !self.ended {
            self.name = self.from.next_name()?.map(Into::into);
            self.ended = self.name.is_none();
        }
        Ok(!self.ended)
    }
}

impl<'de> MapAccess<'de> for &mut EntryAccess<'_, '_> {
    type Error = DeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeError> {
        self.step()?;
        match &self.name {
            Some(key) => seed.deserialize(KeyDeserializer { key }).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeError> {
        let name = self.name.take().unwrap_or_default();
        seed.deserialize(ValueDeserializer { from: self.from })
            .map_err(|DeError(error)| {
                DeError(if self.fields.contains(&name.as_str()) {
                    error.at(&name)
                } else {
                    error.at_entry()
                })
            })
    }
}

/// The single entry of a map that represents a variant with data.
pub(super) struct Variant<'d, 'a> {
    from: &'d mut Decoder<'a>,
}

impl<'d, 'a> Variant<'d, 'a> {
    /// Lets the closure read the entry, then checks that it is the only one.
    pub(super) fn read<T>(
        from: &'d mut Decoder<'a>,
        visit: impl FnOnce(Variant<'_, 'a>) -> Result<T, DeError>,
    ) -> Result<T, DeError> {
        let value = visit(Variant { from })?;
        match from.next_name()? {
            None => Ok(value),
            Some(_) => Err(one_entry("M of more")),
        }
    }
}

impl<'de, 'd, 'a> EnumAccess<'de> for Variant<'d, 'a> {
    type Error = DeError;
    type Variant = Data<'d, 'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Data<'d, 'a>), DeError> {
        let Some(name) = self.from.next_name()? else {
            return Err(one_entry("M of none"));
        };
        let name = name.into_owned();
        let variant = seed.deserialize(KeyDeserializer { key: &name })?;
        Ok((
            variant,
            Data {
                from: self.from,
                name,
            },
        ))
    }
}

/// The data of a variant.
pub(super) struct Data<'d, 'a> {
    from: &'d mut Decoder<'a>,
    name: String,
}

impl<'de> VariantAccess<'de> for Data<'_, '_> {
    type Error = DeError;

    fn unit_variant(self) -> Result<(), DeError> {
        Ok(self.from.null()?)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeError> {
        seed.deserialize(ValueDeserializer { from: self.from })
            .map_err(|DeError(error)| DeError(error.at(&self.name)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DeError> {
        ValueDeserializer { from: self.from }
            .deserialize_seq(visitor)
            .map_err(|DeError(error)| DeError(error.at(&self.name)))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        ValueDeserializer { from: self.from }
            .deserialize_struct("", fields, visitor)
            .map_err(|DeError(error)| DeError(error.at(&self.name)))
    }
}

#[cold]
fn one_entry(found: &'static str) -> DeError {
    DeError(DecodeError::new("M of one entry, the variant", found))
}
