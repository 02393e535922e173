//! Tables: their names, and how they are made, checked and removed.

use std::borrow::Cow;
use std::time::{Duration, UNIX_EPOCH};

use aws_sdk_dynamodb::types::{BillingMode, ProjectionType, TimeToLiveStatus};
use dynamo_runtime::{Error, Item};
use tests::{db, db_for, unique_name};

/// The table as it is wanted.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(
    name = "sessions_{environment}",
    pk = "id",
    sk = "started",
    ttl = "expires"
)]
#[gsi(name = "ByUser", pk = "user", sk = "started", query = "of_user")]
#[gsi(name = "ByDevice", pk = "device", projection = ["user"], query = "on_device")]
#[lsi(
    name = "ByDeviceHere",
    sk = "device",
    projection = "KEYS_ONLY",
    query = "here"
)]
struct Session {
    id: String,
    started: u64,
    user: String,
    device: Option<String>,
    #[dynamo(ttl)]
    expires: u64,
}

/// The same table with less, or otherwise.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id", sk = "started")]
struct WithoutIndexes {
    id: String,
    started: u64,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id", sk = "started")]
struct TextStarted {
    id: String,
    started: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id")]
struct WithoutSortKey {
    id: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id", sk = "started", ttl = "until")]
#[gsi(name = "ByUser", pk = "user", query = "of_user")]
#[gsi(name = "ByDevice", pk = "device", projection = ["user"], query = "on_device")]
#[lsi(
    name = "ByDeviceHere",
    sk = "device",
    projection = "KEYS_ONLY",
    query = "here"
)]
struct OtherIndex {
    id: String,
    started: u64,
    user: String,
    device: Option<String>,
    #[dynamo(ttl)]
    until: u64,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id", sk = "started", ttl = "expires")]
#[gsi(
    name = "ByUser",
    pk = "user",
    sk = "started",
    query = "of_user",
    projection = "KEYS_ONLY"
)]
#[gsi(name = "ByDevice", pk = "device", projection = ["user"], query = "on_device")]
#[lsi(
    name = "ByDeviceHere",
    sk = "device",
    projection = "KEYS_ONLY",
    query = "here"
)]
struct NarrowerIndex {
    id: String,
    started: u64,
    user: String,
    device: Option<String>,
    #[dynamo(ttl)]
    expires: u64,
}

#[tokio::test]
async fn a_variable_in_a_table_name_is_filled_or_reported() {
    let db = db().await;
    let name = |db: &dynamo_runtime::Db| db.table_name::<Session>().map(Cow::into_owned);
    match name(&db) {
        Err(Error::UnknownVariable { variable, table }) => {
            assert_eq!(
                (variable.as_str(), table.as_str()),
                ("environment", "sessions_{environment}")
            );
        }
        other => panic!("nothing fills the variable: {other:?}"),
    }
    let error = Session::query("s").all(&db).await;
    assert!(
        matches!(error, Err(Error::UnknownVariable { .. })),
        "{error:?}"
    );
    let dev = db.clone().with_var("environment", "dev");
    assert_eq!(name(&dev).ok().as_deref(), Some("sessions_dev"));
    let other = dev.clone().with_var("environment", "test");
    assert_eq!(name(&other).ok().as_deref(), Some("sessions_test"));
    assert_eq!(
        name(&dev).ok().as_deref(),
        Some("sessions_dev"),
        "a clone is its own"
    );
    let bad = db.clone().with_var("environment", "a b");
    assert!(matches!(name(&bad), Err(Error::Table { .. })));
    let named = dev.with_table_name::<Session>("elsewhere");
    assert_eq!(name(&named).ok().as_deref(), Some("elsewhere"));
    assert!(matches!(
        name(&db.with_table_name::<Session>("x")),
        Err(Error::Table { .. })
    ));
}

#[tokio::test]
async fn a_created_table_is_as_its_schema_says() {
    let db = db_for::<Session>().await;
    db.create_table::<Session>().await.expect("a new table");
    let name = db.table_name::<Session>().expect("a name").into_owned();
    let table = db.client().describe_table().table_name(&name).send().await;
    let table = table.expect("a table").table.expect("a description");
    let keys = |keys: &[aws_sdk_dynamodb::types::KeySchemaElement]| {
        let key = |key: &aws_sdk_dynamodb::types::KeySchemaElement| {
            format!("{} {}", key.attribute_name(), key.key_type())
        };
        keys.iter().map(key).collect::<Vec<_>>()
    };
    assert_eq!(keys(table.key_schema()), ["id HASH", "started RANGE"]);
    let mut attributes: Vec<_> = table
        .attribute_definitions()
        .iter()
        .map(|known| format!("{} {}", known.attribute_name(), known.attribute_type()))
        .collect();
    attributes.sort();
    assert_eq!(attributes, ["device S", "id S", "started N", "user S"]);
    assert_eq!(
        table
            .billing_mode_summary()
            .and_then(|mode| mode.billing_mode()),
        Some(&BillingMode::PayPerRequest)
    );
    let global = |name: &str| {
        let mut indexes = table.global_secondary_indexes().iter();
        indexes
            .find(|index| index.index_name() == Some(name))
            .expect("an index")
    };
    assert_eq!(
        keys(global("ByUser").key_schema()),
        ["user HASH", "started RANGE"]
    );
    assert_eq!(keys(global("ByDevice").key_schema()), ["device HASH"]);
    let projection = global("ByDevice").projection().expect("a projection");
    assert_eq!(projection.projection_type(), Some(&ProjectionType::Include));
    assert_eq!(projection.non_key_attributes(), ["user"]);
    let local = &table.local_secondary_indexes()[0];
    assert_eq!(keys(local.key_schema()), ["id HASH", "device RANGE"]);

    let ttl = db
        .client()
        .describe_time_to_live()
        .table_name(&name)
        .send()
        .await;
    let ttl = ttl
        .expect("an answer")
        .time_to_live_description
        .expect("a TTL");
    assert_eq!(ttl.attribute_name(), Some("expires"));
    assert!(matches!(
        ttl.time_to_live_status(),
        Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)
    ));

    let again = db.create_table::<Session>().await;
    assert!(matches!(again, Err(Error::Sdk(_))), "{again:?}");
    db.ensure_table::<Session>()
        .await
        .expect("it is as it should be");
    db.delete_table::<Session>().await.expect("a delete");
    let gone = db.delete_table::<Session>().await;
    assert!(matches!(gone, Err(Error::Sdk(_))), "{gone:?}");
    db.ensure_table::<Session>().await.expect("a new table");
    let _ = db.delete_table::<Session>().await;
}

/// Makes the table of `T`, and what `ensure_table` says of it as that of `Session`.
async fn ensured<T: dynamo_runtime::Table>() -> String {
    let name = unique_name();
    let db = db().await.with_table_name::<T>(&name);
    let db = db.with_table_name::<Session>(&name);
    db.create_table::<T>().await.expect("a new table");
    let answer = db.ensure_table::<Session>().await;
    let _ = db.delete_table::<T>().await;
    match answer {
        Err(Error::Table { table, reason }) => {
            assert_eq!(table, name);
            reason
        }
        other => panic!("the tables differ: {other:?}"),
    }
}

#[tokio::test]
async fn ensure_tells_how_a_table_differs_from_its_schema() {
    let reason = ensured::<WithoutIndexes>().await;
    assert!(reason.contains("ByUser"), "{reason}");
    let reason = ensured::<TextStarted>().await;
    assert!(reason.contains("started"), "{reason}");
    let reason = ensured::<WithoutSortKey>().await;
    assert!(reason.contains("started"), "{reason}");
    let reason = ensured::<OtherIndex>().await;
    assert!(reason.contains("ByUser"), "{reason}");
    let reason = ensured::<NarrowerIndex>().await;
    assert!(reason.contains("ByUser"), "{reason}");
}

#[tokio::test]
async fn ensure_switches_ttl_on_if_it_is_off() {
    /// A table like that of `Plain`, with a TTL.
    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "plain", pk = "id", ttl = "expires")]
    struct Expiring {
        id: String,
        #[dynamo(ttl)]
        expires: u64,
    }
    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "plain", pk = "id")]
    struct Plain {
        id: String,
    }
    let name = unique_name();
    let db = db().await.with_table_name::<Plain>(&name);
    let db = db.with_table_name::<Expiring>(&name);
    db.create_table::<Plain>().await.expect("a new table");
    db.ensure_table::<Expiring>().await.expect("a check");
    let ttl = db
        .client()
        .describe_time_to_live()
        .table_name(&name)
        .send()
        .await;
    let ttl = ttl
        .expect("an answer")
        .time_to_live_description
        .expect("a TTL");
    assert_eq!(ttl.attribute_name(), Some("expires"));
    let _ = db.delete_table::<Plain>().await;
}

#[tokio::test]
async fn the_clock_is_the_one_given() {
    let then = UNIX_EPOCH + Duration::from_secs(1_704_067_201);
    let db = db().await.with_clock(move || then);
    assert_eq!(db.now(), then);
    assert_eq!(db.clone().now(), then);
}
