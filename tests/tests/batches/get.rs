//! Reading many items: order, absences, duplicates, requests, retries and what is handed back.

use std::time::Duration;

use dynamo_runtime::{Db, Error, Item, Key, Meter};
use tests::clock::{Clock, START};
use tests::faults::{Fault, Faults};
use tests::with_table;

use crate::model::{Note, Owner, Price, note, notes, owner, price, with_tables};

fn keys(numbers: impl IntoIterator<Item = u32>) -> Vec<Key<Note>> {
    let key = |number| Note::key("f", number);
    numbers.into_iter().map(key).collect()
}

async fn seed(db: &Db, count: u32) {
    for note in notes(count) {
        note.put().send(db).await.expect("a put");
    }
}

#[tokio::test]
async fn items_come_in_the_order_of_their_keys_with_absent_ones_marked() {
    with_tables(async |db, _| {
        seed(db, 3).await;
        let found = db.batch_get(keys([2, 9, 0, 1])).await.expect("a batch");
        assert_eq!(found, [Some(note(2)), None, Some(note(0)), Some(note(1))]);
        let none = db.batch_get(keys([])).await.expect("a batch");
        assert!(none.is_empty());
    })
    .await;
}

#[tokio::test]
async fn anything_that_iterates_over_keys_is_a_list() {
    with_tables(async |db, _| {
        seed(db, 2).await;
        let array = [Note::key("f", 0), Note::key("f", 1)];
        let from_array = db.batch_get(array).await.expect("a batch");
        let from_iterator = db
            .batch_get((0..2).map(|at| Note::key("f", at)))
            .await
            .expect("a batch");
        let from_items = db
            .batch_get(notes(2).iter().map(Item::to_key))
            .await
            .expect("a batch");
        assert_eq!(from_array, [Some(note(0)), Some(note(1))]);
        assert_eq!(from_iterator, from_array);
        assert_eq!(from_items, from_array);
        let keys = keys(0..2);
        let from_borrowed = db.batch_get(&keys).await.expect("a batch");
        assert_eq!(from_borrowed, from_array);
    })
    .await;
}

#[tokio::test]
async fn a_key_given_twice_is_sent_once_and_answered_twice() {
    with_tables(async |db, faults| {
        seed(db, 1).await;
        let found = db.batch_get(keys([0, 5, 0, 5])).await.expect("a batch");
        assert_eq!(found, [Some(note(0)), None, Some(note(0)), None]);
        assert_eq!(faults.batches(), [2]);
    })
    .await;
}

#[tokio::test]
async fn several_types_and_tables_are_read_together() {
    with_tables(async |db, faults| {
        seed(db, 2).await;
        owner("f").put().send(db).await.expect("a put");
        price("12.50", 7).put().send(db).await.expect("a put");
        let found = db
            .batch_get((
                keys([1, 0]),
                [Owner::key("none"), Owner::key("f")],
                vec![price("12.5", 7).to_key(), price("12.500", 8).to_key()],
            ))
            .await
            .expect("a batch");
        let (notes, owners, prices) = found;
        assert_eq!(notes, [Some(note(1)), Some(note(0))]);
        assert_eq!(owners, [None, Some(owner("f"))]);
        assert_eq!(prices, [Some(price("12.5", 7)), None]);
        assert_eq!(faults.batches(), [6], "one request, of two tables");
    })
    .await;
}

#[tokio::test]
async fn numbers_are_one_key_however_they_are_written() {
    with_tables(async |db, faults| {
        price("100", 1).put().send(db).await.expect("a put");
        let keys = ["100", "100.0", "100.00"].map(|at| price(at, 1).to_key());
        let found = db.batch_get(keys).await.expect("a batch");
        assert!(found.iter().all(Option::is_some));
        assert_eq!(faults.batches(), [1]);
    })
    .await;
}

#[tokio::test]
async fn keys_are_split_a_hundred_a_request_and_few_are_sent_at_once() {
    with_tables(async |db, faults| {
        seed(db, 3).await;
        let found = db
            .batch_get(keys((0..450).rev()))
            .concurrency(2)
            .await
            .expect("a batch");
        assert_eq!(found.len(), 450);
        assert_eq!(found[447..], [Some(note(2)), Some(note(1)), Some(note(0))]);
        assert_eq!(found.iter().flatten().count(), 3);
        let mut sent = faults.batches();
        sent.sort_unstable();
        assert_eq!(sent, [50, 100, 100, 100, 100]);
        assert_eq!(faults.most_at_once(), 2);
    })
    .await;
}

#[tokio::test]
async fn unprocessed_keys_are_asked_for_again() {
    with_tables(async |db, faults| {
        seed(db, 5).await;
        faults.script([Fault::Keep(2), Fault::Keep(0), Fault::Keep(1)]);
        let found = db.batch_get(keys(0..6)).await.expect("a batch");
        let mut expected: Vec<_> = notes(5).into_iter().map(Some).collect();
        expected.push(None);
        assert_eq!(found, expected);
        assert_eq!(faults.batches(), [6, 4, 4, 3]);
        if !tests::is_server() {
            assert_eq!(faults.pauses().len(), 3, "a pause before each");
        }
    })
    .await;
}

#[tokio::test]
async fn a_throttled_request_is_sent_again() {
    with_tables(async |db, faults| {
        seed(db, 1).await;
        // More often than the SDK itself tries.
        faults.script([const { Fault::Refuse("ProvisionedThroughputExceededException") }; 4]);
        let found = db.batch_get(keys([0])).await.expect("a batch");
        assert_eq!(found, [Some(note(0))]);
    })
    .await;
}

fn unread(error: Error) -> dynamo_runtime::op::Unread {
    match error {
        Error::Unread(unread) => *unread,
        other => panic!("an unread batch, not {other}"),
    }
}

#[tokio::test]
async fn when_time_is_up_what_was_read_and_what_was_not_comes_back() {
    with_tables(async |db, faults| {
        seed(db, 3).await;
        owner("f").put().send(db).await.expect("a put");
        faults.script([Fault::Keep(2)]);
        faults.then(Fault::Keep(0));
        let lists = (keys([0, 1, 2, 2]), [Owner::key("f")]);
        let sent = db
            .batch_get(lists)
            .deadline(Duration::from_millis(300))
            .await;
        let unread = unread(sent.expect_err("no time"));
        assert!(unread.failure().is_none());
        let found = unread.found::<(Vec<Option<Note>>, Vec<Option<Owner>>)>();
        let (notes, owners) = found.expect("what the batch gives");
        let read = notes.iter().flatten().count() + owners.iter().flatten().count();
        let left = unread.keys::<Note>().len() + unread.keys::<Owner>().len();
        assert_eq!((read, left), (2, 2));
        assert_eq!(unread.items().count(), 2);
        let message = unread.to_string();
        assert!(message.starts_with("2 keys"), "{message}");
        assert!(
            message.contains("not read before the deadline: DynamoDB left them unprocessed"),
            "{message}"
        );

        faults.then(Fault::Pass);
        let rest = (unread.keys::<Note>(), unread.keys::<Owner>());
        let (notes, owners) = db.batch_get(rest).await.expect("the rest");
        assert!(notes.iter().all(Option::is_some) && owners.iter().all(Option::is_some));
    })
    .await;
}

#[tokio::test]
async fn a_failure_for_good_ends_the_batch_and_counts_what_was_on_its_way() {
    with_tables(async |db, faults| {
        seed(db, 200).await;
        faults.script([Fault::Pass, Fault::Refuse("AccessDeniedException")]);
        let sent = db.batch_get(keys(0..500)).concurrency(2).await;
        let error = sent.expect_err("a refusal");
        assert!(error.to_string().contains("AccessDeniedException"));
        assert!(std::error::Error::source(&error).is_some());
        let unread = unread(error);
        assert!(matches!(unread.failure(), Some(Error::Sdk(_))));
        let left = unread.keys::<Note>().len();
        let found = unread
            .into_found::<Vec<Option<Note>>>()
            .expect("what the batch gives");
        let sent = faults.sent().len();
        assert!(sent <= 3, "none is sent after the failure: {sent}");
        assert_eq!(left, 500 - 100 * (sent - 1));
        assert!(found.iter().flatten().count() >= 100);
    })
    .await;
}

#[tokio::test]
async fn an_item_of_another_shape_is_handed_back_by_its_key() {
    with_tables(async |db, _| {
        seed(db, 2).await;
        let mut odd = note(2).to_item().expect("an item");
        odd.remove("text");
        let table = db.table_name::<Note>().expect("a name");
        let put = db.client().put_item().table_name(table).set_item(Some(odd));
        put.send().await.expect("a put");
        let unread = unread(
            db.batch_get(keys([0, 2, 1]))
                .await
                .expect_err("an odd item"),
        );
        assert_eq!(unread.keys::<Note>(), [Note::key("f", 2)]);
        assert!(matches!(unread.failure(), Some(Error::Decode(_))));
        let found = unread
            .into_found::<Vec<Option<Note>>>()
            .expect("what the batch gives");
        assert_eq!(found, [Some(note(0)), None, Some(note(1))]);
    })
    .await;
}

#[tokio::test]
async fn a_key_that_cannot_be_built_is_refused_before_anything_is_sent() {
    with_tables(async |db, faults| {
        let sent = db.batch_get([Note::key("f", 0), Note::key("a#b", 1)]).await;
        assert!(matches!(sent, Err(Error::Key(_))));
        assert!(faults.sent().is_empty());
    })
    .await;
}

#[tokio::test]
async fn reads_are_consistent_on_request_and_metered() {
    with_tables(async |db, faults| {
        seed(db, 2).await;
        let meter = Meter::new();
        db.batch_get((keys([0, 1]), [price("1", 1).to_key()]))
            .consistent()
            .meter(&meter)
            .await
            .expect("a batch");
        let sent = faults.sent().remove(0);
        let tables = sent["RequestItems"].as_object().expect("tables");
        assert!(tables.values().all(|keys| keys["ConsistentRead"] == true));
        assert_eq!(meter.capacity().requests, 1);
        assert!(meter.capacity().units >= 2.0);
    })
    .await;
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id", ttl = "expires")]
struct Session {
    id: String,
    expires: u64,
    #[dynamo(soft_delete)]
    ended: Option<u64>,
}

#[tokio::test]
async fn deleted_and_expired_items_are_left_out_unless_asked() {
    with_table::<Session>(async |db| {
        let db = Clock::new().drive(&Faults::default().over_table::<Session>(db));
        let session = |id: &str, expires, ended| Session {
            id: id.into(),
            expires,
            ended,
        };
        let all = [
            session("live", START + 60, None),
            session("expired", START - 1, None),
            session("ended", START + 60, Some(5)),
        ];
        for session in &all {
            session.put().send(&db).await.expect("a put");
        }
        let keys = || all.iter().map(Item::to_key);
        let [live, expired, ended] = all.clone().map(Some);
        let shown = db.batch_get(keys()).await.expect("a batch");
        assert_eq!(shown, [live.clone(), None, None]);
        let shown = db
            .batch_get(keys())
            .include_expired()
            .await
            .expect("a batch");
        assert_eq!(shown, [live.clone(), expired.clone(), None]);
        let shown = db
            .batch_get(keys())
            .include_deleted()
            .await
            .expect("a batch");
        assert_eq!(shown, [live, None, ended]);
    })
    .await;
}

#[tokio::test]
async fn dropping_a_batch_sends_nothing() {
    with_tables(async |db, faults| {
        drop(db.batch_get(keys([0])));
        let prices: Vec<Key<Price>> = Vec::new();
        drop(IntoFuture::into_future(db.batch_get((keys([1]), prices))));
        assert!(faults.sent().is_empty());
    })
    .await;
}
