//! A query, whatever the item type.

use smallvec::SmallVec;

use super::QueryInfo;
use super::partition::Partition;
use crate::cursor::Cursor;
use crate::expr::Node;
use crate::item::ItemType;
use crate::key::{Args, FixedComponent, KeyError};
use crate::op::Meter;
use crate::op::read::members::{Range, Ranges};
use crate::op::read::range;
use crate::op::read::reading::fixed;
use crate::op::visible::Visible;
use crate::rules::CollectionSchema;
use crate::schema::QuerySchema;

/// The subject of a query, whatever its type.
#[derive(Clone, Copy)]
pub(in crate::op) struct QueryType {
    pub(in crate::op) item: &'static ItemType,
    /// An item type or a collection, for errors.
    pub(in crate::op) name: &'static str,
    /// The keys it reads by.
    pub(in crate::op) keys: &'static QuerySchema,
    /// The item types it reads, if there are several.
    pub(in crate::op) collection: Option<&'static CollectionSchema>,
}

impl QueryType {
    pub(in crate::op) fn of<Q: QueryInfo>() -> Self {
        Self {
            item: ItemType::of::<Q::Item>(),
            name: Q::NAME,
            keys: const { &Q::QUERY },
            collection: Q::collection(),
        }
    }

    /// The keys of the table and of what is read.
    pub(in crate::op) fn both_keys(&self) -> [&'static QuerySchema; 2] {
        [self.item.primary(), self.keys]
    }
}

/// A query, whatever its type.
#[derive(Clone)]
pub(in crate::op) struct QuerySpec {
    pub(in crate::op) of: QueryType,
    pub(super) partition: Result<Partition, KeyError>,
    /// The components of the sort key that the partition key fixes.
    pub(super) fixed: Vec<FixedComponent>,
    /// The ranges of the sort key; items must be in all of them.
    pub(super) ranges: Result<Ranges, KeyError>,
    pub(super) filter: Option<Node>,
    /// The filters of single members of a collection.
    pub(super) member_filters: Vec<(usize, Node)>,
    pub(super) descending: bool,
    pub(in crate::op) consistent: bool,
    pub(in crate::op) visible: Visible,
    pub(in crate::op) limit: Option<usize>,
    pub(in crate::op) page_size: Option<i32>,
    pub(super) after: Option<Cursor>,
    pub(in crate::op) unknown: Unknown,
    /// Whether only the keys are read.
    pub(in crate::op) keys_only: bool,
    pub(in crate::op) meter: Option<Meter>,
}

impl QuerySpec {
    pub(super) fn new(of: QueryType, checked: Result<(), KeyError>, args: &Args<'_>) -> Self {
        let partition = checked
            .and_then(|()| Partition::of(of.keys, args))
            .map_err(|error| error.with_item(of.name));
        Self {
            of,
            partition,
            fixed: fixed(of.keys, args),
            ranges: Ok(SmallVec::new()),
            filter: None,
            member_filters: Vec::new(),
            descending: false,
            consistent: false,
            visible: Visible::default(),
            limit: None,
            page_size: None,
            after: None,
            unknown: Unknown::Refused,
            keys_only: false,
            meter: None,
        }
    }

    /// Adds a range, for all items or for one member of a collection.
    pub(in crate::op) fn narrow(
        &mut self,
        member: Option<usize>,
        bounds: Result<range::SortBounds, KeyError>,
    ) {
        match (&mut self.ranges, bounds) {
            (Ok(ranges), Ok(bounds)) => ranges.push(Range {
                member,
                bounds: bounds.0,
            }),
            (Ok(_), Err(error)) => self.ranges = Err(error),
            (Err(_), _) => {}
        }
    }

    /// Adds a filter of one member of a collection.
    pub(in crate::op) fn filter_member(&mut self, member: usize, condition: Node) {
        self.member_filters.push((member, condition));
    }
}

/// How to treat items of types that a collection does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::op) enum Unknown {
    Refused,
    Skipped,
}
