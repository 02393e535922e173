//! The contribution of a component to a key, before its format is applied.

use std::borrow::Cow;

/// The value of one component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text.
    Text(Cow<'a, str>),
    /// An integer, and the most decimal digits its type can have.
    Integer(i128, u8),
    /// Any other number as decimal text, and the most significant digits its type can have.
    Decimal(Cow<'a, str>, u8),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
    /// A value that no key can hold. The reason completes the sentence "component `x` …".
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

/// A value that can be part of a key.
///
/// Implemented for text, numbers, bytes, times and ids, for `Option` of them (absent when `None`)
/// and, by `#[derive(Attribute)]`, for unit enums, newtypes and types stored as text.
pub trait KeyPart {
    /// Returns the component, or `None` if it is absent and the key cannot be built.
    fn piece(&self) -> Option<Piece<'_>>;

    /// Returns the component if it is text that can be borrowed: the same as
    /// [`piece`](Self::piece), but cheaper. If a type does not implement this, `piece` is called.
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
