//! Scans: every item of a type, across the whole table or index.

mod prepare;

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use crate::cursor::Cursor;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{IntoCondition, Node};
use crate::item::{Item, ItemType};
use crate::op::read::query::QueryInfo;
use crate::op::read::reading::only;
use crate::op::read::select::{
    ConsistentScan, Indexed, Output, Scanned, SelectedView, ViewOf, Whole, WholeItem,
};
use crate::op::visible::Visible;
use crate::op::{Explanation, ItemStream, Meter, Page, Salvaged};
use crate::schema::QuerySchema;

/// Reads every item of a type: `Order::scan()`, or the scan method of an index.
///
/// DynamoDB reads and bills the whole table or index, whereas a query reads one partition.
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
/// let large = Order::scan().filter(Order::TOTAL.gt(20)).all(&db).await?;
/// assert_eq!(large.len(), 2);
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Scan<T, O = Whole> {
    pub(in crate::op) spec: ScanSpec,
    marker: PhantomData<fn() -> (T, O)>,
}

/// A scan, whatever the item type.
#[derive(Clone)]
pub(in crate::op) struct ScanSpec {
    pub(in crate::op) of: &'static ItemType,
    filter: Option<Node>,
    /// Whether items of all types are returned.
    pub(in crate::op) any_type: bool,
    /// The generated method.
    method: &'static str,
    /// The keys of the index; `None` for the table itself.
    pub(in crate::op) index: Option<&'static QuerySchema>,
    pub(in crate::op) consistent: bool,
    pub(in crate::op) visible: Visible,
    pub(in crate::op) limit: Option<usize>,
    pub(in crate::op) page_size: Option<i32>,
    pub(in crate::op) segment: Option<(i32, i32)>,
    pub(in crate::op) after: Option<Cursor>,
    pub(in crate::op) meter: Option<Meter>,
}

impl ScanSpec {
    fn new(
        of: &'static ItemType,
        method: &'static str,
        index: Option<&'static QuerySchema>,
    ) -> Self {
        Self {
            of,
            filter: None,
            any_type: false,
            method,
            index,
            consistent: false,
            visible: Visible::default(),
            limit: None,
            page_size: None,
            segment: None,
            after: None,
            meter: None,
        }
    }

    /// Reads items of all types, including deleted and expired ones.
    pub(in crate::op) fn of_any_type(of: &'static ItemType) -> Self {
        Self {
            any_type: true,
            visible: Visible::ALL,
            ..Self::new(of, "scan", None)
        }
    }

    pub(in crate::op) fn set_page_size(&mut self, size: u32) {
        self.page_size = Some(i32::try_from(size.max(1)).unwrap_or(i32::MAX));
    }

    pub(in crate::op) fn require(&mut self, node: Node) {
        node.require(&mut self.filter);
    }

    /// Reads one segment.
    pub(in crate::op) fn read_segment(&mut self, segment: u32, total: u32) {
        let number = |value| i32::try_from(value).unwrap_or(i32::MAX);
        self.segment = Some((number(segment), number(total)));
    }

    /// The limit of a scan that is read in segments.
    pub(in crate::op) fn limit_of_all(&self) -> Result<Option<usize>, Error> {
        let refused = if self.segment.is_some() {
            "`segment` reads one part of the table and `parallel` all of them"
        } else if self.after.is_some() {
            "a cursor belongs to one scan; use `resume` with a checkpoint"
        } else {
            return Ok(self.limit);
        };
        Err(Error::Expression {
            item: self.of.name(),
            reason: refused.to_owned(),
        })
    }
}

impl<T: Item, O: Output<Scanned<T>>> Scan<T, O> {
    /// Keeps only items for which a condition holds. If called several times, all conditions must
    /// hold.
    pub fn filter(mut self, condition: impl IntoCondition<T>) -> Self {
        self.spec.require(condition.into_condition().node);
        self
    }

    setters!(spec: pages);

    /// Reads one page: up to the [`limit`](Self::limit) if there is one, otherwise as much as
    /// DynamoDB returns at once, at most 1 MB.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Encode`], [`Error::Expression`] or [`Error::Cursor`] before anything is
    /// sent; [`Error::Decode`] if a stored item does not fit its type, which
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

    /// Reads the first item that DynamoDB finds. Returns `None` if there is none.
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
        let method = self.spec.method;
        let read = self.spec.read(db, O::attributes(), Some(2), &mut rows);
        read.await?;
        only(O::items(rows), T::SCHEMA.name, method)
    }

    /// Counts the items, up to the [`limit`](Self::limit) if there is one. DynamoDB reads and bills
    /// them, but does not send them.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn count(self, db: &Db) -> Result<usize, Error> {
        let mut rows: Vec<O::Row> = Vec::new();
        self.spec.count(db, &mut rows).await
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
        Ok(ItemStream::new::<Scanned<T>, O>(pager, limit))
    }

    /// Makes the read strongly consistent: it sees every earlier write.
    pub fn consistent(mut self) -> Self
    where
        O: ConsistentScan,
    {
        self.spec.consistent = true;
        self
    }

    /// Reads one of `total` segments, counted from zero, so that several can be read at once.
    pub fn segment(mut self, segment: u32, total: u32) -> Self {
        self.spec.read_segment(segment, total);
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
    /// # Errors
    ///
    /// Returns [`Error::Encode`], [`Error::Expression`], [`Error::Cursor`] or
    /// [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<ScanFluentBuilder, Error> {
        self.spec.into_sdk(db, O::attributes())
    }
}

impl<T: Item> Scan<T> {
    pub(crate) fn new() -> Self {
        ScanSpec::new(ItemType::of::<T>(), "scan", None).into()
    }

    /// Reads only the fields of a view. DynamoDB still bills for the whole items.
    pub fn select<V: ViewOf<T>>(self) -> Scan<T, SelectedView<V>> {
        self.spec.into()
    }
}

impl<T: Item, Q: QueryInfo<Item = T>> Scan<T, Indexed<Q>> {
    /// Scans the index of the generated method with this name.
    #[doc(hidden)]
    pub fn of_index(method: &'static str) -> Self {
        ScanSpec::new(ItemType::of::<T>(), method, Some(const { &Q::QUERY })).into()
    }

    /// Reads only the fields of a view. DynamoDB still bills for the whole items.
    pub fn select<V: ViewOf<T>>(self) -> Scan<T, Indexed<Q, SelectedView<V>>>
    where
        Q::Output: WholeItem<T>,
    {
        self.spec.into()
    }
}

impl<T, O> From<ScanSpec> for Scan<T, O> {
    fn from(spec: ScanSpec) -> Self {
        Self {
            spec,
            marker: PhantomData,
        }
    }
}

impl<T, O> Clone for Scan<T, O> {
    fn clone(&self) -> Self {
        self.spec.clone().into()
    }
}
