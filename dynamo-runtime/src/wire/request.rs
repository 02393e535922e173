//! One request to DynamoDB, as plain data.
//!
//! Every operation renders to a [`Request`]. Sending it, putting it into a transaction and handing
//! it out as the SDK's own builder are three uses of the same value.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use smallvec::SmallVec;

use crate::db::Db;
use crate::error::Error;
use crate::expr::Expressions;
use crate::item::ItemType;
use crate::key::{KeyValue, PrimaryKey};
use crate::observe::UsedPartition;
use crate::schema::QuerySchema;

/// An item, or a part of one, in the SDK's form.
pub(crate) type Attributes = HashMap<String, AttributeValue>;

/// The operation of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ApiOperation {
    Get,
    Put,
    Update,
    Delete,
    /// A condition of a transaction; never sent alone.
    Check,
    Query,
    Scan,
    /// A search of a vector index.
    Search,
}

/// The return value of a single write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returns {
    /// The item as it was before.
    Old,
    /// The new state of the item.
    New,
    /// The new values of the attributes that changed.
    Updated,
}

impl ApiOperation {
    /// The method that sends it, unless a generated one does.
    const fn method(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Put => "put",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::Check => "check",
            Self::Query => "query",
            Self::Scan => "scan",
            Self::Search => "search",
        }
    }
}

/// The method that a request comes from, for those who observe requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The item type or the collection.
    pub(crate) item: &'static str,
    pub(crate) method: &'static str,
}

impl Origin {
    /// `Order::by_status`.
    pub(crate) fn summary(self) -> String {
        [self.item, "::", self.method].concat()
    }
}

/// The attributes of a primary key.
pub(crate) type KeyAttributes = SmallVec<[(&'static str, KeyValue); 2]>;

/// Adds the attribute names to a primary key.
pub(crate) fn key_attributes(primary: &QuerySchema, key: PrimaryKey) -> KeyAttributes {
    let specs = primary.pk.iter().zip([key.pk]);
    let sort = primary.sk.iter().zip(key.sk);
    specs
        .chain(sort)
        .map(|(spec, value)| (spec.attribute, value))
        .collect()
}

/// A request on one table.
#[derive(Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a member of the request"
)]
pub(crate) struct Request {
    pub(crate) operation: ApiOperation,
    /// The physical name of the table.
    pub(crate) table: Cow<'static, str>,
    /// The path of the table's Rust type, for the message of a missing table.
    pub(crate) table_type: Option<&'static str>,
    pub(crate) origin: Origin,
    /// How many of the values are those of the partition that a query reads.
    pub(crate) partition_values: usize,
    pub(crate) index: Option<&'static str>,
    /// The key of the item; also for a put, whose item contains it.
    pub(crate) key: KeyAttributes,
    /// The item of a put, in DynamoDB's JSON.
    pub(crate) item: Vec<u8>,
    /// The size of that item as DynamoDB counts it.
    pub(crate) size: usize,
    pub(crate) update: Option<String>,
    pub(crate) condition: Option<String>,
    pub(crate) key_condition: Option<String>,
    pub(crate) filter: Option<String>,
    pub(crate) projection: Option<String>,
    /// The attributes that the caller's own condition is about.
    pub(crate) required: Vec<Cow<'static, str>>,
    /// The counters of a put, which its condition keeps as they are.
    pub(crate) counters: Vec<&'static str>,
    /// The names and values behind the placeholders of all these expressions.
    pub(crate) expressions: Expressions,
    pub(crate) consistent: bool,
    pub(crate) descending: bool,
    /// Whether only the number of items is wanted.
    pub(crate) counts: bool,
    pub(crate) limit: Option<i32>,
    pub(crate) start: Option<Attributes>,
    /// The vector of a search, whose `filter` is its condition and `limit` the most results.
    pub(crate) vector: Vec<f32>,
    /// The segment of a scan, and how many there are.
    pub(crate) segment: Option<(i32, i32)>,
    pub(crate) returns: Option<Returns>,
    pub(crate) metered: bool,
}

impl Request {
    /// A request on the table of an item type.
    pub(crate) fn of(operation: ApiOperation, item: &ItemType, db: &Db) -> Result<Self, Error> {
        Ok(Self::new(operation, db.table_of(item)?).on(item))
    }

    /// Names the type of the table.
    pub(crate) fn on(mut self, item: &ItemType) -> Self {
        self.table_type = Some((item.table_type)());
        self.origin.item = item.name();
        self
    }

    /// Says which part of its condition a stored item does not meet: the version, a counter, or the
    /// caller's own.
    pub(crate) fn unmet(&self, version: Option<&str>, stored: &Attributes) -> Option<String> {
        let stale = version.and_then(|version| self.stale(version, stored));
        let unmet = stale.or_else(|| self.recounted(stored));
        unmet.or_else(|| self.not_as_required(version))
    }

    /// Says that a stored item has another version than its condition requires.
    fn stale(&self, version: &str, stored: &Attributes) -> Option<String> {
        let expected = self
            .expressions
            .compared(self.condition.as_deref()?, version)?;
        let (expected, stored) = (expected.as_n().ok()?, stored.get(version)?.as_n().ok()?);
        if expected == stored {
            return None;
        }
        // An item that was never read has no version, or zero.
        Some(if expected == "0" && self.operation == ApiOperation::Put {
            format!("the item already exists; read it first, and put it with its `{version}`")
        } else {
            format!(
                "its `{version}` has changed: someone else wrote it since you read it; read it again"
            )
        })
    }

    /// Says that a stored counter is not the one that a put would write.
    fn recounted(&self, stored: &Attributes) -> Option<String> {
        let condition = self.condition.as_deref()?;
        let has_changed = |counter: &&&str| {
            let expected = self.expressions.compared(condition, counter);
            // A counter that was never stored is zero.
            let is_zero = |value: &&AttributeValue| value.as_n().is_ok_and(|text| text == "0");
            expected.filter(|value| !is_zero(value))
                != stored.get(**counter).filter(|value| !is_zero(value))
        };
        let counter = self.counters.iter().find(has_changed)?;
        Some(format!(
            "the counter `{counter}` has changed since you read it; use `update` or `modify` for \
             other fields"
        ))
    }

    /// Names the attributes that the caller's own condition is about.
    fn not_as_required(&self, version: Option<&str>) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.required.iter().map(|name| &**name) {
            if Some(name) != version && !names.contains(&name) {
                names.push(name);
            }
        }
        (!names.is_empty()).then(|| format!("its `{}` is not as required", names.join("` or `")))
    }

    /// A request with nothing but its table.
    pub(crate) fn new(operation: ApiOperation, table: Cow<'static, str>) -> Self {
        Self {
            operation,
            table,
            table_type: None,
            origin: Origin {
                item: "",
                method: operation.method(),
            },
            partition_values: 0,
            index: None,
            key: SmallVec::new(),
            item: Vec::new(),
            size: 0,
            update: None,
            condition: None,
            key_condition: None,
            filter: None,
            projection: None,
            required: Vec::new(),
            counters: Vec::new(),
            expressions: Expressions::default(),
            consistent: false,
            descending: false,
            counts: false,
            limit: None,
            start: None,
            vector: Vec::new(),
            segment: None,
            returns: None,
            metered: false,
        }
    }
}

impl Request {
    /// The item of a put, or the key of another request, in the SDK's form.
    pub(crate) fn attributes(&self) -> Attributes {
        match self.operation {
            ApiOperation::Put => super::typed::item(&self.item),
            _ => super::typed::key(&self.key),
        }
    }

    /// Visits the partition that it names, if it does.
    pub(super) fn partition_used(&self, visit: &mut dyn FnMut(UsedPartition<'_>)) {
        let mut values: SmallVec<[&[u8]; 1]> = SmallVec::new();
        match self.operation {
            ApiOperation::Query => {
                let partition = self.expressions.values().iter().take(self.partition_values);
                values.extend(partition.filter_map(|value| match value {
                    AttributeValue::S(text) | AttributeValue::N(text) => Some(text.as_bytes()),
                    AttributeValue::B(bytes) => Some(bytes.as_ref()),
                    _ => None,
                }));
            }
            _ => values.extend(self.key.first().map(|(_, value)| value.as_bytes())),
        }
        if !values.is_empty() {
            visit(UsedPartition {
                table: &self.table,
                index: self.index,
                values: &values,
            });
        }
    }

    /// Whether it reads pages.
    pub(crate) fn is_paged(&self) -> bool {
        matches!(self.operation, ApiOperation::Query | ApiOperation::Scan)
    }

    /// The number of bytes it adds to a transaction: at least as many as DynamoDB counts.
    pub(crate) fn size(&self) -> usize {
        match self.operation {
            ApiOperation::Put => self.size,
            ApiOperation::Update => self.expressions.size().unwrap_or(0),
            _ => 0,
        }
    }
}

/// Names what is sent, never its values.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("operation", &self.operation)
            .field("table", &self.table)
            .field("index", &self.index)
            .finish_non_exhaustive()
    }
}
