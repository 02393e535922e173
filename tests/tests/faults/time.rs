//! Virtual time: waits that take none, and are seen on the clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::{Db, Embedded, Error, Item};

use crate::{Account, account, db_with, puts, stored};

const HOUR: Duration = Duration::from_hours(1);

/// An engine whose clock stands still but for what is waited.
async fn db_at_rest(faults: &Faults) -> Db {
    let engine = Embedded::memory().expect("an engine");
    let engine = engine.with_clock(|| UNIX_EPOCH + HOUR).with_faults(faults);
    let db = tests::db_of(engine.client());
    db.create_table::<Account>().await.expect("a new table");
    db
}

/// The same engine with a client that waits no longer than `limit` for a whole operation.
fn impatient(db: &Db, limit: Duration) -> Db {
    let timeouts = TimeoutConfig::builder().operation_timeout(limit).build();
    let config = db.client().config().to_builder().timeout_config(timeouts);
    tests::db_of(Client::from_conf(config.build()))
}

fn waited(db: &Db) -> Duration {
    db.now()
        .duration_since(UNIX_EPOCH + HOUR)
        .expect("time goes on")
}

#[tokio::test]
async fn a_slow_answer_takes_its_time_on_the_clock_alone() {
    let faults = Faults::default();
    let db = db_at_rest(&faults).await;
    faults.script([Fault::Slow(24 * HOUR)]);
    let really = SystemTime::now();
    account("a").put().send(&db).await.expect("an answer");
    assert_eq!(waited(&db), 24 * HOUR);
    assert!(really.elapsed().is_ok_and(|elapsed| elapsed < HOUR));
}

#[tokio::test]
async fn slow_answers_side_by_side_pass_together() {
    let faults = Faults::default().rate(Fault::Slow(HOUR), 1.0);
    let db = db_at_rest(&faults).await;
    let (a, b) = (account("a"), account("b"));
    let (a, b) = tokio::join!(a.put().send(&db), b.put().send(&db));
    assert!(a.is_ok() && b.is_ok());
    assert_eq!(waited(&db), HOUR);
}

#[tokio::test]
async fn an_answer_that_is_too_slow_times_out_after_the_write_was_done() {
    let faults = Faults::default();
    let db = db_at_rest(&faults).await;
    let impatient = impatient(&db, Duration::from_secs(5));
    faults.script([Fault::Slow(Duration::from_secs(6))]);
    let error = account("a").put().send(&impatient).await;
    let error = error.expect_err("too slow");
    assert!(matches!(&error, Error::Sdk(_)), "{error}");
    assert_eq!(waited(&db), Duration::from_secs(5));
    assert_eq!(stored(&db, &faults, "a").await, Some(account("a")));
}

#[tokio::test]
async fn an_answer_within_the_timeout_is_taken() {
    let faults = Faults::default();
    let db = db_at_rest(&faults).await;
    let impatient = impatient(&db, Duration::from_secs(5));
    faults.script([Fault::Slow(Duration::from_secs(4))]);
    let sent = account("a").put().send(&impatient).await;
    sent.expect("an answer in time");
    assert_eq!(waited(&db), Duration::from_secs(4));
}

#[tokio::test]
async fn back_off_is_waited_for_and_ends_with_the_operation() {
    let faults = Faults::default().rate(Fault::Throttle, 1.0);
    let db = db_at_rest(&faults).await;
    assert!(account("a").put().send(&db).await.is_err());
    let back_off = waited(&db);
    assert!(!back_off.is_zero() && back_off < HOUR, "{back_off:?}");
}

#[tokio::test]
async fn a_timeout_ends_the_back_off_too() {
    let faults = Faults::default().rate(Fault::Slow(Duration::from_secs(2)), 1.0);
    let db = db_at_rest(&faults).await;
    faults.script([Fault::Timeout, Fault::Timeout]);
    let limit = Duration::from_millis(1);
    let sent = account("a").put().send(&impatient(&db, limit)).await;
    assert!(sent.is_err());
    assert_eq!(waited(&db), limit);
}

#[tokio::test]
async fn the_clock_of_the_db_is_the_system_s_plus_what_was_waited() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    faults.script([Fault::Slow(HOUR)]);
    account("a").put().send(&db).await.expect("an answer");
    let ahead = db.now().duration_since(SystemTime::now());
    assert!(ahead.is_ok_and(|ahead| ahead > HOUR / 2 && ahead <= HOUR));
    let fixed = db.clone().with_clock(|| UNIX_EPOCH);
    assert_eq!(fixed.now(), UNIX_EPOCH, "a clock of one's own is taken");
}

#[tokio::test]
async fn items_expire_by_the_time_that_was_waited() {
    #[derive(Item)]
    #[table(name = "sessions", pk = "id", ttl = "expires")]
    struct Session {
        id: String,
        #[dynamo(ttl)]
        expires: u64,
    }
    let faults = Faults::default();
    let engine = Embedded::memory().expect("an engine");
    let engine = engine.with_clock(|| UNIX_EPOCH + HOUR).with_faults(&faults);
    let db = tests::db_of(engine.client());
    db.create_table::<Session>().await.expect("a new table");
    let session = Session {
        id: "s".to_owned(),
        expires: 3600 + 60,
    };
    session.put().send(&db).await.expect("a put");
    assert_eq!(engine.sweep_expired().expect("a sweep"), 0);
    faults.script([Fault::Slow(HOUR)]);
    assert!(Session::key("s").get().send(&db).await.is_ok());
    assert_eq!(engine.sweep_expired().expect("a sweep"), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_timeout_does_not_run_out_while_another_thread_answers() {
    let faults = Faults::default();
    let engine = Embedded::memory().expect("an engine").with_faults(&faults);
    let db = tests::db_of(engine.on_blocking_threads().client());
    db.create_table::<Account>().await.expect("a new table");
    let db = impatient(&db, Duration::from_secs(5));
    for number in 0..50 {
        let sent = account(&number.to_string()).put().send(&db).await;
        sent.expect("an answer in time");
    }
    faults.script([Fault::Slow(HOUR)]);
    assert!(account("slow").put().send(&db).await.is_err());
    assert_eq!(faults.log()[..50], puts(&[None; 50])[..]);
}

#[tokio::test]
async fn a_deadline_ends_what_a_server_does_not_answer() {
    let faults = Faults::default();
    let db = db_at_rest(&faults).await;
    let accounts: Vec<Account> = (0..60).map(|id| account(&id.to_string())).collect();
    db.load(accounts.clone()).await.expect("a load");
    let deadline = Duration::from_secs(5);
    let mut before = waited(&db);
    let mut took = |what: &str| {
        let took = waited(&db).saturating_sub(before);
        assert!(took >= deadline && took < 2 * deadline, "{what}: {took:?}");
        before = waited(&db);
    };
    faults.script(std::iter::repeat_n(Fault::Slow(24 * HOUR), 50));

    let writes = db.batch_write(accounts.iter().map(Item::put));
    let left = match writes.deadline(deadline).await {
        Err(Error::Unwritten(left)) => left,
        other => panic!("the writes were answered: {other:?}"),
    };
    assert_eq!(left.writes().len(), 60);
    took("writes");
    let keys: Vec<_> = accounts.iter().map(Item::to_key).collect();
    let reads = db.batch_get(&keys).deadline(deadline).await;
    assert!(matches!(reads, Err(Error::Unread(_))));
    took("reads");
    let load = db.load(accounts.clone()).deadline(deadline).await;
    assert!(matches!(load, Err(Error::Interrupted { done: 0, .. })));
    took("a load");
    let backfill = Account::backfill().deadline(deadline).send(&db).await;
    let Err(Error::Interrupted { done: 0, source }) = backfill else {
        panic!("the backfill was answered")
    };
    assert!(matches!(*source, Error::TimedOut { .. }), "{source}");
    took("a backfill");
}

#[tokio::test]
async fn a_deadline_that_does_not_pass_changes_nothing() {
    let faults = Faults::default().rate(Fault::Slow(Duration::from_secs(1)), 1.0);
    let db = db_at_rest(&faults).await;
    let accounts: Vec<Account> = (0..60).map(|id| account(&id.to_string())).collect();
    let load = db.load(accounts.clone()).deadline(HOUR).await;
    assert_eq!(load.expect("a load"), 60);
    let keys: Vec<_> = accounts.iter().map(Item::to_key).collect();
    let found = db.batch_get(&keys).deadline(HOUR).await.expect("a read");
    assert_eq!(found.into_iter().flatten().count(), 60);
    let done = Account::backfill().deadline(HOUR).send(&db).await;
    assert_eq!(done.expect("a backfill").read, 60);
    assert!(waited(&db) < HOUR);
}
