//! The error of an import: the source, the place in it, and what to do.

use std::fmt;

/// A source that cannot be imported, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError {
    source: Option<String>,
    place: Option<String>,
    reason: String,
}

impl ImportError {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self {
            source: None,
            place: None,
            reason: reason.into(),
        }
    }

    /// Adds the place in a source; the innermost place is kept.
    pub(super) fn of(mut self, place: &str) -> Self {
        self.place.get_or_insert_with(|| place.to_owned());
        self
    }

    pub(super) fn in_source(mut self, source: &str) -> Self {
        self.source.get_or_insert_with(|| source.to_owned());
        self
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = &self.source {
            write!(f, "`{source}`: ")?;
        }
        if let Some(place) = &self.place {
            write!(f, "{place} ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for ImportError {}
