//! The table `ExchangeRates`.
//!
//! It needs `chrono` and `rust_decimal` and the features of these names of `dynamo-runtime`.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Item, formats};
use rust_decimal::Decimal;

/// The rate from one currency to another.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "ExchangeRates", pk = "PK", ttl = "ttl")]
#[key(pk = "RATE#{base}#{target}")]
#[gsi(name = "BaseCurrencyIndex", pk = "base", query = "by_base")]
#[dynamo(rename_all = "PascalCase")]
pub struct Rate {
    /// Base currency code (ISO 4217).
    pub base: String,
    /// Target currency code (ISO 4217).
    pub target: String,
    /// How much of the target one of the base buys.
    pub rate: Decimal,
    /// When the rate was taken, in seconds since 1970.
    #[dynamo(with = formats::epoch_seconds)]
    pub timestamp: DateTime<Utc>,
    /// Whether the rate is known to be out of date.
    pub stale: bool,
    /// When DynamoDB removes the item, in seconds since 1970.
    #[dynamo(rename = "ttl")]
    pub ttl: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("exchange_rates_lock.samples.json"))?;
        proof.check::<Rate>().await?;
        Ok(())
    }
}
