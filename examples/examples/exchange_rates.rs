//! A cache of exchange rates, from the design in `examples::exchange_rates`.
//!
//! It teaches a table without a sort key, attribute names in another case, a query by an index
//! whose key is a reserved word of DynamoDB, TTL, and a custom clock, which moves time here instead
//! of waiting for it.
//!
//! Run it with `cargo run --example exchange_rates`. Nothing to install: the engine is in this
//! process. With `AWS_ENDPOINT_URL_DYNAMODB` set it runs on that server instead.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use dynamo_runtime::{Db, Error};
use examples::bill::Bill;
use examples::exchange_rates::{Rate, RateCache};

const HOUR: Duration = Duration::from_hours(1);
/// The start, 1 January 2095: a server removes expired items by its own clock.
const START: u64 = 3_944_678_400;

/// A clock that stands still until it is moved.
#[derive(Clone)]
struct Clock(Arc<AtomicU64>);

impl Clock {
    fn starting_at(seconds: u64) -> Self {
        Self(Arc::new(AtomicU64::new(seconds)))
    }

    /// Sets this clock on the database.
    fn drive(&self, db: Db) -> Db {
        let seconds = Arc::clone(&self.0);
        db.with_clock(move || UNIX_EPOCH + Duration::from_secs(seconds.load(Ordering::Relaxed)))
    }

    fn pass(&self, time: Duration) {
        self.0.fetch_add(time.as_secs(), Ordering::Relaxed);
    }
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let clock = Clock::starting_at(START);
    let (db, bill) = Bill::of(clock.drive(examples::db().await?));
    db.ensure_table::<Rate>().await?;
    let cache = RateCache::new(&db);

    save(&cache).await?;
    bill.show();
    look_up(&cache).await?;
    bill.show();
    expire(&cache, &clock).await?;
    bill.show();

    cache.delete("USD", "EUR").await?;
    println!(
        "after delete: {}",
        shown(cache.get_stale("USD", "EUR").await?)
    );
    bill.show();
    bill.total();
    Ok(())
}

async fn save(cache: &RateCache) -> Result<(), Error> {
    let rates = [
        ("USD", "EUR", 0.85, HOUR),
        ("USD", "GBP", 0.75, HOUR * 24),
        ("EUR", "GBP", 0.88, HOUR * 24),
    ];
    for (base, target, rate, keep) in rates {
        let rate = Rate {
            base: base.into(),
            target: target.into(),
            rate,
            timestamp: START,
            stale: false,
            ttl: 0,
        };
        let hours = keep.as_secs() / 3_600;
        println!("saving {base} to {target} for {hours} h");
        cache.save(rate, keep).await?;
    }
    Ok(())
}

async fn look_up(cache: &RateCache) -> Result<(), Error> {
    println!("USD to EUR: {}", shown(cache.get("USD", "EUR").await?));
    println!("EUR to USD: {}", shown(cache.get("EUR", "USD").await?));

    // The index has no sort key, so DynamoDB returns them in no particular order.
    let mut rates = cache.get_by_base("USD").await?;
    rates.sort_by(|a, b| a.target.cmp(&b.target));
    println!("from USD:");
    for rate in rates {
        println!("  {} {}", rate.target, rate.rate);
    }
    Ok(())
}

/// DynamoDB removes expired items some time later, so the cache checks the time itself.
async fn expire(cache: &RateCache, clock: &Clock) -> Result<(), Error> {
    clock.pass(HOUR * 2);
    println!("two hours later:");
    println!("  USD to EUR: {}", shown(cache.get("USD", "EUR").await?));
    println!("  USD to GBP: {}", shown(cache.get("USD", "GBP").await?));
    let stale = cache.get_stale("USD", "EUR").await?;
    println!("  USD to EUR, stale or not: {}", shown(stale));
    Ok(())
}

fn shown(rate: Option<Rate>) -> String {
    rate.map_or_else(|| "none".into(), |rate| rate.rate.to_string())
}
