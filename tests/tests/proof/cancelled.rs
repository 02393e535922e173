//! Futures that are dropped: what was sent may be done, and nothing is half done.

use std::future::{Future, IntoFuture};
use std::task::{Context, Waker};

use dynamo_runtime::Item;
use dynamo_runtime::faults::{Fault, Faults};

use crate::{Entry, engine, entry, faulty, index_is_right, stored};

/// Polls a future so many times and drops it; whether it was done by then.
async fn polled<F: Future>(future: F, times: usize) -> bool {
    let mut future = Box::pin(future);
    for _ in 0..times {
        let mut context = Context::from_waker(Waker::noop());
        if future.as_mut().poll(&mut context).is_ready() {
            return true;
        }
        // Others have their turn, the engine's timers among them.
        tokio::task::yield_now().await;
    }
    false
}

/// Faults that make an operation take many steps.
fn slow(seed: u64) -> Faults {
    Faults::seeded(seed)
        .rate(Fault::Throttle, 0.3)
        .rate(Fault::PartialBatch, 0.4)
}

#[tokio::test]
async fn a_dropped_batch_leaves_whole_items() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    let mut dropped = 0;
    for times in 0..60 {
        let run = times as u64;
        let db = faulty(&engine, &slow(run));
        let before: Vec<_> = (0..50).map(|number| entry(run, number, 0)).collect();
        calm.batch_write(before.iter().map(Item::put))
            .await
            .expect("a batch");
        let after: Vec<_> = (0..50).map(|number| entry(run, number, 1)).collect();
        let batch = db.batch_write(after.iter().map(Item::put)).into_future();
        dropped += usize::from(!polled(batch, times).await);
        let found = stored(&calm, run).await;
        assert_eq!(found.len(), 50);
        for (number, found) in &found {
            let is_whole = [0, 1]
                .iter()
                .any(|version| *found == entry(run, *number, *version));
            assert!(is_whole, "entry {number} after {times} steps");
        }
        index_is_right(&calm, run, &found, run).await;
    }
    assert!(dropped > 0);
}

#[tokio::test]
async fn a_dropped_transaction_is_done_or_not() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    let mut dropped = 0;
    for times in 0..40 {
        let run = times as u64;
        let faults = Faults::seeded(run).rate(Fault::Conflict, 0.5);
        let db = faulty(&engine, &faults);
        let first = entry(run, 0, 0);
        first.put().send(&calm).await.expect("a put");
        let second = entry(run, 1, 0);
        let transaction = db
            .transact((first.to_key().delete(), second.create()))
            .into_future();
        dropped += usize::from(!polled(transaction, times).await);
        let found = stored(&calm, run).await;
        let found: Vec<_> = found.into_values().collect();
        assert!(found == [first] || found == [second], "after {times} steps");
    }
    assert!(dropped > 0);
}

#[tokio::test]
async fn a_dropped_modification_and_a_dropped_stream_leave_nothing_behind() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    for times in 0..30 {
        let run = times as u64;
        let db = faulty(&engine, &slow(run));
        let first = entry(run, 0, 0);
        first.put().send(&calm).await.expect("a put");
        let change = |entry: &mut Entry| {
            entry.colour = "blue".to_owned();
            entry.weight = -1;
        };
        polled(first.modify(change).send(&db), times).await;
        let found = stored(&calm, run).await;
        index_is_right(&calm, run, &found, run).await;

        let mut stream = Entry::scan()
            .page_size(1)
            .parallel(2)
            .stream(&db)
            .expect("a stream");
        polled(stream.next(), times).await;
        drop(stream);
        let all = Entry::scan().count(&calm).await.expect("a count");
        assert_eq!(all, times + 1);
    }
}
