//! Times in keys: text in UTC with one spelling per time, so that text order is time order.

#[cfg(test)]
mod tests;
mod types;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{KeyError, Piece};
use crate::calendar::{date_of, day_of};

/// The formats that fix how many digits the fraction of a second has.
const TIMES: [(&str, u8); 4] = [("seconds", 0), ("millis", 3), ("micros", 6), ("nanos", 9)];

/// The digits of a whole nanosecond.
const MOST_DIGITS: usize = 9;

const SECONDS_PER_DAY: i64 = 86_400;

/// The name of the format with this many fraction digits.
pub(crate) const fn name(digits: u8) -> &'static str {
    let mut at = 0;
    while at < TIMES.len() {
        if TIMES[at].1 == digits {
            return TIMES[at].0;
        }
        at += 1;
    }
    ""
}

/// A time by the calendar and the clock.
struct Civil {
    year: i64,
    /// Month, day, hour, minute, second. A leap second is the sixtieth.
    fields: [u32; 5],
    nanos: u32,
}

impl Civil {
    /// The time as a component; `zone` is `Z` if it is in UTC, and empty if it has no zone.
    fn piece(&self, zone: &str) -> Piece<'static> {
        let [month, day, hour, minute, second] = self.fields;
        let Some(date) = date_text(self.year, month, day) else {
            return year_is_out_of_range();
        };
        let fraction = self.fraction();
        Piece::Text(format!("{date}T{hour:02}:{minute:02}:{second:02}{fraction}{zone}").into())
    }

    /// The date alone, as a component.
    #[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
    fn date_piece(&self) -> Piece<'static> {
        let [month, day, ..] = self.fields;
        match date_text(self.year, month, day) {
            Some(date) => Piece::Text(date.into()),
            None => year_is_out_of_range(),
        }
    }

    /// The time of day alone, as a component.
    #[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
    fn clock_piece(&self) -> Piece<'static> {
        let [_, _, hour, minute, second] = self.fields;
        let fraction = self.fraction();
        Piece::Text(format!("{hour:02}:{minute:02}:{second:02}{fraction}").into())
    }

    /// Nothing, or a point and 3, 6 or 9 digits.
    fn fraction(&self) -> String {
        match self.nanos {
            0 => String::new(),
            nanos if nanos % 1_000_000 == 0 => format!(".{:03}", nanos / 1_000_000),
            nanos if nanos % 1_000 == 0 => format!(".{:06}", nanos / 1_000),
            nanos => format!(".{nanos:09}"),
        }
    }
}

fn date_text(year: i64, month: u32, day: u32) -> Option<String> {
    (0..=9999)
        .contains(&year)
        .then(|| format!("{year:04}-{month:02}-{day:02}"))
}

// Beyond these years the text has a sign or one more digit, and does not sort.
fn year_is_out_of_range() -> Piece<'static> {
    Piece::Unfit("is a time outside the years 0000 to 9999; no key holds one")
}

/// A `SystemTime` as a component.
fn system_time_piece(time: SystemTime) -> Piece<'static> {
    let (seconds, nanos) = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => (i64::try_from(after.as_secs()), after.subsec_nanos()),
        Err(before) => {
            let before = before.duration();
            let seconds = i64::try_from(before.as_secs()).map(|seconds| -seconds);
            match before.subsec_nanos() {
                0 => (seconds, 0),
                nanos => (seconds.map(|seconds| seconds - 1), 1_000_000_000 - nanos),
            }
        }
    };
    let Ok(seconds) = seconds else {
        return year_is_out_of_range();
    };
    let (year, month, day) = date_of(seconds.div_euclid(SECONDS_PER_DAY));
    let second = u32::try_from(seconds.rem_euclid(SECONDS_PER_DAY)).unwrap_or_default();
    let civil = Civil {
        year,
        fields: [month, day, second / 3600, second / 60 % 60, second % 60],
        nanos,
    };
    civil.piece("Z")
}

/// Reads a `SystemTime` back.
fn system_time(text: &str) -> Result<SystemTime, KeyError> {
    let parts = Parts::of(text)?;
    let number = |range: std::ops::Range<usize>| {
        let digits = parts.whole.get(range).ok_or_else(not_a_time)?;
        digits.parse::<i64>().map_err(|_| not_a_time())
    };
    if parts.whole.len() != "2025-11-14T10:30:00".len() || parts.zone != "Z" {
        return Err(not_a_time());
    }
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let days = day_of(year, month, day);
    let (_, same_month, same_day) = date_of(days);
    let is_a_date = (i64::from(same_month), i64::from(same_day)) == (month, day);
    if !is_a_date || hour > 23 || minute > 59 || second > 59 {
        return Err(not_a_time());
    }
    let seconds = days * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second;
    let nanos = format!("{:0<9}", parts.fraction);
    let nanos = nanos.parse::<u64>().map_err(|_| not_a_time())?;
    let distance = Duration::from_secs(seconds.unsigned_abs());
    let whole = if seconds < 0 {
        UNIX_EPOCH.checked_sub(distance)
    } else {
        UNIX_EPOCH.checked_add(distance)
    };
    whole
        .and_then(|whole| whole.checked_add(Duration::from_nanos(nanos)))
        .ok_or_else(not_a_time)
}

/// The parts of a time's text.
struct Parts<'a> {
    /// The date and the clock, to the second.
    whole: &'a str,
    /// The digits of the fraction, without zeros at the end.
    fraction: &'a str,
    /// `Z`, or empty.
    zone: &'a str,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Result<Self, KeyError> {
        let zone = if text.ends_with('Z') { "Z" } else { "" };
        let local = &text[..text.len() - zone.len()];
        let (whole, fraction) = match local.split_once('.') {
            Some((_, "")) => return Err(not_a_time()),
            Some((whole, fraction)) => (whole, fraction),
            None => (local, ""),
        };
        let clock = match whole.len() {
            19 if is_date_and_t(whole) => &whole[11..],
            8 => whole,
            _ => return Err(not_a_time()),
        };
        let is_number = fraction.bytes().all(|byte| byte.is_ascii_digit());
        if !matches(clock, "00:00:00") || !is_number || fraction.len() > MOST_DIGITS {
            return Err(not_a_time());
        }
        Ok(Self {
            whole,
            fraction: fraction.trim_end_matches('0'),
            zone,
        })
    }
}

fn is_date_and_t(text: &str) -> bool {
    text.is_char_boundary(11) && matches(&text[..11], "0000-00-00T")
}

/// Whether a text has digits where the pattern has zeros, and its other characters elsewhere.
fn matches(text: &str, pattern: &str) -> bool {
    let same = |(letter, expected): (u8, u8)| match expected {
        b'0' => letter.is_ascii_digit(),
        other => letter == other,
    };
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(same)
}

#[cold]
fn not_a_time() -> KeyError {
    KeyError::new(
        "is not a time as keys spell it, in UTC; pass text such as `2025-11-14T10:30:00Z`, or a time",
    )
}

/// Appends a time with this many fraction digits; by default 0, 3, 6 or 9, as needed.
pub(super) fn write(text: &str, digits: Option<u8>, to: &mut String) -> Result<(), KeyError> {
    let parts = Parts::of(text)?;
    let width = match digits {
        Some(digits) if parts.fraction.len() > usize::from(digits) => {
            return Err(too_fine(digits));
        }
        Some(digits) => usize::from(digits),
        None => parts.fraction.len().next_multiple_of(3),
    };
    push(&parts, parts.fraction, width, to);
    Ok(())
}

/// A time truncated to this many fraction digits, and whether that removed anything.
pub(super) fn cut(text: &str, digits: u8) -> Result<(String, bool), KeyError> {
    let parts = Parts::of(text)?;
    let width = usize::from(digits);
    let kept = parts.fraction.get(..width).unwrap_or(parts.fraction);
    let mut to = String::with_capacity(text.len() + width + 1);
    push(&parts, kept, width, &mut to);
    Ok((to, kept.len() < parts.fraction.len()))
}

fn push(parts: &Parts<'_>, fraction: &str, width: usize, to: &mut String) {
    to.push_str(parts.whole);
    if width > 0 {
        to.push('.');
        to.push_str(fraction);
        to.extend(std::iter::repeat_n('0', width - fraction.len()));
    }
    to.push_str(parts.zone);
}

#[cold]
fn too_fine(digits: u8) -> KeyError {
    KeyError::new(format!(
        "is finer than `{}`, the format it has in the key; truncate it first, or use a finer \
         format in the template",
        name(digits),
    ))
}

/// Checks that text is a time as keys spell it; the format decides the number of fraction digits.
fn is_spelled_as(text: &str, piece: Option<Piece<'_>>) -> Result<(), KeyError> {
    let (Some(Piece::Text(spelled)), Ok(parts)) = (piece, Parts::of(text)) else {
        return Err(not_a_time());
    };
    let same = Parts::of(&spelled)?;
    let is_same =
        parts.whole == same.whole && parts.fraction == same.fraction && parts.zone == same.zone;
    is_same.then_some(()).ok_or_else(not_a_time)
}

/// A time truncated to this many fraction digits.
pub(crate) fn truncated(time: SystemTime, digits: Option<u8>) -> SystemTime {
    let Some(unit) =
        digits.and_then(|digits| 10_u32.checked_pow(9_u32.checked_sub(digits.into())?))
    else {
        return time;
    };
    let beyond = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.subsec_nanos() % unit,
        Err(before) => match before.duration().subsec_nanos() % unit {
            0 => 0,
            short => unit - short,
        },
    };
    time.checked_sub(Duration::from_nanos(beyond.into()))
        .unwrap_or(time)
}
