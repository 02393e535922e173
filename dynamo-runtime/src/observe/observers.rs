//! The observers of a `Db`.

use std::sync::Arc;

use super::{HotKeys, Observation, Observer};
use crate::db::Db;

/// The observers of the requests of a `Db`.
#[derive(Clone, Default)]
pub(crate) struct Observers {
    told: Vec<Arc<dyn Observer>>,
    hot_keys: Option<HotKeys>,
}

impl Observers {
    /// Whether no request is observed.
    pub(crate) fn are_none(&self) -> bool {
        self.told.is_empty() && self.hot_keys.is_none()
    }

    /// Whether someone is told about requests.
    pub(crate) fn are_told(&self) -> bool {
        !self.told.is_empty()
    }

    /// Tells them about a request.
    pub(crate) fn tell(&self, seen: &Observation<'_>) {
        for observer in &self.told {
            observer.request(seen);
        }
    }

    pub(crate) fn hot_keys(&self) -> Option<&HotKeys> {
        self.hot_keys.as_ref()
    }
}

impl Db {
    /// Calls an observer for each request, for metrics. You can add several observers.
    ///
    /// DynamoDB is then asked to report the capacity of each request by index, which is free.
    #[must_use]
    pub fn with_observer(mut self, observer: impl Observer + 'static) -> Self {
        self.observers_mut().told.push(Arc::new(observer));
        self
    }

    /// Counts the partition keys of requests, to find those that are used most.
    #[must_use]
    pub fn with_hot_keys(mut self, hot_keys: &HotKeys) -> Self {
        self.observers_mut().hot_keys = Some(hot_keys.clone());
        self
    }
}
