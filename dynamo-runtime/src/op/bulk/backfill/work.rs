//! Works through the items of a backfill, several at once, each until it is right.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use super::claims::Claims;
use super::rekey::{Finding, Fix, examine};
use super::report::Backfilled;
use super::write::WriteOutcome;
use crate::db::Db;
use crate::error::Error;
use crate::item::ItemType;
use crate::op::Meter;
use crate::op::pace::Deadline;
use crate::op::write::update::Rewrite;
use crate::wire::Attributes;

/// The shared state of one backfill.
pub(super) struct Worker<'a> {
    pub(super) of: &'static ItemType,
    pub(super) rewrite: Rewrite,
    pub(super) db: &'a Db,
    pub(super) meter: &'a Meter,
    pub(super) concurrency: usize,
    pub(super) dry_run: bool,
    pub(super) moving: bool,
    pub(super) formerly: Option<&'a str>,
}

/// The outcome for one item.
enum RowOutcome {
    Foreign,
    Right,
    Changed(Vec<(&'static str, Fix)>),
    Moved(Vec<(&'static str, Fix)>),
    Misplaced,
    /// A claim that was removed.
    Released,
    Gone,
    Failed(Error),
    /// The backfill cannot continue.
    Stopped(Error),
}

impl Worker<'_> {
    /// Corrects items, several at once. Returns the error if it cannot continue.
    pub(super) async fn work(
        &self,
        items: Vec<Attributes>,
        done: &mut Backfilled,
    ) -> Option<Error> {
        let mut waiting = items.into_iter();
        let mut lanes: Vec<Pin<Box<dyn Future<Output = (RowOutcome, Claims)> + Send + '_>>> =
            Vec::new();
        let mut stopped = None;
        loop {
            while stopped.is_none() && lanes.len() < self.concurrency {
                let Some(item) = waiting.next() else { break };
                lanes.push(Box::pin(self.item(item)));
            }
            if lanes.is_empty() {
                return stopped;
            }
            let outcome = poll_fn(|context| {
                for at in 0..lanes.len() {
                    if let Poll::Ready(outcome) = lanes[at].as_mut().poll(context) {
                        drop(lanes.swap_remove(at));
                        return Poll::Ready(outcome);
                    }
                }
                Poll::Pending
            });
            let (outcome, claims) = outcome.await;
            stopped = count(outcome, done)
                .or_else(|| count_claims(claims, done))
                .or(stopped);
        }
    }

    /// Waits for the turn of a request, if there is a rate.
    pub(super) async fn turn(&self) {
        if let Some(limit) = self.meter.limit() {
            limit.turn(self.db).await;
        }
    }

    /// Corrects the keys of one item, then its claims.
    async fn item(&self, mut stored: Attributes) -> (RowOutcome, Claims) {
        let outcome = self.keys(&mut stored).await;
        let claims = match outcome {
            RowOutcome::Right | RowOutcome::Changed(_) => self.claim(stored).await,
            _ => Claims::Made(0),
        };
        (outcome, claims)
    }

    /// Corrects the keys of one item, and tries again if another writer is faster.
    async fn keys(&self, stored: &mut Attributes) -> RowOutcome {
        let deadline = Deadline::starting_now(self.db, None);
        let mut attempt = 0;
        let mut tried = None;
        loop {
            let finding = match examine(self.of, self.rewrite, stored, self.formerly) {
                Ok(finding) => finding,
                Err(error) => return RowOutcome::Failed(error),
            };
            let (written, outcome) = match finding {
                Finding::Foreign => return RowOutcome::Foreign,
                // An update whose answer was lost finds the item it has already corrected.
                Finding::Right => return tried.map_or(RowOutcome::Right, RowOutcome::Changed),
                Finding::Obsolete if self.dry_run => return RowOutcome::Released,
                Finding::Obsolete => (self.release(stored).await, RowOutcome::Released),
                Finding::Misplaced(_) if !self.moving => return RowOutcome::Misplaced,
                Finding::Misplaced(misplaced) if self.dry_run => {
                    return RowOutcome::Moved(misplaced.attributes);
                }
                Finding::Stale(stale) if self.dry_run => {
                    return RowOutcome::Changed(stale.attributes);
                }
                Finding::Misplaced(misplaced) => (
                    self.relocate(stored, &misplaced).await,
                    RowOutcome::Moved(misplaced.attributes),
                ),
                Finding::Stale(stale) => {
                    tried = Some(stale.attributes.clone());
                    (
                        self.update(stored, &stale).await,
                        RowOutcome::Changed(stale.attributes),
                    )
                }
            };
            let busy = match written {
                Ok(WriteOutcome::Done) => return outcome,
                Ok(WriteOutcome::Changed(None)) => return RowOutcome::Gone,
                Ok(WriteOutcome::Changed(Some(now))) => {
                    *stored = now;
                    contended(self.of)
                }
                Ok(WriteOutcome::Busy) => contended(self.of),
                Err(error) if error.is_throttled_request() => {
                    if let Some(limit) = self.meter.limit() {
                        limit.slow_down(self.db);
                    }
                    error
                }
                Err(error @ Error::Sdk(_)) => return RowOutcome::Stopped(error),
                Err(error) => return RowOutcome::Failed(error),
            };
            let Some(pause) = deadline.pause(attempt) else {
                return match busy {
                    Error::ConditionFailed { .. } => RowOutcome::Failed(busy),
                    other => RowOutcome::Stopped(other),
                };
            };
            self.db.sleep(pause).await;
            attempt += 1;
        }
    }
}

fn contended(of: &ItemType) -> Error {
    Error::ConditionFailed {
        item: of.name(),
        found: "other writers changed it every time before its keys were written".into(),
        current: None,
        missing: false,
    }
}

/// Counts an outcome; returns the error if the backfill cannot continue.
fn count(outcome: RowOutcome, done: &mut Backfilled) -> Option<Error> {
    match outcome {
        RowOutcome::Foreign => return None,
        RowOutcome::Released => {
            done.released += 1;
            return None;
        }
        _ => done.read += 1,
    }
    match outcome {
        RowOutcome::Foreign | RowOutcome::Released | RowOutcome::Right | RowOutcome::Gone => {}
        RowOutcome::Changed(attributes) => {
            done.changed += 1;
            done.fixed(&attributes);
        }
        RowOutcome::Moved(attributes) => {
            done.moved += 1;
            done.fixed(&attributes);
        }
        RowOutcome::Misplaced => done.misplaced += 1,
        RowOutcome::Failed(error) => done.failed(error),
        RowOutcome::Stopped(error) => return Some(error),
    }
    None
}

/// Counts the claims of an item, in the same way.
fn count_claims(claims: Claims, done: &mut Backfilled) -> Option<Error> {
    match claims {
        Claims::Made(count) => done.claimed += count,
        Claims::Conflict(conflict) => done.conflict(conflict),
        Claims::Failed(error) if error.is_throttled_request() => return Some(error),
        Claims::Failed(error @ Error::Sdk(_)) => return Some(error),
        Claims::Failed(error) => done.failed(error),
    }
    None
}
