//! Limits: they count what comes back, and cost about what they give.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Cursor, Db, Item, Meter};
use tests::clock::{Clock, START};
use tests::faults::Faults;
use tests::stored::overwrite;
use tests::with_table;

/// A note of about one KB that may be deleted, in an index that holds its keys alone.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "notes", pk = "book", sk = "number", ttl = "ends")]
#[gsi(
    name = "ByTag",
    pk = "tag",
    sk = "number",
    projection = "KEYS_ONLY",
    query = "tagged"
)]
struct Note {
    book: String,
    number: u32,
    tag: String,
    text: String,
    #[dynamo(ttl)]
    ends: Option<u64>,
    #[dynamo(soft_delete)]
    gone: Option<u64>,
}

fn note(number: u32, gone: bool) -> Note {
    Note {
        book: "b".into(),
        number,
        tag: "t".into(),
        text: "x".repeat(1_000),
        ends: None,
        gone: gone.then_some(1),
    }
}

/// The same database, what it is asked, and a clock.
fn watched(db: &Db) -> (Db, Faults) {
    let faults = Faults::of_reads();
    let db = faults.over_table::<Note>(db);
    (Clock::new().drive(&db), faults)
}

/// The `Limit` of every request so far.
fn limits(faults: &Faults) -> Vec<Option<u64>> {
    let limit = |body: &serde_json::Value| body["Limit"].as_u64();
    faults.sent().iter().map(limit).collect()
}

#[tokio::test]
async fn the_first_item_costs_one_item() {
    with_table::<Note>(async |db| {
        let notes = (0..300).map(|number| note(number, false));
        db.load(notes).await.expect("a load");
        let (db, faults) = watched(db);
        let meter = Meter::new();
        let first = Note::query("b").meter(&meter).first(&db).await;
        assert_eq!(first.expect("a query").expect("a note").number, 0);
        assert!(meter.capacity().units <= 0.5, "{:?}", meter.capacity());
        assert_eq!(limits(&faults), [Some(1)]);
    })
    .await;
}

#[tokio::test]
async fn pages_cost_about_what_they_give() {
    with_table::<Note>(async |db| {
        let notes = (0..200).map(|number| note(number, false));
        db.load(notes).await.expect("a load");
        let (db, faults) = watched(db);
        let whole = Meter::new();
        Note::query("b").meter(&whole).all(&db).await.expect("all");
        let meter = Meter::new();
        let (mut found, mut cursor): (_, Option<Cursor>) = (0, None);
        loop {
            let query = Note::query("b").limit(10).after(cursor).meter(&meter);
            let page = query.send(&db).await.expect("a page");
            found += page.items.len();
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, 200);
        let (paged, whole) = (meter.capacity().units, whole.capacity().units);
        // Each request is rounded up to half a unit.
        assert!(paged <= whole + 0.5 * 21.0, "{paged} for {whole}");
        assert!(limits(&faults)[1..].iter().all(|limit| *limit == Some(10)));
    })
    .await;
}

#[tokio::test]
async fn a_filtered_read_goes_on_in_growing_steps() {
    with_table::<Note>(async |db| {
        // One in fifty is there.
        let notes = (0..300).map(|number| note(number, number % 50 != 49));
        db.load(notes).await.expect("a load");
        let (db, faults) = watched(db);
        let two = Note::query("b").limit(2).send(&db).await.expect("a page");
        let numbers: Vec<u32> = two.items.iter().map(|note| note.number).collect();
        assert_eq!(numbers, [49, 99]);
        let asked: Vec<u64> = limits(&faults).into_iter().flatten().collect();
        assert!(asked.is_sorted() && asked[0] == 2, "{asked:?}");
        assert!(asked.len() <= 7, "few requests: {asked:?}");
        assert!(asked.iter().sum::<u64>() <= 2 * 100 + 2, "{asked:?}");
        let rest = Note::query("b").after(two.next).all(&db).await;
        assert_eq!(rest.expect("the rest").len(), 4);
        assert_eq!(Note::query("b").limit(3).count(&db).await.expect("3"), 3);
        let scan = Note::scan().limit(5).all(&db).await.expect("a scan");
        assert_eq!(scan.len(), 5);
    })
    .await;
}

#[tokio::test]
async fn a_limit_of_hydrated_items_counts_those_that_are_there() {
    with_table::<Note>(async |db| {
        let notes = (0..120).map(|number| note(number, number % 4 != 3));
        db.load(notes).await.expect("a load");
        // Some have expired, which the index does not know.
        for number in [7, 11] {
            let ends = AttributeValue::N((START - 1).to_string());
            let key = note(number, false).to_key();
            overwrite(db, key, "ends", Some(ends)).await;
        }
        let (db, _) = watched(db);
        let there: Vec<u32> = (0..120)
            .filter(|number| number % 4 == 3 && ![7, 11].contains(number))
            .collect();
        for limit in [1, 5, 13, 28, 100] {
            let (mut found, mut cursor): (Vec<Note>, Option<Cursor>) = (Vec::new(), None);
            loop {
                let query = Note::tagged("t").limit(limit).after(cursor).hydrate();
                let page = query.send(&db).await.expect("a page");
                let more = page.next.is_some();
                assert!(page.items.len() == limit || !more, "pages are full");
                found.extend(page.items);
                assert!(found.len() <= there.len(), "no item comes twice");
                cursor = page.next;
                if !more {
                    break;
                }
            }
            let numbers: Vec<u32> = found.iter().map(|note| note.number).collect();
            assert_eq!(numbers, there, "limit {limit}");
            let all = Note::tagged("t").limit(limit).hydrate().all(&db).await;
            assert_eq!(all.expect("all").len(), limit.min(there.len()));
        }
        let first = Note::tagged("t").hydrate().first(&db).await;
        assert_eq!(first.expect("a query").expect("a note").number, 3);
        let mut stream = Note::tagged("t")
            .limit(6)
            .hydrate()
            .stream(&db)
            .expect("a stream");
        let mut streamed = 0;
        while let Some(note) = stream.next().await {
            note.expect("a note");
            streamed += 1;
        }
        assert_eq!(streamed, 6);
        let deleted = Note::tagged("t")
            .limit(2)
            .hydrate()
            .include_deleted()
            .all(&db);
        assert_eq!(deleted.await.expect("all").len(), 2);
    })
    .await;
}
