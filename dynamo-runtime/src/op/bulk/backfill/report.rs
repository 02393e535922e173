//! The report of a backfill.

use std::collections::BTreeMap;
use std::fmt;

use super::rekey::Fix;
use crate::error::{Current, Error};
use crate::op::bulk::Checkpoint;

/// How many failures are kept; the rest are only counted.
const KEPT_FAILURES: usize = 100;

/// The report of a [`Backfill`](crate::op::bulk::Backfill): its progress so far, or its result.
#[derive(Debug)]
#[non_exhaustive]
pub struct Backfilled {
    /// How many items of the type were checked.
    pub read: u64,
    /// How many items had their key attributes written; in a dry run, how many would have.
    pub changed: u64,
    /// How many items were moved to their own primary key; in a dry run, how many would have been.
    pub moved: u64,
    /// How many items are stored under a primary key other than their own and were left there.
    pub misplaced: u64,
    /// How many missing claims on unique values were made; in a dry run, how many would have been.
    pub claimed: u64,
    /// How many claims were removed because their type no longer has the entity name or the unique
    /// attribute they were made under; in a dry run, how many would have been.
    pub released: u64,
    /// How many items could not be read, had keys that could not be built or written, or had unique
    /// values that belong to another item.
    pub failed: u64,
    /// Why items failed, for the first hundred.
    pub failures: Vec<Error>,
    /// The items whose unique values belong to another item, the first hundred.
    pub conflicts: Vec<Conflict>,
    /// How often each attribute was set and removed, by name.
    pub attributes: BTreeMap<&'static str, Rewritten>,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// How far the scan has come: everything before it is done. Store it to continue after a crash.
    pub checkpoint: Checkpoint,
}

/// Two stored items with the same value of a unique field. The first has no claim on it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Conflict {
    /// The item type.
    pub item: &'static str,
    /// The unique field.
    pub field: &'static str,
    /// The key attributes of the item that has no claim.
    pub key: Current,
    /// The key attributes of the item that has the claim.
    pub owner: Current,
}

/// How often an attribute was set and removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewritten {
    /// How many items it was set in.
    pub set: u64,
    /// How many items it was removed from.
    pub removed: u64,
}

impl Backfilled {
    pub(super) fn new(dry_run: bool, checkpoint: Checkpoint) -> Self {
        Self {
            read: 0,
            changed: 0,
            moved: 0,
            misplaced: 0,
            claimed: 0,
            released: 0,
            failed: 0,
            failures: Vec::new(),
            conflicts: Vec::new(),
            attributes: BTreeMap::new(),
            dry_run,
            checkpoint,
        }
    }

    /// Returns whether every item of the type now has the correct keys.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let to_write = self.changed + self.moved + self.claimed + self.released;
        let is_written = !self.dry_run || to_write == 0;
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

    pub(super) fn conflict(&mut self, conflict: Conflict) {
        let Conflict { item, field, .. } = conflict;
        self.failed(Error::Taken {
            item,
            field,
            // The report names the owner.
            may_be_deleted: false,
        });
        if self.conflicts.len() < KEPT_FAILURES {
            self.conflicts.push(conflict);
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
        let (changed, moved, claimed, released) = if self.dry_run {
            ("to change", "to move", "claims to make", "claims to remove")
        } else {
            ("changed", "moved", "claims made", "claims removed")
        };
        write!(f, "{} read, {} {changed}", self.read, self.changed)?;
        for (count, what) in [
            (self.moved, moved),
            (self.claimed, claimed),
            (self.released, released),
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
