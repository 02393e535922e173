//! Types that are stored as the text that they show.

use std::fmt::Display;
use std::str::FromStr;

/// A type with `Display` and `FromStr`, for `#[dynamo(text)]`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is marked `text`, which stores it through `Display` and `FromStr`",
    label = "implement both for it, so that `FromStr` reads what `Display` writes"
)]
pub trait ShownAsText: Sized {
    /// The text that is stored.
    fn to_text(&self) -> String;

    /// The value of a stored text; `None` if it has none.
    fn from_text(text: &str) -> Option<Self>;
}

// If one of the two is missing, both are named, and no list of types that have it follows.
#[diagnostic::do_not_recommend]
impl<T: Display + FromStr> ShownAsText for T {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}
