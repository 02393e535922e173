//! The table `orders`.
//!
//! It needs `rust_decimal` and the feature of that name of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use dynamo_runtime::Item;
use rust_decimal::Decimal;

/// An order in `orders`.
// Question: there was one sample alone; which fields can be missing?
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "id")]
#[gsi(
    name = "orders_by_market",
    pk = "{market_id}#{side}",
    pk_attr = "marketSide",
    sk = "{price:neg}",
    sk_attr = "sort",
    query = "by_market"
)]
#[gsi(
    name = "orders_by_owner",
    pk = "owner",
    sk = "created_at",
    query = "by_owner"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Order {
    /// The id.
    pub id: String,
    /// The market id.
    pub market_id: String,
    /// The price.
    pub price: Decimal,
    /// The remaining.
    pub remaining: u64,
    /// The side.
    // Question: samples have `Buy`; is it one of a few, and so an enum?
    pub side: String,
    /// The size.
    pub size: u64,
    /// The status.
    // Question: samples have `Open`; is it one of a few, and so an enum?
    pub status: String,
    /// The owner.
    pub owner: String,
    /// When it was created.
    pub created_at: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("prediction_market.samples.json"))?;
        proof.check::<Order>().await?;
        Ok(())
    }
}
