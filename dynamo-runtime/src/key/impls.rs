//! Key components: std types and feature-gated ones.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use super::{
    IntegerPart, KeyComponent, KeyError, KeyPart, NumberPart, PartitionKeyPart, Piece, SortKeyPart,
    Spelling, TemplatePart, TextPart, UnpaddedSortPart, UntimedPart,
};
use crate::codec::Binary;

impl KeyPart for str {
    fn piece(&self) -> Option<Piece<'_>> {
        Some(Piece::Text(Cow::Borrowed(self)))
    }

    fn lent_text(&self) -> Option<&str> {
        Some(self)
    }
}

/// Implements the traits for types that hold text as it is.
macro_rules! owned_text {
    ($($ty:ty: $read:expr),*) => {$(
        impl KeyPart for $ty {
            fn piece(&self) -> Option<Piece<'_>> {
                Some(Piece::Text(Cow::Borrowed(self)))
            }

            fn lent_text(&self) -> Option<&str> {
                Some(self)
            }
        }
        impl KeyComponent for $ty {
            const SPELLING: Spelling = Spelling::Text;
            fn from_piece(piece: Piece<'_>) -> Result<Self, KeyError> {
                let read: fn(Cow<'_, str>) -> $ty = $read;
                Ok(read(piece.into_text()?))
            }
            fn check_text(_: &str) -> Result<(), KeyError> {
                Ok(())
            }
        }
        text_rules!($ty);
    )*};
}

/// Implements the rules that every text component obeys.
macro_rules! text_rules {
    ($ty:ty) => {
        #[diagnostic::do_not_recommend]
        impl PartitionKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl SortKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl TemplatePart for $ty {}
        #[diagnostic::do_not_recommend]
        impl UnpaddedSortPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl UntimedPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl TextPart for $ty {}
    };
}

/// Implements the traits for types written with `Display` (or a given expression) and read with
/// `FromStr` (or another).
macro_rules! parsed_text {
    ($($ty:ty, $spelling:ident, $what:literal, $to_text:expr;)*) => {$(
        parsed_text!($ty, $spelling, $what, $to_text, |text| text.parse().ok());
    )*};
    ($ty:ty, $spelling:ident, $what:literal, $to_text:expr, $parse:expr) => {
        impl KeyPart for $ty {
            fn piece(&self) -> Option<Piece<'_>> {
                let to_text: fn(&$ty) -> String = $to_text;
                Some(Piece::Text(Cow::Owned(to_text(self))))
            }
        }
        impl KeyComponent for $ty {
            const SPELLING: Spelling = Spelling::$spelling;
            fn from_piece(piece: Piece<'_>) -> Result<Self, KeyError> {
                let parse: fn(&str) -> Option<$ty> = $parse;
                parse(&piece.into_text()?).ok_or_else(|| KeyError::new(concat!("is not ", $what)))
            }
        }
        text_rules!($ty);
    };
}

macro_rules! integer {
    ($($ty:ty => $digits:literal),*) => {$(
        impl KeyPart for $ty {
            fn piece(&self) -> Option<Piece<'_>> {
                Some(match i128::try_from(*self) {
                    Ok(value) => Piece::Integer(value, $digits),
                    Err(_) => Piece::Decimal(Cow::Owned(self.to_string()), $digits),
                })
            }
        }
        impl KeyComponent for $ty {
            const SPELLING: Spelling = Spelling::Integer;
            fn from_piece(piece: Piece<'_>) -> Result<Self, KeyError> {
                let text = piece.into_number()?;
                text.parse().map_err(|_| KeyError::new(concat!("is not a number of type ", stringify!($ty))))
            }
        }
        #[diagnostic::do_not_recommend]
        impl PartitionKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl SortKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl TemplatePart for $ty {}
        #[diagnostic::do_not_recommend]
        impl UntimedPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl NumberPart for $ty {
            // All but the largest types fit the 38 digits that DynamoDB stores.
            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_wrap,
                reason = "`u128` has no other way; its maximum is taken care of"
            )]
            const RANGE: Option<(i128, i128)> = Some((
                <$ty>::MIN as i128,
                if size_of::<$ty>() == 16 { i128::MAX } else { <$ty>::MAX as i128 },
            ));
        }
        #[diagnostic::do_not_recommend]
        impl IntegerPart for $ty {}
    )*};
}

macro_rules! float {
    ($($ty:ty => $digits:literal),*) => {$(
        impl KeyPart for $ty {
            fn piece(&self) -> Option<Piece<'_>> {
                Some(Piece::Decimal(Cow::Owned(zmij::Buffer::new().format(*self).to_owned()), $digits))
            }
        }
        impl KeyComponent for $ty {
            const SPELLING: Spelling = Spelling::Number;
            fn from_piece(piece: Piece<'_>) -> Result<Self, KeyError> {
                let text = piece.into_number()?;
                text.parse().map_err(|_| KeyError::new(concat!("is not a number of type ", stringify!($ty))))
            }
        }
        #[diagnostic::do_not_recommend]
        impl SortKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl TemplatePart for $ty {}
        #[diagnostic::do_not_recommend]
        impl UntimedPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl NumberPart for $ty {}
    )*};
}

macro_rules! bytes {
    ($($ty:ty),*) => {$(
        impl KeyPart for $ty {
            fn piece(&self) -> Option<Piece<'_>> {
                Some(Piece::Bytes(Cow::Borrowed(self)))
            }
        }
        impl KeyComponent for $ty {
            const SPELLING: Spelling = Spelling::Bytes;
            fn from_piece(piece: Piece<'_>) -> Result<Self, KeyError> {
                match piece {
                    Piece::Bytes(bytes) => Ok(bytes.into_owned().into()),
                    _ => Err(KeyError::new("is not bytes")),
                }
            }
        }
        #[diagnostic::do_not_recommend]
        impl PartitionKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl SortKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl UntimedPart for $ty {}
    )*};
}

owned_text!(
    String: |text| text.into(),
    Box<str>: |text| text.into(),
    Arc<str>: |text| text.into(),
    Cow<'static, str>: |text| Cow::Owned(text.into_owned())
);
#[cfg(feature = "compact_str")]
owned_text!(compact_str::CompactString: |text| text.into());
parsed_text! {
    char, Text, "a single character", char::to_string;
    IpAddr, Text, "an IP address", IpAddr::to_string;
    Ipv4Addr, Text, "an IPv4 address", Ipv4Addr::to_string;
    Ipv6Addr, Text, "an IPv6 address", Ipv6Addr::to_string;
}
integer!(
    i8 => 20, i16 => 20, i32 => 20, i64 => 20, isize => 20, u8 => 20, u16 => 20, u32 => 20, u64 => 20,
    usize => 20, i128 => 39, u128 => 39
);
float!(f32 => 9, f64 => 17);
bytes!(Binary);

#[cfg(feature = "bytes")]
bytes!(::bytes::Bytes);

#[cfg(feature = "uuid")]
parsed_text! { uuid::Uuid, Uuid, "a UUID", uuid::Uuid::to_string; }

#[cfg(feature = "ulid")]
parsed_text!(
    ulid::Ulid,
    Ulid,
    "a ULID",
    ulid::Ulid::to_string,
    crate::codec::ulid::parsed
);

#[cfg(feature = "rust_decimal")]
mod decimal {
    use rust_decimal::Decimal;

    use super::{
        Cow, KeyComponent, KeyError, KeyPart, NumberPart, PartitionKeyPart, Piece, SortKeyPart,
        Spelling, TemplatePart, UntimedPart,
    };

    impl KeyPart for Decimal {
        fn piece(&self) -> Option<Piece<'_>> {
            Some(Piece::Decimal(Cow::Owned(self.normalize().to_string()), 29))
        }
    }

    impl KeyComponent for Decimal {
        const SPELLING: Spelling = Spelling::Number;
        fn from_piece(piece: Piece<'_>) -> Result<Self, KeyError> {
            let text = piece.into_number()?;
            Self::from_str_exact(&text)
                .or_else(|_| Self::from_scientific(&text))
                .map_err(|_| KeyError::new("is not a decimal number"))
        }
    }

    #[diagnostic::do_not_recommend]
    impl PartitionKeyPart for Decimal {}
    #[diagnostic::do_not_recommend]
    impl SortKeyPart for Decimal {}
    #[diagnostic::do_not_recommend]
    impl TemplatePart for Decimal {}
    #[diagnostic::do_not_recommend]
    impl UntimedPart for Decimal {}
    #[diagnostic::do_not_recommend]
    impl NumberPart for Decimal {}
}

impl<'a> Piece<'a> {
    /// Returns the text of a text piece.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not text.
    pub fn into_text(self) -> Result<Cow<'a, str>, KeyError> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Unfit(reason) => Err(KeyError::new(reason)),
            _ => Err(KeyError::new("is not text")),
        }
    }

    /// Returns the decimal text of a number piece.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a number.
    pub fn into_number(self) -> Result<Cow<'a, str>, KeyError> {
        match self {
            Self::Integer(value, _) => Ok(Cow::Owned(value.to_string())),
            Self::Decimal(text, _) => Ok(text),
            Self::Unfit(reason) => Err(KeyError::new(reason)),
            _ => Err(KeyError::new("is not a number")),
        }
    }
}
