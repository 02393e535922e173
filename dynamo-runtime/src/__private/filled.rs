//! Fields that the runtime fills, with no bounds: as in `one_error`, a missing trait is reported
//! where the derive requires it, and only there.

use std::marker::PhantomData;
use std::ops::Deref;

use crate::field::FieldInfo;
use crate::lifecycle::{Stamps, Timestamp, Version};

/// A field of type `T` to be filled.
pub struct Filled<'a, T> {
    stamps: &'a mut Stamps,
    otherwise: Unfilled<T>,
}

impl<'a, T> Filled<'a, T> {
    #[inline]
    pub const fn by(stamps: &'a mut Stamps) -> Self {
        Self {
            stamps,
            otherwise: Unfilled(PhantomData),
        }
    }
}

impl<T: Timestamp> Filled<'_, T> {
    #[inline]
    pub fn after<M: FieldInfo<Value = T>>(self, seconds: u64) {
        self.stamps.after::<M>(seconds);
    }

    #[inline]
    pub fn after_if_unset<M: FieldInfo<Value = T>>(self, value: &T, seconds: u64) {
        self.stamps.after_if_unset::<M>(value, seconds);
    }
}

impl<T: Version> Filled<'_, T> {
    #[inline]
    pub fn version<M: FieldInfo<Value = T>>(self, value: &T) {
        self.stamps.version::<M>(value);
    }

    #[inline]
    pub fn counts<M: FieldInfo<Value = T>>(self) {
        self.stamps.counts::<M>();
    }
}

impl<T> Deref for Filled<'_, T> {
    type Target = Unfilled<T>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// Replaces a field whose type cannot be filled, which is already reported.
pub struct Unfilled<T>(PhantomData<fn() -> T>);

impl<T> Unfilled<T> {
    pub fn after<M>(&self, _: u64) {}

    pub fn after_if_unset<M>(&self, _: &T, _: u64) {}

    pub fn version<M>(&self, _: &T) {}

    pub fn counts<M>(&self) {}
}
