//! The form of a type's values as text in a key.

use super::{KeyError, KeyKind};

/// How a type spells its values in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spelling {
    /// Any text.
    Text,
    /// A UUID: hexadecimal digits in five groups, in lower case.
    Uuid,
    /// A ULID: 26 digits and letters, in upper case.
    Ulid,
    /// A date: `2025-11-14`.
    Date,
    /// A time in UTC: `2025-11-14T10:30:00Z`, with a fraction or without.
    Time,
    /// A date and time without a zone: `2025-11-14T10:30:00`.
    LocalTime,
    /// A time of day: `10:30:00`.
    Clock,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// Bytes, which can only be a whole key.
    Bytes,
}

impl Spelling {
    /// Returns the type of a key attribute that consists of such a component alone.
    #[must_use]
    pub const fn kind(self) -> KeyKind {
        match self {
            Self::Integer | Self::Number => KeyKind::Number,
            Self::Bytes => KeyKind::Bytes,
            _ => KeyKind::Text,
        }
    }

    /// Checks that text is the first characters of a value, as many as a key holds.
    pub(super) fn check_first(self, text: &str, count: u16) -> Result<(), KeyError> {
        let count = usize::from(count);
        let example = self.example();
        let alike = |(letter, expected): (u8, u8)| match expected {
            _ if self == Self::Ulid => is_of_ulids(letter),
            b'0'..=b'9' => letter.is_ascii_digit() || self == Self::Uuid,
            b'a'..=b'f' if self == Self::Uuid => letter.is_ascii_hexdigit(),
            other => letter == other,
        };
        let is_spelled = text.bytes().zip(example.bytes()).all(alike);
        if text.chars().count() == count && is_spelled {
            return Ok(());
        }
        Err(KeyError::new(format!(
            "is neither a whole value nor its first {count} characters, which the key holds"
        )))
    }

    /// An example value, for designs.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Self::Date => "2025-11-14",
            Self::Time => "2025-11-14T10:30:00Z",
            Self::LocalTime => "2025-11-14T10:30:00",
            Self::Clock => "10:30:00",
            Self::Uuid => "67e55044-10b1-426f-9247-bb680e5fe0c8",
            Self::Ulid => "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            Self::Text | Self::Integer | Self::Number | Self::Bytes => "",
        }
    }

    /// Whether values of both can have the same text.
    pub(super) const fn is_like(self, other: Self) -> bool {
        let is_same = self as u8 == other as u8;
        let is_any = matches!(self, Self::Text) || matches!(other, Self::Text);
        let is_number = matches!(self.kind(), KeyKind::Number);
        self.kind().is(other.kind()) && (is_same || is_any || is_number)
    }

    /// Whether it is a time, whose fraction has as many digits as needed.
    pub(crate) const fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::LocalTime | Self::Clock)
    }
}

/// Crockford's digits: without the letters that look like others.
pub(super) const ULID_DIGITS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

fn is_of_ulids(letter: u8) -> bool {
    ULID_DIGITS.as_bytes().contains(&letter)
}
