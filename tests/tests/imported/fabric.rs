//! The table `{table}`.
//!
//! It needs `chrono` and the feature of that name of `dynamo-runtime`.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Item, formats};

/// A record in `{table}`.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "{table}", pk = "model", sk = "id")]
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
pub struct Record {
    /// The model.
    pub model: String,
    /// The id.
    pub id: String,
    /// The alias.
    pub alias: Option<String>,
    /// The class.
    pub class: Option<String>,
    /// The name.
    pub name: String,
    /// The ou.
    pub ou: String,
    /// The type.
    pub r#type: Option<String>,
    /// The xid.
    pub xid: Option<String>,
    /// The sequence.
    pub sequence: u64,
    /// When it was created.
    #[dynamo(created_at, with = formats::rfc3339_millis)]
    pub created_at: DateTime<Utc>,
    /// When it was updated.
    #[dynamo(updated_at, with = formats::rfc3339_millis)]
    pub updated_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("fabric.samples.json"))?;
        proof.check::<Record>().await?;
        Ok(())
    }
}
