//! Making and removing tables.

use std::time::Duration;

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, IndexStatus, KeySchemaElement, KeyType,
    LocalSecondaryIndex, Projection as SdkProjection, ProjectionType, TableDescription,
    TableStatus, TimeToLiveSpecification, TimeToLiveStatus,
};

use crate::db::Db;
use crate::error::Error;
use crate::item::Table;
use crate::schema::{IndexKind, IndexSchema, KeyDefinition, Projection, TableSchema};

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
        self.switch_ttl_on(&name, T::SCHEMA.ttl).await
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
        let table = self.wait_until_active(&name).await?;
        matches_schema(&name, &table, &T::SCHEMA)?;
        self.switch_ttl_on(&name, T::SCHEMA.ttl).await
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

    async fn wait_until_active(&self, name: &str) -> Result<TableDescription, Error> {
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

    async fn describe(&self, name: &str) -> Result<Option<TableDescription>, Error> {
        match self.client().describe_table().table_name(name).send().await {
            Ok(output) => Ok(output.table),
            Err(error) if error.code() == Some("ResourceNotFoundException") => Ok(None),
            Err(error) => Err(Error::from_sdk("DescribeTable", name, error)),
        }
    }

    async fn switch_ttl_on(&self, name: &str, attribute: Option<&str>) -> Result<(), Error> {
        let Some(attribute) = attribute else {
            return Ok(());
        };
        let described = self
            .client()
            .describe_time_to_live()
            .table_name(name)
            .send()
            .await
            .map_err(|error| Error::from_sdk("DescribeTimeToLive", name, error))?;
        if let Some(ttl) = described.time_to_live_description {
            let on = matches!(
                ttl.time_to_live_status,
                Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)
            );
            match ttl.attribute_name {
                Some(found) if on && found == attribute => return Ok(()),
                Some(found) if on => {
                    let reason = format!("has its TTL on `{found}`; its schema says `{attribute}`");
                    return Err(Error::Table {
                        table: name.to_owned(),
                        reason,
                    });
                }
                _ => {}
            }
        }
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
    let fault = |error| build_failure(name, &error);
    let mut request = db
        .client()
        .create_table()
        .table_name(name)
        .billing_mode(BillingMode::PayPerRequest)
        .set_key_schema(Some(
            key_schema(&[schema.pk], schema.sk.as_slice()).map_err(fault)?,
        ));
    for key in definitions(schema) {
        let definition = AttributeDefinition::builder()
            .attribute_name(key.name)
            .attribute_type(key.kind.scalar())
            .build()
            .map_err(fault)?;
        request = request.attribute_definitions(definition);
    }
    for index in schema.indexes {
        let keys = key_schema(index.pk, index.sk).map_err(fault)?;
        let projection = projection(index.projection);
        request = match index.kind {
            IndexKind::Global => request.global_secondary_indexes(
                GlobalSecondaryIndex::builder()
                    .index_name(index.name)
                    .set_key_schema(Some(keys))
                    .projection(projection)
                    .build()
                    .map_err(fault)?,
            ),
            IndexKind::Local => request.local_secondary_indexes(
                LocalSecondaryIndex::builder()
                    .index_name(index.name)
                    .set_key_schema(Some(keys))
                    .projection(projection)
                    .build()
                    .map_err(fault)?,
            ),
        };
    }
    Ok(request)
}

/// The key attributes of the table and its indexes, each once.
fn definitions(schema: &TableSchema) -> Vec<KeyDefinition> {
    let mut found: Vec<KeyDefinition> = Vec::new();
    let of_indexes = schema
        .indexes
        .iter()
        .flat_map(|index| index.pk.iter().chain(index.sk));
    for key in [&schema.pk].into_iter().chain(&schema.sk).chain(of_indexes) {
        if !found.iter().any(|known| known.name == key.name) {
            found.push(*key);
        }
    }
    found
}

fn key_schema(
    pk: &[KeyDefinition],
    sk: &[KeyDefinition],
) -> Result<Vec<KeySchemaElement>, aws_sdk_dynamodb::error::BuildError> {
    let element = |key: &KeyDefinition, ty| {
        KeySchemaElement::builder()
            .attribute_name(key.name)
            .key_type(ty)
            .build()
    };
    let pk = pk.iter().map(|key| element(key, KeyType::Hash));
    let sk = sk.iter().map(|key| element(key, KeyType::Range));
    pk.chain(sk).collect()
}

fn projection(projection: Projection) -> SdkProjection {
    let builder = SdkProjection::builder();
    match projection {
        Projection::All => builder.projection_type(ProjectionType::All),
        Projection::KeysOnly => builder.projection_type(ProjectionType::KeysOnly),
        Projection::Include(attributes) => builder
            .projection_type(ProjectionType::Include)
            .set_non_key_attributes(Some(
                attributes.iter().map(|&name| name.to_owned()).collect(),
            )),
    }
    .build()
}

/// Checks that a table has the keys and the indexes its schema says.
fn matches_schema(name: &str, table: &TableDescription, schema: &TableSchema) -> Result<(), Error> {
    let differs = |reason: String| Error::Table {
        table: name.to_owned(),
        reason,
    };
    let keys = described(table.key_schema());
    let wanted = wanted(&[schema.pk], schema.sk.as_slice());
    if keys != wanted {
        return Err(differs(format!(
            "has the keys {}; its schema says {}",
            list(&keys),
            list(&wanted)
        )));
    }
    for key in definitions(schema) {
        let found = table
            .attribute_definitions()
            .iter()
            .find(|definition| definition.attribute_name() == key.name);
        if let Some(found) = found
            && *found.attribute_type() != key.kind.scalar()
        {
            return Err(differs(format!(
                "has the key `{}` of type {}; its schema says {}",
                key.name,
                found.attribute_type(),
                key.kind
            )));
        }
    }
    for index in schema.indexes {
        let (found, projection) = described_index(table, index).ok_or_else(|| {
            differs(format!(
                "lacks the index `{}` that its schema declares",
                index.name
            ))
        })?;
        let wanted = self::wanted(index.pk, index.sk);
        if found != wanted {
            return Err(differs(format!(
                "has the index `{}` with the keys {}; its schema says {}",
                index.name,
                list(&found),
                list(&wanted)
            )));
        }
        if !holds(projection, index.projection) {
            return Err(differs(format!(
                "has the index `{}`, which projects less than its schema says",
                index.name
            )));
        }
    }
    Ok(())
}

/// Whether an index holds at least what its schema says it projects.
fn holds(found: Option<&SdkProjection>, wanted: Projection) -> bool {
    let Some(found) = found else { return false };
    if found.projection_type() == Some(&ProjectionType::All) {
        return true;
    }
    let projects = |name: &&str| found.non_key_attributes().iter().any(|found| found == name);
    match wanted {
        Projection::All => false,
        Projection::KeysOnly => true,
        Projection::Include(attributes) => attributes.iter().all(projects),
    }
}

/// A key attribute's name and whether it is a partition key.
type KeyRole = (String, bool);

fn described(keys: &[KeySchemaElement]) -> Vec<KeyRole> {
    keys.iter()
        .map(|key| {
            (
                key.attribute_name().to_owned(),
                *key.key_type() == KeyType::Hash,
            )
        })
        .collect()
}

fn wanted(pk: &[KeyDefinition], sk: &[KeyDefinition]) -> Vec<KeyRole> {
    let role = |partition| move |key: &KeyDefinition| (key.name.to_owned(), partition);
    pk.iter()
        .map(role(true))
        .chain(sk.iter().map(role(false)))
        .collect()
}

fn list(keys: &[KeyRole]) -> String {
    let names: Vec<_> = keys.iter().map(|(name, _)| format!("`{name}`")).collect();
    names.join(", ")
}

/// The keys and the projection of an index, where the table has it.
fn described_index<'a>(
    table: &'a TableDescription,
    index: &IndexSchema,
) -> Option<(Vec<KeyRole>, Option<&'a SdkProjection>)> {
    match index.kind {
        IndexKind::Global => table
            .global_secondary_indexes()
            .iter()
            .find(|found| found.index_name() == Some(index.name))
            .map(|found| (described(found.key_schema()), found.projection())),
        IndexKind::Local => table
            .local_secondary_indexes()
            .iter()
            .find(|found| found.index_name() == Some(index.name))
            .map(|found| (described(found.key_schema()), found.projection())),
    }
}
