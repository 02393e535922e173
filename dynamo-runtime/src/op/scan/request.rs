//! A scan as the request it is.

use super::Scan;
use crate::cursor::{self, Cursor, Fingerprint};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{Expressions, Node};
use crate::item::Item;
use crate::op::pager::{Asked, LastKey, Pager};
use crate::op::reading::names_what_is_held;
use crate::op::select::{Output, Scanned, all_keys};
use crate::op::sieve::{Foreign, Sieve};
use crate::op::{TypeFilter, expression_error};
use crate::schema::QuerySchema;
use crate::wire::{Operation, Request};

impl<T: Item, O: Output<Scanned<T>>> Scan<T, O> {
    /// What a cursor of this scan belongs to.
    pub(in crate::op) fn fingerprint(&self, db: &Db) -> Result<Fingerprint, Error> {
        let mut fingerprint = Fingerprint::new(&db.table_name::<T::Table>()?);
        fingerprint.add(b"scan");
        fingerprint.add(T::SCHEMA.name.as_bytes());
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
        let primary = T::SCHEMA.primary();
        [primary, self.index.unwrap_or(primary)]
    }

    pub(super) fn into_pager(self, db: &Db) -> Result<Pager, Error> {
        self.pager(db, O::attributes())
    }

    /// Reads the keys and these attributes, or everything.
    pub(super) fn pager(
        mut self,
        db: &Db,
        selected: Option<&[&'static str]>,
    ) -> Result<Pager, Error> {
        let table = db.table_name::<T::Table>()?;
        self.check_segment()?;
        let start = match &self.after {
            Some(cursor) => Some(self.start_key(db, cursor)?),
            None => None,
        };
        let mut expressions = Expressions::default();
        let types = (self.types)(self.index);
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
            .map_err(expression_error::<T>)?;
        let filtered = filter.is_some();
        let projection = selected.map(|attributes| {
            let keys = sieve.key_names();
            expressions.projection(attributes.iter().copied().chain(keys))
        });
        let mut request = Request::new(Operation::Scan, table).on::<T::Table>();
        request.index = self.index_name();
        request.filter = filter;
        request.projection = projection;
        request.expressions = expressions;
        request.consistent = self.consistent;
        request.segment = self.segment;
        Ok(Pager {
            db: db.clone(),
            request,
            item: T::SCHEMA.name,
            sieve,
            filtered,
            inspected,
            unknown: None,
            page_size: self.page_size,
            asked: Asked::default(),
            meter: self.meter,
            start,
            done: self.limit == Some(0),
        })
    }

    fn check_segment(&self) -> Result<(), Error> {
        match self.segment {
            Some((segment, total)) if segment >= total => Err(Error::Expression {
                item: T::SCHEMA.name,
                reason: format!(
                    "segment {segment} of {total} does not exist; they count from zero"
                ),
            }),
            _ => Ok(()),
        }
    }

    /// The filter that was asked for, and those that keep other item types, deleted and expired
    /// items out.
    fn take_filter(&mut self, types: TypeFilter, db: &Db) -> Result<Option<Node>, Error> {
        if let (Some(index), Some(filter)) = (self.index, &self.filter) {
            names_what_is_held::<T>(index, filter)?;
        }
        let mut filter = types.node;
        let visible = self.visible.scan_filter::<T>(self.index, db)?;
        for node in [visible, self.filter.take()].into_iter().flatten() {
            node.require(&mut filter);
        }
        Ok(filter)
    }

    /// The key a cursor of this scan stands for.
    fn start_key(&self, db: &Db, cursor: &Cursor) -> Result<LastKey, Error> {
        let key = cursor::open(cursor, self.fingerprint(db)?, db.secret())?;
        let specs = all_keys(self.keys());
        cursor::check_keys(
            &key,
            specs.map(|spec| (spec.attribute, spec.template.kind())),
        )?;
        Ok(key)
    }
}
