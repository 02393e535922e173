//! Writing many items: requests, stamps, retries, refusals and what is handed back.

use std::time::Duration;

use dynamo_runtime::op::{Unwritten, Write};
use dynamo_runtime::{Db, Error, Item, Meter};
use tests::clock::Clock;
use tests::faults::{Fault, Faults};
use tests::with_table;

use crate::model::{Note, Owner, Price, note, notes, owner, price, with_tables};

async fn stored(db: &Db) -> Vec<Note> {
    Note::query("f").all(db).await.expect("a query")
}

#[tokio::test]
async fn puts_and_deletes_of_any_types_go_together() {
    with_tables(async |db, faults| {
        note(9).put().send(db).await.expect("a put");
        let (some, owner, price) = (notes(3), owner("f"), price("1.5", 2));
        let writes = (
            some.iter().map(Note::put),
            [note(9).to_key().delete()],
            owner.put(),
            vec![price.put()],
        );
        db.batch_write(writes).await.expect("a batch");
        assert_eq!(stored(db).await, some);
        let found = db
            .batch_get(([Owner::key("f")], [price.to_key()]))
            .await
            .expect("a batch");
        assert_eq!(found, (vec![Some(owner)], vec![Some(price)]));
        assert_eq!(faults.batches(), [6, 2]);
    })
    .await;
}

#[tokio::test]
async fn one_list_may_mix_types() {
    with_tables(async |db, _| {
        let (some, owner) = (notes(2), owner("f"));
        let mut writes: Vec<Write> = some.iter().map(|note| note.put().into()).collect();
        writes.push(owner.put().into());
        writes.push(
            Price::key(price("1", 1).at, price("1", 1).code)
                .delete()
                .into(),
        );
        db.batch_write(writes).await.expect("a batch");
        assert_eq!(stored(db).await, some);
        db.batch_write(Vec::<Write>::new())
            .await
            .expect("nothing to do");
    })
    .await;
}

#[tokio::test]
async fn writes_are_split_twenty_five_a_request_and_few_are_sent_at_once() {
    with_tables(async |db, faults| {
        let some = notes(110);
        let batch = db.batch_write(some.iter().map(Note::put)).concurrency(3);
        batch.await.expect("a batch");
        assert_eq!(stored(db).await, some);
        let mut sent = faults.batches();
        sent.sort_unstable();
        assert_eq!(sent, [10, 25, 25, 25, 25]);
        assert_eq!(faults.most_at_once(), 3);
    })
    .await;
}

#[tokio::test]
async fn a_batch_stores_what_single_puts_store() {
    with_table::<Stamped>(async |db| {
        let db = Clock::new().drive(&Faults::default().over_table::<Stamped>(db));
        let stamped = |id: &str| Stamped {
            id: id.into(),
            note: Some("\u{1} \"é\" \\".into()),
            created: String::new(),
            updated: None,
            expires: None,
            version: None,
        };
        let (alone, together) = (stamped("alone"), stamped("together"));
        alone.put().send(&db).await.expect("a put");
        db.batch_write(together.put()).await.expect("a batch");
        let keys = [alone.to_key(), together.to_key()];
        let found = db.batch_get(keys).await.expect("a batch");
        let mut found = found.into_iter().map(|item| item.expect("it is stored"));
        let (mut alone, together) = (found.next().expect("one"), found.next().expect("two"));
        assert_eq!(alone.created, "2095-11-14T10:30:00.000Z");
        assert_eq!(alone.version, Some(1));
        assert!(alone.expires.is_some() && alone.updated.is_some());
        alone.id.clone_from(&together.id);
        assert_eq!(alone, together);
    })
    .await;
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "stamped", pk = "id")]
struct Stamped {
    id: String,
    note: Option<String>,
    #[dynamo(created_at)]
    created: String,
    #[dynamo(updated_at)]
    updated: Option<u64>,
    #[dynamo(ttl = "1d")]
    expires: Option<u64>,
    #[dynamo(version)]
    version: Option<u32>,
}

/// The error of a batch that is refused. Nothing is sent for it: there is no table.
async fn refusal<M>(writes: impl dynamo_runtime::op::WriteList<M>) -> String {
    let db = tests::db().await;
    let refused = db.batch_write(writes).await.expect_err("a refusal");
    assert!(matches!(refused, Error::Refused { .. }), "{refused}");
    refused.to_string()
}

#[tokio::test]
async fn batches_that_cannot_be_checked_are_refused_before_sending() {
    let note = note(1);
    for write in [
        note.create(),
        note.replace(),
        note.put().condition(Note::TEXT.exists()),
    ] {
        let message = refusal([write]).await;
        assert!(
            message.contains("`Note`") && message.contains("`transact`"),
            "{message}"
        );
    }
    let delete = note.to_key().delete().must_exist();
    let message = refusal(delete).await;
    assert!(
        message.contains("`Note`") && message.contains("`transact`"),
        "{message}"
    );
    let message = refusal(note.put().meter(&Meter::new())).await;
    assert!(message.contains("meter"), "{message}");
    let written = Stamped {
        id: "a".into(),
        note: None,
        created: String::new(),
        updated: None,
        expires: None,
        version: Some(3),
    };
    assert!(refusal(written.put()).await.contains("version"));
    assert!(refusal(written.delete()).await.contains("version"));
}

#[tokio::test]
async fn two_writes_under_one_key_are_refused_before_anything_is_sent() {
    let (first, other) = (note(1), note(2));
    let again = Note {
        text: "other".into(),
        ..note(1)
    };
    let message = refusal([first.put(), other.put(), again.put()]).await;
    assert!(message.contains("index 0 and 2"), "{message}");
    assert!(
        message.contains("`Note`") && !message.contains("other"),
        "{message}"
    );
    refusal((first.put(), note(1).to_key().delete())).await;
    // One number, written in two ways.
    let prices = [price("1.0", 1), price("1.00", 1)];
    refusal(prices.iter().map(Price::put)).await;
}

#[tokio::test]
async fn an_item_that_cannot_be_stored_is_refused_before_anything_is_sent() {
    with_tables(async |db, faults| {
        let large = Note {
            text: "x".repeat(500_000),
            ..note(1)
        };
        let sent = db.batch_write([note(0).put(), large.put()]).await;
        assert!(matches!(sent, Err(Error::TooLarge { item: "Note", .. })));
        let odd = Note {
            folder: "a#b".into(),
            ..note(1)
        };
        let sent = db.batch_write([note(0).put(), odd.put()]).await;
        assert!(matches!(sent, Err(Error::Key(_))));
        assert!(faults.sent().is_empty());
    })
    .await;
}

#[tokio::test]
async fn unprocessed_writes_are_sent_again_unchanged() {
    with_tables(async |db, faults| {
        price("2.50", 2).put().send(db).await.expect("a put");
        faults.script([Fault::Keep(2), Fault::Keep(0), Fault::Keep(1)]);
        let (some, price) = (notes(4), price("2.50", 2));
        let writes = (price.to_key().delete(), some.iter().map(Note::put));
        db.batch_write(writes).await.expect("a batch");
        assert_eq!(stored(db).await, some);
        assert_eq!(price.to_key().get().send(db).await.expect("a get"), None);
        assert_eq!(faults.batches(), [5, 3, 3, 2]);
    })
    .await;
}

#[tokio::test]
async fn a_throttled_request_is_sent_again() {
    with_tables(async |db, faults| {
        faults.script([const { Fault::Refuse("ThrottlingException") }; 5]);
        db.batch_write(note(0).put()).await.expect("a batch");
        assert_eq!(stored(db).await, [note(0)]);
    })
    .await;
}

fn unwritten(error: Error) -> Unwritten {
    match error {
        Error::Unwritten(unwritten) => *unwritten,
        other => panic!("an unwritten batch, not {other}"),
    }
}

#[tokio::test]
async fn when_time_is_up_exactly_what_was_not_written_comes_back() {
    with_tables(async |db, faults| {
        note(9).put().send(db).await.expect("a put");
        faults.script([Fault::Keep(2)]);
        faults.then(Fault::Keep(0));
        let some = notes(3);
        let writes = (some.iter().map(Note::put), note(9).to_key().delete());
        let sent = db
            .batch_write(writes)
            .deadline(Duration::from_millis(300))
            .await;
        let unwritten = unwritten(sent.expect_err("no time"));
        assert!(unwritten.failure().is_none());
        let left: Vec<_> = unwritten.writes().iter().collect();
        assert_eq!(left.len(), 2);
        assert_eq!(left[0].key::<Note>(), Some(Note::key("f", 2)));
        assert_eq!(left[0].key::<Owner>(), None);
        assert_eq!((left[0].item(), left[0].is_delete()), ("Note", false));
        assert!(left[1].is_delete());
        assert_eq!(
            left[1].partition().and_then(|key| key.as_str()),
            Some("FOLDER#f")
        );
        assert_eq!(
            left[1].sort().and_then(|key| key.as_str()),
            Some("NOTE#000009")
        );
        let message = unwritten.to_string();
        assert!(
            message
                .starts_with("2 writes (`Note`) were not made before the deadline: DynamoDB left"),
            "{message}"
        );
        assert!(
            message.ends_with("; send `into_writes()` again"),
            "{message}"
        );
        assert_eq!(stored(db).await, [note(0), note(1), note(9)]);

        faults.then(Fault::Pass);
        db.batch_write(unwritten.into_writes())
            .await
            .expect("the rest");
        assert_eq!(stored(db).await, some);
    })
    .await;
}

#[tokio::test]
async fn throttling_to_the_end_is_the_failure() {
    with_tables(async |db, faults| {
        faults.then(Fault::Refuse("ThrottlingException"));
        let sent = db
            .batch_write(note(0).put())
            // The SDK has retries of its own before.
            .deadline(Duration::from_secs(5))
            .await;
        let unwritten = unwritten(sent.expect_err("no capacity"));
        assert!(unwritten.failure().is_some_and(Error::is_throttled));
    })
    .await;
}

#[tokio::test]
async fn a_failure_for_good_ends_the_batch_and_forgets_nothing() {
    with_tables(async |db, faults| {
        // The second request waits for capacity when the third fails.
        faults.script([
            Fault::Pass,
            Fault::Keep(5),
            Fault::Refuse("AccessDeniedException"),
        ]);
        let some = notes(125);
        let sent = db
            .batch_write(some.iter().map(Note::put))
            .concurrency(3)
            .await;
        let error = sent.expect_err("a refusal");
        assert!(error.to_string().contains("AccessDeniedException"));
        let unwritten = unwritten(error);
        assert!(matches!(unwritten.failure(), Some(Error::Sdk(_))));
        let written = stored(db).await;
        assert!(written.len() >= 30);
        assert_eq!(written.len() + unwritten.writes().len(), some.len());
        db.batch_write(unwritten.into_writes())
            .await
            .expect("the rest");
        assert_eq!(stored(db).await, some);
    })
    .await;
}

#[tokio::test]
async fn a_deadline_that_has_passed_sends_nothing() {
    with_tables(async |db, faults| {
        let sent = db.batch_write(note(0).put()).deadline(Duration::ZERO).await;
        assert_eq!(unwritten(sent.expect_err("no time")).writes().len(), 1);
        assert!(faults.sent().is_empty());
    })
    .await;
}

#[tokio::test]
async fn capacity_is_metered() {
    with_tables(async |db, _| {
        let meter = Meter::new();
        let some = notes(30);
        let batch = db.batch_write(some.iter().map(Note::put)).meter(&meter);
        batch.await.expect("a batch");
        assert_eq!(meter.capacity().requests, 2);
        assert!(meter.capacity().units >= 30.0);
    })
    .await;
}

#[tokio::test]
async fn a_batch_may_be_sent_from_another_task() {
    with_tables(async |db, _| {
        let db = db.clone();
        let some = notes(2);
        let task = tokio::spawn(async move {
            db.batch_write(some.iter().map(Note::put)).await?;
            db.batch_get(some.iter().map(Item::to_key)).await
        });
        let found = task.await.expect("a task").expect("batches");
        assert_eq!(found, [Some(note(0)), Some(note(1))]);
    })
    .await;
}
