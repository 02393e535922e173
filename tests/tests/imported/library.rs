//! The table `library`.

use dynamo_runtime::{Item, Table, Vector, check_items};

/// The table `library`.
#[derive(Debug, Clone, Copy, Table)]
#[table(name = "library", pk = "PK", sk = "SK", type_attr = "kind")]
#[vector(
    name = "ByTopic",
    field = "topic",
    dimensions = 2,
    pk = "shelf",
    filter = ["lang"]
)]
pub struct Library;

/// A book in `library`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Library)]
#[key(pk = "BOOK#{isbn}", sk = literal("BOOK"))]
#[vector(name = "ByTopic", pk = "SHELF#{shelf_id}", query = "by_topic")]
pub struct Book {
    /// The isbn.
    pub isbn: String,
    /// The lang.
    pub lang: String,
    /// The shelf id.
    pub shelf_id: String,
    /// The topic.
    pub topic: Vector<2>,
}

/// A reader in `library`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Library)]
#[key(pk = "READER#{reader_id}", sk = literal("PROFILE"))]
pub struct Reader {
    /// The reader id.
    pub reader_id: String,
    /// The name.
    pub name: String,
}

// No key of one type can be a key of another.
const _: () = check_items::<(Book, Reader)>();

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("library.samples.json"))?;
        proof.check::<(Book, Reader)>().await?;
        Ok(())
    }
}
