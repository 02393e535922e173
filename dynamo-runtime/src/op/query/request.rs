//! A query as the request it is.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{Query, QueryInfo, Unknown};
use crate::cursor::{self, Cursor, Fingerprint};
use crate::db::Db;
use crate::error::{CursorError, Error};
use crate::expr::{Expressions, Node};
use crate::item::Item;
use crate::key::{Bound, Comparator, KeyError, KeyValue, Piece, SortCondition};
use crate::op::members::{self, KeyChecks, Narrowed, Range, narrowed};
use crate::op::pager::{Asked, LastKey, Pager};
use crate::op::reading::{are_of_all_members, holds_whole_fields, names_what_is_read};
use crate::op::select::{Output, key_specs};
use crate::op::sieve::{Foreign, Sieve};
use crate::op::{TypeFilter, expression_error};
use crate::rules::CollectionSchema;
use crate::wire::{Operation, Request};

impl<Q: QueryInfo, O: Output<Q>> Query<Q, O> {
    fn partition(&self) -> Result<&[KeyValue], Error> {
        self.partition
            .as_deref()
            .map_err(|error| Error::Key(error.clone()))
    }

    fn ranges(&self) -> Result<&[Range], Error> {
        let named = |error: &KeyError| Error::Key(error.clone().with_item(Q::NAME));
        self.ranges.as_deref().map_err(named)
    }

    /// What a cursor of this query belongs to.
    pub(in crate::op) fn fingerprint(&self, db: &Db) -> Result<Fingerprint, Error> {
        let mut fingerprint = Fingerprint::new(&db.table_name::<<Q::Item as Item>::Table>()?);
        fingerprint.add(b"query");
        fingerprint.add(Q::QUERY.index.unwrap_or_default().as_bytes());
        fingerprint.add(Q::NAME.as_bytes());
        fingerprint.add(Q::QUERY.method.as_bytes());
        fingerprint.add(&[u8::from(self.descending)]);
        for value in self.partition()? {
            fingerprint.add(value.as_bytes());
        }
        for range in self.ranges()? {
            match range.member {
                Some(member) => fingerprint.add(member_name::<Q>(member).as_bytes()),
                None => fingerprint.add(b"range"),
            }
            let bounds = range.bounds.iter();
            bounds.for_each(|bound| add_bound(&mut fingerprint, bound));
        }
        Ok(fingerprint)
    }

    pub(in crate::op) fn into_pager(self, db: &Db) -> Result<Pager, Error> {
        let selected = if self.keys_only {
            Some(&[][..])
        } else {
            O::attributes()
        };
        self.pager(db, selected)
    }

    /// Reads the keys and these attributes, or everything.
    pub(super) fn pager(
        mut self,
        db: &Db,
        selected: Option<&[&'static str]>,
    ) -> Result<Pager, Error> {
        let table = db.table_name::<<Q::Item as Item>::Table>()?;
        let start = match &self.after {
            Some(cursor) => Some(self.start_key(db, cursor)?),
            None => None,
        };
        let ranges = std::mem::replace(&mut self.ranges, Ok(SmallVec::new()));
        let narrowed = ranges
            .and_then(|ranges| {
                let specs = const { &Q::QUERY }.sk;
                narrowed(specs, &self.fixed, Q::collection(), ranges)
            })
            .map_err(|error| Error::Key(error.with_item(Q::NAME)))?;
        let is_empty = narrowed.is_none();
        let Narrowed { sort, checks } = narrowed.unwrap_or_default();
        for check in checks.iter().flat_map(KeyChecks::all) {
            holds_whole_fields::<Q>(check, O::attributes())?;
        }
        let types = TypeFilter::of::<Q>(self.unknown);
        let alike = Q::collection().is_none_or(CollectionSchema::sorts_alike);
        let mut sort_keys = Q::QUERY.sk.iter();
        let prefixed = alike && sort_keys.any(|spec| !spec.template.prefix().is_empty());
        // One that the key condition implies leaves hardly anything out.
        let inspected = types.inspected;
        let skips = inspected && (self.unknown == Unknown::Skipped || Q::collection().is_none());
        let leaves_out = (types.node.is_some() || skips) && (sort.is_empty() || !prefixed);
        let filter = self.take_filter(types, db)?;
        let filtered = leaves_out || filter.others;
        let request = self.request(table, sort, filter.node, selected)?;
        Ok(Pager {
            db: db.clone(),
            request,
            item: Q::NAME,
            sieve: Sieve {
                check: checks.map(Arc::new),
                foreign: match Q::collection() {
                    Some(_) if self.unknown == Unknown::Refused => Foreign::Refused,
                    _ if inspected => Foreign::LeftOut,
                    _ => Foreign::Given,
                },
                keys: [Q::Item::SCHEMA.primary(), const { &Q::QUERY }],
                wanted: None,
            },
            filtered,
            inspected,
            unknown: match Q::collection() {
                Some(collection) if self.unknown == Unknown::Refused => Some(collection),
                _ => None,
            },
            page_size: self.page_size,
            asked: Asked::default(),
            meter: self.meter,
            start,
            done: self.limit == Some(0) || is_empty,
        })
    }

    /// The request of a page, but for its limit and start.
    fn request(
        &mut self,
        table: Cow<'static, str>,
        sort: impl IntoIterator<Item = (&'static str, SortCondition)>,
        filter: Option<Node>,
        selected: Option<&[&'static str]>,
    ) -> Result<Request, Error> {
        let mut expressions = Expressions::default();
        let attributes = Q::QUERY.pk.iter().map(|spec| spec.attribute);
        let partition = std::mem::replace(&mut self.partition, Ok(SmallVec::new()));
        let partition = partition.map_err(Error::Key)?;
        let partition = attributes.zip(partition.into_iter().map(Into::into));
        let key_condition = expressions.key_condition(partition, sort);
        let filter = filter
            .map(|node| expressions.condition("filter", node))
            .transpose()
            .map_err(expression_error::<Q::Item>)?;
        let projection = selected.map(|attributes| {
            let keys = key_specs::<Q>().map(|spec| spec.attribute);
            let told_by = Q::collection().and_then(|collection| collection.table.type_attr);
            expressions.projection(attributes.iter().copied().chain(keys).chain(told_by))
        });
        let mut request = Request::new(Operation::Query, table).on::<<Q::Item as Item>::Table>();
        request.index = Q::QUERY.index;
        request.key_condition = Some(key_condition);
        request.filter = filter;
        request.projection = projection;
        request.expressions = expressions;
        request.descending = self.descending;
        request.consistent = self.consistent;
        Ok(request)
    }

    /// The filter that was asked for, and those that keep other item types, deleted and expired
    /// items out.
    fn take_filter(&mut self, types: TypeFilter, db: &Db) -> Result<WholeFilter, Error> {
        if let Some(filter) = &self.filter {
            names_what_is_read::<Q>(filter)?;
            are_of_all_members::<Q>(filter)?;
        }
        let visible = self.visible.query_filter::<Q>(db)?;
        let mut parts: SmallVec<[Node; 2]> = SmallVec::new();
        parts.extend(visible.into_iter().chain(self.filter.take()));
        if let Some(collection) = Q::collection() {
            for (member, filter) in self.member_filters.drain(..) {
                names_what_is_read::<Q>(&filter)?;
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

    /// The key a cursor of this query stands for.
    fn start_key(&self, db: &Db, cursor: &Cursor) -> Result<LastKey, Error> {
        let key = cursor::open(cursor, self.fingerprint(db)?, db.secret())?;
        cursor::check_keys(
            &key,
            key_specs::<Q>().map(|spec| (spec.attribute, spec.template.kind())),
        )?;
        for (spec, value) in Q::QUERY.pk.iter().zip(self.partition()?) {
            if key.get(spec.attribute) != Some(&value.to_attribute()) {
                return Err(Error::Cursor(CursorError::OtherQuery));
            }
        }
        Ok(key)
    }
}

/// The filter of a query.
struct WholeFilter {
    node: Option<Node>,
    /// Whether it does more than tell item types apart.
    others: bool,
}

fn member_name<Q: QueryInfo>(number: usize) -> &'static str {
    let collection = Q::collection().map(|collection| collection.members);
    collection.map_or("", |members| members[number].item.name)
}

/// Adds a comparison to what a cursor belongs to, in bytes that no release changes.
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
            // It is refused before a cursor is made.
            Piece::Unfit(_) => {}
        }
    }
}
