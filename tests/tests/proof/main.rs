//! Whatever the service does, nothing is lost, nothing is done twice and nothing is left half done:
//! seeded schedules of faults, writes beside reads, and futures that are dropped.
//!
//! The faults are the embedded engine's own and have no server to run on. A seed that fails is in
//! the message; `DYNAMO_PROOF_TIMES=10` runs ten times as many.

mod cancelled;
mod cursors;
mod schedules;

use std::collections::BTreeMap;
use std::time::Duration;

use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::{Db, Embedded, Item};

/// The item that the tests store,  with an index over two of its fields.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "entries", pk = "PK", sk = "SK")]
#[key(pk = "RUN#{run}", sk = "ENTRY#{number:06}")]
#[gsi(
    name = "ByColour",
    pk = "{run}#{colour}",
    pk_attr = "ColourPK",
    sk = "{weight}",
    sk_attr = "ColourSK",
    query = "by_colour"
)]
struct Entry {
    run: String,
    number: u32,
    colour: String,
    weight: i64,
    count: u32,
    text: String,
}

fn entry(run: u64, number: u32, version: u32) -> Entry {
    Entry {
        run: run.to_string(),
        number,
        colour: ["red", "green", "blue"][(number + version) as usize % 3].to_owned(),
        weight: i64::from(number * 7 + version),
        count: version,
        text: format!("text {number} of version {version}"),
    }
}

/// An engine with the table in it.
async fn engine() -> Embedded {
    let engine = Embedded::memory().expect("an engine");
    let db = tests::db_of(engine.client());
    db.create_table::<Entry>().await.expect("a table");
    engine
}

/// A schedule that does everything a bad day brings.
fn bad_day(seed: u64) -> Faults {
    Faults::seeded(seed)
        .rate(Fault::Throttle, 0.12)
        .rate(Fault::ThrottleOnDemand, 0.06)
        .rate(Fault::ServerError, 0.06)
        .rate(Fault::Unavailable, 0.04)
        .rate(Fault::Timeout, 0.05)
        .rate(Fault::DropResponse, 0.08)
        .rate(Fault::Slow(Duration::from_secs(2)), 0.05)
        .rate(Fault::PartialBatch, 0.25)
        .rate(Fault::Unprocessed, 0.08)
        .rate(Fault::Conflict, 0.08)
}

/// A client that meets the faults of a schedule, and how many seeds to run.
fn faulty(engine: &Embedded, faults: &Faults) -> Db {
    tests::db_of(engine.clone().with_faults(faults).client())
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let times = std::env::var("DYNAMO_PROOF_TIMES").ok();
    let times = times.and_then(|times| times.parse().ok()).unwrap_or(1);
    0..count * times
}

/// The stored items of a run, by number.
async fn stored(db: &Db, run: u64) -> BTreeMap<u32, Entry> {
    let entries = Entry::query(run.to_string()).consistent().all(db).await;
    let entries = entries.expect("a query").into_iter();
    entries.map(|entry| (entry.number, entry)).collect()
}

/// Checks that the index holds what the items say, and nothing else.
async fn index_is_right(db: &Db, run: u64, stored: &BTreeMap<u32, Entry>, seed: u64) {
    let mut indexed = BTreeMap::new();
    for colour in ["red", "green", "blue"] {
        let found = Entry::by_colour(run.to_string(), colour).all(db).await;
        for entry in found.expect("a query") {
            assert_eq!(entry.colour, colour, "seed {seed}");
            indexed.insert(entry.number, entry);
        }
    }
    assert_eq!(indexed, *stored, "seed {seed}");
}
