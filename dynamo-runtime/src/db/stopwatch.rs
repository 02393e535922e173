//! Waiting and measuring time for deadlines, on the client's clock.

use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::config::AsyncSleep;

use super::Db;

impl Db {
    /// Waits like the client waits between retries, so that an engine with virtual time needs no
    /// real time.
    pub(crate) async fn sleep(&self, duration: Duration) {
        match self.client().config().sleep_impl() {
            Some(sleep) => sleep.sleep(duration).await,
            // The SDK's default.
            None => tokio::time::sleep(duration).await,
        }
    }

    /// Starts measuring elapsed time, on the clock that [`sleep`](Self::sleep) uses.
    pub(crate) fn stopwatch(&self) -> Stopwatch<'_> {
        Stopwatch {
            db: self,
            started: self.client_time(),
        }
    }

    /// Returns the time on the clock that [`sleep`](Self::sleep) uses.
    pub(crate) fn client_time(&self) -> SystemTime {
        match self.client().config().time_source() {
            Some(source) => source.now(),
            None => SystemTime::now(),
        }
    }
}

/// Measures time for a deadline. Does not use the user's own clock, which may stand still.
#[derive(Clone, Copy)]
pub(crate) struct Stopwatch<'a> {
    db: &'a Db,
    started: SystemTime,
}

impl<'a> Stopwatch<'a> {
    pub(crate) fn db(&self) -> &'a Db {
        self.db
    }

    /// Returns the time since the start; zero if the system's clock was set back.
    pub(crate) fn elapsed(&self) -> Duration {
        self.db
            .client_time()
            .duration_since(self.started)
            .unwrap_or_default()
    }
}
