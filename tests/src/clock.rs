//! A clock that stands still until a test moves it.
//!
//! It is ahead of every server's: a server removes what is past its TTL by its own time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use dynamo_runtime::Db;

/// The fourteenth of November 2095, 10:30:00 UTC, when the tests begin, in seconds since 1970.
pub const START: u64 = 3_972_105_000;

/// Milliseconds since 1970, the same for every clone.
#[derive(Clone)]
pub struct Clock(Arc<AtomicU64>);

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock {
    /// Returns a clock that stands at [`START`].
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(AtomicU64::new(START * 1_000)))
    }

    /// Gives a database this clock.
    #[must_use]
    pub fn drive(&self, db: &Db) -> Db {
        let millis = Arc::clone(&self.0);
        db.clone()
            .with_clock(move || UNIX_EPOCH + Duration::from_millis(millis.load(Ordering::SeqCst)))
    }

    /// Moves it on.
    pub fn pass(&self, seconds: u64) {
        self.0.fetch_add(seconds * 1_000, Ordering::SeqCst);
    }
}
