//! Operations that keep to a rate of units per second, and slow down if they are throttled.

use std::future::IntoFuture;
use std::time::Duration;

use dynamo_runtime::op::bulk::RateLimit;
use dynamo_runtime::{Db, Embedded, Item, Meter};

use super::{engine, impatient, retrying};

/// A page of a book, of 1 kB, so that eight are a unit to read and each is one to write.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "books", pk = "book", sk = "page")]
#[gsi(
    name = "Chapters",
    pk = "chapter",
    query = "chapter",
    scan = "all_chapters",
    projection = "KEYS_ONLY"
)]
struct Leaf {
    book: String,
    page: u32,
    chapter: Option<String>,
    text: String,
}

fn leaf(book: &str, page: u32) -> Leaf {
    Leaf {
        book: book.to_owned(),
        page,
        chapter: None,
        text: "x".repeat(990),
    }
}

/// An engine without limits, whose time moves only if something waits, and its database.
async fn library(pages: u32) -> Db {
    let engine = Embedded::memory().expect("an engine");
    let start = std::time::UNIX_EPOCH + Duration::from_hours(500_000);
    let db = retrying::<Leaf>(&engine.with_clock(move || start)).await;
    db.load((0..pages).map(|page| leaf("b", page)))
        .await
        .expect("a load");
    db
}

/// Seconds of virtual time that something takes.
async fn seconds<T>(db: &Db, what: impl IntoFuture<Output = T>) -> (f64, T) {
    let start = db.now();
    let done = what.await;
    let taken = db.now().duration_since(start).expect("time");
    (taken.as_secs_f64(), done)
}

/// Asserts that something took the time that its units need, but for `spare` ones of its last requests.
#[track_caller]
fn assert_paced(taken: f64, meter: &Meter, per_second: f64, spare: f64) {
    let units = meter.capacity().units;
    let (least, most) = ((units - spare) / per_second, units / per_second + 0.5);
    assert!(
        (least..most).contains(&taken),
        "{units} units in {taken} s, not {least} to {most}"
    );
}

#[tokio::test]
async fn scans_keep_to_a_rate_alone_and_in_segments() {
    let db = library(400).await;
    let meter = Meter::new();
    let scan = Leaf::scan()
        .page_size(40)
        .units_per_second(10)
        .meter(&meter);
    let (taken, pages) = seconds(&db, scan.clone().all(&db)).await;
    assert_eq!(pages.expect("a scan").len(), 400);
    assert_paced(taken, &meter, 10.0, 5.0);
    assert!(taken > 4.0, "{taken}");

    let meter = Meter::new();
    let parallel = scan.meter(&meter).parallel(4);
    let (taken, pages) = seconds(&db, parallel.all(&db)).await;
    assert_eq!(pages.expect("a scan").len(), 400);
    assert_paced(taken, &meter, 10.0, 20.0);
}

#[tokio::test]
async fn scans_of_an_index_and_queries_keep_to_a_rate() {
    let db = library(0).await;
    let pages = (0..200).map(|page| Leaf {
        chapter: Some(format!("c{page}")),
        ..leaf("b", page)
    });
    db.load(pages).await.expect("a load");
    let meter = Meter::new();
    let scan = Leaf::all_chapters().page_size(10).units_per_second(2);
    let (taken, chapters) = seconds(&db, scan.meter(&meter).all(&db)).await;
    assert_eq!(chapters.expect("a scan").len(), 200);
    assert_paced(taken, &meter, 2.0, 1.0);

    let meter = Meter::new();
    let query = Leaf::query("b").page_size(40).units_per_second(5);
    let (taken, pages) = seconds(&db, query.meter(&meter).all(&db)).await;
    assert_eq!(pages.expect("a query").len(), 200);
    assert_paced(taken, &meter, 5.0, 6.0);
}

#[tokio::test]
async fn loads_batches_and_deletions_keep_to_a_rate() {
    let db = library(0).await;
    let pages: Vec<Leaf> = (0..500).map(|page| leaf("b", page)).collect();
    let meter = Meter::new();
    let load = db.load(pages.clone()).units_per_second(100).meter(&meter);
    let (taken, loaded) = seconds(&db, load).await;
    assert_eq!(loaded.expect("a load"), 500);
    assert_paced(taken, &meter, 100.0, 25.0);

    let meter = Meter::new();
    let write = db.batch_write(pages.iter().map(Leaf::put));
    let (taken, written) = seconds(&db, write.meter(&meter).units_per_second(250)).await;
    written.expect("a batch");
    assert_paced(taken, &meter, 250.0, 25.0);

    let meter = Meter::new();
    let get = db.batch_get(pages.iter().map(Leaf::to_key)).meter(&meter);
    let (taken, found) = seconds(&db, get.units_per_second(100)).await;
    assert!(found.expect("a batch").iter().all(Option::is_some));
    assert_paced(taken, &meter, 100.0, 50.0);

    let meter = Meter::new();
    let delete = Leaf::query("b").meter(&meter).delete_partition();
    let (taken, deleted) = seconds(&db, delete.units_per_second(100).send(&db)).await;
    assert_eq!(deleted.expect("a deletion"), 500);
    assert_paced(taken, &meter, 100.0, 25.0);
}

#[tokio::test]
async fn one_rate_is_shared_between_tasks() {
    let db = library(0).await;
    let limit = RateLimit::per_second(100);
    let meter = Meter::new();
    let load = |book| {
        let pages = (0..300).map(move |page| leaf(book, page));
        db.load(pages)
            .rate_limit(&limit)
            .meter(&meter)
            .into_future()
    };
    let (taken, loaded) = seconds(&db, async {
        tokio::try_join!(load("a"), load("b"), load("c"))
    })
    .await;
    assert_eq!(loaded.expect("loads"), (300, 300, 300));
    assert_paced(taken, &meter, 100.0, 75.0);
    assert!((limit.units_per_second() - 100.0).abs() < 1e-9);
}

#[tokio::test]
async fn a_throttled_load_slows_down_instead_of_failing() {
    let engine = engine();
    // Without retries of the SDK every refusal is seen.
    let db = impatient::<Leaf>(&engine).await;
    let limit = RateLimit::per_second(50_000);
    let load = db.load((0..6_000).map(|page| leaf("b", page)));
    let (taken, loaded) = seconds(&db, load.rate_limit(&limit)).await;
    assert_eq!(loaded.expect("a load"), 6_000);
    assert!(taken >= 5.0, "{taken}");
    assert!(limit.units_per_second() < 50_000.0, "{limit:?}");
}

#[tokio::test]
async fn a_throttled_scan_waits_instead_of_failing() {
    let engine = engine();
    let db = impatient::<Leaf>(&engine).await;
    for page in 0..200 {
        leaf("b", page).put().send(&db).await.expect("a write");
    }
    // Some 40 units for each, and 3,000 in a second.
    let scan = || Leaf::scan().consistent();
    while scan().all(&db).await.is_ok() {}
    let limit = RateLimit::per_second(10_000);
    let (taken, read) = seconds(&db, scan().rate_limit(&limit).all(&db)).await;
    assert_eq!(read.expect("a scan").len(), 200);
    assert!(
        taken > 0.0 && limit.units_per_second() < 10_000.0,
        "{limit:?}"
    );
}

/// The leaf with its chapter in an index key, as it is declared later.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "books", pk = "book", sk = "page")]
#[gsi(
    name = "Chapters",
    pk = "CHAPTER#{chapter}",
    pk_attr = "chapter_key",
    query = "chapter"
)]
struct Rekeyed {
    book: String,
    page: u32,
    chapter: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "books", pk = "book", sk = "page")]
struct Unkeyed {
    book: String,
    page: u32,
    chapter: String,
}

#[tokio::test]
async fn a_backfill_goes_on_at_half_the_rate_if_it_is_throttled() {
    let engine = engine();
    let db = impatient::<Rekeyed>(&engine).await;
    // More than a partition takes in two seconds, wherever in a second it begins.
    let old = (0..2_500).map(|page| Unkeyed {
        book: "b".to_owned(),
        page,
        chapter: format!("{}", page % 100),
    });
    db.load(old).await.expect("a load");
    let limit = RateLimit::per_second(20_000);
    let backfill = Rekeyed::backfill().rate_limit(&limit).concurrency(50);
    let (taken, done) = seconds(&db, backfill.send(&db)).await;
    let done = done.expect("a backfill");
    assert!(done.is_complete(), "{done}");
    assert_eq!((done.changed, done.failed), (2_500, 0));
    assert!(taken >= 1.0, "{taken}");
    assert!(limit.units_per_second() < 20_000.0, "{limit:?}");
}
