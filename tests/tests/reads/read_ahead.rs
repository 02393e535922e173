//! Reading ahead: the next page is asked for before the one at hand is decoded, and never in vain.

use dynamo_runtime::faults::{Fault, Faults, Operation};
use dynamo_runtime::{Db, Item};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "ahead_lines", pk = "order", sk = "number")]
#[gsi(
    name = "ByColour",
    pk = "colour",
    sk = "number",
    query = "by_colour",
    projection = "KEYS_ONLY"
)]
struct Line {
    order: String,
    number: u32,
    colour: String,
    text: String,
}

fn line(number: u32) -> Line {
    Line {
        order: "o1".to_owned(),
        number,
        colour: "red".to_owned(),
        // DynamoDB's own member, as data.
        text: "\"LastEvaluatedKey\":{\"order\":{\"S\":\"x\"}}".to_owned(),
    }
}

async fn with_lines(count: u32) -> (Db, Faults) {
    let faults = Faults::seeded(7);
    let db = Db::embedded_with_faults(&faults).await.expect("a database");
    db.create_table::<Line>().await.expect("a table");
    db.load((1..=count).map(line)).await.expect("lines");
    (db, faults)
}

/// How many requests of an operation were made.
fn asked(faults: &Faults, operation: Operation) -> usize {
    let log = faults.log();
    log.iter().filter(|(found, _)| *found == operation).count()
}

fn numbers(lines: &[Line]) -> Vec<u32> {
    lines.iter().map(|line| line.number).collect()
}

#[tokio::test]
async fn all_reads_every_page_once_and_in_order() {
    let (db, faults) = with_lines(23).await;
    let lines = Line::query("o1").page_size(5).all(&db).await;
    let expected: Vec<u32> = (1..=23).collect();
    assert_eq!(numbers(&lines.expect("lines")), expected);
    assert_eq!(asked(&faults, Operation::Query), 5);
    let lines = Line::query("o1").page_size(5).descending().all(&db).await;
    let expected: Vec<u32> = (1..=23).rev().collect();
    assert_eq!(numbers(&lines.expect("lines")), expected);
    assert_eq!(asked(&faults, Operation::Query), 10);
}

#[tokio::test]
async fn a_stream_asks_for_the_pages_it_is_told_to() {
    let (db, faults) = with_lines(20).await;
    let query = || Line::query("o1").page_size(4);
    for (pages, requests) in [(0, 1), (1, 2), (2, 3), (9, 6)] {
        let before = asked(&faults, Operation::Query);
        let mut stream = query().stream(&db).expect("a stream").read_ahead(pages);
        assert_eq!(
            asked(&faults, Operation::Query),
            before,
            "nothing is read yet"
        );
        stream.next().await.expect("an item").expect("a line");
        // The page of the item, those behind it, and the empty one at the end.
        assert_eq!(asked(&faults, Operation::Query) - before, requests);
        let mut found = vec![1];
        while let Some(line) = stream.next().await {
            found.push(line.expect("a line").number);
        }
        assert_eq!(found, (1..=20).collect::<Vec<_>>());
        assert_eq!(asked(&faults, Operation::Query) - before, 6);
    }
}

#[tokio::test]
async fn nothing_is_read_past_a_limit() {
    let (db, faults) = with_lines(20).await;
    let query = || Line::query("o1").page_size(4).limit(6);
    let lines = query().all(&db).await.expect("lines");
    assert_eq!(numbers(&lines), [1, 2, 3, 4, 5, 6]);
    assert_eq!(asked(&faults, Operation::Query), 2);
    let mut stream = query().stream(&db).expect("a stream").read_ahead(3);
    while let Some(line) = stream.next().await {
        line.expect("a line");
    }
    assert_eq!(asked(&faults, Operation::Query), 4);
    let page = Line::query("o1").page_size(4).send(&db).await;
    assert_eq!(page.expect("a page").items.len(), 4);
    assert_eq!(asked(&faults, Operation::Query), 5, "a page is one request");
}

#[tokio::test]
async fn a_stream_that_is_dropped_asks_for_no_more() {
    let (db, faults) = with_lines(20).await;
    let query = Line::query("o1").page_size(4);
    let mut stream = query.stream(&db).expect("a stream").read_ahead(1);
    stream.next().await.expect("an item").expect("a line");
    drop(stream);
    assert_eq!(asked(&faults, Operation::Query), 2);
}

#[tokio::test]
async fn a_page_that_fails_is_told_behind_those_before_it() {
    let (db, faults) = with_lines(6).await;
    let query = Line::query("o1").page_size(2);
    // The first page, then the second one as often as the SDK tries.
    let failing = [Some(Fault::ServerError); 3];
    faults.script_on(Operation::Query, [None].into_iter().chain(failing));
    let mut stream = query.stream(&db).expect("a stream").read_ahead(1);
    for number in [1, 2] {
        let found = stream.next().await.expect("an item").expect("a line");
        assert_eq!(found, line(number));
    }
    assert!(stream.next().await.expect("an error").is_err());
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn whole_items_are_read_page_by_page_of_the_index() {
    let (db, faults) = with_lines(9).await;
    let query = Line::by_colour("red").page_size(4).hydrate();
    let lines = query.all(&db).await.expect("lines");
    assert_eq!(lines, (1..=9).map(line).collect::<Vec<_>>());
    assert_eq!(asked(&faults, Operation::Query), 3);
    assert_eq!(asked(&faults, Operation::BatchGetItem), 3);
}

#[tokio::test]
async fn a_scan_may_have_more_segments_than_are_read_at_once() {
    let (db, faults) = with_lines(12).await;
    let lines = Line::scan().parallel(2_500).all(&db).await.expect("lines");
    let mut found = numbers(&lines);
    found.sort_unstable();
    assert_eq!(found, (1..=12).collect::<Vec<_>>());
    assert_eq!(asked(&faults, Operation::Scan), 2_500);
}

#[tokio::test]
async fn segments_that_wait_are_neither_read_nor_lost() {
    let (db, faults) = with_lines(12).await;
    let stream = Line::scan().parallel(1_000_000).stream(&db);
    let checkpoint = stream
        .expect("a stream")
        .checkpoint()
        .expect("a checkpoint");
    assert!(!checkpoint.is_end());
    assert_eq!(asked(&faults, Operation::Scan), 0);
}
