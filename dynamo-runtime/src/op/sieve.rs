//! Which items of a response are given: those that the read means, up to its limit.

use std::sync::Arc;

use super::members::KeyChecks;
use super::select::all_keys;
use crate::codec::DecodeError;
use crate::item::Record;
use crate::schema::QuerySchema;

/// What is done with items of other types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Foreign {
    /// Nothing tells them apart here, or DynamoDB has left them out.
    Given,
    LeftOut,
    Refused,
}

/// Decides which items of a response are given.
#[derive(Clone)]
pub(crate) struct Sieve {
    /// Leaves out what the key condition could not.
    pub(super) check: Option<Arc<KeyChecks>>,
    pub(super) foreign: Foreign,
    /// The keys of the table and of what is read: where a page that is cut goes on.
    pub(super) keys: [&'static QuerySchema; 2],
    /// How many records are of use; the page is cut behind them.
    pub(super) wanted: Option<usize>,
}

/// What becomes of an item.
pub(super) enum Verdict {
    Given,
    LeftOut,
    /// It is of a type that the collection does not have.
    Refused,
    /// It is one too many: the page ends before it.
    Behind,
}

impl Sieve {
    /// Gives everything.
    pub(crate) fn open(keys: [&'static QuerySchema; 2]) -> Self {
        Self {
            check: None,
            foreign: Foreign::Given,
            keys,
            wanted: None,
        }
    }

    /// Decides about the next item, after this many were taken.
    pub(super) fn judge<T: Record>(&self, item: &Result<T, DecodeError>, taken: usize) -> Verdict {
        if let Ok(record) = item {
            let is_foreign = record.is_foreign();
            match self.foreign {
                Foreign::LeftOut if is_foreign => return Verdict::LeftOut,
                Foreign::Refused if is_foreign && !self.is_full(taken) => return Verdict::Refused,
                _ => {}
            }
            if let Some(check) = &self.check
                && !is_foreign
                && !record.is_within(check)
            {
                return Verdict::LeftOut;
            }
        }
        if self.is_full(taken) {
            Verdict::Behind
        } else {
            Verdict::Given
        }
    }

    pub(super) fn is_full(&self, taken: usize) -> bool {
        self.wanted.is_some_and(|wanted| taken >= wanted)
    }

    /// How many records to make room for, by the server's word.
    pub(super) fn room(&self, count: usize) -> usize {
        count.min(4096).min(self.wanted.unwrap_or(usize::MAX))
    }

    /// The names of the key attributes, each once.
    pub(super) fn key_names(&self) -> Vec<&'static str> {
        all_keys(self.keys).map(|spec| spec.attribute).collect()
    }
}
