//! The loop behind batches: bounded concurrency, retries of unprocessed entries, and a list of the
//! entries that were never done. It knows entries only by number.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

use super::Limits;
use super::undone::Undone;
use crate::db::Db;
use crate::error::Error;
use crate::op::bulk::RateLimit;
use crate::op::pace::Deadline;

/// A request in flight.
pub(in crate::op) type SentBatch<'r> =
    Pin<Box<dyn Future<Output = Result<Vec<usize>, Error>> + Send + 'r>>;

/// The outcome of a batch.
#[derive(Default)]
pub(in crate::op) struct BatchOutcome {
    /// The entries that were not done, in order.
    pub(super) left: Vec<usize>,
    /// Why they were not done; `None` if time simply ran out.
    pub(in crate::op) failure: Option<Error>,
    /// The outcome of the entries that did not fail.
    pub(super) undone: Undone,
}

/// One of the concurrent requests, across all of its attempts.
struct Lane<'r> {
    entries: Vec<usize>,
    attempt: u32,
    /// Why the previous attempt failed, if it did.
    failure: Option<Error>,
    deadline: Deadline<'r>,
    stage: Stage<'r>,
}

enum Stage<'r> {
    Pausing(Pin<Box<dyn Future<Output = ()> + Send + 'r>>),
    Sending(SentBatch<'r>),
}

/// Sends each group of entries, and sends again those that `send` reports as unprocessed.
///
/// A failure other than throttling ends the batch: requests in flight are awaited, and no others
/// are sent. The caller's deadline ends those, too.
pub(in crate::op) async fn drive<'r>(
    db: &'r Db,
    limits: Limits,
    groups: Vec<Vec<usize>>,
    send: impl Fn(&[usize]) -> SentBatch<'r>,
) -> BatchOutcome {
    let whole = limits
        .deadline
        .map(|_| Deadline::starting_now(db, limits.deadline));
    let is_over = || whole.is_some_and(Deadline::has_passed);
    let mut outcome = BatchOutcome::default();
    outcome.undone.has_deadline = limits.deadline.is_some();
    let mut stopped = false;
    let mut waiting = groups.into_iter();
    let mut lanes: Vec<Lane<'r>> = Vec::new();
    let patience = || whole.unwrap_or_else(|| Deadline::starting_now(db, None));
    let send = |entries: &[usize]| paced(db, limits.rate.as_ref(), send(entries));
    loop {
        while !stopped && lanes.len() < limits.concurrency && !is_over() {
            let Some(entries) = waiting.next() else { break };
            lanes.push(Lane {
                attempt: 0,
                failure: None,
                deadline: patience(),
                stage: Stage::Sending(send(&entries)),
                entries,
            });
        }
        if lanes.is_empty() {
            break;
        }
        let answered = poll_fn(|context| next(&mut lanes, context, &send));
        let answered = match whole {
            Some(deadline) => deadline.bound(answered).await,
            None => Some(answered.await),
        };
        let Some((mut lane, answer)) = answered else {
            for lane in lanes {
                outcome.undone.add(&lane);
                outcome.left.extend(lane.entries);
                outcome.failure = outcome.failure.or(lane.failure);
            }
            break;
        };
        let count = lane.entries.len();
        let (left, failure) = match answer {
            Ok(left) if left.is_empty() => continue,
            Ok(left) => (left, None),
            Err(failure) => (std::mem::take(&mut lane.entries), Some(failure)),
        };
        let retried = failure.as_ref().is_none_or(Error::is_throttled_request) && !stopped;
        if let Some(rate) = limits.rate.as_ref().filter(|_| retried) {
            rate.slow_down(db);
            // Waiting for a turn is not a failure: patience counts from the first refusal, and
            // again after each success.
            if lane.attempt == 0 || left.len() < count {
                lane.deadline = patience();
            }
        }
        match lane.deadline.pause(lane.attempt).filter(|_| retried) {
            Some(pause) => lanes.push(Lane {
                entries: left,
                attempt: lane.attempt + 1,
                failure,
                deadline: lane.deadline,
                stage: Stage::Pausing(Box::pin(db.sleep(pause))),
            }),
            None => {
                if failure.is_none() {
                    outcome.undone.unprocessed += left.len();
                }
                outcome.left.extend(left);
                stopped |= !retried;
                if outcome
                    .failure
                    .as_ref()
                    .is_none_or(Error::is_throttled_request)
                {
                    outcome.failure = failure.or(outcome.failure);
                }
            }
        }
        if stopped {
            let paused = lanes.extract_if(.., |lane| matches!(lane.stage, Stage::Pausing(_)));
            outcome.left.extend(paused.flat_map(|lane| lane.entries));
        }
    }
    let before = outcome.left.len();
    outcome.left.extend(waiting.flatten());
    outcome.undone.unsent = outcome.left.len() - before;
    outcome.left.sort_unstable();
    outcome
}

impl Undone {
    /// Adds the entries of a request that was not finished when the deadline passed.
    fn add(&mut self, lane: &Lane<'_>) {
        match lane.stage {
            Stage::Sending(_) => self.unanswered += lane.entries.len(),
            Stage::Pausing(_) if lane.failure.is_none() => self.unprocessed += lane.entries.len(),
            Stage::Pausing(_) => {}
        }
    }
}

/// A request that waits for its turn, if there is a rate.
fn paced<'r>(db: &'r Db, rate: Option<&RateLimit>, request: SentBatch<'r>) -> SentBatch<'r> {
    let Some(rate) = rate.cloned() else {
        return request;
    };
    Box::pin(async move {
        rate.turn(db).await;
        request.await
    })
}

/// The first lane whose request was answered. Lanes whose pause is over send their request.
fn next<'r>(
    lanes: &mut Vec<Lane<'r>>,
    context: &mut Context<'_>,
    send: &impl Fn(&[usize]) -> SentBatch<'r>,
) -> Poll<(Lane<'r>, Result<Vec<usize>, Error>)> {
    for at in 0..lanes.len() {
        let lane = &mut lanes[at];
        if let Stage::Pausing(pause) = &mut lane.stage
            && pause.as_mut().poll(context).is_ready()
        {
            lane.stage = Stage::Sending(send(&lane.entries));
        }
        if let Stage::Sending(request) = &mut lane.stage
            && let Poll::Ready(answer) = request.as_mut().poll(context)
        {
            return Poll::Ready((lanes.swap_remove(at), answer));
        }
    }
    Poll::Pending
}

/// Groups entries into requests, limited in the number of entries and in bytes.
pub(super) fn split(
    sizes: impl IntoIterator<Item = usize>,
    most_entries: usize,
    most_bytes: usize,
) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut bytes = 0;
    for (entry, size) in sizes.into_iter().enumerate() {
        match groups.last_mut() {
            Some(group) if group.len() < most_entries && bytes + size <= most_bytes => {
                group.push(entry);
                bytes += size;
            }
            _ => {
                let mut group = Vec::with_capacity(most_entries);
                group.push(entry);
                groups.push(group);
                bytes = size;
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn entries_are_split_by_count_and_by_size() {
        assert!(split([], 3, 10).is_empty());
        assert_eq!(
            split([1; 7], 3, 10),
            [vec![0, 1, 2], vec![3, 4, 5], vec![6]]
        );
        assert_eq!(
            split([4, 6, 1, 9, 2], 3, 10),
            [vec![0, 1], vec![2, 3], vec![4]]
        );
        assert_eq!(split([11, 11], 3, 10), [vec![0], vec![1]]);
    }
}
