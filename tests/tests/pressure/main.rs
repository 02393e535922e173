//! DynamoDB under load on the embedded engine: limits per partition, rates and late indexes, in virtual
//! time.

mod lag;
mod partitions;
mod rates;

use std::time::{Duration, UNIX_EPOCH};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use dynamo_runtime::{Db, Embedded, Item};

/// An engine whose partitions are limited, and whose time moves only if something waits.
fn engine() -> Embedded {
    let start = UNIX_EPOCH + Duration::from_hours(500_000);
    let engine = Embedded::memory().expect("an engine");
    engine.with_clock(move || start).with_partition_limits()
}

/// A database with the table of an item type, whose client tries again as AWS's does.
async fn retrying<T: Item>(engine: &Embedded) -> Db {
    let db = tests::db_of(engine.client());
    db.create_table::<T::Table>().await.expect("a table");
    db
}

/// The same, whose client gives up at once.
async fn impatient<T: Item>(engine: &Embedded) -> Db {
    let config = engine.client().config().to_builder();
    let config = config.retry_config(RetryConfig::disabled()).build();
    let db = tests::db_of(Client::from_conf(config));
    db.create_table::<T::Table>().await.expect("a table");
    db
}
