//! The table `{fabric_table}`.
//!
//! It needs `chrono` and the feature of that name of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use dynamo_runtime::{Item, formats};

/// An entity of any model.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "{fabric_table}", pk = "model", sk = "id")]
#[gsi(
    name = "indexOu",
    pk = "{ou:raw}#{model}",
    pk_attr = "indexOu",
    sk = "sequence",
    query = "by_ou"
)]
#[gsi(
    name = "indexAlias",
    pk = "{ou:raw}#{model}#{alias}",
    pk_attr = "indexAlias",
    sk = "sequence",
    query = "by_alias"
)]
#[gsi(
    name = "indexClass",
    pk = "{ou:raw}#{model}#{class}",
    pk_attr = "indexClass",
    sk = "sequence",
    query = "by_class"
)]
#[gsi(
    name = "indexType",
    pk = "{ou:raw}#{model}#{type}",
    pk_attr = "indexType",
    sk = "sequence",
    query = "by_type"
)]
#[gsi(
    name = "indexXid",
    pk = "{ou:raw}#{model}#{xid}",
    pk_attr = "indexXid",
    sk = "sequence",
    query = "by_xid"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Entity {
    /// The kind of entity: `record`, `message`, `chat`.
    pub model: String,
    /// Its id within the model.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its organizational unit: [`APEX`], or the parent's model and id.
    pub ou: String,
    /// Its place in time, in milliseconds since 1970.
    pub sequence: u64,
    /// When it was made, in ISO 8601.
    #[dynamo(created_at, with = formats::rfc3339_millis)]
    pub created_at: DateTime<Utc>,
    /// When it was last written, in ISO 8601.
    #[dynamo(updated_at, with = formats::rfc3339_millis)]
    pub updated_at: DateTime<Utc>,
    /// When it was deleted, if it was.
    #[dynamo(soft_delete)]
    pub deleted_at: Option<String>,
    /// A human-friendly slug.
    pub alias: Option<String>,
    /// A category.
    pub class: Option<String>,
    /// A type.
    pub r#type: Option<String>,
    /// The id in an external system.
    pub xid: Option<String>,
    /// Other attributes of the model.
    // Question: does it take up other attributes, or is it not stored?
    #[dynamo(flatten)]
    pub rest: BTreeMap<String, AttributeValue>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("fabric_lock.samples.json"))?;
        proof.check::<Entity>().await?;
        Ok(())
    }
}
