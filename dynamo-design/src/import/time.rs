//! Written times: recognised by form, compared as points in time.

/// A way to write a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TimeForm {
    /// `2025-11-14T10:30:00Z`, with no fraction or as many digits as needed.
    Rfc3339,
    /// `2025-11-14T10:30:00.000Z`, always with milliseconds.
    Millis,
    /// `2025-11-14 10:30:00`.
    Spaced,
    /// `14/11/2025 10:30:00`.
    DayFirst,
    /// `11/14/2025 10:30:00`.
    MonthFirst,
    /// Seconds since 1970, a number.
    EpochSeconds,
    /// Milliseconds since 1970, a number.
    EpochMillis,
}

/// A point in time: seconds since 1970 and nanoseconds.
pub(super) type Instant = (i64, u32);

/// 2001 and 2100: numbers between them look like times.
const SECONDS: std::ops::RangeInclusive<i64> = 978_307_200..=4_102_444_800;

/// Reads an RFC 3339 time in UTC, and returns the number of fraction digits.
pub(super) fn rfc3339(text: &str) -> Option<(Instant, usize)> {
    let text = text.strip_suffix('Z')?;
    let (date, time) = text.split_once('T')?;
    let (time, fraction) = match time.split_once('.') {
        Some((time, fraction)) => (time, fraction),
        None => (time, ""),
    };
    if fraction.len() > 9 || text.ends_with('.') || !fraction.bytes().all(|d| d.is_ascii_digit()) {
        return None;
    }
    let seconds = seconds(day(date)?, clock(time)?);
    let nanos: u32 = format!("{fraction:0<9}").parse().ok()?;
    Some(((seconds, nanos), fraction.len()))
}

/// Reads a date, `2025-11-14`, as days since 1970.
pub(super) fn day(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let parts = [
        parts.next()?,
        parts.next()?,
        parts.next()?,
        parts.next().unwrap_or(""),
    ];
    let [year, month, day, ""] = parts else {
        return None;
    };
    days(digits(year, 4)?, digits(month, 2)?, digits(day, 2)?)
}

/// The name of the format that writes a time with this many fraction digits.
pub(super) const fn precision(digits: usize) -> Option<&'static str> {
    match digits {
        0 => Some(":seconds"),
        3 => Some(":millis"),
        6 => Some(":micros"),
        9 => Some(":nanos"),
        _ => None,
    }
}

/// Writes a time in a key's format; `None` if it is finer than that.
pub(super) fn written((seconds, nanos): Instant, format: &str) -> Option<String> {
    let digits = match format {
        ":seconds" => 0,
        ":millis" => 3,
        ":micros" => 6,
        _ => 9,
    };
    let fraction = format!("{nanos:09}");
    let (kept, rest) = fraction.split_at(digits);
    if rest.bytes().any(|digit| digit != b'0') {
        return None;
    }
    let (day, clock) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(day);
    let point = if digits == 0 { "" } else { "." };
    let (hours, minutes, seconds) = (clock / 3600, clock / 60 % 60, clock % 60);
    Some(format!(
        "{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}{point}{kept}Z"
    ))
}

/// The date of a day since 1970: the reverse of [`days`].
fn date(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

impl TimeForm {
    /// Reads a time of this form.
    pub(super) fn read(self, text: &str) -> Option<Instant> {
        match self {
            Self::Rfc3339 => rfc3339(text)
                .filter(|(_, digits)| is_shortest(text, *digits))
                .map(|(at, _)| at),
            Self::Millis => rfc3339(text)
                .filter(|(_, digits)| *digits == 3)
                .map(|(at, _)| at),
            Self::Spaced => {
                let (date, time) = text.split_once(' ')?;
                Some((seconds(day(date)?, clock(time)?), 0))
            }
            Self::DayFirst | Self::MonthFirst => {
                let (date, time) = text.split_once(' ')?;
                let mut parts = date.split('/');
                let (first, second) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
                let year = digits(parts.next()?, 4)?;
                if parts.next().is_some() {
                    return None;
                }
                let (month, day) = if self == Self::DayFirst {
                    (second, first)
                } else {
                    (first, second)
                };
                Some((seconds(days(year, month, day)?, clock(time)?), 0))
            }
            Self::EpochSeconds => {
                let seconds: i64 = text.parse().ok()?;
                SECONDS.contains(&seconds).then_some((seconds, 0))
            }
            Self::EpochMillis => {
                let millis: i64 = text.parse().ok()?;
                let (seconds, rest) = (millis.div_euclid(1000), millis.rem_euclid(1000));
                let nanos = u32::try_from(rest).ok()? * 1_000_000;
                SECONDS.contains(&seconds).then_some((seconds, nanos))
            }
        }
    }

    /// The forms that text can have.
    pub(super) const TEXTS: [Self; 5] = [
        Self::Rfc3339,
        Self::Millis,
        Self::Spaced,
        Self::DayFirst,
        Self::MonthFirst,
    ];
}

/// Whether a fraction has no more digits than its value needs, in steps of three.
fn is_shortest(text: &str, digits: usize) -> bool {
    let tail = text.trim_end_matches('Z');
    match digits {
        0 => true,
        3 | 6 | 9 => !tail.ends_with("000"),
        _ => false,
    }
}

fn seconds(day: i64, clock: i64) -> i64 {
    day * 86_400 + clock
}

fn clock(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let (hours, minutes) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let seconds = digits(parts.next()?, 2)?;
    let is_valid = hours < 24 && minutes < 60 && seconds < 60 && parts.next().is_none();
    is_valid.then(|| hours * 3600 + minutes * 60 + seconds)
}

fn digits(text: &str, width: usize) -> Option<i64> {
    let is_valid = text.len() == width && text.bytes().all(|digit| digit.is_ascii_digit());
    is_valid.then(|| text.parse().ok()).flatten()
}

/// The days since 1970 of a date of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1..=12).contains(&month) || !(1..=last).contains(&day) {
        return None;
    }
    // Years begin in March, so that the day of a leap year is the last.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

#[cfg(test)]
mod tests {
    use super::{TimeForm, day, rfc3339, written};

    #[test]
    fn times_are_written_as_keys_have_them() {
        for text in [
            "2025-11-14T10:30:00Z",
            "2000-02-29T23:59:59Z",
            "1969-12-31T00:00:00Z",
        ] {
            let at = rfc3339(text).map(|(at, _)| at);
            assert_eq!(
                at.and_then(|at| written(at, ":seconds")).as_deref(),
                Some(text)
            );
        }
        assert_eq!(written((0, 1), ":seconds"), None);
        assert_eq!(
            written((0, 5_000_000), ":millis").as_deref(),
            Some("1970-01-01T00:00:00.005Z")
        );
    }

    #[test]
    fn times_of_every_form_are_one_point() {
        let at = Some((1_763_116_200, 0));
        assert_eq!(TimeForm::Rfc3339.read("2025-11-14T10:30:00Z"), at);
        assert_eq!(TimeForm::Millis.read("2025-11-14T10:30:00.000Z"), at);
        assert_eq!(TimeForm::DayFirst.read("14/11/2025 10:30:00"), at);
        assert_eq!(TimeForm::MonthFirst.read("11/14/2025 10:30:00"), at);
        assert_eq!(TimeForm::Spaced.read("2025-11-14 10:30:00"), at);
        assert_eq!(TimeForm::EpochSeconds.read("1763116200"), at);
        assert_eq!(TimeForm::EpochMillis.read("1763116200000"), at);
    }

    #[test]
    fn what_would_be_written_otherwise_is_no_time() {
        assert_eq!(
            TimeForm::Rfc3339.read("2025-11-14T10:30:00.500Z"),
            Some((1_763_116_200, 500_000_000))
        );
        assert_eq!(TimeForm::Rfc3339.read("2025-11-14T10:30:00.000Z"), None);
        assert_eq!(TimeForm::Rfc3339.read("2025-11-14T10:30:00+00:00"), None);
        assert_eq!(rfc3339("2025-13-14T10:30:00Z"), None);
        assert_eq!(rfc3339("2025-11-14T10:30:00.Z"), None);
        assert_eq!(day("2025-02-29"), None);
        assert_eq!(day("1970-01-02"), Some(1));
    }
}
