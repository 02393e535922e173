//! Steady rates: limits on the capacity that operations consume together.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use crate::db::Db;
use crate::op::pace::backoff;

/// The share of the rate that is regained in each second without throttling.
const CREEP: f64 = 0.05;
/// The lowest that throttling reduces a rate to, as a share of it.
const SLOWEST: f64 = 0.01;
/// Concurrent requests are throttled together, which halves the rate only once.
const BETWEEN_HALVINGS: Duration = Duration::from_secs(1);
/// How often in a row a request may be throttled.
const MOST_THROTTLES: u32 = 12;
/// Less than this is a rounding error.
const NOTHING: f64 = 1e-6;

/// A limit in capacity units per second: for one operation with `units_per_second`, or for several
/// together, in any number of tasks, with `rate_limit`.
///
/// This is a handle: clones share the rate. Reads and writes of tables and indexes all count. The
/// cost of a request is known only when it is answered, so an expensive one is followed by a pause.
///
/// If DynamoDB still throttles a request, the rate is halved, the request is sent again, and the
/// rate recovers slowly. A request that is throttled a dozen times in a row, or past the
/// operation's deadline, is an error.
///
/// ```
/// use dynamo_runtime::op::bulk::RateLimit;
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Clone, Item)]
/// # #[table(name = "words", pk = "text")]
/// # struct Word { text: String }
/// # #[tokio::main]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Word>().await?;
/// # let words: Vec<Word> = ["a", "b"].map(|text| Word { text: text.into() }).into();
///
/// // 200 units per second, for both together.
/// let limit = RateLimit::per_second(200);
/// let load = db.load(words).rate_limit(&limit);
/// let scan = Word::scan().rate_limit(&limit).parallel(4).all(&db);
/// let (written, read) = tokio::join!(load.into_future(), scan);
/// # use std::future::IntoFuture;
/// # assert_eq!(written?, 2);
/// # read?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RateLimit(Arc<Mutex<Rate>>);

struct Rate {
    /// Units per second: the maximum, and the current rate.
    most: f64,
    now: f64,
    /// Consumed units that the elapsed time has not allowed for yet.
    owed: f64,
    /// Units of requests in flight, which are already owed.
    reserved: f64,
    /// The usual cost of a request, learned from earlier ones.
    usual: f64,
    as_of: Option<SystemTime>,
    halved: Option<SystemTime>,
}

impl RateLimit {
    /// Creates a rate of this many capacity units per second, at least one.
    #[must_use]
    pub fn per_second(units: u32) -> Self {
        let most = f64::from(units.max(1));
        Self(Arc::new(Mutex::new(Rate {
            most,
            now: most,
            owed: 0.0,
            reserved: 0.0,
            usual: 1.0,
            as_of: None,
            halved: None,
        })))
    }

    /// Returns the current units per second: fewer than requested after DynamoDB throttled a
    /// request.
    #[must_use]
    pub fn units_per_second(&self) -> f64 {
        self.rate().now
    }

    /// Waits for a request's turn.
    pub(in crate::op) async fn turn(&self, db: &Db) {
        loop {
            let wait = self.rate().turn(db.client_time());
            match wait {
                Some(wait) => db.sleep(wait).await,
                None => return,
            }
        }
    }

    /// Counts the units of a request that was answered.
    pub(in crate::op) fn consumed(&self, units: f64) {
        self.rate().consumed(units);
    }

    /// Slows down, because a request was throttled or left partly undone.
    pub(in crate::op) fn slow_down(&self, db: &Db) {
        self.rate().slow_down(db.client_time());
    }

    /// Slows down and pauses after a request was throttled; returns whether to send it again.
    pub(in crate::op) async fn is_patient(&self, db: &Db, attempt: u32) -> bool {
        self.slow_down(db);
        if attempt >= MOST_THROTTLES {
            return false;
        }
        db.sleep(backoff(attempt)).await;
        true
    }

    fn rate(&self) -> MutexGuard<'_, Rate> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rate {
    /// Lets time pass.
    fn advance(&mut self, now: SystemTime) {
        let before = self.as_of.replace(now).unwrap_or(now);
        let passed = now.duration_since(before).unwrap_or_default().as_secs_f64();
        self.owed = (self.owed - passed * self.now).max(0.0);
        self.now = (self.now + passed * self.most * CREEP).min(self.most);
    }

    /// Returns how long a request must wait; `None` if it is its turn.
    fn turn(&mut self, now: SystemTime) -> Option<Duration> {
        self.advance(now);
        if self.owed <= NOTHING {
            self.owed += self.usual;
            self.reserved += self.usual;
            return None;
        }
        let wait = Duration::try_from_secs_f64(self.owed / self.now);
        Some(wait.unwrap_or(Duration::MAX).max(Duration::from_micros(1)))
    }

    fn consumed(&mut self, units: f64) {
        self.give_back();
        self.owed += units;
        self.usual = f64::midpoint(self.usual, units);
    }

    fn slow_down(&mut self, now: SystemTime) {
        self.advance(now);
        self.give_back();
        let is_due = self.halved.is_none_or(|halved| {
            let since = now.duration_since(halved).unwrap_or_default();
            since >= BETWEEN_HALVINGS
        });
        if is_due {
            self.halved = Some(now);
            self.now = (self.now / 2.0).max(self.most * SLOWEST);
        }
    }

    /// Releases the reservation of one request.
    fn give_back(&mut self) {
        let reserved = self.usual.min(self.reserved);
        self.reserved -= reserved;
        self.owed = (self.owed - reserved).max(0.0);
    }
}

impl fmt::Debug for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.rate();
        f.debug_struct("RateLimit")
            .field("most", &rate.most)
            .field("now", &rate.now)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: f64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs_f64(seconds)
    }

    /// Sends requests of this many units one after the other, and returns when the last is sent.
    fn paced(limit: &RateLimit, requests: u32, units: f64) -> f64 {
        let mut now = 0.0;
        for _ in 0..requests {
            loop {
                let wait = limit.rate().turn(at(now));
                match wait {
                    Some(wait) => now += wait.as_secs_f64(),
                    None => break,
                }
            }
            limit.consumed(units);
        }
        now
    }

    #[test]
    fn requests_are_spread_evenly_whatever_they_cost() {
        for units in [1.0, 50.0, 5_000.0] {
            let taken = paced(&RateLimit::per_second(100), 11, units);
            let expected = 10.0 * units / 100.0;
            assert!((taken - expected).abs() < 0.05, "{units}: {taken}");
        }
    }

    #[test]
    fn time_without_requests_is_not_saved_up() {
        let limit = RateLimit::per_second(10);
        assert_eq!(limit.rate().turn(at(0.0)), None);
        limit.consumed(1.0);
        assert_eq!(limit.rate().turn(at(60.0)), None);
        limit.consumed(100.0);
        let wait = limit.rate().turn(at(60.0)).expect("a pause");
        assert!(wait > Duration::from_secs(9), "{wait:?}");
    }

    #[test]
    fn throttling_halves_the_rate_once_per_second_and_it_comes_back() {
        let limit = RateLimit::per_second(100);
        for (second, rate) in [(0.0, 50.0), (0.0, 50.0), (1.0, 27.5)] {
            limit.rate().slow_down(at(second));
            let now = limit.units_per_second();
            assert!((now - rate).abs() < 1e-9, "{now}");
        }
        for second in 2..200 {
            limit.rate().slow_down(at(f64::from(second)));
        }
        assert!(limit.units_per_second() >= 1.0);
        limit.rate().advance(at(260.0));
        assert!((limit.units_per_second() - 100.0).abs() < 1e-9);
    }
}
