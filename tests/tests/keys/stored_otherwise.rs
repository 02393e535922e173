//! Fields of the primary key that are stored in another form beside it: whatever that form loses,
//! what is read leads back to the key it was read from.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Item, Record, View};
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde::{Deserialize, Serialize};
use tests::with_table;

use crate::properties::text;

/// Forms that keep less and less.
mod lossy {
    pub(super) mod minute {
        use chrono::{DateTime, Utc};

        pub(in super::super) fn encode(time: &DateTime<Utc>) -> i64 {
            time.timestamp() / 60
        }

        pub(in super::super) fn decode(minutes: i64) -> Result<DateTime<Utc>, &'static str> {
            DateTime::from_timestamp(minutes * 60, 0).ok_or("out of range")
        }
    }

    pub(super) mod initial {
        #[expect(clippy::ptr_arg, reason = "the field is a `String`")]
        pub(in super::super) fn encode(text: &String) -> Option<String> {
            text.chars().next().map(String::from)
        }

        #[expect(clippy::unnecessary_wraps, reason = "a module may fail")]
        pub(in super::super) fn decode(text: Option<String>) -> Result<String, &'static str> {
            Ok(text.unwrap_or_default())
        }
    }

    pub(super) mod nothing {
        #[expect(
            clippy::trivially_copy_pass_by_ref,
            reason = "a module is given a reference"
        )]
        pub(in super::super) fn encode(_: &i64) -> bool {
            true
        }

        pub(in super::super) fn decode(_: bool) -> Result<i64, &'static str> {
            Err("this says nothing")
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, dynamo_runtime::Attribute)]
struct Id(#[serde(skip)] String);

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "stored_otherwise", pk = "PK", sk = "SK")]
#[key(
    pk = "K#{id:escape}",
    sk = "{at:nanos}#{number:sortable}#{name:escape}"
)]
#[gsi(name = "ByKind", pk = "kind", projection = ["at", "name"], query = "by_kind")]
struct Otherwise {
    #[dynamo(serde)]
    id: Id,
    #[dynamo(with = lossy::minute)]
    at: DateTime<Utc>,
    #[dynamo(with = lossy::nothing)]
    number: i64,
    #[dynamo(with = lossy::initial)]
    name: String,
    kind: String,
    #[dynamo(flatten)]
    rest: std::collections::BTreeMap<String, String>,
}

fn otherwise(id: String, seconds: i64, nanos: u32, number: i64, name: String) -> Otherwise {
    Otherwise {
        id: Id(id),
        at: DateTime::from_timestamp(seconds, nanos).expect("a time"),
        number,
        name,
        kind: "k".into(),
        rest: std::collections::BTreeMap::new(),
    }
}

proptest! {
    #![proptest_config(Config::with_cases(500))]

    #[test]
    fn an_item_that_is_read_leads_back_to_its_key(
        id in text(), seconds in -62_167_219_200..=253_402_300_799_i64,
        nanos in 0..1_000_000_000_u32, number: i64, name in text(),
    ) {
        let item = otherwise(id, seconds, nanos, number, name);
        let stored = item.to_item().expect("attributes");
        let read = Otherwise::from_item(stored.clone()).expect("an item");
        prop_assert_eq!(read.to_key(), item.to_key());
        prop_assert_eq!(&read, &item);
        prop_assert_eq!(read.to_item().expect("attributes"), stored);
    }
}

#[tokio::test]
async fn an_item_that_was_read_is_found_changed_and_deleted() {
    with_table::<Otherwise>(async |db| {
        let item = otherwise("i".into(), 1_763_116_245, 678_901_234, 7, "Ada".into());
        item.put().send(db).await.expect("a put");
        let read = Otherwise::query(&item.id).first(db).await;
        let read = read.expect("a query").expect("the item");
        assert_eq!(read, item);
        let found = read.to_key().get().send(db).await.expect("a get");
        assert_eq!(found.as_ref(), Some(&item));
        let changed = read.modify(|item| item.kind = "l".into());
        changed.send(db).await.expect("a modify");
        read.put().send(db).await.expect("a put");
        assert_eq!(Otherwise::scan().count(db).await.expect("a count"), 1);

        let part = Otherwise::by_kind("k").first(db).await;
        let part = part.expect("a query").expect("the part");
        assert_eq!(part.to_key(), item.to_key());
        assert_eq!((part.at, &part.name), (item.at, &item.name));
        read.delete().send(db).await.expect("a delete");
        assert_eq!(Otherwise::scan().count(db).await.expect("a count"), 0);
    })
    .await;
}

#[derive(Debug, PartialEq, View)]
#[view(item = Otherwise)]
struct Part {
    at: DateTime<Utc>,
    kind: String,
    name: String,
    number: i64,
}

#[tokio::test]
async fn a_view_reads_the_fields_of_the_key_from_the_key() {
    with_table::<Otherwise>(async |db| {
        let item = otherwise("i".into(), 1_763_116_245, 678_901_234, 7, "Ada".into());
        item.put().send(db).await.expect("a put");
        let part = Part {
            at: item.at,
            kind: "k".into(),
            name: "Ada".into(),
            number: 7,
        };
        let found = item.to_key().get().select::<Part>().send(db).await;
        assert_eq!(found.expect("a get").as_ref(), Some(&part));
        let query = Otherwise::query(&item.id).range(Otherwise::AT.eq(item.at));
        let found = query.select::<Part>().all(db).await;
        assert_eq!(found.expect("a query"), [part]);
    })
    .await;
}

/// A field that is stored in another form, in the key of an index alone.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "indexed_otherwise", pk = "id")]
#[gsi(
    name = "ByTime",
    pk = "kind",
    sk = "{at:nanos}",
    sk_attr = "AtKey",
    query = "by_time"
)]
struct Indexed {
    id: String,
    kind: String,
    #[dynamo(with = lossy::minute)]
    at: DateTime<Utc>,
}

#[tokio::test]
async fn outside_the_primary_key_the_attribute_is_read() {
    with_table::<Indexed>(async |db| {
        let written = Indexed {
            id: "i".into(),
            kind: "k".into(),
            at: DateTime::from_timestamp(1_763_116_245, 678_901_234).expect("a time"),
        };
        written.put().send(db).await.expect("a put");
        let read = Indexed::by_time("k").first(db).await;
        let read = read.expect("a query").expect("the item");
        assert_eq!(read.at.timestamp(), 1_763_116_245 / 60 * 60);
        // The same item however it is read, and its key leads back to it.
        let found = read.to_key().get().send(db).await.expect("a get");
        assert_eq!(found.as_ref(), Some(&read));
        read.replace().send(db).await.expect("a replace");
        let query = Indexed::by_time("k").range(Indexed::AT.eq(read.at));
        assert_eq!(query.all(db).await.expect("a query"), [read]);
    })
    .await;
}
