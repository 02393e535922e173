//! Making a live table what its design says, as far as DynamoDB can change it.

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{PointInTimeRecoverySpecification, PointInTimeRecoveryStatus};

use super::declared::Declared;
use super::difference::Difference;
use crate::db::Db;
use crate::design::Design;
use crate::error::Error;

/// What [`Db::deploy`] did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deployed {
    /// The table's physical name.
    pub table: String,
    /// Whether it was created.
    pub created: bool,
    /// The global indexes that were added to a table that existed.
    pub indexes: Vec<String>,
    /// Whether TTL was switched on.
    pub ttl: bool,
    /// Whether point-in-time recovery was switched on.
    pub point_in_time_recovery: bool,
}

impl Deployed {
    /// Returns whether nothing was to be done.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let on = self.created || self.ttl || self.point_in_time_recovery;
        !on && self.indexes.is_empty()
    }
}

impl Db {
    /// Creates the table of a design with its options, or adds to one that exists what it lacks:
    /// global indexes, TTL, point-in-time recovery. Nothing is removed or replaced.
    ///
    /// For tools and development; in production a template is deployed. Items that were written
    /// before an index was added need a [`backfill`](crate::Item::backfill) after.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where the table has other keys, or lacks a local index; [`Error::Sdk`] where
    /// DynamoDB refuses.
    pub async fn deploy(&self, design: &Design) -> Result<Deployed, Error> {
        let name = self.design_name(design)?;
        let declared = Declared::from(design);
        let mut deployed = Deployed {
            table: name.clone(),
            ..Deployed::default()
        };
        if self.describe(&name).await?.is_none() {
            let request = design.create_table_builder(&name);
            let request = request.map_err(|error| design.fault(&error))?;
            match request.send_with(self.client()).await {
                Ok(_) => deployed.created = true,
                // Another process was faster.
                Err(error) if error.code() == Some("ResourceInUseException") => {}
                Err(error) => return Err(Error::from_sdk("CreateTable", &name, error)),
            }
        }
        self.wait_until_active(&name).await?;
        let differences = self.compare(&name, &declared).await?.differences;
        for difference in &differences {
            match difference {
                Difference::Keys { .. } | Difference::KeyType { .. } => {
                    return Err(Error::Table {
                        table: name,
                        reason: format!("{difference}; {}", difference.remedy()),
                    });
                }
                _ => {}
            }
        }
        deployed.indexes = self.add_declared_indexes(&name, &declared).await?;
        if let Some(ttl) = &design.ttl
            && differences.iter().any(Difference::is_ttl_off)
        {
            self.switch_ttl_on(&name, ttl).await?;
            deployed.ttl = true;
        }
        if design.options.point_in_time_recovery {
            deployed.point_in_time_recovery = self.switch_recovery_on(&name).await?;
        }
        Ok(deployed)
    }

    /// Switches point-in-time recovery on where it is off.
    async fn switch_recovery_on(&self, name: &str) -> Result<bool, Error> {
        if self.recovery(name).await? != Some(PointInTimeRecoveryStatus::Disabled) {
            return Ok(false);
        }
        let on = PointInTimeRecoverySpecification::builder()
            .point_in_time_recovery_enabled(true)
            .build()
            .map_err(|error| Error::unsendable("UpdateContinuousBackups", name, error))?;
        self.client()
            .update_continuous_backups()
            .table_name(name)
            .point_in_time_recovery_specification(on)
            .send()
            .await
            .map_err(|error| Error::from_sdk("UpdateContinuousBackups", name, error))?;
        Ok(true)
    }
}
