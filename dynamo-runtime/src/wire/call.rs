//! One call to DynamoDB: a single request, or several together in a batch or a transaction.

use super::body::Body;
use super::request::{ApiOperation, KeyAttributes, Origin, Request};
use crate::codec::EncodeError;
use crate::key::KeyValue;
use crate::observe::UsedPartition;

/// One call to DynamoDB: a single request, or several together.
#[derive(Clone, Copy)]
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
    /// The partition key attribute of each table.
    pub(crate) partition_keys: Vec<&'static str>,
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
        if let Self::One(request) = self {
            return match request.operation {
                ApiOperation::Search => Owner::Searched(&request.table),
                _ => owner_of(&request.table),
            };
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

    /// Its table, if there is only one.
    pub(crate) fn only_table(&self) -> Option<&str> {
        let mut tables = self.all_tables();
        let first = tables.next()?;
        tables.all(|other| other == first).then_some(first)
    }

    /// The number of its operations, if there are several.
    pub(crate) fn batch_size(&self) -> Option<usize> {
        let size = match self {
            Self::One(_) => 1,
            Self::BatchGet(batch) => batch.tables.iter().map(|(_, keys)| keys.len()).sum(),
            Self::BatchWrite(batch) => batch.tables.iter().map(|(_, all)| all.len()).sum(),
            Self::TransactGet { gets: all, .. } | Self::TransactWrite { writes: all, .. } => {
                all.len()
            }
        };
        (size > 1).then_some(size)
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

    /// The method it comes from.
    pub(super) fn origin(&self) -> Origin {
        let method = match self {
            Self::One(request) => return request.origin,
            Self::BatchGet(_) => "batch_get",
            Self::BatchWrite(_) => "batch_write",
            Self::TransactGet { .. } => "transact_get",
            Self::TransactWrite { .. } => "transact",
        };
        Origin { item: "", method }
    }

    /// The index it reads.
    pub(super) fn index(&self) -> Option<&'static str> {
        match self {
            Self::One(request) => request.index,
            _ => None,
        }
    }

    /// Visits the partitions that it names: one per operation, none for a scan or a search.
    pub(super) fn each_partition(&self, visit: &mut dyn FnMut(UsedPartition<'_>)) {
        match self {
            Self::One(request) => request.partition_used(visit),
            Self::BatchGet(batch) => {
                for (table, keys) in &batch.tables {
                    for (_, value) in keys.iter().filter_map(|key| key.first()) {
                        visit(UsedPartition::of_table(table, &[value.as_bytes()]));
                    }
                }
            }
            Self::BatchWrite(batch) => {
                for ((table, entries), pk) in batch.tables.iter().zip(&batch.partition_keys) {
                    for entry in entries {
                        let mut item = super::typed::item(entry.json());
                        let value = item.remove(*pk).and_then(KeyValue::from_attribute);
                        if let Some(value) = value {
                            visit(UsedPartition::of_table(table, &[value.as_bytes()]));
                        }
                    }
                }
            }
            Self::TransactGet { gets: all, .. } | Self::TransactWrite { writes: all, .. } => {
                all.iter().for_each(|request| request.partition_used(visit));
            }
        }
    }

    /// The body in DynamoDB's JSON, which asks for the capacity by index or as metered.
    pub(crate) fn body(&self, by_index: bool) -> Result<Vec<u8>, EncodeError> {
        let mut body = Body::new(by_index);
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
    // Names have no colons.
    let arn = table
        .strip_prefix("arn:")
        .and_then(|_| table.split_once(":table/"));
    match arn {
        Some((account, _)) => Owner::Account(account),
        None => Owner::Own,
    }
}
