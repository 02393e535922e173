//! Visibility: stored items that are deleted or expired count as absent, unless included.

use std::time::SystemTime;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::codec::AttributeType;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::ItemType;
use crate::lifecycle::epoch_seconds;
use crate::op::read::query::QueryType;
use crate::rules::Member;
use crate::schema::{IndexSchema, ItemSchema, Projection, QuerySchema, TableSchema};
use crate::wire::Attributes;

/// The cure that only a query of one item type can offer.
const HYDRATE: &str = "`hydrate()`, which reads whole items, or ";

/// Whether deleted or expired items are included.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Visible {
    pub(super) deleted: bool,
    pub(super) expired: bool,
}

impl Visible {
    pub(super) const ALL: Self = Self {
        deleted: true,
        expired: true,
    };

    /// The attributes that hide an item, unless it is included.
    pub(super) fn hiding(self, table: &TableSchema, item: &ItemSchema) -> Hiding {
        Hiding {
            soft_delete: item.roles.soft_delete.filter(|_| !self.deleted),
            ttl: table.ttl.filter(|_| !self.expired),
        }
    }

    pub(super) fn of(self, item: &ItemType) -> Hiding {
        self.hiding(item.table, item.schema)
    }

    /// The attributes that must be read to know.
    pub(super) fn attributes(self, of: &ItemType) -> impl Iterator<Item = &'static str> + use<> {
        let hiding = self.of(of);
        hiding.soft_delete.into_iter().chain(hiding.ttl)
    }

    /// Whether an item that was read is shown.
    pub(super) fn shows(
        self,
        of: &ItemType,
        item: &Attributes,
        now: impl FnOnce() -> SystemTime,
    ) -> bool {
        self.of(of).hides(item, now).is_none()
    }

    /// The filter of a query.
    pub(super) fn query_filter(self, query: &QueryType, db: &Db) -> Result<Option<Node>, Error> {
        let table = query.item.table;
        let Some(collection) = query.collection else {
            let from = AttributeSource::query(table, query.keys);
            self.readable(query.item.schema, from, HYDRATE)?;
            return Ok(self.of(query.item).shown_in(from, db));
        };
        let mut filter = None;
        for member in collection.members {
            self.readable(
                &member.item,
                AttributeSource::query(table, &member.query),
                "",
            )?;
            if let Some(name) = member.item.roles.soft_delete.filter(|_| !self.deleted) {
                let shown = is_not_deleted(name);
                of_others(table, member)
                    .map_or(shown.clone(), |others| others.or(shown))
                    .require(&mut filter);
            }
        }
        let expiring = Hiding {
            soft_delete: None,
            ttl: table.ttl.filter(|_| !self.expired),
        };
        if let Some(live) = expiring.shown_in(AttributeSource::query(table, query.keys), db) {
            live.require(&mut filter);
        }
        Ok(filter)
    }

    /// The filter of a scan, of the table or of the given index.
    pub(super) fn scan_filter(
        self,
        of: &ItemType,
        index: Option<&QuerySchema>,
        db: &Db,
    ) -> Result<Option<Node>, Error> {
        let hiding = self.of(of);
        let Some(index) = index else {
            return Ok(hiding.shown(db.now()));
        };
        let from = AttributeSource::scan(of.table, index);
        self.readable(of.schema, from, "")?;
        Ok(hiding.shown_in(from, db))
    }

    /// Refuses a read that cannot know which items are hidden.
    fn readable(
        self,
        item: &ItemSchema,
        from: AttributeSource<'_>,
        otherwise: &str,
    ) -> Result<(), Error> {
        let hiding = self.hiding(from.table, item);
        let told = |name: &'static str, what: &str, method: &str| {
            let place = from.place();
            let reason = match from.holds(name) {
                Held::Attribute => return Ok(()),
                Held::Key => format!(
                    "`{name}` is a key of {place}, and DynamoDB filters no query by a key, so \
                     {what} items cannot be left out; use `{method}()`",
                ),
                Held::Nowhere => format!(
                    "{place} does not hold `{name}`, so {what} items cannot be left out; use \
                     {otherwise}`{method}()`, or project `{name}`",
                ),
            };
            let item = item.name;
            Err(Error::Expression { item, reason })
        };
        if let Some(name) = hiding.soft_delete {
            told(name, "deleted", "include_deleted")?;
        }
        match hiding.ttl.filter(|_| item.may_expire(from.table)) {
            Some(name) => told(name, "expired", "include_expired"),
            None => Ok(()),
        }
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

impl Hidden {
    /// The words of a failed condition about the item.
    pub(super) fn found(self) -> &'static str {
        match self {
            Self::Deleted => {
                "the stored item is soft-deleted and counts as absent; `include_deleted()` includes it"
            }
            Self::Expired => {
                "the stored item has expired and counts as absent; `include_expired()` includes it"
            }
        }
    }
}

impl Hiding {
    /// The condition that a stored item is not hidden; an absent one meets it.
    pub(super) fn shown(self, now: SystemTime) -> Option<Node> {
        let mut shown = self.soft_delete.map(is_not_deleted);
        if let Some(name) = self.ttl {
            has_not_expired(name, now).require(&mut shown);
        }
        shown
    }

    /// The same, if the source holds the attributes.
    fn shown_in(self, from: AttributeSource<'_>, db: &Db) -> Option<Node> {
        let told = |name: &&'static str| from.holds(name) == Held::Attribute;
        let hiding = Self {
            soft_delete: self.soft_delete.filter(told),
            ttl: self.ttl.filter(told),
        };
        hiding.shown(db.now())
    }

    /// The condition that a stored item is hidden. Under a key that types share, only an item of
    /// this type, which `own` checks, can be soft-deleted.
    pub(super) fn hidden(self, own: Option<Node>, now: SystemTime) -> Option<Node> {
        let deleted = self.soft_delete.map(|name| {
            let path = AttrPath::root(name);
            let null = Node::HasType(path.clone(), AttributeType::Null);
            let deleted = Node::Exists(path).and(Node::Not(Box::new(null)));
            own.into_iter().fold(deleted, Node::and)
        });
        // A comparison with a number holds only for numbers.
        let expired = self
            .ttl
            .map(|name| Node::Compare(AttrPath::root(name), "<=", seconds(now)));
        match (deleted, expired) {
            (Some(deleted), Some(expired)) => Some(deleted.or(expired)),
            (deleted, expired) => deleted.or(expired),
        }
    }

    /// The same for an item of another type, which expires in the same way.
    pub(super) fn of_other_type(self) -> Self {
        let soft_delete = None;
        Self {
            soft_delete,
            ..self
        }
    }

    /// Why an item is absent; `None` if it is not.
    pub(super) fn hides(
        self,
        item: &Attributes,
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

/// Whether a stored item is soft-deleted.
pub(super) fn is_deleted(of: &ItemType, item: &Attributes) -> bool {
    let deleted = of.schema.roles.soft_delete.and_then(|name| item.get(name));
    deleted.is_some_and(|value| !value.is_null())
}

/// The condition that an item is not soft-deleted. NULL means the same as a missing attribute.
fn is_not_deleted(name: &'static str) -> Node {
    let path = AttrPath::root(name);
    Node::NotExists(path.clone()).or(Node::HasType(path, AttributeType::Null))
}

/// The condition that an item has not expired. DynamoDB expires items only by numbers.
fn has_not_expired(name: &'static str, now: SystemTime) -> Node {
    let path = AttrPath::root(name);
    let is_number = Node::HasType(path.clone(), AttributeType::N);
    Node::Not(Box::new(is_number)).or(Node::Compare(path, ">", seconds(now)))
}

fn seconds(time: SystemTime) -> AttributeValue {
    AttributeValue::N(epoch_seconds(time).to_string())
}

/// The condition that an item is of another type, if there is a type attribute to compare.
pub(super) fn of_others(table: &TableSchema, member: &Member) -> Option<Node> {
    let name = table
        .type_attr
        .filter(|name| is_held(table, &member.query, name))?;
    let entity = AttributeValue::S(member.item.entity?.to_owned());
    Some(Node::Compare(AttrPath::root(name), "<>", entity))
}

/// The source of a read: a table or an index, by its keys or as a whole.
#[derive(Clone, Copy)]
struct AttributeSource<'a> {
    table: &'a TableSchema,
    query: &'a QuerySchema,
    scanned: bool,
}

/// How a filter finds an attribute.
#[derive(PartialEq, Eq)]
enum Held {
    /// It is a key of the query, which a filter may not name.
    Key,
    Attribute,
    Nowhere,
}

impl<'a> AttributeSource<'a> {
    fn query(table: &'a TableSchema, query: &'a QuerySchema) -> Self {
        let scanned = false;
        Self {
            table,
            query,
            scanned,
        }
    }

    fn scan(table: &'a TableSchema, query: &'a QuerySchema) -> Self {
        Self {
            scanned: true,
            ..Self::query(table, query)
        }
    }

    fn holds(self, name: &str) -> Held {
        match self.query.has_key(name) {
            true if self.scanned => Held::Attribute,
            true => Held::Key,
            false if is_held(self.table, self.query, name) => Held::Attribute,
            false => Held::Nowhere,
        }
    }

    fn place(self) -> String {
        match self.query.index {
            Some(index) => format!("index `{index}`"),
            None => "the table".to_owned(),
        }
    }
}

/// Whether the source of a query holds an attribute that is not a key.
pub(super) fn is_held(table: &TableSchema, query: &QuerySchema, name: &str) -> bool {
    let index = query.index.and_then(|name| table.index(name));
    index.is_none_or(|index| match index.projection {
        Projection::All => true,
        Projection::KeysOnly => is_filter(index, name),
        Projection::Include(names) => names.contains(&name) || is_filter(index, name),
    })
}

/// Whether searches of a vector index can be filtered by an attribute, which it then holds.
fn is_filter(index: &IndexSchema, name: &str) -> bool {
    let filters = index.vector.iter().flat_map(|vector| vector.filters);
    filters.into_iter().any(|filter| filter.name == name)
}
