//! Types of `jiff`, `ulid` and `compact_str`, in keys and as attributes.

use compact_str::CompactString;
use dynamo_runtime::{Error, Item};
use jiff::{SignedDuration, Timestamp, civil::Date};
use tests::with_table;
use ulid::Ulid;

/// A reading of a sensor.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "readings", pk = "PK", sk = "SK")]
#[key(pk = "SENSOR#{sensor}", sk = "{at:millis}#{id}")]
#[gsi(
    name = "ByDay",
    pk = "DAY#{day}",
    pk_attr = "G1PK",
    sk = "id",
    query = "of_day"
)]
struct Reading {
    sensor: CompactString,
    at: Timestamp,
    id: Ulid,
    day: Date,
    unit: CompactString,
    #[dynamo(created_at)]
    stored: Timestamp,
}

/// The first second of 2025-11-14 in UTC.
const MIDNIGHT: i64 = 1_763_078_400;

fn reading(millis: i64) -> Reading {
    let at = Timestamp::from_millisecond(MIDNIGHT * 1_000 + millis).expect("a time");
    Reading {
        sensor: "s1".into(),
        at,
        id: Ulid::from_parts(millis.unsigned_abs(), u128::MAX >> 48),
        day: Date::constant(2025, 11, 14),
        unit: "°C".into(),
        stored: Timestamp::UNIX_EPOCH,
    }
}

#[tokio::test]
async fn they_are_keys_and_attributes() {
    with_table::<Reading>(async |db| {
        for millis in [0, 1, 999, 1_000, 90_000] {
            reading(millis).put().send(db).await.expect("a put");
        }
        let one = reading(999);
        let found = Reading::key("s1", one.at, one.id).get().send(db).await;
        let found = found.expect("a get").expect("a reading");
        assert!(found.stored > Timestamp::UNIX_EPOCH);
        assert_eq!(
            Reading {
                stored: one.stored,
                ..found
            },
            one
        );

        let from = one.at;
        let to = from + SignedDuration::from_secs(10);
        let some = Reading::query("s1")
            .range(Reading::AT.between(from, to))
            .filter(Reading::UNIT.contains("C").and(Reading::UNIT.ne("K")))
            .all(db)
            .await
            .expect("a query");
        let ids: Vec<_> = some.iter().map(|reading| reading.id).collect();
        assert_eq!(ids, [reading(999).id, reading(1_000).id]);

        let of_day = Reading::of_day(reading(0).day).descending().all(db).await;
        assert_eq!(of_day.expect("a query").len(), 5);
        let by_text = Reading::of_day("2025-11-14").first(db).await;
        assert_eq!(
            by_text.expect("a query").map(|found| found.id),
            Some(reading(0).id)
        );
    })
    .await;
}

#[tokio::test]
async fn a_time_that_is_finer_than_its_format_is_refused() {
    with_table::<Reading>(async |db| {
        let mut fine = reading(1);
        fine.at += SignedDuration::from_micros(1);
        let refused = fine.put().send(db).await;
        assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
        // Another spelling of an id finds nothing, and is told so.
        let small = reading(1).id.to_string().to_lowercase();
        let refused = Reading::key("s1", reading(1).at, &*small)
            .get()
            .send(db)
            .await;
        assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
    })
    .await;
}
