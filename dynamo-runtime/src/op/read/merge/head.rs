//! The order of a merged read.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::codec::DecodeError;
use crate::error::Error;
use crate::key::{KeyError, KeyValue};
use crate::op::read::pager::LastKey;
use crate::schema::KeySpec;

/// The values of the sort key attributes, as bytes that sort the same way.
pub(super) type SortKey = SmallVec<[Vec<u8>; 1]>;

/// The head of a shard: its next item or page.
pub(super) struct Head {
    /// The sort key of the item, or of the position where the page begins; `None` at the start of
    /// the shard.
    pub(super) key: Option<SortKey>,
    pub(super) shard: usize,
    pub(super) descending: bool,
    /// Whether it is an unread page, not an item.
    pub(super) is_page: bool,
}

impl Head {
    /// The order of reading; the first is the least.
    fn reading_order(&self, other: &Self) -> Ordering {
        // An unread shard may begin with anything.
        match (&self.key, &other.key) {
            (Some(key), Some(other_key)) => {
                let order = key.cmp(other_key).then(self.shard.cmp(&other.shard));
                if self.descending {
                    order.reverse()
                } else {
                    order
                }
            }
            (None, None) => self.shard.cmp(&other.shard),
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
        }
    }
}

// A heap yields the greatest first.
impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        other.reading_order(self)
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head {}

/// The sort key among the attributes of an item or of a position.
pub(in crate::op) fn sort_key(specs: &[KeySpec], item: &LastKey) -> Result<SortKey, Error> {
    let values = specs.iter().map(|spec| {
        let value = item.get(spec.attribute).cloned();
        let value = value.and_then(KeyValue::from_attribute);
        value.map(KeyValue::into_sortable)
    });
    let values: Option<Result<SortKey, KeyError>> = values.collect();
    values
        .unwrap_or_else(|| Err(KeyError::new("is missing from an item of an index")))
        .map_err(Error::Key)
}

/// The sort key of an item that was just read.
pub(super) fn item_sort_key(
    specs: &'static [KeySpec],
    item: &LastKey,
) -> Result<SortKey, DecodeError> {
    sort_key(specs, item).map_err(|_| DecodeError::because("an item lacks its sort key"))
}
