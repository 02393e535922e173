//! Scans: every item of a type, the whole table or index through.

mod request;

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::bulk::AsStored;
use super::pager::{read, salvage};
use super::query::QueryInfo;
use super::reading::{only, page, page_limit, salvaged};
use super::select::{ConsistentScan, Indexed, Output, Scanned, View, Viewed, Whole, items};
use super::visible::Visible;
use super::{ItemStream, Meter, Page, Salvaged, TypeFilter};
use crate::cursor::Cursor;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{IntoCondition, Node};
use crate::item::Item;
use crate::schema::QuerySchema;

/// Reads every item of a type: `Order::scan()`, or those that an index holds.
///
/// DynamoDB reads, and bills for, the whole table or index; a query reads one partition.
#[must_use = "an operation does nothing until it is sent"]
pub struct Scan<T, O = Whole> {
    filter: Option<Node>,
    /// What keeps other item types out.
    types: fn(Option<&QuerySchema>) -> TypeFilter,
    /// The generated method.
    method: &'static str,
    /// The keys of the index; `None` for the table itself.
    index: Option<&'static QuerySchema>,
    consistent: bool,
    visible: Visible,
    limit: Option<usize>,
    page_size: Option<i32>,
    segment: Option<(i32, i32)>,
    after: Option<Cursor>,
    meter: Option<Meter>,
    marker: PhantomData<fn() -> (T, O)>,
}

impl<T: Item> Scan<T> {
    pub(crate) fn new() -> Self {
        Self::reading("scan", None)
    }

    /// Reads only the fields of a view. DynamoDB still bills for the whole items.
    pub fn select<V: View<Item = T>>(self) -> Scan<T, Viewed<V>> {
        self.giving()
    }

    /// Gives items as they are stored, whatever their shape and type.
    pub(super) fn unread(mut self) -> Scan<T, AsStored> {
        self.types = |_| TypeFilter::none();
        self.giving()
    }
}

impl<T: Item, Q: QueryInfo<Item = T>> Scan<T, Indexed<Q>> {
    /// Reads what an index holds, for the generated method of this name.
    #[doc(hidden)]
    pub fn of_index(method: &'static str) -> Self {
        Self::reading(method, Some(const { &Q::QUERY }))
    }

    /// Reads only the fields of a view. DynamoDB still bills for the whole items.
    pub fn select<V: View<Item = T>>(self) -> Scan<T, Indexed<Q, Viewed<V>>>
    where
        Q: QueryInfo<Output = T>,
    {
        self.giving()
    }
}

impl<T: Item, O> Scan<T, O> {
    fn reading(method: &'static str, index: Option<&'static QuerySchema>) -> Self {
        Self {
            filter: None,
            types: TypeFilter::of_scan::<T>,
            method,
            index,
            consistent: false,
            visible: Visible::default(),
            limit: None,
            page_size: None,
            segment: None,
            after: None,
            meter: None,
            marker: PhantomData,
        }
    }

    fn giving<P>(self) -> Scan<T, P> {
        Scan {
            filter: self.filter,
            types: self.types,
            method: self.method,
            index: self.index,
            consistent: self.consistent,
            visible: self.visible,
            limit: self.limit,
            page_size: self.page_size,
            segment: self.segment,
            after: self.after,
            meter: self.meter,
            marker: PhantomData,
        }
    }
}

impl<T: Item, O: Output<Scanned<T>>> Scan<T, O> {
    /// Leaves out items for which a condition does not hold; several are all required.
    pub fn filter(mut self, condition: impl IntoCondition<T>) -> Self {
        condition.into_condition().node.require(&mut self.filter);
        self
    }

    pub(super) fn require(mut self, node: Node) -> Self {
        node.require(&mut self.filter);
        self
    }

    setters!(pages, visible, meter);

    /// Reads what was written last, not what a replica holds.
    pub fn consistent(mut self) -> Self
    where
        O: ConsistentScan,
    {
        self.consistent = true;
        self
    }

    /// Reads one of `total` parts of what is scanned, counted from zero, so that several can be read at
    /// once.
    pub fn segment(mut self, segment: u32, total: u32) -> Self {
        let number = |value| i32::try_from(value).unwrap_or(i32::MAX);
        self.segment = Some((number(segment), number(total)));
        self
    }

    /// Returns the SDK's own request, for what is not covered here.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`], [`Error::Expression`], [`Error::Cursor`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<ScanFluentBuilder, Error> {
        let (limit, page_size) = (self.limit, self.page_size);
        let pager = self.into_pager(db)?;
        let limit = page_size.or_else(|| limit.and_then(|limit| i32::try_from(limit).ok()));
        let mut request = pager.request;
        request.limit = limit;
        request.start = pager.start;
        Ok(request.sdk_scan(db.client()))
    }

    /// Reads one page: up to the [`limit`](Self::limit) where there is one, else what DynamoDB
    /// gives at once, 1 MB at most.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`], [`Error::Expression`] or [`Error::Cursor`] before anything is sent;
    /// [`Error::Decode`] where a stored item is not of this type, which [`salvage`](Self::salvage)
    /// goes past; and what the SDK reports.
    pub async fn send(self, db: &Db) -> Result<Page<O::Item>, Error> {
        let limit = page_limit(T::SCHEMA.name, self.limit)?;
        let fingerprint = self.fingerprint(db)?;
        let mut pager = self.into_pager(db)?;
        let reading = read::<O::Row>(&mut pager, limit, false).await?;
        page::<Scanned<T>, O>(reading, fingerprint, db)
    }

    /// Reads one page as [`send`](Self::send) does, and gives what is not of its type beside what
    /// is, instead of failing on it.
    ///
    /// The [`limit`](Self::limit) counts the items that could be read.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send), but for [`Error::Decode`].
    pub async fn salvage(self, db: &Db) -> Result<Salvaged<O::Item>, Error> {
        let limit = page_limit(T::SCHEMA.name, self.limit)?;
        let fingerprint = self.fingerprint(db)?;
        let mut pager = self.into_pager(db)?;
        let reading = salvage::<O::Row>(&mut pager, limit, false).await?;
        salvaged::<Scanned<T>, O>(reading, fingerprint, db)
    }

    /// Reads every item, page after page, up to the [`limit`](Self::limit) where there is one.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    pub async fn all(self, db: &Db) -> Result<Vec<O::Item>, Error> {
        let limit = self.limit;
        let mut pager = self.into_pager(db)?;
        let rows = read(&mut pager, limit, true).await?.records;
        Ok(items::<Scanned<T>, O>(rows))
    }

    /// Reads the first item that DynamoDB comes upon; `None` where there is none.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    pub async fn first(self, db: &Db) -> Result<Option<O::Item>, Error> {
        let mut pager = self.into_pager(db)?;
        Ok(read(&mut pager, Some(1), true)
            .await?
            .records
            .pop()
            .and_then(O::item))
    }

    /// Reads the only item.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] where there is none, [`Error::NotUnique`] where there are more, and as
    /// [`send`](Self::send).
    pub async fn one(self, db: &Db) -> Result<O::Item, Error> {
        let method = self.method;
        let mut pager = self.into_pager(db)?;
        let rows = read::<O::Row>(&mut pager, Some(2), true).await?.records;
        only::<Scanned<T>, O>(rows, method)
    }

    /// Counts the items, up to the [`limit`](Self::limit) where there is one; they are read but not
    /// sent.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    pub async fn count(self, db: &Db) -> Result<usize, Error> {
        let limit = self.limit;
        // DynamoDB refuses a projection where it only counts.
        self.pager(db, None)?.count::<O::Row>(limit).await
    }

    /// Streams every item, holding one page at a time.
    ///
    /// # Errors
    ///
    /// What can be known before anything is sent, as [`send`](Self::send); the rest comes from the
    /// stream, which goes on after an item that is not of its type.
    pub fn stream(self, db: &Db) -> Result<ItemStream<O::Item>, Error> {
        let limit = self.limit;
        Ok(ItemStream::new::<Scanned<T>, O>(
            self.into_pager(db)?,
            limit,
        ))
    }
}

/// The limit of a scan that is to be read in segments.
pub(super) fn limit_of_all<T: Item, O>(scan: &Scan<T, O>) -> Result<Option<usize>, Error> {
    let refused = if scan.segment.is_some() {
        "`segment` reads one part of the table and `parallel` all of them"
    } else if scan.after.is_some() {
        "a cursor belongs to one scan; use `resume` with a checkpoint"
    } else {
        return Ok(scan.limit);
    };
    Err(Error::Expression {
        item: T::SCHEMA.name,
        reason: refused.to_owned(),
    })
}

impl<T, O> Clone for Scan<T, O> {
    fn clone(&self) -> Self {
        Self {
            filter: self.filter.clone(),
            types: self.types,
            method: self.method,
            index: self.index,
            consistent: self.consistent,
            visible: self.visible,
            limit: self.limit,
            page_size: self.page_size,
            segment: self.segment,
            after: self.after.clone(),
            meter: self.meter.clone(),
            marker: PhantomData,
        }
    }
}
