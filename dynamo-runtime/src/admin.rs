//! Making and removing tables.

use std::time::Duration;

use aws_sdk_dynamodb::error::{BuildError, ProvideErrorMetadata};
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    BillingMode, IndexStatus, TableDescription, TableStatus, TimeToLiveSpecification,
};

use crate::db::Db;
use crate::error::Error;
use crate::item::Table;
use crate::schema::{IndexKind, TableSchema};
use crate::verify::{Declared, Difference, Verified};

/// How long to wait between looks at a table that is being made or removed, at first and at most.
const FIRST_WAIT: Duration = Duration::from_millis(20);
const LONGEST_WAIT: Duration = Duration::from_secs(3);
/// How often to look: a little over ten minutes with the waits above.
const MOST_LOOKS: u32 = 220;

impl Db {
    /// Creates a table with all its indexes, waits until it is active and switches its TTL on.
    ///
    /// The table is billed by request.
    ///
    /// # Errors
    ///
    /// [`Error::Sdk`] where the table exists already or cannot be created.
    pub async fn create_table<T: Table>(&self) -> Result<(), Error> {
        let name = self.table_name::<T>()?.into_owned();
        create_request(self, &name, &T::SCHEMA)?
            .send()
            .await
            .map_err(|error| Error::from_sdk("CreateTable", &name, error))?;
        self.wait_until_active(&name).await?;
        match T::SCHEMA.ttl {
            Some(attribute) => self.switch_ttl_on(&name, attribute).await,
            None => Ok(()),
        }
    }

    /// Creates a table unless it exists; one that exists is checked to have the keys and indexes of
    /// its schema, and its TTL is switched on where it is not.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where the table exists but is not as its schema says; [`Error::Sdk`] where
    /// it cannot be created.
    pub async fn ensure_table<T: Table>(&self) -> Result<(), Error> {
        let name = self.table_name::<T>()?.into_owned();
        if self.describe(&name).await?.is_none()
            && let Err(error) = create_request(self, &name, &T::SCHEMA)?.send().await
        {
            // Another process may have been faster, with a table of its own.
            if error.code() != Some("ResourceInUseException") {
                return Err(Error::from_sdk("CreateTable", &name, error));
            }
        }
        self.wait_until_active(&name).await?;
        let mut found = self.compare(&name, &Declared::from(&T::SCHEMA)).await?;
        let is_off = Difference::is_ttl_off;
        let off = found
            .differences
            .extract_if(.., |found| is_off(found))
            .count();
        Verified::new(&name, found.differences).usable()?;
        match T::SCHEMA.ttl {
            Some(attribute) if off > 0 => self.switch_ttl_on(&name, attribute).await,
            _ => Ok(()),
        }
    }

    /// Deletes a table with everything in it, and waits until it is gone.
    ///
    /// # Errors
    ///
    /// [`Error::Sdk`] where there is no such table or it cannot be deleted.
    pub async fn delete_table<T: Table>(&self) -> Result<(), Error> {
        let name = self.table_name::<T>()?.into_owned();
        self.client()
            .delete_table()
            .table_name(&name)
            .send()
            .await
            .map_err(|error| Error::from_sdk("DeleteTable", &name, error))?;
        let mut wait = FIRST_WAIT;
        for _ in 0..MOST_LOOKS {
            if self.describe(&name).await?.is_none() {
                return Ok(());
            }
            self.sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        Err(Error::Table {
            table: name,
            reason: "is still being deleted".to_owned(),
        })
    }

    pub(crate) async fn wait_until_active(&self, name: &str) -> Result<TableDescription, Error> {
        let mut wait = FIRST_WAIT;
        for _ in 0..MOST_LOOKS {
            if let Some(table) = self.describe(name).await?.filter(is_active) {
                return Ok(table);
            }
            self.sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        Err(Error::Table {
            table: name.to_owned(),
            reason: "is not active yet".to_owned(),
        })
    }

    pub(crate) async fn describe(&self, name: &str) -> Result<Option<TableDescription>, Error> {
        match self.client().describe_table().table_name(name).send().await {
            Ok(output) => Ok(output.table),
            Err(error) if error.code() == Some("ResourceNotFoundException") => Ok(None),
            Err(error) => Err(Error::from_sdk("DescribeTable", name, error)),
        }
    }

    pub(crate) async fn switch_ttl_on(&self, name: &str, attribute: &str) -> Result<(), Error> {
        let specification = TimeToLiveSpecification::builder()
            .enabled(true)
            .attribute_name(attribute)
            .build();
        let specification = specification.map_err(|error| build_failure(name, &error))?;
        self.client()
            .update_time_to_live()
            .table_name(name)
            .time_to_live_specification(specification)
            .send()
            .await
            .map_err(|error| Error::from_sdk("UpdateTimeToLive", name, error))?;
        Ok(())
    }
}

fn is_active(table: &TableDescription) -> bool {
    table.table_status == Some(TableStatus::Active)
        && table
            .global_secondary_indexes()
            .iter()
            .all(|index| index.index_status != Some(IndexStatus::Creating))
}

fn build_failure(name: &str, error: &impl std::fmt::Display) -> Error {
    Error::Table {
        table: name.to_owned(),
        reason: error.to_string(),
    }
}

/// The SDK's own request for a table.
fn create_request(
    db: &Db,
    name: &str,
    schema: &TableSchema,
) -> Result<CreateTableFluentBuilder, Error> {
    let request = db
        .client()
        .create_table()
        .table_name(name)
        .billing_mode(BillingMode::PayPerRequest);
    with_keys(request, &Declared::from(schema)).map_err(|error| build_failure(name, &error))
}

fn with_keys(
    mut request: CreateTableFluentBuilder,
    declared: &Declared<'_>,
) -> Result<CreateTableFluentBuilder, BuildError> {
    request = request.set_key_schema(Some(declared.key_schema()?));
    for key in declared.keys() {
        request = request.attribute_definitions(key.definition()?);
    }
    for index in &declared.indexes {
        request = match index.kind {
            IndexKind::Global => request.global_secondary_indexes(index.global()?.build()?),
            IndexKind::Local => request.local_secondary_indexes(index.local()?),
        };
    }
    Ok(request)
}
