//! The Gregorian calendar, by days since 1970.

/// The date of a day since 1970, in the Gregorian calendar.
///
/// Counts years from March, so that the leap day is the last one; 400 years have 146,097 days.
pub(crate) fn date_of(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let small = |number: i64| u32::try_from(number).unwrap_or_default();
    (year, small(month), small(day))
}

/// The number of days from 1970 to a date.
pub(crate) fn day_of(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let from_march = (month + 9) % 12;
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    era * 146_097 + of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::{date_of, day_of};

    #[test]
    fn every_day_is_one_date_and_the_next_one_follows_it() {
        assert_eq!(date_of(0), (1970, 1, 1));
        assert_eq!(day_of(1970, 1, 1), 0);
        // Four centuries around 1970, after which the calendar repeats.
        let mut before = date_of(-73_049);
        for days in -73_048..73_048 {
            let date @ (year, month, day) = date_of(days);
            assert_eq!(day_of(year, month.into(), day.into()), days);
            let is_next_day = date == (before.0, before.1, before.2 + 1);
            let is_next_month = day == 1 && before.2 == last_day(before.0, before.1);
            assert!(is_next_day || is_next_month, "{before:?} {date:?}");
            before = date;
        }
    }

    fn last_day(year: i64, month: u32) -> u32 {
        match month {
            2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }
}
