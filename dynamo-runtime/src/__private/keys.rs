//! Fields that are read back from keys.

use super::{DecodeError, Decoder, KeyComponent, KeyError, KeyPart, Keys, Piece};
use crate::key::{self, KeyValue};
use crate::schema::KeySpec;

/// Reads a key attribute that components are recovered from.
pub fn read_key(from: &mut Decoder<'_>, slot: &mut Option<KeyValue>) -> Result<(), DecodeError> {
    let found = from.peek_type()?;
    let value = from.attribute_value()?;
    let value = KeyValue::from_attribute(value)
        .ok_or_else(|| DecodeError::new("a key (S, N or B)", found.to_string()))?;
    *slot = Some(value);
    Ok(())
}

/// The components found in a key.
pub struct KeyFields {
    attribute: &'static str,
    /// Whether the item has the key.
    present: bool,
    fields: Vec<key::ParsedComponent>,
}

impl KeyFields {
    pub(crate) fn components(&self) -> impl Iterator<Item = (usize, Piece<'static>)> {
        self.fields.iter().map(key::as_written)
    }
}

/// Splits a key into its components.
pub fn parse_key(spec: &KeySpec, value: Option<KeyValue>) -> Result<KeyFields, DecodeError> {
    let attribute = spec.attribute;
    let value = value.ok_or_else(|| DecodeError::missing(attribute))?;
    let fields = spec
        .template
        .components(value)
        .map_err(|error| unreadable(attribute, &error))?;
    Ok(KeyFields {
        attribute,
        present: true,
        fields,
    })
}

/// Splits a key that an item may lack into its components.
pub fn parse_index_key(spec: &KeySpec, value: Option<KeyValue>) -> Result<KeyFields, DecodeError> {
    match value {
        Some(_) => parse_key(spec, value),
        None => Ok(KeyFields {
            attribute: spec.attribute,
            present: false,
            fields: Vec::new(),
        }),
    }
}

/// The keys of the table that a view reads fields from.
#[derive(Default)]
pub struct ViewKeys(Vec<KeyFields>);

impl ViewKeys {
    /// Reads one of the keys, which several fields may be taken from.
    pub(super) fn read(
        &mut self,
        spec: &KeySpec,
        from: &mut Decoder<'_>,
    ) -> Result<(), DecodeError> {
        let mut value = None;
        read_key(from, &mut value).map_err(|error| error.at(spec.attribute))?;
        self.0.push(parse_key(spec, value)?);
        Ok(())
    }

    pub(super) fn of(&mut self, spec: &KeySpec) -> Result<&mut KeyFields, DecodeError> {
        let mut keys = self.0.iter_mut();
        let key = keys.find(|key| key.attribute == spec.attribute);
        key.ok_or_else(|| DecodeError::missing(spec.attribute))
    }

    /// Keeps the keys next to the record.
    pub fn keep(&self, keys: &mut Keys) {
        for key in &self.0 {
            keys.keep(key);
        }
    }
}

fn unreadable(attribute: &'static str, error: &KeyError) -> DecodeError {
    DecodeError::custom(error).at(attribute)
}

/// A field that is read back from a key: a component, or an `Option` of one.
pub trait FromKey: KeyPart + Sized {
    fn from_key(piece: Piece<'_>) -> Result<Self, KeyError>;

    /// Its value if there is no key.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }
}

impl<T: KeyComponent> FromKey for T {
    fn from_key(piece: Piece<'_>) -> Result<Self, KeyError> {
        T::from_piece(piece)
    }
}

impl<T: KeyComponent> FromKey for Option<T> {
    fn from_key(piece: Piece<'_>) -> Result<Self, KeyError> {
        T::from_piece(piece).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// Takes a field from a key's components.
pub(super) fn take_component<T: FromKey>(
    key: &mut KeyFields,
    field: usize,
    name: &'static str,
) -> Result<T, DecodeError> {
    if !key.present {
        return T::absent().ok_or_else(|| DecodeError::missing(key.attribute));
    }
    let found = key
        .fields
        .iter()
        .position(|(number, _, _)| *number == field);
    let (_, piece, written) = found
        .map(|at| key.fields.swap_remove(at))
        .ok_or_else(|| DecodeError::missing(key.attribute))?;
    T::from_key(piece)
        .and_then(|value| match &written {
            Some(written) => written.is_of(&value).map(|()| value),
            None => Ok(value),
        })
        .map_err(|error| unreadable(key.attribute, &error.with_component(name)))
}
