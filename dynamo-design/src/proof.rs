//! The source of an import, to test item types against: tables as declared there, and sample items.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Sample, TableDefinition};
use dynamo_runtime::Error;

/// Tables and samples to test item types against, in a test that an import writes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    /// The tables.
    pub tables: Vec<ProofTable>,
}

/// A table as its source declares it, with samples of each item type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProofTable {
    /// The table.
    #[serde(flatten)]
    pub table: TableDefinition,
    /// The samples, by the name of their item type.
    pub samples: BTreeMap<String, Vec<Sample>>,
}

impl Proof {
    /// Reads the file that an import wrote.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if the text is not such a file.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| Error::Table {
            table: "?".to_owned(),
            reason: format!("is no file of an import: {error}"),
        })
    }
}

#[cfg(feature = "embedded")]
mod check {
    use std::collections::HashMap;
    use std::future::Future;
    use std::pin::Pin;

    use aws_sdk_dynamodb::types::AttributeValue;

    use super::{Proof, ProofTable};
    use crate::Sample;
    use crate::value::attribute_values;
    use dynamo_runtime::rules::{ItemSet, ItemVisitor};
    use dynamo_runtime::{Db, Error, Item, Table};

    type Checked = Pin<Box<dyn Future<Output = Result<(), Error>>>>;

    /// A check of one item type.
    struct Entry {
        name: &'static str,
        run: fn(Db, Vec<Sample>) -> Checked,
    }

    impl Proof {
        /// Checks the item types of one table on the embedded engine. The table is created as its
        /// source declares it, and compared with the declaration. Every sample is stored as it is,
        /// read as its item type, and compared with what that type would store.
        ///
        /// # Errors
        ///
        /// Returns [`Error::Table`] with the key of the first sample that does not come back equal,
        /// or with the first difference of the table; and any error of the engine.
        pub async fn check<I: ItemSet>(&self) -> Result<(), Error> {
            let name = I::Table::SCHEMA.name;
            let fault = |reason: String| Error::Table {
                table: name.to_owned(),
                reason,
            };
            let known = self.tables.iter().find(|known| known.table.name == name);
            let known =
                known.ok_or_else(|| fault("is not one of the imported tables".to_owned()))?;
            let db = Db::embedded().await?;
            let db = known.created::<I::Table>(&db).await?;
            let verified = db.verify_table::<I::Table>().await?;
            if let Some(difference) = verified.differences.first() {
                return Err(fault(format!("differs from its source: {difference}")));
            }
            for entry in entries::<I>() {
                let samples = known.samples.get(entry.name).cloned().unwrap_or_default();
                (entry.run)(db.clone(), samples).await?;
            }
            Ok(())
        }
    }

    impl ProofTable {
        /// Creates the table as its source declares it.
        async fn created<T: Table>(&self, db: &Db) -> Result<Db, Error> {
            let fault = |reason: String| Error::Table {
                table: self.table.name.clone(),
                reason,
            };
            // At least three letters, and no braces.
            let name = self.table.name.replace(['{', '}'], "") + "_imported";
            let request = self.table.create_table(&name, |index| index);
            let request = request.map_err(|error| fault(error.to_string()))?;
            let request = request.billing_mode(aws_sdk_dynamodb::types::BillingMode::PayPerRequest);
            let table = db.live_table(&name);
            table.create_if_missing(request).await?;
            if let Some(ttl) = &self.table.ttl {
                table.switch_ttl_on(ttl).await?;
            }
            Ok(db.clone().with_table_name::<T>(name))
        }
    }

    fn entries<I: ItemSet>() -> Vec<Entry> {
        struct Entries(Vec<Entry>);
        impl ItemVisitor for Entries {
            fn item<T: Item>(&mut self) {
                self.0.push(Entry {
                    name: T::SCHEMA.name,
                    run: |db, samples| Box::pin(run::<T>(db, samples)),
                });
            }
        }
        let mut entries = Entries(Vec::new());
        I::visit(&mut entries);
        entries.0
    }

    async fn run<T: Item>(db: Db, samples: Vec<Sample>) -> Result<(), Error> {
        let table = db.table_name::<T::Table>()?.into_owned();
        for sample in samples {
            let stored = attribute_values(&sample).ok_or_else(|| Error::Table {
                table: table.clone(),
                reason: "has a sample whose bytes are not base 64".to_owned(),
            })?;
            let put = db.client().put_item().table_name(&table);
            let put = put.set_item(Some(stored.clone())).send().await;
            put.map_err(|error| Error::from_sdk("PutItem", &table, error))?;
            let item = T::from_item(stored.clone())?;
            let key = item.to_key().get().include_deleted().include_expired();
            let read = key.send(&db).await?;
            let back = read.map(|read| read.to_item()).transpose()?;
            if back.as_ref().map(sorted) != Some(sorted(&stored)) {
                return Err(Error::Table {
                    table,
                    reason: format!(
                        "has a sample of `{}` that does not come back equal: {}",
                        T::SCHEMA.name,
                        differing(&stored, back.as_ref())
                    ),
                });
            }
        }
        Ok(())
    }

    /// An item with sorted sets.
    fn sorted(item: &HashMap<String, AttributeValue>) -> Option<Sample> {
        crate::value::sample(item.clone())
    }

    /// The attributes that differ, by name.
    fn differing(
        stored: &HashMap<String, AttributeValue>,
        back: Option<&HashMap<String, AttributeValue>>,
    ) -> String {
        let Some(back) = back else {
            return "it is not found under the key that its fields give".to_owned();
        };
        let mut names: Vec<_> = stored.keys().chain(back.keys()).collect();
        names.sort();
        names.dedup();
        names.retain(|name| stored.get(*name) != back.get(*name));
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("{} differ", names.join(", "))
    }
}
