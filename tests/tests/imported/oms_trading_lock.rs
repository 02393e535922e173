//! The table `oms_trading_data_{environment}`.
//!
//! It needs `chrono` and `rust_decimal` and the features of these names of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Collection, Item, Table, check_items};
use rust_decimal::Decimal;

/// The table of all transactional data.
#[derive(Debug, Clone, Copy, Table)]
#[table(
    name = "oms_trading_data_{environment}",
    pk = "PK",
    sk = "SK",
    ttl = "ttl",
    type_attr = "entity_type"
)]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
#[gsi(
    name = "GSI2",
    pk = "GSI2_PK",
    sk = "GSI2_SK",
    projection = "KEYS_ONLY"
)]
#[gsi(name = "GSI3", pk = "GSI3_PK", sk = "GSI3_SK")]
pub struct Trading;

/// An order of a client.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Trading, entity = "ORDER")]
#[key(pk = "CLIENT#{client_id}", sk = "ORDER#{placed_at:seconds}#{order_id}")]
#[gsi(
    name = "GSI1",
    pk = "PRODUCT#{product_id}",
    sk = "{placed_at:seconds}",
    query = "by_product"
)]
#[gsi(
    name = "GSI1",
    pk = "ANALYST#{analyst_id}",
    sk = "{placed_at:seconds}",
    query = "by_analyst"
)]
#[gsi(
    name = "GSI2",
    pk = "MASTER_ORDER#{master_order_id}",
    sk = "{placed_at:seconds}",
    query = "children_of"
)]
#[gsi(
    name = "GSI3",
    pk = "ORDER#{order_id}",
    sk = "{placed_at:seconds}",
    query = "by_order_id"
)]
pub struct Order {
    /// The order's id.
    pub order_id: String,
    /// The client who placed it.
    pub client_id: String,
    /// When it was placed: the order of a client's orders.
    #[dynamo(key_only)]
    pub placed_at: DateTime<Utc>,
    /// The product traded; an order of an analyst's book has none.
    pub product_id: Option<String>,
    /// The analyst who watches over it, if it is not listed by product.
    pub analyst_id: Option<String>,
    /// The symbol traded, as in `BTCUSDT`.
    pub symbol: String,
    /// Whether it buys or sells.
    // Question: samples have `BUY`, `SELL`; is it one of a few, and so an enum?
    pub side: String,
    /// How much is ordered.
    pub quantity: Decimal,
    /// The price.
    pub price: u64,
    /// How far it has come.
    // Question: samples have `FILLED`, `NEW`; is it one of a few, and so an enum?
    pub status: String,
    /// How it is executed.
    // Question: samples have `LIMIT`, `MARKET`; is it one of a few, and so an enum?
    pub order_type: String,
    /// The order it is a part of.
    pub master_order_id: Option<String>,
    /// When it was written first.
    #[dynamo(created_at, with = day_first)]
    pub created_at: DateTime<Utc>,
    /// When it was written last.
    #[dynamo(updated_at, with = day_first)]
    pub updated_at: DateTime<Utc>,
    /// When DynamoDB removes it, in seconds since 1970.
    #[dynamo(ttl = "90d")]
    pub ttl: Option<u64>,
}

/// An execution: a part of an order that was filled.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Trading, entity = "EXECUTION")]
#[key(
    pk = "CLIENT#{client_id}",
    sk = "EXECUTION#{executed_at:seconds}#{execution_id}"
)]
#[gsi(
    name = "GSI1",
    pk = "PRODUCT#{product_id}",
    sk = "{executed_at:seconds}",
    query = "by_product"
)]
#[gsi(
    name = "GSI2",
    pk = "MASTER_ORDER#{master_order_id}",
    sk = "{executed_at:seconds}",
    query = "of_master_order"
)]
#[gsi(
    name = "GSI3",
    pk = "ORDER#{order_id}",
    sk = "{executed_at:seconds}",
    query = "of_order"
)]
pub struct Execution {
    /// The execution's id.
    pub execution_id: String,
    /// The order it fills.
    pub order_id: String,
    /// The client of that order.
    pub client_id: String,
    /// The master order of that order.
    #[dynamo(key_only)]
    pub master_order_id: Option<String>,
    /// The product traded.
    pub product_id: String,
    /// The symbol traded, as in `BTCUSDT`.
    pub symbol: String,
    /// Whether it bought or sold.
    // Question: samples have `BUY`; is it one of a few, and so an enum?
    pub side: String,
    /// How much was filled.
    pub quantity: Decimal,
    /// The price.
    pub price: u64,
    /// The commission of the broker.
    pub commission: Decimal,
    /// When it happened.
    #[dynamo(with = day_first)]
    pub executed_at: DateTime<Utc>,
    /// When DynamoDB removes it, in seconds since 1970.
    #[dynamo(ttl = "90d")]
    pub ttl: Option<u64>,
}

/// A position of a client in a symbol.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Trading, entity = "POSITION")]
#[key(pk = "CLIENT#{client_id}", sk = "POSITION#{symbol}#{side}")]
#[gsi(
    name = "GSI1",
    pk = "PRODUCT#{product_id}",
    sk = "POSITION#{symbol}",
    query = "by_product"
)]
pub struct Position {
    /// The client.
    pub client_id: String,
    /// The product held.
    pub product_id: String,
    /// The symbol held, as in `BTCUSDT`.
    pub symbol: String,
    /// Whether it gains when the price rises or falls.
    // Question: samples have `LONG`; is it one of a few, and so an enum?
    pub side: String,
    /// How much is held.
    pub quantity: Decimal,
    /// The average price it was bought at.
    pub avg_entry_price: u64,
    /// The gain from closing it now.
    pub unrealized_pnl: u64,
    /// The gain from it so far.
    pub realized_pnl: u64,
    /// When it was written last.
    #[dynamo(updated_at, with = day_first)]
    pub last_updated: DateTime<Utc>,
}

/// All that a client has: the dashboard.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Trading)]
pub enum ClientRecord {
    /// An order.
    Order(Order),
    /// An execution.
    Execution(Execution),
    /// A position.
    Position(Position),
}

/// An order with its executions, in the order of time.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Trading, index = "GSI3")]
pub enum OrderEvent {
    /// An order.
    Order(Order),
    /// An execution.
    Execution(Execution),
}

// No key of one type can be a key of another.
const _: () = check_items::<(Order, Execution, Position)>();

/// Times as they are stored: `14/11/2025 10:30:00`, in UTC.
pub mod day_first {
    use chrono::{DateTime, NaiveDateTime, ParseError, Utc};

    const FORMAT: &str = "%d/%m/%Y %H:%M:%S";

    /// Writes a time.
    #[must_use]
    pub fn encode(time: &DateTime<Utc>) -> String {
        time.format(FORMAT).to_string()
    }

    /// Reads a time.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not such a time.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a decoder takes the stored value"
    )]
    pub fn decode(text: String) -> Result<DateTime<Utc>, ParseError> {
        NaiveDateTime::parse_from_str(&text, FORMAT).map(|time| time.and_utc())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("oms_trading_lock.samples.json"))?;
        proof.check::<(Order, Execution, Position)>().await?;
        Ok(())
    }
}
