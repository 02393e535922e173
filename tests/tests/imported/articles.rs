//! The table `articles`.

use dynamo_runtime::{Item, Vector};

/// An article in `articles`.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "articles", pk = "tenant", sk = "id")]
#[vector(
    name = "ByMeaning",
    field = "embedding",
    distance = "euclidean",
    pk = "tenant",
    filter = ["lang", "year"],
    query = "by_meaning"
)]
pub struct Article {
    /// The tenant.
    pub tenant: String,
    /// The id.
    pub id: String,
    /// The embedding.
    pub embedding: Option<Vector<3>>,
    /// The lang.
    pub lang: String,
    /// The title.
    pub title: String,
    /// The year.
    pub year: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("articles.samples.json"))?;
        proof.check::<Article>().await?;
        Ok(())
    }
}
