//! The types of `chrono`, stored as ISO 8601 text.
//!
//! Whole seconds have no fraction (`2025-11-14T10:30:00Z`); other times have three, six or nine
//! fraction digits. Text order is time order only if all have the same number of digits: a key has
//! a fixed precision, as in `{at:millis}`, and so does
//! [`formats::rfc3339_millis`](super::formats::rfc3339_millis).

use ::chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime};
use ::chrono::{SecondsFormat, Utc};

use super::map::displayed_keys;
use super::set::elements;
use super::text::other_text;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

#[diagnostic::do_not_recommend]
impl Encode for DateTime<Utc> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.year())?;
        to.string(&self.to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }
}

/// The offset is kept. Times with different offsets do not sort as text.
#[diagnostic::do_not_recommend]
impl Encode for DateTime<FixedOffset> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.year())?;
        if self.offset().local_minus_utc() % 60 != 0 {
            return Err(EncodeError::because("RFC 3339 has no offsets with seconds"));
        }
        to.string(&self.to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }
}

#[diagnostic::do_not_recommend]
impl Encode for NaiveDate {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.year())?;
        to.string(&self.to_string())
    }
}

#[diagnostic::do_not_recommend]
impl Encode for NaiveDateTime {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.year())?;
        to.string(&self.format("%Y-%m-%dT%H:%M:%S%.f").to_string())
    }
}

#[diagnostic::do_not_recommend]
impl Encode for NaiveTime {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(&self.format("%H:%M:%S%.f").to_string())
    }
}

/// A time that is stored with an offset is converted.
#[diagnostic::do_not_recommend]
impl Decode for DateTime<Utc> {
    const EXPECTED: &'static str = "S (RFC 3339 time)";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let text = from.text()?;
        let time = DateTime::parse_from_rfc3339(&text);
        time.map(|time| time.to_utc())
            .map_err(|_| other_text(Self::EXPECTED, &text))
    }
}

#[diagnostic::do_not_recommend]
impl Decode for DateTime<FixedOffset> {
    const EXPECTED: &'static str = "S (RFC 3339 time)";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let text = from.text()?;
        DateTime::parse_from_rfc3339(&text).map_err(|_| other_text(Self::EXPECTED, &text))
    }
}

macro_rules! parsed {
    ($($ty:ident, $format:literal, $expected:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Decode for $ty {
            const EXPECTED: &'static str = $expected;

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let text = from.text()?;
                $ty::parse_from_str(&text, $format)
                    .map_err(|_| other_text(Self::EXPECTED, &text))
            }
        }
    )*};
}

parsed! {
    NaiveDate, "%Y-%m-%d", "S (ISO 8601 date)";
    NaiveDateTime, "%Y-%m-%dT%H:%M:%S%.f", "S (ISO 8601 date and time)";
    NaiveTime, "%H:%M:%S%.f", "S (ISO 8601 time of day)";
}

elements!(Ss: DateTime<Utc>, DateTime<FixedOffset>, NaiveDate, NaiveDateTime, NaiveTime);
displayed_keys!("a date": NaiveDate);

// Beyond these years the text has a sign, which RFC 3339 does not allow and which breaks text
// order.
fn check_year(year: i32) -> Result<(), EncodeError> {
    if (0..=9999).contains(&year) {
        return Ok(());
    }
    Err(EncodeError::because("the year is outside 0 to 9999"))
}
