//! What a backfill has done.

use std::collections::BTreeMap;
use std::fmt;

use super::rekey::Fix;
use crate::error::Error;
use crate::op::Checkpoint;

/// How many failures are kept; the others are counted.
const KEPT_FAILURES: usize = 100;

/// What a [`Backfill`](crate::Backfill) has done so far, and at its end.
#[derive(Debug)]
#[non_exhaustive]
pub struct Backfilled {
    /// The items of the type that were looked at.
    pub read: u64,
    /// The items whose key attributes were written; in a dry run those that would be.
    pub changed: u64,
    /// The items that were moved to their own primary key; in a dry run those that would be.
    pub moved: u64,
    /// The items that are stored under another primary key than their own and were left there.
    pub misplaced: u64,
    /// The items that could not be read, or whose keys could not be built or written.
    pub failed: u64,
    /// Why, for the first hundred.
    pub failures: Vec<Error>,
    /// How often each attribute was set and removed, by its name.
    pub attributes: BTreeMap<&'static str, Rewritten>,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Where the table's scan has come to: what lies before it is done. Store it to go on after a
    /// kill.
    pub checkpoint: Checkpoint,
}

/// How often an attribute was set and removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewritten {
    /// The items in which it was set.
    pub set: u64,
    /// The items from which it was removed.
    pub removed: u64,
}

impl Backfilled {
    pub(super) fn new(dry_run: bool, checkpoint: Checkpoint) -> Self {
        Self {
            read: 0,
            changed: 0,
            moved: 0,
            misplaced: 0,
            failed: 0,
            failures: Vec::new(),
            attributes: BTreeMap::new(),
            dry_run,
            checkpoint,
        }
    }

    /// Returns whether every item of the type is as it should be now.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let is_written = !self.dry_run || self.changed + self.moved == 0;
        is_written && self.misplaced + self.failed == 0 && self.checkpoint.is_end()
    }

    pub(super) fn fixed(&mut self, attributes: &[(&'static str, Fix)]) {
        for (name, fix) in attributes {
            let counted = self.attributes.entry(name).or_default();
            match fix {
                Fix::Set => counted.set += 1,
                Fix::Removed => counted.removed += 1,
            }
        }
    }

    pub(super) fn failed(&mut self, error: Error) {
        self.failed += 1;
        if self.failures.len() < KEPT_FAILURES {
            self.failures.push(error);
        }
    }
}

impl fmt::Display for Backfilled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (changed, moved) = if self.dry_run {
            ("to change", "to move")
        } else {
            ("changed", "moved")
        };
        write!(f, "{} read, {} {changed}", self.read, self.changed)?;
        for (count, what) in [
            (self.moved, moved),
            (self.misplaced, "under another primary key than their own"),
            (self.failed, "failed"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}
