//! A cache of exchange rates: looked up by pair, listed by base currency, removed when they expire.
//!
//! One table, `ExchangeRates`, and one index on `Base`, a reserved word of DynamoDB that needs no
//! special care here.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynamo_runtime::{Db, Error, Item};

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
    pub rate: f64,
    /// When the rate was taken, in seconds since 1970.
    pub timestamp: u64,
    /// Whether the rate is known to be out of date.
    pub stale: bool,
    /// When DynamoDB removes the item, in seconds since 1970.
    #[dynamo(rename = "ttl")]
    pub ttl: u64,
}

/// The cache: the operations of an application on the table.
#[derive(Debug, Clone)]
pub struct RateCache {
    db: Db,
}

impl RateCache {
    /// Opens the cache.
    #[must_use]
    pub fn new(db: &Db) -> Self {
        Self { db: db.clone() }
    }

    /// Returns a rate that is neither stale nor expired.
    ///
    /// # Errors
    ///
    /// Returns the error of the read.
    pub async fn get(&self, base: &str, target: &str) -> Result<Option<Rate>, Error> {
        let now = seconds(self.db.now());
        let rate = self.get_stale(base, target).await?;
        Ok(rate.filter(|rate| !rate.stale && rate.ttl > now))
    }

    /// Returns a rate as long as DynamoDB still has it, stale or not.
    ///
    /// # Errors
    ///
    /// Returns the error of the read.
    pub async fn get_stale(&self, base: &str, target: &str) -> Result<Option<Rate>, Error> {
        Rate::key(base, target)
            .get()
            .include_expired()
            .send(&self.db)
            .await
    }

    /// Returns every rate of a base currency.
    ///
    /// # Errors
    ///
    /// Returns the error of the query.
    pub async fn get_by_base(&self, base: &str) -> Result<Vec<Rate>, Error> {
        Rate::by_base(base).all(&self.db).await
    }

    /// Saves a rate for a time.
    ///
    /// # Errors
    ///
    /// Returns the error of the write.
    pub async fn save(&self, mut rate: Rate, keep: Duration) -> Result<(), Error> {
        rate.ttl = seconds(self.db.now() + keep);
        rate.put().send(&self.db).await
    }

    /// Deletes a rate.
    ///
    /// # Errors
    ///
    /// Returns the error of the write.
    pub async fn delete(&self, base: &str, target: &str) -> Result<(), Error> {
        Rate::key(base, target).delete().send(&self.db).await
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
