//! What keeps one mistake to one error.
//!
//! Generated code needs the same trait of a field's type in several places, and the compiler
//! reports each of them. So each rule is asked in one form, `<Type as Trait>` on the type's own
//! tokens, which the compiler reports once. Everywhere else generated code calls a method of a type
//! in here: where the trait is missing, method lookup goes on through `Deref` to a method of the
//! same name that asks for nothing. That one is never run, because the mistake is reported
//! elsewhere.

use std::marker::PhantomData;
use std::ops::Deref;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    Fault, FromKey, KeyFields, read_serde, required_serde, serde_entry, stub, take_component,
};
use crate::codec::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, required};
use crate::expr::Partial;
use crate::field::{Own, Serde};
use crate::key::{
    IntegerPart, KeyComponent, KeyPart, NumberPart, TemplatePart, TextPart, UnpaddedSortPart,
};

/// A type that is stored by its own codec, asked where nothing else does.
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

/// The same through serde, whose traits say what is missing.
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

/// Stands for a value of a type that cannot be stored: found by one reference more.
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
            otherwise: Unstored(PhantomData),
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

/// What a field is decoded into by the codec `By`, until all attributes were read.
pub struct Slot<T, By> {
    value: Option<T>,
    unread: Unread<T, By>,
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
            unread: Unread(Unstored(PhantomData), PhantomData),
        }
    }

    #[inline]
    #[must_use]
    pub fn into_option(self) -> Option<T> {
        self.value
    }
}

impl<T: Decode> Slot<T, Own> {
    // Inlined, the slots of a struct were kept in registers they do not fit into, and every turn of
    // the loop moved them all.
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

/// What a field is whose attribute is not there.
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
    type Target = Unread<T, By>;

    fn deref(&self) -> &Self::Target {
        &self.unread
    }
}

/// Stands for a slot of a type that can be written, but not be read back.
pub struct Unread<T, By>(Unstored<T>, PhantomData<By>);

impl<T: Encode> Unread<T, Own> {
    pub fn read(&self, _: &mut Decoder<'_>) -> Result<(), DecodeError>
    where
        T: Decode,
    {
        stub()
    }

    pub fn required(&self, _: &'static str, _: &mut Fault) -> Option<T>
    where
        T: Decode,
    {
        stub()
    }
}

impl<T: Serialize> Unread<T, Serde> {
    pub fn read(&self, _: &mut Decoder<'_>) -> Result<(), DecodeError>
    where
        T: DeserializeOwned,
    {
        stub()
    }

    pub fn required(&self, _: &'static str, _: &mut Fault) -> Option<T>
    where
        T: DeserializeOwned,
    {
        stub()
    }
}

impl<T, By> Deref for Unread<T, By> {
    type Target = Unstored<T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// Stands for a value of a type that cannot be stored.
pub struct Unstored<T>(PhantomData<fn() -> T>);

impl<T> Unstored<T> {
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

/// A field of an item as a component of a key.
pub struct Component<'a, T> {
    value: &'a T,
    otherwise: NoComponent<'a>,
}

impl<'a, T> Component<'a, T> {
    pub const fn of(value: &'a T) -> Self {
        Self {
            value,
            otherwise: NoComponent(PhantomData),
        }
    }
}

impl<'a, T: KeyPart> Component<'a, T> {
    #[must_use]
    pub fn part(self) -> &'a dyn KeyPart {
        self.value
    }
}

impl<'a, T> Deref for Component<'a, T> {
    type Target = NoComponent<'a>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// Stands for a field that cannot be in a key.
pub struct NoComponent<'a>(PhantomData<&'a ()>);

impl<'a> NoComponent<'a> {
    #[must_use]
    pub fn part(&self) -> &'a dyn KeyPart {
        stub()
    }
}

/// A field as it is taken from a key's components.
pub struct Recovered<'a, T> {
    key: &'a mut KeyFields,
    otherwise: Unstored<T>,
}

impl<'a, T> Recovered<'a, T> {
    pub const fn from(key: &'a mut KeyFields) -> Self {
        Self {
            key,
            otherwise: Unstored(PhantomData),
        }
    }
}

impl<T: FromKey> Recovered<'_, T> {
    pub fn take(self, field: usize, name: &'static str, fault: &mut Fault) -> Option<T> {
        fault.unless(take_component(self.key, field, name))
    }
}

impl<T> Deref for Recovered<'_, T> {
    type Target = Unstored<T>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// A field of the primary key as an update knows it.
pub struct Known<'a, T> {
    values: &'a Partial<'a>,
    otherwise: Unstored<T>,
}

impl<'a, T> Known<'a, T> {
    #[must_use]
    pub const fn of(values: &'a Partial<'a>) -> Self {
        Self {
            values,
            otherwise: Unstored(PhantomData),
        }
    }
}

impl<T: KeyComponent> Known<'_, T> {
    #[must_use]
    pub fn component(self, field: usize) -> Option<T> {
        self.values.key(field)
    }
}

impl<T> Deref for Known<'_, T> {
    type Target = Unstored<T>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// The type of a component, for what its format asks of it.
pub struct Subject<T>(NoSubject, PhantomData<fn() -> T>);

impl<T: KeyPart> Subject<T> {
    /// The type, where it can be in a key.
    #[must_use]
    pub const fn in_key(&self) -> PhantomData<T> {
        PhantomData
    }
}

impl<T: TemplatePart> Subject<T> {
    /// The type, where it can stand beside text.
    #[must_use]
    pub const fn beside_text(&self) -> PhantomData<T> {
        PhantomData
    }
}

impl<T> Deref for Subject<T> {
    type Target = NoSubject;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// Stands for a type that was reported.
pub struct NoSubject;

impl NoSubject {
    #[must_use]
    pub const fn in_key(&self) -> PhantomData<Reported> {
        PhantomData
    }

    #[must_use]
    pub const fn beside_text(&self) -> PhantomData<Reported> {
        PhantomData
    }
}

/// A type that every format takes.
pub struct Reported;

#[diagnostic::do_not_recommend]
impl TemplatePart for Reported {}
#[diagnostic::do_not_recommend]
impl UnpaddedSortPart for Reported {}
#[diagnostic::do_not_recommend]
impl TextPart for Reported {}
#[diagnostic::do_not_recommend]
impl IntegerPart for Reported {}
#[diagnostic::do_not_recommend]
impl NumberPart for Reported {}
