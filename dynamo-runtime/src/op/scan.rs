//! Scans: every item of a type, the whole table through.

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::bulk::AsStored;
use super::pager::{LastKey, Pager, Pages, Request, read, salvage};
use super::reading::{only, page, salvaged};
use super::select::{Output, Scanned, View, Viewed, Whole, items, key_specs};
use super::sieve::{Foreign, Sieve};
use super::visible::Visible;
use super::{ItemStream, Meter, Page, Salvaged, TypeFilter, expression_error};
use crate::cursor::{self, Cursor, Fingerprint};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{Expressions, IntoCondition, Node};
use crate::item::Item;

/// Reads every item of a type: `Order::scan()`.
///
/// DynamoDB reads, and bills for, the whole table; a query reads one partition.
#[must_use = "an operation does nothing until it is sent"]
pub struct Scan<T, O = Whole> {
    filter: Option<Node>,
    /// What keeps other item types out.
    types: fn() -> TypeFilter,
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
        Self {
            filter: None,
            types: TypeFilter::of_scan::<T>,
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

    /// Reads only the fields of a view. DynamoDB still bills for the whole items.
    pub fn select<V: View<Item = T>>(self) -> Scan<T, Viewed<V>> {
        self.giving()
    }

    /// Gives items as they are stored, whatever their shape and type.
    pub(super) fn unread(mut self) -> Scan<T, AsStored> {
        self.types = TypeFilter::none;
        self.giving()
    }

    fn giving<O>(self) -> Scan<T, O> {
        Scan {
            filter: self.filter,
            types: self.types,
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

    setters!(consistent, pages, visible, meter);

    /// Reads one of `total` parts of the table, counted from zero, so that several can be read at
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
        match pager.request {
            Some(Request::Scan(request)) => Ok(request
                .set_limit(limit)
                .set_exclusive_start_key(pager.start)),
            _ => unreachable!("`into_pager` makes a scan"),
        }
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
        let limit = self.limit;
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
        let limit = self.limit;
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
        let mut pager = self.into_pager(db)?;
        let rows = read::<O::Row>(&mut pager, Some(2), true).await?.records;
        only::<Scanned<T>, O>(rows, "scan")
    }

    /// Counts the items, up to the [`limit`](Self::limit) where there is one; they are read but not
    /// sent.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    pub async fn count(self, db: &Db) -> Result<usize, Error> {
        let most = self.limit.unwrap_or(usize::MAX);
        // DynamoDB refuses a projection where it only counts.
        let mut pager = self.pager(db, None)?;
        let mut count = 0;
        while !pager.done && count < most {
            count += if pager.inspected {
                pager.next_page::<O::Row>(None).await?.len()
            } else {
                pager.count_page::<O::Row>().await?
            };
        }
        Ok(count.min(most))
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

    /// What a cursor of this scan belongs to.
    pub(super) fn fingerprint(&self, db: &Db) -> Result<Fingerprint, Error> {
        let mut fingerprint = Fingerprint::new(&db.table_name::<T::Table>()?);
        fingerprint.add(b"scan");
        fingerprint.add(T::SCHEMA.name.as_bytes());
        fingerprint.add(format!("{:?}", self.segment).as_bytes());
        Ok(fingerprint)
    }

    fn into_pager(self, db: &Db) -> Result<Pager, Error> {
        self.pager(db, O::attributes())
    }

    /// Reads the keys and these attributes, or everything.
    fn pager(mut self, db: &Db, selected: Option<&[&'static str]>) -> Result<Pager, Error> {
        let table = db.table_name::<T::Table>()?;
        if let Some((segment, total)) = self.segment
            && segment >= total
        {
            let reason =
                format!("segment {segment} of {total} does not exist; they count from zero");
            return Err(Error::Expression {
                item: T::SCHEMA.name,
                reason,
            });
        }
        let start = match &self.after {
            Some(cursor) => Some(self.start_key(db, cursor)?),
            None => None,
        };
        let mut expressions = Expressions::default();
        let types = (self.types)();
        let inspected = types.inspected;
        let filter = self
            .take_filter(types, db)?
            .map(|node| expressions.condition("filter", node))
            .transpose()
            .map_err(expression_error::<T>)?;
        let filtered = filter.is_some();
        let projection = selected.map(|attributes| {
            let keys = key_specs::<Scanned<T>>().map(|spec| spec.attribute);
            expressions.projection(attributes.iter().copied().chain(keys))
        });
        let request = db
            .client()
            .scan()
            .table_name(&*table)
            .set_filter_expression(filter)
            .set_projection_expression(projection)
            .set_expression_attribute_names(expressions.take_names())
            .set_expression_attribute_values(expressions.into_values())
            .set_consistent_read(self.consistent.then_some(true))
            .set_segment(self.segment.map(|(segment, _)| segment))
            .set_total_segments(self.segment.map(|(_, total)| total));
        Ok(Pager {
            request: Some(Request::Scan(request)),
            table,
            item: T::SCHEMA.name,
            index: None,
            sieve: Sieve {
                foreign: if inspected {
                    Foreign::LeftOut
                } else {
                    Foreign::Given
                },
                ..Sieve::open(T::SCHEMA.primary())
            },
            filtered,
            inspected,
            unknown: None,
            page_size: self.page_size,
            meter: self.meter,
            start,
            done: self.limit == Some(0),
            pages: Pages::All,
        })
    }

    /// The filter that was asked for, and those that keep other item types, deleted and expired
    /// items out.
    fn take_filter(&mut self, types: TypeFilter, db: &Db) -> Result<Option<Node>, Error> {
        let mut filter = types.node;
        for node in [self.visible.scan_filter::<T>(db)?, self.filter.take()]
            .into_iter()
            .flatten()
        {
            node.require(&mut filter);
        }
        Ok(filter)
    }

    /// The key a cursor of this scan stands for.
    fn start_key(&self, db: &Db, cursor: &Cursor) -> Result<LastKey, Error> {
        let key = cursor::open(cursor, self.fingerprint(db)?, db.secret())?;
        let primary = T::SCHEMA.primary();
        let specs = primary.pk.iter().chain(primary.sk);
        cursor::check_keys(
            &key,
            specs.map(|spec| (spec.attribute, spec.template.kind())),
        )?;
        Ok(key)
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
