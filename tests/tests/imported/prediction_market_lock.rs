//! The tables `control`, `markets`, `orders`, `positions` and `trades`.
//!
//! It needs `rust_decimal` and the feature of that name of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use dynamo_runtime::{Attribute, Item, Table, check_items};
use rust_decimal::Decimal;

/// How far the indexer has read.
#[derive(Debug, Clone, Copy, Table)]
#[table(name = "control", pk = "name")]
pub struct CheckpointTable;

/// How far the indexer has read.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = CheckpointTable, rename_all = "camelCase")]
#[key(pk = literal("indexer:checkpoint"))]
pub struct Checkpoint {
    /// The last slot that was read.
    pub last_slot: u64,
    /// The last signature that was read.
    pub last_sig: String,
}

/// Who runs the indexer, and until when.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = CheckpointTable, rename_all = "camelCase")]
#[key(pk = literal("indexer:lock"))]
pub struct Lock {
    /// The process that holds the lock.
    pub locked_by: String,
    /// When the lock may be taken by another, in seconds since 1970.
    pub ttl: u64,
}

// No key of one type can be a key of another.
const _: () = check_items::<(Checkpoint, Lock)>();

/// A market, listed by status, newest first.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "markets", pk = "id")]
#[gsi(
    name = "markets_by_status",
    pk = "{status}",
    pk_attr = "gsi1pk",
    sk = "{created_at}",
    sk_attr = "gsi1sk",
    query = "by_status"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Market {
    /// The market's id.
    pub id: String,
    /// The question to predict.
    pub question: String,
    /// Whether it is open.
    // Question: samples have `Active`; is it one of a few, and so an enum?
    pub status: String,
    /// When it was opened, in ISO 8601.
    pub created_at: String,
}

/// An order. A bid is in one index, an ask in the other.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "id")]
#[gsi(
    name = "orders_by_market_buy",
    pk = "{market_id}#Buy",
    pk_attr = "gsi1pk",
    sk = "{price:neg}",
    sk_attr = "gsi1sk",
    when = self.side == Side::Buy,
    query = "bids"
)]
#[gsi(
    name = "orders_by_market_sell",
    pk = "{market_id}#Sell",
    pk_attr = "gsi2pk",
    sk = "{price}",
    sk_attr = "gsi2sk",
    when = self.side == Side::Sell,
    query = "asks"
)]
#[gsi(
    name = "orders_by_owner",
    pk = "{owner}",
    pk_attr = "gsi3pk",
    sk = "{created_at}",
    sk_attr = "gsi3sk",
    query = "by_owner"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Order {
    /// The order's id.
    pub id: String,
    /// The market it is for.
    pub market_id: String,
    /// Bid or ask.
    pub side: Side,
    /// The price of one share.
    pub price: Decimal,
    /// How many shares were ordered.
    pub size: u64,
    /// How many are not filled yet.
    pub remaining: u64,
    /// How far it is filled.
    // Question: samples have `Open`; is it one of a few, and so an enum?
    pub status: String,
    /// When it was placed, in ISO 8601.
    pub created_at: String,
    /// Who placed it.
    pub owner: String,
}

/// A position of an owner in a market, found from either.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "positions", pk = "id")]
#[gsi(
    name = "positions_by_owner",
    pk = "{owner}",
    pk_attr = "gsi1pk",
    sk = "{market_id}",
    sk_attr = "gsi1sk",
    query = "by_owner"
)]
#[gsi(
    name = "positions_by_market",
    pk = "{market_id}",
    pk_attr = "gsi2pk",
    sk = "{owner}",
    sk_attr = "gsi2sk",
    query = "by_market"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Position {
    /// The position's id.
    pub id: String,
    /// Who holds it.
    pub owner: String,
    /// The market it is of.
    pub market_id: String,
    /// How many shares; negative when short.
    pub size: u64,
}

/// A trade, listed by market and by position.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "trades", pk = "id")]
#[gsi(
    name = "trades_by_market",
    pk = "{market_id}",
    pk_attr = "gsi1pk",
    sk = "{created_at}",
    sk_attr = "gsi1sk",
    query = "by_market"
)]
#[gsi(
    name = "trades_by_position",
    pk = "{position_id}",
    pk_attr = "gsi2pk",
    sk = "{created_at}",
    sk_attr = "gsi2sk",
    query = "by_position"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Trade {
    /// The trade's id.
    pub id: String,
    /// The market it was made on.
    pub market_id: String,
    /// The position it changed, if it changed one.
    pub position_id: Option<String>,
    /// The price of one share.
    pub price: Decimal,
    /// How many shares changed hands.
    pub size: u64,
    /// When it was made, in ISO 8601.
    pub created_at: String,
}

/// The `side` of an item.
// Question: which other values are there?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
pub enum Side {
    /// Stored as `Buy`.
    Buy,
    /// Stored as `Sell`.
    Sell,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("prediction_market_lock.samples.json"))?;
        proof.check::<(Checkpoint, Lock)>().await?;
        proof.check::<Market>().await?;
        proof.check::<Order>().await?;
        proof.check::<Position>().await?;
        proof.check::<Trade>().await?;
        Ok(())
    }
}
