//! Adding the indexes that a live table lacks.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{
    BillingMode, CreateGlobalSecondaryIndexAction, GlobalSecondaryIndexUpdate,
    ProvisionedThroughput, TableDescription, VectorIndexUpdate,
};

use super::difference::Difference;
use crate::admin::LiveTable;
use crate::db::Db;
use crate::error::Error;
use crate::item::Table;
use crate::schema::{IndexDefinition, IndexKind, TableDefinition};

impl Db {
    /// Adds the global and vector indexes that a table lacks, and waits until each is ready.
    /// Returns their names.
    ///
    /// DynamoDB fills a new index from the key attributes that items have; items written without
    /// them need a [`backfill`](crate::Item::backfill) afterwards. If the table is billed by
    /// capacity, an index gets as much as the table has.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if there is no such table, if it lacks a local index, which cannot
    /// be added later, or if an index takes more than ten minutes: call this again to continue.
    /// Returns [`Error::Sdk`] if DynamoDB refuses.
    pub async fn add_missing_indexes<T: Table>(&self) -> Result<Vec<String>, Error> {
        let table = self.live_table(self.table_name::<T>()?);
        table
            .add_missing_indexes(&TableDefinition::from(&T::SCHEMA))
            .await
    }
}

impl LiveTable<'_> {
    /// Adds the global and vector indexes that the table lacks, and waits until each is ready.
    /// Returns their names. [`Db::add_missing_indexes`] is the typed form.
    ///
    /// # Errors
    ///
    /// The same as [`Db::add_missing_indexes`].
    pub async fn add_missing_indexes(
        &self,
        declared: &TableDefinition,
    ) -> Result<Vec<String>, Error> {
        let described = self.describe().await?;
        let Some(described) = described else {
            return Err(self.differs(&Difference::NoTable));
        };
        let capacity = capacity(&described);
        let capacity = capacity.map_err(|error| self.unsendable("UpdateTable", error))?;
        let mut added = Vec::new();
        for difference in self.differences(&described, declared).await? {
            let index = match &difference {
                Difference::MissingIndex { local: true, .. } => {
                    return Err(self.differs(&difference));
                }
                Difference::MissingIndex { index, .. } => index,
                _ => continue,
            };
            let Some(index) = declared.index(index) else {
                continue;
            };
            // DynamoDB creates one index at a time.
            self.wait_until_active().await?;
            self.add_index(index, capacity.clone()).await?;
            if index.kind == IndexKind::Vector {
                self.wait_until_active().await?;
                self.wait_until_searchable(index).await?;
            }
            added.push(index.name.clone());
        }
        self.wait_until_active().await?;
        Ok(added)
    }

    async fn add_index(
        &self,
        index: &IndexDefinition,
        capacity: Option<ProvisionedThroughput>,
    ) -> Result<(), Error> {
        if index.kind == IndexKind::Vector {
            return self.add_vector_index(index).await;
        }
        let unsendable = |error| self.unsendable("UpdateTable", error);
        let action = CreateGlobalSecondaryIndexAction::builder()
            .index_name(&index.name)
            .set_key_schema(Some(index.key_schema().map_err(unsendable)?))
            .projection(index.sdk_projection())
            .set_provisioned_throughput(capacity)
            .build()
            .map_err(unsendable)?;
        let mut request = self.client().update_table().table_name(self.name());
        for key in index.keys() {
            let definition = key.attribute_definition().map_err(unsendable)?;
            request = request.attribute_definitions(definition);
        }
        let update = GlobalSecondaryIndexUpdate::builder().create(action).build();
        let request = request.global_secondary_index_updates(update);
        match request.send().await {
            Ok(_) => Ok(()),
            Err(error) => Err(Error::from_sdk("UpdateTable", self.name(), error)),
        }
    }
}

impl LiveTable<'_> {
    async fn add_vector_index(&self, index: &IndexDefinition) -> Result<(), Error> {
        let unsendable = |error| self.unsendable("UpdateTable", error);
        let action = index.vector_action().map_err(unsendable)?;
        let mut request = self.client().update_table().table_name(self.name());
        for (attribute, _) in index.search_attributes() {
            let definition = attribute.attribute_definition().map_err(unsendable)?;
            request = request.attribute_definitions(definition);
        }
        let update = VectorIndexUpdate::builder().create(action).build();
        let sent = request.vector_index_updates(update).send().await;
        sent.map(drop)
            .map_err(|error| Error::from_sdk("UpdateTable", self.name(), error))
    }
}

/// The capacity of a table, if it is billed by capacity.
fn capacity(table: &TableDescription) -> Result<Option<ProvisionedThroughput>, BuildError> {
    let mode = table
        .billing_mode_summary()
        .and_then(|mode| mode.billing_mode());
    let capacity = table.provisioned_throughput();
    let Some(capacity) = capacity.filter(|_| mode != Some(&BillingMode::PayPerRequest)) else {
        return Ok(None);
    };
    ProvisionedThroughput::builder()
        .set_read_capacity_units(capacity.read_capacity_units)
        .set_write_capacity_units(capacity.write_capacity_units)
        .build()
        .map(Some)
}
