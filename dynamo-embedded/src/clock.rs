//! The time of the engine and its clients: the system's, or one that a test sets, plus the time
//! that was waited.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_smithy_async::time::TimeSource;
use dynoxide::storage_backend::Clock;

use super::timers::Timers;

/// A source of time.
type Now = Box<dyn Fn() -> SystemTime + Send + Sync>;

/// A clock that can be replaced while the engine holds it.
#[derive(Default)]
pub(super) struct EngineClock {
    base: RwLock<Option<Now>>,
    timers: Timers,
}

impl EngineClock {
    pub(super) fn set(&self, now: impl Fn() -> SystemTime + Send + Sync + 'static) {
        *self.base.write().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(now));
    }

    /// Returns whether this is no longer the system's time.
    pub(super) fn is_moved(&self) -> bool {
        self.is_set() || !self.timers.waited().is_zero()
    }

    fn is_set(&self) -> bool {
        self.base
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some()
    }

    /// Returns the timers of this clock.
    pub(super) fn timers(&self) -> &Timers {
        &self.timers
    }

    /// Returns the virtual time: the time that was waited, on top of a clock that was set. The real
    /// duration of a test has no part in it.
    pub(super) fn virtual_time(&self) -> Duration {
        if self.is_set() {
            self.since_epoch()
        } else {
            self.timers.waited()
        }
    }

    /// Returns the time, as a distance from 1970.
    pub(super) fn since_epoch(&self) -> Duration {
        let now = match self
            .base
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
        {
            Some(now) => now(),
            None => SystemTime::now(),
        };
        // A time before 1970 cannot be an expiry, and counts as 1970.
        now.duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .saturating_add(self.timers.waited())
    }
}

impl Clock for EngineClock {
    fn now_unix_secs(&self) -> u64 {
        self.since_epoch().as_secs()
    }

    fn now_unix_secs_f64(&self) -> f64 {
        self.since_epoch().as_secs_f64()
    }
}

/// The clock in the SDK's form.
#[derive(Debug)]
pub(super) struct EngineTime(pub(super) Arc<EngineClock>);

impl TimeSource for EngineTime {
    fn now(&self) -> SystemTime {
        let since_epoch = self.0.since_epoch();
        UNIX_EPOCH.checked_add(since_epoch).unwrap_or(UNIX_EPOCH)
    }
}

impl fmt::Debug for EngineClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_set() {
            "EngineClock(set)"
        } else {
            "EngineClock(system)"
        })
    }
}
