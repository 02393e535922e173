//! A stored item of another shape in the middle of a page: named, and no obstacle to the rest.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Cursor, Db, DecodeError, Error, Item, View};
use tests::with_table;

/// A reading of a station.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "readings", pk = "PK", sk = "SK")]
#[key(pk = "STATION#{station}", sk = "AT#{minute:04}")]
struct Reading {
    station: String,
    minute: u32,
    celsius: i32,
    place: Option<String>,
}

/// The part of it that is shown.
#[derive(Debug, Clone, PartialEq, View)]
#[view(item = Reading)]
struct Temperature {
    celsius: i32,
}

fn reading(minute: u32) -> Reading {
    Reading {
        station: "oslo".to_owned(),
        minute,
        celsius: 20,
        place: None,
    }
}

/// Stores readings of minutes 1 to 9; those of `broken` have a word for their temperature.
async fn seed(db: &Db, broken: &[u32]) {
    let table = db.table_name::<Reading>().expect("a name").into_owned();
    for minute in 1..=9 {
        let mut item = reading(minute).to_item().expect("an item");
        if broken.contains(&minute) {
            item.insert("celsius".to_owned(), AttributeValue::S("s3cret".to_owned()));
        }
        let put = db.client().put_item().table_name(&table);
        put.set_item(Some(item)).send().await.expect("a put");
    }
}

fn minutes(readings: &[Reading]) -> Vec<u32> {
    readings.iter().map(|reading| reading.minute).collect()
}

/// The sort keys of what could not be decoded.
fn sort_keys(failed: &[DecodeError]) -> Vec<&str> {
    let stored = failed.iter().filter_map(DecodeError::stored);
    stored
        .filter_map(|item| item["SK"].as_s().ok())
        .map(String::as_str)
        .collect()
}

#[tokio::test]
async fn the_error_says_which_item_of_the_page_and_shows_no_value() {
    with_table::<Reading>(async |db| {
        seed(db, &[4, 7]).await;
        let sent = Reading::query("oslo").send(db).await;
        let Err(Error::Decode(error)) = &sent else {
            panic!("{sent:?}");
        };
        assert_eq!((error.item(), error.path()), (Some("Reading"), "celsius"));
        assert_eq!(error.number(), Some(4));
        let shown = format!("{error} {error:?}");
        for part in ["Reading", "celsius", "item 4", "`PK`", "`SK`"] {
            assert!(shown.contains(part), "{shown}");
        }
        for value in ["s3cret", "oslo", "AT#"] {
            assert!(!shown.contains(value), "{shown}");
        }
        let stored = error.stored().expect("the item");
        assert_eq!(stored["celsius"], AttributeValue::S("s3cret".to_owned()));
        assert_eq!(sort_keys(std::slice::from_ref(error)), ["AT#0004"]);
    })
    .await;
}

#[tokio::test]
async fn the_rest_of_the_page_is_salvaged_in_order() {
    with_table::<Reading>(async |db| {
        seed(db, &[1, 4, 5, 9]).await;
        let page = Reading::query("oslo").salvage(db).await.expect("a page");
        assert_eq!(minutes(&page.items), [2, 3, 6, 7, 8]);
        assert_eq!(
            sort_keys(&page.failed),
            ["AT#0001", "AT#0004", "AT#0005", "AT#0009"]
        );
        assert_eq!(page.next, None);
        let page = Reading::scan().salvage(db).await.expect("a page");
        assert_eq!((page.items.len(), page.failed.len()), (5, 4));
        let views = Reading::query("oslo").select::<Temperature>();
        let page = views.salvage(db).await.expect("a page");
        assert_eq!(page.items, vec![Temperature { celsius: 20 }; 5]);
        assert_eq!(page.failed.len(), 4);
    })
    .await;
}

#[tokio::test]
async fn a_page_without_anything_wrong_is_salvaged_whole() {
    with_table::<Reading>(async |db| {
        seed(db, &[]).await;
        let sent = Reading::query("oslo").limit(4).send(db).await;
        let sent = sent.expect("a page");
        let page = Reading::query("oslo").limit(4).salvage(db).await;
        let page = page.expect("a page");
        assert_eq!((page.items, page.next), (sent.items, sent.next));
        assert!(page.failed.is_empty());
    })
    .await;
}

#[tokio::test]
async fn salvaged_pages_join_without_gap_or_overlap() {
    with_table::<Reading>(async |db| {
        let broken = [1, 4, 5, 9];
        seed(db, &broken).await;
        for limit in 1..=6 {
            for page_size in 1..=10 {
                let (mut items, mut failed) = (Vec::new(), Vec::new());
                let mut cursor: Option<Cursor> = None;
                loop {
                    let query = Reading::query("oslo").limit(limit).page_size(page_size);
                    let page = query.after(cursor).salvage(db).await.expect("a page");
                    assert!(page.items.len() <= limit);
                    items.extend(page.items);
                    failed.extend(page.failed);
                    cursor = page.next;
                    if cursor.is_none() {
                        break;
                    }
                }
                let case = format!("limit {limit}, page size {page_size}");
                assert_eq!(minutes(&items), [2, 3, 6, 7, 8], "{case}");
                let keys = broken.map(|minute| format!("AT#{minute:04}"));
                assert_eq!(sort_keys(&failed), keys, "{case}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_stream_gives_the_error_in_its_place_and_goes_on() {
    with_table::<Reading>(async |db| {
        seed(db, &[1, 4, 5, 9]).await;
        for page_size in 1..=10 {
            let query = Reading::query("oslo").page_size(page_size);
            let mut stream = query.stream(db).expect("a stream");
            let mut seen = Vec::new();
            while let Some(item) = stream.next().await {
                seen.push(match item {
                    Ok(reading) => Some(reading.minute),
                    Err(Error::Decode(error)) => {
                        assert_eq!(error.path(), "celsius");
                        None
                    }
                    Err(other) => panic!("{other}"),
                });
            }
            let expected = [
                None,
                Some(2),
                Some(3),
                None,
                None,
                Some(6),
                Some(7),
                Some(8),
                None,
            ];
            assert_eq!(seen, expected, "page size {page_size}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_limit_of_a_stream_counts_what_could_be_read() {
    with_table::<Reading>(async |db| {
        seed(db, &[2, 3]).await;
        let mut stream = Reading::scan().limit(3).stream(db).expect("a stream");
        let (mut read, mut failed) = (0, 0);
        while let Some(item) = stream.next().await {
            match item {
                Ok(_) => read += 1,
                Err(_) => failed += 1,
            }
        }
        assert_eq!((read, failed), (3, 2));
    })
    .await;
}

/// A page reads more than it returns if a filter drops an unknown part of it.
#[tokio::test]
async fn mistakes_behind_the_limit_do_not_matter() {
    with_table::<Reading>(async |db| {
        seed(db, &[6]).await;
        let filtered = || Reading::query("oslo").filter(Reading::PLACE.not_exists());
        let page = filtered().limit(4).send(db).await.expect("four");
        assert_eq!(minutes(&page.items), [1, 2, 3, 4]);
        assert!(filtered().first(db).await.expect("one").is_some());
        let rest = filtered().after(page.next).send(db).await;
        assert!(matches!(rest, Err(Error::Decode(_))), "{rest:?}");
    })
    .await;
}

/// The stored item is enough to repair it, or to read it as what it is.
#[tokio::test]
async fn a_broken_item_can_be_repaired_from_the_error() {
    with_table::<Reading>(async |db| {
        seed(db, &[4]).await;
        let page = Reading::query("oslo").salvage(db).await.expect("a page");
        let mut item: HashMap<_, _> = page.failed[0].stored().expect("the item").clone();
        item.insert("celsius".to_owned(), AttributeValue::N("20".to_owned()));
        let table = db.table_name::<Reading>().expect("a name");
        let put = db.client().put_item().table_name(table);
        put.set_item(Some(item)).send().await.expect("a put");
        let all = Reading::query("oslo").all(db).await.expect("all are sound");
        assert_eq!(minutes(&all), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    })
    .await;
}

/// Keys that are no keys of the type are found behind a range as well.
#[tokio::test]
async fn a_key_that_cannot_be_read_is_salvaged_like_any_attribute() {
    /// A reading whose minute lives in its key alone.
    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "keyed", pk = "PK", sk = "SK")]
    #[key(pk = "STATION#{station}", sk = "AT#{minute:04}")]
    struct Keyed {
        station: String,
        #[dynamo(key_only)]
        minute: u32,
    }
    with_table::<Keyed>(async |db| {
        let keyed = |minute| Keyed {
            station: "oslo".to_owned(),
            minute,
        };
        keyed(1).put().send(db).await.expect("a put");
        keyed(3).put().send(db).await.expect("a put");
        let mut item = keyed(2).to_item().expect("an item");
        item.insert("SK".to_owned(), AttributeValue::S("AT#two".to_owned()));
        let table = db.table_name::<Keyed>().expect("a name");
        let put = db.client().put_item().table_name(table);
        put.set_item(Some(item)).send().await.expect("a put");
        let page = Keyed::query("oslo").salvage(db).await.expect("a page");
        assert_eq!(page.items, [keyed(1), keyed(3)]);
        assert_eq!(sort_keys(&page.failed), ["AT#two"]);
        let sent = Keyed::query("oslo").send(db).await;
        assert!(matches!(sent, Err(Error::Decode(_))), "{sent:?}");
    })
    .await;
}
