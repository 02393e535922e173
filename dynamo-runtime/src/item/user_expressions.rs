//! Expressions that users write in attributes: the compiler points here if their type is wrong.

/// The type of a `when` condition.
#[diagnostic::on_unimplemented(
    message = "a `when` is a `bool`, this is `{Self}`",
    label = "write an expression over fields, such as `self.open`, `self.open == Some(true)` or `self.note.is_some()`"
)]
pub trait WhenValue {
    /// Returns whether the condition holds.
    fn holds(self) -> bool;
}

#[diagnostic::do_not_recommend]
impl WhenValue for bool {
    fn holds(self) -> bool {
        self
    }
}

/// Calls the `default` function of a field. A mistake in its type is reported here, and so only
/// once.
pub fn default_of<T>(default: fn() -> T) -> T {
    default()
}

/// The `decode` of a module. A mistake in its type is reported here, and so only once.
#[must_use]
pub const fn decoder<D, T, E>(decode: fn(D) -> Result<T, E>) -> fn(D) -> Result<T, E> {
    decode
}
