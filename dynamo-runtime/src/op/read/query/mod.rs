//! Queries: the items of one partition, in the order of the sort key.

mod partition;
mod prepare;
mod shards;
mod spec;

pub(in crate::op) use self::prepare::Selected;
pub(in crate::op) use self::spec::{QuerySpec, QueryType, Unknown};

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;

use crate::db::Db;
use crate::error::Error;
use crate::expr::{Filterable, IntoCondition};
use crate::item::{Item, Record};
use crate::key::{Args, KeyError};
use crate::op::read::range::SortRange;
use crate::op::read::reading::only;
use crate::op::read::select::{Output, Row, SelectedView, ViewOf, Whole, WholeItem};
use crate::op::{Explanation, ItemStream, Page, Salvaged};
use crate::rules::CollectionSchema;
use crate::schema::QuerySchema;

/// A way to query items: the type parameter of [`Query`]. For the table itself it is the item type,
/// so `Order::query(…)` is a `Query<Order>`. Each query method of an index has a type of its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "expected an item that has a sort key, whose `query` it names",
    note = "a query of an index of `Order` is a `Query<impl QueryInfo<Item = Order, Output = Order>>`"
)]
pub trait QueryInfo: 'static {
    /// The item type.
    type Item: Item;
    /// The output of the query: the item, or the part of it that the index projects.
    type Output: Record + Send + Sync;
    /// The record that is decoded for each output.
    #[doc(hidden)]
    type Row: Row<Self::Output> + Send + Sync;
    /// The type that says which fields are in its keys: this one, or the first member of a
    /// collection.
    #[doc(hidden)]
    type Keys;
    /// The type that says which fields a range compares: `Keys`, or a type that has none for a
    /// collection with different sort keys.
    #[doc(hidden)]
    type Ranged;
    /// The types of the components of its partition key.
    #[doc(hidden)]
    type Partition;
    /// The name for errors: an item type or a collection.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The keys it reads by.
    const QUERY: QuerySchema;

    /// The item types it reads, if there are several.
    #[doc(hidden)]
    #[must_use]
    fn collection() -> Option<&'static CollectionSchema> {
        None
    }
}

/// A query that can be strongly consistent: of the table or of a local index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` queries a global index, which has no consistent reads",
    label = "remove `consistent()`, or query the table or a local index"
)]
pub trait ConsistentRead: QueryInfo {}

/// A query whose partition is spread over shards: its key has a component like `{user_id:shard(16)}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` reads one partition, which has no shards",
    label = "remove `in_shard`",
    note = "a partition is spread over 16 shards by a component like `{{user_id:shard(16)}}` in its key"
)]
pub trait ShardedQuery: QueryInfo {}

/// Reads the items of one partition: `Order::query(…)`, `Order::by_product(…)`.
///
/// Costs half a read unit per 4 KB that is read before filters, or a whole unit if it is
/// consistent.
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
/// let orders = Order::query("ada").range(Order::ID.ge(2)).all(&db).await?;
/// assert_eq!(orders.len(), 2);
///
/// // The two largest open orders, through an index.
/// let page = Order::by_status("open").descending().limit(2).send(&db).await?;
/// assert_eq!(page.items[0].total, 40);
///
/// let cheap = Order::query("ada").filter(Order::TOTAL.lt(20)).count(&db).await?;
/// assert_eq!(cheap, 1);
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Query<Q: QueryInfo, O = Whole> {
    /// Boxed: it is large, and every future that sends a query would hold it.
    pub(in crate::op) spec: Box<QuerySpec>,
    marker: PhantomData<fn() -> (Q, O)>,
}

impl<Q: QueryInfo, O: Output<Q>> Query<Q, O> {
    /// Narrows the sort key: compares its leading component, or fixes leading ones and compares the
    /// next. Items must be in all ranges: `.range(AT.ge(from)).range(AT.lt(to))`.
    ///
    /// Leave out components that the partition key already fixes; they are filled in for you.
    ///
    /// A range compares the component, not the text it is part of: `gt` leaves out equal values and
    /// `le` includes them, whatever follows in the key.
    pub fn range(mut self, range: impl SortRange<Q::Ranged>) -> Self {
        self.spec.narrow(None, range.into_bounds());
        self
    }

    /// Keeps only items for which a condition holds. If called several times, all conditions must
    /// hold.
    ///
    /// DynamoDB still reads, and bills, the items that are left out.
    #[doc(alias("where", "filter_expression"))]
    pub fn filter<C>(mut self, condition: C) -> Self
    where
        C: IntoCondition<Q::Item>,
        C::Fields: Filterable<Q::Keys>,
    {
        let condition = condition.into_condition().node;
        condition.require(&mut self.spec.filter);
        self
    }

    setters!(spec: pages);

    /// Reads in descending order of the sort key.
    #[doc(alias("desc", "reverse", "order_by", "sort", "scan_index_forward"))]
    pub fn descending(mut self) -> Self {
        self.spec.descending = true;
        self
    }

    /// Reads in ascending order of the sort key, which is the default.
    #[doc(alias("asc"))]
    pub fn ascending(mut self) -> Self {
        self.spec.descending = false;
        self
    }

    /// Reads one page: up to the [`limit`](Self::limit) if there is one, otherwise as much as
    /// DynamoDB returns at once, at most 1 MB.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`], [`Error::Encode`], [`Error::Expression`] or [`Error::Cursor`] before
    /// anything is sent; [`Error::Decode`] if a stored item does not fit its type, which
    /// [`salvage`](Self::salvage) avoids; and any error from the SDK.
    pub async fn send(self, db: &Db) -> Result<Page<O::Item>, Error> {
        let mut rows = Vec::new();
        let next = self.spec.page(db, O::attributes(), &mut rows).await?;
        Ok(Page::new(O::items(rows), next))
    }

    /// Reads every item, page after page, up to the [`limit`](Self::limit) if there is one.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn all(self, db: &Db) -> Result<Vec<O::Item>, Error> {
        let mut rows = Vec::new();
        let limit = self.spec.limit;
        let read = self.spec.read(db, O::attributes(), limit, &mut rows);
        read.await?;
        Ok(O::items(rows))
    }

    /// Reads the first item. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn first(self, db: &Db) -> Result<Option<O::Item>, Error> {
        let mut rows = Vec::new();
        let read = self.spec.read(db, O::attributes(), Some(1), &mut rows);
        read.await?;
        Ok(rows.pop().and_then(O::item))
    }

    /// Reads the only item; anything but exactly one item is an error.
    ///
    /// # Errors
    ///
    /// Returns [`Error::NotFound`] if there is none, [`Error::NotUnique`] if there are more, and
    /// the errors of [`send`](Self::send).
    pub async fn one(self, db: &Db) -> Result<O::Item, Error> {
        let mut rows = Vec::new();
        let read = self.spec.read(db, O::attributes(), Some(2), &mut rows);
        read.await?;
        only(O::items(rows), Q::NAME, Q::QUERY.method)
    }

    /// Counts the items, up to the [`limit`](Self::limit) if there is one. DynamoDB reads and bills
    /// them, but does not send them.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn count(self, db: &Db) -> Result<usize, Error> {
        let mut rows: Vec<O::Row> = Vec::new();
        self.spec.count(db, O::attributes(), &mut rows).await
    }

    /// Streams every item, holding one page at a time.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent. The
    /// stream yields the others, and goes on after an item that cannot be decoded.
    pub fn stream(self, db: &Db) -> Result<ItemStream<O::Item>, Error> {
        let limit = self.spec.limit;
        let pager = self.spec.into_pager(db, O::attributes())?;
        Ok(ItemStream::new::<Q, O>(pager, limit))
    }

    /// Makes the read strongly consistent: it sees every earlier write.
    pub fn consistent(mut self) -> Self
    where
        Q: ConsistentRead,
    {
        self.spec.consistent = true;
        self
    }

    /// Reads only one shard, by its number: the first is 0.
    ///
    /// A number that is out of range is an [`Error::Expression`] when the query is sent.
    pub fn in_shard(mut self, shard: u16) -> Self
    where
        Q: ShardedQuery,
    {
        if let Ok(partition) = &mut self.spec.partition {
            partition.in_shard(shard);
        }
        self
    }

    setters!(spec: visible, meter, rate);

    /// Reads one page like [`send`](Self::send), but does not fail if an item cannot be decoded:
    /// returns the errors along with the other items.
    ///
    /// The [`limit`](Self::limit) counts the items that could be decoded.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send), except [`Error::Decode`].
    pub async fn salvage(self, db: &Db) -> Result<Salvaged<O::Item>, Error> {
        let mut rows = Vec::new();
        let (failed, next) = self.spec.salvage(db, O::attributes(), &mut rows).await?;
        Ok(Salvaged::new(O::items(rows), failed, next))
    }

    /// Explains the operation without sending it: its request as text, and its minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.spec.explain(db, O::attributes())
    }

    /// Returns the SDK's own request, for anything that this library does not cover.
    ///
    /// A request reads one partition: if the query is spread over shards, choose one with
    /// [`in_shard`](Self::in_shard).
    ///
    /// The SDK applies no limit after filters, and does not leave out items just outside a
    /// [`range`](Self::range) of text components; [`send`](Self::send) does.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`], [`Error::Encode`], [`Error::Expression`], [`Error::Cursor`] or
    /// [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<QueryFluentBuilder, Error> {
        self.spec.into_sdk(db, O::attributes())
    }
}

impl<Q: QueryInfo> Query<Q> {
    /// Builds the partition key from the arguments of the generated method.
    #[doc(hidden)]
    pub fn from_args(checked: Result<(), KeyError>, args: &Args<'_>) -> Self {
        Box::new(QuerySpec::new(QueryType::of::<Q>(), checked, args)).into()
    }

    /// Reads only the fields of a view. DynamoDB still bills for the whole items.
    pub fn select<V: ViewOf<Q::Item>>(self) -> Query<Q, SelectedView<V>>
    where
        Q::Output: WholeItem<Q::Item>,
    {
        self.spec.into()
    }
}

impl<Q: QueryInfo, O> From<Box<QuerySpec>> for Query<Q, O> {
    fn from(spec: Box<QuerySpec>) -> Self {
        Self {
            spec,
            marker: PhantomData,
        }
    }
}

impl<Q: QueryInfo, O> Clone for Query<Q, O> {
    fn clone(&self) -> Self {
        self.spec.clone().into()
    }
}
