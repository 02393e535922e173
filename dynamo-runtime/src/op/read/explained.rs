//! Explaining reads of pages: queries of one or several item types, and scans.

use super::pager::Pager;
use super::query::{QuerySpec, QueryType, Selected};
use super::scan::ScanSpec;
use super::type_filter::TypeFilter;
use crate::db::Db;
use crate::error::Error;
use crate::item::ItemType;
use crate::op::Explanation;
use crate::op::explain::Step;
use crate::op::visible::Visible;
use crate::schema::ItemSchema;

/// The parts of a read that its pager does not tell.
struct ReadDetails {
    of: &'static ItemType,
    items: Vec<&'static ItemSchema>,
    types: TypeFilter,
    visible: Visible,
    limit: Option<usize>,
    page_size: Option<i32>,
}

impl QuerySpec {
    pub(in crate::op) fn explain(
        self: Box<Self>,
        db: &Db,
        selected: Selected<'_>,
    ) -> Result<Explanation, Error> {
        let QueryType {
            item, collection, ..
        } = self.of;
        let told = ReadDetails {
            of: item,
            items: match collection {
                Some(all) => all.members.iter().map(|member| &member.item).collect(),
                None => vec![item.schema],
            },
            types: TypeFilter::of(&self.of, self.unknown),
            visible: self.visible,
            limit: self.limit,
            page_size: self.page_size,
        };
        Ok(told.explain(self.into_pager(db, selected)?))
    }
}

impl ScanSpec {
    pub(in crate::op) fn explain(
        self,
        db: &Db,
        selected: Selected<'_>,
    ) -> Result<Explanation, Error> {
        let told = ReadDetails {
            of: self.of,
            items: vec![self.of.schema],
            types: if self.any_type {
                TypeFilter::none()
            } else {
                TypeFilter::of_scan(self.of, self.index)
            },
            visible: self.visible,
            limit: self.limit,
            page_size: self.page_size,
        };
        Ok(told.explain(self.into_pager(db, selected)?))
    }
}

impl ReadDetails {
    fn explain(self, mut pager: Box<Pager>) -> Explanation {
        let method = pager.request.origin.summary();
        if pager.done {
            return Explanation::of(method, []);
        }
        let (is_checked, is_refused) = (pager.sieve.check.is_some(), pager.unknown.is_some());
        let inspected = pager.inspected;
        let shards = pager.merge.take().map(|merge| merge.shards);
        let mut step = match shards {
            None => Step::of(&pager.only_request(self.limit, self.page_size)),
            Some(mut shards) => {
                let count = shards.len();
                let request = match shards.drain(..).next() {
                    Some(shard) => shard.request,
                    None => pager.request,
                };
                Step::of(&request)
                    .times(count)
                    .with_note("one request per shard, whose answers are merged")
            }
        };
        if self.types.node.is_some() {
            step = step.with_note(match self.of.table.type_attr {
                Some(name) => format!("the filter leaves out items of other types (`{name}`)"),
                None => "the filter leaves out items of other types, by their keys".to_owned(),
            });
        }
        if is_refused {
            step = step.with_note("an item of a type that is no member is an error");
        } else if inspected {
            step = step.with_note("items of other types are left out when they arrive");
        }
        if is_checked {
            step = step.with_note(
                "the range is wider than the key condition can say; the items outside it are read, \
                 billed and left out",
            );
        }
        let step = step.guarded_all(self.of.table, &self.items, self.visible);
        Explanation::of(method, [step])
    }
}
