//! Decides which items of a response are returned: those the read asks for, up to its limit.

use std::sync::Arc;

use crate::op::read::members::KeyChecks;
use crate::op::read::select::all_keys;
use crate::schema::QuerySchema;

/// How to treat items of other types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::op) enum Foreign {
    /// They cannot be recognised here, or DynamoDB has left them out.
    Given,
    LeftOut,
    Refused,
}

/// Decides which items of a response are returned.
#[derive(Clone)]
pub(crate) struct Sieve {
    /// Leaves out items that the key condition could not.
    pub(in crate::op) check: Option<Arc<KeyChecks>>,
    pub(in crate::op) foreign: Foreign,
    /// The keys of the table and of the query, from which a page that is cut short continues.
    pub(in crate::op) keys: [&'static QuerySchema; 2],
    /// How many records are wanted; the page is cut after them.
    pub(in crate::op) wanted: Option<usize>,
}

/// The decision about an item.
pub(crate) enum Verdict {
    Given,
    LeftOut,
    /// Its type is not in the collection.
    Refused,
    /// It is one too many; the page ends before it.
    Behind,
}

impl Sieve {
    /// Accepts everything.
    pub(crate) fn open(keys: [&'static QuerySchema; 2]) -> Self {
        Self {
            check: None,
            foreign: Foreign::Given,
            keys,
            wanted: None,
        }
    }

    /// Decides about the next item, after this many were taken.
    pub(in crate::op) fn judge(&self, is_foreign: bool, is_within: bool, taken: usize) -> Verdict {
        let is_full = self.is_full(taken);
        match self.foreign {
            Foreign::LeftOut if is_foreign => Verdict::LeftOut,
            Foreign::Refused if is_foreign && !is_full => Verdict::Refused,
            _ if !is_within => Verdict::LeftOut,
            _ if is_full => Verdict::Behind,
            _ => Verdict::Given,
        }
    }

    pub(in crate::op) fn is_full(&self, taken: usize) -> bool {
        self.wanted.is_some_and(|wanted| taken >= wanted)
    }

    /// How many records to make room for, given the server's count.
    pub(in crate::op) fn room(&self, count: usize) -> usize {
        count.min(4096).min(self.wanted.unwrap_or(usize::MAX))
    }

    /// The names of the key attributes, each once.
    pub(in crate::op) fn key_names(&self) -> Vec<&'static str> {
        all_keys(self.keys).map(|spec| spec.attribute).collect()
    }
}
