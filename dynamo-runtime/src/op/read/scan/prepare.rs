//! Turning a scan into a request.

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::ScanSpec;
use crate::cursor::{self, Cursor, Fingerprint};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{Expressions, Node};
use crate::op::read::ahead::Ahead;
use crate::op::read::paged::{PagedRead, read_all};
use crate::op::read::pager::{Asked, LastKey, Pager};
use crate::op::read::query::Selected;
use crate::op::read::reading::{names_what_is_held, page_limit};
use crate::op::read::rows::{Failed, Rows};
use crate::op::read::select::all_keys;
use crate::op::read::sieve::{Foreign, Sieve};
use crate::op::read::type_filter::TypeFilter;
use crate::op::{BoxFuture, expression_error};
use crate::schema::QuerySchema;
use crate::wire::{ApiOperation, Request};

impl ScanSpec {
    /// Reads one page and returns where the next one begins.
    pub(in crate::op) fn page<'a>(
        self,
        db: &'a Db,
        selected: Selected<'a>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<Option<Cursor>, Error>> {
        PagedRead::page(self.paged(db, selected), rows)
    }

    /// The same, but returns the items that cannot be decoded as well.
    pub(in crate::op) fn salvage<'a>(
        self,
        db: &'a Db,
        selected: Selected<'a>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<(Vec<Failed>, Option<Cursor>), Error>> {
        PagedRead::salvage(self.paged(db, selected), rows)
    }

    fn paged(self, db: &Db, selected: Selected<'_>) -> Result<PagedRead, Error> {
        Ok(PagedRead {
            limit: page_limit(self.of.name(), self.limit)?,
            fingerprint: self.fingerprint(db)?,
            pager: self.into_pager(db, selected)?,
        })
    }

    /// Reads every page, up to a limit.
    pub(in crate::op) fn read<'a>(
        self,
        db: &'a Db,
        selected: Selected<'a>,
        limit: Option<usize>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<(), Error>> {
        read_all(self.into_pager(db, selected), limit, rows)
    }

    /// Counts the items; `rows` decode their type.
    pub(in crate::op) fn count<'a>(
        self,
        db: &'a Db,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<usize, Error>> {
        Box::pin(async move {
            let limit = self.limit;
            // DynamoDB refuses a projection in a count.
            self.into_pager(db, None)?.count(limit, rows).await
        })
    }

    pub(in crate::op) fn into_sdk(
        self,
        db: &Db,
        selected: Selected<'_>,
    ) -> Result<ScanFluentBuilder, Error> {
        let (limit, page_size) = (self.limit, self.page_size);
        let pager = self.into_pager(db, selected)?;
        let request = pager.only_request(limit, page_size);
        Ok(request.sdk_scan(db.client()))
    }

    /// The fingerprint that ties a cursor to this scan.
    pub(in crate::op) fn fingerprint(&self, db: &Db) -> Result<Fingerprint, Error> {
        let mut fingerprint = Fingerprint::new(&db.table_of(self.of)?);
        fingerprint.add(b"scan");
        fingerprint.add(self.of.name().as_bytes());
        fingerprint.add(self.index_name().unwrap_or_default().as_bytes());
        if let Some((segment, total)) = self.segment {
            fingerprint.add(&segment.to_le_bytes());
            fingerprint.add(&total.to_le_bytes());
        }
        Ok(fingerprint)
    }

    fn index_name(&self) -> Option<&'static str> {
        self.index.and_then(|keys| keys.index)
    }

    /// The keys of the table and of what is read.
    fn keys(&self) -> [&'static QuerySchema; 2] {
        let primary = self.of.primary();
        [primary, self.index.unwrap_or(primary)]
    }

    /// Reads the keys and these attributes, or everything.
    pub(in crate::op) fn into_pager(
        mut self,
        db: &Db,
        selected: Selected<'_>,
    ) -> Result<Box<Pager>, Error> {
        let item = self.of.name();
        let table = db.table_of(self.of)?;
        self.check_segment()?;
        let start = match &self.after {
            Some(cursor) => Some(self.start_key(db, cursor)?),
            None => None,
        };
        let mut expressions = Expressions::default();
        let types = if self.any_type {
            TypeFilter::none()
        } else {
            TypeFilter::of_scan(self.of, self.index)
        };
        let inspected = types.inspected;
        let sieve = Sieve {
            foreign: if inspected {
                Foreign::LeftOut
            } else {
                Foreign::Given
            },
            ..Sieve::open(self.keys())
        };
        let filter = self
            .take_filter(types, db)?
            .map(|node| expressions.condition("filter", node))
            .transpose()
            .map_err(|error| expression_error(item, error))?;
        let filtered = filter.is_some();
        let projection = selected.map(|attributes| {
            let keys = sieve.key_names();
            expressions.projection(attributes.iter().copied().chain(keys))
        });
        let mut request = Request::new(ApiOperation::Scan, table).on(self.of);
        request.index = self.index_name();
        if let Some(method) = self.index.and_then(|keys| keys.scan) {
            request.origin.method = method;
        }
        request.filter = filter;
        request.projection = projection;
        request.expressions = expressions;
        request.consistent = self.consistent;
        request.segment = self.segment;
        Ok(Box::new(Pager {
            db: db.clone(),
            request,
            sieve,
            filtered,
            inspected,
            unknown: None,
            page_size: self.page_size,
            asked: Asked::default(),
            meter: self.meter,
            ahead: Ahead::default(),
            merge: None,
            start,
            done: self.limit == Some(0),
        }))
    }

    fn check_segment(&self) -> Result<(), Error> {
        match self.segment {
            Some((segment, total)) if segment >= total => Err(Error::Expression {
                item: self.of.name(),
                reason: format!(
                    "segment {segment} of {total} does not exist; they count from zero"
                ),
            }),
            _ => Ok(()),
        }
    }

    /// The caller's filter, combined with those that leave out other item types, deleted and
    /// expired items.
    fn take_filter(&mut self, types: TypeFilter, db: &Db) -> Result<Option<Node>, Error> {
        if let (Some(index), Some(filter)) = (self.index, &self.filter) {
            names_what_is_held(self.of, index, filter)?;
        }
        let mut filter = types.node;
        let visible = self.visible.scan_filter(self.of, self.index, db)?;
        for node in [visible, self.filter.take()].into_iter().flatten() {
            node.require(&mut filter);
        }
        Ok(filter)
    }

    /// The key that a cursor of this scan represents.
    fn start_key(&self, db: &Db, cursor: &Cursor) -> Result<LastKey, Error> {
        let key = cursor::open(cursor, &self.fingerprint(db)?, db.secret())?;
        let specs = all_keys(self.keys());
        cursor::check_keys(
            &key,
            specs.map(|spec| (spec.attribute, spec.template.kind())),
        )?;
        Ok(key)
    }
}
