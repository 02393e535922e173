//! Live tables: creating, inspecting, changing and deleting them.
//!
//! The typed methods are on [`Db`]: [`create_table`](Db::create_table),
//! [`ensure_table`](Db::ensure_table), [`verify_table`](Db::verify_table),
//! [`add_missing_indexes`](Db::add_missing_indexes), [`enable_stream`](Db::enable_stream),
//! [`delete_table`](Db::delete_table). They build on [`LiveTable`], a table by its physical name. Tools that have a [definition](TableDefinition)
//! instead of a type use it directly.

use std::borrow::Cow;
use std::pin::Pin;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableInputBuilder;
use aws_sdk_dynamodb::types::{
    BillingMode, IndexStatus, StreamSpecification, StreamViewType, TableDescription, TableStatus,
    TimeToLiveSpecification,
};

use crate::db::Db;
use crate::error::Error;
use crate::item::Table;
use crate::schema::{IndexDefinition, TableDefinition};
pub use crate::verify::{Difference, Verified};

/// The first and the longest pause between checks of a table that is being created or deleted.
const FIRST_WAIT: Duration = Duration::from_millis(20);
const LONGEST_WAIT: Duration = Duration::from_secs(3);
/// How often to check: a little over ten minutes with the pauses above.
const MOST_LOOKS: u32 = 220;

/// A change to a table, which happens when you await it.
///
/// It does not name the table's type, so that a type that is not a table causes one error, not one
/// per step of the call.
pub type Pending<'a> = Pin<Box<dyn Future<Output = Result<(), Error>> + Send + 'a>>;

impl Db {
    /// Creates a table with all its indexes, waits until it is active and enables its TTL.
    ///
    /// The table is billed per request.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Sdk`] if the table already exists or cannot be created.
    #[must_use = "a table is made or deleted when this is awaited"]
    pub fn create_table<T: Table>(&self) -> Pending<'_> {
        let (name, declared) = (self.table_name::<T>(), TableDefinition::from(&T::SCHEMA));
        Box::pin(async move { self.create_declared(name?, declared).await })
    }

    async fn create_declared(
        &self,
        name: Cow<'_, str>,
        declared: TableDefinition,
    ) -> Result<(), Error> {
        let table = self.live_table(name);
        let request = table.create_request(&declared)?;
        let sent = request.send_with(self.client()).await;
        sent.map_err(|error| Error::from_sdk("CreateTable", table.name(), error))?;
        table.wait_until_active().await?;
        match &declared.ttl {
            Some(attribute) => table.switch_ttl_on(attribute).await,
            None => Ok(()),
        }
    }

    /// Creates a table unless it exists. An existing table must have the keys and indexes of its
    /// schema; its TTL is enabled if it is off.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if the table exists but differs from its schema; [`Error::Sdk`] if
    /// it cannot be created.
    #[must_use = "a table is made or deleted when this is awaited"]
    pub fn ensure_table<T: Table>(&self) -> Pending<'_> {
        let (name, declared) = (self.table_name::<T>(), TableDefinition::from(&T::SCHEMA));
        Box::pin(async move { self.ensure(name?, declared).await })
    }

    async fn ensure(&self, name: Cow<'_, str>, declared: TableDefinition) -> Result<(), Error> {
        let table = self.live_table(name);
        table
            .create_if_missing(table.create_request(&declared)?)
            .await?;
        let described = table.wait_until_active().await?;
        let mut found = table.differences(&described, &declared).await?;
        let off = found.extract_if(.., |found| found.is_ttl_off()).count();
        Verified::new(table.name(), found).usable()?;
        match &declared.ttl {
            Some(attribute) if off > 0 => table.switch_ttl_on(attribute).await,
            _ => Ok(()),
        }
    }

    /// Turns on the stream of a table unless it is on, and waits until the table is active. The
    /// stream has one record per change, with the images that `view` selects.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if there is no such table or its stream has other images,
    /// [`Error::Sdk`] if the stream cannot be turned on.
    #[must_use = "a stream is turned on when this is awaited"]
    pub fn enable_stream<T: Table>(&self, view: StreamViewType) -> Pending<'_> {
        let name = self.table_name::<T>();
        Box::pin(async move { self.live_table(name?).enable_stream(view).await })
    }

    /// Deletes a table with everything in it, and waits until it is gone.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Sdk`] if there is no such table or it cannot be deleted.
    #[must_use = "a table is made or deleted when this is awaited"]
    pub fn delete_table<T: Table>(&self) -> Pending<'_> {
        let name = self.table_name::<T>();
        Box::pin(async move { self.delete_named(name?).await })
    }

    async fn delete_named(&self, name: Cow<'_, str>) -> Result<(), Error> {
        let table = self.live_table(name);
        let request = self.client().delete_table().table_name(table.name());
        let sent = request.send().await;
        sent.map_err(|error| Error::from_sdk("DeleteTable", table.name(), error))?;
        table.wait_until_gone().await
    }

    /// Returns a handle to the table with this physical name, whether it exists or not.
    #[must_use]
    pub fn live_table(&self, name: impl Into<String>) -> LiveTable<'_> {
        LiveTable {
            db: self,
            name: name.into(),
        }
    }
}

/// A table by its physical name, for operations on tables without a type. Created by
/// [`Db::live_table`].
#[derive(Debug)]
pub struct LiveTable<'a> {
    db: &'a Db,
    name: String,
}

impl LiveTable<'_> {
    /// Returns the physical name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn client(&self) -> &Client {
        self.db.client()
    }

    /// Asks DynamoDB for the table; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Sdk`] if it cannot be described.
    pub async fn describe(&self) -> Result<Option<TableDescription>, Error> {
        let request = self.client().describe_table().table_name(&self.name);
        match request.send().await {
            Ok(output) => Ok(output.table),
            Err(error) if error.code() == Some("ResourceNotFoundException") => Ok(None),
            Err(error) => Err(Error::from_sdk("DescribeTable", &self.name, error)),
        }
    }

    /// Sends a request that creates the table unless it exists, and returns whether it was created.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Sdk`] if it cannot be described or created.
    pub async fn create_if_missing(&self, request: CreateTableInputBuilder) -> Result<bool, Error> {
        if self.describe().await?.is_some() {
            return Ok(false);
        }
        match request.send_with(self.client()).await {
            Ok(_) => Ok(true),
            // Another process was faster, maybe with a different table.
            Err(error) if error.code() == Some("ResourceInUseException") => Ok(false),
            Err(error) => Err(Error::from_sdk("CreateTable", &self.name, error)),
        }
    }

    /// Waits until the table and its indexes are active, and returns its description.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if that takes more than ten minutes, [`Error::Sdk`] if the table
    /// cannot be described.
    pub async fn wait_until_active(&self) -> Result<TableDescription, Error> {
        let mut wait = FIRST_WAIT;
        for _ in 0..MOST_LOOKS {
            if let Some(table) = self.describe().await?.filter(is_active) {
                return Ok(table);
            }
            self.db.sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        Err(self.fault("is not active yet"))
    }

    /// Waits until a vector index answers searches, which happens after it becomes active.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if that takes more than ten minutes, [`Error::Sdk`] if it refuses a
    /// search for any other reason.
    pub(crate) async fn wait_until_searchable(&self, index: &IndexDefinition) -> Result<(), Error> {
        let mut wait = FIRST_WAIT;
        for _ in 0..MOST_LOOKS {
            match index.probe(self.client(), &self.name).send().await {
                Ok(_) => return Ok(()),
                Err(error) if is_backfilling(error.message()) => {}
                Err(error) => return Err(Error::from_sdk("SearchVectors", &self.name, error)),
            }
            self.db.sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        Err(self.fault(&format!(
            "has the index `{}`, which does not answer yet",
            index.name
        )))
    }

    async fn wait_until_gone(&self) -> Result<(), Error> {
        let mut wait = FIRST_WAIT;
        for _ in 0..MOST_LOOKS {
            if self.describe().await?.is_none() {
                return Ok(());
            }
            self.db.sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        Err(self.fault("is still being deleted"))
    }

    /// Enables TTL: items expire at the time in this attribute.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Sdk`] if DynamoDB refuses: TTL is already on, or was changed within the
    /// last hour.
    pub async fn switch_ttl_on(&self, attribute: &str) -> Result<(), Error> {
        let specification = TimeToLiveSpecification::builder()
            .enabled(true)
            .attribute_name(attribute)
            .build();
        let specification =
            specification.map_err(|error| self.unsendable("UpdateTimeToLive", error))?;
        self.client()
            .update_time_to_live()
            .table_name(&self.name)
            .time_to_live_specification(specification)
            .send()
            .await
            .map_err(|error| Error::from_sdk("UpdateTimeToLive", &self.name, error))?;
        Ok(())
    }

    async fn enable_stream(&self, view: StreamViewType) -> Result<(), Error> {
        let Some(described) = self.describe().await? else {
            return Err(self.fault("it does not exist; create it first"));
        };
        let stream = described.stream_specification;
        if let Some(stream) = stream.filter(|stream| stream.stream_enabled) {
            let found = stream.stream_view_type;
            if found.as_ref() == Some(&view) {
                return Ok(());
            }
            let found = found
                .as_ref()
                .map_or("other content", StreamViewType::as_str);
            return Err(self.fault(&format!(
                "its stream has {found}, not {}; turn it off first, which ends it for its readers",
                view.as_str(),
            )));
        }
        let stream = StreamSpecification::builder()
            .stream_enabled(true)
            .stream_view_type(view)
            .build()
            .map_err(|error| self.unsendable("UpdateTable", error))?;
        let request = self.client().update_table().table_name(&self.name);
        let sent = request.stream_specification(stream).send().await;
        sent.map_err(|error| Error::from_sdk("UpdateTable", &self.name, error))?;
        self.wait_until_active().await?;
        Ok(())
    }

    /// The request that creates the table as declared, billed per request.
    fn create_request(&self, declared: &TableDefinition) -> Result<CreateTableInputBuilder, Error> {
        let request = declared.create_table(&self.name, |index| index);
        let request = request.map_err(|error| self.unsendable("CreateTable", error))?;
        Ok(request.billing_mode(BillingMode::PayPerRequest))
    }

    pub(crate) fn unsendable(
        &self,
        operation: &'static str,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> Error {
        Error::unsendable(operation, &self.name, error)
    }

    /// The error of a difference that no operation can fix.
    pub(crate) fn differs(&self, difference: &Difference) -> Error {
        self.fault(&format!("{difference}; {}", difference.remedy()))
    }

    fn fault(&self, reason: &str) -> Error {
        Error::Table {
            table: self.name.clone(),
            reason: reason.to_owned(),
        }
    }
}

/// Whether an index refuses a search because DynamoDB is still filling it.
fn is_backfilling(message: Option<&str>) -> bool {
    message.is_some_and(|message| message.contains("backfilling"))
}

fn is_active(table: &TableDescription) -> bool {
    table.table_status == Some(TableStatus::Active)
        && table
            .global_secondary_indexes()
            .iter()
            .all(|index| index.index_status != Some(IndexStatus::Creating))
        && table
            .vector_indexes()
            .iter()
            .all(|index| index.index_status != Some(IndexStatus::Creating))
}
