//! The field that collects the attributes no other field claims.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// A map of the attributes no other field claims: the type of a `#[dynamo(flatten)]` field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take up the remaining attributes",
    label = "`flatten` takes a map",
    note = "use `HashMap<String, V>` or `BTreeMap<String, V>`; `AttributeValue` as `V` takes any value"
)]
pub trait Flatten: Default {
    /// Returns a map without attributes. By this name a type that is no map is reported once.
    #[doc(hidden)]
    #[must_use]
    fn nothing() -> Self {
        Self::default()
    }

    /// Writes the attributes next to those of the other fields.
    ///
    /// # Errors
    /// Returns an error if a value cannot be stored, or a name is taken by a field, a key, or
    /// another attribute that the item writes itself.
    fn encode_rest(
        &self,
        to: &mut Encoder,
        is_reserved: &dyn Fn(&str) -> bool,
    ) -> Result<(), EncodeError>;

    /// Collects one attribute, whose value comes next.
    ///
    /// # Errors
    /// Returns an error if the value does not have the map's value type.
    fn accept(&mut self, name: String, from: &mut Decoder<'_>) -> Result<(), DecodeError>;
}

impl<V: Encode + Decode, S: BuildHasher + Default> Flatten for HashMap<String, V, S> {
    fn encode_rest(
        &self,
        to: &mut Encoder,
        is_reserved: &dyn Fn(&str) -> bool,
    ) -> Result<(), EncodeError> {
        encode_rest(self.iter(), to, is_reserved)
    }

    fn accept(&mut self, name: String, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        let value = V::decode(from).map_err(|error| error.at(&name))?;
        self.insert(name, value);
        Ok(())
    }
}

impl<V: Encode + Decode> Flatten for BTreeMap<String, V> {
    fn encode_rest(
        &self,
        to: &mut Encoder,
        is_reserved: &dyn Fn(&str) -> bool,
    ) -> Result<(), EncodeError> {
        encode_rest(self.iter(), to, is_reserved)
    }

    fn accept(&mut self, name: String, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        let value = V::decode(from).map_err(|error| error.at(&name))?;
        self.insert(name, value);
        Ok(())
    }
}

fn encode_rest<'m, V: Encode + 'm>(
    rest: impl Iterator<Item = (&'m String, &'m V)>,
    to: &mut Encoder,
    is_reserved: &dyn Fn(&str) -> bool,
) -> Result<(), EncodeError> {
    for (name, value) in rest {
        if is_reserved(name) {
            let reason = "an entry of a flattened map has the name of a field, a key or another \
                          attribute that is written by itself; rename or remove the entry";
            return Err(EncodeError::because(reason).at(name));
        }
        to.entry_with(name, |to| value.encode(to))?;
    }
    Ok(())
}
