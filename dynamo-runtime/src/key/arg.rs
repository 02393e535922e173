//! The arguments of generated key and query methods.

use super::{KeyComponent, KeyError, KeyPart, TextPart};

/// An argument for a component of type `T`: a `T`, a `&T`, or a `&str` if `T` is text.
///
/// If you pass a `&str` for an enum or an id, it is checked to be a valid one. If the component is
/// an `Option`, pass its content: there is nothing to look up under an absent key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be given for a key component of type `{T}`",
    label = "expected a `{T}`, a reference to one, or a `&str` if it is text",
    note = "each component is an argument of its own; the key of an item is `item.to_key()`"
)]
pub trait KeyArg<T>: KeyPart {
    /// Checks that the argument is a valid value of the component's type.
    ///
    /// # Errors
    ///
    /// Returns an error if it is text that the type cannot read.
    fn check(&self) -> Result<(), KeyError> {
        Ok(())
    }

    /// Checks the argument for a component of which keys hold only the first characters.
    ///
    /// # Errors
    ///
    /// Returns an error if it is text that is neither a value of the component's type nor the
    /// beginning of one.
    #[doc(hidden)]
    fn check_first(&self, count: u16) -> Result<(), KeyError> {
        let _ = count;
        self.check()
    }
}

#[diagnostic::do_not_recommend]
impl<T: KeyComponent> KeyArg<T> for T {}
#[diagnostic::do_not_recommend]
impl<T: KeyComponent> KeyArg<T> for &T {}
#[diagnostic::do_not_recommend]
impl<T: KeyComponent> KeyArg<Option<T>> for T {}
#[diagnostic::do_not_recommend]
impl<T: KeyComponent> KeyArg<Option<T>> for &T {}

#[diagnostic::do_not_recommend]
impl<T: KeyComponent + TextPart> KeyArg<T> for &str {
    fn check(&self) -> Result<(), KeyError> {
        T::check_text(self)
    }

    fn check_first(&self, count: u16) -> Result<(), KeyError> {
        T::check_text(self).or_else(|_| T::SPELLING.check_first(self, count))
    }
}

#[diagnostic::do_not_recommend]
impl<T: KeyComponent + TextPart> KeyArg<Option<T>> for &str {
    fn check(&self) -> Result<(), KeyError> {
        <&str as KeyArg<T>>::check(self)
    }

    fn check_first(&self, count: u16) -> Result<(), KeyError> {
        <&str as KeyArg<T>>::check_first(self, count)
    }
}

/// Iterators over slices of text yield it.
#[diagnostic::do_not_recommend]
impl<T: KeyComponent + TextPart> KeyArg<T> for &&str {
    fn check(&self) -> Result<(), KeyError> {
        <&str as KeyArg<T>>::check(self)
    }

    fn check_first(&self, count: u16) -> Result<(), KeyError> {
        <&str as KeyArg<T>>::check_first(self, count)
    }
}
