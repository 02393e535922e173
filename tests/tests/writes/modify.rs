//! Changes by a closure: the smallest update, guarded, retried.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Error, Item, Key, Meter};
use tests::stored::{consistent, overwrite, stored, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "tasks", pk = "PK")]
#[key(pk = "TASK#{id}")]
#[gsi(
    name = "owners",
    pk = "{owner}#{state}",
    pk_attr = "G1PK",
    sk = "{count:06}",
    sk_attr = "G1SK",
    query = "of"
)]
#[gsi(
    name = "open",
    pk = "OPEN#{owner}",
    pk_attr = "G2PK",
    when = self.state == "open",
    query = "open"
)]
struct Task {
    id: String,
    owner: String,
    state: String,
    count: u32,
    note: Option<String>,
}

#[derive(Debug, Item)]
#[table(name = "steps", pk = "PK", sk = "SK")]
#[key(pk = "LIST#{list}", sk = "STEP#{number}")]
struct Step {
    list: String,
    number: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "counters", pk = "id")]
struct Counter {
    id: String,
    count: u32,
    #[dynamo(version)]
    version: Option<u64>,
}

fn task() -> Task {
    Task {
        id: "1".into(),
        owner: "ann".into(),
        state: "open".into(),
        count: 0,
        note: None,
    }
}

async fn with_task(test: impl AsyncFnOnce(&Db)) {
    with_table::<Task>(async |db| {
        task().put().send(db).await.expect("a put");
        test(db).await;
    })
    .await;
}

fn string(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

#[tokio::test]
async fn keys_follow_what_changes() {
    with_task(async |db| {
        let change = |task: &mut Task| {
            task.owner = "bob".into();
            task.note = Some("n".into());
        };
        let changed = task().modify(change).send(db).await.expect("a change");
        assert_eq!(
            (&*changed.owner, changed.note.as_deref()),
            ("bob", Some("n"))
        );
        let item = consistent(db, Task::key("1")).await;
        assert_eq!(text(&item, "G1PK"), Some("bob#open"));
        assert_eq!(text(&item, "G2PK"), Some("OPEN#bob"));

        let change = |task: &mut Task| {
            task.state = "done".into();
            task.note = None;
        };
        Task::key("1")
            .modify(change)
            .send(db)
            .await
            .expect("a change");
        let item = consistent(db, Task::key("1")).await;
        assert_eq!(text(&item, "G1PK"), Some("bob#done"));
        assert_eq!((text(&item, "G2PK"), text(&item, "note")), (None, None));
    })
    .await;
}

/// Attributes that the struct does not know stay, and are not in the way.
#[tokio::test(flavor = "multi_thread")]
async fn an_unrelated_change_survives() {
    with_task(async |db| {
        overwrite(db, Task::key("1"), "foreign", Some(string("kept"))).await;
        let calls = AtomicU32::new(0);
        let change = |task: &mut Task| {
            calls.fetch_add(1, Ordering::SeqCst);
            meanwhile(|| overwrite(db, Task::key("1"), "foreign", Some(string("theirs"))));
            task.count += 1;
        };
        let changed = task().modify(change).send(db).await.expect("a change");
        assert_eq!(calls.load(Ordering::SeqCst), 1, "no conflict");
        assert_eq!((changed.count, changed.note), (1, None));
        let item = stored(db, Task::key("1")).await;
        assert_eq!(text(&item, "foreign"), Some("theirs"));
    })
    .await;
}

/// Another writer between the read and the write of a change.
fn meanwhile<F: Future>(write: impl FnOnce() -> F) -> F::Output {
    tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(write()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_related_change_is_taken_up() {
    with_task(async |db| {
        let calls = AtomicU32::new(0);
        let change = |task: &mut Task| {
            // The state is in the same key as the owner, which is what changes here.
            if calls.fetch_add(1, Ordering::SeqCst) == 0 {
                let theirs = Task::key("1").modify(|task| task.state = "done".into());
                meanwhile(|| theirs.send(db)).expect("their change");
            }
            task.owner = "bob".into();
        };
        let changed = task().modify(change).send(db).await.expect("a change");
        assert_eq!(calls.load(Ordering::SeqCst), 2, "one conflict");
        assert_eq!((&*changed.owner, &*changed.state), ("bob", "done"));
        let item = consistent(db, Task::key("1")).await;
        assert_eq!(text(&item, "G1PK"), Some("bob#done"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_gives_up_after_its_attempts() {
    with_task(async |db| {
        for attempts in [1, 3] {
            let calls = AtomicU32::new(0);
            let change = |task: &mut Task| {
                let call = calls.fetch_add(1, Ordering::SeqCst);
                let theirs = AttributeValue::N((attempts * 100 + call).to_string());
                meanwhile(|| overwrite(db, Task::key("1"), "count", Some(theirs)));
                task.count += 1;
            };
            let given_up = task().modify(change).attempts(attempts).send(db).await;
            let error = given_up.expect_err("others are faster");
            assert!(error.is_condition_failed(), "{error}");
            assert_eq!(
                error.to_string(),
                match attempts {
                    1 => "condition on `Task` failed: another writer was faster; try again",
                    _ =>
                        "condition on `Task` failed: other writers were faster in all 3 attempts; \
                         try again later",
                }
            );
            assert_eq!(calls.load(Ordering::SeqCst), attempts);
            let current = error.current::<Task>().expect("a task").expect("found");
            assert_eq!(current.count, attempts * 100 + attempts - 1);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_deleted_meanwhile_is_not_brought_back() {
    with_task(async |db| {
        let change = |task: &mut Task| {
            meanwhile(|| Task::key("1").delete().send(db)).expect("their delete");
            task.note = Some("n".into());
        };
        let error = task()
            .modify(change)
            .send(db)
            .await
            .expect_err("it is gone");
        assert!(error.is_condition_failed(), "{error}");
        assert!(stored(db, Task::key("1")).await.is_empty());
    })
    .await;
    with_table::<Counter>(async |db| {
        let key = || Counter::key("c");
        counter().put().send(db).await.expect("a put");
        // An item of before there were versions.
        overwrite(db, key(), "version", None).await;
        let change = |counter: &mut Counter| {
            meanwhile(|| key().delete().send(db)).expect("their delete");
            counter.count += 1;
        };
        let error = key().modify(change).send(db).await.expect_err("it is gone");
        assert!(error.is_condition_failed(), "{error}");
        assert!(stored(db, key()).await.is_empty());
    })
    .await;
}

fn counter() -> Counter {
    Counter {
        id: "c".into(),
        count: 0,
        version: None,
    }
}

/// Has two tasks change an item fifty times each.
async fn contend<T: Item>(db: &Db, key: fn() -> Key<T>, change: fn(&mut T)) {
    let writers = [db.clone(), db.clone()].map(|db| {
        tokio::spawn(async move {
            for _ in 0..50 {
                let change = key().modify(change).attempts(1_000);
                change.send(&db).await.expect("a change");
            }
        })
    });
    for writer in writers {
        writer.await.expect("a writer");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_change_is_lost() {
    with_task(async |db| {
        contend(db, || Task::key("1"), |task| task.count += 1).await;
        let item = consistent(db, Task::key("1")).await;
        assert_eq!(text(&item, "count"), Some("100"));
        assert_eq!(text(&item, "G1SK"), Some("000100"));
    })
    .await;
    with_table::<Counter>(async |db| {
        counter().put().send(db).await.expect("a put");
        contend(db, || Counter::key("c"), |counter| counter.count += 1).await;
        let item = stored(db, Counter::key("c")).await;
        assert_eq!(text(&item, "count"), Some("100"));
        assert_eq!(text(&item, "version"), Some("101"));
    })
    .await;
}

#[tokio::test]
async fn no_change_is_no_write() {
    with_task(async |db| {
        let (same, other) = (Meter::new(), Meter::new());
        let change = task().modify(|task| task.count = 0).meter(&same);
        assert_eq!(change.send(db).await.expect("no change"), task());
        let change = task().modify(|task| task.count = 1).meter(&other);
        change.send(db).await.expect("a change");
        let requests = (same.capacity().requests, other.capacity().requests);
        assert_eq!(requests, (1, 2), "a read; a read and a write");
    })
    .await;
}

#[tokio::test]
async fn the_primary_key_stays() {
    with_task(async |db| {
        let moved = task().modify(|task| task.id = "2".into()).send(db).await;
        let error = moved.expect_err("another key");
        assert!(matches!(error, Error::Key(_)), "{error}");
        assert!(error.to_string().contains("Task"), "{error}");
        assert!(stored(db, Task::key("2")).await.is_empty());
        consistent(db, Task::key("1")).await;

        let bad = task()
            .modify(|task| task.owner = "a#b".into())
            .send(db)
            .await;
        let error = bad.expect_err("no key");
        assert!(matches!(error, Error::Key(_)), "{error}");
        consistent(db, Task::key("1")).await;
    })
    .await;
}

#[tokio::test]
async fn the_half_of_the_key_that_would_change_is_named() {
    with_table::<Step>(async |db| {
        let (list, number) = ("a".to_owned(), "1".to_owned());
        Step { list, number }.put().send(db).await.expect("a put");
        let refused = async |change: fn(&mut Step)| {
            let changed = Step::key("a", "1").modify(change).send(db).await;
            changed.expect_err("another key").to_string()
        };
        let sort = refused(|step| step.number = "2".into()).await;
        assert!(sort.contains("`SK` cannot change"), "{sort}");
        let partition = refused(|step| step.list = "b".into()).await;
        assert!(partition.contains("`PK` cannot change"), "{partition}");
        let neither = refused(|step| step.number = "1#2".into()).await;
        assert!(
            neither.contains("component `number` contains the delimiter"),
            "{neither}"
        );
    })
    .await;
}

#[tokio::test]
async fn there_must_be_an_item() {
    with_table::<Task>(async |db| {
        let change = |_: &mut Task| panic!("there is nothing to change");
        let error = task().modify(change).send(db).await.expect_err("no item");
        assert!(error.is_condition_failed(), "{error}");
        assert_eq!(error.current::<Task>().expect("nothing to decode"), None);
        assert!(stored(db, Task::key("1")).await.is_empty());
    })
    .await;
}

/// Keys that another writer left stale are put right by the next change, of whatever it is.
#[tokio::test]
async fn stale_keys_are_repaired() {
    with_task(async |db| {
        let key = || Task::key("1");
        overwrite(db, key(), "G1PK", Some(string("stale#key"))).await;
        overwrite(db, key(), "G1SK", None).await;
        key()
            .modify(|task| task.note = Some("n".into()))
            .send(db)
            .await
            .expect("a change");
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "G1PK"), Some("ann#open"));

        // One that should not be there any more.
        overwrite(db, key(), "state", Some(string("done"))).await;
        key()
            .modify(|task| task.note = None)
            .send(db)
            .await
            .expect("a change");
        let item = consistent(db, key()).await;
        assert_eq!(
            (text(&item, "G1PK"), text(&item, "G2PK")),
            (Some("ann#done"), None)
        );
        assert_eq!(Task::open("ann").count(db).await.expect("a count"), 0);
    })
    .await;
}

/// A closure that reads one field and changes another is called again if the first one changes.
#[tokio::test(flavor = "multi_thread")]
async fn a_decision_rests_on_all_that_was_read() {
    with_task(async |db| {
        let calls = AtomicU32::new(0);
        let change = |task: &mut Task| {
            if calls.fetch_add(1, Ordering::SeqCst) == 0 {
                let theirs = Task::key("1").update().set(Task::NOTE, "closed");
                meanwhile(|| theirs.send(db)).expect("their change");
            }
            if task.note.is_none() {
                task.count += 1;
            }
        };
        let task = task().modify(change).send(db).await.expect("a change");
        assert_eq!((task.count, calls.into_inner()), (0, 2));
    })
    .await;
}

/// An item that cannot be guarded whole is refused, not guarded in part.
#[tokio::test]
async fn an_item_of_too_many_attributes_needs_a_version() {
    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "wide", pk = "id")]
    struct Wide {
        id: String,
        #[dynamo(flatten)]
        rest: BTreeMap<String, u32>,
    }

    with_table::<Wide>(async |db| {
        let wide = |count: u32| Wide {
            id: count.to_string(),
            rest: (0..count).map(|n| (format!("attribute {n}"), n)).collect(),
        };
        for (count, guarded) in [(139, true), (200, false)] {
            wide(count).put().send(db).await.expect("a put");
            let change = |wide: &mut Wide| wide.rest.extend([("new".to_owned(), 1)]);
            let changed = wide(count).modify(change).send(db).await;
            if guarded {
                assert_eq!(changed.expect("a change").rest["new"], 1);
                continue;
            }
            let error = changed.expect_err("a refusal");
            assert!(matches!(error, Error::Expression { .. }), "{error}");
            for word in ["Wide", "`version`", "`update()`"] {
                assert!(error.to_string().contains(word), "{error}");
            }
        }
    })
    .await;
}
