//! The types of `time`, stored as ISO 8601 text.
//!
//! Whole seconds have no fraction (`2025-11-14T10:30:00Z`); other times have as many fraction
//! digits as they need. Text order is time order only if all have the same number of digits: a key
//! has a fixed precision, as in `{at:millis}`, and so does
//! [`formats::rfc3339_millis`](super::formats::rfc3339_millis).

use ::time::format_description::BorrowedFormatItem;
use ::time::format_description::well_known::Rfc3339;
use ::time::macros::format_description;
use ::time::{Date, OffsetDateTime, PrimitiveDateTime, Time};

use super::set::elements;
use super::text::other_text;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

type TimeItems = &'static [BorrowedFormatItem<'static>];

const DATE: TimeItems = format_description!("[year]-[month]-[day]");
const TIME: TimeItems = format_description!("[hour]:[minute]:[second]");
const FRACTIONAL_TIME: TimeItems = format_description!("[hour]:[minute]:[second].[subsecond]");
const DATE_TIME: TimeItems = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second]");
const FRACTIONAL_DATE_TIME: TimeItems =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond]");

/// The offset is kept. Times with different offsets do not sort as text.
#[diagnostic::do_not_recommend]
impl Encode for OffsetDateTime {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(&self.format(&Rfc3339).map_err(EncodeError::custom)?)
    }
}

#[diagnostic::do_not_recommend]
impl Encode for PrimitiveDateTime {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.year())?;
        let whole = self.nanosecond() == 0;
        let format = if whole {
            DATE_TIME
        } else {
            FRACTIONAL_DATE_TIME
        };
        to.string(&self.format(format).map_err(EncodeError::custom)?)
    }
}

#[diagnostic::do_not_recommend]
impl Encode for Date {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        check_year(self.year())?;
        to.string(&self.format(DATE).map_err(EncodeError::custom)?)
    }
}

#[diagnostic::do_not_recommend]
impl Encode for Time {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        let format = if self.nanosecond() == 0 {
            TIME
        } else {
            FRACTIONAL_TIME
        };
        to.string(&self.format(format).map_err(EncodeError::custom)?)
    }
}

macro_rules! parsed {
    ($($ty:ident, $whole:expr, $fractional:expr, $expected:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Decode for $ty {
            const EXPECTED: &'static str = $expected;

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let text = from.text()?;
                let parsed = if text.contains('.') {
                    $ty::parse(&text, $fractional)
                } else {
                    $ty::parse(&text, $whole)
                };
                parsed.map_err(|_| other_text(Self::EXPECTED, &text))
            }
        }
    )*};
}

parsed! {
    OffsetDateTime, &Rfc3339, &Rfc3339, "S (RFC 3339 time)";
    PrimitiveDateTime, DATE_TIME, FRACTIONAL_DATE_TIME, "S (ISO 8601 date and time)";
    Date, DATE, DATE, "S (ISO 8601 date)";
    Time, TIME, FRACTIONAL_TIME, "S (ISO 8601 time of day)";
}

elements!(Ss: OffsetDateTime, PrimitiveDateTime, Date, Time);

// Beyond these years the text has a sign, which breaks text order.
fn check_year(year: i32) -> Result<(), EncodeError> {
    if (0..=9999).contains(&year) {
        return Ok(());
    }
    Err(EncodeError::because("the year is outside 0 to 9999"))
}
