//! Points in time of any type, as numbers since 1970.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::codec::{Decode, Encode};

const NANOS_A_MILLI: i128 = 1_000_000;

/// A time, or an optional time, that converts to and from milliseconds since 1970.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point in time",
    label = "write a `SystemTime`, a point in time of `chrono`, `jiff` or `time`, or an `Option` of one",
    note = "the types of `chrono`, `jiff` and `time` need the feature of that name"
)]
pub trait PointInTime: Sized {
    /// The stored number: `i64`, or `Option<i64>` for an `Option`.
    type Number: Encode + Decode;

    /// Returns the number of whole units since 1970, each of `unit` milliseconds, rounded towards
    /// the past.
    fn to_number(&self, unit: i64) -> Self::Number;

    /// Returns the time at a number of units since 1970, each of `unit` milliseconds.
    ///
    /// # Errors
    /// Returns an error if the type cannot hold that time.
    fn from_number(number: Self::Number, unit: i64) -> Result<Self, OutOfRange>;
}

/// A stored time that the field's type cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange;

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the stored time is out of the range of the field's type")
    }
}

impl std::error::Error for OutOfRange {}

impl<T: PointInTime<Number = i64>> PointInTime for Option<T> {
    type Number = Option<i64>;

    fn to_number(&self, unit: i64) -> Option<i64> {
        self.as_ref().map(|time| time.to_number(unit))
    }

    fn from_number(number: Option<i64>, unit: i64) -> Result<Self, OutOfRange> {
        number
            .map(|number| T::from_number(number, unit))
            .transpose()
    }
}

impl PointInTime for SystemTime {
    type Number = i64;

    fn to_number(&self, unit: i64) -> i64 {
        match self.duration_since(UNIX_EPOCH) {
            Ok(after) => units(nanos(after), unit),
            Err(before) => units(-nanos(before.duration()), unit),
        }
    }

    fn from_number(number: i64, unit: i64) -> Result<Self, OutOfRange> {
        let millis = number.checked_mul(unit).ok_or(OutOfRange)?;
        let distance = Duration::from_millis(millis.unsigned_abs());
        let time = if millis < 0 {
            UNIX_EPOCH.checked_sub(distance)
        } else {
            UNIX_EPOCH.checked_add(distance)
        };
        time.ok_or(OutOfRange)
    }
}

#[cfg(feature = "chrono")]
impl PointInTime for chrono::DateTime<chrono::Utc> {
    type Number = i64;

    fn to_number(&self, unit: i64) -> i64 {
        self.timestamp_millis().div_euclid(unit)
    }

    fn from_number(number: i64, unit: i64) -> Result<Self, OutOfRange> {
        let millis = number.checked_mul(unit).ok_or(OutOfRange)?;
        Self::from_timestamp_millis(millis).ok_or(OutOfRange)
    }
}

#[cfg(feature = "jiff")]
impl PointInTime for jiff::Timestamp {
    type Number = i64;

    fn to_number(&self, unit: i64) -> i64 {
        units(self.as_nanosecond(), unit)
    }

    fn from_number(number: i64, unit: i64) -> Result<Self, OutOfRange> {
        let millis = number.checked_mul(unit).ok_or(OutOfRange)?;
        Self::from_millisecond(millis).map_err(|_| OutOfRange)
    }
}

#[cfg(feature = "time")]
impl PointInTime for time::OffsetDateTime {
    type Number = i64;

    fn to_number(&self, unit: i64) -> i64 {
        units(self.unix_timestamp_nanos(), unit)
    }

    fn from_number(number: i64, unit: i64) -> Result<Self, OutOfRange> {
        let nanos = i128::from(number) * i128::from(unit) * NANOS_A_MILLI;
        Self::from_unix_timestamp_nanos(nanos).map_err(|_| OutOfRange)
    }
}

fn nanos(duration: Duration) -> i128 {
    i128::try_from(duration.as_nanos()).unwrap_or(i128::MAX)
}

// No real clock runs beyond `i64` milliseconds; a time that does is clamped.
fn units(nanos: i128, unit: i64) -> i64 {
    let units = nanos.div_euclid(NANOS_A_MILLI * i128::from(unit));
    i64::try_from(units).unwrap_or(if units < 0 { i64::MIN } else { i64::MAX })
}
