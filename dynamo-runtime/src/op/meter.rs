//! Consumed capacity, on request.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity};

/// Adds up the capacity that operations consume. Give it to any number of them with `meter`.
///
/// ```
/// # use dynamo_runtime::Meter;
/// let meter = Meter::new();
/// assert_eq!(meter.capacity().units, 0.0);
/// ```
#[derive(Clone, Default)]
pub struct Meter(Arc<Mutex<Capacity>>);

/// Capacity units consumed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Capacity {
    /// All units, of tables and indexes, read and written.
    pub units: f64,
    /// How many requests consumed them.
    pub requests: u64,
}

impl Meter {
    /// Makes a meter that stands at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns what was consumed so far.
    #[must_use]
    pub fn capacity(&self) -> Capacity {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds one request, and what it consumed in each table.
    fn add<'a>(&self, consumed: impl IntoIterator<Item = &'a ConsumedCapacity>) {
        let units = consumed.into_iter().filter_map(|used| used.capacity_units);
        let mut capacity = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        capacity.requests += 1;
        capacity.units += units.sum::<f64>();
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.capacity().fmt(f)
    }
}

/// What to ask DynamoDB for.
pub(super) fn asked(meter: Option<&Meter>) -> Option<ReturnConsumedCapacity> {
    meter.map(|_| ReturnConsumedCapacity::Total)
}

/// Adds what DynamoDB reported to the meter, if there is one.
pub(super) fn record(meter: Option<&Meter>, consumed: Option<&ConsumedCapacity>) {
    if let Some(meter) = meter {
        meter.add(consumed);
    }
}

/// The same for a request that may reach several tables.
pub(super) fn record_all(meter: Option<&Meter>, consumed: &[ConsumedCapacity]) {
    if let Some(meter) = meter {
        meter.add(consumed);
    }
}
