//! Pauses between attempts, and when to give up, for batches and transactions.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use crate::db::{Db, Stopwatch};
use crate::wire;

/// The longest first pause; each later one may be twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// The longest first pause after another writer was faster.
const FIRST_SHORT_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_SHORT_PAUSE: Duration = Duration::from_millis(128);
/// How long to keep retrying if the caller sets no deadline.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most requests to send at once, whatever the caller asks for.
const MOST_AT_ONCE: usize = 1_000;

/// How many requests to send at once if the caller asks for this many.
pub(super) fn at_once(requests: usize) -> usize {
    requests.clamp(1, MOST_AT_ONCE)
}

/// When to give up, on the clock that pauses use: virtual on an embedded engine.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'db> {
    since: Stopwatch<'db>,
    after: Duration,
}

impl<'db> Deadline<'db> {
    /// The caller's deadline from now, or the default one.
    pub(super) fn starting_now(db: &'db Db, deadline: Option<Duration>) -> Self {
        Self {
            since: db.stopwatch(),
            after: deadline.unwrap_or(PATIENCE),
        }
    }

    pub(super) fn has_passed(self) -> bool {
        self.since.elapsed() >= self.after
    }

    /// The time that is left.
    pub(super) fn left(self) -> Duration {
        self.after.saturating_sub(self.since.elapsed())
    }

    /// Waits for a future that may never complete, such as a request; `None` if the deadline passes
    /// first.
    pub(super) async fn bound<F: Future>(self, awaited: F) -> Option<F::Output> {
        // A client's sleep may be shorter than it claims, as in tests, and is not trusted forever.
        let mut timers = 4_u8;
        let mut timer = Box::pin(self.since.db().sleep(self.left()));
        let mut awaited = pin!(awaited);
        poll_fn(|context| {
            // The timer goes first, since the awaited future may sleep as well: virtual time moves
            // on to the wait that ends first, and then to the next.
            while timers > 0 && timer.as_mut().poll(context).is_ready() {
                if self.has_passed() {
                    return Poll::Ready(None);
                }
                timers -= 1;
                timer = Box::pin(self.since.db().sleep(self.left()));
            }
            awaited.as_mut().poll(context).map(Some)
        })
        .await
    }

    /// The pause before the next attempt; `None` if it would end after the deadline.
    pub(super) fn pause(self, attempt: u32) -> Option<Duration> {
        let pause = backoff(attempt);
        let end = self.since.elapsed().saturating_add(pause);
        (end < self.after).then_some(pause)
    }
}

/// A random pause, up to the attempt's longest, so that callers who failed together do not come
/// back together.
fn jittered(attempt: u32, first: Duration, longest: Duration) -> Duration {
    let doubled = first.saturating_mul(2_u32.saturating_pow(attempt));
    let micros = u64::try_from(doubled.min(longest).as_micros()).unwrap_or(u64::MAX);
    Duration::from_micros(wire::random() % (micros + 1))
}

/// The pause after a request was throttled this many times.
pub(super) fn backoff(attempt: u32) -> Duration {
    jittered(attempt, FIRST_PAUSE, LONGEST_PAUSE)
}

/// The short pause after another writer was faster.
pub(super) fn short_pause(attempt: u32) -> Duration {
    jittered(attempt, FIRST_SHORT_PAUSE, LONGEST_SHORT_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::{FIRST_PAUSE, LONGEST_PAUSE};

    #[test]
    fn pauses_grow_to_a_limit_and_differ() {
        let jittered = |attempt| super::jittered(attempt, FIRST_PAUSE, LONGEST_PAUSE);
        let longest = |attempt| (0..200).map(|_| jittered(attempt)).max();
        assert!(longest(0) <= Some(FIRST_PAUSE));
        assert!(longest(4) > Some(FIRST_PAUSE));
        assert!(longest(u32::MAX) <= Some(LONGEST_PAUSE));
        assert!((0..50).any(|_| jittered(5) != jittered(5)));
    }
}
