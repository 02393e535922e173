//! Reads of several shards at once, merged in the order of the sort key.
//!
//! Each shard is read page by page in DynamoDB's own order. Items are returned in the order of
//! their sort key; equal sort keys are in the order of the shards. So the position of a merged read
//! is the key of one item: the shards before its own continue after its sort key, its own shard
//! after the item, and those after it from its sort key on. An index without a sort key is read
//! shard by shard.

mod fetch;
mod head;
mod shard;

use std::collections::BinaryHeap;

use self::head::Head;
pub(super) use self::head::sort_key;
use self::shard::Queued;
pub(super) use self::shard::{Floor, Shard};
use crate::codec::{DecodeError, Decoder};
use crate::error::Error;
use crate::op::read::page_body::PageBody;
use crate::op::read::pager::{LastKey, Pager};
use crate::op::read::rows::{Failed, Rows, none_failed};
use crate::op::read::sieve::Verdict;
use crate::schema::KeySpec;
use crate::wire::{self, Call};

/// The shards of a read.
pub(in crate::op) struct Merge {
    pub(in crate::op) shards: Vec<Shard>,
    /// The sort key that they are merged by.
    pub(in crate::op) sort: &'static [KeySpec],
    pub(in crate::op) descending: bool,
    /// Whether it continues after a position, which conditions alone may not express.
    pub(in crate::op) resumed: bool,
}

impl Merge {
    /// The next item of each shard, or the start of its next page.
    fn heads(&self) -> Result<BinaryHeap<Head>, Error> {
        let numbers = 0..self.shards.len();
        let heads = numbers.map(|number| self.head(number));
        heads.filter_map(Result::transpose).collect()
    }

    /// The head of a shard; `None` if there is nothing more in it.
    fn head(&self, number: usize) -> Result<Option<Head>, Error> {
        let shard = &self.shards[number];
        let key = match (shard.queue.front(), &shard.start) {
            (Some(queued), _) => Some(queued.key.clone()),
            (None, _) if shard.done => return Ok(None),
            (None, _) if self.sort.is_empty() => Some(head::SortKey::new()),
            (None, Some(start)) => {
                let key = head::sort_key(self.sort, start)?;
                // Up to the position that a read goes on from, all was given.
                shard.gives(&key).then_some(key)
            }
            // Nothing of it has been read yet.
            (None, None) => None,
        };
        Ok(Some(Head {
            key,
            shard: number,
            descending: self.descending,
            is_page: shard.queue.is_empty(),
        }))
    }
}

impl Pager {
    /// Reads one page of each shard that has run out, and returns the items that are certain to
    /// come next, no more than `wanted`.
    pub(super) async fn next_merged(
        &mut self,
        wanted: Option<usize>,
        rows: &mut dyn Rows,
    ) -> Result<Vec<Failed>, Error> {
        if wanted == Some(0) {
            return Ok(Vec::new());
        }
        self.sieve.wanted = wanted;
        let before = rows.count();
        let mut failed = Vec::new();
        loop {
            let left = wanted.map(|wanted| wanted.saturating_sub(rows.count() - before));
            self.refill(left).await?;
            let (more, position) = self.emit(before, rows)?;
            failed.extend(more);
            match position {
                PageEnd::Whole => {
                    self.start = None;
                    self.done = true;
                }
                PageEnd::At(position) => self.start = Some(position),
                // The end of this page is not known yet.
                PageEnd::Unknown => continue,
            }
            return Ok(self.named(failed, rows.name()));
        }
    }

    /// Counts the items of all shards, up to a limit; `rows` decode their type.
    pub(super) async fn count_merged(
        &mut self,
        limit: Option<usize>,
        rows: &mut dyn Rows,
    ) -> Result<usize, Error> {
        let most = limit.unwrap_or(usize::MAX);
        let is_resumed = self.merge.as_ref().is_some_and(|merge| merge.resumed);
        let is_read = self.sieve.check.is_some() || self.inspected || is_resumed;
        let mut count = 0;
        while !self.done && count < most {
            let wanted = limit.map(|limit| limit - count);
            if is_read {
                rows.empty();
                none_failed(self.next_merged(wanted, rows).await?)?;
                count += rows.count();
                continue;
            }
            for (number, body) in self.fetch(wanted, true).await? {
                let page = PageBody::read(&body, &self.sieve, rows);
                let page = page.map_err(|error| self.unreadable(error))?;
                self.record(page.units);
                count += page.count;
                self.advance_shard(number, page.last)?;
            }
            let merge = self.merge.as_ref();
            self.done = merge.is_none_or(|merge| merge.shards.iter().all(|shard| shard.done));
        }
        Ok(count.min(most))
    }

    /// Returns the items that come before every unread page.
    fn emit(
        &mut self,
        before: usize,
        rows: &mut dyn Rows,
    ) -> Result<(Vec<Failed>, PageEnd), Error> {
        let Some(merge) = &mut self.merge else {
            return Ok((Vec::new(), PageEnd::Whole));
        };
        let unreadable = |error| wire::unreadable(&Call::One(&self.request), error);
        let mut heads = merge.heads()?;
        let mut failed = Vec::new();
        let keys = self.sieve.key_names();
        let (mut last, mut number): (Option<Queued>, _) = (None, 0);
        let end = |page: Option<LastKey>, last: Option<Queued>| match (page, last) {
            (Some(page), _) => Ok(PageEnd::At(page)),
            (None, Some(last)) => {
                let key = last.decoder().and_then(|mut from| from.attributes(&keys));
                key.map(PageEnd::At).map_err(unreadable)
            }
            (None, None) => Ok(PageEnd::Unknown),
        };
        while let Some(head) = heads.pop() {
            let shard = &mut merge.shards[head.shard];
            let Some(queued) = shard.queue.front().filter(|_| !head.is_page) else {
                let page = shard.start.clone().filter(|_| head.key.is_some());
                return Ok((failed, end(page, last)?));
            };
            number += 1;
            let taken = rows.count() - before;
            let mut decoder = queued.decoder().map_err(unreadable)?;
            let (verdict, error) = match rows.decode(&mut decoder, &self.sieve, taken) {
                Ok(verdict) => (verdict, None),
                Err(error) => (self.sieve.judge(false, true, taken), Some(error)),
            };
            match (verdict, error) {
                (Verdict::Given, Some(error)) => {
                    let stored = queued.decoder().and_then(|mut from| from.item());
                    let error = match stored {
                        Ok(stored) => error.with_stored(stored),
                        Err(_) => error,
                    };
                    failed.push(Failed {
                        after: rows.count(),
                        error: error.of_number(number),
                    });
                }
                (Verdict::Given, None) | (Verdict::LeftOut, _) => {}
                (Verdict::Refused, _) => {
                    let Some(collection) = self.unknown else {
                        unreachable!("only a collection refuses items of other types");
                    };
                    return Err(collection.refuses(None));
                }
                (Verdict::Behind, _) => return Ok((failed, end(None, last)?)),
            }
            last = shard.queue.pop_front();
            heads.extend(merge.head(head.shard)?);
        }
        Ok((failed, PageEnd::Whole))
    }

    /// Moves a shard to its next page.
    fn advance_shard(&mut self, number: usize, last: Option<LastKey>) -> Result<(), Error> {
        let last = last.filter(|key| !key.is_empty());
        let Some(merge) = &mut self.merge else {
            return Ok(());
        };
        let shard = &mut merge.shards[number];
        if last.is_some() && last == shard.start {
            return Err(self.unreadable(super::pager::endless()));
        }
        shard.done = last.is_none();
        shard.start = last;
        Ok(())
    }

    fn unreadable(&self, error: DecodeError) -> Error {
        wire::unreadable(&Call::One(&self.request), error)
    }

    fn record(&self, units: f64) {
        if let Some(meter) = &self.meter {
            meter.add(units);
        }
    }
}

/// The end of a page of a merged read.
enum PageEnd {
    /// There is nothing more.
    Whole,
    /// After this key.
    At(LastKey),
    /// Before an unread shard, with nothing returned.
    Unknown,
}

/// An item that was read but not returned yet.
type ItemDecoder<'a> = Result<Decoder<'a>, DecodeError>;
