//! Pages: the loop behind queries and scans.

use crate::codec::DecodeError;
use crate::cursor::Cursor;
use crate::db::Db;
use crate::error::Error;
use crate::item::Record;
use crate::op::Meter;
use crate::op::read::ahead::Ahead;
use crate::op::read::merge::Merge;
use crate::op::read::page_body::PageBody;
use crate::op::read::rows::{Failed, Rows, none_failed};
use crate::op::read::sieve::Sieve;
use crate::rules::CollectionSchema;
use crate::schema::QuerySchema;
use crate::wire::{self, Attributes, Call, Request};

/// A page of items, and where the next one begins.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Debug, Clone, PartialEq, Item)]
/// # #[table(name = "orders", pk = "customer", sk = "id")]
/// # #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// # struct Order { customer: String, id: u32, status: String, total: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Order>().await?;
/// # for (id, total) in [(1, 40), (2, 10), (3, 25)] {
/// #     Order { customer: "ada".into(), id, status: "open".into(), total }.create().send(&db).await?;
/// # }
/// let page = Order::query("ada").limit(2).send(&db).await?;
/// assert_eq!(page.items.len(), 2);
///
/// let rest = Order::query("ada").limit(2).after(page.next).send(&db).await?;
/// assert_eq!(rest.items.len(), 1);
/// assert!(rest.next.is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The items, in the order of the sort key.
    pub items: Vec<T>,
    /// Where to continue: pass it to `after`. `None` if there is nothing more.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    pub(in crate::op) fn new(items: Vec<T>, next: Option<Cursor>) -> Self {
        Self { items, next }
    }

    /// Returns the page with every item transformed by a function.
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

/// A page of the items that could be decoded, and the errors of those that could not: see
/// [`Query::salvage`](crate::Query::salvage).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Salvaged<T> {
    /// The items, in the order of the sort key.
    pub items: Vec<T>,
    /// Why each item between them could not be decoded, with the item
    /// [as it is stored](DecodeError::stored).
    pub failed: Vec<DecodeError>,
    /// Where to continue: pass it to `after`. `None` if there is nothing more.
    pub next: Option<Cursor>,
}

impl<T> Salvaged<T> {
    pub(in crate::op) fn new(items: Vec<T>, failed: Vec<Failed>, next: Option<Cursor>) -> Self {
        Self {
            items,
            failed: failed.into_iter().map(|failed| failed.error).collect(),
            next,
        }
    }
}

impl<T: Record + Send> Salvaged<T> {
    /// Reads the items of a response to a query or scan in DynamoDB's JSON, such as the output of
    /// `aws dynamodb query` or a response that a test has recorded. The page has no cursor.
    ///
    /// ```
    /// # use dynamo_runtime::{Error, Item};
    /// # use dynamo_runtime::op::Salvaged;
    /// # #[derive(Debug, Item)]
    /// # #[table(name = "orders", pk = "customer", sk = "id")]
    /// # struct Order { customer: String, id: u32 }
    /// # fn main() -> Result<(), Error> {
    /// let output = r#"{ "Items": [{ "customer": { "S": "ada" }, "id": { "N": "7" } }] }"#;
    /// let orders = Salvaged::<Order>::from_json(output.as_bytes())?;
    /// assert_eq!(orders.items[0].id, 7);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Error::Decode`] if it is not such a response.
    pub fn from_json(body: &[u8]) -> Result<Self, Error> {
        const KEYS: QuerySchema = QuerySchema {
            method: "from_json",
            index: None,
            scan: None,
            when: None,
            pk: &[],
            sk: &[],
        };
        let mut items = Vec::new();
        let page = PageBody::read(body, &Sieve::open([&KEYS, &KEYS]), &mut items)
            .map_err(|error| Error::decode(T::NAME, error))?;
        let failed = page.failed.into_iter();
        let failed = failed.map(|Failed { after, error }| Failed {
            after,
            error: error.with_item(T::NAME),
        });
        Ok(Self::new(items, failed.collect(), None))
    }
}

/// The key DynamoDB stopped at.
pub(in crate::op) type LastKey = Attributes;

/// Sends a request page by page.
pub(in crate::op) struct Pager {
    pub(in crate::op) db: Db,
    /// The request of a page, without its limit and start.
    pub(in crate::op) request: Request,
    /// Decides which of the items DynamoDB sends are returned.
    pub(in crate::op) sieve: Sieve,
    pub(in crate::op) filtered: bool,
    /// Whether items have to be inspected to know their types, even to count them.
    pub(in crate::op) inspected: bool,
    /// The collection, if items that are none of its members are refused.
    pub(in crate::op) unknown: Option<&'static CollectionSchema>,
    pub(in crate::op) page_size: Option<i32>,
    pub(in crate::op) asked: Asked,
    pub(in crate::op) meter: Option<Meter>,
    pub(in crate::op) ahead: Ahead,
    /// The shards that are read together, if there are several.
    pub(in crate::op) merge: Option<Merge>,
    /// Where to continue; `None` at the start and after the end.
    pub(in crate::op) start: Option<LastKey>,
    pub(in crate::op) done: bool,
}

/// How much was requested so far, if some items may be left out.
#[derive(Clone, Copy, Default)]
pub(in crate::op) struct Asked {
    /// The number of items the last request asked for.
    items: usize,
    /// The number of records of the last page, for a reader that leaves some out itself.
    records: usize,
}

impl Pager {
    /// Reads one page of records into `rows`, no more than `wanted`, and continues after those next
    /// time. Returns the items that could not be decoded.
    pub(in crate::op) async fn next_page(
        &mut self,
        wanted: Option<usize>,
        rows: &mut dyn Rows,
    ) -> Result<Vec<Failed>, Error> {
        if self.merge.is_some() {
            return self.next_merged(wanted, rows).await;
        }
        let limit = self.limit(wanted);
        self.sieve.wanted = wanted;
        // Nothing is read past a limit.
        let body = self.next_body(limit, wanted.is_none()).await?;
        self.read_body(&body, rows)
    }

    /// The same, but fails if an item could not be decoded.
    pub(in crate::op) async fn next_whole_page(
        &mut self,
        wanted: Option<usize>,
        rows: &mut dyn Rows,
    ) -> Result<(), Error> {
        none_failed(self.next_page(wanted, rows).await?)
    }

    /// Reads the body of a page, and moves past it.
    fn read_body(&mut self, body: &[u8], rows: &mut dyn Rows) -> Result<Vec<Failed>, Error> {
        let page = self.page(body, rows)?;
        if page.refused {
            let Some(collection) = self.unknown else {
                unreachable!("only a collection refuses items of other types");
            };
            return Err(collection.refuses(None));
        }
        self.advance(page.cut.or(page.last))?;
        Ok(self.named(page.failed, rows.name()))
    }

    /// Adds the type to the errors of items that failed, and the keys to find them by.
    pub(super) fn named(&self, failed: Vec<Failed>, item: &'static str) -> Vec<Failed> {
        let keys = self.sieve.keys[0];
        let named = |Failed { after, error }| Failed {
            after,
            error: error.with_item(item).with_keys(keys.key_names().collect()),
        };
        failed.into_iter().map(named).collect()
    }

    /// Counts the items, up to a limit; `rows` decode their type.
    pub(in crate::op) async fn count(
        &mut self,
        limit: Option<usize>,
        rows: &mut dyn Rows,
    ) -> Result<usize, Error> {
        if self.merge.is_some() {
            return self.count_merged(limit, rows).await;
        }
        let most = limit.unwrap_or(usize::MAX);
        let mut count = 0;
        while !self.done && count < most {
            let wanted = limit.map(|limit| limit - count);
            count += if self.sieve.check.is_some() || self.inspected {
                rows.empty();
                self.next_whole_page(wanted, rows).await?;
                rows.count()
            } else {
                self.count_page(wanted, rows).await?
            };
        }
        Ok(count.min(most))
    }

    /// Counts one page without reading its items. Only valid if nothing is left to check on them.
    async fn count_page(
        &mut self,
        wanted: Option<usize>,
        rows: &mut dyn Rows,
    ) -> Result<usize, Error> {
        let limit = self.limit(wanted);
        let body = self.body(limit, true).await?;
        let page = self.page(&body, rows)?;
        self.advance(page.last)?;
        Ok(page.count)
    }

    /// Reads until there are `limit` records, or one page if there is no limit, or everything.
    /// Returns the items that could not be decoded.
    pub(in crate::op) async fn read(
        &mut self,
        limit: Option<usize>,
        everything: bool,
        rows: &mut dyn Rows,
    ) -> Result<Vec<Failed>, Error> {
        let mut failed = Vec::new();
        if everything {
            self.ahead.set(1);
        }
        while !self.done {
            let wanted = limit.map(|limit| limit - rows.count());
            if wanted == Some(0) {
                break;
            }
            failed.extend(self.next_page(wanted, rows).await?);
            if limit.is_none() && !everything {
                break;
            }
        }
        Ok(failed)
    }

    fn advance(&mut self, last: Option<LastKey>) -> Result<(), Error> {
        let last = last.filter(|key| !key.is_empty());
        if last.is_some() && last == self.start {
            return Err(wire::unreadable(&Call::One(&self.request), endless()));
        }
        self.start = last;
        self.done = self.start.is_none();
        Ok(())
    }

    /// DynamoDB's own limit counts items before a filter. To keep the cost of a read near what it
    /// returns, the first request asks for no more than are wanted, and each later one for twice as
    /// many as the one before.
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

    /// How many records to read if this many are wanted and the reader may leave some out: twice as
    /// many as before, up to `most`, if those were not enough.
    pub(in crate::op) fn records_to_read(&mut self, wanted: usize, most: usize) -> usize {
        let doubled = self.asked.records.saturating_mul(2).min(most);
        self.asked.records = wanted.max(doubled);
        self.asked.records
    }

    /// The request of the first page, for callers who send it themselves.
    pub(in crate::op) fn only_request(
        self,
        limit: Option<usize>,
        page_size: Option<i32>,
    ) -> Request {
        let mut request = self.request;
        request.limit = page_size.or_else(|| limit.and_then(|limit| i32::try_from(limit).ok()));
        request.start = self.start;
        request
    }

    fn page(&self, body: &[u8], rows: &mut dyn Rows) -> Result<PageBody, Error> {
        let page = PageBody::read(body, &self.sieve, rows)
            .map_err(|error| wire::unreadable(&Call::One(&self.request), error))?;
        if let Some(meter) = &self.meter {
            meter.add(page.units);
        }
        Ok(page)
    }
}

/// A page that ends where it began.
pub(super) fn endless() -> DecodeError {
    DecodeError::because(
        "it ends at the key that the request began after, so reading on would not end",
    )
}
