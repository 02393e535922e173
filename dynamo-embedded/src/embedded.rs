//! The engine's handle, which opens it, sets it up and creates clients.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::Client;
use dynoxide::Database;

use crate::client::sdk_client;
use crate::clock::EngineClock;
use crate::connector::{Connector, Threading};
use crate::created::Created;
use crate::dispatch::Dispatch;
use crate::error::EngineError;
use crate::faults::{Faults, Faulty};
use crate::guard::Guarded;
use crate::lag::{Lag, Lagging};
use crate::partitions::{Limited, Partitions};
use crate::sweep;

/// DynamoDB in this process, for tests, examples and small tools. There is nothing to install, no
/// port and no network.
///
/// This is a handle: clones share the data. [`client`](Self::client) returns an SDK client like any
/// other, so requests, typed errors, retries and paginators are the real ones. Throttling and
/// service faults happen only on request: [`with_partition_limits`](Self::with_partition_limits)
/// and [`faults`](crate::faults).
///
/// ```
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use dynamo_embedded::Embedded;
///
/// let client = Embedded::memory()?.client();
/// let tables = client.list_tables().send().await?;
/// assert!(tables.table_names().is_empty());
/// # Ok(())
/// # }
/// ```
///
/// # Time
///
/// Waiting takes no time here. Suppose an SDK client, or an operation of `dynamo-runtime`, waits
/// between two attempts, for a timeout or for a deadline. As soon as nothing else that uses the
/// same engine is left to do, the engine's clock moves forward by the length of the wait, and the
/// wait is over. So back-off and deadlines are the same as on AWS, but a test of them ends at once.
/// Concurrent waits pass together and end in order.
///
/// The clock is the system's, or the one set with [`with_clock`](Self::with_clock), plus the time
/// that was waited. [`sweep_expired`](Self::sweep_expired) uses it, and so does `Db::now` of
/// `dynamo-runtime` by default. The engine does not wait for anything outside it, such as a socket
/// or a Tokio timer: time may pass meanwhile.
#[doc = ""]
#[doc = include_str!("../docs/engines.md")]
#[derive(Clone)]
pub struct Embedded {
    database: Database,
    clock: Arc<EngineClock>,
    file: Option<PathBuf>,
    faults: Faults,
    partitions: Arc<Partitions>,
    lag: Arc<Lag>,
    threading: Threading,
}

impl Embedded {
    /// Opens an empty engine that lives in memory until its last handle and client are dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if the database cannot be set up.
    pub fn memory() -> Result<Self, EngineError> {
        let clock = Arc::new(EngineClock::default());
        let database = Database::memory_with_clock(clock.clone())
            .map_err(EngineError::when("open a database in memory"))?;
        Ok(Self::of(database, clock, None))
    }

    /// Opens the engine stored in the file at `path`, which is created if it is missing.
    ///
    /// Once its request has returned, a write survives even if the process is killed; a power cut
    /// may lose the last writes. While the engine is open, there are two more files next to this
    /// one.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or created, or holds something else.
    pub fn at(path: impl AsRef<Path>) -> Result<Self, EngineError> {
        let file = absolute(path.as_ref())?;
        let database = Database::new(utf8(&file)?).map_err(EngineError::when(to_open(&file)))?;
        // Leaves the connection with SQLite's `synchronous = NORMAL`. By default it flushes the disk for
        // each item of a batch, which is nearly all of the time that writes take.
        database
            .enable_bulk_loading()
            .and_then(|()| database.disable_bulk_loading())
            .map_err(EngineError::when(format!("open `{}`", file.display())))?;
        Ok(Self::of(database, Arc::default(), Some(file)))
    }

    fn of(database: Database, clock: Arc<EngineClock>, file: Option<PathBuf>) -> Self {
        Self {
            database,
            clock,
            file,
            faults: Faults::default(),
            partitions: Arc::default(),
            lag: Arc::default(),
            threading: Threading::Inline,
        }
    }

    /// Sets the clock of this engine, for this handle, its clones and their clients. The time that
    /// they wait is added to it.
    ///
    /// ```
    /// # fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use std::time::{Duration, SystemTime};
    ///
    /// let tomorrow = SystemTime::now() + Duration::from_secs(86_400);
    /// let engine = dynamo_embedded::Embedded::memory()?.with_clock(move || tomorrow);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_clock(self, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.clock.set(now);
        self
    }

    /// Injects faults into the requests of this handle's clients, according to the schedule.
    #[must_use]
    pub fn with_faults(self, faults: &Faults) -> Self {
        Self {
            faults: faults.clone(),
            ..self
        }
    }

    /// Limits the partitions of this engine to DynamoDB's throughput from now on, for every handle
    /// and client: 1,000 write units and 3,000 read units per second for each value of a partition
    /// key, of a table and of each of its global indexes.
    ///
    /// A request to an exhausted partition is throttled as on DynamoDB, with the table or index as
    /// the reason. A batch is carried out in part, and a transaction is cancelled. So a test shows
    /// whether a design can take its load or has a hot partition.
    ///
    /// Seconds are [virtual time](Self#time): they pass when something waits, when
    /// [`pass`](Self::pass) is called, or when the clock of [`with_clock`](Self::with_clock) moves.
    /// The real duration of the test makes no difference.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use aws_sdk_dynamodb::config::retry::RetryConfig;
    /// use aws_sdk_dynamodb::types::{
    ///     AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
    ///     ScalarAttributeType,
    /// };
    /// use dynamo_embedded::Embedded;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let engine = Embedded::memory()?.with_partition_limits();
    /// let config = engine.client().config().to_builder();
    /// let client = aws_sdk_dynamodb::Client::from_conf(
    ///     config.retry_config(RetryConfig::disabled()).build(),
    /// );
    /// # let key = KeySchemaElement::builder().attribute_name("id").key_type(KeyType::Hash);
    /// # let id = AttributeDefinition::builder().attribute_name("id");
    /// # client
    /// #     .create_table()
    /// #     .table_name("votes")
    /// #     .billing_mode(BillingMode::PayPerRequest)
    /// #     .key_schema(key.build()?)
    /// #     .attribute_definitions(id.attribute_type(ScalarAttributeType::S).build()?)
    /// #     .send()
    /// #     .await?;
    /// let vote = || {
    ///     let id = AttributeValue::S("the one that everybody likes".into());
    ///     client.put_item().table_name("votes").item("id", id).send()
    /// };
    /// for _ in 0..1_000 {
    ///     vote().await?;
    /// }
    /// assert!(vote().await.unwrap_err().into_service_error().is_throttling_exception());
    ///
    /// engine.pass(Duration::from_secs(1));
    /// vote().await?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_partition_limits(self) -> Self {
        self.partitions.limit();
        self
    }

    /// Makes global indexes lag by this much, for every handle and client of this engine: a query
    /// or a scan of one, or a search of vectors, does not show a write before that much time has
    /// passed. The table and its local indexes show it at once. Zero turns the lag off.
    ///
    /// DynamoDB's indexes lag by milliseconds, and by more on a bad day. Code that reads its own
    /// write from an index still passes most tests. With a lag that is longer than the test, it
    /// fails every time:
    ///
    /// ```
    /// # use aws_sdk_dynamodb::types::{
    /// #     AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement,
    /// #     KeyType, Projection, ProjectionType, ScalarAttributeType,
    /// # };
    /// use std::time::Duration;
    ///
    /// use dynamo_embedded::Embedded;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let hour = Duration::from_secs(3_600);
    /// let engine = Embedded::memory()?.with_index_lag(hour);
    /// let client = engine.client();
    /// # let hash = |name| KeySchemaElement::builder().attribute_name(name).key_type(KeyType::Hash).build();
    /// # let text = |name| {
    /// #     let ty = ScalarAttributeType::S;
    /// #     AttributeDefinition::builder().attribute_name(name).attribute_type(ty).build()
    /// # };
    /// # let all = Projection::builder().projection_type(ProjectionType::All).build();
    /// # let index = GlobalSecondaryIndex::builder().index_name("ByMail").key_schema(hash("mail")?);
    /// # client
    /// #     .create_table()
    /// #     .table_name("users")
    /// #     .billing_mode(BillingMode::PayPerRequest)
    /// #     .key_schema(hash("id")?)
    /// #     .attribute_definitions(text("id")?)
    /// #     .attribute_definitions(text("mail")?)
    /// #     .global_secondary_indexes(index.projection(all).build()?)
    /// #     .send()
    /// #     .await?;
    /// # let s = |text: &str| AttributeValue::S(text.into());
    /// let users_of_ada = || {
    ///     client
    ///         .query()
    ///         .table_name("users")
    ///         .index_name("ByMail")
    ///         .key_condition_expression("mail = :mail")
    ///         .expression_attribute_values(":mail", s("ada@example.com"))
    ///         .send()
    /// };
    /// let user = client.put_item().table_name("users").item("id", s("u1"));
    /// user.item("mail", s("ada@example.com")).send().await?;
    /// assert_eq!(users_of_ada().await?.count(), 0);
    ///
    /// engine.pass(hour);
    /// assert_eq!(users_of_ada().await?.count(), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Time is the engine's [own](Self#time), which [`pass`](Self::pass) moves forward. Items that
    /// were stored before the call are shown at once. A change to a table lets its indexes catch
    /// up. Reads of indexes with `PartiQL` do not lag.
    #[must_use]
    pub fn with_index_lag(self, lag: Duration) -> Self {
        self.lag.set(lag);
        self
    }

    /// Moves this engine's time forward, like a wait of this length.
    pub fn pass(&self, duration: Duration) {
        self.clock.timers().pass(duration);
    }

    /// Answers the requests of this handle's clients on Tokio's blocking threads instead of the
    /// thread that polls them, so that a long scan does not hold up other tasks. Outside a Tokio
    /// runtime it has no effect.
    #[must_use]
    pub fn on_blocking_threads(self) -> Self {
        Self {
            threading: Threading::Blocking,
            ..self
        }
    }

    /// Returns an SDK client whose requests this engine answers.
    ///
    /// Its credentials are made up, and its endpoint does not exist. It retries and times out like
    /// any other client, in [virtual time](Self#time).
    #[must_use]
    pub fn client(&self) -> Client {
        let responder = Faulty {
            faults: self.faults.clone(),
            inner: Limited {
                partitions: Arc::clone(&self.partitions),
                database: self.database.clone(),
                clock: Arc::clone(&self.clock),
                inner: Guarded(Created(Lagging {
                    lag: Arc::clone(&self.lag),
                    database: self.database.clone(),
                    clock: Arc::clone(&self.clock),
                    inner: Dispatch(self.database.clone()),
                })),
            },
        };
        sdk_client(Connector::new(
            Arc::new(responder),
            self.clock.clone(),
            self.threading,
        ))
    }

    /// Deletes the items whose TTL has passed and returns their number.
    ///
    /// DynamoDB does this by itself within days, and serves expired items until then. Here it
    /// happens only when you call this.
    ///
    /// # Errors
    ///
    /// Returns an error if the data cannot be read or written. Items deleted by then stay deleted.
    pub fn sweep_expired(&self) -> Result<usize, EngineError> {
        let swept = match &self.file {
            // The engine accepts another clock only in memory.
            Some(file) if self.clock.is_moved() => sweep::file(utf8(file)?, self.clock.clone()),
            _ => self.database.sweep_ttl(),
        };
        swept
            .and_then(|swept| self.lag.sweep().map(|()| swept))
            .map_err(EngineError::when("delete the expired items"))
    }

    /// Writes everything stored to a new file, which [`at`](Self::at) and
    /// [`restore_from`](Self::restore_from) can read.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists or cannot be written.
    pub fn snapshot_to(&self, path: impl AsRef<Path>) -> Result<(), EngineError> {
        let file = absolute(path.as_ref())?;
        self.database
            .vacuum_into(utf8(&file)?)
            .map_err(EngineError::when(format!(
                "write the snapshot `{}`",
                file.display()
            )))
    }

    /// Replaces everything stored with a snapshot that [`snapshot_to`](Self::snapshot_to) saved.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is missing or not a snapshot; then nothing changes.
    pub fn restore_from(&self, path: impl AsRef<Path>) -> Result<(), EngineError> {
        let file = absolute(path.as_ref())?;
        self.partitions.forget();
        let restored = self.database.restore_from(utf8(&file)?);
        self.lag.forget();
        restored.map_err(EngineError::when(format!(
            "restore the snapshot `{}`",
            file.display()
        )))
    }
}

impl fmt::Debug for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedded")
            .field("file", &self.file)
            .field("clock", &self.clock)
            .field("threading", &self.threading)
            .finish_non_exhaustive()
    }
}

/// The attempt to open a file, and why it may have failed.
fn to_open(file: &Path) -> String {
    let directory = file.parent();
    let hint = if directory.is_some_and(|directory| !directory.exists()) {
        ": its directory does not exist; create it first"
    } else {
        ""
    };
    format!("open `{}`{hint}", file.display())
}

/// `SQLite` treats relative names like `:memory:` and `file:…` specially; an absolute path is
/// always a file.
fn absolute(path: &Path) -> Result<PathBuf, EngineError> {
    std::path::absolute(path).map_err(EngineError::when(format!("use `{}`", path.display())))
}

fn utf8(path: &Path) -> Result<&str, EngineError> {
    path.to_str().ok_or_else(|| {
        EngineError::when(format!("use `{}`", path.display()))("the path is not valid UTF-8")
    })
}
