//! Vector indexes: declared, written, searched, and kept on live tables.
//!
//! An engine that lacks `SearchVectors` says so by name, and the tests are skipped there.

mod design;
mod search;
mod shared;
mod tables;
mod writes;

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Item, Table, Vector};
use tests::with_table;

/// A document, found by its meaning.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(
    name = "ByMeaning",
    field = "embedding",
    distance = "cosine",
    pk = "tenant",
    filter = ["lang", "year"],
    query = "similar"
)]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    year: u16,
    embedding: Option<Vector<3>>,
}

fn doc(tenant: &str, id: &str, lang: &str, year: u16, embedding: [f32; 3]) -> Doc {
    Doc {
        tenant: tenant.to_owned(),
        id: id.to_owned(),
        lang: lang.to_owned(),
        year,
        embedding: Some(embedding.into()),
    }
}

/// Runs a test on a new table, if the engine has vector indexes.
async fn with_vectors<T: Table>(test: impl AsyncFnOnce(&Db)) {
    let db = tests::db().await;
    if lacks_vectors(&db).await {
        eprintln!("skipped: {:?} has no `SearchVectors`", tests::engine());
        return;
    }
    with_table::<T>(test).await;
}

/// Whether the engine does not know the operation: it refuses a search before it looks for the table.
async fn lacks_vectors(db: &Db) -> bool {
    let search = db.client().search_vectors().table_name("nowhere");
    let search = search
        .index_name("none")
        .search_vector(AttributeValue::N("0".into()));
    let refused = search.top_k(1).send().await.map(drop);
    let code = refused.as_ref().err().and_then(ProvideErrorMetadata::code);
    code == Some("UnknownOperationException")
}

async fn fill(db: &Db) {
    let docs = [
        doc("acme", "north", "en", 2020, [0.0, 1.0, 0.0]),
        doc("acme", "north-east", "en", 2024, [0.6, 0.8, 0.0]),
        doc("acme", "east", "de", 2025, [1.0, 0.0, 0.0]),
        doc("acme", "up", "en", 2026, [0.0, 0.0, 1.0]),
        doc("zeta", "north", "en", 2024, [0.0, 1.0, 0.0]),
    ];
    for doc in docs {
        doc.put().send(db).await.expect("a put");
    }
    let plain = Doc {
        embedding: None,
        ..doc("acme", "plain", "en", 2024, [0.0; 3])
    };
    plain.put().send(db).await.expect("a put");
}
