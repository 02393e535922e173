//! Which items are absent though they are stored: those that are deleted or expired, unless included.

use std::collections::HashMap;
use std::time::SystemTime;

use aws_sdk_dynamodb::types::AttributeValue;

use super::query::QueryInfo;
use crate::codec::AttributeType;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::{Item, Table};
use crate::life::epoch_seconds;
use crate::rules::Member;
use crate::schema::{ItemSchema, Projection, QuerySchema, TableSchema};

/// Whether deleted or expired items are included.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Visible {
    pub(super) deleted: bool,
    pub(super) expired: bool,
}

impl Visible {
    /// The attributes that hide an item, unless it is included.
    pub(super) fn hiding(self, table: &TableSchema, item: &ItemSchema) -> Hiding {
        Hiding {
            soft_delete: item.roles.soft_delete.filter(|_| !self.deleted),
            ttl: table.ttl.filter(|_| !self.expired),
        }
    }

    pub(super) fn of<T: Item>(self) -> Hiding {
        self.hiding(&T::Table::SCHEMA, &T::SCHEMA)
    }

    /// The attributes that have to be read to tell.
    pub(super) fn attributes<T: Item>(self) -> impl Iterator<Item = &'static str> {
        let hiding = self.of::<T>();
        hiding.soft_delete.into_iter().chain(hiding.ttl)
    }

    /// Whether an item that was read is shown.
    pub(super) fn shows<T: Item>(
        self,
        item: &HashMap<String, AttributeValue>,
        now: impl FnOnce() -> SystemTime,
    ) -> bool {
        self.of::<T>().hides(item, now).is_none()
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
                let shown = is_not_deleted(name);
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
    pub(super) fn scan_filter<T: Item>(
        self,
        index: Option<&QuerySchema>,
        db: &Db,
    ) -> Result<Option<Node>, Error> {
        self.filter(&T::Table::SCHEMA, &T::SCHEMA, index, db)
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
            is_not_deleted(name).require(&mut filter);
        }
        if let Some(live) = self.live(table, item.name, query, db) {
            live.require(&mut filter);
        }
        Ok(filter)
    }

    /// The condition that an item has not expired.
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
        Some(has_not_expired(name, db.now()))
    }
}

/// The attributes that make a stored item absent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hiding {
    soft_delete: Option<&'static str>,
    ttl: Option<&'static str>,
}

/// Why a stored item is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hidden {
    Deleted,
    Expired,
}

impl Hiding {
    /// Why an item is absent; `None` if it is not.
    pub(super) fn hides(
        self,
        item: &HashMap<String, AttributeValue>,
        now: impl FnOnce() -> SystemTime,
    ) -> Option<Hidden> {
        let stored = |name: Option<&'static str>| name.and_then(|name| item.get(name));
        if stored(self.soft_delete).is_some_and(|value| !value.is_null()) {
            return Some(Hidden::Deleted);
        }
        let time = stored(self.ttl)?.as_n().ok()?.parse::<f64>().ok()?;
        #[expect(clippy::cast_precision_loss, reason = "seconds are far below 2^52")]
        let now = epoch_seconds(now()) as f64;
        (time <= now).then_some(Hidden::Expired)
    }
}

/// The condition that an item is not soft-deleted. NULL means the same as a missing attribute.
fn is_not_deleted(name: &'static str) -> Node {
    let path = AttrPath::root(name);
    Node::NotExists(path.clone()).or(Node::HasType(path, AttributeType::Null))
}

/// The condition that an item has not expired. DynamoDB expires items by numbers alone.
fn has_not_expired(name: &'static str, now: SystemTime) -> Node {
    let path = AttrPath::root(name);
    let is_number = Node::HasType(path.clone(), AttributeType::N);
    Node::Not(Box::new(is_number)).or(Node::Compare(path, ">", seconds(now)))
}

fn seconds(time: SystemTime) -> AttributeValue {
    AttributeValue::N(epoch_seconds(time).to_string())
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
