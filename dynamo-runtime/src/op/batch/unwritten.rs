//! The writes that a batch did not make, to look at and to send again.

use std::fmt;

use super::entry::{OwnedEntry, Write};
use super::undone::{Undone, Wording};
use crate::error::Error;
use crate::item::Item;
use crate::key::{Key, KeyValue};

/// The writes of a [batch](crate::Db::batch_write) that were not made.
///
/// They are the writes that DynamoDB did not process, the writes of failed requests, and those that
/// were never sent. If a request got no answer, its writes may have been made all the same; making
/// them again changes nothing.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "users", pk = "id")]
/// # struct User { id: String }
/// # async fn example(db: &Db, users: &[User]) -> Result<(), Error> {
/// match db.batch_write(users.iter().map(User::put)).await {
///     Err(Error::Unwritten(unwritten)) => {
///         eprintln!("{} left", unwritten.writes().len());
///         db.batch_write(unwritten.into_writes()).await
///     }
///     written => written,
/// }
/// # }
/// ```
pub struct Unwritten {
    writes: Vec<UnwrittenWrite>,
    failure: Option<Error>,
    undone: Undone,
}

/// A write that was not made.
pub struct UnwrittenWrite(OwnedEntry);

impl Unwritten {
    pub(super) fn new(entries: Vec<OwnedEntry>, failure: Option<Error>, undone: Undone) -> Self {
        let writes = entries.into_iter().map(UnwrittenWrite).collect();
        Self {
            writes,
            failure,
            undone,
        }
    }

    /// Whether throttling is the only cause.
    pub(crate) fn is_throttled(&self) -> bool {
        let is_unprocessed = self.undone.is_unprocessed();
        let failure = self.failure.as_ref();
        failure.map_or(is_unprocessed, Error::is_throttled)
    }

    /// Returns the writes, in the order they were given.
    #[must_use]
    pub fn writes(&self) -> &[UnwrittenWrite] {
        &self.writes
    }

    /// Returns the writes so that they can be passed to [`batch_write`](crate::Db::batch_write)
    /// again. The times that were filled in stay the same.
    #[must_use]
    pub fn into_writes(self) -> Vec<Write<'static>> {
        let writes = self.writes.into_iter();
        writes
            .map(|UnwrittenWrite(entry)| Write::again(entry))
            .collect()
    }

    /// Returns why the batch ended; `None` if time simply ran out.
    #[must_use]
    pub fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }
}

impl UnwrittenWrite {
    /// Returns the name of the item type.
    #[must_use]
    pub fn item(&self) -> &'static str {
        self.0.item()
    }

    /// Returns whether it is a delete.
    #[must_use]
    pub fn is_delete(&self) -> bool {
        self.0.is_delete()
    }

    /// Returns the key of the item, if it is of type `T`.
    #[must_use]
    pub fn key<T: Item>(&self) -> Option<Key<T>> {
        self.0.typed_key()
    }

    /// Returns the value of the partition key.
    #[must_use]
    pub fn partition(&self) -> Option<&KeyValue> {
        self.0.key().ok().map(|key| &key.pk)
    }

    /// Returns the value of the sort key, if the table has one.
    #[must_use]
    pub fn sort(&self) -> Option<&KeyValue> {
        self.0.key().ok().and_then(|key| key.sk.as_ref())
    }
}

impl fmt::Debug for UnwrittenWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.is_delete() { "delete" } else { "put" };
        write!(f, "{word} {}", self.item())
    }
}

impl fmt::Debug for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unwritten")
            .field("writes", &self.writes)
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = self.writes.iter().map(UnwrittenWrite::item);
        f.write_str(&super::counted(items, "write"))?;
        let wording = Wording {
            done: "made",
            changes: true,
            cure: "send `into_writes()` again",
        };
        self.undone.write(self.failure.as_ref(), &wording, f)
    }
}
