//! Making a live table match its design, as far as DynamoDB can change it.

use aws_sdk_dynamodb::types::{PointInTimeRecoverySpecification, PointInTimeRecoveryStatus};

use super::verify::recovery;
use crate::Design;
use dynamo_runtime::admin::Difference;
use dynamo_runtime::admin::LiveTable;
use dynamo_runtime::{Db, Error};

/// The result of [`Design::deploy`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one thing was done"
)]
pub struct Deployed {
    /// The table's physical name.
    pub table: String,
    /// Whether it was created.
    pub created: bool,
    /// The global indexes that were added to an existing table.
    pub indexes: Vec<String>,
    /// Whether TTL was enabled.
    pub ttl: bool,
    /// Whether point-in-time recovery was enabled.
    pub point_in_time_recovery: bool,
    /// Whether contributor insights were enabled.
    pub contributor_insights: bool,
    /// The regions that replicas were added in.
    pub replicas: Vec<String>,
}

impl Deployed {
    /// Returns whether there was nothing to do.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let on = self.created || self.ttl || self.point_in_time_recovery;
        let added = !self.indexes.is_empty() || !self.replicas.is_empty();
        !on && !self.contributor_insights && !added
    }
}

impl Design {
    /// Creates the table of the design with its options, or adds what an existing table lacks:
    /// global indexes, TTL, point-in-time recovery, contributor insights, replicas. Nothing is
    /// removed or replaced.
    ///
    /// This is for tools and development; in production, deploy a template. Items that were written
    /// before an index was added need a [`backfill`](dynamo_runtime::Item::backfill) afterwards.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if the table has other keys, or lacks a local index; [`Error::Sdk`]
    /// if DynamoDB refuses; and the errors of [`table_name`](Self::table_name).
    pub async fn deploy(&self, db: &Db) -> Result<Deployed, Error> {
        let table = db.live_table(self.table_name(db)?);
        let created = table
            .create_if_missing(self.create_table(table.name())?)
            .await?;
        let described = table.wait_until_active().await?;
        let differences = table.differences(&described, &self.table).await?;
        for difference in &differences {
            if let Difference::Keys { .. } | Difference::KeyType { .. } = difference {
                return Err(Error::Table {
                    table: table.name().to_owned(),
                    reason: format!("{difference}; {}", difference.remedy()),
                });
            }
        }
        let indexes = table.add_missing_indexes(&self.table).await?;
        let ttl = self.table.ttl.as_ref();
        let ttl = ttl.filter(|_| differences.iter().any(Difference::is_ttl_off));
        if let Some(ttl) = ttl {
            table.switch_ttl_on(ttl).await?;
        }
        let recovery =
            self.options.point_in_time_recovery && self.switch_recovery_on(db, &table).await?;
        let insights = self.switch_insights_on(db, table.name()).await?;
        let replicas = self.add_replicas(db, &table).await?;
        Ok(Deployed {
            table: table.name().to_owned(),
            created,
            indexes,
            ttl: ttl.is_some(),
            point_in_time_recovery: recovery,
            contributor_insights: insights,
            replicas,
        })
    }

    /// Enables point-in-time recovery if it is off.
    async fn switch_recovery_on(&self, db: &Db, table: &LiveTable<'_>) -> Result<bool, Error> {
        let found = recovery(db, table.name()).await?;
        if found.is_none_or(|(status, _)| status != PointInTimeRecoveryStatus::Disabled) {
            return Ok(false);
        }
        let days = self.options.recovery_days;
        let on = PointInTimeRecoverySpecification::builder()
            .point_in_time_recovery_enabled(true)
            .set_recovery_period_in_days(days.and_then(|days| i32::try_from(days).ok()))
            .build()
            .map_err(|error| self.fault(&error))?;
        db.client()
            .update_continuous_backups()
            .table_name(table.name())
            .point_in_time_recovery_specification(on)
            .send()
            .await
            .map_err(|error| Error::from_sdk("UpdateContinuousBackups", table.name(), error))?;
        Ok(true)
    }
}
