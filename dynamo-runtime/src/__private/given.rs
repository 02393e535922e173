//! The fields that the key of a counter is built from, which may be absent.

/// A field of an item, or the content of an `Option`.
pub struct GivenField<'a, T>(pub &'a T);

impl<'a, T> GivenField<'a, Option<T>> {
    #[inline]
    #[must_use]
    pub fn given(&self) -> Option<&'a T> {
        self.0.as_ref()
    }
}

/// A field that is always present: the compiler chooses this if the field is not an `Option`.
pub trait GivenPlain<'a, T> {
    /// Returns the field.
    fn given(&self) -> Option<&'a T>;
}

impl<'a, T> GivenPlain<'a, T> for GivenField<'a, T> {
    #[inline]
    fn given(&self) -> Option<&'a T> {
        Some(self.0)
    }
}
