//! The rest of an unfinished batch read: the keys that were not read, and the items that were
//! found.

use std::any::Any;
use std::fmt;

use super::drive::BatchOutcome;
use super::finds::Finds;
use super::undone::{Undone, Wording};
use crate::error::Error;
use crate::item::Item;
use crate::key::Key;

/// The result of a [batch read](crate::Db::batch_get) that did not finish: the items it found, and
/// the keys it did not read.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "users", pk = "id")]
/// # struct User { id: String }
/// # async fn example(db: &Db, ids: &[&str]) -> Result<(), Error> {
/// match db.batch_get(ids.iter().map(|id| User::key(*id))).await {
///     Err(Error::Unread(unread)) => {
///         let again = unread.keys::<User>();
///         let found = unread.into_found::<Vec<Option<User>>>();
///         // Show what there is, and read `again` later.
///     }
///     other => drop(other?),
/// }
/// # Ok(())
/// # }
/// ```
pub struct Unread {
    keys: Vec<UnreadKey>,
    found: Box<dyn Any + Send + Sync>,
    failure: Option<Error>,
    undone: Undone,
}

struct UnreadKey {
    item: &'static str,
    /// A `Key<T>`.
    key: Box<dyn Any + Send + Sync>,
}

impl Unread {
    pub(super) fn new(
        finds: &Finds,
        outcome: BatchOutcome,
        found: Box<dyn Any + Send + Sync>,
    ) -> Self {
        let BatchOutcome {
            left,
            failure,
            undone,
        } = outcome;
        let lists = |entry: &usize| finds.entries[*entry].wanted.iter();
        let lists = left.iter().flat_map(lists);
        let types = lists.map(|(list, _)| finds.lists[*list].item_type());
        let failure = failure.map(|error| error.on_tables_of(types));
        let mut keys = Vec::with_capacity(left.len());
        for entry in left.iter().map(|entry| &finds.entries[*entry]) {
            let mut lists = Vec::with_capacity(1);
            for (list, place) in &entry.wanted {
                // A key that was given twice is handed back once.
                if !lists.contains(list) {
                    lists.push(*list);
                    let list = &finds.lists[*list];
                    let (item, key) = (list.item_type().name(), list.key(*place));
                    keys.push(UnreadKey { item, key });
                }
            }
        }
        Self {
            keys,
            found,
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

    /// Returns the keys of one item type that were not read, in the order they were given.
    ///
    /// Keys whose items could not be decoded are among them; [`failure`](Self::failure) says so.
    #[must_use]
    pub fn keys<T: Item>(&self) -> Vec<Key<T>> {
        let keys = self.keys.iter();
        keys.filter_map(|unread| unread.key.downcast_ref().cloned())
            .collect()
    }

    /// Returns the names of the item types of the keys that were not read, one per key.
    pub fn items(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|unread| unread.item)
    }

    /// Returns the items that were found, with `None` for keys that were not read as well. `F` is
    /// the type the batch would have returned: `Vec<Option<User>>`, or a tuple of such lists.
    ///
    /// Returns `None` if the batch returns another type.
    #[must_use]
    pub fn found<F: 'static>(&self) -> Option<&F> {
        self.found.downcast_ref()
    }

    /// Returns the items that were found, like [`found`](Self::found), without a copy.
    #[must_use]
    pub fn into_found<F: 'static>(self) -> Option<F> {
        self.found.downcast().ok().map(|found| *found)
    }

    /// Returns why the batch ended; `None` if time simply ran out.
    #[must_use]
    pub fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }
}

impl fmt::Debug for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unread")
            .field("items", &self.items().collect::<Vec<_>>())
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::counted(self.items(), "key"))?;
        let wording = Wording {
            done: "read",
            changes: false,
            cure: "read `keys()` again",
        };
        self.undone.write(self.failure.as_ref(), &wording, f)
    }
}
