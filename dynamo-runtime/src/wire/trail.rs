//! The attempts of a request, noted only if someone observes requests.

use std::sync::{Arc, Mutex, PoisonError};

use aws_smithy_types::config_bag::{Storable, StoreReplace};

use crate::error::{Throttling, throttled};

/// The attempts of one request that the SDK sees: all, unless the first one succeeded directly.
#[derive(Debug, Clone, Default)]
pub(super) struct Trail(Arc<Mutex<Attempts>>);

#[derive(Debug, Clone, Default)]
pub(super) struct Attempts {
    pub(super) made: u32,
    /// How many were throttled.
    pub(super) throttled: u32,
    /// The limits that they exceeded.
    pub(super) throttling: Vec<Throttling>,
}

impl Storable for Trail {
    type Storer = StoreReplace<Self>;
}

impl Trail {
    /// Notes an attempt, and why it failed if it did.
    pub(super) fn note(&self, failure: Option<&(dyn std::error::Error + 'static)>) {
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        attempts.made += 1;
        if let Some(limits) = failure.and_then(throttled) {
            attempts.throttled += 1;
            attempts.throttling.extend(limits);
        }
    }

    pub(super) fn attempts(&self) -> Attempts {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
