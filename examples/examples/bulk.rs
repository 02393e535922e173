//! Very many items: loaded with a progress bar, scanned in parallel, resumed after an interruption,
//! and deleted.
//!
//! It teaches `Db::load` with back-pressure, `parallel` scans and their checkpoints, and
//! `delete_partition`; each reports its progress.
//!
//! Run it with `cargo run --example bulk`. Nothing to install: the engine is in this process. With
//! `AWS_ENDPOINT_URL_DYNAMODB` set it runs on that server instead. The bar is drawn on a terminal
//! only.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};

use dynamo_runtime::op::bulk::{Checkpoint, Progress};
use dynamo_runtime::{Db, Error, Item};
use examples::bill::Bill;

/// A reading of a sensor.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "readings", pk = "PK", sk = "SK")]
#[key(pk = "SENSOR#{sensor}", sk = "AT#{second:08}")]
struct Reading {
    sensor: u32,
    second: u32,
    celsius: i32,
}

const SENSORS: u32 = 8;
const READINGS: u32 = 2_000;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let (db, bill) = Bill::of(examples::db().await?);
    db.ensure_table::<Reading>().await?;

    load(&db).await?;
    bill.show();
    scan(&db).await?;
    bill.show();
    interrupted(&db).await?;
    bill.show();
    delete(&db).await?;
    bill.show();
    bill.total();
    Ok(())
}

/// Loads every reading of an hour in little memory: the iterator is read as fast as DynamoDB
/// writes.
async fn load(db: &Db) -> Result<(), Error> {
    let readings = (0..READINGS).map(|number| Reading {
        sensor: number % SENSORS,
        second: number / SENSORS,
        celsius: i32::try_from(number % 40).unwrap_or_default() - 10,
    });
    let mut bar = Bar::new("loading", READINGS.into());
    let written = db
        .load(readings)
        .concurrency(4)
        .progress(move |progress| bar.show(progress))
        .await?;
    println!("loaded {written} readings");
    Ok(())
}

/// Finds the warmest reading, scanning the table in four segments at once.
async fn scan(db: &Db) -> Result<(), Error> {
    let mut bar = Bar::new("scanning", READINGS.into());
    let mut readings = Reading::scan()
        .parallel(4)
        .progress(move |progress| bar.show(progress))
        .stream(db)?;
    let mut warmest = i32::MIN;
    while let Some(reading) = readings.next().await {
        warmest = warmest.max(reading?.celsius);
    }
    println!("warmest: {warmest}");
    Ok(())
}

/// Stops a scan in the middle, and continues with another from there.
async fn interrupted(db: &Db) -> Result<(), Error> {
    let scan = || Reading::scan().page_size(100).parallel(4);
    let mut seen = BTreeSet::new();
    let mut first = scan().stream(db)?;
    for _ in 0..700 {
        if let Some(reading) = first.next().await.transpose()? {
            seen.insert((reading.sensor, reading.second));
        }
    }
    // A checkpoint is text: it can be kept in a file, and used by another process.
    let checkpoint = first.checkpoint()?.to_string();
    drop(first);
    println!("interrupted after {} readings", seen.len());

    let rest = scan().resume(checkpoint.parse::<Checkpoint>()?);
    for reading in rest.all(db).await? {
        seen.insert((reading.sensor, reading.second));
    }
    println!("in both runs: {}", seen.len());
    Ok(())
}

/// Removes one sensor.
async fn delete(db: &Db) -> Result<(), Error> {
    let mut bar = Bar::new("deleting", u64::from(READINGS / SENSORS));
    let deleted = Reading::query(3)
        .delete_partition()
        .progress(move |progress| bar.show(progress))
        .send(db)
        .await?;
    println!("deleted {deleted} readings of sensor 3");
    println!("left: {}", Reading::scan().count(db).await?);
    Ok(())
}

/// A progress bar, on a terminal.
struct Bar {
    what: &'static str,
    total: u64,
    is_shown: bool,
}

impl Bar {
    fn new(what: &'static str, total: u64) -> Self {
        let is_shown = std::io::stderr().is_terminal();
        Self {
            what,
            total,
            is_shown,
        }
    }

    fn show(&mut self, progress: Progress) {
        if !self.is_shown {
            return;
        }
        let done = usize::try_from(progress.items * 30 / self.total.max(1)).unwrap_or(30);
        let (done, items) = (done.min(30), progress.items);
        let bar = format!("{}{}", "#".repeat(done), ".".repeat(30 - done));
        let end = if progress.finished == progress.parts {
            "\n"
        } else {
            ""
        };
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(std::io::stderr(), "\r{:>8} [{bar}] {items}{end}", self.what);
    }
}
