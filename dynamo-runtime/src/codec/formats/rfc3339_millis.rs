//! Times as RFC 3339 text in UTC with exactly three fraction digits, so that text order is time
//! order.

use std::fmt;

use crate::codec::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// The length of `2025-11-14T10:30:00.000Z`.
const WIDTH: usize = 24;

/// A time, or an optional time, that is written as text.
pub trait MillisText: Sized {
    /// The stored text: `FixedText`, or `Option<FixedText>` for an `Option`.
    type Text: Encode + Decode;

    /// Returns the time as text, truncated to milliseconds.
    fn to_text(&self) -> Self::Text;

    /// Reads the text back.
    ///
    /// # Errors
    /// Returns an error if it is not an RFC 3339 time.
    fn from_text(text: Self::Text) -> Result<Self, NotATime>;
}

/// A time as text. Storing a year outside 0 to 9999, which would change the width, is an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedText(String);

impl FixedText {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[diagnostic::do_not_recommend]
impl Encode for FixedText {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        if self.0.len() != WIDTH {
            return Err(EncodeError::because("the year is outside 0 to 9999"));
        }
        to.string(&self.0)
    }
}

#[diagnostic::do_not_recommend]
impl Decode for FixedText {
    const EXPECTED: &'static str = "S (RFC 3339 time)";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.string().map(Self)
    }
}

/// A stored text that is not an RFC 3339 time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotATime;

impl fmt::Display for NotATime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the stored text is not an RFC 3339 time")
    }
}

impl std::error::Error for NotATime {}

/// Returns the time as text: `2025-11-14T10:30:00.000Z`. Fractions of a millisecond are cut off.
pub fn encode<T: MillisText>(value: &T) -> T::Text {
    value.to_text()
}

/// Reads the text back; other RFC 3339 times are read as well.
///
/// # Errors
/// Returns an error if it is not an RFC 3339 time.
pub fn decode<T: MillisText>(stored: T::Text) -> Result<T, NotATime> {
    T::from_text(stored)
}

impl<T: MillisText<Text = FixedText>> MillisText for Option<T> {
    type Text = Option<FixedText>;

    fn to_text(&self) -> Option<FixedText> {
        self.as_ref().map(MillisText::to_text)
    }

    fn from_text(text: Option<FixedText>) -> Result<Self, NotATime> {
        text.map(T::from_text).transpose()
    }
}

#[cfg(feature = "chrono")]
impl MillisText for chrono::DateTime<chrono::Utc> {
    type Text = FixedText;

    fn to_text(&self) -> FixedText {
        FixedText(self.to_rfc3339_opts(chrono::SecondsFormat::Millis, true))
    }

    fn from_text(text: FixedText) -> Result<Self, NotATime> {
        let time = chrono::DateTime::parse_from_rfc3339(text.as_str()).map_err(|_| NotATime)?;
        Ok(time.to_utc())
    }
}

#[cfg(feature = "jiff")]
impl MillisText for jiff::Timestamp {
    type Text = FixedText;

    fn to_text(&self) -> FixedText {
        let utc = jiff::tz::Offset::UTC.to_datetime(*self);
        if utc.year() < 0 {
            return FixedText(String::new());
        }
        FixedText(format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
            utc.year(),
            utc.month(),
            utc.day(),
            utc.hour(),
            utc.minute(),
            utc.second(),
            utc.millisecond(),
        ))
    }

    fn from_text(text: FixedText) -> Result<Self, NotATime> {
        text.as_str().parse().map_err(|_| NotATime)
    }
}

#[cfg(feature = "time")]
impl MillisText for time::OffsetDateTime {
    type Text = FixedText;

    fn to_text(&self) -> FixedText {
        let utc = self.checked_to_offset(time::UtcOffset::UTC);
        let Some(utc) = utc.filter(|utc| (0..=9999).contains(&utc.year())) else {
            return FixedText(String::new());
        };
        let (date, clock) = (utc.date(), utc.time());
        FixedText(format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
            date.year(),
            u8::from(date.month()),
            date.day(),
            clock.hour(),
            clock.minute(),
            clock.second(),
            clock.millisecond(),
        ))
    }

    fn from_text(text: FixedText) -> Result<Self, NotATime> {
        let format = time::format_description::well_known::Rfc3339;
        Self::parse(text.as_str(), &format).map_err(|_| NotATime)
    }
}
