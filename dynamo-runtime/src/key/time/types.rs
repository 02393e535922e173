//! The types that are times and dates in a key.

use std::time::SystemTime;

use super::{is_spelled_as, system_time, system_time_piece};
use crate::key::{
    KeyComponent, KeyError, KeyPart, PartitionKeyPart, Piece, SortKeyPart, Spelling, TemplatePart,
    TextPart, TimePart, UnpaddedSortPart,
};

/// Implements the traits for a time, given its spelling and how to write and read it.
macro_rules! time {
    ($ty:ty, $spelling:ident, $piece:expr, $read:expr) => {
        calendar!($ty, $spelling, $piece, $read, |text, value| is_spelled_as(
            text,
            value.piece()
        ));
        #[diagnostic::do_not_recommend]
        impl TimePart for $ty {}
    };
}

/// Implements the traits for a date, which sorts as it is.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
macro_rules! date {
    ($ty:ty, $piece:expr, $read:expr) => {
        calendar!($ty, Date, $piece, $read, |text, value: $ty| {
            match value.piece() {
                Some(Piece::Text(written)) if written == text => Ok(()),
                _ => Err(KeyError::new(
                    "is not spelled as in keys; parse the text and pass the value",
                )),
            }
        });
        #[diagnostic::do_not_recommend]
        impl crate::key::UntimedPart for $ty {}
    };
}

macro_rules! calendar {
    ($ty:ty, $spelling:ident, $piece:expr, $read:expr, $check:expr) => {
        impl KeyPart for $ty {
            fn piece(&self) -> Option<Piece<'_>> {
                let piece: fn(&$ty) -> Piece<'static> = $piece;
                Some(piece(self))
            }
        }
        impl KeyComponent for $ty {
            const SPELLING: Spelling = Spelling::$spelling;
            fn from_piece(piece: Piece<'_>) -> Result<Self, KeyError> {
                let read: fn(&str) -> Result<$ty, KeyError> = $read;
                read(&piece.into_text()?)
            }
            fn check_text(text: &str) -> Result<(), KeyError> {
                let value = Self::from_piece(Piece::Text(text.into()))?;
                let check: fn(&str, $ty) -> Result<(), KeyError> = $check;
                check(text, value)
            }
        }
        #[diagnostic::do_not_recommend]
        impl PartitionKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl SortKeyPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl TemplatePart for $ty {}
        #[diagnostic::do_not_recommend]
        impl UnpaddedSortPart for $ty {}
        #[diagnostic::do_not_recommend]
        impl TextPart for $ty {}
    };
}

time!(
    SystemTime,
    Time,
    |time| system_time_piece(*time),
    system_time
);

/// Reads a value with its codec.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
fn decoded<T: crate::codec::Decode>(text: &str) -> Result<T, KeyError> {
    crate::codec::from_value(aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned()))
        .map_err(|_| KeyError::new(format!("is not {}", expected(T::EXPECTED))))
}

/// `S (RFC 3339 time)` as a part of a sentence.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
fn expected(expected: &str) -> String {
    let inner = expected
        .strip_prefix("S (")
        .and_then(|rest| rest.strip_suffix(')'));
    format!("an {}", inner.unwrap_or(expected))
}

#[cfg(feature = "chrono")]
mod of_chrono {
    use chrono::{
        DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc,
    };

    #[allow(clippy::wildcard_imports, reason = "what the macros above name")]
    use super::*;
    use crate::key::time::Civil;

    fn civil(date: &impl Datelike, time: &impl Timelike) -> Civil {
        // A leap second is kept as a fraction above one second.
        let leaps = time.nanosecond() / 1_000_000_000;
        Civil {
            year: date.year().into(),
            fields: [
                date.month(),
                date.day(),
                time.hour(),
                time.minute(),
                time.second() + leaps,
            ],
            nanos: time.nanosecond() % 1_000_000_000,
        }
    }

    fn of_datetime(time: &NaiveDateTime, zone: &str) -> Piece<'static> {
        civil(time, time).piece(zone)
    }

    time!(
        DateTime<Utc>,
        Time,
        |time| of_datetime(&time.naive_utc(), "Z"),
        decoded
    );
    time!(
        DateTime<FixedOffset>,
        Time,
        |time| of_datetime(&time.naive_utc(), "Z"),
        decoded
    );
    time!(
        NaiveDateTime,
        LocalTime,
        |time| of_datetime(time, ""),
        decoded
    );
    time!(
        NaiveTime,
        Clock,
        |time| civil(&NaiveDate::default(), time).clock_piece(),
        decoded
    );
    date!(
        NaiveDate,
        |date| civil(date, &NaiveTime::MIN).date_piece(),
        decoded
    );
}

#[cfg(feature = "jiff")]
mod of_jiff {
    use jiff::Timestamp;
    use jiff::civil::{Date, DateTime, Time};
    use jiff::tz::Offset;

    #[allow(clippy::wildcard_imports, reason = "what the macros above name")]
    use super::*;
    use crate::key::time::Civil;

    fn civil(time: DateTime) -> Civil {
        let fields = [
            time.month(),
            time.day(),
            time.hour(),
            time.minute(),
            time.second(),
        ];
        Civil {
            year: time.year().into(),
            // None is negative.
            fields: fields.map(|field| field.unsigned_abs().into()),
            nanos: time.subsec_nanosecond().unsigned_abs(),
        }
    }

    time!(
        Timestamp,
        Time,
        |time| civil(Offset::UTC.to_datetime(*time)).piece("Z"),
        decoded
    );
    time!(DateTime, LocalTime, |time| civil(*time).piece(""), decoded);
    time!(
        Time,
        Clock,
        |time| civil(Date::ZERO.to_datetime(*time)).clock_piece(),
        decoded
    );
    date!(
        Date,
        |date| civil(date.to_datetime(Time::midnight())).date_piece(),
        decoded
    );
}

#[cfg(feature = "time")]
mod of_time {
    use time::{Date, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

    #[allow(clippy::wildcard_imports, reason = "what the macros above name")]
    use super::*;
    use crate::key::time::{Civil, year_is_out_of_range};

    fn civil(date: Date, time: Time) -> Civil {
        Civil {
            year: date.year().into(),
            fields: [
                u8::from(date.month()).into(),
                date.day().into(),
                time.hour().into(),
                time.minute().into(),
                time.second().into(),
            ],
            nanos: time.nanosecond(),
        }
    }

    time!(
        OffsetDateTime,
        Time,
        |time| match time.checked_to_offset(UtcOffset::UTC) {
            Some(utc) => civil(utc.date(), utc.time()).piece("Z"),
            None => year_is_out_of_range(),
        },
        decoded
    );
    time!(
        PrimitiveDateTime,
        LocalTime,
        |time| civil(time.date(), time.time()).piece(""),
        decoded
    );
    time!(
        Time,
        Clock,
        |time| civil(Date::MIN, *time).clock_piece(),
        decoded
    );
    date!(
        Date,
        |date| civil(*date, Time::MIDNIGHT).date_piece(),
        decoded
    );
}
