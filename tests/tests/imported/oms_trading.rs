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

/// An execution in `oms_trading_data_{environment}`.
// Question: there was one sample alone; which fields can be missing?
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
    query = "by_master_order"
)]
#[gsi(
    name = "GSI3",
    pk = "ORDER#{order_id}",
    sk = "{executed_at:seconds}",
    query = "by_order"
)]
pub struct Execution {
    /// The client id.
    pub client_id: String,
    /// When it was executed.
    #[dynamo(with = day_first)]
    pub executed_at: DateTime<Utc>,
    /// The execution id.
    pub execution_id: String,
    /// The commission.
    pub commission: Decimal,
    /// The order id.
    pub order_id: String,
    /// The price.
    pub price: Decimal,
    /// The product id.
    pub product_id: String,
    /// The quantity.
    pub quantity: Decimal,
    /// The side.
    // Question: samples have `BUY`; is it one of a few, and so an enum?
    pub side: String,
    /// The symbol.
    pub symbol: String,
    /// When DynamoDB removes the item, in seconds since 1970.
    pub ttl: u64,
    /// Stored only inside `GSI2_PK`.
    // Question: is this the right name? Only `GSI2_PK` has it
    #[dynamo(key_only)]
    pub master_order_id: String,
}

/// An order in `oms_trading_data_{environment}`.
// Question: there was one sample alone; which fields can be missing?
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Trading, entity = "ORDER")]
#[key(
    pk = "CLIENT#{client_id}",
    sk = "ORDER#{created_at:seconds}#{order_id}"
)]
#[gsi(
    name = "GSI1",
    pk = "PRODUCT#{product_id}",
    sk = "{created_at:seconds}",
    query = "by_product"
)]
#[gsi(
    name = "GSI2",
    pk = "MASTER_ORDER#{master_order_id}",
    sk = "{created_at:seconds}",
    query = "by_master_order"
)]
#[gsi(
    name = "GSI3",
    pk = "ORDER#{order_id}",
    sk = "{created_at:seconds}",
    query = "by_order"
)]
pub struct Order {
    /// The client id.
    pub client_id: String,
    /// When it was created.
    #[dynamo(with = day_first)]
    pub created_at: DateTime<Utc>,
    /// The order id.
    pub order_id: String,
    /// The master order id.
    pub master_order_id: String,
    /// The order type.
    pub order_type: String,
    /// The price.
    pub price: Decimal,
    /// The product id.
    pub product_id: String,
    /// The quantity.
    pub quantity: Decimal,
    /// The side.
    // Question: samples have `BUY`; is it one of a few, and so an enum?
    pub side: String,
    /// The status.
    // Question: samples have `FILLED`; is it one of a few, and so an enum?
    pub status: String,
    /// The symbol.
    pub symbol: String,
    /// When DynamoDB removes the item, in seconds since 1970.
    pub ttl: u64,
    /// When it was updated.
    #[dynamo(updated_at, with = day_first)]
    pub updated_at: DateTime<Utc>,
}

/// A position in `oms_trading_data_{environment}`.
// Question: there was one sample alone; which fields can be missing?
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
    /// The client id.
    pub client_id: String,
    /// The symbol.
    pub symbol: String,
    /// The side.
    // Question: samples have `LONG`; is it one of a few, and so an enum?
    pub side: String,
    /// The avg entry price.
    pub avg_entry_price: Decimal,
    /// The product id.
    pub product_id: String,
    /// The quantity.
    pub quantity: Decimal,
    /// The realized pnl.
    pub realized_pnl: Decimal,
    /// The unrealized pnl.
    pub unrealized_pnl: Decimal,
    /// When it was last updated.
    #[dynamo(updated_at, with = day_first)]
    pub last_updated: DateTime<Utc>,
}

/// Everything in the partition of a client.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Trading)]
pub enum ClientItem {
    /// An execution.
    Execution(Execution),
    /// An order.
    Order(Order),
    /// A position.
    Position(Position),
}

/// Everything that index `GSI1` has of a product.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Trading, index = "GSI1")]
pub enum ProductInGsi1 {
    /// An execution.
    Execution(Execution),
    /// An order.
    Order(Order),
    /// A position.
    Position(Position),
}

/// Everything that index `GSI3` has of an order.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Trading, index = "GSI3")]
pub enum OrderInGsi3 {
    /// An execution.
    Execution(Execution),
    /// An order.
    Order(Order),
}

// No key of one type can be a key of another.
const _: () = check_items::<(Execution, Order, Position)>();

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
        let proof = Proof::from_json(include_str!("oms_trading.samples.json"))?;
        proof.check::<(Execution, Order, Position)>().await?;
        Ok(())
    }
}
