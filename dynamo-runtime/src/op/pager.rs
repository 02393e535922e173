//! Pages: the loop behind queries and scans.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use tracing::Instrument;

use super::Meter;
use super::page_body::PageBody;
use super::records::Records;
use super::sieve::Sieve;
use crate::codec::DecodeError;
use crate::cursor::Cursor;
use crate::db::Db;
use crate::error::Error;
use crate::item::Record;
use crate::rules::CollectionSchema;
use crate::wire::{self, Call, Operation, Refused, Request};

/// A page of items, and where the next one begins.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The items, in the order of the sort key.
    pub items: Vec<T>,
    /// Where to go on, for `after`; `None` where there is nothing more.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    pub(super) fn new(items: Vec<T>, next: Option<Cursor>) -> Self {
        Self { items, next }
    }

    /// Returns the page with every item turned into something else.
    #[must_use]
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(f).collect(),
            next: self.next,
        }
    }
}

impl<T> IntoIterator for Page<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

/// A page of what could be read, and what could not: see [`Query::salvage`](crate::Query::salvage).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Salvaged<T> {
    /// The items, in the order of the sort key.
    pub items: Vec<T>,
    /// Why each item between them could not be decoded, with the item
    /// [as it is stored](DecodeError::stored).
    pub failed: Vec<DecodeError>,
    /// Where to go on, for `after`; `None` where there is nothing more.
    pub next: Option<Cursor>,
}

/// The key DynamoDB stopped at.
pub(super) type LastKey = HashMap<String, AttributeValue>;

/// Sends a request page by page.
pub(super) struct Pager {
    pub(super) db: Db,
    /// The request of a page, but for its limit and start.
    pub(super) request: Request,
    pub(super) item: &'static str,
    /// Which of the items that DynamoDB gives are given on.
    pub(super) sieve: Sieve,
    pub(super) filtered: bool,
    /// Whether items have to be looked at to tell their types, also to count them.
    pub(super) inspected: bool,
    /// The collection whose members alone may be found.
    pub(super) unknown: Option<&'static CollectionSchema>,
    pub(super) page_size: Option<i32>,
    pub(super) asked: Asked,
    pub(super) meter: Option<Meter>,
    /// Where to go on; `None` at the start and after the end.
    pub(super) start: Option<LastKey>,
    pub(super) done: bool,
}

/// How much was asked for so far, where some of it may be left out.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked {
    /// The items of the last request.
    items: usize,
    /// The records of the last page, of a reader that leaves some out by itself.
    records: usize,
}

impl Pager {
    /// Reads one page of records, no more than are `wanted`; behind those it goes on then.
    pub(super) async fn next_page<T: Record>(
        &mut self,
        wanted: Option<usize>,
    ) -> Result<Records<T>, Error> {
        let limit = self.limit(wanted);
        self.sieve.wanted = wanted;
        let answer = self.send::<T>(limit, false).await?;
        let mut records = answer.records.named(self.sieve.keys[0]);
        if records.is_refused() {
            let Some(collection) = self.unknown else {
                unreachable!("only a collection refuses items of other types");
            };
            return Err(collection.refuses(None));
        }
        self.advance(records.take_cut().or(answer.last))?;
        Ok(records)
    }

    /// Counts the items, up to a limit.
    pub(super) async fn count<T: Record>(&mut self, limit: Option<usize>) -> Result<usize, Error> {
        let most = limit.unwrap_or(usize::MAX);
        let mut count = 0;
        while !self.done && count < most {
            let wanted = limit.map(|limit| limit - count);
            count += if self.sieve.check.is_some() || self.inspected {
                self.next_page::<T>(wanted).await?.whole()?.len()
            } else {
                self.count_page::<T>(wanted).await?
            };
        }
        Ok(count.min(most))
    }

    /// Counts one page without reading its items. Only where nothing is left to check on them.
    async fn count_page<T: Record>(&mut self, wanted: Option<usize>) -> Result<usize, Error> {
        let limit = self.limit(wanted);
        let answer = self.send::<T>(limit, true).await?;
        self.advance(answer.last)?;
        Ok(answer.count)
    }

    fn advance(&mut self, last: Option<LastKey>) -> Result<(), Error> {
        let last = last.filter(|key| !key.is_empty());
        if last.is_some() && last == self.start {
            let reason =
                "it ends at the key that the request began after, so reading on would not end";
            let error = DecodeError::because(reason);
            return Err(wire::unreadable(&Call::One(&self.request), error));
        }
        self.start = last;
        self.done = self.start.is_none();
        Ok(())
    }

    /// DynamoDB's own limit counts items before a filter. So that a read costs about what it gives,
    /// the first request asks for no more than are wanted, and each one after for twice as many as
    /// the one before, where that was not enough.
    fn limit(&mut self, wanted: Option<usize>) -> Option<i32> {
        self.page_size.or_else(|| {
            let mut asked = wanted?;
            if self.filtered || self.sieve.check.is_some() {
                asked = asked.max(self.asked.items.saturating_mul(2));
                self.asked.items = asked;
            }
            i32::try_from(asked).ok()
        })
    }

    /// How many records to read where so many are wanted and the reader may leave some out: twice as
    /// many as before, up to `most`, where those were not enough.
    pub(super) fn read_ahead(&mut self, wanted: usize, most: usize) -> usize {
        let doubled = self.asked.records.saturating_mul(2).min(most);
        self.asked.records = wanted.max(doubled);
        self.asked.records
    }

    async fn send<T: Record>(
        &mut self,
        limit: Option<i32>,
        counts: bool,
    ) -> Result<PageBody<T>, Error> {
        let body = self.body(limit, counts).await?;
        let page = PageBody::read(&body, &self.sieve)
            .map_err(|error| wire::unreadable(&Call::One(&self.request), error))?;
        if let Some(meter) = &self.meter {
            meter.add(page.units);
        }
        Ok(page)
    }

    /// Sends the request of the next page, and returns the body of its answer.
    async fn body(&mut self, limit: Option<i32>, counts: bool) -> Result<Bytes, Error> {
        let request = &mut self.request;
        // Kept here as well: after a failure the same page is asked for again.
        request.start.clone_from(&self.start);
        request.limit = limit;
        request.counts = counts;
        request.metered = self.meter.is_some();
        let (item, table, index) = (self.item, &request.table, request.index);
        let span = match request.operation {
            Operation::Scan => tracing::debug_span!("dynamo.scan", item, %table, index),
            _ => tracing::debug_span!("dynamo.query", item, %table, index),
        };
        let sent = wire::send(&self.db, Call::One(request)).instrument(span);
        sent.await.map_err(Refused::unconditional)
    }
}

/// What is read from a pager, up to a limit, and where it ended.
pub(super) struct Reading<R> {
    pub(super) records: R,
    /// Where to go on; `None` where there is nothing more.
    pub(super) end: Option<LastKey>,
}

/// Reads until `limit` records are there, or one page where there is no limit, or everything.
pub(super) async fn read<T: Record>(
    pager: &mut Pager,
    limit: Option<usize>,
    everything: bool,
) -> Result<Reading<Vec<T>>, Error> {
    let reading = salvage(pager, limit, everything).await?;
    Ok(Reading {
        records: reading.records.whole()?,
        end: reading.end,
    })
}

/// The same, with what is not of its type beside the records.
pub(super) async fn salvage<T: Record>(
    pager: &mut Pager,
    limit: Option<usize>,
    everything: bool,
) -> Result<Reading<Records<T>>, Error> {
    let mut records = Records::with_capacity(0);
    while !pager.done {
        let wanted = limit.map(|limit| limit - records.len());
        if wanted == Some(0) {
            break;
        }
        records.append(pager.next_page::<T>(wanted).await?);
        if limit.is_none() && !everything {
            break;
        }
    }
    let end = pager.start.take();
    Ok(Reading { records, end })
}
