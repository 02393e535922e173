//! Fetching the whole items behind the rows of an index that holds only a part of them.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, Record};
use crate::key::{Key, PlainKey, PrimaryKey};
use crate::op::batch::{FoundRows, List};
use crate::op::read::fetch::{Fetch, HydrateSpec, Hydrated};
use crate::op::read::pager::Pager;
use crate::op::read::query::{Query, QueryInfo};
use crate::op::read::reading::only;
use crate::op::read::rows::Rows;
use crate::op::read::stream::Taken;
use crate::op::{Explanation, ItemStream, Page};

/// The part of an item that an index holds, if it does not hold all of it. Generated next to the
/// item.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is read whole already",
    label = "`hydrate` is for an index that projects a part of its items; remove it"
)]
pub trait Projected: Record + Send + Sync {
    /// The item it is a part of.
    type Item;
}

/// The trait that a part of an item would need to be written; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is the part of an item that an index holds; only whole items are written",
    label = "write `.hydrate()` after the query, which reads whole items",
    note = "`to_key()` returns the key of the item, as in `part.to_key().update()`"
)]
pub trait WrittenPart {
    /// The operation.
    type Operation;
}

impl<Q: QueryInfo> Query<Q> {
    /// Reads the whole items instead of the parts that the index holds, in the order of the index.
    ///
    /// The items are fetched from the table in batches, one page of the index at a time. Items that
    /// were removed since, or are deleted or expired, are left out; a limit counts the others.
    ///
    /// Costs as much as the query, plus half a read unit per 4 KB of each item.
    pub fn hydrate(self) -> Hydrate<Q>
    where
        Q::Output: Projected<Item = Q::Item>,
    {
        let spec = HydrateSpec {
            visible: self.spec.visible,
            // The index may lack the attributes that hide an item; the items have them.
            query: self.include_deleted().include_expired().spec,
        };
        Hydrate {
            spec,
            marker: PhantomData,
        }
    }
}

/// Reads the whole items that an index leads to: `Order::children_of(…).hydrate()`.
#[must_use = "an operation does nothing until it is sent"]
pub struct Hydrate<Q: QueryInfo> {
    spec: HydrateSpec,
    marker: PhantomData<fn() -> Q>,
}

impl<Q: QueryInfo> Hydrate<Q> {
    setters!(spec: visible);

    /// Explains the operation without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.spec.explain(db)
    }

    /// Reads one page: up to the limit if there is one, otherwise one page of the index and its
    /// items.
    ///
    /// # Errors
    ///
    /// The same as [`Query::send`] and [`Db::batch_get`].
    pub async fn send(self, db: &Db) -> Result<Page<Q::Item>, Error> {
        let mut items = HydratedRows::<Q>::new();
        let next = self.spec.page(db, &mut items).await?;
        Ok(Page::new(items.items, next))
    }

    /// Reads every item, page after page, up to the limit if there is one.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn all(self, db: &Db) -> Result<Vec<Q::Item>, Error> {
        let limit = self.spec.query.limit;
        self.read(db, limit).await
    }

    /// Reads the first item. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn first(self, db: &Db) -> Result<Option<Q::Item>, Error> {
        // An item that is left out is not the first.
        Ok(self.read(db, Some(1)).await?.pop())
    }

    /// Reads the only item; anything but exactly one item is an error.
    ///
    /// # Errors
    ///
    /// Returns [`Error::NotFound`] if there is none, [`Error::NotUnique`] if there are more, and
    /// the errors of [`send`](Self::send).
    pub async fn one(self, db: &Db) -> Result<Q::Item, Error> {
        only(self.read(db, Some(2)).await?, Q::NAME, Q::QUERY.method)
    }

    /// Streams every item, holding one page at a time.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent; the
    /// stream yields the others.
    pub fn stream(self, db: &Db) -> Result<ItemStream<Q::Item>, Error> {
        let limit = self.spec.query.limit;
        let (pager, fetch) = self.spec.begin(db)?;
        Ok(ItemStream::by(pager, limit, move |pager, wanted| {
            Box::pin(take::<Q>(pager, wanted, fetch.clone()))
        }))
    }

    async fn read(self, db: &Db, limit: Option<usize>) -> Result<Vec<Q::Item>, Error> {
        let mut items = HydratedRows::<Q>::new();
        self.spec.read(db, limit, &mut items).await?;
        Ok(items.items)
    }
}

/// Reads a page of the index, and the items in it.
async fn take<Q: QueryInfo>(
    mut pager: Box<Pager>,
    wanted: Option<usize>,
    fetch: Fetch,
) -> Taken<Q::Item> {
    let mut items = HydratedRows::<Q>::new();
    let read = fetch.page(&mut pager, wanted, &mut items).await;
    (pager, read.map(|()| (items.items, Vec::new())))
}

/// The rows of a query, and the items behind them.
pub(super) struct HydratedRows<Q: QueryInfo> {
    rows: Vec<Q::Row>,
    found: Arc<FoundRows<Q::Item>>,
    pub(super) items: Vec<Q::Item>,
}

impl<Q: QueryInfo> HydratedRows<Q> {
    pub(super) fn new() -> Self {
        Self {
            rows: Vec::new(),
            found: Arc::new(FoundRows::new(Vec::new())),
            items: Vec::new(),
        }
    }
}

impl<Q: QueryInfo> Hydrated for HydratedRows<Q> {
    fn rows(&mut self) -> &mut dyn Rows {
        &mut self.rows
    }

    fn keys(&mut self) -> Arc<dyn List> {
        let keys = self.rows.drain(..).map(|row| item_key(&row));
        self.found = Arc::new(FoundRows::new(keys.collect()));
        self.found.clone()
    }

    fn count(&self) -> usize {
        self.items.len()
    }

    fn take(&mut self, keys: usize) {
        let found = self.found.take().into_iter().take(keys);
        self.items.extend(found.flatten());
    }
}

/// The key of the item that a row leads to.
fn item_key<T: Item>(row: &impl Record) -> Key<T> {
    match row.found_key() {
        Some((pk, sk)) => {
            let (pk, sk) = (pk.clone(), sk.cloned());
            PlainKey::from(PrimaryKey { pk, sk }).into()
        }
        None => Key::from_components(row),
    }
}

impl<Q: QueryInfo> Clone for Hydrate<Q> {
    fn clone(&self) -> Self {
        Self {
            spec: self.spec.clone(),
            marker: PhantomData,
        }
    }
}
