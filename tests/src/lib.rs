//! Shared by the tests of behaviour: the engine under test, and a table of their own in it.
//!
//! The engine is the embedded one. With `AWS_ENDPOINT_URL_DYNAMODB` set it is that server, with
//! `DYNAMO_TEST_AWS=1` it is AWS by the credentials of the environment. Every test has a physical
//! table of its own, so that the suite runs in parallel on one server.
//!
//! With `DYNAMO_TEST_INDEX_LAG=1` the embedded engine's indexes are behind, and reads wait for them:
//! [`settled`].
//!
//! Requests go the direct way. With `DYNAMO_TEST_TRANSPORT=sdk` they all go the SDK's way.

pub mod clock;
pub mod faults;
pub mod mocked;
pub mod orders;
pub mod settled;
pub mod stored;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Intercept;
use dynamo_runtime::{Db, Embedded, Table};

/// Opens the engine under test.
///
/// # Panics
///
/// Panics if it cannot be opened.
pub async fn db() -> Db {
    let opened = if is_server() {
        Db::from_env().await
    } else if settled::indexes_lag() {
        let engine = Embedded::memory().expect("an engine");
        Ok(Db::new(engine.with_index_lag(settled::LAG).client()))
    } else {
        Db::embedded().await
    };
    let opened = opened.expect("an engine");
    on_the_way(if settled::indexes_lag() {
        settled::settling(&opened)
    } else {
        opened
    })
}

/// Returns a database of this client whose requests go the way under test.
#[must_use]
pub fn db_of(client: Client) -> Db {
    on_the_way(Db::new(client))
}

/// Lets the requests of a database go the way under test.
///
/// # Panics
///
/// If `DYNAMO_TEST_TRANSPORT` names no way.
#[must_use]
pub fn on_the_way(db: Db) -> Db {
    match std::env::var("DYNAMO_TEST_TRANSPORT").as_deref() {
        Ok("sdk") => db.through_the_sdk(),
        Err(_) | Ok("" | "direct") => db,
        Ok(other) => panic!("`{other}` is no transport; write `sdk` or `direct`"),
    }
}

/// An engine that the suite runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The one in this process.
    Embedded,
    /// Amazon's DynamoDB Local, or another server.
    Local,
    /// DynamoDB itself.
    Aws,
}

/// The engine under test.
#[must_use]
pub fn engine() -> Engine {
    let given = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    match given("AWS_ENDPOINT_URL_DYNAMODB") {
        Some(url) if !url.contains(".amazonaws.com") => Engine::Local,
        Some(_) => Engine::Aws,
        None if given("DYNAMO_TEST_AWS").is_some() => Engine::Aws,
        None => Engine::Embedded,
    }
}

/// Whether the engine under test is a server, which other tests use at the same time.
#[must_use]
pub fn is_server() -> bool {
    engine() != Engine::Embedded
}

/// Returns a table name that no other test, of this run or another, has.
#[must_use]
pub fn unique_name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let started = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos());
    format!("dynamo-test-{started:x}-{}-{number}", std::process::id())
}

/// Returns the engine under test, with a physical name of its own for one table, which is not
/// created.
pub async fn db_for<T: Table>() -> Db {
    db().await.with_table_name::<T>(unique_name())
}

/// Runs a test on a new table, and deletes the table. A test that fails leaves it behind.
///
/// # Panics
///
/// Panics if the table cannot be created.
pub async fn with_table<T: Table>(test: impl AsyncFnOnce(&Db)) {
    let db = db_for::<T>().await;
    db.create_table::<T>().await.expect("a new table");
    test(&db).await;
    // A table that cannot be deleted has a name that is not used again.
    let _ = db.delete_table::<T>().await;
}

/// The same database by way of a client that has an interceptor more.
///
/// # Panics
///
/// Panics if the table has no name.
#[must_use]
pub fn intercepted<T: Table>(db: &Db, interceptor: impl Intercept + 'static) -> Db {
    let config = db.client().config().to_builder();
    let client = Client::from_conf(config.interceptor(interceptor).build());
    let name = db.table_name::<T>().expect("a name");
    db_of(client).with_table_name::<T>(name)
}
