//! Times, tested against a model: the order of keys is the order of times, what is built is read
//! back, and a range of keys with its check is the range of times, however fine its bounds.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use proptest::prelude::*;
use smallvec::smallvec;

use super::{TIMES, truncated};
use crate::key::{
    Args, Bound, Comparator, Format, KeyComponent, KeyPart, KeyValue, Part, Piece, SortCondition,
    Spelling, Template, range::sort_condition,
};
use crate::schema::KeySpec;

/// The seconds of the first and the last time that a key holds, from 1970.
const RANGE: std::ops::RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;

const fn time(digits: u8) -> Part {
    Part::component(0, "at", Spelling::Time, Format::Time(digits))
}

const TAIL: Part = Part::component(1, "id", Spelling::Text, Format::Plain);

const fn spec(parts: &'static [Part]) -> KeySpec {
    KeySpec {
        attribute: "SK",
        template: Template {
            parts,
            delimiter: '#',
        },
        built: true,
    }
}

/// Sort keys with a time of each precision, alone and with everything that may be around it.
static KEYS: [(u8, KeySpec); 6] = [
    (0, spec(&[time(0)])),
    (
        0,
        spec(&[Part::Literal("T#"), time(0), Part::Literal("#"), TAIL]),
    ),
    (3, spec(&[time(3), Part::Literal("#"), TAIL])),
    (6, spec(&[Part::Literal("T#"), time(6)])),
    (
        6,
        spec(&[Part::Literal("T#"), time(6), Part::Literal("_x#"), TAIL]),
    ),
    (9, spec(&[time(9), Part::Literal("#"), TAIL])),
];

/// Times around each other and around the ends, and any others.
fn instant() -> impl Strategy<Value = SystemTime> {
    let seconds = prop_oneof![
        4 => -2..3_i64,
        1 => RANGE,
        1 => Just(*RANGE.start()),
        1 => Just(*RANGE.end()),
    ];
    let nanos = prop_oneof![
        prop::sample::select(vec![
            0,
            1,
            999,
            1_000,
            999_999,
            1_000_000,
            500_000_000,
            500_000_001,
            999_000_000,
            999_999_999,
        ]),
        0..1_000_000_000_u32,
    ];
    (seconds, nanos).prop_map(|(seconds, nanos)| {
        let distance = Duration::from_secs(seconds.unsigned_abs());
        let whole = if seconds < 0 {
            UNIX_EPOCH - distance
        } else {
            UNIX_EPOCH + distance
        };
        whole + Duration::from_nanos(nanos.into())
    })
}

fn built(spec: &KeySpec, at: SystemTime, tail: &str) -> String {
    let args: [(usize, &dyn KeyPart); 2] = [(0, &at), (1, &tail)];
    match spec.template.build(&Args(&args)) {
        Ok(Some(KeyValue::Text(key))) => key,
        other => panic!("a key of {at:?}: {other:?}"),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "compared once")]
fn model<T: PartialOrd>(comparator: Comparator, value: T, low: T, high: T) -> bool {
    match comparator {
        Comparator::Equal => value == low,
        Comparator::Less => value < low,
        Comparator::LessOrEqual => value <= low,
        Comparator::Greater => value > low,
        Comparator::GreaterOrEqual => value >= low,
        Comparator::Between => value >= low && value <= high,
        Comparator::BeginsWith => false,
    }
}

/// Whether DynamoDB finds a key with this condition.
fn engine(condition: &SortCondition, key: &str) -> bool {
    let text = |value: &KeyValue| value.as_str().expect("a text key").to_owned();
    match condition {
        SortCondition::Compare(Comparator::BeginsWith, value) => key.starts_with(&text(value)),
        SortCondition::Compare(comparator, value) => {
            model(*comparator, key.to_owned(), text(value), String::new())
        }
        SortCondition::Between(low, high) => {
            assert!(text(low) <= text(high), "DynamoDB refuses exchanged bounds");
            model(Comparator::Between, key.to_owned(), text(low), text(high))
        }
    }
}

const COMPARATORS: [Comparator; 5] = [
    Comparator::Less,
    Comparator::LessOrEqual,
    Comparator::Greater,
    Comparator::GreaterOrEqual,
    Comparator::Between,
];

/// Checks that a type is read back from a key, and sorts in it.
fn is_exact<T: KeyComponent + PartialEq + std::fmt::Debug>(value: &T) {
    let Some(Piece::Text(text)) = value.piece() else {
        panic!("{value:?} has no text");
    };
    for format in [Format::Time(9), Format::Instant] {
        let mut written = String::new();
        let piece = Piece::Text(text.as_ref().into());
        format.write(&piece, '#', &mut written).expect("a time");
        T::check_text(&written).expect("its own spelling");
        let read = T::from_piece(Piece::Text(written.as_str().into())).expect("a time");
        assert_eq!(read, *value, "{written}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_order_of_keys_is_the_order_of_times(
        number in 0..KEYS.len(), one in instant(), other in instant(),
    ) {
        let (digits, spec) = &KEYS[number];
        let (one, other) = (truncated(one, Some(*digits)), truncated(other, Some(*digits)));
        let keys = (built(spec, one, "x"), built(spec, other, "x"));
        prop_assert_eq!(keys.0.cmp(&keys.1), one.cmp(&other), "{} {}", keys.0, keys.1);
    }

    #[test]
    fn what_is_built_is_read_back(number in 0..KEYS.len(), at in instant()) {
        let (digits, spec) = &KEYS[number];
        let at = truncated(at, Some(*digits));
        let found = spec.template.components(KeyValue::Text(built(spec, at, "x"))).expect("a key");
        let (_, piece, written) = &found[0];
        let read = SystemTime::from_piece(piece.clone()).expect("a time");
        prop_assert_eq!(read, at);
        prop_assert!(written.as_ref().is_some_and(|written| written.is_of(&read).is_ok()));
    }

    #[test]
    fn a_time_that_is_finer_than_its_key_is_refused(number in 0..KEYS.len(), at in instant()) {
        let (digits, spec) = &KEYS[number];
        let args: [(usize, &dyn KeyPart); 2] = [(0, &at), (1, &"x")];
        let fits = truncated(at, Some(*digits)) == at;
        prop_assert_eq!(spec.template.build(&Args(&args)).is_ok(), fits);
    }

    #[test]
    fn a_range_of_keys_is_the_range_of_times(
        number in 0..KEYS.len(),
        comparator in prop::sample::select(COMPARATORS.to_vec()),
        low in instant(),
        high in instant(),
        stored in prop::collection::vec(instant(), 1..12),
    ) {
        let (digits, spec) = &KEYS[number];
        let high = high.max(low);
        let bounds = [low, high];
        let count = if comparator == Comparator::Between { 2 } else { 1 };
        let operands = bounds[..count].iter();
        let operands = operands.map(|at| at.piece().expect("a piece").into_owned()).collect();
        let bounds = smallvec![Bound { comparator, operands }];
        let (conditions, check) =
            sort_condition(std::slice::from_ref(spec), &[], bounds).expect("a condition");
        for at in stored.into_iter().chain([low, high]) {
            let at = truncated(at, Some(*digits));
            let key = built(spec, at, "x");
            let asked = conditions.iter().all(|(_, condition)| engine(condition, &key));
            let args: [(usize, &dyn KeyPart); 2] = [(0, &at), (1, &"x")];
            let checked = check.as_ref().is_none_or(|check| check.holds(&Args(&args)));
            prop_assert_eq!(
                asked && checked, model(comparator, at, low, high),
                "{} {:?} {:?}", key, comparator, conditions
            );
        }
    }

    #[test]
    fn every_type_is_exact(at in instant()) {
        is_exact(&at);
        #[cfg(feature = "chrono")]
        {
            use chrono::{DateTime, FixedOffset, Utc};
            let utc = DateTime::<Utc>::from(at);
            is_exact(&utc);
            is_exact(&utc.naive_utc());
            is_exact(&utc.time());
            prop_assert_eq!(at.piece(), utc.piece());
            let east = FixedOffset::east_opt(9 * 3600).expect("an offset");
            let zoned = utc.with_timezone(&east);
            prop_assert_eq!(zoned.piece(), utc.piece());
        }
        #[cfg(feature = "jiff")]
        if let Ok(utc) = jiff::Timestamp::try_from(at) {
            is_exact(&utc);
            let local = jiff::tz::Offset::UTC.to_datetime(utc);
            is_exact(&local);
            is_exact(&local.time());
            prop_assert_eq!(at.piece(), utc.piece());
        }
        #[cfg(feature = "time")]
        {
            use time::{OffsetDateTime, PrimitiveDateTime};
            let utc = OffsetDateTime::from(at);
            is_exact(&utc);
            is_exact(&PrimitiveDateTime::new(utc.date(), utc.time()));
            is_exact(&utc.time());
            prop_assert_eq!(at.piece(), utc.piece());
        }
    }

    #[test]
    fn no_text_makes_a_time_panic(text in "[0-9TZ:.+é-]{0,32}") {
        for (_, digits) in TIMES {
            let _ = super::cut(&text, digits);
            let _ = super::write(&text, Some(digits), &mut String::new());
        }
        let _ = SystemTime::check_text(&text);
    }
}

#[test]
#[allow(
    clippy::duration_suboptimal_units,
    reason = "the first second of the year 10000"
)]
fn a_time_beyond_the_calendar_is_refused() {
    let far = [
        UNIX_EPOCH.checked_add(Duration::from_secs(253_402_300_800)),
        UNIX_EPOCH.checked_sub(Duration::from_secs(62_167_219_201)),
        UNIX_EPOCH.checked_add(Duration::from_secs(1 << 60)),
    ];
    for at in far.into_iter().flatten() {
        assert!(matches!(at.piece(), Some(Piece::Unfit(_))));
    }
    for text in [
        "2025-02-29T10:30:00Z",
        "2025-13-01T10:30:00Z",
        "2025-11-14T24:00:00Z",
        "10:30:00",
    ] {
        assert!(SystemTime::check_text(text).is_err(), "{text}");
    }
}
