//! Keeping one mistake to one error.
//!
//! Generated code needs the same trait of a field's type in several places, and the compiler
//! reports each of them. So each rule is required in one form, `<Type as Trait>` on the type's own
//! tokens, which the compiler reports once. Everywhere else generated code calls a method of a type
//! in here: if the trait is missing, method lookup continues through `Deref` to a method of the
//! same name without bounds. That one never runs, because the mistake is reported elsewhere.

use std::marker::PhantomData;
use std::ops::Deref;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Fault, stub};
use crate::codec::{
    Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, UnreadField, required,
    serde_decode, serde_encode,
};
use crate::field::{Own, Serde};

/// A type that is stored by its own codec, required if nothing else requires it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored in a DynamoDB attribute",
    label = "not an attribute value",
    note = "derive `Attribute` for it, or for what it holds"
)]
pub trait Stored {
    fn write(&self, name: &str, to: &mut Encoder) -> Result<(), EncodeError>;
}

#[diagnostic::do_not_recommend]
impl<T: Encode> Stored for T {
    fn write(&self, name: &str, to: &mut Encoder) -> Result<(), EncodeError> {
        to.entry(name, self)
    }
}

/// A type that is stored through serde, whose traits say what is missing.
pub trait StoredBySerde {
    fn write(&self, name: &str, to: &mut Encoder) -> Result<(), EncodeError>;
}

impl<T: Serialize> StoredBySerde for T {
    fn write(&self, name: &str, to: &mut Encoder) -> Result<(), EncodeError> {
        serde_entry(to, name, self)
    }
}

/// A field's value, to be written by its own codec.
pub trait ToStore {
    fn __to_store(&self) -> &dyn Encode;
}

impl<T: Encode> ToStore for T {
    #[inline]
    fn __to_store(&self) -> &dyn Encode {
        self
    }
}

/// Replaces a value of a type that cannot be stored; found through one more reference.
pub trait ToStoreOtherwise {
    fn __to_store(&self) -> &'static dyn Encode;
}

impl<T> ToStoreOtherwise for &T {
    fn __to_store(&self) -> &'static dyn Encode {
        stub()
    }
}

/// A field's value, to be written through serde.
pub struct Value<'a, T> {
    value: &'a T,
    otherwise: Unstored<T>,
}

impl<'a, T> Value<'a, T> {
    #[inline]
    pub const fn by_serde(value: &'a T) -> Self {
        Self {
            value,
            otherwise: Unstored::new(),
        }
    }
}

impl<T: Serialize> Value<'_, T> {
    #[inline]
    pub fn write(self, name: &str, to: &mut Encoder) -> Result<(), EncodeError> {
        serde_entry(to, name, self.value)
    }
}

impl<T> Deref for Value<'_, T> {
    type Target = Unstored<T>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// The slot that a field is decoded into by the codec `By`, until all attributes are read.
pub struct Slot<T, By> {
    value: Option<T>,
    unread: UnreadField<T, By>,
}

impl<T> Slot<T, Own> {
    #[inline]
    #[must_use]
    pub const fn own() -> Self {
        Self::empty()
    }
}

impl<T> Slot<T, Serde> {
    #[inline]
    #[must_use]
    pub const fn by_serde() -> Self {
        Self::empty()
    }
}

impl<T, By> Slot<T, By> {
    #[inline]
    const fn empty() -> Self {
        Self {
            value: None,
            unread: UnreadField::new(),
        }
    }

    #[inline]
    #[must_use]
    pub fn into_option(self) -> Option<T> {
        self.value
    }
}

impl<T: Decode> Slot<T, Own> {
    // Not inlined: otherwise the slots of a struct are kept in registers they do not fit into, and
    // every turn of the loop moves them all.
    #[inline(never)]
    pub fn read(&mut self, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        self.value = Some(T::decode(from)?);
        Ok(())
    }

    #[inline]
    pub fn required(self, name: &'static str, fault: &mut Fault) -> Option<T> {
        match self.value {
            Some(value) => Some(value),
            None => absent(name, fault),
        }
    }
}

/// The value of a field whose attribute is missing.
#[inline(never)]
fn absent<T: Decode>(name: &'static str, fault: &mut Fault) -> Option<T> {
    fault.unless(required(None, name))
}

impl<T: DeserializeOwned> Slot<T, Serde> {
    #[inline(never)]
    pub fn read(&mut self, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        read_serde(from, &mut self.value)
    }

    #[inline]
    pub fn required(self, name: &'static str, fault: &mut Fault) -> Option<T> {
        fault.unless(required_serde(self.value, name))
    }
}

impl<T, By> Deref for Slot<T, By> {
    type Target = UnreadField<T, By>;

    fn deref(&self) -> &Self::Target {
        &self.unread
    }
}

/// Replaces a value of a type that cannot be stored.
pub struct Unstored<T>(PhantomData<fn() -> T>);

impl<T> Unstored<T> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }

    pub fn write(&self, _: &str, _: &mut Encoder) -> Result<(), EncodeError> {
        stub()
    }

    pub fn read(&self, _: &mut Decoder<'_>) -> Result<(), DecodeError> {
        stub()
    }

    pub fn required(&self, _: &'static str, _: &mut Fault) -> Option<T> {
        stub()
    }

    #[must_use]
    pub fn component(&self, _: usize) -> Option<T> {
        stub()
    }

    pub fn take(&self, _: usize, _: &'static str, _: &mut Fault) -> Option<T> {
        stub()
    }
}

/// Writes a field of `#[dynamo(serde)]`.
fn serde_entry<T: Serialize>(to: &mut Encoder, name: &str, value: &T) -> Result<(), EncodeError> {
    if crate::codec::serde_is_absent(value) {
        return Ok(());
    }
    to.entry_with(name, |to| serde_encode(value, to))
}

fn read_serde<T: DeserializeOwned>(
    from: &mut Decoder<'_>,
    slot: &mut Option<T>,
) -> Result<(), DecodeError> {
    *slot = Some(serde_decode(from)?);
    Ok(())
}

fn required_serde<T: DeserializeOwned>(
    slot: Option<T>,
    name: &'static str,
) -> Result<T, DecodeError> {
    slot.or_else(crate::codec::serde_absent)
        .ok_or_else(|| DecodeError::missing(name))
}
