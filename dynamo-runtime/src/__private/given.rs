//! The fields that the key of a counter is made of, which may be absent.

/// A field of an item; an `Option` is looked into.
pub struct Given<'a, T>(pub &'a T);

impl<'a, T> Given<'a, Option<T>> {
    #[inline]
    #[must_use]
    pub fn given(&self) -> Option<&'a T> {
        self.0.as_ref()
    }
}

/// A field that is always there: found by the compiler where the field is no `Option`.
pub trait GivenPlain<'a, T> {
    /// Returns the field.
    fn given(&self) -> Option<&'a T>;
}

impl<'a, T> GivenPlain<'a, T> for Given<'a, T> {
    #[inline]
    fn given(&self) -> Option<&'a T> {
        Some(self.0)
    }
}
