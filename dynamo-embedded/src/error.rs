//! The error of opening, sweeping, saving and restoring an embedded engine. Requests fail with the
//! SDK's own errors instead.

use std::error::Error;
use std::fmt;

/// A failure of the embedded engine outside a request: a file that cannot be opened, saved or
/// restored, or a sweep that did not finish.
///
/// The message says what was tried; [`source`](Error::source) says why it failed.
#[derive(Debug)]
pub struct EngineError {
    attempt: String,
    source: Box<dyn Error + Send + Sync>,
}

impl EngineError {
    /// Returns a function that wraps the reason why `attempt` failed.
    pub(super) fn when<E: Into<Box<dyn Error + Send + Sync>>>(
        attempt: impl Into<String>,
    ) -> impl FnOnce(E) -> Self {
        let attempt = attempt.into();
        move |source| Self {
            attempt,
            source: source.into(),
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the embedded engine could not {}", self.attempt)
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.source.as_ref())
    }
}
