//! Types that are stored as text.

use std::borrow::Cow;

use crate::codec::{DecodeError, Decoder};
use crate::key::{KeyError, Piece};

/// A type that is stored as text: a unit enum, or one with `Display` and `FromStr`.
pub trait TextValue: Sized {
    const EXPECTED: &'static str;
    const VARIANTS: &'static [&'static str] = &[];
    fn text(&self) -> Cow<'_, str>;
    fn from_text(text: &str) -> Option<Self>;
}

pub fn decode_text<T: TextValue>(from: &mut Decoder<'_>) -> Result<T, DecodeError> {
    let text = from.text()?;
    T::from_text(&text).ok_or_else(other_text::<T>)
}

pub fn text_from_key<T: TextValue>(text: &str) -> Result<T, DecodeError> {
    T::from_text(text).ok_or_else(other_text::<T>)
}

fn other_text<T: TextValue>() -> DecodeError {
    DecodeError::new(T::EXPECTED, "another text")
}

pub fn text_from_piece<T: TextValue>(piece: Piece<'_>) -> Result<T, KeyError> {
    let text = piece.into_text()?;
    T::from_text(&text).ok_or_else(|| KeyError::new(concat_expected(T::EXPECTED)))
}

fn concat_expected(expected: &str) -> String {
    format!(
        "is not {}",
        expected.strip_prefix("S, ").unwrap_or(expected)
    )
}
