//! The modules for `#[dynamo(with = …)]`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use proptest::prelude::*;

use crate::codec::formats::{OutOfRange, epoch_millis, epoch_seconds};

proptest! {
    #[test]
    fn system_times_survive(millis in -1_000_000_000_000_i64..10_000_000_000_000) {
        let time: SystemTime = epoch_millis::decode(millis).expect("in range");
        prop_assert_eq!(epoch_millis::encode(&time), millis);
        prop_assert_eq!(epoch_seconds::encode(&time), millis.div_euclid(1000));
        prop_assert_eq!(epoch_millis::encode(&Some(time)), Some(millis));
    }
}

#[test]
fn fractions_are_cut_off_towards_the_past() {
    let half = Duration::from_millis(500);
    assert_eq!(epoch_seconds::encode(&(UNIX_EPOCH + half)), 0);
    assert_eq!(epoch_seconds::encode(&(UNIX_EPOCH - half)), -1);
    assert_eq!(epoch_seconds::decode::<Option<SystemTime>>(None), Ok(None));
    assert_eq!(
        epoch_seconds::decode::<SystemTime>(i64::MAX),
        Err(OutOfRange)
    );
}

#[cfg(feature = "chrono")]
mod with_chrono {
    use chrono::{DateTime, Utc};
    use proptest::prelude::*;

    use crate::codec::formats::{OutOfRange, epoch_millis, epoch_seconds, rfc3339_millis};
    use crate::codec::tests::{from_json, to_json};

    proptest! {
        #[test]
        fn times_survive(millis in -62_167_219_200_000_i64..253_402_300_799_000) {
            let time: DateTime<Utc> = epoch_millis::decode(millis).expect("in range");
            prop_assert_eq!(epoch_millis::encode(&time), millis);
            prop_assert_eq!(epoch_seconds::encode(&time), time.timestamp());
            let stored = rfc3339_millis::encode(&time);
            prop_assert_eq!(from_json(&to_json(&stored)?), Ok(stored.clone()));
            prop_assert_eq!(rfc3339_millis::decode(stored), Ok(time));
        }

        #[test]
        fn text_order_is_time_order(a in 0_i64..10_000_000_000_000, b in 0_i64..10_000_000_000_000) {
            let text = |millis| {
                let time: DateTime<Utc> = epoch_millis::decode(millis).expect("in range");
                rfc3339_millis::encode(&time).as_str().to_owned()
            };
            prop_assert_eq!(text(a).cmp(&text(b)), a.cmp(&b));
        }
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        assert!(to_json(&rfc3339_millis::encode(&DateTime::<Utc>::MAX_UTC)).is_err());
        assert_eq!(
            epoch_millis::decode::<DateTime<Utc>>(i64::MAX),
            Err(OutOfRange)
        );
    }
}

#[cfg(feature = "jiff")]
mod with_jiff {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use crate::codec::formats::{OutOfRange, epoch_millis, epoch_seconds, rfc3339_millis};
    use crate::codec::tests::{from_json, to_json};

    proptest! {
        #[test]
        fn times_survive(millis in -62_167_219_200_000_i64..253_402_207_200_000) {
            let time: Timestamp = epoch_millis::decode(millis).expect("in range");
            prop_assert_eq!(epoch_millis::encode(&time), millis);
            prop_assert_eq!(epoch_seconds::encode(&time), millis.div_euclid(1000));
            let stored = rfc3339_millis::encode(&time);
            prop_assert_eq!(from_json(&to_json(&stored)?), Ok(stored.clone()));
            prop_assert_eq!(rfc3339_millis::decode(stored), Ok(time));
        }
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        assert!(to_json(&rfc3339_millis::encode(&Timestamp::MIN)).is_err());
        assert_eq!(epoch_millis::decode::<Timestamp>(i64::MAX), Err(OutOfRange));
    }
}

#[cfg(feature = "time")]
mod with_time {
    use proptest::prelude::*;
    use time::OffsetDateTime;

    use crate::codec::formats::{OutOfRange, epoch_millis, epoch_seconds, rfc3339_millis};
    use crate::codec::tests::to_json;

    proptest! {
        #[test]
        fn times_survive(millis in -62_167_219_200_000_i64..253_402_300_799_000) {
            let time: OffsetDateTime = epoch_millis::decode(millis).expect("in range");
            prop_assert_eq!(epoch_millis::encode(&time), millis);
            prop_assert_eq!(epoch_seconds::encode(&time), time.unix_timestamp());
            let stored = rfc3339_millis::encode(&Some(time));
            prop_assert_eq!(rfc3339_millis::decode(stored), Ok(Some(time)));
        }
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        let before = OffsetDateTime::from_unix_timestamp(-62_167_219_201).expect("in range");
        assert!(to_json(&rfc3339_millis::encode(&before)).is_err());
        assert_eq!(
            epoch_seconds::decode::<OffsetDateTime>(i64::MAX),
            Err(OutOfRange)
        );
    }
}
