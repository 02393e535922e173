//! Sending a request that someone observes: in a span, told to observers, counted by its partition
//! keys.

use std::borrow::Cow;
use std::time::Duration;

use bytes::Bytes;
use tracing::{Instrument, Span};

use super::call::Call;
use super::request::Origin;
use super::sdk::Refused;
use super::span;
use super::tally::Tally;
use super::trail::Trail;
use crate::db::Db;
use crate::error::Error;
use crate::observe::Observation;

/// Sends a call, and tells those who observe it.
pub(super) async fn send(db: &Db, call: Call<'_>, span: Span) -> Result<Bytes, Refused> {
    let observers = db.observers();
    if let Some(hot_keys) = observers.hot_keys() {
        call.each_partition(&mut |partition| hot_keys.count(&partition));
    }
    let trail = observers.are_told().then(Trail::default);
    let watch = db.stopwatch();
    let sent = db.wire().send(call, trail.as_ref());
    let answer = sent.instrument(span.clone()).await;
    let tally = match &answer {
        Ok(body) => Tally::of(body),
        Err(_) => Tally::default(),
    };
    match &answer {
        Ok(body) => span::record_answer(&span, &tally, body),
        Err(refused) => span::record_failure(&span, refused),
    }
    if let Some(trail) = trail {
        let seen = observation(&call, &answer, &tally, &trail, watch.elapsed());
        observers.tell(&seen);
    }
    answer
}

fn observation<'a>(
    call: &'a Call<'_>,
    answer: &'a Result<Bytes, Refused>,
    tally: &Tally,
    trail: &Trail,
    elapsed: Duration,
) -> Observation<'a> {
    let mut attempts = trail.attempts();
    let failure = answer.as_ref().err();
    // With the client's own interceptors, only the outcome is known.
    if attempts.made == 0
        && let Some(Refused::Failed(Error::Throttled(failure))) = failure
    {
        attempts.throttled = 1;
        attempts.throttling = failure.throttling().to_vec();
    }
    if failure.is_some_and(Refused::is_cancelled_by_throttling) {
        attempts.throttled += 1;
    }
    let Origin { item, method } = call.origin();
    let table = match call.only_table() {
        Some(table) => Cow::Borrowed(table),
        None => Cow::Owned(call.tables().join(", ")),
    };
    let returned = tally.count.unwrap_or(0) as u64;
    Observation {
        operation: call.name(),
        units: match answer {
            Ok(body) => tally.units(body, &table),
            Err(_) => Vec::new(),
        },
        table,
        index: call.index(),
        item,
        method,
        elapsed,
        error: failure.map(Refused::kind),
        retries: attempts.made.saturating_sub(1),
        throttled: attempts.throttled,
        throttling: attempts.throttling,
        read: tally.scanned.map_or(returned, |scanned| scanned as u64),
        returned,
        unprocessed: tally.unprocessed as u64,
    }
}
