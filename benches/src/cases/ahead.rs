//! Reading ahead: wall time, each page of a query taking a while to come.

use std::time::{Duration, Instant};

use dynamo_runtime::Db;

use super::{leaked, runtime};
use crate::items::Order;
use crate::peers::sdk::Canned;
use crate::samples;

/// How long a page takes to come, and how long its reader takes with it.
const LATENCY: Duration = Duration::from_millis(5);
/// Orders per page, and pages.
const PAGE: usize = 100;
const PAGES: usize = 20;
/// The fastest of some runs counts.
const RUNS: usize = 3;

/// How long it took to read the pages.
pub struct Waited {
    /// How they are read.
    pub how: &'static str,
    /// One page after the other.
    pub plain: Duration,
    /// With the next page asked for before this one is read.
    pub ahead: Duration,
}

/// Reads the pages in every way, with and without reading ahead.
pub fn waits() -> Vec<Waited> {
    let runtime = runtime();
    let last = samples::response((0..PAGE).map(samples::whole_order));
    let page = |number: usize| leaked(samples::page(PAGE, &number.to_string()));
    let bodies: Vec<_> = (1..PAGES).map(page).chain([leaked(last)]).collect();
    let client = Canned::client_after(LATENCY, &bodies);
    let db = Db::new(client);
    let timed = |taking: Duration, ahead: usize| {
        let run = || {
            let begun = Instant::now();
            runtime.block_on(read(&db, taking, ahead));
            begun.elapsed()
        };
        (0..RUNS).map(|_| run()).min().unwrap_or_default()
    };
    let waited = |how, taking| Waited {
        how,
        plain: timed(taking, 0),
        ahead: timed(taking, 1),
    };
    vec![
        waited("`stream`, 5 ms of work per page", LATENCY),
        waited("`stream`, no work but decoding", Duration::ZERO),
    ]
}

/// Reads all pages, and takes some time with each.
async fn read(db: &Db, taking: Duration, ahead: usize) {
    let stream = Order::query("client_123").stream(db).expect("a stream");
    let mut stream = stream.read_ahead(ahead);
    let mut count = 0;
    while let Some(order) = stream.next().await {
        drop(order.expect("an order"));
        count += 1;
        if count % PAGE == 0 && !taking.is_zero() {
            tokio::time::sleep(taking).await;
        }
    }
    assert_eq!(count, PAGE * PAGES);
}
