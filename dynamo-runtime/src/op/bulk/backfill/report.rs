//! What a backfill has done.

use std::collections::BTreeMap;
use std::fmt;

use super::rekey::Fix;
use crate::error::{Current, Error};
use crate::op::bulk::Checkpoint;

/// How many failures are kept; the others are counted.
const KEPT_FAILURES: usize = 100;

/// What a [`Backfill`](crate::op::bulk::Backfill) has done so far, and at its end.
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
    /// The claims on unique values that were made for items which had none; in a dry run those that
    /// would be.
    pub claimed: u64,
    /// The claims that were removed because their type no longer has the entity name or the unique
    /// attribute they were made under; in a dry run those that would be.
    pub released: u64,
    /// The items that could not be read, whose keys could not be built or written, or whose unique
    /// values another item has.
    pub failed: u64,
    /// Why, for the first hundred.
    pub failures: Vec<Error>,
    /// The items whose unique values another item has, the first hundred.
    pub conflicts: Vec<Conflict>,
    /// How often each attribute was set and removed, by its name.
    pub attributes: BTreeMap<&'static str, Rewritten>,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Where the table's scan has come to: what lies before it is done. Store it to go on after a
    /// kill.
    pub checkpoint: Checkpoint,
}

/// Two stored items that have one value of a unique field. The first has no claim on it.
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

    /// Returns whether every item of the type is as it should be now.
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
        self.failed(Error::Taken { item, field });
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
