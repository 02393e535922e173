//! The time the engine goes by: the system's, or one a test sets.

use std::fmt;
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynoxide::storage_backend::Clock;

/// A source of time.
type Now = Box<dyn Fn() -> SystemTime + Send + Sync>;

/// A clock that can be replaced while the engine holds it.
#[derive(Default)]
pub(super) struct EngineClock(RwLock<Option<Now>>);

impl EngineClock {
    pub(super) fn set(&self, now: impl Fn() -> SystemTime + Send + Sync + 'static) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(now));
    }

    /// Returns whether this is no longer the system's time.
    pub(super) fn is_set(&self) -> bool {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some()
    }

    fn since_epoch(&self) -> Duration {
        let now = match self
            .0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
        {
            Some(now) => now(),
            None => SystemTime::now(),
        };
        // A time before 1970 cannot be an expiry and counts as its first second.
        now.duration_since(UNIX_EPOCH).unwrap_or_default()
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

impl fmt::Debug for EngineClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_set() {
            "EngineClock(set)"
        } else {
            "EngineClock(system)"
        })
    }
}
