//! Times as whole seconds since 1970, a number.

use super::{OutOfRange, PointInTime};

const UNIT: i64 = 1000;

/// Returns the seconds since 1970 of a `SystemTime`, a time of `chrono` or `time`, or an `Option`
/// of one. Fractions of a second are cut off.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// use dynamo_runtime::formats::epoch_seconds;
///
/// let time = UNIX_EPOCH + Duration::from_secs(90);
/// let stored = epoch_seconds::encode(&time);
/// assert_eq!(epoch_seconds::decode(stored), Ok(time));
/// ```
pub fn encode<T: PointInTime>(value: &T) -> T::Number {
    value.to_number(UNIT)
}

/// Returns the time at this many seconds since 1970.
///
/// # Errors
/// Returns an error if the type cannot hold that time.
pub fn decode<T: PointInTime>(stored: T::Number) -> Result<T, OutOfRange> {
    T::from_number(stored, UNIT)
}
