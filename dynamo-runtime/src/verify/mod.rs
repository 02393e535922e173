//! Comparing a live table with its declaration.

mod compare;
mod difference;
mod indexes;

use aws_sdk_dynamodb::types::{TableDescription, TimeToLiveStatus};

pub use self::difference::{Difference, Verified};
use crate::admin::LiveTable;
use crate::db::Db;
use crate::error::Error;
use crate::item::Table;
use crate::schema::TableDefinition;

impl Db {
    /// Compares a table with its declaration: keys and their types, indexes and their projections,
    /// TTL. For a check at start-up:
    ///
    /// ```
    /// # use dynamo_runtime::{Db, Error, Item};
    /// # #[derive(Item)]
    /// # #[table(name = "words", pk = "text")]
    /// # struct Word { text: String }
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Db::embedded().await?;
    /// # db.create_table::<Word>().await?;
    /// db.verify_table::<Word>().await?.usable()?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Error::Sdk`] if the table cannot be described. A missing table is a
    /// [difference](Difference::NoTable), not an error.
    pub async fn verify_table<T: Table>(&self) -> Result<Verified, Error> {
        let table = self.live_table(self.table_name::<T>()?);
        table.verify(&TableDefinition::from(&T::SCHEMA)).await
    }
}

impl LiveTable<'_> {
    /// Compares the table with a definition: keys and their types, indexes and their projections,
    /// TTL. [`Db::verify_table`] is the typed form.
    ///
    /// # Errors
    ///
    /// The same as [`Db::verify_table`].
    pub async fn verify(&self, declared: &TableDefinition) -> Result<Verified, Error> {
        let differences = match self.describe().await? {
            Some(described) => self.differences(&described, declared).await?,
            None => vec![Difference::NoTable],
        };
        Ok(Verified::new(self.name(), differences))
    }

    /// Returns how a described table differs from a definition. Reads its TTL if one is declared.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Sdk`] if TTL cannot be described.
    pub async fn differences(
        &self,
        described: &TableDescription,
        declared: &TableDefinition,
    ) -> Result<Vec<Difference>, Error> {
        let mut differences = compare::differences(described, declared);
        if let Some(declared) = &declared.ttl {
            let found = self.ttl().await?;
            if found.as_ref() != Some(declared) {
                differences.push(Difference::Ttl {
                    found,
                    declared: declared.clone(),
                });
            }
        }
        Ok(differences)
    }

    /// The attribute by which the items expire, if TTL is on.
    async fn ttl(&self) -> Result<Option<String>, Error> {
        let described = self
            .client()
            .describe_time_to_live()
            .table_name(self.name())
            .send()
            .await
            .map_err(|error| Error::from_sdk("DescribeTimeToLive", self.name(), error))?;
        let ttl = described.time_to_live_description;
        Ok(ttl.and_then(|ttl| match ttl.time_to_live_status {
            Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling) => ttl.attribute_name,
            _ => None,
        }))
    }
}
