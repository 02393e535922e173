//! The tables `control`, `markets`, `orders`, `positions` and `trades`.
//!
//! It needs `chrono` and `rust_decimal` and the features of these names of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Item, Table, check_items, formats};
use rust_decimal::Decimal;

/// The table `control`.
#[derive(Debug, Clone, Copy, Table)]
#[table(name = "control", pk = "name")]
pub struct Control;

/// A checkpoint in `control`.
// Question: there was one sample alone; which fields can be missing?
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Control, rename_all = "camelCase")]
#[key(pk = literal("indexer:checkpoint"))]
pub struct Checkpoint {
    /// The last sig.
    pub last_sig: String,
    /// The last slot.
    pub last_slot: u64,
}

/// A lock in `control`.
// Question: there was one sample alone; which fields can be missing?
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Control, rename_all = "camelCase")]
#[key(pk = literal("indexer:lock"))]
pub struct Lock {
    /// Who locked it.
    pub locked_by: String,
    /// The ttl.
    pub ttl: u64,
}

// No key of one type can be a key of another.
const _: () = check_items::<(Checkpoint, Lock)>();

/// A market in `markets`.
// Question: there was one sample alone; which fields can be missing?
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "markets", pk = "id")]
#[gsi(
    name = "markets_by_status",
    pk = "{status}",
    pk_attr = "gsi1pk",
    sk = "{created_at:millis}",
    sk_attr = "gsi1sk",
    query = "by_status"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Market {
    /// The id.
    pub id: String,
    /// The question.
    pub question: String,
    /// The status.
    // Question: samples have `Active`; is it one of a few, and so an enum?
    pub status: String,
    /// When it was created.
    #[dynamo(created_at, with = formats::rfc3339_millis)]
    pub created_at: DateTime<Utc>,
}

/// An order in `orders`.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "id")]
#[gsi(
    name = "orders_by_market_buy",
    pk = "{market_id}#{side}",
    pk_attr = "gsi1pk",
    sk = "{price:neg}",
    sk_attr = "gsi1sk",
    when = self.side == "Buy",
    query = "by_market_buy"
)]
#[gsi(
    name = "orders_by_market_sell",
    pk = "{market_id}#{side}",
    pk_attr = "gsi2pk",
    sk = "{price}",
    sk_attr = "gsi2sk",
    when = self.side == "Sell",
    query = "by_market_sell"
)]
#[gsi(
    name = "orders_by_owner",
    pk = "{owner}",
    pk_attr = "gsi3pk",
    sk = "{created_at:millis}",
    sk_attr = "gsi3sk",
    query = "by_owner"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Order {
    /// The id.
    pub id: String,
    /// The market id.
    pub market_id: String,
    /// The owner.
    pub owner: String,
    /// The price.
    pub price: Decimal,
    /// The remaining.
    pub remaining: u64,
    /// The side.
    // Question: samples have `Buy`, `Sell`; is it one of a few, and so an enum?
    pub side: String,
    /// The size.
    pub size: u64,
    /// The status.
    // Question: samples have `Open`; is it one of a few, and so an enum?
    pub status: String,
    /// When it was created.
    #[dynamo(created_at, with = formats::rfc3339_millis)]
    pub created_at: DateTime<Utc>,
}

/// A position in `positions`.
// Question: there was one sample alone; which fields can be missing?
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
    /// The id.
    pub id: String,
    /// The market id.
    pub market_id: String,
    /// The owner.
    pub owner: String,
    /// The size.
    pub size: u64,
}

/// A trade in `trades`.
// Question: there was one sample alone; which fields can be missing?
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "trades", pk = "id", delimiter = ":")]
#[gsi(
    name = "trades_by_market",
    pk = "{market_id}",
    pk_attr = "gsi1pk",
    sk = "gsi1sk",
    query = "by_market"
)]
#[gsi(
    name = "trades_by_position",
    pk = "{position_id:raw}",
    pk_attr = "gsi2pk",
    sk = "gsi2sk",
    query = "by_position"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Trade {
    /// The id.
    pub id: String,
    /// The market id.
    pub market_id: String,
    /// The position id.
    pub position_id: String,
    /// The price.
    pub price: Decimal,
    /// The size.
    pub size: u64,
    /// The sort key `gsi1sk`.
    pub gsi1sk: String,
    /// The sort key `gsi2sk`.
    pub gsi2sk: String,
    /// When it was created.
    #[dynamo(created_at, with = formats::rfc3339_millis)]
    pub created_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("prediction_market_model.samples.json"))?;
        proof.check::<(Checkpoint, Lock)>().await?;
        proof.check::<Market>().await?;
        proof.check::<Order>().await?;
        proof.check::<Position>().await?;
        proof.check::<Trade>().await?;
        Ok(())
    }
}
