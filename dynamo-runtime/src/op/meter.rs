//! Consumed capacity, on request.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::bulk::RateLimit;
use crate::wire::answer;

/// Adds up the capacity that operations consume. Pass it to any number of them with `meter`.
///
/// ```
/// # use dynamo_runtime::Meter;
/// let meter = Meter::new();
/// assert_eq!(meter.capacity().units, 0.0);
/// ```
#[derive(Clone, Default)]
pub struct Meter {
    consumed: Arc<Mutex<Capacity>>,
    /// The rate of its operation.
    limit: Option<RateLimit>,
}

/// Capacity units consumed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Capacity {
    /// All units: reads and writes, of tables and indexes.
    pub units: f64,
    /// The bytes that vector searches looked at, which are billed separately.
    pub search_bytes: f64,
    /// How many requests consumed them.
    pub requests: u64,
}

impl Meter {
    /// Creates a meter at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the capacity consumed so far.
    #[must_use]
    pub fn capacity(&self) -> Capacity {
        *self.consumed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same meter, for an operation with a rate.
    pub(super) fn limited_by(self, limit: Option<&RateLimit>) -> Self {
        Self {
            limit: limit.cloned().or(self.limit),
            ..self
        }
    }

    /// Returns the rate of its operation.
    pub(super) fn limit(&self) -> Option<&RateLimit> {
        self.limit.as_ref()
    }

    /// Adds one request, and the units it consumed.
    pub(super) fn add(&self, units: f64) {
        self.add_consumed(units, 0.0);
    }

    fn add_consumed(&self, units: f64, search_bytes: f64) {
        if let Some(limit) = &self.limit {
            limit.consumed(units);
        }
        let mut capacity = self.consumed.lock().unwrap_or_else(PoisonError::into_inner);
        capacity.requests += 1;
        capacity.units += units;
        capacity.search_bytes += search_bytes;
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.capacity().fmt(f)
    }
}

/// Adds the capacity in the body of an answer to the meter, if there is one.
pub(super) fn record(meter: Option<&Meter>, body: &[u8]) {
    if let Some(meter) = meter {
        // A body that does not say counts as nothing.
        meter.add(answer::capacity(body).unwrap_or_default());
    }
}

/// Adds the bytes that a search looked at to the meter, if there is one.
pub(super) fn record_search(meter: Option<&Meter>, body: &[u8]) {
    if let Some(meter) = meter {
        meter.add_consumed(0.0, answer::search_bytes(body).unwrap_or_default());
    }
}

/// The rate of an operation with this meter.
pub(super) fn limit(meter: Option<&Meter>) -> Option<&RateLimit> {
    meter.and_then(Meter::limit)
}
