//! Turning a query into a request.

use std::sync::Arc;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use smallvec::SmallVec;

use super::partition::{Partition, PartitionValues, Partitions};
use super::shards::Rendering;
use super::{QuerySpec, Unknown};
use crate::cursor::{self, Cursor, Fingerprint};
use crate::db::Db;
use crate::error::{CursorError, Error};
use crate::expr::Node;
use crate::key::{Bound, Comparator, KeyError, Piece};
use crate::op::BoxFuture;
use crate::op::read::ahead::Ahead;
use crate::op::read::members::{self, KeyChecks, Narrowed, Range, narrowed};
use crate::op::read::paged::{PagedRead, read_all};
use crate::op::read::pager::{Asked, LastKey, Pager};
use crate::op::read::reading::{
    are_of_all_members, holds_whole_fields, names_what_is_read, page_limit,
};
use crate::op::read::rows::{Failed, Rows};
use crate::op::read::select::all_keys;
use crate::op::read::sieve::{Foreign, Sieve};
use crate::op::read::type_filter::TypeFilter;
use crate::rules::CollectionSchema;

/// The attributes to read in addition to the keys; `None` for all.
pub(in crate::op) type Selected<'a> = Option<&'a [&'static str]>;

impl QuerySpec {
    /// Reads one page and returns where the next one begins.
    pub(in crate::op) fn page<'a>(
        self: Box<Self>,
        db: &'a Db,
        selected: Selected<'a>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<Option<Cursor>, Error>> {
        PagedRead::page(self.paged(db, selected), rows)
    }

    /// The same, but returns the items that cannot be decoded as well.
    pub(in crate::op) fn salvage<'a>(
        self: Box<Self>,
        db: &'a Db,
        selected: Selected<'a>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<(Vec<Failed>, Option<Cursor>), Error>> {
        PagedRead::salvage(self.paged(db, selected), rows)
    }

    fn paged(self: Box<Self>, db: &Db, selected: Selected<'_>) -> Result<PagedRead, Error> {
        Ok(PagedRead {
            limit: page_limit(self.of.name, self.limit)?,
            fingerprint: self.fingerprint(db)?,
            pager: self.into_pager(db, selected)?,
        })
    }

    /// Reads every page, up to a limit.
    pub(in crate::op) fn read<'a>(
        self: Box<Self>,
        db: &'a Db,
        selected: Selected<'a>,
        limit: Option<usize>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<(), Error>> {
        read_all(self.into_pager(db, selected), limit, rows)
    }

    /// Counts the items; `rows` decode their type.
    pub(in crate::op) fn count<'a>(
        self: Box<Self>,
        db: &'a Db,
        selected: Selected<'a>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<usize, Error>> {
        Box::pin(async move {
            let limit = self.limit;
            // DynamoDB refuses a projection in a count.
            self.pager(db, None, selected)?.count(limit, rows).await
        })
    }

    pub(in crate::op) fn into_sdk(
        self: Box<Self>,
        db: &Db,
        selected: Selected<'_>,
    ) -> Result<QueryFluentBuilder, Error> {
        let (limit, page_size) = (self.limit, self.page_size);
        self.partition()?.single(&self.of)?;
        let pager = self.into_pager(db, selected)?;
        let request = pager.only_request(limit, page_size);
        Ok(request.sdk_query(db.client()))
    }

    fn partition(&self) -> Result<&Partition, Error> {
        self.partition
            .as_ref()
            .map_err(|error| Error::Key(error.clone()))
    }

    fn ranges(&self) -> Result<&[Range], Error> {
        let named = |error: &KeyError| Error::Key(error.clone().with_item(self.of.name));
        self.ranges.as_deref().map_err(named)
    }

    /// The fingerprint that ties a cursor to this query.
    pub(in crate::op) fn fingerprint(&self, db: &Db) -> Result<Fingerprint, Error> {
        let of = &self.of;
        let mut fingerprint = Fingerprint::new(&db.table_of(of.item)?);
        fingerprint.add(b"query");
        fingerprint.add(of.keys.index.unwrap_or_default().as_bytes());
        fingerprint.add(of.name.as_bytes());
        fingerprint.add(of.keys.method.as_bytes());
        fingerprint.add(&[u8::from(self.descending)]);
        self.partition()?.add_to(&mut fingerprint, of)?;
        let members = of.collection.map_or(&[][..], |all| all.members);
        for range in self.ranges()? {
            match range.member {
                Some(member) => fingerprint.add(members[member].item.name.as_bytes()),
                None => fingerprint.add(b"range"),
            }
            let bounds = range.bounds.iter();
            bounds.for_each(|bound| add_bound(&mut fingerprint, bound));
        }
        Ok(fingerprint)
    }

    pub(in crate::op) fn into_pager(
        self: Box<Self>,
        db: &Db,
        selected: Selected<'_>,
    ) -> Result<Box<Pager>, Error> {
        let asked = if self.keys_only {
            Some(&[][..])
        } else {
            selected
        };
        self.pager(db, asked, selected)
    }

    /// Reads the keys and the attributes `selected`, or everything, into rows that hold no more than
    /// those `held`.
    fn pager(
        mut self: Box<Self>,
        db: &Db,
        selected: Selected<'_>,
        held: Selected<'_>,
    ) -> Result<Box<Pager>, Error> {
        let of = self.of;
        let table = db.table_of(of.item)?;
        let start = match &self.after {
            Some(cursor) => Some(self.start_key(db, cursor)?),
            None => None,
        };
        let ranges = std::mem::replace(&mut self.ranges, Ok(SmallVec::new()));
        let narrowed = ranges
            .and_then(|ranges| narrowed(of.keys.sk, &self.fixed, of.collection, ranges))
            .map_err(|error| Error::Key(error.with_item(of.name)))?;
        let is_empty = narrowed.is_none();
        let Narrowed { sort, checks } = narrowed.unwrap_or_default();
        for check in checks.iter().flat_map(KeyChecks::all) {
            holds_whole_fields(&of, check, held)?;
        }
        let types = TypeFilter::of(&of, self.unknown);
        let alike = of.collection.is_none_or(CollectionSchema::sorts_alike);
        let mut sort_keys = of.keys.sk.iter();
        let prefixed = alike && sort_keys.any(|spec| !spec.template.prefix().is_empty());
        // A filter that the key condition implies leaves out hardly anything.
        let inspected = types.inspected;
        let refused = of.collection.filter(|_| self.unknown == Unknown::Refused);
        let skips = inspected && refused.is_none();
        let leaves_out = (types.node.is_some() || skips) && (sort.is_empty() || !prefixed);
        let filter = self.take_filter(types, db)?;
        let filtered = leaves_out || filter.others;
        let mut query = Rendering {
            of,
            table,
            filter: filter.node,
            selected,
            descending: self.descending,
            consistent: self.consistent,
        };
        let partition = self.partition.map_err(Error::Key)?;
        let (request, merge) = match partition.partitions(&of)? {
            Partitions::One(values) => {
                let filter = query.filter.take();
                (query.request(filter, values, sort)?, None)
            }
            Partitions::Shards(shards) => {
                let merge = query.merge(shards, &sort, start.as_ref())?;
                (query.named(), Some(merge))
            }
        };
        Ok(Box::new(Pager {
            db: db.clone(),
            request,
            sieve: Sieve {
                check: checks.map(Arc::new),
                foreign: match refused {
                    Some(_) => Foreign::Refused,
                    None if inspected => Foreign::LeftOut,
                    None => Foreign::Given,
                },
                keys: of.both_keys(),
                wanted: None,
            },
            filtered,
            inspected,
            unknown: refused,
            page_size: self.page_size,
            asked: Asked::default(),
            meter: self.meter,
            ahead: Ahead::default(),
            merge,
            start,
            done: self.limit == Some(0) || is_empty,
        }))
    }

    /// The caller's filter, combined with those that leave out other item types, deleted and
    /// expired items.
    fn take_filter(&mut self, types: TypeFilter, db: &Db) -> Result<WholeFilter, Error> {
        let of = self.of;
        if let Some(filter) = &self.filter {
            names_what_is_read(&of, filter)?;
            are_of_all_members(&of, filter)?;
        }
        let visible = self.visible.query_filter(&of, db)?;
        let mut parts: SmallVec<[Node; 2]> = SmallVec::new();
        parts.extend(visible.into_iter().chain(self.filter.take()));
        if let Some(collection) = of.collection {
            for (member, filter) in self.member_filters.drain(..) {
                names_what_is_read(&of, &filter)?;
                parts.push(members::filter(collection, member, filter)?);
            }
        }
        let others = !parts.is_empty();
        let mut node = types.node;
        for part in parts {
            part.require(&mut node);
        }
        Ok(WholeFilter { node, others })
    }

    /// The key that a cursor of this query represents.
    fn start_key(&self, db: &Db, cursor: &Cursor) -> Result<LastKey, Error> {
        let key = cursor::open(cursor, &self.fingerprint(db)?, db.secret())?;
        cursor::check_keys(
            &key,
            all_keys(self.of.both_keys()).map(|spec| (spec.attribute, spec.template.kind())),
        )?;
        let is_at = |values: &PartitionValues| {
            let mut specs = self.of.keys.pk.iter().zip(values);
            specs.all(|(spec, value)| key.get(spec.attribute) == Some(&value.to_attribute()))
        };
        let is_own = match self.partition()?.clone().partitions(&self.of)? {
            Partitions::One(values) => is_at(&values),
            Partitions::Shards(shards) => shards.iter().any(is_at),
        };
        if !is_own {
            return Err(Error::Cursor(CursorError::OtherQuery));
        }
        Ok(key)
    }
}

/// The filter of a query.
struct WholeFilter {
    node: Option<Node>,
    /// Whether it does more than filter by item type.
    others: bool,
}

/// Adds a comparison to the fingerprint, in bytes that no release changes.
fn add_bound(fingerprint: &mut Fingerprint, bound: &Bound) {
    let comparator: &[u8] = match bound.comparator {
        Comparator::Equal => b"=",
        Comparator::Less => b"<",
        Comparator::LessOrEqual => b"<=",
        Comparator::Greater => b">",
        Comparator::GreaterOrEqual => b">=",
        Comparator::Between => b"between",
        Comparator::BeginsWith => b"begins_with",
    };
    fingerprint.add(comparator);
    for operand in &bound.operands {
        match operand {
            Piece::Text(text) => fingerprint.add(text.as_bytes()),
            Piece::Integer(number, _) => fingerprint.add(number.to_string().as_bytes()),
            Piece::Decimal(number, _) => fingerprint.add(number.as_bytes()),
            Piece::Bytes(bytes) => fingerprint.add(bytes),
            // Refused before a cursor is made.
            Piece::Unfit(_) => {}
        }
    }
}
