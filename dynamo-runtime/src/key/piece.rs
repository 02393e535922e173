//! What a component contributes to a key, before its format is applied.

use std::borrow::Cow;

/// The value of one component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text.
    Text(Cow<'a, str>),
    /// A whole number, and how many decimal digits its type can have.
    Integer(i128, u8),
    /// Any other number as decimal text, and how many significant digits its type can have.
    Decimal(Cow<'a, str>, u8),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
    /// A value that no key can hold, and why: it completes the sentence "component `x` …".
    Unfit(&'static str),
}

impl Piece<'_> {
    pub(crate) fn into_owned(self) -> Piece<'static> {
        match self {
            Self::Text(text) => Piece::Text(Cow::Owned(text.into_owned())),
            Self::Integer(value, digits) => Piece::Integer(value, digits),
            Self::Decimal(text, digits) => Piece::Decimal(Cow::Owned(text.into_owned()), digits),
            Self::Bytes(bytes) => Piece::Bytes(Cow::Owned(bytes.into_owned())),
            Self::Unfit(reason) => Piece::Unfit(reason),
        }
    }
}

/// A value that can stand in a key.
///
/// Implemented for text, numbers, bytes, times and ids, for `Option` of them (absent when `None`)
/// and, by `#[derive(Attribute)]`, for unit enums, newtypes and types stored as text.
pub trait KeyPart {
    /// Returns the component, or `None` if it is absent and the key cannot be built.
    fn piece(&self) -> Option<Piece<'_>>;

    /// Returns the component if it is text and can be lent: what [`piece`](Self::piece) returns,
    /// for less. A type that leaves this out is asked for that.
    fn lent_text(&self) -> Option<&str> {
        None
    }
}

impl KeyPart for Piece<'_> {
    fn piece(&self) -> Option<Piece<'_>> {
        Some(match self {
            Self::Text(text) => Piece::Text(Cow::Borrowed(text)),
            Self::Integer(value, digits) => Piece::Integer(*value, *digits),
            Self::Decimal(text, digits) => Piece::Decimal(Cow::Borrowed(text), *digits),
            Self::Bytes(bytes) => Piece::Bytes(Cow::Borrowed(bytes)),
            Self::Unfit(reason) => Piece::Unfit(reason),
        })
    }

    fn lent_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl<T: KeyPart + ?Sized> KeyPart for &T {
    fn piece(&self) -> Option<Piece<'_>> {
        (**self).piece()
    }

    fn lent_text(&self) -> Option<&str> {
        (**self).lent_text()
    }
}

impl<T: KeyPart> KeyPart for Option<T> {
    fn piece(&self) -> Option<Piece<'_>> {
        self.as_ref().and_then(KeyPart::piece)
    }

    fn lent_text(&self) -> Option<&str> {
        self.as_ref().and_then(KeyPart::lent_text)
    }
}
