//! The field that takes up the attributes no other field claims.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::BuildHasher;

use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// A map of the attributes no other field claims: the type of a `#[dynamo(flatten)]` field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take up the remaining attributes",
    label = "`flatten` takes a map",
    note = "use `HashMap<String, V>` or `BTreeMap<String, V>`; `AttributeValue` as `V` takes any value"
)]
pub trait Flatten: Default {
    /// Writes the attributes beside those of the other fields.
    ///
    /// # Errors
    /// Where a value cannot be stored, or another field already wrote an attribute of its name.
    fn encode_rest(&self, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Takes up one attribute, whose value is due next.
    ///
    /// # Errors
    /// Where the value is of another type than the map's.
    fn accept(&mut self, name: String, from: &mut Decoder<'_>) -> Result<(), DecodeError>;
}

impl<V: Encode + Decode, S: BuildHasher + Default> Flatten for HashMap<String, V, S> {
    fn encode_rest(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_rest(self.iter(), to)
    }

    fn accept(&mut self, name: String, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        let value = V::decode(from).map_err(|error| error.at(&name))?;
        self.insert(name, value);
        Ok(())
    }
}

impl<V: Encode + Decode> Flatten for BTreeMap<String, V> {
    fn encode_rest(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_rest(self.iter(), to)
    }

    fn accept(&mut self, name: String, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        let value = V::decode(from).map_err(|error| error.at(&name))?;
        self.insert(name, value);
        Ok(())
    }
}

fn encode_rest<'m, V: Encode + 'm>(
    rest: impl ExactSizeIterator<Item = (&'m String, &'m V)>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    if rest.len() == 0 {
        return Ok(());
    }
    let taken: HashSet<String> = to.names().into_iter().collect();
    for (name, value) in rest {
        if taken.contains(name) {
            let reason = "a field of the item already has this name";
            return Err(EncodeError::because(reason).at(name));
        }
        to.entry_with(name, |to| value.encode(to))?;
    }
    Ok(())
}
