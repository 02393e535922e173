//! The partitions that a query reads: one, or one per shard.

use smallvec::SmallVec;

use crate::cursor::Fingerprint;
use crate::error::Error;
use crate::item::{build_shards, build_whole};
use crate::key::{Args, KeyError, KeyValue, MAX_PARTITION_BYTES, Sharded};
use crate::op::read::query::QueryType;
use crate::schema::QuerySchema;

/// The values of the partition key attributes of one partition.
pub(in crate::op) type PartitionValues = SmallVec<[KeyValue; 1]>;

/// The partition of a query.
#[derive(Clone)]
pub(super) struct Partition {
    /// The values of the partition key attributes; empty for the sharded one.
    values: PartitionValues,
    /// The number of the attribute that is sharded, and its keys.
    sharded: Option<(usize, Sharded)>,
    /// The only shard to read.
    shard: Option<u16>,
}

/// The partitions to read.
pub(super) enum Partitions {
    One(PartitionValues),
    /// The values of each shard.
    Shards(Vec<PartitionValues>),
}

impl Partition {
    pub(super) fn of(query: &QuerySchema, args: &Args<'_>) -> Result<Self, KeyError> {
        let mut values = PartitionValues::new();
        let mut sharded = None;
        for (number, spec) in query.pk.iter().enumerate() {
            if spec.template.shards().is_some() {
                sharded = Some((number, build_shards(spec, args)?));
                values.push(KeyValue::Text(String::new()));
            } else {
                values.push(build_whole(spec, MAX_PARTITION_BYTES, args)?);
            }
        }
        Ok(Self {
            values,
            sharded,
            shard: None,
        })
    }

    pub(super) fn in_shard(&mut self, shard: u16) {
        self.shard = Some(shard);
    }

    /// The partitions to read.
    pub(super) fn partitions(self, of: &QueryType) -> Result<Partitions, Error> {
        let Some((at, sharded)) = &self.sharded else {
            return Ok(Partitions::One(self.values));
        };
        let partition = |key: String| {
            let mut values = self.values.clone();
            values[*at] = KeyValue::Text(key);
            values
        };
        let mut keys = sharded.keys();
        let Some(shard) = self.shard else {
            let shards = keys.into_iter().map(partition);
            return Ok(Partitions::Shards(shards.collect()));
        };
        if shard >= sharded.count() {
            return Err(Error::Expression {
                item: of.name,
                reason: format!(
                    "`{}` has no shard {shard}; its {} shards are counted from 0",
                    of.keys.method,
                    sharded.count()
                ),
            });
        }
        Ok(Partitions::One(partition(
            keys.swap_remove(usize::from(shard)),
        )))
    }

    /// Checks that there is only one partition to read, for callers who send the request
    /// themselves.
    pub(super) fn single(&self, of: &QueryType) -> Result<(), Error> {
        match self.clone().partitions(of)? {
            Partitions::One(_) => Ok(()),
            Partitions::Shards(shards) => Err(Error::Expression {
                item: of.name,
                reason: format!(
                    "`{}` reads {} partitions, one per shard, and a request of the SDK reads one; \
                     name it with `in_shard`",
                    of.keys.method,
                    shards.len()
                ),
            }),
        }
    }

    /// Adds the partition to the fingerprint of a cursor.
    pub(super) fn add_to(
        &self,
        fingerprint: &mut Fingerprint,
        of: &QueryType,
    ) -> Result<(), Error> {
        if self.sharded.is_none() {
            for value in &self.values {
                fingerprint.add(value.as_bytes());
            }
            return Ok(());
        }
        match (self.clone().partitions(of)?, &self.sharded) {
            (Partitions::One(values), _) => {
                for value in values {
                    fingerprint.add(value.as_bytes());
                }
            }
            (Partitions::Shards(_), sharded) => {
                fingerprint.add(b"shards");
                for value in &self.values {
                    fingerprint.add(value.as_bytes());
                }
                if let Some((_, sharded)) = sharded {
                    fingerprint.add(sharded.shards().to_string().as_bytes());
                    for part in sharded.parts() {
                        fingerprint.add(part.as_bytes());
                    }
                }
            }
        }
        Ok(())
    }
}
