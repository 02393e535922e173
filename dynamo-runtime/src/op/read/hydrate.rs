//! Fetching the whole items behind the rows of an index that holds only a part of them.

use std::collections::VecDeque;
use std::marker::PhantomData;

use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, Record};
use crate::key::{Components, Key, KeyPart, KeyValue, PlainKey, PrimaryKey};
use crate::op::explain::Step;
use crate::op::read::pager::{LastKey, Pager};
use crate::op::read::query::{Query, QueryInfo, QuerySpec};
use crate::op::read::reading::{next, only, page_limit};
use crate::op::read::select::{Output, Whole, key_specs};
use crate::op::visible::Visible;
use crate::op::{Explanation, ItemStream, Meter, Page};

/// The part of an item that an index holds, if it does not hold all of it. Generated beside the
/// item.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is read whole already",
    label = "`hydrate` is for an index that projects a part of its items; remove it"
)]
pub trait Projected: Record {
    /// The item it is a part of.
    type Item: Item;
}

impl<Q: QueryInfo> Query<Q> {
    /// Reads the whole items instead of the parts that the index holds, in the order of the index.
    ///
    /// The items are fetched from the table in batches, one page of the index at a time. Items that
    /// were removed since, or are deleted or expired, are left out; a limit counts the others.
    ///
    /// Costs the same as the query, plus half a read unit per 4 KB of each item.
    pub fn hydrate(self) -> Hydrate<Q>
    where
        Q::Output: Projected<Item = Q::Item>,
    {
        Hydrate {
            visible: self.spec.visible,
            // The index may lack the attributes that hide an item; the items have them.
            query: self.include_deleted().include_expired().spec,
            marker: PhantomData,
        }
    }
}

/// Reads the whole items that an index leads to: `Order::children_of(…).hydrate()`.
#[must_use = "an operation does nothing until it is sent"]
pub struct Hydrate<Q: QueryInfo> {
    query: QuerySpec,
    visible: Visible,
    marker: PhantomData<fn() -> Q>,
}

impl<Q: QueryInfo> Hydrate<Q> {
    setters!(visible);

    /// Explains the operation without sending it: its requests as text, and their cost at least.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let (of, visible) = (self.query.of.item, self.visible);
        let table = db.table_of(of)?;
        let fetch = Step::together("BatchGetItem", &[&table])
            .reading(0, false)
            .with_part("keys", "of the items found, up to 100 per request")
            .guarded(of, visible);
        Ok(self.query.explain(db, None)?.then(fetch))
    }

    /// Reads one page: up to the limit if there is one, otherwise one page of the index and its
    /// items.
    ///
    /// # Errors
    ///
    /// The same as [`Query::send`] and [`Db::batch_get`].
    pub async fn send(self, db: &Db) -> Result<Page<Q::Item>, Error> {
        let limit = page_limit(Q::NAME, self.query.limit)?;
        let fingerprint = self.query.fingerprint(db)?;
        let fetch = self.fetch(db);
        let mut pager = self.query.into_pager(db, None)?;
        let reading = match limit {
            Some(limit) => fetch.up_to::<Q>(&mut pager, limit).await?,
            None => fetch.pages::<Q>(&mut pager, false).await?,
        };
        let next = next(reading.end, fingerprint, db)?;
        Ok(Page::new(reading.records, next))
    }

    /// Reads every item, page after page, up to the limit if there is one.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn all(self, db: &Db) -> Result<Vec<Q::Item>, Error> {
        let limit = self.query.limit;
        let fetch = self.fetch(db);
        let mut pager = self.query.into_pager(db, None)?;
        let reading = match limit {
            Some(limit) => fetch.up_to::<Q>(&mut pager, limit).await?,
            None => fetch.pages::<Q>(&mut pager, true).await?,
        };
        Ok(reading.records)
    }

    /// Reads the first item. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn first(self, db: &Db) -> Result<Option<Q::Item>, Error> {
        // An item that is left out is not the first.
        let mut items = self.stream_of(db, Some(1))?;
        items.next().await.transpose()
    }

    /// Reads the only item; anything but exactly one item is an error.
    ///
    /// # Errors
    ///
    /// Returns [`Error::NotFound`] if there is none, [`Error::NotUnique`] if there are more, and
    /// the errors of [`send`](Self::send).
    pub async fn one(self, db: &Db) -> Result<Q::Item, Error> {
        let mut items = self.stream_of(db, Some(2))?;
        let first = items.next().await.transpose()?;
        let second = items.next().await.transpose()?;
        let found = first.into_iter().chain(second).collect();
        only(found, Q::NAME, Q::QUERY.method)
    }

    /// Streams every item, holding one page at a time.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent; the
    /// stream yields the others.
    pub fn stream(self, db: &Db) -> Result<ItemStream<Q::Item>, Error> {
        let limit = self.query.limit;
        self.stream_of(db, limit)
    }

    fn stream_of(self, db: &Db, limit: Option<usize>) -> Result<ItemStream<Q::Item>, Error> {
        let fetch = self.fetch(db);
        let pager = self.query.into_pager(db, None)?;
        Ok(ItemStream::by(pager, limit, move |pager, wanted| {
            Box::pin(take::<Q>(pager, wanted, fetch.clone()))
        }))
    }

    fn fetch(&self, db: &Db) -> Fetch {
        Fetch {
            db: db.clone(),
            visible: self.visible,
            consistent: self.query.consistent,
            meter: self.query.meter.clone(),
        }
    }
}

type WholeRow<Q> = <Whole as Output<Q>>::Row;

/// The most rows of an index to read at once for a limit: as many items as one request fetches.
const MOST_AHEAD: usize = 100;

/// A page of the index, and the items in it.
async fn take<Q: QueryInfo>(
    mut pager: Box<Pager>,
    wanted: Option<usize>,
    fetch: Fetch,
) -> crate::op::read::stream::Taken<Q::Item> {
    let ahead = wanted.map(|wanted| pager.records_to_read(wanted, MOST_AHEAD));
    let mut rows: Vec<WholeRow<Q>> = Vec::new();
    let items = match pager.next_whole_page(ahead, &mut rows).await {
        Ok(()) => fetch.items::<Q::Item, _>(&rows).await,
        Err(error) => Err(error),
    };
    let items = items.map(|items| items.into_iter().flatten().collect());
    (pager, items.map(|items| (items, VecDeque::new())))
}

/// Rows read from an index, and where they ended.
struct IndexRows<R> {
    records: R,
    /// Where to continue; `None` if there is nothing more.
    end: Option<LastKey>,
}

/// How the items are fetched.
#[derive(Clone)]
pub(super) struct Fetch {
    pub(super) db: Db,
    pub(super) visible: Visible,
    pub(super) consistent: bool,
    pub(super) meter: Option<Meter>,
}

impl Fetch {
    /// One page of the index, or all of them, and the items in it.
    async fn pages<Q: QueryInfo>(
        &self,
        pager: &mut Pager,
        everything: bool,
    ) -> Result<IndexRows<Vec<Q::Item>>, Error> {
        let mut records = Vec::new();
        if everything {
            pager.ahead.set(1);
        }
        while !pager.done {
            // The next page of the index is requested while the items of this one are read.
            let mut rows: Vec<WholeRow<Q>> = Vec::new();
            pager.next_whole_page(None, &mut rows).await?;
            let items = self.items::<Q::Item, _>(&rows).await?;
            records.extend(items.into_iter().flatten());
            if !everything {
                break;
            }
        }
        let end = pager.start.take();
        Ok(IndexRows { records, end })
    }

    /// Reads the index until this many items are found.
    async fn up_to<Q: QueryInfo>(
        &self,
        pager: &mut Pager,
        limit: usize,
    ) -> Result<IndexRows<Vec<Q::Item>>, Error> {
        let mut records = Vec::new();
        let mut last = None;
        while !pager.done && records.len() < limit {
            let ahead = pager.records_to_read(limit - records.len(), MOST_AHEAD);
            let mut rows: Vec<Placed<Q>> = Vec::new();
            pager.next_whole_page(Some(ahead), &mut rows).await?;
            let items = self.items::<Q::Item, _>(&rows).await?;
            for (row, item) in rows.into_iter().zip(items) {
                let Some(item) = item else { continue };
                if records.len() == limit {
                    return Ok(IndexRows { records, end: last });
                }
                records.push(item);
                last = Some(row.keys);
            }
        }
        let end = pager.start.take();
        Ok(IndexRows { records, end })
    }

    /// The items whose keys are in the rows of an index, in the same order.
    pub(super) async fn items<T: Item, R: Record>(
        &self,
        rows: &[R],
    ) -> Result<Vec<Option<T>>, Error> {
        let key = |row: &R| match row.found_key() {
            Some((pk, sk)) => {
                let (pk, sk) = (pk.clone(), sk.cloned());
                Key::<T>::from(PlainKey::from(PrimaryKey { pk, sk }))
            }
            None => Key::<T>::from_components(row),
        };
        let keys = rows.iter().map(key);
        let mut batch = self.db.batch_get(keys.collect::<Vec<_>>());
        if self.consistent {
            batch = batch.consistent();
        }
        if self.visible.deleted {
            batch = batch.include_deleted();
        }
        if self.visible.expired {
            batch = batch.include_expired();
        }
        if let Some(meter) = &self.meter {
            batch = batch.meter(meter);
        }
        batch.await
    }
}

/// A row of an index, and the keys it was found under.
struct Placed<Q: QueryInfo> {
    row: WholeRow<Q>,
    keys: LastKey,
}

impl<Q: QueryInfo> Components for Placed<Q> {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        self.row.component(field)
    }
}

impl<Q: QueryInfo> Record for Placed<Q> {
    const NAME: &'static str = <WholeRow<Q> as Record>::NAME;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let names: Vec<_> = key_specs::<Q>().map(|spec| spec.attribute).collect();
        let mut keys = LastKey::new();
        from.peek_attributes(
            |name| names.iter().find(|known| **known == name),
            |name, value| drop(keys.insert((*name).to_owned(), value)),
        )?;
        let row = WholeRow::<Q>::decode(from)?;
        Ok(Self { row, keys })
    }

    fn is_foreign(&self) -> bool {
        self.row.is_foreign()
    }

    fn found_key(&self) -> Option<(&KeyValue, Option<&KeyValue>)> {
        self.row.found_key()
    }
}

impl<Q: QueryInfo> Clone for Hydrate<Q> {
    fn clone(&self) -> Self {
        Self {
            query: self.query.clone(),
            visible: self.visible,
            marker: PhantomData,
        }
    }
}
