//! One shard of a merged read: its pages, and those of their items that were not returned yet.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::ops::Range;

use bytes::Bytes;

use super::ItemDecoder;
use super::head::{SortKey, item_sort_key};
use crate::codec::{DecodeError, Decoder};
use crate::op::read::pager::LastKey;
use crate::schema::KeySpec;
use crate::wire::Request;
use crate::wire::answer::{members, units};

/// One shard of a read.
pub(in crate::op) struct Shard {
    /// The request of a page, without its limit and start.
    pub(in crate::op) request: Request,
    /// Items up to here were returned before.
    pub(in crate::op) behind: Option<Floor>,
    /// The position where its next page begins; `None` at the start and after the end.
    pub(in crate::op) start: Option<LastKey>,
    /// Whether there is no other page.
    pub(in crate::op) done: bool,
    pub(super) queue: VecDeque<Queued>,
    /// The number of items of the last page, and the number requested.
    pub(super) page: usize,
    pub(super) asked: usize,
}

/// The items that a condition allows and a shard leaves out.
#[derive(Clone)]
pub(in crate::op) struct Floor {
    /// The sort key of the position, and whether items with the same key are returned.
    pub(in crate::op) key: SortKey,
    pub(in crate::op) included: bool,
    /// A value beyond the other end of the range, and the number of its attribute.
    pub(in crate::op) beyond: Option<(usize, Vec<u8>)>,
    pub(in crate::op) descending: bool,
}

impl Floor {
    fn gives(&self, key: &SortKey) -> bool {
        let order = key.cmp(&self.key);
        let order = if self.descending {
            order.reverse()
        } else {
            order
        };
        let is_behind = match order {
            Ordering::Less => false,
            Ordering::Equal => self.included,
            Ordering::Greater => true,
        };
        let beyond = self.beyond.as_ref();
        is_behind && beyond.is_none_or(|(at, value)| key.get(*at) != Some(value))
    }
}

/// An item that was read but not returned yet.
pub(super) struct Queued {
    body: Bytes,
    at: Range<usize>,
    pub(super) key: SortKey,
}

impl Queued {
    pub(super) fn decoder(&self) -> ItemDecoder<'_> {
        Decoder::json(&self.body[self.at.clone()])
    }
}

/// The end of a page, and its cost.
pub(super) struct ShardPage {
    pub(super) last: Option<LastKey>,
    pub(super) units: f64,
}

impl Shard {
    pub(in crate::op) fn new(request: Request) -> Self {
        Self {
            request,
            behind: None,
            start: None,
            done: false,
            queue: VecDeque::new(),
            page: 0,
            asked: 0,
        }
    }

    /// Queues the items of a page, decoding only their sort keys.
    pub(super) fn take_up(
        &mut self,
        body: &Bytes,
        sort: &'static [KeySpec],
    ) -> Result<ShardPage, DecodeError> {
        let mut end = ShardPage {
            last: None,
            units: 0.0,
        };
        let mut items = Vec::new();
        members(body, &mut |member, from| {
            match member {
                "Items" => items = indexed(from, sort)?,
                "LastEvaluatedKey" => end.last = Some(from.item()?),
                "ConsumedCapacity" => end.units = units(from)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        self.page = items.len();
        for (at, key) in items {
            if self.gives(&key) {
                let body = body.clone();
                self.queue.push_back(Queued { body, at, key });
            }
        }
        Ok(end)
    }

    /// Whether items with this sort key are given.
    pub(super) fn gives(&self, key: &SortKey) -> bool {
        self.behind.as_ref().is_none_or(|floor| floor.gives(key))
    }
}

/// The positions of the next items, with their sort keys.
fn indexed(
    from: &mut Decoder<'_>,
    sort: &'static [KeySpec],
) -> Result<Vec<(Range<usize>, SortKey)>, DecodeError> {
    let mut items = Vec::new();
    from.begin_array()?;
    while from.next_in_array()? {
        let mut keys = LastKey::new();
        if !sort.is_empty() {
            from.peek_attributes(
                |name| sort.iter().find(|spec| spec.attribute == name),
                |spec, value| drop(keys.insert(spec.attribute.to_owned(), value)),
            )?;
        }
        let key = item_sort_key(sort, &keys)?;
        items.push((from.skip_plain()?, key));
    }
    Ok(items)
}
