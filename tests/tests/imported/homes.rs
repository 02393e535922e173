//! The table `homes`.

use dynamo_runtime::{Attribute, Item};

/// A home in `homes`.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "homes", pk = "id")]
#[gsi(
    name = "GSI1",
    pk = "CITY#{address.city}#{address.zip:05}",
    pk_attr = "GSI1PK",
    query = "by_city"
)]
pub struct Home {
    /// The id.
    pub id: String,
    /// The address.
    pub address: Address,
}

/// The `address` of `Home`.
#[derive(Debug, Clone, PartialEq, Attribute)]
pub struct Address {
    /// The city.
    pub city: String,
    /// The zip.
    pub zip: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("homes.samples.json"))?;
        proof.check::<Home>().await?;
        Ok(())
    }
}
