//! Following a table's live stream: the operation, where it begins, and how it polls.

mod change_stream;
mod client;
mod follower;
mod lineage;
mod reader;
mod source;
mod stream_checkpoint;

use std::borrow::Cow;
use std::time::Duration;

use aws_sdk_dynamodbstreams::Client;

pub use self::change_stream::ChangeStream;
use self::follower::{Follower, Pace};
use self::source::TableStream;
pub use self::stream_checkpoint::StreamCheckpoint;
use super::{Change, ChangeRecord};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType, Table};
use crate::op::bulk::IntoCheckpoint;
use crate::op::{Collection, QueryInfo};

/// How long a shard rests after an answer without records.
///
/// A shard takes five requests per second, of all its readers together:
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html>
const EVERY: Duration = Duration::from_secs(1);

/// How many shards are read at once.
const AT_ONCE: usize = 16;

/// The changes of a table, whatever the types of its items: `Trading::changes()`.
pub type TableChanges = Changes<ChangeRecord>;

/// Decodes a record; `None` if it is passed over.
type Read<C> = fn(ChangeRecord) -> Result<Option<C>, Error>;

/// Follows the live stream of a table: `Order::changes()` for an item type, `Entry::changes()` for a
/// [`Collection`], `Shop::changes()` for a shared table as a whole. Needs the feature `streams`.
///
/// [`send`](Self::send) finds the table's stream and returns a [`ChangeStream`]. You get every
/// change at least once, and the changes of one item in the order in which they were made, because
/// a shard is read after its parent. Another process can continue from a
/// [checkpoint](ChangeStream::checkpoint).
///
/// The changes of an item type leave out the other types of its table. A collection yields an
/// [`Error::OtherType`] for items of types that it does not have, unless you call
/// [`skip_unknown`](Self::skip_unknown). The changes of a whole table are [`ChangeRecord`]s; read
/// them with [`Change::of_known`]. The claims that the library stores for unique values are never
/// included.
///
/// ```
/// use std::time::Duration;
///
/// use aws_sdk_dynamodb::types::StreamViewType;
/// use dynamo_runtime::{Db, Error, Item};
///
/// #[derive(Debug, Clone, PartialEq, Item)]
/// #[table(name = "stock", pk = "product")]
/// struct Stock { product: String, pieces: u32 }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// let db = Db::embedded().await?;
/// db.create_table::<Stock>().await?;
/// db.enable_stream::<Stock>(StreamViewType::NewAndOldImages).await?;
/// Stock { product: "tea".into(), pieces: 3 }.put().send(&db).await?;
/// Stock::key("tea").update().subtract(Stock::PIECES, 1).send(&db).await?;
///
/// let changes = Stock::changes().until_idle_for(Duration::from_secs(5));
/// let mut changes = changes.send(&db).await?;
/// let mut pieces = Vec::new();
/// while let Some(change) = changes.next().await {
///     pieces.extend(change?.new.map(|stock| stock.pieces));
/// }
/// assert_eq!(pieces, [3, 2]);
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Changes<C> {
    table: fn(&Db) -> Result<Cow<'static, str>, Error>,
    table_type: &'static str,
    read: Read<C>,
    start: Start,
    pace: Pace,
    client: Option<Client>,
}

/// Where to begin.
enum Start {
    Oldest,
    Now,
    After(StreamCheckpoint),
}

impl<T: Item> Changes<Change<T>> {
    pub(crate) fn of_item() -> Self {
        let table = |db: &Db| db.table_of(ItemType::of::<T>());
        Self::new(table, (ItemType::of::<T>().table_type)(), Change::of_known)
    }
}

impl<C: Collection> Changes<Change<C>> {
    pub(crate) fn of_collection() -> Self {
        let first = ItemType::of::<<C::First as QueryInfo>::Item>;
        let table = |db: &Db| db.table_of(ItemType::of::<<C::First as QueryInfo>::Item>());
        Self::new(table, (first().table_type)(), |record| {
            if record.is_claim() {
                return Ok(None);
            }
            Change::from_record(record).map(Some)
        })
    }

    /// Leaves out items of types that the collection does not have. Without this, they are an
    /// error.
    pub fn skip_unknown(mut self) -> Self {
        self.read = Change::of_known;
        self
    }
}

impl TableChanges {
    pub(crate) fn of_table<T: Table>() -> Self {
        let table = |db: &Db| db.table_name::<T>();
        Self::new(table, std::any::type_name::<T>(), |record| {
            Ok((!record.is_claim()).then_some(record))
        })
    }
}

impl<C> Changes<C> {
    fn new(
        table: fn(&Db) -> Result<Cow<'static, str>, Error>,
        table_type: &'static str,
        read: Read<C>,
    ) -> Self {
        Self {
            table,
            table_type,
            read,
            start: Start::Oldest,
            pace: Pace {
                every: EVERY,
                at_once: AT_ONCE,
                idle: None,
            },
            client: None,
        }
    }

    /// Starts at the oldest record that the stream still has; DynamoDB keeps records for 24 hours.
    /// This is the default.
    pub fn from_start(mut self) -> Self {
        self.start = Start::Oldest;
        self
    }

    /// Starts at the first change after [`send`](Self::send).
    pub fn from_now(mut self) -> Self {
        self.start = Start::Now;
        self
    }

    /// Continues where a [checkpoint](ChangeStream::checkpoint) was taken; `None` has no effect.
    pub fn resume(mut self, checkpoint: impl IntoCheckpoint<StreamCheckpoint>) -> Self {
        if let Some(checkpoint) = checkpoint.into_checkpoint() {
            self.start = Start::After(checkpoint);
        }
        self
    }

    /// Sets how long a shard rests after an answer without records; one second by default.
    ///
    /// Each request is billed, with or without records in its answer.
    pub fn poll_every(mut self, pause: Duration) -> Self {
        self.pace.every = pause;
        self
    }

    /// Sets how many shards are read at once, each with one request; 16 by default, at least one.
    pub fn shards_at_once(mut self, shards: usize) -> Self {
        self.pace.at_once = shards.max(1);
        self
    }

    /// Ends the stream when no change has come for this long. Without this, the stream does not
    /// end.
    ///
    /// Use it for jobs that process what has piled up, and for tests: it waits on the client's
    /// clock, which takes no real time on an embedded engine.
    pub fn until_idle_for(mut self, pause: Duration) -> Self {
        self.pace.idle = Some(pause);
        self
    }

    /// Uses your own client for DynamoDB Streams.
    ///
    /// Without this, a client is made that is configured like the client of the `Db`: with its HTTP
    /// client, credentials, region, retries, time-outs and interceptors, and with its endpoint
    /// unless that is one of AWS.
    pub fn with_client(mut self, client: Client) -> Self {
        self.client = Some(client);
        self
    }

    /// Finds the table's stream and its shards, and starts to follow it.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if the table has no stream, [`Error::ChangesLost`] if the
    /// checkpoint is from an earlier stream of the table, [`Error::Stream`] if it is from another
    /// table or no client for streams can be made, [`Error::Sdk`] if a request fails.
    pub async fn send(self, db: &Db) -> Result<ChangeStream<C>, Error> {
        let table = (self.table)(db)?;
        let source = TableStream::find(db, &table, self.table_type, self.client).await?;
        let follower = match self.start {
            Start::Oldest => Follower::from_start(source, self.pace).await?,
            Start::Now => Follower::from_now(source, self.pace).await?,
            Start::After(checkpoint) => Follower::after(source, self.pace, checkpoint).await?,
        };
        Ok(ChangeStream::new(follower, self.read))
    }
}
