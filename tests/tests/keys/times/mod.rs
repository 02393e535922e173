//! Times in keys: text order is time order, whatever crate they come from.

mod filled;
mod own;

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use dynamo_runtime::{Error, Item};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "events", pk = "PK", sk = "SK")]
#[key(pk = "LOG#{log}", sk = "E#{at:millis}#{id}")]
#[gsi(
    name = "BySecond",
    pk = "log",
    sk = "{second:seconds}",
    sk_attr = "G1SK",
    query = "by_second"
)]
#[gsi(
    name = "Local",
    pk = "{log}#{day}",
    pk_attr = "G2PK",
    sk = "{local:micros}#{id}",
    sk_attr = "G2SK",
    query = "by_local"
)]
#[gsi(
    name = "Instant",
    pk = "{zoned}",
    pk_attr = "G3PK",
    query = "at_instant"
)]
struct Event {
    log: String,
    at: DateTime<Utc>,
    id: String,
    second: Option<DateTime<FixedOffset>>,
    day: NaiveDate,
    local: NaiveDateTime,
    zoned: DateTime<FixedOffset>,
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time")
}

fn event(id: &str, time: &str) -> Event {
    let at = at(time);
    Event {
        log: "l".into(),
        at,
        id: id.into(),
        second: None,
        day: at.date_naive(),
        local: at.naive_utc(),
        zoned: at.fixed_offset(),
    }
}

fn ids(events: Result<Vec<Event>, Error>) -> Vec<String> {
    let events = events.expect("a query").into_iter();
    events.map(|event| event.id).collect()
}

const TIMES: [(&str, &str); 4] = [
    ("a", "2025-11-14T10:30:00Z"),
    ("b", "2025-11-14T10:30:00.5Z"),
    ("c", "2025-11-14T10:30:00.501Z"),
    ("d", "2025-11-14T10:30:01Z"),
];

#[tokio::test]
async fn a_range_of_times_is_a_range_of_times() {
    with_table::<Event>(async |db| {
        for (id, time) in TIMES {
            event(id, time).put().send(db).await.expect("a put");
        }
        let query = || Event::query("l");
        assert_eq!(ids(query().all(db).await), ["a", "b", "c", "d"]);
        let whole = at("2025-11-14T10:30:00Z");
        let half = at("2025-11-14T10:30:00.5Z");
        // Between what two keys hold.
        let fine = at("2025-11-14T10:30:00.5004Z");
        let finer = at("2025-11-14T10:30:00.5006Z");
        let ranges = [
            (Event::AT.ge(whole), "abcd"),
            (Event::AT.gt(whole), "bcd"),
            (Event::AT.lt(half), "a"),
            (Event::AT.le(half), "ab"),
            (Event::AT.between(whole, half), "ab"),
            (Event::AT.gt(fine), "cd"),
            (Event::AT.ge(fine), "cd"),
            (Event::AT.lt(fine), "ab"),
            (Event::AT.le(fine), "ab"),
            (Event::AT.between(fine, at("2025-11-14T10:30:02Z")), "cd"),
            (Event::AT.between(whole, fine), "ab"),
            (Event::AT.between(fine, finer), ""),
            (Event::AT.eq(half), "b"),
            // Text is read as the time it names, in whatever way it is spelled.
            (Event::AT.ge("2025-11-14T10:30:00.500Z"), "bcd"),
            (Event::AT.gt("2025-11-14T12:30:00.500+02:00"), "cd"),
            (Event::AT.begins_with("2025-11-14T10:30:00"), "abc"),
            (Event::AT.begins_with("2025-12"), ""),
        ];
        for (number, (range, expected)) in ranges.into_iter().enumerate() {
            let found = ids(query().range(range).all(db).await).concat();
            assert_eq!(found, expected, "range {number}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_range_that_is_no_time_is_refused() {
    with_table::<Event>(async |db| {
        let refused = [
            Event::AT.gt("2025-11-14"),
            Event::AT.eq("noon"),
            Event::AT.eq(at("2025-11-14T10:30:00.0001Z")),
            Event::AT.between(
                at("2025-11-14T10:30:00.0002Z"),
                at("2025-11-14T10:30:00.0001Z"),
            ),
        ];
        for range in refused {
            let error = Event::query("l").range(range).all(db).await;
            let Err(Error::Key(error)) = error else {
                panic!("refused before anything is sent: {error:?}");
            };
            assert_eq!(error.item(), "Event");
        }
    })
    .await;
}

#[tokio::test]
async fn times_of_different_offsets_sort_by_time() {
    with_table::<Event>(async |db| {
        let zones = [
            "2025-11-14T10:00:00+09:00",
            "2025-11-14T01:30:00Z",
            "2025-11-13T23:00:00-03:00",
        ];
        for (number, zoned) in zones.into_iter().enumerate() {
            let second = DateTime::parse_from_rfc3339(zoned).expect("a time");
            let event = Event {
                second: Some(second),
                ..event(&number.to_string(), "2025-11-14T10:30:00Z")
            };
            event.put().send(db).await.expect("a put");
        }
        let found = ids(Event::by_second("l").all(db).await);
        assert_eq!(found, ["0", "1", "2"]);
        let half_past = DateTime::parse_from_rfc3339("2025-11-14T03:30:00+02:00").expect("a time");
        let from = Event::by_second("l").range(Event::SECOND.ge(half_past));
        assert_eq!(ids(from.all(db).await), ["1", "2"]);
    })
    .await;
}

#[tokio::test]
async fn a_time_in_a_partition_key_has_one_spelling() {
    with_table::<Event>(async |db| {
        let event = Event {
            zoned: DateTime::parse_from_rfc3339("2025-11-14T12:30:00.5+02:00").expect("a time"),
            ..event("a", "2025-11-14T10:30:00Z")
        };
        event.put().send(db).await.expect("a put");
        let utc = at("2025-11-14T10:30:00.500Z").fixed_offset();
        assert_eq!(ids(Event::at_instant(utc).all(db).await), ["a"]);
        for spelled in ["2025-11-14T10:30:00.5Z", "2025-11-14T10:30:00.500Z"] {
            assert_eq!(ids(Event::at_instant(spelled).all(db).await), ["a"]);
        }
        for other in [
            "2025-11-14T12:30:00.5+02:00",
            "2025-11-14t10:30:00.5z",
            "noon",
        ] {
            let refused = Event::at_instant(other).all(db).await;
            assert!(matches!(refused, Err(Error::Key(_))), "{other}");
        }
        let micros = Event::LOCAL.ge(event.local - TimeDelta::nanoseconds(1));
        let found = Event::by_local("l", event.day).range(micros).all(db).await;
        assert_eq!(ids(found), ["a"]);
    })
    .await;
}

#[test]
fn a_key_holds_just_its_precision() {
    let key = |text| Event::key("l", at(text), "a");
    let sort = |text| {
        key(text)
            .sort()
            .map(|sort| sort.and_then(|sort| sort.as_str().map(str::to_owned)))
    };
    let exact = sort("2025-11-14T10:30:00.5Z").expect("a key");
    assert_eq!(exact.as_deref(), Some("E#2025-11-14T10:30:00.500Z#a"));
    let Err(Error::Key(error)) = sort("2025-11-14T10:30:00.0005Z") else {
        panic!("finer than the key");
    };
    assert_eq!(
        (error.item(), error.attribute(), error.component()),
        ("Event", "SK", "at")
    );
    assert!(error.reason().contains("`millis`") && error.reason().contains("truncate it"));
    let spelled = Event::key("l", "2025-11-14T10:30:00.500Z", "a");
    assert_eq!(spelled, key("2025-11-14T10:30:00.5Z"));
    assert!(
        Event::key("l", "2025-11-14T10:30:00+00:00", "a")
            .sort()
            .is_err()
    );
}

#[test]
fn a_time_beyond_the_year_9999_is_refused_and_not_emptied() {
    #[derive(Item)]
    #[table(name = "far", pk = "PK", sk = "SK")]
    #[key(pk = "P#{at:escape}", sk = "S#{at:nanos}")]
    struct Far {
        at: DateTime<Utc>,
    }
    for at in [DateTime::<Utc>::MAX_UTC, DateTime::<Utc>::MIN_UTC] {
        for value in [
            Far { at }.to_item().map(|_| ()),
            Far::key(at).partition().map(|_| ()),
        ] {
            let Err(Error::Key(error)) = value else {
                panic!("a key of a year with another width");
            };
            assert!(error.reason().contains("0000 to 9999"), "{error}");
        }
    }
}
