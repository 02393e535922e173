//! A clock that stands still until a test moves it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use dynamo_runtime::Db;

/// The fourteenth of November 2025, 10:30:00 UTC, when the tests begin.
pub(crate) const START: u64 = 1_763_116_200;

/// Milliseconds since 1970, the same for every clone.
#[derive(Clone)]
pub(crate) struct Clock(Arc<AtomicU64>);

impl Clock {
    pub(crate) fn new() -> Self {
        Self(Arc::new(AtomicU64::new(START * 1_000)))
    }

    /// Gives a database this clock.
    pub(crate) fn drive(&self, db: &Db) -> Db {
        let millis = Arc::clone(&self.0);
        db.clone()
            .with_clock(move || UNIX_EPOCH + Duration::from_millis(millis.load(Ordering::SeqCst)))
    }

    pub(crate) fn pass(&self, seconds: u64) {
        self.0.fetch_add(seconds * 1_000, Ordering::SeqCst);
    }
}
