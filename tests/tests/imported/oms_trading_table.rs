//! The table `oms_trading_data_{environment}`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use dynamo_runtime::Item;

/// A trading in `oms_trading_data_{environment}`.
// Question: there were no sample items; add the fields, and templates for keys that are built
#[derive(Debug, Clone, PartialEq, Item)]
#[table(
    name = "oms_trading_data_{environment}",
    pk = "PK",
    sk = "SK",
    ttl = "ttl"
)]
#[gsi(name = "GSI1", pk = "gsi1_pk", sk = "gsi1_sk", query = "query_gsi1")]
#[gsi(
    name = "GSI2",
    pk = "gsi2_pk",
    sk = "gsi2_sk",
    projection = "KEYS_ONLY",
    query = "query_gsi2"
)]
#[gsi(name = "GSI3", pk = "gsi3_pk", sk = "gsi3_sk", query = "query_gsi3")]
#[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
pub struct Trading {
    /// The partition key `PK`.
    pub pk: String,
    /// The sort key `SK`.
    pub sk: String,
    /// When DynamoDB removes the item, in seconds since 1970.
    #[dynamo(rename = "ttl")]
    pub ttl: Option<u64>,
    /// The partition key `GSI1_PK`.
    pub gsi1_pk: Option<String>,
    /// The sort key `GSI1_SK`.
    pub gsi1_sk: Option<String>,
    /// The partition key `GSI2_PK`.
    pub gsi2_pk: Option<String>,
    /// The sort key `GSI2_SK`.
    pub gsi2_sk: Option<String>,
    /// The partition key `GSI3_PK`.
    pub gsi3_pk: Option<String>,
    /// The sort key `GSI3_SK`.
    pub gsi3_sk: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn tables_are_as_declared() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("oms_trading_table.samples.json"))?;
        proof.check::<Trading>().await?;
        Ok(())
    }
}
