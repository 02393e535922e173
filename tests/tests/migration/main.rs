//! Tables that change: what differs, and stored items whose keys are computed anew.

mod backfill;
mod backfill_shared;
mod claims;
mod cli;
mod concurrent;
mod diff;
mod moved;
mod shards;
mod verify;

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Item, Table};
use tests::{db, unique_name};

/// An order of the prediction market as it was written while the market was read with scans: no key
/// of an index, and an attribute that today's type knows nothing of.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "id")]
#[dynamo(rename_all = "camelCase")]
struct OldOrder {
    id: String,
    market_id: String,
    side: String,
    price: f64,
    size: u64,
    remaining: u64,
    status: String,
    created_at: String,
    owner: String,
    memo: String,
}

/// Orders of three markets, bids and asks in turn.
fn old_order(number: u32) -> OldOrder {
    OldOrder {
        id: format!("mkt{}:order:{number}", number % 3),
        market_id: format!("mkt{}", number % 3),
        side: ["Buy", "Sell"][number as usize % 2].to_owned(),
        price: 100.0 + f64::from(number) / 4.0,
        size: 500,
        remaining: 200,
        status: "Open".to_owned(),
        created_at: format!("2025-10-14T10:{:02}:00.000Z", number % 60),
        owner: format!("owner{}", number % 5),
        memo: format!("memo {number}"),
    }
}

/// A database in which two types name one table, which has the indexes of the first.
async fn table_of<New: Table, Old: Table>() -> Db {
    let name = unique_name();
    let db = db().await.with_table_name::<New>(&name);
    let db = db.with_table_name::<Old>(name);
    db.create_table::<New>().await.expect("a new table");
    db
}

/// Every item of the table, as it is stored.
async fn stored<T: Table>(db: &Db) -> Vec<BTreeMap<String, AttributeValue>> {
    let name = db.table_name::<T>().expect("a name").into_owned();
    let scan = db.client().scan().table_name(name).consistent_read(true);
    let items = scan.send().await.expect("a scan").items.unwrap_or_default();
    items
        .into_iter()
        .map(|item| item.into_iter().collect())
        .collect()
}

fn text<'a>(item: &'a BTreeMap<String, AttributeValue>, name: &str) -> &'a str {
    item.get(name)
        .and_then(|value| value.as_s().ok())
        .map_or("", String::as_str)
}
