//! Tables that change: what differs, and stored items whose keys are computed anew.

mod backfill;
mod cli;
mod concurrent;
mod diff;
mod verify;

use dynamo_runtime::Item;

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
