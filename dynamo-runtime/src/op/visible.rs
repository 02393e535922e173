//! Which items a read shows: not those that are deleted or past their time, unless asked.

use std::collections::HashMap;
use std::time::SystemTime;

use aws_sdk_dynamodb::types::AttributeValue;

use super::query::QueryInfo;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::{Item, Table};
use crate::life::epoch_seconds;
use crate::rules::Member;
use crate::schema::{ItemSchema, Projection, QuerySchema, TableSchema};

/// What a read shows beside the ordinary.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Visible {
    pub(super) deleted: bool,
    pub(super) expired: bool,
}

impl Visible {
    /// The attribute that hides deleted items, where it is to be looked at.
    fn soft_delete<T: Item>(self) -> Option<&'static str> {
        T::SCHEMA.roles.soft_delete.filter(|_| !self.deleted)
    }

    /// The attribute that hides expired items, where it is to be looked at.
    fn ttl<T: Item>(self) -> Option<&'static str> {
        T::Table::SCHEMA.ttl.filter(|_| !self.expired)
    }

    /// The attributes that have to be read to tell.
    pub(super) fn attributes<T: Item>(self) -> impl Iterator<Item = &'static str> {
        self.soft_delete::<T>().into_iter().chain(self.ttl::<T>())
    }

    /// Whether an item that was read is shown.
    pub(super) fn shows<T: Item>(
        self,
        item: &HashMap<String, AttributeValue>,
        now: impl FnOnce() -> SystemTime,
    ) -> bool {
        let deleted = self
            .soft_delete::<T>()
            .is_some_and(|name| item.contains_key(name));
        let expired = self
            .ttl::<T>()
            .and_then(|name| item.get(name))
            .is_some_and(|time| {
                let time = time.as_n().ok().and_then(|time| time.parse::<f64>().ok());
                #[expect(clippy::cast_precision_loss, reason = "seconds are far below 2^52")]
                let now = epoch_seconds(now()) as f64;
                time.is_some_and(|time| time <= now)
            });
        !deleted && !expired
    }

    /// The filter of a query.
    pub(super) fn query_filter<Q: QueryInfo>(self, db: &Db) -> Result<Option<Node>, Error> {
        let table = <Q::Item as Item>::Table::SCHEMA;
        let Some(collection) = Q::collection() else {
            return self.filter(&table, &Q::Item::SCHEMA, Some(&Q::QUERY), db);
        };
        let mut filter = None;
        for member in collection.members {
            let query = Some(&member.query);
            if let Some(name) = member.item.roles.soft_delete.filter(|_| !self.deleted)
                && is_readable(&table, member.item.name, query, name)?
            {
                let shown = Node::NotExists(AttrPath::root(name));
                of_others(&table, member)
                    .map_or(shown.clone(), |others| others.or(shown))
                    .require(&mut filter);
            }
        }
        if let Some(live) = self.live(&table, Q::NAME, Some(&Q::QUERY), db) {
            live.require(&mut filter);
        }
        Ok(filter)
    }

    /// The filter of a scan.
    pub(super) fn scan_filter<T: Item>(self, db: &Db) -> Result<Option<Node>, Error> {
        self.filter(&T::Table::SCHEMA, &T::SCHEMA, None, db)
    }

    fn filter(
        self,
        table: &TableSchema,
        item: &ItemSchema,
        query: Option<&QuerySchema>,
        db: &Db,
    ) -> Result<Option<Node>, Error> {
        let mut filter = None;
        if let Some(name) = item.roles.soft_delete.filter(|_| !self.deleted)
            && is_readable(table, item.name, query, name)?
        {
            Node::NotExists(AttrPath::root(name)).require(&mut filter);
        }
        if let Some(live) = self.live(table, item.name, query, db) {
            live.require(&mut filter);
        }
        Ok(filter)
    }

    /// That the time of an item is not over.
    fn live(
        self,
        table: &TableSchema,
        item: &'static str,
        query: Option<&QuerySchema>,
        db: &Db,
    ) -> Option<Node> {
        let name = table.ttl.filter(|_| !self.expired)?;
        if !is_readable(table, item, query, name).unwrap_or(false) {
            return None;
        }
        let path = || AttrPath::root(name);
        let now = AttributeValue::N(epoch_seconds(db.now()).to_string());
        Some(Node::NotExists(path()).or(Node::Compare(path(), ">", now)))
    }
}

/// That an item is of another type, where the type attribute tells.
fn of_others(table: &TableSchema, member: &Member) -> Option<Node> {
    let name = table
        .type_attr
        .filter(|name| is_held(table, &member.query, name))?;
    let entity = AttributeValue::S(member.item.entity?.to_owned());
    Some(Node::Compare(AttrPath::root(name), "<>", entity))
}

/// Whether a filter of the query may name an attribute: not a key of the index, which every item in
/// it has.
fn is_readable(
    table: &TableSchema,
    item: &'static str,
    query: Option<&QuerySchema>,
    name: &'static str,
) -> Result<bool, Error> {
    let Some(query) = query else { return Ok(true) };
    if query
        .pk
        .iter()
        .chain(query.sk)
        .any(|spec| spec.attribute == name)
    {
        return Ok(false);
    }
    if is_held(table, query, name) {
        return Ok(true);
    }
    let reason = format!(
        "index `{}` does not hold `{name}`, so deleted items cannot be left out; use `include_deleted()`",
        query.index.unwrap_or_default()
    );
    Err(Error::Expression { item, reason })
}

/// Whether what a query reads holds an attribute that is not a key.
pub(super) fn is_held(table: &TableSchema, query: &QuerySchema, name: &str) -> bool {
    let index = query.index.and_then(|name| table.index(name));
    index.is_none_or(|index| match index.projection {
        Projection::All => true,
        Projection::KeysOnly => false,
        Projection::Include(names) => names.contains(&name),
    })
}
