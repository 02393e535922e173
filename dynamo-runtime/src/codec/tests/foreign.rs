//! The types of `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`, `bytes` and `compact_str`.

#[cfg(feature = "chrono")]
mod with_chrono {
    use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
    use proptest::prelude::*;

    use crate::codec::tests::{from_json, survives, to_json};

    fn any_time() -> impl Strategy<Value = DateTime<Utc>> {
        // The years 0 to 9999, with nanosecond precision.
        (-62_167_219_200_i64..253_402_300_799, 0_u32..1_000_000_000)
            .prop_filter_map("in range", |(seconds, nanos)| {
                DateTime::from_timestamp(seconds, nanos)
            })
    }

    proptest! {
        #[test]
        fn times_survive(time in any_time(), minutes in -1_000_i32..1_000) {
            survives(&time);
            survives(&(time.date_naive(), time.naive_utc(), time.time()));
            let offset = FixedOffset::east_opt(minutes * 60).expect("within a day");
            let local = time.with_timezone(&offset);
            if (0..=9999).contains(&chrono::Datelike::year(&local)) {
                survives(&local);
                prop_assert_eq!(from_json::<DateTime<Utc>>(&to_json(&local)?), Ok(time));
            }
        }

        #[test]
        fn whole_seconds_sort_as_text(a in any_time(), b in any_time()) {
            let whole = |time: DateTime<Utc>| {
                time - TimeDelta::nanoseconds(time.timestamp_subsec_nanos().into())
            };
            let (a, b) = (whole(a), whole(b));
            prop_assert_eq!(to_json(&a)?.cmp(&to_json(&b)?), a.cmp(&b));
        }
    }

    #[test]
    fn the_text_is_iso_8601() {
        let date = NaiveDate::from_ymd_opt(2025, 11, 14).expect("a date");
        let time = date.and_hms_milli_opt(10, 30, 0, 0).expect("a time");
        assert_eq!(
            to_json(&time.and_utc()).as_deref(),
            Ok(r#"{"S":"2025-11-14T10:30:00Z"}"#)
        );
        assert_eq!(
            to_json(&time).as_deref(),
            Ok(r#"{"S":"2025-11-14T10:30:00"}"#)
        );
        assert_eq!(to_json(&date).as_deref(), Ok(r#"{"S":"2025-11-14"}"#));
        assert_eq!(to_json(&time.time()).as_deref(), Ok(r#"{"S":"10:30:00"}"#));
    }

    #[test]
    fn years_that_do_not_sort_are_refused() {
        assert!(to_json(&DateTime::<Utc>::MAX_UTC).is_err());
        assert!(to_json(&NaiveDate::MIN).is_err());
        assert!(to_json(&NaiveDateTime::MAX).is_err());
        assert!(from_json::<NaiveTime>(r#"{"S":"25:00:00"}"#).is_err());
    }
}

#[cfg(feature = "jiff")]
mod with_jiff {
    use std::collections::{BTreeMap, BTreeSet};

    use jiff::Timestamp;
    use jiff::civil::{Date, DateTime, Time};
    use jiff::tz::Offset;
    use proptest::prelude::*;

    use crate::codec::tests::{from_json, survives, to_json};

    proptest! {
        #[test]
        fn times_survive(
            // From the year 0 to the last second that the type holds.
            seconds in -62_167_219_200_i64..253_402_207_200,
            nanos in prop_oneof![Just(0_i32), 0_i32..1_000_000_000],
            hours in -20_i8..20,
        ) {
            let time = Timestamp::new(seconds, 0).expect("in range")
                + jiff::SignedDuration::from_nanos(nanos.into());
            survives(&time);
            let local = Offset::UTC.to_datetime(time);
            survives(&(local, local.date(), local.time()));
            survives(&BTreeSet::from([time]));
            survives(&BTreeMap::from([(local.date(), time)]));
            let zoned = jiff::tz::offset(hours);
            let text = format!("{{\"S\":\"{}\"}}", time.display_with_offset(zoned));
            if zoned.to_datetime(time).year() >= 0 {
                prop_assert_eq!(from_json::<Timestamp>(&text), Ok(time));
            }
        }

        #[test]
        fn whole_seconds_sort_as_text(
            a in -62_167_219_200_i64..253_402_207_200,
            b in -62_167_219_200_i64..253_402_207_200,
        ) {
            let text = |second| to_json(&Timestamp::from_second(second).expect("in range"));
            prop_assert_eq!(text(a)?.cmp(&text(b)?), a.cmp(&b));
        }
    }

    #[test]
    fn the_text_is_iso_8601() {
        let local = Date::constant(2025, 11, 14).at(10, 30, 0, 0);
        let time = Offset::UTC.to_timestamp(local).expect("in range");
        assert_eq!(
            to_json(&time).as_deref(),
            Ok(r#"{"S":"2025-11-14T10:30:00Z"}"#)
        );
        assert_eq!(
            to_json(&local).as_deref(),
            Ok(r#"{"S":"2025-11-14T10:30:00"}"#)
        );
        let fine = local
            .time()
            .with()
            .millisecond(250)
            .build()
            .expect("a time");
        assert_eq!(
            to_json(&local.date()).as_deref(),
            Ok(r#"{"S":"2025-11-14"}"#)
        );
        assert_eq!(to_json(&fine).as_deref(), Ok(r#"{"S":"10:30:00.25"}"#));
    }

    #[test]
    fn what_does_not_sort_or_fit_is_refused() {
        assert!(to_json(&Timestamp::MIN).is_err());
        assert!(to_json(&DateTime::MIN).is_err());
        assert!(to_json(&Date::MIN).is_err());
        assert!(from_json::<Time>(r#"{"S":"25:00:00"}"#).is_err());
        assert!(from_json::<Timestamp>(r#"{"S":"2025-11-14T10:30:00"}"#).is_err());
        // A date is not read from longer text.
        assert!(from_json::<Date>(r#"{"S":"2025-11-14T10:30:00"}"#).is_err());
        assert!(from_json::<DateTime>(r#"{"S":"2025-11-14T10:30:00+02:00"}"#).is_err());
    }
}

#[cfg(feature = "ulid")]
mod with_ulid {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;
    use ulid::Ulid;

    use crate::codec::tests::{from_json, survives, to_json};
    use crate::key::{KeyComponent, KeyPart};

    proptest! {
        #[test]
        fn ids_survive_and_sort_as_text(a in any::<u128>(), b in any::<u128>()) {
            let (a, b) = (Ulid(a), Ulid(b));
            survives(&a);
            survives(&BTreeSet::from([a, b]));
            survives(&BTreeMap::from([(a, 1_u8), (b, 2)]));
            prop_assert_eq!(to_json(&a)?.cmp(&to_json(&b)?), a.cmp(&b));
            let piece = a.piece().expect("a piece");
            prop_assert_eq!(Ulid::from_piece(piece), Ok(a));
        }
    }

    #[test]
    fn other_text_is_no_id() {
        let id = Ulid(0x0156_3E3A_B5D3_D676_4C61_EFB9_9302_BD5B);
        let small = r#"{"S":"01arz3ndektsv4rrffq69g5fav"}"#;
        assert_eq!(from_json::<Ulid>(small), Ok(id));
        // A key has one spelling.
        assert!(Ulid::check_text("01arz3ndektsv4rrffq69g5fav").is_err());
        assert!(Ulid::check_text("01ARZ3NDEKTSV4RRFFQ69G5FAV").is_ok());
        for text in [
            // More than 128 bits, which would be read as another id.
            "81ARZ3NDEKTSV4RRFFQ69G5FAV",
            "01ARZ3NDEKTSV4RRFFQ69G5FA",
            "01ARZ3NDEKTSV4RRFFQ69G5FAU",
            "",
        ] {
            assert!(
                from_json::<Ulid>(&format!("{{\"S\":\"{text}\"}}")).is_err(),
                "{text}"
            );
            assert!(Ulid::check_text(text).is_err(), "{text}");
        }
    }
}

#[cfg(feature = "compact_str")]
mod with_compact_str {
    use std::collections::{BTreeMap, BTreeSet};

    use compact_str::CompactString;
    use proptest::prelude::*;

    use crate::codec::tests::{from_json, survives, to_json};
    use crate::key::{KeyComponent, KeyPart};

    proptest! {
        #[test]
        fn text_survives_as_a_string_does(text in "\\PC{0,40}") {
            let compact = CompactString::from(&*text);
            survives(&compact);
            prop_assert_eq!(to_json(&compact), to_json(&text));
            if !text.is_empty() {
                survives(&BTreeSet::from([compact.clone()]));
            }
            survives(&BTreeMap::from([(compact.clone(), 1_u8)]));
            let piece = compact.piece().expect("a piece");
            prop_assert_eq!(CompactString::from_piece(piece), Ok(compact.clone()));
        }
    }

    #[test]
    fn short_text_is_held_without_an_allocation() {
        let read: CompactString = from_json(r#"{"S":"24 bytes, and not one mo"}"#).expect("text");
        assert!(!read.is_heap_allocated());
        assert!(from_json::<CompactString>(r#"{"N":"1"}"#).is_err());
    }
}

#[cfg(feature = "time")]
mod with_time {
    use proptest::prelude::*;
    use time::{Date, OffsetDateTime, PrimitiveDateTime, UtcOffset};

    use crate::codec::tests::{from_json, survives, to_json};

    proptest! {
        #[test]
        fn times_survive(
            seconds in -62_167_219_200_i64..253_402_214_399,
            nanos in prop_oneof![Just(0_i64), 0_i64..1_000_000_000],
            minutes in -1_000_i32..1_000,
        ) {
            let time = OffsetDateTime::from_unix_timestamp(seconds).expect("in range")
                + time::Duration::nanoseconds(nanos);
            survives(&time);
            survives(&(time.date(), time.time(), PrimitiveDateTime::new(time.date(), time.time())));
            let offset = UtcOffset::from_whole_seconds(minutes * 60).expect("within a day");
            if let Some(local) = time.checked_to_offset(offset)
                && (0..=9999).contains(&local.year())
            {
                survives(&local);
            }
        }
    }

    #[test]
    fn the_text_is_iso_8601() {
        let time = OffsetDateTime::from_unix_timestamp(1_763_116_200).expect("in range");
        assert_eq!(
            to_json(&time).as_deref(),
            Ok(r#"{"S":"2025-11-14T10:30:00Z"}"#)
        );
        assert_eq!(
            to_json(&time.date()).as_deref(),
            Ok(r#"{"S":"2025-11-14"}"#)
        );
        assert!(to_json(&Date::MIN).is_err());
        assert!(from_json::<Date>(r#"{"S":"2025-02-30"}"#).is_err());
    }
}

#[cfg(feature = "uuid")]
mod with_uuid {
    use std::collections::{BTreeMap, HashSet};

    use proptest::prelude::*;
    use uuid::Uuid;

    use crate::codec::tests::{from_json, survives, to_json};

    proptest! {
        #[test]
        fn uuids_survive(bits: u128) {
            let uuid = Uuid::from_u128(bits);
            survives(&uuid);
            survives(&HashSet::from([uuid]));
            survives(&BTreeMap::from([(uuid, 1)]));
        }
    }

    #[test]
    fn the_text_is_hyphenated_and_in_lower_case() {
        let text = r#"{"S":"67e55044-10b1-426f-9247-bb680e5fe0c8"}"#;
        assert_eq!(
            to_json(&from_json::<Uuid>(text).expect("a UUID")).as_deref(),
            Ok(text)
        );
        assert!(from_json::<Uuid>(r#"{"S":"67e55044"}"#).is_err());
    }
}

#[cfg(feature = "rust_decimal")]
mod with_decimal {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use crate::codec::tests::{from_json, survives, to_json};

    proptest! {
        #[test]
        fn decimals_survive(lo: u32, mid: u32, hi: u32, negative: bool, scale in 0_u32..=28) {
            let decimal = Decimal::from_parts(lo, mid, hi, negative, scale);
            survives(&decimal);
            survives(&HashSet::from([decimal]));
        }
    }

    #[test]
    fn decimals_are_exact() {
        survives(&Decimal::MAX);
        survives(&Decimal::MIN);
        survives(&Decimal::new(1, 28));
        assert_eq!(
            to_json(&Decimal::new(1_500, 3)).as_deref(),
            Ok(r#"{"N":"1.5"}"#)
        );
        assert_eq!(from_json(r#"{"N":"1.5E+3"}"#), Ok(Decimal::new(1_500, 0)));
        assert_eq!(from_json(r#"{"N":"25E-2"}"#), Ok(Decimal::new(25, 2)));
        for too_much in ["1E+30", "1E-29", "0.12345678901234567890123456789012345678"] {
            let text = format!("{{\"N\":\"{too_much}\"}}");
            assert!(from_json::<Decimal>(&text).is_err(), "{too_much}");
        }
    }
}

#[cfg(feature = "bytes")]
mod with_bytes {
    use std::collections::BTreeSet;

    use bytes::Bytes;
    use proptest::prelude::*;

    use crate::codec::tests::survives;

    proptest! {
        #[test]
        fn bytes_survive(bytes in proptest::collection::vec(any::<u8>(), 0..20)) {
            survives(&Bytes::from(bytes.clone()));
            survives(&BTreeSet::from([Bytes::from(bytes)]));
        }
    }
}
