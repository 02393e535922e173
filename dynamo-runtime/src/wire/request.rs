//! One request to DynamoDB, as plain data.
//!
//! Every operation renders to a [`Request`]. Sending it, putting it into a transaction and handing
//! it out as the SDK's own builder are three uses of the same value.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use smallvec::SmallVec;

use super::body::Body;
use crate::codec::EncodeError;
use crate::db::Db;
use crate::error::Error;
use crate::expr::Expressions;
use crate::item::ItemType;
use crate::key::{KeyValue, PrimaryKey};
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
        self
    }

    /// A request with nothing but its table.
    pub(crate) fn new(operation: ApiOperation, table: Cow<'static, str>) -> Self {
        Self {
            operation,
            table,
            table_type: None,
            index: None,
            key: SmallVec::new(),
            item: Vec::new(),
            size: 0,
            update: None,
            condition: None,
            key_condition: None,
            filter: None,
            projection: None,
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

/// One call to DynamoDB: a single request, or several together.
pub(crate) enum Call<'a> {
    One(&'a Request),
    BatchGet(&'a BatchGetCall),
    BatchWrite(&'a BatchWriteCall<'a>),
    TransactGet {
        gets: &'a [Request],
        metered: bool,
    },
    TransactWrite {
        writes: &'a [Request],
        token: &'a str,
        metered: bool,
    },
}

/// The keys of a batch read, by table.
pub(crate) struct BatchGetCall {
    pub(crate) tables: Vec<(String, Vec<KeyAttributes>)>,
    pub(crate) consistent: bool,
    pub(crate) metered: bool,
}

/// The writes of a batch, by table.
pub(crate) struct BatchWriteCall<'a> {
    pub(crate) tables: Vec<(&'a str, Vec<BatchEntry<'a>>)>,
    pub(crate) metered: bool,
}

/// A write of a batch: an item, or the key of an item to delete, in DynamoDB's JSON.
#[derive(Clone, Copy)]
pub(crate) enum BatchEntry<'a> {
    Put(&'a [u8]),
    Delete(&'a [u8]),
}

impl BatchEntry<'_> {
    /// The text around the item or key.
    pub(super) fn frame(self) -> (&'static str, &'static str) {
        match self {
            Self::Put(_) => ("{\"PutRequest\":{\"Item\":", "}}"),
            Self::Delete(_) => ("{\"DeleteRequest\":{\"Key\":", "}}"),
        }
    }

    pub(super) fn json(&self) -> &[u8] {
        match self {
            Self::Put(json) | Self::Delete(json) => json,
        }
    }

    /// The number of bytes it takes in a request's body, with the comma.
    pub(crate) fn size(self) -> usize {
        let (before, after) = self.frame();
        before.len() + self.json().len() + after.len() + 1
    }
}

impl Call<'_> {
    /// DynamoDB's name of the operation.
    pub(crate) fn name(&self) -> &'static str {
        &self.target()["DynamoDB_20120810.".len()..]
    }

    /// The protocol's name of the operation.
    pub(crate) fn target(&self) -> &'static str {
        match self {
            Self::One(request) => match request.operation {
                ApiOperation::Get => "DynamoDB_20120810.GetItem",
                ApiOperation::Put => "DynamoDB_20120810.PutItem",
                ApiOperation::Update => "DynamoDB_20120810.UpdateItem",
                ApiOperation::Delete => "DynamoDB_20120810.DeleteItem",
                ApiOperation::Query => "DynamoDB_20120810.Query",
                ApiOperation::Scan => "DynamoDB_20120810.Scan",
                ApiOperation::Search => "DynamoDB_20120810.SearchVectors",
                ApiOperation::Check => unreachable!("a check is sent in a transaction"),
            },
            Self::BatchGet(_) => "DynamoDB_20120810.BatchGetItem",
            Self::BatchWrite(_) => "DynamoDB_20120810.BatchWriteItem",
            Self::TransactGet { .. } => "DynamoDB_20120810.TransactGetItems",
            Self::TransactWrite { .. } => "DynamoDB_20120810.TransactWriteItems",
        }
    }

    /// The owner of the tables it reaches.
    pub(crate) fn owner(&self) -> Owner<'_> {
        if let Self::One(request) = self
            && request.operation == ApiOperation::Search
        {
            return Owner::Searched(&request.table);
        }
        let mut tables = self.all_tables().map(owner_of);
        let first = tables.next().unwrap_or(Owner::Own);
        if tables.all(|other| other == first) {
            first
        } else {
            Owner::Several
        }
    }

    /// The tables it reaches, each once.
    pub(crate) fn tables(&self) -> Vec<&str> {
        let mut tables: Vec<&str> = self.all_tables().collect();
        tables.sort_unstable();
        tables.dedup();
        tables
    }

    /// The table of each part, without an allocation for most requests.
    fn all_tables(&self) -> impl Iterator<Item = &str> {
        let one = match self {
            Self::One(request) => Some(&*request.table),
            _ => None,
        };
        let read = match self {
            Self::BatchGet(batch) => &*batch.tables,
            _ => &[],
        };
        let written = match self {
            Self::BatchWrite(batch) => &*batch.tables,
            _ => &[],
        };
        let parts = match self {
            Self::TransactGet { gets: all, .. } | Self::TransactWrite { writes: all, .. } => *all,
            _ => &[],
        };
        one.into_iter()
            .chain(read.iter().map(|(name, _)| &**name))
            .chain(written.iter().map(|(name, _)| *name))
            .chain(parts.iter().map(|request| &*request.table))
    }

    /// The name of its table's Rust type, if there is only one and it is known.
    pub(crate) fn table_type(&self) -> Option<&'static str> {
        let path = match self {
            Self::One(request) => request.table_type,
            Self::BatchGet(_) | Self::BatchWrite(_) => None,
            Self::TransactGet { gets: all, .. } | Self::TransactWrite { writes: all, .. } => {
                let first = all.first()?.table_type;
                let same = all.iter().all(|request| request.table_type == first);
                first.filter(|_| same)
            }
        };
        path?.rsplit("::").next()
    }

    /// The body in DynamoDB's JSON.
    pub(crate) fn body(&self) -> Result<Vec<u8>, EncodeError> {
        let mut body = Body::new();
        match self {
            Self::One(request) => body.one(request)?,
            Self::BatchGet(batch) => body.batch_get(batch)?,
            Self::BatchWrite(batch) => body.batch_write(batch),
            Self::TransactGet { gets, metered } => body.transact_get(gets, *metered)?,
            Self::TransactWrite {
                writes,
                token,
                metered,
            } => body.transact_write(writes, token, *metered)?,
        }
        body.finish()
    }
}

/// The owner of the tables that a request reaches. The SDK sends a request for a table that is
/// named by its ARN to the endpoint of the account in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner<'a> {
    /// Tables that are named without an ARN.
    Own,
    /// Tables of one account in one region: `arn:aws:dynamodb:eu-central-1:123456789012`.
    Account(&'a str),
    /// Tables of several owners.
    Several,
    /// A searched table, for which DynamoDB has a separate endpoint.
    Searched(&'a str),
}

fn owner_of(table: &str) -> Owner<'_> {
    match table.split_once(":table/") {
        Some((account, _)) => Owner::Account(account),
        None => Owner::Own,
    }
}
