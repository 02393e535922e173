//! Files, snapshots and expiry.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use aws_sdk_dynamodb::types::TimeToLiveSpecification;
use dynamo_runtime::{Db, Embedded, Error, Item};

use super::{TABLE, count, create_table, engine_with_table, get, n, put, row};

/// A directory of this test's own, removed when it ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let directory = std::env::temp_dir().join(format!("dynamo-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a scratch directory");
        Self(directory)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A leftover directory fails no test.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn a_file_keeps_its_data_over_reopening() {
    let scratch = Scratch::new("reopen");
    let path = scratch.file("data.db");
    {
        let client = Embedded::at(&path).expect("a new file").client();
        create_table(&client).await;
        put(&client, row("oslo", 1)).await;
    }
    let client = Embedded::at(&path).expect("the same file").client();
    assert_eq!(get(&client, "oslo", 1).await, Some(row("oslo", 1)));
}

#[derive(Debug, PartialEq, Item)]
#[table(name = "kept", pk = "id")]
struct Kept {
    id: String,
}

#[tokio::test]
async fn a_db_kept_in_a_file_has_its_items_over_reopening() {
    let scratch = Scratch::new("db");
    let path = scratch.file("db.db");
    let kept = Kept { id: "k".into() };
    {
        let db = Db::embedded_at(&path).await.expect("a new file");
        db.create_table::<Kept>().await.expect("a new table");
        kept.create().send(&db).await.expect("a write");
    }
    let db = Db::embedded_at(&path).await.expect("the same file");
    db.ensure_table::<Kept>().await.expect("the same table");
    let read = Kept::key("k").get().send(&db).await.expect("a read");
    assert_eq!(read, Some(kept));
    let error = Db::embedded_at("/nowhere/at/all.db").await;
    assert!(matches!(error, Err(Error::Engine(_))), "{error:?}");
}

#[test]
fn a_path_that_cannot_be_opened_is_named() {
    let error = Embedded::at(Path::new("/nowhere/at/all.db")).expect_err("no such directory");
    assert!(error.to_string().contains("/nowhere/at/all.db"), "{error}");
    assert!(std::error::Error::source(&error).is_some());
}

#[tokio::test]
async fn a_snapshot_brings_back_what_was_stored() {
    let scratch = Scratch::new("snapshot");
    let snapshot = scratch.file("snapshot.db");
    let (engine, client) = engine_with_table().await;
    put(&client, row("oslo", 1)).await;
    engine.snapshot_to(&snapshot).expect("a snapshot");
    put(&client, row("oslo", 2)).await;

    engine.restore_from(&snapshot).expect("the snapshot");
    assert!(get(&client, "oslo", 1).await.is_some());
    assert!(get(&client, "oslo", 2).await.is_none());

    engine
        .restore_from(scratch.file("missing.db"))
        .expect_err("no snapshot");
    assert!(get(&client, "oslo", 1).await.is_some());
}

/// Puts an item that expires at second 1000, one at 3000, and one that never does, and sweeps them
/// as time passes.
async fn expire(engine: Embedded) {
    let seconds = Arc::new(AtomicU64::new(500));
    let now = seconds.clone();
    let engine =
        engine.with_clock(move || UNIX_EPOCH + Duration::from_secs(now.load(Ordering::SeqCst)));
    let client = engine.client();
    create_table(&client).await;
    let ttl = TimeToLiveSpecification::builder()
        .attribute_name("expires")
        .enabled(true)
        .build();
    client
        .update_time_to_live()
        .table_name(TABLE)
        .time_to_live_specification(ttl.expect("a specification"))
        .send()
        .await
        .expect("TTL on");
    for (minute, expires) in [(1, 1000), (2, 3000)] {
        let mut item = row("oslo", minute);
        item.insert("expires".into(), n(expires));
        put(&client, item).await;
    }
    put(&client, row("oslo", 3)).await;

    assert_eq!(engine.sweep_expired().expect("a sweep"), 0);
    seconds.store(2000, Ordering::SeqCst);
    // As on AWS an expired item is served until it is deleted.
    assert!(get(&client, "oslo", 1).await.is_some());
    assert_eq!(engine.sweep_expired().expect("a sweep"), 1);
    assert!(get(&client, "oslo", 1).await.is_none());
    assert_eq!(count(&client).await, 2);
}

#[tokio::test]
async fn expired_items_are_swept_by_the_set_clock() {
    expire(Embedded::memory().expect("an engine in memory")).await;
}

#[tokio::test]
async fn expired_items_of_a_file_are_swept_by_the_set_clock() {
    let scratch = Scratch::new("ttl");
    expire(Embedded::at(scratch.file("data.db")).expect("a new file")).await;
}
