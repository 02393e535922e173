//! The declaration of a table against the live one.

mod compare;
mod declared;
#[cfg(feature = "design")]
mod deploy;
#[cfg(feature = "design")]
mod design;
mod difference;
mod indexes;

use aws_sdk_dynamodb::types::{TableDescription, TimeToLiveStatus};

pub(crate) use self::declared::Declared;
#[cfg(feature = "design")]
pub use self::deploy::Deployed;
pub use self::difference::{Difference, Verified};
use crate::db::Db;
use crate::error::Error;
use crate::item::Table;

impl Db {
    /// Compares a table with its declaration: keys and their types, indexes and what they project,
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
    /// [`Error::Sdk`] where the table cannot be described; that it does not exist is a
    /// [difference](Difference::NoTable).
    pub async fn verify_table<T: Table>(&self) -> Result<Verified, Error> {
        let name = self.table_name::<T>()?.into_owned();
        let found = self.compare(&name, &Declared::from(&T::SCHEMA)).await?;
        Ok(Verified::new(&name, found.differences))
    }

    /// The live table, where there is one, and how it differs.
    pub(crate) async fn compare(
        &self,
        name: &str,
        declared: &Declared<'_>,
    ) -> Result<Compared, Error> {
        let Some(table) = self.describe(name).await? else {
            return Ok(Compared {
                table: None,
                differences: vec![Difference::NoTable],
            });
        };
        let mut differences = compare::differences(&table, declared);
        if let Some(declared) = declared.ttl {
            let found = self.live_ttl(name).await?;
            if found.as_deref() != Some(declared) {
                differences.push(Difference::Ttl {
                    found,
                    declared: declared.to_owned(),
                });
            }
        }
        Ok(Compared {
            table: Some(table),
            differences,
        })
    }

    /// The attribute by which the items of a table expire, where TTL is on.
    pub(crate) async fn live_ttl(&self, name: &str) -> Result<Option<String>, Error> {
        let described = self
            .client()
            .describe_time_to_live()
            .table_name(name)
            .send()
            .await
            .map_err(|error| Error::from_sdk("DescribeTimeToLive", name, error))?;
        let ttl = described.time_to_live_description;
        Ok(ttl.and_then(|ttl| match ttl.time_to_live_status {
            Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling) => ttl.attribute_name,
            _ => None,
        }))
    }
}

/// A live table beside its declaration.
pub(crate) struct Compared {
    pub(crate) table: Option<TableDescription>,
    pub(crate) differences: Vec<Difference>,
}
