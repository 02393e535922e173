//! Types that can be written but not read back: messages name what is in here.

use std::marker::PhantomData;
use std::ops::Deref;

use ::serde::Serialize;
use ::serde::de::DeserializeOwned;

use super::{Decode, DecodeError, Decoder, Encode};
use crate::__private::{Fault, Unstored, stub};
use crate::field::{Own, Serde};

/// Replaces a slot of a type that can be written but not read back.
pub struct UnreadField<T, By>(Unstored<T>, PhantomData<By>);

impl<T, By> UnreadField<T, By> {
    pub(crate) const fn new() -> Self {
        Self(Unstored::new(), PhantomData)
    }
}

impl<T: Encode> UnreadField<T, Own> {
    /// Reads nothing: the type cannot be read.
    pub fn read(&self, _: &mut Decoder<'_>) -> Result<(), DecodeError>
    where
        T: Decode,
    {
        stub()
    }

    /// Returns nothing, for the same reason.
    pub fn required(&self, _: &'static str, _: &mut Fault) -> Option<T>
    where
        T: Decode,
    {
        stub()
    }
}

impl<T: Serialize> UnreadField<T, Serde> {
    /// Reads nothing: the type cannot be read.
    pub fn read(&self, _: &mut Decoder<'_>) -> Result<(), DecodeError>
    where
        T: DeserializeOwned,
    {
        stub()
    }

    /// Returns nothing, for the same reason.
    pub fn required(&self, _: &'static str, _: &mut Fault) -> Option<T>
    where
        T: DeserializeOwned,
    {
        stub()
    }
}

impl<T, By> Deref for UnreadField<T, By> {
    type Target = Unstored<T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
