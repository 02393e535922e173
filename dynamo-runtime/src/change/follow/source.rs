//! The requests to a table's stream.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodbstreams::Client;
use aws_sdk_dynamodbstreams::types::{Record, ShardIteratorType, StreamStatus};

use super::client;
use super::stream_checkpoint::ShardPlace;
use crate::db::Db;
use crate::error::Error;

/// A table's stream.
pub(super) struct TableStream {
    pub(super) db: Db,
    pub(super) table: String,
    pub(super) arn: String,
    client: Client,
}

/// The shards of a stream.
#[derive(Default)]
pub(super) struct Listing {
    pub(super) shards: Vec<ListedShard>,
    /// Whether the stream was turned off, so that no shard gets children.
    pub(super) is_off: bool,
}

/// A shard, and the one that it continues.
pub(super) struct ListedShard {
    pub(super) id: String,
    pub(super) parent: Option<String>,
}

/// Records of a shard, and where to read on; `None` at its end.
pub(super) struct Fetched {
    pub(super) records: Vec<Record>,
    pub(super) next: Option<String>,
}

/// Why a shard could not be read.
pub(super) enum Unfetched {
    /// Its records from there on are no longer kept.
    Trimmed,
    /// The iterator is older than 15 minutes.
    Expired,
    /// Too many requests were sent.
    Throttled(Error),
    /// The stream or its table is gone.
    Gone(Error),
    Failed(Error),
}

impl TableStream {
    /// Finds the stream of a table, and a client for it.
    pub(super) async fn find(
        db: &Db,
        table: &str,
        table_type: &'static str,
        client: Option<Client>,
    ) -> Result<Self, Error> {
        let (described, learned) = client::describe(db, table)
            .await
            .map_err(|error| error.on_table_type(Some(table_type)))?;
        let arn = described.latest_stream_arn.ok_or_else(|| Error::Table {
            table: table.to_owned(),
            reason: format!(
                "it has no stream to read changes from; turn one on with \
                 `db.enable_stream::<{}>(…)`, or with the option `stream` of its design",
                short(table_type)
            ),
        })?;
        let client = match client {
            Some(client) => client,
            None => learned.client(db)?,
        };
        Ok(Self {
            db: db.clone(),
            table: table.to_owned(),
            arn,
            client,
        })
    }

    /// Lists all shards that the stream has.
    pub(super) async fn shards(&self) -> Result<Listing, Error> {
        let mut listing = Listing::default();
        let mut after = None;
        loop {
            let request = self.client.describe_stream().stream_arn(&self.arn);
            let request = request.set_exclusive_start_shard_id(after);
            let answer = request.send().await;
            let answer = answer.map_err(|error| self.failed("DescribeStream", error))?;
            let Some(stream) = answer.stream_description else {
                return Ok(listing);
            };
            listing.is_off = stream.stream_status == Some(StreamStatus::Disabled);
            let shards = stream.shards.unwrap_or_default().into_iter();
            listing.shards.extend(shards.filter_map(|shard| {
                Some(ListedShard {
                    id: shard.shard_id?,
                    parent: shard.parent_shard_id,
                })
            }));
            after = stream.last_evaluated_shard_id;
            if after.is_none() {
                return Ok(listing);
            }
        }
    }

    /// Reads records of a shard: from an iterator or, if there is none or it has expired, from a
    /// place.
    pub(super) async fn fetch(
        &self,
        shard: &str,
        place: &ShardPlace,
        mut iterator: Option<String>,
    ) -> Result<Fetched, Unfetched> {
        loop {
            let is_old = iterator.is_some();
            let from = match iterator.take() {
                Some(iterator) => Some(iterator),
                None => self.iterator_at(shard, place).await?,
            };
            let Some(from) = from else {
                return Ok(Fetched {
                    records: Vec::new(),
                    next: None,
                });
            };
            match self.records(from).await {
                Err(Unfetched::Expired) if is_old => {}
                fetched => return fetched,
            }
        }
    }

    async fn records(&self, iterator: String) -> Result<Fetched, Unfetched> {
        let request = self.client.get_records().shard_iterator(iterator);
        let answer = request.send().await;
        let answer = answer.map_err(|error| self.unfetched("GetRecords", error))?;
        Ok(Fetched {
            records: answer.records.unwrap_or_default(),
            next: answer.next_shard_iterator,
        })
    }

    async fn iterator_at(
        &self,
        shard: &str,
        place: &ShardPlace,
    ) -> Result<Option<String>, Unfetched> {
        match place {
            ShardPlace::After(number) => {
                let kind = ShardIteratorType::AfterSequenceNumber;
                self.iterator(shard, kind, Some(number.clone())).await
            }
            _ => {
                let kind = ShardIteratorType::TrimHorizon;
                self.iterator(shard, kind, None).await
            }
        }
    }

    /// Returns an iterator of the records that come from now on.
    pub(super) async fn iterator_from_now(&self, shard: &str) -> Result<Option<String>, Error> {
        let iterator = self.iterator(shard, ShardIteratorType::Latest, None).await;
        iterator.map_err(|error| match error {
            Unfetched::Throttled(error) | Unfetched::Gone(error) | Unfetched::Failed(error) => {
                error
            }
            // Neither happens to a new iterator without a place.
            Unfetched::Trimmed | Unfetched::Expired => self.lost(TRIMMED),
        })
    }

    async fn iterator(
        &self,
        shard: &str,
        kind: ShardIteratorType,
        number: Option<String>,
    ) -> Result<Option<String>, Unfetched> {
        let request = self.client.get_shard_iterator().stream_arn(&self.arn);
        let request = request.shard_id(shard).shard_iterator_type(kind);
        let answer = request.set_sequence_number(number).send().await;
        let answer = answer.map_err(|error| self.unfetched("GetShardIterator", error))?;
        Ok(answer.shard_iterator)
    }

    /// The error of changes that were not read and are gone.
    pub(super) fn lost(&self, reason: &'static str) -> Error {
        Error::ChangesLost {
            table: self.table.clone(),
            reason,
        }
    }

    fn unfetched<E, R>(&self, operation: &'static str, error: SdkError<E, R>) -> Unfetched
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
        R: std::fmt::Debug + Send + Sync + 'static,
    {
        let code = error.code().unwrap_or_default().to_owned();
        let error = self.failed(operation, error);
        match code.as_str() {
            "TrimmedDataAccessException" => Unfetched::Trimmed,
            "ExpiredIteratorException" => Unfetched::Expired,
            "ResourceNotFoundException" => Unfetched::Gone(error),
            // Too many readers of one shard.
            "LimitExceededException" => Unfetched::Throttled(error),
            _ if error.is_throttled_request() => Unfetched::Throttled(error),
            _ => Unfetched::Failed(error),
        }
    }

    fn failed<E, R>(&self, operation: &'static str, error: SdkError<E, R>) -> Error
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
        R: std::fmt::Debug + Send + Sync + 'static,
    {
        Error::from_sdk(operation, &self.table, error)
    }
}

/// Records that the stream does not keep any more.
pub(super) const TRIMMED: &str =
    "its stream keeps them for 24 hours, and they were not read in time";

/// The name of a type without its modules.
fn short(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}
