//! Adding the indexes that a live table lacks.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{
    BillingMode, CreateGlobalSecondaryIndexAction, GlobalSecondaryIndexUpdate,
    ProvisionedThroughput, TableDescription,
};

use super::declared::{Declared, DeclaredIndex};
use super::difference::Difference;
use crate::db::Db;
use crate::error::Error;
use crate::item::Table;

impl Db {
    /// Adds the global indexes that a table lacks, and waits until DynamoDB has built each. Returns
    /// their names.
    ///
    /// DynamoDB fills a new index from the key attributes that items have; those that were written
    /// without them need a [`backfill`](crate::Item::backfill) after. An index of a table that is
    /// billed by capacity gets as much as the table has.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where there is no such table, where it lacks a local index, which no table
    /// gets later, or where an index takes more than ten minutes: call it again then, it goes on.
    /// [`Error::Sdk`] where DynamoDB refuses.
    pub async fn add_missing_indexes<T: Table>(&self) -> Result<Vec<String>, Error> {
        let name = self.table_name::<T>()?.into_owned();
        self.add_declared_indexes(&name, &Declared::from(&T::SCHEMA))
            .await
    }

    pub(crate) async fn add_declared_indexes(
        &self,
        name: &str,
        declared: &Declared<'_>,
    ) -> Result<Vec<String>, Error> {
        let unsendable = |error| Error::unsendable("UpdateTable", name, error);
        let found = self.compare(name, declared).await?;
        let capacity = found.table.as_ref().map(capacity).transpose();
        let capacity = capacity.map_err(unsendable)?.flatten();
        let mut added = Vec::new();
        for difference in found.differences {
            let index = match &difference {
                Difference::MissingIndex {
                    index,
                    local: false,
                } => index,
                Difference::MissingIndex { local: true, .. } | Difference::NoTable => {
                    return Err(Error::Table {
                        table: name.to_owned(),
                        reason: format!("{difference}; {}", difference.remedy()),
                    });
                }
                _ => continue,
            };
            let index = declared.indexes.iter().find(|found| found.name == index);
            let Some(index) = index else { continue };
            // DynamoDB makes one index at a time.
            self.wait_until_active(name).await?;
            self.add_index(name, index, capacity.clone()).await?;
            added.push(index.name.to_owned());
        }
        self.wait_until_active(name).await?;
        Ok(added)
    }

    async fn add_index(
        &self,
        name: &str,
        index: &DeclaredIndex<'_>,
        capacity: Option<ProvisionedThroughput>,
    ) -> Result<(), Error> {
        let unsendable = |error| Error::unsendable("UpdateTable", name, error);
        let action = CreateGlobalSecondaryIndexAction::builder()
            .index_name(index.name)
            .set_key_schema(Some(index.key_schema().map_err(unsendable)?))
            .projection(index.projection())
            .set_provisioned_throughput(capacity)
            .build()
            .map_err(unsendable)?;
        let mut request = self.client().update_table().table_name(name);
        for key in index.pk.iter().chain(&index.sk) {
            request = request.attribute_definitions(key.definition().map_err(unsendable)?);
        }
        request
            .global_secondary_index_updates(
                GlobalSecondaryIndexUpdate::builder().create(action).build(),
            )
            .send()
            .await
            .map_err(|error| Error::from_sdk("UpdateTable", name, error))?;
        Ok(())
    }
}

/// The capacity of a table that is billed by it.
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
