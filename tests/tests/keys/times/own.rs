//! Times that are key attributes themselves, stored as the key spells them.

use std::time::{Duration, SystemTime};

use dynamo_runtime::{Error, Item};
use tests::stored::{stored, text};
use tests::with_table;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "own_times", pk = "device", sk = "at")]
#[key(sk = "{at:millis}")]
#[gsi(name = "Seen", pk = "kind", sk = "{seen:micros}", query = "seen")]
#[lsi(name = "Noted", sk = "{noted:seconds}", query = "noted")]
#[gsi(name = "ByTime", pk = "{day:seconds}", sk = "at", query = "of_day")]
struct Sample {
    device: String,
    at: SystemTime,
    kind: String,
    seen: Option<OffsetDateTime>,
    noted: chrono::DateTime<chrono::FixedOffset>,
    day: chrono::NaiveDateTime,
}

fn at(millis: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(millis)
}

fn sample(millis: u64) -> Sample {
    Sample {
        device: "d".into(),
        at: at(millis),
        kind: "k".into(),
        seen: Some(OffsetDateTime::UNIX_EPOCH + Duration::from_micros(millis)),
        noted: "1970-01-01T02:00:05+02:00".parse().expect("a time"),
        day: chrono::NaiveDate::default().into(),
    }
}

#[tokio::test]
async fn the_attribute_is_stored_as_the_key_spells_it() {
    with_table::<Sample>(async |db| {
        for millis in [2_000, 1_500, 1_000, 1_999] {
            sample(millis).put().send(db).await.expect("a put");
        }
        let item = stored(db, Sample::key("d", at(1_500))).await;
        assert_eq!(text(&item, "at"), Some("1970-01-01T00:00:01.500Z"));
        assert_eq!(text(&item, "seen"), Some("1970-01-01T00:00:00.001500Z"));
        assert_eq!(text(&item, "noted"), Some("1970-01-01T00:00:05Z"));
        assert_eq!(text(&item, "day"), Some("1970-01-01T00:00:00"));
        let read = Sample::key("d", at(1_500)).get().send(db).await;
        let read = read.expect("a get").expect("the sample");
        assert_eq!(read, sample(1_500));
        assert_eq!(read.to_key(), sample(1_500).to_key());

        let times = |samples: Result<Vec<Sample>, Error>| {
            let samples = samples.expect("a query").into_iter();
            samples.map(|sample| sample.at).collect::<Vec<_>>()
        };
        let after = Sample::query("d").range(Sample::AT.gt(at(1_000)));
        assert_eq!(
            times(after.all(db).await),
            [at(1_500), at(1_999), at(2_000)]
        );
        let fine = at(1_500) + Duration::from_nanos(1);
        let before = Sample::query("d").range(Sample::AT.lt(fine));
        assert_eq!(times(before.all(db).await), [at(1_000), at(1_500)]);
        let seen = OffsetDateTime::UNIX_EPOCH + Duration::from_micros(1_999);
        let seen = Sample::seen("k").range(Sample::SEEN.ge(seen));
        assert_eq!(times(seen.all(db).await), [at(1_999), at(2_000)]);
        let noted = Sample::noted("d").range(Sample::NOTED.le(sample(0).noted));
        assert_eq!(noted.count(db).await.expect("a count"), 4);
        let day = Sample::of_day(sample(0).day).range(Sample::AT.ge(at(1_999)));
        assert_eq!(times(day.all(db).await), [at(1_999), at(2_000)]);
        // A condition compares what is stored.
        let late = Sample::scan().filter(Sample::SEEN.gt(OffsetDateTime::UNIX_EPOCH));
        assert_eq!(late.count(db).await.expect("a count"), 4);
    })
    .await;
}

#[tokio::test]
async fn times_that_the_attribute_cannot_hold_are_refused() {
    with_table::<Sample>(async |db| {
        let fine = Sample {
            seen: Some(OffsetDateTime::UNIX_EPOCH + Duration::from_nanos(1)),
            ..sample(1_000)
        };
        let refused = |result: Result<(), Error>, component: &str| {
            let Err(Error::Key(error)) = result else {
                panic!("finer than the key: {result:?}");
            };
            assert_eq!((error.item(), error.component()), ("Sample", component));
        };
        refused(fine.put().send(db).await, "seen");
        let update = Sample::key("d", at(1_000)).update();
        refused(
            update.set(Sample::SEEN, fine.seen).upsert().send(db).await,
            "seen",
        );
        let key = Sample::key("d", at(1_000) + Duration::from_nanos(1));
        refused(key.get().send(db).await.map(|_| ()), "at");
        let absent = Sample { seen: None, ..fine };
        absent.put().send(db).await.expect("a put");
        assert_eq!(Sample::seen("k").count(db).await.expect("a count"), 0);
    })
    .await;
}
