//! The types of `jiff`, stored as ISO 8601 text.
//!
//! Whole seconds have no fraction (`2025-11-14T10:30:00Z`); other times have as many fraction
//! digits as they need. Text order is time order only if all have the same number of digits: a key
//! has a fixed precision, as in `{at:millis}`, and so does
//! [`formats::rfc3339_millis`](super::formats::rfc3339_millis).

use std::borrow::Cow;

use ::jiff::Timestamp;
use ::jiff::civil::{Date, DateTime, Time};

use super::map::other_key;
use super::set::elements;
use super::text::other_text;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, MapKey};

/// The first second of the year 0.
const FIRST_SECOND: i64 = -62_167_219_200;

#[diagnostic::do_not_recommend]
impl Encode for Timestamp {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.as_second() >= FIRST_SECOND)?;
        to.string(&self.to_string())
    }
}

#[diagnostic::do_not_recommend]
impl Encode for DateTime {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.year() >= 0)?;
        to.string(&self.to_string())
    }
}

#[diagnostic::do_not_recommend]
impl Encode for Date {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.year() >= 0)?;
        to.string(&self.to_string())
    }
}

#[diagnostic::do_not_recommend]
impl Encode for Time {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(&self.to_string())
    }
}

/// A time that is stored with an offset is converted.
#[diagnostic::do_not_recommend]
impl Decode for Timestamp {
    const EXPECTED: &'static str = "S (RFC 3339 time)";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let text = from.text()?;
        text.parse().map_err(|_| other_text(Self::EXPECTED, &text))
    }
}

// Not with `FromStr`, which reads a date from a date and time and drops the rest.
macro_rules! parsed {
    ($($ty:ident, $format:literal, $expected:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Decode for $ty {
            const EXPECTED: &'static str = $expected;

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let text = from.text()?;
                $ty::strptime($format, &*text).map_err(|_| other_text(Self::EXPECTED, &text))
            }
        }
    )*};
}

parsed! {
    Date, "%Y-%m-%d", "S (ISO 8601 date)";
    DateTime, "%Y-%m-%dT%H:%M:%S%.f", "S (ISO 8601 date and time)";
    Time, "%H:%M:%S%.f", "S (ISO 8601 time of day)";
}

elements!(Ss: Timestamp, DateTime, Date, Time);

#[diagnostic::do_not_recommend]
impl MapKey for Date {
    fn to_key(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn from_key(text: Cow<'_, str>) -> Result<Self, DecodeError> {
        Self::strptime("%Y-%m-%d", &*text).map_err(|_| other_key("a date", &text))
    }
}

// Before that year the text has a sign, which RFC 3339 does not allow and which breaks text order.
fn check_year(is_in_range: bool) -> Result<(), EncodeError> {
    if is_in_range {
        return Ok(());
    }
    Err(EncodeError::because("the year is outside 0 to 9999"))
}
