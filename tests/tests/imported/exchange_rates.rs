//! The table `ExchangeRates`.
//!
//! It needs `chrono` and `rust_decimal` and the features of these names of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Item, formats};
use rust_decimal::Decimal;

/// A rate in `ExchangeRates`.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "ExchangeRates", pk = "PK", ttl = "ttl")]
#[key(pk = "RATE#{base}#{target}")]
#[gsi(name = "BaseCurrencyIndex", pk = "base", query = "by_base")]
#[dynamo(rename_all = "PascalCase")]
pub struct Rate {
    /// The base.
    pub base: String,
    /// The target.
    pub target: String,
    /// The rate.
    pub rate: Decimal,
    /// Whether it is stale.
    pub stale: bool,
    /// The timestamp.
    #[dynamo(with = formats::epoch_seconds)]
    pub timestamp: DateTime<Utc>,
    /// When DynamoDB removes the item, in seconds since 1970.
    // Question: is it always 1d after `timestamp`? Then `ttl = "1d"` fills it in
    #[dynamo(rename = "ttl")]
    pub ttl: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("exchange_rates.samples.json"))?;
        proof.check::<Rate>().await?;
        Ok(())
    }
}
